"""The files of the page: read once, by a list, so that no request names a file."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import Final

_MEDIA: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
_FOLDERS: Final = ("texts", "drawings", "export/page", "web/static")
"""Texts, pictures and the tree walker, which an exported page has too, and the files of the page alone."""


@dataclass(frozen=True, slots=True)
class Page:
    """A file as it is sent."""

    body: bytes
    media_type: str


def pages() -> dict[str, Page]:
    """Return the files by name; the page itself is called nothing."""
    found = {}
    for folder in _FOLDERS:
        for file in resources.files("cobra").joinpath(folder).iterdir():
            media = _MEDIA.get(file.name[file.name.rfind(".") :])
            if media is not None:
                found["" if file.name == "index.html" else file.name] = Page(file.read_bytes(), media)
    return found
