"""Symmetries of tiny games and equivalence of their experiments, by definition.

A symmetry is an explicit permutation of all codes and all experiments; a group is the list of its elements.
Everything is tested on all codes, for all experiments: no formula is compared, no orbit is found cleverly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from cobra.errors import GameError, LimitError
from cobra.model.answers import OutcomeValue
from cobra.model.game import ExperimentType, Game, Space, true_propositions
from cobra.model.outcomes import goal_value, is_final, outcome, weight_of
from cobra.model.spaces import MAX_STEPS, Code, codes, experiments

MAX_ELEMENTS = 10**5
"""Elements of a group that are listed."""


@dataclass(frozen=True, slots=True)
class Relabelling:
    """What may be a symmetry: proposition p of the secret becomes the literal `secret[p]`, 2·q + flipped.

    `types[t]` is the type that t becomes, and for each proposition of its parameters the literal it becomes.
    """

    secret: tuple[int, ...]
    types: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Element:
    """A permutation of a game: the position of the image of each code, and of each experiment."""

    codes: tuple[int, ...]
    experiments: tuple[int, ...]

    def after(self, first: Element) -> Element:
        """Return the permutation that does `first` and then this one."""
        return Element(
            tuple(self.codes[code] for code in first.codes),
            tuple(self.experiments[experiment] for experiment in first.experiments),
        )


Cells = frozenset[tuple[frozenset[int], bool]]
"""The cells of an experiment on a set of codes, and whether the outcome is final; labels do not count."""

Classes = tuple[int, ...]
"""For each experiment the position of the first experiment of its class."""


class Meaning:
    """A tiny game as a table of all answers; codes and experiments are known by their positions in order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.codes = codes(game)
        self.experiments = experiments(game)
        steps = len(self.codes) * len(self.experiments)
        if steps > MAX_STEPS:
            raise LimitError("codes", steps, MAX_STEPS, "the oracle, made for tiny games")
        self.answers = [[outcome(game, e, c) for c in self.codes] for e in self.experiments]
        self.finals = [[is_final(game, e, c) for c in self.codes] for e in self.experiments]
        self.weights = [weight_of(game, c) for c in self.codes]
        self.goals = [goal_value(game, c) for c in self.codes]
        self._code_at = {code: i for i, code in enumerate(self.codes)}
        self._experiment_at = {experiment: i for i, experiment in enumerate(self.experiments)}

    @property
    def all_codes(self) -> range:
        """Return the set of all codes."""
        return range(len(self.codes))

    def identity(self) -> Element:
        """Return the symmetry that moves nothing."""
        return Element(tuple(self.all_codes), tuple(range(len(self.experiments))))

    def cells(self, experiment: int, state: Iterable[int]) -> Cells:
        """Return the cells of an experiment on the codes `state`."""
        parts: dict[OutcomeValue, set[int]] = {}
        for code in state:
            parts.setdefault(self.answers[experiment][code], set()).add(code)
        return frozenset((frozenset(p), self.finals[experiment][min(p)]) for p in parts.values())

    def outcomes(self, experiment: int) -> dict[OutcomeValue, list[int]]:
        """Return the codes of each outcome of an experiment."""
        parts: dict[OutcomeValue, list[int]] = {}
        for code in self.all_codes:
            parts.setdefault(self.answers[experiment][code], []).append(code)
        return parts

    def moved_codes(self, relabelling: Relabelling) -> list[int | None]:
        """Return the position of the image of each code, None where the image is no code."""
        images = []
        for code in self.codes:
            held = _moved(true_propositions(self.game.codes, code), relabelling.secret)
            images.append(self._code_at.get(_assignment(self.game.codes, held)))
        return images

    def moved_experiments(self, relabelling: Relabelling) -> list[int | None]:
        """Return the position of the image of each experiment, None where the image is no experiment.

        Images that a condition of their type excludes are read with two slots of one kind exchanged, as a
        balance with its pans exchanged: the same two for all of a type; or the slots of one or both of two
        such pairs.
        """
        images = []
        for type_, assignment in self.experiments:
            target, to = relabelling.types[type_]
            true = true_propositions(self.game.experiments[type_].space, assignment)
            space = self.game.experiments[target].space
            images.append((target, _assignment(space, _moved(true, to))))
        places = [self._experiment_at.get(image) for image in images]
        excluded = [image for image, place in zip(images, places, strict=True) if place is None]
        read: dict[tuple[int, Code], int] = {}
        for type_ in {type_ for type_, _ in excluded}:
            taken = {place for place in places if place is not None}
            read |= self._read([code for target, code in excluded if target == type_], type_, taken)
        return [
            read.get(image) if place is None else place for image, place in zip(images, places, strict=True)
        ]

    def element(self, relabelling: Relabelling) -> Element | None:
        """Return what a relabelling does to codes and experiments; None when it does not permute them."""
        codes = [i for i in self.moved_codes(relabelling) if i is not None]
        moved = [i for i in self.moved_experiments(relabelling) if i is not None]
        permutes = sorted(codes) == [*self.all_codes] and sorted(moved) == [*range(len(self.experiments))]
        return Element(tuple(codes), tuple(moved)) if permutes else None

    def _read(self, codes: list[Code], type_: int, taken: set[int]) -> dict[tuple[int, Code], int]:
        """Return the experiments that excluded images are, which none of the other images is."""
        for pairs in _pairs_alike(self.game.experiments[type_]):
            found: dict[tuple[int, Code], int] = {}
            for code in codes:
                for other in _exchanged(code, pairs):
                    if (place := self._experiment_at.get((type_, other))) is not None:
                        found[type_, code] = place
            if len(set(found.values()) - taken) == len(codes):
                return found
        return {}

    def is_symmetry(self, element: Element) -> bool:
        """Return whether cells go to cells, final ones to final ones, goals to goals, weights kept."""
        if any(self.weights[i] != self.weights[j] for i, j in enumerate(element.codes)):
            return False
        if _blocks(self.goals) != image(_blocks(self.goals), element):
            return False
        return all(
            carried(self.cells(e, self.all_codes), element) == self.cells(to, self.all_codes)
            for e, to in enumerate(element.experiments)
        )

    def symmetries(self, relabellings: Iterable[Relabelling]) -> list[Element]:
        """Return what relabellings do; `GameError` for one that is not a symmetry."""
        found = []
        for relabelling in relabellings:
            element = self.element(relabelling)
            if element is None or not self.is_symmetry(element) or not self._keeps_shown(relabelling):
                raise GameError("this relabelling is not a symmetry of the game")
            found.append(element)
        return found

    def _keeps_shown(self, relabelling: Relabelling) -> bool:
        shown = [not slot.aux for slot in self.game.codes.slots for _ in range(slot.width)]
        return all(shown[p] == shown[lit >> 1] for p, lit in enumerate(relabelling.secret))


