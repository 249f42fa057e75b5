"""Every optimum of the literature and of the library has a certificate, wherever one can be made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.analysis.reproduce.claims import load_claimed
from cobra.certificate import Claim
from cobra.certificate.beliefs.parts import NEVER
from cobra.certificate.beliefs.verify import BeliefsVerification
from cobra.certificate.chances.verify import ChancesVerification
from cobra.certificate.read import best_by
from cobra.certificate.situations.claims import infeasible
from cobra.certificate.verify import CertificateVerification
from cobra.errors import GameError, StoppedError
from cobra.model.game import Game
from tests.optimal.test_published import cases

MEMORY = 4 << 30
SECONDS = 600.0
"""For the search and making the certificate, and as much for checking it."""
LARGE = (
    "counterfeit-coin coins=16 average",
    "counterfeit-coin coins=17 average",
    "counterfeit-coin-only genuine=1 coins=15 worst",
    "light-coins fakes=2 coins=116 worst",
    "light-coins-unknown genuine=8 coins=7 worst",
    "sorting n=7 average",
    "poisoned-wine bottles=10 average",
    "poisoned-wine average",
    "quordle-twelve boards=3 average",
)
"""What took more than two minutes where others worked, too: only these may take too long."""
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
    game: str,
    params: Any,
    objective: str,
    limits: Any,
    value: tuple[int, ...] | None,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    known = load_claimed(game, dict(params))
    if (game, params) == ("light-coins", (("coins", 1),)):
        with pytest.raises(GameError, match='"there is an experiment" does not hold'):
            cobra.optimal(known, objective)
        return
    try:
        is_proved(known, objective, limits, value, tmp_path / "optimum.proof")
    except StoppedError as stopped:
        if request.node.callspec.id not in LARGE:
            raise
        pytest.skip(f"no certificate within {SECONDS:g} seconds: {stopped}")


def is_proved(known: Game, objective: str, limits: Any, value: tuple[int, ...] | None, path: Path) -> None:
    """Demand a certificate of just this value that is believed, or a reason why there can be none."""
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
    if result.stopped is not None:
        raise StoppedError(result.stopped, "searching")
    assert result.proved
    if value is None:
        assert result.infeasible
    else:
        assert tuple(interval.lower for interval in result.intervals) == value
    if isinstance(result.uncertified, StoppedError):
        raise result.uncertified
    if result.certificate is None:
        assert str(result.uncertified) in NONE
        return
    certificate = cobra.read_certificate(path)
    found = cobra.verify_certificate(certificate, known, memory=MEMORY, time_limit=SECONDS)
    assert found.problem is None
    if isinstance(found, CertificateVerification):
        assert found.front.head.claims == claims(objective, depth, value)
    elif isinstance(found, BeliefsVerification):
        assert (objective, found.front.claim) == ("worst", NEVER if value is None else value[0])
    elif isinstance(found, ChancesVerification):
        assert result.strategy is not None and best_by(found, result.strategy) == (objective,)
    elif result.strategy is None:
        assert found.claims == tuple(infeasible(depth))
    else:
        assert objective in best_by(found, result.strategy)


def claims(objective: str, depth: int | None, value: tuple[int, ...] | None) -> tuple[Claim, ...]:
    match objective:
        case _ if value is None:
            return (Claim(depth, None),)
        case "average":
            return (Claim(depth, value[0]),)
        case "worst":
            return (Claim(value[0] - 1, None),)
        case "average-worst":
            return Claim(depth, value[0]), Claim(value[1] - 1, value[0] + 1)
        case _:
            return Claim(value[0] - 1, None), Claim(value[0], value[1])
