"""Recomputing: what is kept, what a stopped run leaves, and what a number says about a claim."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.analysis.reproduce import results as results_module
from cobra.analysis.reproduce.claims import Claim, claims
from cobra.analysis.reproduce.recompute import Workplace, recompute
from cobra.analysis.reproduce.verdict import AGREES, DIFFERS, NEW, NOT_RUN, UNEXPECTED, UNFINISHED, verdict
from cobra.cli.show.reproduce import reproduction_warnings
from cobra.errors import GameError, StoppedError


def claim(**changes: Any) -> Claim:
    entry = {
        "params": {"pegs": 2, "colours": 3},
        "what": "parts",
        "total": 21,
        "worst": 3,
        "source": "klimos 2014",
    }
    return Claim("mastermind", "mastermind", {**entry, **changes})


FOUND = {"total": 21, "worst": 3, "average": "7/3"}


@pytest.mark.parametrize(
    ("changes", "found", "expected"),
    [
        ({}, FOUND, AGREES),
        ({"average": "2.333"}, FOUND, AGREES),
        ({"average": "2.334"}, FOUND, UNEXPECTED),
        ({"total": 22}, FOUND, UNEXPECTED),
        ({"source": "brute force"}, FOUND, NEW),
        ({"source": "brute force", "total": 22}, FOUND, UNEXPECTED),
        ({"published": {"average": "2.334"}, "differs": "rounded up"}, FOUND, DIFFERS),
        ({"published": {"average": "2.333"}, "differs": "it does not"}, FOUND, UNEXPECTED),
        ({"published": {"total": 20}}, FOUND, UNEXPECTED),
        ({"unfinished": "far too large"}, None, UNFINISHED),
        ({}, None, NOT_RUN),
    ],
)
def test_verdicts(changes: dict[str, Any], found: dict[str, Any] | None, expected: str) -> None:
    assert verdict(claim(**changes), found) == expected


@pytest.mark.parametrize(("printed", "expected"), [("4.638", AGREES), ("4.7", UNEXPECTED)])
def test_a_mean_agrees_when_it_is_within_the_interval(printed: str, expected: str) -> None:
    drawn = Claim(
        "mastermind",
        "mastermind",
        {"params": {}, "what": "consistent(random)", "mean": printed, "source": "mmstrat"},
    )
    assert verdict(drawn, {"mean": [4.641, 0.004]}) == expected


def test_the_unit_of_work_can_be_sent_elsewhere() -> None:
    function, sent = pickle.loads(pickle.dumps((recompute, claim())))
    assert function(sent, threads=1) == {"total": 21, "worst": 3}


def test_a_series_is_found_value_by_value() -> None:
    series = claim(params={"pegs": 2, "colours": [3, 6]}, total=[21, 132], worst=[3, 5])
    assert recompute(series, threads=1) == {"total": [21, 132], "worst": [3, 5]}


@pytest.mark.thorough
def test_what_is_known_is_not_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "found.json"
    first = cobra.reproduce(["words"], results=path, threads=1)
    assert first.expected
    assert first.verdicts.keys() == {AGREES, NEW, UNFINISHED}
    assert len(first.outcomes) == len(claims(("words",)))
    monkeypatch.setattr(Workplace, "find", lambda *_: pytest.fail("computed again"))
    assert cobra.reproduce(["words"], results=path).outcomes == tuple(
        type(one)(one.claim, results_module.Results(path).get(one.claim)) for one in first.outcomes
    )


def test_results_of_another_version_are_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "found.json"
    kept = results_module.Results(path)
    kept.add(claim(), results_module.Found({"total": 21, "worst": 3}, 0.5))
    again = results_module.Results(path).get(claim())
    assert again == results_module.Found({"total": 21, "worst": 3}, 0.5)
    monkeypatch.setattr(results_module, "COBRA_VERSION", "99.0")
    assert results_module.Results(path).get(claim()) is None


def test_another_question_is_another_result(tmp_path: Path) -> None:
    kept = results_module.Results(tmp_path / "found.json")
    kept.add(claim(), results_module.Found({"total": 21, "worst": 3}, 0.5))
    assert kept.get(claim(source="brute force", total=22)) is not None
    assert kept.get(claim(ties="first")) is None
    assert kept.get(claim(average="2.333")) is None


def test_two_runs_keep_what_they_find_in_one_file(tmp_path: Path) -> None:
    path, other = tmp_path / "found.json", claim(ties="first")
    found = results_module.Found({"total": 21, "worst": 3}, 0.5)
    here, there = results_module.Results(path), results_module.Results(path)
    here.add(claim(), found)
    there.add(other, found)
    assert [results_module.Results(path).get(one) for one in (claim(), other)] == [found, found]


def test_a_file_that_cannot_be_written_any_more_is_no_reason_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise GameError("cannot write found.json: No space left on device")

    monkeypatch.setattr(results_module, "write_text", full)
    monkeypatch.setattr("cobra.analysis.reproduce.reproduce.claims", lambda _: [claim(), claim(ties="first")])
    result = cobra.reproduce(results=tmp_path / "found.json", threads=1)
    assert [one.found is None for one in result.outcomes] == [False, False]
    assert result.unkept == "cannot write found.json: No space left on device"
    assert reproduction_warnings(replace(result, outcomes=()), None) == [
        "not all that was found is kept: cannot write found.json: No space left on device"
    ]


@pytest.mark.thorough
def test_a_stopped_run_keeps_what_it_has_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "found.json"
    find, calls = Workplace.find, iter(range(100))

    def stop_after_three(place: Workplace, claim: Claim) -> dict[str, Any]:
        if next(calls) == 3:
            raise StoppedError("interrupt", "counting")
        return find(place, claim)

    monkeypatch.setattr(Workplace, "find", stop_after_three)
    stopped = cobra.reproduce(["words"], results=path, threads=1)
    assert stopped.stopped == "interrupt"
    assert stopped.verdicts[AGREES] + stopped.verdicts[NEW] == 3
    assert stopped.verdicts[NOT_RUN] == len(stopped.outcomes) - 3 - stopped.verdicts[UNFINISHED]
    assert len(json.loads(path.read_text("utf-8"))["results"]) == 3
    monkeypatch.setattr(Workplace, "find", find)
    assert cobra.reproduce(["words"], results=path, threads=1).verdicts[NOT_RUN] == 0


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"format": "results of cobra reproduce, 1", "results": 3}']
)
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    path.write_text(text, "utf-8")
    with pytest.raises(GameError, match="holds no results of cobra reproduce"):
        cobra.reproduce(["words"], results=path)
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    "found",
    [
        {},
        {"total": 21},
        {"total": 21, "worst": 3, "more": 1},
        {"total": "21", "worst": 3},
        {"total": [21], "worst": 3},
        {"total": None, "worst": 3},
    ],
)
def test_a_result_that_is_no_answer_is_not_taken(found: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    results_module.Results(path).add(claim(), results_module.Found(found, 0.5))
    assert results_module.Results(path).get(claim()) is None


@pytest.mark.parametrize(("average", "taken"), [("7/3", True), ("7/0", False), ("x", False), (7, False)])
def test_an_average_is_a_fraction(average: object, taken: bool, tmp_path: Path) -> None:
    kept = results_module.Results(tmp_path / "found.json")
    one = claim(average="2.333")
    kept.add(one, results_module.Found({"total": 21, "average": average, "worst": 3}, 0.5))
    assert (kept.get(one) is not None) == taken


def test_without_time_nothing_is_claimed() -> None:
    result = cobra.reproduce(["words"], time_limit=1e-9)
    assert result.stopped == "time"
    assert result.verdicts.keys() == {NOT_RUN, UNFINISHED}