def _moved(true: Collection[int], to: Sequence[int]) -> set[int]:
    """Return the true propositions when proposition p becomes the literal `to[p]`."""
    return {lit >> 1 for p, lit in enumerate(to) if (p in true) != bool(lit & 1)}


def _assignment(space: Space, true: Collection[int]) -> Code:
    """Return the values of slots under which just these propositions hold; -1 where there is none."""
    values = []
    for slot in space.slots:
        members = [i for i in range(slot.width) if slot.first + i in true]
        if slot.kind == "symbol":
            values.append(members[0] if len(members) == 1 else -1)
        else:
            values.append(sum(1 << i for i in members))
    return tuple(values)


_Pair = tuple[int, int]


def _pairs_alike(type_: ExperimentType) -> Iterator[tuple[_Pair, ...]]:
    """Yield two slots of one kind with the same symbols, and two such pairs that have no slot in common."""
    slots = type_.space.slots
    pairs = [
        (i, j)
        for i, j in combinations(range(len(slots)), 2)
        if slots[i].kind == slots[j].kind and slots[i].symbols == slots[j].symbols
    ]
    yield from ((pair,) for pair in pairs)
    yield from ((one, two) for one, two in combinations(pairs, 2) if not {*one} & {*two})


def _exchanged(assignment: Code, pairs: Sequence[_Pair]) -> Iterator[Code]:
    """Yield an assignment with the values of two slots exchanged: of one of the pairs or of more of them."""
    for count in range(1, len(pairs) + 1):
        for chosen in combinations(pairs, count):
            values = list(assignment)
            for i, j in chosen:
                values[i], values[j] = values[j], values[i]
            yield tuple(values)


def carried(cells: Cells, element: Element) -> Cells:
    """Return the images of marked cells."""
    return frozenset((frozenset(element.codes[code] for code in cell), mark) for cell, mark in cells)


def image(blocks: Iterable[frozenset[int]], element: Element) -> set[frozenset[int]]:
    """Return the images of sets of codes."""
    return {frozenset(element.codes[code] for code in block) for block in blocks}


def _blocks(labels: Sequence[Hashable]) -> set[frozenset[int]]:
    """Return the sets of positions with equal labels."""
    parts: dict[Hashable, set[int]] = {}
    for position, label in enumerate(labels):
        parts.setdefault(label, set()).add(position)
    return {frozenset(part) for part in parts.values()}


# ---------------------------------------------------------------- groups


def closure(identity: Element, generators: Sequence[Element], limit: int = MAX_ELEMENTS) -> list[Element]:
    """Return all products of generators, the shortest first; `LimitError` for more than `limit`."""
    found = {identity: None}
    waiting = [identity]
    for element in waiting:  # grows while it is read
        for generator in generators:
            product = generator.after(element)
            if product not in found:
                found[product] = None
                waiting.append(product)
        if len(found) > limit:
            raise LimitError("elements", len(found), limit, "the group listed by the oracle")
    return waiting


def keeping(elements: Iterable[Element], state: Collection[int]) -> list[Element]:
    """Return the elements that map a set of codes to itself."""
    members = frozenset(state)
    return [g for g in elements if all(g.codes[code] in members for code in members)]


