"""Mistakes about what changes in a game, and what a beginner is told."""

from __future__ import annotations

import pytest

import cobra
from cobra.errors import LanguageError

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


def test_one_cell_may_be_another_one() -> None:
    text = f"secret x : 1..2 state s[1..2] = 0 in 0..3 {ASKED} then for i in 1..2 : s[i] = 1, s[g] = 0"
    assert cobra.check(cobra.load_text(text)).well_formed
