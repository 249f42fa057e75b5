"""Vectors as a whole, unions of sets, arrays of words: each means what the longer text says."""

from __future__ import annotations

from pathlib import Path

import pytest

from cobra.errors import LanguageError
from cobra.language.expand import expand
from cobra.language.load import load_text
from cobra.model.game import Game
from tests import oracle


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "words.txt").write_text("ab\nba\naa\ncb\n", encoding="utf-8")
    (tmp_path / "mixed.txt").write_text("one\nthree\n", encoding="utf-8")
    return tmp_path


def answers(game: Game) -> list[list[object]]:
    """Return what each experiment answers on each code, whether that is final, and the goal of each code."""
    codes = oracle.codes(game)
    table: list[list[object]] = [
        [(oracle.outcome(game, e, code), oracle.is_final(game, e, code)) for code in codes]
        for e in oracle.experiments(game)
    ]
    return [*table, [oracle.goal_value(game, code) for code in codes] if game.goal else []]


CODE = "secret s[1..3] : 1..3"
WORDS = 'secret w[1..2, 1..2] in lines("words.txt")'

SAME = [
    (
        f"{CODE} experiment g(x[1..3] : 1..3) observe 1 final s = x",
        f"{CODE} experiment g(x[1..3] : 1..3) observe 1 final all(i in 1..3 : s[i] = x[i])",
    ),
    (
        f"{CODE} experiment g(x[1..3] : 1..3) observe s != x",
        f"{CODE} experiment g(x[1..3] : 1..3) observe any(i in 1..3 : s[i] != x[i])",
    ),
    (
        f"{CODE} secret t[1..3] : 1..2 experiment g(x[1..3] : 1..3) observe s = t = x",
        f"{CODE} secret t[1..3] : 1..2 experiment g(x[1..3] : 1..3) "
        "observe all(i in 1..3 : s[i] = t[i] = x[i])",
    ),
    (
        "secret s[1..2, {a b}] : 1..2 experiment g(x[1..2, {a b}] : 1..2) observe s = x",
        "secret s[1..2, {a b}] : 1..2 experiment g(x[1..2, {a b}] : 1..2) "
        "observe all(i in 1..2, j in {a b} : s[i, j] = x[i, j])",
    ),
    (
        f"{CODE} secret t[1..3] : 1..2 variable b def f(v, i) = v[i] experiment g(x : 1..3) "
        "observe f(if b then s else if x = 1 then t else s, x)",
        f"{CODE} secret t[1..3] : 1..2 variable b experiment g(x : 1..3) "
        "observe if b then s[x] else if x = 1 then t[x] else s[x]",
    ),
    (
        "variables s[{a b}], t[{a b}] variable b experiment g() observe if b then s else t",
        "variables s[{a b}], t[{a b}] variable b experiment g() "
        "observe for i in {a b} : if b then s[i] else t[i]",
    ),
    (
        f"{CODE} experiment g(x : 0..4) observe x in s, !(x in s)",
        f"{CODE} experiment g(x : 0..4) observe any(i in 1..3 : s[i] = x), none(i in 1..3 : s[i] = x)",
    ),
    (
        f"{CODE} experiment g(x[1..2] : 1..3) observe s[1] in x",
        f"{CODE} experiment g(x[1..2] : 1..3) observe any(i in 1..2 : s[1] = x[i])",
    ),
    (
        "secret s : 1..4 experiment g(x : set(1..2) of 1..3, y : set(1) of 2..4) observe s in union(x, y)",
        "secret s : 1..4 experiment g(x : set(1..2) of 1..3, y : set(1) of 2..4) observe s in x | s in y",
    ),
    (
        "secret s : 1..4 experiment g(x : set(1..2) of 1..3, y : set(1) of 2..4) "
        "observe len(union(x, y)) * s",
        "secret s : 1..4 experiment g(x : set(1..2) of 1..3, y : set(1) of 2..4) "
        "observe count(i in 1..4 : i in x | i in y) * s",
    ),
    (
        "secret s : union(1..2, {5}, {red 2}) experiment g(x : 1..2) observe s = x",
        "secret s : {1 2 5 red} experiment g(x : 1..2) observe s = x",
    ),
    (
        f"{CODE} goal for i in 1..2 : s[i] experiment g(i : 1..3) observe s[i]",
        f"{CODE} goal s[1], s[2] experiment g(i : 1..3) observe s[i]",
    ),
    (
        f"{CODE} goal s[3], for i in 1..3, i != 2 : s[i] = 1 experiment g(i : 1..3) observe s[i]",
        f"{CODE} goal s[3], s[1] = 1, s[3] = 1 experiment g(i : 1..3) observe s[i]",
    ),
    (
        f'{WORDS} experiment g(x in lines("words.txt")) observe for k in 1..2, i in 1..2 : w[k, i] = x[i]',
        'secret u in lines("words.txt") secret v in lines("words.txt") experiment g(x in lines("words.txt")) '
        "observe u[1] = x[1], u[2] = x[2], v[1] = x[1], v[2] = x[2]",
    ),
    (
        'secret w in lines("words.txt") experiment g(x in lines("words.txt")) observe w = x final w = x',
        'secret w in lines("words.txt") experiment g(x in lines("words.txt")) '
        "observe w[1] = x[1] & w[2] = x[2] final w[1] = x[1] & w[2] = x[2]",
    ),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("short", "long"), SAME)
