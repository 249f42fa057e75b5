"""Random games with lies and moves: the core against the definition, and every strategy replayed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import CobraError, LimitError
from cobra.language.load import load_text
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.spaces import codes
from cobra.sat.wellformed import prove_well_formed
from cobra.strategy.check.verify import verify
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings
from tests.memory.games import Drawn
from tests.oracle.unseen import least_worst
from tests.random_cases import random_cases
from tests.unseen.texts import unseen_text

MEMORY = 1 << 28
LONGEST = 12
ONE_STEP = ("max-models", "ent-models", "parts", "exp-fixed", "random", "first")


@st.composite
def unseen_texts(draw: st.DrawFn) -> str:
    """A game of up to six codes in which answers may be lies, or the secret moves, or both."""
    return unseen_text(Drawn(draw))


@st.composite
def unseen_games(draw: st.DrawFn) -> Game:
    """A well-formed one."""
    try:
        game = load_text(draw(unseen_texts()))
    except CobraError:
        assume(False)
    assume(codes(game) and game.unseen is not None)
    assume(all(proof.holds for proof in prove_well_formed(game)))
    return game


def table_of(game: Game) -> CodeTable:
    return CodeTable(game, Run(None, None), MEMORY, Limits())


def verified(table: CodeTable, played: Any, name: str, objective: str | None = None) -> None:
    found = verify(strategy_of(table, played, name, Settings(), objective=objective))
    assert found.problems == ()


@pytest.mark.thorough
@given(unseen_games())
@random_cases(150)
def test_the_least_worst_case_is_that_of_the_definition(game: Game) -> None:
    check_worst(game)


@pytest.mark.slow
@given(unseen_games())
@settings(max_examples=2000, deadline=None)
def test_many_worst_cases(game: Game) -> None:
    check_worst(game)


def check_worst(game: Game) -> None:
    """The optimum, and the strategy that attains it."""
    try:
        expected = least_worst(game, LONGEST)
    except LimitError:
        assume(False)
    table = table_of(game)
    result = table.optimal("worst", threads=1, memory=MEMORY, proved=True)
    assert result.proved and result.played.stopped is None
    if expected is None:
        assert result.infeasible or result.played.figures.worst > LONGEST
    else:
        assert not result.infeasible and result.intervals == [("worst", expected, expected)]
        assert result.played.figures.worst == expected
    if not result.infeasible:
        verified(table, result.played, "optimal", "worst")


@pytest.mark.thorough
@given(unseen_games(), st.sampled_from(ONE_STEP))
@random_cases(150)
def test_one_step_strategies_are_replayed(game: Game, strategy: str) -> None:
    """Whatever they take, no play is longer than said, none is left out, none goes on when it is over."""
    table = table_of(game)
    result = table.greedy(
        strategy, ties="final,first", consistent=False, seed=0, equivalences=None, threads=1, memory=MEMORY
    )
    verified(table, result, strategy)
    best = table.optimal("worst", threads=1, memory=MEMORY, proved=True)
    if result.figures.lost == 0:
        assert not best.infeasible and best.played.figures.worst <= result.figures.worst


@pytest.mark.thorough
@given(unseen_games(), st.integers(1, 6))
@random_cases(60)
def test_a_bound_on_the_length_and_a_first_experiment(game: Game, longest: int) -> None:
    """What is demanded is kept, or shown to be impossible."""
    table = table_of(game)
    free = table.optimal("worst", threads=1, memory=MEMORY, proved=True)
    bounded = table.optimal("worst", max_depth=longest, threads=1, memory=MEMORY, proved=True)
    assert bounded.infeasible == (free.infeasible or free.played.figures.worst > longest)
    if free.infeasible or free.played.first is None:
        return
    again = table.optimal("worst", first=free.played.first, threads=1, memory=MEMORY, proved=True)
    assert again.played.figures.worst == free.played.figures.worst
    assert again.played.first == free.played.first
