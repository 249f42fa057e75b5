"""Mutants of the core's own text: does it matter to some test whether each piece of it is right?

    python -m tests.core_mutants optimal/bounds.rs group/matching.rs
    python -m tests.core_mutants optimal/bounds.rs --first 20 --count 10

changes one thing at a time, an operator or what a function returns, in files of `rust/cobra-core/src`. All
mutants are built at once, in a copy, and switched on one by one, so that each takes seconds. It is tried with
tests that come to it: of the core by itself, the signature, the quick tests of symmetries and of the optimal
search. A mutant that all of them pass survives, and is shown: it means the same, or costs nothing but time or
memory, or a test is missing. (DeMillo, Lipton, Sayward 1978; Untch, Offutt, Harrold 1993.)
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
CORE: Final = Path("rust/cobra-core/src")
SWITCHED: Final = Path(__file__).parent / "switched"
BUILD: Final = {
    "RUSTFLAGS": "--cap-lints allow",
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "1",
    "CARGO_PROFILE_RELEASE_DEBUG": "false",
    "CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS": "true",
    "CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS": "true",
}
"""As `.ci/run` builds it."""
PYTEST: Final = (
    *(sys.executable, "-m", "pytest", "-x", "--numprocesses=0", "--hypothesis-profile=ci"),
    *("-m", "not slow and not thorough"),
)
SLOWER: Final = 5
"""A mutant with which a test takes so many times what it takes else, and ten seconds, has not passed it."""


class Mutant(NamedTuple):
    """A mutant: its number, file and line, what is changed, and the line as it is."""

    number: int
    file: str
    line: int
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.number} {self.file}:{self.line}: {self.what}: {self.text}"


def cargo(*arguments: str | Path, cwd: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """Run cargo, whose exit status is not looked at."""
    environment = {**os.environ, **BUILD, "CARGO_TARGET_DIR": str(target)}
    return subprocess.run(["cargo", *arguments], cwd=cwd, env=environment, capture_output=True, text=True)


class Copy:
    """A copy of the checkout, with mutants in files of its core."""

    def __init__(self, folder: Path, files: Sequence[str]) -> None:
        self.folder, self.files = folder / "checkout", files
        self._target = folder / "target"
        built = cargo("build", "--release", "--locked", cwd=SWITCHED, target=self._target / "switched")
        assert built.returncode == 0, built.stderr
        shutil.rmtree(self.folder, ignore_errors=True)
        kept = shutil.ignore_patterns("target", ".*", "__pycache__", "node_modules")
        shutil.copytree(ROOT, self.folder, ignore=kept, symlinks=True)
        self.core = self.folder / CORE
        shutil.copy(SWITCHED / "mutants.rs", self.core)
        root = self.core / "lib.rs"
        root.write_text(
            re.sub(r"^(pub )?mod ", r"pub mod mutants;\n\g<0>", root.read_text(), count=1, flags=re.M)
        )

    def mutants(self) -> list[Mutant]:
        """Put all mutants in that the compiler takes, and return them."""
        excluded: set[str] = set()
        while True:
            program = self._target / "switched/release/switched"
            given = [program, ROOT / CORE, self.core, ",".join(excluded), *self.files]
            said = subprocess.run(given, check=True, capture_output=True, text=True).stdout
            form = ("--package", "cobra-core", "--message-format=short")
            checked = cargo("check", "--locked", *form, cwd=self.folder, target=self._target)
            refused = re.findall(rf"{CORE}/(\S+?):(\d+):(\d+): error", checked.stderr)
            if not refused:
                assert checked.returncode == 0, checked.stderr
                break
            for file, line, column in refused:
                lines = (self.core / file).read_text().splitlines()
                before = "\n".join([*lines[: int(line) - 1], lines[int(line) - 1][: int(column)]])
                excluded.add(re.findall(r"mutants::is\(\s*(\d+)", before)[-1])
        rows = (line.split("\t", 4) for line in said.splitlines() if line)
        return [Mutant(int(number), file, int(line), what, text) for number, file, line, what, text in rows]

    def build(self) -> Path:
        """Build the core, and return the program of its own tests."""
        build = ("--release", "--locked", "--package")
        said = cargo("build", *build, "cobra-py", cwd=self.folder, target=self._target)
        assert said.returncode == 0, said.stderr
        (self.folder / "cobra/_core.abi3.so").unlink(missing_ok=True)
        shutil.copy(self._target / "release/lib_core.so", self.folder / "cobra/_core.abi3.so")
        said = cargo("test", *build, "cobra-core", "--lib", "--no-run", cwd=self.folder, target=self._target)
        assert said.returncode == 0, said.stderr
        (program,) = re.findall(r"Executable \S+ src/lib\.rs \((.*)\)", said.stderr)
        return self.folder / program


class Test(NamedTuple):
    """A test, in the copy: its command, what it takes as the core is, and the mutants that it comes to."""

    name: str
    command: Sequence[str | Path]
    folder: Path
    seconds: float = 0.0
    reached: frozenset[int] = frozenset()

    def holds(self, timeout: float | None = None, **environment: str) -> bool:
        """Return whether it passes, and in time."""
        process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(timeout) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return False

    def measured(self) -> Test:
        """Return it with what it takes, and the mutants that it comes to."""
        seen = self.folder / f"{self.name}.seen"
        start = time.monotonic()
        assert self.holds(COBRA_MUTANTS_SEEN=str(seen)), f"{self.name} does not pass as the core is"
        reached = frozenset(map(int, seen.read_text().split())) if seen.exists() else frozenset()
        return self._replace(seconds=time.monotonic() - start, reached=reached)

    def kills(self, mutant: Mutant) -> bool:
        """Return whether it fails with a mutant."""
        return not self.holds(SLOWER * self.seconds + 10, COBRA_MUTANT=str(mutant.number))


def verdict(mutant: Mutant, tests: Sequence[Test]) -> str:
    """Return what becomes of a mutant."""
    reaching = [test for test in tests if mutant.number in test.reached]
    killer = next((test.name for test in reaching if test.kills(mutant)), None)
    return f"killed by {killer}" if killer else "survived" if reaching else "not reached"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.core_mutants", description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", help=f"files of {CORE}")
    parser.add_argument(
        "--first", type=int, default=0, help="the place of the first that is tried (default: 0)"
    )
    parser.add_argument("--count", type=int, help="how many are tried (default: all)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count(), help="how many at a time (default: %(default)s)"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "target/mutants", help="where they are built")
    given = parser.parse_args()
    for file in given.files:
        if not (ROOT / CORE / file).is_file():
            parser.error(f"there is no file {CORE / file}")
    copy = Copy(given.folder, given.files)
    mutants = copy.mutants()
    print(f"{len(mutants)} mutants", flush=True)
    program = copy.build()
    tests = [
        Test("unit", [program, "--quiet", "--test-threads=1"], copy.folder),
        Test("signature", [sys.executable, "benchmarks/signature.py", "--check"], copy.folder),
        Test("symmetries", [*PYTEST, "tests/symmetries"], copy.folder),
        Test("optimal", [*PYTEST, "tests/optimal", "tests/memory/test_symmetry.py"], copy.folder),
    ]
    tests = [test.measured() for test in tests]
    tried = mutants[given.first :][: given.count]
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(given.jobs) as pool:
        for mutant, became in zip(tried, pool.map(lambda one: verdict(one, tests), tried), strict=True):
            counts[became] += 1
            if not became.startswith("killed"):
                print(f"{became}: {mutant}", flush=True)
    for became, number in counts.most_common():
        print(f"{number:>6,}  {became}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
