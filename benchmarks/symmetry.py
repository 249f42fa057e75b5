"""Measure what symmetry does for the games of symmetry.toml: `python benchmarks/symmetry.py`; `--help` lists
the options.

Rounds 1, 2 and 3 are the start, and what is left after the choice of max-models and its largest cell. In each
round, for each equivalence alone: the experiments that represent all others, and the time to find them; then
the time of whole strategies, and how much of it goes into symmetry. Times are processor time, the median of
the runs. Where the representatives take longer than `--limit` seconds, or are more than a million, they are
counted without being listed, if the core can; else those of the first types are, as many types as the limit
allows. That is a lower bound if no two types have the
same slots, so that no symmetry carries an experiment to one of another type; otherwise the figure is "-".
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from run import HERE, MAX_CODES, environment, replace_table, short

from cobra._core import Control, CoreLimit, CoreStopped, Engine
from cobra.analysis.info import info
from cobra.engine.compile import compile_game
from cobra.engine.program import CoreExperiment
from cobra.language.load import load
from cobra.options import EQUIVALENCES, MEMORY

FILTERS = [name for name in EQUIVALENCES if name != "none"]
MOST = 1_000_000
"""More representatives are not listed."""
ROUNDS = 3
MEASURED = "max-models"
"""The strategy whose choices are followed, and which is timed for every game."""

Made = list[tuple[CoreExperiment, int | None]]


@dataclass(frozen=True, slots=True)
class Found:
    """The representatives under one equivalence."""

    count: int
    seconds: float | None
    """None: not all could be counted, and `count` is a lower bound."""
    listed: bool = True
    """Whether they were listed to be counted."""


@dataclass(frozen=True, slots=True)
class Situation:
    """One round of a game; an equivalence is missing if it takes too long and there is no lower bound."""

    game: str
    round: int
    codes: int
    experiments: int
    found: dict[str, Found]


@dataclass(frozen=True, slots=True)
class Timing:
    """A strategy, and what symmetry takes of it; seconds are None when there was not enough time."""

    game: str
    strategy: str
    seconds: float | None
    share: float | None
    """Of the wall time, spent in symmetry."""
    reach: float | None
    peer: str


class Subject:
    """A game with its codes listed."""

    def __init__(self, case: dict[str, Any], limit: float) -> None:
        self.name: str = case["name"]
        self.game = load(case["game"], case.get("params", {}))
        self.compiled = compile_game(self.game)
        self.limit = limit

    def engine(self) -> Engine:
        """Return a fresh engine, so that nothing is known from a run before."""
        engine = self.compiled.engine()
        engine.enumerate(MAX_CODES, MEMORY, Control())
        return engine

    def experiments(self) -> int:
        """Return the number of experiments, counted without listing them where they are many."""
        found = info(self.game).experiments
        if found is None:
            raise SystemExit(f"{self.name}: the experiments cannot be counted")
        return found

    def rounds(self) -> Iterator[tuple[Made, int]]:
        """Follow the strategy into the largest cell: what was made, and how many codes are left."""
        engine = self.engine()
        state = list(range(engine.enumerate(0, MEMORY, Control())))
        result = engine.greedy(MEASURED, "final,first", False, 0, 1, MEMORY, None, Control(self.limit))
        experiments, children, node = result.tree()
        made: Made = []
        yield [], len(state)
        while node >= 0:
            outcomes = engine.partition(experiments[node], state)
            sizes = statistics.multimode(outcomes)
            largest = min(sizes)
            made = [*made, (experiments[node], largest)]
            state = [code for code, outcome in zip(state, outcomes, strict=True) if outcome == largest]
            node = dict(children[node])[largest]
            yield made, len(state)

    def situations(self, runs: int) -> Iterator[Situation]:
        """Count and time the representatives of each round."""
        experiments = self.experiments()
        for number, (made, codes) in zip(range(1, ROUNDS + 1), self.rounds(), strict=False):
            found = {}
            for name in FILTERS:
                if (one := self.representatives(name, made, runs)) is not None:
                    found[name] = one
            yield Situation(self.name, number, codes, experiments, found)

    def representatives(self, equivalence: str, made: Made, runs: int) -> Found | None:
        """Count and time the representatives under one equivalence."""
        counted = self.counted(equivalence, made, runs)
        if counted is not None and counted.count > MOST:
            return counted
        seconds, count = [], 0
        for _ in range(runs):
            engine = self.engine()
            start = time.process_time()
            some = self.count(engine, equivalence, made, None)
            if some is None:
                return counted or self.at_least(equivalence, made)
            seconds.append(time.process_time() - start)
            count = some
        return Found(count, statistics.median(seconds))

    def counted(self, equivalence: str, made: Made, runs: int) -> Found | None:
        """Count the representatives without listing them, if the core can."""
        seconds, count = [], None
        for _ in range(runs):
            engine = self.engine()
            start = time.process_time()
            count = engine.count_representatives(equivalence, made, Control(self.limit))
            seconds.append(time.process_time() - start)
        return None if count is None else Found(count, statistics.median(seconds), listed=False)

    def count(self, engine: Engine, equivalence: str, made: Made, types: int | None) -> int | None:
        """Count the representatives among the first types; None: not within the limits."""
        control = Control(self.limit)
        try:
            found, _ = engine.representatives([equivalence], made, MOST, MEMORY, control, types)
        except (CoreLimit, CoreStopped):
            return None
        return len(found)

    def at_least(self, equivalence: str, made: Made) -> Found | None:
        """Count the representatives among 1, 2, 4, … types, as long as the limits allow."""
        most = None
        slots = [
            tuple((one.kind, one.size_min, one.size_max) for one in type_.space.slots)
            for type_ in self.game.experiments
        ]
        if len(set(slots)) < len(slots):
            return None
        for doublings in range((len(self.game.experiments) - 1).bit_length()):
            types = 1 << doublings
            if (some := self.count(self.engine(), equivalence, made, types)) is None:
                break
            most = Found(some, None)
        return most

    def timing(self, strategy: str, reach: float | None, peer: str, runs: int) -> Timing:
        """Time a strategy, a fresh engine for each run."""
        seconds, shares = [], []
        for _ in range(runs):
            engine = self.engine()
            start = time.process_time()
            result = engine.greedy(strategy, "final,first", False, 0, 1, MEMORY, None, Control(self.limit))
            seconds.append(time.process_time() - start)
            shares.append(result.symmetry_seconds / result.seconds)
            if result.stopped:
                return Timing(self.name, strategy, None, None, reach, peer)
        return Timing(self.name, strategy, statistics.median(seconds), statistics.median(shares), reach, peer)


def timings(subject: Subject, case: dict[str, Any], runs: int) -> Iterator[Timing]:
    """Time the strategies of a case, and always the one whose choices are followed."""
    wanted = {MEASURED: (None, "")}
    for group in case.get("times", []):
        wanted |= {name: (group["reach"], group.get("peer", "")) for name in group["strategies"]}
    for name, (reach, peer) in wanted.items():
        yield subject.timing(name, reach, peer, runs)


def whole(number: int) -> str:
    """Return a number in full, a very large one with three digits."""
    return f"{number:,}" if number < 10**15 else f"{number:.2e}"


def cell(found: Found | None) -> str:
    """Return what the table says of the representatives under one equivalence."""
    if found is None:
        return "-"
    if found.seconds is None:
        return f"≥ {found.count:,}"
    return f"{whole(found.count)} ({short(found.seconds)}{'' if found.listed else ', counted'})"


def tables(situations: list[Situation], times: list[Timing]) -> str:
    """Return the two tables of the README."""
    lines = [
        f"| game | round | codes | experiments | {' | '.join(FILTERS)} |",
        "|---" * (4 + len(FILTERS)) + "|",
    ]
    for one in situations:
        cells = [cell(one.found.get(name)) for name in FILTERS]
        lines.append(
            f"| {one.game} | {one.round} | {one.codes:,} | {whole(one.experiments)} | {' | '.join(cells)} |"
        )
    lines += ["", "| game | strategy | cobra | in symmetry | reach | peers |", "|---|---|---|---|---|---|"]
    for time_ in times:
        reach = "" if time_.reach is None else short(time_.reach)
        seconds = share = "-"
        if time_.seconds is not None and time_.share is not None:
            seconds = short(time_.seconds)
            share = f"{time_.share:.0%}"
        if time_.reach is not None and (time_.seconds is None or time_.seconds > time_.reach):
            seconds = f"**{seconds}** (missed)"
        lines.append(f"| {time_.game} | {time_.strategy} | {seconds} | {share} | {reach} | {time_.peer} |")
    return "\n".join(lines)


def main() -> None:
    """Measure the games asked for and print their tables."""
    parser = argparse.ArgumentParser(description="Measure symmetry.")
    parser.add_argument("--runs", type=int, default=3, help="runs of each figure (3)")
    parser.add_argument("--limit", type=float, default=10.0, help="seconds one figure may take (10)")
    parser.add_argument("--only", default="", help="only games whose name contains this text")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--readme", action="store_true", help="put the tables into benchmarks/README.md")
    options = parser.parse_args()
    situations: list[Situation] = []
    times: list[Timing] = []
    for case in tomllib.loads((HERE / "symmetry.toml").read_text(encoding="utf-8"))["game"]:
        if options.only.lower() in case["name"].lower():
            subject = Subject(case, options.limit)
            of_game = list(subject.situations(options.runs)), list(timings(subject, case, options.runs))
            print(tables(*of_game), end="\n\n", flush=True)
            situations += of_game[0]
            times += of_game[1]
    where = environment()
    if options.json:
        report = {
            "environment": where,
            "situations": [asdict(s) for s in situations],
            "times": [asdict(t) for t in times],
        }
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    if options.readme:
        about = f"Runs of each figure: {options.runs}; the limit: {options.limit:g} s."
        replace_table("Symmetry, game by game", f"{about}\n\n{tables(situations, times)}", where)


if __name__ == "__main__":
    main()
