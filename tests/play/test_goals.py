"""What is asked for is shown: what was found out, how likely the rest is, and where it stays open."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.analysis.bounds import undecided_bounds
from cobra.cli.main import cobra as command
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.language.load import load_text
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.goals import goal_line, goals_of
from tests import oracle
from tests.cli.runner import run, run_json
from tests.random_cases import random_cases

ZEBRA = str(Path(__file__).parent.parent.parent / "examples" / "zebra.cb")
HISTORY = "keeps 2 = zebra; lives 2 = Japanese; drinks 2 = water"

LAMPS = """
game "Lamps"
secret lamp[1..3] : {red green}
goal lamp[1], count(i in 1..3 : lamp[i] = "red")
experiment look(i : 1..2) observe lamp[i]
"""
"""Nobody sees the third lamp."""


def test_goals_are_shown_as_they_are_written() -> None:
    game = load_text(
        "secret code[1..3] : {a b} variable x goal code,  x,\n code[1] experiment ask() observe x"
    )
    assert [goal.text for goal in goals_of(game)] == ["code", "x", "code[1]"]
    assert goal_line(goals_of(game), ("a", "b", "a", True, "a")) == "code = aba, x = yes, code[1] = a"


def test_advice_says_what_was_found_out() -> None:
    advice = cobra.advise(cobra.load(ZEBRA), "keeps 2 = zebra; lives 2 = Japanese")
    owner, drinker = advice.goals
    assert (owner.goal, owner.found) == ("zebra_owner", "Japanese")
    assert (drinker.found, drinker.of("Japanese"), drinker.of("Spaniard")) == (
        None,
        Fraction(1, 3),
        Fraction(1, 6),
    )
    lines = run("advise", ZEBRA, "--history", "keeps 2 = zebra; lives 2 = Japanese").stdout.splitlines()
    assert lines[5] == "  found out: zebra_owner = Japanese"
    assert lines[6] == (
        "  asked for: water_drinker  Englishman 16.7%  Spaniard 16.7%  Norwegian 33.3%  Japanese 33.3%"
    )
    goals = run_json("advise", ZEBRA, "--history", HISTORY)["goals"]
    assert goals == [
        {"goal": "zebra_owner", "found": "Japanese", "probabilities": {"Japanese": 1.0}},
        {"goal": "water_drinker", "found": "Japanese", "probabilities": {"Japanese": 1.0}},
    ]


def test_the_dialogue_ends_with_what_was_found_out() -> None:
    said = CliRunner().invoke(command, ["play", ZEBRA, "--history", HISTORY], input="quit\n").stdout
    assert "over after 3 experiments: zebra_owner = Japanese, water_drinker = Japanese" in said


def test_simulated_games_end_with_what_was_found_out() -> None:
    game = cobra.load(ZEBRA)
    (play,) = cobra.simulate(game, "parts", "models", trace=True).plays
    table = CodeTable(game, Run(), 1 << 28, Limits())
    assert play.found in {table.show_goal(code) for code in range(table.codes)}
    shown = run("simulate", ZEBRA, "-e", "parts", "-o", "models", "--trace").stdout
    assert f"  found out: {play.found}" in shown.splitlines()


def test_an_analysis_says_what_is_asked_for() -> None:
    lines = run("info", ZEBRA).stdout.splitlines()
    assert "  asked for              16  values of zebra_owner, water_drinker" in lines
    assert run_json("info", ZEBRA)["game"]["goals"] == 16


@pytest.mark.parametrize("name", ["info", "analyze", "optimal"])
def test_it_is_said_where_goals_cannot_be_found_out(name: str, tmp_path: Path) -> None:
    game = tmp_path / "lamps.cb"
    game.write_text(LAMPS)
    shown = run(name, str(game))
    told = "warning: the goal cannot always be found out: no experiment tells "
    (line,) = [line for line in shown.stderr.splitlines() if line.startswith(told)]
    assert '(lamp[1] = red, count(i in 1..3 : lamp[i] = "red") = 3)' in line
    assert '(lamp[1] = red, count(i in 1..3 : lamp[i] = "red") = 2)' in line
    assert not [
        line
        for line in run(name, "counterfeit-coin-only", "-D", "coins=4").stderr.splitlines()
        if told in line
    ]


def test_bounds_where_goals_cannot_be_found_out() -> None:
    info = cobra.info(load_text(LAMPS))
    assert info.bounds is not None
    assert (info.bounds.worst, info.bounds.total, info.bounds.weight) == (2, 16, 8)
    assert cobra.optimal(load_text(LAMPS)).row.total == 16


@pytest.mark.thorough
@random_cases(60)
@given(st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=7))
def test_bounds_hold_whatever_the_goals_are(rows: list[tuple[int, int, int]]) -> None:
    """Each code has a goal and two answers, so alike ones may have different goals."""
    chosen = [f"code = {number} then {goal} " for number, (goal, _, _) in enumerate(rows)]
    answers = [[f"code = {number} then {row[which]} " for number, row in enumerate(rows)] for which in (1, 2)]

    def cases(of: list[str]) -> str:
        return "".join(f"if {case} else " for case in of) + "0"

    game = load_text(
        f"secret code : 0..{len(rows) - 1} weight 1 + code goal {cases(chosen)} "
        f"experiment a() observe {cases(answers[0])} experiment b() observe {cases(answers[1])}"
    )
    info = cobra.info(game)
    row = cobra.optimal(game).row
    worst = cobra.optimal(game, "worst").row
    assert info.bounds is not None
    assert info.bounds.total <= row.total
    assert info.bounds.worst <= worst.worst


def test_a_matching_is_as_large_as_can_be() -> None:
    pairs = {(0, 0): 5, (0, 1): 4, (1, 0): 3, (2, 1): 1, (2, 2): 1}
    bounds = undecided_bounds(pairs, 3)
    assert (bounds.worst, bounds.weight) == (1, 14)
    assert undecided_bounds({(0, 0): 5, (0, 1): 4, (0, 2): 4}, 2).total == 0  # one end has room for all


def test_exports_say_what_is_found_out(tmp_path: Path) -> None:
    strategy = cobra.optimal(load_text(LAMPS)).strategy
    assert strategy is not None
    texts = {}
    for kind in ("json", "csv", "dot", "svg", "html"):
        cobra.export_strategy(strategy, tmp_path / f"lamps.{kind}")
        texts[kind] = (tmp_path / f"lamps.{kind}").read_text()
    plays = list(csv.DictReader(io.StringIO(texts["csv"])))
    assert {play["found"] for play in plays} == {""}
    tree = json.loads(texts["json"])["tree"]
    end = next(iter(next(iter(tree["outcomes"].values()))["outcomes"].values()))
    assert (end["found"], end["left"]) == (None, 2)


def test_exports_of_goals_that_are_always_found_out(tmp_path: Path) -> None:
    text = LAMPS.replace("1..2", "1..3")
    strategy = cobra.optimal(load_text(text)).strategy
    assert strategy is not None
    for kind in ("json", "csv", "dot", "svg", "html"):
        cobra.export_strategy(strategy, tmp_path / f"lamps.{kind}")
    plays = list(csv.DictReader(io.StringIO((tmp_path / "lamps.csv").read_text())))
    of = {play["code"]: play["found"] for play in plays}
    assert of["red red red"] == 'lamp[1] = red, count(i in 1..3 : lamp[i] = "red") = 3'
    for kind in ("dot", "svg", "html"):
        assert "lamp[1] = green, count(i in 1..3" in (tmp_path / f"lamps.{kind}").read_text()


def test_games_without_goals_show_none() -> None:
    game: Game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    assert cobra.advise(game, "").goals == ()
    assert run_json("advise", "mastermind", "-D", "pegs=2", "-D", "colours=3")["goals"] == []
    assert "asked for" not in run("info", "mastermind").stdout
    assert oracle.goal_value(game, (0, 1)) == (0, 1)


def test_values_that_would_look_alike_are_told_apart() -> None:
    """`a` and `b c`, or `a b` and `c`; a number and the word for it."""
    text = """
alphabet word = {"a" "b c" "a b" "c"}
secret x[1..2] : word
goal x
goal if x[1] = "a" then "1" else 1
experiment first(s : word) observe x[1] = s
experiment second(s : word) observe x[2] = s
"""
    game = load_text(text)
    start = cobra.advise(game).goals
    assert (len(start[0].values), set(start[0].values.values())) == (16, {1})
    assert start[1].values == {"1": 12, '"1"': 4}
    history = 'first "b c" = no; first c = no; second a = no; second "a b" = no'
    found = cobra.advise(game, history)
    assert dict(found.goals[0].values) == {'"a" "b c"': 1, '"a" "c"': 1, '"a b" "b c"': 1, '"a b" "c"': 1}
    assert (found.over, [goal.found for goal in found.goals]) == (False, [None, None])
    (known, _) = cobra.advise(game, f"{history}; first a = yes; second c = no").goals
    assert known.found == '"a" "b c"'
