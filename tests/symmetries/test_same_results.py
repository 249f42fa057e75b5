"""Whatever experiments count as equivalent, a strategy makes the same choices: library, random games."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

import cobra
from cobra._core import Control, Engine
from cobra.engine.compile import compile_game
from cobra.language.load import library
from cobra.model.game import Game
from tests import random_games
from tests.brute_search import STRATEGIES
from tests.random_cases import ALL, random_cases
from tests.symmetries.situations import CHAINS, EQUIVALENCES, LIMIT, MEMORY

pytestmark = pytest.mark.thorough

SMALL: list[tuple[str, dict[str, str]]] = [
    ("bags-of-gold", {"bags": "3", "capacity": "4"}),
    ("bags-of-gold", {"bags": "5", "capacity": "3", "fakes": "2"}),
    ("battleship", {"size": "4", "length": "2"}),
    ("black-box", {"size": "3", "atoms": "2"}),
    ("black-pegs", {"pegs": "3", "colours": "3"}),
    ("bulls-and-cows", {"places": "3", "digits": "5"}),
    ("code-777", {"cards": "2", "attributes": "2", "values": "2"}),
    ("code-777-three", {"cards": "2", "attributes": "2", "values": "2"}),
    ("counterfeit-coin", {"coins": "7"}),
    ("counterfeit-coin", {"coins": "5", "genuine": "2"}),
    ("counterfeit-coin-only", {"coins": "6"}),
    ("decimalisation", {"places": "2", "digits": "3", "choices": "3"}),
    ("diagnosis", {}),
    ("group-testing", {"items": "6", "defective": "2"}),
    ("hangman", {"words": "hidden.txt"}),
    ("higher-lower", {"n": "12"}),
    ("jotto", {}),
    ("light-coins", {"coins": "6", "fakes": "3"}),
    ("light-coins", {"coins": "5", "fakes": "2", "genuine": "2"}),
    ("mastermind", {"pegs": "3", "colours": "4"}),
    ("mastermind-colour", {"pegs": "3", "colours": "3"}),
    ("mastermind-position", {"pegs": "3", "colours": "3"}),
    ("odd-coins", {"coins": "5", "fakes": "2"}),
    ("odd-coins", {"coins": "4", "fakes": "2", "genuine": "1"}),
    ("permutation", {"n": "4"}),
    ("sorting", {"n": "4"}),
    ("word-list", {}),
    ("wordle", {"answers": "answers.txt", "allowed": "allowed.txt"}),
]

TIES = ("final,first", "first")

WORDS = {
    "answers.txt": ["crane", "trace", "react", "caret", "abbey", "kebab", "eerie"],
    "allowed.txt": ["babes", "carat", "tiara"],
    "hidden.txt": (Path(cobra.__file__).parent / "games" / "wordle_answers.txt")
    .read_text("utf-8")
    .split()[:16],
}


def listed(game: Game) -> Engine:
    """Return an engine that has listed the codes of a game."""
    engine = compile_game(game).engine()
    engine.enumerate(LIMIT, MEMORY, Control())
    return engine


def choices(
    engine: Engine, strategy: str, ties: str, consistent: bool, equivalences: list[str] | None
) -> object:
    """Return everything a strategy decides."""
    result = engine.greedy(strategy, ties, consistent, 0, 1, MEMORY, equivalences, Control(60.0))
    assert result.stopped is None
    return result.first, result.figures, result.tree()


def compare(engine: Engine, strategy: str, ties: str, consistent: bool = False) -> None:
    """Compare the choices under every equivalence with those under none."""
    expected = choices(engine, strategy, ties, consistent, ["none"])
    for equivalences in (None, [], *([name] for name in EQUIVALENCES if name != "none"), *CHAINS):
        found = choices(engine, strategy, ties, consistent, equivalences)
        assert found == expected, (strategy, ties, consistent, equivalences)


@pytest.mark.instances
@pytest.mark.random
@pytest.mark.parametrize(("name", "definitions"), SMALL)
def test_the_library(name: str, definitions: dict[str, str], tmp_path: Path) -> None:
    for file, words in WORDS.items():
        (tmp_path / file).write_text("\n".join(words) + "\n", encoding="utf-8")
    files = {key: str(tmp_path / value) if value in WORDS else value for key, value in definitions.items()}
    engine = listed(cobra.load(name, files))
    for number, strategy in enumerate(STRATEGIES):
        for ties in TIES if ALL else TIES[(number + len(name)) % 2 :: 2]:  # each in half of the games
            compare(engine, strategy, ties)
    compare(engine, "max-models", "final,first", consistent=True)
    compare(engine, "random", "first")


@pytest.mark.slow
def test_every_game_of_the_library_is_there() -> None:
    """But for those with memory, and those with lies or moves: no symmetries are known of them."""
    games = {name: cobra.load(name) for name in library()}
    others = {name for name, game in games.items() if game.memory is not None or game.unseen is not None}
    assert {name for name, _ in SMALL} == library().keys() - others


@random_cases(40)
@given(random_games.games())
def test_random_games(game: Game) -> None:
    engine = listed(game)
    for strategy in ("max-models", "ent-models", "parts", "min-fixed", "exp-fixed", "first"):
        compare(engine, strategy, "final,first")
    compare(engine, "exp-models", "first")
