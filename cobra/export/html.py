"""A strategy as a web page in one file, which asks for nothing from anywhere.

The page is made of the files in `page/`. Texts of a game can be anything; they are written into the page as
JSON in which no `<` stands, and shown by `page/walk.js` as text. A content security policy lets the browser
run the scripts and use the styles that have the stated hashes, and fetch nothing.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from cobra.drawings.svg import SCRIPT, STYLE
from cobra.engine.core import COBRA_VERSION
from cobra.export.played import PlayedStrategy
from cobra.export.walk import walk_data

PAGE: Final = Path(__file__).parent / "page"
"""The folder of the sources of the page."""

SCRIPTS: Final = (
    SCRIPT,
    *(
        PAGE / name
        for name in ("tree.js", "beliefs.js", "drawn.js", "search.js", "filter.js", "paper.js", "walk.js")
    ),
)
"""The scripts that make `CobraWalk`, in their order."""

STYLES: Final = (PAGE / "walk.css", STYLE)
"""The styles that belong to them."""


def lines(played: PlayedStrategy) -> Iterator[str]:
    """Yield the page in which one walks through a strategy, in pieces."""
    style = "".join(file.read_text("utf-8") for file in STYLES)
    script = "".join(file.read_text("utf-8") for file in (*SCRIPTS, PAGE / "start.js"))
    pieces = {
        "policy": f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'",
        "version": COBRA_VERSION,
        "title": escape(played.title),
        "style": style,
        "script": script,
    }
    for place, piece in enumerate((PAGE / "walk.html").read_text("utf-8").split("%")):
        if place % 2 == 0:
            yield piece
        elif piece == "data":
            yield from _data(played)
        else:
            yield pieces[piece]


def _hash(text: str) -> str:
    """Return the expression of a content security policy that allows this text inside an element."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _data(played: PlayedStrategy) -> Iterator[str]:
    """Yield the data of the walker as JSON, a line for each key."""
    before = "{\n"
    for key, value in walk_data(played).items():
        text = json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
        yield f'{before}"{key}":{text}'
        before = ",\n"
    yield "\n}"
