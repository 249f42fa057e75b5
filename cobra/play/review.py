"""A game looked at again: move by move what was best, what the move cost, and what luck did.

With V(S) the experiments expected from a position S on, and Q(S, e) those when e is the next one, both by the
same reference, a move e that led from S to S' has

    loss = Q(S, e) - V(S)             what it costs more than the best: skill
    luck = Q(S, e) - (1 + V(S'))      what the answer saved compared with the answers expected: chance

so over a game of n moves from S to S', exactly, n + V(S') = V(S) + Σ loss - Σ luck. The reference is
`optimal` for the positions in which it is proved quickly, which are the last ones, and a strategy for those
before. Where it changes, V drops by what the optimum saves: neither skill nor luck, it is counted apart.
In a game with memory V and Q are costs, and the price paid takes the place of 1 and n; at the end of a lost
play V is what losing costs. Where answers may be lies, or the secret moves, and nobody says how likely that
is, V and Q are worst cases: luck is what the answer saved compared with the worst one, so never below 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from cobra.breakers.named import STRATEGIES
from cobra.budget import Progress, limited
from cobra.engine.made import Made, show_made_outcome
from cobra.engine.run import Run
from cobra.errors import GameError, StoppedError
from cobra.limits import Limits
from cobra.model.game import Experiment, Game
from cobra.model.show import Notation
from cobra.model.unseen import default_objective, demand_end
from cobra.options import MEMORY, OPTIMAL, UNSEEN_OBJECTIVE, available_threads, read_choice
from cobra.play.begin import Positions, positions_of
from cobra.play.position import Position
from cobra.play.read import history_of
from cobra.play.standing import Standing, standing_document
from cobra.play.value import Worth, value_of
from cobra.texts import say

FALLBACK: Final = "ent-models"
"""The reference where the optimum is out of reach."""
PATIENCE: Final = {OPTIMAL: 2.0, FALLBACK: 10.0}
"""Seconds in which one of them must find the value of a position, unless a reference is asked for by name."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move was worth, by a reference."""

    reference: str
    """`optimal`, or the strategy that the move is compared with."""
    best: str | None
    """An experiment that is best by the reference: the one made when none is better; None at the end."""
    value: Fraction
    """Experiments expected from here on, beginning with the best; in a game with memory their cost, as are
    the other numbers."""
    mine: Fraction
    """Experiments expected from here on, beginning with the one made."""
    luck: Fraction
    """Experiments that the answer saved, compared with what was to be expected; below 0: bad luck."""

    @property
    def loss(self) -> Fraction:
        """Return the experiments that the move costs more than the best; below 0: it beats the reference."""
        return self.mine - self.value


@dataclass(frozen=True, slots=True)
class Move:
    """One experiment made, looked at again."""

    experiment: str
    outcome: str
    before: int | None
    """Codes left before it, None when there was no time to count them."""
    after: int | None
    """Codes left after the answer."""
    exact: bool
    """Whether there were exactly so many codes; else at least so many."""
    judgement: Judgement | None
    """None where too many codes were left, or too little time, where codes are lost without a cost, and where
    nobody can be sure to find a secret that moves."""
    standing: Standing | None = None
    """How the play stood after it in a game with memory: the state, what was paid."""


