"""The file of a certificate of a game in which answers are wrong by chance."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import gcd
from pathlib import Path
from typing import Final

from cobra.certificate.chances.inquiries import Weighing
from cobra.certificate.chances.parts import ChanceFact, ChanceFront
from cobra.certificate.chances.sizes import Cost
from cobra.certificate.chances.symmetry import Element
from cobra.certificate.lines import Lines, game_line, packed_lines
from cobra.limits import Limits
from cobra.output import replacing

MAGIC: Final = b"cobra proof 6\n"

_LONGEST: Final = 4000
"""Numbers of more digits are not read."""


class ChancesFile(Lines):
    """A certificate of games with answers wrong by chance, in a file.

    It has what stands before the facts; these are read anew by each `facts()`.
    """

    def __init__(self, path: Path, content: bytes, limits: Limits | None = None) -> None:
        super().__init__(path, content, MAGIC)
        lines = self.lines()
        game = self.game(lines, limits or Limits())
        if game.unseen is None or game.unseen.noise is None:
            self.wrong("in this game no answers are wrong by chance")
        self._lies = game.unseen.lies
        within = self._left(self.word(lines, "within"))
        consistent = self.flag(lines, "consistent")
        first = self.word(lines, "first")
        claim = self.word(lines, "claim").split(" ")
        if len(claim) != 2:
            self.wrong("a claim has two numbers: what is lost, and experiments made")
        self._head = self._number
        self.front = ChanceFront(
            game,
            within,
            consistent,
            None if first == "none" else first,
            self._cost(claim[0], claim[1]),
            tuple(self._elements(lines)),
        )
        self._head += len(self.front.elements)

    def _elements(self, lines: Iterator[str]) -> Iterator[Element]:
        while (line := self.next(lines)).startswith("element "):
            yield tuple(map(self.count, line.split(" ")[1:]))

    def facts(self) -> Iterator[ChanceFact]:
        """Yield the facts; `GameError` where the file is damaged."""
        lines = self.lines()
        for _ in range(self._head):
            next(lines)
        while (line := self.next(lines)) != "end":
            fact, *words = line.split(" ")
            if fact != "fact" or len(words) < 4:
                self.wrong("a fact was expected: experiments left, a cost of two numbers, weights with codes")
            left, lost, experiments, *weights = words
            yield ChanceFact(self._weighing(weights), self._left(left), self._cost(lost, experiments))
        if next(lines, None) is not None:
            self.wrong("something follows the end")

    def _left(self, word: str) -> int | None:
        return None if word == "none" else self.count(word)

    def _cost(self, lost: str, experiments: str) -> Cost:
        return self._fraction(lost), self._fraction(experiments)

    def _fraction(self, word: str) -> Fraction:
        if not re.fullmatch(r"[0-9]+(/[0-9]*[1-9][0-9]*)?", word) or len(word) > _LONGEST:
            self.wrong(f"{word[:40]!r} is no fraction")
        return Fraction(word)

    def _weighing(self, words: Iterable[str]) -> Weighing:
        weighing: list[tuple[int, tuple[int, ...]]] = []
        seen = [0] * (self._lies + 1)
        for word in words:
            weight, _, sets = word.partition("=")
            if not re.fullmatch(r"[1-9][0-9]*", weight) or len(weight) > _LONGEST:
                self.wrong(f"{weight[:40]!r} is no weight")
            codes = tuple(map(self.codes, sets.split("+")))
            if len(codes) != self._lies + 1 or not any(codes):
                self.wrong(f"a weight has {self._lies + 1} sets of codes, by the lies told")
            if any(some & before for some, before in zip(codes, seen, strict=True)):
                self.wrong("a code has two weights")
            seen = [some | before for some, before in zip(codes, seen, strict=True)]
            weighing.append((int(weight), codes))
        weights = [weight for weight, _ in weighing]
        if weights != sorted(set(weights), reverse=True) or gcd(*weights) != 1:
            self.wrong("weights come in descending order and have no common divisor")
        return tuple(weighing)


def write_chances(path: str | Path, front: ChanceFront, game: object, facts: Iterable[ChanceFact]) -> None:
    """Write a certificate; `game` as it stands in files. `GameError` when the file cannot be written."""
    with replacing(Path(path)) as new, new.open("wb") as stream:
        stream.writelines(packed_lines(MAGIC, _lines(front, game, facts)))


def _lines(front: ChanceFront, game: object, facts: Iterable[ChanceFact]) -> Iterator[str]:
    yield game_line(game)
    yield f"within {_left(front.within)}"
    yield f"consistent {'yes' if front.consistent else 'no'}"
    yield f"first {front.first or 'none'}"
    yield f"claim {front.claim[0]} {front.claim[1]}"
    for element in front.elements:
        yield f"element {' '.join(map(str, element))}"
    for fact in facts:
        weights = (f"{weight}={'+'.join(f'{some:x}' for some in sets)}" for weight, sets in fact.weighing)
        yield f"fact {_left(fact.left)} {fact.cost[0]} {fact.cost[1]} {' '.join(weights)}"
    yield "end"


def _left(left: int | None) -> str:
    return "none" if left is None else str(left)
