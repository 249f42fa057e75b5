"""Measure the cases of cases.toml: `python benchmarks/run.py`; `--help` lists the options.

Each case is run once to warm up and then N times; the table shows the median with the least and the greatest
figure. Times of the core are processor time of the one thread that computes, so that other work on a machine
disturbs them less; commands are measured by the wall clock in a process of their own.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

from cobra._core import Control, Engine
from cobra.engine.compile import compile_game
from cobra.language.load import load
from cobra.options import MEMORY

HERE = Path(__file__).parent
ROOT = HERE.parent
MAX_CODES = 20_000_000


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured case: the unit is seconds, codes per second or megabytes, as the name says."""

    name: str
    result: str
    median: float
    least: float
    greatest: float
    reach: float
    reached: bool
    peer: str


def engine_of(case: dict[str, Any]) -> Engine:
    """Return the core's engine for the game of a case, its codes not yet listed."""
    source = str(ROOT / case["file"]) if "file" in case else case["game"]
    return compile_game(load(source, case.get("params", {}))).engine()


def listed(case: dict[str, Any]) -> Engine:
    """Return the engine of a case with its codes listed."""
    engine = engine_of(case)
    engine.enumerate(MAX_CODES, MEMORY, Control())
    return engine


def repeat(runs: int, once: Callable[[], float]) -> list[float]:
    """Return the figures of `runs` runs after one that is not counted."""
    once()
    return [once() for _ in range(runs)]


def greedy(case: dict[str, Any], runs: int) -> Iterator[Figure]:
    """Time whole strategy trees, a fresh engine for each run."""
    for strategy in case["strategies"]:
        results: list[str] = []

        def once(strategy: str = strategy, results: list[str] = results) -> float:
            engine = listed(case)
            start = time.thread_time()
            result = engine.greedy(strategy, "final,first", False, 0, 1, MEMORY, None, Control())
            seconds = time.thread_time() - start
            results.append(f"total {result.figures.total}, worst {result.figures.worst}")
            return seconds

        figures = repeat(runs, once)
        yield figure(f"{case['name']}: {strategy}", results[-1], figures, case)


def pairs(case: dict[str, Any], runs: int) -> Iterator[Figure]:
    """Time the outcome sizes of all experiments on all codes, handed over as lists of Python."""
    engine = listed(case)
    places = [range(case["params"]["colours"])] * case["params"]["pegs"]
    experiments = [(0, list(symbols)) for symbols in product(*places)]
    checksums = set()

    def once() -> float:
        start = time.thread_time()
        splits = engine.splits(experiments, None, Control())
        seconds = time.thread_time() - start
        checksums.add(sum(size * size for split in splits for _, size in split))
        return seconds

    figures = repeat(runs, once)
    yield figure(case["name"], f"checksum {checksums.pop()}", figures, case)


def enumerate_codes(case: dict[str, Any], runs: int) -> Iterator[Figure]:
    """Measure the codes listed and stored per second."""
    counts = set()

    def once() -> float:
        engine = engine_of(case)
        start = time.thread_time()
        counts.add(engine.enumerate(MAX_CODES, MEMORY, Control()))
        return max(counts) / (time.thread_time() - start)

    figures = repeat(runs, once)
    yield figure(case["name"], f"{counts.pop():,} codes", figures, case, more_is_better=True)


def command(case: dict[str, Any], runs: int) -> Iterator[Figure]:
    """Time a command by the wall clock."""

    def once() -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "cobra", *case["arguments"]], check=True, capture_output=True)
        return time.perf_counter() - start

    yield figure(case["name"], "", repeat(runs, once), case)


MEASURE_PEAK = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "cobra", *sys.argv[1:]], check=True, capture_output=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def memory(case: dict[str, Any], _runs: int) -> Iterator[Figure]:
    """Measure the peak resident memory of a command, in megabytes."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURE_PEAK, *case["arguments"]], check=True, capture_output=True, text=True
    )
    kilobytes = int(run.stdout) if sys.platform != "darwin" else int(run.stdout) // 1024
    yield figure(case["name"], "", [kilobytes * 1024 / 1e6], case)


def figure(
    name: str, result: str, values: list[float], case: dict[str, Any], more_is_better: bool = False
) -> Figure:
    """Return the summary of the figures of a case."""
    median = statistics.median(values)
    reached = median >= case["reach"] if more_is_better else median <= case["reach"]
    return Figure(name, result, median, min(values), max(values), case["reach"], reached, case["peer"])


KINDS = {
    "greedy": greedy,
    "pairs": pairs,
    "enumerate": enumerate_codes,
    "command": command,
    "memory": memory,
}


def short(value: float) -> str:
    """Return a figure with three digits and, for seconds below one, in milliseconds."""
    if value >= 1e5:
        return f"{value / 1e6:.3g} M"
    return f"{value:.3g}" if value >= 1 else f"{1000 * value:.3g} ms"


def environment() -> dict[str, str]:
    """Return what the figures depend on."""
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return {
        "commit": commit.stdout.strip(),
        "processor": models[0] if models else platform.processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "date": datetime.now(UTC).isoformat(timespec="minutes"),
    }


def replace_table(title: str, table: str, where: dict[str, str]) -> None:
    """Replace what stands below a heading of the README, up to the next one or the end."""
    readme = HERE / "README.md"
    before, heading, rest = readme.read_text(encoding="utf-8").partition(f"## {title}\n")
    _, following, after = rest.partition("\n## ")
    about = f"{where['processor']}, {where['system']}, Python {where['python']}, {where['date']}"
    body = f"{about}; commit {where['commit'][:12]}.\n\n{table}\n"
    readme.write_text(f"{before}{heading}\n{body}{following}{after}", encoding="utf-8")


def table(figures: list[Figure]) -> str:
    """Return the table of the README."""
    rows = ["| work | cobra | reach | peers |", "|---|---|---|---|"]
    for one in figures:
        measured = short(one.median) if one.reached else f"**{short(one.median)}** (missed)"
        rows.append(f"| {one.name} | {measured} | {short(one.reach)} | {one.peer} |")
    return "\n".join(rows)


def main() -> None:
    """Run the cases asked for and print their table."""
    parser = argparse.ArgumentParser(description="Measure cobra.")
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each case (5)")
    parser.add_argument("--only", default="", help="only cases whose name contains this text")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--readme", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    cases = tomllib.loads((HERE / "cases.toml").read_text(encoding="utf-8"))
    figures: list[Figure] = []
    for kind, measure in KINDS.items():
        for case in cases.get(kind, []):
            if options.only.lower() not in case["name"].lower():
                continue
            for one in measure(case, options.runs):
                figures.append(one)
                verdict = "reached" if one.reached else "MISSED"
                spread = f"{short(one.least)} .. {short(one.greatest)}"
                print(
                    f"{one.name:<62} {short(one.median):>9}  ({spread})  reach {short(one.reach)}: {verdict}"
                )
                if one.result:
                    print(f"    {one.result}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    where = environment()
    report = {
        "environment": where,
        "peak_kilobytes": peak,
        "figures": [asdict(one) for one in figures],
    }
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    if options.readme:
        replace_table("The last figures", table(figures), where)


if __name__ == "__main__":
    main()
