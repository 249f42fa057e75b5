"""Games played by a strategy against a codemaker: every code once, or some games."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import inf, sqrt
from pathlib import Path
from random import Random
from typing import Final

from cobra.analysis.check import prove
from cobra.analysis.repeat import student_quantile
from cobra.breakers.find import AnyStrategy
from cobra.breakers.rules import Ending
from cobra.budget import Progress, limited
from cobra.engine.made import Made
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, StoppedError
from cobra.limits import Limits
from cobra.model.game import Assignment, Game
from cobra.options import DEFAULT_SAT_SOLVER, MEMORY, SECONDS, WON
from cobra.play.begin import position_after
from cobra.play.believed_position import BelievedPosition
from cobra.play.codebreakers import (
    Codebreaker,
    TreeBreaker,
    is_strategy,
    make_codebreaker,
    written_codebreaker,
)
from cobra.play.codemakers import Codemaker, draw, keeper, make_codemaker
from cobra.play.goals import found_goals, goals_among, goals_known
from cobra.play.liars import Liar
from cobra.play.position import Position
from cobra.play.standing import Standing
from cobra.strategy.strategy import Strategy

RANDOM: Final = "random"
"""The name of the codemaker that draws a code, and of the strategy that draws its experiments."""
MOST_EXPERIMENTS: Final = 500
"""A game that takes more is given up where any number of answers may be wrong: it may never end."""


@dataclass(frozen=True, slots=True)
class Play:
    """One game that came to its end."""

    history: tuple[Made, ...]
    left: tuple[int, ...]
    """The number of codes left after each experiment."""
    length: int
    """Experiments, with the confirming one that the rule of the core language may add."""
    secret: str
    """The code as text; of an adversary one that fits all its answers."""
    weight: int
    """How often the code of this game counts in the average."""
    found: str = ""
    """What was found out in a game with goals, such as `zebra = Japanese`; nothing where that stayed open."""
    standings: tuple[Standing, ...] = ()
    """How the play stood after each experiment, in a game with memory: the state, what was paid."""
    lost: bool = False
    """Whether the play is lost; where the secret moves or some may be lost, whether the strategy gave up."""
    lies: tuple[int, ...] = ()
    """The answers that were lies, from 0; of an adversary as few as can be."""
    at_least: tuple[int, ...] = ()
    """The experiments, from 0, after which the codes could not be counted: at least so many were left."""
    cost: Fraction | None = None
    """What it cost, with what a lost play costs beside its experiments; None in a game without prices."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of the games."""

    game: Game
    codebreaker: str
    codemaker: str
    sampled: bool
    """Whether the secrets were drawn; else every code was one once, or there was one game. Lies and moves are
    drawn in any case, but by an adversary."""
    seed: int
    wanted: int
    """Games asked for."""
    distribution: Mapping[int, int]
    """Number of games by length, in ascending order."""
    total: int
    """Σ weight · length."""
    weight: int
    """Σ weight; the number of games, unless every code was played in a game with weights."""
    proved: bool | None
    """Whether the strategy is proved optimal; None for one that never says so."""
    plays: tuple[Play, ...]
    """The games move by move, when they were asked for."""
    stopped: str | None
    """None, or why there are fewer games than asked for: "time", "interrupt"."""
    lost: int = 0
    """Games lost, in a game with memory, or by a strategy that wins what it can, or given up."""
    costs: tuple[Fraction, Fraction] | None = None
    """The greatest and the average cost of a game; None in a game without prices."""
    by_won: bool = False
    """Whether the strategy is one that wins what it can, and gives up where it can win nothing."""

    @property
    def games(self) -> int:
        """Return the number of games played."""
        return sum(self.distribution.values())

    @property
    def worst(self) -> int:
        """Return the length of the longest game, 0 without one."""
        return max(self.distribution, default=0)

    @property
    def average(self) -> Fraction | None:
        """Return the average length: exact when every code was played, else of the games played."""
        return Fraction(self.total, self.weight) if self.weight else None

    @property
    def margin(self) -> float | None:
        """Return half the width of the 95 % confidence interval around the average of drawn secrets.

        It is t · s / √games, as for repeated runs (`cobra.analysis.repeat`); None where every code was
        played, or one game only.
        """
        games = self.games
        if not self.sampled or games < 2:
            return None
        total = sum(count * length for length, count in self.distribution.items())
        squares = sum(count * length**2 for length, count in self.distribution.items())
        variance = Fraction(games * squares - total**2, games**2 * (games - 1))  # of the average
        return student_quantile(games - 1) * sqrt(variance)


