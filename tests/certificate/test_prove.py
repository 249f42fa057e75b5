"""Certificates of what the search proved: written, accepted by both checkers, and no more than true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cobra
from cobra._core import Control
from cobra.analysis.certify import Certification, certification
from cobra.analysis.checkpoint import Checkpoint
from cobra.certificate import CertificateFile, Claim, Front, read_certificate, write_certificate
from cobra.certificate.text import certificate_lines
from cobra.engine.certificate import check_certificate
from cobra.engine.compile import compile_game
from cobra.engine.core import OptimalResult
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import CertificateError
from cobra.model.game import Game
from cobra.options import OBJECTIVES
from cobra.symmetries.as_sets import as_sets
from tests.cli.runner import run
from tests.oracle.proofs import check_text
from tests.random_cases import random_cases
from tests.random_games import games

MEMORY = 1 << 30


def certified(game: Game, path: Path, objective: str, **options: Any) -> CertificateFile:
    """Return the certificate of an optimum."""
    result = cobra.optimal(game, objective, certificate=path, threads=1, **options)
    assert result.proved and result.uncertified is None and result.certificate is not None
    assert result.certificate.size == path.stat().st_size
    certificate = read_certificate(path)
    assert certificate.front.head.claims == result.certificate.claims
    return certificate


def accepted(certificate: CertificateFile) -> int:
    """Let both checkers check; the naive one where it does not take long. Return the number of facts."""
    counts = check_certificate(certificate.path.read_bytes(), MEMORY, Run())
    if certificate.front.codes * certificate.front.experiments <= 1000:
        check_text("\n".join(certificate_lines(certificate)))
    return counts.facts


def refused_with_more(certificate: CertificateFile) -> None:
    """The same proof does not do for claims one higher."""
    head = certificate.front.head
    higher = tuple(
        claim if claim.value is None else Claim(claim.left, claim.value + 1) for claim in head.claims
    )
    if higher != head.claims:
        path = certificate.path.with_suffix(".more")
        front = replace(certificate.front, head=replace(head, claims=higher))
        write_certificate(path, front, certificate.items())
        with pytest.raises(CertificateError, match="the claims: no fact proves"):
            check_certificate(path.read_bytes(), MEMORY, Run())


CLAIMS = {
    "average": [Claim(None, 854)],
    "worst": [Claim(4, None)],
    "worst-average": [Claim(4, None), Claim(5, 854)],
    "average-worst": [Claim(None, 854), Claim(4, 855)],
    "nodes": [Claim(4, None), Claim(5, 217)],
}
"""What the optima of Mastermind with three pegs and six colours claim."""


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_objective(objective: str, tmp_path: Path) -> None:
    certificate = certified(cobra.load("mastermind", {"pegs": 3}), tmp_path / "some.proof", objective)
    assert list(certificate.front.head.claims) == CLAIMS[objective]
    assert accepted(certificate) > 0
    refused_with_more(certificate)


def test_what_cannot_be_done(tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"pegs": 3})
    certificate = certified(game, tmp_path / "some.proof", "average", max_depth=4)
    assert certificate.front.head.claims == (Claim(4, None),)
    assert accepted(certificate) > 0


def test_a_longest_play_far_beyond_all_that_is_sensible_takes_no_memory(tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 4})
    shorter, longer = (
        certified(game, tmp_path / f"{most}.proof", "average", max_depth=most)
        for most in (100, (1 << 32) - 2)
    )
    assert longer.front.head.claims == (Claim((1 << 32) - 2, 45),)
    assert accepted(longer) == accepted(shorter) == 3


def test_an_opening_that_is_not_the_best(tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"pegs": 3})
    result = cobra.optimal(game, first="000")
    certificate = certified(game, tmp_path / "some.proof", "average", first="000")
    (claim,) = certificate.front.head.claims
    assert (claim.left, claim.value, certificate.front.head.first) == (None, result.row.total, 0)
    assert claim.value is not None and claim.value > 854
    assert accepted(certificate) > 0


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "definitions"),
    [
        ("counterfeit-coin", {"coins": 6}),
        ("bulls-and-cows", {"places": 3, "digits": 5}),
        ("black-pegs", {"pegs": 3, "colours": 4}),
        ("diagnosis", {}),
        ("sorting", {"n": 4}),
        ("code-777", {}),
        ("permutation", {"n": 4}),
    ],
)
def test_games_of_the_library(name: str, definitions: dict[str, str | int], tmp_path: Path) -> None:
    certificate = certified(cobra.load(name, definitions), tmp_path / "some.proof", "average")
    assert accepted(certificate) > 0
    refused_with_more(certificate)


def test_parameters_that_ascend(tmp_path: Path) -> None:
    """The core has sets instead; the checker knows experiments by the parameters as they are written."""
    which = 'OUTCOME "yes" ({0})\nOUTCOME "no" !({0})\n'
    both = "Or(a$1, a$2)", "And(a$1, a$2)"
    text = (
        'VARIABLES a1, a2, a3, a4\nALPHABET "1", "2", "3", "4"\nMAPPING "a" a1, a2, a3, a4\n'
        "CONSTRAINT !(a1 & a4)\n"
    )
    for number, formula in enumerate(both):
        text += f'EXPERIMENT "{number}" 2\nPARAMS_DISTINCT 1, 2\nPARAMS_SORTED 1, 2\n{which.format(formula)}'
    game = cobra.load_text(text)
    assert as_sets(game).blocks != (None, None)
    certificate = certified(game, tmp_path / "some.proof", "average")
    assert accepted(certificate) > 0
    refused_with_more(certificate)


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=12, experiments=16), st.sampled_from(list(OBJECTIVES)), st.booleans(), st.integers(0, 9))
def test_random_games(game: Game, objective: str, consistent: bool, depth: int) -> None:
    """Optima, which other tests compare with brute force, have certificates that both checkers accept."""
    knows_finals = any(type_.final is not None for type_ in game.experiments)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.proof"
        result = cobra.optimal(
            game,
            objective,
            consistent=consistent and knows_finals,
            max_depth=depth or None,
            certificate=path,
            threads=1,
        )
        assume(
            result.proved
            and str(result.uncertified) != "nothing has to be found out, so there is nothing to prove"
        )
        assert result.uncertified is None
        certificate = read_certificate(path)
        assert accepted(certificate) > 0
        refused_with_more(certificate)


@pytest.mark.slow
def test_what_is_not_proved_has_no_certificate(tmp_path: Path) -> None:
    path = tmp_path / "some.proof"
    result = cobra.optimal(
        cobra.load("mastermind", {"pegs": 5, "colours": 6}), certificate=path, time_limit=3.0
    )
    assert result.certificate is None and result.uncertified is not None
    assert not path.exists()
    many = cobra.optimal(cobra.load("counterfeit-coin", {"coins": 39}), certificate=path)
    assert str(many.uncertified) == "there are too many experiments to list: no certificate can be made"
    assert many.proved and not path.exists()


@pytest.mark.slow
def test_the_command_says_why_there_is_no_certificate(tmp_path: Path) -> None:
    path = tmp_path / "some.proof"
    result = run("optimal", "counterfeit-coin", "-D", "coins=39", "--proof", path)
    assert result.exit_code == 1
    assert "proved: nobody can do better" in result.stdout
    assert "no certificate is written: there are too many experiments to list" in result.stderr
    assert not path.exists()


@pytest.mark.thorough
def test_threads_and_a_search_that_went_on(tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 6})
    path, kept = tmp_path / "some.proof", tmp_path / "kept"
    for options in ({"threads": 2}, {"checkpoint": kept}, {"checkpoint": kept, "threads": 2}):
        result = cobra.optimal(game, "worst-average", certificate=path, **options)
        assert result.certificate is not None
        found = read_certificate(path)
        assert list(found.front.head.claims) == CLAIMS["worst-average"]
        assert accepted(found) == result.certificate.facts
        refused_with_more(found)


@pytest.mark.thorough
def test_a_pass_goes_on_where_it_was_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = cobra.load("mastermind", {"pegs": 3, "colours": 6}), tmp_path / "some.proof"
    written: list[bytes] = []

    def write(path: str | Path, front: Front, items: bytes) -> None:
        written.append(items)
        write_certificate(path, front, items)

    monkeypatch.setattr("cobra.analysis.certify_codes.write_certificate", write)
    certified(game, path, "worst-average", checkpoint=tmp_path / "kept")
    for cut in (1, 200, len(written[0]) // 3, len(written[0]) // 2, len(written[0]) - 2):
        monkeypatch.setattr(Checkpoint, "draft", lambda _, __, cut=cut: written[0][:cut])
        found = certified(game, path, "worst-average", checkpoint=tmp_path / "kept")
        assert list(found.front.head.claims) == CLAIMS["worst-average"]
        assert accepted(found) > 0
        refused_with_more(found)
    monkeypatch.setattr(Checkpoint, "draft", lambda *_: bytes(range(256)))
    certified(game, path, "worst-average", checkpoint=tmp_path / "kept")
    assert written[-1] == written[0]  # what is no list of this game is left alone


@pytest.mark.slow
def test_a_stopped_pass_is_kept_with_the_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path, kept = cobra.load("mastermind"), tmp_path / "some.proof", tmp_path / "kept"
    call, seconds, lengths = Run.call, count(1), []

    def brief(run: Run, what: str, work: Callable[[Control], Any], *watch: Any, partial: bool = False) -> Any:
        if not what.startswith("proving that"):
            return call(run, what, work, *watch, partial=partial)
        return call(run, what, lambda control: work(Control(0.1 * next(seconds))))

    monkeypatch.setattr(Run, "call", brief)
    while (result := cobra.optimal(game, certificate=path, checkpoint=kept)).certificate is None:
        assert str(result.uncertified).startswith("stopped by the time limit while proving that nobody can")
        assert not path.exists()
        with Checkpoint(kept, compile_game(game), MEMORY) as store:
            lengths.append(len(store.draft(SETTINGS)))
    assert lengths and lengths == sorted(lengths)
    assert accepted(read_certificate(path)) == result.certificate.facts
    with Checkpoint(kept, compile_game(game), MEMORY) as store:
        assert store.draft(SETTINGS) == b""


SETTINGS = "sum, consistent False, first None"
"""What a draft was made for."""


class _Boasting:
    """A result that says of its measures that one more is proved."""

    def __init__(self, found: OptimalResult) -> None:
        self._found = found

    def __getattr__(self, name: str) -> object:
        return getattr(self._found, name)

    @property
    def intervals(self) -> list[tuple[str, int, int | None]]:
        return [(measure, lower + 1, upper) for measure, lower, upper in self._found.intervals]


def test_what_is_not_true_gets_no_certificate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def boasted(
        path: Path, table: CodeTable, found: OptimalResult, *args: Any, **named: Any
    ) -> Certification:
        return certification(path, table, cast("OptimalResult", _Boasting(found)), *args, **named)

    monkeypatch.setattr("cobra.analysis.optimal.certification", boasted)
    file = tmp_path / "false.proof"
    result = cobra.optimal(cobra.load("mastermind", {"pegs": 3, "colours": 4}), certificate=file)
    assert result.proved and result.certificate is None
    assert "a claim is not true" in str(result.uncertified)
    assert not file.exists()
