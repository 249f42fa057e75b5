"""Which values of a state can arise in a play at all."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from cobra.model.dag import FALSE, PARAMETER, VARIABLE, Lit
from cobra.model.evaluate import decided
from cobra.model.game import Game, Memory
from cobra.symmetries import parts

_Held = tuple[int, int]
"""A slot of the state, and a value it may hold, by their numbers."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """A formula that says when a slot of the state holds a value after an experiment."""

    held: _Held
    lit: Lit
    decided: dict[Lit, bool]
    """Leaves of the formula that tables decide."""
    before: dict[Lit, _Held]
    """Leaves that say what the state holds before it."""


def arising(game: Game, memory: Memory) -> list[set[int]]:
    """Return for each slot of the state the values that it may come to hold; some of them may not, either.

    Those of the first state arise, and every value whose formula is not false when all values that do not
    arise are ruled out, and what tables decide is known.
    """
    found = [{start} for start in memory.start]
    waiting = _settings(game)
    after: dict[_Held, list[_Setting]] = defaultdict(list)
    for setting in waiting:
        for held in setting.before.values():
            after[held].append(setting)
    while waiting:
        setting = waiting.pop()
        slot, value = setting.held
        if value in found[slot]:
            continue
        ruled_out = {leaf: False for leaf, (at, held) in setting.before.items() if held not in found[at]}
        if decided(game.dag, setting.lit, setting.decided | ruled_out) is not False:
            found[slot].add(value)
            waiting += after[setting.held]
    return found


def _settings(game: Game) -> list[_Setting]:
    secret = parts.decided(game.codes)
    settings = []
    for type_ in game.experiments:
        chosen = parts.decided(type_.space)
        states = [slot for slot in type_.space.slots if slot.state]
        held = {slot.first + i: (number, i) for number, slot in enumerate(states) for i in range(slot.width)}
        for number, cases in enumerate(type_.after):
            for i, lit in enumerate(cases.lits):
                if lit == FALSE:
                    continue
                known, before = {}, {}
                for node in game.dag.reachable([lit]):
                    kind, args = game.dag.nodes[node]
                    if kind == VARIABLE and args[0] in secret:
                        known[2 * node] = secret[args[0]]
                    elif kind == PARAMETER and args[0] in held:
                        before[2 * node] = held[args[0]]
                    elif kind == PARAMETER and args[0] in chosen:
                        known[2 * node] = chosen[args[0]]
                settings.append(_Setting((number, i), lit, known, before))
    return settings
