"""`python -m tests.differential`: compare everything on random games; what differs is written to a file."""

from __future__ import annotations

import argparse
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, islice
from pathlib import Path

from tests.differential.sources import KINDS, make
from tests.differential.trial import tried as try_here
from tests.fuzz import findings
from tests.fuzz.case import Case
from tests.fuzz.reduce import Reducer
from tests.fuzz.supervise import probe, tried

HANG_SECONDS = 120.0
"""Processor time of one comparison after which it hangs: by definition some take long."""
STEPS_OF_REDUCTION = 150
AGAIN = "python -m tests.differential --games 1"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("--hours", type=float, help="how long games are drawn (default: no limit)")
    parser.add_argument("--games", type=int, help="how many games are drawn (default: no limit)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of all games (default: 0)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (default: 0)")
    parser.add_argument("--kind", choices=KINDS, help="of which kind games are drawn (default: of every one)")
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("differences"),
        help="folder of what is found (default: differences)",
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="compare on the game of a file again")
    given = parser.parse_args()
    if given.replay:
        return replay(given.replay)
    numbers = islice(count(given.first), given.games)
    end = None if given.hours is None else time.monotonic() + 3600 * given.hours
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    again = AGAIN if given.kind is None else f'{AGAIN} --kind "{given.kind}"'
    return run((make(given.seed, number, given.kind) for number in numbers), given.output, end, again)


def run(cases: Iterator[Case], folder: Path, end: float | None = None, again: str = AGAIN) -> int:
    """Compare on games until `end`, print what became of them, return the exit status: 1 for a difference.

    `again` is how to compare on one more time, but for its seed and number.
    """
    counts: Counter[str] = Counter()
    kinds: Counter[tuple[str, str]] = Counter()
    with suppress(KeyboardInterrupt):  # what was done by then is told
        for case, report in tried(cases, (), HANG_SECONDS, try_here):
            counts["games drawn"] += 1
            counts["games compared"] += bool(report["done"])
            counts.update(f"{name} compared" for name in report["done"])
            if report["done"]:
                counts[f"of {report['origin']}"] += 1
            if finding := report["finding"]:
                kind = finding["phase"], finding["key"]
                kinds[kind] += 1
                if kinds[kind] == 1:
                    found = probe((), HANG_SECONDS, try_here)
                    reducer = Reducer(
                        lambda smaller, found=found, kind=kind: found(smaller) == kind, STEPS_OF_REDUCTION
                    )
                    path = findings.write(folder, case, reducer.reduce(case), "", finding, again)
                    print(f"FOUND {kind[0]}: {kind[1]}: {finding['message'][:300]}\n  {path}", flush=True)
            if counts["games drawn"] % 1000 == 0:
                print(
                    f"{counts['games drawn']:,} games, to number {case.number:,}; {len(kinds)} differences",
                    flush=True,
                )
            if end is not None and time.monotonic() > end:
                break
    for name, number in sorted(counts.items()):
        print(f"{number:>8,}  {name}")
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{usage.ru_utime + usage.ru_stime:8.1f}  s of processor time")
    for (phase, key), number in kinds.most_common():
        print(f"FOUND {number} times: {phase}: {key}")
    print(f"{len(kinds)} kinds of differences")
    return 1 if kinds else 0


def replay(path: Path) -> int:
    """Compare on the game of a file in this process, and show what differs."""
    case, _ = findings.read(path)
    print(case.text)
    with tempfile.TemporaryDirectory() as folder:
        report = try_here(case, (), Path(folder), lambda name: print(f"# {name}", flush=True))
    if report["finding"] is None:
        print("nothing differs")
        return 0
    print(report["finding"]["message"], report["finding"]["traceback"], sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
