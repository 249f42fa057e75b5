"""Phases with more and more memory: plays by the tree and one by one, and the figures of the docs."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

import cobra
from cobra.breakers.breaker import How
from cobra.breakers.phases import Answer, Guess
from cobra.breakers.phases_memory import DEDUCE, MEMORIES, answer_to, make_phases, next_guess
from cobra.engine.made import Made
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError
from cobra.limits import Limits
from cobra.model.after import game_after
from cobra.model.game import Game
from cobra.options import MEMORY
from cobra.strategy.check.verify import verify
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings

HISTORY = [((0, (0, 1, 2, 3)), (0, 1)), ((0, (4, 5, 6, 7)), (0, 2))]
PAGE = Path(__file__).parents[2] / "docs" / "phases.md"
START: tuple[tuple[Guess, Answer], ...] = (
    ((0, 1, 2, 3), (0, 1)),
    ((4, 5, 6, 7), (1, 1)),
    ((8, 9, 10, 11), (0, 0)),
)
"""Three guesses of phase 1; the fourth is known to have one bovine."""
LEFT = [
    code
    for code in permutations(range(16), 4)
    if all(answer_to(guess, code) == answer for guess, answer in START)
]


@cache
def game() -> Game:
    return cobra.load("bulls-and-cows", {"digits": 16})


def table(of: Game) -> CodeTable:
    return CodeTable(of, Run(), MEMORY, Limits())


def length(memory: str, code: Guess) -> int:
    """Return how many guesses are made for a code after `START`, by asking for one after the other."""
    history = list(START)
    left = LEFT

    def deduced(guess: Guess) -> Answer | None:
        answers = {answer_to(guess, other) for other in left}
        return None if len(answers) > 1 or answers == {(4, 0)} else answers.pop()

    while history[-1][1] != (4, 0):
        guess = next_guess(memory, history, deduced)
        history.append((guess, answer_to(guess, code)))
        left = [other for other in left if answer_to(guess, other) == history[-1][1]]
    return len(history) - len(START)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("memory", "total"),
    [
        ("described", 6472),
        pytest.param("shortcut", 5896, marks=pytest.mark.slow),
        pytest.param("no-repeats", 5760, marks=pytest.mark.slow),
        ("arrange", 4337),
        pytest.param("deduce", 3818, marks=pytest.mark.slow),
    ],
)
def test_the_tree_plays_as_guesses_one_by_one_do(memory: str, total: int) -> None:
    """Trees may have nodes that tell nothing; they are right all the same."""
    before = [Made((0, guess), answer) for guess, answer in START]
    left = table(game_after(game(), before))
    played = make_phases(memory).play(left, How(memory=MEMORY), before)
    assert played.figures.total == total
    lengths = Counter(length(memory, code) for code in LEFT)
    assert played.figures.distribution == dict(sorted(lengths.items()))
    strategy = strategy_of(left, played, "phases", Settings())
    assert verify(strategy).problems == ()
    tell_nothing = [node for node in strategy.branches if len(node) == 1 and (4, 0) not in node]
    assert bool(tell_nothing) == (memory != DEDUCE)


def test_the_levels_have_their_names() -> None:
    assert [make_phases(memory).name for memory in MEMORIES] == [
        "phases",
        "phases(shortcut)",
        "phases(no-repeats)",
        "phases(arrange)",
        "phases(deduce)",
    ]
    with pytest.raises(GameError, match="there is no memory of phases 'shortcuts'; did you mean 'shortcut'"):
        make_phases("shortcuts")


@pytest.mark.parametrize(
    ("name", "parameters", "difference"),
    [
        ("bulls-and-cows", {}, "digits is 10 in one and 16 in the other"),
        ("bulls-and-cows", {"places": 3, "digits": 16}, "places is 3 in one and 4 in the other"),
        ("mastermind", {"pegs": 2, "colours": 2}, "pegs is 2 in one and missing in the other"),
    ],
)
def test_another_game_is_refused(name: str, parameters: dict[str, int], difference: str) -> None:
    other = table(cobra.load(name, parameters))
    message = (
        f"phases plays bulls-and-cows with places=4 and digits=16 only; this is another game: {difference}"
    )
    with pytest.raises(GameError, match=message):
        make_phases().play(other, How(memory=MEMORY))


def test_other_rules_with_the_same_parameters_are_refused() -> None:
    origin = game().origin
    assert origin is not None
    swapped = cobra.load_text(
        origin.text.replace("observe bulls, cows", "observe cows, bulls"), definitions={"digits": 16}
    )
    with pytest.raises(GameError, match="this is another game: they differ in their experiments"):
        make_phases().play(table(swapped), How(memory=MEMORY))


def test_consistent_guesses_only_are_refused() -> None:
    with pytest.raises(GameError, match="phases makes guesses that cannot be the code"):
        make_phases().play(table(game()), How(memory=MEMORY, consistent=True))


@pytest.mark.parametrize("memory", MEMORIES)
def test_the_guesses_of_others_are_refused(memory: str) -> None:
    made = [Made((0, (0, 4, 8, 12)), (0, 2))]
    left = table(game_after(game(), made))
    with pytest.raises(GameError, match="phases goes on after its own guesses only: here 0 1 2 3"):
        make_phases(memory).play(left, How(memory=MEMORY), made)


def rows(heading: str) -> dict[str, list[str]]:
    """Return the cells after the name of each row of a table of the page."""
    table = PAGE.read_text("utf-8").partition(heading)[2].partition("\n\n")[0]
    found = re.findall(r"^\| `(\S+)` \| (.*) \|$", table, re.MULTILINE)
    return {name: cells.split(" | ") for name, cells in found}


@pytest.mark.slow
def test_the_page_says_what_memory_costs() -> None:
    figures = rows("| strategy | what has to be remembered")
    lengths = rows("| strategy | lengths |")
    names = [*(make_phases(memory).name for memory in MEMORIES), "first", "parts", "ent-models"]
    analysis = cobra.analyze(game(), names)
    assert list(figures) == list(lengths) == names
    for row in analysis.rows:
        assert row.average is not None
        assert figures[row.name][1:] == [str(row.total), f"{float(row.average):.4f}", str(row.worst)]
        assert lengths[row.name] == [" ".join(f"{length}:{n}" for length, n in row.distribution.items())]


def test_a_tree_that_does_not_fit_into_the_memory_is_played_in_part() -> None:
    game = game_after(cobra.load("bulls-and-cows", {"places": 4, "digits": 16}), HISTORY)
    table = CodeTable(game, Run(), MEMORY, Limits())
    result = make_phases().play(table, How(memory=20_000), [Made(*made) for made in HISTORY])
    assert (result.stopped, result.figures.nodes) == ("memory", 20_000 // 500 + 1)
