"""The games of the eleven example programs of the original COBRA (Klimoš 2014), at any size, in its language.

Written from the rules; `cobra_figures.toml` has what the original answered. Experiments stand in the order in
which its programs write them, since that decides between equal ones. Four of the games are those of
`data/cobra/generate.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product
from operator import getitem
from typing import Final

from tests.data.cobra.generate import (
    all_of,
    any_of,
    black_pegs,
    coins,
    guess,
    mastermind,
    names,
    numbers,
    quoted,
    rows,
)


def mastermind_with_colours(pegs: int, colours: int) -> str:
    """Mastermind in which one may also ask at which places a colour stands; over when the code is known."""
    lines = [*rows(pegs, colours), "", "EXPERIMENT 'colour' 1"]
    for pattern in product(" !", repeat=pegs):
        places = all_of(f"{mark.strip()}P{i}$1" for i, mark in enumerate(pattern, 1))
        lines.append(f"  OUTCOME '{''.join(pattern)}' {places}")
    return "\n".join([*lines, "", *guess(pegs, "OUTCOME")]) + "\n"


def mastermind_with_places(pegs: int, colours: int) -> str:
    """Mastermind in which one may also ask for the colour of a place; over when the code is known."""
    lines = rows(pegs, colours)
    for i in range(1, pegs + 1):
        lines += ["", f"EXPERIMENT 'place{i}' 0", *(f"  OUTCOME '{c}' p{i}c{c}" for c in range(colours))]
    return "\n".join([*lines, "", *guess(pegs, "OUTCOME")]) + "\n"


def decimalisation(places: int, digits: int) -> str:
    """Is each digit of a PIN one of the two that are named for its place?"""
    right = all_of(f"(P{i}${2 * i - 1} | P{i}${2 * i})" for i in range(1, places + 1))
    lines = [*rows(places, digits), "", f"EXPERIMENT 'try' {2 * places}"]
    return "\n".join([*lines, f"  OUTCOME 'right' {right}", f"  OUTCOME 'wrong' !{right}"]) + "\n"


def coins_by_two_sets(n: int) -> str:
    """One odd coin among n, with two variables for each coin: it is the light one, it is the heavy one."""
    light, heavy = ([f"{kind}{i}" for i in range(1, n + 1)] for kind in "xy")
    lines = [
        f"VARIABLES {names(heavy)}, {names(light)}",
        f"CONSTRAINT Exactly-1({names(light)}, {names(heavy)})",
        f"ALPHABET {quoted(range(1, n + 1))}",
        f"MAPPING 'X' {names(light)}",
        f"MAPPING 'Y' {names(heavy)}",
    ]

    def lighter(pan: range, other: range) -> str:
        return any_of([*(f"X${i}" for i in pan), *(f"Y${i}" for i in other)])

    return "\n".join([*lines, *weighings(n, lighter)]) + "\n"


def two_odd_coins(n: int) -> str:
    """Two odd coins among n, both lighter or both heavier; on different pans they balance each other."""
    odd = [f"x{i}" for i in range(1, n + 1)]
    lines = [
        f"VARIABLES {names(odd)}, heavy",
        f"CONSTRAINT Exactly-2({names(odd)})",
        f"ALPHABET {quoted(range(1, n + 1))}",
        f"MAPPING 'X' {names(odd)}",
    ]

    def lighter(pan: range, other: range) -> str:
        here, there = (any_of(f"X${i}" for i in one) for one in (pan, other))
        return f"({here} & !{there} & !heavy) | (!{here} & {there} & heavy)"

    return "\n".join([*lines, *weighings(n, lighter)]) + "\n"


def weighings(n: int, lighter: Callable[[range, range], str]) -> Iterator[str]:
    """Yield a type for each number of coins on a pan; `lighter` says when the first of two pans goes up."""
    for m in range(1, n // 2 + 1):
        left, right = range(1, m + 1), range(m + 1, 2 * m + 1)
        yield from (
            "",
            f"EXPERIMENT 'weigh{m}' {2 * m}",
            f"  PARAMS_DISTINCT {numbers([*left, *right])}",
            f"  PARAMS_SORTED {numbers(left)}",
            f"  PARAMS_SORTED {numbers(right)}",
            f"  PARAMS_SORTED 1, {m + 1}",
            f"  OUTCOME 'lighter' {lighter(left, right)}",
            f"  OUTCOME 'heavier' {lighter(right, left)}",
            f"  OUTCOME 'same' !({lighter(left, right)}) & !({lighter(right, left)})",
        )


def bags_of_gold(bags: int, capacity: int) -> str:
    """Any bags may be full of fakes: how many fakes are among at most `capacity` coins of some of them?"""
    fake = [f"x{i}" for i in range(bags)]
    lines = [f"VARIABLES {names(fake)}", f"ALPHABET {quoted(range(bags))}", f"MAPPING 'X' {names(fake)}"]
    for taken in falling(capacity, capacity):
        lines += ["", f"EXPERIMENT 'weigh {' '.join(map(str, taken))}' {len(taken)}"]
        lines.append(f"  PARAMS_DISTINCT {numbers(range(1, len(taken) + 1))}")
        weights: dict[int, list[str]] = {}
        for fakes in product((False, True), repeat=len(taken)):
            literals = (f"{'' if is_fake else '!'}X${i}" for i, is_fake in enumerate(fakes, 1))
            total = sum(number for number, is_fake in zip(taken, fakes, strict=True) if is_fake)
            weights.setdefault(total, []).append(all_of(literals))
        lines += [f"  OUTCOME '{total}' {any_of(weights[total])}" for total in sorted(weights)]
    return "\n".join(lines) + "\n"


def falling(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the falling sequences with at most this sum, largest first, each before what continues it."""
    for first in range(min(total, largest), 0, -1):
        yield (first,)
        yield from ((first, *rest) for rest in falling(total - first, first))


