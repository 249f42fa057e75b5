"""The meaning of a game by definition: slow, plain and obvious; the oracle of tests and checkers.

Nothing here is shared with the Rust core or the SAT backend. Sizes are guarded: a game too large for it
gives a `LimitError` instead of running for ever.
"""

from cobra.reference.formulas import decided, evaluate, evaluate_all, evaluate_lin
from cobra.reference.optimal import OBJECTIVES, optimum
from cobra.reference.outcomes import (
    component_values,
    fixed_variables,
    goal_value,
    is_final,
    knows_finals,
    outcome,
    partition,
    weight_of,
)
from cobra.reference.spaces import (
    MAX_STEPS,
    Code,
    Experiment,
    allows,
    assignments,
    codes,
    experiments,
    slot_values,
)
from cobra.reference.strategies import STRATEGIES, Plan, Tree, greedy, replay

__all__ = [
    "MAX_STEPS",
    "OBJECTIVES",
    "STRATEGIES",
    "Code",
    "Experiment",
    "Plan",
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