@limited
def simulate(
    game: Game,
    codebreaker: AnyStrategy | Strategy | Path = "max-models",
    codemaker: str = RANDOM,
    *,
    number: int | None = None,
    trace: bool = False,
    seed: int = 0,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play games and return how long they were.

    `codebreaker` is a strategy, as `analyze` takes it, the path of a strategy file, or the strategy that is
    read from one or found by `optimal`. `codemaker` is `random`, `models`, `fixed` or a code as printed.
    Against `random` every code is played once, so figures are exact; with `number` that many secrets are
    drawn by their weights. Where answers may be lies, or the secret moves, both are drawn for each game, and
    figures are those of these games. Another codemaker plays one game, or so many; they differ when the
    strategy is `random`, which is drawn anew for each. With `trace` the games are kept move by move.
    Where there are too many codes to list, the strategies of `cobra.play.codebreakers.UNLISTED` play, by some
    experiments compared, and `random` draws one secret unless told how many. `memory` is in bytes; `threads`
    0 uses all processors. After `time_limit` seconds or Ctrl-C the games played by then are returned; a
    search for the strategy `optimal` may take half of the time, 10 s without a limit. `GameError` for an
    ill-formed game or a wrong request, `StoppedError` when it was stopped before the first game.
    """
    if number is not None and number < 1:
        raise GameError(f"at least 1 game is played, not {number}")
    run = Run(time_limit, progress)
    with run.share(1 / 2):
        proof = prove(game, DEFAULT_SAT_SOLVER, run.remaining())
    if proof.problems:
        raise GameError("\n".join(proof.problems))
    start = position_after(game, run=run, memory=memory, limits=limits)
    if not start.codes:
        raise GameError("the game has no code")
    breakers = _breakers(start, codebreaker, seed, threads)
    proved, by_won = None, False
    if start.table is not None:
        tree = breakers(0).strategy(start)
        proved = None if tree.objective is None else tree.proved
        by_won = tree.objective == WON
    every = codemaker == RANDOM and number is None and start.table is not None
    simulation = Simulation(
        game=game,
        codebreaker=breakers(0).name,
        codemaker=codemaker,
        sampled=codemaker == RANDOM and not every,
        seed=seed,
        wanted=start.codes if every else number or 1,
        distribution={},
        total=0,
        weight=0,
        proved=proved,
        plays=(),
        stopped=None,
        by_won=by_won,
    )
    # By `won` figures leave out what losing costs, which plays do not.
    if every and not trace and game.unseen is None and not (by_won and game.memory is not None):
        known = tree.figures
        return replace(
            simulation,
            distribution=known.distribution,
            total=known.total,
            weight=known.weight,
            lost=known.lost,
            costs=known.costs(None if start.table is None else start.table.price_unit),
        )
    plays: Iterator[Play]
    by_positions = game.memory is not None or game.unseen is not None or by_won
    if start.table is not None and every and by_positions:
        codes = zip(_assignments(start), start.table.weights(), strict=True)
        plays = (
            replace(_play(start, breakers(0), _keeper(start, code, seed + place), by_won), weight=weight)
            for place, (code, weight) in enumerate(codes)
        )
    elif start.table is not None and every:
        walker = _Walker(start.table, tree)
        plays = (walker.walk(code, weight) for code, weight in enumerate(start.table.weights()))
    elif codemaker == RANDOM:
        plays = _some_codes(start, breakers, Random(seed), number or 1, seed, by_won)
    else:
        maker = make_codemaker(game, codemaker, seed=seed, run=run, memory=memory, limits=limits)
        simulation = replace(simulation, codemaker=maker.name)
        plays = (_play(start, breakers(place), _again(maker, place), by_won) for place in range(number or 1))
    return _tallied(simulation, plays, trace, run)


def _breakers(
    start: Position, strategy: AnyStrategy | Strategy | Path, seed: int, threads: int
) -> Callable[[int], TreeBreaker]:
    """Return who asks in the game of a number: in all games the same, but the strategy `random`."""
    if strategy == RANDOM:
        return lambda number: make_codebreaker(RANDOM, seed=seed + number, threads=threads)
    if not isinstance(strategy, str | Strategy | Path) or (
        isinstance(strategy, str) and is_strategy(strategy)
    ):
        remaining = start.run.remaining()
        one = make_codebreaker(
            strategy, threads=threads, time_limit=SECONDS if remaining is None else remaining / 2
        )
    else:
        one = written_codebreaker(strategy, start.game, memory=start.memory, limits=start.limits)
    return lambda _: one


def _keeper(start: Position, code: Assignment, seed: int) -> Codemaker:
    return keeper(start, start.notation.code(code), code, seed)


def _again(maker: Codemaker, place: int) -> Codemaker:
    """Return the codemaker of a game of several: who lies draws anew in each."""
    return maker.reseeded(maker.seed + place) if isinstance(maker, Liar) else maker


def _some_codes(
    start: Position,
    breakers: Callable[[int], TreeBreaker],
    random: Random,
    games: int,
    seed: int,
    by_won: bool,
) -> Iterator[Play]:
    """Yield games against codes that are drawn."""
    if start.table is None or start.game.memory is not None or start.game.unseen is not None or by_won:
        for number in range(games):
            yield _play(start, breakers(number), _keeper(start, draw(start, random), seed + number), by_won)
        return
    shares = list(accumulate(start.table.weights()))
    walker: _Walker | None = None
    for number in range(games):
        strategy = breakers(number).strategy(start)
        if walker is None or walker.strategy is not strategy:
            walker = _Walker(start.table, strategy)
        yield walker.walk(bisect_right(shares, random.randrange(shares[-1])))


class _Walker:
    """Leads codes that are listed through the tree of a strategy; nodes that were met are remembered."""

    def __init__(self, table: CodeTable, strategy: Strategy) -> None:
        self.strategy = strategy
        self._table = table
        self._codes: dict[int, Sequence[int]] = {strategy.root: range(table.codes)}
        self._outcomes: dict[int, list[int]] = {}

    def walk(self, code: int, weight: int = 1) -> Play:
        """Return the game against a code."""
        history: list[Made] = []
        left: list[int] = []
        node, final = self.strategy.root, False
        codes: Sequence[int] = range(self._table.codes)
        while node >= 0:
            experiment = self.strategy.experiments[node]
            decoder = self._table.compiled.decoders[experiment[0]]
            if node not in self._outcomes:
                core = self._table.compiled.core_experiment(experiment)
                self._outcomes[node] = self._table.engine.partition(core, list(codes))
            outcomes = self._outcomes[node]
            number = outcomes[bisect_left(codes, code)]
            history.append(Made(experiment, decoder.values(number)))
            final = decoder.is_final(number)
            node = self.strategy.branches[node][history[-1].outcome]
            if node not in self._codes or node < 0:
                self._codes[node] = [
                    c for c, outcome in zip(codes, outcomes, strict=True) if outcome == number
                ]
            codes = self._codes[node]
            left.append(len(codes))
        length = _length(self._table.game, len(history), len(codes), final)
        weights = self._table.weights()
        found = found_goals(goals_among(self._table, {c: weights[c] for c in codes}))
        return Play(tuple(history), tuple(left), length, self._table.show_code(code), weight, found)


def _play(start: Position, breaker: Codebreaker, maker: Codemaker, by_won: bool) -> Play:
    """Return the game of a codebreaker against a codemaker; with `by_won` who gives up has lost."""
    position = start
    left: list[int] = []
    at_least: list[int] = []
    unseen = start.game.unseen
    most = MOST_EXPERIMENTS if unseen is not None and unseen.endless else inf
    while (experiment := breaker.choose(position)) is not None and len(left) < most:
        position = position.then(Made(experiment, maker.answer(position, experiment)))
        if not position.exact:
            at_least.append(len(left))
        left.append(position.codes)
    length = _length(start.game, len(left), position.codes, position.final)
    found = found_goals(goals_known(position))
    secret = maker.reveal(position)
    play = Play(position.history, tuple(left), length, secret, 1, found, at_least=tuple(at_least))
    if isinstance(position, BelievedPosition):
        lies = maker.lies(position) if isinstance(maker, Liar) else position.course().lies
        return replace(play, lies=lies, lost=not position.over)
    memory = start.game.memory
    lost = position.lost or (by_won and not position.over)
    if memory is None:
        return replace(play, lost=lost)
    cost = position.standing.paid + (memory.loss or 0 if lost else 0)
    return replace(
        play,
        standings=position.standings[1:],
        lost=lost,
        cost=cost if memory.priced else None,
    )


def _assignments(start: Position) -> Iterator[Assignment]:
    """Yield the codes of a position that are listed."""
    assert start.left is not None
    yield from (start.left.code(place) for place in range(start.codes))


def _length(game: Game, experiments: int, codes: int, final: bool) -> int:
    """Return the length of a play: a core game counts a confirming experiment after a code that is known."""
    return experiments + (Ending(game).counted(codes, final) or 0)


def _tallied(simulation: Simulation, plays: Iterator[Play], trace: bool, run: Run) -> Simulation:
    """Return a simulation with the games played, until they end or have to stop."""
    lengths: Counter[int] = Counter()
    kept: list[Play] = []
    total = weight = lost = 0
    paid = greatest = Fraction(0)
    stopped = None
    try:
        for play in plays:
            lengths[play.length] += 1
            total += play.weight * play.length
            weight += play.weight
            lost += play.lost
            if play.cost is not None:
                paid, greatest = paid + play.weight * play.cost, max(greatest, play.cost)
            if trace:
                kept.append(play)
            if stopped := run.stop_reason():
                break
    except (StoppedError, KeyboardInterrupt) as stop:
        if not lengths:
            raise
        stopped = stop.reason if isinstance(stop, StoppedError) else "interrupt"
    if lengths.total() == simulation.wanted:
        stopped = None
    priced = simulation.game.memory is not None and simulation.game.memory.priced
    return replace(
        simulation,
        distribution=dict(sorted(lengths.items())),
        total=total,
        weight=weight,
        plays=tuple(kept),
        stopped=stopped,
        lost=lost,
        costs=(greatest, paid / weight) if weight and priced else None,
    )