@dataclass(frozen=True)
class Review:
    """A game looked at again."""

    game: Game = field(repr=False)
    moves: tuple[Move, ...]
    over: bool
    """Whether the game has ended."""
    expected: Fraction | None
    """Experiments expected from the first move on that has a judgement, before it; None without one."""
    rest: Fraction | None
    """Experiments still expected after the last move, 0 when the game is over; in a game with memory their
    cost, and that of losing when the play is lost."""
    saved: Fraction
    """What the optimum saves over the strategy that is the reference before, where the reference changes."""
    lost: bool = False
    """Whether the play is over and lost."""
    loses: bool = False
    """Whether moves are not judged as codes are lost from there on, and losing has no cost, or as nobody can
    be sure to find a secret that moves."""
    stopped: str | None = None
    """What ended it before all was found out, "time" or "interrupt"; None when nothing is missing but what
    takes longer than a judgement may (`PATIENCE`)."""

    @property
    def by_worst(self) -> bool:
        """Return whether all numbers are of the worst case, not of the mean."""
        return default_objective(self.game) == UNSEEN_OBJECTIVE

    @property
    def judged(self) -> int:
        """Return how many moves have a judgement: the last ones."""
        return sum(one.judgement is not None for one in self.moves)

    @property
    def paid(self) -> Fraction:
        """Return what the moves with a judgement have cost, their number in a game without memory."""
        if self.game.memory is None or not self.judged:
            return Fraction(self.judged)
        ends = [one.standing.paid for one in self.moves if one.standing is not None]
        return ends[-1] - [Fraction(0), *ends][len(ends) - self.judged]

    @property
    def loss(self) -> Fraction:
        """Return the experiments that all moves together cost more than the best ones."""
        return sum((one.judgement.loss for one in self.moves if one.judgement), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """Return the experiments that all answers together saved."""
        return sum((one.judgement.luck for one in self.moves if one.judgement), Fraction(0))

    def document(self) -> dict[str, Any]:
        """Return the review for JSON."""
        return {
            "moves": [_move_document(self.game, one) for one in self.moves],
            "over": self.over,
            **({} if self.game.memory is None else {"lost": self.lost}),
            **({} if self.game.memory is None and self.game.unseen is None else {"loses": self.loses}),
            **({} if self.game.unseen is None else {"by_worst": self.by_worst}),
            "expected": _number(self.expected),
            "rest": _number(self.rest),
            "loss": float(self.loss),
            "luck": float(self.luck),
            "saved": float(self.saved),
            "stopped": self.stopped,
        }


def _move_document(game: Game, move: Move) -> dict[str, Any]:
    judged = move.judgement
    return {
        "experiment": move.experiment,
        "outcome": move.outcome,
        "before": move.before,
        "after": move.after,
        "exact": move.exact,
        "judgement": None
        if judged is None
        else {
            "reference": judged.reference,
            "best": judged.best,
            "expected_best": float(judged.value),
            "expected_mine": float(judged.mine),
            "loss": float(judged.loss),
            "luck": float(judged.luck),
        },
        **({} if move.standing is None else standing_document(game, move.standing)),
    }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


@limited
def review(
    game: Game,
    history: str | Sequence[Made],
    *,
    reference: str | None = None,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    positions: Positions | None = None,
) -> Review:
    """Look at a game again, finished or not: per move what was best, what it cost, and what luck did.

    `history` is a text as `read_history` takes it, or what that returns. `reference` is what all moves are
    compared with, a name of `cobra.breakers.named.STRATEGIES` (not `random`); None takes `optimal` from the
    first position on from which it is always proved quickly (`PATIENCE`), and before it `FALLBACK`.
    Where the secret moves only `optimal` is possible. Moves made with too many codes left to list them, and
    those that `time_limit` (in seconds) left no time for, have no judgement, nor have those up to the last
    from which on codes are lost without a cost, or a secret that moves cannot be found for sure. At Ctrl-C
    those that follow have none; `stopped` says why.
    `positions` has positions known already, with limits of their own. `GameError` when the answers
    contradict each other.
    """
    demand_end(game, "judging moves")
    made = history_of(game, history)
    if reference is not None:
        _demand_judge(game, reference)
        read_choice("reference", tuple(name for name in STRATEGIES if name != "random"), reference)
    positions = positions_of(game, positions, Run(time_limit, progress), memory, limits)
    judge = _Judge(game, made, positions, threads or available_threads())
    made = judge.history
    references = (OPTIMAL, FALLBACK) if reference is None else (reference,)
    for name in references[:1] if _moves(game) else references:
        judge.go_back(name, PATIENCE[name] if reference is None else None)
    notation = Notation(game)
    left = [judge.left(place) for place in range(len(made) + 1)]  # few answers are soonest counted
    moves = [
        Move(
            notation.experiment(one.experiment),
            show_made_outcome(game, one),
            None if before is None else before.codes,
            None if after is None else after.codes,
            all(there is None or there.exact for there in (before, after)),
            judge.judgements[place],
            judge.standings[place + 1] if game.memory is not None else None,
        )
        for place, (one, before, after) in enumerate(zip(made, left, left[1:], strict=False))
    ]
    return Review(
        game=game,
        moves=tuple(moves),
        over=judge.over,
        expected=judge.expected,
        rest=judge.rest,
        saved=judge.saved,
        lost=judge.lost,
        loses=judge.loses,
        stopped=judge.stopped,
    )


def _moves(game: Game) -> bool:
    """Return whether the secret moves: then what a strategy does depends on the way to where it is."""
    return game.unseen is not None and bool(game.unseen.moves)


def _demand_judge(game: Game, reference: str) -> None:
    if _moves(game) and reference != OPTIMAL:
        raise GameError(
            f"moves are not compared with {reference} where the secret moves, as what it does there depends "
            "on what was known before; compare them with optimal"
        )


@dataclass(frozen=True, slots=True)
class _Left:
    """How many codes are left in a position, and whether there are exactly so many; else at least so many."""

    codes: int
    exact: bool


class _Judge:
    """Judges the moves of a game from the last one back, each reference as far as it gets.

    Positions with all moves judged are let go: each may take a hundred megabytes.
    """

    def __init__(self, game: Game, history: tuple[Made, ...], positions: Positions, threads: int) -> None:
        self._game = game
        self._notation = Notation(game)
        self._threads = threads
        self._position = positions
        last = self._position(history)
        self.history = history = last.history
        """All moves, in the states in which they were made."""
        self.standings, self.lost = last.standings, last.lost
        self._run = last.run
        if not last.codes:
            raise GameError(say("the answers contradict each other, so there is nothing to review"))
        self._states: dict[int, Position | None] = {len(history): last}
        self._left: dict[int, _Left] = {}
        self._place = len(history)
        """All moves from this position on are judged."""
        self._worth: Fraction | None = None
        """What that position is worth."""
        self._end = len(history) + 1
        """The first position after a final outcome, in a game that one ends."""
        if game.ending == "hit" and True in last.finals:
            self._end = last.finals.index(True) + 1
        self.over = last.over
        self.judgements: list[Judgement | None] = [None] * len(history)
        self.rest: Fraction | None = None
        self.saved = Fraction(0)
        self.loses = False
        """Whether going back came to where codes are lost without a cost."""

    def left(self, place: int) -> _Left | None:
        """Return what is left after so many moves, None when there is no time to find it."""
        if place not in self._left:
            self._state(place)
        self._states.pop(place, None)
        return self._left.get(place)

    def _state(self, place: int) -> Position | None:
        """Return the position after so many moves, None when there is no time to find it."""
        if place not in self._states:
            try:
                self._states[place] = self._position(self.history[:place])
            except StoppedError:
                self._states[place] = None
        state = self._states[place]
        if state is not None:
            self._left[place] = _Left(state.codes, state.exact)
        return state

    @property
    def stopped(self) -> str | None:
        """Return what ended it before all moves were judged and all codes counted."""
        whole = (self.loses or not self._place) and len(self._left) > len(self.history)
        return None if whole else self._run.stop_reason()

    @property
    def expected(self) -> Fraction | None:
        """Return what the first position with a judged move is worth."""
        return self._worth if any(self.judgements) else None

    def go_back(self, reference: str, patience: float | None) -> None:
        """Judge the moves before those that are judged already."""
        here = self._value(self._place, reference, None, patience)
        if here is None:
            return
        if self._worth is None:
            self._worth = self.rest = here.expected
        while self._place:
            made = self.history[self._place - 1]
            best = self._value(self._place - 1, reference, None, patience)
            mine = best and self._value(self._place - 1, reference, made.experiment, patience)
            if best is None or mine is None:
                return
            self.saved += here.expected - self._worth  # 0 but where the reference changes
            self._states.pop(self._place, None)
            self._place -= 1
            first = made.experiment if mine.expected <= best.expected else best.first
            self.judgements[self._place] = Judgement(
                reference=reference,
                best=None if first is None else self._notation.experiment(first),
                value=best.expected,
                mine=mine.expected,
                luck=mine.expected - self._price(self._place) - here.expected,
            )
            here, self._worth = best, best.expected

    def _value(
        self, place: int, reference: str, first: Experiment | None, patience: float | None
    ) -> Worth | None:
        if place >= self._end:
            price = Fraction(0) if first is None else self._price(place)
            return Worth(price.numerator, price.denominator, first)
        state = self._state(place)
        if state is None:
            return None
        with self._run.at_most(patience) if patience is not None else nullcontext():
            found = value_of(state, reference, first, threads=self._threads)
        self.loses = self.loses or (found is not None and found.loses)
        return None if self.loses else found

    def _price(self, place: int) -> Fraction:
        """Return what the experiment of a move cost."""
        if self._game.memory is None:
            return Fraction(1)
        return self.standings[place + 1].paid - self.standings[place].paid
