"""Ctrl-C at any moment of a request to the core, also while the thread that works is being started."""

from __future__ import annotations

import threading

import pytest

from cobra._core import Control
from cobra.engine import run
from cobra.engine.run import Run


@pytest.mark.parametrize("started", [True, False])
def test_a_start_that_is_broken_off(monkeypatch: pytest.MonkeyPatch, started: bool) -> None:
    """Another thread can hear the signal, and this one raises, before or after the start."""
    starts: list[threading.Thread] = []
    again = threading.Event()

    class Thread(threading.Thread):
        def start(self) -> None:
            starts.append(self)
            if started or len(starts) > 1:
                super().start()
            if len(starts) == 1:
                raise KeyboardInterrupt
            again.set()

    monkeypatch.setattr(run.threading, "Thread", Thread)
    worked: list[Control] = []

    def work(control: Control) -> str:
        worked.append(control)
        again.wait(60)
        return "what is known"

    request = Run()
    assert request.call("working", work) == "what is known"
    assert request.interrupted
    assert len(worked) == 1
    assert len(starts) == 2
