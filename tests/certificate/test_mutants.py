"""No certificate made wrong proves what is false, and both checkers agree about each."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cobra.certificate import Front, read_certificate
from cobra.certificate.file import certificate_bytes
from cobra.certificate.text import certificate_lines
from cobra.engine.certificate import check_certificate
from cobra.engine.run import Run
from cobra.errors import CertificateError, CobraError
from tests.certificate.made import MEMORY
from tests.certificate.mutants import mutant, mutated_bytes
from tests.certificate.tables import symmetries, table_fronts
from tests.certificate.test_check import claims_of
from tests.oracle.proofs import Refused, check_text
from tests.oracle.provers import Truth, certificate


def is_accepted(content: bytes) -> bool:
    """Return whether the checker accepts; when it does not, it says where and why."""
    try:
        return check_certificate(content, MEMORY, Run()).facts > 0
    except CertificateError as error:
        where = f"fact {error.fact}: " if error.fact is not None else ("the ", "element ")
        assert str(error).startswith(where)
        return False


def is_naively_accepted(path: Path) -> bool:
    """Return whether the naive checker accepts."""
    try:
        check_text("\n".join(certificate_lines(read_certificate(path))))
    except (Refused, CobraError, ValueError, IndexError):
        return False
    return True


def judge(content: bytes, path: Path) -> str:
    """Demand that what is accepted is true, and that the checkers agree; return what became of it."""
    path.write_bytes(content)
    accepted = is_accepted(content)
    assert accepted == is_naively_accepted(path)
    if accepted:
        front = read_certificate(path).front
        assert all(map(Truth(front).is_true, front.head.claims))
    return "accepted" if accepted else "refused"


def mutants(front: Front, left: int, seed: int, number: int, path: Path) -> Counter[str]:
    """Judge so many mutants of a certificate."""
    truth, random = Truth(front), Random(seed)
    claims = claims_of(truth, left)
    fates = Counter[str]()
    if not claims or not truth.begins:
        return fates
    found = certificate(truth, claims, random, symmetries(truth.table, 2))
    while fates.total() < number:
        if random.random() < 0.25:
            content = mutated_bytes(*found, random)
        else:
            try:
                content = b"".join(certificate_bytes(*mutant(*found, random)))
            except ValueError:
                continue  # it cannot be written: a fact that would come before the first one
        fates[judge(content, path)] += 1
    return fates


@pytest.mark.thorough
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(front=table_fronts(most=5), left=st.integers(0, 3), seed=st.integers(0, 999))
def test_mutants(front: Front, left: int, seed: int, tmp_path: Path) -> None:
    mutants(front, left, seed, 10, tmp_path / "mutant.proof")


@pytest.mark.slow
def test_ten_thousand_mutants(tmp_path: Path) -> None:
    fates = Counter[str]()

    @settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
    @given(table_fronts(most=6), st.integers(0, 4), st.integers(0, 9999))
    def some(front: Front, left: int, seed: int) -> None:
        if fates.total() < 10_000:
            fates.update(mutants(front, left, seed, 40, tmp_path / "mutant.proof"))

    some()
    assert fates.total() >= 10_000
    assert fates["refused"] > 5_000
    assert fates["accepted"] > 100
