"""What the symmetries of a game do to variables, codes and experiments."""

from __future__ import annotations

from math import factorial

import pytest

import cobra
from cobra.engine.group import game_group
from cobra.errors import GameError
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.symmetries.images import Graph
from tests import oracle

GAMES = {
    "mastermind": {"pegs": 2, "colours": 3},
    "counterfeit-coin": {"coins": 4},
    "bags-of-gold": {"bags": 3, "capacity": 2},
    "permutation": {"n": 3},
    "black-box": {"size": 3, "atoms": 1},
    "decimalisation": {"places": 2, "digits": 3},
}


def load(name: str) -> Game:
    return cobra.load(name, {key: str(value) for key, value in GAMES[name].items()})


@pytest.mark.parametrize("name", GAMES)
def test_cells_are_carried_to_cells(name: str) -> None:
    game = load(name)
    codes, experiments = list(oracle.codes(game)), list(oracle.experiments(game))
    symmetries = game_group(game).symmetries
    assert symmetries
    for symmetry in symmetries:
        image = {code: symmetry.code(code) for code in codes}
        assert sorted(image.values()) == sorted(codes)
        carried = [symmetry.experiment(experiment) for experiment in experiments]
        assert sorted(carried) == sorted(experiments)
        for experiment, other in zip(experiments, carried, strict=True):
            cells = {
                frozenset(image[code] for code in cell)
                for cell in oracle.partition(game, experiment, codes).values()
            }
            assert cells == {frozenset(cell) for cell in oracle.partition(game, other, codes).values()}


def test_light_and_heavy_are_exchanged() -> None:
    game = load("counterfeit-coin")
    flips = [s for s in game_group(game).symmetries if s.text == "heavy ↔ not heavy"]
    assert len(flips) == 1
    assert flips[0].variables == ((0, True), (1, True), (2, True), (3, True), (4, False))
    notation = Notation(game)
    weighing = notation.parse_experiment("1 2 | 3 4")
    assert flips[0].experiment(weighing) == weighing
    codes = list(oracle.codes(game))
    assert [notation.code(flips[0].code(code)) for code in codes[:2]] == [
        notation.code(codes[1]),
        notation.code(codes[0]),
    ]


def test_what_is_no_code_is_refused() -> None:
    game = load("bags-of-gold")
    symmetry = game_group(game).symmetries[0]
    with pytest.raises(GameError, match="not an assignment that the constraints allow"):
        symmetry.experiment((0, (2, 2, 2)))


WIDE_GAMES = {
    "secret x : 1..80 experiment ask(s : set of 1..80) observe x in s": factorial(80),
    "secret x : 1..80 experiment ask(s : set(80) of 1..80) observe x in s final x in s": factorial(80),
    "secret x : 1..80 secret y : 1..80 experiment ask(s : set of 1..80) observe x in s, y in s": (
        2 * factorial(80)
    ),
    "secret x : 1..160 experiment ask(g : 1..160) observe x = g, x % 2 = 0": factorial(80) ** 2,
}


@pytest.mark.thorough
@pytest.mark.parametrize("text", WIDE_GAMES)
def test_arguments_of_a_wide_formula_that_change_places_need_not_be_carried(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert game_group(cobra.load_text(text)).order == WIDE_GAMES[text]
    monkeypatch.setattr(Graph, "_permutes_arguments", lambda *_: False)
    assert game_group(cobra.load_text(text)).order == WIDE_GAMES[text]
