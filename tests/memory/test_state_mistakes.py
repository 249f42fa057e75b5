"""Mistakes about what changes in a game, and what a beginner is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cobra
from cobra.errors import LanguageError
from tests.cli.runner import run
from tests.oracle.memory import Rules

ASKED = "experiment ask(g : 1..2) observe x = g"

MISTAKES = [
    (f"state s = 5 in 0..3 {ASKED}", "`s` cannot begin with 5: its values are 0..3"),
    (f"state s = x in 0..3 {ASKED}", "what a state begins with must not depend on the secret"),
    (
        f"state s = 0 in 0..3 {ASKED} then s = 1, s = 2",
        "`s` is changed twice: all that is said behind `then` holds at once",
    ),
    (
        f"state s[1..2] = 0 in 0..3 {ASKED} then s[2] = 1, s[g] = 0, s[2] = 2",
        "`s` is changed twice: all that is said behind `then` holds at once",
    ),
    (
        f"secret cell : 1..2 move cell = one of 1, 2 {ASKED}",
        "`cell` is a function of the language and cannot be a name",
    ),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_one_mistake_is_told_once(text: str, message: str) -> None:
    with pytest.raises(LanguageError) as caught:
        cobra.load_text(f"secret x : 1..2 {text}")
    assert [one.message for one in caught.value.diagnostics] == [message]


STATE = "secret x : 1..3 state s[1..3] = 0 in 0..3 state k = 0 in 0..3 experiment ask(g : 1..3, h : 1..3)"


@pytest.mark.parametrize(
    ("then", "message", "at"),
    [
        ("for p in 1..3 : k = p", "`k` is changed twice", "for p in 1..3 : k = p"),
        ("k = g, k = h", "`k` is changed twice", "k = h"),
        ("for p in 1..3 : s[p] = p, s[1] = 0", "`s` is changed twice", "s[1] = 0"),
        ("s[g + 1] = 1", "the index 4 is outside 1..3", "g + 1"),
        ("for p in 0..3 : s[p] = 1", "the index 0 is outside 1..3", "p"),
        ("for p in 1..3 : s[p] = s[g - 1]", "the index 0 is outside 1..3", "g - 1"),
        ("k[1] = 1", "`k` has 0 indices, not 1", "k[1] = 1"),
        ("s = 1", "`s` has 1 index, not 0", "s = 1"),
    ],
)
def test_changes_that_cannot_be(then: str, message: str, at: str) -> None:
    with pytest.raises(LanguageError) as caught:
        cobra.load_text(f"{STATE} observe x = g then {then}")
    (mistake,) = caught.value.diagnostics
    assert mistake.message.startswith(message)
    assert mistake.span is not None
    assert f"{STATE} observe x = g then {then}"[mistake.span.column - 1 : mistake.span.end_column - 1] == at


@pytest.mark.parametrize(
    ("where", "then"),
    [
        ("true", "s[g] = 1, s[1] = 0"),
        ("true", "s[g] = 1, s[h] = 0"),
        ("true", "for i in 1..3 : s[i] = 1, s[g] = 0"),
        ("g <= h", "s[g] = 1, s[h] = 0"),
        ("true", "for i in 1..2 : s[g + i - i] = i"),
    ],
)
def test_two_values_of_one_cell_are_found_by_check(where: str, then: str) -> None:
    game = cobra.load_text(f"{STATE} where {where} observe x = g then {then}")
    (wrong,) = [proof for proof in cobra.check(game).proofs if not proof.holds]
    assert (wrong.subject, wrong.statement) == ("ask", "the state stays within its values")
    assert wrong.counterexample is not None and re.search(r"leaves s\[\d\] no value", wrong.counterexample)


@pytest.mark.parametrize(
    ("where", "then"),
    [
        ("true", "s[g] = 1, s[h] = 1"),
        ("g != h", "s[g] = 1, s[h] = 0"),
        ("g < h", "s[g] = 1, s[h] = 0"),
        ("g != 1", "s[g] = 1, s[1] = 0"),
        ("true", "for i in 1..3, i != g : s[i] = 1, s[g] = 0"),
        ("true", "for i in 1..2, j in 1..2, i + j <= 3 : s[i + j] = 1"),
        ("true", "for p in 1..3, g > 1 : s[p] = s[g - 1]"),
        ("true", "for p in 1..3, g > p : s[g - p] = p"),
        ("g < 3", "s[g + 1] = 1"),
    ],
)
def test_changes_that_agree(where: str, then: str) -> None:
    assert cobra.check(cobra.load_text(f"{STATE} where {where} observe x = g then {then}")).well_formed


@pytest.mark.parametrize(
    ("then", "after"),
    [
        ("for p in 1..2, g > 1 : s[p] = g - 1", [(0, 0, 0), (1, 1, 0), (2, 2, 0)]),
        ("for p in 1..3, g > p : s[g - p] = p", [(0, 0, 0), (1, 0, 0), (2, 1, 0)]),
        ("for p in 1..3, p != g : s[p] = p, s[g] = g - 1", [(0, 2, 3), (1, 1, 3), (1, 2, 2)]),
    ],
)
def test_what_is_changed_where_a_filter_holds(then: str, after: list[tuple[int, ...]]) -> None:
    text = "secret x : 1..3 state s[1..3] = 0 in 0..3 experiment ask(g : 1..3) observe x = g then "
    rules = Rules(cobra.load_text(text + then))
    assert [rules.answer(one, 0)[2].state for one in rules.experiments((0, 0, 0))] == after


def test_only_of_a_state_it_is_said_that_all_values_are_looked_at(tmp_path: Path) -> None:
    game = tmp_path / "game.cb"
    remark = "(of a state all values are looked at, whether a play can come to them or not)"
    wrong = "secret x : 1..2 experiment ask() observe true cost x"
    game.write_text(wrong, encoding="utf-8")
    assert run("check", game).stdout == (
        "game\nnot well-formed:\n"
        '  ask: "the outcome decides what follows" does not hold: '
        "ask is answered by yes for the codes 1 and 2, but what it costs is not the same\n"
    )
    game.write_text(f"state s = 0 in 0..1 {wrong}", encoding="utf-8")
    assert run("check", game).stdout.endswith(f"\n{remark}\n")
