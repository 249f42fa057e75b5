"""Every mistake of meaning: a smallest program, its kind, place and message, in one long table."""

from __future__ import annotations

from pathlib import Path

import pytest

from cobra.errors import Diagnostic, GameError, LanguageError
from cobra.language.load import load, load_text

WORDS = "caste\nlines\nalter\n"
TABLE = "fault,weight,lamp\nflat battery,5,off\nbroken charger,3,on\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a word list and a table, beside which a word list lies outside."""
    inner = tmp_path / "game"
    inner.mkdir()
    (inner / "words.txt").write_text(WORDS, encoding="utf-8")
    (inner / "empty.txt").write_text("\n", encoding="utf-8")
    (inner / "table.csv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "outside.txt").write_text(WORDS, encoding="utf-8")
    return inner


def mistakes(
    text: str, folder: Path | None = None, definitions: dict[str, str] | None = None
) -> list[Diagnostic]:
    with pytest.raises(LanguageError) as raised:
        load_text(text, folder=folder, definitions=definitions)
    return list(raised.value.diagnostics)


ROWS = [
    # kind, program, column, end column, message
    ("unknown name", "constraint heavy", 12, 17, "the name `heavy` is not known here"),
    ("unknown name", "secret s : a..3", 12, 13, "the name `a` is not known here"),
    ("name defined twice", "param n = 1 param n = 2", 19, 20, "the name `n` is already defined, in line 1"),
    (
        "name defined twice",
        "variable count",
        10,
        15,
        "`count` is a function of the language and cannot be a name",
    ),
    ("name defined twice", "variable a def f(a) = 1", 18, 19, "the name `a` is already defined, in line 1"),
    (
        "name defined twice",
        "variable a constraint any(a in 1..2 : true)",
        27,
        28,
        "the name `a` is already defined, in line 1",
    ),
    (
        "name defined twice",
        "variable a experiment h() observe a experiment h() observe a",
        48,
        49,
        "there is already an experiment `h`",
    ),
    (
        "name defined twice",
        'variable a experiment g() outcome "x" : a outcome "x" : !a',
        51,
        54,
        'there is already an outcome "x"',
    ),
    (
        "name defined twice",
        "variable a experiment g() observe a weight 1 weight 2",
        46,
        54,
        "`weight` is there twice",
    ),
    (
        "wrong number of indices or arguments",
        "variables x[1..3] constraint x[1, 2]",
        30,
        37,
        "`x` has 1 index, not 2",
    ),
    (
        "wrong number of indices or arguments",
        "variable x constraint x[1]",
        23,
        27,
        "`x` has no indices: it is a formula",
    ),
    (
        "wrong number of indices or arguments",
        "def f(x) = x weight f(1, 2)",
        21,
        28,
        "`f` needs 1 argument, not 2",
    ),
    (
        "wrong number of indices or arguments",
        "def f(x) = x weight f",
        21,
        22,
        "the function `f` needs 1 argument",
    ),
    (
        "wrong number of indices or arguments",
        "variable a constraint a(1)",
        23,
        27,
        "`a` is no function with arguments",
    ),
    ("wrong number of indices or arguments", "weight abs(1, 2)", 8, 17, "`abs` needs 1 argument, not 2"),
    (
        "no generator",
        "variable a constraint any(a : true)",
        23,
        36,
        "`any` has a `:` but no generator such as `i in 1..3` before it",
    ),
    ("no comprehension possible", "weight abs(i in 1..2 : i)", 8, 26, "`abs` takes no comprehension"),
    ("wrong kind", "weight true", 8, 12, "a whole number is needed here, but this is a formula"),
    (
        "wrong kind",
        "secret s : 1..3 constraint s",
        28,
        29,
        "a formula is needed here, but this is a whole number",
    ),
    (
        "wrong kind",
        'variable a constraint "x" < 3',
        23,
        26,
        "a whole number is needed here, but this is a word",
    ),
    (
        "wrong kind",
        "variable a constraint any(i in a : a)",
        32,
        33,
        "a set is needed here, but this is a formula",
    ),
    (
        "wrong kind",
        "variable a constraint (if a then 1 else true) = 1",
        34,
        35,
        "the branches of an if are of one kind, but this is a whole number and another is a formula",
    ),
    ("wrong kind", "secret w in 3", 13, 14, "a list of words is needed here, but this is a whole number"),
    (
        "wrong kind",
        "weight min({red blue})",
        12,
        22,
        "only whole numbers have a minimum, and this is a set of words",
    ),
    (
        "kinds never equal",
        "secret c : {red green} constraint c = 1",
        35,
        40,
        "a whole number and a word are never equal",
    ),
    (
        "kinds never equal",
        "variable a constraint 1 in {red}",
        23,
        33,
        "a whole number is never in a set of words",
    ),
    (
        "formulas compared by =",
        "variables a, b constraint a = b",
        27,
        32,
        "`=` compares numbers and words, not formulas",
    ),
    (
        "must be ground",
        "variable a experiment g(i : 1..3) where a observe i",
        41,
        42,
        "a where must not depend on the secret",
    ),
    (
        "must be ground",
        "variable a experiment g() observe count(j in 1..3, a : a)",
        52,
        53,
        "a filter must not depend on the secret",
    ),
    ("must be ground", "variable a weight 3 / count(a)", 23, 31, "a divisor must not depend on the secret"),
    (
        "must be ground",
        "variable a constraint exactly(count(a), a, a)",
        31,
        39,
        "the number after `exactly(` must not depend on the secret",
    ),
    (
        "must be ground",
        "variable a weight count(i in 1..count(a) : a)",
        33,
        41,
        "the ends of a range must not depend on the secret",
    ),
    (
        "must be ground",
        "variable a def f(x) = if x then f(a) else true constraint f(true)",
        35,
        36,
        "an argument of a recursive call must not depend on the secret",
    ),
    ("index outside its set", "variables x[1..3] constraint x[4]", 32, 33, "the index 4 is outside 1..3"),
    (
        "index outside its set",
        "secret s : 1..3 variables x[1..2] constraint x[s]",
        48,
        49,
        "the index 3 is outside 1..2",
    ),
    (
        "index outside its set",
        "variables x[{1 4 red}] constraint x[3]",
        37,
        38,
        'the index 3 is outside {1 4 "red"}',
    ),
    (
        "index outside its set",
        "variables x[1..3] experiment g(i : 1..4) observe x[i]",
        52,
        53,
        "the index 4 is outside 1..3, in the experiment g(4)",
    ),
    ("empty set of symbols", "secret s : 3..1", 12, 16, "this set of symbols is empty"),
    ("empty set of symbols", "alphabet c = 3..1", 14, 18, "this set of symbols is empty"),
    ("symbol listed twice", "alphabet c = {red red}", 19, 22, 'the symbol "red" is listed twice'),
    ("parameter out of range", "param n = 5 in 1..4", 11, 12, "n = 5 is outside 1..4"),
    ("parameter out of range", "param n = 5 in {1 4}", 11, 12, "n = 5 is outside {1 4}"),
    ("divisor not positive", "weight 1 / 0", 12, 13, "a divisor must be positive, but this is 0"),
    ("divisor not positive", "weight 1 % -2", 12, 14, "a divisor must be positive, but this is -2"),
    (
        "divisor not positive",
        "variable a experiment g(i : 1..3) observe 6 / (i - 1)",
        47,
        54,
        "a divisor must be positive, but this is 0, in the experiment g(1)",
    ),
    ("minimum of nothing", "weight min(i in 1..0 : i)", 8, 26, "the minimum of nothing is not defined"),
    ("minimum of nothing", "weight max(2..1)", 8, 17, "the maximum of nothing is not defined"),
    (
        "minimum of nothing",
        "variable a experiment g(s : set of 1..3) observe min(s)",
        50,
        56,
        "the minimum of nothing is not defined, in the experiment g({})",
    ),
    ("recursion without end", "def f(x) = f(x) weight f(1)", 12, 16, "this call of `f` needs itself"),
    ("recursion without end", "def f = g def g = f weight f", 19, 20, "this call of `f` needs itself"),
    (
        "limit reached",
        "def f(x) = f(x + 1) weight f(1)",
        12,
        20,
        "calls inside calls, more than 2,000 deep; raise the limit with --limit nesting=N",
    ),
    (
        "limit reached",
        "variables v[1..10000000]",
        1,
        25,
        "the set 1..10000000: about 10,000,000 needed, the limit is 1,000,000; "
        "raise it with --limit propositions=N",
    ),
    (
        "limit reached",
        "variables v[1..2000, 1..2000]",
        1,
        30,
        "the propositions up to `v`: about 4,000,000 needed, the limit is 1,000,000; "
        "raise it with --limit propositions=N",
    ),
    (
        "limit reached",
        "secret s : 1..100000",
        1,
        21,
        "the values of an expression: about 100,000 needed, the limit is 10,000; "
        "raise it with --limit values=N",
    ),
    (
        "file missing or outside the folder",
        'secret w in lines("../outside.txt")',
        19,
        35,
        'the file "../outside.txt" is outside the folder of the game, where a game may not look',
    ),
    (
        "file missing or outside the folder",
        'file f = "../outside.txt"',
        10,
        26,
        'the file "../outside.txt" is outside the folder of the game, where a game may not look',
    ),
    (
        "words that do not fit",
        'secret w[1..9] : {a b} in lines("words.txt")',
        27,
        45,
        'the word "caste" of words.txt has 5 letters, not 9',
    ),
    (
        "words that do not fit",
        'secret w : {c a s t e} in lines("words.txt")',
        27,
        45,
        '"l" in the word "lines" of words.txt is none of the symbols',
    ),
    ("words that do not fit", 'secret w in lines("empty.txt")', 13, 31, "there are no words in empty.txt"),
    ("no such row or column", 'weight cell("table.csv", "x", "weight")', 26, 29, 'the table has no row "x"'),
    (
        "no such row or column",
        'weight cell("table.csv", "flat battery", "wieght")',
        42,
        50,
        'the table has no column "wieght"',
    ),
    (
        "weight not positive",
        "variable a weight count(a)",
        19,
        27,
        "a weight must be positive, but this may be 0",
    ),
    ("nothing secret", "experiment g() observe 1", 1, 15, "nothing is secret in this game"),
    ("nothing secret", "aux variable a experiment g() observe a", 1, 15, "nothing is secret in this game"),
    ("no experiment", "variable a", 1, 11, "the game has no experiment"),
    (
        "nothing observed, or both ways",
        "variable a experiment g()",
        12,
        26,
        "nothing is observed in the experiment `g`",
    ),
    (
        "nothing observed, or both ways",
        'variable a experiment g() observe a outcome "x" : a',
        37,
        52,
        "an experiment has either `observe` or `outcome`, not both",
    ),
    (
        "nothing observed, or both ways",
        "variable a experiment g() observe a observe a",
        37,
        46,
        "`observe` is there twice",
    ),
    (
        "two endings",
        "variable a goal a experiment g() observe a final a",
        44,
        51,
        "a game ends by a `goal` or by a `final`, not by both",
    ),
    ("two endings", "variable a experiment g() observe a final a final a", 45, 52, "`final` is there twice"),
    (
        "wrong number of {}",
        'variable a experiment g() observe a as "{}{}"',
        40,
        46,
        "the text has 2 `{}`, but 1 value is observed",
    ),
    (
        "cost negative",
        "variable a experiment g() observe a cost 0 - 2",
        42,
        47,
        "a cost cannot be negative, but this may be",
    ),
    (
        "name defined twice",
        "variable a experiment g() observe a cost 1 cost 2",
        44,
        50,
        "`cost` is there twice",
    ),
    (
        "parameter out of range",
        "variable a experiment g() observe a limit 0",
        37,
        44,
        "an experiment can be limited to 1..1,000 times, not 0",
    ),
    (
        "not a state",
        "variable a experiment g() observe a then a = 1",
        42,
        43,
        "`a` is no state, so it cannot change",
    ),
    (
        "state outside an experiment",
        "variable a state s = 1 in 0..2 def f = s = 1 constraint a <-> f experiment g() observe a",
        63,
        64,
        "`f` speaks of the state, which is known in the clauses of experiments only",
    ),
    (
        "parameter out of range",
        "variable a state s = 3 in 0..2 experiment g() observe a",
        22,
        23,
        "`s` cannot begin with 3: its values are 0..2",
    ),
    (
        "wrong number of indices or arguments",
        "variable a state s[1..2] = 0 in 0..2 experiment g() observe a then s = 1",
        68,
        73,
        "`s` has 1 index, not 0",
    ),
    (
        "index outside its set",
        "variable a state s[1..2] = 0 in 0..2 experiment g() observe a then s[3] = 1",
        70,
        71,
        "the index 3 is outside 1..2",
    ),
    (
        "must be ground",
        "variable a state s = 0 in 0..2 experiment g() observe a lost when a",
        67,
        68,
        "what is lost must not depend on the secret",
    ),
    (
        "must be ground",
        "variable a experiment g(i : 1..3) for m in (if a then 1..1 else 2..3) observe a",
        44,
        70,
        "a set that is gone through must not depend on the secret",
    ),
    (
        "must be ground",
        "variable a experiment g() observe for i in (if a then 1..1 else 2..3) : a",
        44,
        70,
        "a set that is gone through must not depend on the secret",
    ),
    (
        "must be ground",
        "variable a goal for i in (if a then 1..1 else 2..3) : a experiment g() observe a",
        26,
        52,
        "a set that is gone through must not depend on the secret",
    ),
    (
        "must be ground",
        "variable a experiment g() observe count(i in (if a then 1..1 else 2..3) : a)",
        46,
        72,
        "a set that is gone through must not depend on the secret",
    ),
    (
        "must be ground",
        "variable a experiment g(i : (if a then 1..2 else 2..3)) observe a",
        29,
        55,
        "this set must not depend on the secret",
    ),
    (
        "must be ground",
        "variable a variables b[(if a then 1..2 else 2..3)] experiment g() observe a",
        24,
        50,
        "this set must not depend on the secret",
    ),
    (
        "state outside an experiment",
        "variable a state s = 1 in 0..2 experiment g() observe a experiment h() for m in 1..1, s=1 observe a",
        87,
        88,
        "`s` speaks of the state, which is known in the clauses of experiments only",
    ),
    (
        "state outside an experiment",
        "variable a state s = 1 in 0..2 def f(x) = s + x experiment g(i : 1..f(1)) observe a",
        69,
        70,
        "`f` speaks of the state, which is known in the clauses of experiments only",
    ),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "program", "column", "end", "message"), ROWS, ids=[row[1] for row in ROWS])
