"""Deliberate mistakes in the bounds of the search: it calls what is wrong proved, and nobody believes it.

A copy of the core is built with all of them in it; which one is made is said to each process.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import ZipFile

import pytest

import cobra
from cobra.certificate import read_certificate
from cobra.engine.certificate import check_certificate
from cobra.engine.run import Run
from cobra.errors import CertificateError
from tests.certificate.made import MEMORY

ROOT: Final = Path(__file__).parents[2]
CORE: Final = Path("rust/cobra-core/src")


class Mistake(NamedTuple):
    """What is replaced in a file; `@` stands for the question whether this mistake is made."""

    file: str
    """In `CORE`."""
    right: str
    wrong: str


MISTAKES: Final = {
    "too little room for codes of a length": Mistake(
        "play/least_lengths.rs",
        "self.room = self.experiments.saturating_mul(self.widths.finals.max(1).to_u64());",
        "self.room = self.experiments.saturating_mul(self.widths.finals.max(1).to_u64());"
        "self.room = self.room.div_ceil(1 + u64::from(@));",
    ),
    "too few leaves beside each other": Mistake(
        "play/least_lengths.rs",
        "self.room = all - 2;",
        "self.room = if @ && self.size > 4 { 0 } else { all - 2 };",
    ),
    "too few codes told apart": Mistake(
        "optimal/bounds.rs",
        "apart.min(self.widths.all.saturating_mul(self.next.max(1)))",
        "apart.min(self.widths.all.saturating_mul(self.next.max(1))).div_ceil(1 + usize::from(@))",
    ),
    "few leaves of a weight cost one more": Mistake(
        "optimal/bounds.rs",
        "    sum\n}\n\nimpl Problem",
        "    sum + u64::from(@ && (1..40).contains(&sum))\n}\n\nimpl Problem",
    ),
    "no play ends with the first experiment": Mistake(
        "optimal/bounds.rs", "2 * weight - ended", "2 * weight - if @ { 0 } else { ended }"
    ),
    "a node too many": Mistake(
        "optimal/bounds.rs",
        "size.div_ceil(widths.finals.max(1)).to_u64()",
        "(size.div_ceil(widths.finals.max(1)) + usize::from(@)).to_u64()",
    ),
    "small sets cost one more": Mistake(
        "optimal/hitting.rs",
        "(2 * size.to_u64(), exact)",
        "(2 * size.to_u64() + u64::from(@), exact && !@)",
    ),
    "experiments said to have fewer outcomes": Mistake(
        "optimal/search.rs",
        "(state.len() + 1).saturating_sub(look.lower.to_usize())",
        "(state.len() + 1).saturating_sub(look.lower.to_usize() + usize::from(@))",
    ),
    "symmetries that are none": Mistake(
        "optimal/search.rs",
        "action.reduce(&symmetries, candidates);",
        "action.reduce(&symmetries, candidates);if @ { candidates.truncate(candidates.len().div_ceil(2)); }",
    ),
}
ASKED: Final = """
pub(crate) fn is_made(number: u32) -> bool {
    static MADE: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    *MADE.get_or_init(|| std::env::var("MISTAKE").ok()?.parse().ok()) == Some(number)
}
"""
WEIGHTS: Final = """secret c[1..2] : 1..4
weight c[1] * c[1] + c[2]
experiment guess(g[1..2] : 1..4)
  observe count(i in 1..2 : c[i] = g[i])
  final all(i in 1..2 : c[i] = g[i])
"""
GAMES: Final = [
    ("mastermind", {"pegs": 3, "colours": 6}, "average"),
    ("mastermind", {"pegs": 3, "colours": 6}, "nodes"),
    ("mastermind", {}, "worst-average"),
    ("black-pegs", {"pegs": 3, "colours": 5}, "average"),
    ("hangman", {}, "average"),
    ("odd-coins", {"coins": 5, "fakes": 2}, "average"),
    ("counterfeit-coin-only", {"coins": 9}, "average"),
    (WEIGHTS, {}, "average"),
]
SEARCH: Final = """
import json, sys, cobra
found = []
for number, (game, params, objective) in enumerate(json.load(sys.stdin)):
    known = cobra.load_text(game) if "secret" in game else cobra.load(game, params)
    try:
        result = cobra.optimal(known, objective, threads=1, certificate=f"{number}.proof")
        found.append([result.proved, [interval.lower for interval in result.intervals]])
    except cobra.CobraError:  # it contradicts itself, and notices
        found.append([False, []])
