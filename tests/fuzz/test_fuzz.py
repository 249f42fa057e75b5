"""The fuzzer finds what it is there for, makes it small, and does the same again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cobra
from tests.fuzz import __main__ as command
from tests.fuzz import parsing, phases, reading
from tests.fuzz.case import Case
from tests.fuzz.child import warm
from tests.fuzz.findings import read
from tests.fuzz.reading import tried as try_file
from tests.fuzz.reduce import Reducer
from tests.fuzz.sources import MAKERS, files, make, texts
from tests.fuzz.sources.library import small_case
from tests.fuzz.supervise import tried
from tests.oracle import situation_proofs

pytestmark = [pytest.mark.thorough, pytest.mark.unix]

ROOT = Path(__file__).parents[2]
GAME = """variable a
variable lone
constraint a | lone
experiment g()
  observe a
experiment h() observe lone
"""
LOAD = ("load",)
ALL = tuple(phases.PHASES)


@pytest.fixture(scope="module", autouse=True)
def prepared() -> None:
    """Let children begin with what is imported and with the tables of the grammars, as the command does."""
    warm(small_case(Random(0)), ALL)


def findings(case: Case, names: Sequence[str] = LOAD, hang: float = 20.0) -> list[tuple[str, str]]:
    """Return phase and law of what is found in three cases, the second of which is this one."""
    other = small_case(Random(0))
    reports = [report for _, report in tried(iter([other, case, other]), names, hang)]
    assert [reports[place]["finding"] for place in (0, 2)] == [None, None]
    finding = reports[1]["finding"]
    return [(finding["phase"], finding["law"])] if finding else []


def laws_of(reports: Sequence[dict[str, Any]]) -> set[str]:
    """Return the laws that are broken; of a child that ended before its time, how it did."""
    found = [report["finding"] for report in reports if report["finding"]]
    return {finding["message"] if finding["law"] == "dies" else finding["law"] for finding in found}


def in_time(report: dict[str, Any], names: Sequence[str]) -> list[str]:
    """Return the phases that a case goes through: all but those for which a busy machine left no time."""
    return [name for name in names if report["refused"].get(name) != "StoppedError"]


def test_a_sound_game_goes_through_all_phases() -> None:
    ((_, report),) = tried(iter([Case(GAME)]), ALL)
    assert report["finding"] is None
    assert report["done"] == in_time(report, ALL)
    assert (report["sound"], report["small"], report["tiny"]) == (True, True, True)


def test_a_proof_that_answers_look_different_is_compared() -> None:
    """It is stated only where values look alike; here they do not occur in one experiment type."""
    text = 'secret a : 1..2 experiment g() observe if a = 1 then "A b" else if a = 2 then "c" else "a  B"'
    ((_, report),) = tried(iter([Case(text)]), ("load", "check"))
    assert (report["finding"], report["done"], report["sound"]) == (None, ["load", "check"], True)


@pytest.mark.slow
def test_cases_depend_on_seed_and_number_alone() -> None:
    program = (
        "import hashlib, tests.fuzz.sources as s\n"
        "print(hashlib.sha256(repr([s.make(7, n, n % 2 == 1) for n in range(60)]).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(digests) == 1
    assert make(7, 3, True) == make(7, 3, True)
    cases = [make(7, number, True) for number in range(30)]
    assert all(one.text != other.text for one, other in pairwise(cases))


@pytest.mark.parametrize("name", MAKERS)
def test_every_source_makes_cases(name: str) -> None:
    random = Random(name)
    cases = [MAKERS[name][2](random) for _ in range(30)]
    assert len({(case.text, *case.definitions.items()) for case in cases}) >= 20


@pytest.mark.parametrize(("name", "least"), [("game", 24), ("core", 24), ("library", 30), ("states", 25)])
def test_most_games_that_are_made_can_be_read(name: str, least: int) -> None:
    random = Random(name)
    read_ = 0
    for _ in range(30):
        case = MAKERS[name][2](random)
        try:
            cobra.load_text(case.text, definitions=case.definitions, files=case.files)
            read_ += 1
        except cobra.CobraError:
            pass
    assert read_ >= least


@pytest.mark.slow
def test_a_mistake_in_cobra_is_found_reduced_and_replayed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = phases.PHASES["info"]

    def wrong(trial: phases.Trial, random: Random) -> None:
        if any(slot.name == "lone" for slot in trial.game.codes.slots):
            raise IndexError("list index out of range")
        sound(trial, random)

    monkeypatch.setitem(phases.PHASES, "info", wrong)
    assert command.run(iter([Case(GAME, {}, {"a": "b"}, seed=3, number=5)]), "all", tmp_path) == 1
    (path,) = tmp_path.iterdir()
    case, which = read(path)
    assert (which, case.seed, case.number, case.files) == ("all", 3, 5, {})
    assert case.text == "variable a\nvariable lone\nexperiment g()observe a"
    assert "FOUND 1 times: info: IndexError in test_fuzz.py:wrong" in capsys.readouterr().out
    assert command.replay(path) == 1
    monkeypatch.setitem(phases.PHASES, "info", sound)
    assert command.replay(path) == 0


def spoil(monkeypatch: pytest.MonkeyPatch, work: Any) -> None:
    """Let one game do something while it is loaded."""
    sound = phases.PHASES["load"]

    def wrong(trial: phases.Trial, random: Random) -> None:
        if trial.case.text == GAME:
            work()
        sound(trial, random)

    monkeypatch.setitem(phases.PHASES, "load", wrong)


def test_a_crash_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, lambda: os.kill(os.getpid(), signal.SIGSEGV))
    assert findings(Case(GAME)) == [("load", "dies")]


def test_a_panic_of_the_core_is_found_though_it_became_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    panic = b"thread '<unnamed>' (7) panicked at rust/x.rs:1:2:\nindex out of bounds\n"
    spoil(monkeypatch, lambda: os.write(2, panic))
    assert findings(Case(GAME)) == [("load", "the core does not panic")]


def test_a_loop_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def loop() -> None:
        while True:
            pass

    spoil(monkeypatch, loop)
    assert findings(Case(GAME), hang=0.5) == [("load", "hangs")]


def test_what_takes_too_much_memory_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch, lambda: len(b"x" * (400 << 20)))
    assert findings(Case(GAME)) == [("load", "memory")]


def test_a_result_that_differs_from_the_definition_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = cobra.info

    def wrong(*given: Any, **named: Any) -> Any:
        from dataclasses import replace

        return replace(sound(*given, **named), codes=7)

    monkeypatch.setattr(cobra, "info", wrong)
    ((_, report),) = tried(iter([Case(GAME)]), ("load", "check", "info"))
    assert (report["finding"]["phase"], report["finding"]["law"]) == ("info", "codes of info")
    assert report["finding"]["message"] == "codes of info: 7, expected 3"


def test_certificates_that_a_naive_checker_does_not_believe_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of games with a state, prices or lost plays, and of how many codes are won, too."""
    text = "secret x : 1..4 state s = 1 in 0..1 experiment g(y : 1..4) observe x = y final x = y"
    cases = [Case(text, number=n) for n in range(8)]
    names = ("load", "check", "optimal")
    reports = [report for _, report in tried(iter(cases), names)]
    assert [one for one in reports if one["finding"] or one["done"] != in_time(one, names)] == []
    monkeypatch.setattr(situation_proofs.NaiveChecker, "bound", lambda *given: (0, 0))
    reports = [report for _, report in tried(iter(cases), names)]
    assert laws_of(reports) == {"the naive checker believes a certificate, too"}, reports


