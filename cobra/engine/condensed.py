"""The graph of a game with large formulas and few unknowns, without the formulas.

What the answer of an experiment type says of an unknown is condensed to a number, a hash of its formulas
with the unknown marked (rust/cobra-core/src/group/carried_formulas.rs). A symmetry carries types and
unknowns with it. The converse is not certain, so every generator is tested on the formulas; a graph with
an automorphism that does not pass is not used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cobra import _core
from cobra.engine.automorphisms import automorphisms
from cobra.model.answers import component_lits
from cobra.model.dag import Lit
from cobra.model.game import Game, Sum
from cobra.model.simplify import CoreAnswer
from cobra.symmetries.graph import MAX_VERTICES, GameGraph, GraphBuilder
from cobra.symmetries.images import carries_cells
from cobra.symmetries.parts import TooLargeError

MAX_WORK = 5 * 10**7
"""Arguments of nodes times unknowns that are hashed, at most; about half a second."""


def condensed_graph(game: Game, answers: Sequence[CoreAnswer]) -> GameGraph | None:
    """Return a graph of types and unknowns, without vertices for the cases of answers.

    None when types have parameters or answers sums, when it would be too large, or when a test fails.
    """
    components = [component for answer in answers for component in answer.components]
    if any(type_.space.slots for type_ in game.experiments) or any(isinstance(c, Sum) for c in components):
        return None
    lits = list(dict.fromkeys(lit for component in components for lit in component_lits(component)))
    formulas = _core.Formulas(game.dag.nodes, lits)
    if formulas.arguments * game.codes.propositions > MAX_WORK:
        return None
    told = [
        [(component_lits(component), i == answer.final) for i, component in enumerate(answer.components)]
        for answer in answers
    ]
    builder = GraphBuilder(game, answers, MAX_VERTICES, normal=False)
    try:
        builder.add_secret()
        for number, row in enumerate(formulas.signatures(told, game.codes.propositions)):
            label = game.experiments[number].label
            builder.types[number] = builder.vertices.add("type", label, ())
            for (true, _), signature in zip(builder.variables, row, strict=True):
                said = builder.vertices.add("formulas", label, signature)
                builder.vertices.join(said, [builder.types[number], true])
    except TooLargeError:
        return None
    graph = builder.graph()
    number_of = {true: unknown for unknown, (true, _) in enumerate(graph.variables)}
    for images in automorphisms(graph.colours, graph.edges)[0]:
        unknowns = [number_of.get(images[true]) for true in number_of]
        moved = None if None in unknowns else formulas.carried([u for u in unknowns if u is not None])
        if moved is None or not _is_symmetry(graph, answers, images, dict(zip(lits, moved, strict=True))):
            return None
    return graph


def _is_symmetry(
    graph: GameGraph, answers: Sequence[CoreAnswer], images: Sequence[int], moved: Mapping[Lit, Lit]
) -> bool:
    """Return whether an automorphism, which moves formulas so, carries every answer to that of the image."""
    image = {lit >> 1: to ^ (lit & 1) for lit, to in moved.items()}
    type_of = {vertex: type_ for type_, vertex in enumerate(graph.types)}
    for vertex, answer in zip(graph.types, answers, strict=True):
        other = answers[type_of[images[vertex]]]
        if not carries_cells(answer.components, image, other.components):
            return False
        if answer.final >= 0 and other.final >= 0:
            mine, theirs = (component_lits(each.components[each.final])[1] for each in (answer, other))
            if moved[mine] != theirs:
                return False
    return True
