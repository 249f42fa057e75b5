"""Measure how long advice takes, start to finish: `python benchmarks/advise.py`; `--help` lists options.

Each case is the command `cobra advise` in a process of its own: the start of Python, the game, the answer
printed. Shown are the median and the range by the wall clock, and the median of the processor time, which
other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from typing import Final

from run import ROOT, environment, replace_table, short

TWELVE: Final = (
    "0 0 0 1 1 1 2 2 2 3 3 3 = 2B2W; 4 4 4 5 5 5 6 6 6 7 7 7 = 2B2W; 0 4 8 8 8 9 9 9 10 10 11 11 = 2B3W"
)
CASES: Final = (
    ("Mastermind 4,10, nothing asked", ("-D", "colours=10"), "", 1.0),
    ("Mastermind 5,8 after one guess", ("-D", "pegs=5", "-D", "colours=8"), "00112 1B1W", 1.0),
    (
        "Mastermind 8,10 after two guesses",
        ("-D", "pegs=8", "-D", "colours=10"),
        "00123456 1B3W; 01748992 1B3W",
        3.0,
    ),
    ("Mastermind 12,12 after three guesses", ("-D", "pegs=12", "-D", "colours=12"), TWELVE, 3.0),
)
"""Name, parameters, history and the seconds aimed at."""


def main() -> None:
    """Print a row for each case."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=5, help="how often each case runs (default: 5)")
    parser.add_argument("--readme", action="store_true", help="replace the table in README.md")
    options = parser.parse_args()
    rows = [
        "| advice | codes left | median | least to greatest | processor | reach |",
        "|---|---|---|---|---|---|",
    ]
    for name, parameters, history, reach in CASES:
        times, loads = [], []
        for _ in range(options.runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds, text = advise(parameters, history)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(seconds)
            loads.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        answer = json.loads(text)
        assert answer["advice"]
        codes = f"{'' if answer['exact'] else '≥ '}{answer['codes']:,}"
        median = statistics.median(times)
        shown = short(median) if median <= reach else f"**{short(median)}** (missed)"
        spread = f"{short(min(times))} to {short(max(times))}"
        load = short(statistics.median(loads))
        rows.append(f"| {name} | {codes} | {shown} | {spread} | {load} | {short(reach)} |")
    print("\n".join(rows))
    if options.readme:
        replace_table("Advice", "\n".join(rows), environment())


def advise(parameters: tuple[str, ...], history: str) -> tuple[float, str]:
    """Return the seconds of one run, and what it printed."""
    command = [sys.executable, "-m", "cobra", "advise", "mastermind", *parameters, "--json"]
    start = time.perf_counter()
    result = subprocess.run(
        [*command, "--history", history],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return time.perf_counter() - start, result.stdout


if __name__ == "__main__":
    main()
