"""Experiments as good as the one a strategy takes where answers may be lies, or the secret moves.

The sizes of what answers leave are counted once more here: volumes (Berlekamp 1968), numbers of codes where
the secret moves, chances where there is noise.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made
from cobra.model.answers import OutcomeValue
from cobra.model.game import Game
from cobra.play.begin import position_after
from tests.oracle.unseen import Hidden, UnseenRules, answers_by_chance
from tests.random_cases import random_cases
from tests.unseen.test_chances import chance_games
from tests.unseen.test_noise import noisy_games
from tests.unseen.test_positions import fewest, likely_after, played
from tests.unseen.test_random_games import unseen_games

Sizes = list[tuple[Fraction, bool]]
"""What answers leave, and whether that counts as the least there is."""
PARTS = 1 << 18
"""Strategies see sizes in so many parts of their sum."""


def ways(outcomes: int, lies: int, more: int) -> int:
    """Return in how many ways experiments can be answered with so many lies left: where they are, which."""
    if lies < 0:
        return 0
    return (
        1
        if more == 0
        else ways(outcomes, lies, more - 1) + (outcomes - 1) * ways(outcomes, lies - 1, more - 1)
    )


class Sizer:
    """Sizes of what answers leave, of a game in which nothing moves and no chance is known."""

    def __init__(self, rules: UnseenRules) -> None:
        self.rules = rules
        self.hit = rules.game.ending == "hit"
        kinds = [set(answers) for answers in rules.answers]
        self.plain = max(sum(not final or not self.hit for _, final in kind) for kind in kinds)
        self.finals = max(sum(final for _, final in kind) for kind in kinds)
        codes = range(len(rules.codes))
        rows = {tuple(answers[code] for answers in rules.answers) for code in codes}
        self.counts = self.hit or (len(rows) == len(codes) and not rules.game.goal)

    def volume(self, lies: int, more: int) -> int:
        if not self.counts or (self.hit and more == 0):
            return 1
        if not self.hit:
            return ways(self.plain, lies, more)
        return ways(self.plain, lies, more - 1)  # the last experiment hits

    def room(self, more: int) -> int:
        if more == 0:
            return 0 if self.hit else 1
        before = self.plain * self.room(more - 1)
        return before + (self.finals * self.volume(self.rules.lies, more) if self.hit else 0)

    def needed(self, belief: dict[int, int]) -> int:
        if not self.counts:
            return 1
        more = 1
        while sum(self.volume(self.rules.lies - told, more) for told in belief.values()) > self.room(more):
            more += 1
        return more

    def sizes(self, experiment: int, belief: dict[int, int]) -> Sizes:
        more = self.needed(belief) - 1
        found = []
        for cell, final in self.rules.answered(experiment, frozenset(belief.items())).values():
            each = [
                1 if final else self.volume(self.rules.lies - told, more) for told in fewest(cell).values()
            ]
            found.append((Fraction(sum(each)), False))
        return found


SCORES: dict[str, Callable[[list[int]], int]] = {"max-models": max, "parts": lambda sizes: -len(sizes)}


def as_good(rules: UnseenRules, hidden: Hidden, strategy: str, sizes: Callable[[int], Sizes]) -> set[int]:
    """Return the experiments that a strategy may take, by their numbers."""
    belief, unseen = fewest(hidden), rules.game.unseen
    assert unseen is not None
    rated = {}
    for number, answers in enumerate(rules.answers):
        cells = rules.answered(number, hidden).values()
        truths = {answers[code] for code in belief}
        can_be_final = any(final for _, final in truths)
        leads_back = any(fewest(cell) == belief and not final for cell, final in cells)
        nothing_new = (
            leads_back and not unseen.endless if unseen.moves else len(truths) == 1 and not can_be_final
        )
        if nothing_new:
            continue
        all_sizes = [(size, is_least) for size, is_least in sizes(number) if size]
        whole = sum(size for size, _ in all_sizes)
        seen = [1 if least else max(1, int(float(size / whole) * PARTS)) for size, least in all_sizes]
        rated[number] = SCORES[strategy](seen), rules.game.ending == "hit" and not can_be_final
    best = min(rated.values(), default=None)
    return {number for number, one in rated.items() if one == best}


def agree(game: Game, rules: UnseenRules, history: list[Made], strategy: str, best: set[int]) -> None:
    """Check what is advised."""
    suggestions = cobra.advise(game, history, strategies=[strategy]).suggestions
    notation = position_after(game, history).notation
    for one in suggestions:
        assert one.as_good == len(best)
        assert rules.experiments.index(notation.parse_experiment(one.experiment)) in best
    assert suggestions or not best


@pytest.mark.thorough
@given(unseen_games(), st.integers(0, 1 << 30), st.sampled_from(sorted(SCORES)))
@random_cases(120)
def test_ties_are_those_of_the_definition(game: Game, seed: int, strategy: str) -> None:
    rules, hidden, history, final = played(game, Random(seed), 3)
    if rules.is_over(hidden, final):
        return
    assert game.unseen is not None
    sizer = Sizer(rules)

    def sizes(number: int) -> Sizes:
        if game.unseen is not None and not game.unseen.moves:
            return sizer.sizes(number, fewest(hidden))
        return [(Fraction(len(fewest(cell))), False) for cell, _ in rules.answered(number, hidden).values()]

    agree(game, rules, history, strategy, as_good(rules, hidden, strategy, sizes))


@pytest.mark.thorough
@given(st.one_of(noisy_games(), chance_games()), st.integers(0, 1 << 30), st.sampled_from(sorted(SCORES)))
@random_cases(80)
def test_ties_by_chance_are_those_of_the_definition(game: Game, seed: int, strategy: str) -> None:
    rules, hidden, history, final = played(game, Random(seed), 3)
    if rules.is_over(hidden, final):
        return
    likely = likely_after(rules, history)

    def sizes(number: int) -> Sizes:
        cells: dict[OutcomeValue, tuple[dict[tuple[int, int], Fraction], bool]]
        cells = answers_by_chance(rules, number, likely)
        return [(sum(cell.values(), Fraction(0)), final) for cell, final in cells.values()]

    agree(game, rules, history, strategy, as_good(rules, hidden, strategy, sizes))


def test_any_four_numbers_are_as_good_as_any_other() -> None:
    """Of eight numbers there are 70 sets of four, and with one lie no other set splits them so evenly."""
    (start,) = cobra.advise(cobra.load("liar"), strategies=["max-models"]).suggestions
    assert (start.experiment, start.as_good) == ("1234", 70)
    (fox,) = cobra.advise(cobra.load("fox"), strategies=["max-models"]).suggestions
    assert (fox.experiment, fox.as_good) == ("2", 2)  # in the end holes nothing is told of the other four
