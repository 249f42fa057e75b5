"""Certificates of optima that are recomputed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.analysis.reproduce.claims import Claim
from cobra.analysis.reproduce.proofs import Proofs
from cobra.analysis.reproduce.recompute import Workplace
from cobra.certificate import Claim as Proved
from cobra.certificate import read_certificate
from cobra.engine.run import Run
from cobra.errors import GameError


def optimum(**more: Any) -> Claim:
    entry = {"params": {"pegs": 2, "colours": [2, 3]}, "what": "optimum", "source": "chen lin 2004", **more}
    return Claim("mastermind", "mastermind", entry)


def test_each_optimum_of_a_series_has_a_certificate(tmp_path: Path) -> None:
    proofs, claim = Proofs(tmp_path / "proofs"), optimum(total=[8, 21], worst=[3, 3])
    assert proofs.lack(claim)
    found = Workplace(Run(), 1, 1 << 30, proofs).find(claim)
    assert found == {"total": [8, 21], "worst": [3, 3]}
    assert not proofs.lack(claim)
    assert proofs.unwritten == []
    claims = {path.name: read_certificate(path).front.head.claims for path in tmp_path.glob("proofs/*")}
    assert claims == {
        "mastermind-pegs=2-colours=2-average.proof": (Proved(None, 8),),
        "mastermind-pegs=2-colours=3-average.proof": (Proved(None, 21),),
        "mastermind-pegs=2-colours=2-worst.proof": (Proved(2, None),),
        "mastermind-pegs=2-colours=3-worst.proof": (Proved(2, None),),
    }
    for path in tmp_path.glob("proofs/*"):
        assert cobra.verify_certificate(read_certificate(path)).correct


def test_conditions_make_files_of_their_own(tmp_path: Path) -> None:
    proofs = Proofs(tmp_path)
    case = {"params": {"pegs": 4, "colours": 6}, "max_depth": 5, "consistent": True}
    name = "mastermind-pegs=4-colours=6-max_depth=5-consistent=True-average.proof"
    assert proofs.path("mastermind", case, "average").name == name


def test_why_there_is_none_is_told(tmp_path: Path) -> None:
    proofs = Proofs(tmp_path)
    nothing = Claim("coins", "light-coins", {"params": {"coins": 1}, "what": "optimum", "worst": 0})
    assert Workplace(Run(), 1, 1 << 30, proofs).find(nothing) == {"worst": 0}
    (why,) = proofs.unwritten
    assert why.startswith("no light-coins-coins=1-worst.proof: ")
    assert list(tmp_path.iterdir()) == []


def test_certificates_that_cannot_be_written_are_no_reason_to_end(tmp_path: Path) -> None:
    """Those that the workers of a cluster have made."""
    proofs = Proofs(tmp_path)
    (tmp_path / "a.proof").mkdir()
    proofs.keep({"a.proof": b"a", "b.proof": b"b"}, ["no c.proof: why"])
    assert proofs.unwritten == [
        f"no a.proof: cannot write {tmp_path / 'a.proof'}: Is a directory",
        "no c.proof: why",
    ]
    assert (tmp_path / "b.proof").read_bytes() == b"b"


def test_only_optima_lack_certificates(tmp_path: Path) -> None:
    proofs = Proofs(tmp_path)
    assert not proofs.lack(optimum(total=[8, 21], unfinished="never"))
    assert not proofs.lack(replace(optimum(), entry={"params": {}, "what": "parts", "total": 21}))


def test_a_certificate_that_is_not_there_is_made_from_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cobra.analysis.reproduce.reproduce.claims", lambda topics: [optimum(total=[8, 21])])
    results = tmp_path / "found.json"
    cobra.reproduce(results=results)
    assert cobra.reproduce(results=results, proofs=tmp_path).uncertified == ()
    assert len(list(tmp_path.glob("*.proof"))) == 2
    with pytest.raises(GameError, match="this is a file"):
        cobra.reproduce(results=results, proofs=results)
