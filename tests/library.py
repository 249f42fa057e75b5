"""Which games of the library need which words; told from their texts, as to make all games takes seconds.

`tests/test_games.py` holds this against the games themselves.
"""

from __future__ import annotations

import re
from typing import Final

from cobra.language.load import library


def _saying(*words: str) -> tuple[str, ...]:
    """Return the names of the games in whose text a line begins with one of the words."""
    line = re.compile(rf"^ *({'|'.join(words)}) ", re.MULTILINE)
    return tuple(name for name, path in library().items() if line.search(path.read_text(encoding="utf-8")))


UNSEEN: Final = _saying("lies", "noise", "move")
"""The games in which answers may be lies or the secret moves."""

SEEN: Final = tuple(name for name in library() if name not in UNSEEN)
"""The games in which every code gives one answer."""

MEMORY: Final = _saying("state", "limit", "cost", "lost")
"""The games in which more changes than what is known."""
