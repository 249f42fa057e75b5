"""Experiments whose graphs are alike: how many are left at the start, after one experiment and after two."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import cobra
from tests.symmetries.groups import SMALL
from tests.symmetries.situations import History, Played, library, play, situations
from tests.symmetries.test_graph import SYMMETRIC

LIBRARY = {
    "bags-of-gold 3 3": (6, 36, 28),
    "bags-of-gold 4 2 1": (3, 18, 5),
    "battleship 3 2": (6, 30, 20),
    "black-box 2 1": (1, 18, 0),
    "black-box 3 2": (2, 117, 77),
    "black-pegs 2 3": (1, 21, 17),
    "bulls-and-cows 2 4": (1, 51, 20),
    "bulls-and-cows 3 4": (1, 111, 84),
    "code-777 2 2 2": (28, 161, 159),
    "code-777-three 2 2 2": (17, 155, 168),
    "counterfeit-coin 5": (2, 45, 6),
    "counterfeit-coin 4 2": (7, 50, 16),
    "counterfeit-coin-only 4 1": (4, 52, 6),
    "decimalisation 2 3": (3, 44, 42),
    "group-testing 5 2": (4, 29, 35),
    "higher-lower 6": (3, 25, 10),
    "light-coins 4 2": (2, 36, 7),
    "light-coins 5 2": (2, 70, 19),
    "light-coins 3 1 2": (5, 11, 0),
    "mastermind 2 4": (2, 42, 36),
    "mastermind 3 3": (3, 60, 66),
    "mastermind-colour 2 3": (3, 47, 8),
    "mastermind-position 2 3": (3, 43, 22),
    "odd-coins 4 2": (2, 42, 55),
    "odd-coins 5 2": (2, 60, 126),
    "odd-coins 3 2 2": (5, 50, 2),
    "permutation 3": (1, 24, 9),
    "sorting 3": (1, 16, 11),
    "sorting 4": (1, 28, 35),
}

SHARED = {
    "the rest of a set instead of the set": (1, 12, 7),
    "an unknown that is never asked about": (1, 2, 1),
    "types that are each other's image": (1, 18, 8),
    "weights": (1, 9, 5),
    "goals": (1, 9, 5),
    "an order turned round": (4, 28, 13),
    "a difference without its sign": (3, 18, 0),
    "a grid turned over": (3, 79, 76),
    "halves of an alphabet": (1, 8, 0),
}
"""Of games whose symmetries are looked for, too."""

TEXTS = {name: (SYMMETRIC[name][0], numbers) for name, numbers in SHARED.items()} | {
    "exclusive or": (
        """
        variables a, b, c
        experiment ask() observe a <-> b
        experiment tell() observe c
        experiment both() observe a <-> c
        """,
        (2, 18, 15),
    ),
    "weights in a sum": (
        """
        variables b[1..4]
        constraint b[1] | b[2]
        experiment ask(i : 1..4, j : 1..4) where i < j
          observe count(b[i], b[j], b[j])
        """,
        (3, 33, 14),
    ),
    "choices": (
        """
        variables b[1..4]
        experiment ask(i : 1..2) observe if b[i] then b[3] else b[4]
        experiment turn(i : 1..2) observe if b[i] then b[4] else b[3]
        experiment read(i : 1..4) observe !b[i]
        """,
        (2, 28, 21),
    ),
    "at least so many": (
        """
        variables b[1..5]
        constraint atleast(2, i in 1..5 : b[i])
        experiment ask(i : 1..5, j : 1..5, k : 1..5) where i < j & j < k
          observe atleast(2, b[i], b[j], b[k]), b[i] & b[j]
        """,
        (1, 45, 33),
    ),
    "slots of several widths": (
        """
        secret a : 1..3
        secret b : 1..4
        experiment ask(g : 1..3) observe a = g
        experiment tell(g : 1..4) observe b = g
        """,
        (2, 13, 11),
    ),
    "different symbols and any": (
        """
        secret a[1..2] : distinct 1..4
        secret b[1..2] : 1..4
        experiment ask(g : 1..4, h : 1..4) where g < h observe a[1] = g & a[2] = h
        experiment tell(g : 1..4, h : 1..4) where g < h observe b[1] = g & b[2] = h
        """,
        (2, 19, 23),
    ),
    "sets of one size, of several and any": (
        """
        variables s[1..4], t[1..4], u[1..4]
        constraint exactly(2, i in 1..4 : s[i])
        constraint exactly(1, i in 1..4 : t[i])
        constraint atleast(2, i in 1..4 : u[i])
        experiment ask(i : 1..4) observe s[i]
        experiment tell(i : 1..4) observe t[i]
        experiment say(i : 1..4) observe u[i]
        """,
        (3, 23, 22),
    ),
}


def check_graph(played: Played, history: History) -> int:
    """Test that the experiments left stand for as many as have cells of their sizes; return their number."""
    meaning, state = played.meaning, played.state(history)
    found = played.representatives(["graph"], history)
    sizes = [
        str(sorted((len(cell), final) for cell, final in meaning.cells(e, state)))
        for e in range(played.count)
    ]
    stands_for: Counter[str] = Counter()
    for experiment, size in found.items():
        stands_for[sizes[experiment]] += size
    assert stands_for == Counter(sizes), history
    return len(found)


def left(played: Played) -> tuple[int, int, int]:
    """Return how many experiments are left in all situations with no, one and two experiments made."""
    counts = [0, 0, 0]
    for history in situations(played):
        counts[len(history)] += check_graph(played, history)
    return counts[0], counts[1], counts[2]


@pytest.mark.parametrize(("name", "params", "order"), SMALL)
def test_how_many_are_left_of_games_of_the_library(name: str, params: dict[str, int], order: int) -> None:
    assert left(library(name, *params.items())) == LIBRARY[" ".join([name, *map(str, params.values())])]


@pytest.mark.parametrize("name", TEXTS)
def test_how_many_are_left_of_formulas_of_every_kind(name: str) -> None:
    text, expected = TEXTS[name]
    assert left(play(cobra.load_text(text))) == expected


def test_what_a_sum_says_of_those_that_are_not_known() -> None:
    """One of five holds, two are told, as one more is known to; of five others three, as many as are told."""
    played = play(
        cobra.load_text(
            """
            variables b[1..11]
            experiment ask(i : 1..11) observe b[i]
            experiment first() observe count(b[1], b[2], b[3], b[4], b[5], b[6])
            experiment second() observe count(b[7], b[8], b[9], b[10], b[11])
            """
        )
    )
    history: History = ((0, (True,)), (11, (2,)), (12, (3,)))
    assert len(played.state(history)) == 5 * 10
    assert played.representatives(["graph"], history) == {0: 1, 1: 5, 6: 5, 11: 1, 12: 1}
    assert check_graph(played, history) == 5


def test_how_many_are_left_of_a_table(tmp_path: Path) -> None:
    (tmp_path / "rows.txt").write_text("aab\nbaa\nccb\nabc\n", encoding="utf-8")
    text = """
        file words = "rows.txt"
        secret x in lines(words)
        secret y[1..2] : {a b c}
        experiment ask(i : 1..3, g : {a b c}) observe x[i] = g
        experiment tell(i : 1..2, g : {a b c}) observe y[i] = g
        """
    (tmp_path / "game.cb").write_text(text, encoding="utf-8")
    assert left(play(cobra.load(tmp_path / "game.cb"))) == (3, 21, 19)
