"""What a kind of drawing is: which games it fits, and what is drawn of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cobra.drawings.sheet import Plan, Sheet
from cobra.model.game import ExperimentType, Game, Slot, Space
from cobra.model.memory import own_slots


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of drawing, `draw name`.

    `about` says in a sentence what is seen, `needs` which experiments it can draw, `fits` whether one of a
    game is among them. The others make the pictures; those of an experiment that does not fit are not
    asked for. What they return None for is shown as text.
    """

    name: str
    about: str
    needs: str
    fits: Callable[[Game, ExperimentType], bool]
    experiment: Callable[[Game, Sheet, ExperimentType], Plan | None]
    answer: Callable[[Game, Sheet, ExperimentType], Plan | None]
    code: Callable[[Game, Sheet], Plan | None]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an experiment, or an unknown of the secret, with the first of its variables."""

    slot: Slot
    variable: int

    @property
    def variables(self) -> int:
        """Return the number of its variables."""
        return self.slot.size_max if self.slot.kind == "set" else 1


def parameters(space: Space) -> list[Parameter]:
    """Return the slots that are chosen or kept secret, each with its variables."""
    found: list[Parameter] = []
    for slot in own_slots(space.slots):
        last = found[-1] if found else None
        found.append(Parameter(slot, 0 if last is None else last.variable + last.variables))
    return found


def unknowns(game: Game) -> list[Parameter]:
    """Return what is kept secret, without what follows from it."""
    return [one for one in parameters(game.codes) if not one.slot.aux]


def first_digit(type_: ExperimentType) -> int:
    """Return the variable of the first component of an answer."""
    return sum(parameter.variables for parameter in parameters(type_.space))


def families(found: Sequence[Parameter]) -> Iterator[list[Parameter]]:
    """Yield the parameters family by family."""
    for family in dict.fromkeys(parameter.slot.family for parameter in found):
        yield [parameter for parameter in found if parameter.slot.family == family]
