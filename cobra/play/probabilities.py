"""How likely each value of each unknown of the secret is, exactly, among the codes left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cobra.engine.table import CodeTable
from cobra.model.answers import show_value
from cobra.model.game import Assignment, Game, Slot, true_propositions


@dataclass(frozen=True, slots=True)
class Probabilities:
    """Weights by slot of the secret and value; slots that are `aux` are left out.

    The values of a symbol are its symbols, of a proposition "yes" and "no", of a set its members: there a
    weight says how often the symbol is in the set. What no code has is not named.
    """

    weight: int
    """The weight of all codes: their number when they have no weights."""
    weights: Mapping[str, Mapping[str, int]]
    """Σ weight of the codes that have a value, by slot and value."""
    sampled: bool = False
    """Whether that is of some codes found at random only."""

    def of(self, slot: str, value: str) -> Fraction:
        """Return the probability that a slot, such as `code[1]`, has a value."""
        return Fraction(self.weights[slot].get(value, 0), self.weight)


def probabilities_of(table: CodeTable) -> Probabilities:
    """Return the probabilities when codes are listed; by weight, when they have weights."""
    return counted(table.game, table.engine.held(), table.weight)


def weigh(game: Game, weights: Mapping[Assignment, int], *, sampled: bool = False) -> Probabilities:
    """Return the probabilities among some codes by their weights."""
    true = [0] * game.codes.propositions
    whole = sum(weights.values())
    for code, weight in weights.items():
        for proposition in true_propositions(game.codes, code):
            true[proposition] += weight
    return counted(game, true, whole, sampled=sampled)


def counted(game: Game, true: Sequence[int], whole: int, *, sampled: bool = False) -> Probabilities:
    """Return the probabilities when in codes of the weight `true[i]`, of `whole`, proposition i is true."""
    named = {slot.name: _by_value(slot, true, whole) for slot in game.codes.slots if not slot.aux}
    return Probabilities(whole, named, sampled)


def _by_value(slot: Slot, true: Sequence[int], whole: int) -> dict[str, int]:
    """Return weights by the text of a value, in the order of the values."""
    if slot.kind == "bool":
        weights = [(True, true[slot.first]), (False, whole - true[slot.first])]
        shown = [(show_value(value), weight) for value, weight in weights]
    else:
        shown = [(str(symbol), true[slot.first + place]) for place, symbol in enumerate(slot.symbols)]
    return {value: weight for value, weight in shown if weight}
