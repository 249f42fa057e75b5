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
from cobra.budget import Deadline, alarm, current, expect, limited, poll, share, shown, tell, until
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


def test_memory_that_is_free_is_given_back_before_it_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = [0]
    given_back: list[int] = []

    def trim() -> None:
        given_back.append(taken[0])
        taken[0] -= 1 << 29

    monkeypatch.setattr("cobra.budget.used_memory", lambda: taken[0])
    monkeypatch.setattr("cobra.budget.trim", trim)
    with until(memory=1 << 20), until(memory=1 << 21) as deadline:
        deadline.check_memory("counting")
        assert given_back == []
        taken[0] = (1 << 29) + (1 << 20)
        deadline.check_memory("counting")
        assert given_back == [(1 << 29) + (1 << 20)]
        taken[0] = 1 << 22  # more than was allowed, less than what libraries may take beside it: now and then
        deadline.check_memory("counting")
        assert len(given_back) == 1
        taken[0] = (1 << 30) + (1 << 20)
        with pytest.raises(LimitError):
            deadline.check_memory("counting")
        assert len(given_back) == 2


def test_memory_is_looked_at_before_it_is_taken() -> None:
    expect(1 << 50, "listing")  # without a limit as much as there is
    with until(memory=1 << 20):
        expect(1 << 20, "listing")
        with pytest.raises(LimitError, match=r"^listing: about .* needed, the limit is 1,048,576; "):
            expect(1 << 30, "listing")


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


SMALL = cobra.load("mastermind", {"pegs": 2, "colours": 2})


@pytest.mark.parametrize(
    ("function", "name", "least"),
    [
        (cobra.analyze, "seed", 0),
        (cobra.analyze, "threads", 0),
        (cobra.analyze, "memory", 0),
        (cobra.analyze, "repeat", 1),
        (cobra.compare, "repeat", 1),
        (cobra.compare, "seed", 0),
        (cobra.evolve, "seed", 0),
        (cobra.static_plan, "memory", 0),
        (cobra.advise, "most", 0),
        (cobra.optimal, "max_depth", 1),
        (cobra.optimal, "within", 1),
    ],
)
def test_numbers_that_cannot_be_are_refused(function: Callable[..., Any], name: str, least: int) -> None:
    for wrong in (least - 1, -5, 2**63, 10**30, 1.5, "two"):
        with pytest.raises(GameError) as caught:
            function(SMALL, **{name: wrong})
        assert str(caught.value) == (
            f"{name} must be a whole number from {least} to 9,223,372,036,854,775,807"
        )


@pytest.mark.thorough
def test_the_largest_numbers_are_taken() -> None:
    most = 2**63 - 1
    (row,) = cobra.analyze(SMALL, ["random"], seed=most, repeat=2, threads=most, memory=most).rows
    assert row.repeats is not None
    assert (row.repeats.seed, row.repeats.runs) == (most, 2)
    assert cobra.optimal(SMALL, max_depth=most, memory=most).row.total == 8
    assert cobra.optimal(SMALL, "won", within=most).row.total == 8
    assert cobra.evolve(SMALL, seed=most, population=2, generations=1).strategy is not None
    assert cobra.advise(SMALL, most=most).codes == 4


def _excluded(game: cobra.Game, history: Any) -> cobra.Excluded:
    return cobra.excluded(game, history, "00")


@pytest.mark.parametrize(
    "function", [cobra.advise, cobra.explain, cobra.review, cobra.contradiction, _excluded]
)
def test_a_history_is_no_list_of_texts(function: Callable[..., Any]) -> None:
    with pytest.raises(GameError) as caught:
        function(SMALL, ["00 1B0W"])
    assert str(caught.value) == (
        "a history is one text, such as '0011 = 1B1W; 0023 = 0B2W', or what cobra.read_history makes of it, "
        "not a list of texts"
    )


@pytest.mark.thorough
def test_a_result_is_not_what_it_has(tmp_path: Path) -> None:
    best, plan, file = cobra.optimal(SMALL), cobra.static_plan(SMALL), tmp_path / "file.svg"
    for what, given, functions in (
        ("strategy", best, [cobra.verify, lambda given: cobra.write_strategy(given, file)]),
        ("strategy", best, [lambda given: cobra.export_strategy(given, file)]),
        ("strategy", best, [lambda given: cobra.export_lines(given, "svg")]),
        ("plan", plan, [cobra.verify_plan, lambda given: cobra.write_plan(given, file)]),
        ("game", best, [cobra.analyze]),
    ):
        for function in functions:
            with pytest.raises(GameError) as caught:
                function(given)
            kind = type(given).__name__
            assert str(caught.value) == f"a {what} is needed here, not a {kind}: give its .{what}"
    assert not file.exists()


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
