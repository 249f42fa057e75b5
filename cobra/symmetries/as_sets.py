"""Parameters that hold ascending symbols, seen as a set.

COBRA's language has no sets: "these coins lie in the left pan" is said by parameters that are different
(`PARAMS_DISTINCT`), ascending (`PARAMS_SORTED`) and treated alike by the answer. As slots they hide that
symbols are interchangeable, since a permutation of symbols breaks their order; as one set they do not. So the
core is given the game with sets instead: the same experiments in the same order with the same answers.

A *block* is some neighbouring slots of one type that ascend strictly. With "symbol a is in the block" for
"one of its slots holds a", a sum over the slots of one and the same formula is the sum over the symbols:

    Σ_k f(slot k) = Σ_a [a is in the block]·f(a)

A conjunction is such a sum that is full. Where a formula treats the slots of a block differently, they become
sets of one symbol each; where nothing is gained by sets, a type is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from cobra.errors import LimitError
from cobra.model.answers import component_lits, components_of
from cobra.model.dag import FALSE, Dag, Lit
from cobra.model.game import (
    Assignment,
    ExperimentType,
    Game,
    Observed,
    Outcome,
    Outcomes,
    Slot,
    Space,
)
from cobra.model.unseen import draws
from cobra.symmetries.by_symbol import BySymbol, TooMuchWorkError, Work
from cobra.symmetries.kept import what_is_kept
from cobra.symmetries.relations import Known, relations
from cobra.symmetries.set_formulas import AsymmetricError, SetFormulas

MAX_WORK = 10**6
"""Formulas for one symbol looked at while a game is rewritten; one that needs more is left as it is."""

LEAST_SYMBOLS = 3
"""With fewer symbols there is nothing to gain; of two, the first is written as "not the second"."""

Blocks = tuple[tuple[int, ...], ...]
"""All slots of a type, in order, by blocks."""


@dataclass(frozen=True, slots=True)
class SetView:
    """A game with sets for blocks of parameters, and the way there and back.

    `blocks`: by type those of its slots; None for a type that is the same in both games.
    """

    game: Game
    blocks: tuple[Blocks | None, ...]

    def to_sets(self, type_: int, assignment: Assignment) -> Assignment:
        """Return an experiment of the game as written as one of the game with sets."""
        blocks = self.blocks[type_]
        if blocks is None:
            return assignment
        return tuple(sum(1 << assignment[slot] for slot in block) for block in blocks)

    def from_sets(self, type_: int, assignment: Assignment) -> Assignment:
        """Return an experiment of the game with sets as one of the game as written."""
        if self.blocks[type_] is None:
            return assignment
        return tuple(place for members in assignment for place in _places(members))


def _places(members: int) -> Iterator[int]:
    while members:
        low = members & -members
        yield low.bit_length() - 1
        members ^= low


def as_sets(game: Game) -> SetView:
    """Return a game with sets for blocks of parameters, where that is possible."""
    if game.memory is not None or draws(game):  # the state, and what is drawn, would have to be seen so, too
        return SetView(game, (None,) * len(game.experiments))
    reading = _Reading(game.dag)
    types: list[ExperimentType] = []
    blocks: list[Blocks | None] = []
    for type_ in game.experiments:
        try:
            found = _with_sets(game, type_, reading)
        except (LimitError, TooMuchWorkError):
            return SetView(game, (None,) * len(game.experiments))
        types.append(type_ if found is None else found[0])
        blocks.append(None if found is None else found[1])
    if not any(blocks):
        return SetView(game, tuple(blocks))
    return SetView(replace(game, experiments=tuple(types)), tuple(blocks))


class _Reading:
    """What was found out about the parts of a game that its types share."""

    def __init__(self, dag: Dag) -> None:
        self.work = Work(MAX_WORK)
        self.conditions = Known()
        self._dag = dag
        self._by_width: dict[int, BySymbol] = {}

    def by_symbol(self, width: int) -> BySymbol:
        """Return what is known of formulas over slots of so many symbols."""
        if width not in self._by_width:
            self._by_width[width] = BySymbol(self._dag, width, self.work)
        return self._by_width[width]


# ---------------------------------------------------------------- one type


def _with_sets(game: Game, type_: ExperimentType, reading: _Reading) -> tuple[ExperimentType, Blocks] | None:
    dag, space = game.dag, type_.space
    alphabets = {(slot.kind, slot.symbols) for slot in space.slots}
    if len(space.slots) < 2 or len(alphabets) > 1 or space.tables:
        return None
    ((kind, symbols),) = alphabets
    if kind != "symbol" or len(symbols) < LEAST_SYMBOLS:
        return None
    width = len(symbols)
    if any(slot.first != number * width for number, slot in enumerate(space.slots)) or not _may_ascend(space):
        return None
    said = relations(dag, space, reading.conditions)
    if said is None:
        return None
    apart = {pair for group in said.apart for pair in combinations(sorted(group), 2)}
    if not said.ascending or not apart.issuperset(said.ascending):
        return None
    blocks = _blocks(len(space.slots), said.ascending)
    while True:
        order = _order(blocks, said.ascending)
        disjoint = _disjoint(blocks, apart)
        if order is None or disjoint is None:
            return None
        try:
            seen = _rewritten(dag, type_, blocks, order, disjoint, reading)
        except AsymmetricError as error:
            split = blocks[error.block]
            blocks = (*blocks[: error.block], *((slot,) for slot in split), *blocks[error.block + 1 :])
            continue
        alone = all(len(block) == 1 for block in blocks)
        return None if alone and not _has_sides(game, seen) else (seen, blocks)


def _has_sides(game: Game, type_: ExperimentType) -> bool:
    """Return whether exchanging two sets of a type makes no difference but for their order."""
    (kept,) = what_is_kept(replace(game, experiments=(type_,)))
    return bool(kept.sides)


def _may_ascend(space: Space) -> bool:
    """Return whether there are conditions that could say that slots ascend, beside being different."""
    return bool(space.distinct and space.constraints)


def _blocks(slots: int, ascending: Sequence[tuple[int, int]]) -> Blocks:
    """Return the longest runs of neighbouring slots that ascend."""
    blocks: list[tuple[int, ...]] = []
    for slot in range(slots):
        if (slot - 1, slot) in ascending:
            blocks[-1] += (slot,)
        else:
            blocks.append((slot,))
    return tuple(blocks)


def _order(blocks: Blocks, ascending: Iterable[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """Return the pairs of blocks of which one has the least symbol of both; None if more is said of any."""
    block_of = {slot: number for number, block in enumerate(blocks) for slot in block}
    heads = {block[0] for block in blocks}
    order = []
    for s, t in ascending:
        if block_of[s] == block_of[t]:
            if s > t:
                return None
        elif s in heads and t in heads:
            order.append((block_of[s], block_of[t]))
        else:
            return None
    return order


def _disjoint(blocks: Blocks, apart: set[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """Return the pairs of blocks that exclude each other; None if of two blocks only some slots do."""
    disjoint = []
    for (a, one), (b, other) in combinations(enumerate(blocks), 2):
        pairs = [(min(s, t), max(s, t)) in apart for s in one for t in other]
        if any(pairs) != all(pairs):
            return None
        if pairs[0]:
            disjoint.append((a, b))
    return disjoint


def _rewritten(
    dag: Dag,
    type_: ExperimentType,
    blocks: Blocks,
    order: Iterable[tuple[int, int]],
    disjoint: Iterable[tuple[int, int]],
    reading: _Reading,
) -> ExperimentType:
    old = type_.space.slots
    width = old[0].width
    slots = tuple(
        Slot(
            old[block[0]].name if len(block) == 1 else f"{old[block[0]].name}..{old[block[-1]].name}",
            old[block[0]].family,
            old[block[0]].index,
            "set",
            old[0].symbols,
            number * width,
            len(block),
            len(block),
        )
        for number, block in enumerate(blocks)
    )
    members = [[dag.parameter(slot.first + i) for i in range(width)] for slot in slots]
    answer = type_.answer
    roots = [lit for component in components_of(answer) for lit in component_lits(component)]
    roots += [] if type_.final is None else [type_.final]
    rewriter = SetFormulas(dag, reading.by_symbol(width), blocks, members, reading.work)
    rewriter.read(roots)
    new: Observed | Outcomes
    if isinstance(answer, Observed):
        new = replace(answer, components=tuple(rewriter.component(c) for c in answer.components))
    else:
        new = replace(
            answer,
            outcomes=tuple(
                Outcome(outcome.name, rewriter.formula(outcome.formula), outcome.final)
                for outcome in answer.outcomes
            ),
        )
    final = None if type_.final is None else rewriter.formula(type_.final)
    constraints = [
        dag.conj(pair) ^ 1 for a, b in disjoint for pair in zip(members[a], members[b], strict=True)
    ]
    for a, b in order:
        constraints += _least_first(dag, members[a], members[b])
    space = Space(slots, constraints=tuple(dict.fromkeys(constraints)))
    return replace(type_, space=space, answer=new, final=final, supposed=())


def _least_first(dag: Dag, one: Sequence[Lit], other: Sequence[Lit]) -> Iterator[Lit]:
    """Yield clauses: when the other set has a symbol up to some place, the first one has one before."""
    before, reached = FALSE, FALSE
    for in_one, in_other in zip(one, other, strict=True):
        reached = dag.disj((reached, in_other))
        yield dag.implies(reached, before)
        before = dag.disj((before, in_one))
