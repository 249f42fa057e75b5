"""What a beginner's mistake is told: each message says what was meant, once, where the mistake is."""

from __future__ import annotations

from pathlib import Path

import pytest

import cobra
from cobra.errors import GameError, LanguageError
from cobra.language.load import load_text
from tests.cli.runner import run

GAMES = Path(cobra.__file__).parent / "games"

ASK = "secret s : 1..6 experiment ask(x : 1..6)"
VECTORS = "secret s[1..4] : 1..6 experiment ask(g[1..4] : 1..6)"
SET = "variables x[1..3] experiment ask(s : set(2) of 1..3)"

MISTAKES = [
    (
        "secret distinct code[1..3] : 1..3",
        "`distinct` belongs to the set that `code` is taken from, behind the `:`",
        "`distinct` stands before the set: code[1..4] : distinct 1..6",
    ),
    (
        f"{VECTORS} observe count(i in 1..3, s[i] = g[i])",
        "a `:` is missing: `i` goes through a set only before one",
        "written count(i in … : …), with what is looked at for each `i` behind it",
    ),
    (
        "secret code[3] : 1..3",
        "a set is needed here, but this is a whole number",
        "the whole numbers from 1 to 3 are written 1..3",
    ),
    (
        f"{SET} observe sum(i in s : x[i])",
        "a whole number is needed here, but this is a formula",
        "`count` counts",
    ),
    (
        "param max = 3 in 1..9 secret s : 1..max experiment g(x : 1..max) where x < max observe s = x",
        "`max` is a function of the language and cannot be a name",
        "choose another name, such as max_1",
    ),
    (
        f"{ASK} observe far let far = s - x",
        "the name `far` is used here, but defined only below, in line 1",
        "a definition stands above what uses it; a `def` may stand anywhere",
    ),
    (
        'secret s : rows("diagnosis.csv") experiment g() observe cell("diagnosis.csv", s, hair)',
        "the name `hair` is not known here",
        'a name that stands in a file is a word, between quotes: "hair"',
    ),
    (
        "secret who : {Ann Bob} experiment accuse(x : who) observe x = who",
        "a set is needed here, but this is a word",
        "what `who` can be has a name by `alphabet`: alphabet a = …, secret who : a",
    ),
    (
        "secret s : 1..n\nparam n = 3",
        "the name `n` is used here, but defined only below, in line 2",
        "a definition stands above what uses it; a `def` may stand anywhere",
    ),
    (
        f"{VECTORS} observe sum(s[i] = g[i])",
        "the name `i` is not known here",
        "to go through a set: sum(i in … : …)",
    ),
    (
        f"{VECTORS} observe count(i : s[i] = g[i])",
        "no generator such as `i in 1..3`",
        "written count(i in … : …)",
    ),
    (
        f"{VECTORS} observe count(s[i] = g[i] for i in 1..4)",
        "expected an operator",
        "what is gone through stands in front: count(i in 1..4 : x[i])",
    ),
    (f"{VECTORS} observe s(1)", "`s` is no function with arguments", "an index stands in [ ]"),
    (
        "variables x[1..3] constraint exactly(i in 1..3 : x[i])",
        "`exactly` begins with a number",
        "written exactly(1, … : …)",
    ),
    (
        "variables x[1..3] constraint count(x) = 1",
        "a formula is needed here, but this is a vector",
        "`x` has a value for each index in 1..3, such as x[…]",
    ),
    (f"{SET} observe any(x[s])", "this is a set", "to go through its members: any(i in s : …), and so on"),
    ("variables x[1..3] experiment ask(s : set 2 of 1..3)", "expected `(` or `of`", "set(2) of 1..6"),
    (
        "variables x[1..3] experiment ask(s : {1 2 3}) observe any(i in s : x[i])",
        "a set is needed here, but this is a whole number",
        "s is one value; a parameter that is a set is declared s : set of …",
    ),
    ("secret s = 1..6", "expected `:` or `in`, found `=`", "stands after a `:`"),
    ("secret s : 1-6", "a set is needed here, but this is a whole number", "a range is written 1..6"),
    ('secret s : "1..6"', "a set is needed here, but this is a word", "without its quotes it is a range"),
    ("secret a, b : 1..6", "expected `:` or `in`, found `,`", "a `secret` of its own"),
    ("secret s in 1..6", "a list of words is needed here, but this is a set", "s : 1..6"),
    ('secret w in "w.txt"', "a list of words is needed here, but this is a word", 'lines("w.txt")'),
    ("secret w in lines(words.txt)", "`words.txt` is no name", 'between quotes: "words.txt"'),
    ("alphabet c : {red green}", "expected `=`, found `:`", "alphabet colour = 1..6"),
    (
        "secret s : {red green} alphabet c = red, green",
        "found `,`",
        "symbols are listed in braces: {red green}",
    ),
    ("secret s : {red green} constraint s = red", "the name `red` is not known here", 'quotes: "red"'),
    ("secret s : 1..6 constraint s != 3, s != 4", "found `,`", "join two conditions with `&`"),
    ("param n = 4..6", "found `..`", "param n = 4 in 1..9"),
    (f"{ASK} s", "found `s`", "what is answered stands after `observe`"),
    (f"{ASK} {{ observe s }}", "found `{`", "the clauses of an experiment just follow"),
    (f"{ASK} def d = s - x observe d", "no experiment is open here", "made with `let`"),
    (f"{ASK} observe let d = s", "expected an expression", "a `let` is a clause of its own, above `observe`"),
    (f'{ASK} observe s, as "{{}}"', "found the keyword `as`", "no comma stands before `as`"),
    (
        f'{ASK} observe "y" if s = x else "n"',
        "found the keyword `if`",
        "a choice is written if a then b else c",
    ),
    (f"{ASK} observe abs s", "found `s`", "functions are called with ( )"),
    (f"{ASK} observe s in (1, 2)", "expected `)`, found `,`", "a set is listed in braces: {1 2 3}"),
    (f"{ASK} observe s in [1, 2]", "found `[`", "a set is listed in braces: {1 2 3}"),
    (f"{ASK} observe s in {{x}}", "is never in a set of words", "in braces a name is a word"),
    ("secret s[1..2, 1..2] : 1..6 experiment a() observe s[1][2]", "found `[`", "x[1, 2]"),
    (
        "variable h experiment ask() observe h = true",
        "`=` compares numbers and words",
        "a single one stands by itself",
    ),
    (
        f"{ASK} observe s {ASK[16:]} observe s",
        "already an experiment `ask`",
        "choose another name, such as ask_2",
    ),
    (
        "secret s : 1..6 experiment a(x : set of 1..6) observe min(x)",
        "the minimum of nothing",
        "is never empty",
    ),
    (
        'secret t : rows("diagnosis.csv") weight cell(t, "x")',
        "`cell` needs 3 arguments",
        "cell(file, row, column)",
    ),
    (
        f"{VECTORS} observe sum(s)",
        "a whole number is needed here, but this is a vector",
        "`s` has a value for each index in 1..4, such as s[…]",
    ),
    (
        f"{SET} observe sum(s)",
        "a whole number is needed here, but this is a set",
        "to go through its members: any(i in s : …), and so on",
    ),
    (
        f"{ASK} observe s in {{x 3}}",
        "in braces `x` is a word, not the value of that name, and is never found",
        "what it stands for is compared by itself: … = x | … in {1 2}",
    ),
    (
        "secret s : {red green} experiment ask(x : {red green}) observe s in {red x}",
        "in braces `x` is a word, not the value of that name, and is never found",
        "what it stands for is compared by itself: … = x | … in {1 2}",
    ),
    (
        f"{ASK} observe exists(i in 1..3 : s = i)",
        "the name `exists` is not known here",
        "",
    ),
    (
        "alphabet letter = a..f secret s : letter",
        "the names `a` and `f` are not known here",
        'letters stand between quotes: "a".."f"',
    ),
    (
        "secret s : 1..3 weight 1/3",
        "a weight must be positive, but this may be 0",
        "`1/3` (line 1) is 0, as `/` rounds whole numbers down: 1.0/3 is the fraction",
    ),
    (
        f"{ASK} observe s < x limit x",
        "a limit is one number for the whole experiment, whatever `x` is",
        "a `state` can count what is made, and a `where` read it",
    ),
    (
        "secret s : 1..6 experiment ask(x : 1..m) for m in 1..2 let n = m observe s = x limit 2 * n",
        "a limit is one number for the whole experiment, whatever `n` is",
        "a `state` can count what is made, and a `where` read it",
    ),
    (
        f"state n = 2 in 0..2 {ASK} observe s < x limit n",
        "`n` speaks of the state, but a limit is one number for the whole experiment",
        "",
    ),
    (
        'file w = "nix.txt"\nsecret s in lines(w)',
        "there is no such file",
        "it is the file `w` of line 1; -D w=PATH names another",
    ),
]


