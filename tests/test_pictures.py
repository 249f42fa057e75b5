"""The pictures of docs/ are what docs/pictures.py draws, and are well-formed."""

from __future__ import annotations

import runpy
from pathlib import Path
from struct import unpack
from xml.etree import ElementTree

import pytest

DOCS = Path(__file__).parent.parent / "docs"
PLOTS = ("averages.svg", "evolved-fitness.svg", "lengths.svg")
MEASURED = ("strategies-", "scale.")
"""The pictures that docs/strategies.py and benchmarks/scale.py draw begin with one of these."""


def words(path: Path) -> list[str]:
    """Return the texts of a picture; the lines of a plot may differ between versions of matplotlib."""
    root = ElementTree.fromstring(path.read_text("utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.thorough
def test_the_stored_pictures_are_up_to_date() -> None:
    drawn = runpy.run_path(str(DOCS / "pictures.py"))["pictures"]()
    stored = {path.name: path.read_text("utf-8") for path in (DOCS / "pictures").glob("*.svg")}
    of_others = {name for name in stored if name in PLOTS or name.startswith(MEASURED)}
    assert {name: text for name, text in stored.items() if name not in of_others} == drawn
    for content in drawn.values():
        assert ElementTree.fromstring(content).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.thorough
def test_the_stored_plots_are_up_to_date(tmp_path: Path) -> None:
    runpy.run_path(str(DOCS / "pictures.py"))["plots"](tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == list(PLOTS)
    for name in PLOTS:
        assert words(DOCS / "pictures" / name) == words(tmp_path / name)


def test_the_screenshots_are_small_and_of_the_size_they_are_taken_in() -> None:
    pictures = runpy.run_path(str(DOCS / "screenshots.py"))["PICTURES"]
    stored = {path.name: path.read_bytes() for path in (DOCS / "pictures").glob("*.png")}
    sizes = {name: unpack(">II", content[16:24]) for name, content in stored.items()}
    assert sizes == {name: (width, height) for name, (_, width, height, _) in pictures.items()}
    assert max(map(len, stored.values())) < 150_000
