"""Branches of an `if` that cannot hold at once, because sets are disjoint, are chosen from in any order.

That changes no answer, and shows symmetries of games that are written so.
"""

from __future__ import annotations

from math import factorial

import pytest

import cobra
from cobra.engine.group import game_group
from cobra.language.load import load_text
from tests.language.meaning import answers
from tests.model.test_slots import check_symmetry
from tests.symmetries.test_meaning import Meaning, closure, relabellings

WEIGH = (
    "secret odd : 1..{n} variable heavy experiment weigh(left : set(2) of 1..{n}, right : set(2) of 1..{n})"
)
APART = " where disjoint(left, right) & min(left) < min(right)"
LEFT, RIGHT = "(if heavy then 1 else -1)", "(if heavy then -1 else 1)"
SIGN = "(if heavy then 1 else -1)"
ONE, OTHER = (f"(if odd in {pan} then {SIGN} else 0)" for pan in ("left", "right"))
DIFFERENCES = {
    "subtracted": f"{ONE} - {OTHER}",
    "compared": f'if {ONE} > {OTHER} then "left" else if {ONE} < {OTHER} then "right" else "none"',
    "nested": f"if odd in left then {LEFT} else if odd in right then {RIGHT} else 0",
    "turned": f"if odd in right then {RIGHT} else if odd in left then {LEFT} else 0",
    "outside": "if heavy then (if odd in left then 1 else if odd in right then -1 else 0) "
    "else if odd in left then -1 else if odd in right then 1 else 0",
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_signed_difference_says_no_more_than_it_means(name: str) -> None:
    """With the condition the answers to what it admits are those of the game without it."""
    text = WEIGH.format(n=5)
    free = {key(one): one[3] for one in answers(load_text(f"{text} observe {DIFFERENCES[name]}"))}
    bound = {key(one): one[3] for one in answers(load_text(f"{text}{APART} observe {DIFFERENCES[name]}"))}
    assert len(bound) == 15 * 10
    assert bound.items() <= free.items()


def key(told: tuple[str, dict[str, object], dict[str, object], object]) -> str:
    return repr(told[:3])


@pytest.mark.parametrize("name", DIFFERENCES)
@pytest.mark.parametrize("n", [4, 5, 6])
def test_a_signed_difference_hides_no_symmetry(name: str, n: int) -> None:
    game = load_text(WEIGH.format(n=n) + APART + f" observe {DIFFERENCES[name]}")
    assert game_group(game).order == 2 * factorial(n)
    check_symmetry(game)


def test_the_group_is_that_of_the_meaning() -> None:
    game = load_text(WEIGH.format(n=4) + APART + f" observe {DIFFERENCES['nested']}")
    of = Meaning(game)
    assert len(closure(of.identity(), of.symmetries(relabellings(game)))) == 2 * factorial(4)


def test_what_is_disjoint_in_one_experiment_is_not_in_another() -> None:
    """A function is not expanded for one experiment and used in another with other conditions."""
    text = "secret odd : 1..4 def side(l, r) = if odd in l then 1 else if odd in r then 2 else 0"
    for name, where in (
        ("a", "where disjoint(left, right)"),
        ("b", ""),
        ("c", "where disjoint(left, right)"),
    ):
        parameters = "left : set of 1..4, right : set of 1..4"
        text += f" experiment {name}({parameters}) {where} observe side(left, right)"
    for label, given, code, answer in answers(load_text(text)):
        side = 1 if code["odd"] in given["left"] else 2 if code["odd"] in given["right"] else 0
        assert answer == (side,), (label, given, code)


def test_the_same_figures_as_with_named_outcomes() -> None:
    signed = load_text(WEIGH.format(n=6) + APART + f" observe {DIFFERENCES['nested']}")
    named = load_text(
        WEIGH.format(n=6) + APART + ' outcome "l" : odd in left & heavy | odd in right & !heavy '
        'outcome "r" : odd in left & !heavy | odd in right & heavy outcome "b" : !(odd in union(left, right))'
    )
    names = ["max-models", "exp-models", "parts", "optimal"]
    assert [(row.worst, row.total) for row in cobra.analyze(signed, names).rows] == [
        (row.worst, row.total) for row in cobra.analyze(named, names).rows
    ]
