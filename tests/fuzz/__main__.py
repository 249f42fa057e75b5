"""`python -m tests.fuzz`: try cases; what breaks a law is reduced and written to a file."""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.fuzz import findings, parsing
from tests.fuzz.case import Case
from tests.fuzz.child import Trier, warm
from tests.fuzz.child import tried as try_phases
from tests.fuzz.phases import PHASES
from tests.fuzz.reading import tried as try_file
from tests.fuzz.reduce import Reducer
from tests.fuzz.sources import files, make, texts
from tests.fuzz.sources.library import small_case
from tests.fuzz.supervise import HANG_SECONDS, probe, tried

CHOICES = {"load": ("load",), "all": tuple(PHASES), "files": ("load",), "parse": ("load",)}
TRIERS: dict[str, Trier] = {
    "load": try_phases,
    "all": try_phases,
    "files": try_file,
    "parse": parsing.tried,
}
OF_ONE_KIND = 2
"""So many findings of one kind are reduced and written; others are only counted."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=1000, help="how many cases are tried (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of all cases (default: 0)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case (default: 0)")
    parser.add_argument(
        "--phases",
        choices=CHOICES,
        default="all",
        help="how far games go, or `files`: files and requests that are changed, or `parse`: hundreds of "
        "short texts a case, which are only read (default: all)",
    )
    parser.add_argument(
        "--output", type=Path, default=Path("fuzz"), help="folder of findings (default: fuzz)"
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="try the reduced case of a finding again")
    given = parser.parse_args()
    if given.replay:
        return replay(given.replay)
    numbers = range(given.first, given.first + given.cases)
    if given.phases in ("files", "parse"):
        make_one = files.make if given.phases == "files" else texts.make
        cases = (make_one(given.seed, number) for number in numbers)
    else:
        cases = (make(given.seed, number, given.phases == "all") for number in numbers)
    return run(cases, given.phases, given.output)


def run(cases: Iterator[Case], phases: str, folder: Path) -> int:
    """Try cases, print what became of them, return the exit status: 1 when a law was broken."""
    warm(small_case(Random(0)), CHOICES[phases])
    counts: Counter[str] = Counter()
    kinds: Counter[tuple[str, str]] = Counter()
    through = 0
    try_ = TRIERS[phases]
    for case, report in tried(cases, CHOICES[phases], try_=try_):
        counts["cases"] += 1
        counts["well-formed"] += report["sound"] is True
        counts["compared with the definition"] += report["small"]
        counts.update(f"{phase} done" for phase in report["done"])
        counts.update(f"{phase} refused" for phase in report["refused"])
        counts.update(report.get("counts", {}))
        through += len(report["done"]) == len(CHOICES[phases])
        finding = report["finding"]
        if finding is None:
            continue
        case, finding = parsing.single(case, finding)
        kind = finding["phase"], finding["key"]
        kinds[kind] += 1
        if kinds[kind] > OF_ONE_KIND:
            continue
        hangs = finding["law"] in ("hangs", "waits for ever", "memory", "time")
        found = probe(CHOICES[phases], HANG_SECONDS, try_)
        most = 0 if kinds[kind] > 1 else 10 if hangs else 150
        reducer = Reducer(lambda smaller, found=found, kind=kind: found(smaller) == kind, most)
        path = findings.write(folder, case, reducer.reduce(case), phases, finding)
        print(f"FOUND {kind[0]}: {kind[1]}: {finding['message'][:200]}\n  {path}", flush=True)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = usage.ru_utime + usage.ru_stime
    for name, number in counts.items():
        print(f"{number:>8,}  {name}")
    if phases != "parse":
        print(f"{through:>8,}  through all phases asked for")
    tried_ = "texts" if phases == "parse" else "cases"
    print(f"{seconds:8.1f}  s of processor time, {counts[tried_] / max(seconds, 0.01):.1f} {tried_} a second")
    for (phase, key), number in kinds.most_common():
        print(f"FOUND {number} times: {phase}: {key}")
    print(f"{len(kinds)} kinds of findings")
    return 1 if kinds else 0


def replay(path: Path) -> int:
    """Try the case of a finding in this process; what it breaks is shown."""
    case, phases = findings.read(path)
    print(case.text)
    with tempfile.TemporaryDirectory() as folder:
        try_, names = TRIERS[phases], CHOICES[phases]
        report = try_(case, names, Path(folder), lambda phase: print(f"# {phase}", flush=True))
    finding = report["finding"]
    if finding is None:
        print("nothing found")
        return 0
    print(f"{finding['phase']}: {finding['law']}: {finding['message']}\n{finding['traceback']}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
