"""Ctrl-C at any moment of a request to the core, also while its thread is being started; its errors."""

from __future__ import annotations

import pickle
import threading

import pytest

from cobra._core import Control, CoreError, CoreInternal
from cobra.breakers.breaker import How
from cobra.breakers.find import find_breaker
from cobra.engine import run
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import CobraError, GameError, InternalError, StoppedError
from cobra.language.load import load
from cobra.limits import Limits
from cobra.options import MEMORY


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


def test_a_mistake_of_the_core_is_not_one_of_the_game() -> None:
    def met(error: CoreError) -> CobraError:
        def work(_: Control) -> None:
            raise pickle.loads(pickle.dumps(error))  # as from another process

        with pytest.raises(CobraError) as raised:
            Run().call("working", work)
        return raised.value

    mistake = met(CoreInternal("a hit vanished"))
    assert isinstance(mistake, InternalError)
    assert str(mistake) == "internal error: a hit vanished; please report it, with the game"
    assert mistake.what == "a hit vanished"
    assert isinstance(met(CoreError("no code 7; there are 4")), GameError)


@pytest.mark.parametrize(
    ("strategy", "what"),
    [("parts", "computing the strategy parts"), ("min max(n) then max parts", "comparing scores")],
)
def test_what_was_stopped_says_what_it_was(strategy: str, what: str) -> None:
    stopped = Run()
    table = CodeTable(load("mastermind", {"pegs": 2, "colours": 3}), stopped, MEMORY, Limits())
    stopped.interrupted = True
    with pytest.raises(StoppedError) as stop:
        find_breaker(strategy).play(table, How(memory=MEMORY))
    assert str(stop.value) == f"stopped by Ctrl-C while {what}"
