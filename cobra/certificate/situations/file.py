"""The file of a certificate of a game with a state, prices or lost plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from cobra.certificate.lines import Lines, game_line, packed_lines
from cobra.certificate.situations.parts import Claim, Fact, Front, Part, Place
from cobra.certificate.situations.tolls import LOST, MEASURES, NEVER, Left, Toll, toll
from cobra.interval import MEASURES as OBJECTIVES
from cobra.limits import Limits
from cobra.output import replacing

MAGIC: Final = b"cobra proof 2\n"


class SituationsFile(Lines):
    """A certificate of games with a state, prices or lost plays, in a file.

    It has what stands before the facts; these are read anew by each `parts()`.
    """

    def __init__(self, path: Path, content: bytes, limits: Limits | None = None) -> None:
        super().__init__(path, content, MAGIC)
        lines = self.lines()
        game = self.game(lines, limits or Limits())
        objective = self.choice(self.word(lines, "objective"), tuple(OBJECTIVES))
        within, won, consistent = (self.flag(lines, key) for key in ("within", "won", "consistent"))
        if within and not won:
            self.wrong("plays are lost by their length only where it is asked how many codes are won")
        first = self.word(lines, "first")
        self.front = Front(game, objective, within, won, consistent, None if first == "none" else first)
        self._head = self._number

    def parts(self) -> Iterator[Part]:
        """Yield the claims, each with its facts, which are to be taken before the next; `GameError` where the
        file is damaged."""
        lines = self.lines()
        for _ in range(self._head):
            next(lines)
        waiting: list[str] = [self.next(lines)]
        while waiting[0] != "end":
            words = waiting[0].split(" ")
            if len(words) != 6 or words[0] != "claim":
                self.wrong("a claim was expected")
            measure = self.choice(words[1], MEASURES)
            claim = Claim(measure, self._left(words[2:4]), self._toll(words[4:6]))
            yield Part(claim, self._facts(lines, waiting))
        if next(lines, None) is not None:
            self.wrong("something follows the end")

    def _facts(self, lines: Iterator[str], waiting: list[str]) -> Iterator[Fact]:
        """Yield the facts of a claim; the line that follows them is left in `waiting`."""
        waiting[0] = self.next(lines)
        while waiting[0].startswith("fact "):
            codes = self.codes(waiting[0].removeprefix("fact "))
            places: list[Place] = []
            while (line := self.next(lines)).startswith("at "):
                words = line.split(" ")
                if len(words) != 6:
                    self.wrong("a state, what is left, and a value were expected")
                state = tuple([self.count(n) for n in words[1].split(",")]) if words[1] != "-" else ()
                places.append(Place(state, self._left(words[2:4]), self._toll(words[4:6])))
            waiting[0] = line
            yield Fact(codes, tuple(places))

    def _left(self, words: Sequence[str]) -> Left:
        length, price = (None if word == "none" else self.count(word) for word in words)
        return Left(length, price)

    def _toll(self, words: Sequence[str]) -> Toll:
        if list(words) == ["impossible", "impossible"]:
            return NEVER
        return toll(self.count(words[0]), self.count(words[1]))


def write_situations(
    path: str | Path, front: Front, game: object, parts: Iterable[tuple[Claim, Sequence[Fact]]]
) -> None:
    """Write a certificate; `game` as it stands in files. `GameError` when the file cannot be written."""
    with replacing(Path(path)) as new, new.open("wb") as stream:
        stream.writelines(situations_bytes(front, game, parts))


def situations_bytes(
    front: Front, game: object, parts: Iterable[tuple[Claim, Sequence[Fact]]]
) -> Iterator[bytes]:
    """Yield the bytes of a certificate, block by block."""
    return packed_lines(MAGIC, situations_lines(front, game, parts))


def situations_lines(
    front: Front, game: object, parts: Iterable[tuple[Claim, Sequence[Fact]]]
) -> Iterator[str]:
    """Yield the text of a certificate, line by line."""
    yield game_line(game)
    yield f"objective {front.objective}"
    for key, flag in (("within", front.within), ("won", front.won), ("consistent", front.consistent)):
        yield f"{key} {'yes' if flag else 'no'}"
    yield f"first {front.first or 'none'}"
    for claim, facts in parts:
        yield f"claim {claim.measure} {_left(claim.left)} {_toll(claim.value)}"
        for fact in facts:
            yield f"fact {fact.codes:x}"
            for state, left, value in fact.places:
                yield f"at {','.join(map(str, state)) or '-'} {_left(left)} {_toll(value)}"
    yield "end"


def _left(left: Left) -> str:
    return " ".join("none" if number is None else str(number) for number in (left.length, left.price))


def _toll(value: Toll) -> str:
    return "impossible impossible" if value >= NEVER else f"{value // LOST} {value % LOST}"
