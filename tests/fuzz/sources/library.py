"""The games that come with cobra and those of the tests, at sizes so small that everything can be tried."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import cobra
from cobra.language.load import library as library_files
from tests.fuzz.case import Case

TESTS = Path(__file__).parents[2]
GAMES = Path(cobra.__file__).parent / "published" / "games"
"""Games of the literature that are in no library."""

SMALL: dict[str, dict[str, tuple[int, ...]]] = {
    "bags-of-gold": {"bags": (2, 3), "capacity": (2, 3), "fakes": (0, 1)},
    "battleship": {"size": (2, 3), "length": (2,)},
    "battleship-sunk": {"size": (2,), "length": (2,), "second": (0,)},
    "black-box": {"size": (2,), "atoms": (1, 2)},
    "black-pegs": {"pegs": (2,), "colours": (2, 3)},
    "bulls-and-cows": {"places": (2,), "digits": (3, 4)},
    "code-777": {"cards": (2,), "attributes": (1, 2), "values": (2,)},
    "code-777-three": {"cards": (2,), "attributes": (1, 2), "values": (2,)},
    "counterfeit-coin": {"coins": (3, 4, 5), "genuine": (0, 1)},
    "counterfeit-coin-only": {"coins": (3, 4, 5), "genuine": (0, 1)},
    "decimalisation": {"places": (2,), "digits": (2, 3), "choices": (1, 2)},
    "diagnosis": {},
    "egg-drop": {"eggs": (1, 2, 3), "floors": (1, 3, 6)},
    "fox": {"holes": (3, 4, 5)},
    "group-testing": {"items": (3, 4), "defective": (1, 2)},
    "higher-lower": {"n": (3, 7)},
    "jotto": {},
    "liar": {"numbers": (2, 4, 5), "lies": (0, 1, 2)},
    "liar-coins": {"coins": (3,), "lies": (0, 1)},
    "liar-comparisons": {"numbers": (2, 5), "lies": (0, 1, 2)},
    "light-coins": {"coins": (3, 4), "fakes": (1, 2), "genuine": (0, 1)},
    "mastermind": {"pegs": (2, 3), "colours": (2, 3)},
    "mastermind-colour": {"pegs": (2,), "colours": (2, 3)},
    "mastermind-lie": {"pegs": (2,), "colours": (2, 3), "lies": (0, 1)},
    "mastermind-position": {"pegs": (2,), "colours": (2, 3)},
    "odd-coins": {"coins": (3, 4), "fakes": (1, 2), "genuine": (0, 1)},
    "permutation": {"n": (2, 3)},
    "poisoned-wine": {"bottles": (2, 4), "strips": (1, 2)},
    "priced-search": {},
    "quordle": {"boards": (1, 2)},
    "sorting": {"n": (2, 3)},
    "test-sequencing": {},
    "warmer-colder": {"numbers": (3, 6)},
    "word-list": {},
    "wordle": {},
}
"""Parameters of each game, each with some values that keep it small."""

WORDS = ("brave crane", "fghij klmno pqrst", "aaaaa ababa babab bbbbb", "stone onset notes")
"""Lists of five-letter words for the games that read some."""


@cache
def texts() -> dict[str, str]:
    """Return the texts of all games of the library and of the tests, by name."""
    found = {name: path.read_text("utf-8") for name, path in library_files().items()}
    for path in sorted(
        (*GAMES.glob("*.cb"), *(TESTS / "data" / "games").glob("*.cb")), key=lambda path: path.name
    ):
        found[path.stem] = path.read_text("utf-8")
    for path in sorted((TESTS / "data" / "cobra").glob("*.in")):
        found[path.stem] = path.read_text("utf-8")
    return found


@cache
def files() -> dict[str, str]:
    """Return the files that games of the library and of the tests read."""
    folders = (Path(cobra.__file__).parent / "games", TESTS / "data" / "games", GAMES)
    found = {
        path.name: path.read_text("utf-8")
        for folder in folders
        for path in sorted(folder.iterdir())
        if path.suffix in (".txt", ".csv")
    }
    return {name: text for name, text in found.items() if len(text) < 4000}


def words(random: Random) -> dict[str, str]:
    """Return the word lists of the library, short ones."""
    names = ("word_list.txt", "wordle_answers.txt", "wordle_allowed.txt", "quordle.txt")
    return {name: random.choice(WORDS).replace(" ", "\n") + "\n" for name in names}


def small_case(random: Random) -> Case:
    """Return a game of the library as it is, at a small size."""
    name = random.choice(list(SMALL))
    definitions = {parameter: str(random.choice(values)) for parameter, values in SMALL[name].items()}
    return Case(texts()[name], definitions, {**files(), **words(random)})
