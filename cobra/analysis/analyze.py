"""One-step strategies played against every code: exact worst case, average and distribution of lengths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from cobra import _core
from cobra.analysis.check import Check, prove
from cobra.analysis.info import Info, examine
from cobra.analysis.run import Progress, Run
from cobra.analysis.table import Table
from cobra.errors import GameError
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.options import (
    DEFAULT_SAT_SOLVER,
    DEFAULT_STRATEGIES,
    DEFAULT_TIES,
    MEMORY,
    TIES,
    available_threads,
    check_equivalences,
    check_strategies,
    read_choice,
)


@dataclass(frozen=True, slots=True)
class Row:
    """One strategy; when it was stopped, `worst`, `total` and `distribution` are of the settled codes."""

    name: str
    first: str | None
    """The first experiment; None when the game is over, or the strategy was stopped, before it."""
    worst: int
    """The longest play; of a stopped strategy the longest so far."""
    total: int
    """Σ weight · length over the codes settled, an exact integer."""
    weight: int
    """Σ weight over all codes; their number when they have no weights."""
    codes: int
    """Number of codes."""
    distribution: Mapping[int, int]
    """Number of codes settled by length of play."""
    nodes: int
    """Experiments in the strategy's tree."""
    seconds: float
    """Time of the core."""
    symmetry_seconds: float
    """Time of the core for finding equivalent experiments, the sum over its threads."""
    stopped: str | None
    """None, or why it is not complete: "time", "interrupt" or "memory"."""
    inseparable: tuple[str, str] | None = None
    """Two codes left together at the end of a play because no experiment tells them apart."""

    @property
    def settled(self) -> int:
        """Return the number of codes whose plays had come to their end: all, when not stopped."""
        return sum(self.distribution.values())

    @property
    def average(self) -> Fraction | None:
        """Return the exact average length, None when the strategy was stopped."""
        return None if self.stopped or not self.weight else Fraction(self.total, self.weight)


@dataclass(frozen=True, slots=True)
class Analysis:
    """The whole answer: the game, the proof that it is well-formed, and a row for each strategy."""

    info: Info
    proof: Check
    rows: tuple[Row, ...]
    ties: str
    consistent: bool
    equivalences: tuple[str, ...] | None
    """The chain of equivalences asked for; None for what cobra chose from state to state."""

    @property
    def stopped(self) -> str | None:
        """Return why something is missing, None when everything is complete."""
        parts = (self.info.stopped, self.proof.stopped, *(row.stopped for row in self.rows))
        return next((reason for reason in parts if reason is not None), None)


def analyze(
    game: Game,
    strategies: Iterable[str] = DEFAULT_STRATEGIES,
    *,
    ties: str = DEFAULT_TIES,
    consistent: bool = False,
    seed: int = 0,
    equivalences: Iterable[str] | None = None,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Prove a game well-formed and play strategies against all of its codes.

    `equivalences` is a chain of names of `cobra.options.EQUIVALENCES`: of each class of equivalent
    experiments one is looked at; None chooses from state to state. The result is the same with any of them.
    `threads` 0 uses all processors; the result is the same for any number. `memory` is in bytes.
    `time_limit`, in seconds, is for everything together; each strategy may use an equal share of what is
    left, and one that is not finished has a row that says so. Ctrl-C ends it likewise. `limits` raises limits
    of `cobra.limits` by name. `GameError` for an ill-formed game or a wrong request, `LimitError` when there
    are too many codes to list.
    """
    names = check_strategies(strategies)
    read_choice("rule for ties", tuple(TIES), ties)
    chain = None if equivalences is None else check_equivalences(equivalences)
    run = Run(time_limit, progress)
    table = Table(game, run, memory, limits or Limits())
    if consistent and all(decoder.final < 0 for decoder in table.compiled.decoders):
        raise GameError("no outcome of this game is final, so --consistent has no meaning in it")
    with run.share(1 / 2):
        proof = prove(game, sat_solver, run.remaining())
    if proof.problems:
        raise GameError("\n".join(proof.problems))
    with run.share(1 / 4):
        known = examine(table, memory, run)
    rows = []
    for place, name in enumerate(names):
        if run.stop_reason():
            rows.append(_not_started(name, known.codes, run))
            continue
        with run.share(1 / (len(names) - place)):
            result = table.greedy(
                name,
                ties=ties,
                consistent=consistent,
                seed=seed,
                equivalences=chain,
                threads=threads or available_threads(),
                memory=memory,
            )
        rows.append(_row(name, result, table))
    return Analysis(known, proof, tuple(rows), ties, consistent, chain)


def _row(name: str, result: _core.GreedyResult, table: Table) -> Row:
    pair = None
    if result.inseparable:
        pair = table.show_code(result.inseparable[0]), table.show_code(result.inseparable[1])
    return Row(
        name=name,
        first=None if result.first is None else table.show_experiment(result.first),
        worst=result.worst,
        total=result.total,
        weight=result.weight,
        codes=result.codes,
        distribution={length: count for length, count in enumerate(result.distribution) if count},
        nodes=result.nodes,
        seconds=result.seconds,
        symmetry_seconds=result.symmetry_seconds,
        stopped=result.stopped,
        inseparable=pair,
    )


def _not_started(name: str, codes: int, run: Run) -> Row:
    return Row(
        name=name,
        first=None,
        worst=0,
        total=0,
        weight=0,
        codes=codes,
        distribution={},
        nodes=0,
        seconds=0.0,
        symmetry_seconds=0.0,
        stopped=run.stop_reason(),
    )
