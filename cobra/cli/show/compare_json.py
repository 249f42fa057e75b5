"""A comparison as JSON."""

from __future__ import annotations

from cobra.analysis.compare import Compared, Comparison
from cobra.cli.show.analyze import analysis_object
from cobra.cli.show.text import dump


def comparison_json(comparison: Comparison) -> str:
    """Return the JSON document: for each instance what `analyze` prints, or why there is none."""
    return dump(
        {
            "objective": comparison.objective,
            "stopped": comparison.stopped,
            "left_out": comparison.left_out,
            "instances": [_object(one) for one in comparison.instances],
        }
    )


def _object(one: Compared) -> dict[str, object]:
    if one.analysis is not None:
        return {**analysis_object(one.analysis), "error": None}
    game = {"name": one.instance.name, "params": one.parameters}
    return {"game": game, "strategies": [], "stopped": one.stopped, "error": one.error}
