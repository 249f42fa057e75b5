"""Optimal strategies from Python: values, conditions, and what a stopped search knows."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

import cobra
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, InternalError
from cobra.interval import Interval
from cobra.limits import Limits

SMALL = {
    ("mastermind", ("pegs", 2), ("colours", 3)): (21, 3),
    ("mastermind", ("pegs", 2), ("colours", 4)): (45, 4),
    ("mastermind", ("pegs", 3), ("colours", 3)): (73, 4),
    ("bulls-and-cows", ("places", 2), ("digits", 4)): (30, 3),
    ("sorting", ("n", 4)): (112, 5),
    ("counterfeit-coin", ("coins", 4)): (18, 3),
    ("higher-lower", ("n", 10)): (29, 4),
    ("diagnosis",): (108, 4),
}
"""Least total and least worst case by the oracle, which shares nothing with the core."""


def load(name: str, *arguments: tuple[str, int]) -> cobra.Game:
    return cobra.load(name, dict(arguments))


@pytest.mark.parametrize("game", SMALL)
def test_every_objective(game: Any) -> None:
    total, worst = SMALL[game]
    loaded = load(*game)
    for objective, measures in {
        "average": {"total": total},
        "worst": {"worst": worst},
        "average-worst": {"total": total},
        "worst-average": {"worst": worst},
        "nodes": {"worst": worst},
    }.items():
        result = cobra.optimal(loaded, objective)
        assert (result.proved, result.infeasible, result.stopped) == (True, False, None)
        assert result.row.optimal
        figures = {"total": result.row.total, "worst": result.row.worst, "nodes": result.row.nodes}
        assert measures.items() <= figures.items(), objective
        for interval in result.intervals:
            assert interval.lower == interval.upper == figures[interval.measure], objective
        assert result.row.settled == result.row.codes
        assert result.row.average == Fraction(result.row.total, result.row.weight)


def test_no_shorter_play_than_possible() -> None:
    """Three guesses are too few for Mastermind 3 x 4, four are enough."""
    game = load("mastermind", ("pegs", 3), ("colours", 4))
    assert cobra.optimal(game, "worst").row.worst == 4
    result = cobra.optimal(game, max_depth=3)
    assert (result.infeasible, result.proved, result.stopped) == (True, True, None)
    assert (result.strategy, result.row.average, result.row.infeasible) == (None, None, True)
    within = cobra.optimal(game, max_depth=4)
    assert (within.proved, within.row.worst, within.row.infeasible) == (True, 4, False)


def test_the_first_experiment_is_the_one_demanded() -> None:
    game = load("mastermind", ("pegs", 2), ("colours", 3))
    totals = {}
    for first in ("00", "01"):
        result = cobra.optimal(game, first=f" {first[0]} {first[1]} ")
        assert (result.first, result.row.first, result.proved) == (first, first, True)
        totals[first] = result.row.total
    assert totals == {"00": 24, "01": 21}


@pytest.mark.parametrize(
    ("name", "size", "told", "first"),
    [("counterfeit-coin", ("coins", 5), "34 | 12", "12 | 34"), ("sorting", ("n", 3), "2 | 1", "1 | 2")],
)
def test_the_first_experiment_may_be_told_the_other_way_round(
    name: str, size: tuple[str, int], told: str, first: str
) -> None:
    result = cobra.optimal(load(name, size), first=told)
    assert (result.first, result.row.first, result.proved) == (first, first, True)
    assert result.row.total == cobra.optimal(load(name, size), first=first).row.total


def test_a_first_experiment_that_teaches_something_else_in_its_order_is_refused() -> None:
    game = cobra.load_text(
        'game "First of two"\nparam n = 3 in 2..9\nsecret x : 1..n\n'
        "experiment ask(i : 1..n, j : 1..n)\n  where i < j\n  observe x = i\n"
    )
    with pytest.raises(GameError, match=r"exclude it; did you mean '1 \| 2'"):
        cobra.optimal(game, first="2 | 1")


def test_consistent_strategies_ask_only_what_can_be_the_code() -> None:
    game = load("mastermind", ("pegs", 3), ("colours", 3))
    result = cobra.optimal(game, consistent=True)
    assert (result.proved, result.consistent) == (True, True)
    assert result.row.total >= 73


def test_the_strategy_is_that_of_the_figures() -> None:
    result = cobra.optimal(load("mastermind", ("pegs", 2), ("colours", 3)), "worst-average")
    strategy = result.strategy
    assert strategy is not None
    assert (strategy.name, strategy.objective, strategy.proved) == ("optimal", "worst-average", True)
    assert strategy.intervals == result.intervals == (Interval("worst", 3, 3), Interval("total", 21, 21))
    assert len(strategy.experiments) == result.row.nodes
    figures = strategy.figures
    assert (figures.worst, figures.total, figures.codes) == (3, 21, 9)
    assert figures.distribution == result.row.distribution


def test_a_game_that_is_over_before_it_begins() -> None:
    result = cobra.optimal(cobra.load_text("variable a constraint a experiment look() observe a"))
    assert (result.row.first, result.row.worst, result.row.total, result.proved) == (None, 0, 0, True)
    assert result.row.average == 0
    assert result.strategy is not None
    assert result.strategy.root == -1


def test_weights_count_in_the_average() -> None:
    game = cobra.load_text(
        "secret s : 1..3 weight if s = 3 then 8 else 1 experiment g(x : 1..3) observe s = x final s = x"
    )
    result = cobra.optimal(game)
    assert (result.row.first, result.row.total, result.row.weight) == ("3", 8 + 2 + 3, 10)
    assert result.row.lower == result.row.upper == Fraction(13, 10)


def test_codes_that_nothing_tells_apart() -> None:
    result = cobra.optimal(cobra.load_text("variables a, b goal b experiment look() observe a"))
    assert (result.row.worst, result.row.total, result.proved) == (1, 4, True)
    assert result.row.inseparable is not None


@pytest.mark.thorough
def test_a_stopped_search_has_an_interval() -> None:
    """Mastermind 4 x 10 takes very long; a greedy strategy for its 10,000 codes is there soon."""
    game = load("mastermind", ("pegs", 4), ("colours", 10))
    result = cobra.optimal(game, time_limit=3.0)
    assert (result.stopped, result.proved, result.infeasible) == ("time", False, False)
    assert result.row.settled == (0 if result.strategy is None else result.row.codes)
    assert result.row.codes == 10**4
    for interval in result.intervals:
        assert interval.measure == "total"
        assert interval.upper == (None if result.strategy is None else result.row.total)
        assert interval.upper is None or interval.lower < interval.upper


def test_a_one_step_strategy_may_be_proved_optimal() -> None:
    game = load("mastermind", ("pegs", 2), ("colours", 3))
    rows = cobra.analyze(game, ["parts", "optimal", "max-models"]).rows
    assert [(row.name, row.optimal) for row in rows] == [
        ("parts", True),
        ("optimal", True),
        ("max-models", False),
    ]
    assert [row.intervals for row in rows] == [(), (Interval("total", 21, 21),), ()]
    assert (rows[0].lower, rows[1].lower, rows[1].upper) == (None, Fraction(21, 9), Fraction(21, 9))
    alone = cobra.analyze(game, ["parts"]).rows[0]
    assert not alone.optimal


def test_the_objective_of_an_analysis() -> None:
    game = load("mastermind", ("pegs", 3), ("colours", 3))
    analysis = cobra.analyze(game, ["max-models", "optimal"], objective="worst")
    assert analysis.objective == "worst"
    assert [(row.worst, row.optimal) for row in analysis.rows] == [(4, True), (4, True)]


def test_an_interval_is_shown_rounded_outwards() -> None:
    assert Interval("total", 26199, 26274).show(5040) == "average 5.1982 … 5.2131"
    assert Interval("total", 26200, None).ends(5040) == ("5.1984", None)
    assert Interval("total", 9, 9).show(4) == "average 2.2500"
    assert Interval("worst", 5, None).show(7) == "worst ≥ 5"
    assert Interval("nodes", 1400, 1500).show(7) == "nodes 1,400 … 1,500"
    assert Interval("worst", 7, 7).closed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"objective": "averge"}, "there is no objective 'averge'; did you mean 'average'?"),
        ({"max_depth": 0}, "max_depth must be a whole number from 1 to 9,223,372,036,854,775,807"),
        ({"consistent": True}, "no outcome of this game is final, so --consistent has no meaning in it"),
        ({"first": "1 2 3 | 4"}, "'1 2 3 | 4' is not an experiment"),
        ({"memory": 0}, "raise it with --memory SIZE"),
    ],
)
def test_wrong_requests(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(cobra.CobraError, match=message.replace("|", r"\|").replace("?", r"\?")):
        cobra.optimal(load("counterfeit-coin", ("coins", 4)), **arguments)


def test_an_ill_formed_game_is_refused() -> None:
    game = cobra.load_text('variables a, b experiment g() outcome "a" : a outcome "b" : b')
    with pytest.raises(GameError, match="does not hold"):
        cobra.optimal(game)


def test_nothing_is_proved_of_a_game_that_may_be_ill_formed(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(game: cobra.Game, *_: object) -> cobra.Check:
        return cobra.Check(game, (), "cadical195", 0.1, stopped="undecided")

    game = load("mastermind", ("pegs", 2), ("colours", 3))
    for module in ("optimal", "analyze"):
        monkeypatch.setattr(f"cobra.analysis.{module}.prove", give_up)
    monkeypatch.setattr(cobra.Check, "well_formed", None)
    result = cobra.optimal(game)
    assert (result.proved, result.row.optimal, result.stopped) == (False, False, "undecided")
    assert result.row.total == 21
    assert result.strategy is not None
    assert not result.strategy.proved
    assert not cobra.optimal(game, max_depth=1).infeasible
    assert not any(row.optimal for row in cobra.analyze(game, ["parts", "optimal"]).rows)


def test_what_is_met_where_nothing_is_proved_is_no_mistake_of_cobra(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise InternalError("a search ended without closing its interval")

    table = CodeTable(load("mastermind", ("pegs", 2), ("colours", 2)), Run(), 1 << 26, Limits())
    monkeypatch.setattr(Run, "call", broken)
    for proved, error, sentence in (
        (None, GameError, r"^a search ended without closing its interval; there was no time to prove that"),
        (
            True,
            InternalError,
            r"^internal error: a search ended without closing its interval; please report it",
        ),
    ):
        with pytest.raises(error, match=sentence):
            table.optimal("average", threads=1, memory=1 << 26, proved=proved)


@pytest.mark.parametrize("copied", [deepcopy, lambda result: pickle.loads(pickle.dumps(result))])
def test_results_can_be_copied_and_sent_elsewhere(copied: Callable[[cobra.Result], cobra.Result]) -> None:
    found = cobra.optimal(load("mastermind", ("pegs", 2), ("colours", 3)))
    other = copied(found)
    assert (other.row, other.objective, other.proved) == (found.row, found.objective, True)
    assert found.strategy is not None
    assert other.strategy == found.strategy
    assert other.strategy is not found.strategy
    assert cobra.verify(other.strategy).correct
