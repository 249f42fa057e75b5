"""No text makes the parser fail in any other way than by `CobraError`, and none makes it slow."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cobra.errors import CobraError, LanguageError
from cobra.language import ast, core_ast
from cobra.language.grammars import core_language, game_language
from cobra.language.parse import parse
from cobra.language.source import Source, read_source
from cobra.limits import Limits
from tests.random_cases import ALL, random_cases


def outcome(text: str) -> list[str]:
    """Parse a text; return the kinds of its mistakes. Every mistake lies in the text and can be shown."""
    source = Source(None, "game", text)
    try:
        tree = parse(source, Limits())
    except LanguageError as error:
        assert error.diagnostics
        for diagnostic in error.diagnostics:
            assert diagnostic.span is not None
            assert 1 <= diagnostic.span.line <= len(source.lines)
            assert diagnostic.text == source.lines[diagnostic.span.line - 1]
            assert 1 <= diagnostic.span.column <= len(diagnostic.text) + 1
            assert diagnostic.render().startswith(
                f"game:{diagnostic.span.line}:{diagnostic.span.column}: error: "
            )
            for terminal in ("LPAR", "RSQB", "NAME", "__ANON", "AT_MOST", "$END"):
                assert terminal not in diagnostic.message.replace(diagnostic.text, "")
        return [diagnostic.kind for diagnostic in error.diagnostics]
    assert isinstance(tree, ast.File | core_ast.CoreFile)
    return []


def words(language: str) -> st.SearchStrategy[str]:
    lexicon = (game_language if language == "game" else core_language)().lexicon
    own = [
        "x",
        "y1",
        "0",
        "12",
        '"a"',
        "'b'",
        "2x",
        "#",
        "\n",
        '"',
        "'",
        "é",
        "&&",
        "and",
        "==",
        "not",
        "experment",
    ]
    other = ["And", "OR", "Exactly-1", "X$1", "->", "<->", "<-", "&", "|", "!"] if language == "core" else []
    return st.sampled_from([*lexicon.spellings.values(), *own, *other])


@pytest.mark.thorough
@random_cases(150)
@given(st.text())
def test_any_text(text: str) -> None:
    outcome(text)


@random_cases(300)
@given(st.lists(words("game"), max_size=40).map(" ".join))
def test_soup_of_game_words(text: str) -> None:
    outcome(text)


@random_cases(200)
@given(st.lists(words("core"), max_size=40).map(lambda soup: "VARIABLE x " + " ".join(soup)))
def test_soup_of_core_words(text: str) -> None:
    outcome(text)


GAME = """game "x" param n = 4 in 1..6 "help" alphabet c = {red 2} secret s[1..n] : distinct c in lines("f")
def f(a, b) = if a < b <= n then count(i in 1..n, i != a : s[i] = b) else -1 * (2 + n % 3)
experiment g(p[1..n] : c, q : set(2) of 1..n) for m in 1..2 where m in q & !(p[1] = red)
  let k = f(1, 2) observe for i in 1..n : p[i] = s[i], k as "{} {}" final k = n | n > 1 -> true <-> false
"""


@random_cases(200)
@given(st.integers(0, len(GAME)), st.integers(0, 12), st.text(alphabet='()[]{}"x1 :=,&|!<>.\n', max_size=3))
def test_small_changes(place: int, length: int, new: str) -> None:
    outcome(GAME[:place] + new + GAME[place + length :])


@settings(max_examples=100, deadline=None)
@given(content=st.binary(max_size=200))
def test_any_bytes(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path: Path = tmp_path_factory.getbasetemp() / "fuzz.cb"
    path.write_bytes(content)
    try:
        source = read_source(path, Limits())
    except CobraError as error:
        assert str(path) in str(error)
    else:
        outcome(source.text)


def test_the_game_itself_is_right() -> None:
    assert outcome(GAME) == []


SIZE, SLACK = (1 << 15, 0.5) if ALL else (1 << 14, 0.25)
"""Characters of a text, and seconds that something else may take."""


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.random
@pytest.mark.parametrize(
    "piece",
    [
        *("(", "constraint (", "f(", "x[", "{", "!", "-", "a & ", "1-", "a -> ", "a < ", "a in ", "1.."),
        *(")", "])", ";", '"', '"\n', "'", "#", "\n", "x ", "x\n", "2x", "1", "a", "\0", "é", "let "),
        *("let x = 3 ", "variable ", "aux ", "if a then 1 else ", "if a then ", "if ", "then "),
        *("experiment g( ", "experiment g(] ", "obsrve x\n", "x(]\n", "VARIABLE x ", "VARIABLE !"),
        *("VARIABLE a CONSTRAINT a == a ", "EXPERIMENT ", "VARIABEL\n"),
    ],
)  # fmt: skip
def test_growth_is_linear(piece: str) -> None:
    def seconds(size: int) -> float:
        texts = [
            start + piece * (size // len(piece)) for start in ("", "constraint ", "VARIABLE x CONSTRAINT ")
        ]
        start = time.process_time()
        for text in texts:
            outcome(text)
        return time.process_time() - start

    small, large = seconds(SIZE // 8), seconds(SIZE)
    assert large < 32 * small + SLACK
