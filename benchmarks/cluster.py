"""Measure searches on a cluster, and tell from a trace what more workers would be worth.

`python benchmarks/cluster.py run [NAME …]` searches alone, with one worker process and with two, here.
`python benchmarks/cluster.py trace NAME FILE [--pairs N]` searches with one worker and writes what depends
on what; with N, divided where a piece takes more work, as for many workers. `python benchmarks/cluster.py
simulate FILE …` replays such traces, and those that `--trace` of the commands writes, for 1 to 4,096 workers.
"""

from __future__ import annotations

import argparse
import heapq
import json
import subprocess
import sys
import time
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any, Final

CASES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "mm-4-8": ("mastermind", {"colours": "8"}),
    "mm-5-6": ("mastermind", {"pegs": "5", "colours": "6"}),
    "bulls-5-8": ("bulls-and-cows", {"places": "5", "digits": "8"}),
}
DEFAULT: Final = ("bulls-5-8", "mm-5-6")
WORKERS: Final = (1, 2, 8, 64, 512, 4096)
IN_HAND_SECONDS: Final = 0.02
"""After so long a piece that was submitted is in the hand of its worker."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a trace."""

    after: tuple[int, ...]
    seconds: float
    delay: float
    """Seconds after the last piece it waited for, or after the beginning, in which nothing was to be done:
    who asks was at work."""
    bytes: int


@dataclass(frozen=True, slots=True)
class Replay:
    """What so many workers would need."""

    seconds: float
    busy: float
    """Seconds of work, of all workers together."""
    longest: float
    """Seconds of the longest chain of pieces that wait for each other."""


def pieces(trace: dict[str, Any]) -> dict[int, Piece]:
    """Return the pieces of a trace by their numbers; of a piece that was done twice the last time.

    Tasks that have no number, such as the rows of a comparison, waited for no others.
    """
    tasks = {
        task.get("piece", number): {"after": [], **task}
        for number, task in enumerate(sorted(trace["tasks"], key=lambda task: task["received"]))
    }
    submitted = sorted(task["submitted"] for task in tasks.values())
    begin = submitted[0] if submitted else 0.0
    found = {}
    for number, task in tasks.items():
        before = max((tasks[earlier]["received"] for earlier in task["after"]), default=None)
        delay = 0.0
        if before is not None and not any(
            one["submitted"] <= before < one["received"] for one in tasks.values()
        ):
            delay = submitted[bisect_left(submitted, before)] - before
        elif before is None and "piece" in task:
            delay = task["submitted"] - begin  # who asks was at work before the first question
        size = task["argument bytes"] + task["result bytes"]
        seconds = task["ended"] - task["began"]
        found[number] = Piece(tuple(task["after"]), seconds, delay, size)
    return found


def gap(trace: dict[str, Any]) -> float:
    """Return the mean seconds between two pieces of a worker that had the second in hand all the time."""
    of_workers = defaultdict(list)
    for task in sorted(trace["tasks"], key=lambda task: task["began"]):
        of_workers[task["worker"]].append(task)
    gaps = [
        after["began"] - before["ended"]
        for done in of_workers.values()
        for before, after in pairwise(done)
        if after["submitted"] + IN_HAND_SECONDS < before["ended"]
    ]
    return mean(gaps) if gaps else 0.0


def replay(
    todo: dict[int, Piece],
    workers: int,
    latency: float,
    bandwidth: float,
    each: float,
    between: float = 0.0,
) -> Replay:
    """Replay pieces on so many workers: seconds for a message, bytes per second, seconds that the coordinator
    takes for each piece, one after the other, and that a worker takes between two pieces."""
    waits = {number: len(set(piece.after)) for number, piece in todo.items()}
    behind: defaultdict[int, list[int]] = defaultdict(list)
    for number, piece in todo.items():
        for earlier in set(piece.after):
            behind[earlier].append(number)
    ready: list[int] = []
    later = [(todo[number].delay, number) for number, waited in waits.items() if waited == 0]
    heapq.heapify(later)
    running: list[tuple[float, int, int]] = []
    free_at = [0.0] * workers
    idle = list(range(workers))
    now = coordinator = busy = 0.0
    longest: dict[int, float] = {}
    while ready or later or running:
        while later and later[0][0] <= now:
            heapq.heappush(ready, heapq.heappop(later)[1])
        while ready and idle:
            worker = heapq.heappop(idle)
            number = heapq.heappop(ready)
            piece = todo[number]
            coordinator = max(coordinator, now) + each
            begin = coordinator + latency + piece.bytes / bandwidth
            if free_at[worker]:
                begin = max(begin, free_at[worker] + between)
            free_at[worker] = begin + piece.seconds
            busy += piece.seconds
            heapq.heappush(running, (free_at[worker] + latency, number, worker))
            chain = max((longest[earlier] for earlier in piece.after), default=0.0)
            longest[number] = chain + piece.delay + piece.seconds
        events = [heap[0][0] for heap in (later, running) if heap]
        if not events:
            break
        now = max(now, min(events))
        while running and running[0][0] <= now:
            _, number, worker = heapq.heappop(running)
            heapq.heappush(idle, worker)
            for follower in behind[number]:
                waits[follower] -= 1
                if waits[follower] == 0:
                    heapq.heappush(later, (now + todo[follower].delay, follower))
    return Replay(now, busy, max(longest.values(), default=0.0))


