"""True claims have accepted certificates, false ones have none: random games, and proofs made false."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cobra.certificate import Claim, Entry, Fact, Front, Generator, Head, Item
from cobra.certificate.file import certificate_bytes
from cobra.certificate.parts import MEASURES, Ending, Measure
from cobra.engine.certificate import check_certificate
from cobra.engine.run import Run
from cobra.errors import CertificateError, GameError, LimitError, StoppedError
from cobra.language.load import load, load_text
from cobra.model.game import Game
from cobra.model.outcomes import goal_value, is_final, outcome, weight_of
from tests.certificate.made import MEMORY, checked, generators, in_order, naively_checked
from tests.certificate.made import front as made_front
from tests.certificate.tables import symmetries, table_fronts
from tests.oracle.outcome_table import table_of
from tests.oracle.proofs import Refused
from tests.oracle.provers import Truth, certificate, finite
from tests.random_cases import random_cases
from tests.random_games import core_texts, games, is_small


def claims_of(truth: Truth, left: float) -> list[tuple[float, float]]:
    """Return the most that can be claimed for any number of experiments, and for so many."""
    return [(k, truth.cost(k)) for k in (inf, left) if truth.cost(k) > 0]


def accepted_and_no_more(truth: Truth, left: int, seed: int, symmetries: Sequence[Generator]) -> None:
    """Both checkers accept what is true, and refuse one more by the same proof."""
    claims = claims_of(truth, left)
    if not claims or not truth.begins:
        return
    front, items = certificate(truth, claims, Random(seed), symmetries)
    assert checked(front, items).facts > 0
    naively_checked(front, items)
    for number, (k, value) in enumerate(claims):
        if value < inf:
            more = list(front.head.claims)
            more[number] = Claim(finite(k), int(value) + 1)
            lie = replace(front, head=replace(front.head, claims=tuple(more)))
            with pytest.raises(CertificateError, match="the claims: no fact proves"):
                checked(lie, items)
            with pytest.raises(Refused):
                naively_checked(lie, items)


@pytest.mark.thorough
@random_cases(20)
@given(games(codes=9, experiments=12), st.sampled_from(MEASURES), st.booleans(), st.integers(0, 99))
def test_games_of_formulas(game: Game, measure: Measure, consistent: bool, seed: int) -> None:
    truth = Truth(made_front(game, measure, consistent))
    accepted_and_no_more(truth, seed % 5, seed, generators(game))


@pytest.mark.thorough
@random_cases(60)
@given(table_fronts(), st.integers(0, 4), st.integers(0, 99))
def test_games_that_are_tables(front: Front, left: int, seed: int) -> None:
    truth = Truth(front)
    accepted_and_no_more(truth, left, seed, symmetries(truth.table, 3))


@pytest.mark.thorough
@random_cases(25)
@given(core_texts(), st.integers(0, 99))
def test_games_of_the_core_language(text: str, seed: int) -> None:
    game = load_text(text)
    assume(is_small(game, 8, 30))
    accepted_and_no_more(Truth(made_front(game, "sum")), seed % 4, seed, ())


@pytest.mark.thorough
@random_cases(25)
@given(st.one_of(games(codes=12, experiments=12), core_texts().map(load_text)))
def test_lines_say_what_the_game_says(game: Game) -> None:
    """Codes, experiments, cells, finals, weights, goals by the lines are those by the meaning of the game."""
    assume(is_small(game, 12, 40))
    listed, made = in_order(game)
    table = table_of(made_front(game, "sum"))
    told = [[(outcome(game, one, code), is_final(game, one, code)) for code in listed] for one in made]
    assert [_classes(row) for row in table.rows] == [_classes(row) for row in told]
    assert [[final for _, final in row] for row in table.rows] == [
        [final for _, final in row] for row in told
    ]
    assert table.weights == [weight_of(game, code) for code in listed]
    assert _classes(table.goals) == _classes([goal_value(game, code) for code in listed])


def _classes(values: Sequence[object]) -> list[int]:
    return [list(values).index(value) for value in values]


GAME = """codes
choose 3 0 2 | 1 |  # one of two, or nothing
choose 1 0 |
f0 = 2 of c0 c1 c3
only -f0
f1 = 3 of 2*c2 -c3
weight -1 2*c0 3*-c0
experiments  # of one type
choose 2 0 | 1
f0 = 3 of c3 2*e1
answer c1 2*f0
final c2
"""
"""Of its four codes the first has propositions 0 and 2, then one has 1, one has 3, and one has none."""


def test_every_kind_of_line_is_read() -> None:
    """Weights, finals and cells are such that a line misread shows."""
    start = Front(Head("hit", "sum", False, None, (Claim(None, 1),), GAME), 4, 2)
    table = table_of(start)
    assert (table.weights, len(table.rows)) == ([1, 2, 2, 2], 2)
    everything = tuple(range(4))
    found = [Fact(everything, None, 1)]
    assert checked(start, found).experiments == 2
    naively_checked(start, found)


def test_lists_in_any_order_and_several_finals() -> None:
    """A list that is there twice is two codes, and an outcome is final by any of its lines."""
    text = GAME.replace("0 2 | 1 |", "2 0 | 1 | 1").replace("final c2", "final c2\nfinal c1")
    for value, right in ((5, True), (6, False)):
        start = Front(Head("hit", "sum", False, None, (Claim(None, value),), text), 3, 2)
        assert table_of(start).weights == [1, 2, 2]
        assert all(final for row in table_of(start).rows for _, final in row)
        found = [Fact((0, 1, 2), None, value)]
        if right:
            assert checked(start, found).facts_by_size == 1
            naively_checked(start, found)
        else:
            with pytest.raises(
                CertificateError, match="fact 0: experiment 0 is proved to cost 5 only, not 6"
            ):
                checked(start, found)
            with pytest.raises(Refused):
                naively_checked(start, found)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("codes\n", "codes c\n"),
        ("0 2 | 1", "0 3 | 1"),
        ("choose 3", "choose 2000000"),
        ("choose 1 0 |", "f0 = 1 of c0\nchoose 1 0 |"),
        ("f0 = 2 of", "f1 = 2 of"),
        ("2*c2", "0*c2"),
        ("2*c2", "4294967296*c2"),
        ("c3\nonly", "c4\nonly"),
        ("only -f0", "only -f1"),
        ("only -f0", "only --f0"),
        ("only -f0", "only e0"),
        ("weight -1", "weight 1.5"),
        ("weight -1", "weight +1"),
        ("weight -1", "weight 1000000000000000000"),
        ("weight -1", "weight 1\nweight -1"),
        ("weight", "goal"),
        ("weight -1 2*c0", "goal 2*c0"),
        ("answer c1", "goal c1"),
        ("answer c1 2*f0", "answer c1 2*f1"),
        ("final c2", "final c2 c1"),
        ("final c2\n", "final c2\n\n"),
    ],
)
def test_lines_that_are_none(right: str, wrong: str) -> None:
    assert right in GAME
    found = Front(Head("hit", "sum", False, None, (Claim(None, 1),), GAME.replace(right, wrong, 1)), 4, 2)
    with pytest.raises(CertificateError, match=r"the header: line \d+ cannot be read: "):
        checked(found, [Fact((0,), None, 1)])
    with pytest.raises(GameError):
        table_of(found)


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("weight -1", "weight -2", "the game: a weight is not positive"),
        ("weight -1", "weight -5", "the game: a weight is not positive"),
        ("only -f0", "only -f0\nf1 = 0 of\nonly -f1", "the game: it has no codes, or too many"),
        ("choose 2 0 | 1", "choose 2 0", "the game: it has 4 codes and 1 experiments, not those stated"),
    ],
)
def test_games_that_are_none(right: str, wrong: str, message: str) -> None:
    text = GAME.replace("f1 = 3 of 2*c2 -c3\n", "")
    found = Front(Head("hit", "sum", False, None, (Claim(None, 1),), text.replace(right, wrong, 1)), 4, 2)
    with pytest.raises(CertificateError) as raised:
        checked(found, [Fact((0,), None, 1)])
    assert str(raised.value) == message
    with pytest.raises(GameError):
        table_of(found)


def test_a_game_without_experiments() -> None:
    text = "codes\nchoose 2 0 | 1\n"
    found = Front(Head("identify", "sum", False, None, (Claim(None, 1),), text), 2, 1)
    with pytest.raises(CertificateError, match=r"^the header: there are no codes, or no experiments$"):
        checked(found, [Fact((0, 1), None, 1)])


def test_the_largest_weight_of_a_term_is_read() -> None:
    start = Front(
        Head("hit", "sum", False, None, (Claim(None, 1),), GAME.replace("2*c2", "4294967295*c2", 1)), 4, 2
    )
    assert checked(start, [Fact((0, 1, 2, 3), None, 1)]).facts == 1


def test_codes_may_have_more_formulas_than_experiments() -> None:
    formulas = "".join(f"f{number} = 1 of c{number % 4} -c{(number + 1) % 4}\n" for number in range(8))
    text = ALIKE.replace("experiments", f"{formulas}weight 1 f7\nexperiments")
    start = Front(Head("identify", "sum", False, None, (Claim(None, 7),), text), 4, 2)
    assert table_of(start).weights == [1, 2, 2, 2]
    found = [Fact((0, 1, 2, 3), None, 7)]
    assert checked(start, found).facts_by_size == 1


def test_a_sum_may_be_twice_what_it_has_to_be_and_more() -> None:
    """The first code has seven where two are asked for, the second one, the others two and four."""
    text = (
        "codes\nchoose 3 0 1 2 | 0 | 1 | 2\nf0 = 2 of c0 2*c1 4*c2\nweight 1 f0\n"
        "experiments\nchoose 1 0 |\nf0 = 2 of c0 c1\nanswer f0 2*c1 4*c2\n"
    )
    start = Front(Head("identify", "sum", False, None, (Claim(None, 7),), text), 4, 2)
    assert table_of(start).weights == [2, 1, 2, 2]
    assert checked(start, [Fact((0, 1, 2, 3), None, 7)]).facts_by_size == 1
    naively_checked(start, [Fact((0, 1, 2, 3), None, 7)])


ALIKE = """codes
choose 4 0 | 1 | 2 | 3
experiments
choose 1 0 |
answer c0 2*c1 3*c2
"""
"""Two experiments, each of which tells all four codes apart."""


def refusal(text: str, items: list[Item], first: int | None = None, ending: Ending = "identify") -> str:
    """Return why both checkers refuse a certificate of a game with two experiments."""
    start = Front(Head(ending, "sum", False, first, (Claim(None, 1),), text), 4, 2)
    with pytest.raises(CertificateError) as raised:
        checked(start, items)
    with pytest.raises(Refused):
        naively_checked(start, items)
    return str(raised.value)


def test_so_many_leaves_as_a_node_has_need_no_second_node() -> None:
    everything = (0, 1, 2, 3)
    start = Front(Head("identify", "sum", False, None, (Claim(None, 4),), ALIKE), 4, 2)
    assert checked(start, [Fact(everything, None, 4)]).facts_by_size == 1
    assert (
        refusal(ALIKE, [Fact(everything, None, 5)]) == "fact 0: experiment 0 is proved to cost 4 only, not 5"
    )


FIVE = """codes
choose 5 0 | 1 | 2 | 3 | 4
experiments
choose 1 0 |
f0 = 2 of c0 e0
f1 = 2 of c2 -e0
f2 = 2 of c3 -e0
f3 = 2 of c4 -e0
answer f0 2*f1 3*f2 4*f3
"""
"""One experiment tells five codes apart, but the first two; the other one tells the first from the rest."""


def test_nodes_with_fewer_children_lie_deepest() -> None:
    start = Front(Head("identify", "sum", False, None, (Claim(None, 7),), FIVE), 5, 2)
    everything = (0, 1, 2, 3, 4)
    assert checked(start, [Fact(everything, None, 7)]).facts_by_size == 1
    more = replace(start, head=replace(start.head, claims=(Claim(None, 8),)))
    with pytest.raises(CertificateError, match=r"^fact 0: experiment 1 is proved to cost 7 only, not 8$"):
        checked(more, [Fact(everything, None, 8)])


def test_what_is_like_an_experiment_that_is_not_tried_proves_nothing() -> None:
    entry = Entry(1, like=0)
    assert (
        refusal(ALIKE, [Fact((0, 1, 2, 3), None, 9, (entry,))], first=1)
        == "fact 0: experiment 1 is not carried to 0 within the set"
    )
    # Without a first experiment the other one has been tried.
    start = Front(Head("identify", "sum", False, None, (Claim(None, 4),), ALIKE), 4, 2)
    swapped = [Generator((1, 0, 2, 3), (0, 1)), Fact((0, 1), None, 2, (Entry(1, like=0, image=(0,)),))]
    found = checked(start, [*swapped, Fact((0, 1, 2, 3), None, 4)])
    assert (found.elements, found.facts) == (1, 2)


def test_a_symmetry_keeps_all_codes_of_the_set() -> None:
    """It carries one of both to itself, and the other to one that the fact is not about."""
    turned = Generator((0, 2, 1, 3), (0, 1))
    facts = [Fact((0, 1), None, 2, (Entry(1, like=0, image=(0,)),)), Fact((0, 1, 2, 3), None, 4)]
    assert refusal(ALIKE, [turned, *facts]) == "fact 0: experiment 1 is not carried to 0 within the set"


@pytest.mark.parametrize("line", ["weight 1 c0", "goal c0"])
def test_a_symmetry_keeps_each_weight_and_goal(line: str) -> None:
    """Two codes are changed for each other, of which only one weighs two, or has a goal of its own."""
    text = ALIKE.replace("experiments", f"{line}\nexperiments")
    swap = Generator((1, 0, 2, 3), (0, 1))
    assert (
        refusal(text, [swap, Fact((0, 1, 2, 3), None, 1)])
        == "element 0: it does not permute the codes so that goals and weights are kept"
    )


def test_a_symmetry_keeps_each_final_cell() -> None:
    """The cells of the two codes are carried to each other, but only one is final."""
    swap = Generator((1, 0, 2, 3), (0, 1))
    assert (
        refusal(ALIKE + "final c0\n", [swap, Fact((0, 1, 2, 3), None, 1)], ending="hit")
        == "element 0: it does not keep the cells of experiment 0"
    )


@pytest.mark.parametrize("left_out", [1, 4, 5])
def test_a_file_without_its_end(left_out: int) -> None:
    """The last four bytes say that nothing follows."""
    start = Front(Head("identify", "sum", False, None, (Claim(None, 4),), ALIKE), 4, 2)
    content = b"".join(certificate_bytes(start, [Fact((0, 1, 2, 3), None, 4)]))
    assert checked(start, [Fact((0, 1, 2, 3), None, 4)]).facts == 1
    assert content.endswith(bytes(4))
    with pytest.raises(CertificateError, match=r"the file ends too early$"):
        check_certificate(content[:-left_out], MEMORY, Run())


def test_memory_and_time_are_limited() -> None:
    found = made_front(load("mastermind", {"pegs": 2, "colours": 3}), "sum")
    found = replace(found, head=replace(found.head, claims=(Claim(None, 21),)))
    content = b"".join(certificate_bytes(found, [Fact(tuple(range(9)), None, 21)]))
    with pytest.raises(LimitError, match="memory"):
        check_certificate(content, 100, Run())
    with pytest.raises(StoppedError):
        check_certificate(content, 1 << 30, Run(0.0))
    assert check_certificate(content, 1 << 20, Run(60.0)).facts == 1
