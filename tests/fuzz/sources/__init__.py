"""Where cases come from. The case of a seed and a number is always the same, whatever was made before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.fuzz.case import Case
from tests.fuzz.sources import core, edges, game, library, mutate, rules, states

Maker = Callable[[Random], Case]

MAKERS: dict[str, tuple[int, int, Maker]] = {
    "game": (25, 55, game.case),
    "core": (15, 25, core.case),
    "mutant": (25, 7, mutate.case),
    "small mutant": (15, 10, mutate.small_case),
    "rules": (8, 0, rules.case),
    "core rules": (4, 0, rules.core_case),
    "edges": (5, 1, edges.case),
    "library": (0, 2, library.small_case),
    "states": (0, 8, states.case),
    "unseen": (0, 5, states.unseen_case),
    "bytes": (3, 0, mutate.bytes_case),
}
"""Who makes cases, and how often: for the phases that read only, and for all phases."""


def make(seed: int, number: int, whole: bool) -> Case:
    """Return a case; `whole` ones are meant to go through all phases."""
    random = Random(f"{seed}/{number}")
    names = list(MAKERS)
    weights = [MAKERS[name][whole] for name in names]
    name = random.choices(names, weights)[0]
    return replace(MAKERS[name][2](random), origin=name, seed=seed, number=number)
