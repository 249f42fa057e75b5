"""What a certificate says of its game, and whether that is a game at hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cobra.certificate.parts import Claim, Ending, Front, Head, Measure
from cobra.language.expand import expand
from cobra.limits import Limits
from cobra.model.game import Assignment, Game, true_propositions
from cobra.model.outcomes import goal_value, knows_finals, weight_of

_NAME = re.compile(r"""\s*("[^"]*"|'[^']*'|\w+)\s*(,?)""")


def ending_of(game: Game) -> Ending:
    """Return when plays of a game are over, as certificates say it."""
    if game.ending == "hit":
        return "hit"
    return "confirm" if knows_finals(game) else "identify"


def front_of(
    game: Game,
    codes: Sequence[Assignment],
    experiments: int,
    measure: Measure,
    claims: Sequence[Claim],
    *,
    consistent: bool = False,
    first: int | None = None,
    limits: Limits | None = None,
) -> Front:
    """Return what stands before the facts of a certificate; `LimitError` when the text is too long."""
    text = expand(game, limits)
    ending = ending_of(game)
    head = Head(ending, measure, consistent and ending != "identify", first, tuple(claims), text)
    names = list(variables_of(text))
    constants = sum(
        1 << number
        for number, name in enumerate(names)
        if number >= game.codes.propositions and name.startswith("true")
    )
    bits = tuple(
        constants | sum(1 << proposition for proposition in true_propositions(game.codes, code))
        for code in codes
    )
    weights = None if game.weight is None else tuple(weight_of(game, code) for code in codes)
    numbers: dict[object, int] = {}
    goals = (
        tuple(numbers.setdefault(goal_value(game, code), len(numbers)) for code in codes)
        if game.goal
        else None
    )
    return Front(head, len(names), bits, weights, goals, experiments)


def variables_of(text: str) -> Iterator[str]:
    """Yield the variables of a text that `expand` wrote; behind those of the game are its constants."""
    place = re.search(r"^VARIABLES ", text, re.MULTILINE)
    more = place is not None
    at = place.end() if place is not None else 0
    while more and (match := _NAME.match(text, at)):
        yield match[1].strip("\"'")
        at, more = match.end(), bool(match[2])


def difference(front: Front, game: Game, limits: Limits | None = None) -> str | None:
    """Return in what the game of a certificate differs from another one, None when it does not."""
    head = front.head
    if head.game != expand(game, limits):
        return "its text in the core language is another one"
    if head.ending != ending_of(game):
        return f"its plays end otherwise: {head.ending}, not {ending_of(game)}"
    codes = [_assignment(game, code) for code in front.codes]
    for what, found, stated in (
        ("weights", [weight_of(game, code) for code in codes], front.weights or [1] * len(codes)),
        ("goals", _classes([goal_value(game, c) for c in codes]), _classes(front.goals or range(len(codes)))),
    ):
        if list(found) != list(stated):
            return f"its {what} are others"
    return None


def _classes(values: Sequence[object]) -> list[int]:
    """Return numbers that are equal where values are, in the order of their first occurrence."""
    numbers: dict[object, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]


def _assignment(game: Game, code: int) -> Assignment:
    """Return the values of the slots of a code, of which the propositions that hold are given as bits."""
    values = []
    for slot in game.codes.slots:
        bits = code >> slot.first & (1 << slot.width) - 1
        values.append(bits.bit_length() - 1 if slot.kind == "symbol" else bits)
    return tuple(values)
