"""What each answer to an experiment leaves where more than knowledge changes, or knowledge may be wrong.

In a game with memory that is a number of codes, a state and a price, and maybe a lost play; with lies codes
by the lies told, and with `noise` how likely the answer is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from cobra.amounts import amount
from cobra.engine.made import Made
from cobra.errors import StoppedError
from cobra.figures import exact
from cobra.model.answers import show_outcome
from cobra.model.game import Game
from cobra.play.believed_position import BelievedPosition
from cobra.play.parts import Split
from cobra.play.position import Position
from cobra.play.standing import Standing, standing_document, state_text
from cobra.texts import figure, say

_SHOWN: Final = 8
"""So many answers are told in a sentence; the JSON has all."""
_SECONDS: Final = 1.0
"""So long it may take to find out after which answers plays are over."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """What an answer leaves."""

    outcome: str
    codes: int
    told: tuple[int, ...]
    """Where answers may be lies how many of these codes there are with no lie told, with one, and so on."""
    chance: Fraction | None
    """How likely the answer is; None where nobody says how likely lies or moves are."""
    standing: Standing | None
    """How the play stands then, in a game with memory."""
    price: Fraction | None
    """What the experiment costs with this answer; None in a game without prices."""
    end: str | None
    """`won` or `lost` where the play is over then, `goes on` where it is not; None when not found out."""

    def document(self, game: Game) -> dict[str, Any]:
        """Return it for JSON."""
        state = {} if self.standing is None else {"state": standing_document(game, self.standing)["state"]}
        return {
            "outcome": self.outcome,
            "codes": self.codes,
            **({"told": list(self.told)} if game.unseen is not None and game.unseen.lies else {}),
            "chance": None if self.chance is None else float(self.chance),
            **state,
            **({} if self.standing is None else {"price": None if self.price is None else exact(self.price)}),
            "end": self.end,
        }


def consequences(position: Position, found: Split) -> tuple[Consequence, ...]:
    """Return what each answer to an experiment leaves; nothing in a game in which only knowledge changes."""
    game = position.game
    if game.memory is None and game.unseen is None:
        return ()
    answer, chances = game.experiments[found.experiment[0]].answer, _chances(position, found)
    afters = [position.then(Made(found.experiment, part.outcome)) for part in found.parts]
    has_prices = game.memory is not None and game.memory.priced
    ends = list(_ends(position, afters))
    return tuple(
        Consequence(
            outcome=show_outcome(answer, part.outcome),
            codes=part.codes,
            told=part.told,
            chance=chance,
            standing=None if game.memory is None else after.standing,
            price=after.standing.paid - position.standing.paid if has_prices else None,
            end=end,
        )
        for part, chance, after, end in zip(found.parts, chances, afters, ends, strict=True)
    )


def _chances(position: Position, found: Split) -> list[Fraction | None]:
    """Return how likely each answer is."""
    if not isinstance(position, BelievedPosition):
        weights = [part.codes if part.weight is None else part.weight for part in found.parts]
        return [Fraction(weight, sum(weights)) for weight in weights]
    if position.likely is None:
        return [None] * len(found.parts)
    shares = position.beliefs.shares(position.likely, found.experiment)
    return [shares[part.outcome] for part in found.parts]


def _ends(position: Position, afters: Sequence[Position]) -> Iterator[str | None]:
    """Yield how the play ends with each answer."""
    stopped = False
    with position.run.at_most(_SECONDS):
        for after in afters:
            end = None
            try:
                stopped = stopped or position.run.stop_reason() is not None
                if not stopped:
                    end = _end(after)
            except StoppedError:
                stopped = True
            yield end


def _end(after: Position) -> str | None:
    if after.over:
        return "lost" if after.lost else "won"
    return None if after.unsettled else "goes on"


def consequences_sentence(game: Game, experiment: str, found: Sequence[Consequence]) -> str:
    """Return what each answer leaves in words, the most codes first."""
    order = sorted(found, key=lambda one: (-one.codes, *(-codes for codes in one.told)))
    most = _SHOWN if len(order) > _SHOWN + 1 else len(order)
    shown = [f"{one.outcome} {', '.join(_details(game, one))}" for one in order[:most]]
    shown += [say("and {n} more answers", n=len(order) - most)] if len(order) > most else []
    if game.unseen is not None and game.unseen.lies:
        sentence = "{experiment} leaves (codes without a lie + with 1 …): {answers}."
    else:
        sentence = "{experiment} leaves: {answers}."
    return say(sentence, experiment=experiment, answers="; ".join(shown))


def _details(game: Game, one: Consequence) -> Iterator[str]:
    yield "+".join(map(amount, one.told or (one.codes,)))
    if one.chance is not None and (game.unseen is not None or game.weight is not None):
        if one.chance < Fraction(1, 1000):
            yield say("{share} of the chance", share=figure(f"{float(one.chance):.3g}"))
        else:
            most = 100.0 if one.chance == 1 else 99.9  # what is not certain is not said to be
            yield say("{share}% likely", share=figure(f"{min(100 * float(one.chance), most):.1f}"))
    if one.standing is not None and one.end != "won" and (state := state_text(game, one.standing)):
        yield say("then {state}", state=state)
    if one.price is not None:
        yield say("costs {price}", price=figure(exact(one.price)))
    if one.end == "lost":
        yield say("the play is lost")
