"""Mutants of the checker's own text: does it matter to some certificate whether each piece of it is right?

    python -m tests.mutants.checker
    python -m tests.mutants.checker --first 20 --count 10

changes one thing at a time in `rust/cobra-check/src`, and has what is built of it check certificates, true
ones and such as were made wrong. A mutant that says of all of them what the checker says survives, and is
shown: it means the same, or is about limits, or a case is missing here. (DeMillo, Lipton, Sayward 1978.)
"""

from __future__ import annotations

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
from tests.certificate import made, test_check
from tests.certificate.mutants import mutant, mutated_bytes
from tests.certificate.tables import symmetries, table_fronts
from tests.mutants.switched_copy import ROOT, Mutant, SwitchedCopy, recorded, run_in_time, those_recorded
from tests.mutants.trial import trial_parser, try_all
from tests.oracle.provers import Truth, certificate

CRATE: Final = "cobra-check"
SOURCE: Final = Path("rust", CRATE, "src")
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
SECONDS: Final = 10.0
"""For one certificate, which takes some milliseconds."""
MAIN: Final = "main.rs"
TOLD: Final = r'"{claims}proved by {} facts\n", counts.facts'
"""What the checker prints there; the copy prints all that it counts, as tests hold that, too."""


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
        claims = test_check.claims_of(truth, left)
        if claims and truth.begins:
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
    with (
        mock.patch.object(made, "check_certificate", hear),
        mock.patch.object(test_check, "check_certificate", hear),
    ):
        pytest.main([*files, "-q", "--numprocesses", "0", "-m", "not slow and not thorough"])
    return list(dict.fromkeys(found))


class Trial(NamedTuple):
    """A certificate, what the checker says of it, and the mutants that it comes to."""

    file: Path
    said: tuple[int, bytes]
    reached: frozenset[int]


def trials(program: Path, files: list[Path]) -> list[Trial]:
    """Return what the checker as it is says of certificates."""
    found = []
    for file in files:
        seen = file.with_suffix(".seen")
        said = run_in_time([program, file], file.parent, recorded(seen), SECONDS)
        assert said is not None, f"{file} takes too long"
        found.append(Trial(file, said, those_recorded(seen)))
    return found


def verdict(program: Path, mutant: Mutant, trials: list[Trial]) -> str:
    """Return what becomes of a mutant: what it does first that the checker does not."""
    reaching = [trial for trial in trials if mutant.number in trial.reached]
    for file, right, _ in reaching:
        said = run_in_time([program, file], file.parent, mutant.switched_on, SECONDS)
        if said is None:
            return "killed: it does not end"
        if said != right:
            return "killed: it believes what is wrong" if said[0] == 0 else "killed: it says something else"
    return "survived" if reaching else "not reached"


def main() -> None:
    options = trial_parser("tests.mutants.checker", __doc__).parse_args()
    files = sorted(path.name for path in (ROOT / SOURCE).glob("*.rs") if path.name != MAIN)
    copy = SwitchedCopy(options.folder, CRATE, files)
    mutants = copy.mutants()
    path = copy.source / MAIN
    text = path.read_text(encoding="utf-8")
    assert text.count(TOLD) == 1
    path.write_text(text.replace(TOLD, r'"{claims}{counts:?}\n"'), encoding="utf-8")
    program = copy.built(CRATE, CRATE)
    with TemporaryDirectory() as name:
        known = trials(program, certificates(Path(name)))
        print(f"{len(mutants)} mutants, {len(known)} certificates", flush=True)
        try_all(mutants, options, lambda mutant: verdict(program, mutant, known))


if __name__ == "__main__":
    main()
