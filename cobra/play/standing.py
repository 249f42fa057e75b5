"""How a play stands in a game with memory: the state, what was paid, whether it is lost.

All of that follows from the experiments made and their answers, as answers decide it: so any code tells it
that gives an answer, also where no code gives all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cobra.budget import Deadline
from cobra.engine.made import Made, show_made
from cobra.errors import GameError
from cobra.figures import exact
from cobra.model.game import Assignment, Experiment, Game, true_propositions
from cobra.model.memory import (
    State,
    follow_components,
    followed,
    in_state,
    moved,
    price_unit,
    show_state,
    start_of,
)
from cobra.model.outcomes import component_values
from cobra.model.show import Notation
from cobra.model.spaces import allows
from cobra.texts import figure, say

if TYPE_CHECKING:
    from cobra.sat.knowledge import SatKnowledge


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a play beside the codes left; nothing but zeros in a game without memory."""

    state: State = ()
    paid: Fraction = Fraction(0)
    """The prices of all experiments made, 1 for each where the game names none."""
    lost: bool = False
    """Whether the last experiment lost the play, unless it won it."""


def beginning(game: Game) -> Standing:
    """Return how a play stands before the first experiment."""
    return Standing(start_of(game))


def standing_after(game: Game, standing: Standing, made: Made, code: Assignment) -> Standing:
    """Return how a play stands after an experiment, made in its state, by a code that gives the answer.

    `GameError` when the state leaves its values, in a game that is not well-formed.
    """
    if game.memory is None:
        return standing
    type_ = game.experiments[made.experiment[0]]
    sides = true_propositions(game.codes, code), true_propositions(type_.space, made.experiment[1])
    try:
        values = component_values(game.dag, follow_components(game, type_), *sides)
    except GameError:
        shown = show_made(game, made)
        message = say("after {made} the state leaves its values; cobra check says more", made=shown)
        raise GameError(message) from None
    then = followed(game, type_, values)
    return Standing(then.state, standing.paid + then.price * price_unit(game), then.lost)


class Retracing:
    """Experiments made one after the other, each put into the state of its moment.

    Entries that cannot be made are refused by `GameError`. From an answer on that no code gives the state
    stays as it was, and nothing is refused. Close it, or use it in a `with`.
    """

    def __init__(self, game: Game, deadline: Deadline | None = None) -> None:
        self.game = game
        self.made: list[Made] = []
        self.standings = [beginning(game)]
        """How the play stood at the beginning and after each experiment."""
        self._astray = False
        self._deadline = deadline
        self._notation: Notation | None = None
        self._knowledge: SatKnowledge | None = None

    def __enter__(self) -> Retracing:
        return self

    def __exit__(self, *_: object) -> None:
        if self._knowledge is not None:
            self._knowledge.close()

    @property
    def standing(self) -> Standing:
        """Return how the play stands now."""
        return self.standings[-1]

    @property
    def notation(self) -> Notation:
        """Return how experiments are read and written that are made now; `GameError` when none can be."""
        demand_going_on(self.game, self.made, self.standing)
        if self._notation is None:
            self._notation = Notation(moved(self.game, self.standing.state))
        return self._notation

    def add(self, made: Made, code: Assignment | None = None) -> Made:
        """Make an experiment that was answered so, by `code` among others; return it in its state."""
        if self.game.memory is None:
            self.made.append(made)
            return made
        notation, standing = self.notation, self.standing
        made = Made(in_state(self.game, made.experiment, standing.state), made.outcome)
        if not self._astray and (refused := refusal(notation, made.experiment)) is not None:
            raise GameError(refused)
        if code is None and not self._astray:
            code = self._code(made)
        self._astray = self._astray or code is None
        self.made.append(made)
        after = standing if code is None else standing_after(self.game, standing, made, code)
        self.standings.append(after)
        if after.state != standing.state:
            self._notation = None
        return made

    def _code(self, made: Made) -> Assignment | None:
        from cobra.sat.knowledge import SatKnowledge  # here: slow to import, and most games need none

        if self._knowledge is None:
            self._knowledge = SatKnowledge(self.game, deadline=self._deadline)
        return self._knowledge.one_code_with(*made)


def replayed(
    game: Game, history: Sequence[Made], deadline: Deadline | None = None
) -> tuple[tuple[Made, ...], tuple[Standing, ...]]:
    """Return experiments in the states in which they were made, and how the play stood before and after each.

    `GameError` for one that could not be made.
    """
    with Retracing(game, deadline) as replay:
        for made in history:
            replay.add(made)
        return tuple(replay.made), tuple(replay.standings)


def demand_going_on(game: Game, history: Sequence[Made], standing: Standing) -> None:
    """Raise `GameError` when nothing can be asked any more, as the last experiment lost the play."""
    if standing.lost:
        last, where = show_made(game, history[-1]), _where(game, standing)
        raise GameError(
            say("nothing can be asked after {made}: the play is over{where}", made=last, where=where)
        )


def refusal(notation: Notation, experiment: Experiment) -> str | None:
    """Return why an experiment cannot be made in its state, a sentence; None when it can be.

    An experiment that only a list of the game leaves out can be made.
    """
    game = notation.game
    type_ = game.experiments[experiment[0]]
    unlisted = replace(type_.space, tables=())
    if game.memory is None or allows(game.dag, unlisted, experiment[1], of_experiments=True):
        return None
    standing = Standing(start_of(game))
    shown = notation.experiment(experiment)
    for slot, place in zip(game.memory.slots, standing.state, strict=True):
        if slot.name == f"{type_.name} made" and place == len(slot.symbols) - 1:
            return say(
                "{experiment} cannot be made any more: {name} can be made {times}",
                experiment=repr(shown),
                name=type_.name,
                times=say("once") if place == 1 else say("{n} times", n=place),
            )
    return say(
        "{experiment} cannot be made here{where}: the conditions on the experiment exclude it",
        experiment=repr(shown),
        where=_where(game, standing),
    )


def _where(game: Game, standing: Standing) -> str:
    shown = state_text(game, standing)
    return say(", where {state}", state=shown) if shown else ""


def state_text(game: Game, standing: Standing) -> str:
    """Return the state as text, `left = 1`; nothing in a game without one."""
    return "" if game.memory is None else show_state(game.memory, standing.state)


def paid_text(game: Game, standing: Standing) -> str:
    """Return what was paid as text, `3.5`; nothing in a game without prices."""
    return exact(standing.paid) if game.memory is not None and game.memory.priced else ""


def standing_words(game: Game, standing: Standing) -> str:
    """Return state and price as text, `left = 1; 3.5 paid`; nothing where there is neither."""
    paid = paid_text(game, standing)
    cost = say("{cost} paid", cost=figure(paid)) if paid else ""
    return "; ".join(filter(None, [state_text(game, standing), cost]))


def standing_document(game: Game, standing: Standing) -> dict[str, Any]:
    """Return state and price for JSON; nothing in a game without memory.

    `state` has the values by name, `cost` what was paid, as text: a decimal or a fraction.
    """
    if game.memory is None:
        return {}
    pairs = zip(game.memory.slots, standing.state, strict=True)
    return {
        "state": {slot.name: slot.symbols[place] for slot, place in pairs},
        "cost": paid_text(game, standing) or None,
    }
