"""The pictures of docs/ are what docs/pictures.py draws, and are well-formed."""

from __future__ import annotations

import runpy
from pathlib import Path
from xml.etree import ElementTree

DOCS = Path(__file__).parent.parent / "docs"


def test_the_stored_pictures_are_up_to_date() -> None:
    drawn = runpy.run_path(str(DOCS / "pictures.py"))["pictures"]()
    assert {path.name: path.read_text("utf-8") for path in (DOCS / "pictures").iterdir()} == drawn
    for content in drawn.values():
        assert ElementTree.fromstring(content).tag == "{http://www.w3.org/2000/svg}svg"
