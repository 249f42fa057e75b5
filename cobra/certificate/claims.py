"""What has to be proved so that nobody can do better, by the measures that an objective makes small."""

from __future__ import annotations

from collections.abc import Mapping

from cobra.certificate.parts import Claim
from cobra.interval import MEASURES


def claims_of(
    objective: str, most: int | None, values: Mapping[str, int]
) -> tuple[tuple[str | None, Claim], ...]:
    """Return the claims that say that the optimum is `values`, by measure, for plays of at most `most`
    experiments, each with the measure it is about; see docs/proofs.md.

    That plays are not shorter is about no measure.
    """
    worst = values.get("worst", 0)
    match MEASURES[objective]:
        case ("worst",):
            claims = _longer(worst)
        case ("worst", measure):
            claims = [*_longer(worst), (measure, Claim(worst, values[measure]))]
        case (measure,):
            claims = [(measure, Claim(most, values[measure]))]
        case (measure, "worst"):
            least = values[measure]
            claims = [(measure, Claim(most, least))]
            claims += [(measure, Claim(worst - 1, least + 1))] if worst else []
        case measures:
            raise ValueError(f"no claims say that {', '.join(measures)} are least")
    return tuple(claims)


def _longer(worst: int) -> list[tuple[str | None, Claim]]:
    """Return the claim that no strategy has a lower worst case."""
    return [(None, Claim(worst - 1, None))] if worst else []
