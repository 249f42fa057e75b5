"""A search may begin with a strategy that is given: it changes no value, and what is found is no worse."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra import _core
from cobra.errors import GameError
from cobra.model.game import Game
from cobra.strategy.write import write_strategy
from tests import oracle
from tests.cli.runner import run
from tests.memory.games import memory_games
from tests.memory.test_random_games import table_of
from tests.optimal.solve import MEMORY, Solver, values
from tests.oracle import OBJECTIVES
from tests.random_cases import random_cases
from tests.random_games import games

MASTERMIND = {"pegs": 3, "colours": 4}


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=14, experiments=20), st.sampled_from(OBJECTIVES), st.integers(0, 99), st.booleans())
def test_random_games(game: Game, objective: str, seed: int, long: bool) -> None:
    solver = Solver(game)
    played = solver.engine.greedy("random", "first", False, seed, 1, MEMORY, None, _core.Control(), None)
    assume(played.first is not None)
    tree, budget = played.tree(), 1 if long else None
    result = solver.solve(objective, beginning=tree, budget=budget)
    assert values(result, objective) == solver.expected(objective, None, False)
    worst = played.figures.worst
    limited = solver.solve(objective, worst, beginning=tree, budget=budget)
    assert values(limited, objective) == solver.expected(objective, worst, False)


def test_no_play_is_longer_than_allowed_though_it_has_more_experiments_than_codes() -> None:
    """Two codes, and two experiments that tell nothing before the one that does."""
    solver = Solver(cobra.load_text("secret x : 1..2 experiment ask(m : 1..3) observe x < m"))
    experiments, branches, root = solver.solve("average").played.tree()
    assert (len(experiments), root) == (1, 0)
    idle = solver.core(oracle.experiments(solver.game)[2])
    wasted = [(outcome, number) for number in (1, 2) for outcome in (0, 1)]
    long = [idle, idle, *experiments], [wasted[:2], wasted[2:], *branches], 0
    assert solver.optimum("average", 3, beginning=long) == (2,)
    message = "takes up to 3 experiments in a play, and 2 are allowed"
    with pytest.raises(_core.CoreError, match=message):
        solver.optimum("average", 2, beginning=long)


@pytest.fixture(scope="module")
def game() -> Game:
    return cobra.load("mastermind", MASTERMIND)


@pytest.fixture(scope="module")
def best(game: Game) -> cobra.Strategy:
    found = cobra.optimal(game).strategy
    assert found is not None
    return found


@pytest.mark.thorough
def test_the_best_and_a_bad_one(game: Game, best: cobra.Strategy, tmp_path: Path) -> None:
    analysis = cobra.analyze(game, ["first"], output=tmp_path / "bad")
    assert analysis.rows[0].total > best.figures.total
    (bad,) = (tmp_path / "bad").iterdir()
    for beginning in (best, bad):
        for objective in OBJECTIVES:
            result, plain = (cobra.optimal(game, objective, beginning=given) for given in (beginning, None))
            assert result.proved and result.intervals == plain.intervals
    path = tmp_path / "best.json"
    write_strategy(best, path)
    assert cobra.optimal(game, beginning=path).row.total == best.figures.total


@pytest.mark.slow
def test_it_is_held_when_the_search_is_stopped() -> None:
    game = cobra.load("bulls-and-cows")
    good = cobra.optimal(game, first="0123").strategy
    assert good is not None

    heard = []

    def progress(what: str, done: int, total: int) -> None:
        if "…" in what and not heard:  # both ends are known
            heard.append(what)
            raise KeyboardInterrupt

    result = cobra.optimal(game, beginning=good, progress=progress)
    assert result.stopped == "interrupt"
    assert result.row.total <= good.figures.total


def test_it_is_stopped_while_the_strategy_is_played(game: Game, best: cobra.Strategy) -> None:
    """Nothing is known then, and nothing is claimed."""

    def progress(what: str, done: int, total: int) -> None:
        if "to begin with" in what:
            raise KeyboardInterrupt

    result = cobra.optimal(game, beginning=best, progress=progress)
    assert (result.stopped, result.proved, result.strategy) == ("interrupt", False, None)
    assert result.row.average is None
    assert [(one.measure, one.lower, one.upper) for one in result.intervals] == [("total", 0, None)]
    assert set(result.statistics.values()) == {0}


@pytest.mark.parametrize("longest", [None, 3, 4])
def test_where_sizes_say_that_the_first_strategy_is_the_best_nothing_is_searched(longest: int | None) -> None:
    """Seven questions with two answers each, three of which tell eight codes apart, no fewer."""
    halves = cobra.load_text("secret x : 1..8 experiment ask(i : 1..7) observe x > i")
    result = cobra.optimal(halves, "worst", max_depth=longest)
    assert [(one.measure, one.lower, one.upper) for one in result.intervals] == [("worst", 3, 3)]
    assert result.proved
    assert set(result.statistics.values()) == {0}


@pytest.mark.thorough
@given(memory_games(), st.sampled_from(["average", "worst", "worst-average", "average-worst"]))
@settings(max_examples=30, deadline=None)
def test_games_with_memory(game: Game, objective: str) -> None:
    """What is found is what is found without, and what is given is kept when there is no time for more."""
    table = table_of(game)
    first = table.greedy("first", ties="first", consistent=False, seed=0, threads=1, memory=MEMORY)
    plain, begun = (
        table.optimal(objective, threads=1, memory=MEMORY, proved=True, beginning=given)
        for given in (None, first)
    )
    assert begun.intervals == plain.intervals
    assert begun.played.figures.lost == plain.played.figures.lost
    for measure, _, upper in begun.intervals:
        assert upper == begun.played.figures.measure(measure)
    longest = max(first.figures.worst - 1, 1)
    if longest < first.figures.worst:
        with pytest.raises(GameError, match="experiments in a play, and"):
            table.optimal(
                objective, max_depth=longest, threads=1, memory=MEMORY, proved=True, beginning=first
            )


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["-D", "colours=5"], "a strategy for another game: colours is 4 in one and 5 in the other"),
        (["--max-depth", "3"], "takes up to 4 experiments in a play, and 3 are allowed"),
        (["--first", "012"], "does not begin with the experiment asked for"),
        (["--consistent"], "makes an experiment that cannot be final any more"),
    ],
)
def test_one_that_does_not_do(options: list[str], problem: str, best: cobra.Strategy, tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    write_strategy(best, path)
    command = ["optimal", "mastermind", "-D", "pegs=3", "-D", "colours=4", *options, "--beginning", path]
    result = run(*command)
    assert (result.exit_code, problem in result.stderr) == (1, True), result.output
    path.write_text("{}")
    result = run(*command)
    assert (result.exit_code, "this is no strategy file" in result.stderr) == (1, True), result.output


def test_a_tree_that_stops_too_soon(game: Game) -> None:
    solver = Solver(game)
    experiments, branches, root = solver.solve("average").played.tree()
    short = [[(outcome, -1) for outcome, _ in branches[0]], *branches[1:]]
    turned = [[(outcome, 0) for outcome, _ in branches[0]], *branches[1:]]
    for tree in ((experiments, short, root), (experiments, turned, root), ([], [], -1), (experiments, [], 0)):
        with pytest.raises(_core.CoreError, match="does not go on where a play is not over"):
            solver.solve("average", beginning=tree)
