"""Comparisons that the page asks for: as the command line makes them, of sizes and scores of one's own."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest

import cobra
from cobra.analysis.compare_csv import comparison_csv
from cobra.breakers.find import runs_nothing
from cobra.engine.run import Run
from cobra.errors import CobraError
from cobra.figures import Decimals
from cobra.interval import TOTAL, Interval
from cobra.lengths import Figures
from cobra.web import comparing
from cobra.web.allowance import MOST_STRATEGIES, MOST_STRATEGY, Allowance
from cobra.web.forms import FormError
from cobra.web.work import Work
from tests.web.server import MASTERMIND


def ask(work: Work | None = None, **members: object) -> Any:
    work = work or Work(Allowance(threads=1), lambda what, done, total: None)
    return json.loads(comparing.compare_strategies(work, json.dumps(members).encode())[0])


def lines(text: str) -> list[dict[str, str]]:
    table = csv.DictReader(StringIO(text))
    return [{name: cell for name, cell in line.items() if name != "seconds"} for line in table]


@pytest.mark.thorough
def test_sizes_scores_and_looking_ahead_are_what_the_command_line_makes_of_them() -> None:
    written = ["parts", "min sum(n^2), look-ahead(max-models, depth=2)", "consistent(parts)", "optimal"]
    said = ask(game=MASTERMIND, strategies=written, sizes={"pegs": "2..3", "colours": "4,3"})
    strategies = ["parts", "min sum(n^2)", "look-ahead(max-models, depth=2)", "consistent(parts)", "optimal"]
    expected = cobra.compare("mastermind", strategies, definitions={"pegs": (2, 3), "colours": (4, 3)})
    assert lines(said["csv"]) == lines(comparison_csv(expected))
    assert (said["varied"], said["left_out"], said["stopped"]) == (["pegs", "colours"], 0, None)
    sizes = [(3, 4), (3, 3)]
    assert [tuple(one["parameters"].values()) for one in said["instances"]] == [(2, 4), (2, 3), *sizes]
    greedy, mine, ahead, _, best = said["instances"][2]["rows"]
    assert (greedy["shown"]["above"], best["shown"]["above"]) == ("+0.97 %", None)
    assert (mine["name"], mine["average"], mine["ratio"]) == ("min sum(n^2)", 3.25, [208 / 206, 208 / 206])
    assert ahead["name"] == "look-ahead(max-models, depth=2, beam=8)"


def test_a_size_that_there_is_not_is_a_line_that_says_so() -> None:
    said = ask(game=MASTERMIND, strategies=["first"], sizes={"pegs": "0,1"})
    assert [one["error"] for one in said["instances"]] == ["pegs = 0 is outside 1..12", None]
    assert [len(one["rows"]) for one in said["instances"]] == [0, 1]
    assert lines(said["csv"])[0]["error"] == "pegs = 0 is outside 1..12"


def test_a_game_of_ones_own_has_sizes_too() -> None:
    text = 'game "Sum" param n = 2 in 1..9 secret s : 1..n experiment ask(i : 1..n) observe s = i final s = i'
    said = ask(game={"text": text, "parameters": {"n": 3}}, strategies=["first"], sizes={"n": "2,4"})
    assert [(one["parameters"], one["codes"]) for one in said["instances"]] == [({"n": 2}, 2), ({"n": 4}, 4)]


def test_what_is_left_when_time_is_over_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Run, "remaining", lambda self: 0.0)
    said = ask(game=MASTERMIND, strategies=["first"], sizes={"pegs": "2..4"})
    assert (len(said["instances"]), said["left_out"], said["stopped"]) == (1, 2, "time")


def test_what_is_known_is_kept_when_it_is_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = comparing.compare

    def interrupted(game: Any, *rest: Any, **more: Any) -> Any:
        if dict(game.arguments)["pegs"] == 3:
            raise KeyboardInterrupt
        return compared(game, *rest, **more)

    monkeypatch.setattr(comparing, "compare", interrupted)
    said = ask(game=MASTERMIND, strategies=["first"], sizes={"pegs": "2..4"})
    assert ([one["parameters"]["pegs"] for one in said["instances"]], said["left_out"]) == ([2], 2)


def test_an_interval_says_what_it_is_of() -> None:
    figures = Figures(worst=5, total=5626, weight=1296, codes=1296, distribution={5: 1296}, nodes=7)
    row = cobra.Row("optimal", "0012", figures, 1.0, 0.0, "time", intervals=(Interval("worst", 4, 5),))
    shown = comparing._shown(row, Decimals())
    assert shown | {"average": "4.3410", "measure": "worst", "lower": "4", "upper": "5"} == shown
    shown = comparing._shown(replace(row, intervals=(Interval(TOTAL, 5625, 5626),)), Decimals())
    assert shown | {"measure": TOTAL, "lower": "4.3402", "upper": "4.3410"} == shown
    both = Interval("worst", 5, 5), Interval(TOTAL, 5625, 5626)
    assert comparing._shown(replace(row, intervals=both), Decimals()) == shown  # of what is not proved


def test_progress_names_the_size() -> None:
    told: list[str] = []
    work = Work(Allowance(threads=1), lambda what, done, total: told.append(what))
    ask(work, game=MASTERMIND, strategies=["first"], sizes={"colours": "3,4"})
    assert {text.split(": ")[0] for text in told} <= {"1/2 pegs=3 colours=3", "2/2 pegs=3 colours=4"}
    assert told


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"strategies": []}, "strategies must have from 1 to 50 entries"),
        ({"strategies": ["parts"] * (MOST_STRATEGIES + 1)}, "strategies must have from 1 to 50 entries"),
        (
            {"strategies": [",".join(f"min n*{i}" for i in range(51))]},
            "at most 50 strategies can be compared",
        ),
        ({"strategies": ["n" * (MOST_STRATEGY + 1)]}, "strategies must hold texts of at most 1,000 letters"),
        ({"strategies": [1]}, "strategies must hold texts"),
        ({"strategies": ["x.py:y"]}, "strategies must be names or scores, not 'x.py:y': nothing is run"),
        ({"strategies": ["min sum("]}, "the parentheses do not match"),
        ({"strategies": ["min summ(n)"]}, "summ"),
        ({"sizes": {"pegs": "3..2"}}, "'pegs=3..2': the range 3..2 is empty"),
        ({"sizes": {"pegs": "1..12", "colours": "1..36"}}, "instances"),
        ({"sizes": {"peg": "3"}}, "did you mean 'pegs'?"),
        ({"sizes": {f"p{i}": "1" for i in range(21)}}, "at most 20 parameters can have several values"),
        ({"sizes": {"pegs": 3}}, "sizes.pegs must be a text"),
        ({"seconds": 0}, "seconds must be from 1 to 86,400"),
        ({"objective": "least"}, "objective must be one of"),
    ],
)
def test_what_is_too_much_or_wrong_is_refused(members: dict[str, object], words: str) -> None:
    with pytest.raises((FormError, CobraError)) as error:
        ask(**({"game": MASTERMIND, "strategies": ["first"]} | members))
    assert words in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "breaker.py",
            "breaker.py:choose",
            "strategy.json",
            "program:touch x",
            " program: min x",
            "installed",
        ),
        *("consistent(breaker.py)", "consistent('breaker.py:choose')", "look-ahead(strategy=program:x)"),
        *("look-ahead(consistent(x.json), 2)", "consistent(installed)", "other(parts)"),
    ],
)
def test_what_could_run_something_is_no_strategy_of_a_page(text: str) -> None:
    assert not runs_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        *("parts", "optimal", "larmouth", "phases", "phases(shortcut)", "consistent(parts)"),
        *("look-ahead(parts)", "look-ahead('min sum(n^2)', depth=3, beam=4)", "look-ahead(max-models, 2)"),
        *("min sum(n^2)", "max parts then min max(n)", " min max(n) "),
    ],
)
def test_what_cobra_has_and_scores_are(text: str) -> None:
    assert runs_nothing(text)
