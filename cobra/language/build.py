"""From the rules of the grammars to syntax trees: one method for each rule, called when the rule is complete.

A method is given the parts of its rule in order, all tokens included and None for each part left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unicodedata import normalize

from msgspec.structs import replace

from cobra.errors import Span
from cobra.language import ast, core_ast
from cobra.language.tokens import Token

Parts = list[Any]


def game_builder() -> object:
    """Return what builds the trees of the game language."""
    return _GameBuilder()


def core_builder() -> object:
    """Return what builds the trees of the core language."""
    return _CoreBuilder()


def between(first: Any, last: Any) -> Span:
    """Return the place from the start of one token or tree to the end of another."""
    start, end = first.span, last.span
    return Span(start.file, start.line, start.column, end.end_line, end.end_column)


def _span(parts: Parts) -> Span:
    last = next(part for part in reversed(parts) if part is not None)
    first = next(part for part in parts if part is not None)
    return between(first, last)


def _name(token: Token) -> ast.Name:
    return ast.Name(_letters(token), token.span)


def _letters(token: Token) -> str:
    """Return a name in one encoding: an accent may be a character of its own."""
    return normalize("NFC", str(token))  # not a token: those are slow to compare


def _string(token: Token) -> ast.Text:
    return ast.Text(token[1:-1].replace("\n", " "), token.span)


def _number(token: Token) -> ast.Integer:
    return ast.Integer(int(token), token.span)


class _GameBuilder:
    """Builds the trees of the game language."""

    def file(self, parts: Parts) -> tuple[ast.Statement, ...]:
        return tuple(parts)

    def title(self, parts: Parts) -> ast.Title:
        return ast.Title(_string(parts[1]), _span(parts))

    def draw(self, parts: Parts) -> ast.Draw:
        return ast.Draw(_name(parts[1]), _span(parts))

    def param(self, parts: Parts) -> ast.Param:
        _, name, _, default, _, range_, help_ = parts
        return ast.Param(_name(name), default, range_, _string(help_) if help_ else None, _span(parts))

    def file_param(self, parts: Parts) -> ast.FileParam:
        _, name, _, default, help_ = parts
        return ast.FileParam(_name(name), _string(default), _string(help_) if help_ else None, _span(parts))

    def alphabet(self, parts: Parts) -> ast.Alphabet:
        _, name, _, domain = parts
        return ast.Alphabet(_name(name), domain, _span(parts))

    def variables(self, parts: Parts) -> ast.Variables:
        return ast.Variables(parts[0] is not None, tuple(parts[2::2]), _span(parts))

    def secret(self, parts: Parts) -> ast.Secret:
        aux, _, unknown, typing = parts
        return ast.Secret(aux is not None, unknown, typing, _span(parts))

    def constraint(self, parts: Parts) -> ast.Constraint:
        return ast.Constraint(parts[1], _span(parts))

    def weight(self, parts: Parts) -> ast.Weight:
        return ast.Weight(parts[1], _span(parts))

    def goal(self, parts: Parts) -> ast.Goal:
        return ast.Goal(tuple(parts[1::2]), _span(parts))

    def def_(self, parts: Parts) -> ast.Def:
        _, name, names, _, body = parts
        return ast.Def(_name(name), names, body, between(parts[0], body))

    def state(self, parts: Parts) -> ast.State:
        _, unknown, _, start, _, domain = parts
        return ast.State(unknown, start, domain, _span(parts))

    def lost(self, parts: Parts) -> ast.Lost:
        keyword, _, condition, _, cost = parts
        return ast.Lost(condition, cost, between(keyword, cost or condition))

    def lies(self, parts: Parts) -> ast.Lies:
        return ast.Lies(parts[1], _span(parts))

    def noise(self, parts: Parts) -> ast.Noise:
        return ast.Noise(parts[1], _span(parts))

    def move(self, parts: Parts) -> ast.Move:
        return ast.Move(_name(parts[1]), tuple(parts[4::2]), _span(parts))

    def experiment(self, parts: Parts) -> ast.Experiment:
        heading: ast.Experiment = parts[0]
        return replace(heading, clauses=tuple(parts[1:]))

    def heading(self, parts: Parts) -> ast.Experiment:
        keyword, name, _, parameters, closing, _, items, _, template = parts
        span = between(keyword, template or (items[-1] if items else closing))
        look = None if template is None else _string(template)
        return ast.Experiment(_name(name), parameters or (), items or (), look, (), span)

    def parameters(self, parts: Parts) -> tuple[ast.Parameter, ...]:
        return tuple(parts[::2])

    def parameter(self, parts: Parts) -> ast.Parameter:
        return ast.Parameter(parts[0], parts[1], _span(parts))

    def unknown(self, parts: Parts) -> ast.Unknown:
        name, _, items, closing = parts
        return ast.Unknown(_name(name), items or (), between(name, closing or name))

    def typing(self, parts: Parts) -> ast.Typing:
        _, distinct, domain, _, within = parts
        return ast.Typing(distinct is not None, domain, within, _span(parts))

    def within(self, parts: Parts) -> ast.Typing:
        return ast.Typing(False, None, parts[1], _span(parts))

    def set_typing(self, parts: Parts) -> ast.SetTyping:
        _, _, _, size, _, _, domain = parts
        return ast.SetTyping(size, domain, _span(parts))

    def names(self, parts: Parts) -> tuple[ast.Name, ...]:
        return tuple(_name(token) for token in parts[1:-1:2])

    def where(self, parts: Parts) -> ast.Where:
        return ast.Where(parts[1], _span(parts))

    def let(self, parts: Parts) -> ast.Let:
        _, name, names, _, body = parts
        return ast.Let(_name(name), names, body, between(parts[0], body))

    def final(self, parts: Parts) -> ast.Final:
        return ast.Final(parts[1], _span(parts))

    def cost(self, parts: Parts) -> ast.Cost:
        return ast.Cost(parts[1], _span(parts))

    def limit(self, parts: Parts) -> ast.Limit:
        return ast.Limit(parts[1], _span(parts))

    def then(self, parts: Parts) -> ast.Then:
        return ast.Then(tuple(parts[1::2]), _span(parts))

    def assignment(self, parts: Parts) -> ast.Assignment:
        name, _, indices, _, _, value = parts
        return ast.Assignment(None, _name(name), indices or (), value, between(name, value))

    def assignments(self, parts: Parts) -> ast.Assignment:
        keyword, items, _, name, _, indices, _, _, value = parts
        return ast.Assignment(items, _name(name), indices or (), value, between(keyword, value))

    def outcome(self, parts: Parts) -> ast.Outcome:
        return ast.Outcome(_string(parts[1]), parts[3], _span(parts))

    def observe(self, parts: Parts) -> ast.Observe:
        *front, _, template = parts
        observed = tuple(front[1::2])
        return ast.Observe(
            observed, _string(template) if template else None, between(parts[0], template or observed[-1])
        )

    def observed(self, parts: Parts) -> ast.Observed:
        if len(parts) == 1:
            return ast.Observed(None, parts[0], parts[0].span)
        _, items, _, value = parts
        return ast.Observed(items, value, between(parts[0], value))

    def drawn(self, parts: Parts) -> ast.Observed:
        value, _, chance = parts
        return ast.Observed(None, value, between(value, chance), chance)

    def items(self, parts: Parts) -> tuple[ast.Expression, ...]:
        return tuple(parts[::2])

    def if_(self, parts: Parts) -> ast.If:
        (start, branches), _, otherwise = parts
        return ast.If(tuple(branches), otherwise, between(start, otherwise))

    def branches(self, parts: Parts) -> tuple[Token, list[tuple[ast.Expression, ast.Expression]]]:
        """Return the first `if` and the branches so far, in a list that grows: such chains may be long."""
        if len(parts) == 4:
            return parts[0], [(parts[1], parts[3])]
        start, branches = parts[0]
        branches.append((parts[3], parts[5]))
        return start, branches

    def _connective(self, parts: Parts) -> ast.Connective:
        return ast.Connective(str(parts[1]), tuple(parts[::2]), _span(parts))

    equivalence = implication = disjunction = conjunction = _connective

    def unary(self, parts: Parts) -> ast.Unary:
        return ast.Unary(str(parts[0]), parts[1], _span(parts))

    def unequal(self, parts: Parts) -> ast.Compare:
        return ast.Compare((parts[0], parts[2]), (str(parts[1]),), _span(parts))

    def chain(self, parts: Parts) -> ast.Compare:
        links = parts[0]
        operators = tuple(str(operator) for operator in links[1::2])
        return ast.Compare(tuple(links[::2]), operators, between(links[0], links[-1]))

    def _links(self, parts: Parts) -> Parts:
        """Return operands and operators of a chain so far, in a list that grows: chains may be long."""
        if isinstance(parts[0], list):
            parts[0].extend(parts[1:])
            return parts[0]
        return parts

    equal = rising = falling = _links

    def membership(self, parts: Parts) -> ast.In:
        return ast.In(parts[0], parts[2], _span(parts))

    def interval(self, parts: Parts) -> ast.Range:
        return ast.Range(parts[0], parts[2], _span(parts))

    def _arithmetic(self, parts: Parts) -> ast.Arithmetic:
        rest = zip(map(str, parts[1::2]), parts[2::2], strict=True)
        return ast.Arithmetic(parts[0], tuple(rest), _span(parts))

    sum = product = _arithmetic

    def integer(self, parts: Parts) -> ast.Integer:
        return _number(parts[0])

    def decimal(self, parts: Parts) -> ast.Decimal:
        whole, _, places = parts[0].partition(".")
        return ast.Decimal(int(whole + places), 10 ** len(places), parts[0].span)

    def text(self, parts: Parts) -> ast.Text:
        return _string(parts[0])

    def boolean(self, parts: Parts) -> ast.Boolean:
        return ast.Boolean(parts[0] == "true", parts[0].span)

    def name(self, parts: Parts) -> ast.Name:
        return _name(parts[0])

    def index(self, parts: Parts) -> ast.Index:
        return ast.Index(_name(parts[0]), parts[2], _span(parts))

    def call(self, parts: Parts) -> ast.Call:
        function, _, items, _, body, _ = parts
        return ast.Call(_name(function), items or (), body, _span(parts))

    def parentheses(self, parts: Parts) -> Any:
        return replace(parts[1], span=_span(parts))

    def braces(self, parts: Parts) -> ast.Braces:
        symbols = [part for part in parts[1:-1] if isinstance(part, ast.Integer | ast.Text)]
        return ast.Braces(tuple(symbols), _span(parts))

    def symbol(self, parts: Parts) -> ast.Integer | ast.Text:
        token: Token = parts[-1]
        if token.type == "STRING":
            return _string(token)
        if token.type == "NAME":
            return ast.Text(_letters(token), token.span)
        return ast.Integer(-int(token) if len(parts) == 2 else int(token), _span(parts))


class _CoreBuilder:
    """Builds the trees of the core language."""

    def core(self, parts: Parts) -> tuple[core_ast.CoreStatement | core_ast.CoreClause, ...]:
        return tuple(parts)

    def variables(self, parts: Parts) -> core_ast.CoreVariables:
        return core_ast.CoreVariables(tuple(parts[1::2]), _span(parts))

    def constraint(self, parts: Parts) -> core_ast.CoreConstraint:
        return core_ast.CoreConstraint(parts[1], _span(parts))

    def alphabet(self, parts: Parts) -> core_ast.CoreAlphabet:
        return core_ast.CoreAlphabet(tuple(map(_string, parts[1::2])), _span(parts))

    def mapping(self, parts: Parts) -> core_ast.CoreMapping:
        return core_ast.CoreMapping(_string(parts[1]), tuple(parts[2::2]), _span(parts))

    def experiment(self, parts: Parts) -> core_ast.CoreExperiment:
        return core_ast.CoreExperiment(_string(parts[1]), int(parts[2]), (), _span(parts))

    def params_distinct(self, parts: Parts) -> core_ast.ParamsDistinct:
        return core_ast.ParamsDistinct(tuple(map(_number, parts[1::2])), _span(parts))

    def params_sorted(self, parts: Parts) -> core_ast.ParamsSorted:
        return core_ast.ParamsSorted(tuple(map(_number, parts[1::2])), _span(parts))

    def outcome(self, parts: Parts) -> core_ast.CoreOutcome:
        return core_ast.CoreOutcome(_string(parts[1]), parts[2], parts[0].type == "OUTCOME", _span(parts))

    def ident(self, parts: Parts) -> ast.Name:
        token: Token = parts[0]
        return ast.Name(str(token) if token.type == "NAME" else token[1:-1].replace("\n", " "), token.span)

    def _connective(self, parts: Parts) -> core_ast.CoreConnective:
        operator = {"IFF": "<->", "IMPLIES": "->", "IMPLIED": "<-", "OR": "|", "AND": "&"}[parts[1].type]
        return core_ast.CoreConnective(operator, tuple(parts[::2]), _span(parts))

    formula = implication = reverse = disjunction = conjunction = _connective

    def not_(self, parts: Parts) -> core_ast.CoreNot:
        return core_ast.CoreNot(parts[1], _span(parts))

    def variable(self, parts: Parts) -> core_ast.CoreVariable:
        return core_ast.CoreVariable(parts[0], parts[0].span)

    def parameter(self, parts: Parts) -> core_ast.CoreParameter:
        return core_ast.CoreParameter(_name(parts[0]), int(parts[2]), _span(parts))

    def parentheses(self, parts: Parts) -> Any:
        return replace(parts[1], span=_span(parts))

    def listing(self, parts: Parts) -> core_ast.CoreCount:
        return core_ast.CoreCount(parts[0].type.lower(), None, parts[2], _span(parts))

    def count(self, parts: Parts) -> core_ast.CoreCount:
        kind, _, k, _, formulas, _ = parts
        return core_ast.CoreCount(kind.lower(), int(k), formulas, _span(parts))

    def formulas(self, parts: Parts) -> tuple[core_ast.CoreFormula, ...]:
        return tuple(parts[::2])


def group(
    parts: Sequence[core_ast.CoreStatement | core_ast.CoreClause],
) -> tuple[list[core_ast.CoreStatement], list[core_ast.CoreClause]]:
    """Put each clause of a core file into the last experiment above it; return apart those above them all."""
    statements: list[core_ast.CoreStatement] = []
    stray: list[core_ast.CoreClause] = []
    clauses: list[core_ast.CoreClause] = []
    current: int | None = None
    for part in parts:
        if isinstance(part, core_ast.ParamsDistinct | core_ast.ParamsSorted | core_ast.CoreOutcome):
            (stray if current is None else clauses).append(part)
            continue
        if isinstance(part, core_ast.CoreExperiment):
            _close(statements, current, clauses)
            current, clauses = len(statements), []
        statements.append(part)
    _close(statements, current, clauses)
    return statements, stray


def _close(
    statements: list[core_ast.CoreStatement], place: int | None, clauses: list[core_ast.CoreClause]
) -> None:
    if place is not None:
        experiment = statements[place]
        assert isinstance(experiment, core_ast.CoreExperiment)
        statements[place] = replace(experiment, clauses=tuple(clauses))
