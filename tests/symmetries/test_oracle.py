"""The oracle for symmetry against itself and a second program: groups, orbits, what a game means."""

from __future__ import annotations

import pytest

import cobra
from cobra.errors import GameError, LimitError
from cobra.model.show import Notation
from tests import brute_symmetry as by_hand
from tests.oracle import equivalence
from tests.oracle.equivalence import Meaning, Relabelling
from tests.symmetries.groups import GROUPS, SMALL, both, relabel, swap_indices, swap_symbols


def meaning(name: str, params: dict[str, int]) -> Meaning:
    return Meaning(cobra.load(name, {key: str(value) for key, value in params.items()}))


def group(of: Meaning, name: str, params: dict[str, int]) -> list[equivalence.Element]:
    return equivalence.closure(of.identity(), of.symmetries(GROUPS[name](of.game, **params)))


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params", "order"), SMALL)
def test_the_symmetries_by_hand_are_all_there_are(name: str, params: dict[str, int], order: int) -> None:
    of = meaning(name, params)
    elements = group(of, name, params)
    assert len(elements) == order
    if of.game.codes.propositions <= 8:  # the search by meaning alone takes too long for more
        assert {element.codes for element in elements} == equivalence.permutations_of_codes(of)


def test_what_is_no_symmetry_is_refused() -> None:
    of = meaning("mastermind", {"pegs": 2, "colours": 3})
    only_code = relabel(of.game, swap_indices("code", 1, 2))
    element = of.element(only_code)
    assert element is not None and not of.is_symmetry(element)
    one_peg = relabel(of.game, swap_symbols("code g", 0, 1, (1,)))
    flipped = relabel(of.game, lambda name: name, ["code"])
    assert of.element(flipped) is None
    for wrong in (only_code, one_peg, flipped):
        with pytest.raises(GameError, match="not a symmetry"):
            of.symmetries([wrong])


@pytest.mark.parametrize(
    ("clause", "order"),
    [("", 8), ("weight 1 + count(bit[1])", 2), ("goal bit[2]", 4), ("constraint bit[1] | bit[2]", 2)],
)
def test_weights_goals_and_constraints_are_kept(clause: str, order: int) -> None:
    text = f'game "Two bits"\nvariables bit[1..2]\n{clause}\nexperiment ask(b : 1..2)\n  observe bit[b]\n'
    of = Meaning(cobra.load_text(text))
    swap = relabel(of.game, both(swap_indices("bit", 1, 2), swap_symbols("b", 1, 2)))
    flips = [Relabelling(secret, ((0, (0, 2)),)) for secret in ((1, 2), (0, 3))]
    elements = [element for r in (swap, *flips) if (element := of.element(r)) and of.is_symmetry(element)]
    assert len(equivalence.closure(of.identity(), elements)) == order
    assert len(equivalence.permutations_of_codes(of)) == order


def test_a_symmetry_may_carry_types_to_types() -> None:
    text = (
        'game "Places"\nalphabet colour = 1..2\nsecret code[1..3] : colour\n'
        "experiment look() for i in 1..3\n  observe code[i]\n"
    )
    of = Meaning(cobra.load_text(text))
    labels = [type_.label for type_ in of.game.experiments]
    turned = {labels[0]: labels[1], labels[1]: labels[2], labels[2]: labels[0]}
    (element,) = of.symmetries(
        [
            relabel(
                of.game,
                lambda n: n._replace(indices=(n.indices[0] % 3 + 1,)),
                types=lambda label: turned[label],
            )
        ]
    )
    assert element.experiments == (1, 2, 0)
    assert len(equivalence.closure(of.identity(), [element])) == 3


def test_a_group_that_is_too_large_is_not_listed() -> None:
    of = meaning("counterfeit-coin", {"coins": 5})
    generators = of.symmetries(GROUPS["counterfeit-coin"](of.game, coins=5))
    with pytest.raises(LimitError):
        equivalence.closure(of.identity(), generators, limit=100)


