"""The unit of work: what cobra finds for one claim."""

from __future__ import annotations

import time
from fractions import Fraction
from math import log2
from typing import Any, TypeAlias

from cobra.analysis.repeat import play_repeatedly
from cobra.analysis.reproduce.claims import Claim, load_claimed
from cobra.analysis.reproduce.proofs import OBJECTIVES, Proofs
from cobra.analysis.reproduce.results import Found
from cobra.analysis.static.find import static_plan
from cobra.breakers.breaker import How
from cobra.breakers.core import CoreBreaker
from cobra.breakers.find import find_breaker
from cobra.budget import Progress, limited
from cobra.engine.core import OptimalResult
from cobra.engine.history import read_core_history
from cobra.engine.played import Played
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError
from cobra.interval import MEASURES as FIGURES
from cobra.lengths import Figures
from cobra.limits import Limits
from cobra.options import DEFAULT_TIES, MEMORY, available_threads

Answer: TypeAlias = Found | StoppedError | LimitError
"""What is found for a claim, or why nothing is."""
_LISTED = 10_000_000
"""So many classes of experiments are counted, at most."""


@limited
def recompute(
    claim: Claim,
    *,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return what cobra finds for each measure of a claim, beside each other where it is a series.

    It needs nothing but its arguments, so it can be asked of another process. Whole numbers are exact,
    averages fractions as text. `StoppedError` when it was stopped before all was known.
    """
    return Workplace(Run(time_limit, progress), threads, memory).find(claim)


class Workplace:
    """Finds one claim after the other; claims of the same game share the list of its codes."""

    def __init__(self, run: Run, threads: int, memory: int, proofs: Proofs | None = None) -> None:
        self._run = run
        self._proofs = proofs
        self._threads = threads or available_threads()
        self._memory = memory
        self._table: tuple[object, CodeTable] | None = None

    def find(self, claim: Claim) -> dict[str, Any]:
        """Return what `recompute` does."""
        found = [self._case(claim, case) for case in claim.cases]
        if claim.varied is None:
            return found[0]
        return {measure: [one[measure] for one in found] for measure in claim.measures}

    def _case(self, claim: Claim, case: dict[str, Any]) -> dict[str, Any]:
        table = self._listed(claim.game, case["params"])
        match claim.what:
            case "size":
                return self._size(table, claim)
            case "partition":
                return self._partition(table, claim, case)
            case "equivalence":
                return {"classes": self._classes(table, case)}
            case "static":
                return {"experiments": self._static(table)}
            case "optimum":
                return self._optimum(table, claim, case)
            case _:
                return self._played(table, claim, case)

    def _listed(self, game: str, params: dict[str, int | str]) -> CodeTable:
        key = (game, tuple(params.items()))
        if self._table is None or self._table[0] != key:
            self._table = None  # the old one is let go before there is a new one
            loaded = load_claimed(game, params)
            self._table = key, CodeTable(loaded, self._run, self._memory, Limits())
        return self._table[1]

    def _size(self, table: CodeTable, claim: Claim) -> dict[str, Any]:
        found: dict[str, Any] = {"codes": table.codes}
        if "experiments" in claim.measures:
            found["experiments"] = sum(count or 0 for count in table.experiments())
        if "classes" in claim.measures:
            found["classes"] = table.codes - sum(len(alike) - 1 for alike in table.inseparable())
        return {measure: found[measure] for measure in claim.measures}

    def _classes(self, table: CodeTable, case: dict[str, Any]) -> int:
        made, _ = read_core_history(table, case.get("after", []))
        after = [(one.experiment, one.outcome) for one in made]
        chain = (case.get("equivalence", "history"),)
        found, _ = table.representatives(chain, after, at_most=_LISTED, memory=self._memory)
        return len(found)

    def _partition(self, table: CodeTable, claim: Claim, case: dict[str, Any]) -> dict[str, Any]:
        experiment = table.read_experiment(case["experiment"])
        sizes = [codes for _, codes in table.splits([experiment])[0]]
        found: dict[str, Any] = {
            "parts": len(sizes),
            "largest": max(sizes),
            "expected": str(Fraction(sum(size * size for size in sizes), table.codes)),
            "entropy": f"{-sum(size / table.codes * log2(size / table.codes) for size in sizes):.6f}",
        }
        if "alike" in claim.measures:
            kinds, _ = table.representatives(("history",), (), at_most=_LISTED, memory=self._memory)
            found["alike"] = next(number for one, number in kinds if one == experiment)
        return {measure: found[measure] for measure in claim.measures}

    def _static(self, table: CodeTable) -> int:
        result = static_plan(table.game, memory=self._memory, time_limit=self._run.remaining())
        if not result.plan.proved:
            raise StoppedError(result.stopped or "undecided", "looking for a shorter plan")
        return len(result.plan.experiments)

    def _optimum(self, table: CodeTable, claim: Claim, case: dict[str, Any]) -> dict[str, Any]:
        """Search once for each objective that a measure needs."""
        objectives = dict.fromkeys(OBJECTIVES[measure] for measure in claim.measures)
        found = {objective: self._search(table, claim.game, objective, case) for objective in objectives}
        return {
            measure: _value(measure, OBJECTIVES[measure], found[OBJECTIVES[measure]])
            for measure in claim.measures
        }

    def _search(self, table: CodeTable, game: str, objective: str, case: dict[str, Any]) -> OptimalResult:
        facts: list[bytes] = []
        result = table.optimal(
            objective,
            max_depth=case.get("max_depth"),
            consistent=case.get("consistent", False),
            first=table.read_experiment(case["opening"]) if "opening" in case else None,
            threads=self._threads,
            memory=self._memory,
            keep=None if self._proofs is None else facts.append,
        )
        if not result.proved:
            raise StoppedError(result.played.stopped or "undecided", "searching for an optimal strategy")
        if self._proofs is not None:
            path = self._proofs.path(game, case, objective)
            self._proofs.write(
                path,
                table,
                result,
                objective,
                case,
                facts=b"".join(facts),
                memory=self._memory,
                run=self._run,
            )
        return result

    def _played(self, table: CodeTable, claim: Claim, case: dict[str, Any]) -> dict[str, Any]:
        breaker = find_breaker(claim.what)
        how = How(
            ties=case.get("ties", DEFAULT_TIES),
            consistent=case.get("consistent", False),
            threads=self._threads,
            memory=self._memory,
        )
        repeats = None
        if case.keys() & {"opening", "by_count"}:
            played = self._told(table, claim.what, case, how)
            stopped = played.stopped
        else:
            played, repeats, stopped = play_repeatedly(breaker, table, how, case.get("runs", 1), self._run)
        if stopped is not None:
            raise StoppedError(stopped, f"playing {claim.what}")
        found = _figures(played.figures)
        found["first"] = "" if played.first is None else table.show_experiment(played.first)
        if repeats is not None:
            found["mean"] = [float(repeats.mean), repeats.margin]
        return {measure: found[measure] for measure in claim.measures}

    def _told(self, table: CodeTable, what: str, case: dict[str, Any], how: How) -> Played:
        """Play a strategy that is told how to begin, or to expect by numbers of codes, not weights."""
        breaker = find_breaker(what)
        if not isinstance(breaker, CoreBreaker):
            raise GameError(f"{what} cannot be told how to play")
        weighted = table.game.weight is not None and not case.get("by_count", False)
        return table.greedy(
            breaker.strategy(weighted),
            ties=how.ties,
            consistent=how.consistent,
            seed=how.seed,
            first=table.read_experiment(case["opening"]) if "opening" in case else None,
            threads=how.threads,
            memory=how.memory,
        )


def attempt(place: Workplace, claim: Claim) -> Answer:
    """Return what is found for a claim, or why nothing is."""
    begun = time.perf_counter()
    try:
        return Found(place.find(claim), time.perf_counter() - begun)
    except (StoppedError, LimitError) as error:
        return error


def _figures(figures: Figures) -> dict[str, Any]:
    lengths = range(1, figures.worst + 1)
    return {
        "total": figures.total,
        "average": str(figures.average),
        "worst": figures.worst,
        "distribution": [figures.distribution.get(length, 0) for length in lengths],
    }


def _value(measure: str, objective: str, result: OptimalResult) -> int | str | bool | list[int]:
    """Return a measure of an optimum that is proved."""
    if measure == "impossible" or result.infeasible:
        return bool(result.infeasible)
    if measure == "average":
        return str(result.played.figures.average)
    values = [int(getattr(result.played.figures, name)) for name in FIGURES[objective]]
    return values if len(values) > 1 else values[0]
