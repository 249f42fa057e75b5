"""Does a strategy do what is said of it?

Every code is played through the tree by the meaning of the game: `meaning.py` says what its codes are and
what they answer, `separate.py` whether codes are inseparable. Nothing is taken from the Rust core, its tables
or its translation of the game; what is shared with it is the reading of the game's text.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from cobra.arguments import checked
from cobra.budget import Deadline, Progress, limited
from cobra.errors import StoppedError, TimeLimitError
from cobra.interval import MEASURES
from cobra.lengths import Figures
from cobra.limits import Limits
from cobra.model.answers import component_lits, components_of
from cobra.model.dag import Node
from cobra.model.game import Game
from cobra.model.memory import follow_components
from cobra.model.show import Notation
from cobra.model.unseen import counted_numbers, unseen_lits
from cobra.options import MEMORY, WON
from cobra.strategy.check.beliefs import BeliefReplay
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.check.replay import Replay
from cobra.strategy.strategy import Strategy

_WHAT = "playing every code"


@dataclass(frozen=True, slots=True)
class Verification:
    """What the check of a strategy found."""

    strategy: Strategy
    figures: Figures | None
    """What the strategy needs, computed anew; None when its tree is wrong."""
    problems: tuple[str, ...]
    """What is wrong, each with its place; nothing when all that is said of the strategy is true."""
    seconds: float

    @property
    def correct(self) -> bool:
        """Return whether nothing is wrong."""
        return not self.problems


@checked
def verify(
    strategy: Strategy,
    *,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Verification:
    """Play every code of the game through a strategy, and compare with what is said of it.

    Every experiment must be one of the game, every outcome that occurs must be there and no other, and a play
    must end when the game is over and not before; the figures must be those found, and lie in the intervals
    stated. That no strategy is better cannot be seen from a strategy, so `proved` is only checked against the
    intervals. `StoppedError` after `time_limit` seconds; `LimitError` when listing the codes takes more steps
    than the limit `codes`, or playing them more than `memory` bytes.
    """
    started = time.perf_counter()
    replay, figures = play(
        strategy, memory=memory, time_limit=time_limit, limits=limits or Limits(), progress=progress
    )
    problems = replay.problems.found
    if figures is not None:
        problems = [*_false_figures(strategy.figures, figures), *_false_claims(strategy, figures)]
    return Verification(strategy, figures, tuple(problems), time.perf_counter() - started)


@limited
def play(
    strategy: Strategy,
    *,
    memory: int,
    time_limit: float | None,
    limits: Limits,
    progress: Progress | None,
) -> tuple[Replay | BeliefReplay, Figures | None]:
    """Play every code of the game through a strategy; no figures when its tree is wrong. Errors: `verify`."""
    deadline = Deadline(time_limit)
    tick = deadline.ticker(_WHAT, progress)
    meaning = Meaning(strategy.game, limits.codes, memory, tick)
    replay = (Replay if strategy.game.unseen is None else BeliefReplay)(strategy, meaning, deadline)
    try:
        return replay, replay.run()
    except TimeLimitError:
        raise StoppedError("time", _WHAT) from None


def _false_figures(stated: Figures, found: Figures) -> Iterator[str]:
    for name in (field.name for field in fields(Figures)):
        said, is_ = getattr(stated, name), getattr(found, name)
        if said != is_:
            yield f"figures: {name} is {_shown(is_)}, not {_shown(said)}"


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{length}:{count}" for length, count in value.items())
    return str(value)


def _false_claims(strategy: Strategy, figures: Figures) -> Iterator[str]:
    """Yield what the figures contradict in settings, intervals and `proved`."""
    settings = strategy.settings
    if settings.max_depth is not None and figures.worst > settings.max_depth:
        yield f"settings: a play takes {figures.worst} experiments, max_depth is {settings.max_depth}"
    if settings.within is not None and strategy.objective not in (None, WON):
        what = "plays are lost by their length only where it is asked how many are won"
        yield f"settings: {what}, the objective is {strategy.objective}"
    if settings.first is not None:
        notation = Notation(strategy.game)
        first = notation.experiment(strategy.experiments[0]) if strategy.experiments else "nothing"
        if first != settings.first:
            yield f"settings: the first experiment is {first}, not {settings.first}"
    measures = MEASURES[strategy.objective] if strategy.objective is not None else ()
    about = tuple(interval.measure for interval in strategy.intervals)
    if about != measures[: len(about)]:
        yield f"intervals: they are about {', '.join(about)}, the objective is {strategy.objective}"
    for interval in strategy.intervals:
        value = figures.measure(interval.measure)
        if value < interval.lower or (interval.upper is not None and value > interval.upper):
            shown = f"{interval.lower} to {interval.upper}"
            yield f"intervals: {interval.measure} is {value}, which is not within {shown}"
    if any(not interval.closed for interval in strategy.intervals[:-1]):
        yield "intervals: the second is about strategies that are best in the first, which is not closed"
    closed = len(about) == len(measures) > 0 and all(interval.closed for interval in strategy.intervals)
    if strategy.proved and not closed:
        yield "proved: not every interval of the objective is there and closed"


def difference(one: Game, other: Game) -> str | None:
    """Return in what two games differ, None when they are the same but for names and comments."""
    given = [
        {name: value for name, value in game.arguments if isinstance(value, int)} for game in (one, other)
    ]
    for name in [*given[0], *given[1]]:
        values = [str(arguments.get(name, "missing")) for arguments in given]
        if values[0] != values[1]:
            return f"{name} is {values[0]} in one and {values[1]} in the other"
    for part in ("ending", "codes", "experiments", "goal", "weight", "memory", "unseen"):
        if getattr(one, part) != getattr(other, part):
            return f"they differ in their {part}"
    if counted_numbers(one) is not None:
        return None  # formulas are not made of so many, and the one that there is stands in the experiment
    return None if _formulas(one) == _formulas(other) else "they differ in their formulas"


def _formulas(game: Game) -> list[tuple[int, Node]]:
    """Return the nodes that a game's formulas are made of, with their numbers; others may have come later."""
    lits = [*game.codes.constraints, *(lit for component in game.goal for lit in component_lits(component))]
    if game.weight is not None:
        lits += [lit for _, lit in game.weight.terms]
    for type_ in game.experiments:
        lits += type_.space.constraints
        lits += [lit for component in components_of(type_.answer) for lit in component_lits(component)]
        lits += [type_.final] if type_.final is not None else []
        follow = follow_components(game, type_)
        lits += [lit for component in follow for lit in component_lits(component)]
    lits += unseen_lits(game)
    return [(node, game.dag.nodes[node]) for node in game.dag.reachable(lits)]
