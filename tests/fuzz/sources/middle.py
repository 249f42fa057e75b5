"""Games of some dozens to some hundreds of codes: too many for the definition, enough to take pains."""

from __future__ import annotations

from random import Random

from tests.fuzz.case import Case
from tests.fuzz.sources.library import files, texts

ROWS = {2: (5, 12), 3: (3, 6), 4: (2, 4), 5: (2, 3), 6: (2, 2)}
"""The symbols of a row of so many, at least and at most."""
SEEN = (
    "count(i in 1..{n} : code[i] <= g[i])",
    "count(i in 1..{n} : code[i] = g[1])",
    "sum(c in 1..{k} : min(count(i in 1..{n} : code[i] = c), count(i in 1..{n} : g[i] = c)))",
    "(sum(i in 1..{n} : code[i]) + g[1]) % 3",
    "if code[1] = g[2] then g[1] else 0",
    "any(i in 2..{n} : code[i] = g[i])",
    "abs(code[1] - g[1])",
    "code[2] < g[2]",
)
"""What an experiment on a row may show, besides the places that are right."""
LIMITS = (
    "code[1] <= code[2]",
    "sum(i in 1..{n} : code[i]) % 2 = 0",
    "any(i in 1..{n} : code[i] = 1)",
    "code[1] != {k}",
)
OF_ROWS = (
    "weight code[1]",
    "weight if any(i in 1..{n} : code[i] = 1) then 2 else 1",
    "weight 1 + count(i in 1..{n} : code[i] = 2)",
)
GOALS_OF_ROWS = ("goal code[1] > 1", "goal any(i in 1..{n} : code[i] = 1)")

NEXT = (
    "(code[i] + 2 * code[i % {n} + 1]) % 3",
    "code[i] <= code[i % {n} + 1]",
    "code[i] - code[i % {n} + 1]",
    "count(j in 1..{n} : code[j] = code[i])",
    "code[i] = code[i % {n} + 1], code[i] = code[(i + 1) % {n} + 1]",
    "max(code[i], 2 * code[i % {n} + 1] - 1)",
)
"""What is seen of a symbol of a ring and those that follow."""

LIBRARY: dict[str, tuple[dict[str, tuple[int, ...]], str, tuple[str, ...]]] = {
    "black-box": (
        {"size": (3, 4), "atoms": (2, 3)},
        "constraint exactly",
        ("weight if atom[1, 1] then 2 else 1", "goal atom[1, 2]", "goal atom[1, 1] & atom[2, 2]"),
    ),
    "code-777": ({"cards": (2, 3), "attributes": (2,), "values": (2, 3)}, "def sorted", ()),
    "counterfeit-coin": (
        {"coins": (5, 6, 7), "genuine": (0, 1)},
        "experiment",
        ("weight if heavy then 2 else 1", "weight odd", "goal odd > 2", "goal heavy"),
    ),
    "decimalisation": (
        {"places": (2, 3), "digits": (3, 4), "choices": (1, 2)},
        "experiment",
        ("weight if pin[1] = 0 then 3 else 1", "goal pin[1] = pin[2]"),
    ),
    "group-testing": (
        {"items": (6, 7, 8), "defective": (2, 3)},
        "constraint",
        ("weight if bad[1] then 2 else 1", "goal bad[1] | bad[2]"),
    ),
    "light-coins": (
        {"coins": (6, 7), "fakes": (2, 3), "genuine": (0,)},
        "constraint",
        ("weight if light[1] then 2 else 1", "goal light[1]", "goal light[1] & light[2]"),
    ),
    "permutation": ({"n": (4, 5)}, "experiment", ("weight p[1]", "weight if p[1] = 2 then 1 else 2")),
    "sorting": (
        {"n": (4, 5)},
        "experiment",
        ("weight rank[1]", "goal rank[1] < rank[2]", "goal rank[1] = 1"),
    ),
}
"""Games of the library: parameters, what a line about codes is put before, and such lines."""


def case(random: Random) -> Case:
    """Return a game of a few dozens to a few hundreds of codes, most of them well-formed."""
    return random.choice((row, row, ring, of_library, words))(random)


def row(random: Random) -> Case:
    """Return a game about the symbols of a row."""
    n = random.choice(list(ROWS))
    k = random.randint(*ROWS[n])
    distinct = "distinct " if n <= 4 and n <= k and random.random() < 0.3 else ""
    hitting = random.random() < 0.5
    seen = random.sample(SEEN, random.randint(0 if hitting else 1, 2))
    if hitting or random.random() < 0.5:
        seen.insert(0, "count(i in 1..{n} : code[i] = g[i])")
    lines = ['game "Row"', f"secret code[1..{n}] : {distinct}1..{k}"]
    lines += [f"constraint {limit}" for limit in LIMITS if random.random() < 0.12]
    about = OF_ROWS if hitting else OF_ROWS + GOALS_OF_ROWS
    lines += random.sample(about, random.random() < 0.5)
    lines += [f"experiment guess(g[1..{n}] : {distinct if random.random() < 0.8 else ''}1..{k})"]
    lines += [f"  observe {', '.join(seen)}"]
    lines += ["  final all(i in 1..{n} : code[i] = g[i])"] * hitting
    if random.random() < 0.3:
        lines += ["experiment place(i : 1..{n})", "  observe code[i] % 2"]
    return Case("\n".join(lines).replace("{n}", str(n)).replace("{k}", str(k)) + "\n")


def ring(random: Random) -> Case:
    """Return a game about symbols in a ring, which can be turned, but most of them not turned over."""
    n = random.choice((3, 4, 5, 6))
    k = random.randint(*{3: (3, 8), 4: (3, 4), 5: (2, 3), 6: (2, 2)}[n])
    lines = ['game "Ring"', f"secret code[1..{n}] : 1..{k}"]
    lines += random.sample(
        ("weight code[1]", f"weight 1 + count(i in 1..{n} : code[i] = 2)"), random.random() < 0.2
    )
    for number, seen in enumerate(random.sample(NEXT, random.randint(1, 2))):
        lines += [f"experiment ask{number}(i : 1..{n})", f"  observe {seen}"]
    if random.random() < 0.5:
        lines += [f"experiment is(i : 1..{n}, s : 1..{k})", "  observe code[i] = s"]
    return Case("\n".join(lines).replace("{n}", str(n)) + "\n")


def of_library(random: Random) -> Case:
    """Return a game of the library, perhaps with weights or goals."""
    name = random.choice(list(LIBRARY))
    parameters, before, lines = LIBRARY[name]
    text = texts()[name]
    if lines and random.random() < 0.5:
        start, found, rest = text.partition(f"\n{before}")
        text = f"{start}\n{random.choice(lines)}{found}{rest}"
    return Case(text, {key: str(random.choice(values)) for key, values in parameters.items()}, files())


def words(random: Random) -> Case:
    """Return a game about words of few letters."""
    letters = "abcde"[: random.randint(3, 5)]
    number = random.randint(25, 90)
    found = sorted({"".join(random.choices(letters, k=5)) for _ in range(number)})
    asked = sorted({*found, *("".join(random.choices(letters, k=5)) for _ in range(random.choice((0, 40))))})
    lists = {"wordle_answers.txt": found, "wordle_allowed.txt": asked}
    return Case(
        texts()["wordle"], {}, files() | {name: "\n".join(some) + "\n" for name, some in lists.items()}
    )
