"""Looking ahead in games with a state, prices and plays that are lost, against the definition."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.breakers.find import find_breaker
from cobra.engine.played import Played
from cobra.engine.table import CodeTable
from cobra.errors import CobraError, GameError
from cobra.language.load import load_text
from cobra.language.score import read_score
from cobra.model.game import Game
from cobra.model.memory import price_parts
from tests.memory.games import memory_games
from tests.memory.test_random_games import MEMORY, table_of, verified
from tests.oracle.memory import BarredError, played
from tests.oracle.situations_ahead import looking_ahead
from tests.random_cases import random_cases

SCORES = (
    "max parts",
    "min max(n)",
    "min sum(n*log2(n))",
    "min sum(w^2) then min cost",
    "min sum(n^2) + total*cost",
    "min max(n*cost)",
    "min sum(n^2) - hit",
    "max sum(n*fixed)",
)
STEPS = st.sampled_from([(1, 3), (2, 1), (2, 2), (2, 8), (3, 2), (3, 8)])


def ahead(table: CodeTable, score: str, steps: tuple[int, int], consistent: bool = False) -> Played:
    """Play a score some steps ahead."""
    depth, beam = steps
    seen = table.game.weight is not None, price_parts(table.game)
    read = read_score(score)
    return table.greedy(
        (read.strategy(*seen), read.program(*seen), depth, beam),
        ties="final,first",
        consistent=consistent,
        seed=0,
        threads=1,
        memory=MEMORY,
    )


@pytest.mark.thorough
@given(memory_games(), st.sampled_from(SCORES), STEPS)
@random_cases(120)
def test_they_are_those_of_the_definition(game: Game, score: str, steps: tuple[int, int]) -> None:
    check(game, score, steps)


@pytest.mark.slow
@given(memory_games(), st.sampled_from(SCORES), STEPS)
@settings(max_examples=1000, deadline=None)
def test_many(game: Game, score: str, steps: tuple[int, int]) -> None:
    check(game, score, steps)


def check(game: Game, score: str, steps: tuple[int, int]) -> None:
    """Lengths, prices, lost codes of whole trees, which `verify` finds right, too."""
    result = ahead(table_of(game), score, steps)
    verified(table_of(game), result, score)
    expected = played(game, score, choose=looking_ahead(*steps))
    if expected is not None:
        figures = result.figures
        assert (figures.total, figures.price_total, figures.lost, figures.worst) == expected


@pytest.mark.thorough
@given(memory_games(), st.sampled_from(SCORES), STEPS)
@random_cases(40)
def test_only_what_can_still_be_final(game: Game, score: str, steps: tuple[int, int]) -> None:
    """They keep to it as one-step strategies do."""
    assume(game.ending == "hit")
    try:
        expected = played(game, score, True, looking_ahead(*steps))
    except BarredError:
        with pytest.raises(GameError, match=r"--consistent leaves a strategy|no experiment is final for"):
            ahead(table_of(game), score, steps, consistent=True)
        return
    if expected is not None:
        figures = ahead(table_of(game), score, steps, consistent=True).figures
        assert (figures.total, figures.price_total, figures.lost, figures.worst) == expected


def test_a_state_that_changes_nothing_changes_nothing() -> None:
    """It is the strategy of the game without it, to the last experiment."""
    plain = """
      alphabet colour = 1..3
      secret code[1..3] : colour
      experiment guess(g[1..3] : colour)
        let black = count(i in 1..3 : code[i] = g[i])
        observe black, sum(c in colour : min(count(i in 1..3 : code[i] = c), count(i in 1..3 : g[i] = c)))
        final black = 3
    """
    with_state = plain.replace("experiment", "state s = 0 in 0..1\nexperiment", 1)
    for strategy in (
        "look-ahead(ent-models)",
        "look-ahead(parts, depth=3, beam=3)",
        "look-ahead(max-models)",
    ):
        one, other = (cobra.analyze(load_text(text), [strategy]).rows[0] for text in (plain, with_state))
        assert one.distribution == other.distribution and one.first == other.first


def test_values() -> None:
    """What two steps find that one does not: floors that need not be tried one by one, a cheaper search."""
    eggs = cobra.load("egg-drop", {"floors": 30})
    one, two = cobra.analyze(eggs, ["ent-models", "look-ahead(ent-models)"]).rows
    assert (one.worst, two.worst) == (15, 12)
    prices = cobra.load("priced-search")
    one, two = cobra.analyze(prices, ["parts", "look-ahead(parts)"]).rows
    assert one.costs is not None and two.costs is not None
    assert (str(one.costs[1]), str(two.costs[1])) == ("784/15", "566/15")


def test_threads_symmetry_and_ties() -> None:
    """Neither threads nor the use of symmetry change anything; ties at random are refused."""
    game = cobra.load("egg-drop", {"floors": 15})
    rows = [
        cobra.analyze(game, ["look-ahead(ent-models)"], threads=threads, equivalences=chain).rows[0]
        for threads, chain in ((1, None), (2, None), (1, ["none"]), (1, ["symbols"]))
    ]
    assert len({(row.first, row.total, row.worst, row.nodes) for row in rows}) == 1
    with pytest.raises(GameError, match="look-ahead takes no ties random"):
        cobra.analyze(game, ["look-ahead(parts)"], ties="random")
    table = table_of(game)
    program = read_score("max parts").program()
    with pytest.raises(CobraError, match="look-ahead takes no experiments at random"):
        table.greedy(
            ("parts", program, 2, 2), ties="random", consistent=False, seed=0, threads=1, memory=MEMORY
        )
    with pytest.raises(CobraError, match="ties are counted of what compares scores one step ahead"):
        table.tied(("parts", program, 2, 2), ties="first", memory=MEMORY)  # type: ignore[arg-type]
    assert find_breaker("look-ahead(parts)").name == "look-ahead(parts, depth=2, beam=8)"
