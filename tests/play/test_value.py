"""Values of positions: an experiment's fit those of what it leads to, and the optimum by definition."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.play.position import Position
from cobra.play.read import read_history
from cobra.play.split import split
from cobra.play.value import Worth, value_of
from tests import oracle
from tests.random_cases import random_cases
from tests.random_games import games


def after(position: Position, made: Made) -> Position:
    return Position(position.game, (*position.history, made))


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=20, experiments=12), st.data())
def test_values_of_random_games_fit_together(game: Game, data: st.DataObject) -> None:
    secret = data.draw(st.sampled_from(oracle.codes(game)))
    experiments = oracle.experiments(game)
    position = Position(game)
    for _ in range(data.draw(st.integers(0, 2))):
        experiment = data.draw(st.sampled_from(experiments))
        position = after(position, Made(experiment, oracle.outcome(game, experiment, secret)))
        if game.ending == "hit" and position.final:
            break
    ended = game.ending == "hit" and position.final
    for name in ("optimal", "ent-models", "parts"):
        worth = value_of(position, name)
        assert worth is not None
        tried = []
        for experiment in experiments:
            value = value_of(position, name, experiment)
            assert value is not None
            tried.append(value.total)
            parts = split(position, experiment).parts
            if ended:
                assert value.total == value.weight
                continue
            cells = [value_of(after(position, Made(experiment, part.outcome)), name) for part in parts]
            assert value.weight == sum(cell.weight for cell in cells if cell is not None) == worth.weight
            assert value.total == value.weight + sum(cell.total for cell in cells if cell is not None)
        if worth.total:
            # after a core game's last code is known an experiment may be needed that only confirms it
            assert worth.total in tried or position.codes == 1
        if name == "optimal":
            assert worth.total == 0 or worth.total <= min(tried)
            if not position.history:
                assert (worth.total,) == oracle.optimum(game, "average")


def worth(name: str, history: str, reference_: str, first: str | None = None) -> Fraction | None:
    game = cobra.load(name)
    experiment = None if first is None else Notation(game).parse_experiment(first, listed=False)
    value = value_of(Position(game, read_history(game, history)), reference_, experiment)
    return None if value is None else value.expected


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "history", "reference_", "first", "expected"),
    [
        ("mastermind", "", "optimal", None, Fraction(5625, 1296)),
        ("mastermind", "", "optimal", "0000", Fraction(6318, 1296)),
        ("mastermind", "", "ent-models", None, Fraction(5722, 1296)),
        ("mastermind", "0011 1B1W", "optimal", "0011", 1 + Fraction(718, 208)),  # asked again
        ("mastermind", "0011 4B0W", "optimal", None, Fraction(0)),
        ("mastermind", "0011 4B0W", "optimal", "0012", Fraction(1)),  # over already
        ("wordle", "", "optimal", "zzzzz", Fraction(726, 200)),  # no word of the list
        ("light-coins", "1 2 3 | 4 5 6 balance; 7 | 8 balance", "parts", None, Fraction(0)),
        ("light-coins", "1 2 3 | 4 5 6 balance; 7 | 8 balance", "optimal", "1 | 2", Fraction(1)),
        ("light-coins", "1 2 3 | 4 5 6 balance; 7 | 8 balance", "parts", "1 | 2", Fraction(1)),
    ],
)
def test_values_that_are_known(
    game: str, history: str, reference_: str, first: str | None, expected: Fraction
) -> None:
    assert worth(game, history, reference_, first) == expected


def test_what_is_not_listed_has_no_value() -> None:
    game = cobra.load("mastermind", {"pegs": 8, "colours": 10})
    assert value_of(Position(game), "optimal") is None


def test_the_expected_number_is_exact() -> None:
    assert Worth(5625, 1296).expected == Fraction(625, 144)
