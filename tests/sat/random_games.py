"""Random small games, well-formed or not, for comparing the SAT backend with the definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from hypothesis import strategies as st

from cobra.model.dag import Dag, Lin, Lit, make_lin
from cobra.model.game import (
    Cases,
    Component,
    ExperimentType,
    Game,
    Observed,
    Outcome,
    Outcomes,
    Slot,
    SlotTable,
    Space,
    Sum,
)


def formula(draw: st.DrawFn, dag: Dag, leaves: Sequence[Lit], depth: int = 3) -> Lit:
    """Draw a formula over some leaves."""
    kind = draw(st.sampled_from(("leaf", "and", "or", "xor", "ite", "ge"))) if depth else "leaf"
    if kind == "leaf":
        return draw(st.sampled_from(list(leaves))) ^ draw(st.integers(0, 1))
    parts = [formula(draw, dag, leaves, depth - 1) for _ in range(3)]
    if kind == "and":
        return dag.conj(parts)
    if kind == "or":
        return dag.disj(parts)
    if kind == "xor":
        return dag.xor(parts[0], parts[1])
    if kind == "ite":
        return dag.ite(*parts)
    value = integer(draw, parts)
    return dag.at_least(value, draw(st.integers(value.low, value.high + 1)))


def integer(draw: st.DrawFn, parts: Sequence[Lit]) -> Lin:
    """Draw a weighted sum of formulas."""
    return make_lin(draw(st.integers(-2, 2)), [(draw(st.integers(-3, 3)), lit) for lit in parts])


def space(draw: st.DrawFn, dag: Dag, leaf: Callable[[int], Lit], aux: bool) -> Space:
    """Draw a space of one to three slots; with `aux` the last one may be a helper."""
    slots: list[Slot] = []
    first = 0
    kinds = draw(st.lists(st.sampled_from(("bool", "symbol", "set")), min_size=1, max_size=3))
    for i, kind in enumerate(kinds):
        width = 1 if kind == "bool" else draw(st.integers(1, 3))
        low, high = (
            sorted(draw(st.tuples(st.integers(0, width), st.integers(0, width)))) if kind == "set" else (0, 0)
        )
        helper = aux and 0 < i == len(kinds) - 1 and draw(st.booleans())
        symbols = () if kind == "bool" else tuple(range(width))
        slots.append(Slot(f"s{i}", f"s{i}", (), kind, symbols, first, low, high, helper))
        first += width
    own = [leaf(i) for i in range(first)]
    chosen = [i for i, slot in enumerate(slots) if slot.kind == "symbol"]
    distinct: tuple[tuple[int, ...], ...] = ()
    tables: tuple[SlotTable, ...] = ()
    if len(chosen) > 1 and draw(st.booleans()):
        distinct = (tuple(chosen),)
    if chosen and draw(st.booleans()):
        rows = list(product(*(range(len(slots[i].symbols)) for i in chosen)))
        some = draw(st.lists(st.sampled_from(rows), min_size=1, unique=True))
        tables = (SlotTable(tuple(chosen), tuple(some)),)
    constraints = tuple(formula(draw, dag, own) for _ in range(draw(st.integers(0, 1))))
    return Space(tuple(slots), distinct, tables, constraints)


def component(draw: st.DrawFn, dag: Dag, leaves: Sequence[Lit]) -> Component:
    """Draw a component that takes exactly one value."""
    a, b = formula(draw, dag, leaves), formula(draw, dag, leaves)
    kind = draw(st.sampled_from(("sum", "formula", "word")))
    if kind == "sum":
        return Sum(integer(draw, (a, b)))
    if kind == "formula":
        return Cases((False, True), (a ^ 1, a))
    return Cases(("x", "y", "z"), (a, dag.conj((a ^ 1, b)), dag.conj((a ^ 1, b ^ 1))))


@st.composite
def games(draw: st.DrawFn, sound: bool = True) -> Game:
    """Draw a game; `sound` ones have exactly one outcome for every experiment and code, and no helpers."""
    dag = Dag()
    codes = space(draw, dag, dag.variable, aux=not sound)
    types = []
    ending = draw(st.sampled_from(("hit", "identify", "core")))
    for number in range(draw(st.integers(1, 2))):
        own = space(draw, dag, dag.parameter, aux=False)
        leaves = [dag.variable(i) for i in range(codes.propositions)]
        leaves += [dag.parameter(i) for i in range(own.propositions)]
        final = None
        if draw(st.booleans()) and ending != "core":
            components = tuple(component(draw, dag, leaves) for _ in range(draw(st.integers(1, 2))))
            answer: Observed | Outcomes = Observed(components, tuple(range(len(components))))
            final = formula(draw, dag, leaves) if ending == "hit" else None
        else:
            a, b = formula(draw, dag, leaves), formula(draw, dag, leaves)
            rest = dag.disj((a, b)) ^ 1 if sound or draw(st.booleans()) else formula(draw, dag, leaves)
            cases = (a, dag.conj((a ^ 1, b)) if sound or draw(st.booleans()) else b, rest)
            answer = Outcomes(
                tuple(Outcome(name, lit, draw(st.booleans())) for name, lit in zip("abc", cases, strict=True))
            )
        types.append(ExperimentType(f"e{number}", f"e{number}", own, answer, final))
    weight = (
        integer(draw, [dag.variable(i) for i in range(codes.propositions)]) if draw(st.booleans()) else None
    )
    return Game("Random", "random.cb", dag, codes, tuple(types), ending, weight=weight)
