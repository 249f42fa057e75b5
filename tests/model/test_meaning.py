from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product

import pytest

from cobra.errors import GameError, LimitError
from cobra.model.dag import FALSE, TRUE, Dag, Lit, make_lin
from cobra.model.game import Cases, ExperimentType, Game, Observed, Outcome, Outcomes, Slot, SlotTable, Space
from tests.model.hand_games import (
    bags,
    black_pegs,
    coins,
    core_bits,
    higher_lower,
    mastermind,
    no_information,
    set_slot,
    slots_of,
    sorting,
)
from tests.oracle import (
    Tree,
    assignments,
    codes,
    evaluate,
    evaluate_lin,
    experiments,
    fixed_variables,
    greedy,
    is_final,
    optimum,
    outcome,
    partition,
    replay,
)


def test_every_kind_of_node_is_evaluated_by_definition() -> None:
    dag = Dag()
    a, b, c, p = dag.variable(0), dag.variable(1), dag.variable(2), dag.parameter(0)
    lin = make_lin(2, [(1, a), (-2, b), (3, c ^ 1)])
    formulas: dict[Lit, Callable[..., object]] = {
        dag.conj((a, b ^ 1, p)): lambda x, y, z, q: x and not y and q,
        dag.disj((a, b, c)): lambda x, y, z, q: x or y or z,
        dag.xor(a, b ^ 1): lambda x, y, z, q: x == y,
        dag.ite(a, b, p): lambda x, y, z, q: y if x else q,
        dag.at_least(lin, 3): lambda x, y, z, q: 2 + x - 2 * y + 3 * (not z) >= 3,
        dag.exactly(lin, 3): lambda x, y, z, q: 2 + x - 2 * y + 3 * (not z) == 3,
        TRUE: lambda x, y, z, q: True,
        FALSE: lambda x, y, z, q: False,
    }
    for values in product((False, True), repeat=4):
        variables = {i for i in range(3) if values[i]}
        parameters = {0} if values[3] else set()
        assert evaluate_lin(dag, lin, variables, parameters) == 2 + values[0] - 2 * values[1] + 3 * (
            not values[2]
        )
        for lit, meaning in formulas.items():
            assert evaluate(dag, lit, variables, parameters) == meaning(*values)


def test_order_of_assignments() -> None:
    dag = Dag()
    bits = (Slot("a", "a", (), "bool", (), 0), Slot("b", "b", (), "bool", (), 1))
    assert list(assignments(dag, Space(bits))) == [(1, 1), (1, 0), (0, 1), (0, 0)]
    sets = Space((set_slot("s", ["x", "y", "z"], 0, 0, 2),))
    assert [v for (v,) in assignments(dag, sets)] == [0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110]
    slots = slots_of("w", [1, 2, 3], ["a", "b", "c"])
    assert list(assignments(dag, Space(slots, distinct=((0, 1, 2),)))) == list(permutations(range(3)))


def test_tables_are_one_parameter_in_the_order_of_their_rows() -> None:
    slots = slots_of("w", [1, 2, 3], ["a", "b", "c"])
    space = Space(slots, distinct=((1, 2),), tables=(SlotTable((0, 2), ((2, 1), (0, 0))),))
    assert list(assignments(Dag(), space)) == [(2, 0, 1), (2, 2, 1), (0, 1, 0), (0, 2, 0)]


def test_overlapping_tables_both_hold() -> None:
    slots = slots_of("w", [1, 2, 3], ["a", "b"])
    space = Space(slots, tables=(SlotTable((0, 1), ((1, 0), (0, 1))), SlotTable((1, 2), ((0, 1), (1, 0)))))
    assert list(assignments(Dag(), space)) == [(1, 0, 1), (0, 1, 0)]


def test_false_constant_constraint_leaves_nothing_and_an_empty_space_has_one_assignment() -> None:
    assert list(assignments(Dag(), Space((), constraints=(FALSE,)))) == []
    assert list(assignments(Dag(), Space(()))) == [()]


def test_sizes_are_guarded() -> None:
    with pytest.raises(LimitError):
        codes(mastermind(8, 8), limit=1000)


