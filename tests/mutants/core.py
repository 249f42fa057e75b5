"""Mutants of the core's own text: does it matter to some test whether each piece of it is right?

    python -m tests.mutants.core optimal/bounds.rs group/matching.rs
    python -m tests.mutants.core optimal/bounds.rs --first 20 --count 10

changes one thing at a time, such as an operator or what a function returns, in files of
`rust/cobra-core/src`. It is tried with tests that come to it: of the core by itself, the signature, the quick
tests of symmetries and of the optimal search. A mutant that all of them pass survives, and is shown: it means
the same, or costs nothing but time or memory, or a test is missing. (DeMillo, Lipton, Sayward 1978.)
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants.switched_copy import ROOT, Mutant, SwitchedCopy, recorded, run_in_time, those_recorded
from tests.mutants.trial import trial_parser, try_all

CRATE: Final = "cobra-core"
CORE: Final = Path("rust", CRATE, "src")
PYTEST: Final = (
    *(sys.executable, "-m", "pytest", "-x", "--numprocesses=0", "--hypothesis-profile=ci"),
    *("-m", "not slow and not thorough"),
)
SLOWER: Final = 5
"""A mutant with which a test takes so many times what it takes else, and ten seconds, has not passed it."""


class Test(NamedTuple):
    """A test, in the copy: its command, what it takes as the core is, and the mutants that it comes to."""

    name: str
    command: Sequence[str | Path]
    folder: Path
    seconds: float = 0.0
    reached: frozenset[int] = frozenset()

    def holds(self, changed: dict[str, str], timeout: float | None = None) -> bool:
        """Return whether it passes, and in time."""
        ended = run_in_time(self.command, self.folder, {"PYTHONPATH": str(self.folder), **changed}, timeout)
        return ended is not None and ended[0] == 0

    def measured(self) -> Test:
        """Return it with what it takes, and the mutants that it comes to."""
        seen = self.folder / f"{self.name}.seen"
        start = time.monotonic()
        assert self.holds(recorded(seen)), f"{self.name} does not pass as the core is"
        return self._replace(seconds=time.monotonic() - start, reached=those_recorded(seen))

    def kills(self, mutant: Mutant) -> bool:
        """Return whether it fails with a mutant."""
        return not self.holds(mutant.switched_on, SLOWER * self.seconds + 10)


def verdict(mutant: Mutant, tests: Sequence[Test]) -> str:
    """Return what becomes of a mutant."""
    reaching = [test for test in tests if mutant.number in test.reached]
    killer = next((test.name for test in reaching if test.kills(mutant)), None)
    return f"killed by {killer}" if killer else "survived" if reaching else "not reached"


def main() -> None:
    parser = trial_parser("tests.mutants.core", __doc__)
    parser.add_argument("files", nargs="+", help=f"files of {CORE}")
    given = parser.parse_args()
    for file in given.files:
        if not (ROOT / CORE / file).is_file():
            parser.error(f"there is no file {CORE / file}")
    copy = SwitchedCopy(given.folder, CRATE, given.files)
    mutants = copy.mutants()
    print(f"{len(mutants)} mutants", flush=True)
    (copy.folder / "cobra/_core.abi3.so").unlink(missing_ok=True)
    shutil.copy(copy.built("cobra-py", "lib_core.so"), copy.folder / "cobra/_core.abi3.so")
    tests = [
        Test("unit", [copy.built_tests(), "--quiet", "--test-threads=1"], copy.folder),
        Test("signature", [sys.executable, "benchmarks/signature.py", "--check"], copy.folder),
        Test("symmetries", [*PYTEST, "tests/symmetries"], copy.folder),
        Test("optimal", [*PYTEST, "tests/optimal", "tests/memory/test_symmetry.py"], copy.folder),
    ]
    tests = [test.measured() for test in tests]
    try_all(mutants, given, lambda mutant: verdict(mutant, tests))


if __name__ == "__main__":
    main()
