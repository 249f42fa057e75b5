"""The least worst case among numbers that are counted, not listed: any set of them may be asked about."""

from __future__ import annotations

from cobra import _core
from cobra.engine.core import CountedSearch
from cobra.engine.run import Run
from cobra.interval import Interval


def search_numbers(numbers: int, lies: int, *, max_depth: int | None, memory: int, run: Run) -> CountedSearch:
    """Return how many questions find one of so many numbers when so many answers may be lies."""

    def watch(control: _core.Control) -> str | None:
        seen = control.interval()
        return None if seen is None else Interval(*seen).show(numbers)

    return run.call(
        "searching for an optimal strategy",
        lambda control: _core.least_worst_of_numbers(numbers, lies, max_depth, memory, control),
        watch,
    )
