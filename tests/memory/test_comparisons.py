"""Strategies side by side where plays are lost or paid for: what is lost comes first, costs are shown."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction
from pathlib import Path

import pytest

import cobra
from cobra.analysis.compare import above_optimal, best_greedy, losing_more, rank, ratio
from cobra.analysis.compare_csv import comparison_csv
from cobra.cli.show.compare import comparison_text
from cobra.language.load import load_text
from tests.cli.runner import run
from tests.memory.test_values import LIVES

ASKING = LIVES + "experiment half(g : 2..10)\n  observe x < g\n  limit 2\n"
"""With the questions nobody need lose; `parts` loses five numbers of ten, `max-models` one."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "lives.cb").write_text(f'game "Lives"\n{ASKING}', "utf-8")
    return tmp_path / "lives.cb"


def test_who_loses_less_is_better(path: Path) -> None:
    (one,) = cobra.compare(path, ["parts", "max-models", "optimal"]).instances
    assert one.analysis is not None
    parts, models, best = one.analysis.rows
    assert [row.lost for row in one.analysis.rows] == [5, 1, 0]
    assert parts.average is not None and best.average is not None and parts.average < best.average
    assert best_greedy(one.analysis) is models
    assert [losing_more(row, one.analysis) for row in one.analysis.rows] == [5, 1, 0]
    assert (ratio(models, one.analysis), ratio(best, one.analysis)) == (None, (Fraction(1), Fraction(1)))


def test_what_is_lost_is_shown(path: Path) -> None:
    lines = run("compare", path, "-s", "parts,max-models,optimal").stdout.splitlines()
    assert re.search(r"average +worst +lost +above optimal", lines[1])
    (parts,) = [line for line in lines[:5] if "parts" in line]
    assert parts.split()[7:10] == ["5", "+5", "lost"]
    grid = run("compare", "hangman-lives", "-D", "lives=1,2", "-s", "first,max-models").stdout
    assert "2.6818  (4), 41 lost  3.2955* (4), 38 lost" in grid


def test_the_csv_says_what_has_to_be_lost(path: Path) -> None:
    found = csv.DictReader(io.StringIO(run("compare", path, "-s", "parts,optimal", "--csv").stdout))
    assert [(row["lost"], row["lost_lower"], row["lost_upper"]) for row in found] == [
        ("5", "0", "0"),
        ("0", "0", "0"),
    ]
    found = csv.DictReader(io.StringIO(run("compare", path, "-s", "parts", "--csv").stdout))
    assert [(row["lost"], row["lost_lower"], row["lost_upper"]) for row in found] == [("5", "", "")]


def test_costs_are_shown(tmp_path: Path) -> None:
    done = run("compare", "test-sequencing", "-s", "max-models,optimal", "--csv", tmp_path / "it.csv")
    head, models, best = done.stdout.splitlines()[1:4]
    assert "most cost" in head and "mean cost" in head
    assert models.split()[-5:] == ["4", "11.5", "8.0312", "+11.26", "%"]
    assert best.split()[-4:] == ["4", "11.5", "7.2188", "proved"]
    grid = run("compare", "priced-search", "-D", "n=6,7", "-s", "max-models,optimal").stdout
    assert "10.5000  (15)  10.3333  (14)  +1.61 %" in grid and "mean cost (most cost)" in grid
    rows = list(csv.DictReader(io.StringIO((tmp_path / "it.csv").read_text("utf-8"))))
    assert [(row["lost"], row["most_cost"], row["mean_cost"]) for row in rows] == [
        ("0", "11.5", "8.03125"),
        ("0", "11.5", "7.21875"),
    ]


def test_what_is_won_is_said_also_where_that_is_all() -> None:
    asked = ("optimal", "mastermind", "-D", "pegs=2", "-D", "colours=2")
    won = re.compile(r"^  won +4  of 4 codes$", re.MULTILINE)
    assert won.search(run(*asked, "--objective", "won", "--within", "4").stdout)
    assert "won" not in run(*asked).stdout


WEIGHED = """game "Weighed"
secret x : 1..5
weight x
state left = 2 in 0..2
lost when left = 0
experiment guess(g : 1..5)
  observe if x = g then "yes" else if x < g then "less" else "more"
  final x = g
  then left = left - (if x = g then 0 else 1)
"""


def test_what_is_lost_is_a_part_of_the_weight_where_codes_have_weights(tmp_path: Path) -> None:
    game = tmp_path / "weighed.cb"
    game.write_text(WEIGHED)
    lines = run("compare", game, "-s", "parts,optimal").stdout.splitlines()
    assert [re.findall(r"[+\d.]+ %(?: lost)?", line) for line in lines[2:4]] == [
        ["46.67 %", "+26.67 % lost"],
        ["20.00 %"],
    ]
    assert "46.67 %" in run("analyze", game, "-s", "parts").stdout
    found = csv.DictReader(io.StringIO(run("compare", game, "-s", "parts,optimal", "--csv").stdout))
    assert [(row["lost"], row["lost_weight"], row["lost_lower"]) for row in found] == [
        ("2", "7", "3"),
        ("2", "3", "3"),
    ]


def test_where_nothing_can_be_lost_that_is_known_without_the_optimum() -> None:
    found = csv.DictReader(
        io.StringIO(run("compare", "mastermind", "-D", "pegs=2", "-s", "parts", "--csv").stdout)
    )
    assert [(row["lost_lower"], row["lost_upper"]) for row in found] == [("0", "0")]


FINED = """
secret x : 1..4
state s = 0 in 0..1
lost when s = 1 cost 1
experiment guess(g : 1..4)
  cost 1
  observe x = g
  final x = g
experiment fold()
  cost 0
  observe 1
  then s = 1
experiment pay()
  cost 9
  observe x
"""
"""A game in which it is cheapest to give up."""


def test_where_losing_has_a_cost_that_is_all_that_is_compared_of_it() -> None:
    def fold(_: cobra.Knowledge) -> str:
        return "fold"

    comparison = cobra.compare(load_text(FINED), ["parts", "optimal", fold])
    (one,) = comparison.instances
    assert one.analysis is not None
    assert [(row.lost, row.costs) for row in one.analysis.rows] == [(0, (10, 10)), (4, (1, 1)), (4, (1, 1))]
    assert [rank(row, "average") for row in one.analysis.rows] == [(0, 40), (0, 4), (0, 4)]
    assert [row.optimal for row in one.analysis.rows] == [False, True, True]
    assert [above_optimal(row, one.analysis) for row in one.analysis.rows] == ["+900.00 %", "0", "0"]
    assert {row["lost_lower"] for row in csv.DictReader(io.StringIO(comparison_csv(comparison)))} == {""}
    assert "4/4 = 1.0000= " in comparison_text(comparison)
    alone = cobra.compare(load_text(FINED), ["parts", fold])
    assert "4/4 = 1.0000* " in comparison_text(alone)
