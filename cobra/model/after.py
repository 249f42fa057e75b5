"""Games made of a game: what is left of it after some experiments, and one whose codes are its experiments.

They are games like any other, so everything that works for games works for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cobra.model.answers import OutcomeValue, component_digit, components_of
from cobra.model.dag import FALSE, TRUE, Lit
from cobra.model.game import Assignment, Experiment, ExperimentType, Game, Sum, true_propositions

Steps = Sequence[tuple[Experiment, OutcomeValue]]
"""Experiments made, each with the outcome seen."""


def game_after(game: Game, history: Steps) -> Game:
    """Return the game whose codes are those that give the outcome seen to every experiment of a history.

    The formulas of the answers are added to the constraint, with the experiments plugged in, so nothing is
    listed. There may be no code left. The new game shares the graph of formulas, which grows. `GameError` for
    an outcome that the experiment can never have.
    """
    known = [game.dag.conj(outcome_formulas(game, *made)) for made in history]
    if not known:
        return game
    return replace(game, codes=replace(game.codes, constraints=(*game.codes.constraints, *known)))


def outcome_formulas(game: Game, experiment: tuple[int, Assignment], outcome: OutcomeValue) -> list[Lit]:
    """Return formulas of the secret that together say: the experiment has this outcome."""
    type_ = game.experiments[experiment[0]]
    formulas: list[Lit] = []
    for component, value in zip(components_of(type_.answer), outcome, strict=True):
        digit = component_digit(component, value)
        if isinstance(component, Sum):
            formulas.append(game.dag.exactly(component.value, component.value.low + digit))
        else:
            formulas.append(component.lits[digit])
    return plug_in(game, experiment, formulas)


def plug_in(game: Game, experiment: tuple[int, Assignment], formulas: Sequence[Lit]) -> list[Lit]:
    """Return formulas of an experiment's type as formulas of the secret, for this experiment."""
    space = game.experiments[experiment[0]].space
    true = true_propositions(space, experiment[1])
    constants = [TRUE if i in true else FALSE for i in range(space.propositions)]
    leaves = {game.dag.parameter(i): lit for i, lit in enumerate(constants)}
    return game.dag.substitute(formulas, leaves)


def experiments_as_codes(game: Game, type_: ExperimentType) -> Game:
    """Return a game whose codes are the experiments of a type, to count, list or draw them."""
    dag, space = game.dag, type_.space
    leaves = {dag.parameter(i): dag.variable(i) for i in range(space.propositions)}
    constraints = tuple(dag.substitute(space.constraints, leaves))
    codes = replace(space, constraints=constraints)
    return replace(game, codes=codes, experiments=(), goal=(), weight=None, memory=None)
