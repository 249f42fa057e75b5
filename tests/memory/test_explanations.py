"""Explanations in games with a state, prices and lost plays: every figure against the definition."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.errors import GameError, StoppedError
from cobra.figures import exact
from cobra.language.load import load_text
from cobra.model.answers import show_outcome
from cobra.model.game import Experiment, Game
from cobra.model.memory import price_unit
from cobra.model.outcomes import outcome
from cobra.play import consequences
from cobra.play.choice import Choice
from tests.cli.runner import run, run_json
from tests.memory.games import memory_games
from tests.memory.test_comparisons import FINED
from tests.memory.test_reviews import drawn, from_here, from_move
from tests.memory.test_values import load
from tests.oracle.memory import Course
from tests.random_cases import random_cases


@pytest.fixture(autouse=True, scope="module")
def unhurried() -> Iterator[None]:
    """Give a busy machine the time to find out after which answers plays are over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(consequences, "_SECONDS", 600.0)
        yield


def test_what_is_not_found_out_in_time_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(*_: object) -> bool:
        raise StoppedError("time", "looking")

    monkeypatch.setattr("cobra.play.position.is_stuck", stuck)
    found = cobra.explain(load("egg-drop", floors=5), "", "3", threads=1).mine
    assert found is not None and [answer.end for answer in found.answers] == [None, None]


def ends(course: Course, experiment: Experiment) -> dict[str, tuple[object, ...]]:
    """Return what each answer leaves: codes, chance, state, price, and how the play stands."""
    rules, found = course.rules, {}
    answer = rules.game.experiments[experiment[0]].answer
    for cell in rules.cells(experiment, course.left):
        after = copy(course)
        after.ask(experiment, cell)
        unit = price_unit(rules.game)
        found[show_outcome(answer, outcome(rules.game, experiment, rules.codes[cell[0][0]]))] = (
            len(cell[0]),
            Fraction(rules.weight(cell[0]), rules.weight(course.left)),
            after.state,
            cell[2].price * unit if rules.game.memory and rules.game.memory.priced else None,
            "lost" if after.lost else "won" if after.over else "goes on",
        )
    return found


def check(course: Course, one: Choice, experiment: Experiment, proved: bool, best: bool) -> None:
    """Check what is said of an experiment: `proved`, judged by the best play; `best`, it is the best one."""
    rules = course.rules
    assert {
        answer.outcome: (
            answer.codes,
            answer.chance,
            answer.standing.state if answer.standing else None,
            answer.price,
            answer.end,
        )
        for answer in one.answers
    } == ends(course, experiment)
    value = from_move(course, experiment)
    if value is None or not proved:
        return  # only longer plays would do, or the search took too long to judge by
    lost, total = value
    assert (one.expected is None) == (lost > 0) and (one.lost or 0) <= lost
    if not lost:
        assert one.expected == total * price_unit(rules.game) / rules.weight(course.left)
    elif rules.game.weight is None:
        assert one.lost == lost and one.part_lost is None
    else:
        assert one.part_lost == Fraction(lost, rules.weight(course.left))
    if best:
        assert value == from_here(rules, course.left, course.state)


@pytest.mark.thorough
@given(memory_games(), st.data())
@random_cases(80)
def test_figures_are_those_of_the_definition(game: Game, data: st.DataObject) -> None:
    course, position = drawn(game, data, 2)
    if course.over:
        return
    mine = data.draw(st.sampled_from(course.rules.experiments(course.state)))
    found = cobra.explain(game, position.history, position.notation.experiment(mine), time_limit=None)
    assert found.mine is not None and found.sentences
    proved = found.reference == "optimal"
    check(course, found.mine, mine, proved, False)
    if found.best is not None:
        assert found.rival is None
        best = position.here(position.notation.parse_experiment(found.best.experiment))
        check(course, found.best, best, proved, True)
    document = found.document()["mine"]
    assert [one["price"] for one in document["answers"]] == [
        None if one.price is None else exact(one.price) for one in found.mine.answers
    ]


@pytest.mark.thorough
def test_an_egg_that_may_break() -> None:
    """From 13 of the 13 floors left: 8 stay and two eggs, or 5 and one; a throw from 10 takes 3/13 more."""
    found = cobra.explain(load("egg-drop", floors=20), "8 = whole", "10", threads=1)
    assert found.sentences == (
        "13 splits the 13 codes left into 2 parts. At most 8 are left after it, 6.85 on average; the answer "
        "tells 0.96 bits.",
        "13 leaves: whole 8, then left = 2; broken 5, then left = 1.",
        "4 experiments are expected from here on, 13 included. This is proved to be the least.",
        "10 splits the 13 codes left into 2 parts. At most 11 are left after it, 9.62 on average; the answer "
        "tells 0.62 bits.",
        "10 leaves: whole 11, then left = 2; broken 2, then left = 1.",
        "It takes 0.2308 experiments more than 13 on average.",
    )
    with pytest.raises(GameError, match="21"):
        cobra.explain(load("egg-drop", floors=20), "8 = whole", "21")


