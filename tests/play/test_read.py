from __future__ import annotations

from typing import Any

import pytest

import cobra
from cobra.engine.made import Made, show_made
from cobra.errors import GameError
from cobra.model.game import Game
from cobra.play.read import read_history


def read(game: Game, text: str) -> list[str]:
    return [show_made(game, made) for made in read_history(game, text)]


SPELLINGS = [
    ("mastermind", "0011 = 1B1W", "0011 = 1B1W"),
    ("mastermind", "guess 0011 = 1,1; guess 0023 = 0,2", "0011 = 1B1W; 0023 = 0B2W"),
    ("mastermind", "guess=0011:1B1W", "0011 = 1B1W"),
    ("mastermind", "0011 1B1W", "0011 = 1B1W"),
    ("mastermind", "0 0 1 1 1b 1w", "0011 = 1B1W"),
    ("mastermind", "0011: 1 black 2 white", "0011 = 1B2W"),
    ("mastermind", "0011: 2 whites, 1 black", "0011 = 1B2W"),
    ("mastermind", "0011: 2 whites and 1 black", "0011 = 1B2W"),
    ("mastermind", "0011 = 2b", "0011 = 2B0W"),
    ("mastermind", "0011 = 2 w", "0011 = 0B2W"),
    ("mastermind", "# mine\n0011 1-1  # the first\n\n2345 0 2\n", "0011 = 1B1W; 2345 = 0B2W"),
    ("bulls-and-cows", "0123 1 bull 2 cows", "0123 = 1B2C"),
    ("wordle", "raise gyb-g", "raise = GY--G"),
    ("wordle", "raise = 🟩🟨⬛⬜🟩", "raise = GY--G"),
    ("wordle", "raise: green yellow grey grey green", "raise = GY--G"),
    ("wordle", "aaaaa bbbbb", "aaaaa = -----"),
    ("counterfeit-coin", "1 2 | 3 4 = balance", "1 2 | 3 4 = balance"),
    ("counterfeit-coin", "1 2 | 3 4 BAL", "1 2 | 3 4 = balance"),
    ("counterfeit-coin", "weigh 1 2 | 3 4: left", "1 2 | 3 4 = left heavier"),
    ("higher-lower", "50 lower; 25 h", "50 = lower; 25 = higher"),
    ("group-testing", "1 2 y; 3 no", "12 = yes; 3 = no"),
    ("mastermind-colour", "find 0 = x..x; guess 0011 = 1,1", "find 0 = x..x; guess 0011 = 1B1W"),
    ("mastermind-position", "look 2: 0", "look 2 = 0"),
    ("black-box", "shoot(1) = hit; shoot(2) 23", "shoot(1) = hit; shoot(2) = 23"),
    ("code-777-three", "01 | 12 <; 01|02 = =", "01 | 12 = <; 01 | 02 = ="),
    ("diagnosis", '"engine turns" = replace filter; lights 2', '"engine turns" = replace filter; lights = 2'),
    ("diagnosis", "'engine turns' = yes; \"lights\" 2", '"engine turns" = yes; lights = 2'),
    ("diagnosis", "fuel gauge half; engine turns = yes", '"fuel gauge" = half; "engine turns" = yes'),
    ("mastermind", "  ; \n # nothing", ""),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "text", "meant"), SPELLINGS)
def test_what_people_type_is_understood(game: str, text: str, meant: str) -> None:
    assert "; ".join(read(cobra.load(game), text)) == meant


WRONG = [
    ("mastermind", "0011", "'0011' is not an experiment and its answer; write EXPERIMENT = ANSWER"),
    (
        "mastermind",
        "0016 = 1,1",
        "'0016' is not an experiment: 6 is none of the symbols of g[4]: 0 1 2 3 4 5",
    ),
    ("mastermind", "0011 = 5B", "'0011 = 5B': '5B' is no outcome of this experiment"),
    ("mastermind", "0011 = 1 red", "'0011 = 1 red': '1 red' is no outcome of this experiment"),
    ("mastermind", "0011 = 1b 2b", "'0011 = 1b 2b': '1b 2b' is no outcome of this experiment"),
    ("mastermind", "0011 = 1,1,1", "'0011 = 1,1,1': '1,1,1' is no outcome of this experiment"),
    ("wordle", "raise = gyb", "'raise = gyb': 'gyb' is no outcome of this experiment"),
    ("higher-lower", "50 = lowre", "did you mean 'lower'?"),
    (
        "mastermind",
        "0011 9B",
        "'0011 9B': '9B' is no outcome of this experiment. The outcomes are 0B0W, 0B1W,",
    ),
    ("mastermind", "00 | 11 = 1B", "it has 1 parameter (g), not 2 separated by |"),
    ("mastermind", "001 1B1W", "'001' is not an experiment: g has 4 symbols, not 3"),
    (
        "diagnosis",
        "fuel gauge = zero",
        "'zero' is no outcome of this experiment. The outcomes are full, empty, half",
    ),
    ("counterfeit-coin", "1 2 | 3 4 heavy", "'heavy' is no outcome of this experiment"),
    ("black-pegs", "0011 = ", "'0011 =': '' is no outcome of this experiment"),
]


