"""How a guided fuzzer changes an input: by words, values and blocks where it can, else as libFuzzer does.

Bytes that are changed one by one seldom come through a checksum, and seldom leave JSON; what they would
change is unpacked first, and packed again.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from tests.fuzz.sources import files
from tests.fuzz.sources.texts import change_word, split

Bytes: TypeAlias = Callable[[bytes], bytes]
"""Changes bytes: libFuzzer's way, with its dictionary and what was compared lately."""
Change: TypeAlias = Callable[[Random, bytes, Bytes], bytes]

BY_BYTES: Final = 0.3
"""How often an input is changed as libFuzzer does."""
MOST_UNPACKED: Final = 1 << 14
"""Bytes of a block; a longer one is left as it is."""
CERTIFICATE: Final = b"cobra proof "
_SIZE: Final = 4


def unpacked(content: bytes) -> list[bytes] | None:
    """Return the first line of a certificate and what is in its blocks; None of anything else.

    What stands after the last block is the last part: nothing but its end, if nothing is wrong.
    """
    place = content.find(b"\n") + 1
    if not content.startswith(CERTIFICATE) or not place:
        return None
    parts = [content[:place]]
    while size := int.from_bytes(content[place : place + _SIZE], "little"):
        unpack = zlib.decompressobj()
        try:
            block = unpack.decompress(content[place + _SIZE : place + _SIZE + size], MOST_UNPACKED)
        except zlib.error:
            return None
        if not unpack.eof:
            return None
        parts.append(block)
        place += _SIZE + size
    return [*parts, content[place:]]


def packed(parts: Sequence[bytes]) -> bytes:
    """Return the certificate of what was unpacked; its blocks are framed and not made smaller."""
    framed = (zlib.compress(block, 0) for block in parts[1:-1] if block)
    return parts[0] + b"".join(len(block).to_bytes(_SIZE, "little") + block for block in framed) + parts[-1]


def change_of(name: str, seeds: Sequence[bytes]) -> Change:
    """Return what changes the inputs of a parser; `seeds` are where words are taken from."""
    if name.startswith("certificate"):
        return _blocks(seeds)
    if files.WRITTEN.get(name) == "json" or name == "request":
        return _values
    if name in files.WRITTEN:
        return lambda random, content, by_bytes: by_bytes(content)
    return _words([split(one.decode("utf-8", "surrogateescape")) for one in seeds])


def kind_of(word: str) -> str:
    """Return what stands in a place, roughly: a name, a number, a text, a space or an operator."""
    first = word[0]
    if first.isalpha() or first == "_":
        return "name"
    return (
        "number"
        if first.isdigit()
        else "text"
        if first == '"'
        else "space"
        if first.isspace()
        else "operator"
    )


def _words(texts: Sequence[Sequence[str]]) -> Change:
    """Return what changes words; most of the time one is exchanged for one of its kind, and more is read."""
    pool = [word for words in texts for word in words] or ["0"]
    alike: dict[str, list[str]] = {}
    for word in pool:
        alike.setdefault(kind_of(word), []).append(word)

    def change(random: Random, content: bytes, by_bytes: Bytes) -> bytes:
        if random.random() < BY_BYTES:
            return by_bytes(content)
        words = list(split(content.decode("utf-8", "surrogateescape")))
        places = [place for place, word in enumerate(words) if not word.isspace()]
        if places and random.random() < 0.6:
            place = random.choice(places)
            words[place] = random.choice(alike.get(kind_of(words[place]), pool))
        else:
            change_word(random, words, tuple(random.choice(texts)), pool)
        return "".join(words).encode("utf-8", "surrogateescape")

    return change


def _values(random: Random, content: bytes, by_bytes: Bytes) -> bytes:
    if random.random() < BY_BYTES:
        return by_bytes(content)
    try:
        return files.changed_json(random, content)
    except (ValueError, RecursionError):  # it is no JSON any more
        return by_bytes(content)


def _blocks(seeds: Sequence[bytes]) -> Change:
    known = [parts for one in seeds if (parts := unpacked(one))]
    words = _words([split(parts[1].decode("utf-8", "surrogateescape")) for parts in known if len(parts) > 2])

    def change(random: Random, content: bytes, by_bytes: Bytes) -> bytes:
        parts = unpacked(content)
        if parts is None or random.random() < 0.05:
            return by_bytes(content)
        place = random.randrange(1, len(parts))
        kind = random.random()
        if kind < 0.05:
            parts.insert(place, random.choice(random.choice(known)[1:]))
        elif kind < 0.1:
            del parts[place]
        elif place == 1:
            parts[1] = words(random, parts[1], by_bytes)
        else:
            parts[place] = by_bytes(parts[place])
        return packed(parts) if len(parts) > 1 else content

    return change
