"""The classes of experiments that the core finds, against the definition, in situations of small games."""

from __future__ import annotations

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import cobra
from cobra import _core
from cobra.engine.group import game_group
from cobra.errors import LimitError
from cobra.model.game import Game
from tests import random_games
from tests.oracle import equivalence
from tests.oracle.equivalence import Classes, Element, chain, closure, joined
from tests.random_cases import random_cases
from tests.symmetries.groups import GROUPS, SMALL
from tests.symmetries.situations import (
    CHAINS,
    EQUIVALENCES,
    History,
    Played,
    library,
    play,
    situations,
    unanswered,
)
from tests.symmetries.test_experiment_graphs import check_graph
from tests.symmetries.test_meaning import relabellings


def group(played: Played) -> list[Element]:
    """Return the symmetries the core is told of: automorphisms of the graph and exchanges of symbols."""
    meaning = played.meaning
    generators = [*relabellings(meaning.game), *played.exchanges(meaning.all_codes)]
    return closure(meaning.identity(), meaning.symmetries(generators))


def expected(played: Played, elements: list[Element], name: str, history: History) -> Classes:
    """Return the classes of an equivalence by definition, for the symmetries `elements`.

    Symbols interchangeable in the codes left may be exchanged even when that is no symmetry of the game.
    """
    meaning, state, count = played.meaning, played.state(history), played.count
    if name == "none":
        return tuple(range(count))
    if name == "history":
        alike = played.by_symbols(state, [e for e, _ in history])
        more = equivalence.orbits(equivalence.fixing(elements, meaning, history), count)
    elif name == "symbols":
        alike = more = played.by_symbols(state)
    else:
        alike, kept = played.by_symbols(state), equivalence.keeping(elements, state)
        whole = name == "partition"
        more = equivalence.same_partition(meaning, kept, state) if whole else equivalence.orbits(kept, count)
    return joined(count, [*enumerate(alike), *enumerate(more)])


def check(played: Played, elements: list[Element], history: History, exact: bool = True) -> None:
    """Compare every equivalence but `graph`, and the chains, with the definition.

    Not `exact`: a class may fall into several. The core joins what symmetries of the graph do with what
    exchanges of symbols do, each within the situation; products of the two are not looked for.
    """
    classes = {name: expected(played, elements, name, history) for name in EQUIVALENCES if name != "graph"}
    for names in (*([name] for name in classes), *CHAINS):
        found = played.representatives(list(names), history)
        kept = chain(played.count, [classes[name] for name in names])
        if exact:
            assert found == kept, (names, history)
        else:
            assert found.keys() >= kept.keys(), (names, history)
            assert sum(found.values()) == played.count
        if not exact and len(names) == 1:
            whole = classes[names[0]]
            assert chain(played.count, [whole]) == chain_of_sizes(found, whole), (names, history)


def chain_of_sizes(found: dict[int, int], classes: Classes) -> dict[int, int]:
    """Return the sum of the sizes found in each class."""
    sums: dict[int, int] = {}
    for e, size in found.items():
        sums[classes[e]] = sums.get(classes[e], 0) + size
    return sums


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params", "order"), SMALL)
def test_classes_of_the_library(name: str, params: dict[str, int], order: int) -> None:
    played = library(name, *params.items())
    elements = group(played)
    for history in situations(played):
        check(played, elements, history)
        check_graph(played, history)


@pytest.mark.parametrize(("name", "params", "order"), SMALL)
def test_classes_when_no_answer_is_known(name: str, params: dict[str, int], order: int) -> None:
    played = library(name, *params.items())
    elements = group(played)
    for history in unanswered(played):
        classes = expected(played, elements, "history", history)
        assert played.representatives(["history"], history) == chain(played.count, [classes])
        assert played.representatives(["none"], history) == dict.fromkeys(range(played.count), 1)
        with pytest.raises(_core.CoreError):
            played.representatives(["knowledge"], history)


@pytest.mark.thorough
@random_cases(25)
@given(random_games.games(codes=20, experiments=20), st.data())
def test_classes_of_any_game(game: Game, data: st.DataObject) -> None:
    played = play(game)
    try:
        elements = group(played)
    except LimitError:  # too many for the oracle
        reject()
    history = data.draw(st.sampled_from(list(situations(played))))
    check(played, elements, history, exact=False)
    check_graph(played, history)


