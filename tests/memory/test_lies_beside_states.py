"""A lie that is a part of the secret, with a state that counts the moments, as docs/tricks.md writes it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import cobra

PAGE = (Path(__file__).parents[2] / "docs" / "tricks.md").read_text("utf-8")
EGGS = PAGE[PAGE.index('game "Eggs, and one throw') :].partition("$ ")[0]

COMPARISONS = """
param numbers = 5 in 2..100
param most = 7 in 1..20
secret x : 1..numbers
secret lie : 0..most
goal x
state made = 0 in 0..most
experiment ask(g : 2..numbers)
  where made < most
  observe if x < g <-> lie != made + 1 then "less" else "not less"
  then made = made + 1
"""


def throws(eggs: int, floors: int) -> int:
    """Throws that find the floor when one may be seen wrongly, by trying them all: an egg is broken that one
    sees broken.
    """

    @cache
    def settles(hidden: frozenset[tuple[int, int]], left: int, q: int) -> bool:
        if len({safe for safe, _ in hidden}) == 1:
            return True
        if q == 0 or left == 0:
            return False
        for floor in range(1, floors + 1):
            seen = {
                whole: frozenset(
                    (safe, told) for safe, lies in hidden if (told := lies + ((safe >= floor) != whole)) < 2
                )
                for whole in (True, False)
            }
            if all(not cell or settles(cell, left - (not whole), q - 1) for whole, cell in seen.items()):
                return True
        return False

    start = frozenset((safe, 0) for safe in range(floors + 1))
    return next(q for q in range(20) if settles(start, eggs, q))


@pytest.mark.parametrize(("eggs", "floors"), [(3, 2), (3, 4), (4, 4), (4, 5)])
def test_a_state_follows_the_answer_that_was_given(eggs: int, floors: int) -> None:
    result = cobra.optimal(cobra.load_text(EGGS, definitions={"eggs": eggs, "floors": floors}), "worst")
    assert (result.proved, result.row.lost, result.row.worst) == (True, 0, throws(eggs, floors))


@pytest.mark.parametrize("numbers", [3, 4, 5, 6, 8])
def test_it_is_as_many_questions_as_with_a_liar(numbers: int) -> None:
    written = cobra.optimal(cobra.load_text(COMPARISONS, definitions={"numbers": numbers}), "worst")
    liar = cobra.optimal(cobra.load("liar-comparisons", {"numbers": numbers}))
    assert written.proved and liar.proved
    assert (written.row.lost, written.row.worst) == (0, liar.row.worst)


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("lies at most 1", "state s = 0 in 0..1"),
        ("lies at most 1 noise 1/10", "limit 3"),
        ("move x = one of x", "cost 2"),
    ],
)
def test_beside_each_other_they_are_refused_with_the_way_out(said: str, more: str) -> None:
    lines = [f"secret x : 1..3 {said}"]
    lines += [more] if more.startswith("state") else []
    lines += ["experiment ask(g : 1..3)", "  observe x < g"]
    lines += [] if more.startswith("state") else [f"  {more}"]
    with pytest.raises(cobra.LanguageError) as caught:
        cobra.load_text("\n".join(lines))
    (problem,) = caught.value.diagnostics
    assert problem.message == (
        "a game with lies or moves cannot have a state, prices, limits or plays that are lost: what is "
        "believed and the state are not followed together"
    )
    assert (
        problem.hint == "what goes wrong can be a part of the secret instead: docs/tricks.md has an example"
    )
