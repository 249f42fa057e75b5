"""Codes are read back from what is printed."""

from __future__ import annotations

from itertools import islice

import pytest

import cobra
from cobra.errors import GameError
from cobra.language.load import library
from cobra.model.show import Notation
from tests import oracle
from tests.transcripts.record import COMMANDS

SHAPES = {
    "letters in rows": 'game "g"\nsecret s[1..2, 1..2] : {a b c}\nexperiment e()\n observe s[1, 1]\n',
    "rows of numbers": 'game "g"\nsecret s[1..2, 1..2] : {9 10 11}\nexperiment e()\n observe s[1, 1]\n',
    "words with spaces": (
        'game "g"\nsecret s[1..2] : {"a, b" "c d" e}\nsecret t : {"a, b" f}\nvariable p\n'
        "experiment e()\n observe s[1]\n"
    ),
    "lone propositions": 'game "g"\nvariables a, b\nvariable c[1..3, 1..2]\nexperiment e()\n observe a\n',
    "helpers": (
        'game "g"\naux variable both\nvariables a, b\nconstraint both <-> a & b\n'
        "experiment e()\n observe both\n"
    ),
}


def assert_read_back(game: cobra.Game, most: int) -> None:
    notation = Notation(game)
    for code in islice(oracle.assignments(game.dag, game.codes), most):
        assert notation.parse_code(notation.code(code)) == code


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", library())
def test_every_code_of_the_library_is_read_back(name: str) -> None:
    words = COMMANDS[name].split()
    assert_read_back(cobra.load(name, dict(word.split("=") for word in words if "=" in word)), 700)


@pytest.mark.parametrize("shape", SHAPES)
def test_codes_of_every_shape_are_read_back(shape: str) -> None:
    assert_read_back(cobra.load_text(SHAPES[shape]), 3000)


@pytest.mark.parametrize(
    ("game", "text", "code"),
    [
        ("mastermind", " 0 0 1 1 ", "0011"),
        ("mastermind", "code 0011", "0011"),
        ("counterfeit-coin", "odd 3, heavy", "odd 3, heavy"),
        ("bags-of-gold", "no fake", "no fake"),
    ],
)
def test_a_code_may_be_written_more_freely(game: str, text: str, code: str) -> None:
    notation = Notation(cobra.load(game))
    assert notation.code(notation.parse_code(text)) == code


@pytest.mark.parametrize(
    ("game", "text", "problem"),
    [
        ("mastermind", "001", "code has 4 symbols, not 3"),
        ("mastermind", "0019", "9 is none of the symbols of code[4]: 0 1 2 3 4 5"),
        ("mastermind", "", "code has 4 symbols, not 0"),
        ("mastermind", "0011, 0", "0 is too much"),
        ("bulls-and-cows", "0011", "the conditions on the secret exclude it"),
        ("counterfeit-coin", "odd 3", "heavy is missing"),
        ("counterfeit-coin", "heavy", "odd and its value must come next, not 'heavy'"),
        ("counterfeit-coin", "odd 3 4, heavy", "odd has 1 symbol, not 2"),
        ("light-coins", "light 3 3", "3 stands twice"),
        ("light-coins", "light 30", "30 is none of 1 2 3 4 5 6 7 8 9"),
        ("light-coins", "3", "light and what it holds for must come next, not '3'"),
        ("light-coins", "light 3 4", "the conditions on the secret exclude it"),
        ("wordle", "zzzzz", "the conditions on the secret exclude it"),
        ("wordle", '"', "a quotation mark is not closed"),
    ],
)
def test_what_is_no_code_is_refused(game: str, text: str, problem: str) -> None:
    with pytest.raises(GameError) as caught:
        Notation(cobra.load(game)).parse_code(text)
    assert str(caught.value) == f"{text!r} is not a code: {problem}"
