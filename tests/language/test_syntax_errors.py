"""What is said about texts that are not in the language: kind, place, message and hint of every mistake."""

from __future__ import annotations

import pytest

from cobra.errors import MOST_MISTAKES, Diagnostic, LanguageError
from cobra.language.parse import parse
from cobra.language.source import Source
from cobra.limits import Limits
from cobra.nearest import nearest


def mistakes(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(LanguageError) as caught:
        parse(Source(None, "game", text), Limits())
    return caught.value.diagnostics


NOT_CLOSED = "it is still open at the end of the file"
ALWAYS_ELSE = "it is always written: if a then b else c"
DISTINCT = "`distinct` stands before the set: code[1..4] : distinct 1..6"
CHAIN = "a chain goes in one direction, as a <= x < b; join two conditions with `&`"
PARENTHESES = "the parameters stand in parentheses, which are empty where there are none: experiment look()"

# program, kind, column, message, hint: one row for each syntactic row of the table of errors, then variants
DIGITS = "a decimal has at most 9 digits on either side of its point"

TABLE = [
    (
        "game Mastermind",
        "something else expected",
        6,
        "expected a string, found `Mastermind`",
        'a string stands between quotes: "Mastermind"',
    ),
    (
        "experment g() observe 1",
        "misspelt keyword",
        1,
        "`experment` is no word of the language",
        "did you mean `experiment`?",
    ),
    (
        "param where = 3",
        "keyword as a name",
        7,
        "`where` is a word of the language and cannot be a name",
        "choose another name, such as where_1",
    ),
    (
        "variables x[1..3 constraint x[1]",
        "bracket not closed",
        12,
        "this `[` is not closed",
        "it is still open at `constraint` in line 1",
    ),
    ('game "x', "string not closed", 6, "this string is not closed", ""),
    (
        "variable x;",
        "foreign character",
        11,
        "`;` means nothing here",
        "nothing is needed at the end of a statement",
    ),
    ("variable a constraint a && a", "foreign operator", 25, "`&&` is written `&` here", ""),
    ("variable a constraint a || a", "foreign operator", 25, "`||` is written `|` here", ""),
    ("variable a constraint a == a", "foreign operator", 25, "`==` is written `=` here", ""),
    ("variable a constraint a and a", "foreign operator", 25, "`and` is written `&` here", ""),
    ("variable a constraint a or a", "foreign operator", 25, "`or` is written `|` here", ""),
    ("variable a constraint not a", "foreign operator", 23, "`not` is written `!` here", ""),
    (
        'variable a experiment g() outcome "a" a',
        "colon missing",
        39,
        "a `:` is missing before `a`",
        "",
    ),
    ("def f = if true then 1", "else missing", 9, "this `if` has no `else`", ALWAYS_ELSE),
    (
        "let x = 3",
        "clause outside an experiment",
        1,
        "`let` belongs to an experiment, and no experiment is open here",
        "a definition for the whole game is made with `def`",
    ),
    (
        "def f(x) = 2x",
        "number and name run together",
        12,
        "`2x` is neither a number nor a name",
        "a product needs its sign: 2 * x",
    ),
    ("secret s[1..2] : 1..3, distinct", "comma before distinct", 22, "`distinct` follows no comma", DISTINCT),
    (
        "constraint 1 < 3 > 2",
        "chain of two directions",
        18,
        "this `>` turns a chain of comparisons round",
        CHAIN,
    ),
    # something else expected
    ("param n 4", "something else expected", 9, "expected `=`, found `4`", ""),
    ("param 4 = 4", "something else expected", 7, "expected a name, found `4`", ""),
    ("constraint a <", "something else expected", 14, "expected an expression after `<`", ""),
    (
        "variable a b",
        "something else expected",
        12,
        "expected `,`, `[` or the next statement, found `b`",
        "",
    ),
    (
        "constraint a b",
        "something else expected",
        14,
        "expected an operator or the next statement, found `b`",
        "",
    ),
    (
        "experiment g() observe a b",
        "something else expected",
        26,
        "expected an operator, `,`, `as`, `then`, `with` or the next statement or clause, found `b`",
        "",
    ),
    ("experiment a", "something else expected", 12, "expected `(` after `a`", PARENTHESES),
    ("experiment a i : 1..4", "something else expected", 14, "expected `(`, found `i`", PARENTHESES),
    ("experiment a observe x", "something else expected", 12, "expected `(` after `a`", PARENTHESES),
    ("alphabet c = {}", "something else expected", 15, "expected a symbol, found `}`", ""),
    (
        "secret s : , 1",
        "something else expected",
        12,
        "expected a set of symbols, found `,`",
        "",
    ),
    (
        "def f = 1 + if a then b else c",
        "something else expected",
        13,
        "expected an expression, found the keyword `if`",
        "inside an expression an `if` stands in parentheses",
    ),
    (
        "constraint a in b in c",
        "something else expected",
        19,
        "`in` cannot go on from the one before",
        "join two conditions with `&`",
    ),
    (
        "constraint a = b != c",
        "something else expected",
        18,
        "`!=` cannot go on from the one before",
        "join two conditions with `&`",
    ),
    ("def f = 1..2..3", "something else expected", 13, "`..` cannot go on from the one before", ""),
    (
        "secret s : 1..3 distinct",
        "something else expected",
        17,
        "expected an operator or the next statement, found the keyword `distinct`",
        DISTINCT,
    ),
    ("x & y", "something else expected", 1, "expected a statement, found `x`", ""),
    ("crane slate", "something else expected", 1, "expected a statement, found `crane`", ""),
    ("def f = if x 1 else 2", "something else expected", 14, "expected an operator or `then`, found `1`", ""),
    (
        "aux param n = 1",
        "something else expected",
        1,
        "expected `secret`, `variable` or `variables` after the keyword `aux`",
        "",
    ),
    # misspelt keywords, also inside statements and in other letter case
    (
        "secert s : 1..3",
        "misspelt keyword",
        1,
        "`secert` is no word of the language",
        "did you mean `secret`?",
    ),
    ('Game "x"', "misspelt keyword", 1, "`Game` is no word of the language", "did you mean `game`?"),
    (
        "def f = if a thn b else c",
        "misspelt keyword",
        14,
        "`thn` is no word of the language",
        "did you mean `then`?",
    ),
    # keywords as names
    (
        "variables a, cost, b",
        "keyword as a name",
        14,
        "`cost` is a word of the language and cannot be a name",
        "choose another name, such as cost_1",
    ),
    (
        "alphabet c = {left in}",
        "keyword as a name",
        20,
        "`in` is a word of the language and cannot be a name",
        'in quotes it is a word like others: "in"',
    ),
    (
        "def limit(x) = x",
        "keyword as a name",
        5,
        "`limit` is a word of the language and cannot be a name",
        "choose another name, such as limit_1",
    ),
    # brackets
    ("constraint (a | (b & c)", "bracket not closed", 12, "this `(` is not closed", NOT_CLOSED),
    (
        "constraint (a | b] & c",
        "bracket not closed",
        12,
        "this `(` is not closed",
        "it is still open at `]` in line 1",
    ),
    ("constraint a)", "bracket not closed", 13, "nothing is open that this `)` could close", ""),
    (
        "secret s[1..3 : 1..6",
        "bracket not closed",
        9,
        "this `[` is not closed",
        "it is still open at `:` in line 1",
    ),
    (
        "def f = (1 < 2 > 3)",
        "chain of two directions",
        16,
        "this `>` turns a chain of comparisons round",
        CHAIN,
    ),
    # characters and operators of other languages
    ("constraint 'a' = b", "foreign character", 12, "a string stands between double quotes", 'write "a"'),
    (
        "constraint .5 < 1",
        "foreign character",
        12,
        "`.` means nothing here",
        "a range is written 1..3, a decimal 0.5",
    ),
    ("variable a\0", "foreign character", 11, "the character U+0000 means nothing here", ""),
    ("def f = a ≤ b", "foreign operator", 11, "`≤` is written `<=` here", ""),
    (
        "def f = 2 ** 3",
        "foreign operator",
        11,
        "`**` means nothing here",
        "there are no powers; multiply with *",
    ),
    ("def f := 2", "foreign operator", 7, "`:=` is written `=` here", ""),
    ("def f = a mod b", "foreign operator", 11, "`mod` is written `%` here", ""),
    # colons
    ("secret code[1..4] colour", "colon missing", 19, "a `:` is missing before `colour`", ""),
    ("experiment g(g distinct c)", "colon missing", 16, "a `:` is missing before the keyword `distinct`", ""),
    ("constraint any(i in 1..3 a)", "colon missing", 26, "a `:` is missing before `a`", ""),
    (
        "experiment g() observe for i in 1..3 if a then b else c",
        "colon missing",
        38,
        "a `:` is missing before the keyword `if`",
        "",
    ),
    # else
    ("def f = (if a then b) + 1", "else missing", 10, "this `if` has no `else`", ALWAYS_ELSE),
    ("def f = if a then if b then 1 else 2", "else missing", 9, "this `if` has no `else`", ALWAYS_ELSE),
    ("def f = if a then 1 else if b then 2", "else missing", 9, "this `if` has no `else`", ALWAYS_ELSE),
    # clauses, commas, numbers
    (
        "variable a observe a",
        "clause outside an experiment",
        12,
        "`observe` belongs to an experiment, and no experiment is open here",
        "",
    ),
    (
        "experiment g(s[1..2] : 1..3, distinct) observe 1",
        "comma before distinct",
        28,
        "`distinct` follows no comma",
        DISTINCT,
    ),
    ("param n = 1234567890", "limit reached", 11, "a number has at most 9 digits", ""),
    # the core language
    (
        "VARIABLES x, y CONSTRAINT Exactly-1(x, y EXPERIMENT 'a' 0",
        "bracket not closed",
        36,
        "this `(` is not closed",
        "it is still open at `EXPERIMENT` in line 1",
    ),
    (
        "VARIABLE x OUTCOME 'a' x",
        "clause outside an experiment",
        12,
        "this belongs to an experiment, and there is no EXPERIMENT above it",
        "",
    ),
    (
        "VARIABLE x CONSTRAIN x",
        "misspelt keyword",
        12,
        "`CONSTRAIN` is no word of the language",
        "did you mean `CONSTRAINT`?",
    ),
    (
        "VARIABEL x",
        "misspelt keyword",
        1,
        "`VARIABEL` is no word of the language",
        "did you mean `VARIABLE`?",
    ),
    (
        "EXPERIMENT g 2",
        "something else expected",
        12,
        "expected a string, found `g`",
        'a string stands between quotes: "g"',
    ),
    (
        "VARIABLE x CONSTRAINT x x",
        "something else expected",
        25,
        "expected an operator or the next statement, found `x`",
        "",
    ),
    ("VARIABLE x CONSTRAINT x &", "something else expected", 25, "expected a formula after `&`", ""),
    ("VARIABLE x CONSTRAINT x = x", "foreign character", 25, "`=` means nothing here", ""),
    ("VARIABLE 'x", "string not closed", 10, "this string is not closed", ""),
    ("VARIABLE x EXPERIMENT 'a' 1234567890", "limit reached", 27, "a number has at most 9 digits", ""),
    ("weight 0.1234567891", "limit reached", 8, DIGITS, ""),
    ("weight 1234567891.5", "limit reached", 8, DIGITS, ""),
    (
        "constraint a => b",
        "foreign operator",
        14,
        "`=>` is written `>=` here",
        "if it is meant that one thing follows from another: a -> b",
    ),
    ("constraint a implies b", "foreign operator", 14, "`implies` is written `->` here", ""),
    ("constraint a iff b", "foreign operator", 14, "`iff` is written `<->` here", ""),
    ("constraint a is 3", "foreign operator", 14, "`is` is written `=` here", ""),
    ("constraint a xor b", "foreign operator", 14, "`a xor b` is written `!(a <-> b)` here", ""),
    (
        "constraint a not in 1..3",
        "foreign operator",
        14,
        "`not in` is written `in` here, with a `!` before all of it",
        "such as !(x in 1..3)",
    ),
    (
        "weight if a then 1 elif b then 2 else 3",
        "foreign operator",
        20,
        "`elif` is written `else if` here",
        "",
    ),
    (
        "secret s : set(2) of 1..6",
        "something else expected",
        12,
        "only a parameter can be a set",
        "a secret that is a set says of each member whether it is in it: variables chosen[1..6]",
    ),
    (
        'experiment g() outcome "a" : x outcome "b" : else',
        "something else expected",
        46,
        "each outcome says when it is given, the last one, too",
        'such as !(a | b); or: observe if a then "hot" else if b then "warm" else "cold"',
    ),
]


@pytest.mark.parametrize(
    ("program", "kind", "column", "message", "hint"), TABLE, ids=[f"{row[1]}: {row[0]}" for row in TABLE]
)
def test_table(program: str, kind: str, column: int, message: str, hint: str) -> None:
    (found,) = mistakes(program)
    assert found.span is not None
    assert (found.kind, found.span.line, found.span.column) == (kind, 1, column)
    assert (found.message, found.hint, found.text) == (message, hint, program)


@pytest.mark.parametrize(("text", "is_list"), [("crane\nslate\n", True), ("crane\nslate = 1\n", False)])
def test_a_list_of_words_is_known_for_one(text: str, is_list: bool) -> None:
    found = mistakes(text)[0]
    hint = "a list of words is a file of a game, as in: cobra analyze wordle -D answers=FILE"
    assert (found.message, found.hint) == ("expected a statement, found `crane`", hint if is_list else "")


BRACES = "a set is listed in braces: {1 2 3}"
TAKEN_FROM = "each parameter says what it is taken from: ask(x : 1..6, y : 1..6)"


@pytest.mark.parametrize(
    ("wrong", "column", "hint"),
    [
        ("constraint a in {1..3}", 19, "a range stands without braces: 1..6"),
        ("secret s : [red, green]", 12, BRACES),
        ("secret s : distinct (red, green)", 25, BRACES),
        ("alphabet a = [red, green]", 14, BRACES),
        ("alphabet a = (red, green)", 18, BRACES),
        ("alphabet a = red green", 18, "symbols are listed in braces: {red green}"),
        ("experiment e(x : [red, green]) observe a", 18, BRACES),
        ("experiment e(x) observe a", 15, TAKEN_FROM),
        ("experiment e(x, y : 1..3) observe a", 15, TAKEN_FROM),
        (
            "experiment e(x : 1..3, x != 2) observe a",
            26,
            "what parameters have to keep to is a clause behind them: where x != y",
        ),
        (
            "experiment e() observe a with 90%, b with 10%",
            34,
            "a chance is a number: with 1/10, or 0.1",
        ),
    ],
)
def test_how_sets_parameters_and_chances_are_written(wrong: str, column: int, hint: str) -> None:
    found = mistakes(wrong)[0]
    assert found.span is not None
    assert (found.span.column, found.hint) == (column, hint)


STATE = "a state begins with a value, and has a set of values: state last = 1 in 1..6"
MOVE = "where a secret can move is said so: move x = one of x - 1, x + 1"
BEHIND = "what is said stands just behind the word, as in limit 2"
LIES = "how many answers may be wrong is said so: lies at most 1"


@pytest.mark.parametrize(
    ("wrong", "column", "hint"),
    [
        ("state s : 1..3 = 2", 9, STATE),
        ("state s = 2", 11, STATE),
        ("state s = 2 to 3", 13, STATE),
        ("move x to x + 1", 8, MOVE),
        ("move x = x - 1, x + 1", 10, MOVE),
        ("move x = one of x - 1 or x + 1", 23, MOVE),
        ("experiment e() observe x limit = 2", 32, BEHIND),
        ("experiment e() observe x cost = 2", 31, BEHIND),
        ("experiment e() observe x price 2", 26, "what an experiment costs is said so: cost 2"),
        ("noise = 1/10", 7, BEHIND),
        ('draw "pegs"', 6, "a kind of drawing stands behind the word, as in draw pegs"),
        ("draw = pegs", 6, "a kind of drawing stands behind the word, as in draw pegs"),
        ("noise 10%", 9, "a chance is a number: noise 1/10, or 0.1"),
        ("lies at most = 1", 14, BEHIND),
        ("def a = 1 lies at mots 1", 11, LIES),
        ("def a = 1 lies 1", 11, LIES),
    ],
)
def test_how_states_prices_lies_and_moves_are_written(wrong: str, column: int, hint: str) -> None:
    found = mistakes(wrong)[0]
    assert found.span is not None
    assert (found.span.column, found.hint) == (column, hint)


def test_the_place_is_shown() -> None:
    (found,) = mistakes('game "x"\nparam\tn 4')
    assert found.render().split("\n") == [
        "game:2:9: error: expected `=`, found `4`",
        "  2 | param\tn 4",
        "    |      \t  ^",
    ]


def test_of_a_long_line_the_surroundings_are_shown() -> None:
    (found,) = mistakes("constraint " + "a & " * 1000 + "\x1b" + "a | " * 1000 + "a")
    first, line, marks, *_ = found.render().split("\n")
    assert first == "game:1:4012: error: the character U+001B means nothing here"
    assert line == "  1 | " + "a & " * 20 + "\N{REPLACEMENT CHARACTER}" + "a | " * 19 + "a |"
    assert marks == "    | " + " " * 80 + "^"


def places(text: str) -> list[tuple[str, int, int]]:
    return [(d.kind, d.span.line, d.span.column) for d in mistakes(text) if d.span]


def test_all_independent_mistakes_in_one_run() -> None:
    text = """game Mastermind
param n = 4 in 1..
secret code[1..n : 0..5
experment guess(g[1..n] : 0..5)
  let black = cuont(i in 1..n : code[i] == g[i])
  let white black
  observe black as
  final black = n
let late = 1
"""
    assert places(text) == [
        ("something else expected", 1, 6),
        ("something else expected", 2, 17),
        ("bracket not closed", 3, 12),
        ("misspelt keyword", 4, 1),
        ("foreign operator", 5, 41),
        ("something else expected", 6, 13),
        ("something else expected", 7, 17),
    ]


def test_clauses_of_a_broken_experiment_are_still_read() -> None:
    assert places("experiment g(x = 1..3) observe 1 let a 2 param where = 1") == [
        ("something else expected", 1, 16),
        ("something else expected", 1, 40),
        ("keyword as a name", 1, 48),
    ]


def test_a_clause_outside_does_not_hide_later_mistakes() -> None:
    assert places("variable a let x = 3 let y = 4 param 3") == [
        ("clause outside an experiment", 1, 12),
        ("clause outside an experiment", 1, 22),
        ("something else expected", 1, 38),
    ]


def test_a_wrong_token_is_not_reported_twice() -> None:
    assert places("constraint a ^ b") == [("foreign character", 1, 14)]
    assert places("constraint a ;;; & b") == [("foreign character", 1, 14)]


def test_mistakes_are_counted_only_so_far() -> None:
    assert len(mistakes("let x = 1 " * 1000)) == MOST_MISTAKES
    assert len(mistakes("; " * 1000)) == MOST_MISTAKES


def test_of_all_core_clauses_without_experiment_each_is_reported() -> None:
    assert places("PARAMS_SORTED 1, 2 VARIABLE x OUTCOME 'a' x EXPERIMENT 'e' 0 OUTCOME 'a' x") == [
        ("clause outside an experiment", 1, 1),
        ("clause outside an experiment", 1, 31),
    ]


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("experment", "experiment"),
        ("OBSERVE", "observe"),
        ("lett", "let"),
        ("elt", "let"),
        ("lat", "let"),
        ("xyz", None),
        ("", None),
        ("observation", None),
    ],
)
def test_nearest(word: str, right: str | None) -> None:
    assert nearest(word, ["experiment", "observe", "let"]) == right
