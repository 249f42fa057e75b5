from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cobra.model.dag import FALSE, GE, TRUE, WIDE, Dag, Lin, Lit, make_lin
from tests.oracle import evaluate, evaluate_lin

LEAVES = 4
Recipe = tuple[str, tuple[int, ...]]


@st.composite
def recipes(draw: st.DrawFn) -> list[Recipe]:
    """Steps that build formulas: each takes earlier formulas by number (modulo how many there are)."""
    kind = st.sampled_from(["and", "or", "xor", "ite", "ge", "exactly", "not"])
    step = st.tuples(kind, st.lists(st.integers(0, 40), min_size=3, max_size=6).map(tuple))
    return draw(st.lists(step, min_size=1, max_size=12))


def build(dag: Dag, recipe: list[Recipe]) -> list[tuple[Lit, tuple[bool, ...]]]:
    """Build formulas beside their truth tables."""
    worlds = list(product((False, True), repeat=LEAVES))
    made = [(dag.variable(i), tuple(world[i] for world in worlds)) for i in range(LEAVES)]
    made += [(FALSE, (False,) * len(worlds)), (TRUE, (True,) * len(worlds))]
    for kind, numbers in recipe:
        args = [made[number % len(made)] for number in numbers]
        lits, tables = [lit for lit, _ in args], list(zip(*(table for _, table in args), strict=True))
        weights = [number % 7 - 3 for number in numbers]
        lin = make_lin(1, zip(weights, lits, strict=True))
        sums = [1 + sum(w for w, held in zip(weights, row, strict=True) if held) for row in tables]
        k = numbers[0] % 9 - 3
        if kind == "and":
            made.append((dag.conj(lits), tuple(map(all, tables))))
        elif kind == "or":
            made.append((dag.disj(lits), tuple(map(any, tables))))
        elif kind == "not":
            made.append((lits[0] ^ 1, tuple(not row[0] for row in tables)))
        elif kind == "xor":
            made.append((dag.xor(lits[0], lits[1]), tuple(row[0] != row[1] for row in tables)))
        elif kind == "ite":
            made.append((dag.ite(*lits[:3]), tuple(row[1] if row[0] else row[2] for row in tables)))
        elif kind == "ge":
            made.append((dag.at_least(lin, k), tuple(total >= k for total in sums)))
        else:
            made.append((dag.exactly(lin, k), tuple(total == k for total in sums)))
    return made


def test_a_wide_conjunction_does_not_contradict_its_own_arguments() -> None:
    dag = Dag()
    lits = [dag.variable(i) for i in range(2 * WIDE)]
    both = dag.conj([dag.conj(lits), *lits])
    assert evaluate(dag, both, set(range(2 * WIDE)), set())
    assert not evaluate(dag, both, set(range(1, 2 * WIDE)), set())
    assert dag.conj([dag.conj(lits) ^ 1, *lits]) == FALSE


@pytest.mark.thorough
@given(recipes())
def test_builders_keep_the_meaning(recipe: list[Recipe]) -> None:
    dag = Dag()
    made = build(dag, recipe)
    for number, world in enumerate(product((False, True), repeat=LEAVES)):
        true = {i for i in range(LEAVES) if world[i]}
        for lit, table in made:
            assert evaluate(dag, lit, true, set()) == table[number]


@pytest.mark.thorough
@given(recipes())
def test_nodes_come_after_their_arguments_and_are_shared(recipe: list[Recipe]) -> None:
    dag = Dag()
    build(dag, recipe)
    assert len(set(dag.nodes)) == len(dag)
    for number in range(len(dag)):
        assert all(lit >> 1 < number for lit in dag.operands(2 * number))
    build(dag, recipe)
    assert len(set(dag.nodes)) == len(dag)


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 7)), max_size=6), st.integers(-5, 5))
def test_integers_are_normalised(terms: list[tuple[int, int]], constant: int) -> None:
    dag = Dag()
    leaves = [dag.variable(i) for i in range(3)]
    lits = [FALSE, TRUE, *(leaf ^ sign for leaf in leaves for sign in (0, 1))]
    lin = make_lin(constant, [(weight, lits[i]) for weight, i in terms])
    assert all(weight > 0 for weight, _ in lin.terms)
    assert len({lit >> 1 for _, lit in lin.terms}) == len(lin.terms)
    for world in product((False, True), repeat=3):
        true = {i for i in range(3) if world[i]}
        by_hand = constant + sum(w for w, i in terms if evaluate(dag, lits[i], true, set()))
        assert evaluate_lin(dag, lin, true, set()) == by_hand
        assert lin.low <= by_hand <= lin.high


def test_a_comparison_and_its_opposite_are_one_node() -> None:
    dag = Dag()
    x, y, z = (dag.variable(i) for i in range(3))
    difference = make_lin(0, [(1, x), (1, y), (-2, z)])
    opposite = make_lin(0, [(-1, x), (-1, y), (2, z)])
    assert dag.at_least(difference, 0) == dag.at_least(opposite, 1) ^ 1
    assert dag.at_least(difference, 1) == dag.at_least(opposite, 0) ^ 1
    assert dag.conj((dag.at_least(difference, 0), dag.at_least(difference, 1))) == dag.at_least(difference, 1)
    assert dag.conj((dag.at_least(difference, 1), dag.at_least(opposite, 0))) == FALSE


def test_weights_that_decide_alone_are_lowered() -> None:
    dag = Dag()
    x, y, z = (dag.variable(i) for i in range(3))
    lit = dag.at_least(Lin(0, ((9, x), (2, y), (2, z))), 4)
    assert dag.node(lit).kind == GE
    assert lit == dag.at_least(Lin(0, ((4, x), (2, y), (2, z))), 4)


@pytest.mark.thorough
@given(recipes(), st.permutations(range(LEAVES)))
def test_substitution_of_leaves(recipe: list[Recipe], order: list[int]) -> None:
    dag = Dag()
    lits = [lit for lit, _ in build(dag, recipe)]
    moved = dag.substitute(lits, {dag.variable(i): dag.variable(order[i]) for i in range(LEAVES)})
    for world in product((False, True), repeat=LEAVES):
        true = {i for i in range(LEAVES) if world[i]}
        carried = {i for i in range(LEAVES) if order[i] in true}
        for lit, image in zip(lits, moved, strict=True):
            assert evaluate(dag, image, true, set()) == evaluate(dag, lit, carried, set())