@pytest.mark.thorough
def test_prices_and_what_is_lost() -> None:
    text = run(
        "advise", "priced-search", "-D", "n=8", "--history", "4 = there or right of it", "--mine", "5"
    ).stdout
    assert "6 leaves: there or right of it 3, costs 6; left of it 2, costs 6.\n" in text
    assert "A cost of 15.4000 is expected from here on, 6 included. This is proved to be the least.\n" in text
    assert "5 leaves: there or right of it 4, costs 5; left of it 1, costs 5.\n" in text
    assert "on average.\n" in text and " more than 6 " in text
    lives = run("advise", "hangman-lives", "--history", "letter_is t = t__", "--mine", "letter_is z").stdout
    assert (
        "letter_is z leaves: ___ 3, then left = 2.\n" in lives and "With it 1 code more is lost.\n" in lives
    )


LOSING = """
secret x : 1..3
state lives = 1 in 0..1
experiment guess(g : 1..3)
  observe x = g
  final x = g
  then lives = if x = g then 1 else 0
lost when lives = 0
"""


def test_two_of_three_are_lost() -> None:
    found = cobra.explain(load_text(LOSING), "", "3", threads=1)
    assert found.sentences[1:3] == (
        "1 leaves: no 2, then lives = 0, the play is lost; yes 1.",
        "At least 2 of the 3 codes are lost, whatever is done. This is proved.",
    )
    assert found.sentences[-1] == "With it as many codes are lost."
    document = run_json("advise", "egg-drop", "-D", "floors=2", "-D", "eggs=1", "--explain")["explanation"][
        "best"
    ]
    assert document["answers"] == [
        {
            "outcome": "whole",
            "codes": 2,
            "chance": 2 / 3,
            "state": {"left": 1},
            "price": None,
            "end": "goes on",
        },
        {
            "outcome": "broken",
            "codes": 1,
            "chance": 1 / 3,
            "state": {"left": 0},
            "price": None,
            "end": "won",
        },
    ]
    assert (document["worst"], document["lost"], document["expected"]) == (None, 0, 5 / 3)


def test_what_is_lost_is_told_by_weight_where_codes_have_weights() -> None:
    """Two light codes are lost rather than the heavy one; 2 loses fewer codes, and is worse."""
    game = load_text("""
secret code : 1..3
weight if code = 1 then 10 else 1
state bad = 0 in 0..1
lost when bad = 1
experiment guess(g : 1..2)
  then bad = if (g = 1 <-> code = 1) then 0 else 1
  observe code
  final (g = 1 <-> code = 1)
experiment look(g : 1..1)
  observe g
""")
    found = cobra.explain(game, "", "guess 2", threads=1)
    assert (found.best, found.mine) != (None, None) and found.reference == "optimal"
    assert (
        found.sentences[2] == "At least 16.67 % of the weight left is lost, whatever is done. This is proved."
    )
    assert found.sentences[-1] == "With it 83.33 % of the weight left is lost."
    advice = cobra.advise(game, strategies=["optimal"], threads=1)
    assert cobra.explain(game, "", "guess 2", threads=1, advice=advice).sentences == found.sentences
    same = cobra.explain(game, "", "look 1", threads=1)
    assert same.mine is not None and (same.mine.lost, same.mine.part_lost) == (2, Fraction(1, 6))
    assert same.sentences[-1] == "With it as much of the weight is lost."


def test_where_losing_has_a_cost_nothing_is_said_of_how_many_codes_are_lost() -> None:
    """To give up is cheapest, so all codes are lost; but other strategies lose none."""
    game = load_text(FINED)
    advice = cobra.advise(game, strategies=["ent-models", "optimal"], threads=1)
    assert [(one.lost, one.value) for one in advice.suggestions] == [(0, (0, 10)), (4, (0, 1))]
    found = cobra.explain(game, "", "guess 1", threads=1, advice=advice)
    assert found.sentences == cobra.explain(game, "", "guess 1", threads=1).sentences
    assert (
        "A cost of 1 is expected from here on, fold included. This is proved to be the least."
        in found.sentences
    )
    assert found.sentences[-1] == "It costs 0.7500 more than fold on average."
