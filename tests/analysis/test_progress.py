"""What is shown of long work: how far it is where that is known, else what is known by then."""

from __future__ import annotations

import threading

import pytest

from cobra._core import Control
from cobra.cli.progress import ProgressBar
from cobra.engine.run import Run


@pytest.mark.parametrize(
    ("interval", "shown"),
    [(None, ("searching", 0, 0)), ("average 4.8313 … 5.4890", ("searching, average 4.8313 … 5.4890", 0, 0))],
)
def test_a_search_shows_its_interval_and_no_bar(interval: str | None, shown: tuple[str, int, int]) -> None:
    told = threading.Event()
    seen: list[tuple[str, int, int]] = []

    def progress(*said: object) -> None:
        seen.append(said)  # type: ignore[arg-type]
        told.set()

    def work(control: Control) -> bool:
        return told.wait(60)

    assert Run(None, progress).call("searching", work, lambda control: interval)
    assert set(seen) == {shown}


def test_a_bar_that_was_full_is_not_full_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cobra.cli.progress._DELAY", 0.0)
    with ProgressBar("beginning") as bar:
        bar._timer.join(60)
        bar("playing", 81, 81)
        assert bar._bar is not None
        assert (bar._bar.tasks[0].completed, bar._bar.tasks[0].total) == (99, 100)
        bar("searching, average 3 … 4", 0, 0)
        assert (bar._bar.tasks[0].description, bar._bar.tasks[0].total) == ("searching, average 3 … 4", None)
        bar("playing", 1, 81)
        assert (bar._bar.tasks[0].completed, bar._bar.tasks[0].total) == (1, 100)
