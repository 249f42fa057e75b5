"""From a syntax tree of the core language to the formal game.

A variable is a slot of its own, an experiment's parameters are slots over the whole alphabet, and `F$k` is
the disjunction over the symbols a of "parameter k is a, and F(a) holds".
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise

from cobra.budget import poll
from cobra.errors import MOST_MISTAKES, Diagnostic, LanguageError, LimitError, Span
from cobra.language import ast, core_ast
from cobra.language.arithmetic import Arithmetic
from cobra.language.core_game import ascending, parameter_literals, parameter_slots, variable_slot
from cobra.language.formulas import Formulas
from cobra.language.problems import Enough, Problem
from cobra.language.source import Source
from cobra.language.values import alike
from cobra.limits import Limits
from cobra.model.dag import FALSE, Dag, Lit, make_lin
from cobra.model.game import ExperimentType, Game, Origin, Outcome, Outcomes, Slot, Space
from cobra.model.looks import same_print
from cobra.nearest import nearest


def elaborate_core(
    file: core_ast.CoreFile, source: Source, definitions: Mapping[str, str], limits: Limits, name: str
) -> Game:
    """Return the game of a syntax tree; `definitions` are refused, as the core language has no parameters.

    Raises `LanguageError` with every independent mistake, in order of place.
    """
    core = _Core(file, limits)
    game = None
    try:
        with suppress(Enough):
            game = core.game(name, source)
    except LimitError as error:
        core.problem("limit reached", str(error), core.last)
    diagnostics = [source.diagnostic(p.kind, p.message, p.span, p.hint) for p in core.problems]
    for definition in definitions:
        message = f"-D {definition}: a game in the core language has no parameters"
        diagnostics.append(Diagnostic("unknown parameter", message))
    if diagnostics or game is None:
        raise LanguageError(
            sorted(diagnostics, key=lambda d: (d.span.line, d.span.column) if d.span else (0, 0))
        )
    return game


class _Core:
    def __init__(self, file: core_ast.CoreFile, limits: Limits) -> None:
        self.problems: list[Problem] = []
        self.last = Span("", 1, 1, 1, 1)
        """The place that was being worked on."""
        self._statements = file.statements
        self._limits = limits
        self._dag = Dag(limits)
        self._formulas = Formulas(self._dag)
        self._arithmetic = Arithmetic(self._formulas, limits)
        self._variables: dict[str, Lit] = {}
        self._symbols: tuple[str, ...] = ()
        self._mappings: dict[str, list[Lit] | None] = {}
        self._parameters: list[list[Lit]] = []
        self._experiments: dict[str, ast.Text] = {}

    def problem(self, kind: str, message: str, span: Span, hint: str = "") -> None:
        """Note a mistake."""
        self.problems.append(Problem(kind, message, span, hint))
        if len(self.problems) >= MOST_MISTAKES:
            raise Enough

    def game(self, name: str, source: Source) -> Game:
        """Return the game; it is sound only if no mistake was noted."""
        slots: list[Slot] = []
        alphabets = 0
        for statement in self._statements:
            if isinstance(statement, core_ast.CoreVariables):
                slots.extend(self._define(statement, len(slots)))
            elif isinstance(statement, core_ast.CoreAlphabet):
                alphabets += 1
                self._alphabet(statement, alphabets)
        for statement in self._statements:
            if isinstance(statement, core_ast.CoreMapping):
                self._mapping(statement)
        constraints: list[Lit] = []
        types: list[ExperimentType] = []
        for statement in self._statements:
            self.last = statement.span
            poll("reading the game")
            if isinstance(statement, core_ast.CoreConstraint):
                constraints.extend(self._conjuncts(statement.formula))
            elif isinstance(statement, core_ast.CoreExperiment):
                types.append(self._experiment(statement, alphabets > 0))
        start = self._statements[0].span if self._statements else self.last
        if not slots:
            self.problem("nothing secret", "the game has no variables", start, "VARIABLES lists them")
        if not types:
            self.problem("no experiment", "the game has no experiment", start)
        space = Space(tuple(slots), constraints=tuple(dict.fromkeys(constraints)))
        origin = Origin(source.text)
        return Game(name, source.name, self._dag, space, tuple(types), "core", origin=origin)

    # Definitions

    def _define(self, statement: core_ast.CoreVariables, first: int) -> list[Slot]:
        slots: list[Slot] = []
        self._limits.check("propositions", first + len(statement.names), "the variables")
        for name in statement.names:
            if name.text in self._variables:
                self.problem(
                    "name defined twice", f"the variable `{name.text}` is already defined", name.span
                )
                continue
            position = first + len(slots)
            self._variables[name.text] = self._dag.variable(position)
            slots.append(variable_slot(name.text, position))
        return slots

    def _alphabet(self, statement: core_ast.CoreAlphabet, number: int) -> None:
        if number > 1:
            self.problem("name defined twice", "ALPHABET stands only once in a game", statement.span)
            return
        symbols: dict[str, None] = {}
        printed: dict[str, str] = {}
        for symbol in statement.symbols:
            before = printed.setdefault(same_print(symbol.text), symbol.text)
            if symbol.text in symbols:
                self.problem(
                    "symbol listed twice", f'the symbol "{symbol.text}" is listed twice', symbol.span
                )
            elif before != symbol.text:
                self.problem("symbols that look alike", alike(before, symbol.text), symbol.span)
            symbols[symbol.text] = None
        self._symbols = tuple(symbols)

    def _mapping(self, statement: core_ast.CoreMapping) -> None:
        name = statement.name
        if name.text in self._mappings:
            self.problem("name defined twice", f'the mapping "{name.text}" is already defined', name.span)
            return
        self._mappings[name.text] = None
        before = len(self.problems)
        lits = [self._variable(variable) for variable in statement.variables]
        if len(lits) != len(self._symbols):
            message = (
                f"a mapping has a variable for each of the {len(self._symbols)} symbols, this has {len(lits)}"
            )
            self.problem("wrong number of indices or arguments", message, statement.span)
        if len(self.problems) == before:
            self._mappings[name.text] = lits

    def _variable(self, name: ast.Name) -> Lit:
        lit = self._variables.get(name.text)
        if lit is None:
            near = nearest(name.text, self._variables)
            hint = f"did you mean `{near}`?" if near else ""
            self.problem("unknown name", f"there is no variable `{name.text}`", name.span, hint)
            return FALSE
        return lit

    # Experiments

    def _check_new(self, what: str, name: ast.Text, known: dict[str, ast.Text]) -> None:
        """Refuse a second outcome of an experiment, or a second experiment, of the same name."""
        first = known.setdefault(name.text, name)
        if first is not name:
            message = f'there is already an {what} "{name.text}", in line {first.span.line}'
            self.problem("name defined twice", message, name.span)

    def _experiment(self, statement: core_ast.CoreExperiment, has_alphabet: bool) -> ExperimentType:
        self._check_new("experiment", statement.name, self._experiments)
        if statement.arity and not has_alphabet:
            message = "an experiment with parameters needs an ALPHABET of their symbols"
            self.problem("empty set of symbols", message, statement.span)
        width = len(self._symbols)
        # without symbols parameters need room all the same
        self._limits.check("propositions", statement.arity * max(1, width), "the parameters of an experiment")
        self._parameters = parameter_literals(self._dag, statement.arity, width)
        groups = [tuple(parameter) for parameter in self._parameters if parameter]
        if self._formulas.set_parameter_groups(groups):
            self._arithmetic.forget()
        distinct: list[tuple[int, ...]] = []
        constraints: list[Lit] = []
        outcomes: list[Outcome] = []
        names: dict[str, ast.Text] = {}
        for clause in statement.clauses:
            if isinstance(clause, core_ast.CoreOutcome):
                self._check_new("outcome", clause.name, names)
                outcomes.append(Outcome(clause.name.text, self._formula(clause.formula), clause.final))
                continue
            numbers = self._numbers(clause, statement.arity)
            if isinstance(clause, core_ast.ParamsDistinct):
                distinct.append(tuple(number - 1 for number in numbers))
            else:
                constraints.extend(self._sorted(numbers))
        if not outcomes:
            message = f'the experiment "{statement.name.text}" has no outcome'
            self.problem("nothing observed, or both ways", message, statement.span)
        name = statement.name.text
        slots = parameter_slots(statement.arity, self._symbols)
        space = Space(slots, tuple(distinct), constraints=tuple(dict.fromkeys(constraints)))
        return ExperimentType(name, name, space, Outcomes(tuple(outcomes)))

    def _numbers(self, clause: core_ast.ParamsDistinct | core_ast.ParamsSorted, arity: int) -> list[int]:
        """Return the parameters a clause lists, each once."""
        numbers: dict[int, None] = {}
        for number in clause.numbers:
            if not 1 <= number.value <= arity:
                self._out_of_range(number.value, arity, number.span)
            elif number.value in numbers:
                self.problem(
                    "symbol listed twice", f"the parameter {number.value} is listed twice", number.span
                )
            elif isinstance(clause, core_ast.ParamsSorted) and numbers and number.value < max(numbers):
                message = "PARAMS_SORTED lists the parameters in ascending order"
                self.problem("parameter out of range", message, number.span)
            else:
                numbers[number.value] = None
        return list(numbers)

    def _sorted(self, numbers: list[int]) -> list[Lit]:
        """Return the clauses that say: these parameters are in the order of the alphabet."""
        if not self._symbols:  # what is wrong was said
            return []
        pairs = pairwise(number - 1 for number in numbers)
        return ascending(self._formulas, self._arithmetic, self._parameters, pairs)

    def _out_of_range(self, number: int, arity: int, span: Span) -> None:
        has = f"parameters 1 to {arity}" if arity else "no parameters"
        self.problem(
            "parameter out of range", f"there is no parameter {number}: this experiment has {has}", span
        )

    # Formulas

    def _conjuncts(self, formula: core_ast.CoreFormula) -> list[Lit]:
        self._parameters = []
        return self._formulas.conjuncts(self._formula(formula))

    def _formula(self, e: core_ast.CoreFormula) -> Lit:
        if isinstance(e, core_ast.CoreVariable):
            return self._variable(e.name)
        if isinstance(e, core_ast.CoreParameter):
            return self._mapped(e)
        if isinstance(e, core_ast.CoreNot):
            return self._formula(e.operand) ^ 1
        if isinstance(e, core_ast.CoreCount):
            return self._count(e)
        lits = [self._formula(operand) for operand in e.operands]
        if e.operator == "&":
            return self._formulas.conj(lits)
        if e.operator == "|":
            return self._formulas.disj(lits)
        if e.operator == "<-":
            result = lits[0]
            for lit in lits[1:]:
                result = self._formulas.implies(lit, result)
            return result
        result = lits[-1]
        for lit in reversed(lits[:-1]):
            result = (
                self._formulas.implies(lit, result) if e.operator == "->" else self._formulas.iff(lit, result)
            )
        return result

    def _count(self, e: core_ast.CoreCount) -> Lit:
        lits = [self._formula(formula) for formula in e.formulas]
        if e.kind == "and":
            return self._formulas.conj(lits)
        if e.kind == "or":
            return self._formulas.disj(lits)
        assert e.k is not None
        counted = make_lin(0, [(1, lit) for lit in lits])
        at_least = self._formulas.at_least(counted, e.k)
        if e.kind == "atleast":
            return at_least
        at_most = self._formulas.at_least(counted, e.k + 1) ^ 1
        return at_most if e.kind == "atmost" else self._formulas.conj((at_least, at_most))

    def _mapped(self, e: core_ast.CoreParameter) -> Lit:
        name = e.mapping.text
        if name not in self._mappings:
            near = nearest(name, self._mappings)
            hint = f"did you mean `{near}`?" if near else ""
            self.problem("unknown name", f"there is no mapping `{name}`", e.mapping.span, hint)
            return FALSE
        if not 1 <= e.number <= len(self._parameters):
            self._out_of_range(e.number, len(self._parameters), e.span)
            return FALSE
        lits = self._mappings[name]
        if lits is None:
            return FALSE
        conj = self._formulas.conj
        return self._formulas.disj(
            [conj(pair) for pair in zip(self._parameters[e.number - 1], lits, strict=True)]
        )
