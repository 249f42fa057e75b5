"""The progress bar of long computations, on standard error; it appears only after half a second."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_DELAY: Final = 0.5


class ProgressBar:
    """A callback `(what, done, total)` that draws a bar; `rich` is imported only when there is one."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Show that `done` of `total` is done of what is being computed; `total` 0 means not known yet."""
        if self._bar is None:
            if time.monotonic() - self._started < _DELAY:
                return
            self._bar = self._make()
            self._task = self._bar.add_task(what, total=None)
            self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, description=what, completed=done, total=total or None)

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
