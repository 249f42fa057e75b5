"""All codes of a decision diagram, when every slot of the secret holds a symbol."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cobra.model.game import Assignment, Slot
from cobra.sat.diagrams import Diagram


def list_codes(codes: Diagram, slots: Sequence[Slot], tick: Callable[[], None]) -> list[Assignment]:
    """Return the codes in order; the levels of the diagram are the propositions as they are numbered.

    From each node with which a slot begins the values lead to nodes with which the next one begins; codes
    are then put together from the last slot to the first, the ends that codes share only once. `tick` is
    called now and then, and may raise what ends the work.
    """
    ways: list[dict[Diagram, list[tuple[int, Diagram]]]] = []
    nodes = {codes} if codes.satisfiable() else set()
    for slot in slots:
        tick()
        ways.append({node: _values(node, slot) for node in nodes})
        nodes = {end for found in ways[-1].values() for _, end in found}
    ends: dict[Diagram, list[Assignment]] = {node: [()] for node in nodes}
    for layer in reversed(ways):
        tick()
        ends = {
            node: [(value, *rest) for value, end in found for rest in ends[end]]
            for node, found in layer.items()
        }
    return ends.get(codes, [])


def _values(node: Diagram, slot: Slot) -> list[tuple[int, Diagram]]:
    """Return the values a slot can have from a node on, each with the node it leads to."""
    found: list[tuple[int, Diagram]] = []
    for place in range(slot.width):
        yes, node = _sides(node, slot.first + place)
        for other in range(place + 1, slot.width):
            yes = _sides(yes, slot.first + other)[1]
        if yes.satisfiable():
            found.append((place, yes))
    return found


def _sides(node: Diagram, level: int) -> tuple[Diagram, Diagram]:
    sides = node.cofactors() if node.node_level() == level else None
    return sides or (node, node)
