"""Mutants are tried one by one, and those that nothing minds are shown."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutants.switched_copy import ROOT, Mutant


def trial_parser(module: str, text: str) -> argparse.ArgumentParser:
    """Return a parser of what is said of any trial; `text` is that of the module."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=text.split("\n")[0])
    parser.add_argument(
        "--first", type=int, default=0, help="the place of the first that is tried (default: 0)"
    )
    parser.add_argument("--count", type=int, help="how many are tried (default: all)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="how many at a time (default: %(default)s)"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "target/mutants", help="where they are built")
    return parser


def try_all(mutants: Sequence[Mutant], given: argparse.Namespace, verdict: Callable[[Mutant], str]) -> None:
    """Find out what becomes of those that are asked for; show those that live, and count all."""
    tried = mutants[given.first :][: given.count]
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(given.jobs) as pool:
        for mutant, became in zip(tried, pool.map(verdict, tried), strict=True):
            counts[became] += 1
            if not became.startswith("killed"):
                print(f"{became}: {mutant}", flush=True)
    for became, number in counts.most_common():
        print(f"{number:>6,}  {became}")
