"""Measure one-step strategies by the number of codes: `python benchmarks/scale.py`; `--help` lists all.

Mastermind of 10³ to 10⁶ codes, each strategy of each size in a process of its own: seconds of the wall clock
from the listed codes to the whole tree, processor time, and the most memory of the process, Python's 40 MB
included. The sizes are measured from the smallest on; the plot is written when all are.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from run import HERE, MAX_CODES, environment, replace_table

from cobra._core import Control
from cobra.engine.compile import compile_game
from cobra.language.load import load
from cobra.options import MEMORY

SIZES = [(4, 6), (5, 5), (4, 9), (5, 7), (5, 8), (5, 9), (6, 7), (6, 8), (6, 9), (7, 7), (6, 10)]
"""Pegs and colours, by the number of codes."""
STRATEGIES = ["parts", "ent-models"]
REACH = {(6, 9): 20, (7, 7): 60}
"""Seconds aimed at, with two threads."""
MEMORY_REACH = 1e9
PICTURE = HERE.parent / "docs" / "pictures" / "scale.svg"


@dataclass(frozen=True, slots=True)
class Played:
    """A strategy played once: `seconds` of the clock, `processor` of all threads, `memory` in bytes."""

    pegs: int
    colours: int
    strategy: str
    codes: int
    total: int
    worst: int
    seconds: float
    processor: float
    memory: int


def play(pegs: int, colours: int, strategy: str, threads: int) -> Played:
    """Play a strategy against every code, in this process."""
    engine = compile_game(load("mastermind", {"pegs": pegs, "colours": colours})).engine()
    codes = engine.enumerate(MAX_CODES, MEMORY, Control())
    start, processor = time.perf_counter(), time.process_time()
    figures = engine.greedy(strategy, "final,first", False, 0, threads, MEMORY, None, Control()).figures
    seconds, processor = time.perf_counter() - start, time.process_time() - processor
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    memory = held * 1024 if sys.platform != "darwin" else held
    return Played(pegs, colours, strategy, codes, figures.total, figures.worst, seconds, processor, memory)


def measured(pegs: int, colours: int, strategy: str, threads: int) -> Played:
    """Play in another process."""
    request = json.dumps([pegs, colours, strategy, threads])
    child = [sys.executable, __file__, "--run", request]
    return Played(**json.loads(subprocess.run(child, check=True, stdout=subprocess.PIPE, text=True).stdout))


def row(one: Played) -> str:
    """Return the row of the table."""
    reach = REACH.get((one.pegs, one.colours))
    seconds, memory = f"{one.seconds:.3g}", f"{one.memory / 1e6:,.0f} MB"
    cells = [
        f"{one.pegs},{one.colours}",
        f"{one.codes:,}",
        one.strategy,
        f"{one.total:,}",
        str(one.worst),
        seconds if reach is None or one.seconds <= reach else f"**{seconds}** (missed)",
        f"{one.processor:.3g}",
        memory if one.memory <= MEMORY_REACH else f"**{memory}** (missed)",
        "" if reach is None else f"{reach} s, 1 GB",
    ]
    return f"| {' | '.join(cells)} |"


def draw(all_played: list[Played], path: Path) -> None:
    """Draw processor time and memory against the number of codes, all on logarithmic scales."""
    # what is measured is to hold no more memory than the command does
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    from cobra.analysis.plot import STYLES
    from cobra.output import save_figure

    style = {"svg.hashsalt": "cobra", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 9}
    with rc_context(style):
        figure = Figure(figsize=(8.4, 3.4), layout="constrained")
        for axes, label, value in zip(
            figure.subplots(1, 2),
            ["processor time (s)", "peak memory (MB)"],
            [lambda one: one.processor, lambda one: one.memory / 1e6],
            strict=True,
        ):
            for strategy in STRATEGIES:
                colour, marker = STYLES[strategy]
                points = [(one.codes, value(one)) for one in all_played if one.strategy == strategy]
                axes.loglog(
                    *zip(*points, strict=True), color=colour, marker=marker, markersize=4, label=strategy
                )
            axes.set_xlabel("codes (Mastermind)")
            axes.set_ylabel(label)
            axes.grid(visible=True, alpha=0.3)
            axes.legend(frameon=False)
        save_figure(figure, path)


def main() -> None:
    """Measure the sizes asked for, print the table, draw the plot."""
    parser = argparse.ArgumentParser(description="Measure one-step strategies by the number of codes.")
    parser.add_argument("--only", default="", help="only this size, as in 6,9; draws nothing")
    parser.add_argument("--threads", type=int, default=2, help="worker threads (2)")
    parser.add_argument("--readme", action="store_true", help="put the table into benchmarks/README.md")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        print(json.dumps(asdict(play(*json.loads(options.run)))))
        return
    rows = [
        "| pegs, colours | codes | strategy | total | worst | seconds | processor | memory | reach |",
        "|---" * 9 + "|",
    ]
    print(*rows, sep="\n")
    found = []
    for pegs, colours in SIZES:
        if options.only in ("", f"{pegs},{colours}"):
            for strategy in STRATEGIES:
                found.append(measured(pegs, colours, strategy, options.threads))
                rows.append(row(found[-1]))
                print(rows[-1], flush=True)
    if options.only:
        return
    draw(found, PICTURE)
    if options.readme:
        about = f"Threads: {options.threads}. One run of each figure."
        title = "Processor time and memory of one-step strategies by the number of codes"
        picture = f"![{title}](../docs/pictures/{PICTURE.name})"
        replace_table("Scale", f"{about}\n\n" + "\n".join(rows) + f"\n\n{picture}", environment())


if __name__ == "__main__":
    main()
