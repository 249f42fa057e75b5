"""Games in the core language, everything flat, as the input files of the original COBRA (Klimoš 2014) are.

    python tests/data/cobra/generate.py

writes the files of `FILES` next to this script. Tests call the functions for sizes too large to keep.
Parameters of an experiment are numbered from 1: `F$2` is mapping F applied to the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from pathlib import Path


def any_of(formulas: Iterable[str]) -> str:
    return f"Or({', '.join(formulas)})"


def all_of(formulas: Iterable[str]) -> str:
    return f"And({', '.join(formulas)})"


def names(items: Iterable[str]) -> str:
    return ", ".join(items)


def quoted(items: Iterable[object]) -> str:
    return ", ".join(f"'{item}'" for item in items)


def numbers(items: Iterable[int]) -> str:
    return ", ".join(map(str, items))


def coins(n: int) -> str:
    """One odd coin among n, lighter or heavier; one type for each number of coins on a pan."""
    odd = [f"x{i}" for i in range(1, n + 1)]
    lines = [
        f"VARIABLES {names(odd)}, heavy",
        f"CONSTRAINT Exactly-1({names(odd)})",
        f"ALPHABET {quoted(range(1, n + 1))}",
        f"MAPPING 'X' {names(odd)}",
    ]
    for m in range(1, n // 2 + 1):
        left, right = range(1, m + 1), range(m + 1, 2 * m + 1)
        on_left = any_of(f"X${i}" for i in left)
        on_right = any_of(f"X${i}" for i in right)
        lines += [
            "",
            f"EXPERIMENT 'weigh{m}' {2 * m}",
            f"  PARAMS_DISTINCT {numbers([*left, *right])}",
            *(f"  PARAMS_SORTED {numbers(pan)}" for pan in (left, right) if m > 1),
            f"  PARAMS_SORTED 1, {m + 1}",
            f"  OUTCOME 'left heavier' ({on_left} & heavy) | ({on_right} & !heavy)",
            f"  OUTCOME 'right heavier' ({on_left} & !heavy) | ({on_right} & heavy)",
            f"  OUTCOME 'balance' !{on_left} & !{on_right}",
        ]
    return "\n".join(lines) + "\n"


def rows(pegs: int, colours: int) -> list[str]:
    """The secret row, its alphabet and mappings: `P2$5` says that peg 2 has the colour of parameter 5."""
    pegs_of = [[f"p{i}c{c}" for c in range(colours)] for i in range(1, pegs + 1)]
    return [
        *(f"VARIABLES {names(peg)}" for peg in pegs_of),
        *(f"CONSTRAINT Exactly-1({names(peg)})" for peg in pegs_of),
        f"ALPHABET {quoted(range(colours))}",
        *(f"MAPPING 'P{i}' {names(peg)}" for i, peg in enumerate(pegs_of, 1)),
    ]


def mastermind(pegs: int, colours: int) -> str:
    """Mastermind; only the guess that is the code ends the game: the other outcomes are OUTCOMEX."""
    return "\n".join([*rows(pegs, colours), "", *guess(pegs, "OUTCOMEX")]) + "\n"


def guess(pegs: int, keyword: str) -> list[str]:
    """The guesses of Mastermind without any counting of colours; `keyword` is for all outcomes but the last.

    Black and white pegs together are as many as the largest matching between places of the code and of the
    guess of equal colour; so "at least k" is a disjunction over the matchings of size k.
    """
    places = range(1, pegs + 1)

    def matched(size: int) -> str:
        matchings = (zip(code, guess, strict=True) for code, guess in matching_places(pegs, size))
        return any_of(all_of(f"P{i}${j}" for i, j in matching) for matching in matchings)

    black = names(f"P{i}${i}" for i in places)
    lines = [f"EXPERIMENT 'guess' {pegs}"]
    for blacks in range(pegs, -1, -1):
        for whites in range(pegs - blacks, -1, -1):
            if blacks == pegs - 1 and whites == 1:
                continue
            parts = [f"Exactly-{blacks}({black})"]
            if whites > 0:
                parts.append(matched(blacks + whites))
            if blacks + whites < pegs:
                parts.append("!" + matched(blacks + whites + 1))
            word = "OUTCOME" if blacks == pegs else keyword
            lines.append(f"  {word} '{blacks}B{whites}W' {' & '.join(parts)}")
    return lines


def matching_places(pegs: int, size: int) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield the ways to pair `size` places of the code with as many of the guess."""
    places = range(1, pegs + 1)
    for code in combinations(places, size):
        for guess in permutations(places, size):
            yield code, guess