def fixing(
    elements: Iterable[Element], meaning: Meaning, after: Iterable[tuple[int, OutcomeValue | None]]
) -> list[Element]:
    """Return the elements that fix experiments, and map the codes of each outcome that is given to
    themselves.
    """
    found = list(elements)
    for experiment, answer in after:
        found = [g for g in found if g.experiments[experiment] == experiment]
        if answer is not None:
            found = keeping(found, meaning.outcomes(experiment).get(answer, []))
    return found


# ---------------------------------------------------------------- classes of experiments


def orbits(elements: Iterable[Element], experiments: int) -> Classes:
    """Return the classes of experiments that elements carry to each other."""
    return joined(experiments, ((e, to) for g in elements for e, to in enumerate(g.experiments)))


def joined(experiments: int, pairs: Iterable[tuple[int, int]]) -> Classes:
    """Return the classes of the least equivalence that contains `pairs`."""
    first = list(range(experiments))

    def root(e: int) -> int:
        while first[e] != e:
            first[e] = first[first[e]]
            e = first[e]
        return e

    for a, b in pairs:
        a, b = root(a), root(b)
        first[max(a, b)] = min(a, b)
    return tuple(root(e) for e in range(experiments))


def same_partition(meaning: Meaning, elements: Iterable[Element], state: Collection[int]) -> Classes:
    """Return the classes of experiments whose cells on `state` are equal, or carried to each other by an
    element that maps `state` to itself.
    """
    kept = keeping(elements, state)
    cells = [meaning.cells(e, state) for e in range(len(meaning.experiments))]
    first: dict[Cells, int] = {}
    for e, of in enumerate(cells):
        first.setdefault(of, e)
    pairs = [(e, first[of]) for e, of in enumerate(cells)]
    pairs += [(e, first[to]) for g in kept for of, e in first.items() if (to := carried(of, g)) in first]
    return joined(len(cells), pairs)


def chain(experiments: int, filters: Sequence[Classes]) -> dict[int, int]:
    """Return what a chain of filters keeps: the survivors in order, each with what it stands for.

    Each filter keeps the first survivor of each of its classes, which takes over what the others stood for.
    """
    kept = dict.fromkeys(range(experiments), 1)
    for classes in filters:
        firsts: dict[int, int] = {}
        survivors: Counter[int] = Counter()
        for e, size in kept.items():
            survivors[firsts.setdefault(classes[e], e)] += size
        kept = dict(survivors)
    return kept


# ---------------------------------------------------------------- symmetries found by the meaning alone


def permutations_of_codes(meaning: Meaning, limit: int = MAX_ELEMENTS) -> set[tuple[int, ...]]:
    """Return what the symmetries of a tiny game do to its codes, found by trying all relabellings.

    These are the relabellings of the secret's propositions, each possibly flipped, that map the codes to
    themselves, weights and goals kept, and each partition that an experiment makes to one that an experiment
    makes. Propositions are given images one after the other; what is chosen so far must show the same
    combinations of truth values as often. `LimitError` for more than `limit` permutations.
    """
    game = meaning.game
    count = game.codes.propositions
    shown = [not slot.aux for slot in game.codes.slots for _ in range(slot.width)]
    true = [true_propositions(game.codes, code) for code in meaning.codes]
    columns = [tuple(p in held for held in true) for p in range(count)]
    literals = [[(q, flip) for q in range(count) for flip in (False, True)] for _ in range(count)]
    goals = _blocks(meaning.goals)
    partitions = {meaning.cells(e, meaning.all_codes) for e in range(len(meaning.experiments))}
    found: set[tuple[int, ...]] = set()
    chosen: list[tuple[int, bool]] = []
    before: list[Hashable] = list(meaning.weights)

    def rows(of: Iterable[tuple[int, bool]]) -> list[Hashable]:
        held = [[truth != flip for truth in columns[q]] for q, flip in of]
        return [(w, *truths) for w, *truths in zip(before, *held, strict=True)]

    def extend() -> None:
        p = len(chosen)
        if p == count:
            place = {row: code for code, row in enumerate(rows((q, False) for q in range(count)))}
            # `rows(chosen)[c]` says what proposition p is in the code that is carried to code c
            back = [place[row] for row in rows(chosen)]
            element = Element(tuple(back.index(code) for code in meaning.all_codes), ())
            if (
                image(goals, element) == goals
                and {carried(cells, element) for cells in partitions} == partitions
            ):
                found.add(element.codes)
            if len(found) > limit:
                raise LimitError("elements", len(found), limit, "the group listed by the oracle")
            return
        wanted = Counter(rows((q, False) for q in range(p + 1)))
        used = {q for q, _ in chosen}
        for q, flip in literals[p]:
            if q not in used and shown[q] == shown[p]:
                chosen.append((q, flip))
                if Counter(rows(chosen)) == wanted:
                    extend()
                chosen.pop()

    extend()
    return found
