"""Measure coins in the core language: `python benchmarks/core_coins.py`; `--help` lists options.

Each case is the command `cobra analyze` in a process of its own on the coins as COBRA's users write them: the
start of Python, the text read, well-formedness proved, three strategies played. Shown is the median of the
processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from run import ROOT, environment, replace_table, short

sys.path.insert(0, str(ROOT))
from tests.data.cobra.generate import coins

CASES: Final = ((12, 1.0, "?"), (20, 2.0, "?"), (30, 5.0, "36 s"), (39, 10.0, "not finished"))
"""Coins, the seconds aimed at, and what the original COBRA needs."""


def main() -> None:
    """Print a row for each case."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=5, help="how often each case runs (default: 5)")
    parser.add_argument("--readme", action="store_true", help="replace the table in README.md")
    options = parser.parse_args()
    rows = [
        "| coins, in COBRA's language | types | experiments | processor | reach | COBRA |",
        "|---|---|---|---|---|---|",
    ]
    with TemporaryDirectory() as folder:
        for number, reach, peer in CASES:
            file = Path(folder) / f"coins-{number}.in"
            file.write_text(coins(number), encoding="utf-8")
            loads = []
            for _ in range(options.runs):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                answer = analyze(file)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                loads.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            assert answer["proof"]["well_formed"] is True
            load = statistics.median(loads)
            shown = short(load) if load <= reach else f"**{short(load)}** (missed)"
            experiments = f"{answer['game']['experiments']:,}"
            rows.append(f"| {number} | {number // 2} | {experiments} | {shown} | {short(reach)} | {peer} |")
    print("\n".join(rows))
    if options.readme:
        replace_table("Coins in COBRA's language", "\n".join(rows), environment())


def analyze(file: Path) -> dict[str, Any]:
    """Analyse a game with three strategies; return the JSON document."""
    command = [sys.executable, "-m", "cobra", "analyze", str(file), "--json", "--time-limit", "none"]
    result = subprocess.run(
        [*command, "-s", "max-models,exp-models,ent-models"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    found: dict[str, Any] = json.loads(result.stdout)
    return found


if __name__ == "__main__":
    main()
