"""Checks the built site: no link of it is broken, and no page asks another machine for anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

_ASKED: Final = {"src", "srcset", "data", "poster", "action"}
"""Attributes whose address a browser asks for by itself; `href` of all but `a` is another."""
_STYLES: Final = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')]+)""")


class _Page(HTMLParser):
    """What a page leads to, what it asks for, and the places in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.asked: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes of an element."""
        for name, value in attrs:
            if not value:
                continue
            if name in ("id", "name"):
                self.places.add(value)
            elif name == "href" and tag == "a":
                self.links.append(value)
            elif name in _ASKED or name == "href":
                self.asked.append(value)


def problems(folder: Path) -> Iterator[str]:
    """Yield what is wrong in the site in a folder, a sentence for each."""
    pages = {path: _Page(path.read_text("utf-8")) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(folder)
        for address in page.asked:
            if _elsewhere(address):
                yield f"{name} asks for {address}"
        for address in (*page.links, *page.asked):
            if not _elsewhere(address) and not _leads(path, address, pages):
                yield f"{name} leads to {address}, which is not there"
    for path in sorted(folder.rglob("*.css")):
        for address in _STYLES.findall(path.read_text("utf-8")):
            yield f"{path.relative_to(folder)} asks for {address}"


def _elsewhere(address: str) -> bool:
    """Return whether an address is not one of the site."""
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme not in ("", "file")


def _leads(path: Path, address: str, pages: dict[Path, _Page]) -> bool:
    """Return whether what an address of a page leads to is there, with the place in it."""
    parts = urlsplit(address)
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    return not parts.fragment or target not in pages or unquote(parts.fragment) in pages[target].places
