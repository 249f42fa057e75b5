"""What a guided fuzzer begins from, and the words it puts into texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from tests.fuzz.guided import kept
from tests.fuzz.guided.changes import unpacked
from tests.fuzz.parsing import READERS
from tests.fuzz.sources import core, files, game, rules, states, texts
from tests.fuzz.sources.mutate import WORD

KEPT: Final = Path(__file__).parents[1] / "corpus" / "guided"
"""Inputs that were found here, of parsers that need short ones."""
GAMES: Final = "games"
"""Whole games, through the phases of `tried.PHASES`; all other names are those of parsers."""
NAMES: Final = (*READERS, GAMES)
SEEDS: Final = 300
"""Texts that are changed already; those that are written come before them."""
MOST_WORDS: Final = 500
LONGEST_WORD: Final = 24
SHORT: Final = 500
"""Characters of a whole game: long ones take long."""
MOST_BYTES: Final = 1 << 15
LEAST_BYTES: Final = 1 << 10
"""An input may grow to so many bytes, or to twice the longest seed."""


@cache
def seeds(name: str) -> tuple[bytes, ...]:
    """Return the texts that an input is made from: the same each time."""
    random = Random(f"guided/{name}")
    made = _games(random) if name == GAMES else _read(name, random)
    all_ = (*made, *kept.read(KEPT, name))
    return tuple(dict.fromkeys(one for one in all_ if len(one) <= MOST_BYTES))


def _read(name: str, random: Random) -> Iterator[bytes]:
    yield from texts.written(name)
    yield from islice(texts.source(name)(random), SEEDS)


def _games(random: Random) -> Iterator[bytes]:
    """Yield small games that need no definitions of their parameters."""
    makers = (game.case, core.case, states.case, states.unseen_case, rules.case, rules.core_case)
    made = 0
    while made < SEEDS:
        case = makers[made % len(makers)](random)
        if not case.definitions and len(case.text) <= SHORT:
            made += 1
            yield case.text.encode("utf-8", "surrogatepass")


@cache
def dictionary(name: str) -> tuple[bytes, ...]:
    """Return the words of a parser: those of its grammar, and those that its seeds have most."""
    found: Counter[str] = Counter()
    for content in seeds(name):
        for part in unpacked(content) or (content,):
            text = part.decode("utf-8", "ignore")
            found.update(word for word in dict.fromkeys(WORD.findall(text)) if 1 < len(word) <= LONGEST_WORD)
    of_grammar = tuple(_of_grammar(name))
    usual = (word for word, _ in found.most_common(MOST_WORDS) if not word.isspace())
    return tuple(word.encode() for word in dict.fromkeys((*of_grammar, *usual)))


def _of_grammar(name: str) -> Iterator[str]:
    if name in ("game", GAMES):
        yield from rules.game_walk().spellings()
        yield from rules.FUNCTIONS
    if name in ("core", GAMES):
        yield from rules.core_walk().spellings()
    if files.WRITTEN.get(name) == "json":
        yield from ("null", "true", "false", "1e400", "[[[[", "{}", "-1", "18446744073709551616")


def longest(name: str) -> int:
    """Return how many bytes an input may have."""
    return min(MOST_BYTES, max(LEAST_BYTES, 2 * max(map(len, seeds(name)))))


def as_dictionary(words: Sequence[bytes]) -> str:
    """Return words as libFuzzer reads them: one a line, what is no letter or digit as its number."""
    return "".join(
        '"'
        + "".join(chr(one) if chr(one).isalnum() and one < 128 else f"\\x{one:02X}" for one in word)
        + '"\n'
        for word in words
    )