def test_rows_agree_with_the_second_program() -> None:
    of = meaning("mastermind", {"pegs": 3, "colours": 3})
    elements = group(of, "mastermind", {"pegs": 3, "colours": 3})
    rows = [assignment for _, assignment in of.experiments]
    for guesses in ([], [0], [1], [5], [1, 5], [5, 21]):
        kept = equivalence.fixing(elements, of, [(guess, None) for guess in guesses])
        found = equivalence.chain(len(rows), [equivalence.orbits(kept, len(rows))])
        expected = by_hand.next_guesses(3, 3, False, [rows[guess] for guess in guesses])
        assert {rows[e]: size for e, size in found.items()} == expected
        assert expected == by_hand.next_guesses_slowly(3, 3, False, [rows[guess] for guess in guesses])


def test_bulls_and_cows_fast_and_slowly() -> None:
    for guesses in ([], [(0, 1, 2)], [(0, 1, 2), (1, 0, 3)], [(0, 1, 2), (3, 4, 0)]):
        expected = by_hand.next_guesses_slowly(3, 5, True, guesses)
        assert by_hand.next_guesses(3, 5, True, guesses) == expected
        assert sum(expected.values()) == 60


def coins_of(pan: int) -> frozenset[int]:
    return frozenset(i + 1 for i in range(pan.bit_length()) if pan >> i & 1)


@pytest.mark.parametrize("coins", [4, 5])
def test_weighings_agree_with_the_second_program(coins: int) -> None:
    of = meaning("counterfeit-coin", {"coins": coins})
    elements = group(of, "counterfeit-coin", {"coins": coins})
    pans = [(coins_of(left), coins_of(right)) for _, (left, right) in of.experiments]
    count = len(pans)
    first = equivalence.chain(count, [equivalence.orbits(elements, count)])
    assert {pans[e]: size for e, size in first.items()} == by_hand.first_weighings(coins)
    codes = [(odd + 1, bool(heavy)) for odd, heavy in of.codes]
    for e in first:
        for answer, state in [(None, of.all_codes), *of.outcomes(e).items()]:
            history = equivalence.fixing(elements, of, [(e, answer)])
            expected = by_hand.next_weighings(coins, pans[e], None if answer is None else str(answer[0]))
            found = equivalence.chain(count, [equivalence.orbits(history, count)])
            assert {pans[e]: size for e, size in found.items()} == expected
            knowledge = equivalence.orbits(equivalence.keeping(elements, state), count)
            expected = by_hand.weighings_by_knowledge(coins, {codes[code] for code in state})
            assert {pans[e]: size for e, size in equivalence.chain(count, [knowledge]).items()} == expected


def test_partitions_that_are_equal_are_one_class() -> None:
    of = meaning("counterfeit-coin", {"coins": 4})
    elements = group(of, "counterfeit-coin", {"coins": 4})
    heavy_or_light_one = [0, 1]
    classes = equivalence.same_partition(of, elements, heavy_or_light_one)
    kept = equivalence.chain(len(classes), [classes])
    shown = Notation(of.game)
    # a weighing with the coin on a pan tells heavy from light, one without it tells nothing
    assert {shown.experiment(of.experiments[e]): size for e, size in kept.items()} == {
        "1 | 2": 6,
        "2 | 3": 3,
    }


def test_final_cells_are_marked() -> None:
    of = meaning("mastermind", {"pegs": 1, "colours": 3})
    classes = equivalence.same_partition(of, [of.identity()], [0, 1])
    # guessing 0 or 1 tells the two apart, but each hits another one; guessing 2 tells nothing
    assert classes == (0, 1, 2)
    swap = of.symmetries([relabel(of.game, swap_symbols("code g", 0, 1))])
    assert equivalence.same_partition(of, swap, [0, 1]) == (0, 0, 2)
