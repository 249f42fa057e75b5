from __future__ import annotations

from itertools import combinations

import pytest

from cobra.language.load import load, load_text
from cobra.model.dag import Dag, make_lin
from cobra.model.game import (
    ExperimentType,
    Game,
    Observed,
    Slot,
    SlotTable,
    Space,
    Sum,
    Symbol,
)
from cobra.symmetries.symbols import OUTSIDE, SymbolGroup, Symmetry, interchangeable_symbols
from tests import oracle
from tests.model.hand_games import bags, coins, higher_lower, mastermind, set_slot, slots_of, sorting
from tests.model.transpositions import check_images, swapped_code


def members(game: Game) -> list[tuple[Symbol, ...]]:
    return sorted(group.symbols for group in interchangeable_symbols(game).groups)


@pytest.mark.parametrize(
    ("game", "groups"),
    [
        (mastermind(3, 4), [(0, 1, 2, 3)]),
        (mastermind(2, 4, distinct=True), [(0, 1, 2, 3)]),
        (coins(5), [(1, 2, 3, 4, 5)]),
        (coins(3, genuine=2), [(1, 2, 3), (4, 5)]),
        (coins(4, goal_only_coin=True), [(1, 2, 3, 4)]),
        (higher_lower(5), []),
        (sorting(4), []),
        (bags(3, 2), []),
    ],
)
def test_groups_of_hand_made_games(game: Game, groups: list[tuple[Symbol, ...]]) -> None:
    assert members(game) == groups


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "definitions", "groups"),
    [
        ("mastermind-position", {"pegs": "2", "colours": "4"}, [(0, 1, 2, 3)]),
        ("mastermind-colour", {"pegs": "2", "colours": "3"}, [(0, 1, 2)]),
        ("counterfeit-coin", {"coins": "4", "genuine": "2"}, [(1, 2, 3, 4), (5, 6)]),
        ("light-coins", {"coins": "5"}, [(1, 2, 3, 4, 5)]),
        ("group-testing", {"items": "4"}, [(1, 2, 3, 4)]),
        ("decimalisation", {"places": "2", "digits": "3"}, [(0, 1, 2)] * 2),
        ("black-pegs", {"pegs": "2", "colours": "3"}, [(0, 1, 2)] * 2),
        ("permutation", {"n": "3"}, [(1, 2, 3)]),
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


@pytest.mark.parametrize(
    "game", [mastermind(2, 3), mastermind(2, 3, distinct=True), coins(4), coins(3, genuine=2)]
)
def test_transpositions_keep_the_cells(game: Game) -> None:
    check_symmetry(game)


def check_symmetry(game: Game, whole: bool = True) -> None:
    """Every transposition carries codes to codes, experiments to experiments, cells to cells, final to final.

    The search does not look at constraints of the secret: `whole` says that these must be kept too.
    """
    symmetry = interchangeable_symbols(game)
    codes = oracle.codes(game)
    experiments = oracle.experiments(game)
    for group in symmetry.groups:
        for a, b in combinations(range(len(group.symbols)), 2):
            moved = {
                code: swapped_code(game, group.propositions[a], group.propositions[b], code) for code in codes
            }
            if not whole and set(moved.values()) != set(codes):
                continue
            assert set(moved.values()) == set(codes)
            images = [move_experiment(game, symmetry, group, a, b, experiment) for experiment in experiments]
            check_images(game, moved, experiments, images)


def move_experiment(
    game: Game, symmetry: Symmetry, group: SymbolGroup, a: int, b: int, experiment: oracle.Experiment
) -> oracle.Experiment:
    type_, assignment = experiment
    slots = game.experiments[type_].space.slots
    values = list(assignment)
    for s, slot in enumerate(slots):
        numbers = group.slots[type_][s]
        if numbers is None:
            continue
        place = {i: i for i in range(len(slot.symbols))}
        if a in numbers and b in numbers:
            place[numbers.index(a)], place[numbers.index(b)] = numbers.index(b), numbers.index(a)
        if slot.kind == "set":
            values[s] = sum(1 << place[i] for i in range(len(slot.symbols)) if values[s] >> i & 1)
        else:
            values[s] = place[values[s]]
    for s, t in symmetry.swaps[type_]:
        if values[t] & -values[t] < values[s] & -values[s]:
            values[s], values[t] = values[t], values[s]
    return type_, tuple(values)


def test_sides_of_a_balance_may_be_exchanged() -> None:
    for game in (
        coins(4),
        load("light-coins", {"coins": "4"}),
        load("odd-coins", {"coins": "4", "fakes": "1"}),
    ):
        assert interchangeable_symbols(game).swaps == (((0, 1),), ((0, 1),))


def test_genuine_coins_are_outside_of_the_group_of_the_others() -> None:
    first, second = sorted(
        interchangeable_symbols(coins(2, genuine=2)).groups, key=lambda group: group.symbols
    )
    assert (first.propositions, second.propositions) == ([[0], [1]], [[], []])
    assert first.slots[0] == [[0, 1, OUTSIDE, OUTSIDE]] * 2
    assert second.slots[0] == [[OUTSIDE, OUTSIDE, 0, 1]] * 2


def weighted(where_first: bool) -> Game:
    """Pick a set of three bits and hear how many hold; one bit may count twice."""
    dag = Dag()
    bits = tuple(Slot(f"v[{i}]", "v", (i,), "bool", (), i - 1) for i in (1, 2, 3))
    terms = [(1 + (i == 2 and where_first), dag.conj((dag.variable(i), dag.parameter(i)))) for i in range(3)]
    space = Space((set_slot("s", [1, 2, 3], 0, 1, 3),))
    type_ = ExperimentType("ask", "ask", space, Observed((Sum(make_lin(0, terms)),), (0,)))
    return Game("", "", dag, Space(bits), (type_,), "identify")


def test_a_symbol_that_counts_twice_is_not_like_the_others() -> None:
    assert members(weighted(False)) == [(1, 2, 3)]
    assert members(weighted(True)) == [(1, 2)]


def test_weights_goals_and_helpers_break_symmetry() -> None:
    game = weighted(False)
    dag = game.dag
    prior = make_lin(1, [(1, dag.variable(0))])
    weighted_game = Game("", "", dag, game.codes, game.experiments, "identify", weight=prior)
    assert members(weighted_game) == [(2, 3)]
    goal = Game(
        "",
        "",
        dag,
        game.codes,
        game.experiments,
        "identify",
        goal=(Sum(make_lin(0, [(1, dag.variable(1))])),),
    )
    assert members(goal) == [(1, 3)]
    slots = game.codes.slots
    helper = Slot("v[3]", "v", (3,), "bool", (), 2, aux=True)
    assert members(Game("", "", dag, Space((*slots[:2], helper)), game.experiments, "identify")) == [(1, 2)]


def test_listed_parameters_have_no_group() -> None:
    game = mastermind(2, 2)
    space = Space(slots_of("g", [1, 2], [0, 1]), tables=(SlotTable((0, 1), ((0, 0), (0, 1))),))
    type_ = game.experiments[0]
    listed = ExperimentType("guess", "guess", space, type_.answer, type_.final)
    assert members(Game("", "", game.dag, game.codes, (listed,), "hit")) == []


def test_many_symbols_are_quick() -> None:
    assert [len(group) for group in members(mastermind(4, 26))] == [26]
    assert [len(group) for group in members(coins(40))] == [40]


def test_symbols_of_a_core_game_move_with_the_variables_they_are_mapped_to() -> None:
    game = load_text(
        """
        VARIABLES a, b, c, x, y, z
        ALPHABET "1", "2", "3"
        MAPPING "F" a, b, c
        MAPPING "G" x, y, z
        EXPERIMENT "ask" 2
        PARAMS_DISTINCT 1, 2
        OUTCOME "yes" F$1 & G$2
        OUTCOME "no" !(F$1 & G$2)
        """
    )
    (group,) = interchangeable_symbols(game).groups
    assert group.symbols == ("1", "2", "3")
    assert group.propositions == [[0, 3], [1, 4], [2, 5]]
