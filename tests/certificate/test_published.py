"""Every optimum of the literature and of the library has a certificate, wherever one can be made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.analysis.reproduce.claims import load_claimed
from cobra.certificate import Claim, read_certificate
from cobra.engine.certificate import check_certificate
from cobra.engine.run import Run
from cobra.errors import GameError
from tests.optimal.test_published import cases

MEMORY = 4 << 30
SECONDS = 600.0
"""For the search and making the certificate, and as much for checking it."""
NONE = (
    "there are too many experiments to list: no certificate can be made",
    "nothing has to be found out, so there is nothing to prove",
)
"""Why there may be no certificate."""

LONG = ("counterfeit-coin-only genuine=1 coins=365 worst",)
"""Games whose text a certificate cannot hold: their formulas, written out, are beyond the limit."""
CASES = [case for case in cases(own=False) if case.id not in LONG]

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("game", "params", "objective", "limits", "value"), CASES)
def test_published(
    game: str, params: Any, objective: str, limits: Any, value: tuple[int, ...] | None, tmp_path: Path
) -> None:
    known = load_claimed(game, dict(params))
    if (game, params) == ("light-coins", (("coins", 1),)):
        with pytest.raises(GameError, match='"there is an experiment" does not hold'):
            cobra.optimal(known, objective)
        return
    path = tmp_path / "optimum.proof"
    depth, consistent = limits
    result = cobra.optimal(
        known,
        objective,
        max_depth=depth,
        consistent=consistent,
        certificate=path,
        memory=MEMORY,
        time_limit=SECONDS,
    )
    assert result.proved
    if value is None:
        assert result.infeasible
    else:
        assert tuple(interval.lower for interval in result.intervals) == value
    if result.certificate is None:
        assert str(result.uncertified) in NONE
        return
    claims = read_certificate(path).front.head.claims
    assert check_certificate(path.read_bytes(), MEMORY, Run(SECONDS)).facts == result.certificate.facts
    match objective:
        case _ if value is None:
            assert claims == (Claim(depth, None),)
        case "average":
            assert claims == (Claim(depth, value[0]),)
        case "worst":
            assert claims == (Claim(value[0] - 1, None),)
        case "average-worst":
            assert claims == (Claim(depth, value[0]), Claim(value[1] - 1, value[0] + 1))
        case _:
            assert claims == (Claim(value[0] - 1, None), Claim(value[0], value[1]))
