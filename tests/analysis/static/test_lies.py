"""Plans where answers may be lies: as short as trying all of them finds, and as those of coding theory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from math import comb, inf
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings

import cobra
from cobra.analysis.static.apart import nothing_chosen
from cobra.analysis.static.bounds import least_by_counting, least_by_parity
from cobra.analysis.static.codewords import lexicographic_code
from cobra.analysis.static.columns import Columns, columns_of
from cobra.analysis.static.hitting import HittingSets
from cobra.analysis.static.meant import asked
from cobra.analysis.static.search import Search, every, least_by_measures, trunk
from cobra.analysis.static.symmetry import ColumnGroup, column_group
from cobra.budget import Deadline
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError
from cobra.options import DEFAULT_SAT_SOLVER, MEMORY
from tests.oracle.unseen import Hidden, UnseenRules
from tests.random_cases import random_cases
from tests.unseen.test_random_games import unseen_games

MOST_PLANS = 1500
SLOW = [
    ("liar", {"numbers": 1000}, 14),
    ("liar-coins", {"coins": 5}, 5),
    ("liar-coins", {"coins": 6}, 5),
    ("liar-coins", {"coins": 4, "lies": 2}, 9),
    ("mastermind-lie", {"pegs": 2, "colours": 6}, 8),
    ("mastermind-lie", {"pegs": 2, "colours": 4, "lies": 2}, 8),
    ("mastermind-lie", {"pegs": 3, "colours": 4}, 6),
]


def does(rules: UnseenRules, plan: Sequence[int]) -> bool:
    """Return whether a plan tells what can be told, by following all answers there may be."""
    apart = {
        (one, other)
        for one, other in combinations(range(len(rules.codes)), 2)
        if rules.goals[one] != rules.goals[other]
        and any(answers[one] != answers[other] for answers in rules.answers)
    }
    beliefs: set[Hidden] = {rules.start}
    for experiment in plan:
        beliefs = {cell for hidden in beliefs for cell, _ in rules.cells(experiment, hidden)}
    return all(
        pair not in apart
        for hidden in beliefs
        for pair in combinations(sorted({code for code, _ in hidden}), 2)
    )


def least_by_definition(game: cobra.Game) -> int:
    """Return how many experiments the shortest plan has; leaves games with too many plans to others."""
    rules = UnseenRules(game)
    different = {
        tuple(answers): place for place, answers in enumerate(rules.answers) if len(set(answers)) > 1
    }
    size = 0
    while True:
        assume(comb(len(different) + size, size) <= MOST_PLANS)
        if any(does(rules, plan) for plan in combinations_with_replacement(different.values(), size)):
            return size
        size += 1


def has_a_plan(game: cobra.Game) -> bool:
    return game.unseen is not None and not game.unseen.moves and not game.unseen.endless


def check(game: cobra.Game) -> None:
    least = least_by_definition(game)
    result = cobra.static_plan(game)
    assert (len(result.plan.experiments), result.plan.lower, result.stopped) == (least, least, None)
    assert cobra.verify_plan(result.plan).problems == ()


@pytest.mark.thorough
@random_cases(40)
@given(unseen_games())
def test_the_least_number_is_that_of_the_definition(game: cobra.Game) -> None:
    assume(has_a_plan(game))
    check(game)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(unseen_games())
def test_many_least_numbers(game: cobra.Game) -> None:
    assume(has_a_plan(game))
    check(game)


@pytest.mark.thorough
@random_cases(40)
@given(unseen_games())
def test_search_with_and_without_symmetry_and_sat_alone_agree(game: cobra.Game) -> None:
    assume(has_a_plan(game))
    least = len(cobra.static_plan(game).plan.experiments)
    assume(least <= 12)
    table = CodeTable(asked(game), Run(), MEMORY, cobra.Limits())
    columns = columns_of(table, MEMORY, lambda done, total: None, game)
    assert least_by_measures(columns) <= least
    group = column_group(table, columns, Random(1), lambda: None)
    for size in range(max(0, least - 1), least + 1):
        for symmetry in (group, ColumnGroup([], Random(1))):
            found = searched(columns, symmetry, size)
            assert (found is not None and tells_apart(columns, found)) == (size == least)
        hitting = HittingSets(columns, size, DEFAULT_SAT_SOLVER, Deadline())
        decided, found = hitting.find((), every(columns), inf)
        hitting.close()
        assert decided
        assert (found is not None and tells_apart(columns, found)) == (size == least)


def searched(columns: Columns, group: ColumnGroup, size: int) -> list[int] | None:
    with Search(
        columns, size, sat_solver=DEFAULT_SAT_SOLVER, deadline=Deadline(), tick=lambda: None
    ) as search:
        return search.within(trunk(columns, group, size))


def tells_apart(columns: Columns, chosen: Sequence[int]) -> bool:
    told = nothing_chosen(columns)
    for column in chosen:
        told = told.cut(column)
    return not told.together(1)


@pytest.mark.parametrize(
    ("name", "parameters", "least"),
    [
        *(("liar", {"numbers": numbers}, least) for numbers, least in ((2, 3), (3, 5), (4, 5), (5, 6))),
        *(("liar", {"numbers": numbers}, least) for numbers, least in ((8, 6), (9, 7), (16, 7), (32, 9))),
        # Hamming's code of length 15, shortened
        ("liar", {"numbers": 100}, 11),
        *(("liar", {"numbers": numbers, "lies": 2}, least) for numbers, least in ((2, 5), (4, 8), (8, 10))),
        ("liar", {"numbers": 2, "lies": 5}, 11),
        # neighbours are told apart by one comparison, which has to be made three times
        ("liar-comparisons", {"numbers": 7}, 18),
        # by brute force: `does` for all plans
        ("liar-coins", {"coins": 3}, 5),
        ("mastermind-lie", {"pegs": 2, "colours": 2}, 3),
        ("mastermind-lie", {"pegs": 2, "colours": 3}, 5),
        ("mastermind-lie", {"pegs": 1, "colours": 4}, 3),
        ("mastermind-lie", {"pegs": 2, "colours": 2, "lies": 2}, 3),
        # by trying all multisets of weighings
        ("liar-coins", {"coins": 4}, 6),
        # new
        *(pytest.param(*one, marks=pytest.mark.slow) for one in SLOW),
    ],
)
def test_known_values(name: str, parameters: dict[str, int | str], least: int) -> None:
    result = cobra.static_plan(cobra.load(name, parameters))
    assert (len(result.plan.experiments), result.plan.lower, result.plan.proved) == (least, least, True)
    assert cobra.verify_plan(result.plan).problems == ()


def test_without_lies_a_plan_is_that_of_the_game_itself() -> None:
    none = cobra.static_plan(cobra.load("mastermind-lie", {"pegs": 2, "colours": 3, "lies": 0}))
    plain = cobra.static_plan(cobra.load("mastermind", {"pegs": 2, "colours": 3}))
    assert none.plan.texts == plain.plan.texts == ("12", "10")


def test_lexicographic_codes() -> None:
    """Of Hamming's codes, of length 7 and 15, and Golay's, of length 23, all are lexicographic."""
    for words, distance, length in ((16, 3, 7), (1 << 11, 3, 15), (1 << 5, 5, 13), (64, 7, 17)):
        found = lexicographic_code(words, distance, 1, lambda: None)
        assert found is not None
        assert (len(set(found)), max(found).bit_length()) == (words, length)
        assert all((one ^ other).bit_count() >= distance for one, other in combinations(found[:64], 2))
    assert lexicographic_code(1 << 20, 3, 1, lambda: None) is None


def test_the_bounds_are_those_of_the_best_codes() -> None:
    """Of length 3 to 10 and distance 3, and 5 to 12 and distance 5: the most words of binary codes."""
    best = {3: (3, 4, 5, 6, 7, 8, 9, 10), 5: (5, 6, 7, 8, 9, 10, 11, 12)}
    sizes = {3: (2, 2, 4, 8, 16, 20, 40, 72), 5: (2, 2, 2, 4, 6, 12, 24, 32)}
    for distance, lengths in best.items():
        for length, size in zip(lengths, sizes[distance], strict=True):
            pairs, most = size * (size - 1) // 2, size * size // 4
            bounds = least_by_counting(size, 2, distance // 2), least_by_parity(pairs, size, distance, most)
            shortest = lengths[sizes[distance].index(size)]
            assert max(bounds) == shortest <= length


def test_a_plan_that_lies_defeat() -> None:
    plan = cobra.static_plan(cobra.load("liar", {"numbers": 4})).plan
    short = replace(plan, experiments=plan.experiments[:4], lower=0)
    problems = cobra.verify_plan(short).problems
    assert problems
    assert all("may be confused: 2 of their answers differ, and 3 have to" in one for one in problems)


def test_plans_with_lies_are_kept_in_files(tmp_path: Path) -> None:
    plan = cobra.static_plan(cobra.load("liar-coins", {"coins": 3})).plan
    cobra.write_plan(plan, tmp_path / "plan.json")
    again = cobra.read_plan(tmp_path / "plan.json")
    assert (again.experiments, again.cells, again.proved) == (plan.experiments, 6, True)
    assert cobra.verify_plan(again).problems == ()


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        ("lies at most 1\nmove x = one of x - 1, x + 1", "the secret moves: .* depends on when"),
        ("noise 1/10", "any number of answers may be wrong: then no number of answers is certain"),
    ],
)
def test_what_has_no_meaning_says_why(statements: str, reason: str) -> None:
    text = f"secret x : 1..4\n{statements}\nexperiment ask(g : 1..4)\n  observe x = g\n  final x = g\n"
    with pytest.raises(
        GameError, match=f"a plan fixed in advance is not possible where {reason}.*`cobra opt"
    ):
        cobra.static_plan(cobra.load_text(text))