def searched(name: str, where: str | None, trace: Path | None = None, pairs: int | None = None) -> float:
    """Return the wall time of a search, without the start of the workers."""
    import cobra
    from cobra.analysis.spread import answers

    if pairs is not None:
        answers.BUDGET = pairs
    game, definitions = CASES[name]
    loaded = cobra.load(game, definitions)
    if where is None:
        begun = time.perf_counter()
        assert cobra.optimal(loaded, threads=1, memory=4 << 30).proved
        return time.perf_counter() - begun
    with cobra.Cluster(where, trace=trace) as cluster:
        begun = time.perf_counter()
        assert cobra.optimal(loaded, cluster=cluster, memory=4 << 30).proved
        return time.perf_counter() - begun


def run(names: list[str]) -> None:
    """Print seconds alone, with one worker and with two."""
    print("| search | alone | one worker | two workers | one worker takes | two are faster than one |")
    print("|---|---|---|---|---|---|")
    for name in names:
        found = []
        for where in ("alone", "local:1", "local:2"):
            command = [sys.executable, __file__, "one", name, where]
            found.append(float(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
        alone, one, two = found
        cells = [f"{seconds:.1f} s" for seconds in found]
        print("|", " | ".join([name, *cells, f"{one / alone - 1:+.0%}", f"{one / two:.2f}"]), "|")


def simulate(paths: list[Path], latency: float, bandwidth: float, each: float, picture: Path | None) -> None:
    """Print what traces would take with more workers, and draw it."""
    drawn = []
    for path in paths:
        trace = json.loads(path.read_text("utf-8"))
        todo = pieces(trace)
        wall = max(task["received"] for task in trace["tasks"]) - min(t["submitted"] for t in trace["tasks"])
        there = len({task["worker"] for task in trace["tasks"]})
        between = gap(trace)
        found = replay(todo, there, latency, bandwidth, each, between).seconds
        took = f"took {wall:.1f} s with {there} worker(s), replayed {found:.1f} s ({found / wall - 1:+.0%})"
        print(f"\n{path.stem}: {len(todo):,} pieces, {took}\n")
        print("| workers | seconds | speed-up | idle | limited by |")
        print("|---|---|---|---|---|")
        first = replay(todo, 1, latency, bandwidth, each, between).seconds
        curve = []
        for workers in WORKERS:
            many = replay(todo, workers, latency, bandwidth, each, between)
            idle = 1 - many.busy / (workers * many.seconds)
            limits = {
                "work": many.busy / workers,
                "the longest chain of pieces": many.longest,
                "the coordinator": each * len(todo),
            }
            limit = max(limits, key=limits.__getitem__)
            speed = first / many.seconds
            print(f"| {workers:,} | {many.seconds:.1f} | {speed:.1f} | {idle:.0%} | {limit} |")
            curve.append(speed)
        drawn.append((path.stem, curve))
    if picture is not None:
        draw(drawn, picture)


def draw(drawn: list[tuple[str, list[float]]], picture: Path) -> None:
    """Draw speed-up over workers."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    axes.loglog(WORKERS, WORKERS, color="0.8", label="as many as there are")
    for name, curve in drawn:
        axes.loglog(WORKERS, curve, marker="o", label=name)
    axes.set_xlabel("workers")
    axes.set_ylabel("speed-up")
    axes.legend()
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    measured = commands.add_parser("run")
    measured.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"{', '.join(CASES)}; {' and '.join(DEFAULT)} if none is said",
    )
    one = commands.add_parser("one")
    one.add_argument("name", choices=CASES)
    one.add_argument("where")
    traced = commands.add_parser("trace")
    traced.add_argument("name", choices=CASES)
    traced.add_argument("file", type=Path)
    traced.add_argument(
        "--pairs", type=int, help="a piece is divided after so many; some 4 billion are a second"
    )
    traced.add_argument("--cluster", default="local:1")
    simulated = commands.add_parser("simulate")
    simulated.add_argument("traces", type=Path, nargs="+")
    simulated.add_argument("--latency", type=float, default=0.0005, help="seconds for a message")
    simulated.add_argument("--bandwidth", type=float, default=1e9, help="bytes per second")
    simulated.add_argument(
        "--each", type=float, default=0.0015, help="seconds of the coordinator for a piece"
    )
    simulated.add_argument("--picture", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "run":
        if unknown := set(arguments.names) - CASES.keys():
            parser.error(f"no search {', '.join(sorted(unknown))}; there are {', '.join(CASES)}")
        run(arguments.names or list(DEFAULT))
    elif arguments.command == "one":
        print(searched(arguments.name, None if arguments.where == "alone" else arguments.where))
    elif arguments.command == "trace":
        seconds = searched(arguments.name, arguments.cluster, arguments.file, arguments.pairs)
        print(f"{seconds:.1f} s")
    else:
        simulate(arguments.traces, arguments.latency, arguments.bandwidth, arguments.each, arguments.picture)


if __name__ == "__main__":
    main()
