"""Ascending parameters seen as sets: the same experiments, in the same order, with the same answers."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cobra
from cobra.engine.group import game_group
from cobra.model.game import Game
from cobra.symmetries import as_sets as module
from cobra.symmetries.as_sets import SetView, as_sets
from tests import oracle
from tests.brute_search import STRATEGIES
from tests.data.cobra.generate import coins as core_coins
from tests.engine.test_core_agrees import check_greedy, check_outcomes
from tests.oracle import outcome
from tests.random_cases import random_cases
from tests.random_games import core_formulas, is_small


def quoted(symbol: int) -> str:
    """Return a symbol as the core language writes it."""
    return f'"{symbol}"'


def core_game(arity: int, clauses: str, formula: str, symbols: int = 4) -> Game:
    """Return a game of one type whose outcomes are a formula and its denial."""
    names = [f"x{i}" for i in range(symbols)]
    return cobra.load_text(
        f"VARIABLES {', '.join(names)}, y\n"
        f"ALPHABET {', '.join(map(quoted, range(symbols)))}\n"
        f"MAPPING 'F' {', '.join(names)}\n"
        f"EXPERIMENT 'ask' {arity}\n{clauses}\n"
        f"OUTCOME 'yes' {formula}\n"
        f"OUTCOME 'no' !({formula})\n"
    )


def check_view(game: Game) -> SetView:
    """Assert that the game with sets has the same experiments in order, with the same answers."""
    view = as_sets(game)
    written, shown = oracle.experiments(game), oracle.experiments(view.game)
    assert [(type_, view.to_sets(type_, values)) for type_, values in written] == shown
    assert [(type_, view.from_sets(type_, values)) for type_, values in shown] == written
    codes = oracle.codes(game)
    for one, other in zip(written, shown, strict=True):
        assert [outcome(game, one, code) for code in codes] == [
            outcome(view.game, other, code) for code in codes
        ]
    return view


SEEN: dict[str, dict[str, tuple[tuple[int, ...], ...]]] = {
    "PARAMS_DISTINCT 1, 2, 3\nPARAMS_SORTED 1, 2, 3": {
        "F$1 | F$2 | F$3": ((0, 1, 2),),
        "F$1 & F$2 & F$3": ((0, 1, 2),),
        "AtLeast-2(F$1, F$2, F$3)": ((0, 1, 2),),
        "Exactly-1(F$1, y, F$2, F$3)": ((0, 1, 2),),
        "!F$1 & !F$2 & !F$3 & y": ((0, 1, 2),),
        "AtLeast-2(F$1 | y, F$2 | y, F$3 | y)": ((0, 1, 2),),
        "(F$1 <-> y) & (F$2 <-> y) & (F$3 <-> y)": ((0, 1, 2),),
        "y": ((0, 1, 2),),
    },
    "PARAMS_DISTINCT 1, 2, 3, 4\nPARAMS_SORTED 1, 2\nPARAMS_SORTED 3, 4": {
        "(F$1 | F$2) & !(F$3 | F$4)": ((0, 1), (2, 3)),
        "AtLeast-3(F$1, F$2, F$3, F$4)": ((0, 1), (2, 3)),
        "(F$1 | F$2) & F$3": ((0, 1), (2,), (3,)),
        "(F$1 & y) | (F$2 & y) | (F$3 & F$4)": ((0, 1), (2, 3)),
    },
    "PARAMS_DISTINCT 1, 2, 3\nPARAMS_SORTED 1, 2\nPARAMS_SORTED 1, 3": {"F$1 | F$2": ((0, 1), (2,))},
    "PARAMS_DISTINCT 1, 2, 3\nPARAMS_SORTED 1, 3": {"F$1 | F$3": ((0,), (1,), (2,))},  # two sides
    "PARAMS_DISTINCT 1, 2\nPARAMS_DISTINCT 2, 3\nPARAMS_SORTED 1, 2, 3": {"F$1 | F$2 | F$3": ((0, 1, 2),)},
}
"""Clauses and outcomes, and the slots that are seen as sets."""

NOT_SEEN = [
    (2, "PARAMS_DISTINCT 1, 2", "F$1 | F$2"),  # any order
    (2, "PARAMS_SORTED 1, 2", "F$1 | F$2"),  # may be equal
    (2, "PARAMS_DISTINCT 1, 2\nPARAMS_SORTED 1, 2", "F$2"),  # not alike
    (3, "PARAMS_DISTINCT 1, 2, 3\nPARAMS_SORTED 1, 2, 3", "AtLeast-2(F$2, F$2, F$1, F$3)"),
    (3, "PARAMS_DISTINCT 1, 2, 3\nPARAMS_SORTED 1, 2, 3", "F$1 & !F$2 | F$1 & !F$3"),
    (3, "PARAMS_DISTINCT 1, 2, 3\nPARAMS_SORTED 1, 2\nPARAMS_SORTED 1, 3", "F$1 | F$3 & y"),
    (4, "PARAMS_DISTINCT 1, 2, 3\nPARAMS_SORTED 1, 2, 3\nPARAMS_SORTED 1, 4", "F$1"),  # may be equal
    (4, "PARAMS_DISTINCT 1, 2, 3, 4\nPARAMS_SORTED 1, 2, 4", "F$1 | F$2 | F$4"),  # not neighbours
    (4, "PARAMS_DISTINCT 1, 2, 3, 4\nPARAMS_SORTED 1, 2\nPARAMS_SORTED 3, 4", "(F$1 | F$3) & (F$2 | F$4)"),
]


@pytest.mark.parametrize("clauses", SEEN)
def test_what_is_seen_as_sets(clauses: str) -> None:
    for formula, blocks in SEEN[clauses].items():
        arity = sum(map(len, blocks))
        view = check_view(core_game(arity, clauses, formula))
        assert view.blocks == (blocks,), formula
        assert [slot.size_min for slot in view.game.experiments[0].space.slots] == [*map(len, blocks)]


@pytest.mark.parametrize(("arity", "clauses", "formula"), NOT_SEEN)
def test_what_is_left_as_it_is(arity: int, clauses: str, formula: str) -> None:
    game = core_game(arity, clauses, formula)
    assert as_sets(game) == SetView(game, (None,))
    assert as_sets(game).game is game


def test_too_much_work_leaves_the_game_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cobra.load_text(core_coins(6))
    assert as_sets(game).blocks == tuple((tuple(range(n)), tuple(range(n, 2 * n))) for n in (1, 2, 3))
    monkeypatch.setattr(module, "MAX_WORK", 100)
    assert as_sets(game) == SetView(game, (None, None, None))


@pytest.mark.thorough
@pytest.mark.parametrize("coins", [3, 4, 5, 12, 20])
def test_coins_in_the_core_language_are_interchangeable(coins: int) -> None:
    game = cobra.load_text(core_coins(coins))
    group = game_group(game)
    assert (group.order, group.complete) == (2 * factorial(coins), True)
    for symmetry in group.symmetries:
        first, last = (0, (0, 1)), (coins // 2 - 1, tuple(range(2 * (coins // 2))))
        for made in (first, last):
            number, values = symmetry.experiment(made)
            assert oracle.allows(game.dag, game.experiments[number].space, values, of_experiments=True)


@pytest.mark.thorough
@pytest.mark.parametrize("coins", [4, 5, 7, 12, 20, pytest.param(39, marks=pytest.mark.slow)])
def test_coins_of_both_languages_are_one_game(coins: int) -> None:
    names = ["max-models", "exp-models", "ent-models", "parts", "min-fixed", "exp-fixed"]
    games = cobra.load("counterfeit-coin", {"coins": coins}), cobra.load_text(core_coins(coins))
    ours, theirs = (cobra.analyze(game, names if coins <= 20 else names[:4]) for game in games)
    assert theirs.info.symmetry_order == ours.info.symmetry_order == 2 * factorial(coins)
    assert theirs.info.experiments == ours.info.experiments
    assert theirs.info.first_experiments == ours.info.first_experiments == coins // 2
    for mine, other in zip(ours.rows, theirs.rows, strict=True):
        assert (other.worst, other.total, other.distribution, other.nodes) == (
            mine.worst,
            mine.total,
            mine.distribution,
            mine.nodes,
        ), mine.name


@st.composite
def balances(draw: st.DrawFn) -> str:
    """A game of the core language with parameters that ascend, mostly treated alike."""
    symbols = draw(st.integers(3, 5))
    variables = tuple(f"x{i}" for i in range(draw(st.integers(2, 4))))
    lines = [
        f"VARIABLES {', '.join(variables)}",
        f"ALPHABET {', '.join(map(quoted, range(symbols)))}",
    ]
    if draw(st.booleans()):
        lines.append(f"CONSTRAINT AtLeast-1({', '.join(variables)})")
    mappings = ("F", "G")[: draw(st.integers(1, 2))]
    for name in mappings:
        images = draw(st.lists(st.sampled_from(variables), min_size=symbols, max_size=symbols))
        lines.append(f'MAPPING "{name}" {", ".join(images)}')
    for number in range(draw(st.integers(1, 2))):
        sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3).filter(lambda s: sum(s) <= symbols))
        blocks, arity = [], 0
        for size in sizes:
            blocks.append(range(arity + 1, arity + size + 1))
            arity += size
        lines.append(f'EXPERIMENT "ask {number}" {arity}')
        apart = draw(st.sampled_from(["all", "blocks", "twice"]))
        groups = [range(1, arity + 1)] if apart != "blocks" else blocks
        groups *= 2 if apart == "twice" else 1
        lines += [f"PARAMS_DISTINCT {', '.join(map(str, group))}" for group in groups]
        lines += [f"PARAMS_SORTED {', '.join(map(str, block))}" for block in blocks]
        if len(blocks) > 1 and draw(st.booleans()):
            s, t = draw(st.sampled_from([(0, 1), (0, -1), (-2, -1)]))
            lines.append(f"PARAMS_SORTED {blocks[s][0]}, {blocks[t][0]}")
        leaves = []
        for block in blocks:
            for name in mappings:
                k = draw(st.integers(1, len(block)))
                each = draw(st.sampled_from(["{}", "!{}", "({} & x0)", "({} | x1)", "({} <-> x0)"]))
                parts = ", ".join(each.format(f"{name}${i}") for i in block)
                leaves += [
                    f"Or({parts})",
                    f"And({parts})",
                    f"AtLeast-{k}({parts}, x1)",
                    f"Exactly-{k}({parts})",
                ]
        leaves.append(f"{mappings[0]}${draw(st.integers(1, arity))}")
        first, second = (draw(core_formulas(variables, tuple(leaves), 2)) for _ in range(2))
        lines.append(f'OUTCOME "one" {first}')
        lines.append(f'OUTCOMEX "two" !({first}) & ({second})')
        lines.append(f'OUTCOME "none" !({first}) & !({second})')
    return "\n".join(lines)


@pytest.mark.thorough
@random_cases(80)
@given(balances())
def test_the_core_agrees_with_the_oracle(text: str) -> None:
    game = cobra.load_text(text)
    assume(is_small(game, 20, 60))
    view = check_view(game)
    check_outcomes(game)
    if view.game is not game:
        assert as_sets(view.game).game is view.game


@pytest.mark.thorough
@random_cases(60)
@given(balances(), st.sampled_from(STRATEGIES), st.sampled_from(["final,first", "first"]), st.booleans())
def test_strategies_agree_with_the_oracle(text: str, strategy: str, ties: str, symmetry: bool) -> None:
    game = cobra.load_text(text)
    assume(is_small(game, 20, 60))
    check_greedy(game, strategy, ties, symmetry)


def test_what_is_said_twice_is_no_symmetry() -> None:
    once = core_game(2, "PARAMS_DISTINCT 1, 2", "F$1 | F$2")
    twice = core_game(2, "PARAMS_DISTINCT 1, 2\nPARAMS_DISTINCT 2, 1\nPARAMS_DISTINCT 1, 2", "F$1 | F$2")
    assert game_group(twice).order == game_group(once).order == 2 * factorial(4) * 2
    assert game_group(twice).generators == game_group(once).generators


def test_ill_formed_games_are_refuted_in_their_own_words() -> None:
    text = core_coins(5).replace("'balance' !", "'balance' heavy | !", 1)
    (problem,) = cobra.check(cobra.load_text(text)).problems
    assert problem.startswith('weigh1: "no code has two outcomes" does not hold: weigh1 ')
    assert " | " not in problem
