"""Are there two different outcomes that look alike? Asked of a solver, so only outcomes that occur count.

The two come from two codes and two experiments of one type, all free. That two tuples of values have one text
is said by reading both texts side by side: a state is how many pieces of each are read, and what the one that
is ahead has more; there is a gate for each state that values can lead to.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from cobra.model.answers import OutcomeValue, component_digit, components_of, show_outcome, show_value
from cobra.model.game import Cases, Component, ExperimentType, Observed, Sum, Way
from cobra.model.looks import folded_pieces, folded_values, look_of
from cobra.model.unseen import ways_of
from cobra.sat.cnf import FALSE, TRUE, Circuit
from cobra.sat.frame import Frame
from cobra.sat.outcomes import AnswerReader, answers_equal, sums_equal
from cobra.sat.scene import Scene, Undecided
from cobra.texts import say

MOST_STEPS: Final = 200_000
"""Steps of reading texts side by side, before the question is left open."""

_State = tuple[tuple[int, int], str, int]
"""The pieces read of both texts, what the text that is ahead has more, and which one that is."""


def outcomes_alike(scene: Scene, type_: ExperimentType) -> str | None:
    """Return two different outcomes that look alike, each with a code and an experiment, or None.

    The scene has two copies of the secret, each with its own experiment.
    """
    if ways := ways_of(type_):
        return _drawn_alike(scene, type_, ways)
    first, second = scene.frames
    circuit = scene.circuit
    equal = [build() for build in answers_equal(circuit, first, second, type_.answer)]
    scene.require([-lit for lit in equal])
    scene.require(
        [_alike_by_value(circuit, first, second, type_), _Texts(circuit, first, second, type_).equal()]
    )
    if not scene.solve():
        return None
    readers = [AnswerReader(frame, type_.answer) for frame in scene.frames]
    scene.solve()  # again, because the readers may have added gates
    found = [(reader.read(scene.sat.model()), copy) for copy, reader in enumerate(readers)]
    return _told(scene, type_, found)


def _drawn_alike(scene: Scene, type_: ExperimentType, ways: Sequence[Way]) -> str | None:
    """Return the same where what is observed is drawn: each value that some way has may be an outcome."""
    circuit, values = scene.circuit, ways[0].cases.values
    held = [
        [circuit.disj(frame.encode(way.cases.lits[digit]) for way in ways) for digit in range(len(values))]
        for frame in scene.frames
    ]
    look = look_of(type_.answer)
    looks = [look(show_value(value)) for value in values]
    pairs = [(a, b) for a, b in combinations(range(len(values)), 2) if looks[a] == looks[b]]
    lits = [circuit.conj((held[0][a], held[1][b])) for a, b in pairs]
    scene.require(lits)
    if not scene.solve():
        return None
    model = scene.sat.model()
    alike = next(pair for pair, lit in zip(pairs, lits, strict=True) if lit == TRUE or model[lit])
    return _told(scene, type_, [((values[digit],), copy) for copy, digit in enumerate(alike)])


def _told(scene: Scene, type_: ExperimentType, found: list[tuple[OutcomeValue, int]]) -> str:
    """Return what two outcomes in the last model are answers to, each in a copy of the secret."""
    components = components_of(type_.answer)
    found.sort(key=lambda one: [component_digit(c, v) for c, v in zip(components, one[0], strict=True)])
    one, other = (
        say(
            '"{outcome}"{values} for the code {code}',
            outcome=show_outcome(type_.answer, outcome),
            values=_values(type_, outcome),
            code=scene.code(copy),
        )
        for outcome, copy in found
    )
    asked, again = (scene.experiment(copy) for _, copy in found)
    if asked == again:
        sentence = "{asked} is answered by {one}, and also by {other}"
    else:
        sentence = "{asked} is answered by {one}, and {again} by {other}"
    return say(sentence, asked=asked, one=one, again=again, other=other)


def _values(type_: ExperimentType, outcome: OutcomeValue) -> str:
    """Return the values that an outcome is made of, where there are several."""
    if not isinstance(type_.answer, Observed) or len(outcome) < 2:
        return ""
    return f" ({', '.join(show_value(value) for value in outcome)})"


def _alike_by_value(circuit: Circuit, first: Frame[int], second: Frame[int], type_: ExperimentType) -> int:
    """Return a literal equivalent to: each value of the one outcome looks as that of the other."""
    same: list[int] = []
    look = look_of(type_.answer)
    for component in components_of(type_.answer):
        if isinstance(component, Sum):
            same.append(sums_equal(circuit, first, second, component.value))
            continue
        looks: dict[str, list[int]] = {}
        for digit, value in enumerate(component.values):
            looks.setdefault(look(show_value(value)), []).append(digit)
        for digits in looks.values():
            one, other = (
                circuit.disj(frame.encode(component.lits[digit]) for digit in digits)
                for frame in (first, second)
            )
            same.append(-circuit.xor(one, other))
    return circuit.conj(same)


class _Texts:
    """The texts of two outcomes, read side by side."""

    def __init__(
        self, circuit: Circuit, first: Frame[int], second: Frame[int], type_: ExperimentType
    ) -> None:
        self._circuit = circuit
        self._frames = (first, second)
        self._components = components_of(type_.answer)
        self._pieces: Sequence[str | int] = folded_pieces(type_.answer)
        self._steps = 0
        self._options: dict[tuple[int, int], list[tuple[str, int]]] = {}

    def equal(self) -> int:
        """Return a literal equivalent to: both texts are the same, letter by letter."""
        length = len(self._pieces)
        layers: list[dict[_State, list[int]]] = [{} for _ in range(2 * length + 1)]
        layers[0][(0, 0), "", 0] = [TRUE]
        for layer in layers:
            for state, ways in layer.items():
                here = self._circuit.disj(ways)
                if state == ((length, length), "", 0):
                    return here
                for following, lit in self._following(state):
                    into = layers[sum(following[0])].setdefault(following, [])
                    into.append(self._circuit.conj((here, lit)))
        return FALSE

    def _following(self, state: _State) -> list[tuple[_State, int]]:
        """Return the states that the next piece of the text behind leads to, each with its condition."""
        read, more, ahead = state
        mover = 1 - ahead if more else int(read[0] > read[1])
        if read[mover] == len(self._pieces):
            return []
        further = (read[0] + 1, read[1]) if mover == 0 else (read[0], read[1] + 1)
        found: list[tuple[_State, int]] = []
        for text, lit in self._values(mover, read[mover]):
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise Undecided('too many values stand side by side; part them, as in "{} {}"')
            if more.startswith(text):
                rest, leader = more[len(text) :], ahead
            elif text.startswith(more):
                rest, leader = text[len(more) :], mover
            else:
                continue
            found.append(((further, rest, leader if rest else 0), lit))
        return found

    def _values(self, copy: int, piece: int) -> list[tuple[str, int]]:
        """Return the texts a piece can be in one of the copies, each with the literal that says so."""
        options = self._options.get((copy, piece))
        if options is None:
            part = self._pieces[piece]
            options = [(part, TRUE)] if isinstance(part, str) else self._options_of(copy, part)
            self._options[copy, piece] = options
        return options

    def _options_of(self, copy: int, number: int) -> list[tuple[str, int]]:
        component: Component = self._components[number]
        frame = self._frames[copy]
        if isinstance(component, Cases):
            lits = [frame.encode(lit) for lit in component.lits]
            return list(zip(folded_values(component), lits, strict=True))
        if component.value.high - component.value.low >= MOST_STEPS:
            raise Undecided('numbers of many digits stand side by side; part them, as in "{} {}"')
        values = range(component.value.low, component.value.high + 1)
        return [(str(value), frame.exactly(component.value, value)) for value in values]