@pytest.mark.parametrize(("text", "message", "hint"), MISTAKES)
def test_mistake(text: str, message: str, hint: str) -> None:
    if "experiment" not in text:
        text += " experiment zz() observe true"
    with pytest.raises(LanguageError) as caught:
        load_text(text, folder=GAMES)
    diagnostic = caught.value.diagnostics[0]
    assert message in diagnostic.message
    assert hint in diagnostic.hint and bool(hint) == bool(diagnostic.hint)


@pytest.mark.parametrize("text", [text for text, _, hint in MISTAKES if "{ observe" not in text])
def test_a_mistake_is_reported_once(text: str) -> None:
    if "experiment" not in text:
        text += " experiment zz() observe true"
    with pytest.raises(LanguageError) as caught:
        load_text(text, folder=GAMES)
    assert len(caught.value.diagnostics) == 1


def test_a_name_in_braces_may_be_a_word_of_the_secret() -> None:
    """Then it is looked for as it is written, whatever else has that name."""
    ask = "experiment ask(a : {a b c}) observe s in {a b}"
    assert cobra.info(load_text(f"secret s : {{a b c}} {ask}")).codes == 3


def test_the_cell_that_is_no_number(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("row,a\nx,1\ny,many\n", encoding="utf-8")
    text = 'secret s : rows("t.csv") weight cell("t.csv", s, "a") experiment g() observe s'
    with pytest.raises(LanguageError) as caught:
        load_text(text, folder=tmp_path)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.hint == 'the cell in row y, column a holds "many"'


NO_CODE = [
    (
        "secret code[1..4] : distinct 1..3 experiment g() observe code[1]",
        "code needs 4 different symbols, but there are only 3",
    ),
    (
        "variable a constraint a & !a experiment g() observe a",
        "the constraints on the secret contradict each other",
    ),
]


@pytest.mark.parametrize(("text", "reason"), NO_CODE)
def test_a_game_without_a_code(text: str, reason: str) -> None:
    game = load_text(text)
    assert cobra.check(game).proofs[0].counterexample == reason
    for work in (cobra.info, cobra.symmetry, cobra.static_plan):
        with pytest.raises(GameError) as caught:
            work(game)
        assert str(caught.value) == f"the game has no code: {reason}"
    with pytest.raises(GameError, match=reason):
        cobra.advise(game, "")


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("param n = 3 variable a experiment g() observe a", ("`n` (line 1) is never used",)),
        ("def f(x) = f(x - 1)\nvariable a experiment g() observe a", ("`f` (line 1) is never used",)),
        (
            "secret s : 1..2 secret t : 1..2 goal t experiment g() observe s",
            ("the goal cannot always be found out: no experiment tells s 1, t 1 from s 1, t 2",),
        ),
        ("secret s : 1..2 secret t : 1..2 goal s experiment g() observe s", ()),
        ("secret x : 1..3 goal x move x = one of x % 3 + 1 experiment g() observe x = 1", ()),
        ('variables a, b goal a experiment g() outcome "same" : a <-> b outcome "not" : !(a <-> b)', None),
        ("param n = 3 def f(x) = x + n variable a experiment g() observe a, f(1)", ()),
        (
            "variable a experiment g() observe a cost 3 + 1/2\n"
            "experiment h() observe a cost 4/2 + 2.0/3 + 5/4",
            (
                "`1/2` (line 1) is 0, as `/` rounds whole numbers down: 1.0/2 is the fraction",
                "`5/4` (line 2) is 1, as `/` rounds whole numbers down: 5.0/4 is the fraction",
            ),
        ),
        (
            "variable a weight if a then 7/2 else 1 experiment g() observe a",
            ("`7/2` (line 1) is 3, as `/` rounds whole numbers down: 7.0/2 is the fraction",),
        ),
        (
            "secret x : 1..4 lies at most 1 noise 1/10 experiment g(p : 1..4) observe x < p",
            (),
        ),
        (
            'secret w : {red green} experiment g()\nobserve w = "gren"\nexperiment h() observe w != "blue"',
            (
                '`w` is never "gren", with which it is compared in line 2; did you mean "green"?',
                '`w` is never "blue", with which it is compared in line 3',
            ),
        ),
        (
            "secret s[1..2] : 1..4 experiment g(x : 1..4)\nlet both = count(i in 1..2 : s[i] = x)\n"
            "observe s[1] = 9, both = 3, x in {4 5}, s[2] in {1 4}",
            (
                "`s` is never 9, with which it is compared in line 3",
                "`both` is never 3, with which it is compared in line 3",
                "`x` is never 5, with which it is compared in line 3",
            ),
        ),
        (  # once it is that, or it is known without the secret
            'param n = 2 secret s : {a b} def f(x) = x = "c" experiment g(x : {a c}) for m in 1..2 '
            "observe f(s), f(x), n = 3, m = 3, count(i in 1..2 : i = 9 & s = x)",
            (),
        ),
    ],
)
def test_warnings(text: str, warnings: tuple[str, ...] | None) -> None:
    found = cobra.check(load_text(text)).warnings
    if warnings is None:
        assert len(found) == 1 and found[0].startswith("the goal cannot always be found out")
    elif warnings and warnings[0].startswith("the goal"):
        assert len(found) == 1 and found[0].startswith(warnings[0].partition(":")[0])
    else:
        assert found == warnings


