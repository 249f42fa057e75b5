"""Files that cobra wrote and requests that the page makes, with something changed."""

from __future__ import annotations

import json
import shutil
import tempfile
import zlib
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.fuzz.case import Case
from tests.fuzz.sources.mutate import mutated
from tests.kills.child import DONE, done
from tests.kills.writers import writers

WRITTEN: Final = {
    "strategy": "json",
    "plan": "json",
    "certificate": "packed",
    "certificate with a state": "packed",
    "certificate with lies": "packed",
    "certificate with chances": "packed",
    "checkpoint": "bytes",
    "population": "json",
    "openings": "json",
    "results": "json",
}
"""Formats of files that are read again, by the names of their writers, and what they are made of."""
CORPUS: Final = Path(__file__).parents[1] / "corpus"
"""Requests, a line each: the operation, and what is sent. Word lists and tables that a game reads."""
STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 63, 64, 2**31, 2**63, 2**64, 10**30, 0.5, 1e308),
    *("", "0", "-1", "é", "\x1b[2J", "\u202e", "a" * 300, "average", "max-models", [], {}, [[]], [0, 0]),
)


@cache
def written() -> dict[str, list[bytes]]:
    """Return files as they are written, by format."""
    folder = Path(tempfile.mkdtemp())
    found: dict[str, list[bytes]] = {}
    for writer in writers(folder):
        if writer.name not in WRITTEN:
            continue
        path = folder / f"{writer.name}.{writer.file}"
        for number in range(2):
            assert done(lambda writer=writer, path=path, number=number: writer.write(path, number)) == DONE
            found.setdefault(writer.name, []).append(path.read_bytes())
    shutil.rmtree(folder)
    return found


@cache
def corpus(name: str) -> tuple[str, ...]:
    """Return the texts of a kind."""
    if name == "request":
        return tuple((CORPUS / "requests.jsonl").read_text("utf-8").splitlines())
    return tuple(path.read_text("utf-8") for path in sorted(CORPUS.glob(f"{name}*")))


FORMATS: Final = (*WRITTEN, "request", "words", "table")


def case(random: Random) -> Case:
    """Return a file or a request; one in twenty is as it was written."""
    name = random.choice((*FORMATS, "request", "request"))
    if name in WRITTEN:
        content = random.choice(written()[name])
        if random.random() > 0.05:
            content = CHANGES[WRITTEN[name]](random, content)
    else:
        text = random.choice(corpus(name))
        change = changed_json if name == "request" else changed_lines
        content = text.encode() if random.random() < 0.05 else change(random, text.encode())
    return Case(content.decode("utf-8", "surrogateescape"), files={"format": name}, bytes_=True)


def changed_bytes(random: Random, content: bytes) -> bytes:
    """Change bits, leave out, repeat or put in bytes, from one to three times."""
    made = bytearray(content)
    for _ in range(random.randint(1, 3)):
        place, length = random.randrange(len(made) + 1), random.randrange(9)
        kind = random.randrange(6)
        if kind == 0 and place < len(made):
            made[place] ^= 1 << random.randrange(8)
        elif kind == 1:
            del made[place : place + length]
        elif kind == 2:
            made[place:place] = made[place : place + length]
        elif kind == 3:
            made[place : place + length] = random.randbytes(length)
        elif kind == 4:
            del made[place:]
        else:
            made += random.randbytes(length)
    return bytes(made)


def changed_packed(random: Random, content: bytes) -> bytes:
    """Change what is packed, half of the time: what is damaged outside is refused at once."""
    start = content.index(b"\n") + 1
    if random.random() < 0.5 or not start:
        return changed_bytes(random, content)
    blocks, place = [], start
    while length := int.from_bytes(content[place : place + 4], "little"):
        blocks.append(zlib.decompress(content[place + 4 : place + 4 + length]))
        place += 4 + length
    one = random.randrange(len(blocks))
    inside = blocks[one]
    try:
        text = inside.decode("ascii")
    except UnicodeDecodeError:
        blocks[one] = changed_bytes(random, inside)
    else:
        change = changed_bytes if random.random() < 0.3 else changed_lines
        blocks[one] = change(random, text.encode())
    packed = [zlib.compress(block) for block in blocks]
    framed = b"".join(len(block).to_bytes(4, "little") + block for block in packed)
    return content[:start] + framed + content[place:]


def changed_lines(random: Random, content: bytes) -> bytes:
    """Change a text as games are changed."""
    return mutated(random, content.decode("utf-8", "surrogateescape"), 3).encode("utf-8", "surrogatepass")


def changed_json(random: Random, content: bytes) -> bytes:
    """Change a value of a JSON document, or its text."""
    kind = random.random()
    if kind < 0.15:
        return changed_bytes(random, content)
    if kind < 0.3:
        return changed_lines(random, content)
    document = json.loads(content)
    for _ in range(random.randint(1, 3)):
        _change(random, document)
    text = json.dumps(document)
    return text.replace("1e+308", "1e400" if kind < 0.4 else "1e308").encode()


def _change(random: Random, document: Any) -> None:
    """Change something somewhere in a document."""
    places: list[tuple[Any, Any]] = []
    waiting = [document]
    while waiting:
        inner = waiting.pop()
        keys = (
            list(inner) if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list) else ()
        )
        for key in keys:
            places.append((inner, key))
            waiting.append(inner[key])
    if not places:
        return
    inner, key = random.choice(places)
    value = inner[key]
    kind = random.randrange(6)
    if kind == 0:
        del inner[key]
    elif kind == 1 and isinstance(inner, dict):
        inner[random.choice((key + "s", "__proto__", ""))] = value
    elif kind == 2 and isinstance(inner, list):
        inner.insert(key, value)
    elif kind == 3 and isinstance(value, int):
        inner[key] = value + random.choice((1, -1, 2, 64))
    elif kind == 4:
        inner[key] = [value]
    else:
        inner[key] = deepcopy(random.choice(STRANGE))  # it may be changed in turn


def make(seed: int, number: int) -> Case:
    """Return the file of a seed and a number."""
    made = case(Random(f"files/{seed}/{number}"))
    return replace(made, origin=made.files["format"], seed=seed, number=number)


CHANGES: Final[dict[str, Callable[[Random, bytes], bytes]]] = {
    "json": changed_json,
    "packed": changed_packed,
    "bytes": changed_bytes,
}
