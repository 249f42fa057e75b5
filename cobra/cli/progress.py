"""The progress bar of long computations, on standard error; it appears only after half a second.

It goes away when all is done, so while it is there something is left to do and it says at most 99 %.
"""

from __future__ import annotations

import threading
from types import TracebackType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_DELAY: Final = 0.5


class ProgressBar:
    """A callback `(what, done, total)` that draws a bar; `rich` is imported only when there is one.

    It appears by itself, with what was told last, also when nothing is told any more.
    """

    def __init__(self, what: str) -> None:
        self._lock = threading.Lock()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._told: tuple[str, int, int] = what, 0, 0
        self._timer = threading.Timer(_DELAY, self._appear)
        self._timer.daemon = True
        self._ended = False

    def __enter__(self) -> ProgressBar:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._ended = True
            if self._bar is not None:
                self._bar.stop()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Show that `done` of `total` is done of what is being computed; `total` 0 means not known yet."""
        self._told = what, done, total
        if self._bar is not None:
            self._update(self._bar)

    def _appear(self) -> None:
        bar = self._make()
        with self._lock:
            if self._ended:
                return
            self._task = bar.add_task("", total=None)
            self._update(bar)
            bar.start()
            self._bar = bar

    def _update(self, bar: Progress) -> None:
        assert self._task is not None
        what, done, total = self._told
        bar.update(self._task, description=what, completed=percent(done, total) if total else 0)
        bar.tasks[0].total = 100 if total else None  # `update` leaves what is None as it is

    @staticmethod
    def _make() -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

        return Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )


def percent(done: int, total: int) -> int:
    """Return how much of what is still going on is done, rounded down: never 100."""
    return min(100 * done // total, 99)
