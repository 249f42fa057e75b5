"""Measure certificates: `python benchmarks/certificates.py [NAME …]`.

Each line is a process of its own: processor time of the search, of making the certificate and of checking
it, facts, size of the file. Names are those of `CASES`; without one all but the slow ones are measured.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Final

CASES: Final[dict[str, tuple[str, str, dict[str, str]]]] = {
    "mm-4-6": ("mastermind", "average", {}),
    "mm-4-6-wa": ("mastermind", "worst-average", {}),
    "mm-4-7": ("mastermind", "average", {"colours": "7"}),
    "mm-5-5": ("mastermind", "average", {"pegs": "5", "colours": "5"}),
    "coins-12": ("counterfeit-coin", "average", {}),
    "code-777": ("code-777", "average", {}),
    "black-box": ("black-box", "average", {"size": "5", "atoms": "3"}),
    "bulls-worst": ("bulls-and-cows", "worst", {}),
    "bulls": ("bulls-and-cows", "average", {}),
    "mm-4-8": ("mastermind", "average", {"colours": "8"}),
    "mm-6-4": ("mastermind", "average", {"pegs": "6", "colours": "4"}),
}
"""Games, objectives and parameters."""
SLOW: Final = ("bulls", "mm-4-8", "mm-6-4")
MEMORY: Final = 8 << 30


def measure(name: str) -> str:
    """Return the line of a case."""
    import cobra
    from cobra.analysis.certify_codes import certify_codes
    from cobra.certificate.file import claim_text
    from cobra.engine.certificate import check_certificate
    from cobra.engine.run import Run
    from cobra.engine.table import CodeTable
    from cobra.limits import Limits

    game, objective, definitions = CASES[name]
    run = Run()
    table = CodeTable(cobra.load(game, definitions), run, MEMORY, Limits())
    kept: list[bytes] = []
    times = [time.process_time()]
    found = table.optimal(objective, threads=1, memory=MEMORY, proved=True, keep=kept.append)
    times.append(time.process_time())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "some.proof"
        made = certify_codes(
            table,
            found,
            path,
            objective=objective,
            max_depth=None,
            consistent=False,
            first=None,
            memory=MEMORY,
            facts=b"".join(kept),
            run=run,
        )
        times.append(time.process_time())
        check_certificate(path.read_bytes(), MEMORY, run)
        times.append(time.process_time())
    search, make, check = (after - before for before, after in pairwise(times))
    claims = ", ".join(map(claim_text, made.claims)).replace("claim ", "")
    return (
        f"{name:12} {claims:36} {search:8.2f} s {make:8.2f} s {check:8.2f} s"
        f" {made.facts:9,} facts {made.size / 1e6:9.2f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *CASES], metavar="NAME")
    parser.add_argument("--one", choices=CASES, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(measure(asked.one), flush=True)
        return
    print(
        f"{'game':12} {'claims':36} {'search':>10} {'making':>10} {'checking':>10} {'':>15} {'file':>12}",
        flush=True,
    )
    for name in asked.names or [name for name in CASES if name not in SLOW]:
        subprocess.run([sys.executable, __file__, "--one", name], check=False)


if __name__ == "__main__":
    main()
