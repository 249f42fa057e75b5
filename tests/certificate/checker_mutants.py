"""Mutants of the checker's own text: does it matter to some certificate whether each piece of it is right?

    python -m tests.certificate.checker_mutants --count 100 --seed 1

changes one thing in a line of `rust/cobra-check/src` at a time, in a copy, and has what is built of it check
certificates, true ones and such as were made wrong. A mutant that says of all of them what the checker says
survives, and is shown: it means the same, or is about limits, or a case is missing here. (DeMillo, Lipton,
Sayward 1978.)
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from unittest import mock

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import cobra
from cobra.certificate import Front, Item, read_certificate
from cobra.certificate.file import certificate_bytes
from cobra.engine.certificate import Counts, check_certificate
from cobra.engine.run import Run
from tests.certificate import made
from tests.certificate.mutants import mutant, mutated_bytes
from tests.certificate.tables import symmetries, table_fronts
from tests.certificate.test_check import claims_of
from tests.oracle.provers import Truth, certificate

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = Path("rust/cobra-check/src")
TABLES: Final = 120
"""Games of which nothing is known but a table of all answers."""
GAMES: Final = [
    ("mastermind", {"pegs": 2, "colours": 3}, "average"),
    ("mastermind", {"pegs": 2, "colours": 4}, "nodes"),
    ("counterfeit-coin", {"coins": 5}, "worst"),
    ("bulls-and-cows", {"places": 2, "digits": 4}, "worst-average"),
    ("diagnosis", {}, "average"),
    ("sorting", {"n": 4}, "average"),
    ("code-777", {}, "average"),
    ("permutation", {"n": 4}, "average-worst"),
]
"""Games with formulas."""
WRONG: Final = 9
"""Certificates made wrong of each true one."""
SECONDS: Final = 60.0
TOLD: Final = '"{claims}proved by {} facts", counts.facts'
"""What the checker prints; the copy prints all that it counts, as tests hold that, too."""

CHANGES: Final = {
    r" < ": " <= ",
    r" <= ": " < ",
    r" > ": " >= ",
    r" >= ": " > ",
    r" == ": " != ",
    r" != ": " == ",
    r" && ": " || ",
    r" \|\| ": " && ",
    r" \+ ": " - ",
    r" - ": " + ",
    r" \* ": " + ",
    r" & ": " | ",
    r" \| ": " & ",
    r"\btrue\b": "false",
    r"\bfalse\b": "true",
    r"\b0\b": "1",
    r"\b1\b": "0",
    r"\b2\b": "1",
    r"\.min\(": ".max(",
    r"\.max\(": ".min(",
    r"\.all\(": ".any(",
    r"\.any\(": ".all(",
    r"\bif !": "if ",
    r"\bif (?!let)": "if !",
    r"saturating_add": "saturating_sub",
    r"saturating_sub": "saturating_add",
    r"\.is_some\(\)": ".is_none()",
    r"\.is_none\(\)": ".is_some()",
    r"\.\.=": "..",
}
"""What is written instead of what."""


class Mutant(NamedTuple):
    """A file with another line."""

    file: str
    line: int
    old: str
    new: str


def mutants() -> list[Mutant]:
    """Return all mutants: code that is no declaration, changed in one place."""
    found = []
    for file in sorted((ROOT / SOURCE).glob("*.rs")):
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n")):
            if line.lstrip().startswith(("//", "use ", "#", "mod ")):
                continue
            for old, new in CHANGES.items():
                places = re.finditer(old, line.split(" // ")[0])
                found += [
                    Mutant(file.name, number, line, line[: at.start()] + new + line[at.end() :])
                    for at in places
                ]
    return found


def certificates(folder: Path) -> list[Path]:
    """Write certificates of small games, and such as were made wrong of them."""
    files: list[Path] = []

    def write(content: bytes) -> None:
        files.append(folder / f"{len(files)}.proof")
        files[-1].write_bytes(content)

    def write_all(front: Front, items: list[Item], random: Random) -> None:
        write(b"".join(certificate_bytes(front, items)))
        for _ in range(WRONG):
            try:
                bytes_only = random.random() < 0.25
                wrong = (front, items) if bytes_only else mutant(front, items, random)
                write(mutated_bytes(*wrong, random) if bytes_only else b"".join(certificate_bytes(*wrong)))
            except ValueError:
                continue  # it cannot be written: a fact that would come before the first one

    for content in of_tests():
        write(content)

    @settings(
        max_examples=TABLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(front=table_fronts(most=5), left=st.integers(0, 3), seed=st.integers(0, 999))
    def make(front: Front, left: int, seed: int) -> None:
        truth, random = Truth(front), Random(seed)
        first, claims = front.head.first, claims_of(truth, left)
        if claims and (first is None or first in dict(truth.useful(truth.table.all))):
            write_all(*certificate(truth, claims, random, symmetries(truth.table, 2)), random)

    make()
    for number, (name, definitions, objective) in enumerate(GAMES):
        path = folder / "made"
        cobra.optimal(cobra.load(name, definitions), objective, certificate=path)
        known = read_certificate(path)
        write_all(known.front, list(known.items()), Random(number))
    return files


def of_tests() -> list[bytes]:
    """Return the certificates that tests have checked: each was written for a line of the checker."""
    found: list[bytes] = []

    def hear(content: bytes, memory: int, run: Run) -> Counts:
        found.append(content)
        return check_certificate(content, memory, run)

    folder = ROOT / "tests" / "certificate"
    files = [str(folder / f"test_{name}.py") for name in ("bound", "check")]
    with mock.patch.object(made, "check_certificate", hear):
        pytest.main([*files, "-q", "--numprocesses", "0", "-m", "not slow and not thorough"])
    return list(dict.fromkeys(found))


class Checker:
    """A copy of the checker."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in ("Cargo.toml", "Cargo.lock"):
            shutil.copy(ROOT / name, folder)
        shutil.copytree(ROOT / "rust", folder / "rust")
        main = folder / SOURCE / "main.rs"
        text = main.read_text(encoding="utf-8")
        assert text.count(TOLD) == 1
        main.write_text(text.replace(TOLD, '"{claims}{counts:?}"'), encoding="utf-8")

    def said(self, files: list[Path]) -> Iterator[str]:
        """Yield what the copy says of certificates; nothing more where it is not built, or takes too long."""
        build = ["cargo", "build", "--quiet", "--profile", "checked", "--package", "cobra-check"]
        if subprocess.run(build, cwd=self._folder, capture_output=True, check=False).returncode:
            return
        program = self._folder / "target" / "checked" / "cobra-check"
        for file in files:
            try:
                done = subprocess.run(
                    [program, file], capture_output=True, text=True, timeout=SECONDS, check=False
                )
            except subprocess.TimeoutExpired:
                return
            yield f"{done.returncode} {done.stdout}{done.stderr}"

    def fate(self, mutant: Mutant, files: list[Path], right: list[str]) -> str:
        """Return what a mutant does first that the checker does not; `survives` if there is nothing."""
        path = self._folder / SOURCE / mutant.file
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        lines[mutant.line] = mutant.new
        path.write_text("\n".join(lines), encoding="utf-8")
        heard = 0
        try:
            for own, said in zip(right, self.said(files), strict=False):
                heard += 1
                if own != said:
                    return "believes what is wrong" if said.startswith("0 ") else "says something else"
        finally:
            path.write_text(text, encoding="utf-8")
        return "survives" if heard == len(files) else "does not end" if heard else "is not built"


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutants of the checker of certificates.")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="so many of them are left out")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = mutants()
    Random(options.seed).shuffle(chosen)
    with TemporaryDirectory() as name:
        checker = Checker(Path(name))
        (Path(name) / "certificates").mkdir()
        files = certificates(Path(name) / "certificates")
        right = list(checker.said(files))
        assert len(right) == len(files), "the checker itself cannot be built"
        fates = Counter[str]()
        for mutant in chosen[options.first : options.first + options.count]:
            fate = checker.fate(mutant, files, right)
            fates[fate] += 1
            if fate == "survives":
                print(
                    f"{mutant.file}:{mutant.line + 1}\n  {mutant.old.strip()}\n  {mutant.new.strip()}",
                    flush=True,
                )
        print(f"{len(files)} certificates; " + ", ".join(f"{n} {fate}" for fate, n in fates.most_common()))


if __name__ == "__main__":
    main()
