"""Tables and pictures of docs/strategies.md are those of the figures stored; quick ones are still so."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.thorough

DOCS = Path(__file__).parent.parent / "docs"
Page = dict[str, Callable[..., Any]]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.syspath_prepend(DOCS)
    yield runpy.run_path(str(DOCS / "strategies.py"))


@pytest.fixture
def data() -> Any:
    return json.loads((DOCS / "strategies.json").read_text("utf-8"))


def test_what_is_stored_is_up_to_date(made: Page, data: Any) -> None:
    assert list(made["differences"](data)) == []


def test_the_pictures_are_well_formed(made: Page, data: Any) -> None:
    drawn = made["pictures"](data)
    assert len(drawn) == 6
    for content in drawn.values():
        assert ElementTree.fromstring(content).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_difference_is_found(made: Page, data: Any) -> None:
    data["games"]["black-pegs"][0]["total"] += 1
    name = data["games"]["black-pegs"][0]["strategy"]
    found = list(made["differences"](data))
    assert "docs/strategies.md" in found
    assert f"{name} in black-pegs" in found


def test_some_strategies_are_measured_again(made: Page, data: Any) -> None:
    known = json.dumps(data)
    for game in ("mastermind", "counterfeit-coin"):
        rows = data["games"][game]
        data["games"][game] = [row for row in rows if row["strategy"] != "parts"]
    measured = made["again"](data, ["parts"])
    for rows in measured["games"].values():
        for row in rows:
            row.pop("seconds", None)
    for rows in (stored := json.loads(known))["games"].values():
        for row in rows:
            row.pop("seconds", None)
    assert measured == stored


def test_a_strategy_that_cannot_play_says_so(made: Page) -> None:
    rows_of, games = made["rows_of"], {game.key: game for game in made["GAMES"]}
    (row,) = rows_of(games["black-pegs"], ["consistent(parts)"])
    assert row == {
        "strategy": "consistent(parts)",
        "error": "GameError: no outcome of this game is final, so --consistent has no meaning in it",
    }


def test_the_figures_of_a_picture_are_those_of_its_bars(made: Page, data: Any) -> None:
    drawn: list[Any] = []
    made["pictures"].__globals__["picture"] = lambda title, rows: drawn.extend(rows) or ""
    made["pictures"](data)
    assert len(drawn) > 100
    for row in drawn:
        codes = sum(row.distribution.values())
        total = sum(length * count for length, count in row.distribution.items())
        assert f"{row.average:.4f}" == f"{total / codes:.4f}", row.name
    assert [row.name for row in drawn if "random" in row.name] == ["random, run 1 of 20"] * 6
