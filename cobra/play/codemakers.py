"""Codemakers: who keeps the secret and answers.

`Honest` has one code from the beginning. An adversary has none: to every experiment it gives, of the answers
that are still possible, the worst for who asks, and so it is never caught lying; Klimoš (2014) calls the two
kinds here `models` and `fixed`. Where answers may be lies or the secret moves, both are in `liars`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from cobra.arguments import checked
from cobra.engine.run import Run
from cobra.errors import GameError, StoppedError, TimeLimitError
from cobra.limits import Limits
from cobra.model.answers import OutcomeValue
from cobra.model.codeless import why_no_code
from cobra.model.game import Assignment, Experiment, Game
from cobra.model.outcomes import outcome, weight_of
from cobra.model.show import Notation
from cobra.nearest import did_you_mean
from cobra.options import CODEMAKERS, MEMORY
from cobra.play.begin import Positions, positions_of
from cobra.play.believed_position import BelievedPosition
from cobra.play.left import CodesLeft
from cobra.play.liars import Liar, LyingAdversary
from cobra.play.parts import Part
from cobra.play.position import Position, demand_codes
from cobra.play.split import final_outcomes, split
from cobra.texts import say

if TYPE_CHECKING:
    from cobra.sat.counting import CodeCounter

_TRIES: Final = 10_000
"""So many codes are drawn, at most, until one is taken with the probability its weight gives it."""


class Codemaker(Protocol):
    """Answers experiments; a position is what is known before."""

    @property
    def name(self) -> str:
        """Return the name it is asked for by: `random`, `models`, `fixed`, or its code."""

    def answer(self, position: Position, experiment: Experiment) -> OutcomeValue:
        """Return the outcome of an experiment."""

    def reveal(self, position: Position) -> str:
        """Return the secret as text; an adversary names one that fits all its answers."""


class Honest:
    """Keeps one code."""

    def __init__(self, game: Game, name: str, code: Assignment) -> None:
        self.name = name
        self.code = code
        self._game = game

    def answer(self, position: Position, experiment: Experiment) -> OutcomeValue:
        """Return the outcome of an experiment, whatever is known."""
        return outcome(self._game, position.here(experiment), self.code)

    def reveal(self, position: Position) -> str:
        """Return the code."""
        return Notation(self._game).code(self.code)


class Adversary:
    """Keeps all codes that fit its answers.

    `models` leaves the most codes, `fixed` the fewest variables with one value. Between equals it takes an
    outcome that is not final, then the first in the order of outcomes.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def answer(self, position: Position, experiment: Experiment) -> OutcomeValue:
        """Return the worst outcome that is still possible.

        `GameError` when no code is left, or when they are too many to be counted in time and memory.
        """
        demand_codes(position)
        experiment = position.here(experiment)
        fixed = _fixed(position, experiment) if self.name == "fixed" else {}
        parts = _parts(position, experiment)  # in the order of outcomes, of which min takes the first
        return min(parts, key=lambda part: (fixed.get(part.outcome, -part.codes), part.final)).outcome

    def reveal(self, position: Position) -> str:
        """Return the first of the codes left; `GameError` when none is."""
        demand_codes(position)
        return position.list(1)[0]


@checked
def make_codemaker(
    game: Game,
    name: str,
    *,
    seed: int = 0,
    run: Run | None = None,
    memory: int = MEMORY,
    limits: Limits | None = None,
    positions: Positions | None = None,
) -> Codemaker:
    """Return the codemaker of a name: `random`, `models`, `fixed`, or a code as it is printed.

    `positions` has positions known already, with limits of their own. `GameError` when it is none of these,
    and when a secret cannot be drawn in `memory` bytes.
    """
    positions = positions_of(game, positions, run or Run(), memory, limits)
    if name == "random":
        start = positions(())
        if not start.codes:
            raise GameError(say("the game has no code: {why}", why=why_no_code(game)))
        return keeper(start, name, draw(start, Random(seed)), seed)
    if name in CODEMAKERS:
        return Adversary(name) if game.unseen is None else LyingAdversary(name)
    try:
        code = Notation(game).parse_code(name)
    except GameError as error:
        known = f"a codemaker is {', '.join(CODEMAKERS)} or a code{did_you_mean(name, CODEMAKERS)}"
        raise GameError(f"{error} ({known})") from None
    if game.unseen is None:
        return Honest(game, Notation(game).code(code), code)
    return keeper(positions(()), Notation(game).code(code), code, seed)