print(json.dumps(found))
"""

pytestmark = pytest.mark.unix


def test_there_is_room_for_every_mistake() -> None:
    """Whoever changes a bound sees it here, and not when the slow tests are run."""
    for mistake in MISTAKES.values():
        assert (ROOT / CORE / mistake.file).read_text("utf-8").count(mistake.right) == 1, mistake


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with cobra whose core can make every mistake."""
    folder = tmp_path_factory.mktemp("mistakes")
    for name in ("rust", "cobra", "games", "grammar"):
        shutil.copytree(
            ROOT / name, folder / name, symlinks=True, ignore=shutil.ignore_patterns("*.so", "__pycache__")
        )
    for name in ("Cargo.toml", "Cargo.lock", "pyproject.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"):
        shutil.copy(ROOT / name, folder / name)
    library = folder / CORE / "lib.rs"
    library.write_text(library.read_text("utf-8") + ASKED, "utf-8")
    for number, mistake in enumerate(MISTAKES.values()):
        path = folder / CORE / mistake.file
        text = path.read_text("utf-8")
        wrong = mistake.wrong.replace("@", f"crate::is_made({number})")
        path.write_text(text.replace(mistake.right, wrong), "utf-8")
    quick = {"CARGO_PROFILE_RELEASE_LTO": "off", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16"}
    built = subprocess.run(
        ["maturin", "build", "--release", "--quiet", "--out", "wheel"],
        cwd=folder,
        env=os.environ | quick | {"CARGO_TARGET_DIR": str(folder / "target"), "PATH": PATH},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = (folder / "wheel").glob("*.whl")
    ZipFile(wheel).extractall(folder / "installed")
    return folder / "installed"


PATH: Final = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


def searched(package: Path, number: int | None, folder: Path) -> list[Any]:
    """Return for each game whether something is called proved, and what."""
    made = {} if number is None else {"MISTAKE": str(number)}
    run = subprocess.run(
        [sys.executable, "-c", SEARCH],
        input=json.dumps(GAMES),
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(package)} | made,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    found: list[Any] = json.loads(run.stdout)
    return found


def is_believed(path: Path) -> bool:
    """Return whether there is a certificate and the checker accepts it."""
    if not path.exists():
        return False
    try:
        return check_certificate(path.read_bytes(), MEMORY, Run()).facts > 0
    except CertificateError:
        return False


@pytest.fixture(scope="module")
def truth() -> list[list[int]]:
    """What the games cost."""
    values = []
    for game, params, objective in GAMES:
        known = cobra.load_text(game) if game == WEIGHTS else cobra.load(game, params)
        result = cobra.optimal(known, objective, time_limit=None)
        assert result.proved
        values.append([interval.lower for interval in result.intervals])
    return values


@pytest.mark.slow
def test_without_a_mistake_all_is_believed(package: Path, truth: list[list[int]], tmp_path: Path) -> None:
    assert searched(package, None, tmp_path) == [[True, value] for value in truth]
    assert all(is_believed(tmp_path / f"{number}.proof") for number in range(len(GAMES)))


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_caught(name: str, package: Path, truth: list[list[int]], tmp_path: Path) -> None:
    wrong = 0
    for number, (proved, values) in enumerate(searched(package, list(MISTAKES).index(name), tmp_path)):
        path = tmp_path / f"{number}.proof"
        if proved and values != truth[number]:
            wrong += 1
            assert not is_believed(path)
        elif is_believed(path):
            assert values == truth[number]
            assert read_certificate(path).front.head.claims
    assert wrong, "the search is right in spite of the mistake"
