"""Symmetries of games with memory, lies and moves: each by definition, and searches with and without them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.engine.compile import compile_game
from cobra.errors import CobraError, GameError
from cobra.language.load import load_text
from cobra.model.game import Game, Memory
from cobra.model.memory import State, experiment_state, start_of
from cobra.model.outcomes import goal_value, weight_of
from cobra.model.spaces import codes
from cobra.model.unseen import successors
from cobra.sat.wellformed import prove_well_formed
from cobra.symmetries.arising import arising
from cobra.symmetries.carry import GameSymmetry
from tests.memory.games import memory_games
from tests.memory.test_random_games import LONGEST, search, table_of, verified
from tests.oracle.memory import Rules, least
from tests.random_cases import random_cases

MOST_STATES = 60


@contextmanager
def no_graph() -> Iterator[None]:
    """Let games be compiled without their graph: nothing is known of their symmetries."""
    with mock.patch("cobra.engine.compile.core_graph", return_value=None):
        yield


@st.composite
def symmetric_texts(draw: st.DrawFn) -> str:
    """A game whose numbers are interchangeable, or nearly."""
    size = draw(st.integers(2, 5))
    hit, used = draw(st.booleans()), draw(st.booleans())
    lives = draw(st.integers(0, 3))
    lines = [f"secret x : 1..{size}"]
    lines += ["weight if x = 1 then 2 else 1"] * (draw(st.integers(0, 3)) == 0)
    lines += [f"state used[1..{size}] = 0 in 0..1"] * used
    lines += [f"state left = {lives} in 0..{lives}"] * bool(lives)
    if draw(st.booleans()):
        lines.append(f"state last = {draw(st.integers(0, 1))} in 0..{size}")
        last = True
    else:
        last = False
    lines.append(f"experiment a(g : 1..{size})")
    where = draw(st.sampled_from(["", "used[g] = 0" * used, "left > 0" * bool(lives), "g != last" * last]))
    lines += [f"  where {where}"] * bool(where)
    lines.append("  observe x = g")
    lines += ["  final x = g"] * hit
    lines += ["  then used[g] = 1"] * used
    lines += ["  then left = max(0, left - 1)"] * bool(lives)
    lines += ["  then last = g"] * last
    price = ["0.5", "if x = g then 3 else 1"] + ["1 + left"] * bool(lives) + ["1 + used[g]"] * used
    lines += [f"  cost {draw(st.sampled_from(price))}"] * draw(st.booleans())
    lines += [f"  limit {draw(st.integers(1, 2))}"] * (draw(st.integers(0, 3)) == 0)
    if draw(st.booleans()):
        lines.append(f"experiment b(s : set of 1..{size})")
        lines.append("  observe x in s")
        lines += ["  then left = if x in s then left else max(0, left - 1)"] * bool(lives)
        lines += ["  cost 1 + len(s) / 2"] * draw(st.booleans())
    lines += ["lost when left = 0"] * (bool(lives) and draw(st.booleans()))
    return "\n".join(lines) + "\n"


@st.composite
def symmetric_games(draw: st.DrawFn) -> Game:
    """A well-formed one."""
    try:
        game = load_text(draw(symmetric_texts()))
    except CobraError:
        assume(False)
    assume(game.memory is not None)
    assume(all(proof.holds for proof in prove_well_formed(game) if "final for it" not in proof.statement))
    return game


def check_carries(game: Game, symmetry: GameSymmetry) -> None:
    """Assert that a symmetry carries codes, states and experiments to such, and keeps what they tell."""
    rules = Rules(game if game.memory is not None else replace(game, memory=Memory((), (), False, False)))
    number = {code: place for place, code in enumerate(rules.codes)}
    to = [number[symmetry.code(code)] for code in rules.codes]
    assert sorted(to) == sorted(number.values())
    assert all(weight_of(game, a) == weight_of(game, rules.codes[b]) for a, b in zip(number, to, strict=True))
    goals = {(goal_value(game, a), goal_value(game, rules.codes[b])) for a, b in zip(number, to, strict=True)}
    assert len(goals) == len({a for a, _ in goals}) == len({b for _, b in goals})
    if game.unseen is not None:
        reached = successors(game, rules.codes)
        assert all(sorted(to[b] for b in reached[a]) == reached[to[a]] for a in range(len(to)))
    state_of = symmetry.state if start_of(game) else lambda state: state
    assert state_of(rules.start) == rules.start
    seen, waiting = {rules.start}, [rules.start]
    while waiting and len(seen) < MOST_STATES:
        state = waiting.pop()
        experiments = rules.experiments(state)
        images = [symmetry.experiment(one) for one in experiments]
        assert sorted(images) == sorted(rules.experiments(state_of(state)))
        for one, image in zip(experiments, images, strict=True):
            if start_of(game):
                assert experiment_state(game, image[1]) == state_of(state)
            cells = rules.cells(one, rules.all)
            expected = {
                (tuple(sorted(to[code] for code in cell)), final, state_of(then.state), then.price, then.lost)
                for cell, final, then in cells
            }
            found = {
                (cell, final, then.state, then.price, then.lost)
                for cell, final, then in rules.cells(image, rules.all)
            }
            assert found == expected
            fresh = {then.state for _, _, then in cells} - seen
            seen |= fresh
            waiting += fresh


def check_all(game: Game) -> int:
    """Check every generator; return the order of the group."""
    group = compile_game(game).group
    for symmetry in group.symmetries:
        check_carries(game, symmetry)
    return group.order


@given(symmetric_games() | memory_games())
@random_cases(40)
def test_generators_are_symmetries_by_definition(game: Game) -> None:
    check_all(game)


@pytest.mark.slow
@given(symmetric_games() | memory_games())
@settings(max_examples=1500, deadline=None)
def test_many_generators(game: Game) -> None:
    check_all(game)


def both(game: Game, objective: str, **options: Any) -> tuple[Any, Any]:
    """Search with and without symmetries, and verify the strategies."""
    table = table_of(game)
    result = search(table, objective, **options)
    if not result.infeasible:
        verified(table, result.played, "optimal", objective)
    with no_graph():
        return result, search(table_of(game), objective, **options)


def check_same(game: Game) -> None:
    """The values of all objectives, and that of the average by definition."""
    for objective in ("average", "worst", "worst-average", "nodes"):
        result, plain = both(game, objective)
        assert (result.intervals, result.infeasible) == (plain.intervals, plain.infeasible)
    expected = least(game, "total", LONGEST)
    result, _ = both(game, "average")
    if expected is not None:
        assert result.played.figures.measure("total") == expected[1]


@pytest.mark.thorough
@given(symmetric_games())
@random_cases(30)
def test_searches_find_the_same_with_and_without(game: Game) -> None:
    check_same(game)


@pytest.mark.slow
@given(symmetric_games() | memory_games())
@settings(max_examples=600, deadline=None)
def test_many_searches(game: Game) -> None:
    check_same(game)


@given(symmetric_games(), st.integers(1, 4))
@random_cases(40)
def test_codes_won_are_the_same_with_and_without(game: Game, within: int) -> None:
    result, plain = both(game, "won", within=within)
    assert result.intervals == plain.intervals


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "params", "order"),
    [
        ("poisoned-wine", {"bottles": 5}, 120),
        ("poisoned-wine", {"bottles": 3, "strips": 3, "together": 2}, 12),
        pytest.param("battleship-sunk", {"size": 3, "length": 2}, 2, marks=pytest.mark.thorough),
        ("egg-drop", {"floors": 7}, 1),
        ("warmer-colder", {"numbers": 6}, 1),
        pytest.param("quordle", {"boards": 2}, 2, marks=pytest.mark.slow),
        ("liar", {"numbers": 5}, 120),
        ("liar-coins", {"coins": 4}, 48),
        ("liar-comparisons", {"numbers": 9}, 2),
        ("fox", {}, 2),
    ],
)
def test_groups_of_the_library(name: str, params: dict[str, int], order: int) -> None:
    assert check_all(cobra.load(name, params)) == order


def reached(rules: Rules) -> set[State]:
    """Return the states that some experiments lead to, by definition."""
    found = {rules.start}
    waiting = [rules.start]
    while waiting:
        state = waiting.pop()
        cells = (cell for e in rules.experiments(state) for cell in rules.cells(e, rules.all))
        for _, _, then in cells:
            if not then.lost and then.state not in found:
                found.add(then.state)
                waiting.append(then.state)
    return found


@given(memory_games())
@random_cases(40)
def test_values_that_never_arise_are_never_reached(game: Game) -> None:
    assert game.memory is not None
    found = arising(game, game.memory)
    for state in reached(Rules(game)):
        for slot, value, may in zip(game.memory.slots, state, found, strict=True):
            assert value in {slot.symbols[i] for i in may}


def test_values_that_arise() -> None:
    game = load_text(
        "secret x : 1..3 state n = 1 in 0..7 state m = 0 in 0..7\n"
        "experiment a(g : 1..2) observe x = g final x = g\n"
        "then n = if n < 4 then n + 1 else n, m = if x = g then g else m\n"
    )
    assert game.memory is not None
    assert arising(game, game.memory) == [{1, 2, 3, 4}, {0, 1, 2}]


def test_classes_of_the_first_experiments() -> None:
    (found,) = cobra.symmetry(cobra.load("poisoned-wine", {"bottles": 4})).rounds
    assert (found.canonical, found.sizes) == (("{}", "1", "12", "123", "1234"), (1, 4, 6, 4, 1))
    assert (found.equivalence, found.all) == ("history", 16)
    (found,) = cobra.symmetry(cobra.load("battleship-sunk", {"size": 3, "length": 2})).rounds
    assert (found.count, found.all, max(found.sizes)) == (6, 9, 2)


def test_only_the_start_is_compared() -> None:
    game = cobra.load("egg-drop", {"floors": 7})
    with pytest.raises(GameError, match="at the start"):
        cobra.symmetry(game, after=["4"])
    with pytest.raises(GameError, match="equivalence history"):
        cobra.symmetry(game, equivalences=["partition"])


@pytest.mark.thorough
def test_interchangeable_codes_are_counted() -> None:
    """A group of 12 bottles in any order is far too large to be listed; a look at its counts is enough."""
    game = cobra.load("poisoned-wine", {"bottles": 9})
    result, plain = both(game, "average")
    assert result.intervals == plain.intervals == [("total", 30, 30)]
    assert result.statistics["expanded"] < 15 < plain.statistics["expanded"]
    assert codes(game)
