"""Codebreakers: who asks. A strategy is computed once, as a tree, and walked as long as it is followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from cobra.amounts import amount
from cobra.analysis.row import intervals_of
from cobra.breakers.breaker import Breaker, How
from cobra.breakers.find import AnyStrategy, find_breaker, find_strategies, is_known, is_name
from cobra.engine.made import Made, show_made
from cobra.engine.played import Played
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError
from cobra.limits import Limits
from cobra.model.game import Experiment, Game
from cobra.model.memory import experiment_state, in_state
from cobra.model.unseen import NOT_TO_BE_FOUND, demand_end
from cobra.options import (
    MEMORY,
    OPTIMAL,
    SECONDS,
    available_threads,
)
from cobra.play.begin import is_of
from cobra.play.consistent import consistent_experiment
from cobra.play.large import Large
from cobra.play.position import LISTED, QUICKLY, Position, fillings
from cobra.play.split import SCORED
from cobra.strategy.check.verify import difference, verify
from cobra.strategy.made import strategy_of
from cobra.strategy.read import read_strategy
from cobra.strategy.strategy import Settings, Strategy
from cobra.texts import say

UNLISTED: Final = ("first", "random", *SCORED)
"""The strategies that also play where there are too many codes to list: some experiments are compared."""
BEST: Final = "best"
"""The name of who plays as well as can be found out quickly."""
_GOOD: Final = "ent-models"
"""The strategy it plays where none is proved optimal."""
_PATIENCE: Final = 2.0
"""Seconds that the whole of it may take where something happens unseen."""
_MORE_PATIENCE: Final = 4.0
"""How many times as long is waited where not even the first experiment is known by then."""


class Codebreaker(Protocol):
    """Chooses experiments; a position is what is known."""

    @property
    def name(self) -> str:
        """Return the name of the strategy, or of its file."""

    def choose(self, position: Position) -> Experiment | None:
        """Return the next experiment, None when the game is over."""


class TreeBreaker:
    """Walks the tree of a strategy. Where that was not followed, a new one is made for what is left.

    `pick` chooses a single experiment where there is too much for a tree; None: nothing does. Both are
    functions of this module, with some arguments given: so who plays can be sent to other processes.
    """

    def __init__(
        self,
        name: str,
        plan: Callable[[Position], Strategy],
        pick: Callable[[Position], Experiment | None] | None = None,
    ) -> None:
        self.name = name
        self._plan = plan
        self._pick = pick
        self._game: Game | None = None
        self._start: tuple[Made, ...] = ()
        self._strategy: Strategy | None = None
        """What is walked, and from where: the game and the history of a position."""

    def choose(self, position: Position) -> Experiment | None:
        """Return the experiment of the tree; `GameError` when no code is left."""
        if not position.codes:
            raise GameError(say("no code fits the answers any more"))
        if self._strategy is not None and self._is_of(position):
            node = _follow(self._strategy, self._start, position.history)
            if node is not None:
                return position.here(self._strategy.experiments[node]) if node >= 0 else None
        if position.over:
            return None
        large = position.left is None or _are_many(position.game)
        apart = position.game.memory is not None or position.game.unseen is not None
        if self._pick is not None and large and not apart:
            return self._pick(position)
        strategy = self.strategy(position)
        return position.here(strategy.experiments[strategy.root]) if strategy.root >= 0 else None

    def strategy(self, position: Position) -> Strategy:
        """Return the whole strategy from a position on; it is the one that is walked from then on."""
        if self._strategy is None or self._start != position.history or not self._is_of(position):
            strategy = self._plan(position)  # first: it may fail, and then what is walked stays as it was
            self._game, self._start, self._strategy = position.game, position.history, strategy
        return self._strategy

    def _is_of(self, position: Position) -> bool:
        """Return whether what is walked is of the game of a position: the next game may be another one."""
        return self._game is not None and is_of(position.game, self._game)


def _are_many(game: Game) -> bool:
    """Return whether codes and experiments are too many to go through them, were it only once."""
    experiments = sum(fillings(type_.space.slots) for type_ in game.experiments)
    return fillings(game.codes.slots) > QUICKLY and experiments > QUICKLY


def _follow(strategy: Strategy, start: Sequence[Made], history: Sequence[Made]) -> int | None:
    """Return the node of a strategy, begun after `start`, that a history leads to.

    It is -1 where the play is over, and None when the history leaves the strategy.
    """
    if history[: len(start)] != start:
        return None
    game, node = strategy.game, strategy.root
    for experiment, outcome in history[len(start) :]:
        if node < 0:
            return None
        state = experiment_state(game, experiment[1])
        if in_state(game, strategy.experiments[node], state) != experiment:
            return None
        if outcome not in strategy.branches[node]:
            return None
        node = strategy.branches[node][outcome]
    return node


def make_codebreaker(
    strategy: AnyStrategy,
    *,
    seed: int = 0,
    threads: int = 0,
    time_limit: float = SECONDS,
    patience: float | None = None,
) -> TreeBreaker:
    """Return who plays a strategy, given as `analyze` takes it; `GameError` when there is none.

    `threads` 0 uses all processors. A search for an optimal strategy may take `time_limit` seconds; the best
    found by then is played. With `patience` a whole strategy may take so many seconds where answers may be
    lies or the secret moves; else only its first experiment is taken. Where codes and experiments are too
    many to go through, the strategies of `UNLISTED` compare some experiments drawn at random, by some codes
    drawn at random (see `cobra.play.large`).
    """
    ((name, rule),) = find_strategies([strategy]).items()
    threads = threads or available_threads()
    plan: Callable[[Position], Strategy]
    if rule is None:
        plan = partial(_optimal, threads=threads, seconds=time_limit)
    else:
        plan = partial(_played, rule=rule, seed=seed, threads=threads, patience=patience)
    return TreeBreaker(name, plan, partial(_pick, name, seed, threads) if name in UNLISTED else None)


def best_codebreaker(*, threads: int = 0, seconds: float = 1.0) -> TreeBreaker:
    """Return a codebreaker that is optimal where that is proved within `seconds`, else `ent-models`."""
    threads = threads or available_threads()
    plan = partial(_best, threads=threads, seconds=seconds)
    return TreeBreaker(BEST, plan, partial(_pick, _GOOD, 0, threads))


def _best(position: Position, threads: int, seconds: float) -> Strategy:
    """Return an optimal strategy where that is proved in so many seconds, else one that is good."""
    unseen = position.game.unseen
    if unseen is not None and unseen.endless:
        return _played(position, find_breaker(_GOOD), 0, threads, _PATIENCE)
    try:
        strategy = _optimal(position, threads, seconds)
        if strategy.proved:
            return strategy
    except (StoppedError, LimitError, GameError):
        if reason := position.run.stop_reason():
            raise StoppedError(reason, "looking for the best experiment") from None
    return _played(position, find_breaker(_GOOD), 0, threads, _PATIENCE)


def _pick(name: str, seed: int, threads: int, position: Position) -> Experiment | None:
    """Return what a strategy takes of some experiments that are compared; `first`: one that is consistent."""
    if name != "first":
        for suggestion in Large(position, seed, threads).suggest((name,)):
            return position.notation.parse_experiment(suggestion.experiment)
    return consistent_experiment(position)


def _played(position: Position, rule: Breaker, seed: int, threads: int, patience: float | None) -> Strategy:
    """Return the strategy that comes out when a rule is played from a position on.

    Where something happens unseen, and it is not whole in `patience` seconds, its first experiment with
    nothing below: whoever follows it is asked again then. That one is waited for as long as there is time.
    So it is, too, where the whole would take more memory than there is, with a state as well.
    """
    table, run = _listed(position), position.run
    how = How(seed=seed, threads=threads, memory=position.memory)
    if position.game.unseen is None or patience is None:
        result = rule.play(table, how, position.history)
        enough = result.stopped in (None, "endless")
    else:
        while (begun := _begun(rule, position, table, how, patience)) is None:
            patience *= _MORE_PATIENCE
        result = begun
        enough = result.stopped is None or (result.first is not None and run.stop_reason() is None)
    if not enough:
        raise StoppedError(result.stopped or "time", say("computing the strategy {name}", name=rule.name))
    settings = Settings(ties=how.ties, seed=seed)
    try:
        return strategy_of(table, result, rule.name, settings)
    except LimitError:
        if result.first is None or (position.game.unseen is None and position.game.memory is None):
            raise
    first = table.compiled.experiment(result.first)
    return Strategy(position.game, rule.name, [first], [{}], result.figures, settings)


def _begun(rule: Breaker, position: Position, table: CodeTable, how: How, seconds: float) -> Played | None:
    """Return what a rule plays in so many seconds; None where that is nothing, and there is more time."""
    run = position.run
    try:
        with run.at_most(seconds):
            result = rule.play(table, how, position.history)
    except StoppedError as stop:  # in the middle of a long step, which is left alone
        if stop.reason != "time" or run.stop_reason():
            raise
        return None
    return None if result.stopped == "time" and result.first is None and not run.stop_reason() else result


def _optimal(position: Position, threads: int, seconds: float) -> Strategy:
    """Return the best strategy found by a search of so many seconds."""
    demand_end(position.game, "an optimal strategy without an end")
    table, objective = _listed(position), position.objective
    with position.run.at_most(seconds):
        best = table.optimal(objective, threads=threads, memory=position.memory)
    if best.infeasible:
        raise GameError(say(NOT_TO_BE_FOUND))
    if not best.found:
        too_large = "memory" if best.proved else "undecided"
        raise StoppedError(best.played.stopped or too_large, "searching for an optimal strategy")
    return strategy_of(
        table,
        best.played,
        OPTIMAL,
        Settings(),
        objective=objective,
        intervals=intervals_of(best, objective),
        proved=best.proved,
    )


def _listed(position: Position) -> CodeTable:
    if position.table is None:
        if position.unlisted is not None and position.exact and position.codes <= LISTED:
            raise position.unlisted  # they are few: a busy machine had no time for them
        if position.game.memory is not None:
            sentence = (
                "{codes} codes are too many to list, and no strategy plays then in a game with a state, "
                "prices or lost plays"
            )
        else:
            sentence = "{codes} codes are too many to list; the strategies that play then are {names}"
        raise GameError(say(sentence, codes=amount(position.codes), names=", ".join(UNLISTED)))
    return position.table


def is_strategy(text: str) -> bool:
    """Return whether a text names a strategy; `GameError` when it names neither that nor a strategy file."""
    if is_name(text) and not is_known(text) and _may_be_file(text):
        return False
    find_strategies([text])
    return True


def _may_be_file(text: str) -> bool:
    try:
        return Path(text).suffix != "" or Path(text).exists()
    except OSError:  # no name that a file could have
        return False


def written_codebreaker(
    written: str | Path | Strategy, game: Game, *, memory: int = MEMORY, limits: Limits | None = None
) -> TreeBreaker:
    """Return the codebreaker that plays a strategy that was made before, or that of a file.

    `GameError` when it is no strategy file, of another game, or not right: every code is played through it.
    """
    if isinstance(written, Strategy):
        strategy, path = written, written.name
    else:
        strategy, path = read_strategy(written, limits), str(written)
    if (other := difference(strategy.game, game)) is not None:
        raise GameError(f"{path} is a strategy for another game: {other}")
    if problems := verify(strategy, memory=memory, limits=limits).problems:
        raise GameError(f"{path} is not a strategy that can be played: {problems[0]}")
    return TreeBreaker(path, partial(_written, strategy=strategy, path=path))


def _written(position: Position, strategy: Strategy, path: str) -> Strategy:
    """Return a strategy that was made before, which begins at the beginning of the game."""
    if (other := difference(strategy.game, position.game)) is not None:
        raise GameError(f"{path} is a strategy for another game: {other}")
    if position.history:
        left = show_made(position.game, position.history[-1])
        raise GameError(f"{path} says nothing of this position, after {left}")
    return strategy
