"""A strategy as a web page in one file, which asks for nothing from anywhere.

The page is made of the files in `page/`. Texts of a game can be anything; they are written into the page as
JSON in which no `<` stands, and shown by `page/walk.js` as text. A content security policy lets the browser
run the scripts and use the styles that have the stated hashes, and fetch nothing.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from cobra.drawings.svg import SCRIPT, STYLE, compact
from cobra.engine.core import COBRA_VERSION
from cobra.export.played import PlayedStrategy
from cobra.export.walk import walk_data

PAGE: Final = Path(__file__).parent / "page"
"""The folder of the sources of the page."""

_TEXTS: Final = Path(__file__).parent.parent / "texts"

SCRIPTS: Final = (
    _TEXTS / "say.js",
    SCRIPT,
    *(
        PAGE / name
        for name in ("tree.js", "beliefs.js", "drawn.js", "search.js", "filter.js", "paper.js", "walk.js")
    ),
)
"""The scripts that make `CobraWalk`, in their order."""

_COMMENT: Final = re.compile(r"^[ \t]*(/\*.*?\*/|//.*?)[ \t]*$", re.DOTALL | re.MULTILINE)

STYLES: Final = (PAGE / "walk.css", STYLE)
"""The styles that belong to them."""


def lines(played: PlayedStrategy) -> Iterator[str]:
    """Yield the page in which one walks through a strategy, in pieces."""
    styles = "\n".join(compact(file.read_text("utf-8")) for file in STYLES)
    script = _joined((*SCRIPTS, PAGE / "start.js"))
    pieces = {
        "policy": f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(styles)}; "
        "base-uri 'none'; form-action 'none'",
        "version": COBRA_VERSION,
        "title": escape(played.title),
        "texts": _texts(),
        "style": styles,
        "script": script,
    }
    for place, piece in enumerate((PAGE / "walk.html").read_text("utf-8").split("%")):
        if place % 2 == 0:
            yield piece
        elif piece == "data":
            yield from _data(played)
        else:
            yield pieces[piece]


def _joined(files: Iterable[Path]) -> str:
    """Return scripts as one, without what the page is not read for: indentation, and comments with lines of
    their own.
    """
    texts = (_COMMENT.sub("", file.read_text("utf-8")) for file in files)
    return "".join(f"{line.lstrip()}\n" for text in texts for line in text.splitlines() if line.strip())


def _hash(text: str) -> str:
    """Return the expression of a content security policy that allows this text inside an element."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _texts() -> str:
    """Return the texts of a walk in every language, as JSON."""
    tables = {}
    for file in sorted(_TEXTS.glob("*.json")):
        table = json.loads(file.read_text("utf-8"))
        tables[file.stem] = {"locale": table["locale"], "walk": table["walk"]}
    return _json(tables)


def _json(value: object) -> str:
    """Return a value as JSON that can stand in an element of a page."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _data(played: PlayedStrategy) -> Iterator[str]:
    """Yield the data of the walker as JSON, a line for each key."""
    before = "{\n"
    for key, value in walk_data(played).items():
        yield f'{before}"{key}":{_json(value)}'
        before = ",\n"
    yield "\n}"
