from __future__ import annotations

from collections.abc import Sequence

import pytest

from cobra.engine.compile import CompiledGame, compile_game, from_core
from cobra.engine.program import CoreCases, CoreSum
from cobra.errors import GameError
from cobra.model.answers import OutcomeValue, join_digits
from cobra.model.dag import AND, CONST, FALSE, GE, ITE, PARAMETER, TRUE, VARIABLE, Dag, make_lin
from cobra.model.game import (
    Cases,
    ExperimentType,
    Game,
    Observed,
    Outcome,
    Outcomes,
    Slot,
    Space,
    Sum,
    true_propositions,
)
from tests import oracle
from tests.model.hand_games import (
    bags,
    black_pegs,
    coins,
    core_bits,
    higher_lower,
    mastermind,
    no_information,
    sorting,
)

GAMES = [
    mastermind(2, 3),
    mastermind(2, 3, distinct=True),
    black_pegs(2, 3),
    coins(3),
    coins(4, genuine=1),
    bags(3, 2),
    sorting(3),
    higher_lower(5),
    core_bits(2),
    core_bits(2, confirming=False),
    no_information(),
]


def core_values(compiled: CompiledGame, variables: set[int], parameters: set[int]) -> list[bool]:
    """Evaluate the nodes passed to the core, by their description in program.rs."""
    holds: list[bool] = []

    def value(lit: int) -> bool:
        return holds[lit >> 1] != bool(lit & 1)

    for number, (kind, args) in enumerate(compiled.program.nodes):
        if kind == CONST:
            assert number == 0
            holds.append(False)
        elif kind in (VARIABLE, PARAMETER):
            holds.append(args[0] in (variables if kind == VARIABLE else parameters))
        elif kind == AND:
            assert args == sorted(args) and len(args) > 1
            holds.append(all(map(value, args)))
        elif kind == ITE:
            holds.append(value(args[1]) if value(args[0]) else value(args[2]))
        elif kind == GE:
            terms = zip(args[1::2], args[2::2], strict=True)
            holds.append(sum(weight for weight, lit in terms if value(lit)) >= args[0])
        else:
            holds.append(value(args[0]) != value(args[1]))
    return holds


def core_number(compiled: CompiledGame, type_: int, holds: Sequence[bool]) -> int:
    """Return the outcome number, with the sizes taken from the components themselves."""
    digits, sizes = [], []
    for component in compiled.program.types[type_].components:
        if isinstance(component, CoreSum):
            assert component.constant == 0
            assert all(weight > 0 for weight, _ in component.terms)
            digits.append(sum(weight for weight, lit in component.terms if holds[lit >> 1] != bool(lit & 1)))
            sizes.append(1 + sum(weight for weight, _ in component.terms))
        else:
            true = [holds[lit >> 1] != bool(lit & 1) for lit in component.literals]
            assert sum(true) == 1
            digits.append(true.index(True))
            sizes.append(len(true))
    return join_digits(sizes, digits)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_core_description_means_the_same(game: Game) -> None:
    compiled = compile_game(game)
    codes = oracle.codes(game)
    for type_, assignment in oracle.experiments(game):
        parameters = true_propositions(game.experiments[type_].space, assignment)
        seen: dict[OutcomeValue, int] = {}
        for code in codes:
            number = core_number(
                compiled, type_, core_values(compiled, true_propositions(game.codes, code), parameters)
            )
            outcome = oracle.outcome(game, (type_, assignment), code)
            decoder = compiled.decoders[type_]
            assert decoder.values(number) == outcome
            assert decoder.is_final(number) == oracle.is_final(game, (type_, assignment), code)
            assert seen.setdefault(outcome, number) == number


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_finals_are_known_for_every_type_or_for_none(game: Game) -> None:
    compiled = compile_game(game)
    for type_ in compiled.program.types:
        assert type_.final == (len(type_.components) - 1 if oracle.knows_finals(game) else -1)


def test_white_pegs_are_replaced_by_a_sum_of_positive_terms() -> None:
    compiled = compile_game(mastermind(4, 6))
    black, both, final = compiled.program.types[0].components
    assert isinstance(black, CoreSum) and isinstance(both, CoreSum) and isinstance(final, CoreCases)
    assert (black.constant, both.constant) == (0, 0)
    assert {weight for weight, _ in (*black.terms, *both.terms)} == {1}
    assert (len(black.terms), len(both.terms), len(final.literals)) == (4, 24, 2)


def one_type(dag: Dag, *components: Sum | Cases) -> Game:
    slots = tuple(Slot(f"v{i}", f"v{i}", (), "bool", (), i) for i in range(3))
    type_ = ExperimentType("t", "t", Space(()), Observed(components, tuple(range(len(components)))))
    return Game("", "", dag, Space(slots), (type_,), "identify")


def test_needless_components_are_left_out() -> None:
    dag = Dag()
    x, y, z = (dag.variable(i) for i in range(3))
    lin = make_lin(5, [(6, x), (-4, y)])
    double = make_lin(-1, [(12, x), (-8, y)])
    cases = Cases(("a", "b", "c"), (dag.conj((x, y)), dag.conj((x, y ^ 1)), x ^ 1))
    same = Cases((1, 2, 3), (x ^ 1, dag.conj((x, y)), dag.conj((x, y ^ 1))))
    constant = Cases(("p", "q"), (FALSE, TRUE))
    partly = Cases((False, "never", True), (z, FALSE, z ^ 1))
    game = one_type(dag, Sum(lin), Sum(double), Sum(make_lin(7, [])), cases, same, constant, partly)
    compiled = compile_game(game)
    sizes = [
        len(component.terms if isinstance(component, CoreSum) else component.literals)
        for component in compiled.program.types[0].components
    ]
    assert sizes == [2, 3, 2]
    for code in oracle.codes(game):
        number = core_number(compiled, 0, core_values(compiled, true_propositions(game.codes, code), set()))
        assert compiled.decoders[0].values(number) == oracle.outcome(game, (0, ()), code)


def test_impossible_answers_are_refused() -> None:
    with pytest.raises(GameError, match="none of the outcomes"):
        compile_game(one_type(Dag(), Cases(("a", "b"), (FALSE, FALSE))))


def test_only_reachable_formulas_are_passed_on() -> None:
    game = higher_lower(4)
    game.dag.conj(game.dag.variable(i) for i in range(4))
    assert len(compile_game(game).program.nodes) < len(game.dag)


def test_conditions_are_split_into_conjuncts() -> None:
    compiled = compile_game(coins(4))
    assert len(compiled.program.types[0].space.constraints) == 5  # four exclusions and the order of the sides


def test_final_outcomes_of_named_answers() -> None:
    dag = Dag()
    x = dag.variable(0)
    outcomes = (Outcome("yes", x, True), Outcome("no", x ^ 1, False))
    types = (
        ExperimentType("a", "a", Space(()), Outcomes(outcomes)),
        ExperimentType("b", "b", Space(()), Observed((), ())),
    )
    game = Game("", "", dag, Space((Slot("x", "x", (), "bool", (), 0),)), types, "core")
    compiled = compile_game(game)
    assert [decoder.is_final(number) for decoder in compiled.decoders for number in (0, 1)] == [
        False,
        True,
        False,
        True,
    ]


def test_sets_travel_as_lists_of_positions() -> None:
    assert compile_game(coins(4)).core_experiment((1, (0b0011, 0b1100))) == (1, [[0, 1], [2, 3]])
    assert from_core([[0, 1], [2, 3]]) == (0b0011, 0b1100)
    assert from_core([3, 0, [1]]) == (3, 0, 2)