def code_777(cards: int, attributes: int, values: int) -> str:
    """Cards with some attributes: do more of them fit one description than another?

    COBRA's program has no case for all cards fitting the first description and all but one the second: it
    answers `<=`, and so does this text.
    """
    card = [
        [[f"card{i}{'abcdefgh'[a]}{v}" for v in range(values)] for a in range(attributes)]
        for i in range(cards)
    ]
    lines = [f"VARIABLES {names(attribute)}" for one in card for attribute in one]
    lines += [f"CONSTRAINT Exactly-1({names(attribute)})" for one in card for attribute in one]
    kinds = list(product(range(values), repeat=attributes))
    for one, following in pairwise(card):
        for kind in kinds:
            later = any_of(all_of(map(getitem, following, other)) for other in kinds if other <= kind)
            lines.append(f"CONSTRAINT {all_of(map(getitem, one, kind))} -> {later}")
    lines.append(f"ALPHABET {quoted(range(values))}")
    lines += [f"MAPPING 'M{i}{a}' {names(card[i][a])}" for i in range(cards) for a in range(attributes)]
    described = [
        tuple(a for a, is_in in enumerate(chosen) if is_in)
        for chosen in product((False, True), repeat=attributes)
    ]
    for p, q in product(described[1:], repeat=2):
        fits_p = names(all_of(f"M{i}{a}${k}" for k, a in enumerate(p, 1)) for i in range(cards))
        fits_q = names(all_of(f"M{i}{a}${k}" for k, a in enumerate(q, len(p) + 1)) for i in range(cards))
        more = any_of(f"AtLeast-{k + 1}({fits_p}) & AtMost-{k}({fits_q})" for k in range(cards - 1))
        name = " against ".join("".join("abcdefgh"[a] for a in one) for one in (p, q))
        lines += ["", f"EXPERIMENT '{name}' {len(p) + len(q)}"]
        lines += [f"  OUTCOME '>' {more}", f"  OUTCOME '<=' !{more}"]
    return "\n".join(lines) + "\n"


