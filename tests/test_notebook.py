"""The notebook in examples/ runs, and what it shows is what it should."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from nbclient import NotebookClient

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def outputs() -> list[dict[str, Any]]:
    """Run the notebook as a user does; return what each cell of code showed, its texts joined."""
    notebook = nbformat.read(ROOT / "examples" / "looking_at_strategies.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "the notebook is kept without outputs"
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(ROOT)}}).execute()
    shown = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            printed = "".join(out.text for out in cell.outputs if out.output_type == "stream")
            data = [out.data for out in cell.outputs if out.output_type != "stream"]
            shown.append({"printed": printed, **(data[0] if data else {})})
    return shown


def words(html: str) -> list[list[str]]:
    """Return the cells of a table, which comes first."""
    table = ElementTree.fromstring(html[: html.index("</table>") + len("</table>")])
    rows = [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
    return [["".join(caption.itertext())] for caption in table.iter("caption")] + rows


@pytest.mark.slow
def test_the_game_is_a_table(outputs: list[dict[str, Any]]) -> None:
    assert words(outputs[0]["text/html"]) == [
        ["Mastermind pegs=3 colours=3"],
        ["secret", "code[1] … code[3]: one of 0 1 2"],
        ["experiment", "guess(g[1] … g[3]: one of 0 1 2) → …B…W"],
        ["over", "when a final outcome is seen"],
    ]


def test_the_analysis_is_a_table(outputs: list[dict[str, Any]]) -> None:
    best = "nobody can do better"
    assert words(outputs[1]["text/html"]) == [
        ["Mastermind pegs=3 colours=3"],
        ["strategy", "first", "worst", "average", "experiments", "lengths", ""],
        ["max-models", "001", "4", "74/27 = 2.7407", "27", "1:1 2:7 3:17 4:2", ""],
        ["parts", "001", "4", "73/27 = 2.7037", "27", "1:1 2:7 3:18 4:1", best],
        ["first", "000", "5", "89/27 = 3.2963", "27", "1:1 2:3 3:12 4:9 5:2", ""],
        ["optimal", "001", "4", "73/27 = 2.7037", "27", "1:1 2:7 3:18 4:1", best],
    ]


def test_the_result_is_a_table_and_a_tree(outputs: list[dict[str, Any]]) -> None:
    html = outputs[2]["text/html"]
    assert words(html) == [
        ["Mastermind pegs=3 colours=3"],
        ["objective", "average"],
        ["proved", "average 2.7037"],
        ["first", "001"],
        ["worst", "4"],
        ["average", "73/27 = 2.7037"],
        ["experiments", "27"],
        ["lengths", "1:1 2:7 3:18 4:1"],
    ]
    picture = outputs[2]["image/svg+xml"]
    assert html.endswith(picture)
    assert len(list(ElementTree.fromstring(picture).iter(f"{SVG}rect"))) == 1 + 27 + 27 * 3  # with pegs


def test_the_notation_is_printed(outputs: list[dict[str, Any]]) -> None:
    assert outputs[3]["printed"].startswith("27 (001: ")


def test_a_large_strategy_is_an_icicle(outputs: list[dict[str, Any]]) -> None:
    root = ElementTree.fromstring(outputs[4]["image/svg+xml"])
    cells = [rect for rect in root.iter(f"{SVG}rect") if "cell" in rect.get("class", "")]
    assert len(cells) >= 120
    assert words(outputs[4]["text/html"])[3] == ["proved", "average 3.6333"]


def test_files_are_written(outputs: list[dict[str, Any]]) -> None:
    names = [line.split()[0] for line in outputs[5]["printed"].splitlines()]
    assert names == ["tree.json", "plays.csv", "graph.dot", "picture.svg"]