@pytest.mark.thorough
def test_mastermind_counts_and_partition() -> None:
    game = mastermind(4, 6)
    every = codes(game)
    assert len(every) == 1296
    cells = partition(game, (0, (0, 0, 1, 1)), every)
    assert sorted(map(len, cells.values())) == [1, 1, 4, 16, 20, 32, 36, 96, 114, 208, 256, 256, 256]
    assert list(cells) == sorted(cells)
    assert cells[(4, 0)] == [(0, 0, 1, 1)]
    assert is_final(game, (0, (0, 0, 1, 1)), (0, 0, 1, 1))
    assert not is_final(game, (0, (0, 0, 1, 1)), (0, 0, 1, 2))


def test_coin_weighings_are_counted_once() -> None:
    assert len(experiments(coins(6))) == 15 + 45 + 10
    assert [len(list(g)) for g in (codes(coins(6)), codes(bags(3, 2)))] == [12, 8]


def test_fixed_variables_leave_out_helpers() -> None:
    dag = Dag()
    slots = (Slot("a", "a", (), "bool", (), 0), Slot("h", "h", (), "bool", (), 1, aux=True))
    game = Game("", "", dag, Space(slots), (), "identify")
    assert fixed_variables(game, [(1, 1)]) == {0: True}
    assert fixed_variables(game, [(1, 1), (0, 1)]) == {}


def test_ill_formed_answers_are_errors() -> None:
    dag = Dag()
    a = dag.variable(0)
    codes_ = Space((Slot("a", "a", (), "bool", (), 0),))
    for lits, said in (((a, FALSE), "none holds"), ((a, TRUE), "both hold")):
        answer = Outcomes((Outcome("x", lits[0], True), Outcome("y", lits[1], True)))
        game = Game("", "", dag, codes_, (ExperimentType("t", "t", Space(()), answer),), "core")
        with pytest.raises(GameError, match=said):
            for code in codes(game):
                outcome(game, (0, ()), code)


# Totals of the thesis of M. Klimoš (2014) and of exhaustive searches, with the tie rules named.
@pytest.mark.parametrize(
    ("pegs", "colours", "strategy", "ties", "total", "worst"),
    [
        (2, 3, "max-models", "final,first", 24, 4),
        (2, 3, "parts", "final,first", 21, 3),
        (2, 3, "exp-models", "first", 22, 3),
        (2, 3, "ent-models", "first", 22, 3),
        (2, 3, "exp-fixed", "first", 22, 3),
        (3, 2, "max-models", "final,first", 21, 4),
        (3, 2, "parts", "final,first", 18, 3),
        (3, 2, "exp-models", "first", 18, 3),
        (3, 2, "ent-models", "first", 18, 3),
        (4, 2, "max-models", "final,first", 44, 4),
        (4, 2, "parts", "final,first", 44, 4),
        (4, 2, "exp-models", "first", 49, 4),
        (4, 2, "ent-models", "first", 49, 4),
    ],
)
def test_mastermind_strategies(
    pegs: int, colours: int, strategy: str, ties: str, total: int, worst: int
) -> None:
    plan = greedy(mastermind(pegs, colours), strategy, ties)
    assert (plan.total, plan.worst) == (total, worst)
    assert sum(plan.distribution.values()) == colours**pegs
    assert sum(length * n for length, n in plan.distribution.items()) == total


@pytest.mark.parametrize(
    ("strategy", "total", "worst"),
    [("max-models", 85, 4), ("parts", 78, 4), ("exp-models", 78, 4), ("ent-models", 78, 4)],
)
def test_black_peg_strategies_identify(strategy: str, total: int, worst: int) -> None:
    plan = greedy(black_pegs(3, 3), strategy, "first")
    assert (plan.total, plan.worst) == (total, worst)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "average", "worst"),
    [
        (mastermind(2, 3), 21, 3),
        (mastermind(3, 2), 18, 3),
        (mastermind(2, 4), 45, 4),
        (mastermind(2, 3, "identify"), 15, 2),
        (mastermind(2, 4, distinct=True), 30, 3),
        (black_pegs(2, 3), 21, 3),
        (coins(3), 12, 2),
        (coins(4), 18, 3),
        (coins(5), 24, 3),
        (coins(6), 30, 3),
        (coins(3, genuine=1), 12, 2),
        (coins(4, goal_only_coin=True), 16, 2),
        (bags(4, 4), 32, 2),
        (sorting(3), 16, 3),
        (sorting(4), 112, 5),
        (higher_lower(10), 29, 4),
        (no_information(), 0, 0),
    ],
    ids=lambda value: value.name if isinstance(value, Game) else str(value),
)
def test_optimum_of_small_games(game: Game, average: int, worst: int) -> None:
    assert optimum(game) == (average,)
    assert optimum(game, "worst") == (worst,)


