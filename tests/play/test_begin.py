"""Positions that a user knows already are looked at; what a callback raises is raised."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import cobra
from cobra.engine.made import Made
from cobra.errors import GameError
from cobra.play.begin import position_after
from cobra.play.codemakers import make_codemaker
from cobra.play.position import Position

GAME = cobra.load("mastermind", {"pegs": 2, "colours": 3})
OTHER = cobra.load("mastermind", {"pegs": 2, "colours": 4})
HISTORY = "00 = 1B0W"
ASKING: Any = [
    partial(cobra.advise, GAME, HISTORY),
    partial(cobra.explain, GAME, HISTORY),
    partial(cobra.review, GAME, HISTORY),
    partial(make_codemaker, GAME, "random"),
]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda _: None, "positions must return a position, not NoneType"),
        (lambda _: 5, "positions must return a position, not int"),
        (
            lambda made: position_after(OTHER, made),
            "positions must return a position of the game that it is asked for",
        ),
        (
            lambda made: position_after(GAME, cobra.read_history(GAME, "01 = 1B0W")),
            "positions must return the position after the history that it is given",
        ),
    ],
)
def test_positions_that_cannot_be_are_refused(wrong: Callable[[Any], object], message: str) -> None:
    for ask in ASKING:
        with pytest.raises(GameError) as caught:
            ask(positions=wrong)
        assert str(caught.value) == message


def test_positions_of_an_equal_game_and_in_their_states_are_taken() -> None:
    again = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    assert cobra.advise(GAME, HISTORY, positions=partial(position_after, again)).codes == 4
    eggs = cobra.load("egg-drop", {"floors": 6})
    advice = cobra.advise(eggs, "3 = broken; 1 = whole", positions=partial(position_after, eggs))
    assert advice.codes == 2


def test_what_a_callback_raises_is_raised() -> None:
    class Own(Exception):
        pass

    def fail(*_: object) -> Any:
        raise Own

    for ask in ASKING:
        with pytest.raises(Own):
            ask(positions=fail)
    for function in (cobra.analyze, cobra.check, cobra.symmetry, cobra.openings, cobra.evolve):
        call: Any = function
        with pytest.raises(Own):
            call(GAME, progress=fail)


def test_an_advice_of_something_else_is_not_explained() -> None:
    of_other = cobra.advise(OTHER, HISTORY, strategies=["parts"])
    before = cobra.advise(GAME, strategies=["parts"])
    for advice in (of_other, before):
        with pytest.raises(GameError, match=r"^advice must be what cobra\.advise returns for this game and"):
            cobra.explain(GAME, HISTORY, advice=advice)


def test_a_session_starts_at_the_beginning_of_its_game() -> None:
    made: tuple[Made, ...] = cobra.read_history(GAME, HISTORY)
    for start in (Position(OTHER), Position(GAME, made)):
        with pytest.raises(GameError, match=r"^start must be the beginning of this game"):
            cobra.Session(GAME, start=start)
    assert cobra.Session(GAME, start=Position(GAME), history=made).left(1) == 4
