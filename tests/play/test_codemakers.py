"""Codemakers against brute force in plain Python, and secrets drawn at random."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product
from random import Random

import pytest

import cobra
from cobra.engine.made import Made
from cobra.errors import GameError
from cobra.play.begin import position_after
from cobra.play.codemakers import draw, make_codemaker
from cobra.play.position import Position

PEGS, COLOURS = 3, 3
CODES = ["".join(code) for code in product("012", repeat=PEGS)]
Answer = tuple[int, int]


def answer(code: str, guess: str) -> Answer:
    black = sum(a == b for a, b in zip(code, guess, strict=True))
    return black, sum(min(code.count(c), guess.count(c)) for c in set(guess)) - black


def fixed(codes: list[str]) -> int:
    """Return how many of the propositions "peg i has colour c" have one value in all codes."""
    truths = [[code[place] == colour for code in codes] for place in range(PEGS) for colour in "012"]
    return sum(len(set(truth)) == 1 for truth in truths)


def worst(name: str, left: list[str], guess: str) -> Answer:
    cells: defaultdict[Answer, list[str]] = defaultdict(list)
    for code in left:
        cells[answer(code, guess)].append(code)
    harm = {cell: len(codes) if name == "models" else -fixed(codes) for cell, codes in cells.items()}
    return min(cells, key=lambda cell: (-harm[cell], cell == (PEGS, 0), cell))


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["models", "fixed"])
def test_adversaries_do_what_they_say(name: str) -> None:
    game = cobra.load("mastermind", {"pegs": PEGS, "colours": COLOURS})
    maker = make_codemaker(game, name)
    for first, second in product(CODES[::3], ["012", "121", "220"]):
        position, left = Position(game), CODES
        for guess in (first, second):
            experiment = position.notation.parse_experiment(guess)
            outcome = maker.answer(position, experiment)
            assert outcome == worst(name, left, guess)
            left = [code for code in left if answer(code, guess) == outcome]
            position = Position(game, (*position.history, Made(experiment, outcome)))
            assert position.codes == len(left)
        assert maker.reveal(position) == left[0]


@pytest.mark.parametrize("name", ["models", "fixed"])
@pytest.mark.parametrize(
    ("game", "history"), [("mastermind", "0011 = 4B0W; 0011 = 0B0W"), ("liar", "1 = yes; 2 = yes; 3 = yes")]
)
def test_an_adversary_that_no_code_fits_says_so(game: str, history: str, name: str) -> None:
    loaded = cobra.load(game, {"numbers": 4, "lies": 1} if game == "liar" else {})
    position = position_after(loaded, cobra.read_history(loaded, history))
    maker = make_codemaker(loaded, name)
    assert position.codes == 0
    with pytest.raises(GameError, match="no code fits the answers any more"):
        maker.reveal(position)
    with pytest.raises(GameError, match="no code fits the answers any more"):
        maker.answer(position, position.history[0].experiment)


def test_an_adversary_ends_the_game_last() -> None:
    game = cobra.load("mastermind", {"pegs": 1, "colours": 2})
    position = Position(game)
    experiment = position.notation.parse_experiment("0")
    assert make_codemaker(game, "models").answer(position, experiment) == (0, 0)
    assert make_codemaker(game, "fixed").answer(position, experiment) == (0, 0)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "outcome"), [("models", (0, 0)), ("fixed", (1, 1))])
def test_adversaries_of_very_many_codes(name: str, outcome: Answer) -> None:
    game = cobra.load("mastermind", {"pegs": 8, "colours": 10})
    position = Position(game)
    assert position.table is None
    experiment = position.notation.parse_experiment("00001111")
    assert make_codemaker(game, name).answer(position, experiment) == outcome


def test_an_adversary_has_no_answer_when_no_code_is_left() -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 2})
    first = Position(game).notation.parse_experiment("00")
    position = Position(game, (Made(first, (2, 0)), Made(first, (0, 0))))
    with pytest.raises(GameError, match="no code fits the answers any more"):
        make_codemaker(game, "models").answer(position, first)


def test_a_code_is_honest() -> None:
    game = cobra.load("mastermind")
    maker = make_codemaker(game, "0 1 2 3")
    position = Position(game)
    assert maker.name == maker.reveal(position) == "0123"
    for guess in ("0000", "3210", "0123", "4455"):
        assert maker.answer(position, position.notation.parse_experiment(guess)) == answer_of_four(guess)


def answer_of_four(guess: str) -> Answer:
    black = sum(a == b for a, b in zip("0123", guess, strict=True))
    return black, sum(min("0123".count(c), guess.count(c)) for c in set(guess)) - black


@pytest.mark.parametrize("name", ["nobody", "model", "00", ""])
def test_what_is_no_codemaker_is_refused(name: str) -> None:
    with pytest.raises(GameError, match="a codemaker is random, models, fixed or a code"):
        make_codemaker(cobra.load("mastermind"), name)


def test_random_secrets_are_seeded_and_as_likely_as_their_weights() -> None:
    game = cobra.load("diagnosis")
    start = Position(game)
    assert start.table is not None
    weights = dict(zip(start.list(99), start.table.weights(), strict=True))
    random = Random(5)
    drawn = Counter(start.notation.code(draw(start, random)) for _ in range(800))
    assert set(drawn) == set(weights)
    for code, weight in weights.items():
        assert abs(drawn[code] / 800 - weight / sum(weights.values())) < 0.05
    names = [make_codemaker(game, "random", seed=seed).reveal(start) for seed in (1, 1, 2, 3)]
    assert names[0] == names[1]
    assert len(set(names)) > 1


@pytest.mark.slow
def test_secrets_of_very_many_are_drawn_evenly() -> None:
    game = cobra.load("bulls-and-cows", {"places": 8, "digits": 10})
    start = Position(game)
    assert start.table is None
    random = Random(1)
    drawn = [start.notation.code(draw(start, random)) for _ in range(40)]
    assert all(len(set(code)) == 8 for code in drawn)
    assert len(set(drawn)) == 40
    first = Counter(code[0] for code in drawn)
    assert len(first) > 7
    assert max(first.values()) < 15
