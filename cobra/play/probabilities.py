"""How likely each value of each unknown of the secret is, exactly, among the codes left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from cobra.arguments import checked
from cobra.engine.table import CodeTable
from cobra.model.answers import show_value
from cobra.model.game import Assignment, Game, Slot, true_propositions
from cobra.options import read_choice


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

    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """All values that each slot can have in the game, also those that no code has."""

    @checked
    def of(self, slot: str, value: str) -> Fraction:
        """Return the probability that a slot, such as `code[1]`, has a value, such as "2".

        It is 0 for a value that no code has; `GameError` for one that the game does not know.
        """
        read_choice("slot of the secret", tuple(self.weights), slot)
        read_choice(f"value of {slot}", self.values[slot], value)
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
    slots = [slot for slot in game.codes.slots if not slot.aux]
    named = {slot.name: _by_value(slot, true, whole) for slot in slots}
    weights = {name: {value: weight for value, weight in of.items() if weight} for name, of in named.items()}
    return Probabilities(whole, weights, sampled, {name: tuple(of) for name, of in named.items()})


def _by_value(slot: Slot, true: Sequence[int], whole: int) -> dict[str, int]:
    """Return weights by the text of a value, all values in their order."""
    if slot.kind == "bool":
        weights = [(True, true[slot.first]), (False, whole - true[slot.first])]
        shown = [(show_value(value), weight) for value, weight in weights]
    else:
        shown = [(str(symbol), true[slot.first + place]) for place, symbol in enumerate(slot.symbols)]
    return dict(shown)
