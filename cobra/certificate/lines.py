"""Certificates that are lines of text in compressed blocks, with the text of their game."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn, TypeVar

from cobra.errors import GameError
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.strategy.document import Document
from cobra.strategy.scanner import Scanner

_MOST_OF_BLOCK: Final = 1 << 26
_WRITTEN: Final = 1 << 20

_Choice = TypeVar("_Choice", bound=str)


class Lines:
    """A certificate in a file, read line by line; what is wrong with it is a `GameError` with the line."""

    def __init__(self, path: Path, content: bytes, magic: bytes) -> None:
        self.path, self.content = path, content
        self._begin = len(magic)
        self._number = 0

    def lines(self) -> Iterator[str]:
        """Yield the lines as they are in the file."""
        self._number = 0
        rest = b""
        for block in self._blocks():
            *whole, rest = (rest + block).split(b"\n")
            if len(rest) > _MOST_OF_BLOCK:
                self.wrong("a line is too long")
            for line in whole:
                self._number += 1
                try:
                    yield line.decode("utf-8")
                except UnicodeDecodeError:
                    self.wrong("this is not UTF-8 text")
        if rest:
            self.wrong("the last line does not end")

    def _blocks(self) -> Iterator[bytes]:
        at = self._begin
        while size := int.from_bytes(self.content[at : at + 4], "little"):
            packed = self.content[at + 4 : at + 4 + size]
            at += 4 + size
            if len(self.content) < at:
                self.wrong("the file ends too early")
            unpack = zlib.decompressobj()
            try:
                block = unpack.decompress(packed, _MOST_OF_BLOCK)
            except zlib.error:
                self.wrong("a block is damaged")
            if not unpack.eof or unpack.unused_data or not block:
                self.wrong("a block is damaged")
            yield block
        if len(self.content) < at + 4:
            self.wrong("the file ends too early")
        if len(self.content) > at + 4:
            self.wrong("something follows the end")

    def error(self, message: str) -> GameError:
        """Return an error at the line that was read last."""
        return GameError(f"{self.path}: line {self._number} of the certificate: {message}")

    def wrong(self, message: str) -> NoReturn:
        """Raise an error at the line that was read last."""
        raise self.error(message)

    def next(self, lines: Iterator[str]) -> str:
        """Return the next line."""
        line = next(lines, None)
        if line is None:
            self.wrong("the certificate ends too early")
        return line

    def word(self, lines: Iterator[str], key: str) -> str:
        """Return what follows a word that the next line begins with."""
        line = self.next(lines)
        if not line.startswith(key + " "):
            self.wrong(f"the line must begin with {key!r}")
        return line.removeprefix(key + " ")

    def flag(self, lines: Iterator[str], key: str) -> bool:
        """Return whether the next line says yes."""
        return self.choice(self.word(lines, key), ("yes", "no")) == "yes"

    def choice(self, word: str, known: Sequence[_Choice]) -> _Choice:
        """Return a word that is one of those known."""
        for choice in known:
            if word == choice:
                return choice
        raise self.error(f"{word[:40]!r} is none of {', '.join(known)}")

    def count(self, word: str) -> int:
        """Return a number, below 2^63."""
        if not (word.isascii() and word.isdigit() and len(word) < 20 and int(word) < 1 << 63):
            self.wrong(f"{word[:40]!r} is no number")
        return int(word)

    def codes(self, word: str) -> int:
        """Return a set of codes, which may be empty."""
        try:
            codes = int(word, 16)
        except ValueError:
            codes = -1
        if codes < 0 or f"{codes:x}" != word:
            self.wrong("a set of codes is a number in hexadecimal digits")
        return codes

    def game(self, lines: Iterator[str], limits: Limits) -> Game:
        """Return the game, read from the text in the next line and from nothing else."""
        scanner = Scanner(str(self.path), self.word(lines, "game"))
        items, places = {}, {}
        for key, place in scanner.members():
            places[key], items[key] = place, scanner.value()
        scanner.end()
        document = Document(scanner, items, places)
        document.check_keys("", items, ("game",))
        return document.game(limits)


def game_line(game: object) -> str:
    """Return the line of a game, given as it stands in files."""
    return f"game {json.dumps({'game': game}, ensure_ascii=True)}"


def packed_lines(magic: bytes, lines: Iterable[str]) -> Iterator[bytes]:
    """Yield the bytes of a certificate, block by block."""
    yield magic
    text: list[str] = []
    size = 0
    for line in lines:
        text.append(line)
        size += len(line)
        if size > _WRITTEN:
            yield _packed(text)
            text, size = [], 0
    if text:
        yield _packed(text)
    yield bytes(4)


def _packed(lines: Sequence[str]) -> bytes:
    packed = zlib.compress(("\n".join(lines) + "\n").encode("utf-8", "surrogatepass"), 6)
    return len(packed).to_bytes(4, "little") + packed
