"""Codes drawn at random from a decision diagram, each as likely as any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Final

from cobra.model.game import Assignment, Space
from cobra.sat.diagrams import Diagram
from cobra.sat.spaces import decode

EVEN_NODES: Final = 60_000
"""In diagrams of up to so many nodes the models below each are counted, so that draws are exactly even."""
_DRAWS_A_CODE: Final = 4
"""In larger ones so many codes are drawn by guesses for each one that is kept."""


def draw_codes(
    codes: Diagram,
    space: Space,
    order: Sequence[int],
    number: int,
    random: Random,
    tick: Callable[[], None],
    *,
    even: bool = False,
) -> list[Assignment]:
    """Return `number` codes drawn with replacement from a satisfiable diagram, whose levels are `order`.

    Unless they must be `even`, the draws from a large diagram are walks that guess at every node how many
    codes are on either side, each weighted by how unlikely it was (Knuth 1975), and of them those to be
    returned are drawn by weight: as even as there are many of them, not exactly. `tick` is called now and
    then, and may raise what ends the work.
    """
    if even or codes.node_count() <= EVEN_NODES:
        walker = _Walker(order, random, models=_models(codes, len(order), tick))
        return [decode(space, range(len(order)), walker.walk(codes)[0]) for _ in range(number)]
    walker = _Walker(order, random, guesses=_densities(space, order))
    walks = []
    for _ in range(_DRAWS_A_CODE * number):
        tick()
        walks.append(walker.walk(codes))
    weights = list(accumulate(weight for _, weight in walks))
    return [
        decode(space, range(len(order)), true)
        for true, _ in random.choices(walks, cum_weights=weights, k=number)
    ]


class _Walker:
    """Walks through a diagram, from the top to "true"."""

    def __init__(
        self,
        order: Sequence[int],
        random: Random,
        models: Mapping[Diagram, int] | None = None,
        guesses: Sequence[float] = (),
    ) -> None:
        self._order = order
        self._random = random
        self._models = models
        self._guesses = guesses

    def walk(self, node: Diagram) -> tuple[list[bool], float]:
        """Return whether each proposition holds at the end, and 1 / the probability of that walk."""
        true = [False] * len(self._order)
        weight = 1.0
        for level, proposition in enumerate(self._order):
            if node.node_level() != level:  # this side or that, it makes no difference
                if self._random.random() < 0.5:
                    true[proposition] = True
                weight *= 2
                continue
            sides = node.cofactors()
            assert sides is not None  # a node with a level is no constant
            yes, no = sides
            likely = self._likely(level, yes, no)
            chosen = self._random.random() < likely
            weight /= likely if chosen else 1 - likely
            node = yes if chosen else no
            if chosen:
                true[proposition] = True
        return true, weight

    def _likely(self, level: int, yes: Diagram, no: Diagram) -> float:
        """Return the probability with which the proposition of a level is to hold."""
        if not no.satisfiable():
            return 1.0
        if not yes.satisfiable():
            return 0.0
        if self._models is None:
            return self._guesses[level]
        here, there = (
            self._models[side] << (_level(side, len(self._order)) - level - 1) for side in (yes, no)
        )
        return here / (here + there)


def _models(codes: Diagram, levels: int, tick: Callable[[], None]) -> dict[Diagram, int]:
    """Return for each node below, itself among them, its number of models over its own level and deeper."""
    nodes = {codes}
    waiting = [codes]
    while waiting:
        children = waiting.pop().cofactors()
        for child in children or ():
            if child not in nodes:
                nodes.add(child)
                waiting.append(child)
    models: dict[Diagram, int] = {}
    for number, node in enumerate(sorted(nodes, key=lambda node: -_level(node, levels))):
        if number % 1000 == 0:
            tick()
        level = _level(node, levels)
        children = node.cofactors()
        if children is None:
            models[node] = int(node.satisfiable())
        else:
            models[node] = sum(models[child] << (_level(child, levels) - level - 1) for child in children)
    return models


def _level(node: Diagram, levels: int) -> int:
    level = node.node_level()
    return levels if level is None else level


def _densities(space: Space, order: Sequence[int]) -> list[float]:
    """Return for each level how likely its proposition is, those before it in its slot being false."""
    likely: dict[int, float] = {}
    for slot in space.slots:
        for place in range(slot.width):
            if slot.kind == "symbol":
                share = 1 / (slot.width - place)
            else:
                share = 0.5 if slot.kind == "bool" else (slot.size_min + slot.size_max) / (2 * slot.width)
            likely[slot.first + place] = min(max(share, 0.01), 0.99)
    return [likely[proposition] for proposition in order]
