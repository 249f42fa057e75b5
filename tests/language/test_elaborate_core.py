"""The meaning of the core language."""

from __future__ import annotations

from itertools import product

import pytest

from cobra.errors import Diagnostic, LanguageError
from cobra.language.load import load_text
from cobra.model.game import Outcomes
from tests import oracle
from tests.language.meaning import answers, codes, experiments

COLOURS = """
VARIABLES x1r, x1g, x2r, x2g   # two places, two colours
CONSTRAINT Exactly-1(x1r, x1g) & Exactly-1(x2r, x2g)
CONSTRAINT x1r -> x1r
ALPHABET 'r', "g"
MAPPING 'P1' x1r, x1g
MAPPING 'P2' x2r, x2g
EXPERIMENT "guess" 2
  OUTCOME "both" P1$1 & P2$2
  OUTCOMEX "one" !(P1$1 <-> P2$2)
  OUTCOMEX "none" !(P1$1 or P2$2)
"""


def mistakes(text: str) -> list[Diagnostic]:
    with pytest.raises(LanguageError) as raised:
        load_text(text)
    return list(raised.value.diagnostics)


def test_a_game_in_the_core_language() -> None:
    game = load_text(COLOURS, name="colours")
    assert (game.name, game.ending) == ("colours", "core")
    assert [slot.name for slot in game.codes.slots] == ["x1r", "x1g", "x2r", "x2g"]
    assert {slot.kind for slot in game.codes.slots} == {"bool"}
    (type_,) = game.experiments
    assert (type_.name, type_.label) == ("guess", "guess")
    assert [slot.symbols for slot in type_.space.slots] == [("r", "g"), ("r", "g")]
    assert isinstance(type_.answer, Outcomes)
    assert [(o.name, o.final) for o in type_.answer.outcomes] == [
        ("both", True),
        ("one", False),
        ("none", False),
    ]
    assert [p["$"] for _, p in experiments(game)] == [{1: a, 2: b} for a, b in product("rg", repeat=2)]
    for _, parameters, code, (answer,) in answers(game):
        hits = sum(code[f"x{i}{parameters['$'][i]}"] for i in (1, 2))
        assert answer == ["none", "one", "both"][hits]
    assert len(codes(game)) == 4


@pytest.mark.parametrize(
    ("formula", "meant"),
    [
        ("a <- b", lambda a, b, c: a or not b),
        ("a <- b <- c", lambda a, b, c: (a or not b) or not c),
        ("a -> b -> c", lambda a, b, c: not a or not b or c),
        ("a <-> b <-> c", lambda a, b, c: a == (b == c)),
        ("AND(a, b, c)", lambda a, b, c: a and b and c),
        ("Or(a, b, c)", lambda a, b, c: a or b or c),
        ("Exactly-2(a, b, c)", lambda a, b, c: a + b + c == 2),
        ("AtLeast-2(a, b, c)", lambda a, b, c: a + b + c >= 2),
        ("AtMost-1(a, b, c)", lambda a, b, c: a + b + c <= 1),
        ("AtMost-0(a, b)", lambda a, b, c: not a and not b),
        ("a and b or !c", lambda a, b, c: (a and b) or not c),
    ],
)
def test_formulas(formula: str, meant: object) -> None:
    game = load_text(f"VARIABLES a, b, c EXPERIMENT 'e' 0 OUTCOME 'y' {formula} OUTCOME 'n' !({formula})")
    for _, _, code, (answer,) in answers(game):
        assert callable(meant)
        assert answer == ("y" if meant(code["a"], code["b"], code["c"]) else "n")


def test_distinct_and_sorted_parameters() -> None:
    head = "VARIABLES a, b, c ALPHABET '0', '1', '2' MAPPING 'M' a, b, c EXPERIMENT 'e' 3"
    tail = "OUTCOME 'y' M$1 OUTCOME 'n' !M$1"
    triples = list(product("012", repeat=3))

    def admitted(clauses: str) -> list[tuple[str, ...]]:
        return [tuple(p["$"].values()) for _, p in experiments(load_text(f"{head} {clauses} {tail}"))]

    assert admitted("") == triples
    assert admitted("PARAMS_DISTINCT 1, 3") == [t for t in triples if t[0] != t[2]]
    assert admitted("PARAMS_SORTED 1, 2, 3") == [t for t in triples if t[0] <= t[1] <= t[2]]
    both = admitted("PARAMS_SORTED 2, 3 PARAMS_DISTINCT 1, 2, 3")
    assert both == [t for t in triples if len(set(t)) == 3 and t[1] <= t[2]]


def test_two_types_with_parameters_of_their_own() -> None:
    text = """VARIABLES a, b ALPHABET 'a', 'b' MAPPING 'M' a, b
        EXPERIMENT 'one' 1 OUTCOME 'y' M$1 OUTCOME 'n' !M$1
        EXPERIMENT 'two' 2 OUTCOME 'y' M$1 & M$2 OUTCOME 'n' !M$1 | !M$2"""
    game = load_text(text)
    assert [len(type_.space.slots) for type_ in game.experiments] == [1, 2]
    for label, parameters, code, (answer,) in answers(game):
        holds = all(code[name] for name in parameters["$"].values())
        assert answer == ("y" if holds else "n"), label


def test_the_same_symbol_may_stand_for_one_variable() -> None:
    game = load_text(
        "VARIABLES a ALPHABET '0', '1' MAPPING 'M' a, a EXPERIMENT 'e' 1 OUTCOME 'y' M$1 OUTCOME 'n' !M$1"
    )
    found = [oracle.outcome(game, e, c) for e in oracle.experiments(game) for c in oracle.codes(game)]
    assert found == [("y",), ("n",)] * 2


