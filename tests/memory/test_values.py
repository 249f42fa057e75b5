"""Games with a state, prices and lost plays against values that are known otherwise."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import comb

import pytest

import cobra
from cobra.strategy.check.verify import verify


def load(name: str, **definitions: int) -> cobra.Game:
    return cobra.load(name, definitions)


def throws(eggs: int, floors: int) -> int:
    """Return how many throws are needed: t throws of k eggs tell Σ C(t, i) floors apart, i from 1 to k."""
    needed = 0
    while sum(comb(needed, i) for i in range(1, eggs + 1)) < floors:
        needed += 1
    return needed


@pytest.mark.parametrize("eggs", [1, 2, 3, 4])
@pytest.mark.parametrize("floors", [1, 2, 7, 10, 16])
def test_eggs(eggs: int, floors: int) -> None:
    result = cobra.optimal(load("egg-drop", eggs=eggs, floors=floors), "worst")
    assert result.proved and result.row.worst == throws(eggs, floors)
    assert result.row.lost == 0
    assert result.strategy is not None and verify(result.strategy).correct


def test_two_eggs_and_a_hundred_floors() -> None:
    result = cobra.optimal(load("egg-drop"), "worst")
    assert (result.proved, result.row.worst, result.row.lost) == (True, 14, 0)


def test_one_step_strategies_keep_the_last_egg() -> None:
    """No throw is made after which it cannot be told any more from how high an egg falls."""
    analysis = cobra.analyze(load("egg-drop", floors=36), ["max-models", "ent-models", "parts", "first"])
    assert {row.name: (row.worst, row.lost) for row in analysis.rows} == {
        "max-models": (18, 0),
        "ent-models": (18, 0),
        "parts": (36, 0),
        "first": (36, 0),
    }


@pytest.mark.thorough
def test_a_search_that_is_stopped_says_what_it_took() -> None:
    game, seconds = load("battleship-sunk"), 0.25
    while not (result := cobra.optimal(game, time_limit=seconds, threads=1)).statistics.get("expanded"):
        assert result.stopped == "time"
        seconds *= 2  # a busy machine: the search had not begun
    assert result.stopped == "time" and not result.proved
    assert result.statistics["memory"] > 0


@pytest.mark.parametrize("n", [2, 5, 8, 15])
def test_searching_with_prices(n: int) -> None:
    """The least mean and the least greatest cost by the recurrences over intervals (Knuth 1971)."""

    @cache
    def cost(first: int, last: int, mean: bool) -> int:
        if first == last:
            return 0
        sides = [(k, cost(first, k - 1, mean), cost(k, last, mean)) for k in range(first + 1, last + 1)]
        if mean:
            return min(k * (last - first + 1) + left + right for k, left, right in sides)
        return min(k + max(left, right) for k, left, right in sides)

    game = load("priced-search", n=n)
    mean, greatest = cobra.optimal(game), cobra.optimal(game, "worst")
    assert mean.row.costs is not None and mean.row.costs[1] * n == cost(1, n, True)
    assert greatest.row.costs is not None and greatest.row.costs[0] == cost(1, n, False)


@pytest.mark.thorough
@pytest.mark.parametrize(("pegs", "colours", "within"), [(2, 3, 2), (2, 5, 3), (3, 2, 2), (2, 4, 1)])
def test_won_within_some_guesses_of_mastermind(pegs: int, colours: int, within: int) -> None:
    """A brute force over sets of codes, by answers counted here."""
    codes = [[code // colours**i % colours for i in range(pegs)] for code in range(colours**pegs)]

    def answer(guess: list[int], code: list[int]) -> tuple[int, int]:
        black = sum(a == b for a, b in zip(guess, code, strict=True))
        return black, sum(min(guess.count(c), code.count(c)) for c in range(colours)) - black

    @cache
    def won(left: tuple[int, ...], more: int) -> tuple[int, int]:
        """Return the codes lost and the guesses made against all, of the best strategy."""
        best = len(left), 0
        for guess in codes if more else ():
            cells: dict[tuple[int, int], list[int]] = {}
            for code in left:
                cells.setdefault(answer(guess, codes[code]), []).append(code)
            rest = [won(tuple(cell), more - 1) for found, cell in cells.items() if found != (pegs, 0)]
            best = min(best, (sum(lost for lost, _ in rest), len(left) + sum(made for _, made in rest)))
        return best

    game = cobra.load("mastermind", {"pegs": pegs, "colours": colours})
    result = cobra.optimal(game, "won", within=within)
    lost, guesses = won(tuple(range(len(codes))), within)
    assert (result.proved, result.row.lost, result.row.total) == (True, lost, guesses)
    assert result.strategy is not None and verify(result.strategy).correct


@pytest.mark.thorough
def test_more_experiments_than_anybody_needs_lose_nothing() -> None:
    """Room for more codes than numbers of 64 bits count is room for all of them."""
    text = """
