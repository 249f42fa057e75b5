"""Games of the library and of the tests, spoilt: characters, words, lines, values, files, bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.fuzz.case import Case
from tests.fuzz.sources import core, game, library, rules

WORD = re.compile(r'"[^"\n]*"|[A-Za-z_]\w*|\d+|<->|->|\.\.|!=|<=|>=|\s+|.', re.DOTALL)
CHARACTERS = "()[]{}\"' :=,&|!<>.+-*/%#\n\t$0123456789abcxyzAXé\0\u200b\U0001f600\ufeff\x85"
VALUES = ("0", "1", "2", "3", "5", "9", "10", "64", "99", "1000", "65536", "999999999", "9999999999", "-1")
"""What a number is replaced by."""


def character(random: Random, text: str) -> str:
    """Return a text with a character removed, added, doubled or changed."""
    place = random.randrange(len(text) + 1)
    new = random.choice(["", random.choice(CHARACTERS), text[place : place + 1] * 2])
    return text[:place] + new + text[place + random.randrange(2) :]


def word(random: Random, text: str) -> str:
    """Return a text with a word removed, doubled, exchanged with another, or changed into one."""
    words = WORD.findall(text)
    places = [i for i, w in enumerate(words) if not w.isspace()]
    if not places:
        return text
    place, other = random.choice(places), random.choice(places)
    kind = random.randrange(4)
    if kind == 0:
        words[place] = ""
    elif kind == 1:
        words[place] = f"{words[place]} {words[place]}"
    elif kind == 2:
        words[place], words[other] = words[other], words[place]
    else:
        walk = rules.core_walk() if text.lstrip()[:9].isupper() else rules.game_walk()
        words[place] = random.choice([words[other], walk.any_word(random)])
    return "".join(words)


def line(random: Random, text: str) -> str:
    """Return a text with a line removed, doubled, moved, or joined with the next."""
    lines = text.splitlines()
    place, other = random.randrange(len(lines) + 1), random.randrange(len(lines) + 1)
    kind = random.randrange(4)
    if kind == 0:
        del lines[place : place + random.randrange(1, 4)]
    elif kind == 1:
        lines[other:other] = lines[place : place + random.randrange(1, 4)]
    elif kind == 2:
        moved = lines[place : place + 1]
        del lines[place : place + 1]
        lines[other:other] = moved
    else:
        lines[place : place + 2] = [" ".join(lines[place : place + 2])]
    return "\n".join(lines) + "\n"


def value(random: Random, text: str) -> str:
    """Return a text with one of its numbers changed."""
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    found = random.choice(numbers)
    near = str(max(0, int(found[0][:30]) + random.choice((-1, 1))))
    return text[: found.start()] + random.choice([near, random.choice(VALUES)]) + text[found.end() :]


def expression(random: Random, text: str) -> str:
    """Return a text with an expression made by the rules of the grammar put in the place of a word."""
    words = WORD.findall(text)
    places = [i for i, w in enumerate(words) if re.fullmatch(r"\w+", w)]
    if not places:
        return text
    if text.lstrip()[:9].isupper():
        new = rules.core_walk().text(random, "formula", random.choice((4, 8)))
    else:
        names = tuple(w for w in dict.fromkeys(words) if re.fullmatch(r"[A-Za-z_]\w*", w)) + rules.NAMES
        new = rules.game_walk().text(random, "expr", random.choice((6, 12)), names)
    words[random.choice(places)] = f"({new})"
    return "".join(words)


MUTATIONS: tuple[Callable[[Random, str], str], ...] = (character, word, word, line, value, value, expression)


def mutated(random: Random, text: str, most: int) -> str:
    """Return a text changed from one to `most` times."""
    for _ in range(random.randint(1, most)):
        text = random.choice(MUTATIONS)(random, text)
    return text


def code_of(text: str) -> str:
    """Return a text without its comments, so that what is changed matters."""
    return re.sub(r"#[^\n]*", "", text)


def case(random: Random) -> Case:
    """Return a game of the library or of the tests at its own size, changed up to four times."""
    name = random.choice(list(library.texts()))
    case = Case(
        mutated(random, code_of(library.texts()[name]), 4), {}, {**library.files(), **library.words(random)}
    )
    return with_spoilt_file(random, case) if case.files and random.random() < 0.2 else case


def small_case(random: Random) -> Case:
    """Return a small game, of the library or made, changed once or twice."""
    maker = random.choice((library.small_case, game.case, core.case))
    case = maker(random)
    case = replace(case, text=mutated(random, code_of(case.text), 2))
    return with_spoilt_file(random, case) if case.files and random.random() < 0.2 else case


def with_spoilt_file(random: Random, case: Case) -> Case:
    """Return a case one of whose files is changed, too, or empty."""
    read = [name for name in case.files if name in case.text] or list(case.files)
    name = random.choice(read)
    kinds = (character, word, line, value)
    text = case.files[name]
    for _ in range(random.randint(1, 3)):
        text = random.choice(kinds)(random, text)
    return replace(case, files={**case.files, name: random.choice((text, text, text, "", "\n"))})


def bytes_case(random: Random) -> Case:
    """Return a small game with some of its bytes changed, to be read from a file."""
    case = random.choice((library.small_case, core.case))(random)
    content = bytearray(case.text.encode())
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(content))
        content[place : place + random.randrange(3)] = random.randbytes(random.randrange(3))
    return replace(case, text=bytes(content).decode("utf-8", "surrogateescape"), bytes_=True)