def test_the_short_text_means_the_long_one(short: str, long: str, folder: Path) -> None:
    game = load_text(short, folder=folder)
    assert answers(game) == answers(load_text(long, folder=folder))
    back = load_text(expand(game))
    assert len(oracle.codes(back)) == len(oracle.codes(game))
    assert len(oracle.experiments(back)) == len(oracle.experiments(game))


def test_one_word_over_two_axes(folder: Path) -> None:
    """All cells are one word where its length is that of all cells."""
    game = load_text(
        'secret w[1..1, 1..2] in lines("words.txt") experiment g() observe w[1, 1]', folder=folder
    )
    assert len(oracle.codes(game)) == 4
    (folder / "long.txt").write_text("abab\ncbaa\n", encoding="utf-8")
    game = load_text(
        'secret w[1..2, 1..2] in lines("long.txt") experiment g() observe w[1, 1]', folder=folder
    )
    assert len(oracle.codes(game)) == 2


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            "secret s[1..2] : 1..2 experiment g(x[1..3] : 1..2) observe s = x",
            "vectors with different indices are never equal: 1..2; 1..3",
            "",
        ),
        (
            "secret s[1..2] : 1..2 experiment g(x[1..2] : {a b}) observe s = x",
            "a whole number and a word are never equal",
            "",
        ),
        (
            "secret s[1..2] : 1..2 secret t[2..3] : 1..2 experiment g() observe if s[1] = 1 then s else t",
            "the branches of an if are vectors with the same indices: 1..2; 2..3",
            "",
        ),
        (
            "secret s[1..2] : 1..2 variables t[1..2] experiment g() observe if s[1] = 1 then s else t",
            "the branches of an if are of one kind, but this is a whole number and another is a formula",
            "",
        ),
        (
            'variable b def f(w) = len(w) experiment g() observe f(if b then lines("words.txt") '
            'else lines("words.txt"))',
            "what an if chooses by the secret or by parameters cannot be a list of words",
            "",
        ),
        (
            "variables x[1..2], y[1..2] experiment g() observe x = y",
            "`=` compares numbers and words, not formulas",
            "all(i in … : x[i] <-> y[i]) says that vectors of formulas are equal",
        ),
        (
            "secret s[1..2] : 1..2 experiment g(x[1..2] : 1..2) observe s < x",
            "a whole number is needed here, but this is a vector",
            "`s` has a value for each index in 1..2, such as s[…]",
        ),
        (
            "variables x[1..2] experiment g() observe 1 in x",
            "`in` looks for a number or a word, but this is a vector of formulas",
            "any(i in … : x[i]) says that one of them holds",
        ),
        ("secret s : 1..2 experiment g() observe s in union()", "`union` needs an argument", ""),
        (
            'secret w[1..4] in lines("words.txt") experiment g() observe w[1]',
            'the word "ab" of words.txt has 2 letters, not 4',
            "several words are a vector of two indices, as in word[1..4, 1..2]",
        ),
        (
            'secret w[1..5] in lines("mixed.txt") experiment g() observe w[1]',
            'the word "one" of mixed.txt has 3 letters, not 5',
            "all words of a list have the same length, and each line of its file is a word",
        ),
    ],
)
def test_mistakes(text: str, message: str, hint: str, folder: Path) -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(text, folder=folder)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (message, hint)


def test_letters_of_any_script() -> None:
    text = """
    alphabet größe = {klein groß 日本 🟩}
    secret é : größe
    experiment спроси(x : größe)
      observe é = x
    """
    game = load_text(text)
    assert game.codes.slots[0].symbols == ("klein", "groß", "日本", "🟩")
    assert (game.codes.slots[0].name, game.experiments[0].name) == ("é", "спроси")
    assert len(oracle.codes(load_text(expand(game)))) == 4


def test_an_accent_may_be_a_character_of_its_own() -> None:
    game = load_text("secret e\u0301 : {u\u0308ber unter} experiment g() observe \u00e9")
    assert (game.codes.slots[0].name, game.codes.slots[0].symbols) == ("\u00e9", ("\u00fcber", "unter"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("variable a experiment g() observe 2ö", "number and name run together"),
        ("variable a constraint a ≤ 3", "foreign operator"),
        ("variable a constraint a ∧ a", "foreign operator"),
        ("variable a constraint a → a", "foreign operator"),
    ],
)
def test_signs_that_are_no_letters(text: str, kind: str) -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(text)
    assert caught.value.diagnostics[0].kind == kind
