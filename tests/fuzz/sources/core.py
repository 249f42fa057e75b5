"""Small games of the core language, as people and the programs of the original COBRA write them."""

from __future__ import annotations

from random import Random

from tests.fuzz.case import Case

SIGNS = {
    "and": ("&", "&", "and", "&&", "AND", "∧"),
    "or": ("|", "|", "or", "||", "∨"),
    "not": ("!", "!", "¬"),
    "->": ("->", "⇒"),
    "<->": ("<->", "↔"),
    "<-": ("<-", "←"),
}


def formula(random: Random, leaves: list[str], depth: int = 3) -> str:
    """Return a formula over variables and mapped parameters."""
    if depth <= 0 or random.random() < 0.3:
        return random.choice(leaves)
    kind = random.choice(("not", "and", "or", "->", "<->", "<-", "list", "count", "count"))
    if kind == "not":
        return f"{random.choice(SIGNS['not'])}({formula(random, leaves, depth - 1)})"
    if kind in ("list", "count"):
        parts = ", ".join(formula(random, leaves, depth - 1) for _ in range(random.randint(1, 4)))
        if kind == "list":
            return f"{random.choice(('And', 'Or', 'AND', 'or'))}({parts})"
        return (
            f"{random.choice(('Exactly', 'AtLeast', 'AtMost'))}-{random.choice((0, 1, 1, 2, 3, 5))}({parts})"
        )
    sign = random.choice(SIGNS[kind])
    return f"({formula(random, leaves, depth - 1)} {sign} {formula(random, leaves, depth - 1)})"


def case(random: Random) -> Case:
    """Return a game of the core language, small, most often well-formed."""
    return Case(text(random))


def text(random: Random) -> str:
    """Return the text of such a game."""
    quote = random.choice("\"'")
    variables = [
        random.choice((f"x{i}", f"x{i}", f'"x[{i}]=1"', f"'a \"{i}'", f"x{i}_red"))
        for i in range(random.randint(1, 4))
    ]
    lines: list[str] = []
    if random.random() < 0.3:
        lines += [f"VARIABLE {name}" for name in variables]
    else:
        lines.append(f"VARIABLES {', '.join(variables)}")
    word = random.choice(("CONSTRAINT", "CONSTRAINT", "RESTRICTION"))
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        lines.append(f"{word} {formula(random, variables)}")
    if random.random() < 0.4:
        kind = random.choice(("Exactly", "AtLeast", "AtMost"))
        lines.append(f"{word} {kind}-1({', '.join(variables)})")
    symbols = random.choice((0, 1, 2, 2, 3, 3, len(variables)))
    names: list[str] = []
    if symbols:
        lines.append(f"ALPHABET {', '.join(f'{quote}{i}{quote}' for i in range(symbols))}")
        names = [f"F{i}" for i in range(random.choice((0, 1, 1, 2)))]
    for name in names:
        images = variables if len(variables) == symbols else random.choices(variables, k=symbols)
        lines.append(f"MAPPING {quote}{name}{quote} {', '.join(images)}")
    for place in range(random.choice((1, 1, 2, 3))):
        lines += experiment(random, place, variables, names, symbols, quote)
    if random.random() < 0.05:
        random.shuffle(lines)
    return random.choice(("\n", "\n", "\r\n", " ")).join(lines) + "\n"


def experiment(
    random: Random, place: int, variables: list[str], names: list[str], symbols: int, quote: str
) -> list[str]:
    """Return the lines of a type of experiments."""
    arity = random.choice((0, 1, 1, 2, 2, 3)) if symbols else 0
    lines = [f"EXPERIMENT {quote}ask {place}{quote} {arity}"]
    for word in ("PARAMS_DISTINCT", "PARAMS_SORTED"):
        for _ in range(random.choice((0, 0, 1, 1, 2)) if arity > 1 else 0):
            if word == "PARAMS_DISTINCT" and arity > symbols:
                continue
            chosen = sorted(random.sample(range(1, arity + 1), random.randint(1, arity)))
            lines.append(f"{word} {', '.join(map(str, chosen))}")
    leaves = variables + [f"{name}${k + 1}" for name in names for k in range(arity)] * 3
    first, second = formula(random, leaves), formula(random, leaves)
    outcomes = [f"({first})", f"!({first}) & ({second})", f"!({first}) & !({second})"]
    outcomes = outcomes[: random.choice((3, 3, 3, 3, 3, 2))]
    if random.random() < 0.2:
        outcomes = [f"({first})", f"!({first})"]
    if random.random() < 0.03:
        outcomes[-1] = f"({second})"
    labels = random.sample(("one", "two", "none", "1", "a b", "", "é"), len(outcomes))
    for label, outcome in zip(labels, outcomes, strict=True):
        lines.append(f"{random.choice(('OUTCOME', 'OUTCOME', 'OUTCOMEX'))} {quote}{label}{quote} {outcome}")
    return lines
