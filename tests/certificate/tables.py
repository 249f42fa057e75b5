"""Random games that are nothing but a table of outcomes, with more to prove than random formulas have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from hypothesis import strategies as st

from cobra.certificate import Front, Generator, Head
from cobra.certificate.parts import ENDINGS, MEASURES, Ending
from tests.oracle.outcome_table import Table

Row = tuple[tuple[int, bool], ...]
"""For each code the number of the outcome, and whether it is final."""


@st.composite
def rows(draw: st.DrawFn, codes: int, ending: Ending) -> Row:
    """An experiment; where plays end with a hit, final outcomes have mostly one code."""
    outcomes = draw(st.lists(st.integers(0, draw(st.integers(1, 3))), min_size=codes, max_size=codes))
    finals = draw(st.sets(st.integers(0, 3))) if ending == "confirm" else set()
    row = [(outcome, outcome in finals) for outcome in outcomes]
    if ending == "hit":
        for code in draw(st.sets(st.integers(0, codes - 1), min_size=0, max_size=2)):
            row[code] = draw(st.sampled_from([4, 5])), True
    return tuple(row)


@st.composite
def table_fronts(draw: st.DrawFn, most: int = 7) -> Front:
    """A table with some symmetry, a measure, weights, goals and a first experiment."""
    ending = draw(st.sampled_from(ENDINGS))
    codes = draw(st.integers(1, most))
    found = draw(st.lists(rows(codes, ending), min_size=1, max_size=4))
    if draw(st.booleans()):  # turned by one code, again and again
        found = [row[turn:] + row[:turn] for row in found[:2] for turn in range(codes)]
    found += draw(st.lists(st.sampled_from(found), max_size=2))
    some = st.lists(st.integers(1, 4), min_size=codes, max_size=codes).map(tuple)
    weights = draw(st.none() | st.none() | some)
    goals = draw(st.none() | st.lists(st.integers(0, codes - 1), min_size=codes, max_size=codes).map(tuple))
    first = draw(st.none() | st.none() | st.none() | st.integers(0, len(found) - 1))
    consistent = ending != "identify" and draw(st.integers(0, 2)) == 0
    goals = goals if ending == "identify" else None
    text = text_of(found, weights or (1,) * codes, goals, ending)
    return Front(
        Head(ending, draw(st.sampled_from(MEASURES)), consistent, first, (), text), codes, len(found)
    )


def text_of(
    table: Sequence[Row], weights: Sequence[int], goals: Sequence[int] | None, ending: Ending = "hit"
) -> str:
    """Return a game with this table, as certificates write it: one proposition for each code."""
    codes = range(len(weights))
    lines = ["codes", f"choose {len(weights)} {' | '.join(map(str, codes))}"]
    if any(weight != 1 for weight in weights):
        lines.append(f"weight {min(weights)} {_sum([weight - min(weights) for weight in weights])}")
    if goals is not None:
        lines.append(f"goal {_sum(goals)}")
    for number, row in enumerate(table):
        outcomes = sorted({outcome for outcome, _ in row})
        lines.append(f"experiments  # {number}")
        lines.append(f"answer {_sum([outcomes.index(outcome) for outcome, _ in row])}")
        finals = [int(final) for _, final in row]
        if any(finals) and ending != "identify":
            lines += [f"f0 = 1 of {_sum(finals)}", "final f0"]
    return "\n".join(lines) + "\n"


def _sum(values: Sequence[int]) -> str:
    return " ".join(f"{value}*c{code}" for code, value in enumerate(values) if value)


def symmetries(table: Table, most: int) -> list[Generator]:
    """Return some symmetries of a table, found by trying all permutations of the codes."""
    codes, rows, weights, goals = table.all, table.rows, table.weights, table.goals
    found = []
    shapes = [_shape(row, codes) for row in rows]
    for images in list(permutations(codes))[1:]:
        if any(weights[code] != weights[images[code]] for code in codes):
            continue
        if _shape([(goals[code], False) for code in images], codes) != _shape(
            [(g, False) for g in goals], codes
        ):
            continue
        carried = [_shape([row[images.index(code)] for code in codes], codes) for row in rows]
        taken: list[int] = []
        for shape in carried:
            free = [e for e, other in enumerate(shapes) if other == shape and e not in taken]
            taken += free[:1]
        if len(taken) == len(rows):
            found.append(Generator(images, tuple(taken)))
            if len(found) == most:
                break
    return found


def _shape(
    row: Sequence[tuple[object, bool]], codes: Sequence[int]
) -> frozenset[tuple[frozenset[int], bool]]:
    cells: dict[tuple[object, bool], set[int]] = {}
    for code in codes:
        cells.setdefault(row[code], set()).add(code)
    return frozenset((frozenset(cell), final) for (_, final), cell in cells.items())
