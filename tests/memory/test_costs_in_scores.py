"""`cost` in scores: what an experiment costs, by outcome and on the mean, against the definition."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.breakers.find import find_breaker
from cobra.errors import CobraError, GameError
from cobra.language.score import read_score
from cobra.model.game import Game
from cobra.model.memory import price_parts
from tests.memory.games import memory_games
from tests.memory.test_random_games import MEMORY, table_of, verified
from tests.oracle.memory import played
from tests.oracle.scores import Figures, keys_of
from tests.random_cases import random_cases

SCORES = (
    "min cost then max parts",
    "min sum(n^2) + total*cost",
    "min sum(n*log2(n))*(cost + 1)",
    "max (total*log2(total) - sum(n*log2(n)))/(1 + cost)",
    "min max(n*cost)",
    "min max(n + cost) - hit*cost",
    "min sum(w*sqrt(cost))/3 then min cost",
    "max min(cost) then min sum(w^2)",
    "min sum(n)/cost",
)


@pytest.mark.thorough
@given(memory_games(), st.sampled_from(SCORES))
@random_cases(200)
def test_scores_are_those_of_the_definition(game: Game, score: str) -> None:
    table = table_of(game)
    program = read_score(score).strategy(game.weight is not None, price_parts(game))
    try:
        expected = played(game, score)
    except GameError as error:
        with pytest.raises(CobraError, match=r"the score has no value where .*: a division by 0"):
            table.greedy(
                program,
                ties="final,first",
                consistent=False,
                seed=0,
                equivalences=None,
                threads=1,
                memory=MEMORY,
            )
        assert str(error) == "a division by 0"
        return
    result = table.greedy(
        program, ties="final,first", consistent=False, seed=0, equivalences=None, threads=1, memory=MEMORY
    )
    verified(table, result, score)
    if expected is not None:
        figures = result.figures
        assert (figures.total, figures.price_total, figures.lost, figures.worst) == expected


def test_a_search_by_what_an_answer_costs() -> None:
    """What the score does to a list with prices, written out by hand."""
    game = cobra.load("priced-search")

    @cache
    def paid(low: int, high: int) -> int:
        """The sum of costs for the numbers of a range, cut where `min sum(n^2) + total*cost` is least."""
        size = high - low + 1
        if size == 1:
            return 0
        cut = min(
            range(low + 1, high + 1),
            key=lambda cut: ((cut - low) ** 2 + (high + 1 - cut) ** 2 + size * cut, cut),
        )
        return size * cut + paid(low, cut - 1) + paid(cut, high)

    (row,) = cobra.analyze(game, ["min sum(n^2) + total*cost"]).rows
    assert row.costs is not None and row.costs[1] == Fraction(paid(1, 15), 15)
    (best,) = cobra.analyze(game, ["optimal"]).rows
    assert best.costs is not None and best.costs[1] <= row.costs[1]


def test_the_mean_is_by_weight_and_rounded_once() -> None:
    """Two codes of weight 1 and 2, which pay 1/10 and 3/10: 7/30 is rounded, not tenths before."""
    figures = Figures([1, 1], [], [1, 2], 0, 0, [Fraction(1, 10), Fraction(3, 10)])
    assert keys_of(read_score("min cost"), figures) == ((round(Fraction(7, 30) * 2**32),),)
    assert keys_of(read_score("min sum(cost)"), figures) == ((round(2**32 / 10) + round(3 * 2**32 / 10),),)
    without = Figures([1, 1], [], [1, 2], 0, 0)
    assert keys_of(read_score("min cost then max sum(n*cost)"), without) == ((2**32,), (-2 * 2**32,))


def test_without_prices_an_experiment_costs_one() -> None:
    assert read_score("min cost*sum(n^2)").program() == read_score("min 1*sum(n^2)").program()
    mastermind = cobra.load("mastermind", {"pegs": 3, "colours": 4})
    one, other = cobra.analyze(mastermind, ["min sum(n^3) + 7*cost", "min sum(n^3)"]).rows
    assert one.distribution == other.distribution
    liar = cobra.load("liar")
    one, other = cobra.analyze(liar, ["min max(n*cost)", "min max(n)"]).rows
    assert (one.first, one.worst) == (other.first, other.worst)


def test_what_cannot_be_said() -> None:
    text = "secret x : 1..3 experiment ask(g : 1..3) observe x = g cost 0.000000001 * 0.1"
    with pytest.raises(GameError, match="cost in a score is not possible with prices in parts of 1/"):
        cobra.analyze(cobra.load_text(text), ["min cost"])
    with pytest.raises(GameError, match="there is no quantity 'costs'; did you mean 'cost'"):
        find_breaker("min costs")
    zero = "secret x : 1..3 experiment ask(g : 1..3) observe x = g cost g - 1"
    with pytest.raises(CobraError, match="the score has no value where 3 codes are left: a division by 0"):
        cobra.analyze(cobra.load_text(zero), ["max parts/cost"])
