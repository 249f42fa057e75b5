"""`cobra fmt`: the same game and comments, in one style, which is the library's."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from cobra.errors import GameError, LanguageError, Span
from cobra.language.formatting import format_game
from cobra.language.grammars import game_language
from cobra.language.load import library
from cobra.language.parse import parse
from cobra.language.source import Source
from cobra.limits import Limits

ROOT = Path(__file__).resolve().parents[2]
FILES = [*library().values(), *ROOT.glob("examples/**/*.cb"), *ROOT.glob("cobra/published/games/*.cb")]
TEXTS = {path.stem: path.read_text("utf-8") for path in FILES}
TOGETHER = (("INT", "NAME"), ("DECIMAL", "TO"), ("INT", "DECIMAL"), ("LESS", "MINUS"))


def parts(text: str) -> list[str]:
    """Return the tokens and comments of a text, spaces within them left out."""
    tokens, mistakes = game_language().lexicon.tokenize(Source(None, "", text), 1)
    assert not mistakes
    comments = re.findall(r"#.*", re.sub(r'"[^"\n]*"', "", text))
    return [*("".join(token.split()) for token in tokens), *(c.rstrip(" \t\f") for c in comments)]


def meant(part: object) -> object:
    """Return a tree without the places of its parts."""
    if isinstance(part, tuple | list):
        return [meant(one) for one in part]
    if isinstance(part, Struct):
        known = [getattr(part, name) for name in part.__struct_fields__]
        return [type(part), *(meant(value) for value in known if not isinstance(value, Span))]
    return part


def tree(text: str) -> object:
    return meant(parse(Source(None, "", text), Limits()))


def check(text: str) -> str:
    formatted = format_game(text)
    assert tree(formatted) == tree(text)
    assert parts(formatted) == parts(text)
    assert format_game(formatted) == formatted
    assert not re.search(r"[ \t\f]$|\n\n\n|\A\n|\n\n\Z|\t", re.sub(r'"[^"\n]*"|#.*', '""', formatted), re.M)
    return formatted


@pytest.mark.thorough
def test_the_library_and_the_examples_are_in_that_style() -> None:
    assert len(FILES) > 40
    assert {name: format_game(text) for name, text in TEXTS.items()} == TEXTS


def shaken(text: str, gaps: list[str], chance: Random) -> str:
    """Return a game with other spaces, line ends and comments between its tokens."""
    tokens, _ = game_language().lexicon.tokenize(Source(None, "", text), 1)
    result, before = "", tokens[-1]
    for token in tokens:
        between = chance.choice(gaps)
        joined = re.fullmatch(r'[\w"]{2}', before[-1:] + token[:1])
        if not between and (joined or (before.type, token.type) in TOGETHER):
            between = " "
        result += between + str(token)
        before = token
    return result


GAPS = (
    ["", " ", "  "],
    ["", " ", "  ", "   ", "\t", "\f", "\n", "\n  ", "\n\n\n", " # a  # b \n", "   #\n     # c\n"],
    [*[" "] * 20, "\n  ", "\n      ", "  ", "     "],
)


@pytest.mark.thorough
@settings(max_examples=20, deadline=None)
@given(st.sampled_from(list(TEXTS.values())), st.sampled_from(GAPS), st.integers(0, 2**32))
def test_no_layout_changes_what_is_meant(text: str, gaps: list[str], seed: int) -> None:
    check(shaken(text, gaps, Random(seed)))


STYLE = """\
# top
param a = 1 in 0..9  param bb  = 2   # c1
param c   =5.5
   # below c
secret x[1..a  *  2] :1..7
secret yy            : 1..a - 1   # of one line,
                                  # of two
\tconstraint x[1]+2*x[2] * -3 >-1  &
x[1]-1= 3
  -> !true
weight if yy = 1 then  5
       else if yy = 2 then 10 else (1)
experiment f( y : 1.. ( 7 ) , z:set (1) of {1   -2, "a"  b}) where y>0 # why
# at the margin
      let z =if y = 1 then 2
             else 3
    observe z , x [1]as "{}"
    # the end of f

# before g
experiment g(y : 1..7)   observe   x[1]=y   # one
lies  at   most 1
"""
STYLED = """\
# top
param a = 1 in 0..9
param bb = 2  # c1
param c  = 5.5
# below c
secret x[1..a*2] : 1..7
secret yy        : 1..a-1  # of one line,
                           # of two
constraint x[1] + 2 * x[2] * -3 > -1 &
  x[1]-1 = 3
    -> !true
weight if yy = 1 then 5
       else if yy = 2 then 10 else (1)
experiment f(y : 1..(7), z : set(1) of {1 -2, "a" b})
  where y > 0  # why
  # at the margin
  let z = if y = 1 then 2
          else 3
  observe z, x[1] as "{}"
  # the end of f

# before g
experiment g(y : 1..7) observe x[1] = y  # one
lies at most 1
"""


def test_what_the_style_is() -> None:
    assert check(STYLE) == STYLED


def test_page_ends_are_spaces() -> None:
    assert check("secret s : 1..3\f\n\f\nexperiment\fg() \f# c \f\n\fobserve s\f") == (
        "secret s : 1..3\n\nexperiment g()  # c\n  observe s\n"
    )


def test_what_is_no_game_is_not_formatted() -> None:
    with pytest.raises(LanguageError):
        format_game("param n = = 2")
    with pytest.raises(GameError, match="core language"):
        format_game("VARIABLES x, y")
    assert format_game("# nothing\r\n\r\n\r\n# more") == "# nothing\n\n# more\n"
