"""A game in progress in which answers may be lies, or the secret moves: what is known is a belief."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from cobra.arguments import checked
from cobra.engine.made import Made
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, StoppedError
from cobra.limits import Limits
from cobra.model.game import Experiment, Game
from cobra.model.unseen import Belief, asks_any_set
from cobra.options import MEMORY
from cobra.play.beliefs import Beliefs, Course
from cobra.play.left import CodesLeft
from cobra.play.parts import Split
from cobra.play.position import Position
from cobra.play.probabilities import Probabilities, weigh
from cobra.play.standing import beginning


class BelievedPosition(Position):
    """Such a game after some experiments. Its codes are listed: `LimitError` when they are too many.

    `codes` are those that are possible with the lies allowed; where the secret moves, as it may be now.
    """

    def __init__(
        self,
        beliefs: Beliefs,
        belief: Belief,
        history: Sequence[Made] = (),
        finals: Sequence[bool] = (),
        likely: dict[tuple[int, int], int] | None = None,
        *,
        run: Run,
        memory: int,
        limits: Limits,
    ) -> None:
        self.game = beliefs.game
        self.run = run
        self.memory = memory
        self.limits = limits
        self.history = tuple(history)
        self.standings = (beginning(self.game),)
        self.beliefs = beliefs
        self.belief = belief
        """The codes that are possible, by their numbers, each with the fewest lies told."""
        self.likely = likely
        """How likely each possible code is with so many lies told, in parts of the sum; None where nobody
        says how likely lies are."""
        self.left = CodesLeft(beliefs.table, sorted(belief))
        self.codes = len(belief)
        self.exact = True
        self.counter = None
        self.uncounted = None
        self._finals = tuple(finals)

    def then(self, made: Made) -> BelievedPosition:
        """Return the position after one more experiment."""
        if reason := self.run.stop_reason():
            raise StoppedError(reason, "following the answers")
        belief, final = self.beliefs.after(self.belief, made)
        return BelievedPosition(
            self.beliefs,
            belief,
            (*self.history, made),
            (*self._finals, final),
            None if self.likely is None else self.beliefs.likely_then(self.likely, made),
            run=self.run,
            memory=self.memory,
            limits=self.limits,
        )

    def splits(self, experiments: Sequence[Experiment]) -> Sequence[Split]:
        """Return the outcomes that can come, with the sizes of what they leave, which overlap."""
        return [self.beliefs.split(self.belief, experiment) for experiment in experiments]

    @cached_property
    def after(self) -> Game:
        """Refuse: what is left of such a game is no game with fewer codes."""
        raise GameError("what answers leave that may be lies is no game by itself")

    @cached_property
    def table(self) -> CodeTable:
        """Return the game with its codes listed, its plays beginning with what is believed."""
        return self.beliefs.table.believing(self.belief, self.likely) if self.history else self.beliefs.table

    @cached_property
    def chances(self) -> dict[int, int] | None:
        """Return how likely each possible code is, in parts of the sum; None where nobody says."""
        if self.likely is None:
            return None
        found = dict.fromkeys((code for code, _ in self.likely), 0)
        for (code, _), chance in self.likely.items():
            found[code] += chance
        return found

    @property
    def weights(self) -> dict[int, int]:
        """Return what each possible code counts: how likely it is, where that is known, else its weight."""
        return super().weights if self.chances is None else self.chances

    def probabilities(self) -> Probabilities | None:
        """Return how likely each value is; None where nobody says how likely lies are."""
        if self.chances is None:
            return None
        return weigh(self.game, {self.beliefs.assignment(code): one for code, one in self.chances.items()})

    @checked
    def list(self, most: int) -> list[str]:
        """Return up to `most` of the codes that are possible, those with the fewest lies first, of these the
        likeliest where that is known.
        """
        order = sorted(self.belief, key=self._rank)
        return [self.beliefs.table.show_code(code) for code in order[:most]]

    def course(self) -> Course:
        """Return how the play can have gone with the first of the codes that `list` has."""
        return self.beliefs.courses(self.history)[min(self.belief, key=self._rank)]

    def _rank(self, code: int) -> tuple[int, int, int]:
        """Return what possible codes are in the order of."""
        return self.belief[code], -(self.chances or {}).get(code, 0), code

    @cached_property
    def finals(self) -> Sequence[bool]:
        """Return of each experiment made whether its outcome was final."""
        return self._finals

    @cached_property
    def over(self) -> bool:
        """Return whether the game has ended, by its own rule; never while the answers are contradictory."""
        if not self.codes or self.game.ending == "hit":
            return bool(self.codes) and self.final
        goals = self.beliefs.table.goals()
        if len({goals[code] for code in self.belief}) == 1:
            return True
        if asks_any_set(self.game):
            return False  # all codes can be told apart
        return not self.beliefs.moves and self.beliefs.table.inseparable_pair(sorted(self.belief)) is not None

    @property
    def lost(self) -> bool:
        """Return False: no play of such a game is lost, however long it takes."""
        return False


def believed_position(
    game: Game, *, run: Run | None = None, memory: int = MEMORY, limits: Limits | None = None
) -> BelievedPosition:
    """Return the beginning of a game in which answers may be lies, or the secret moves."""
    run, limits = run or Run(), limits or Limits()
    beliefs = Beliefs(CodeTable(game, run, memory, limits))
    likely = beliefs.likely_at_start()
    return BelievedPosition(beliefs, beliefs.start, likely=likely, run=run, memory=memory, limits=limits)
