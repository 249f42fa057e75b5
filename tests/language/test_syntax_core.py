"""The trees of the core language, and that all input of the original COBRA is read."""

from __future__ import annotations

from typing import Any

import pytest

from cobra.language import ast, core_ast
from cobra.language.parse import parse
from cobra.language.source import Source
from cobra.limits import Limits


def statements(text: str) -> tuple[core_ast.CoreStatement, ...]:
    tree = parse(Source(None, "game", text), Limits())
    assert isinstance(tree, core_ast.CoreFile)
    return tree.statements


def formula(text: str) -> str:
    _, constraint = statements(f"VARIABLE x CONSTRAINT {text}")
    assert isinstance(constraint, core_ast.CoreConstraint)
    return show(constraint.formula)


def show(node: Any) -> str:
    match node:
        case core_ast.CoreVariable(name=name):
            return name.text
        case core_ast.CoreParameter(mapping=mapping, number=number):
            return f"{mapping.text}${number}"
        case core_ast.CoreNot(operand=operand):
            return f"<!{show(operand)}>"
        case core_ast.CoreConnective(operator=operator, operands=operands):
            return f"<{f' {operator} '.join(map(show, operands))}>"
        case core_ast.CoreCount(kind=kind, k=k, formulas=formulas):
            return f"{kind}{'' if k is None else k}({', '.join(map(show, formulas))})"
    raise AssertionError(node)


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("a <-> b -> c <- d | e & !f", "<a <-> <b -> <c <- <d | <e & <!f>>>>>>"),
        ("!a & b | c <- d -> e <-> f", "<<<<<<!a> & b> | c> <- d> -> e> <-> f>"),
        ("a -> b -> c", "<a -> b -> c>"),
        ("a <- b <- c", "<a <- b <- c>"),
        ("a <-> b <-> c", "<a <-> b <-> c>"),
        ("(a <- b) & (a)", "<<a <- b> & a>"),
        ("a and b AND c && d & e ∧ f", "<a & b & c & d & e & f>"),
        ("a or b Or c || d | e ∨ f", "<a | b | c | d | e | f>"),
        ("a → b ⇒ c ↔ d ⇔ e", "<<a -> b -> c> <-> d <-> e>"),
        ("a ← b", "<a <- b>"),
        ("¬a", "<!a>"),
        ("!!a", "<!<!a>>"),
        ("And(a, b | c)", "and(a, <b | c>)"),
        ("&(a) and OR(b, c)", "<and(a) & or(b, c)>"),
        ("| (a, b)", "or(a, b)"),
        ("a and (b)", "<a & b>"),
        ("a and and (b, c)", "<a & and(b, c)>"),
        ("Exactly-2(a, b) & AtLeast-0(a) & AtMost - 1 (a)", "<exactly2(a, b) & atleast0(a) & atmost1(a)>"),
        ("X1$1 & X2 $ 12", "<X1$1 & X2$12>"),
        ("android | orb | android1 | _or", "<android | orb | android1 | _or>"),
        ("X$1and b", "<X$1 & b>"),
        ("\"a b\" & 'c\"d' & '1'", '<a b & c"d & 1>'),
        ("exactly & atmost", "<exactly & atmost>"),
        ("a # or b\n& c", "<a & c>"),
    ],
)  # fmt: skip
def test_formulas(text: str, grouped: str) -> None:
    assert formula(text) == grouped


def test_lines() -> None:
    tree = statements(
        """# a game
        VARIABLES a, 'b c', "d"  VARIABLE e
        CONSTRAINT a  RESTRICTION e
        ALPHABET 'red', "light
green"
        MAPPING "X" a, 'b c'
        EXPERIMENT 'one' 2
          PARAMS_DISTINCT 1, 2  PARAMS_SORTED 1
          OUTCOME "yes" X$1  OUTCOMEX 'no' !X$1
        EXPERIMENT "two" 0 OUTCOME 'a' a
        """
    )
    names, name, one, two, alphabet, mapping, first, second = (as_any(part) for part in tree)
    assert [v.text for v in names.names] == ["a", "b c", "d"]
    assert [v.text for v in name.names] == ["e"]
    assert (show(one.formula), show(two.formula)) == ("a", "e")
    assert [symbol.text for symbol in alphabet.symbols] == [
        "red",
        "light green",
    ]  # a name is one line wherever it is shown
    assert (mapping.name.text, [v.text for v in mapping.variables]) == ("X", ["a", "b c"])
    assert (first.name.text, first.arity, second.name.text, second.arity) == ("one", 2, "two", 0)
    distinct, sorted_, yes, no = first.clauses
    assert [number.value for number in distinct.numbers] == [1, 2]
    assert ([number.value for number in sorted_.numbers], type(sorted_)) == ([1], core_ast.ParamsSorted)
    assert (yes.name.text, show(yes.formula), yes.final) == ("yes", "X$1", True)
    assert (no.name.text, show(no.formula), no.final) == ("no", "<!X$1>", False)
    assert [clause.name.text for clause in second.clauses] == ["a"]


def as_any(part: object) -> Any:
    return part


def test_clauses_belong_to_the_last_experiment_above() -> None:
    tree = statements("EXPERIMENT 'e' 0 OUTCOME 'a' x VARIABLE x CONSTRAINT x OUTCOME 'b' !x")
    experiment, variable, constraint = tree
    assert isinstance(experiment, core_ast.CoreExperiment)
    assert [as_any(clause).name.text for clause in experiment.clauses] == ["a", "b"]
    assert (type(variable), type(constraint)) == (core_ast.CoreVariables, core_ast.CoreConstraint)


@pytest.mark.parametrize(
    "text",
    ["VARIABLE x", "# note\n\n VARIABLE x", "\f\nVARIABLE\fx\f", "ALPHABET 'a'", "EXPERIMENT 'e' 0"],
)
def test_capitals_start_a_core_game(text: str) -> None:
    assert len(statements(text)) == 1


def test_other_words_start_no_core_game() -> None:
    assert isinstance(parse(Source(None, "game", "variable VARIABLE"), Limits()), ast.File)
    assert isinstance(parse(Source(None, "game", ""), Limits()), ast.File)
