"""The help people ask for most: from what happened so far, what is still possible, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final

from cobra.breakers.breaker import Breaker, How
from cobra.breakers.find import AnyStrategy, find_strategies
from cobra.budget import Progress, limited
from cobra.engine.made import Made
from cobra.engine.played import Played
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import LimitError, StoppedError
from cobra.interval import LOST
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.model.unseen import asks_any_set, demand_end
from cobra.options import (
    ADVISE_SECONDS,
    ADVISED_STRATEGIES,
    LISTED_CODES,
    MEMORY,
    OPTIMAL,
    available_threads,
)
from cobra.play.begin import Positions, positions_of
from cobra.play.beliefs import lies_told
from cobra.play.believed_position import BelievedPosition
from cobra.play.contradiction import Contradiction, contradiction
from cobra.play.goals import GoalKnowledge, goals_known
from cobra.play.position import Position
from cobra.play.probabilities import Probabilities, probabilities_of
from cobra.play.read import history_of
from cobra.play.split import BY_WEIGHT, SCORED, split
from cobra.play.standing import Standing
from cobra.play.suggestion import Suggestion
from cobra.play.ties import Rivals, tied
from cobra.play.too_many_lies import too_many_lies

if TYPE_CHECKING:
    from cobra.play.large import Large

OPTIMAL_CODES: Final = 1_000
"""With more codes left `optimal` is only searched for when it is asked for by name."""
OPTIMAL_SECONDS: Final = 1.0
"""So long it is searched for when it is not."""


@dataclass(frozen=True, slots=True)
class Advice:
    """All that is known of a game in progress."""

    game: Game
    history: tuple[Made, ...]
    codes: int
    """Codes left: 0 when the answers contradict each other. Where answers may be lies those that are possible
    with the lies allowed, where the secret moves those that it may be now."""
    exact: bool
    """Whether there are exactly so many codes; else at least so many."""
    listed: tuple[str, ...]
    """Codes left, the first ones when there are many; those with the fewest lies first."""
    probabilities: Probabilities | None
    """None when there is no code left, or no time was left, and where nobody says how likely lies or moves
    are."""
    suggestions: tuple[Suggestion, ...]
    over: bool
    """Whether the game has ended."""
    goals: tuple[GoalKnowledge, ...] = ()
    """What is known of each goal; nothing where the secret is asked for, or the codes left are not listed."""
    unlisted: tuple[str, ...] = ()
    """Experiments made that the lists of the game do not have."""
    left_out: tuple[str, ...] = ()
    """Strategies asked for that have nothing to say here, or found nothing."""
    contradiction: Contradiction | None = None
    """Which answers contradict each other, and what would repair it, when no code is left."""
    stopped: str | None = None
    """Why something is missing: "time", "interrupt" or "memory"."""
    hopeless: bool = False
    """Whether it is proved that no strategy is sure to find the secret, which moves."""
    told: tuple[int, ...] = ()
    """Where answers may be lies how many codes are possible with no lie told, with one, and so on."""
    position: Position = field(repr=False, compare=False, kw_only=True)
    """The game as it stands, for further questions."""

    @property
    def standing(self) -> Standing:
        """Return the state of a game with memory, and what was paid."""
        return self.position.standing

    @property
    def lost(self) -> bool:
        """Return whether the play is over and lost."""
        return self.position.lost


@limited
def advise(
    game: Game,
    history: str | Sequence[Made] = (),
    *,
    strategies: Iterable[AnyStrategy] | None = None,
    most: int | None = LISTED_CODES,
    seed: int = 0,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = ADVISE_SECONDS,
    limits: Limits | None = None,
    progress: Progress | None = None,
    positions: Positions | None = None,
) -> Advice:
    """Return what is still possible after some experiments, and the best next ones.

    `history` is a text as `read_history` takes it, or what that returns. `strategies` are what `analyze`
    takes; None takes the usual ones, and `optimal` when it is within reach. Of the codes left `most` are
    listed, all of them when it is None. `threads` 0 uses all processors. `memory` is in bytes, `time_limit`
    in seconds for everything together, None for no limit; what is not finished then, or at Ctrl-C, is left
    out, and `stopped` says so. `positions` has positions known already, with limits of their own.
    `GameError` for a history that cannot be read.
    """
    made = history_of(game, history)
    breakers = None if strategies is None else find_strategies(strategies)
    positions = positions_of(game, positions, Run(time_limit, progress), memory, limits)
    position = positions(made)
    made = position.history
    told: tuple[int, ...] = ()
    if isinstance(position, BelievedPosition) and position.beliefs.lies:
        told = lies_told(position.belief)
    advisor = _Advisor(position, seed, threads or available_threads())
    listed: tuple[str, ...] = ()
    probabilities = None
    goals: tuple[GoalKnowledge, ...] = ()
    clash = None
    stopped = None
    over = position.over
    try:
        if not position.codes:
            clash = _contradiction(position)
        else:
            listed = tuple(position.list(position.codes if most is None else most))
            probabilities = advisor.probabilities()
            goals = goals_known(position)
        if position.codes and not over:
            advisor.ask(breakers)
        stopped = advisor.stopped or ("interrupt" if position.run.interrupted else None)
    except StoppedError as stop:
        stopped = stop.reason
    except KeyboardInterrupt:  # between two calls of the core
        stopped = "interrupt"
    return Advice(
        game,
        made,
        position.codes,
        position.exact,
        listed,
        probabilities,
        tuple(advisor.suggestions),
        over,
        goals,
        unlisted_experiments(game, made),
        advisor.left_out,
        clash,
        stopped,
        advisor.hopeless,
        told,
        position=position,
    )


def _contradiction(position: Position) -> Contradiction | None:
    if isinstance(position, BelievedPosition):
        return too_many_lies(position)
    return contradiction(
        position.game,
        position.history,
        time_limit=position.run.remaining(),
        memory=position.memory,
        limits=position.limits,
    )


def unlisted_experiments(game: Game, history: Sequence[Made]) -> tuple[str, ...]:
    """Return the experiments made that the lists of the game do not have, such as words it does not know."""
    notation = Notation(game)
    return tuple(
        notation.experiment((type_, values))
        for (type_, values), _ in history
        if any(
            tuple(values[slot] for slot in table.slots) not in table.rows
            for table in game.experiments[type_].space.tables
        )
    )


class _Advisor:
    """Advice in a position, part by part."""

    def __init__(self, position: Position, seed: int, threads: int) -> None:
        self._position = position
        self._seed = seed
        self._threads = threads
        self._knows_finals = knows_finals(position.game)
        self.suggestions: list[Suggestion] = []
        """What was found out before a stop is kept."""
        self.left_out: tuple[str, ...] = ()
        """Strategies asked for by name that have nothing to say here."""
        self.stopped: str | None = None
        """Why something was left out."""
        self.hopeless = False
        """Whether a search proved that no strategy is sure to find the secret, which moves."""
        game = position.game
        self._is_apart = game.memory is not None or game.unseen is not None
        """Whether only strategies that play the whole game know it."""
        unseen = game.unseen
        self._any_set = unseen is not None and unseen.noise is None and asks_any_set(game)
        """Whether codes are interchangeable, so that a search counts them."""

    def probabilities(self) -> Probabilities | None:
        """Return how likely each value is, as far as there is time."""
        if isinstance(self._position, BelievedPosition):
            return self._position.probabilities()
        table = self._position.table
        return self._large.probabilities() if table is None else probabilities_of(table)

    @cached_property
    def _large(self) -> Large:
        from cobra.play.large import Large  # here: solvers and counters are slow to import

        return Large(self._position, self._seed, self._threads)

    def ask(self, breakers: Mapping[str, Breaker | None] | None) -> None:
        """Find out what each strategy suggests, in their order; None: the usual ones."""
        table = self._position.table
        if (table is None or not self._ask_all(table, breakers)) and not self._is_apart:
            for suggestion in self._large.suggest(tuple(breakers or ADVISED_STRATEGIES)):
                self.suggestions.append(suggestion)
        found = {one.strategy for one in self.suggestions}
        usual = ADVISED_STRATEGIES if self._is_apart and not found else ()
        self.left_out = tuple(name for name in breakers or usual if name not in found)

    def _ask_all(self, table: CodeTable, breakers: Mapping[str, Breaker | None] | None) -> bool:
        """Let each strategy compare all experiments; False when they are too many for that."""
        position = self._position
        chosen = breakers or find_strategies(ADVISED_STRATEGIES)
        rivals = None if self._is_apart else Rivals(position)
        played = [breaker for breaker in chosen.values() if breaker is not None]
        for place, breaker in enumerate(played):
            name = breaker.name
            try:
                result, stopped = self._play(table, breaker, 1 / (len(chosen) - place + 1))
            except LimitError:
                if not self._any_set:
                    raise
                break  # the others list all sets, too, but `optimal` counts
            self.stopped = self.stopped or stopped
            if result is None and not self.suggestions and not position.run.stop_reason():
                if self._any_set:
                    break
                if not self._is_apart:
                    return False
            if result is not None:
                self.suggestions.append(self._suggestion(name, result, rivals))
        unseen = position.game.unseen
        if OPTIMAL in chosen and unseen is not None and unseen.endless:
            if breakers is not None:
                demand_end(position.game, "an optimal strategy without an end")
            return True
        within_reach = position.codes <= OPTIMAL_CODES or self._any_set
        if OPTIMAL in chosen and (breakers is not None or within_reach):
            patience = None if breakers is not None else OPTIMAL_SECONDS
            found = self._optimal(patience)
            if found is not None:
                self.suggestions.append(found)
        return True

    def _play(self, table: CodeTable, breaker: Breaker, part: float) -> tuple[Played | None, str | None]:
        """Return what a strategy plays in a part of the time, None without a first experiment; and what
        stopped it.
        """
        run = self._position.run
        how = How(seed=self._seed, threads=self._threads, memory=self._position.memory)
        try:
            with run.share(part):
                result = breaker.play(table, how, self._position.history)
        except StoppedError as stop:  # in the middle of a long step, which is left alone
            if run.stop_reason():
                raise
            return None, stop.reason
        stopped = None if result.stopped == "endless" else result.stopped
        return None if result.first is None else result, stopped

    def _optimal(self, patience: float | None) -> Suggestion | None:
        position, table = self._position, self._position.table
        assert table is not None
        try:
            with position.run.at_most(patience) if patience is not None else position.run.share(1):
                found = table.optimal(position.objective, threads=self._threads, memory=position.memory)
        except (StoppedError, LimitError):
            if position.run.stop_reason():
                raise
            return None
        self.hopeless = found.infeasible
        if found.played.first is None or not (found.proved or (found.found and patience is None)):
            return None
        self.stopped = self.stopped or found.played.stopped
        if self._is_apart:
            suggestion = replace(self._suggestion(OPTIMAL, found.played, None), best=found.proved)
            if found.found:
                return suggestion
            return replace(suggestion, worst=found.intervals[0][1])  # too large to be written down
        measure, lower, _ = found.intervals[0]
        assert measure == "total"
        return self._suggestion(OPTIMAL, found.played, None, Fraction(lower, found.played.figures.weight))

    def _suggestion(
        self,
        name: str,
        result: Played,
        rivals: Rivals | None,
        lower: Fraction | None = None,
    ) -> Suggestion:
        position, table = self._position, self._position.table
        assert table is not None and result.first is not None
        experiment = position.here(table.compiled.experiment(result.first))
        parts = split(position, experiment)
        memory, figures, unseen = position.game.memory, result.figures, position.game.unseen
        has_mean = unseen is None or unseen.noise is not None
        fined = memory is not None and memory.loss is not None  # what is lost is among the costs then
        known = memory is not None and figures.settled == figures.codes
        whole = result.stopped is None or lower is not None or known
        as_good = equivalent = None
        by_weight = name in BY_WEIGHT and table.game.weight is not None  # classes of rivals know no weights
        if rivals is not None and name in SCORED and not by_weight:
            as_good = rivals.as_good(name, parts)
        if rivals is not None:
            equivalent = rivals.equivalent(experiment)
        if self._is_apart and name in SCORED:
            as_good = tied(position, name)
        return Suggestion(
            strategy=name,
            experiment=position.notation.experiment(experiment),
            split=parts,
            sampled=False,
            can_be_code=parts.can_be_final if self._knows_finals else None,
            total=figures.total if whole and has_mean else None,
            weight=figures.weight if whole else 0,
            worst=figures.worst if whole else None,
            lower=lower,
            as_good=as_good,
            equivalent=equivalent,
            lost=figures.lost if whole and self._is_apart else None,
            lost_weight=0 if fined else figures.measure(LOST) if whole and self._is_apart else None,
            costs=figures.costs(table.price_unit) if whole else None,
        )