secret x : 1..12
state asked = 0 in 0..1
experiment ask(i : 1..12)
  observe abs(x - i)
  final x = i
  then asked = 1
"""
    for within in (19, 20, 65):
        result = cobra.optimal(cobra.load_text(text), "won", within=within)
        assert (result.proved, result.row.lost, result.row.total) == (True, 0, 23), within


PAIRS = """
secret a : 1..3
secret b : 1..3
goal a
experiment ask(g : 1..3)
  observe a <= g & b <= g
"""
"""Nothing tells who is in a from who is in b."""


@pytest.mark.parametrize(("within", "lost", "lengths"), [(1, 4, {1: 9}), (2, 0, {1: 5, 2: 4})])
def test_what_nothing_tells_apart_is_won_together(within: int, lost: int, lengths: dict[int, int]) -> None:
    """Asked is for 2 first: 2 or less tells four codes, among them goals apart that 1 tells apart."""
    result = cobra.optimal(cobra.load_text(PAIRS), "won", within=within)
    assert (result.proved, result.row.lost, result.row.distribution) == (True, lost, lengths)
    assert result.strategy is not None
    checked = verify(result.strategy)
    assert checked.problems == () and checked.figures is not None
    assert (checked.figures.lost, checked.figures.distribution) == (lost, lengths)


@pytest.mark.parametrize("state", ["", "state idle = 0 in 0..1 "])
@pytest.mark.parametrize("heavy", [1, 2, 3, 4, 9])
def test_giving_up_costs_nothing_whatever_limits_it_was_looked_at_with(heavy: int, state: str) -> None:
    """The best is to ask whether x is 1, then whether it is 2, and then about h or, of what is left, nothing
    any more. What is given up was looked at before, where less might be lost.
    """
    game = cobra.load_text(
        f"secret x : 1..4 variable h weight if x = 1 then {heavy} else 1 {state}"
        "experiment is(g : 1..4) observe x = g experiment look() observe h"
    )
    result = cobra.optimal(game, "won", within=3)
    total = 2 * (heavy + 3) + 2 * heavy + 6 + 2
    assert result.proved and (result.row.figures.lost, result.row.figures.total) == (4, total)


def test_what_is_lost_is_not_said_to_be_won_together() -> None:
    strategy = cobra.optimal(cobra.load_text(PAIRS), "won", within=1).strategy
    assert strategy is not None
    wrong = replace(strategy, figures=replace(strategy.figures, lost=0))
    assert verify(wrong).problems == ("figures: lost is 4, not 0",)


def test_what_has_to_be_confirmed_is_not_asked_to_be_won() -> None:
    game = cobra.load_text(
        "VARIABLES a, b, c CONSTRAINT Exactly-1(a, b, c) ALPHABET 'x', 'y', 'z' MAPPING \"F\" a, b, c "
        'EXPERIMENT "ask" 1 OUTCOME "yes" F$1 OUTCOMEX "no" !F$1'
    )
    with pytest.raises(cobra.GameError, match="where a known code has to be confirmed, as after an OUTCOMEX"):
        cobra.optimal(game, "won", within=2)
    assert cobra.optimal(game, max_depth=2).infeasible
    assert cobra.optimal(game, max_depth=3).row.distribution == {1: 1, 2: 1, 3: 1}


@pytest.mark.slow
def test_lost_words_of_hangman() -> None:
    """With three lives some words cannot be won; what is proved of the fewest is said of the search alone."""
    game = load("hangman-lives")
    analysis = cobra.analyze(game, ["max-models", "optimal"])
    assert [(row.name, row.lost, row.optimal) for row in analysis.rows] == [
        ("max-models", 32, False),
        ("optimal", 30, True),
    ]
    result = cobra.optimal(game, "won")
    assert (result.proved, result.row.lost, [one.upper for one in result.intervals]) == (True, 30, [30, 163])


def test_what_cannot_be_done_says_so() -> None:
    game = load("egg-drop", floors=4)
    for refused in (
        lambda: cobra.evolve(game),
        lambda: cobra.expand(game),
        lambda: cobra.openings(game),
        lambda: cobra.optimal(game, checkpoint="some.checkpoint"),
        lambda: cobra.optimal(cobra.load("mastermind"), within=3),
        lambda: cobra.optimal(cobra.load("mastermind"), "won"),
    ):
        with pytest.raises(cobra.GameError):
            refused()
    with pytest.raises(cobra.GameError, match="what can be asked depends on a state: it follows from what"):
        cobra.static_plan(game)


def test_who_is_stuck_need_not_lose_once_more() -> None:
    """Whatever is asked is answered by no; half of the questions lose the play, at the price of one more."""
    game = cobra.load_text(
        """
        secret x : 1..2
        state s = 1 in 0..1
        experiment a(g : 1..2)
          let t = x > s & x < g
          observe if t then "yes" else "no"
          then s = (s + g) % 2
        lost when s = 0 cost 4
        """
    )
    result = cobra.optimal(game)
    assert result.proved and result.strategy is not None
    assert (result.row.figures.price_total, result.row.figures.lost, result.row.worst) == (8, 2, 0)
    assert verify(result.strategy).correct
    (greedy,) = cobra.analyze(game, ["max-models"]).rows
    assert greedy.figures.price_total == 8


LIVES = """
secret x : 1..10
state left = 2 in 0..2
lost when left = 0
experiment guess(g : 1..10)
  observe if x = g then "yes" else if x < g then "less" else "more"
  final x = g
  then left = left - (if x = g then 0 else 1)
