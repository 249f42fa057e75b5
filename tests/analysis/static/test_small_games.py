"""On random games: the least number is what trying all sets of experiments by definition finds."""

from __future__ import annotations

import tracemalloc
from itertools import combinations
from math import inf
from random import Random

import pytest
from hypothesis import given

import cobra
from cobra.analysis.static.cells import Cells
from cobra.analysis.static.columns import Columns, columns_of
from cobra.analysis.static.heuristic import greedy
from cobra.analysis.static.hitting import HittingSets
from cobra.analysis.static.search import Search, divided, every, least_by_measures, trunk
from cobra.analysis.static.symmetry import ColumnGroup, column_group
from cobra.budget import Deadline
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.options import DEFAULT_SAT_SOLVER, MEMORY
from tests import oracle
from tests.random_cases import random_cases
from tests.random_games import games


def least_by_definition(game: cobra.Game) -> int:
    """Return the size of a smallest set of experiments that tells apart all goals that can be."""
    codes = oracle.codes(game)
    answers = [[oracle.outcome(game, e, code) for code in codes] for e in oracle.experiments(game)]
    goals = [oracle.goal_value(game, code) for code in codes]
    pairs = [
        {number for number, of in enumerate(answers) if of[one] != of[other]}
        for one, other in combinations(range(len(codes)), 2)
        if goals[one] != goals[other]
    ]
    needed = [pair for pair in pairs if pair]
    size = 0
    while not any(
        all(not pair.isdisjoint(chosen) for pair in needed)
        for chosen in combinations(range(len(answers)), size)
    ):
        size += 1
    return size


def listed(game: cobra.Game) -> tuple[CodeTable, Columns]:
    table = CodeTable(game, Run(), MEMORY, cobra.Limits())
    return table, columns_of(table, MEMORY, lambda done, total: None)


def searched(columns: Columns, group: ColumnGroup, size: int) -> list[int] | None:
    ticks = []
    with Search(
        columns,
        size,
        sat_solver=DEFAULT_SAT_SOLVER,
        deadline=Deadline(),
        tick=lambda: ticks.append(0),
    ) as search:
        found = search.within(trunk(columns, group, size))
    with Search(
        columns, size, sat_solver=DEFAULT_SAT_SOLVER, deadline=Deadline(), tick=lambda: None
    ) as parts:
        branches = divided(trunk(columns, group, size), 5, lambda: None)
        plans = [plan for branch in branches if (plan := parts.within(branch)) is not None]
    assert bool(plans) == (found is not None)
    assert all(tells_apart(columns, plan) for plan in plans)
    return found


def tells_apart(columns: Columns, chosen: list[int] | None) -> bool:
    if chosen is None:
        return False
    cells = Cells(columns)
    for column in chosen:
        cells = cells.cut(column)
    return not cells.together(1)


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=16, experiments=12))
def test_the_least_number_is_that_of_the_definition(game: cobra.Game) -> None:
    least = least_by_definition(game)
    result = cobra.static_plan(game)
    assert (len(result.plan.experiments), result.plan.lower, result.stopped) == (least, least, None)
    assert cobra.verify_plan(result.plan).problems == ()


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=16, experiments=12))
def test_search_with_and_without_symmetry_and_sat_alone_agree(game: cobra.Game) -> None:
    table, columns = listed(game)
    least = least_by_definition(game)
    assert least_by_measures(columns) <= least
    group = column_group(table, columns, Random(1), lambda: None)
    for size in range(least + 1):
        possible = size == least
        assert tells_apart(columns, searched(columns, group, size)) == possible
        assert tells_apart(columns, searched(columns, ColumnGroup([], Random(1)), size)) == possible
        hitting = HittingSets(columns, size, DEFAULT_SAT_SOLVER, Deadline())
        decided, found = hitting.find((), every(columns), inf)
        assert decided
        assert tells_apart(columns, found) == possible
        hitting.close()


@pytest.mark.parametrize("places", [31, 40])
def test_answers_with_more_outcomes_than_an_array_can_number(places: int) -> None:
    """4 ** 31 outcomes can be numbered in 63 binary digits, 4 ** 40 cannot."""
    answer = ", ".join(f"x[{place}]" for place in range(1, places + 1))
    game = cobra.load_text(
        f"secret x[1..{places}] : 1..4\nconstraint all(i in 3..{places} : x[i] = x[2])\n"
        f"experiment one(k : 1..2)\n  observe x[k]\nexperiment two(k : 2..2)\n  observe {answer}\n"
    )
    plan = cobra.static_plan(game).plan
    assert (plan.texts, plan.codes, plan.cells, plan.proved) == (("two 2",), 16, 16, True)
    assert cobra.verify_plan(plan).problems == ()


def test_orbits_are_those_of_the_group_by_definition() -> None:
    table, columns = listed(cobra.load("mastermind", {"pegs": 2, "colours": 3}))
    group = column_group(table, columns, Random(1), lambda: None)
    # 00: one colour, 01: two; after 00 three kinds are left: 11, 01 or 10, 12
    assert len(set(group.orbits(columns.count).tolist())) == 2
    texts = [table.show_experiment(one) for one in columns.experiments]
    assert texts == ["00", "01", "02", "10", "11", "12", "20", "21", "22"]
    fixed = group.stabiliser(0)
    assert not fixed.trivial
    assert [texts[one] for one in sorted(set(fixed.orbits(columns.count).tolist()))] == [
        "00",
        "01",
        "11",
        "12",
    ]
    assert fixed.stabiliser(texts.index("12")).stabiliser(texts.index("01")).trivial


def test_what_columns_gain_takes_little_beside_them() -> None:
    """So few are looked at together that a small limit of memory holds, too: it took 20 MB."""
    _, columns = listed(cobra.load("mastermind", {"colours": 5}))
    tracemalloc.start()
    try:
        chosen = greedy(columns, Random(1), True, lambda: None)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(chosen) == 5
    assert most < 4 << 20