def test_generators_by_hand_are_of_these_games() -> None:
    assert {name for name, *_ in SMALL} == GROUPS.keys()


def test_a_game_in_which_no_outcome_is_possible() -> None:
    """No code has an outcome: an ill-formed game, of which classes are shown all the same."""
    game = cobra.load_text(
        "VARIABLES a, b CONSTRAINT b ALPHABET '0', '1' MAPPING 'f' a, b"
        " EXPERIMENT 'one' 2 OUTCOME 'x' (f$1 & !b) OUTCOME 'y' (f$2 & !b)"
    )
    (round_,) = cobra.symmetry(game, equivalences=["partition"]).rounds
    assert (round_.count, round_.sizes) == (1, (4,))


@pytest.mark.parametrize(("mark", "count"), [("", 1), ("X", 2)])
def test_what_ends_plays_splits_not_as_what_does_not(mark: str, count: int) -> None:
    """All outcomes of the first are final; those of the second are not where they are marked so."""
    game = cobra.load_text(
        "VARIABLES a, b EXPERIMENT 'one' 0 OUTCOME 'yes' a OUTCOME 'no' !a"
        f" EXPERIMENT 'two' 0 OUTCOME{mark} 'yes' a OUTCOME{mark} 'no' !a"
    )
    (round_,) = cobra.symmetry(game, equivalences=["partition"]).rounds
    assert round_.count == count


SIDES = """
VARIABLES a, b, c
CONSTRAINT Exactly-1(a, b, c)
ALPHABET {}
EXPERIMENT "ask" {}
PARAMS_DISTINCT {}
{}
OUTCOME "a" a
OUTCOME "not a" !a
"""


def sides(slots: int, *pairs: str) -> Played:
    """Return a game whose answers depend on no parameter: but for pairs all could change places."""
    symbols = ", ".join(f'"{symbol}"' for symbol in range(slots))
    numbers = ", ".join(str(slot + 1) for slot in range(slots))
    orders = "\n".join(f"PARAMS_SORTED {pair}" for pair in pairs)
    return play(cobra.load_text(SIDES.format(symbols, slots, numbers, orders)))


@pytest.mark.parametrize(("slots", "pairs"), [(3, ((0, 2),)), (4, ((0, 2),)), (4, ((0, 2), (1, 3)))])
def test_sides_go_to_sides(slots: int, pairs: tuple[tuple[int, int], ...]) -> None:
    played = sides(slots, *(f"{left + 1}, {right + 1}" for left, right in pairs))
    assert [type_.swaps for type_ in played.compiled.program.types] == [pairs]
    elements = group(played)
    for history in situations(played):
        check(played, elements, history, exact=len(pairs) == 1)  # symbols are taken for one pair only


def test_what_is_no_side_does_not_become_one() -> None:
    played = sides(3, "1, 3")
    assert played.compiled.program.slot_groups == ()
    after = [played.representatives(["history"], ((made, ("a",)),)) for made in range(3)]
    assert after == [{0: 1, 1: 2}, {0: 2, 1: 1}, {0: 2, 2: 1}]


def test_pairs_of_sides_stay_pairs() -> None:
    """All orders of four symbols, two of the codes, and both pairs with each other."""
    assert game_group(sides(4, "1, 3", "2, 4").compiled.game).order == 4 * 3 * 2 * 2 * 2


@pytest.mark.thorough
def test_symmetries_carry_codes_of_more_than_a_word() -> None:
    """After a question the only one left of a ring is that about it, of 66 propositions."""
    ring = cobra.load_text("secret x : 1..66 experiment ask(i : 1..66) observe (x - i + 66) % 66 <= 33")
    report = cobra.symmetry(ring, after=["ask 5=yes"], equivalences=["history"])
    first, second = report.rounds
    assert (first.count, list(first.sizes), first.codes) == (1, [66], 66)
    assert (second.count, sorted(second.sizes), second.codes) == (34, [1, 1, *[2] * 32], 34)
