"""Solvers on offer, time limits and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pysat.card
import pysat.solvers
import pysolvers
import pytest

from cobra.budget import Deadline
from cobra.errors import GameError, TimeLimitError
from cobra.sat.signals import heard_by_python
from cobra.sat.solver import DEFAULT_SOLVER, SatSolver, solver_names


def pigeons(sat: SatSolver, holes: int) -> None:
    """Put one pigeon more than there are holes into them: hard for every solver without counting."""
    at = [[sat.new_variable() for _ in range(holes)] for _ in range(holes + 1)]
    for row in at:
        sat.add_clause(row)
    for hole in range(holes):
        for i in range(holes + 1):
            for j in range(i):
                sat.add_clause([-at[i][hole], -at[j][hole]])


def test_names() -> None:
    assert DEFAULT_SOLVER in solver_names()
    assert not {"kissat404", "lingeling", "cryptosat"} & set(solver_names())
    with pytest.raises(GameError, match="choose one of"):
        SatSolver("kissat404")


@pytest.mark.unix
@pytest.mark.parametrize("name", solver_names())
def test_the_alarm_of_the_process_stays_as_it_is(name: str) -> None:
    """What ends work after its deadline is an alarm; maplechrono sets one of its own, and hears it itself."""
    heard: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _: heard.append(number))
    armed = signal.getitimer(signal.ITIMER_REAL)[0] > 0  # by what runs the tests
    try:
        with SatSolver(name) as sat:
            sat.add_clause([sat.new_variable()])
            assert sat.solve()
        assert (signal.getitimer(signal.ITIMER_REAL)[0] > 0) == armed
        signal.raise_signal(signal.SIGALRM)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert heard == [signal.SIGALRM]


@pytest.mark.parametrize("name", solver_names())
def test_clauses_after_solving(name: str) -> None:
    with SatSolver(name) as sat:
        a, b, c = (sat.new_variable() for _ in range(3))
        sat.add_clause([a, b])
        assert sat.solve([-a])
        assert sat.model()[b]
        assert not sat.solve([-a, -b])
        sat.add_clause([-b, c])
        assert sat.solve([-a])
        assert sat.model()[c]
        assert not sat.model()[-c]
        sat.add_clause([-b])
        sat.add_clause([-a])
        assert not sat.solve()


@pytest.mark.parametrize("name", solver_names())
def test_small_hard_formulas_are_refuted(name: str) -> None:
    with SatSolver(name) as sat:
        pigeons(sat, 6)
        assert not sat.solve()


@pytest.mark.thorough
@pytest.mark.parametrize("name", solver_names())
def test_time_limit(name: str) -> None:
    with SatSolver(name, Deadline(0.3)) as sat:
        pigeons(sat, 14)
        with pytest.raises(
            TimeLimitError, match="time limit while solving by SAT; raise it with --time-limit"
        ):
            sat.solve()


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Send this process a Ctrl-C half a second from now."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    sender = subprocess.Popen(["sh", "-c", f"sleep 0.5; kill -INT {os.getpid()}"])
    try:
        yield
    finally:
        sender.wait()
        signal.signal(signal.SIGINT, before)


@pytest.mark.unix
@pytest.mark.thorough
@pytest.mark.parametrize("name", ["cadical195", "glucose4", "minisat22"])
def test_ctrl_c(name: str, ctrl_c: None) -> None:
    with SatSolver(name, Deadline(30)) as sat:
        pigeons(sat, 14)
        with pytest.raises(KeyboardInterrupt):
            sat.solve()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("module", [pysat.solvers, pysat.card])
def test_ctrl_c_is_left_to_python_in_our_work_only(module: ModuleType) -> None:
    """Its own answer jumps out of the midst of an allocation: the process may wait for ever later."""
    with heard_by_python(module):
        assert not module.MainThread.check()
    assert module.MainThread.check()
    with ThreadPoolExecutor(1) as pool:
        assert not pool.submit(module.MainThread.check).result()


def test_solvers_do_not_handle_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    solve, handles = pysolvers.cadical195_solve_lim, []

    def watched(solver: object, assumptions: list[int], handles_it: int) -> int:
        handles.append(handles_it)
        return int(solve(solver, assumptions, handles_it))

    monkeypatch.setattr(pysolvers, "cadical195_solve_lim", watched)
    with SatSolver("cadical195") as sat:
        pigeons(sat, 3)
        assert not sat.solve()
    assert handles and not any(handles)
