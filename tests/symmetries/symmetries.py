"""Whether an automorphism of a game's graph is a symmetry of the game, by definition and by listing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from cobra.model.game import Game, Sum, true_propositions
from cobra.model.simplify import core_answers
from cobra.symmetries.graph import GameGraph, Pair
from cobra.symmetries.symbols import interchangeable_symbols
from tests import oracle
from tests.oracle import evaluate_all, evaluate_lin


def vertices_of(pairs: Sequence[Pair], true: Iterable[int]) -> frozenset[int]:
    """Return the vertices of the literals that hold."""
    holding = set(true)
    return frozenset(
        pair[0] if p in holding else pair[1]
        for p, pair in enumerate(pairs)
        if p in holding or pair[0] != pair[1]
    )


def propositions_of(pairs: Sequence[Pair], vertices: frozenset[int]) -> set[int]:
    """Return the propositions that hold when these are the vertices of the literals that do."""
    return {p for p, pair in enumerate(pairs) if pair[0] in vertices}


def check_symmetry(game: Game, graph: GameGraph, images: Sequence[int]) -> None:
    """Assert that an automorphism carries codes to codes, experiments to experiments, cells to cells."""
    codes = oracle.codes(game)
    by_vertices = {vertices_of(graph.variables, true_propositions(game.codes, code)): code for code in codes}
    carried = {}
    for vertices, code in by_vertices.items():
        image = frozenset(images[v] for v in vertices)
        assert image in by_vertices
        carried[code] = by_vertices[image]
    assert len(set(carried.values())) == len(codes)
    for code, image_code in carried.items():
        assert oracle.weight_of(game, code) == oracle.weight_of(game, image_code)
    goal = {(oracle.goal_value(game, a), oracle.goal_value(game, b)) for a, b in carried.items() if game.goal}
    assert len(goal) == len({a for a, _ in goal}) == len({b for _, b in goal})
    shown = [
        p for slot in game.codes.slots if not slot.aux for p in range(slot.first, slot.first + slot.width)
    ]
    of_shown = {v for p in shown for v in graph.variables[p]}
    assert {images[v] for v in of_shown} == of_shown

    answers, swaps = core_answers(game), interchangeable_symbols(game).swaps
    variables = {code: true_propositions(game.codes, code) for code in codes}

    @cache  # what is an image is carried itself
    def values_of(number: int, place: int, parameters: frozenset[int], code: oracle.Code) -> int:
        """Return what a component is: of a sum how far above its least value, of cases which one."""
        component = answers[number].components[place]
        if isinstance(component, Sum):
            value = evaluate_lin(game.dag, component.value, variables[code], parameters)
            return value - component.value.low
        return evaluate_all(game.dag, component.lits, variables[code], parameters).index(True)

    known = set(oracle.experiments(game))
    for number, assignment in known:
        to = graph.types.index(images[graph.types[number]])
        space, pairs = game.experiments[to].space, graph.parameters[to]
        parameters = frozenset(true_propositions(game.experiments[number].space, assignment))
        image = frozenset(images[v] for v in vertices_of(graph.parameters[number], parameters))
        image_parameters = frozenset(propositions_of(pairs, image))
        values = []
        for slot in space.slots:
            inside = [i for i in range(slot.width) if slot.first + i in image_parameters]
            values.append(
                sum(1 << i for i in inside)
                if slot.kind == "set"
                else len(inside)
                if slot.kind == "bool"
                else inside[0]
            )
        assert true_propositions(space, values) == image_parameters
        for left, right in swaps[to]:
            if oracle.allows(game.dag, space, values, of_experiments=True):
                break
            values[left], values[right] = values[right], values[left]
        assert (to, tuple(values)) in known
        for code, image_code in carried.items():
            for place, component in enumerate(answers[number].components):
                found = values_of(number, place, parameters, code)
                if isinstance(component, Sum):
                    assert isinstance(answers[to].components[place], Sum)
                    assert found == values_of(to, place, image_parameters, image_code)
                    continue
                case = images[graph.cases[number][place][found]]
                image_place = next(i for i, cases in enumerate(graph.cases[to]) if case in cases)
                image_found = values_of(to, image_place, image_parameters, image_code)
                assert image_found == graph.cases[to][image_place].index(case)
                assert (place == answers[number].final) == (image_place == answers[to].final)
