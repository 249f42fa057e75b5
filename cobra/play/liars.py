"""Codemakers where answers may be lies, or the secret moves.

A `Liar` keeps one code; by chance it lies and the secret moves. A `LyingAdversary` keeps open all that its
answers allow, lies and moves included.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Final

from cobra.model.answers import OutcomeValue, outcome_number
from cobra.model.game import Assignment, Experiment
from cobra.model.unseen import Answer
from cobra.play.beliefs import Beliefs
from cobra.play.believed_position import BelievedPosition
from cobra.play.position import Position, demand_codes

LIKELY: Final = Fraction(1, 4)
"""How likely an answer is a lie while lies are left, where the game does not say it."""


class Liar:
    """Keeps one code. Which answers are lies, which wrong answer is given and where the secret goes is drawn.

    Of the wrong answers all are alike, and so are the codes to move to. The seed and the number of the
    experiment tell what is drawn: an experiment taken back and made again is answered as before.
    """

    def __init__(self, beliefs: Beliefs, name: str, code: Assignment, seed: int) -> None:
        self.name = name
        self.code = code
        self.seed = seed
        self._beliefs = beliefs
        self._number = beliefs.number(code)

    @property
    def shown(self) -> str:
        """Return the code that it began with, as text."""
        return self._beliefs.table.show_code(self._number)

    def reseeded(self, seed: int) -> Liar:
        """Return who keeps the same code and draws anew."""
        return Liar(self._beliefs, self.name, self.code, seed)

    def answer(self, position: Position, experiment: Experiment) -> OutcomeValue:
        """Return what the secret answers as it is now, or a lie."""
        code, lies = self._now(position)
        return self._drawn(len(position.history), code, len(lies), experiment)[0]

    def reveal(self, position: Position) -> str:
        """Return the code, as it is now."""
        return self._beliefs.table.show_code(self._now(position)[0])

    def lies(self, position: Position) -> tuple[int, ...]:
        """Return which of its answers were lies, from 0."""
        return self._now(position)[1]

    def _now(self, position: Position) -> tuple[int, tuple[int, ...]]:
        """Return the code as it is now, and which answers were lies."""
        code = self._number
        lies: tuple[int, ...] = ()
        for place, made in enumerate(position.history):
            answer, then = self._drawn(place, code, len(lies), made.experiment)
            if self._beliefs.answering(made.experiment).is_lie(code, answer):
                lies = (*lies, place)
            code = then
        return code, lies

    def _drawn(self, place: int, code: int, told: int, experiment: Experiment) -> tuple[OutcomeValue, int]:
        """Return the answer to an experiment, and the code after it."""
        beliefs, random = self._beliefs, Random(f"{self.seed} {place}")
        asked = beliefs.answering(experiment)
        truth, final = asked.truths[code]
        noise = beliefs.unseen.noise if asked.noises is None else asked.noises[code]
        likely = LIKELY if noise is None else noise
        lie, moves = random.randrange(likely.denominator) < likely.numerator, random.random()
        if final:
            return truth, code
        if asked.drawn is None:
            others = [values for values in asked.possible if values != truth]
            may_lie = bool(others) and (beliefs.unseen.endless or told < beliefs.lies)
            answer = random.choice(others) if lie and may_lie else truth
        else:
            said = asked.drawn[code]
            (answer,) = random.choices(list(said), list(map(float, said.values())))
        if beliefs.following is None:
            return answer, code
        reached = beliefs.following[code]
        return answer, reached[int(moves * len(reached))]


class LyingAdversary:
    """Keeps all codes that fit its answers, with the lies that it may still tell.

    `models` leaves the most codes, each counted once and once more for each lie it can still tell; `fixed`
    the fewest variables with one value. Between equals it takes an outcome that is not final, then the first
    in the order of outcomes.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def answer(self, position: Position, experiment: Experiment) -> OutcomeValue:
        """Return the worst outcome that is still possible; `GameError` when nothing is."""
        assert isinstance(position, BelievedPosition)
        demand_codes(position)
        beliefs, of = position.beliefs, position.game.experiments[experiment[0]].answer
        cells = beliefs.cells(position.belief, experiment)

        def rank(answer: Answer) -> tuple[int, bool, int]:
            (values, final), cell = answer, cells[answer]
            if self.name == "models":
                harm = sum(1 if final else beliefs.lies - told + 1 for told in cell.values())
            else:
                harm = -len(beliefs.table.engine.fixed(sorted(cell)))
            return -harm, final, outcome_number(of, values)

        return min(cells, key=rank)[0]

    def reveal(self, position: Position) -> str:
        """Return one of the codes that are possible with the fewest lies; `GameError` when none is."""
        demand_codes(position)
        return position.list(1)[0]