def keeper(start: Position, name: str, code: Assignment, seed: int) -> Honest | Liar:
    """Return who keeps a code of a game, which is at its start."""
    if isinstance(start, BelievedPosition):
        return Liar(start.beliefs, name, code, seed)
    return Honest(start.game, name, code)


def draw(position: Position, random: Random) -> Assignment:
    """Return a random code of those left, as likely as its weight says."""
    if not position.codes:
        raise GameError(say("there is no code to choose from"))
    if position.left is not None:
        return position.left.code(_heavy(position.left.weights(), random))
    for _ in range(_TRIES):
        code = _drawn(position, random)
        weight = position.game.weight
        if weight is None or random.randrange(weight.high) < weight_of(position.game, code):
            return code
    raise GameError(say("the weights of the codes are too uneven to draw one of so many"))


def _heavy(weights: list[int], random: Random) -> int:
    """Return a random place, as likely as its weight."""
    chosen = random.randrange(sum(weights))
    for place, weight in enumerate(weights):
        chosen -= weight
        if chosen < 0:
            return place
    raise AssertionError("weights are positive together")


def _drawn(position: Position, random: Random) -> Assignment:
    """Return a random code of very many, each as likely as any other."""

    counter = _counter(position)
    try:
        (code,) = counter.draw(1, random, position.deadline(), even=True)
    except TimeLimitError:
        raise StoppedError("time", "choosing a secret") from None
    return code


def _counter(position: Position) -> CodeCounter:
    """Return what counts the codes; without it none can be drawn fairly, and answers cannot be compared."""
    if position.counter is None:
        raise position.uncounted or GameError(say("the codes left could not be counted"))
    return position.counter


def _parts(position: Position, experiment: Experiment) -> Sequence[Part]:
    """Return the outcomes that are possible with the codes each leaves."""
    if position.left is not None:
        return split(position, experiment).parts

    counter = _counter(position)
    try:
        counts = counter.split(experiment, position.deadline())
    except TimeLimitError:
        raise StoppedError("time", "comparing the answers that are possible") from None
    finals = final_outcomes(position, experiment)
    return [Part(values, codes, values in finals) for values, codes in counts.items()]


def _fixed(position: Position, experiment: Experiment) -> dict[OutcomeValue, int]:
    """Return the number of variables that each possible outcome leaves with one value."""
    if position.left is not None:
        return _fixed_in_list(position.left, experiment)
    from cobra.sat.knowledge import SatKnowledge

    game, deadline = position.after, position.deadline()
    fixed: dict[OutcomeValue, int] = {}
    try:
        with SatKnowledge(game, deadline=deadline) as knowledge:
            outcomes = list(knowledge.outcomes(experiment))
        for values in outcomes:
            with SatKnowledge(game, ((experiment, values),), deadline=deadline) as knowledge:
                fixed[values] = len(knowledge.fixed_variables())
    except TimeLimitError:
        raise StoppedError("time", "comparing the answers that are possible") from None
    return fixed


def _fixed_in_list(left: CodesLeft, experiment: Experiment) -> dict[OutcomeValue, int]:
    cells: dict[int, list[int]] = {}
    core = left.core(experiment)
    for code, number in zip(left.numbers, left.outcomes(core), strict=True):
        cells.setdefault(number, []).append(code)
    values = left.table.compiled.decoders[core[0]].values
    return {values(number): len(left.table.engine.fixed(cell)) for number, cell in cells.items()}
