"""A user's own strategies in games with lies, noise or moves."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.breakers.breaker import How
from cobra.breakers.find import find_breaker
from cobra.breakers.written import played
from cobra.errors import GameError
from cobra.model.game import Game
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings
from tests.random_cases import random_cases
from tests.unseen.test_noise import noisy_games
from tests.unseen.test_random_games import MEMORY, table_of, unseen_games, verified

HOW = How(memory=MEMORY)


@pytest.mark.thorough
@given(unseen_games() | noisy_games(), st.sampled_from(["max-models", "ent-models", "parts"]))
@random_cases(100)
def test_a_strategy_that_asks_for_one_of_the_core_is_that(game: Game, strategy: str) -> None:
    """Its figures are those that the core counts, means and all; the tree is replayed by the definition."""

    def mine(knowledge: cobra.Knowledge) -> str | None:
        return knowledge.best(strategy)

    table = table_of(game)
    core = find_breaker(strategy).play(table, HOW)
    assert game.unseen is not None
    plays = [played(strategy_of(table, core, strategy, Settings()), table, strategy)]
    if not game.unseen.moves:  # else the core looks at what was believed before, too
        plays.append(find_breaker(mine).play(table, HOW))
    for own in plays:
        assert own.figures == core.figures
        assert own.first is None or own.inseparable == core.inseparable
        verified(table, own, "mine")


def test_what_is_known() -> None:
    """Codes with the lies that may still come, and how likely they are where that is known."""
    game = cobra.load_text(
        "secret x : 1..3\nnoise 1/10 lies at most 1\nexperiment ask(g : 1..3) observe x = g"
    )
    heard: list[cobra.Knowledge] = []

    def rule(knowledge: cobra.Knowledge, history: tuple[tuple[str, str], ...]) -> str | None:
        if history == (("1", "yes"),):
            heard.append(knowledge)
        return knowledge.best("max-models")

    row = cobra.analyze(game, [rule]).rows[0]
    (known,) = heard
    assert (known.codes, known.lies_left, known.weights) == (["1", "2", "3"], [1, 0, 0], [9, 1, 1])
    assert known.split("1") == {"no": 3, "yes": 1}
    (shares,) = known.weigh(["1"])
    assert shares == {"no": Fraction(29, 10), "yes": Fraction(81, 10)}
    assert {answer: left.over for answer, left in known.after("1").items()} == {"no": None, "yes": "won"}
    assert row.average is not None and row.average > 2


def test_a_fox_is_caught_by_a_list_of_holes() -> None:
    """Six looks catch it; whoever gives up after five has not caught it for certain."""
    game = cobra.load("fox", {"holes": 5})
    looks = ("2", "3", "4", "2", "3", "4")

    def listed(knowledge: cobra.Knowledge, history: tuple[tuple[str, str], ...]) -> str | None:
        return looks[len(history)]

    def short(knowledge: cobra.Knowledge, history: tuple[tuple[str, str], ...]) -> str | None:
        return looks[len(history)] if len(history) < 5 else None

    caught, free = cobra.analyze(game, [listed, short]).rows
    assert (caught.worst, caught.lost, caught.nodes) == (6, 0, 6)
    assert (free.worst, free.lost) == (5, 3)


def test_who_goes_in_a_circle_after_a_fox_is_told_so() -> None:
    """What is possible changes each night, and comes again."""

    def circling(knowledge: cobra.Knowledge) -> str:
        return knowledge.codes[0]

    with pytest.raises(GameError, match=r"circling \(.*\) goes on after 1,000 experiments$"):
        cobra.analyze(cobra.load("fox"), [circling])
