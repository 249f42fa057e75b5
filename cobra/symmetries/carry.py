"""What a symmetry of a game does: a permutation of variables, of codes and of experiments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from cobra.errors import GameError
from cobra.model.game import Assignment, Experiment, Space, true_propositions
from cobra.model.memory import State
from cobra.model.spaces import allows
from cobra.symmetries.as_sets import SetView
from cobra.symmetries.cycles import symmetry_text
from cobra.symmetries.graph import GameGraph, Pair


@dataclass(frozen=True, slots=True)
class GameSymmetry:
    """One symmetry of a game, as an automorphism of its graph: `images[v]` is the image of vertex v."""

    view: SetView = field(repr=False)
    """The game, as the graph shows it."""
    graph: GameGraph = field(repr=False)
    swaps: tuple[tuple[tuple[int, int], ...], ...] = field(repr=False)
    """For each type the pairs of sets that are two sides of a balance (see `Symmetry.swaps`)."""
    images: tuple[int, ...] = field(repr=False)

    @property
    def text(self) -> str:
        """Return the permutation in cycle notation."""
        return symmetry_text(self.view.game, self.graph, self.images)

    @property
    def variables(self) -> tuple[tuple[int, bool], ...]:
        """Return for each proposition of the secret the one it goes to, and whether its value is kept."""
        pairs = self.graph.variables
        literal = {false: (proposition, False) for proposition, (_, false) in enumerate(pairs)}
        literal.update({true: (proposition, True) for proposition, (true, _) in enumerate(pairs)})
        return tuple(literal[self.images[true]] for true, _ in pairs)

    def code(self, code: Assignment) -> Assignment:
        """Return the code that a code is carried to; `GameError` for what is no code."""
        pairs = self.graph.variables
        return self._carry(self.view.game.codes, pairs, code, self.view.game.codes, pairs)

    def state(self, state: State) -> State:
        """Return the state that a state is carried to, in a game that has one."""
        slots = [slot for slot in self.view.game.experiments[0].space.slots if slot.state]
        pairs = self.graph.parameters[0]
        named = {pairs[slot.first + i][0]: (k, i) for k, slot in enumerate(slots) for i in range(slot.width)}
        carried = dict(
            named[self.images[pairs[slot.first + i][0]]] for slot, i in zip(slots, state, strict=True)
        )
        return tuple(carried[k] for k in range(len(slots)))

    def experiment(self, experiment: Experiment) -> Experiment:
        """Return the experiment that an experiment is carried to; `GameError` for what is no experiment.

        It cuts the images of the codes into the images of the experiment's cells.
        """
        number, assignment = experiment[0], self.view.to_sets(*experiment)
        to = self.graph.types.index(self.images[self.graph.types[number]])
        own, space = self.view.game.experiments[number].space, self.view.game.experiments[to].space
        values = self._carry(own, self.graph.parameters[number], assignment, space, self.graph.parameters[to])
        if not allows(self.view.game.dag, space, values, of_experiments=True):
            exchanged = list(values)  # a balance: the image has its sides in the other order
            for left, right in self.swaps[to]:
                exchanged[left], exchanged[right] = exchanged[right], exchanged[left]
            values = tuple(exchanged)
        return to, self.view.from_sets(to, values)

    def _carry(
        self,
        own: Space,
        pairs: Sequence[Pair],
        assignment: Assignment,
        space: Space,
        image_pairs: Sequence[Pair],
    ) -> Assignment:
        if not allows(self.view.game.dag, own, assignment, of_experiments=own is not self.view.game.codes):
            raise GameError(f"{assignment} is not an assignment that the constraints allow")
        image = {self.images[vertex] for vertex in _holding(pairs, true_propositions(own, assignment))}
        true = {proposition for proposition, pair in enumerate(image_pairs) if pair[0] in image}
        return _values(space, true)


def _holding(pairs: Sequence[Pair], true: Collection[int]) -> Iterable[int]:
    """Yield the vertices of the literals that hold."""
    for proposition, (of_true, of_false) in enumerate(pairs):
        if proposition in true:
            yield of_true
        elif of_false != of_true:
            yield of_false


def _values(space: Space, true: Collection[int]) -> Assignment:
    values = []
    for slot in space.slots:
        inside = [i for i in range(slot.width) if slot.first + i in true]
        if slot.kind == "set":
            values.append(sum(1 << i for i in inside))
        else:
            values.append(len(inside) if slot.kind == "bool" else inside[0])
    return tuple(values)
