"""The oracle of the tests: strategies, optima and symmetries by definition, slow, plain and obvious.

Codes and answers are those of `cobra.model`, the meaning of a game. Nothing is shared with the Rust core, the
decision diagrams or the solvers. Sizes are guarded: a game too large for it
gives a `LimitError` instead of running for ever.
"""

from cobra.model.evaluate import decided, evaluate, evaluate_all, evaluate_lin
from cobra.model.game import Experiment
from cobra.model.outcomes import (
    component_values,
    goal_value,
    is_final,
    knows_finals,
    outcome,
    partition,
    weight_of,
)
from cobra.model.spaces import MAX_STEPS, Code, allows, assignments, codes, experiments, slot_values
from tests.oracle.answers import fixed_variables
from tests.oracle.optimal import OBJECTIVES, optimum
from tests.oracle.strategies import STRATEGIES, Replayed, Tree, greedy, replay

__all__ = [
    "MAX_STEPS",
    "OBJECTIVES",
    "STRATEGIES",
    "Code",
    "Experiment",
    "Replayed",
    "Tree",
    "allows",
    "assignments",
    "codes",
    "component_values",
    "decided",
    "evaluate",
    "evaluate_all",
    "evaluate_lin",
    "experiments",
    "fixed_variables",
    "goal_value",
    "greedy",
    "is_final",
    "knows_finals",
    "optimum",
    "outcome",
    "partition",
    "replay",
    "slot_values",
    "weight_of",
]
