"""Small games with an engine, and situations in them, in the words of the core and of the oracle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import cobra
from cobra._core import Control, Engine
from cobra.engine.compile import CompiledGame, compile_game
from cobra.engine.program import CoreExperiment
from cobra.model.answers import OutcomeValue
from cobra.model.game import Game, Space
from cobra.symmetries.as_sets import as_sets
from tests.oracle.equivalence import Classes, Meaning, Relabelling, joined

MEMORY = 1 << 28
LIMIT = 10**6

EQUIVALENCES = ("none", "symbols", "history", "knowledge", "partition", "graph")
CHAINS = (["symbols", "knowledge"], ["history", "partition"])

History = tuple[tuple[int, OutcomeValue | None], ...]
"""Positions of the experiments made so far, with their answers where they are known."""


@dataclass(frozen=True)
class Played:
    """A game with its table of answers, and an engine that has listed its codes."""

    meaning: Meaning
    compiled: CompiledGame
    engine: Engine

    @property
    def count(self) -> int:
        """Return the number of experiments."""
        return len(self.meaning.experiments)

    def core(self, experiment: int) -> CoreExperiment:
        """Return an experiment as the core has it."""
        return self.compiled.core_experiment(self.meaning.experiments[experiment])

    def outcome(self, experiment: int, answer: OutcomeValue) -> int:
        """Return the core's number of an answer that some code gives."""
        code = self.meaning.answers[experiment].index(answer)
        return self.engine.partition(self.core(experiment), [code])[0]

    def state(self, history: History) -> list[int]:
        """Return the codes left."""
        answers = self.meaning.answers
        return [
            code
            for code in self.meaning.all_codes
            if all(answer is None or answers[e][code] == answer for e, answer in history)
        ]

    def representatives(self, equivalences: list[str], history: History) -> dict[int, int]:
        """Return the experiments the core keeps, with the sizes of their classes."""
        after = [(self.core(e), None if a is None else self.outcome(e, a)) for e, a in history]
        kept, count = self.engine.representatives(equivalences, after, LIMIT, MEMORY, Control(60.0))
        assert count == self.count
        place = {experiment: i for i, experiment in enumerate(self.meaning.experiments)}
        return {place[self.compiled.experiment(experiment)]: size for experiment, size in kept}

    def exchanges(self, state: Iterable[int]) -> list[Relabelling]:
        """Return the exchanges of two symbols, or slots, that are interchangeable in `state`."""
        members = frozenset(state)
        found = []
        for swap in exchanges(self.compiled):
            moved = self.meaning.moved_codes(swap)
            if all(moved[code] in members for code in members):
                found.append(swap)
        return found

    def by_symbols(self, state: Iterable[int], fixed: Iterable[int] = ()) -> Classes:
        """Return the classes by permutations of symbols interchangeable in `state` that fix experiments."""
        images = [self.meaning.moved_experiments(swap) for swap in self.exchanges(state)]
        images = [moved for moved in images if all(moved[e] == e for e in fixed)]
        pairs = [(e, to) for moved in images for e, to in enumerate(moved) if to is not None]
        return joined(self.count, pairs)


def exchanges(compiled: CompiledGame) -> Iterator[Relabelling]:
    """Yield the exchanges of two symbols or slots of one group: see `SymbolGroup` and `SlotGroup`."""
    game = compiled.game
    spaces = [type_.space for type_ in game.experiments]
    for group in compiled.program.groups:
        propositions, slots = group.propositions, group.slots
        for a, b in combinations(range(len(propositions)), 2):
            symbols = [
                [
                    (slot.first + numbers.index(a), slot.first + numbers.index(b))
                    for slot, numbers in zip(space.slots, numbered, strict=True)
                    if numbers is not None and a in numbers and b in numbers
                ]
                for space, numbered in zip(spaces, slots, strict=True)
            ]
            yield _exchange(game, list(zip(propositions[a], propositions[b], strict=True)), symbols)
    for slots in compiled.program.slot_groups:
        propositions, layers = slots.propositions, slots.layers
        for a, b in combinations(range(len(propositions)), 2):
            contents = [
                [
                    (space.slots[layer[a]].first + i, space.slots[layer[b]].first + i)
                    for layer in of_type
                    for i in range(space.slots[layer[a]].width)
                ]
                for space, of_type in zip(spaces, layers, strict=True)
            ]
            yield _exchange(game, list(zip(propositions[a], propositions[b], strict=True)), contents)


def _exchange(game: Game, secret: list[tuple[int, int]], types: list[list[tuple[int, int]]]) -> Relabelling:
    """Return the exchange of pairs of propositions, of the secret and of the parameters of each type."""
    spaces = [type_.space for type_ in game.experiments]
    moved = enumerate(_images(space, pairs) for space, pairs in zip(spaces, types, strict=True))
    return Relabelling(_images(game.codes, secret), tuple(moved))


def _images(space: Space, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    other = {p: q for pair in pairs for p, q in (pair, pair[::-1])}
    return tuple(2 * other.get(p, p) for p in range(space.propositions))


def play(game: Game) -> Played:
    """Return a game ready to be asked, with sets for parameters that ascend, as the core has it."""
    game = as_sets(game).game
    compiled = compile_game(game)
    engine = compiled.engine()
    engine.enumerate(LIMIT, MEMORY, Control())
    return Played(Meaning(game), compiled, engine)


@cache
def library(name: str, *params: tuple[str, int]) -> Played:
    """Return a game of the library, made once."""
    return play(cobra.load(name, {key: str(value) for key, value in params}))


def situations(played: Played) -> Iterator[History]:
    """Yield histories of up to two experiments with their answers: the first, the last and one between."""
    meaning, count = played.meaning, played.count
    some = sorted({0, count // 2, count - 1})
    yield ()
    for first in some:
        for answer, codes in meaning.outcomes(first).items():
            yield ((first, answer),)
            if len(codes) > 2:
                second = some[(some.index(first) + 1) % len(some)]
                yield ((first, answer), (second, meaning.answers[second][codes[0]]))


def unanswered(played: Played) -> Iterator[History]:
    """Yield histories of one or two experiments whose last answer, or all, are not known."""
    last, middle = played.count - 1, played.count // 2
    for made in ([0], [last], [middle, 0]):
        yield tuple((e, None) for e in made)
    yield ((last, played.meaning.answers[last][-1]), (0, None))
