"""The game of a certificate: lists of formulas, made of a game, and whether they are those of a game at hand.

The form is described in docs/proofs.md. A section is about the codes, or about the experiments of a type.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TypeAlias

from cobra.budget import poll
from cobra.certificate.parts import Claim, Ending, Front, Head, Measure
from cobra.model.answers import components_of
from cobra.model.dag import AND, CONST, GE, ITE, PARAMETER, VARIABLE, XOR, Dag, Lit
from cobra.model.game import (
    Assignment,
    Component,
    Experiment,
    ExperimentType,
    Game,
    Outcomes,
    Slot,
    SlotTable,
    Space,
    Sum,
)
from cobra.model.memory import demand_knowledge_only
from cobra.model.outcomes import knows_finals
from cobra.model.spaces import experiments
from cobra.printable import printable

_Named: TypeAlias = Generator[str, None, str]
"""Lines, and the name of what they end with."""


def ending_of(game: Game) -> Ending:
    """Return when plays of a game are over, as certificates say it."""
    if game.ending == "hit":
        return "hit"
    return "confirm" if knows_finals(game) else "identify"


def front_of(
    game: Game,
    measure: Measure,
    claims: Sequence[Claim],
    *,
    consistent: bool = False,
    first: int | None = None,
    codes: int = 0,
    experiments: int = 0,
) -> Front:
    """Return what stands before the facts of a certificate."""
    ending = ending_of(game)
    head = Head(ending, measure, consistent and ending != "identify", first, tuple(claims), game_text(game))
    return Front(head, codes, experiments)


def difference(front: Front, game: Game) -> str | None:
    """Return in what the game of a certificate differs from another one, None when it does not."""
    if game.memory is not None or game.unseen is not None:
        return "in its game nothing changes but what is known"
    if front.head.game != game_text(game):
        return "its formulas are others"
    if front.head.ending != ending_of(game):
        return f"its plays end otherwise: {front.head.ending}, not {ending_of(game)}"
    return None


def game_text(game: Game) -> str:
    """Return the sections of a game as lines."""
    demand_knowledge_only(game, "writing it as formulas", "its certificates have its text")
    return "".join(f"{line}\n" for line in _lines(game))


def slot_order(space: Space) -> list[int]:
    """Return the slots of a space in the order in which they are filled; those of a table at once."""
    return [slot for slots, _ in _steps(space) for slot in slots]


def experiment_number(game: Game, experiment: Experiment) -> int:
    """Return the number of an experiment in certificates; `LimitError` when there are too many."""
    before = sum(number < experiment[0] for number, _ in experiments(game))
    space = game.experiments[experiment[0]].space
    same = [filling for number, filling in experiments(game) if number == experiment[0]]
    return before + sorted(same, key=lambda filling: place_of(space, filling)).index(experiment[1])


def place_of(space: Space, filling: Assignment) -> list[int]:
    """Return numbers by which assignments of a space are in order for the checker."""
    place = []
    for number in slot_order(space):
        slot, value = space.slots[number], filling[number]
        if slot.kind == "symbol":
            place.append(value)
        else:
            place += [1 - (value >> i & 1) for i in range(slot.width)]
    return place


def _steps(space: Space) -> Iterator[tuple[tuple[int, ...], SlotTable | None]]:
    """Yield slots that are filled at once, with the table that fills them."""
    placed: set[int] = set()
    for number in range(len(space.slots)):
        if number not in placed:
            fits = (t for t in space.tables if number in t.slots and not placed & set(t.slots))
            table = next(fits, None)
            slots = (number,) if table is None else table.slots
            yield slots, table
            placed.update(slots)


def _lines(game: Game) -> Iterator[str]:
    codes = _Section(game.dag, game.codes, "c", {})
    yield "codes"
    yield from codes.choices()
    yield from codes.components("goal", game.goal)
    if game.weight is not None:
        yield from codes.line(f"weight {game.weight.constant}", game.weight.terms)
    for type_ in game.experiments:
        yield f"experiments  # {printable(type_.label)}"
        section = _Section(game.dag, type_.space, "e", codes.names)
        yield from section.choices()
        yield from section.components("answer", components_of(type_.answer))
        for final in _finals(type_) if knows_finals(game) else ():
            name = yield from section.literal(final)
            yield f"final {name}"


def _finals(type_: ExperimentType) -> list[Lit]:
    """Return formulas of which one holds where an outcome is final."""
    if type_.final is not None:
        return [type_.final]
    if isinstance(type_.answer, Outcomes):
        return [outcome.formula for outcome in type_.answer.outcomes if outcome.final]
    return []


class _Section:
    """Writes the lines of a section; a formula stands before the first line that speaks of it."""

    def __init__(self, dag: Dag, space: Space, letter: str, codes: dict[int, str]) -> None:
        self._dag, self._space, self._letter = dag, space, letter
        self._of_codes = codes
        self.names: dict[int, str] = {}
        """The names of the propositions of the space."""
        self._formulas: dict[int, str] = {}
        self._number = 0

    def choices(self) -> Iterator[str]:
        """Yield how the slots are filled, and what must hold."""
        tables = list(self._space.tables)
        for slots, table in _steps(self._space):
            yield from self._choice([self._space.slots[number] for number in slots], table)
            if table is not None:
                tables.remove(table)
        for slot in self._space.slots:
            if slot.kind == "set":
                members = [(1, self.names[slot.first + i]) for i in range(slot.width)]
                if slot.size_min > 0:
                    yield f"only {(yield from self._formula(slot.size_min, members))}"
                if slot.size_max < slot.width:
                    yield f"only -{(yield from self._formula(slot.size_max + 1, members))}"
        for group in self._space.distinct:
            held = [self._space.slots[number] for number in group]
            for position in range(max(slot.width for slot in held)):
                same = [(1, self.names[slot.first + position]) for slot in held if position < slot.width]
                if len(same) > 1:
                    yield f"only -{(yield from self._formula(2, same))}"
        for table in tables:
            rows = []
            for row in table.rows:
                firsts = [self._space.slots[slot].first for slot in table.slots]
                terms = [(1, self.names[first + value]) for first, value in zip(firsts, row, strict=True)]
                rows.append((1, (yield from self._formula(len(terms), terms))))
            yield f"only {(yield from self._formula(1, rows))}"
        for lit in self._space.constraints:
            yield f"only {(yield from self.literal(lit))}"

    def _choice(self, slots: Sequence[Slot], table: SlotTable | None) -> Iterator[str]:
        shown = ", ".join(f"{slot.name} {' '.join(map(str, slot.symbols))}".rstrip() for slot in slots)
        comment = f"  # {printable(shown)}"
        starts: list[int] = []
        width = 0
        for slot in slots:
            starts.append(width)
            for i in range(slot.width):
                self.names[slot.first + i] = f"{self._letter}{len(self.names)}"
            width += slot.width
        if table is not None:
            rows = sorted(table.rows)
            texts = (
                " ".join(str(start + value) for start, value in zip(starts, row, strict=True)) for row in rows
            )
            yield f"choose {width} {' | '.join(texts)}{comment}"
        elif slots[0].kind == "symbol":
            yield f"choose {width} {' | '.join(map(str, range(width)))}{comment}"
        else:
            yield from (f"choose 1 0 |{comment}" for _ in range(width))

    def components(self, word: str, components: Sequence[Component]) -> Iterator[str]:
        """Yield lines that tell the values of components."""
        for component in components:
            terms = component.value.terms if isinstance(component, Sum) else tuple(enumerate(component.lits))
            yield from self.line(word, [term for term in terms if term[0] > 0])

    def line(self, words: str, terms: Sequence[tuple[int, Lit]]) -> Iterator[str]:
        """Yield a line with a sum, and the formulas that it needs."""
        yield " ".join([words, *_terms((yield from self._named(terms)))])

    def _named(self, terms: Sequence[tuple[int, Lit]]) -> Generator[str, None, list[tuple[int, str]]]:
        named = []
        for weight, lit in terms:
            named.append((weight, (yield from self.literal(lit))))
        return named

    def literal(self, lit: Lit) -> _Named:
        """Yield the formulas that a literal needs and that are not there; return its name."""
        for node in self._missing(lit >> 1):
            yield from self._node(node)
        name = self._formulas[lit >> 1]
        return _denied(name) if lit & 1 else name

    def _missing(self, root: int) -> Iterator[int]:
        """Yield the nodes below one that have no names, each after those it is made of."""
        open_ = [root]
        while open_:
            node = open_[-1]
            below = [lit >> 1 for lit in self._dag.operands(2 * node) if lit >> 1 not in self._formulas]
            if node in self._formulas or not below:
                open_.pop()
                if node not in self._formulas:
                    yield node
            else:
                open_ += reversed(below)

    def _node(self, node: int) -> Iterator[str]:
        kind, args = self._dag.nodes[node]
        poll("writing the certificate")

        def of(lit: Lit) -> str:
            name = self._formulas[lit >> 1]
            return _denied(name) if lit & 1 else name

        if kind == CONST:
            name = _denied((yield from self._formula(0, [])))
        elif kind == VARIABLE:
            name = (self._of_codes or self.names)[args[0]]
        elif kind == PARAMETER:
            name = self.names[args[0]]
        elif kind == AND:
            name = yield from self._formula(len(args), [(1, of(arg)) for arg in args])
        elif kind == XOR:
            one, other = map(of, args)
            both = yield from self._formula(2, [(1, one), (1, other)])
            any_ = yield from self._formula(1, [(1, one), (1, other)])
            name = yield from self._formula(2, [(1, any_), (1, _denied(both))])
        elif kind == ITE:
            test, then, else_ = map(of, args)
            first = yield from self._formula(2, [(1, test), (1, then)])
            second = yield from self._formula(2, [(1, _denied(test)), (1, else_)])
            name = yield from self._formula(1, [(1, first), (1, second)])
        else:
            assert kind == GE
            sums = zip(args[1::2], map(of, args[2::2]), strict=True)
            name = yield from self._formula(args[0], list(sums))
        self._formulas[node] = name

    def _formula(self, least: int, terms: Sequence[tuple[int, str]]) -> _Named:
        name = f"f{self._number}"
        self._number += 1
        yield " ".join([f"{name} = {least} of", *_terms(terms)])
        return name


def _terms(terms: Sequence[tuple[int, str]]) -> list[str]:
    return [name if weight == 1 else f"{weight}*{name}" for weight, name in terms]


def _denied(name: str) -> str:
    return name[1:] if name.startswith("-") else f"-{name}"