"""


def test_who_loses_as_few_codes_as_the_best_may_be_as_good() -> None:
    """Two guesses win three of ten numbers; with a question in between none need be lost."""
    rows = cobra.analyze(cobra.load_text(LIVES), ["max-models", "parts", "optimal"]).rows
    assert [(row.total, row.lost, row.optimal) for row in rows] == [
        (19, 7, True),
        (19, 7, True),
        (19, 7, True),
    ]
    asking = LIVES + "experiment half(g : 2..10)\n  observe x < g\n  limit 2\n"
    rows = cobra.analyze(cobra.load_text(asking), ["parts", "optimal"]).rows
    assert [(row.lost, row.optimal) for row in rows] == [(5, False), (0, True)]


def test_what_only_changes_the_state_may_be_demanded_first() -> None:
    text = (
        'game "Switch"\nsecret x : 1..4\nstate on = 0 in 0..1\n'
        'experiment flip()\n  observe "done"\n  then on = 1\n'
        'experiment ask(n : 1..4) where on = 1\n  observe if x >= n then "yes" else "no"\n'
    )
    result = cobra.optimal(cobra.load_text(text), "average-worst", first="flip")
    assert (result.proved, result.row.total, result.row.worst, result.row.nodes) == (True, 12, 3, 4)
    assert result.strategy is not None and verify(result.strategy).correct
