"""The files of the page: read once, by a list, so that no request names a file.

They are plain files without a build; what is sent is that without comments and indentation, compressed.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Final

from rjsmin import jsmin

from cobra.drawings.svg import compact

_MEDIA: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_FOLDERS: Final = ("texts", "drawings", "export/page", "web/static")
"""Texts, pictures and the tree walker, which an exported page has too, and the files of the page alone."""
_PARTS: Final = ("locale", "walk", "page")
"""What a page says itself, of a table of texts; the rest is said by the server."""
_SCRIPT: Final = "app.js"
"""The script of the page."""
_IMPORTED: Final = re.compile(r'\bfrom ?"\./([\w.]+)"')
"""What a script needs before it begins; what it fetches later is written `import("./…")`."""
_BUNDLED: Final = "editor.js"
"""Is made of many files, and as small as it can be."""


@dataclass(frozen=True, slots=True)
class Page:
    """What is sent whenever it is asked for, and the same compressed."""

    body: bytes
    packed: bytes
    media_type: str


def pages() -> dict[str, Page]:
    """Return the files by name; the page itself is called nothing."""
    found = {}
    for folder in _FOLDERS:
        for file in resources.files("cobra").joinpath(folder).iterdir():
            ending = file.name[file.name.rfind(".") :]
            if ending in _MEDIA:
                text = file.read_text("utf-8")
                if ending == ".css":
                    text = compact(text)
                elif ending == ".js" and file.name != _BUNDLED:
                    text = jsmin(text)
                elif folder == "texts":
                    text = json.dumps({part: json.loads(text)[part] for part in _PARTS}, ensure_ascii=False)
                name = "" if file.name == "index.html" else file.name
                found[name] = page_of(text.encode(), _MEDIA[ending])
    found[""] = page_of(_hastened(found).encode(), found[""].media_type)
    return found


def _hastened(pages: Mapping[str, Page]) -> str:
    """Return the page with all modules named that its script imports, so that none waits for another."""
    names = [_SCRIPT]
    for name in names:  # which grows meanwhile
        names += [one for one in _IMPORTED.findall(pages[name].body.decode()) if one not in names]
    links = "".join(f'<link rel="modulepreload" href="page/{name}">\n' for name in names)
    return pages[""].body.decode().replace("</head>", f"{links}</head>")


def page_of(body: bytes, media_type: str) -> Page:
    """Return what is always the same as it is sent."""
    return Page(body, gzip.compress(body, mtime=0), media_type)