@pytest.mark.parametrize(("game", "text", "problem"), WRONG)
def test_what_is_not_understood_is_said(game: str, text: str, problem: str) -> None:
    with pytest.raises(GameError) as error:
        read_history(cobra.load(game), text)
    assert problem in str(error.value)


def test_symbols_with_the_signs_of_a_history_are_quoted() -> None:
    text = (
        'game "g"\nsecret s : {"a;b" "#1" "c # d" "e=f"}\nexperiment ask(t : {"a;b" "#1" "c # d" "e=f"})\n'
        " observe if s = t then 1 else 0\n"
    )
    game = cobra.load_text(text)
    history = '"a;b" = 0; "#1" = 0\n"c # d" = 0 # no\ne=f = 1'
    assert read(game, history) == ['"a;b" = 0', '"#1" = 0', '"c # d" = 0', "e=f = 1"]


ANSWERS = [
    ("a;b", '"a;b"'),
    ("a # b", '"a # b"'),
    ("# b", '"# b"'),
    ("a#b", "a#b"),
    ("it's", '"it\'s"'),
    ("'a'", "\"'a'\""),
    ('"', "'\"'"),
    ('"a"', "'\"a\"'"),
    ("'\"a;\"'", '"\'"\'"\'"a;"\'"\'"\'"'),
    ("a", "a"),
]
"""Answers, and how they stand in a history."""


@pytest.mark.parametrize(("answer", "shown"), ANSWERS)
def test_answers_with_the_signs_of_a_history_are_quoted(answer: str, shown: str) -> None:
    """Also where another answer is written as this one with its quotes."""
    text = 'file f = "t"\nsecret x : rows(f)\nexperiment g(y : columns(f))\n  observe cell(f, x, y)\n'
    cells = {"t": "row,c,d\n" + "".join(f"{n},{_cell(one)},z\n" for n, (one, _) in enumerate(ANSWERS))}
    game = cobra.load_text(text, files=cells)
    made = Made((0, (0,)), (answer,))
    assert show_made(game, made) == f"c = {shown}"
    for separator in ("; ", ";", "\n", " # it's said; so\n"):
        assert read_history(game, separator.join([f"c = {shown}", f"c: {shown}", "d = z"]))[:2] == (
            made,
            made,
        )


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def test_answers_with_a_template_are_quoted_as_a_whole() -> None:
    game = cobra.load_text(
        "secret x[1..2] : 1..2\nexperiment g(y[1..2] : 1..2)\n"
        '  observe count(i in 1..2 : x[i] = y[i]), x[1] = y[1] as "{}; {}"\n'
    )
    assert read(game, "12 = '1; yes'; 11: \"0; no\"") == ['12 = "1; yes"', '11 = "0; no"']


def test_two_readings_are_refused() -> None:
    text = (
        'game "g"\nsecret s : 1..3\nexperiment ask(t : set(1..2) of 1..3)\n'
        ' outcome "low" : s in t & s < 3\n outcome "1 low" : s in t & s = 3\n outcome "out" : !(s in t)\n'
    )
    with pytest.raises(GameError, match="can be read as '2 = 1 low' or '12 = low'") as error:
        read_history(cobra.load_text(text), "2 1 low")
    assert "write EXPERIMENT = ANSWER" in str(error.value)


@pytest.mark.parametrize(
    "ask",
    [
        cobra.advise,
        cobra.explain,
        cobra.review,
        cobra.contradiction,
        lambda game, history: cobra.excluded(game, history, "00"),
        lambda game, history: cobra.read_history(game, "00 = 1B0W", history),
        lambda game, history: cobra.Session(game, history=history),
    ],
)
def test_a_history_of_another_game_is_refused(ask: Any) -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    longer = cobra.load("mastermind", {"pegs": 3, "colours": 3})
    more = cobra.load("mastermind", {"pegs": 2, "colours": 4})
    made: Any = Made  # for what its types forbid
    fits = Made((0, (0, 0)), (1, 0))
    for other in (
        cobra.read_history(longer, "000 = 1B0W")[0],
        cobra.read_history(more, "03 = 1B0W")[0],
        Made((0, (0, 0)), (3, 0)),
        Made((0, (0, 0)), (1,)),
        Made((1, (0, 0)), (1, 0)),
        Made((-1, (0, 0)), (1, 0)),
        made("00", "1B0W"),
        made(None, None),
    ):
        with pytest.raises(GameError) as error:
            ask(game, (fits, other))
        assert str(error.value) == "experiment 2 of the history and its answer are none of this game"
