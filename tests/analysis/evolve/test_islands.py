"""Islands: what each does alone, what travels, and that a run may be interrupted anywhere."""

from __future__ import annotations

import pickle
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra import Evolution
from cobra.analysis.evolve.islands import APART, Era, Place, seed_of
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, StoppedError
from cobra.limits import Limits

MEMORY = 1 << 26


def evolve(**more: Any) -> Evolution:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 4})
    given = {"population": 3, "seed": 3, "threads": 1, "patience": None, **more}
    return cobra.evolve(game, **given)


@pytest.fixture(scope="module")
def place() -> Place:
    run = Run()
    game = cobra.load("mastermind", {"pegs": 3, "colours": 4})
    return Place(CodeTable(game, run, MEMORY, Limits()), 3, MEMORY, run)


def test_islands_evolve_apart_as_with_their_seeds(place: Place) -> None:
    together = evolve(islands=3, generations=APART)
    alone = [evolve(seed=seed_of(island, 3), generations=APART) for island in range(3)]
    for number, of in enumerate(together.history):
        each = [one.history[number] for one in alone]
        assert of.best == min(one.best for one in each)
        assert of.mean == sum(one.mean for one in each) / 3
    best = min(alone, key=lambda one: one.row.total)
    assert together.strategy.branches == best.strategy.branches
    assert together.strategy.experiments == best.strategy.experiments
    assert together.row.total == together.history[-1].best == best.row.total
    assert cobra.verify(together.strategy).correct


def test_the_best_breaker_takes_the_place_of_the_worst(place: Place) -> None:
    [begun, good] = place.let_pass([Era(1, None, None, 0, 0), Era(2, None, None, 0, 5)], 1, "")
    assert len(begun.totals) == 1 and len(good.totals) == 6
    [visited] = place.let_pass([Era(1, begun.record, good.record, 0, 0)], 1, "")
    best = good.totals[-1][0]
    assert best < begun.totals[0][0]  # those that ask anything need 64 · 65 / 2 each
    assert place.totals(visited.record, 1, 0) == (best, 2 * 64 * 65 // 2 + best)


def test_a_journey_changes_what_follows() -> None:
    islands = evolve(islands=2, generations=APART + 1)
    alone = [evolve(seed=seed_of(island, 3), generations=APART + 1) for island in range(2)]
    assert islands.history[APART].mean == sum(one.history[APART].mean for one in alone) / 2
    assert islands.history[APART + 1].mean < sum(one.history[APART + 1].mean for one in alone) / 2


@pytest.mark.parametrize("stops", [(0, 3, APART, 13), (13, 25), (2 * APART, 25)])
def test_a_run_that_goes_on_is_one_that_was_not_interrupted(tmp_path: Path, stops: tuple[int, ...]) -> None:
    path = tmp_path / "islands"
    whole = evolve(islands=2, generations=stops[-1], threads=2)
    for stop in stops:
        part = evolve(islands=2, generations=stop, checkpoint=path)
        assert part.history == whole.history[: stop + 1]
    assert part.strategy == whole.strategy


def test_the_end_is_looked_for_at_journeys() -> None:
    evolution = evolve(islands=2, patience=4)
    assert evolution.ended == "patience"
    assert evolution.generations % APART == 0
    assert evolution.generations - evolution.reached >= 4
    game = cobra.load("higher-lower", {"n": 7})
    assert cobra.evolve(game, islands=2, threads=1).ended == "bound"


@pytest.mark.thorough
def test_ctrl_c_leaves_what_was_there_at_the_last_journey() -> None:
    def progress(what: str, done: int, total: int) -> None:
        if what.startswith("generation ") and int(what.split()[1].rstrip(",")) > APART:
            raise KeyboardInterrupt

    game = cobra.load("mastermind")
    evolution = cobra.evolve(game, islands=2, population=2, patience=None, threads=1, progress=progress)
    assert evolution.stopped == "interrupt"
    assert evolution.generations >= APART and evolution.generations % APART == 0
    assert evolution.row.total == evolution.history[-1].best


def test_no_islands() -> None:
    with pytest.raises(GameError, match="islands must be a whole number from 1 to"):
        evolve(islands=0)


def test_more_islands_than_there_is_time_or_memory_for_are_an_error() -> None:
    with pytest.raises(StoppedError, match=r"^stopped by the time limit while making breakers"):
        evolve(islands=10**9, time_limit=0.5)
    with pytest.raises(StoppedError, match=r"^stopped by the time limit while making breakers"):
        evolve(islands=10**5, time_limit=0.5)


def test_what_evolved_can_be_copied_and_sent_elsewhere() -> None:
    found = evolve(generations=1)
    for other in (deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert (other.history, other.strategy) == (found.history, found.strategy)
        assert other.strategy is not found.strategy
