"""Moves judged in games with a state, prices and lost plays: by the mean cost of what is to come, exactly."""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.analysis.check import prove
from cobra.engine.made import Made
from cobra.language.load import load_text
from cobra.model.game import Experiment, Game
from cobra.model.memory import price_unit
from cobra.model.outcomes import outcome
from cobra.play.position import Position
from cobra.play.review import Review
from cobra.play.split import split
from cobra.play.value import Worth, value_of
from tests.cli.runner import run
from tests.memory.games import memory_games
from tests.memory.test_values import load
from tests.oracle.memory import Course, Rules, least
from tests.random_cases import random_cases

LONGEST = 9
"""No play of a best strategy of the random games need be longer."""


def begun(rules: Rules, left: tuple[int, ...], state: tuple[int, ...]) -> Rules:
    """Return the rules of what is left of a game."""
    rest = copy(rules)
    rest.all, rest.start = left, state
    return rest


def from_here(rules: Rules, left: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the weight of the codes lost without a cost, and Σ weight · price in units, of the best play."""
    return least(begun(rules, left, state), "total", LONGEST)


def from_move(course: Course, experiment: Experiment) -> tuple[int, int] | None:
    """Return the same when an experiment is the next, by what each of its answers leads to."""
    rules, lost, total = course.rules, 0, 0
    for cell in rules.cells(experiment, course.left):
        rest = from_here(rules, cell[0], cell[2].state)
        if rules.is_won(cell[0], cell[1]):
            rest = 0, 0
        elif cell[2].lost:
            rest = of_lost(rules, cell[0])
        if rest is None:
            return None
        lost, total = lost + rest[0], total + rest[1] + cell[2].price * rules.weight(cell[0])
    return lost, total


def of_lost(rules: Rules, left: tuple[int, ...]) -> tuple[int, int]:
    """Return what losing codes comes to."""
    return (rules.weight(left), 0) if rules.loss is None else (0, rules.weight(left) * rules.loss)


def same(worth: Worth | None, expected: tuple[int, int] | None, course: Course) -> None:
    """Check a value against the definition."""
    if expected is None:
        return  # only longer plays would do
    lost, total = expected
    assert worth is not None and worth.loses == (lost > 0)
    if not lost:
        assert worth.expected == total * price_unit(course.rules.game) / course.rules.weight(course.left)


def drawn(game: Game, data: st.DataObject, most: int) -> tuple[Course, Position]:
    """Return a play after some experiments, by definition and as a position."""
    rules = Rules(game)
    course, position = Course(rules), Position(game)
    for _ in range(data.draw(st.integers(0, most))):
        possible = rules.experiments(course.state)
        if course.over or not possible:
            break
        experiment = data.draw(st.sampled_from(possible))
        cell = data.draw(st.sampled_from(rules.cells(experiment, course.left)))
        position = position.then(Made(experiment, outcome(game, experiment, rules.codes[cell[0][0]])))
        course.ask(experiment, cell)
    return course, position


def check_values(game: Game, data: st.DataObject) -> None:
    course, position = drawn(game, data, 3)
    rules = course.rules
    if position.over and not position.lost:
        expected: tuple[int, int] | None = (0, 0)
    elif position.standing.lost:
        expected = of_lost(rules, course.left)
    else:
        expected = from_here(rules, course.left, course.state)
    same(value_of(position, "optimal"), expected, course)
    if not course.over:
        for experiment in rules.experiments(course.state):
            same(value_of(position, "optimal", experiment), from_move(course, experiment), course)


@pytest.mark.thorough
@given(memory_games(), st.data())
@random_cases(100)
def test_values_are_those_of_the_definition(game: Game, data: st.DataObject) -> None:
    """Of a position and of all that can be asked in it: the least mean cost, with the fewest lost codes."""
    check_values(game, data)


@pytest.mark.slow
@given(memory_games(), st.data())
@settings(max_examples=1000, deadline=None)
def test_many_values(game: Game, data: st.DataObject) -> None:
    check_values(game, data)


@pytest.mark.slow
@given(memory_games(), st.sampled_from(["optimal", "max-models", "ent-models", "parts"]), st.data())
@settings(max_examples=80, deadline=None)
def test_values_fit_together(game: Game, name: str, data: st.DataObject) -> None:
    """What a move is worth is its price and, by weight, what its answers are worth."""
    course, position = drawn(game, data, 2)
    assume(not course.over)
    here = value_of(position, name)
    assert here is not None
    tried = []
    for experiment in course.rules.experiments(course.state):
        mine = value_of(position, name, experiment)
        assert mine is not None
        total, loses = Fraction(0), False
        for part in split(position, experiment).parts:
            after = position.then(Made(experiment, part.outcome))
            rest = value_of(after, name)
            assert rest is not None
            loses = loses or rest.loses
            weight = sum(after.weights.values())
            total += weight * (after.standing.paid - position.standing.paid + rest.expected)
        assert mine.loses == loses
        if not loses:
            assert mine.expected == total / sum(position.weights.values())
            tried.append(mine.expected)
    if not here.loses:
        assert here.expected in tried
        assert name != "optimal" or here.expected == min(tried)


def adds_up(found: Review) -> None:
    """Check that what was paid is what was expected, but for skill and luck."""
    if found.judged:
        assert found.expected is not None and found.rest is not None
        assert found.paid + found.rest == found.expected + found.loss - found.luck - found.saved


@pytest.mark.thorough
@given(memory_games(), st.sampled_from([None, "optimal", "parts"]), st.data())
@random_cases(80)
def test_moves_add_up_to_the_play(game: Game, reference: str | None, data: st.DataObject) -> None:
    assume(not prove(game).problems)  # it may be that some code can never be hit
    course, position = drawn(game, data, 4)
    found = cobra.review(game, position.history, reference=reference)
    assert (found.over, found.lost) == (course.over, course.lost)
    adds_up(found)
    judged = [move.judgement is not None for move in found.moves]
    assert judged == sorted(judged)  # the last ones
    assert all(judged) or found.loses
    for move in found.moves:
        if move.judgement is not None and move.judgement.reference == "optimal":
            assert move.judgement.loss >= 0
            assert (move.judgement.best == move.experiment) == (move.judgement.loss == 0)


def test_searching_with_prices_by_hand() -> None:
    """Intervals of 1..15 by their recurrence (Knuth 1971): a look costs its place, the answer halves."""

    @cache
    def total(first: int, last: int) -> int:
        sides = [look(first, k, last) for k in range(first + 1, last + 1)]
        return min(sides, default=0)

    def look(first: int, k: int, last: int) -> int:
        return k * (last - first + 1) + total(first, k - 1) + total(k, last)

    found = cobra.review(
        load("priced-search"), "4 = there or right of it; 8 = left of it", reference="optimal"
    )
    one, two = (move.judgement for move in found.moves)
    assert one is not None and two is not None
    assert (one.value, one.mine, one.best) == (Fraction(496, 15), Fraction(504, 15), "8")
    assert (one.value, one.mine) == (Fraction(total(1, 15), 15), Fraction(look(1, 4, 15), 15))
    assert (two.value, two.mine) == (Fraction(total(4, 15), 12), Fraction(look(4, 8, 15), 12))
    assert found.rest == Fraction(total(4, 7), 4) == 12
    assert (found.paid, one.loss, one.luck, two.loss, two.luck) == (
        12,
        Fraction(8, 15),
        Fraction(-32, 5),
        0,
        16,
    )
    adds_up(found)


@pytest.mark.thorough
def test_eggs_by_hand() -> None:
    """With one egg floor after floor: of k floors left the sum of 1, 2, … k - 1, and k - 1 once more."""

    @cache
    def total(codes: int, eggs: int) -> float:
        if codes == 1 or not eggs:
            return 0 if codes == 1 else float("inf")
        return min(codes + total(below, eggs - 1) + total(codes - below, eggs) for below in range(1, codes))

    assert total(7, 1) == sum(range(1, 7)) + 6 == 27
    found = cobra.review(load("egg-drop", floors=36), "8 = whole; 20 = broken; 9 = whole")
    values = [
        (move.judgement.value, move.judgement.mine, move.judgement.best)
        for move in found.moves
        if move.judgement
    ]
    twenty = 29 + total(12, 1) + total(17, 2)  # broken: 8 to 19 are left; whole: 20 to 36
    assert values == [
        (Fraction(240, 37), Fraction(240, 37), "8"),
        (Fraction(int(total(29, 2)), 29), Fraction(int(twenty), 29), "15"),
        (Fraction(int(total(12, 1)), 12), Fraction(77, 12), "9"),
    ]
    assert total(37, 2) == 240 and found.rest == Fraction(int(total(11, 1)), 11)
    adds_up(found)


LOSING = """
secret x : 1..3
state lives = 1 in 0..1
experiment guess(g : 1..3)
  observe x = g
  final x = g
  then lives = if x = g then 1 else 0
lost when lives = 0
"""


def test_losing_has_to_cost_something() -> None:
    """A guess wins once in three times: it costs 1, and losing 4 in the two others."""
    found = cobra.review(load_text(LOSING), "guess 2 = no")
    assert (found.loses, found.judged, found.lost, found.expected, found.rest) == (True, 0, True, None, None)
    found = cobra.review(load_text(LOSING.replace("lives = 0\n", "lives = 0 cost 4\n")), "guess 2 = no")
    (move,) = found.moves
    assert move.judgement is not None and (found.loses, found.lost) == (False, True)
    assert (move.judgement.value, move.judgement.loss, move.judgement.luck) == (
        1 + Fraction(8, 3),
        0,
        Fraction(-4, 3),
    )
    assert (found.paid, found.rest) == (1, 4)
    adds_up(found)


@pytest.mark.slow
def test_moves_after_the_last_life_was_at_stake_are_judged() -> None:
    """Where no code is lost any more moves are judged, and not those before."""
    history = "letter_is t = t__; word_is tan = no; word_is tin = yes"
    found = cobra.review(load("hangman-lives"), history)
    assert [move.judgement is not None for move in found.moves] == [False, True, True] and found.loses
    assert (found.expected, found.rest, found.paid) == (2, 0, 2)
    text = run("advise", "hangman-lives", "--history", history, "--review").stdout
    assert (
        "Compared with optimal, 2 experiments were expected after move 1.\n2 experiments followed.\n" in text
    )
    assert "Moves are not judged as long as some code will be lost, as losing has no cost (" in text


def test_after_the_end_every_move_costs_its_price() -> None:
    game = load("priced-search", n=4)
    found = cobra.review(game, "2 = left of it; 4 = left of it")
    judged = found.moves[1].judgement
    assert judged is not None and (judged.value, judged.mine, judged.luck, judged.best) == (0, 4, 0, None)
    assert (found.over, found.paid, found.rest) == (True, 6, 0)
    adds_up(found)
