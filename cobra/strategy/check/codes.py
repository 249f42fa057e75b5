"""The codes of a game, listed by its formulas, many partly filled ones at a time.

The meaning is that of `cobra/model/spaces.py`: slot by slot, a table's slots at once; whatever already
contradicts a constraint, however the rest is filled, is given up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from cobra.errors import LimitError
from cobra.model.dag import VARIABLE, Lit
from cobra.model.game import Assignment, Game, Space, true_propositions
from cobra.model.spaces import slot_values
from cobra.strategy.check.parallel import TOGETHER, ParallelFormulas, chunks, places, transposed

_Part = tuple[int, ...]
"""The values of the slots filled so far, in the order in which they are filled."""


@dataclass(frozen=True, slots=True)
class _Step:
    """What is filled next, with what, and what can be tested then."""

    rows: list[_Part]
    distinct: list[list[int]]
    """Places of a part at which different symbols must stand."""
    tables: list[tuple[list[int], frozenset[_Part]]]
    """Places of a part, and what may stand there."""
    constraints: list[Lit]
    formulas: ParallelFormulas
    filled: Space
    """The slots filled then."""
    unknown: frozenset[int]
    """Propositions of the other slots."""


def codes(game: Game, limit: int, tick: Callable[[], None]) -> Iterator[Assignment]:
    """Yield the codes in order.

    `LimitError` ("codes") after `limit` partly filled ones; `tick` is called now and then.
    """
    order, steps = _plan(game, limit)
    back = sorted(range(len(order)), key=order.__getitem__)
    visited = 0
    waiting: list[tuple[int, list[_Part]]] = [(0, [()])]
    while waiting:
        depth, parts = waiting.pop()
        if depth == len(steps):
            yield from (tuple(part[place] for place in back) for part in parts)
            continue
        tick()
        step = steps[depth]
        now = max(1, TOGETHER // len(step.rows)) if step.rows else len(parts)
        if len(parts) > now:
            waiting.append((depth, parts[now:]))
        visited += len(parts[:now]) * len(step.rows)
        if visited > limit:
            raise LimitError("codes", visited, limit, "listing the codes by the formulas")
        further = [part + row for part in parts[:now] for row in step.rows]
        kept = [part for some in chunks(further) for part in _kept(step, some)]
        if kept:
            waiting.append((depth + 1, kept))


def _kept(step: _Step, parts: Sequence[_Part]) -> list[_Part]:
    """Return the parts that nothing known at this step excludes."""
    kept = [
        part
        for part in parts
        if all(len({part[place] for place in group}) == len(group) for group in step.distinct)
        and all(tuple(part[place] for place in slots) in rows for slots, rows in step.tables)
    ]
    if not kept or not step.constraints:
        return kept
    all_ = (1 << len(kept)) - 1
    variables = transposed(true_propositions(step.filled, part) for part in kept)
    values = step.formulas.evaluate(variables, {}, all_, step.unknown)
    possible = all_
    for lit in step.constraints:
        possible &= ~values.holds(lit ^ 1)
    return [kept[place] for place in places(possible)]


def _plan(game: Game, limit: int) -> tuple[list[int], list[_Step]]:
    """Return the slots in the order in which they are filled, and the steps of filling them.

    Groups and tables are tested when the last of their slots is filled, constraints whenever one is.
    """
    space = game.codes
    order: list[int] = []
    steps: list[_Step] = []
    waiting = [(_slots_of(game, lit), lit) for lit in space.constraints]
    for number, slot in enumerate(space.slots):
        if number in order:
            continue
        known = set(order)
        table = next((t for t in space.tables if number in t.slots and not known & set(t.slots)), None)
        if table is None:
            order.append(number)
            values = islice(slot_values(slot), limit + 1)
            rows: list[_Part] = [(value,) for value in values]
        else:
            order += table.slots
            rows = list(table.rows)
        place = {filled: at for at, filled in enumerate(order)}
        new = set(order) - known
        constraints = [lit for slots, lit in waiting if slots & new or not (slots or steps)]
        steps.append(
            _Step(
                rows,
                [[place[slot] for slot in group] for group in space.distinct if _filled(group, new, place)],
                [
                    ([place[slot] for slot in other.slots], frozenset(other.rows))
                    for other in space.tables
                    if other is not table and _filled(other.slots, new, place)
                ],
                constraints,
                ParallelFormulas(game.dag, constraints),
                Space(tuple(space.slots[filled] for filled in order)),
                frozenset(
                    slot.first + i
                    for other, slot in enumerate(space.slots)
                    if other not in place
                    for i in range(slot.width)
                ),
            )
        )
    return order, steps


def _filled(slots: Sequence[int], new: Collection[int], filled: Collection[int]) -> bool:
    """Return whether `new` slots are the last of some that are filled."""
    return any(slot in new for slot in slots) and all(slot in filled for slot in slots)


def _slots_of(game: Game, lit: Lit) -> set[int]:
    """Return the slots of the secret that a formula speaks of."""
    slots = enumerate(game.codes.slots)
    slot_of = {slot.first + i: number for number, slot in slots for i in range(slot.width)}
    nodes = (game.dag.nodes[node] for node in game.dag.reachable([lit]))
    return {slot_of[args[0]] for kind, args in nodes if kind == VARIABLE}
