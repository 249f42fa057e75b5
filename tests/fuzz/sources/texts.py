"""Short texts for the parsers, hundreds in a case: what is written, with a word or a byte changed."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import cobra
from cobra.certificate.file import MAGIC
from tests.fuzz.case import Case
from tests.fuzz.sources import core, files, game, library, mutate, rules
from tests.kills.child import DONE, done

Words: TypeAlias = tuple[str, ...]
Blocks: TypeAlias = tuple[bytes, ...]

GENERATIONS: Final = 4
"""So often a text is changed further, at most."""
MOST_WORDS: Final = 80
MOST_BYTES: Final = 3000
"""Of a certificate, unpacked."""
PROVED: Final = (
    ("mastermind", {"pegs": 2, "colours": 2}, "average"),
    ("mastermind", {"pegs": 2, "colours": 3}, "nodes"),
    ("counterfeit-coin", {"coins": 3}, "worst"),
    ("counterfeit-coin", {"coins": 4}, "average"),
    ("bulls-and-cows", {"places": 2, "digits": 3}, "worst-average"),
    ("diagnosis", {}, "average"),
    ("sorting", {"n": 3}, "average"),
    ("permutation", {"n": 3}, "average-worst"),
    ("higher-lower", {"n": 5}, "worst"),
)
SCORES: Final = (
    "min sum(n^2) then max parts",
    "min max(n) - hit",
    "max parts then min sum(n*log2(n))",
    "min total/parts",
    "min sum(w*sqrt(n)) + 2.5*largest - hitweight/weight then max min(fixed)",
    "min sorted(n)",
    "max abs(-cost) * 3 then min sum((n+1)^3)/total",
)
STRATEGIES: Final = (
    "max-models,consistent(parts)",
    "parts then ent-models",
    "steps(2, max-models)",
    "min sum(n^2),optimal",
    "first,random(3),exp-models",
)
OPTIONS: Final = (
    *(
        "512M",
        "1.5GiB",
        "2gb",
        "10s",
        "2.5m",
        "1h",
        "none",
        "250ms",
        "pegs=4",
        "pegs=2..4,6",
        "words=a b.txt",
    ),
    *("codes=1_000_000", "nesting=1,000", "symbols,partition", "192.168.1.20", "::1", "8080", "-1..3,-7"),
)
HISTORIES: Final = (
    "01 1B0W; 22 = 0B0W",
    "guess 01 = 1,0; guess 21 = 0,2",
    "guess=01:1B0W\n# what was said\n10 2B0W",
    "'01' = 0B1W ; \"02\" : 1B0W",
)
ANSWERS: Final = (
    "A1 | 2 = balance; weigh 1|3: left heavier",
    "B01 1B0C; 12 = 0,1",
    "C1 | 2 = <; 2 | 3 >",
    "Dshoot(1) = hit; shoot(2) 3",
    "Elook 2: 0; guess 01 = 1B0W",
    "F01 = 1B1W; 00 0B0W",
    "G1 2 y; 3 no",
    "H2 = broken; 1: whole",
    "I1 = empty; 2 the fox",
    'J"engine turns" = replace filter; lights 2',
    'K"a;b" = "# no"; "it\'s" = "is; \'so\'"',
    'K"# 1": x = y; e=f: x = y; 1 = "# no" # so',
)
TYPED: Final = (
    "01 1B0W\nundo\n22 = 0B0W\nedit 1 1,0\nlist\n",
    "10 0B1W\nexplain\nmine 01\nwhy 02\nreview\nhelp\n",
    "01 = 1,0; 12 0,1\nundo 1\nedit 1 01 = 0B2W\nedit 2 0,0\n?\nquit\n",
)
SAID: Final = (
    '{"cobra": 1}\n{"experiment": "01"}\n{"experiment": "x", "more": [1, null]}\n{}\n',
    '{"cobra": 1, "seconds": 0.5, "history": true}\n{"error": "no idea"}\n',
    '{"cobra": true, "seconds": 1e400, "history": 0}\n',
)
BATCH: Final = {
    "game": (30, 200),
    "core": (12, 200),
    "score": (6, 400),
    "strategies": (2, 400),
    "options": (3, 1000),
    "history": (2, 100),
    "answers": (4, 100),
    "typed": (2, 100),
    "program": (1, 400),
    "certificate": (12, 2000),
    "certificate with a state": (2, 100),
    "certificate with lies": (2, 100),
    "certificate with chances": (2, 100),
    "strategy": (4, 100),
    "plan": (3, 100),
    "checkpoint": (1, 50),
    "population": (2, 200),
    "openings": (2, 200),
    "results": (2, 200),
    "request": (4, 1000),
    "words": (2, 1000),
    "table": (4, 500),
}
"""How often a parser is given a case, and how many texts that has."""


def make(seed: int, number: int) -> Case:
    """Return the case of a seed and a number; its texts are made where they are read."""
    random = Random(f"texts/{seed}/{number}")
    name = random.choices(list(BATCH), [often for often, _ in BATCH.values()])[0]
    source(name)  # here, once, and not in every child
    return Case("", {}, {"parser": name, "texts": str(BATCH[name][1])}, name, seed, number, bytes_=True)


def texts(case: Case) -> Iterator[bytes]:
    """Yield the texts of a case: its own, or those that its seed and number stand for."""
    if "texts" in case.files:
        yield from islice(source(case.files["parser"])(case.random("texts")), int(case.files["texts"]))
    else:
        yield case.text.encode("utf-8", "surrogateescape")


Source: TypeAlias = Callable[[Random], Iterator[bytes]]
"""Yields texts without end."""


@cache
def source(name: str) -> Source:
    """Return what makes the texts of a parser."""
    if name == "game":
        return _worded(statements(), lambda random: _grown(random, rules.game_walk(), "statement"))
    if name == "core":
        return _worded(core_lines(), lambda random: _grown(random, rules.core_walk(), "line"))
    if name == "certificate":
        return _packed(proofs())
    if name in files.WRITTEN:
        change = files.CHANGES[files.WRITTEN[name]]
        return lambda random: _changed(random, files.written()[name], change)
    if name == "request":
        bodies = [line.encode() for line in files.corpus(name)]
        return lambda random: _changed(random, bodies, files.changed_json)
    return _worded([split(text) for text in LISTED[name]()])


def written(name: str) -> Iterator[bytes]:
    """Yield what the texts of a parser are made from, as it is."""
    if name in ("game", "core"):
        pieces = statements() if name == "game" else core_lines()
        yield from ("".join(words).encode() for words in pieces)
    elif name == "certificate":
        yield from (packed(list(blocks)) for blocks in proofs())
    elif name in files.WRITTEN:
        yield from files.written()[name]
    elif name == "request":
        yield from (line.encode() for line in files.corpus(name))
    else:
        yield from (text.encode() for text in LISTED[name]())


LISTED: Final[dict[str, Callable[[], tuple[str, ...]]]] = {
    "score": lambda: SCORES,
    "strategies": lambda: STRATEGIES,
    "options": lambda: OPTIONS,
    "history": lambda: HISTORIES,
    "answers": lambda: ANSWERS,
    "typed": lambda: TYPED,
    "program": lambda: SAID,
    "words": lambda: files.corpus("words"),
    "table": lambda: files.corpus("table"),
}


def split(text: str) -> Words:
    """Return the words of a text, those between them among them."""
    return tuple(mutate.WORD.findall(text))


@cache
def statements() -> list[Words]:
    """Return the statements of all games of the game language, with their clauses, but for long ones."""
    whole = [mutate.code_of(text) for text in library.texts().values()]
    whole += [game.case(Random(number)).text for number in range(200)]
    found = [part for text in whole for part in re.split(r"\n(?=[a-z])", text) if part.strip()]
    return [words for part in dict.fromkeys(found) if len(words := split(part.strip() + "\n")) <= MOST_WORDS]


@cache
def core_lines() -> list[Words]:
    """Return texts of a few lines of the core language."""
    found = []
    for number in range(200):
        lines = mutate.code_of(core.case(Random(number)).text).splitlines(keepends=True)
        found += ["".join(lines[place : place + 4]) for place in range(0, len(lines), 4)]
    return [words for part in dict.fromkeys(found) if 0 < len(words := split(part)) <= 2 * MOST_WORDS]


def _grown(random: Random, walk: rules.Walk, rule: str) -> Words:
    """Return a text made by the rules of a grammar, or by the tables of its parser."""
    if random.random() < 0.8:
        return tuple(walk.along_tables(random, random.choice((10, 20, 40))))
    return split(walk.text(random, rule, random.choice((5, 8, 12))))[: 2 * MOST_WORDS]


def _worded(texts: list[Words], grown: Callable[[Random], Words] | None = None) -> Source:
    """Return what makes texts of others, and of such as grew, by changing words."""
    pool = [word for words in texts for word in words]

    def make(random: Random) -> Iterator[bytes]:
        while True:
            own = grown is not None and random.random() < 0.4
            words = list(grown(random) if own and grown else random.choice(texts))
            if random.random() < 0.3:
                words += ["\n", *random.choice(texts)]
            for _ in range(random.randint(1, GENERATIONS)):
                if random.random() > 0.02:
                    change_word(random, words, random.choice(texts), pool)
                yield "".join(words).encode("utf-8", "surrogatepass")

    return make


def change_word(random: Random, words: list[str], other: Words, pool: list[str]) -> None:
    """Change something in a list of words; `other` is another such text, `pool` has words of all."""
    if not words:
        words.append(random.choice(pool))
        return
    place, kind = int(random.random() * len(words)), int(random.random() * 9)
    if kind == 0:
        del words[place : place + random.randint(1, 3)]
    elif kind == 1:
        words[place:place] = words[place : place + random.randint(1, 6)]
    elif kind == 2:
        at = int(random.random() * len(words))
        words[place], words[at] = words[at], words[place]
    elif kind == 3:
        start = int(random.random() * len(other))
        words[place : place + random.randint(0, 4)] = other[start : start + random.randint(1, 8)]
    elif kind == 4:
        words[place] = mutate.character(random, words[place])
    elif kind == 5:
        words[place] = random.choice(mutate.VALUES)
    elif kind == 6:
        words.insert(place, random.choice(pool))
    else:
        words[place] = random.choice(pool)


def _changed(
    random: Random, contents: list[bytes], change: Callable[[Random, bytes], bytes]
) -> Iterator[bytes]:
    """Yield what was written, one time in fifty as it was."""
    while True:
        content = random.choice(contents)
        yield content if random.random() < 0.02 else change(random, content)


@cache
def proofs() -> list[Blocks]:
    """Return the unpacked blocks of small certificates."""
    contents = list(files.written()["certificate"])
    with TemporaryDirectory() as folder:
        for number, (name, parameters, objective) in enumerate(PROVED):
            path = Path(folder) / str(number)
            asked = cobra.load(name, parameters)

            def prove(asked: cobra.Game = asked, objective: str = objective, path: Path = path) -> None:
                cobra.optimal(asked, objective, certificate=path, threads=1)

            assert done(prove) == DONE  # in a child: threads of the core do not survive a fork
            contents.append(path.read_bytes())
    return [blocks for content in contents if sum(map(len, blocks := unpacked(content))) <= MOST_BYTES]


def unpacked(content: bytes) -> Blocks:
    """Return what is in the blocks of a certificate."""
    blocks, place = [], len(MAGIC)
    while length := int.from_bytes(content[place : place + 4], "little"):
        blocks.append(zlib.decompress(content[place + 4 : place + 4 + length]))
        place += 4 + length
    return tuple(blocks)


def packed(blocks: list[bytes]) -> bytes:
    """Return the certificate of blocks, which are framed and not made smaller: that is quicker."""
    framed = (zlib.compress(block, 0) for block in blocks if block)
    return MAGIC + b"".join(len(block).to_bytes(4, "little") + block for block in framed) + bytes(4)


def _packed(known: list[Blocks]) -> Source:
    """Return what makes certificates of others: by changes of the words of their text, and of bytes."""
    split_known = [(split(blocks[0].decode()), blocks[1:]) for blocks in known]
    pool = [word for words, _ in split_known for word in words]

    def make(random: Random) -> Iterator[bytes]:
        while True:
            head, facts = random.choice(split_known)
            words, items = list(head), list(facts)
            for _ in range(random.randint(1, GENERATIONS)):
                kind = random.random()
                if kind < 0.6 and items:
                    place = random.randrange(len(items))
                    items[place] = files.changed_bytes(random, items[place])
                elif kind < 0.98:
                    change_word(random, words, random.choice(split_known)[0], pool)
                text = "".join(words).encode("utf-8", "surrogatepass")
                content = packed([text, *items])
                yield content if kind < 0.9 else files.changed_bytes(random, content)

    return make
