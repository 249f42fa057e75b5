"""The codes and experiments of a game, listed in the order docs/language.md defines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations

from cobra.errors import LimitError
from cobra.model.dag import PARAMETER, VARIABLE, Dag, Lit
from cobra.model.evaluate import decided, evaluate_all
from cobra.model.game import Assignment, Experiment, Game, Slot, Space, true_propositions

Code = Assignment

MAX_STEPS = 2 * 10**6
"""Partial assignments visited by one enumeration."""


def allows(dag: Dag, space: Space, assignment: Sequence[int], of_experiments: bool = False) -> bool:
    """Return whether an assignment satisfies the tables, `distinct` groups and constraints of a space.

    `of_experiments`: the propositions of the space are the leaves `parameter`, not `variable`.
    """
    if any(tuple(assignment[slot] for slot in table.slots) not in table.rows for table in space.tables):
        return False
    if any(len({assignment[slot] for slot in group}) < len(group) for group in space.distinct):
        return False
    true = true_propositions(space, assignment)
    sides: tuple[set[int], set[int]] = (set(), true) if of_experiments else (true, set())
    return all(evaluate_all(dag, space.constraints, *sides))


def slot_values(slot: Slot) -> Iterator[int]:
    """Yield the values of a slot in their order."""
    if slot.kind == "bool":
        yield from (1, 0)
    elif slot.kind == "symbol":
        yield from range(len(slot.symbols))
    else:
        for size in range(slot.size_min, slot.size_max + 1):
            for members in combinations(range(len(slot.symbols)), size):
                yield sum(1 << member for member in members)


_Part = dict[int, int]
"""A partial assignment: slot number to value."""
_Test = tuple[set[int], Callable[[_Part], bool]]
"""The slots a condition speaks of, and the condition."""


def assignments(
    dag: Dag, space: Space, of_experiments: bool = False, limit: int = MAX_STEPS
) -> Iterator[Assignment]:
    """Yield the assignments of a space in order: slot by slot, a table's slots at once.

    Tables and `distinct` groups are tested when their slots are filled, a constraint whenever a slot it
    speaks of is.
    """
    slot_of = {slot.first + i: number for number, slot in enumerate(space.slots) for i in range(slot.width)}
    leaf = PARAMETER if of_experiments else VARIABLE
    whole: list[_Test] = [(set(group), partial(_differ, group)) for group in space.distinct]
    whole += [(set(table.slots), partial(_listed, table.slots, set(table.rows))) for table in space.tables]
    partly: list[_Test] = []
    for lit in space.constraints:
        leaves: dict[int, list[tuple[int, Lit]]] = {}
        for node in dag.reachable([lit]):
            if dag.nodes[node].kind == leaf:
                proposition = dag.nodes[node].args[0]
                slot_number = slot_of[proposition]
                place = proposition - space.slots[slot_number].first
                leaves.setdefault(slot_number, []).append((place, 2 * node))
        partly.append((set(leaves), partial(_may_hold, dag, space, lit, leaves)))
    if any(not slots and not test({}) for slots, test in whole + partly):
        return

    steps: list[tuple[tuple[int, ...], Callable[[], Iterator[tuple[int, ...]]]]] = []
    placed: set[int] = set()
    for number, slot in enumerate(space.slots):
        if number in placed:
            continue
        table = next((t for t in space.tables if number in t.slots and not placed & set(t.slots)), None)
        if table is None:
            steps.append(((number,), partial(_singles, slot)))
            placed.add(number)
        else:
            steps.append((table.slots, partial(iter, table.rows)))
            placed.update(table.slots)
    ready: list[list[Callable[[_Part], bool]]] = []
    known: set[int] = set()
    for slots, _ in steps:
        before, known = known, known | set(slots)
        ready.append([test for needed, test in whole if needed <= known and not needed <= before])
        ready[-1] += [test for needed, test in partly if needed & set(slots)]

    visited = 0
    part: _Part = {}
    if not steps:
        yield ()
        return
    stack = [steps[0][1]()]
    while stack:
        depth = len(stack) - 1
        slots = steps[depth][0]
        row = next(stack[-1], None)
        if row is None:
            stack.pop()
            for slot_number in slots:
                part.pop(slot_number, None)
            continue
        visited += 1
        if visited > limit:
            raise LimitError("codes", visited, limit, "listing by definition, made for tiny games")
        part.update(zip(slots, row, strict=True))
        if all(test(part) for test in ready[depth]):
            if depth + 1 == len(steps):
                yield tuple(part[number] for number in range(len(space.slots)))
            else:
                stack.append(steps[depth + 1][1]())


def _singles(slot: Slot) -> Iterator[tuple[int, ...]]:
    return ((value,) for value in slot_values(slot))


def _differ(group: Sequence[int], part: _Part) -> bool:
    return len({part[slot] for slot in group}) == len(group)


def _listed(slots: Sequence[int], rows: Collection[tuple[int, ...]], part: _Part) -> bool:
    return tuple(part[slot] for slot in slots) in rows


def _may_hold(
    dag: Dag, space: Space, lit: Lit, leaves: Mapping[int, Sequence[tuple[int, Lit]]], part: _Part
) -> bool:
    """Return whether a formula may hold; `leaves` are its own, of each slot which of its propositions."""
    known = {}
    for number, own in leaves.items():
        value = part.get(number)
        if value is not None:
            symbol = space.slots[number].kind == "symbol"
            for place, leaf in own:
                known[leaf] = value == place if symbol else bool(value >> place & 1)
    return decided(dag, lit, known) is not False


def codes(game: Game, limit: int = MAX_STEPS) -> list[Code]:
    """Return all codes in order."""
    return list(assignments(game.dag, game.codes, limit=limit))


def experiments(game: Game, limit: int = MAX_STEPS) -> list[Experiment]:
    """Return all experiments in order."""
    return [
        (number, assignment)
        for number, type_ in enumerate(game.experiments)
        for assignment in assignments(game.dag, type_.space, of_experiments=True, limit=limit)
    ]
