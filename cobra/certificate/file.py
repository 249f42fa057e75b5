"""Certificates as files: the format is described in docs/proofs.md."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

from cobra.certificate.parts import (
    ENDINGS,
    MEASURES,
    Claim,
    Entry,
    Fact,
    Front,
    Generator,
    Head,
    Item,
    Named,
    Word,
)
from cobra.errors import GameError
from cobra.output import replacing
from cobra.pipes import is_pipe, opened, read_bytes

MAGIC: Final = b"cobra proof 5\n"
EARLIER: Final = (b"cobra proof 1\n", b"cobra proof 4\n")
"""What files of earlier versions began with."""
_OTHERS: Final = (b"cobra proof 2\n", b"cobra proof 3\n", b"cobra proof 6\n")
"""What those begin with of games in which more changes, or something is unseen."""
_BEGINNINGS: Final = (MAGIC, *EARLIER, *_OTHERS)
MOST_OF_BLOCK: Final = 1 << 26
"""Bytes of a block when it is not compressed."""
WRITTEN: Final = 1 << 20
"""Bytes after which a new block is begun."""
MOST: Final = 1 << 63
"""Numbers are below."""

GENERATOR, FACT = range(2)

_BLANK: Final = re.compile("[ \t\r\f]+")

_Choice = TypeVar("_Choice", bound=str)


class CertificateFile:
    """A certificate of a game in which only what is known changes, in a file.

    It has what stands before the items; these are read anew by each `items()`.
    """

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        self.path = path
        self._content = content_of(path) if content is None else content
        self._stream()

    @property
    def content(self) -> bytes:
        """Return the bytes of the file."""
        return self._content

    def items(self) -> Iterator[Item]:
        """Yield the items in order; `GameError` where the file is damaged."""
        stream = self._stream()
        facts = elements = 0
        while not stream.is_over():
            tag = stream.number()
            stream.place = f"fact {facts}" if tag == FACT else f"element {elements}"
            if tag == GENERATOR:
                images = [
                    tuple(stream.number() for _ in range(number))
                    for number in (self.front.codes, self.front.experiments)
                ]
                yield Generator(images[0], images[1])
            elif tag == FACT:
                yield _fact(stream, facts)
            else:
                raise stream.error(f"there is no item of kind {tag}")
            facts += tag == FACT
            elements += tag != FACT
            stream.place = f"after fact {facts - 1}" if facts else "before the facts"

    def _stream(self) -> _Stream:
        """Return what follows the front, which is read."""
        stream = _Stream(self.path, self._content)
        head = _head(stream)
        self.front = Front(head, stream.number(), stream.number())
        stream.place = "before the facts"
        return stream


def is_certificate(path: str | Path) -> bool:
    """Return whether a file begins as certificates do; not so of a pipe, whose beginning would be gone."""
    try:
        return not is_pipe(Path(path)) and read_bytes(Path(path), len(MAGIC)) in _BEGINNINGS
    except (OSError, ValueError):
        return False


def content_of(path: Path) -> bytes:
    """Return the bytes of a certificate, of any other file the first ones; `GameError` when it cannot be
    read."""
    try:
        with opened(path) as stream:
            start = stream.read(len(MAGIC))
            return start + stream.read() if start in _BEGINNINGS else start
    except (OSError, ValueError) as error:
        raise GameError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def read_certificate(path: str | Path) -> CertificateFile:
    """Return a certificate; `GameError` when it cannot be read. Nothing is checked but the form."""
    return CertificateFile(Path(path))


class _Stream:
    """The contents of the blocks, one after the other."""

    def __init__(self, path: Path, content: bytes) -> None:
        self._path, self._content = path, content
        self.place = "header"
        if content.startswith(EARLIER):
            raise self.error("it is of an earlier version, which is not read any more: make it anew")
        if not content.startswith(MAGIC):
            raise self.error("this is no certificate of a version that can be read")
        self._next = len(MAGIC)
        self._block, self._at = b"", 0

    def error(self, message: str) -> GameError:
        return GameError(f"{self._path}: {self.place}: {message}")

    def block(self) -> bytes:
        """Return the next block, nothing at the end."""
        size = int.from_bytes(self._content[self._next : self._next + 4], "little")
        packed = self._content[self._next + 4 : self._next + 4 + size]
        if len(self._content) < self._next + 4 + size:
            raise self.error("the file ends too early")
        self._next += 4 + size
        if size == 0:
            if self._next < len(self._content):
                raise self.error("something follows the end")
            return b""
        unpack = zlib.decompressobj()
        try:
            block = unpack.decompress(packed, MOST_OF_BLOCK)
        except zlib.error:
            raise self.error("a block is damaged") from None
        if not unpack.eof or unpack.unused_data or not block:
            raise self.error("a block is damaged")
        return block

    def is_over(self) -> bool:
        """Return whether nothing follows."""
        if self._at == len(self._block):
            self._block, self._at = self.block(), 0
        return not self._block

    def number(self) -> int:
        value = shift = 0
        while True:
            if self.is_over():
                raise self.error("the list ends too early")
            byte = self._block[self._at]
            self._at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift >= 63:
                raise self.error("a number is too large")


def _head(stream: _Stream) -> Head:
    try:
        text = stream.block().decode("utf-8")
    except UnicodeDecodeError:
        raise stream.error("this is not UTF-8 text") from None
    lines = text.split("\n")

    def value(number: int, key: str) -> str:
        words = words_of(lines[number]) if number < len(lines) else []
        if len(words) < 2 or words[0] != key:
            raise stream.error(f"line {number + 1} must be {key!r} with a value")
        return " ".join(words[1:])

    def count(text: str) -> int | None:
        if text == "none":
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) < 1 << 63):
            raise stream.error(f"{text!r} is no number")
        return int(text)

    ending = _one_of(stream, value(0, "ending"), ENDINGS)
    measure = _one_of(stream, value(1, "measure"), MEASURES)
    consistent = _one_of(stream, value(2, "consistent"), ("yes", "no")) == "yes"
    first = count(value(3, "first"))
    claims: list[Claim] = []
    while len(lines) <= 4 + len(claims) or words_of(lines[4 + len(claims)]) != ["codes"]:
        words = value(4 + len(claims), "claim").split(" ")
        if len(words) != 2 or words[1] == "none":
            raise stream.error("a claim has two parts: experiments, and a value")
        claims.append(Claim(count(words[0]), None if words[1] == "impossible" else count(words[1])))
    return Head(ending, measure, consistent, first, tuple(claims), "\n".join(lines[4 + len(claims) :]))


def words_of(line: str) -> list[str]:
    """Return the words of a line, without a comment."""
    return [word for word in _BLANK.split(line.split("#", 1)[0]) if word]


def _one_of(stream: _Stream, word: str, known: Sequence[_Choice]) -> _Choice:
    for choice in known:
        if word == choice:
            return choice
    raise stream.error(f"{word!r} is none of {', '.join(known)}")


def _fact(stream: _Stream, number: int) -> Fact:
    codes = tuple(_ascending(stream, stream.number()))
    left, value = stream.number(), stream.number()
    entries = []
    while after := stream.number():
        if cells := stream.number():
            named = (Named(stream.number(), number - stream.number(), _word(stream)) for _ in range(cells))
            entries.append(Entry(after - 1, tuple(named)))
        else:
            entries.append(Entry(after - 1, (), stream.number(), _word(stream)))
    return Fact(codes, left - 1 if left else None, value or None, tuple(entries))


def _ascending(stream: _Stream, number: int) -> Iterator[int]:
    value = -1
    for _ in range(number):
        value += 1 + stream.number()
        yield value


def _word(stream: _Stream) -> Word:
    return tuple(stream.number() for _ in range(stream.number()))


def write_certificate(path: str | Path, front: Front, items: Iterable[Item] | bytes) -> None:
    """Write a certificate, the items as objects or as bytes; `GameError` when the file cannot be written."""
    with replacing(Path(path)) as new, new.open("wb") as stream:
        for part in certificate_bytes(front, items):
            stream.write(part)


def certificate_bytes(front: Front, items: Iterable[Item] | bytes) -> Iterator[bytes]:
    """Yield the bytes of a certificate, block by block."""
    yield MAGIC
    yield _packed("\n".join([*head_lines(front.head), front.head.game]).encode("utf-8"))
    block = bytearray()
    for part in _body(front, items):
        for start in range(0, len(part), WRITTEN):
            block += part[start : start + WRITTEN]
            if len(block) >= WRITTEN:
                yield _packed(block)
                block = bytearray()
    if block:
        yield _packed(block)
    yield bytes(4)


def head_lines(head: Head) -> list[str]:
    """Return the lines of the header that stand before the game."""
    first = "none" if head.first is None else str(head.first)
    return [
        f"ending {head.ending}",
        f"measure {head.measure}",
        f"consistent {'yes' if head.consistent else 'no'}",
        f"first {first}",
        *(claim_text(claim) for claim in head.claims),
    ]


def claim_text(claim: Claim) -> str:
    """Return the line of a claim."""
    left = "none" if claim.left is None else claim.left
    return f"claim {left} {'impossible' if claim.value is None else claim.value}"


def _packed(block: bytes | bytearray) -> bytes:
    packed = zlib.compress(block, 6)
    return len(packed).to_bytes(4, "little") + packed


def _body(front: Front, items: Iterable[Item] | bytes) -> Iterator[bytes]:
    yield _numbers(front.codes, front.experiments)
    if isinstance(items, bytes):
        yield items
        return
    facts = 0
    for item in items:
        if isinstance(item, Generator):
            yield _numbers(GENERATOR, *item.codes, *item.experiments)
        else:
            yield _fact_bytes(item, facts)
            facts += 1


def _fact_bytes(fact: Fact, number: int) -> bytes:
    numbers = [FACT, len(fact.codes), *_differences(fact.codes)]
    numbers += [0 if fact.left is None else fact.left + 1, fact.value or 0]
    for entry in fact.entries:
        numbers += [entry.experiment + 1, len(entry.cells)]
        for named in entry.cells:
            numbers += [named.cell, number - named.fact, len(named.word), *named.word]
        if not entry.cells:
            numbers += [entry.like, len(entry.image), *entry.image]
    return _numbers(*numbers, 0)


def _differences(ascending: Sequence[int]) -> list[int]:
    """Return the first number, and how many are left out between each number and the one before it."""
    return [value - before - 1 for before, value in zip((-1, *ascending), ascending, strict=False)]


def _numbers(*numbers: int) -> bytes:
    written = bytearray()
    for number in numbers:
        rest = number
        while rest >= 128:
            written.append(rest & 127 | 128)
            rest >>= 7
        written.append(rest)
    return bytes(written)
