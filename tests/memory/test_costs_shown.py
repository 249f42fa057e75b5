"""What is proved of a least cost is told as what is paid, whatever unit prices are counted in."""

from __future__ import annotations

import csv
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import cobra
from cobra.analysis.compare_csv import comparison_csv
from cobra.cli.show.optimal import verdict
from cobra.engine.table import CodeTable
from cobra.interval import Interval
from tests.cli.runner import run, run_json

GAME = """game "Quarters"
secret x : 1..6
experiment look(p : 2..6)
  observe x < p
  cost 0.25
experiment guess(p : 1..6)
  observe if x = p then "yes" else "no"
"""
QUARTER = Fraction(1, 4)


def test_both_ends_are_paid() -> None:
    total, worst = Interval("total", 400, 500), Interval("worst", 3, None)
    assert total.ends(100) == ("4.0000", "5.0000")
    assert total.ends(100, unit=QUARTER) == ("1.0000", "1.2500")
    assert worst.ends(100, unit=QUARTER) == ("0.75", None)
    assert Interval("lost", 3, 4).ends(100, unit=QUARTER) == ("3", "4")
    assert total.show(100, unit=QUARTER) == "mean cost 1.0000 … 1.2500"
    assert Interval("worst", 3, 3).show(100, unit=QUARTER) == "greatest cost 0.75"
    assert total.show(100) == "average 4.0000 … 5.0000"


@pytest.mark.parametrize(
    ("objective", "proved"),
    [
        ("average", "the least mean cost is at most 0.6667"),
        ("worst", "the least greatest cost is at most 0.75"),
    ],
)
def test_a_search_that_is_stopped_says_what_is_paid(
    objective: str, proved: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    search_on = CodeTable.optimal

    def stopped(self: CodeTable, *arguments: Any, **options: Any) -> Any:
        found = search_on(self, *arguments, **options)
        ((measure, _, upper),) = found.intervals
        played = replace(found.played, stopped="time")
        said = {name: getattr(found, name) for name in dir(found) if not name.startswith("_")}
        return SimpleNamespace(
            **said | {"played": played, "intervals": [(measure, 0, upper)], "proved": False}
        )

    monkeypatch.setattr(CodeTable, "optimal", stopped)
    result = cobra.optimal(cobra.load_text(GAME), objective)
    assert verdict(result) == f"stopped by the time limit; proved: {proved}"


def test_bounds_in_a_csv_are_paid() -> None:
    compared = cobra.compare([cobra.load_text(GAME)], ["max-models", "optimal"])
    (_, optimal) = csv.DictReader(comparison_csv(compared).splitlines())
    assert float(optimal["lower"]) == float(optimal["upper"]) == 4
    assert float(optimal["mean_cost"]) == pytest.approx(4 / 6)
    compared = cobra.compare([cobra.load_text(GAME)], ["max-models", "optimal"], objective="worst")
    (_, optimal) = csv.DictReader(comparison_csv(compared).splitlines())
    assert float(optimal["lower"]) == float(optimal["upper"]) == float(optimal["most_cost"]) == 0.75


PRICED = """game "I"
secret c : 1..4
secret k : 1..2
experiment a() observe c > 2 cost 2
experiment b() observe c % 2 = 0
"""


@pytest.mark.parametrize("command", ["analyze", "compare", "info"])
def test_codes_left_together_are_warned_of(command: str, tmp_path: Path) -> None:
    file = tmp_path / "game.cb"
    file.write_text(PRICED)
    warned = (
        "codes that no experiment tells apart are left together: game.cb"
        if command == "compare"
        else "no experiment tells c 1, k 1 from c 1, k 2: such codes are left together at the end of a play"
    )
    assert run(command, str(file)).stderr == f"warning: {warned}\n"
    if command != "compare":
        document = run_json(command, str(file), "--quiet")
        assert document["game"]["inseparable"] == ["c 1, k 1", "c 1, k 2"]
