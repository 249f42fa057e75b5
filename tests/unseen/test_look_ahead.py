"""Looking one step and some steps ahead in games with lies, moves and noise, node by node against the
definition."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.engine.played import Played
from cobra.engine.table import CodeTable
from cobra.errors import CobraError, GameError
from cobra.language.load import load_text
from cobra.language.score import read_score
from cobra.model.game import Game
from cobra.model.spaces import codes
from cobra.sat.wellformed import prove_well_formed
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings
from tests.memory.games import Drawn
from tests.oracle.beliefs_ahead import Believed, Seen
from tests.oracle.unseen import Hidden
from tests.random_cases import random_cases
from tests.unseen.test_random_games import MEMORY, table_of, unseen_games, verified
from tests.unseen.texts import noisy_text

SCORES = (
    "max parts",
    "min max(n)",
    "min sum(n*log2(n))",
    "min sum(w^2)",
    "min sum(n^2)/total then max hit",
    "max sum(n*fixed)",
)
STEPS = st.sampled_from([(1, 1), (2, 1), (2, 2), (2, 8), (3, 2), (3, 8)])


@st.composite
def noisy_games(draw: st.DrawFn) -> Game:
    """A well-formed one in which answers are wrong by chance, but not any number of them."""
    try:
        game = load_text(noisy_text(Drawn(draw)))
    except CobraError:
        assume(False)
    assume(codes(game) and game.unseen is not None and game.unseen.lies > 0)
    assume(all(proof.holds for proof in prove_well_formed(game)))
    return game


def ahead(table: CodeTable, score: str, steps: tuple[int, int], threads: int = 1) -> Played:
    """Play a score some steps ahead; one step without a beam."""
    read, weighted = read_score(score), table.game.weight is not None
    one_step = read.strategy(weighted)
    return table.greedy(
        one_step if steps == (1, 1) else (one_step, read.program(weighted), *steps),
        ties="final,first",
        consistent=False,
        seed=0,
        threads=threads,
        memory=MEMORY,
    )


def check(game: Game, score: str, steps: tuple[int, int]) -> None:
    """What is taken at each node is what the definition takes there; and `verify` finds it right."""
    table = table_of(game)
    result = ahead(table, score, steps)
    verified(table, result, score)
    strategy = strategy_of(table, result, score, Settings())
    seen = Seen(game, score, *steps)
    start = seen.start()
    assert (strategy.root < 0) == (
        seen.rules.is_over(start.belief, False) or seen.choose(start, [start.belief]) is None
    )
    waiting: list[tuple[int, Believed, list[Hidden]]] = []
    if strategy.root >= 0:
        waiting.append((strategy.root, start, [start.belief]))
    while waiting:
        node, here, path = waiting.pop()
        experiment = seen.choose(here, path)
        assert experiment is not None
        assert seen.rules.experiments[experiment] == strategy.experiments[node]
        for answer, after in seen.after(here, experiment).items():
            below = strategy.branches[node][answer]
            if seen.rules.is_over(after.belief, after.is_final):
                assert below < 0
            elif below < 0:
                assert seen.choose(after, [*path, after.belief]) is None
            else:
                waiting.append((below, after, [*path, after.belief]))


@pytest.mark.thorough
@given(unseen_games(), st.sampled_from(SCORES), STEPS)
@random_cases(60)
def test_they_are_those_of_the_definition(game: Game, score: str, steps: tuple[int, int]) -> None:
    check(game, score, steps)


@pytest.mark.thorough
@given(noisy_games(), st.sampled_from(SCORES), STEPS)
@random_cases(20)
def test_by_chance_they_are_those_of_the_definition(game: Game, score: str, steps: tuple[int, int]) -> None:
    check(game, score, steps)


@pytest.mark.slow
@given(st.one_of(unseen_games(), noisy_games()), st.sampled_from(SCORES), STEPS)
@settings(max_examples=400, deadline=None)
def test_many(game: Game, score: str, steps: tuple[int, int]) -> None:
    check(game, score, steps)


def test_values() -> None:
    """A worst case of 7 where one step takes 8; threads and the use of symmetry change nothing."""
    game = cobra.load("mastermind-lie", {"pegs": 2, "colours": 5})
    (one,) = cobra.analyze(game, ["exp-models"]).rows
    assert one.worst == 8
    rows = [
        cobra.analyze(game, ["look-ahead(exp-models)"], threads=threads, equivalences=chain).rows[0]
        for threads, chain in ((1, None), (2, None), (1, ["none"]))
    ]
    assert {(row.worst, row.nodes, str(row.first)) for row in rows} == {(7, 374, "01")}
    with pytest.raises(GameError, match="look-ahead takes no ties random"):
        cobra.analyze(game, ["look-ahead(parts)"], ties="random")


def test_plays_of_any_length() -> None:
    """Where any number of answers may be wrong the next experiment is named, nothing else."""
    text = "secret x : 1..5 noise 1/10 experiment ask(g : 1..5) observe x < g, x = g final x = g"
    game = load_text(text)
    with pytest.raises(GameError, match="is not possible where any number of answers may be wrong"):
        cobra.analyze(game, ["look-ahead(ent-models)"])
    (one,) = cobra.advise(game, strategies=["look-ahead(ent-models)"]).suggestions
    assert (str(one.experiment), one.worst) == ("3", None)
