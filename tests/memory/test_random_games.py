"""Random games with a state, prices, limits and plays that are lost: the core against the definition."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.strategy.check.verify import verify
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings
from tests.memory.games import games_of_two_unknowns, memory_games
from tests.oracle.memory import SCORES, BarredError, Rules, least, played
from tests.random_cases import random_cases

MEMORY = 1 << 28
LONGEST = 12
"""No play of a best strategy of these games was longer than 10: there are few codes and few states."""


def table_of(game: Game) -> CodeTable:
    return CodeTable(game, Run(None, None), MEMORY, Limits())


def search(table: CodeTable, objective: str, **options: Any) -> Any:
    result = table.optimal(objective, threads=1, memory=MEMORY, proved=True, **options)
    assert result.played.stopped is None and result.proved
    return result


def verified(
    table: CodeTable, played_: Any, name: str, objective: str | None = None, **settings_: Any
) -> None:
    found = verify(strategy_of(table, played_, name, Settings(**settings_), objective=objective))
    assert found.problems == ()


@pytest.mark.thorough
@given(memory_games())
@random_cases(150)
def test_optima_are_those_of_the_definition(game: Game) -> None:
    check_optima(game)


@pytest.mark.slow
@given(memory_games())
@settings(max_examples=1000, deadline=None)
def test_many_optima(game: Game) -> None:
    check_optima(game)


def check_optima(game: Game) -> None:
    """The least averages and worst cases, with the fewest lost codes, and the strategies that attain them."""
    table = table_of(game)
    for objective, counted in (("average", "total"), ("worst", "worst")):
        expected = least(game, counted, LONGEST)
        result = search(table, objective)
        if expected is None:
            continue  # only longer plays would do
        figures = result.played.figures
        weights = table.weights()
        assert figures.measure(counted) == expected[1]
        if max(weights) == 1 and game.memory is not None and game.memory.loss is None:
            assert figures.lost == expected[0]
        verified(table, result.played, "optimal", objective)


@pytest.mark.thorough
@given(memory_games(), st.integers(1, 4))
@random_cases(100)
def test_codes_won_within_some_experiments(game: Game, within: int) -> None:
    check_won(game, within)


@pytest.mark.thorough
@given(games_of_two_unknowns(), st.integers(1, 4))
@random_cases(100)
def test_codes_of_two_unknowns_won_within_some_experiments(game: Game, within: int) -> None:
    check_won(game, within)


def check_won(game: Game, within: int) -> None:
    """As many codes as possible, by weight, and then the least average."""
    table = table_of(game)
    result = search(table, "won", within=within)
    expected = least(game, "total", within, within=True, won_only=True)
    assert [(lower, upper) for _, lower, upper in result.intervals] == [(v, v) for v in expected or ()]
    assert result.played.figures.measure("total") == (expected or (0, 0))[1]
    verified(table, result.played, "optimal", "won", within=within)


@pytest.mark.thorough
@given(memory_games(), st.integers(1, 4))
@random_cases(60)
def test_plays_of_bounded_length(game: Game, longest: int) -> None:
    """With a bound on lengths there may be no strategy, and that is found out."""
    expected = least(game, "total", longest)
    result = search(table_of(game), "average", max_depth=longest)
    assert result.infeasible == (expected is None)
    if expected is not None:
        assert result.played.figures.measure("total") == expected[1]
        assert result.played.figures.worst <= longest


@pytest.mark.thorough
@given(memory_games(), st.sampled_from([("average", "total"), ("worst", "worst")]), st.integers(0, 99))
@random_cases(40)
def test_what_is_demanded_first_need_not_be_final(game: Game, wanted: tuple[str, str], number: int) -> None:
    objective, counted = wanted
    rules = Rules(game)
    begun = rules.experiments(rules.start)
    assume(game.ending == "hit" and begun)
    first = begun[number % len(begun)]
    expected = least(rules, counted, 5, consistent=True, first=first)
    table = table_of(game)
    result = search(table, objective, max_depth=5, consistent=True, first=first)
    assert result.infeasible == (expected is None)
    if expected is not None:
        assert result.played.figures.measure(counted) == expected[1]
        shown = Notation(game).experiment(first)
        verified(table, result.played, "optimal", objective, consistent=True, first=shown)
        again = search(table, objective, max_depth=5, consistent=True, first=first, beginning=result.played)
        assert again.played.figures.measure(counted) == expected[1]


@pytest.mark.thorough
@given(memory_games(), st.sampled_from([("average", "total"), ("worst", "worst")]))
@random_cases(40)
def test_only_what_can_still_be_final(game: Game, wanted: tuple[str, str]) -> None:
    """Consistent strategies make such experiments, and what tells nothing but changes the state."""
    objective, counted = wanted
    assume(game.ending == "hit")
    expected = least(game, counted, 5, consistent=True)
    table = table_of(game)
    result = search(table, objective, max_depth=5, consistent=True)
    assert result.infeasible == (expected is None)
    if expected is not None:
        assert result.played.figures.measure(counted) == expected[1]
        verified(table, result.played, "optimal", objective, consistent=True)
        again = search(table, objective, max_depth=5, consistent=True, beginning=result.played)
        assert again.intervals == result.intervals


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "left"), [(2, 4), (3, 12)])
def test_ships_are_sunk_by_nothing_that_can_be_final(size: int, left: int) -> None:
    game = cobra.load("battleship-sunk", {"size": size, "length": 2})
    message = f"--consistent leaves a strategy nothing to do: with {left} codes left"
    with pytest.raises(GameError, match=message):
        cobra.analyze(game, ["max-models"], consistent=True)
    assert cobra.analyze(game, ["max-models"]).rows[0].figures.lost == 0


@pytest.mark.thorough
@given(memory_games(), st.sampled_from(sorted(SCORES)))
@random_cases(150)
def test_one_step_strategies_are_those_of_the_definition(game: Game, strategy: str) -> None:
    """Lengths, prices, lost codes of whole trees; where losing has a price none beats the optimum."""
    table = table_of(game)
    result = table.greedy(
        strategy, ties="final,first", consistent=False, seed=0, equivalences=None, threads=1, memory=MEMORY
    )
    verified(table, result, strategy)
    expected = played(game, strategy)
    if expected is not None:
        figures = result.figures
        assert (figures.total, figures.price_total, figures.lost, figures.worst) == expected
    if game.memory is not None and game.memory.loss is not None:
        best = search(table, "average").played.figures
        assert best.price_total <= result.figures.price_total


@pytest.mark.thorough
@given(memory_games(), st.sampled_from(sorted(SCORES)))
@random_cases(80)
def test_one_step_strategies_that_keep_to_what_can_still_be_final(game: Game, strategy: str) -> None:
    """They give up nothing that could be found out; where nothing is allowed that is said."""
    assume(game.ending == "hit")
    table = table_of(game)

    def result() -> Any:
        return table.greedy(strategy, ties="final,first", consistent=True, seed=0, threads=1, memory=MEMORY)

    try:
        expected = played(game, strategy, consistent=True)
    except BarredError:
        with pytest.raises(GameError, match=r"--consistent leaves a strategy|no experiment is final for"):
            result()  # the latter where the game is not well-formed
        return
    if expected is None:  # the state has to be changed somewhere
        with suppress(GameError):
            verified(table, result(), strategy, consistent=True)
        return
    found = result()
    figures = found.figures
    assert (figures.total, figures.price_total, figures.lost, figures.worst) == expected
    verified(table, found, strategy, consistent=True)


@pytest.mark.thorough
@given(memory_games())
@random_cases(60)
def test_two_measures_one_under_the_other(game: Game) -> None:
    """The least average under the least worst case, and the other way round."""
    table = table_of(game)
    worst, total = least(game, "worst", LONGEST), least(game, "total", LONGEST)
    if worst is None or total is None:
        return
    both = least(game, "total", LONGEST, most=worst[1])
    result = search(table, "worst-average")
    assert both is not None and [upper for _, _, upper in result.intervals] == [worst[1], both[1]]
    result = search(table, "average-worst")
    assert result.intervals[0][1] == total[1]
    best = result.intervals[1][2]
    assert best is not None and least(game, "total", LONGEST, most=best) == total
    assert best == 0 or least(game, "total", LONGEST, most=best - 1) != total


@pytest.mark.slow
def test_the_games_are_of_all_kinds() -> None:
    """What is generated has states that change, prices, limits, and lost plays."""
    kinds: set[str] = set()

    @given(memory_games())
    @settings(max_examples=100, database=None)
    def collect(game: Game) -> None:
        memory = game.memory
        assert memory is not None
        kinds.add(game.ending)
        kinds.update(
            ["priced"] * memory.priced, ["loses"] * memory.loses, ["loss"] * (memory.loss is not None)
        )
        kinds.update(["limited"] * (len(memory.slots) > 1), ["weighted"] * (game.weight is not None))

    collect()
    assert kinds == {"hit", "identify", "priced", "loses", "loss", "limited", "weighted"}
