"""Parameters at and beyond their edges: what is given with `-D`."""

from __future__ import annotations

import re
from random import Random

from tests.fuzz.case import Case
from tests.fuzz.sources import library

ODD = (
    *(
        "",
        " ",
        "-1",
        "-0",
        "+1",
        "01",
        "1.0",
        "1e3",
        "0x10",
        "1_000",
        "١",
        "²",
        "nan",
        "true",
        "two",
        "1 2",
        "=",
    ),
    *(
        "999999999",
        "1000000000",
        "99999999999999999999",
        "-999999999",
        "9" * 5000,
        "\0",
        "é",
        "🙂",
        "../x",
        "a/b",
    ),
)
"""Values that are no whole number, a strange one, or a huge one."""


def case(random: Random) -> Case:
    """Return a game of the library with some of its parameters at an edge, and some that it does not have."""
    name = random.choice(list(library.SMALL))
    text = library.texts()[name]
    small = {parameter: str(random.choice(values)) for parameter, values in library.SMALL[name].items()}
    edges = re.findall(r"^param (\w+) *= *\S+ *in *(\w+)\.\.(\w+)", text, re.MULTILINE)
    definitions = dict(small)
    for parameter, *ends in edges:
        if random.random() < 0.6:
            near = [str(int(end) + step) for end in ends if end.isdecimal() for step in (-1, 0, 1)]
            definitions[parameter] = random.choice(
                [*near[:3], random.choice(ODD), random.choice(near or ["0"])]
            )
    if random.random() < 0.2:
        definitions[random.choice(("words", "table", "answers", "Pegs", "", "pegs ", "x" * 300))] = (
            random.choice((*ODD, "word_list.txt", ".", "/", "/nowhere"))
        )
    return Case(text, definitions, {**library.files(), **library.words(random)})
