"""Calls under several assumptions: expanded once where these make no difference, and again where they do."""

from __future__ import annotations

import pytest

from cobra.errors import LanguageError
from cobra.language.load import load_text
from cobra.limits import Limits
from tests.language.meaning import answers

MARKS = """
alphabet letter = "a".."e"
secret code[1..3] : letter
experiment ask(g[1..3] : letter)
  let same(i)   = code[i] = g[i]
  let before(i) = count(j in 1..3, j < i, g[j] = g[i] : !same(j))
  let marked(i) = same(i) | before(i) < count(j in 1..3 : code[j] = g[i] & !same(j))
  observe for l in letter : count(i in 1..3 : g[i] = l & marked(i))
"""


def marks(code: str, guess: str) -> tuple[int, ...]:
    """Return how often each letter of a guess is marked, as in Wordle."""
    left = [c for c, g in zip(code, guess, strict=True) if c != g]
    counts = dict.fromkeys("abcde", 0)
    for c, g in zip(code, guess, strict=True):
        if c == g:
            counts[g] += 1
        elif g in left:
            left.remove(g)
            counts[g] += 1
    return tuple(counts.values())


@pytest.mark.slow
def test_what_is_called_for_each_letter_is_expanded_once() -> None:
    # For each of five letters three places; and for each of these once the three functions, of which
    # `before` and `marked` go through three places.
    with pytest.raises(LanguageError, match="more than 46 calls and repetitions"):
        load_text(MARKS, limits=Limits(calls=5 + 15 + 9 + 9 + 9 - 1))
    game = load_text(MARKS, limits=Limits(calls=5 + 15 + 9 + 9 + 9))
    for _, experiment, code, answer in answers(game)[::37]:
        assert answer == marks("".join(code["code"].values()), "".join(experiment["g"].values()))


X_OF_TWO = "variables v[1..2] experiment ask(x : 0..3) let here = v[x] "


def test_an_index_that_is_inside_only_there_is_a_mistake_elsewhere() -> None:
    game = load_text(X_OF_TWO + "observe x = 1 & here, x in 1..2 & here, x = 2 & here")
    assert [
        answer
        for _, experiment, code, answer in answers(game)
        if code["v"] == {1: True, 2: False} and experiment["x"] in (0, 1, 2)
    ] == [(False, False, False), (True, True, False), (False, False, False)]
    for order in ("x in 1..2 & here, here", "here, x in 1..2 & here", "x = 1 & here, x < 2 & here"):
        with pytest.raises(LanguageError, match="outside"):
            load_text(X_OF_TWO + f"observe {order}")


def test_what_a_call_calls_matters_as_well() -> None:
    text = X_OF_TWO + "let twice(k) = if k = 1 then (here & here) else x = k observe x = 1 & twice(1), {}"
    game = load_text(text.format("x = 2 & twice(1)"))
    assert {answer for _, e, code, answer in answers(game) if e["x"] == 2 and code["v"][2]} == {(False, True)}
    with pytest.raises(LanguageError, match="outside"):
        load_text(text.format("twice(1)"))


NEVER = "len(s) != 0 & len(s) != 1 & len(s) != 2 & len(s) != 3"
"""Of a set `s` of three: not seen to be impossible, only that it excludes each number by itself."""


@pytest.mark.parametrize(
    "never",
    [
        "y / (len(s) - 5)",
        "y % (len(s) - 5)",
        "x[len(s)]",
        "1 + x[len(s)]",
        "x[len(s), 7]",
        "1 + empty[len(s)]",
        '1 + cell("t.csv", len(s), "b")',
        "min(i in s, i > 5 : i)",
        "max(s)",
    ],
)
def test_where_an_assumption_excludes_all_there_is_nothing_matters(never: str) -> None:
    indices = "7..8, 7..8" if "," in never else "7..8"
    text = (
        f"secret x[{indices}] : 1..1 secret empty[1..0] : 1..2 secret y : 1..2 "
        f"experiment ask(s : set of 1..3) observe if {NEVER} then {never} else 2 * y"
    )
    game = load_text(text, files={"t.csv": "a,b\nq,1\nr,2\n"})
    assert [answer for *_, answer in answers(game)] == [(2,), (4,)] * 8


@pytest.mark.parametrize("never", ["min(i in 1..0 : i)", "y / (x - 9)", "v[x]", "1 + max(i in x..0 : x)"])
def test_an_experiment_whose_conditions_exclude_each_other_is_none(never: str) -> None:
    text = (
        "secret y : 1..2 secret v[7..8] : 1..2 "
        f"experiment ask(x : 1..3) where x < 2 where x > 2 observe {never} experiment look() observe y"
    )
    assert [type_.name for type_ in load_text(text).experiments] == ["look"]


def test_an_experiment_that_only_a_lost_play_would_allow_is_none() -> None:
    text = (
        "secret y : 1..2 state s = 0 in 0..1 lost when s = 1 "
        "experiment ask() where s = 1 observe min(i in 1..0 : i) experiment look() observe y"
    )
    assert [type_.name for type_ in load_text(text).experiments] == ["look"]