OUT = "OUTCOME 'y' a OUTCOME 'n' !a"
ROWS = [
    (
        "name defined twice",
        f"VARIABLES a, a EXPERIMENT 'e' 0 {OUT}",
        14,
        "the variable `a` is already defined",
    ),
    (
        "name defined twice",
        f"VARIABLES a ALPHABET 'x' ALPHABET 'y' EXPERIMENT 'e' 0 {OUT}",
        26,
        "ALPHABET stands only once in a game",
    ),
    (
        "name defined twice",
        f"VARIABLES a ALPHABET 'x' MAPPING 'M' a MAPPING 'M' a EXPERIMENT 'e' 0 {OUT}",
        48,
        'the mapping "M" is already defined',
    ),
    (
        "symbol listed twice",
        f"VARIABLES a ALPHABET 'x', 'x' EXPERIMENT 'e' 0 {OUT}",
        27,
        'the symbol "x" is listed twice',
    ),
    ("unknown name", f"VARIABLES a CONSTRAINT b EXPERIMENT 'e' 0 {OUT}", 24, "there is no variable `b`"),
    (
        "unknown name",
        f"VARIABLES a ALPHABET 'x' EXPERIMENT 'e' 1 {OUT} OUTCOME 'm' M$1",
        84,
        "there is no mapping `M`",
    ),
    (
        "unknown name",
        f"VARIABLES a ALPHABET 'x' MAPPING 'M' b EXPERIMENT 'e' 0 {OUT}",
        38,
        "there is no variable `b`",
    ),
    (
        "wrong number of indices or arguments",
        f"VARIABLES a ALPHABET 'x', 'y' MAPPING 'M' a EXPERIMENT 'e' 0 {OUT}",
        31,
        "a mapping has a variable for each of the 2 symbols, this has 1",
    ),
    (
        "parameter out of range",
        f"VARIABLES a ALPHABET 'x' MAPPING 'M' a EXPERIMENT 'e' 1 {OUT} OUTCOME 'm' M$2",
        98,
        "there is no parameter 2: this experiment has parameters 1 to 1",
    ),
    (
        "parameter out of range",
        f"VARIABLES a ALPHABET 'x' MAPPING 'M' a CONSTRAINT M$1 EXPERIMENT 'e' 0 {OUT}",
        51,
        "there is no parameter 1: this experiment has no parameters",
    ),
    (
        "parameter out of range",
        f"VARIABLES a ALPHABET 'x' EXPERIMENT 'e' 2 PARAMS_DISTINCT 1, 3 {OUT}",
        62,
        "there is no parameter 3: this experiment has parameters 1 to 2",
    ),
    (
        "parameter out of range",
        f"VARIABLES a ALPHABET 'x' EXPERIMENT 'e' 2 PARAMS_SORTED 2, 1 {OUT}",
        60,
        "PARAMS_SORTED lists the parameters in ascending order",
    ),
    (
        "empty set of symbols",
        f"VARIABLES a EXPERIMENT 'e' 1 {OUT}",
        13,
        "an experiment with parameters needs an ALPHABET of their symbols",
    ),
    (
        "empty set of symbols",
        f"VARIABLES a EXPERIMENT 'e' 2 PARAMS_SORTED 1, 2 {OUT}",
        13,
        "an experiment with parameters needs an ALPHABET of their symbols",
    ),
    ("nothing secret", "EXPERIMENT 'e' 0 OUTCOME 'y' And(Or(x))", 39, ""),
    ("no experiment", "VARIABLES a", 1, "the game has no experiment"),
    (
        "nothing observed, or both ways",
        "VARIABLES a EXPERIMENT 'e' 0",
        13,
        'the experiment "e" has no outcome',
    ),
]


@pytest.mark.parametrize(("kind", "program", "column", "message"), ROWS, ids=[row[1] for row in ROWS])
def test_mistakes(kind: str, program: str, column: int, message: str) -> None:
    found = mistakes(program)
    if kind == "nothing secret":
        assert [mistake.kind for mistake in found] == ["nothing secret", "unknown name"]
        return
    (mistake,) = found
    assert mistake.kind == kind
    assert mistake.message == message
    assert mistake.span is not None
    assert (mistake.span.line, mistake.span.column) == (1, column)
    assert mistake.text == program


def test_parameters_without_symbols_are_counted_before_they_are_made() -> None:
    found = mistakes("VARIABLES a EXPERIMENT 'e' 999999999 OUTCOME 'y' a OUTCOME 'n' !a")
    assert [m.kind for m in found] == ["empty set of symbols", "limit reached"]


def test_every_experiment_without_an_alphabet_is_reported() -> None:
    found = mistakes(f"VARIABLES a EXPERIMENT 'e' 2 {OUT} EXPERIMENT 'f' 3 PARAMS_SORTED 1, 3 {OUT}")
    assert [(m.kind, m.span.column) for m in found if m.span] == [
        ("empty set of symbols", 13),
        ("empty set of symbols", 59),
    ]


def test_independent_mistakes_are_reported_in_one_run() -> None:
    text = "VARIABLES heavy, b\nCONSTRAINT heavvy\nEXPERIMENT 'e' 0\nOUTCOME 'y' c\nOUTCOME 'n' M$1"
    found = mistakes(text)
    assert [(m.kind, m.span.line) for m in found if m.span] == [
        ("unknown name", 2),
        ("unknown name", 4),
        ("unknown name", 5),
    ]
    assert found[0].hint == "did you mean `heavy`?"


def test_definitions_are_refused() -> None:
    with pytest.raises(LanguageError, match="-D n: a game in the core language has no parameters"):
        load_text(COLOURS, definitions={"n": "3"})