BLACK_BOX_SIDES: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The directions in which rays enter: from the left, from above, from the right, from below."""


def black_box(size: int, atoms: int) -> str:
    """Rays into a square with some atoms: hit, or where they come out. An atom beside the entry reflects."""
    board = range(1, size + 1)
    cells = {(x, y): f"x{y}_{x}" for y in board for x in board}
    lines = [f"VARIABLES {names(cells.values())}", f"CONSTRAINT Exactly-{atoms}({names(cells.values())})"]
    for dx, dy in BLACK_BOX_SIDES:
        for i in board:
            entry = (0 if dx > 0 else size + 1, i) if dx else (i, 0 if dy > 0 else size + 1)
            outcomes: dict[str, list[str]] = {}
            for end, known in rays(entry, (dx, dy), size, atoms, {}):
                literals = (f"{'' if is_atom else '!'}{cells[cell]}" for cell, is_atom in known.items())
                outcomes.setdefault(end, []).append(all_of(literals))
            lines += ["", f"EXPERIMENT 'ray from {entry[0]} {entry[1]}' 0"]
            lines += [f"  OUTCOME '{end}' {any_of(outcomes[end])}" for end in sorted(outcomes)]
    return "\n".join(lines) + "\n"


Cell = tuple[int, int]


class UnknownCell(Exception):
    """Whether a cell has an atom decides how a ray goes on."""

    def __init__(self, cell: Cell) -> None:
        super().__init__(cell)
        self.cell = cell


def rays(
    entry: Cell, direction: Cell, size: int, atoms: int, known: dict[Cell, bool]
) -> Iterator[tuple[str, dict[Cell, bool]]]:
    """Yield the ends of a ray, each with what must be known of the cells for it."""
    try:
        end = ray(entry, direction, size, known)
    except UnknownCell as unknown:
        for is_atom in (False, True):
            if sum(known.values()) + is_atom <= atoms:
                yield from rays(entry, direction, size, atoms, {**known, unknown.cell: is_atom})
    else:
        yield end, known


def ray(entry: Cell, direction: Cell, size: int, known: dict[Cell, bool]) -> str:
    """Return where a ray ends; `UnknownCell` when that is not known yet."""

    def is_inside(x: int, y: int) -> bool:
        return 1 <= x <= size and 1 <= y <= size

    def has_atom(x: int, y: int) -> bool:
        if not is_inside(x, y):
            return False
        if (x, y) not in known:
            raise UnknownCell((x, y))
        return known[x, y]

    (x, y), (dx, dy) = entry, direction
    while True:
        if has_atom(x, y):
            return "hit"
        right, left = has_atom(x + dx - dy, y + dy + dx), has_atom(x + dx + dy, y + dy - dx)
        if (x, y) == entry and (left or right):
            return f"out at {x} {y}"
        if left and right:
            dx, dy = -dx, -dy
        elif right:
            dx, dy = dy, -dx
        elif left:
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
        if not is_inside(x, y):
            return f"out at {x} {y}"


FAMILIES: Final[dict[str, Callable[..., str]]] = {
    "bb": black_box,
    "bog": bags_of_gold,
    "c777": code_777,
    "cc": coins,
    "cc24": coins_by_two_sets,
    "dec": decimalisation,
    "mm": mastermind,
    "mmb": black_pegs,
    "mpc": mastermind_with_colours,
    "mpp": mastermind_with_places,
    "vic": two_odd_coins,
}
"""The writers of the texts, by the names in the figures: `mm-4-6` is Mastermind of 4 pegs and 6 colours."""


def text(name: str) -> str:
    """Return the text of a name such as `mm-4-6`."""
    family, *sizes = name.split("-")
    return FAMILIES[family](*map(int, sizes))
