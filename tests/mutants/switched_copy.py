"""A copy of the checkout in which a crate has mutants in its text, each of which can be switched on.

Each stands in its place as a condition, so that all are built at once (mutant schemata: Untch, Offutt,
Harrold 1993). What is built of the copy is as it was unless `switched_on` says otherwise.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
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


class Mutant(NamedTuple):
    """A mutant: its number, file and line, what is changed, and the line as it is."""

    number: int
    file: str
    line: int
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.number} {self.file}:{self.line}: {self.what}: {self.text}"

    @property
    def switched_on(self) -> dict[str, str]:
        """The environment of what is built, for the mutant to be there."""
        return {"COBRA_MUTANT": str(self.number)}


def recorded(path: Path) -> dict[str, str]:
    """Return an environment in which those that are come to are written to a file."""
    return {"COBRA_MUTANTS_SEEN": str(path)}


def those_recorded(path: Path) -> frozenset[int]:
    """Return the numbers of those that were."""
    return frozenset(map(int, path.read_text().split())) if path.exists() else frozenset()


def cargo(*arguments: str | Path, cwd: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """Run cargo, whose exit status is not looked at."""
    environment = {**os.environ, **BUILD, "CARGO_TARGET_DIR": str(target)}
    return subprocess.run(["cargo", *arguments], cwd=cwd, env=environment, capture_output=True, text=True)


def run_in_time(
    command: Sequence[str | Path], folder: Path, changed: Mapping[str, str], timeout: float | None
) -> tuple[int, bytes] | None:
    """Return the exit status of a command and what it said; None if it takes longer, and is ended."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **changed},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None
    return process.returncode, said


class SwitchedCopy:
    """A copy of the checkout, with mutants in files of one crate: paths in its `src`."""

    def __init__(self, folder: Path, crate: str, files: Sequence[str]) -> None:
        self.folder = folder / "checkout"
        self._crate, self._files = crate, files
        self._target = folder / "target"
        built = cargo("build", "--release", "--locked", cwd=SWITCHED, target=self._target / "switched")
        assert built.returncode == 0, built.stderr
        shutil.rmtree(self.folder, ignore_errors=True)
        kept = shutil.ignore_patterns("target", ".*", "__pycache__", "node_modules")
        shutil.copytree(ROOT, self.folder, ignore=kept, symlinks=True)
        self.source = self.folder / "rust" / crate / "src"
        shutil.copy(SWITCHED / "mutants.rs", self.source)

    def mutants(self) -> list[Mutant]:
        """Put all mutants in that the compiler takes, and return them."""
        excluded: set[str] = set()
        source = Path("rust", self._crate, "src")
        while True:
            program = self._target / "switched/release/switched"
            given = [program, ROOT / source, self.source, ",".join(excluded), *self._files]
            shutil.copy(ROOT / source / "lib.rs", self.source)
            said = subprocess.run(given, check=True, capture_output=True, text=True).stdout
            root = self.source / "lib.rs"
            text = re.sub(r"^(pub )?mod ", r"pub mod mutants;\n\g<0>", root.read_text(), count=1, flags=re.M)
            root.write_text(text)
            form = ("--package", self._crate, "--message-format=short")
            checked = cargo("check", "--locked", *form, cwd=self.folder, target=self._target)
            refused = re.findall(rf"{source}/(\S+?):(\d+):(\d+): error", checked.stderr)
            if not refused:
                assert checked.returncode == 0, checked.stderr
                break
            for file, line, column in refused:
                lines = (self.source / file).read_text().splitlines()
                before = "\n".join([*lines[: int(line) - 1], lines[int(line) - 1][: int(column)]])
                excluded.add(re.findall(r"mutants::is\(\s*(\d+)", before)[-1])
        rows = (line.split("\t", 4) for line in said.splitlines() if line)
        return [Mutant(int(number), file, int(line), what, text) for number, file, line, what, text in rows]

    def built(self, package: str, name: str) -> Path:
        """Build a package, and return the file of this name that is made."""
        said = cargo(
            "build", "--release", "--locked", "--package", package, cwd=self.folder, target=self._target
        )
        assert said.returncode == 0, said.stderr
        return self._target / "release" / name

    def built_tests(self) -> Path:
        """Build the tests of the crate by themselves, and return their program."""
        arguments = ("--release", "--locked", "--package", self._crate, "--lib", "--no-run")
        said = cargo("test", *arguments, cwd=self.folder, target=self._target)
        assert said.returncode == 0, said.stderr
        (program,) = re.findall(r"Executable \S+ src/lib\.rs \((.*)\)", said.stderr)
        return self.folder / program
