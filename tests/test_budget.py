"""Deadlines: the earliest counts, memory is looked at, alarms reach what does not poll."""

from __future__ import annotations

import math
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.budget import Deadline, alarm, current, limited, poll, share, shown, tell, until
from cobra.engine.run import Run
from cobra.errors import GameError, LimitError, TimeLimitError


def test_without_limits_nothing_ends() -> None:
    assert current().remaining() is None
    assert Deadline(math.inf).remaining() is None
    poll("waiting")


def test_the_earliest_deadline_counts() -> None:
    with until(1000), until(2000) as inner:
        remaining = inner.remaining()
        assert remaining is not None
        assert remaining <= 1000
        with share(0.1) as part:
            assert 0 < (part.remaining() or 0) <= 100
    assert current().remaining() is None


def test_poll_ends_what_is_late() -> None:
    with until(0), pytest.raises(TimeLimitError) as caught:
        poll("counting")
    assert str(caught.value) == "stopped by the time limit while counting; raise it with --time-limit"
    assert (caught.value.reason, caught.value.seconds) == ("time", 0)


def test_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cobra.budget.used_memory", lambda: 0)
    with until(memory=1000):
        poll("counting")
        monkeypatch.setattr("cobra.budget.used_memory", lambda: 1 << 30)
        with until(memory=1 << 40), pytest.raises(LimitError, match="--memory SIZE") as caught:
            Deadline().check("counting")
    assert (caught.value.name, caught.value.needed, caught.value.limit) == ("memory", 1 << 30, 1000)


def test_a_limited_function_has_the_limits_it_is_given() -> None:
    @limited
    def remaining(what: str, *, time_limit: float | None = None) -> float | None:
        return current().remaining()

    assert remaining("a") is None
    assert 0 < (remaining("a", time_limit=5) or 0) <= 5
    with until(3):
        assert 0 < (remaining("a", time_limit=5) or 0) <= 3


def test_what_is_told_is_shown() -> None:
    heard: list[tuple[str, int, int]] = []
    tell("unheard")
    with shown(lambda what, done, total: heard.append((what, done, total))):
        tell("counting")
        with shown(None):
            tell("solving")
    assert heard == [("counting", 0, 0), ("solving", 0, 0)]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms")
def test_an_alarm_ends_what_does_not_poll() -> None:
    before = signal.getsignal(signal.SIGALRM)
    armed = signal.getitimer(signal.ITIMER_REAL)[0] > 0  # by what runs the tests
    with until(0.01) as deadline, alarm(deadline), pytest.raises(TimeLimitError, match="while pondering"):
        tell("counting")
        Run().call("pondering", lambda _: time.sleep(60), partial=True)
    assert signal.getsignal(signal.SIGALRM) is before
    assert (signal.getitimer(signal.ITIMER_REAL)[0] > 0) == armed


@pytest.mark.parametrize("given", ["fox", Path("fox.json")])
@pytest.mark.parametrize(
    ("function", "what", "made_by"),
    [
        (cobra.analyze, "game", "load"),
        (cobra.check, "game", "load"),
        (cobra.expand, "game", "load"),
        (cobra.verify, "strategy", "read_strategy"),
        (lambda given: cobra.write_strategy(given, "unwritten.json"), "strategy", "read_strategy"),
        (cobra.verify_plan, "plan", "read_plan"),
    ],
)
def test_a_name_is_no_game_and_a_file_is_no_strategy(
    function: Callable[[Any], Any], what: str, made_by: str, given: str | Path
) -> None:
    with pytest.raises(GameError) as caught:
        function(given)
    assert str(caught.value) == (
        f"a {what} is needed here, not its name or file: cobra.{made_by}({str(given)!r}) reads it"
    )


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms")
def test_an_alarm_waits_for_a_finaliser(monkeypatch: pytest.MonkeyPatch) -> None:
    ignored: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)
    ended: list[bool] = []

    class Slow:
        def __del__(self) -> None:
            end = time.monotonic() + 1.0
            while time.monotonic() < end:
                pass
            ended.append(True)

    with until(0.1) as deadline, alarm(deadline), pytest.raises(TimeLimitError):
        slow = Slow()
        del slow
        time.sleep(10)
    assert (ended, ignored) == ([True], [])