def test_mistakes(kind: str, program: str, column: int, end: int, message: str, folder: Path) -> None:
    (mistake,) = mistakes(program, folder)
    assert mistake.kind == kind
    assert mistake.message == message
    assert mistake.span is not None
    assert (mistake.span.line, mistake.span.column, mistake.span.end_column) == (1, column, end)
    assert mistake.text == program


def test_a_missing_file_is_named(folder: Path) -> None:
    (mistake,) = mistakes('secret w in lines("word.txt")', folder)
    assert mistake.kind == "file missing or outside the folder"
    assert mistake.message == f"{folder / 'word.txt'}: there is no such file"


@pytest.mark.parametrize(
    ("program", "hint"),
    [
        ("variable heavy constraint heavvy", "did you mean `heavy`?"),
        ("variable a constraint al(a)", "did you mean `all`?"),
        (
            "variables a, b constraint a = b",
            "two formulas are compared by `<->`; a single one stands by itself: heavy, !heavy",
        ),
        ('weight cell("table.csv", "flat battery", "wieght")', "did you mean `weight`?"),
        ("variable a", "`experiment` says what may be asked"),
    ],
)
def test_hints(program: str, hint: str, folder: Path) -> None:
    assert mistakes(program, folder)[0].hint == hint


def test_independent_mistakes_are_reported_in_one_run() -> None:
    text = """variables a, b[1..2]
constraint c & d
constraint b[3]
weight true
def unused(x) = y
experiment g(i : 1..2)
  where a
  observe 1 / 0
  final b[0] & e
experiment h(i : 1..2)
  where a
  observe 1 / 0
  final b[0]
"""
    found = [(m.kind, m.span.line, m.span.column) for m in mistakes(text) if m.span is not None]
    assert found == [
        ("unknown name", 2, 12),
        ("unknown name", 2, 16),
        ("index outside its set", 3, 14),
        ("wrong kind", 4, 8),
        ("unknown name", 5, 17),
        ("unknown name", 9, 16),
        ("must be ground", 11, 9),
        ("divisor not positive", 12, 15),
        ("index outside its set", 13, 11),
    ]