INDENTED = "  lies at most 1\n  noise 1/10\n  constraint s > 1\n"
ONE = "secret s : 1..4\nexperiment g(x : 1..4)\n  observe s < x\n"
OTHER = "experiment h()\n  observe s = 2\n"


def test_what_looks_like_a_clause_and_is_said_of_the_whole_game() -> None:
    assert load_text(f"{ONE}{INDENTED}{OTHER}").warnings == tuple(
        f"`{word}` (line {line}) is said of the whole game, not of the experiment `g` alone"
        for line, word in enumerate(("lies at most", "noise", "constraint"), 4)
    )
    beside = INDENTED.replace("  ", "")
    for text in (f"{ONE}{INDENTED}", f"{ONE}{beside}{OTHER}", f"{ONE}{OTHER}{beside}"):
        assert load_text(text).warnings == ()


def test_what_is_said_several_times() -> None:
    game = (
        "secret s : 1..4 secret t : 1..2 goal s GOAL t\n"
        "experiment g(x : 1..4) where x > 1 WHERE x < 4 observe s, t"
    )
    words = (("goal", "where"), (",", "&"))
    found = [
        cobra.info(load_text(game.replace("GOAL", goal).replace("WHERE", where))) for goal, where in words
    ]
    assert [(one.experiments, one.game.goal_texts) for one in found] == [(2, (("s", None), ("t", None)))] * 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("analyze mastermind -s knuth", "that strategy is called 'max-models' here"),
        ("analyze mastermind -s Minimax", "that strategy is called 'max-models' here"),
        ("analyze mastermind -s entropy", "that strategy is called 'ent-models' here"),
        ("mastermind", "No such command 'mastermind'; it is a game: cobra analyze mastermind"),
        ("bulls_and_cows", "it is a game: cobra analyze bulls_and_cows"),
        ("analize mastermind", "No such command 'analize'; did you mean 'analyze'?\n"),
        ("frobnicate mastermind", "No such command 'frobnicate'.\n"),
    ],
)
def test_what_is_called_otherwise(arguments: str, message: str) -> None:
    result = run(*arguments.split())
    assert (result.exit_code, message in result.stderr) == (2, True)