def test_a_command_that_ends_with_another_status_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases.cli, "_status", lambda *given: 7)
    reports = [report for _, report in tried((Case(GAME, number=n) for n in range(12)), ("load", "command"))]
    assert laws_of(reports) == {"a command ends with the status of its result"}, reports


def test_a_case_is_made_as_small_as_it_gets() -> None:
    asked: list[str] = []

    def same(case: Case) -> bool:
        asked.append(case.text)
        return "needle" in case.text and "thread" in case.text

    text = (
        "\n".join(f"line {i}" for i in range(20)) + "\nthe needle and\n" + "more\n" * 9 + "some thread here\n"
    )
    case = Case(text, {"n": "1"}, {"words": "a"})
    small = Reducer(same, 200).reduce(case)
    assert (small.text, small.definitions, small.files) == ("needlethread", {}, {})
    asked.clear()
    assert Reducer(same, 5).reduce(case).text.split()[-1] == "here"
    assert len(asked) == 5


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests/fuzz/kept").glob("*.json")), ids=lambda path: path.stem
)
def test_what_was_found_once_breaks_no_law_any_more(path: Path) -> None:
    case, which = read(path)
    ((_, report),) = tried(iter([case]), command.CHOICES[which], try_=command.TRIERS[which])
    assert report["finding"] is None


