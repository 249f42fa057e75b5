"""The best plan of a game, the shortest or the cheapest, and what is proved about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import reduce
from random import Random
from typing import Final

from cobra.analysis.check import Check, prove
from cobra.analysis.info import different
from cobra.analysis.static.bounds import least_by_counting
from cobra.analysis.static.cells import Cells
from cobra.analysis.static.cheapest import Cheapest
from cobra.analysis.static.columns import goals_of
from cobra.analysis.static.fewest import Fewest
from cobra.analysis.static.listed import listed_of
from cobra.analysis.static.meant import asked, demand_a_plan, lies_of
from cobra.analysis.static.plan import Plan, PlanCost
from cobra.analysis.static.spread import Abroad
from cobra.budget import Progress, doing, limited
from cobra.cluster.cluster import AnyCluster, joined
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, StoppedError
from cobra.limits import Limits
from cobra.model.codeless import why_no_code
from cobra.model.game import Game
from cobra.model.memory import price_unit
from cobra.model.unseen import asks_any_set
from cobra.options import DEFAULT_SAT_SOLVER, MEMORY

_LISTING: Final = "listing what every experiment tells apart"


@dataclass(frozen=True)
class StaticResult:
    """The best plan found, and what is proved about it."""

    plan: Plan
    proof: Check
    """That the game is well-formed."""
    experiments: int
    """Experiments looked at that do not cut the codes alike."""
    listed: bool
    """Whether these are all of the game; else they were drawn at random, and the least number is only proved
    when it is that of a bound."""
    goals: int
    """What is to be told apart: goals, or codes without goals; inseparable codes count once."""
    inseparable: tuple[str, str] | None
    """Two codes that no experiment tells apart and that need to be, if there are."""
    undecided: tuple[str, str] | None
    """What is to be found out of these two, in a game with a goal: such as `zebra = Japanese`."""
    stopped: str | None
    """Why something is missing: "time", "interrupt", "undecided", "cluster", or "memory" or "experiments"
    when there are too many experiments to list; None for an answer."""


@limited
def static_plan(
    game: Game,
    *,
    seed: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    limits: Limits | None = None,
    cluster: AnyCluster | None = None,
    progress: Progress | None = None,
) -> StaticResult:
    """Prove a game well-formed and find the fewest experiments, fixed in advance, that tell its codes apart.

    Where answers may be lies they do so whichever are, and an experiment may be among them several times. In
    a game with prices they are the cheapest: of those that cost least in the worst case those that cost least
    on average, and the fewest of these.

    With a goal only codes of different goals are told apart, and never codes that no experiment tells apart.
    A guess that confirms the code found is not counted. `seed` is that of the heuristics; `memory` is in
    bytes. After `time_limit` seconds, or Ctrl-C, the best plan found by then is returned with a lower bound.
    Where there are too many experiments to list what they tell apart, some are drawn at random. With a
    `cluster` its workers prove that fewer do not do; the plan they may find instead depends on nothing else.
    `GameError` for an ill-formed game and where a plan has no meaning, `LimitError` when there are too many
    codes, `StoppedError` when it was stopped before there was a plan.
    """
    demand_a_plan(game)
    if cluster is not None and game.memory is not None and game.memory.priced:
        raise GameError("the cheapest plan is not looked for by a cluster: leave out --cluster")
    run = Run(time_limit, progress)
    table = CodeTable(asked(game), run, memory, limits or Limits())
    if table.codes == 0:
        raise GameError(f"the game has no code: {why_no_code(game)}")
    with run.share(1 / 2):
        proof = prove(game, sat_solver, run.remaining())
    if proof.problems:
        raise GameError("\n".join(proof.problems))
    sound = proof.well_formed is True  # the core takes it for granted

    def listed(done: int, total: int) -> None:
        if reason := run.stop_reason():
            raise StoppedError(reason, _LISTING)
        doing(_LISTING)
        if progress is not None:
            progress(_LISTING, done, total)

    cost = None
    with ExitStack() as stack:
        stack.enter_context(_or_at_least(table, game, sound))
        found = listed_of(table, game, memory, Random(seed), run, listed)
        columns = found.columns
        if columns.prices is not None:
            complete = found.unlisted is None
            cheapest = Cheapest(table, game, columns, complete, Random(seed), sat_solver, run, progress)
            stopped = cheapest.run() or (None if cheapest.proved else found.unlisted)
            chosen, lower = cheapest.best, cheapest.fewest
            cost = _plan_cost(game, cheapest, sound)
        else:
            abroad = None
            if cluster is not None:
                workers = stack.enter_context(joined(cluster))
                abroad = stack.enter_context(Abroad(workers, run, table, game, columns, sat_solver, memory))
            fewest = Fewest(table, found, Random(seed), sat_solver, run, progress, abroad)
            stopped = fewest.run() or (None if fewest.closed else found.unlisted)
            chosen, lower = fewest.best, fewest.lower
    if columns.times > 1:
        chosen = sorted(chosen)  # what is asked again stands together
    experiments = tuple(table.compiled.experiment(columns.experiments[column]) for column in chosen)
    cells = reduce(Cells.cut, chosen, Cells(columns)).count
    inseparable, undecided = table.show_pair(different(columns.lines, table.goals()))
    return StaticResult(
        plan=Plan(game, experiments, lower if sound else 0, table.codes, cells, cost),
        proof=proof,
        experiments=columns.count if found.words is None else found.words.experiments,
        listed=found.unlisted is None or found.words is not None,
        goals=len(set(columns.goals.tolist())),
        inseparable=inseparable,
        undecided=undecided,
        stopped=stopped or proof.stopped,
    )


@contextmanager
def _or_at_least(table: CodeTable, game: Game, sound: bool) -> Iterator[None]:
    """Let who is stopped inside, before there is a plan, know how many experiments one has at least."""
    least = _counted(table, game) if sound else 0
    try:
        yield
    except StoppedError as stop:
        raise StoppedError(stop.reason, stop.what, _at_least(least)) from None
    except KeyboardInterrupt:
        raise StoppedError("interrupt", "looking for a plan", _at_least(least)) from None


def _counted(table: CodeTable, game: Game) -> int:
    """Return how many experiments a plan has at least, as far as that is found at once."""
    if asks_any_set(game):  # there a plan is found at once, and sets may be too many to look at
        return 0
    if game.ending == "hit":  # every code has an answer that no other has, which is never a lie
        return least_by_counting(table.codes, table.branching(), 0)
    return least_by_counting(goals_of(table), table.branching(), lies_of(game))


def _at_least(least: int) -> str:
    return f"proved: at least {least} experiment{'' if least == 1 else 's'}" if least else ""


def _plan_cost(game: Game, cheapest: Cheapest, sound: bool) -> PlanCost:
    """Return what the cheapest plan costs, and whether that is proved; `sound`: the game is well-formed."""
    worst, together, _ = cheapest.cost
    unit = price_unit(game)
    lower = cheapest.lower if sound else 0
    return PlanCost(
        worst * unit, together * unit / sum(cheapest.prices.weights), lower * unit, sound and cheapest.proved
    )
