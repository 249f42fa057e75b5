"""Interchangeable slots: which are found, and that transpositions keep the partitions by definition."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given

from cobra.language.load import load, load_text
from cobra.model.game import Game, Symbol
from cobra.symmetries.slots import SlotGroup, interchangeable_slots
from cobra.symmetries.symbols import interchangeable_symbols
from tests import oracle
from tests.model.hand_games import bags, coins, higher_lower, mastermind
from tests.model.transpositions import check_images, swapped_code
from tests.random_cases import random_cases
from tests.random_games import games


def members(game: Game) -> list[tuple[Symbol, ...]]:
    return sorted(group.members for group in interchangeable_slots(game))


@pytest.mark.parametrize(
    ("game", "groups"),
    [
        (mastermind(3, 2), [(1, 2, 3)]),
        (mastermind(2, 3, distinct=True), [(1, 2)]),
        (bags(3, 2), [(1, 2, 3)]),
        (coins(5), []),
        (higher_lower(5), []),
    ],
)
def test_groups_of_hand_made_games(game: Game, groups: list[tuple[Symbol, ...]]) -> None:
    assert members(game) == groups
    check_symmetry(game)


@pytest.mark.parametrize(
    ("name", "definitions", "groups"),
    [
        ("bags-of-gold", {"bags": "4", "capacity": "3"}, [(1, 2, 3, 4)]),
        ("decimalisation", {"places": "2", "digits": "3"}, [(1, 2)]),
        ("permutation", {"n": "3"}, [(1, 2, 3)]),
        ("bulls-and-cows", {"places": "2", "digits": "4"}, [(1, 2)]),
        ("code-777", {"cards": "2", "attributes": "2", "values": "2"}, [(1, 2)]),
        ("counterfeit-coin", {"coins": "4"}, []),
        ("word-list", {}, []),
    ],
)
def test_groups_of_the_library(
    name: str, definitions: dict[str, str], groups: list[tuple[Symbol, ...]]
) -> None:
    game = load(name, definitions)
    assert members(game) == groups
    if len(oracle.codes(game)) <= 30:
        check_symmetry(game)


def test_places_with_symbols_of_their_own() -> None:
    game = load("decimalisation", {"places": "3", "digits": "4"})
    groups = interchangeable_symbols(game).groups
    assert [group.symbols for group in groups] == [(0, 1, 2, 3)] * 3
    assert [group.propositions for group in groups] == [[[4 * i + d] for d in range(4)] for i in range(3)]
    assert [[numbers is not None for numbers in group.slots[0]] for group in groups] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]


def test_layers_of_several_families() -> None:
    (group,) = interchangeable_slots(load("code-777", {"cards": "2", "attributes": "3", "values": "2"}))
    assert group.layers == [[[0, 1, 2], [3, 4, 5]]]
    assert group.propositions == [[0, 1, 6, 7], [2, 3, 8, 9], [4, 5, 10, 11]]


def test_a_place_that_counts_twice_is_not_like_the_others() -> None:
    game = load_text(
        """
        game "Uneven"
        secret code[1..4] : 0..2
        experiment ask(g[1..4] : 0..2)
          observe sum(i in 1..4 : if code[i] = g[i] then (if i = 3 then 2 else 1) else 0)
        """
    )
    assert members(game) == [(1, 2, 4)]


def test_a_condition_that_orders_the_places_breaks_the_symmetry() -> None:
    game = load_text(
        """
        game "Sorted"
        secret code[1..2] : 0..2
        experiment ask(g[1..2] : 0..2)
          where g[1] <= g[2]
          observe count(i in 1..2 : code[i] = g[i])
        """
    )
    assert members(game) == []


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=30, experiments=30))
def test_transpositions_keep_the_cells_of_random_games(game: Game) -> None:
    check_symmetry(game, whole=False)


def check_symmetry(game: Game, whole: bool = False) -> None:
    """Transpositions that keep the codes keep the experiments and carry cells to cells, final to final."""
    codes = oracle.codes(game)
    experiments = oracle.experiments(game)
    for group in interchangeable_slots(game):
        for a, b in combinations(range(len(group.members)), 2):
            moved = {
                code: swapped_code(game, group.propositions[a], group.propositions[b], code) for code in codes
            }
            if set(moved.values()) != set(codes):
                assert not whole
                continue
            images = [move_experiment(group, a, b, experiment) for experiment in experiments]
            check_images(game, moved, experiments, images)


def move_experiment(group: SlotGroup, a: int, b: int, experiment: oracle.Experiment) -> oracle.Experiment:
    type_, assignment = experiment
    values = list(assignment)
    for layer in group.layers[type_]:
        values[layer[a]], values[layer[b]] = values[layer[b]], values[layer[a]]
    return type_, tuple(values)
