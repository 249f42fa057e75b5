"""What experiments answer, by definition, and what else a game says of a code."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

from cobra.errors import GameError
from cobra.model.answers import (
    OutcomeValue,
    component_lits,
    component_value,
    components_of,
    outcome_number,
)
from cobra.model.dag import Dag
from cobra.model.evaluate import evaluate, evaluate_all, evaluate_lin
from cobra.model.game import Component, Experiment, Game, Outcomes, Sum, Value, true_propositions
from cobra.model.spaces import Code


def component_values(
    dag: Dag, components: Sequence[Component], variables: Collection[int], parameters: Collection[int]
) -> OutcomeValue:
    """Return the values of components; `GameError` when a `Cases` has no value or two."""
    values: list[Value] = []
    lits = [lit for component in components for lit in component_lits(component)]
    holds = iter(evaluate_all(dag, lits, variables, parameters))  # at once: they share most of their parts
    for component in components:
        if isinstance(component, Sum):
            terms = component.value.terms
            held = islice(holds, len(terms))
            values.append(
                component.value.constant
                + sum(weight for (weight, _), one in zip(terms, held, strict=True) if one)
            )
            continue
        holding = [i for i, held in enumerate(islice(holds, len(component.lits))) if held]
        if len(holding) != 1:
            how = (
                "none holds"
                if not holding
                else f"{component.values[holding[0]]} and {component.values[holding[1]]} both hold"
            )
            raise GameError(f"not exactly one outcome: {how}")
        values.append(component_value(component, holding[0]))
    return tuple(values)


def outcome(game: Game, experiment: Experiment, code: Code) -> OutcomeValue:
    """Return the answer to an experiment on a code: its values, or the name of the outcome in a tuple."""
    type_ = game.experiments[experiment[0]]
    variables = true_propositions(game.codes, code)
    parameters = true_propositions(type_.space, experiment[1])
    return component_values(game.dag, components_of(type_.answer), variables, parameters)


def is_final(game: Game, experiment: Experiment, code: Code) -> bool:
    """Return whether the outcome of an experiment on a code is final.

    In a game that only identifies none is.
    """
    if not knows_finals(game):
        return False
    type_ = game.experiments[experiment[0]]
    variables = true_propositions(game.codes, code)
    parameters = true_propositions(type_.space, experiment[1])
    if type_.final is not None:
        return evaluate(game.dag, type_.final, variables, parameters)
    if isinstance(type_.answer, Outcomes):
        finals = [o.formula for o in type_.answer.outcomes if o.final]
        return any(evaluate_all(game.dag, finals, variables, parameters))
    return False


def knows_finals(game: Game) -> bool:
    """Return whether some outcomes are not final: in a `hit` game, and in a core game with an OUTCOMEX."""
    if game.ending == "core":
        return any(
            isinstance(t.answer, Outcomes) and any(not o.final for o in t.answer.outcomes)
            for t in game.experiments
        )
    return game.ending == "hit"


def partition(game: Game, experiment: Experiment, state: Sequence[Code]) -> dict[OutcomeValue, list[Code]]:
    """Return the codes of `state` by outcome, outcomes in the order of their numbers."""
    cells: dict[OutcomeValue, list[Code]] = {}
    for code in state:
        cells.setdefault(outcome(game, experiment, code), []).append(code)
    answer = game.experiments[experiment[0]].answer
    return {
        values: cells[values] for values in sorted(cells, key=lambda values: outcome_number(answer, values))
    }


def weight_of(game: Game, code: Code) -> int:
    """Return the prior weight of a code."""
    if game.weight is None:
        return 1
    return evaluate_lin(game.dag, game.weight, true_propositions(game.codes, code), set())


def goal_value(game: Game, code: Code) -> OutcomeValue | Code:
    """Return what must be known of a code for a game to be over: its goal, or without one the code itself."""
    if not game.goal:
        return code
    return component_values(game.dag, game.goal, true_propositions(game.codes, code), set())
