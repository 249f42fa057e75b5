"""Answers that clash in games with a state, prices and lost plays, and their repairs, by definition."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made
from cobra.errors import StoppedError
from cobra.language.load import load_text
from cobra.model.answers import OutcomeValue, answer_size, outcome_values
from cobra.model.game import Game
from cobra.model.memory import in_state
from cobra.play.contradiction import contradiction
from cobra.play.excluded import excluded
from cobra.play.position import Position
from tests.cli.runner import run
from tests.memory.games import memory_games
from tests.oracle.memory import Rules
from tests.random_cases import random_cases

TOO_LARGE = """
secret code[1..8] : 0..9
state left = 3 in 0..3
experiment guess(g[1..8] : 0..9)
  let right = count(i in 1..8 : code[i] = g[i])
  observe right
  then left = max(0, left - 1)
"""


def drawn(rules: Rules, data: st.DataObject) -> list[Made]:
    """Return experiments that can be made, each answered by a code of its own; the last answer may be one
    that no code gives.
    """
    history: list[Made] = []
    state, lost = rules.start, False
    for _ in range(data.draw(st.integers(2, 5))):
        possible = rules.experiments(state)
        if lost or not possible:
            break
        experiment = data.draw(st.sampled_from(possible))
        outcome, _, then = rules.answer(experiment, data.draw(st.sampled_from(rules.all)))
        history.append(Made(experiment, outcome))
        state, lost = then.state, then.lost
    if history and data.draw(st.integers(0, 5)) == 0:
        answer = rules.game.experiments[history[-1].experiment[0]].answer
        number = data.draw(st.integers(0, answer_size(answer) - 1))
        history[-1] = history[-1]._replace(outcome=outcome_values(answer, number))
    return history


def fits(rules: Rules, made: Sequence[Made]) -> bool:
    return any(
        all(rules.answer(one.experiment, code)[0] == one.outcome for one in made) for code in rules.all
    )


def left_after(rules: Rules, history: Sequence[Made]) -> int:
    """Return how many codes give these answers, each experiment made in the state of its moment; 0 where one
    cannot be made.
    """
    left, state, lost = list(rules.all), rules.start, False
    for made in history:
        experiment = in_state(rules.game, made.experiment, state)
        if lost or experiment not in rules.experiments(state):
            return 0
        left = [code for code in left if rules.answer(experiment, code)[0] == made.outcome]
        if not left:
            return 0
        then = rules.answer(experiment, left[0])[2]
        state, lost = then.state, then.lost
    return len(left)


def repairs_of(rules: Rules, history: Sequence[Made]) -> dict[tuple[int, OutcomeValue], int]:
    """Return all changes of one answer that leave codes, with how many; answers of all codes are tried."""
    found = {}
    for place, made in enumerate(history):
        for outcome in {rules.answer(made.experiment, code)[0] for code in rules.all}:
            changed = [*history[:place], made._replace(outcome=outcome), *history[place + 1 :]]
            if codes := left_after(rules, changed):
                found[place + 1, outcome] = codes
    return found


def check(game: Game, data: st.DataObject) -> None:
    rules = Rules(game)
    history = drawn(rules, data)
    for code in rules.all:
        wrong = [n for n, made in enumerate(history, 1) if not fits_alone(rules, made, code)]
        shown = excluded(game, history, Position(game).notation.code(rules.codes[code]))
        assert [one.number for one in shown.against] == wrong
    found = contradiction(game, history)
    if found is None or fits(rules, history):
        assert found is None and fits(rules, history)
        return
    everything = range(1, len(history) + 1)
    clashing = [
        numbers
        for size in everything
        for numbers in combinations(everything, size)
        if not fits(rules, [history[number - 1] for number in numbers])
    ]
    assert found.smallest and found.clash in clashing and len(found.clash) == len(clashing[0])
    assert found.complete
    assert {(one.experiment, one.outcome): one.codes for one in found.repairs} == repairs_of(rules, history)
    assert (found.wrong, found.fewest) == ((), False)


def fits_alone(rules: Rules, made: Made, code: int) -> bool:
    return rules.answer(made.experiment, code)[0] == made.outcome


@pytest.mark.thorough
@given(memory_games(), st.data())
@random_cases(100)
def test_random_answers(game: Game, data: st.DataObject) -> None:
    check(game, data)


@pytest.mark.thorough
@given(memory_games(), st.data())
@random_cases(40)
def test_random_answers_where_no_code_is_listed(game: Game, data: st.DataObject) -> None:
    position = "cobra.play.position"
    with patch(f"{position}.QUICKLY", 0), patch(f"{position}.FEW", -1), patch(f"{position}.LISTED", -1):
        check(game, data)


def test_a_game_too_large_to_list() -> None:
    """Of 8 places 2 are right in C(8, 2) · 9⁶ codes, 3 in C(8, 3) · 9⁵."""
    found = contradiction(load_text(TOO_LARGE), "00000000 2; 00000000 3")
    assert found is not None and (found.clash, found.complete) == ((1, 2), True)
    assert [(one.experiment, one.text, one.codes) for one in found.repairs] == [
        (1, "3", 56 * 9**5),
        (2, "2", 28 * 9**6),
    ]


def test_that_no_change_of_one_answer_is_enough_is_said() -> None:
    eggs = ("advise", "egg-drop", "-D", "eggs=3", "-D", "floors=8", "--history")
    said = "\nNo change of one answer is enough.\n"
    assert said in run(*eggs, "2 = broken; 5 = whole; 3 = broken; 6 = whole").stdout
    assert said not in run(*eggs, "2 = broken; 5 = whole").stdout


def test_what_is_found_before_a_stop_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cobra.load("egg-drop", {"floors": 8})
    history = cobra.read_history(game, "4 = broken; 5 = whole")
    whole = contradiction(game, history)
    assert whole is not None and whole.complete
    assert [(one.experiment, one.text) for one in whole.repairs] == [(1, "whole"), (2, "broken")]
    then, asked = Position.then, 0

    def stopped(position: Position, made: Made) -> Position:
        nonlocal asked
        asked += 1
        if asked > 4:
            raise StoppedError("time", "counting the codes")
        return then(position, made)

    monkeypatch.setattr(Position, "then", stopped)
    found = contradiction(game, history)
    assert found is not None and (found.repairs, found.complete) == (whole.repairs[:1], False)


def test_the_clash_is_told_where_there_was_no_time_for_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: object, **more: object) -> None:
        raise StoppedError("time", "finding codes that are left")

    monkeypatch.setattr(Position, "__init__", stopped)
    found = contradiction(cobra.load("egg-drop", {"floors": 8}), "4 = broken; 5 = whole")
    assert found is not None and (found.clash, found.smallest) == ((1, 2), True)
    assert (found.repairs, found.complete) == ((), False)
