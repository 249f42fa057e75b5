"""What a worker does: one task after the other, until the run they belong to is over."""

from __future__ import annotations

import pickle
import time
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

from cobra.engine.core import COBRA_VERSION
from cobra.errors import GameError, StoppedError


@dataclass(frozen=True, slots=True)
class Done:
    """What a worker hands back of a task."""

    result: bytes
    began: float
    ended: float
    """Seconds since 1970 by the worker's clock."""
    worker: str
    """Its address."""


@dataclass(slots=True)
class _Task:
    """A task at work in this process."""

    run: str
    told: bool = field(default=False)
    """Whether it has heard that its run is over."""


_at_work: Final[dict[str, _Task]] = {}
"""The tasks this process works on, by name."""
_over: Final[set[str]] = set()
"""The runs that are over."""
_current: ContextVar[_Task] = ContextVar("_current")


def perform(run: str, name: str, version: str, work: bytes) -> Done:
    """Do one task: `work` is a pickled function and its arguments."""
    import cloudpickle
    import distributed

    worker = distributed.get_worker().address
    if version != COBRA_VERSION:
        raise GameError(other_version(worker, COBRA_VERSION, version))
    task = _Task(run)
    if run in _over:
        raise StoppedError("interrupt", "waiting for a worker")
    _at_work[name] = task
    before = _current.set(task)
    began = time.time()
    try:
        function, arguments = pickle.loads(work)
        result = cloudpickle.dumps(function(*arguments))
    except KeyboardInterrupt:  # of `listen`, between two calls of the core
        raise StoppedError("interrupt", "working on a task") from None
    finally:
        _current.reset(before)
        del _at_work[name]
    return Done(result, began, time.time(), worker)


def other_version(worker: str, version: str, wanted: str) -> str:
    """Return the sentence that says that a worker cannot be used."""
    return f"the worker {worker} has cobra {version}, not {wanted} as here; install the same version there"


def listen(what: str, done: int, total: int) -> None:
    """Hear, as the progress callback of what a task does, that its run is over.

    Then it raises `KeyboardInterrupt`, once: to functions of cobra that is Ctrl-C, and they return what they
    know by then.
    """
    task = _current.get(None)
    if task is not None and task.run in _over and not task.told:
        task.told = True
        raise KeyboardInterrupt


def end(run: str) -> list[str]:
    """Tell the tasks of a run in this process that it is over, and return the names of those at work."""
    _over.add(run)
    return [name for name, task in _at_work.copy().items() if task.run == run]
