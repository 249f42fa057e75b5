"""The table of plays: its exact text, and every play made again."""

from __future__ import annotations

import csv
from collections import Counter
from io import StringIO

import pytest

import cobra
from cobra.export.played import PlayedStrategy
from tests.export.made import CORE, NASTY, OVER, exported, mastermind
from tests.strategy.made import SMALL, one_step


def test_the_exact_text() -> None:
    assert exported(mastermind(2, 2), "csv") == (
        "code,length,experiment 1,outcome 1,experiment 2,outcome 2,experiment 3,outcome 3\n"
        "00,1,00,2B0W,,,,\n"
        "01,2,00,1B0W,01,2B0W,,\n"
        "10,3,00,1B0W,01,0B2W,10,2B0W\n"
        "11,2,00,0B0W,11,2B0W,,\n"
    )
    assert exported(OVER, "csv") == "code,length\n1,0\n"


@pytest.mark.parametrize("name", ["bulls-and-cows", "counterfeit-coin", "black-box", "wordle", "sorting"])
def test_every_line_is_the_play_of_its_code(name: str) -> None:
    strategy = one_step(cobra.load(name, SMALL.get(name)))
    made = PlayedStrategy(strategy)
    header, *rows = csv.reader(StringIO("".join(cobra.export_lines(strategy, "csv"))))
    assert [row[0] for row in rows] == made.codes
    assert Counter(int(row[1]) for row in rows) == strategy.figures.distribution
    for number, row in enumerate(rows):
        assert len(row) == len(header)
        position = made.root
        for experiment, outcome in zip(row[2::2], row[3::2], strict=True):
            if position.node < 0:
                assert (experiment, outcome) == ("", "")
                continue
            assert experiment == made.experiment(position.node)
            position = dict(made.branches[position.node])[outcome]
        assert (position.node, position.length) == (-1, int(row[1]))
        assert number in made.order[position.start : position.stop]


def test_what_a_play_costs_and_whether_it_is_lost() -> None:
    strategy = cobra.optimal(cobra.load("priced-search", {"n": 4})).strategy
    assert strategy is not None
    assert "".join(cobra.export_lines(strategy, "csv")) == (
        "code,length,cost,experiment 1,outcome 1,experiment 2,outcome 2\n"
        "1,2,5,3,left of it,2,left of it\n"
        "2,2,5,3,left of it,2,there or right of it\n"
        "3,2,7,3,there or right of it,4,left of it\n"
        "4,2,7,3,there or right of it,4,there or right of it\n"
    )
    strategy = cobra.optimal(mastermind(2, 2), "won", within=2).strategy
    assert strategy is not None
    rows = list(csv.DictReader(StringIO("".join(cobra.export_lines(strategy, "csv")))))
    assert Counter(row["lost"] for row in rows) == {"no": 3, "yes": 1}
    assert strategy.figures.lost == 1


@pytest.mark.parametrize("lives", [1, 2])
def test_lost_plays_are_those_of_the_figures(lives: int) -> None:
    strategy = one_step(cobra.load("hangman-lives", {"lives": lives}))
    rows = list(csv.DictReader(StringIO("".join(cobra.export_lines(strategy, "csv")))))
    assert sum(row["lost"] == "yes" for row in rows) == strategy.figures.lost > 0


def test_who_has_no_experiment_left_has_lost() -> None:
    """No `lost when` says so: one look tells whether it is 1, and nothing tells 2 and 3 apart any more."""
    game = cobra.load_text("secret x : 1..3 experiment look(g : 1..3) observe x = g limit 1")
    strategy = cobra.optimal(game).strategy
    assert strategy is not None and strategy.figures.lost == 2
    assert "".join(cobra.export_lines(strategy, "csv")) == (
        "code,length,lost,experiment 1,outcome 1\n1,1,no,1,yes\n2,1,yes,1,no\n3,1,yes,1,no\n"
    )


def test_words_that_mean_something() -> None:
    _, *rows = csv.reader(StringIO(exported(NASTY, "csv", "first")))
    assert [row[0] for row in rows[3:5]] == ['"(x): 1*"', "]]>"]
    assert rows[1][2:6] == ["<script>", "no; [not] & never", "a&b", "yes: (it) <is> \\n"]


def test_the_experiment_that_only_confirms_is_counted() -> None:
    lines = exported(cobra.load(CORE / "mastermind-3-4.in"), "csv").splitlines()
    assert lines[3] == "p1c0 p2c0 p3c2,3,012,2B0W,023,1B1W,,"
