"""Every opening: each has the value that a search beginning with it has, whatever is known from before."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.analysis.openings.find import openings
from cobra.analysis.openings.kept import Kept
from cobra.analysis.openings.opening import Opening, rank
from cobra.analysis.openings.work import How, find_here, find_there
from cobra.engine.compile import compile_game
from cobra.engine.run import Run
from cobra.engine.table import CodeTable, FoundOpening
from cobra.errors import GameError, LimitError, StoppedError, TimeLimitError
from cobra.interval import Interval
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import OBJECTIVES
from cobra.symmetries.symbols import Symmetry
from tests import oracle
from tests.cluster.test_sweeps import murder
from tests.random_cases import random_cases
from tests.random_games import games

OVER = 'secret x : 1..4\ngoal 1\nexperiment ask(h : 2..4)\n  observe if x < h then "less" else "not"\n'

FIVE = {"0012": 5625, "0123": 5673, "0011": 5702, "0001": 5791, "0000": 6318}
"""Mastermind with 4 pegs and 6 colours: the least totals after each kind of first guess."""


def known(result: cobra.Openings) -> list[Any]:
    return [(one.experiment, one.alike, one.proved, one.intervals) for one in result.openings]


@pytest.mark.thorough
def test_the_five_openings_of_mastermind() -> None:
    result = cobra.openings(cobra.load("mastermind"))
    assert {one.experiment: one.values for one in result.openings} == {
        text: (total,) for text, total in FIVE.items()
    }
    assert [one.experiment for one in result.openings] == list(FIVE)
    assert {one.experiment: one.alike for one in result.openings} == {
        "0012": 720,
        "0123": 360,
        "0011": 90,
        "0001": 120,
        "0000": 6,
    }
    assert (result.experiments, result.weight, result.stopped) == (1296, 1296, None)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_each_is_what_a_search_finds_that_begins_with_it(objective: str) -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 4})
    result = cobra.openings(game, objective, threads=1)
    assert len(result.openings) == 3
    for one in result.openings:
        alone = cobra.optimal(game, objective, first=one.experiment)
        assert one.intervals == alone.intervals
        assert one.proved
        assert one.worst is not None
    assert [one.values for one in result.openings] == sorted(one.values or () for one in result.openings)


@pytest.mark.thorough
@random_cases(40)
@given(games(codes=12, experiments=12), st.sampled_from(list(OBJECTIVES)), st.booleans())
def test_random_games(game: Game, objective: str, consistent: bool) -> None:
    """By definition: of all experiments that tell something, the best has the optimum of the game."""
    consistent = consistent and oracle.knows_finals(game)
    codes = oracle.codes(game)
    every = [e for e in oracle.experiments(game) if len(oracle.partition(game, e, codes)) > 1]
    one_goal = len({oracle.goal_value(game, code) for code in codes}) == 1
    if game.ending != "hit" and (not every or one_goal):
        with pytest.raises(GameError, match="the game is over before anything is asked"):
            openings(game, objective, threads=1, consistent=consistent)
        return
    result = openings(game, objective, threads=1, consistent=consistent)
    assert sum(one.alike for one in result.openings) == len(every)
    assert result.telling_nothing == result.experiments - len(every)
    for one in result.openings:
        alone = cobra.optimal(game, objective, first=one.experiment, consistent=consistent, threads=1)
        assert (one.intervals, one.proved) == (alone.intervals, alone.proved)


def begun_within_a_time_limit(game: Game) -> cobra.Openings:
    """Return what is known of openings after a second, or after longer on a busy machine."""
    for seconds in (1.0, 10.0):
        with suppress(StoppedError):
            return cobra.openings(game, time_limit=seconds)
    return cobra.openings(game, time_limit=100.0)


@pytest.mark.thorough
def test_a_time_limit_leaves_what_is_proved() -> None:
    result = begun_within_a_time_limit(cobra.load("mastermind", {"pegs": 5, "colours": 7}))
    assert result.stopped == "time"
    assert len(result.openings) == 7
    begun = [one for one in result.openings if one.intervals]
    assert begun == list(result.openings[: len(begun)])
    for one in begun:
        [interval] = one.intervals
        assert not one.proved
        assert one.values is None
        assert interval.upper is None or 70000 < interval.lower < interval.upper == one.total


@pytest.mark.thorough
@pytest.mark.unix
def test_ctrl_c_leaves_what_is_proved() -> None:
    def told(what: str, *_: object) -> None:
        if "best play" in what and not sent:
            sent.append(what)
            os.kill(os.getpid(), signal.SIGINT)

    sent: list[str] = []
    result = cobra.openings(cobra.load("mastermind", {"pegs": 5, "colours": 7}), progress=told)
    assert (result.stopped, len(sent)) == ("interrupt", 1)


@pytest.mark.thorough
def test_what_is_proved_is_kept_and_not_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.json"
    game = cobra.load("mastermind")
    first = cobra.openings(game, results=path)
    document = json.loads(path.read_text())
    del document["openings"]["0011"]
    path.write_text(json.dumps(document))
    searched: list[Any] = []

    def watched(table: CodeTable, experiments: list[str], *rest: Any) -> None:
        searched.append(experiments)
        find_here(table, experiments, *rest)

    monkeypatch.setattr("cobra.analysis.openings.find.find_here", watched)
    assert known(cobra.openings(game, results=path)) == known(first)
    assert searched == [["0011"]]
    assert known(cobra.openings(game, results=path)) == known(first)
    assert searched == [["0011"], []]


def test_two_runs_keep_what_they_prove_in_one_file(tmp_path: Path) -> None:
    path, game = tmp_path / "kept.json", compile_game(cobra.load("mastermind", {"pegs": 2, "colours": 3}))
    kept = [Kept(path, game, "average", ("00", "01")) for _ in range(2)]
    kept[0].add("00", ([("total", 24, 24)], (24, 4), True, None))
    kept[1].add("01", ([("total", 21, 21)], (21, 3), True, None))
    for one in kept:
        with one:
            pass
    assert json.loads(path.read_text())["openings"] == {
        "00": [[["total", 24, 24]], [24, 4]],
        "01": [[["total", 21, 21]], [21, 3]],
    }


def test_the_same_game_with_other_names_is_another_one(tmp_path: Path) -> None:
    """What is likely is called a in the one and b in the other, and each is the first of its symbols."""
    text = 'secret x : {ORDER} weight if x = "LIKELY" then 5 else 1 experiment ask(g : {ORDER}) observe x = g'
    one, other = (
        cobra.load_text(text.replace("ORDER", order).replace("LIKELY", order[0]), name="letters")
        for order in ("a b c", "b a c")
    )
    path = tmp_path / "kept.json"
    assert [(row.experiment, row.total) for row in cobra.openings(one).openings] == [("a", 9), ("b", 13)]
    cobra.openings(one, results=path)
    with pytest.raises(GameError, match="another game"):
        cobra.openings(other, results=path)
    assert [(row.experiment, row.total) for row in cobra.openings(other).openings] == [("b", 9), ("a", 13)]


def test_files_of_something_else_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    cobra.openings(game, results=path)
    text = path.read_text()
    with pytest.raises(GameError, match="of another game, objective or version"):
        cobra.openings(game, "worst", results=path)
    with pytest.raises(GameError, match="of another game, objective or version"):
        cobra.openings(cobra.load("mastermind", {"pegs": 2, "colours": 4}), results=path)
    lies = tmp_path / "lies.json"
    cobra.openings(cobra.load("liar-comparisons", {"numbers": 4, "lies": 1}), results=lies)
    with pytest.raises(GameError, match="another game"):
        cobra.openings(cobra.load("liar-comparisons", {"numbers": 4, "lies": 2}), results=lies)
    assert path.read_text() == text
    for wrong in ("{}", "[1", text.replace("total", "lengths"), text.replace(", 21, 21", ", 20, 21")):
        path.write_text(wrong)
        with pytest.raises(GameError, match="holds no openings of cobra"):
            cobra.openings(game, results=path)
        assert path.read_text() == wrong
    with pytest.raises(GameError, match=r"ending in \.json"):
        cobra.openings(game, results=tmp_path / "kept.txt")


@pytest.mark.parametrize(
    ("objective", "wrong"),
    [
        ("average", "[[], [22, 3]]"),
        ("average", '[[["worst", 3, 3]], [22, 3]]'),
        ("average", '[[["total", 7, 7]], [22, 3]]'),
        ("average", '[[["total", 22, 22], ["worst", 3, 3]], [22, 3]]'),
        ("average", '[[["total", 22, 22]], [22, true]]'),
        ("average", '[[["total", 22, 22]], [22, -1]]'),
        ("average", '[[["total", 22, 22.0]], [22, 3]]'),
        ("average", f'[[["total", {2**63}, {2**63}]], [{2**63}, 3]]'),
        ("average", f'[[["total", 22, 22]], [22, {10**400}]]'),
        ("average", '[[["total", 22, 22]], [22]]'),
        ("average", '[[["total", 22]], [22, 3]]'),
        ("average", '{"22": 3, "total": 3}'),
        ("worst-average", '[[["total", 22, 22], ["worst", 3, 3]], [22, 3]]'),
        ("worst-average", '[[["worst", 3, 3], ["total", 22, 22]], [22, 4]]'),
        ("nodes", '[[["worst", 3, 3], ["nodes", false, false]], [22, 3]]'),
    ],
)
def test_what_cannot_be_what_is_proved_of_an_opening(objective: str, wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    cobra.openings(game, objective, results=path)
    text = path.read_text()
    lines = [f'"00": {wrong}' if line.startswith('"00"') else line for line in text.splitlines()]
    path.write_text("\n".join(lines))
    assert path.read_text() + "\n" != text
    with pytest.raises(GameError, match=r"kept\.json holds no openings of cobra; it is left as it is$"):
        cobra.openings(game, objective, results=path)


def test_what_is_said_of_something_that_is_no_opening(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    first = cobra.openings(game, results=path)
    text = path.read_text()
    for wrong in ("33", "0 0", "0", ""):  # "0 0" is read as 00, but not written so
        path.write_text(text.replace('"00"', f'"{wrong}"'))
        with pytest.raises(GameError, match="holds no openings of cobra"):
            cobra.openings(game, results=path)
    path.write_text(text)
    assert known(cobra.openings(game, results=path)) == known(first)


def test_what_was_kept_when_nobody_had_time_for_symmetries_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.json"
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    first = cobra.openings(game)
    with monkeypatch.context() as hurried:
        hurried.setattr("cobra.engine.compile.interchangeable_symbols", too_late)
        assert len(cobra.openings(game, results=path).openings) == 9
    text = path.read_text()
    assert len(json.loads(text)["openings"]) == 9
    assert known(cobra.openings(game, results=path)) == known(first)
    assert path.read_text() == text
    with monkeypatch.context() as hurried:
        hurried.setattr("cobra.engine.compile.interchangeable_symbols", too_late)
        values = [one.values for one in cobra.openings(game, results=path).openings]
        assert values == [(21,)] * 6 + [(24,)] * 3


def too_late(game: Game) -> Symmetry:
    raise TimeLimitError("looking for symmetries", 0.0)


def test_what_is_said_of_an_experiment_that_tells_nothing(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    game = cobra.load_text("secret x : 1..3\nexperiment ask(h : 1..4)\n  observe x < h\n", name="less")
    cobra.openings(game, results=path)
    text = path.read_text()
    assert text.count('\n"2"') == 1
    path.write_text(text.replace('\n"2"', '\n"1"'))  # no code is less than 1
    with pytest.raises(GameError, match="holds no openings of cobra"):
        cobra.openings(game, results=path)


@pytest.mark.parametrize("more", ["", "lies at most 1\n"])
def test_a_game_that_is_over_at_once_has_none(more: str) -> None:
    with pytest.raises(GameError, match="the game is over before anything is asked, so nothing can be first"):
        cobra.openings(cobra.load_text(OVER + more))


def test_a_file_that_cannot_be_written_any_more_is_no_reason_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise GameError("cannot write kept.json: No space left on device")

    monkeypatch.setattr("cobra.analysis.openings.kept.write_text", full)
    result = cobra.openings(cobra.load("mastermind", {"pegs": 3}), results=tmp_path / "kept.json")
    assert all(one.proved for one in result.openings)
    assert result.unkept == "cannot write kept.json: No space left on device"


def test_experiments_that_tell_nothing_are_left_out() -> None:
    text = "secret c[1..1] : {a, b}\nexperiment ask(g[1..1] : {a, b, d})\n  observe c[1] = g[1]\n"
    game = cobra.load_text(text)
    result = cobra.openings(game)
    assert (result.experiments, result.telling_nothing) == (3, 1)
    assert sum(one.alike for one in result.openings) == 2


def test_too_many_openings_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cobra.analysis.openings.find.MOST", 4)
    with pytest.raises(LimitError):
        cobra.openings(cobra.load("mastermind"))


def test_the_order_of_openings() -> None:
    proved = [Opening(text, 1, (Interval("total", n, n),), n, 3, True) for text, n in (("a", 5), ("b", 6))]
    begun = [Opening(text, 1, (Interval("total", n, 9),), 9, 3) for text, n in (("c", 2), ("d", 4))]
    other = Opening("e", 1)
    assert sorted([other, *reversed(begun), *reversed(proved)], key=rank) == [*proved, *begun, other]


@pytest.fixture(scope="module")
def cluster() -> Iterator[cobra.Cluster]:
    with cobra.Cluster("local:2") as cluster:
        yield cluster


@pytest.mark.slow
@pytest.mark.unix
def test_a_cluster_finds_the_same_while_workers_are_killed(cluster: cobra.Cluster, tmp_path: Path) -> None:
    game = cobra.load("wordle")
    path = tmp_path / "kept.json"
    here = cobra.openings(game, threads=1)
    with murder(cluster, 1.5) as killed:
        there = cobra.openings(game, cluster=cluster, results=path)
    assert known(there) == known(here)
    assert killed
    assert len(json.loads(path.read_text())["openings"]) == 500


@pytest.mark.slow
def test_a_time_limit_on_a_cluster_leaves_what_is_proved(cluster: cobra.Cluster) -> None:
    game = cobra.load("mastermind", {"pegs": 5, "colours": 6})
    result = cobra.openings(game, time_limit=3.0, cluster=cluster)
    assert result.stopped == "time"
    begun = [one.intervals[0] for one in result.openings if one.intervals]
    assert len(begun) <= 2  # one for each worker that had the time to begin
    for interval in begun:
        assert interval.upper is None or max(interval.lower, 36720) < interval.upper  # 36,721 is the least


@dataclass
class Punctual:
    """A cluster whose two tasks are done just as the time is over; of others it hears no more."""

    run: Run
    found: list[dict[str, FoundOpening]]
    workers: int = 1
    left: int = 0

    def tasks(self, *_: object) -> Punctual:
        return self

    def submit(self, *_: object) -> None:
        self.left += 1

    def __enter__(self) -> Punctual:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __iter__(self) -> Iterator[tuple[None, dict[str, FoundOpening]]]:
        self.run.interrupted = True
        for one in self.found:
            self.left -= 1
            yield None, one


@pytest.mark.parametrize(
    ("known", "reason"),
    [((None, None), "interrupt"), ((None,), "interrupt"), ((None, None, None, None), None)],
)
def test_what_no_worker_came_to_is_missing(known: tuple[str | None, ...], reason: str | None) -> None:
    """The end of the time is seen first where more would be asked for."""
    game, run, taken = cobra.load("mastermind", {"pegs": 2, "colours": 3}), Run(), {}
    texts = ["00", "01", "02", "10"]
    proved: list[FoundOpening] = [([("total", 21, 21)], (21, 3), True, stopped) for stopped in known]
    found = [dict([pair]) for pair in zip(texts, proved, strict=False)]
    cluster: Any = Punctual(run, found)
    how = How("average", False, 1, 1 << 28, Limits())
    if reason is None:
        find_there(cluster, run, game, texts, how, taken.__setitem__)
    else:
        with pytest.raises(StoppedError) as stop:
            find_there(cluster, run, game, texts, how, taken.__setitem__)
        assert stop.value.reason == reason
    assert list(taken) == texts[: len(known)]
