"""Games in progress with a state, prices and lost plays, on random games, against the definition."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cobra
from cobra.analysis.check import prove
from cobra.engine.made import Made, show_made
from cobra.errors import GameError
from cobra.model.answers import outcome_values
from cobra.model.game import Game
from cobra.model.memory import in_state, price_unit
from cobra.model.outcomes import outcome
from cobra.model.spaces import assignments
from cobra.play.position import Position
from cobra.play.read import read_history
from tests.memory.games import memory_games
from tests.oracle.memory import Course, Rules
from tests.random_cases import random_cases

LONGEST = 5


def codes_of(position: Position) -> list[tuple[int, ...]]:
    assert position.left is not None
    return [position.left.code(place) for place in range(position.codes)]


def agree(position: Position, course: Course) -> None:
    """Check all that is known of a position."""
    rules = course.rules
    assert codes_of(position) == [rules.codes[code] for code in course.left]
    assert position.standing.state == course.state
    assert position.standing.paid == course.units * price_unit(rules.game)
    assert (position.over, position.lost) == (course.over, course.lost)


def available(position: Position, rules: Rules) -> None:
    """Check which experiments can be made, and that others are refused by a sentence, typed or not."""
    game, state = position.game, position.standing.state
    possible = set(rules.experiments(state))
    for number, type_ in enumerate(game.experiments):
        for filling in {one[: len(one) - len(state)] for one in assignments(game.dag, type_.space, True)}:
            experiment = in_state(game, (number, (*filling, *state)), state)
            text = position.notation.experiment(experiment)
            if experiment in possible:
                position.demand_possible(experiment)
                assert position.notation.parse_experiment(text) == experiment
            else:
                with pytest.raises(GameError, match=r"cannot be made|nothing can be asked"):
                    position.then(Made(experiment, outcome_values(type_.answer, 0)))


@pytest.mark.thorough
@given(memory_games(), st.data())
@random_cases(200)
def test_positions_are_those_of_the_definition(game: Game, data: st.DataObject) -> None:
    rules = Rules(game)
    course, position = Course(rules), Position(game)
    agree(position, course)
    available(position, rules)
    for _ in range(data.draw(st.integers(1, LONGEST))):
        possible = rules.experiments(course.state)
        if course.over or not possible:
            break
        experiment = data.draw(st.sampled_from(possible))
        cell = data.draw(st.sampled_from(rules.cells(experiment, course.left)))
        made = Made(experiment, outcome(game, experiment, rules.codes[cell[0][0]]))
        position = position.then(made)
        course.ask(experiment, cell)
        agree(position, course)
        if not position.standing.lost:
            available(position, rules)
    again = Position(game, position.history)  # all at once, by solvers
    agree(again, course)
    assert again.standings == position.standings
    text = "; ".join(show_made(game, made) for made in position.history)
    assert read_history(game, text) == position.history


@pytest.mark.thorough
@given(memory_games(), st.sampled_from(["max-models", "parts", "first", "optimal"]))
@random_cases(60)
def test_plays_move_by_move_add_up_to_the_figures_of_the_strategy(game: Game, strategy: str) -> None:
    """Every code played by positions gives the lengths, costs and lost plays the core has of the tree."""
    assume(not prove(game).problems)  # it may be that some code can never be hit
    whole = cobra.simulate(game, strategy)
    traced = cobra.simulate(game, strategy, trace=True)
    assert traced.distribution == whole.distribution
    assert (traced.total, traced.weight) == (whole.total, whole.weight)
    assert (traced.lost, traced.costs) == (whole.lost, whole.costs)
    assert sum(play.lost for play in traced.plays) == traced.lost
    if traced.costs is not None:
        costs = [(play.cost or Fraction(0), play.weight) for play in traced.plays]
        average = sum(cost * weight for cost, weight in costs) / Fraction(traced.weight)
        assert traced.costs == (max(cost for cost, _ in costs), average)
