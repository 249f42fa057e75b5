"""Measure the optimal searches of optimal.toml: `python benchmarks/optimal.py`; `--help` lists the options.

Each run is a process of its own: processor time from listing the codes to the proof, one thread, and the most
memory the process held. The table shows medians. At the end, how much faster two threads are by the clock.
With `--memory` the same searches with less and less memory: equal values, and how much longer they take.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from run import HERE, MAX_CODES, environment, replace_table, short

from cobra._core import Control
from cobra.engine.compile import compile_game
from cobra.language.load import library, load, load_text
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.options import MEMORY

LIMIT = 600.0
"""Seconds for a case that has no limit of its own."""


@dataclass(frozen=True, slots=True)
class Run:
    """One search in a process of its own; `memory` in bytes, of which the core estimates `estimated`."""

    seconds: float
    wall: float
    memory: int
    estimated: int
    intervals: list[tuple[str, int, int | None]]
    infeasible: bool
    stopped: str | None

    @property
    def result(self) -> str:
        """Return the values, intervals where they are open."""
        if self.infeasible:
            return "impossible"
        return ", ".join(
            f"{measure} {lower:,}"
            if lower == upper
            else f"{measure} {lower:,} to {'?' if upper is None else f'{upper:,}'}"
            for measure, lower, upper in self.intervals
        )


@dataclass(frozen=True, slots=True)
class Figure:
    """A case and its runs, of one thread or of two."""

    case: dict[str, Any]
    runs: list[Run]

    @property
    def seconds(self) -> float | None:
        """Return the median of the processor times, None when a run was stopped."""
        return (
            None
            if any(run.stopped for run in self.runs)
            else statistics.median(run.seconds for run in self.runs)
        )

    @property
    def memory(self) -> int:
        """Return the most bytes of a run."""
        return max(run.memory for run in self.runs)

    @property
    def reached(self) -> bool:
        """Return whether the figure aimed at is reached."""
        reach = self.case.get("reach")
        if isinstance(reach, float):
            return self.seconds is not None and self.seconds <= reach
        return reach is None or self.seconds is not None


def game_of(case: dict[str, Any], words: list[str]) -> Game:
    """Return the game of a case."""
    params = case.get("params", {})
    if case.get("words"):
        params = params | {"answers": words[0], "allowed": words[1]}
    if "final" not in case:
        return load(case["game"], params)
    text = library()[case["game"]].read_text(encoding="utf-8")
    return load_text(f"{text}  final {case['final']}\n", case["name"], params)


def search(case: dict[str, Any], words: list[str], threads: int, allowed: int = MEMORY) -> Run:
    """Search once, in this process, with so many bytes allowed."""
    game = game_of(case, words)
    compiled = compile_game(game)
    engine = compiled.engine()
    first = None
    if "first" in case:
        first = compiled.core_experiment(Notation(game).parse_experiment(case["first"]))
    control = Control(case.get("limit", LIMIT))
    start, wall = time.process_time(), time.perf_counter()
    engine.enumerate(MAX_CODES, allowed, control)
    result = engine.optimal(
        case["objective"],
        case.get("max_depth"),
        case.get("consistent", False),
        first,
        threads,
        allowed,
        True,
        None,
        None,
        b"",
        None,
        control,
    )
    seconds, wall = time.process_time() - start, time.perf_counter() - wall
    values = [] if result.infeasible else [upper for _, _, upper in result.intervals]
    if result.played.stopped is None and "value" in case and values != case["value"]:
        raise SystemExit(f"{case['name']}: {values} instead of {case['value']}")
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    memory = kilobytes * 1024 if sys.platform != "darwin" else kilobytes
    return Run(
        seconds,
        wall,
        memory,
        result.statistics["memory"],
        result.intervals,
        result.infeasible,
        result.played.stopped,
    )


def measured(
    case: dict[str, Any], words: list[str], threads: int, runs: int, allowed: int = MEMORY
) -> Figure:
    """Return the runs of a case, each made by this script in another process."""
    found = []
    for _ in range(1 if case.get("long") else runs):
        request = json.dumps([case, words, threads, allowed])
        child = subprocess.run(
            [sys.executable, __file__, "--run", request], check=True, stdout=subprocess.PIPE, text=True
        )
        found.append(Run(**json.loads(child.stdout)))
    return Figure(case, found)


def row(figure: Figure) -> str:
    """Return the row of a case."""
    case, reach = figure.case, figure.case.get("reach", "")
    seconds = "not finished" if figure.seconds is None else short(figure.seconds)
    cells = [
        case["name"],
        figure.runs[-1].result,
        seconds if figure.reached else f"**{seconds}** (missed)",
        f"{figure.memory / 1e6:,.0f} MB",
        short(reach) if isinstance(reach, float) else reach,
        case.get("prototype", ""),
        case["peer"],
    ]
    return f"| {' | '.join(cells)} |"


def ratio(one: Figure, two: Figure) -> str:
    """Return the row that compares two threads with one, by the clock."""
    single, double = (statistics.median(run.wall for run in figure.runs) for figure in (one, two))
    gain = f"{single / double:.2f}"
    reached = single / double >= one.case["reach"]
    shown = gain if reached else f"**{gain}** (missed)"
    return f"| {one.case['name']} | {short(single)} | {short(double)} | {shown} | {one.case['reach']} |"


def memory_row(case: dict[str, Any], figures: list[Figure]) -> str:
    """Return the row of a case that was searched with less and less memory; the values must be equal."""
    results = {run.result for figure in figures for run in figure.runs if run.stopped is None}
    if len(results) > 1:
        raise SystemExit(f"{case['name']}: {' or '.join(sorted(results))}")
    cells = []
    for figure in figures:
        shown = "not finished" if figure.seconds is None else short(figure.seconds)
        longer = ""
        if figure is not figures[0] and figure.seconds and figures[0].seconds:
            longer = f" (×{figure.seconds / figures[0].seconds:.2f})"
        cells.append(f"{shown}{longer}, {figure.memory / 1e6:,.0f} MB")
    return f"| {' | '.join([case['name'], *results, *cells])} |"


def main() -> None:
    """Measure the cases asked for and print their tables."""
    parser = argparse.ArgumentParser(description="Measure optimal searches.")
    parser.add_argument("--runs", type=int, default=3, help="runs of each figure (3)")
    parser.add_argument("--only", default="", help="only cases whose name contains this text")
    parser.add_argument("--long", action="store_true", help="also the cases that take minutes, one run each")
    parser.add_argument(
        "--words", nargs=2, default=[], metavar="FILE", help="answers and allowed words of Wordle"
    )
    parser.add_argument("--memory", action="store_true", help="only the table of less and less memory")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--readme", action="store_true", help="put the tables into benchmarks/README.md")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        print(json.dumps(asdict(search(*json.loads(options.run)))))
        return
    words = [str(Path(name).resolve()) for name in options.words]
    wanted = tomllib.loads((HERE / "optimal.toml").read_text(encoding="utf-8"))

    def asked(case: dict[str, Any]) -> bool:
        named = options.only.lower() in case["name"].lower()
        return (
            named
            and (options.long or options.only or not case.get("long"))
            and (words or not case.get("words"))
        )

    where = environment()
    if options.memory:
        sizes = wanted["sizes"]
        rows = [f"| game, objective | result | {' | '.join(sizes)} |", "|---" * (2 + len(sizes)) + "|"]
        for case in filter(asked, wanted["memory"]):
            found = [measured(case, words, 1, options.runs, size) for size in sizes.values()]
            rows.append(memory_row(case, found))
            print(rows[-1], flush=True)
        if options.readme:
            about = f"One thread, processor time and peak memory; runs of each figure: {options.runs}."
            replace_table("Less memory", f"{about}\n\n" + "\n".join(rows), where)
        return
    rows = [
        "| game, objective | result | cobra | peak memory | reach | prototype | peers |",
        "|---" * 7 + "|",
    ]
    figures = []
    for case in filter(asked, wanted["optimal"]):
        figures.append(measured(case, words, 1, options.runs))
        rows.append(row(figures[-1]))
        print(rows[-1], flush=True)
    rows += ["", "| wall clock | one thread | two threads | ratio | reach |", "|---" * 5 + "|"]
    for case in filter(asked, wanted["threads"]):
        both = [measured(case, words, threads, options.runs) for threads in (1, 2)]
        figures += both
        rows.append(ratio(*both))
        print(rows[-1], flush=True)
    if options.json:
        report = {"environment": where, "figures": [asdict(one) for one in figures]}
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    if options.readme:
        about = f"Runs of each figure: {options.runs}, of the long ones 1."
        replace_table("Optimal strategies", f"{about}\n\n" + "\n".join(rows), where)


if __name__ == "__main__":
    main()
