"""What a worker of a cluster does for a search: one piece after the other, in a solver that remembers."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from cobra.analysis.spread.questions import Piece
from cobra.engine.core import Control, Solver
from cobra.engine.run import Run
from cobra.engine.solver import PieceResult
from cobra.engine.table import CodeTable
from cobra.limits import Limits
from cobra.model.game import Game

_MOST_SOLVERS: Final = 2
"""Solvers that a worker keeps: one search may begin while another ends."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a solver is made with."""

    name: str
    """The same for all pieces of a search."""
    consistent: bool
    memory: int
    limits: Limits


@dataclass(frozen=True, slots=True)
class Solved:
    """What a worker hands back."""

    worker: str
    """Its address."""
    result: PieceResult | None
    """None when it would have to be told the game first."""


_solvers: Final[OrderedDict[str, Solver]] = OrderedDict()
_over: Final[set[str]] = set()
"""The searches that are over: a solver may be in the making when its search ends."""
_lock: Final = threading.Lock()


def solve(settings: Settings, game: Game | None, number: int, piece: Piece) -> Solved:
    """Do the piece of this number. `game` is that of the search, for a worker that does not know it yet."""
    import distributed

    worker = distributed.get_worker().address
    solver = _solver(settings, game)
    if solver is None:
        return Solved(worker, None)
    return Solved(
        worker,
        solver.work(number, piece.asked, piece.state, piece.experiments, piece.budget, piece.facts),
    )


def prepare(settings: Settings, game: Game) -> None:
    """Make what pieces of a search need, before there is one."""
    _solver(settings, game)


def meet(settings: Settings, facts: bytes, broken_off: list[int]) -> tuple[bytes, bytes, int] | None:
    """Hear what others proved, and which pieces are to be handed back, in the middle of them.

    Return what `Solver.meet` does; None where there is no solver for it yet.
    """
    solver = _solvers.get(settings.name)
    if solver is None:
        return None
    solver.break_off(broken_off)
    return solver.meet(facts)


def _solver(settings: Settings, game: Game | None) -> Solver | None:
    """Return the solver of a search; None when there is none and it is not known of which game."""
    import distributed

    with _lock:  # the threads of a worker share a solver
        solver = _solvers.get(settings.name)
        if solver is None and game is not None and settings.name not in _over:
            solver = _made(settings, game, distributed.get_worker().state.nthreads)
            _solvers[settings.name] = solver
            while len(_solvers) > _MOST_SOLVERS:
                _solvers.popitem(last=False)
            if settings.name in _over:
                forget(settings)
    return solver


def forget(settings: Settings) -> None:
    """Let go of the solver of a search that is over, and of what it is at."""
    _over.add(settings.name)
    solver = _solvers.pop(settings.name, None)
    if solver is not None:
        solver.close()


def _made(settings: Settings, game: Game, threads: int) -> Solver:
    run = Run()
    table = CodeTable(game, run, settings.memory, settings.limits)

    def make(control: Control) -> Solver:
        return Solver(table.engine, settings.consistent, threads, settings.memory, control)

    return run.call("preparing for pieces of a search", make)