def test_core_counts_one_more_after_an_outcome_that_is_not_final() -> None:
    assert (optimum(core_bits(2)), optimum(core_bits(2, confirming=False))) == ((8,), (6,))
    plan = greedy(core_bits(2), "parts")
    assert plan.distribution == {1: 1, 2: 2, 3: 1}
    one = Game("", "", Dag(), Space(()), core_bits(1).experiments[:0], "core")
    assert optimum(one) == (0,)


def test_one_code_costs_one_to_hit_and_none_to_identify() -> None:
    assert greedy(mastermind(2, 1), "parts").distribution == {1: 1}
    assert greedy(mastermind(2, 1, "identify"), "parts").distribution == {0: 1}
    assert greedy(mastermind(2, 1, "identify"), "parts").first is None


def test_weights_count_in_the_total_only() -> None:
    plain = higher_lower(4)
    weight = make_lin(1, [(4, plain.dag.variable(3))])
    game = Game(plain.name, "", plain.dag, plain.codes, plain.experiments, "hit", weight=weight)
    equal, weighted = greedy(plain, "max-models"), greedy(game, "max-models")
    assert equal.tree == weighted.tree
    assert weighted.weight == 8
    assert weighted.total == equal.total + 4 * 3
    assert optimum(game) == (13,)


def test_first_strategy_is_the_first_experiment_that_can_still_be_final() -> None:
    plan = greedy(higher_lower(4), "first")
    assert plan.distribution == {1: 1, 2: 1, 3: 1, 4: 1}
    assert plan.first == (0, (0,))


def test_inseparable_codes_end_the_play() -> None:
    plan = greedy(no_information(), "max-models")
    assert (plan.distribution, plan.nodes) == ({0: 2}, 0)


def test_entropy_is_compared_exactly() -> None:
    # Parts 4, 1, 1, 1, 1 and 2, 2, 2, 2 have the same entropy, so the first experiment is chosen.
    dag = Dag()
    secret = Slot("s", "s", (), "symbol", tuple(range(8)), 0)
    bits = [dag.variable(i) for i in range(8)]

    def cases(groups: list[list[int]]) -> Observed:
        return Observed(
            (Cases(tuple(range(len(groups))), tuple(dag.disj(bits[i] for i in g) for g in groups)),), (0,)
        )

    even = cases([[0, 1], [2, 3], [4, 5], [6, 7]])
    uneven = cases([[0, 1, 2, 3], [4], [5], [6], [7]])
    for order in ([even, uneven], [uneven, even]):
        types = tuple(ExperimentType(f"t{i}", f"t{i}", Space(()), answer) for i, answer in enumerate(order))
        first = greedy(Game("", "", dag, Space((secret,)), types, "identify"), "ent-models").first
        assert first == (0, ())


@pytest.mark.parametrize("change", ["missing", "early", "late"])
def test_the_checker_finds_wrong_strategies(change: str) -> None:
    game = higher_lower(4)
    tree = greedy(game, "max-models").tree
    branches = [dict(branch) for branch in tree.branches]
    target = branches[tree.root]
    if change == "missing":
        target.pop(("lower",))
    elif change == "early":
        target[("lower",)] = -1
    else:
        target[("correct",)] = target[("lower",)]
    with pytest.raises(GameError, match="the strategy"):
        replay(game, Tree(tree.experiments, branches, tree.root))


def test_consistent_only() -> None:
    plan = greedy(mastermind(2, 4), "parts", consistent=True)
    assert plan.total >= 45
    for experiment, branches in zip(plan.tree.experiments, plan.tree.branches, strict=True):
        assert (2, 0) in branches, experiment


def test_unknown_strategy() -> None:
    with pytest.raises(GameError, match="no strategy called 'best'"):
        greedy(higher_lower(3), "best")