def test_what_is_there_twice_is_reported_with_the_rest() -> None:
    text = 'secret s : 1..3 weight 1 weight t game "a" game "b" experiment g() observe s + q'
    assert [mistake.message for mistake in mistakes(text)] == [
        "`weight` is there twice",
        "the name `t` is not known here",
        "`game` is there twice",
        "the name `q` is not known here",
    ]


def test_a_wrong_definition_is_reported_once() -> None:
    text = "secret s : 3..1 variable a constraint s = 2 experiment g() observe s, a"
    assert [mistake.kind for mistake in mistakes(text)] == ["empty set of symbols"]


GAME = 'param pegs = 2 in 1..4 file words = "words.txt" secret s[1..pegs] : 1..3 experiment g() observe s'


def test_definitions_override_parameters_and_files(folder: Path) -> None:
    game = load_text(GAME, folder=folder, definitions={"pegs": "3", "words": "other.txt"})
    assert game.arguments == (("pegs", 3), ("words", "other.txt"))
    assert len(game.codes.slots) == 3


@pytest.mark.parametrize(
    ("name", "value", "kind", "message", "hint"),
    [
        ("pegs", "9", "parameter out of range", "pegs = 9 is outside 1..4", ""),
        (
            "pegs",
            "two",
            "parameter out of range",
            "-D pegs=two: a whole number of at most nine digits is needed",
            "",
        ),
        ("pges", "3", "unknown parameter", "-D pges: the game has no such parameter", "did you mean `pegs`?"),
        (
            "colours",
            "3",
            "unknown parameter",
            "-D colours: the game has no such parameter",
            "the parameters are pegs, words",
        ),
    ],
)
def test_wrong_definitions(name: str, value: str, kind: str, message: str, hint: str, folder: Path) -> None:
    (mistake,) = mistakes(GAME, folder, {name: value})
    assert (mistake.kind, mistake.message, mistake.hint) == (kind, message, hint)


def test_a_file_named_by_the_user_may_lie_anywhere(folder: Path) -> None:
    text = 'file words = "words.txt" secret s in lines(words) experiment g() observe s'
    game = load_text(text, folder=folder, definitions={"words": str(folder.parent / "outside.txt")})
    assert len(game.codes.tables[0].rows) == 3


def test_a_missing_game_suggests_the_nearest() -> None:
    with pytest.raises(GameError, match="did you mean mastermind"):
        load("mastermnid")
    with pytest.raises(GameError, match="cobra games"):
        load("chess")
