"""Any game in the shape of the core language: propositions, parameters over one alphabet, named outcomes.

A type whose conditions the core language can say keeps its parameters: a set of m members becomes m
parameters, different and ascending; sets of several sizes become one type for each size. Every experiment
of any other type becomes a type of its own without parameters, in the order of the experiments. Of an
answer made of values each tuple that occurs is one outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from cobra.budget import Deadline, poll
from cobra.errors import LimitError, TimeLimitError
from cobra.language.carrier import Carrier
from cobra.limits import Limits
from cobra.model.answers import (
    OutcomeValue,
    answer_size,
    component_digit,
    components_of,
    outcome_number,
    outcome_values,
    show_outcome,
)
from cobra.model.dag import FALSE, GE, TRUE, Dag, Lin, Lit, make_lin
from cobra.model.game import (
    Assignment,
    Cases,
    ExperimentType,
    Game,
    Observed,
    Outcomes,
    Slot,
    Sum,
    Value,
    true_propositions,
)
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.model.spaces import assignments
from cobra.model.truth import TruthTables
from cobra.sat.knowledge import SatKnowledge
from cobra.sat.outcomes import ShiftedSum, possible_outcomes, shifted_sums
from cobra.symmetries.relations import Relations, relations

MAX_CODES = 20_000
"""With at most so many codes the outcomes of single experiments are found by listing the codes, else by SAT.
"""
PATIENCE = 10.0
"""Seconds given to the proof that no further outcome of a type occurs."""
MAX_LISTED = 10_000
"""So many experiments are listed to keep their order when sets have several sizes; beyond, sizes come first.
"""


@dataclass(frozen=True, slots=True)
class CoreOutcome:
    """A named outcome; `final` is False for OUTCOMEX."""

    name: str
    formula: Lit
    final: bool


@dataclass(frozen=True, slots=True)
class CoreType:
    """A type with `arity` parameters, numbered from 0, each over the whole alphabet."""

    name: str
    arity: int
    distinct: tuple[tuple[int, ...], ...]
    ascending: tuple[tuple[int, int], ...]
    outcomes: tuple[CoreOutcome, ...]


@dataclass(frozen=True, slots=True)
class CoreForm:
    """A game as the core language says it.

    The leaf of "parameter k is symbol a" is `k * len(alphabet) + a`.
    """

    dag: Dag
    variables: tuple[str, ...]
    constraints: tuple[Lit, ...]
    alphabet: tuple[str, ...]
    types: tuple[CoreType, ...]


def core_form(game: Game, limits: Limits | None = None) -> CoreForm:
    """Return a game in the shape of the core language, which has no place for goals and weights."""
    return _Builder(game, limits or Limits()).form()


class TreeSizes:
    """How many nodes formulas have when written out as trees, parts used twice counted twice."""

    def __init__(self, dag: Dag) -> None:
        self._dag = dag
        self._sizes: dict[int, int] = {}

    def of(self, lits: Sequence[Lit]) -> int:
        """Return the sum of the sizes of some formulas."""
        for node in self._dag.reachable(lits):
            if node not in self._sizes:
                kind, args = self._dag.nodes[node]
                weights = args[1::2] if kind == GE else [1] * len(args)
                parts = zip(weights, self._dag.operands(2 * node), strict=False)
                self._sizes[node] = 1 + sum(weight * self._sizes[lit >> 1] for weight, lit in parts)
        return sum(self._sizes[lit >> 1] for lit in lits)


class _Builder:
    def __init__(self, game: Game, limits: Limits) -> None:
        self._game = game
        self._limits = limits
        self._dag = Dag(limits)
        self._carrier = Carrier(game.dag, self._dag)
        self._notation = Notation(game)
        self._knows_finals = knows_finals(game)
        self._sizes = TreeSizes(self._dag)
        self._tables: TruthTables | None = None
        self._knowledge: SatKnowledge | None = None

    def form(self) -> CoreForm:
        parts = [self._parts(type_) for type_ in self._game.experiments]
        alphabets = Counter(
            _alphabet(part) for of_type in parts for part, _ in of_type or [] if part.space.slots
        )
        alphabet = max(alphabets, key=lambda symbols: alphabets[symbols], default=())
        types: list[CoreType] = []
        for number, of_type in enumerate(parts):
            if of_type is not None and all(not p.space.slots or _alphabet(p) == alphabet for p, _ in of_type):
                made = (self._with_parameters(part, found, len(alphabet)) for part, found in of_type)
                types += [
                    one for one in made if one.outcomes
                ]  # without outcomes there is no experiment of it
            else:
                types += self._listed(number)
        if self._knowledge is not None:
            self._knowledge.close()
        constraints = tuple(self._code_constraints())
        return CoreForm(
            self._dag, _variable_names(self._game), constraints, tuple(map(str, alphabet)), tuple(types)
        )

    # ------------------------------------------------------------ the secret

    def _code_constraints(self) -> Iterator[Lit]:
        """Yield what the slots, tables, `distinct` groups and constraints of the secret say, as conjuncts."""
        dag, space = self._dag, self._game.codes
        for slot in space.slots:
            if slot.kind == "symbol":
                yield dag.exactly(
                    make_lin(0, [(1, dag.variable(slot.first + i)) for i in range(slot.width)]), 1
                )
            elif slot.kind == "set":
                members = make_lin(0, [(1, dag.variable(slot.first + i)) for i in range(slot.width)])
                yield dag.at_least(members, slot.size_min)
                yield dag.at_least(members, slot.size_max + 1) ^ 1
        for group in space.distinct:
            slots = [space.slots[s] for s in group]
            for i in range(max(slot.width for slot in slots)):
                holders = [(1, dag.variable(slot.first + i)) for slot in slots if i < slot.width]
                yield dag.at_least(make_lin(0, holders), 2) ^ 1
        for table in space.tables:
            slots = [space.slots[s] for s in table.slots]
            rows = [
                dag.conj(dag.variable(slot.first + i) for slot, i in zip(slots, row, strict=True))
                for row in table.rows
            ]
            yield dag.disj(rows)
        self._carrier.begin({})
        yield from self._carrier.lits(space.constraints)

    # ------------------------------------------------------------ types that keep their parameters

    def _parts(self, type_: ExperimentType) -> list[tuple[ExperimentType, Relations]] | None:
        """Return the type, or one for each choice of sizes, with its relations; None: it has to be listed."""
        slots = type_.space.slots
        if len({_texts(slot) for slot in slots}) > 1 or any(slot.kind == "bool" for slot in slots):
            return None
        if slots and len(set(_texts(slots[0]))) < len(slots[0].symbols):
            return None
        several = [s for s, slot in enumerate(slots) if slot.size_min < slot.size_max]
        if several and several != [0] and self._is_short(type_):
            return None
        parts = []
        for sizes in product(*(range(slot.size_min, slot.size_max + 1) for slot in slots)):
            sized = tuple(replace(slot, size_min=n, size_max=n) for slot, n in zip(slots, sizes, strict=True))
            space = replace(type_.space, slots=sized)
            found = relations(self._game.dag, space)
            if found is None:
                return None
            label = type_.label + "".join(f" {sizes[s]}" for s in several)
            parts.append((replace(type_, label=label, space=space), found))
        return parts

    def _is_short(self, type_: ExperimentType) -> bool:
        try:
            for _ in assignments(self._game.dag, type_.space, of_experiments=True, limit=MAX_LISTED):
                pass
        except LimitError:
            return False
        return True

    def _with_parameters(self, type_: ExperimentType, found: Relations, width: int) -> CoreType:
        parameters: list[range] = []
        leaves: dict[int, tuple[int, list[Lit]]] = {}
        arity = 0
        for s, slot in enumerate(type_.space.slots):
            own = range(arity, arity + (slot.size_min if slot.kind == "set" else 1))
            arity = own.stop
            parameters.append(own)
            for i in range(slot.width):
                leaves[slot.first + i] = s, [self._is_symbol(k, i, width) for k in own]
        distinct = [tuple(k for s in group for k in parameters[s]) for group in found.apart]
        distinct += [
            tuple(own) for own in parameters if not any(set(own) <= set(group) for group in distinct)
        ]
        ascending = [(a, b) for own in parameters for a, b in pairwise(own)]
        ascending += [(parameters[s][0], parameters[t][0]) for s, t in found.ascending]
        self._carrier.begin(leaves)
        answer = _with_final(type_) if self._game.ending == "hit" else type_.answer
        self._check_size(answer)
        alone = replace(self._game, experiments=(replace(type_, answer=answer),))
        occurring: list[OutcomeValue] = []
        if isinstance(answer, Outcomes):
            occurring += [(outcome.name,) for outcome in answer.outcomes]
        else:
            occurring += self._every_outcome(alone, answer)
        occurring.sort(key=lambda values: outcome_number(answer, values))
        outcomes = self._outcomes(type_, answer, occurring)
        groups = tuple(group for group in distinct if len(group) > 1)
        return CoreType(type_.label, arity, groups, tuple(sorted(set(ascending))), outcomes)

    def _every_outcome(self, alone: Game, answer: Observed) -> list[OutcomeValue]:
        """Return the outcomes that occur, or all there are when it takes too long to tell.

        That no further outcome of a large Mastermind occurs is a pigeonhole problem, which SAT solvers find
        hard. An outcome that never occurs does no harm, its formula is just never true.
        """
        try:
            return list(possible_outcomes(alone, 0, deadline=Deadline(PATIENCE)))
        except TimeLimitError:
            self._limits.check("values", answer_size(answer), "the outcomes written out")
            return [outcome_values(answer, number) for number in range(answer_size(answer))]

    def _check_size(self, answer: Observed | Outcomes) -> None:
        """Refuse an answer that is too long to write before looking for the outcomes that occur."""
        lits: list[Lit] = []
        for component in components_of(answer):
            lits += (
                component.lits if isinstance(component, Cases) else [lit for _, lit in component.value.terms]
            )
        size = self._sizes.of(self._carrier.lits(lits))
        self._limits.check("formula-nodes", size, "the formulas written out")

    def _is_symbol(self, parameter: int, symbol: int, width: int) -> Lit:
        """Return "the parameter is the symbol"; of two symbols the first is "not the second", as the parser
        has it.
        """
        if width == 1:
            return TRUE
        if width == 2 and symbol == 0:
            return self._dag.parameter(parameter * width + 1) ^ 1
        return self._dag.parameter(parameter * width + symbol)

    def _outcomes(
        self, type_: ExperimentType, answer: Observed | Outcomes, occurring: Sequence[OutcomeValue]
    ) -> tuple[CoreOutcome, ...]:
        """Return the outcomes with the values `occurring`, their formulas carried over."""
        components = components_of(answer)
        shifted = shifted_sums(components)
        own = [
            self._carrier.lin(c.value) if isinstance(c, ShiftedSum) else self._carrier.lits(c.lits)
            for c in shifted
        ]
        finals = (
            {outcome.name: outcome.final for outcome in answer.outcomes}
            if isinstance(answer, Outcomes)
            else {}
        )
        outcomes: list[CoreOutcome] = []
        names: set[str] = set()
        for values in occurring:
            parts = []
            for i, (component, carried) in enumerate(zip(shifted, own, strict=True)):
                if isinstance(component, ShiftedSum):
                    assert isinstance(carried, Lin)
                    parts.append(self._dag.exactly(carried, component.shifted(int(values[i]), values)))
                else:
                    assert isinstance(carried, list)
                    parts.append(carried[component_digit(component, values[i])])
            formula = self._dag.conj(parts)
            shown = len(components_of(type_.answer))
            name = _unique(show_outcome(type_.answer, values[:shown]), names)
            if not self._knows_finals:
                final = True
            elif len(values) > shown:
                final = values[shown] is True
            else:
                final = finals.get(str(values[0]), False) if values else False
            if formula != FALSE:
                outcomes.append(CoreOutcome(name, formula, final))
        if not outcomes and isinstance(answer, Outcomes):  # the text needs one, be it never true
            outcomes = [CoreOutcome(answer.outcomes[0].name, FALSE, answer.outcomes[0].final)]
        return tuple(outcomes)

    # ------------------------------------------------------------ types whose experiments are listed

    def _listed(self, number: int) -> list[CoreType]:
        """Return one type without parameters for each experiment of a type."""
        type_ = self._game.experiments[number]
        answer = _with_final(type_) if self._game.ending == "hit" else type_.answer
        types = []
        for assignment in self._assignments(type_):
            poll("writing the game in the core language")
            true = true_propositions(type_.space, assignment)
            leaves = {
                slot.first + i: (s, [TRUE if slot.first + i in true else FALSE])
                for s, slot in enumerate(type_.space.slots)
                for i in range(slot.width)
            }
            self._carrier.begin(leaves)
            occurring = self._occurring(number, assignment, answer)
            occurring.sort(key=lambda values: outcome_number(answer, values))
            name = self._notation.experiment((number, assignment))
            types.append(CoreType(name, 0, (), (), self._outcomes(type_, answer, occurring)))
        return types

    def _assignments(self, type_: ExperimentType) -> Iterator[Assignment]:
        try:
            yield from assignments(self._game.dag, type_.space, of_experiments=True)
        except LimitError as error:
            what = f"the experiments of {type_.label}, listed one by one"
            raise LimitError("experiments", error.needed, error.limit, what) from None

    def _occurring(
        self, number: int, assignment: Assignment, answer: Observed | Outcomes
    ) -> list[OutcomeValue]:
        """Return the outcomes that codes give to one experiment, whose parameters the carrier knows."""
        tables = self._code_tables()
        if tables is None:
            if self._knowledge is None:
                types = [replace(t, answer=_with_final(t)) for t in self._game.experiments]
                same = types if self._game.ending == "hit" else self._game.experiments
                self._knowledge = SatKnowledge(replace(self._game, experiments=tuple(same)))
            return list(self._knowledge.outcomes((number, assignment)))
        cells: list[tuple[OutcomeValue, int]] = [((), -1)]
        for component in components_of(answer):
            split: list[tuple[Value, int]]
            if isinstance(component, Sum):
                split = list(tables.values(self._carrier.lin(component.value)).items())
            else:
                held = tables.of(self._carrier.lits(component.lits))
                split = [(value, table) for value, table in zip(component.values, held, strict=True) if table]
            cells = [
                ((*values, v), cell & table) for values, cell in cells for v, table in split if cell & table
            ]
        return [values for values, _ in cells]

    def _code_tables(self) -> TruthTables | None:
        """Return truth tables over all codes, None when there are too many."""
        if self._tables is None and self._knowledge is None:
            try:
                codes = list(assignments(self._game.dag, self._game.codes, limit=MAX_CODES))
            except LimitError:
                return None
            leaves: dict[int, int] = {}
            for world, code in enumerate(codes):
                for proposition in true_propositions(self._game.codes, code):
                    leaf = self._dag.variable(proposition) >> 1
                    leaves[leaf] = leaves.get(leaf, 0) | 1 << world
            self._tables = TruthTables(self._dag, leaves, (1 << len(codes)) - 1)
        return self._tables


def _texts(slot: Slot) -> tuple[str, ...]:
    return tuple(map(str, slot.symbols))


def _alphabet(type_: ExperimentType) -> tuple[str, ...]:
    return _texts(type_.space.slots[0])


def _with_final(type_: ExperimentType) -> Observed | Outcomes:
    """Return the answer with "is this final" as one more component, when the type has a formula for it."""
    if type_.final is None:
        return type_.answer
    final = Cases((False, True), (type_.final ^ 1, type_.final))
    components = (*components_of(type_.answer), final)
    return Observed(components, tuple(range(len(components))))


def _variable_names(game: Game) -> tuple[str, ...]:
    names: set[str] = set()
    for slot in game.codes.slots:
        if slot.kind == "bool":
            _unique(slot.name, names)
    listed = []
    for slot in game.codes.slots:
        if slot.kind == "bool":
            listed.append(slot.name)
        else:
            mark = "=" if slot.kind == "symbol" else " has "
            listed += [_unique(f"{slot.name}{mark}{symbol}", names) for symbol in slot.symbols]
    return tuple(listed)


def _unique(name: str, names: set[str]) -> str:
    """Return the name, or with a mark added when it is taken, and note it."""
    number = 2
    unique = name
    while unique in names:
        unique = f"{name} ({number})"
        number += 1
    names.add(unique)
    return unique