def black_pegs(pegs: int, colours: int) -> str:
    """Mastermind with black pegs only; over as soon as one code is left."""
    black = names(f"P{i}${i}" for i in range(1, pegs + 1))
    lines = [*rows(pegs, colours), "", f"EXPERIMENT 'guess' {pegs}"]
    lines += [f"  OUTCOME '{k}' Exactly-{k}({black})" for k in range(pegs + 1)]
    return "\n".join(lines) + "\n"


def bags_of_gold(bags: int, capacity: int) -> str:
    """Bags of gold: a type for each way to split at most `capacity` coins between one or more bags.

    With 10 bags and capacity 5 there are 10 + 100 + 820 + 5950 + 36910 experiments for 1 to 5 coins.
    """
    fake = [f"b{i}" for i in range(1, bags + 1)]
    lines = [
        f"VARIABLES {names(fake)}",
        f"ALPHABET {quoted(range(1, bags + 1))}",
        f"MAPPING 'B' {names(fake)}",
    ]
    for coins_in_all in range(1, capacity + 1):
        for parts in partitions(coins_in_all, coins_in_all):
            if len(parts) > bags:
                continue
            lines += ["", f"EXPERIMENT 'weigh{''.join(map(str, parts))}' {len(parts)}"]
            if len(parts) > 1:
                lines.append(f"  PARAMS_DISTINCT {numbers(range(1, len(parts) + 1))}")
            shown: dict[int, list[str]] = {}
            for fakes in product((False, True), repeat=len(parts)):
                sum_of_fakes = sum(part for part, is_fake in zip(parts, fakes, strict=True) if is_fake)
                terms = (f"{'' if is_fake else '!'}B${i}" for i, is_fake in enumerate(fakes, 1))
                shown.setdefault(sum_of_fakes, []).append(all_of(terms))
            lines += [f"  OUTCOME '{total}' {any_of(shown[total])}" for total in sorted(shown)]
    return "\n".join(lines) + "\n"


def partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write `total` as a sum of falling parts, each at most `largest`."""
    if total == 0:
        yield ()
    for first in range(min(total, largest), 0, -1):
        for rest in partitions(total - first, first):
            yield first, *rest


def code_777(cards: int, values: int) -> str:
    """Code 777 with cards of two attributes: do more cards of the rack fit one description than another?

    A description gives the first attribute, the second or both, so there are nine types of questions.
    """
    attributes = ("N", "C")
    card = [
        {a: [f"card{i}{a.lower()}{v}" for v in range(1, values + 1)] for a in attributes}
        for i in range(1, cards + 1)
    ]
    kinds = list(product(range(values), repeat=len(attributes)))
    lines = [f"VARIABLES {names(card[i][a])}" for i in range(cards) for a in attributes]
    lines += [f"CONSTRAINT Exactly-1({names(card[i][a])})" for i in range(cards) for a in attributes]

    def is_kind(i: int, kind: tuple[int, ...]) -> str:
        return all_of(card[i][a][v] for a, v in zip(attributes, kind, strict=True))

    for i in range(cards - 1):
        for kind in kinds:
            later = any_of(is_kind(i + 1, other) for other in kinds if other >= kind)
            lines.append(f"CONSTRAINT {is_kind(i, kind)} -> {later}")
    lines.append(f"ALPHABET {quoted(range(1, values + 1))}")
    lines += [f"MAPPING '{a}{i + 1}' {names(card[i][a])}" for i in range(cards) for a in attributes]

    described = (("N",), ("C",), ("N", "C"))
    for p, q in product(described, repeat=2):
        fits_p = [all_of(f"{a}{i}${k}" for k, a in enumerate(p, 1)) for i in range(1, cards + 1)]
        fits_q = [all_of(f"{a}{i}${k}" for k, a in enumerate(q, len(p) + 1)) for i in range(1, cards + 1)]
        more = any_of(f"AtLeast-{k + 1}({names(fits_p)}) & AtMost-{k}({names(fits_q)})" for k in range(cards))
        lines += [
            "",
            f"EXPERIMENT '{''.join(p)} against {''.join(q)}' {len(p) + len(q)}",
            f"  OUTCOME '>' {more}",
            f"  OUTCOME '<=' !{more}",
        ]
    return "\n".join(lines) + "\n"


FILES: dict[str, Callable[[], str]] = {
    "coins-12.in": lambda: coins(12),
    "mastermind-3-4.in": lambda: mastermind(3, 4),
    "black-pegs-3-3.in": lambda: black_pegs(3, 3),
    "bags-of-gold-10-5.in": lambda: bags_of_gold(10, 5),
    "code-777-3-3.in": lambda: code_777(3, 3),
}


if __name__ == "__main__":
    for name, text in FILES.items():
        (Path(__file__).parent / name).write_text(text(), encoding="utf-8")
