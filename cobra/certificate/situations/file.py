"""The file of a certificate of a game with a state, prices or lost plays: compressed lines of text."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from cobra.certificate.situations.parts import Claim, Fact, Front, Part, Place
from cobra.certificate.situations.tolls import LOST, MEASURES, NEVER, Left, Toll, toll
from cobra.errors import GameError
from cobra.interval import MEASURES as OBJECTIVES
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.output import replacing
from cobra.strategy.document import Document
from cobra.strategy.scanner import Scanner

MAGIC: Final = b"cobra proof 2\n"
MOST: Final = 1 << 63
"""Numbers of what is counted or lost are below."""
_MOST_OF_BLOCK: Final = 1 << 26
_WRITTEN: Final = 1 << 20

_Choice = TypeVar("_Choice", bound=str)


class SituationsFile:
    """A certificate in a file: what stands before the facts, which are read anew by each `parts()`."""

    def __init__(self, path: Path, content: bytes, limits: Limits | None = None) -> None:
        self.path, self.content = path, content
        self._number = 0
        lines = self._lines()
        game = self._game(self._word(lines, "game"), limits or Limits())
        objective = self._choice(self._word(lines, "objective"), tuple(OBJECTIVES))
        flags = [
            self._choice(self._word(lines, key), ("yes", "no")) == "yes"
            for key in ("within", "won", "consistent")
        ]
        first = self._word(lines, "first")
        self.front = Front(game, objective, flags[0], flags[1], flags[2], None if first == "none" else first)
        self._head = self._number

    def parts(self) -> Iterator[Part]:
        """Yield the claims, each with its facts, which are to be taken before the next; `GameError` where the
        file is damaged."""
        lines = self._lines()
        for _ in range(self._head):
            next(lines)
        waiting: list[str] = [next(lines, "end")]
        while waiting[0] != "end":
            words = waiting[0].split(" ")
            if len(words) != 6 or words[0] != "claim":
                self._wrong("a claim was expected")
            measure = self._choice(words[1], MEASURES)
            claim = Claim(measure, self._left(words[2:4]), self._toll(words[4:6]))
            yield Part(claim, self._facts(lines, waiting))
        if next(lines, None) is not None:
            self._wrong("something follows the end")

    def lines(self) -> Iterator[str]:
        """Yield the lines as they are in the file; `GameError` where it is damaged."""
        return self._lines()

    def _facts(self, lines: Iterator[str], waiting: list[str]) -> Iterator[Fact]:
        """Yield the facts of a claim; the line that follows them is left in `waiting`."""
        waiting[0] = self._next(lines)
        while waiting[0].startswith("fact "):
            codes = self._hexadecimal(waiting[0].removeprefix("fact "))
            places: list[Place] = []
            while (line := self._next(lines)).startswith("at "):
                words = line.split(" ")
                if len(words) != 6:
                    self._wrong("a state, what is left, and a value were expected")
                state = tuple([self._count(n) for n in words[1].split(",")]) if words[1] != "-" else ()
                places.append(Place(state, self._left(words[2:4]), self._toll(words[4:6])))
            waiting[0] = line
            yield Fact(codes, tuple(places))

    def _lines(self) -> Iterator[str]:
        """Yield the lines, one after the other; they are counted."""
        self._number = 0
        rest = b""
        for block in self._blocks():
            *whole, rest = (rest + block).split(b"\n")
            if len(rest) > _MOST_OF_BLOCK:
                self._wrong("a line is too long")
            for line in whole:
                self._number += 1
                try:
                    yield line.decode("utf-8")
                except UnicodeDecodeError:
                    self._wrong("this is not UTF-8 text")
        if rest:
            self._wrong("the last line does not end")

    def _blocks(self) -> Iterator[bytes]:
        at = len(MAGIC)
        while size := int.from_bytes(self.content[at : at + 4], "little"):
            packed = self.content[at + 4 : at + 4 + size]
            at += 4 + size
            if len(self.content) < at:
                self._wrong("the file ends too early")
            unpack = zlib.decompressobj()
            try:
                block = unpack.decompress(packed, _MOST_OF_BLOCK)
            except zlib.error:
                self._wrong("a block is damaged")
            if not unpack.eof or unpack.unused_data or not block:
                self._wrong("a block is damaged")
            yield block
        if len(self.content) < at + 4:
            self._wrong("the file ends too early")
        if len(self.content) > at + 4:
            self._wrong("something follows the end")

    def _error(self, message: str) -> GameError:
        return GameError(f"{self.path}: line {self._number} of the certificate: {message}")

    def _wrong(self, message: str) -> NoReturn:
        raise self._error(message)

    def _next(self, lines: Iterator[str]) -> str:
        line = next(lines, None)
        if line is None:
            self._wrong("the certificate ends too early")
        return line

    def _word(self, lines: Iterator[str], key: str) -> str:
        line = self._next(lines)
        if not line.startswith(key + " "):
            self._wrong(f"the line must begin with {key!r}")
        return line.removeprefix(key + " ")

    def _choice(self, word: str, known: Sequence[_Choice]) -> _Choice:
        for choice in known:
            if word == choice:
                return choice
        raise self._error(f"{word[:40]!r} is none of {', '.join(known)}")

    def _count(self, word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 19):
            self._wrong(f"{word[:40]!r} is no number")
        return int(word)

    def _left(self, words: Sequence[str]) -> Left:
        length, price = (None if word == "none" else self._count(word) for word in words)
        return Left(length, price)

    def _toll(self, words: Sequence[str]) -> Toll:
        if list(words) == ["impossible", "impossible"]:
            return NEVER
        return toll(self._count(words[0]), self._count(words[1]))

    def _hexadecimal(self, word: str) -> int:
        try:
            codes = int(word, 16)
        except ValueError:
            codes = -1
        if codes <= 0 or f"{codes:x}" != word:
            self._wrong("a set of codes is a number in hexadecimal digits")
        return codes

    def _game(self, text: str, limits: Limits) -> Game:
        scanner = Scanner(str(self.path), text)
        items, places = {}, {}
        for key, place in scanner.members():
            places[key], items[key] = place, scanner.value()
        scanner.end()
        document = Document(scanner, items, places)
        document.check_keys("", items, ("game",))
        return document.game(limits)


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
    yield MAGIC
    text: list[str] = []
    size = 0
    for line in situations_lines(front, game, parts):
        text.append(line)
        size += len(line)
        if size > _WRITTEN:
            yield _packed(text)
            text, size = [], 0
    yield _packed(text)
    yield bytes(4)


def _packed(lines: Sequence[str]) -> bytes:
    packed = zlib.compress(("\n".join(lines) + "\n").encode("utf-8", "surrogatepass"), 6)
    return len(packed).to_bytes(4, "little") + packed


def situations_lines(
    front: Front, game: object, parts: Iterable[tuple[Claim, Sequence[Fact]]]
) -> Iterator[str]:
    """Yield the lines of a certificate."""
    yield f"game {json.dumps({'game': game}, ensure_ascii=True)}"
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
