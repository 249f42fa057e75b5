"""The bound by size to the letter: what it says is believed without more, and one more is not."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from cobra.certificate import Claim, Entry, Fact, Front, Head
from cobra.certificate.parts import Ending, Measure, Named
from cobra.engine.certificate import Counts
from cobra.errors import CertificateError
from tests.certificate.made import checked, naively_checked
from tests.certificate.tables import Row, text_of
from tests.oracle.proofs import Refused


def row(outcomes: str, final: str = "") -> Row:
    """Return an experiment: a letter for the outcome of each code, those of `final` being final."""
    return tuple((ord(letter), letter in final) for letter in outcomes)


def exact(
    ending: Ending,
    measure: Measure,
    rows: list[Row],
    codes: tuple[int, ...],
    value: int,
    goals: list[int] | None = None,
    left: int | None = None,
) -> str:
    """Hold that a fact has this value by its size; return why both checkers refuse one more."""
    number = len(rows[0])
    head = Head(ending, measure, False, None, (Claim(None, 1),), text_of(rows, [1] * number, goals, ending))
    front = Front(head, number, len(rows))
    whole = Fact(tuple(range(number)), None, 1)
    right = [Fact(codes, left, value), whole]
    assert checked(front, right).facts_by_size == 2
    naively_checked(front, right)
    wrong = [Fact(codes, left, value + 1), whole]
    with pytest.raises(CertificateError) as raised:
        checked(front, wrong)
    with pytest.raises(Refused):
        naively_checked(front, wrong)
    return str(raised.value)


HALVES: Final = [row("abbbb"), row("aabbb"), row("aaabb"), row("aaaab")]
"""Five codes in a line, parted between any two of them."""
PAIRS: Final = [row("ffooo", "f"), row("ooffo", "f"), row("oooof", "f")]
"""Two codes are hit at once, and two, and one."""
CHAIN: Final = [row(f"{'b' * n}a{'b' * (8 - n)}") for n in (0, 1, 2, 3, 8)]
"""Codes 0 to 3 and 8 are told apart from the others, one at a time; 4 to 7 are inseparable."""


def test_nodes_of_a_tree_with_two_children() -> None:
    everything = (0, 1, 2, 3, 4)
    assert exact("identify", "nodes", HALVES, everything, 4) == (
        "fact 0: experiment 0 is proved to cost 4 only, not 5"
    )
    assert exact("confirm", "nodes", HALVES, everything, 4) == (
        "fact 0: experiment 0 is proved to cost 4 only, not 5"
    )


def test_nodes_that_hit_two_codes() -> None:
    assert exact("hit", "nodes", PAIRS, (0, 1, 2, 3, 4), 3) == (
        "fact 0: experiment 0 is proved to cost 3 only, not 4"
    )
    assert exact("hit", "nodes", PAIRS, (0, 1, 2, 3), 2) == (
        "fact 0: experiment 0 is proved to cost 2 only, not 3"
    )


def test_lengths_of_plays_that_hit_two_codes() -> None:
    """Two codes have length 1, two length 2, one length 3."""
    assert exact("hit", "sum", PAIRS, (0, 1, 2, 3, 4), 9) == (
        "fact 0: experiment 0 is proved to cost 9 only, not 10"
    )


def test_goals_and_inseparable_codes_make_kinds_in_turn() -> None:
    """Each of the inseparable codes has the goal of another code, of those that are no part of the fact."""
    goals = [0, 1, 2, 3, 0, 1, 2, 3, 4]
    assert exact("identify", "sum", CHAIN, (4, 5, 6, 7, 8), 5, goals) == (
        "fact 0: experiment 4 is proved to cost 5 only, not 6"
    )


def test_a_play_of_one_kind_that_goes_on_takes_an_experiment() -> None:
    """Codes 0 and 4 have one goal, 4 and 5 are inseparable: all are of one kind, and not done."""
    goals = [0, 1, 2, 3, 0, 1, 2, 3, 4]
    told = "fact 0: experiment 0 is proved to cost {} only, not {}"
    assert exact("identify", "nodes", CHAIN, (0, 4, 5), 1, goals) == told.format(1, 2)
    assert exact("identify", "sum", CHAIN, (0, 4, 5), 3, goals) == told.format(3, 4)


def test_where_there_is_never_room_it_is_impossible() -> None:
    """No outcome is final, so no play is ever over, however many experiments are made."""
    head = Head("hit", "nodes", False, None, (Claim(None, None),), text_of(HALVES, [1] * 5, None))
    front, facts = Front(head, 5, 4), [Fact((0, 1, 2, 3, 4), None, None)]
    assert checked(front, facts).facts == 1
    naively_checked(front, facts)


ONE_BY_ONE: Final = [row("abbb"), row("babb"), row("aaaa")]
"""Two codes are told from all others, the last two from nothing else, and one experiment says nothing."""


def one_by_one(*entries: Entry) -> Counts:
    """Let the checker go through all experiments of a fact."""
    head = Head(
        "identify", "sum", False, None, (Claim(None, 7),), text_of(ONE_BY_ONE, [1] * 4, None, "identify")
    )
    return checked(Front(head, 4, 3), [Fact((0, 1, 2, 3), None, 7, entries)])


def test_what_was_done_by_which_rule_is_counted() -> None:
    found = one_by_one()
    assert found == Counts(
        4, 3, 0, 1, facts_by_size=0, useless=1, by_size=2, by_facts=0, named=0, by_symmetry=0
    )


def test_an_experiment_that_there_is_not_is_named() -> None:
    with pytest.raises(CertificateError) as raised:
        one_by_one(Entry(7))
    assert str(raised.value) == "fact 0: there is no experiment 7 after those before it"


def of_pairs(facts: list[Fact], *, consistent: bool = False, first: int | None = None) -> Counts:
    """Let the checker check facts about the game with two codes that are hit at once."""
    head = Head("hit", "sum", consistent, first, (Claim(None, 1),), text_of(PAIRS, [1] * 5, None, "hit"))
    return checked(Front(head, 5, 3), [*facts, Fact((0, 1, 2, 3, 4), None, 1)])


def test_what_is_left_after_the_last_experiment_is_impossible() -> None:
    """By their number two codes could be hit within one experiment; none hits both of these."""
    found = of_pairs([Fact((0, 2), 1, None)])
    assert (found.facts_by_size, found.by_size, found.useless) == (1, 2, 1)


def test_a_fact_about_fewer_codes_than_a_cell_has_says_nothing_where_experiments_are_consistent() -> None:
    facts = [Fact((2,), None, 1), Fact((0, 2, 3), None, 1, (Entry(0, (Named(1, 0, ()),)),))]
    assert of_pairs(facts).named == 1
    with pytest.raises(CertificateError) as raised:
        of_pairs(facts, consistent=True)
    assert str(raised.value) == "fact 1: fact 0 is about other codes than those of the cell"


def test_a_first_experiment_that_there_is_not() -> None:
    assert of_pairs([], first=2).facts == 1
    with pytest.raises(CertificateError, match=r"there is no such first experiment$"):
        of_pairs([], first=3)


APART: Final = [row("eeef", "f"), row("aabd"), row("bbab", "a")]
"""Codes 0 and 1 are inseparable, and no outcome confirms one of them; the last experiment confirms code 2."""


def test_of_inseparable_codes_one_can_cost_more_than_both() -> None:
    """Both are settled where nothing else is possible; that it is the first one is never confirmed."""
    weights = [5, 1, 1, 1]
    head = Head("confirm", "sum", False, None, (Claim(None, 10),), text_of(APART, weights, None, "confirm"))
    front, everything = Front(head, 4, 3), (0, 1, 2, 3)
    two = Fact((0, 2), None, 11)
    right = [two, Fact(everything, None, 10)]
    assert checked(front, right).facts == 2
    naively_checked(front, right)
    wrong = [two, Fact(everything, None, 10, (Entry(0, (Named(0, 0, ()),)),))]
    with pytest.raises(CertificateError) as raised:
        checked(front, wrong)
    assert str(raised.value) == "fact 1: fact 0 is about other codes than those of the cell"
    with pytest.raises(Refused):
        naively_checked(front, wrong)


@pytest.mark.parametrize("ending", ["identify", "hit"])
def test_experiments_that_say_nothing(ending: Ending) -> None:
    """However many are made, no more codes are told apart; that the play never ends is another matter."""
    useless = [row("bbb"), row("bbb"), row("bbb")]
    head = Head(ending, "sum", False, None, (Claim(None, 1),), text_of(useless, [1] * 3, None, ending))
    front, facts = Front(head, 3, 3), [Fact((0, 1, 2), None, 1)]
    if ending == "hit":
        assert checked(front, facts).facts_by_size == 1
        naively_checked(front, facts)
    else:
        with pytest.raises(CertificateError, match=r"^fact 0: a play at these codes costs less$"):
            checked(front, facts)
        with pytest.raises(Refused):
            naively_checked(front, facts)


@pytest.mark.parametrize(("weights", "rest", "value"), [([2] * 5, 8, 18), ([3, 2, 4, 2, 2], 10, 22)])
def test_weights_of_which_none_is_one(weights: list[int], rest: int, value: int) -> None:
    """Two codes have length 1, two length 2, one length 3; it is the second experiment that costs least."""
    head = Head("hit", "sum", False, None, (Claim(None, value),), text_of(PAIRS, weights, None))
    front, everything = Front(head, 5, 3), (0, 1, 2, 3, 4)
    entries = (Entry(0, (Named(1, 0, ()),)),)
    facts = [Fact((2, 3, 4), None, rest), Fact(everything, None, value, entries)]
    found = checked(front, facts)
    assert (found.named, found.by_size) == (1, 2)
    naively_checked(front, facts)
    facts[1] = replace(facts[1], value=value + 1)
    with pytest.raises(CertificateError, match=f"is proved to cost {value} only, not {value + 1}$"):
        checked(front, facts)
    with pytest.raises(Refused):
        naively_checked(front, facts)