def test_files_and_requests_that_are_changed_break_no_law() -> None:
    """Some of every format; what is as it was written is read."""
    warm(small_case(Random(0)), LOAD)
    cases = [files.make(1, number) for number in range(120)]
    reports = [report for _, report in tried(iter(cases), LOAD, try_=try_file)]
    assert [report["finding"] for report in reports if report["finding"]] == []
    assert {case.origin for case in cases} == set(files.FORMATS)
    assert {name for report in reports for name in report["refused"]} >= set(files.WRITTEN)
    assert sum(len(report["done"]) for report in reports) >= 20


def test_what_is_found_in_a_file_is_written_and_replayed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    case = Case("a,b\n", files={"format": "table"}, bytes_=True)
    sound = reading.READERS["table"]

    def wrong(path: Path, case: Case) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setitem(reading.READERS, "table", wrong)
    assert command.run(iter([case]), "files", tmp_path) == 1
    (path,) = tmp_path.iterdir()
    assert command.replay(path) == 1
    monkeypatch.setitem(reading.READERS, "table", sound)
    assert command.replay(path) == 0


@pytest.mark.parametrize("name", list(texts.BATCH))
def test_short_texts_break_no_law(name: str) -> None:
    """Some of every parser; most are refused, and some are read."""
    texts.source(name)
    most = min(texts.BATCH[name][1], 60)
    case = Case("", {}, {"parser": name, "texts": str(most)}, name, 1, 1, bytes_=True)
    ((_, report),) = tried(iter([case]), LOAD, try_=parsing.tried)
    assert report["finding"] is None
    counts = Counter(report["counts"])
    assert counts["texts"] == most == counts[f"{name} read"] + counts[f"{name} refused"]
    assert counts[f"{name} read"] > 0


@pytest.mark.parametrize(
    ("end", "law"),
    [(lambda: [][0], "no mistake in cobra itself"), (lambda: os.kill(os.getpid(), signal.SIGSEGV), "dies")],
)
def test_the_one_text_that_breaks_a_law_is_found_among_many(
    end: Any, law: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def wrong(content: bytes, path: Path) -> None:
        if b"=" in content:
            end()

    monkeypatch.setitem(parsing.READERS, "score", wrong)
    text = "min total then max parts"
    monkeypatch.setattr(texts, "source", lambda name: lambda random: iter([text.encode(), b"a\n=\n", b"="]))
    case = Case("", {}, {"parser": "score", "texts": "3"}, "score", 1, 1, bytes_=True)
    assert command.run(iter([case]), "parse", tmp_path) == 1
    (path,) = tmp_path.iterdir()
    reduced, which = read(path)
    assert (which, reduced.text, reduced.files) == ("parse", "=", {"parser": "score"})
    assert f'"law": "{law}"' in path.read_text("utf-8")


def test_what_is_put_into_json_is_not_changed_with_it() -> None:
    before = repr(files.STRANGE)
    document = b'{"a": [[], {"b": 1}], "c": {}}'
    for number in range(400):
        assert files.changed_json(Random(number), document) != b""
    assert repr(files.STRANGE) == before
