"""What a search says that was stopped before its end is true all the same."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import cobra
from cobra import _core
from cobra.engine.table import CodeTable
from tests import oracle
from tests.optimal.solve import MEMORY, Solver, values
from tests.oracle import OBJECTIVES
from tests.oracle.from_core import tree_of

SOLVER = Solver(cobra.load("mastermind", {"pegs": 3, "colours": 3}))
OPTIMA = {
    "average": (73,),
    "worst": (4,),
    "worst-average": (4, 73),
    "average-worst": (73, 4),
    "nodes": (4, 27),
}


def search(objective: str, control: _core.Control, threads: int) -> _core.OptimalResult:
    return SOLVER.engine.optimal(
        objective, None, False, None, threads, MEMORY, True, None, None, b"", None, control
    )


def check(result: _core.OptimalResult, objective: str) -> None:
    """Compare what is claimed with the truth: intervals hold it, and the strategy has their upper ends."""
    if result.proved:
        assert values(result, objective) == OPTIMA[objective]
    assert 1 <= len(result.intervals) <= len(OPTIMA[objective])
    for place, (measure, lower, upper) in enumerate(result.intervals):
        assert lower <= OPTIMA[objective][place]
        assert (upper is not None) == result.found
        if upper is not None:
            assert upper == getattr(result.played.figures, measure) >= OPTIMA[objective][place]
    assert all(lower == upper for _, lower, upper in result.intervals[:-1])
    if result.found:
        plan = oracle.replay(SOLVER.game, tree_of(SOLVER.compiled, result.played.tree()))
        figures = result.played.figures
        assert (plan.total, plan.worst, plan.nodes) == (figures.total, figures.worst, figures.nodes)


@pytest.mark.thorough
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seconds", [0.0, 0.0003, 0.001, 0.003, 0.01])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_time_limit(objective: str, seconds: float, threads: int) -> None:
    result = search(objective, _core.Control(seconds), threads)
    assert result.played.stopped in (None, "time")
    assert result.proved == (result.played.stopped is None)
    check(result, objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_stopped_before_it_began(objective: str) -> None:
    control = _core.Control()
    control.stop()
    result = search(objective, control, 1)
    assert (result.played.stopped, result.proved, result.infeasible) == ("interrupt", False, False)
    assert result.statistics == dict.fromkeys(("expanded", "scanned", "candidates", "facts", "memory"), 0)
    check(result, objective)


@pytest.mark.parametrize("delay", [0.001, 0.01, 0.05])
def test_stopped_by_another_thread(delay: float) -> None:
    control = _core.Control()
    timer = threading.Timer(delay, control.stop)
    timer.start()
    result = search("average-worst", control, 2)
    timer.join()
    assert result.played.stopped in (None, "interrupt")
    check(result, "average-worst")


def test_the_interval_closes_while_it_is_watched() -> None:
    control = _core.Control()
    seen: list[tuple[str, int, int | None]] = []
    worker = threading.Thread(target=search, args=("average-worst", control, 1))
    worker.start()
    while worker.is_alive():
        if (interval := control.interval()) is not None and interval not in seen:
            seen.append(interval)
    for measure, truth in zip(("total", "worst"), OPTIMA["average-worst"], strict=True):
        lowers = [lower for name, lower, _ in seen if name == measure]
        uppers = [upper for name, _, upper in seen if name == measure and upper is not None]
        assert lowers == sorted(lowers) and all(lower <= truth for lower in lowers)
        assert uppers == sorted(uppers, reverse=True) and all(upper >= truth for upper in uppers)


@pytest.mark.parametrize("objective", ["average", "worst-average", "nodes"])
@pytest.mark.parametrize("begins", [False, True])
def test_there_is_a_strategy_before_anything_that_takes_long(objective: str, begins: bool) -> None:
    solver = Solver(cobra.load("bulls-and-cows", {"digits": 9}))
    control = _core.Control()
    found: list[_core.OptimalResult] = []
    first = solver.core(next(iter(oracle.experiments(solver.game)))) if begins else None

    def work() -> None:
        found.append(
            solver.engine.optimal(
                objective, None, False, first, 1, MEMORY, True, None, None, b"", None, control
            )
        )

    worker = threading.Thread(target=work)
    worker.start()
    while control.interval() is None:
        worker.join(0.001)
    control.stop()
    worker.join()
    result = found[0]
    assert (result.found, result.played.stopped) == (True, "interrupt")
    ((measure, lower, upper),) = result.intervals
    assert upper == getattr(result.played.figures, measure) > lower > 0
    assert result.statistics["expanded"] == 0


@pytest.mark.parametrize(
    ("name", "parameters", "total"),
    [
        ("mastermind", {"pegs": 3, "colours": 5}, 451),  # Goddard 2004
        ("code-777", {"cards": 3}, 1229),
        ("bulls-and-cows", {"places": 3, "digits": 6}, 436),  # mmstrat
    ],
)
@pytest.mark.parametrize("memory", [256 << 20, 1 << 20, 1 << 16])
def test_little_memory_costs_time_only(
    name: str, parameters: dict[str, int], total: int, memory: int
) -> None:
    result = Solver(cobra.load(name, parameters)).solve("average", memory=memory)
    assert result.proved
    assert values(result, "average") == (total,)


@pytest.mark.parametrize(
    ("game", "objective", "interval"),
    [
        ("mastermind", "average", ("total", 119, None)),  # 9 codes after 1, the other 55 after 2
        ("mastermind", "worst", ("worst", 2, None)),
        ("counterfeit-coin", "worst-average", ("worst", 3, None)),
        ("mastermind", "won", ("lost", 0, None)),
        ("liar", "worst", ("worst", 6, None)),
    ],
)
def test_a_search_that_is_stopped_at_once_knows_what_counting_gives(
    game: str, objective: str, interval: tuple[str, int, int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    search_on = CodeTable.optimal

    def stopped(self: CodeTable, *arguments: Any, **options: Any) -> Any:
        self._run.interrupted = True
        return search_on(self, *arguments, **options)

    monkeypatch.setattr(CodeTable, "optimal", stopped)
    size = {"pegs": 3, "colours": 4} if game == "mastermind" else {}
    result = cobra.optimal(cobra.load(game, size), objective, within=3 if objective == "won" else None)
    assert result.stopped == "interrupt"
    (first, *_) = result.intervals
    assert (first.measure, first.lower, first.upper) == interval
