"""The trees of the game language: constructs, precedence, tokens, places, limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cobra.errors import LanguageError, Span
from cobra.language import ast
from cobra.language.parse import parse
from cobra.language.source import Source, read_source
from cobra.limits import Limits

GAMES = sorted((Path(__file__).parents[2] / "cobra" / "games").glob("*.cb"))


def statements(text: str, nesting: int = 200) -> tuple[ast.Statement, ...]:
    tree = parse(Source(None, "game", text), Limits(nesting=nesting))
    assert isinstance(tree, ast.File)
    return tree.statements


def expression(text: str) -> ast.Expression:
    (statement,) = statements(f"constraint {text}")
    assert isinstance(statement, ast.Constraint)
    return statement.condition


def show(node: Any) -> str:
    """Write an expression with every grouping in square brackets."""
    match node:
        case ast.Integer(value=value):
            return str(value)
        case ast.Boolean(value=value):
            return str(value).lower()
        case ast.Text(text=text):
            return f'"{text}"'
        case ast.Name(text=text):
            return text
        case ast.Index(name=name, items=items):
            return f"{name.text}[{', '.join(map(show, items))}]"
        case ast.Call(function=name, items=items, body=body):
            return f"{name.text}({', '.join(map(show, items))}{f' : {show(body)}' if body else ''})"
        case ast.Braces(symbols=symbols):
            return "{" + " ".join(map(show, symbols)) + "}"
        case ast.If(branches=branches, otherwise=otherwise):
            chain = " else ".join(f"{show(c)} then {show(v)}" for c, v in branches)
            return f"<if {chain} else {show(otherwise)}>"
        case ast.Connective(operator=operator, operands=operands):
            return f"<{f' {operator} '.join(map(show, operands))}>"
        case ast.Unary(operator=operator, operand=operand):
            return f"<{operator}{show(operand)}>"
        case ast.Compare(operands=operands, operators=operators):
            rest = "".join(f" {o} {show(x)}" for o, x in zip(operators, operands[1:], strict=True))
            return f"<{show(operands[0])}{rest}>"
        case ast.In(element=element, set=set_):
            return f"<{show(element)} in {show(set_)}>"
        case ast.Range(low=low, high=high):
            return f"<{show(low)}..{show(high)}>"
        case ast.Arithmetic(first=first, rest=rest):
            return f"<{show(first)}{''.join(f' {o} {show(x)}' for o, x in rest)}>"
    raise AssertionError(node)


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        # 1: `if` is loosest, and one node for a whole chain
        ("if a then b else c <-> d", "<if a then b else <c <-> d>>"),
        ("if a -> b then c | d else e", "<if <a -> b> then <c | d> else e>"),
        ("if a then b else if c then d else e", "<if a then b else c then d else e>"),
        ("if a then if b then c else d else e", "<if a then <if b then c else d> else e>"),
        (
            "if a then if b then c else if d then e else f else g",
            "<if a then <if b then c else d then e else f> else g>",
        ),
        ("if if a then b else c then d else e", "<if <if a then b else c> then d else e>"),
        ("(if a then b else c) & d", "<<if a then b else c> & d>"),
        # 2 to 5: connectives
        ("a <-> b -> c | d & e", "<a <-> <b -> <c | <d & e>>>>"),
        ("a & b | c -> d <-> e", "<<<<a & b> | c> -> d> <-> e>"),
        ("a -> b -> c", "<a -> b -> c>"),
        ("a <-> b <-> c", "<a <-> b <-> c>"),
        ("a | b | c", "<a | b | c>"),
        ("a & b & c", "<a & b & c>"),
        ("(a & b) & c", "<<a & b> & c>"),
        ("a & (b & c)", "<a & <b & c>>"),
        ("a->b", "<a -> b>"),
        ("a<->b", "<a <-> b>"),
        # 6: not binds looser than a comparison
        ("!a & !!b", "<<!a> & <!<!b>>>"),
        ("!a = b", "<!<a = b>>"),
        ("!a in s", "<!<a in s>>"),
        # 7: comparisons
        ("a <= x < b", "<a <= x < b>"),
        ("a = b = c < d", "<a = b = c < d>"),
        ("a > b = c >= d", "<a > b = c >= d>"),
        ("a != b", "<a != b>"),
        ("x <-1", "<x < <-1>>"),
        ("a + 1 = b - 1", "<<a + 1> = <b - 1>>"),
        ("x + 1 in 1..n", "<<x + 1> in <1..n>>"),
        # 8: ranges
        ("x in 1..n-1", "<x in <1..<n - 1>>>"),
        ('x in "a".."z"', '<x in <"a".."z">>'),
        ("1..2 = s", "<<1..2> = s>"),
        # 9 to 12: arithmetic
        ("a + b * c - d", "<a + <b * c> - d>"),
        ("a * b / c % d", "<a * b / c % d>"),
        ("(a - b) - c", "<<a - b> - c>"),
        ("a - (b - c)", "<a - <b - c>>"),
        ("-a * -b", "<<-a> * <-b>>"),
        ("--a", "<-<-a>>"),
        ("a--b", "<a - <-b>>"),
        ("-x[i] + f(y)", "<<-x[i]> + f(y)>"),
        # atoms
        ("f()", "f()"),
        ("f(a, b)", "f(a, b)"),
        ("x[i, j + 1]", "x[i, <j + 1>]"),
        ("count(i in 1..3, i != j, x[i] : y[i])", "count(<i in <1..3>>, <i != j>, x[i] : y[i])"),
        ("any(i in s : if a then b else c)", "any(<i in s> : <if a then b else c>)"),
        ("{red, green blue}", '{"red" "green" "blue"}'),
        ('{"in" -1 2, -3}', '{"in" -1 2 -3}'),
        ("true | false", "<true | false>"),
        ('"" = "a # b"', '<"" = "a # b">'),
    ],
)  # fmt: skip
def test_precedence(text: str, grouped: str) -> None:
    assert show(expression(text)) == grouped


def test_every_statement() -> None:
    tree = statements(
        """
        game "Any game" param n = 4+1 in 1..12 "places" param m = n
        file answers = "a.txt" file allowed = "b.txt" "more words"
        alphabet colour = 0..n-1
        variable heavy variables x[1..3], y aux variables z[1..3, colour]
        secret s : 1..n secret t[1..2] : distinct colour in lines(answers)
        aux secret u in lines(answers, allowed)
        constraint heavy weight n goal s, heavy
        def f(a, b) = a + b def k = 3
        """
    )
    assert [type(part).__name__ for part in tree] == [
        *(
            "Title",
            "Param",
            "Param",
            "FileParam",
            "FileParam",
            "Alphabet",
            "Variables",
            "Variables",
            "Variables",
        ),
        *("Secret", "Secret", "Secret", "Constraint", "Weight", "Goal", "Def", "Def"),
    ]
    title, n, m, answers, allowed, _, heavy, xy, z, s, t, u, _, _, goal, f, k = (
        cast_any(part) for part in tree
    )
    assert title.title.text == "Any game"
    assert (n.name.text, show(n.default), show(n.range), n.help.text) == ("n", "<4 + 1>", "<1..12>", "places")
    assert (m.range, m.help) == (None, None)
    assert (answers.name.text, answers.default.text, answers.help) == ("answers", "a.txt", None)
    assert allowed.help.text == "more words"
    assert (heavy.aux, [v.name.text for v in heavy.unknowns], heavy.unknowns[0].indices) == (
        False,
        ["heavy"],
        (),
    )
    assert [(v.name.text, [show(i) for i in v.indices]) for v in xy.unknowns] == [
        ("x", ["<1..3>"]),
        ("y", []),
    ]
    assert (z.aux, len(z.unknowns[0].indices)) == (True, 2)
    assert (s.aux, s.typing.distinct, show(s.typing.domain), s.typing.within) == (
        False,
        False,
        "<1..n>",
        None,
    )
    assert (t.typing.distinct, show(t.typing.domain), show(t.typing.within)) == (
        True,
        "colour",
        "lines(answers)",
    )
    assert (u.aux, u.typing.domain, show(u.typing.within)) == (True, None, "lines(answers, allowed)")
    assert [show(one.value) for one in goal.goals] == ["s", "heavy"]
    assert ([p.text for p in f.parameters], show(f.body)) == (["a", "b"], "<a + b>")
    assert k.parameters is None


def cast_any(part: object) -> Any:
    return part


def test_experiment() -> None:
    (tree,) = statements(
        """
        experiment weigh(
          g[1..2] : distinct 1..6, p : set of 1..4, q : set(1..2) of 1..4, w in lines(f), c : 1..3)
          for m in 1..4, k in 1..m
          where m < k  let a = 1 let b(i, j) = i  final true  cost 2  limit 1
          outcome "left" : a  observe a, for i in 1..2, i > 1 : b(i, 1), c as "{}{}{}"
        experiment look() observe 1
        """
    )[:1]
    assert isinstance(tree, ast.Experiment)
    assert tree.name.text == "weigh"
    g, p, q, w, c = (cast_any(parameter) for parameter in tree.parameters)
    assert (g.unknown.name.text, show(g.unknown.indices[0]), g.typing.distinct) == ("g", "<1..2>", True)
    assert isinstance(p.typing, ast.SetTyping)
    assert (p.typing.size, show(p.typing.domain)) == (None, "<1..4>")
    assert show(q.typing.size) == "<1..2>"
    assert (w.typing.domain, show(w.typing.within)) == (None, "lines(f)")
    assert show(c.typing.domain) == "<1..3>"
    assert [show(item) for item in tree.family] == ["<m in <1..4>>", "<k in <1..m>>"]
    where, a, b, final, cost, limit, outcome, observe = (cast_any(clause) for clause in tree.clauses)
    assert show(where.condition) == "<m < k>"
    assert (a.name.text, a.parameters) == ("a", None)
    assert [name.text for name in b.parameters] == ["i", "j"]
    assert [show(x) for x in (final.condition, cost.value, limit.value)] == ["true", "2", "1"]
    assert (outcome.name.text, show(outcome.condition)) == ("left", "a")
    first, vector, last = observe.observed
    assert (first.items, show(first.value)) == (None, "a")
    assert ([show(item) for item in vector.items], show(vector.value)) == (
        ["<i in <1..2>>", "<i > 1>"],
        "b(i, 1)",
    )
    assert (last.items, show(last.value), observe.template.text) == (None, "c", "{}{}{}")


def test_clauses_belong_to_the_experiment_above() -> None:
    one, two = statements("experiment a() observe 1 final true experiment b(x : 1..2)")
    assert isinstance(one, ast.Experiment)
    assert isinstance(two, ast.Experiment)
    assert [type(clause) for clause in one.clauses] == [ast.Observe, ast.Final]
    assert (two.clauses, two.family, one.parameters) == ((), (), ())


def test_line_ends_and_comments_mean_nothing() -> None:
    spaced = statements('constraint # a comment "with" brackets (\n  a\r\n\t& b # the end')
    (constraint,) = spaced
    assert isinstance(constraint, ast.Constraint)
    assert show(constraint.condition) == "<a & b>"
    assert statements("") == statements("# nothing\n") == ()
    (constraint,) = statements("\fconstraint\fa\n\f\n& b\f")  # page ends
    assert isinstance(constraint, ast.Constraint)
    assert show(constraint.condition) == "<a & b>"


def test_places() -> None:
    (constraint,) = statements("constraint a &\n  (b | c)")
    assert isinstance(constraint, ast.Constraint)
    assert constraint.span == Span("game", 1, 1, 2, 10)
    assert isinstance(constraint.condition, ast.Connective)
    a, b_or_c = constraint.condition.operands
    assert a.span == Span("game", 1, 12, 1, 13)
    assert b_or_c.span == Span("game", 2, 3, 2, 10)  # with its parentheses
    (experiment,) = statements("experiment g(x : 1..2) for m in 1..2 observe 1")
    assert experiment.span == Span("game", 1, 1, 1, 37)


@pytest.mark.thorough
def test_long_runs_are_flat() -> None:
    many = 5000
    assert len(cast_any(expression(" & ".join(["a"] * many))).operands) == many
    assert len(cast_any(expression(" -> ".join(["a"] * many))).operands) == many
    assert len(cast_any(expression(" <= ".join(["a"] * many))).operands) == many
    assert len(cast_any(expression(" - ".join(["1"] * many))).rest) == many - 1
    assert len(cast_any(expression("if a then b else " * many + "c")).branches) == many


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("(", ")"),
        ("f(", ")"),
        ("x[", "]"),
        ("!", ""),
        ("-", ""),
        ("if a then ", " else b"),
        ("if ", " then a else b"),
    ],
)
def test_nesting_is_bounded(opening: str, closing: str) -> None:
    assert expression(opening * 200 + "1" + closing * 200)
    for depth in (202, 20_000):
        with pytest.raises(LanguageError) as caught:
            expression(opening * depth + "1" + closing * depth)
        (diagnostic,) = caught.value.diagnostics
        assert diagnostic.kind == "limit reached"
        assert diagnostic.message == "nested more than 200 deep; raise the limit with --limit nesting=N"
    assert statements(f"constraint {opening * 300}1{closing * 300}", nesting=301)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_games_of_the_library(path: Path) -> None:
    tree = parse(read_source(path, Limits()), Limits())
    assert isinstance(tree, ast.File)
    kinds = [type(statement) for statement in tree.statements]
    assert kinds[0] is ast.Title
    assert kinds[-1] is ast.Experiment


def test_the_library_has_games() -> None:
    assert len(GAMES) >= 20
