"""Experiments as good as the one a strategy takes where plays can be lost: by the definition, one by one."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.language.load import load_text
from cobra.model.game import Experiment, Game
from tests.cli.runner import run
from tests.memory.games import memory_games
from tests.memory.test_reviews import drawn
from tests.memory.test_values import load
from tests.oracle.memory import Rules, key_of, lost_for_certain
from tests.random_cases import random_cases


def as_good(rules: Rules, strategy: str, left: tuple[int, ...], state: tuple[int, ...]) -> set[Experiment]:
    """Return the experiments that score best of those that lose fewest codes, by definition."""
    rated = {}
    for experiment in rules.experiments(state):
        cells = rules.cells(experiment, left)
        can_be_final = any(final for _, final, _ in cells)
        if len(cells) > 1 or can_be_final:
            rank = key_of(rules, strategy, cells), rules.hit and not can_be_final
            rated[experiment] = lost_for_certain(rules, cells, consistent=False), rank
    best = min(rated.values(), default=None)
    return {experiment for experiment, one in rated.items() if one == best}


def check(game: Game, data: st.DataObject, strategy: str) -> None:
    course, position = drawn(game, data, 3)
    if course.over:
        return
    advice = cobra.advise(game, position.history, strategies=[strategy])
    expected = as_good(course.rules, strategy, course.left, course.state)
    for one in advice.suggestions:
        assert one.as_good == (len(expected) or None)
        if expected:
            assert position.here(position.notation.parse_experiment(one.experiment)) in expected
    assert advice.suggestions or not expected


@pytest.mark.thorough
@given(memory_games(), st.data(), st.sampled_from(["max-models", "exp-models", "parts"]))
@random_cases(100)
def test_ties_are_those_of_the_definition(game: Game, data: st.DataObject, strategy: str) -> None:
    assume(strategy != "exp-models" or game.weight is None)
    check(game, data, strategy)


@pytest.mark.slow
@given(memory_games(), st.data(), st.sampled_from(["max-models", "parts"]))
@settings(max_examples=1000, deadline=None)
def test_many_ties(game: Game, data: st.DataObject, strategy: str) -> None:
    check(game, data, strategy)


RISK = """
secret x : 1..4
state lives = 1 in 0..1
experiment ask(g : 2..4)
  observe x < g
experiment dare(g : 1..4)
  observe x = g
  then lives = if x = g then 1 else 0
lost when lives = 0
"""


def test_what_loses_is_no_tie_of_what_does_not() -> None:
    """Every question has two answers; of the seven only the three that cannot lose are as good."""
    (safe,) = cobra.advise(load_text(RISK), strategies=["parts"]).suggestions
    assert (safe.experiment, safe.as_good) == ("ask 2", 3)
    (only,) = cobra.advise(
        load_text(RISK.replace("2..4)\n  observe x < g", "2..2)\n  observe x < g")),
        "ask 2 = no",
        strategies=["parts"],
    ).suggestions
    assert (only.experiment, only.as_good, only.lost) == (
        "dare 2",
        3,
        2,
    )  # nothing but daring tells 2, 3, 4 apart


@pytest.mark.thorough
def test_ties_of_eggs_and_words() -> None:
    """Of 37 floors two halves are as even as can be; with one egg left only the lowest floor loses none."""
    game = load("egg-drop", floors=36)
    (start,) = cobra.advise(game, strategies=["max-models"]).suggestions
    assert (start.split.largest if start.split else None, start.as_good) == (19, 2)
    (one_egg,) = cobra.advise(game, "14 = broken", strategies=["parts"]).suggestions
    assert (one_egg.experiment, one_egg.as_good) == (
        "1",
        1,
    )  # 13 floors split the codes into two, 12 may lose
    text = run("advise", "hangman-lives", "--history", "letter_is t = t__", "-s", "parts").stdout
    assert (
        "largest  as good\nparts     word_is tan  yes      2.0000      3         2        2        3\n"
        in text
    )
