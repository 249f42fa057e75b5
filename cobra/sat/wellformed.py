"""Proofs that a game is well-formed, each over all codes and all experiments of a type at once.

The parameters of an experiment type are free propositions, constrained like the secret's: one unsatisfiable
formula proves a statement for every experiment of the type, and a model of it is a counter-example. Each
statement is a method of one class, so this is one long file. What is stated:

- there is a code, and an experiment; `aux` unknowns are determined by the rest; weights are positive;
- of the named outcomes of an experiment exactly one holds (observed answers have one value by construction);
- different outcomes of a type look different, as they are written and read; stated only where that does not
  show in how outcomes are written, whatever values they have;
- in a game that ends by a `final`: the outcome decides whether it is final, a final outcome leaves one code,
  and every code has an experiment that is final for it;
- in a game with a state, prices or plays that are lost: every value assigned to the state is one of its
  own, and the outcome decides what the state is afterwards, what the experiment costs and whether the play is
  lost. Parameters and state are free alike, so this is proved for every state, reached or not;
- where the secret moves: every code can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from cobra.budget import Deadline
from cobra.errors import TimeLimitError
from cobra.model.answers import component_lits, components_of, show_outcome
from cobra.model.codeless import why_no_code
from cobra.model.dag import TRUE as DAG_TRUE
from cobra.model.dag import Lit
from cobra.model.game import (
    Assignment,
    Cases,
    ExperimentType,
    Game,
    Observed,
    Outcomes,
    Slot,
    SlotTable,
    Space,
    Symbol,
)
from cobra.model.looks import surely_different
from cobra.model.memory import follow_components, own_slots, start_of
from cobra.model.show import Notation
from cobra.sat.alike import outcomes_alike
from cobra.sat.cnf import FALSE, TRUE
from cobra.sat.frame import Frame
from cobra.sat.in_turn import few_experiments, made_in_turn
from cobra.sat.moving import finds_stuck_code
from cobra.sat.outcomes import AnswerReader, answers_equal, final_lit
from cobra.sat.scene import Scene, Undecided
from cobra.sat.solver import DEFAULT_SOLVER
from cobra.sat.spaces import (
    aux_propositions,
    constants,
    decode,
    differ,
    shown_propositions,
    space_clauses,
)
from cobra.symmetries.as_sets import as_sets
from cobra.texts import say

ROUNDS: Final = 20_000
"""Experiments tried in search of a code that nothing hits, before the question is left open."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A statement about a game: `holds` is None when the time limit, or the search's bound, came first.

    `subject` is what it is about (the label of an experiment type, or "codes"); `counterexample` shows why
    it does not hold, or says why it is open.
    """

    subject: str
    statement: str
    holds: bool | None
    counterexample: str = ""

    @property
    def sentence(self) -> str:
        """Return the statement with its verdict and what shows it, of one that is not proved."""
        if self.holds is None:
            sentence = '{subject}: "{statement}" is open: {why}'
        else:
            sentence = '{subject}: "{statement}" does not hold: {why}'
        said = {"subject": say(self.subject), "statement": say(self.statement), "why": self.counterexample}
        return say(sentence, **said)


def prove_well_formed(
    game: Game, solver: str = DEFAULT_SOLVER, deadline: Deadline | None = None
) -> list[Proof]:
    """Return every statement about `game` with its verdict; without a code there is only the first one."""
    return list(_Prover(game, solver, deadline or Deadline()).proofs())


class _Prover:
    """Searches for counter-examples: each search returns one as text, or None when there is none."""

    def __init__(self, game: Game, solver: str, deadline: Deadline) -> None:
        self._game, self._solver, self._deadline = game, solver, deadline
        self._notation = Notation(game)
        self._sets = as_sets(game)
        self._proved: set[tuple[object, ...]] = set()

    def proofs(self) -> Iterator[Proof]:
        """Yield the proofs, what others rest on first."""
        codes = self._proof("codes", "there is a code", self._no_code)
        yield codes
        if codes.holds is False:
            return
        yield self._proof("experiments", "there is an experiment", self._no_experiment)
        if any(slot.aux for slot in self._game.codes.slots):
            yield self._proof("codes", "helpers are determined by the rest of the secret", self._free_aux)
        if self._game.weight is not None:
            yield self._proof("codes", "every weight is positive", self._low_weight)
        if self._game.unseen is not None and self._game.unseen.moves:
            yield self._proof("codes", "the secret can always move", self._no_move)
        if self._game.unseen is not None and self._game.unseen.amiss:
            yield self._proof("codes", "the noise is a chance", self._noise_amiss)
        for number, type_ in enumerate(self._game.experiments):
            yield from self._type_proofs(number, type_)
        if self._game.ending == "hit":
            yield self._proof("codes", "every code has an experiment that is final for it", self._unhit_code)

    def _type_proofs(self, number: int, type_: ExperimentType) -> Iterator[Proof]:
        searches: list[tuple[str, int, Callable[[Scene, ExperimentType], str | None]]] = []
        if isinstance(type_.answer, Outcomes):
            searches.append(("every code has an outcome", 1, self._no_outcome))
            searches.append(("no code has two outcomes", 1, self._two_outcomes))
        if isinstance(type_.answer, Observed) and type_.answer.amiss:
            searches.append(("the chances are 1 together", 1, _chances_amiss))
        if self._game.ending == "hit" and _may_be_final(type_):
            searches.append(("the outcome decides whether it is final", 2, self._final_undecided))
            searches.append(("a final outcome leaves one code", 2, self._final_ambiguous))
        follow = follow_components(self._game, type_)
        if any(_may_leave(self._game, cases) for cases in type_.after):
            searches.append(("the state stays within its values", 1, self._state_left))
        if any(not self._game.dag.is_ground(lit) for one in follow for lit in component_lits(one)):
            searches.append(("the outcome decides what follows", 2, self._follow_undecided))
        if not surely_different(type_.answer):
            searches.append(("different outcomes look different", 2, outcomes_alike))
        one_outcome = True
        for statement, copies, search in searches:
            if copies == 1 or one_outcome:  # statements about the outcome need one
                proof = self._proof(type_.label, statement, partial(self._in_scene, number, copies, search))
                one_outcome = one_outcome and (copies == 2 or proof.holds is not False)
                yield proof

    def _in_scene(
        self, number: int, copies: int, search: Callable[[Scene, ExperimentType], str | None]
    ) -> str | None:
        """Search among some codes and the experiments of a type.

        With sets for parameters that ascend there is less to search through; a counter-example is looked for
        in the words of the game as written.
        """
        if self._sets.blocks[number] is None or self._found(self._sets.game, number, copies, search):
            return self._found(self._game, number, copies, search)
        return None

    def _found(
        self,
        game: Game,
        number: int,
        copies: int,
        search: Callable[[Scene, ExperimentType], str | None],
    ) -> str | None:
        """Search among some codes and the experiments of a type of a game.

        The types of a family often differ in the sizes of their sets only: what is found impossible whatever
        these are is not searched for again.
        """
        type_ = game.experiments[number]
        shape = tuple((slot.kind, slot.symbols, slot.first) for slot in type_.space.slots)
        follows = (type_.after, type_.price, type_.lost)
        key = (search, type_.answer, type_.final, follows, type_.space.constraints, shape)
        if key in self._proved:
            return None
        notation = self._notation if game is self._game else Notation(game)
        apart = search is outcomes_alike
        with Scene(game, notation, self._solver, self._deadline, copies, number, apart) as scene:
            found = search(scene, type_)
            if found is None and scene.any_size:
                self._proved.add(key)
            return found

    def _proof(self, subject: str, statement: str, search: Callable[[], str | None]) -> Proof:
        try:
            found = search()
        except (TimeLimitError, Undecided) as error:
            return Proof(subject, statement, None, str(error))
        return Proof(subject, statement, found is None, found or "")

    def _scene(self, copies: int = 1, type_: int | None = None) -> Scene:
        return Scene(self._game, self._notation, self._solver, self._deadline, copies, type_)

    def _no_code(self) -> str | None:
        with self._scene() as scene:
            return None if scene.solve() else why_no_code(self._game)

    def _no_experiment(self) -> str | None:
        for number in range(len(self._game.experiments)):
            with self._scene(0, number) as scene:
                if scene.solve():
                    return None
        return say("no choice of parameters satisfies the conditions of any experiment")

    def _free_aux(self) -> str | None:
        space = self._game.codes
        with self._scene(2) as scene:
            first, second = (frame.variables for frame in scene.frames)
            pairs = zip(shown_propositions(space, first), shown_propositions(space, second), strict=True)
            for a, b in pairs:
                scene.require([-scene.circuit.xor(a, b)])
            helpers = zip(aux_propositions(space, first), aux_propositions(space, second), strict=True)
            scene.require([scene.circuit.xor(a, b) for a, b in helpers])
            if not scene.solve():
                return None
            values = [decode(space, variables, scene.sat.model()) for variables in (first, second)]
            names = [s.name for s, a, b in zip(space.slots, *values, strict=True) if s.aux and a != b]
            return say("the code {code} leaves {names} open", code=scene.code(), names=", ".join(names[:5]))

    def _low_weight(self) -> str | None:
        assert self._game.weight is not None
        with self._scene() as scene:
            weight = self._game.weight
            terms = scene.frames[0].terms(weight)
            scene.require([-scene.circuit.at_least(terms, 1 - weight.constant)])
            if not scene.solve():
                return None
            return say("the code {code} has a weight below 1", code=scene.code())

    def _no_move(self) -> str | None:
        """Find a code from which the secret can become no code."""
        with self._scene() as scene:
            stuck = finds_stuck_code(self._game, scene, self._solver)
            return say("the code {code} cannot move", code=scene.code()) if stuck else None

    def _no_outcome(self, scene: Scene, type_: ExperimentType) -> str | None:
        for lit in _named_outcomes(type_).lits:
            scene.require([-scene.frames[0].encode(lit)])
        if not scene.solve():
            return None
        sentence = "{experiment} has no outcome for the code {code}"
        return say(sentence, experiment=scene.experiment(), code=scene.code())

    def _two_outcomes(self, scene: Scene, type_: ExperimentType) -> str | None:
        component = _named_outcomes(type_)
        lits = [scene.frames[0].encode(lit) for lit in component.lits]
        scene.require([scene.circuit.at_least([(1, lit) for lit in lits], 2)])
        if not scene.solve():
            return None
        model = scene.sat.model()
        first, second, *_ = [v for v, lit in zip(component.values, lits, strict=True) if model[lit]]
        sentence = '{experiment} has the outcomes "{first}" and "{second}" for the code {code}'
        outcomes = {"first": str(first), "second": str(second)}
        return say(sentence, experiment=scene.experiment(), code=scene.code(), **outcomes)

    def _final_undecided(self, scene: Scene, type_: ExperimentType) -> str | None:
        first, second = scene.frames
        scene.require([final_lit(first, type_)])
        scene.require([-final_lit(second, type_)])
        outcome = self._common_outcome(scene, type_)
        if outcome is None:
            return None
        sentence = (
            "{experiment} is answered by {outcome} for the codes {one} and {other}, final for the first only"
        )
        return _said_of_two(sentence, scene, outcome)

    def _state_left(self, scene: Scene, type_: ExperimentType) -> str | None:
        """Find a value assigned to the state that it cannot have."""
        slots = [slot for slot in type_.space.slots if slot.state]
        stays = [
            (slot.name, scene.circuit.disj([scene.frames[0].encode(lit) for lit in cases.lits]))
            for slot, cases in zip(slots, type_.after, strict=True)
            if _may_leave(self._game, cases)
        ]
        scene.require([-lit for _, lit in stays])
        if not scene.solve():
            return None
        model = scene.sat.model()
        name = next(name for name, lit in stays if lit == FALSE or not model[lit])
        sentence = "{experiment} of the code {code} leaves {name} no value"
        return say(sentence, experiment=scene.experiment(), code=scene.code(), name=name)

    def _follow_undecided(self, scene: Scene, type_: ExperimentType) -> str | None:
        """Find two codes with one answer after which something else follows."""
        first, second = scene.frames
        follow = follow_components(self._game, type_)
        equal = answers_equal(scene.circuit, first, second, Observed(follow, tuple(range(len(follow)))))
        scene.require([-build() for build in equal])
        prices = [frame.terms(type_.price.value) for frame in scene.frames] if type_.price else []
        outcome = self._common_outcome(scene, type_)
        if outcome is None:
            return None
        model = scene.sat.model()
        paid = {sum(weight for weight, lit in terms if model[lit]) for terms in prices}
        sentence = (
            "{experiment} is answered by {outcome} for the codes {one} and {other}, but not the same follows"
        )
        if len(paid) == 2:
            sentence = (
                "{experiment} is answered by {outcome} for the codes {one} and {other}, "
                "but what it costs is not the same"
            )
        return _said_of_two(sentence, scene, outcome)

    def _final_ambiguous(self, scene: Scene, type_: ExperimentType) -> str | None:
        first, second = scene.frames
        for frame in scene.frames:
            scene.require([final_lit(frame, type_)])
        scene.require(differ(scene.circuit, self._game.codes, first.variables, second.variables))
        outcome = self._common_outcome(scene, type_)
        if outcome is None:
            return None
        sentence = "{experiment} is answered by {outcome}, which is final, for the codes {one} and {other}"
        return _said_of_two(sentence, scene, outcome)

    def _common_outcome(self, scene: Scene, type_: ExperimentType) -> str | None:
        """Return the outcome that both codes of a scene have in a model, None without a model."""
        first, second = scene.frames
        for equal in answers_equal(scene.circuit, first, second, type_.answer):
            scene.require_later(equal)
        if not scene.solve():
            return None
        reader = AnswerReader(first, type_.answer)
        scene.solve()  # again, because the reader may have added gates
        return show_outcome(type_.answer, reader.read(scene.sat.model()))

    def _noise_amiss(self) -> str | None:
        """Find a code whose answers are wrong with no chance."""
        assert self._game.unseen is not None
        with self._scene() as scene:
            reason = _amiss(scene, self._game.unseen.amiss)
            if reason is None:
                return None
            return say("the code {code}: {why}", code=scene.code(), why=reason)

    def _unhit_code(self) -> str | None:
        """Find a code that no experiment is final for.

        In most games the code itself can be asked, in many with a state all experiments can be made in turn.
        Else they are collected: as long as there is a code that none of them hits, one that does is added.
        """
        numbers = [n for n, type_ in enumerate(self._game.experiments) if _may_be_final(type_)]
        if any(self._hit_by_itself(number) for number in numbers) or self._hit_in_turn():
            return None
        with ExitStack() as stack:
            codes = stack.enter_context(self._scene())
            scenes = {number: stack.enter_context(self._scene(1, number)) for number in numbers}
            for number, scene in scenes.items():
                scene.require([final_lit(scene.frames[0], self._game.experiments[number])])
            scenes = {number: scene for number, scene in scenes.items() if scene.solve()}
            for _ in range(ROUNDS):
                if not codes.solve():
                    return None
                code = decode(self._game.codes, codes.frames[0].variables, codes.sat.model())
                hit = self._hitting_experiment(scenes, code)
                if hit is None:
                    sentence = "no experiment is final for the code {code}"
                    return say(sentence, code=self._notation.code(code))
                codes.require([-self._final_for(codes, *hit)])
        raise Undecided(say("not settled by the {n} experiments tried", n=ROUNDS))

    def _hit_in_turn(self) -> bool:
        """Return whether every code is hit when all experiments, a few, are made one after the other."""
        made = few_experiments(self._game)
        if not made:
            return False
        with self._scene() as scene:
            variables = scene.frames[0].variables
            for number, frame, can_be_made in made_in_turn(scene.circuit, self._game, variables, made):
                type_ = self._game.experiments[number]
                if _may_be_final(type_):
                    scene.require([-can_be_made, -final_lit(frame, type_)])
            return not scene.solve()

    def _hitting_experiment(
        self, scenes: Mapping[int, Scene], code: Assignment
    ) -> tuple[int, Assignment] | None:
        shown = constants(TRUE, FALSE, self._game.codes, code)
        for number, scene in scenes.items():
            code_is = [lit * value for lit, value in zip(scene.frames[0].variables, shown, strict=True)]
            if scene.sat.solve(code_is):
                space = self._game.experiments[number].space
                return number, decode(space, scene.parameters, scene.sat.model())
        return None

    def _final_for(self, scene: Scene, number: int, experiment: Assignment) -> int:
        """Return a literal equivalent to: the experiment is final for the secret of a scene."""
        type_ = self._game.experiments[number]
        parameters = constants(TRUE, FALSE, type_.space, experiment)
        frame = Frame(scene.circuit, self._game.dag, scene.frames[0].variables, parameters)
        return final_lit(frame, type_)

    def _hit_by_itself(self, number: int) -> bool:
        """Return whether every code is itself an experiment, and that is final for it."""
        type_ = self._game.experiments[number]
        sources = _sources(self._game.codes, type_.space)
        if sources is None:
            return False
        codes, space = self._game.codes, type_.space
        tables = [table for table in space.tables if not _rows_listed(codes, space, table, sources)]
        space = replace(space, tables=tuple(tables))
        with self._scene() as scene:
            variables = scene.frames[0].variables
            parameters = [FALSE] * space.propositions
            for slot, place in zip(space.slots[len(sources) :], start_of(self._game), strict=True):
                parameters[slot.first + place] = TRUE
            for slot, source in zip(own_slots(space.slots), sources, strict=True):
                if slot.kind == "bool":
                    parameters[slot.first] = variables[source.first]
                for i, symbol in enumerate(source.symbols):
                    parameters[slot.first + slot.symbols.index(symbol)] = variables[source.first + i]
            frame = Frame(scene.circuit, self._game.dag, variables, parameters)
            allowed = space_clauses(scene.circuit, frame, space, parameters)
            conditions = [scene.circuit.disj(clause) for clause in allowed]
            conditions.append(final_lit(frame, type_))
            scene.require([-condition for condition in conditions])
            return not scene.solve()


def _chances_amiss(scene: Scene, type_: ExperimentType) -> str | None:
    """Find a code and an experiment whose chances are none."""
    assert isinstance(type_.answer, Observed)
    reason = _amiss(scene, type_.answer.amiss)
    if reason is None:
        return None
    sentence = "{experiment} of the code {code}: {why}"
    return say(sentence, experiment=scene.experiment(), code=scene.code(), why=reason)


def _said_of_two(sentence: str, scene: Scene, outcome: str) -> str:
    """Return a sentence about two codes that give one answer."""
    codes = {"one": scene.code(0), "other": scene.code(1)}
    return say(sentence, experiment=scene.experiment(), outcome=outcome, **codes)


def _amiss(scene: Scene, amiss: Sequence[tuple[Lit, str]]) -> str | None:
    """Return why chances are none, by a scene in which one of these literals holds; None when none can."""
    lits = [(scene.frames[0].encode(lit), reason) for lit, reason in amiss]
    scene.require([lit for lit, _ in lits])
    if not scene.solve():
        return None
    model = scene.sat.model()
    return next(reason for lit, reason in lits if lit == TRUE or model[lit])


def _may_leave(game: Game, cases: Cases) -> bool:
    """Return whether it does not show that one of the values is taken."""
    return game.dag.disj(cases.lits) != DAG_TRUE


def _may_be_final(type_: ExperimentType) -> bool:
    if isinstance(type_.answer, Outcomes) and type_.final is None:
        return any(outcome.final for outcome in type_.answer.outcomes)
    return type_.final is not None


def _named_outcomes(type_: ExperimentType) -> Cases:
    (component,) = components_of(type_.answer)
    assert isinstance(component, Cases)
    return component


def _sources(codes: Space, experiments: Space) -> list[Slot] | None:
    """Return for each parameter the slot of the secret that it can repeat: the next of its form, best of
    its index.

    A slot fits when all its symbols are among the parameter's; None when a parameter finds no slot.
    """
    free = [slot for slot in codes.slots if not slot.aux]
    sources = []
    for slot in own_slots(experiments.slots):
        fitting = [s for s in free if s.kind == slot.kind and set(s.symbols) <= set(slot.symbols)]
        if not fitting:
            return None
        source = next((s for s in fitting if s.index == slot.index), fitting[0])
        free.remove(source)
        sources.append(source)
    return sources


def _rows_listed(codes: Space, experiments: Space, table: SlotTable, sources: Sequence[Slot]) -> bool:
    """Return whether a table of the secret has, for the slots that a table of parameters repeats, only its
    rows.

    Then the table holds for every code; with thousands of rows a solver takes long to see it.
    """
    repeated = tuple(codes.slots.index(sources[i]) for i in table.slots)
    listed = set(_symbol_rows(experiments, table))
    return any(own.slots == repeated and listed.issuperset(_symbol_rows(codes, own)) for own in codes.tables)


def _symbol_rows(space: Space, table: SlotTable) -> Iterator[tuple[Symbol, ...]]:
    slots = [space.slots[i] for i in table.slots]
    for row in table.rows:
        yield tuple(slot.symbols[position] for slot, position in zip(slots, row, strict=True))
