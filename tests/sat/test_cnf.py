"""Clauses mean what the formulas mean, and add no models of their own."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cobra.errors import LimitError
from cobra.limits import Limits
from cobra.model.dag import Dag
from cobra.model.game import Game
from cobra.sat.cnf import FALSE, TRUE, Circuit
from cobra.sat.frame import Frame
from cobra.sat.solver import SatSolver
from cobra.sat.spaces import decode, new_propositions, space_clauses
from tests import oracle
from tests.random_cases import random_cases
from tests.sat.random_games import formula, games


def number_of_models(sat: SatSolver) -> int:
    """Count models over all variables, auxiliary ones included."""
    count = 0
    while sat.solve():
        model = sat.model()
        count += 1
        sat.add_clause([-v if model[v] else v for v in range(1, sat.variables + 1)])
    return count


@pytest.mark.thorough
@random_cases(150)
@given(st.data())
def test_gates_are_determined_by_the_propositions(data: st.DataObject) -> None:
    dag = Dag()
    leaves = [dag.variable(i) for i in range(3)] + [dag.parameter(0)]
    lit = formula(data.draw, dag, leaves, 4)
    expected = [
        (variables, parameter)
        for variables in product((False, True), repeat=3)
        for parameter in (False, True)
        if oracle.evaluate(dag, lit, {i for i in range(3) if variables[i]}, {0} if parameter else set())
    ]
    with SatSolver() as sat:
        circuit = Circuit(sat)
        variables, (parameter,) = [sat.new_variable() for _ in range(3)], [sat.new_variable()]
        circuit.require([Frame(circuit, dag, variables, [parameter]).encode(lit)])
        for truth, held in product(product((1, -1), repeat=3), (1, -1)):
            values = [v * t for v, t in zip(variables, truth, strict=True)] + [parameter * held]
            key = (tuple(t > 0 for t in truth), held > 0)
            assert sat.solve(values) == (key in expected)
        assert number_of_models(sat) == len(expected)


@pytest.mark.thorough
@random_cases(60)
@given(games(sound=False))
def test_spaces_have_one_model_for_each_assignment(game: Game) -> None:
    with SatSolver() as sat:
        circuit = Circuit(sat)
        variables = new_propositions(circuit, game.codes)
        frame = Frame(circuit, game.dag, variables)
        for clause in space_clauses(circuit, frame, game.codes, variables):
            circuit.require(clause)
        codes = oracle.codes(game)
        if codes:
            assert sat.solve()
            assert decode(game.codes, variables, sat.model()) in codes
        assert number_of_models(sat) == len(codes)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4).filter(bool)), max_size=6), st.integers(-12, 12)
)
def test_sums(terms: list[tuple[int, int]], k: int) -> None:
    """Weights of any sign, literals repeated and complementary; literal 1 is the constant true."""
    with SatSolver() as sat:
        circuit = Circuit(sat)
        variables = [sat.new_variable() for _ in range(3)]
        gate = circuit.at_least(terms, k)
        for truth in product((1, -1), repeat=3):
            held = {TRUE, *(v * t for v, t in zip(variables, truth, strict=True))}
            total = sum(weight for weight, lit in terms if lit in held)
            assumptions = [v * t for v, t in zip(variables, truth, strict=True)]
            assert sat.solve([*assumptions, gate]) == (total >= k)
            assert sat.solve([*assumptions, -gate]) == (total < k)


def test_equal_gates_are_one_literal() -> None:
    with SatSolver() as sat:
        circuit = Circuit(sat)
        a, b, c = (sat.new_variable() for _ in range(3))
        assert circuit.conj((a, b)) == circuit.conj((b, a, TRUE))
        assert circuit.xor(a, -b) == -circuit.xor(b, a)
        assert circuit.ite(c, a, b) == circuit.ite(-c, b, a)
        assert circuit.conj((a, -a)) == FALSE
        assert circuit.ite(c, TRUE, b) == circuit.disj((c, b))
        assert circuit.at_least([(2, a), (4, b)], 3) == circuit.at_least([(1, a), (2, b)], 2)


def test_a_sum_too_large_is_refused() -> None:
    with SatSolver() as sat:
        circuit = Circuit(sat, Limits(formula_nodes=1000))
        literals = [sat.new_variable() for _ in range(100)]
        with pytest.raises(LimitError, match="formula-nodes"):
            circuit.at_least([(1, lit) for lit in literals], 50)
