"""Answers that are wrong by chance: means against the definition, and against plays written out by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.budget import Deadline
from cobra.errors import CobraError, LimitError, StoppedError
from cobra.language.load import load_text
from cobra.model.game import Game
from cobra.model.spaces import codes
from cobra.sat.wellformed import prove_well_formed
from cobra.strategy.check.beliefs import BeliefReplay
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.check.verify import verify
from cobra.strategy.read import read_strategy
from cobra.strategy.write import write_strategy
from tests.memory.test_symmetry import no_graph
from tests.oracle.unseen import least_mean
from tests.random_cases import random_cases
from tests.unseen.test_random_games import MEMORY, ONE_STEP, table_of, unseen_texts, verified
from tests.unseen.test_values import game_of
from tests.unseen.texts import NOISE

COIN = """
secret x : {heads tails}
lies at most LIES
noise NOISE
experiment look() observe x
"""


def coin(lies: int, noise: str) -> Game:
    return cobra.load_text(COIN.replace("LIES", str(lies)).replace("NOISE", noise))


@pytest.mark.parametrize(
    ("noise", "chance"),
    [("1/10", Fraction(1, 10)), ("0.25", Fraction(1, 4)), ("1/2", Fraction(1, 2)), ("2.0/3", Fraction(2, 3))],
)
def test_a_coin_that_is_looked_at_until_it_is_known(noise: str, chance: Fraction) -> None:
    """With one lie two equal looks are needed: both true, or the second or first a lie and then a third."""
    game = coin(1, noise)
    result = cobra.optimal(game)
    assert result.proved and result.objective == "average" and result.row.worst == 3
    second_differs = (1 - chance) * chance + chance  # the first is true and the second not, or the other way
    assert result.row.average == 2 + second_differs
    assert least_mean(game) == result.row.average


def test_a_coin_with_two_lies() -> None:
    """Three equal looks: how many looks until one side is seen three times, by the plays written out."""

    def mean(seen: int, unseen: int, told: int) -> Fraction:
        """`seen`: looks that were true; `unseen`: that were not."""
        if 3 in (seen, unseen):
            return Fraction(0)
        chance = Fraction(0) if told == 2 else Fraction(1, 10)
        wrong = mean(seen, unseen + 1, told + 1) if chance else Fraction(0)
        return 1 + (1 - chance) * mean(seen + 1, unseen, told) + chance * wrong

    assert cobra.optimal(coin(2, "1/10")).row.average == mean(0, 0, 0)


@st.composite
def noisy_games(draw: st.DrawFn) -> Game:
    """A well-formed game of up to five codes in which answers are wrong by chance."""
    text = draw(unseen_texts())
    noise = draw(st.sampled_from([*NOISE, "1/1000"]))
    assume("lies at most 0" not in text and "move" not in text)
    try:
        game = load_text(text.replace("lies at most", f"noise {noise} lies at most"))
    except CobraError:
        assume(False)
    assume(1 <= len(codes(game)) <= 5)
    assume(all(proof.holds for proof in prove_well_formed(game)))
    return game


@pytest.mark.thorough
@given(noisy_games())
@random_cases(25)
def test_the_least_mean_is_that_of_the_definition(game: Game) -> None:
    check_mean(game)


@pytest.mark.thorough
@given(noisy_games(), st.integers(1, 6))
@random_cases(25)
def test_the_least_mean_of_short_plays_is_that_of_the_definition(game: Game, longest: int) -> None:
    check_short_mean(game, longest)


def check_short_mean(game: Game, longest: int) -> None:
    try:
        expected = least_mean(game, longest=longest)
    except LimitError:
        assume(False)
    table = table_of(game)
    result = table.optimal("average", max_depth=longest, threads=1, memory=MEMORY, proved=True)
    assert result.proved and result.infeasible == (expected is None)
    if expected is not None:
        figures = result.played.figures
        assert figures.average == expected and figures.worst <= longest
        verified(table, result.played, "optimal", "average")


@pytest.mark.slow
@given(noisy_games())
@settings(max_examples=1000, deadline=None)
def test_many_means(game: Game) -> None:
    check_mean(game)


def check_mean(game: Game) -> None:
    try:
        expected = least_mean(game)
    except LimitError:
        assume(False)
    table = table_of(game)
    result = table.optimal("average", threads=1, memory=MEMORY, proved=True)
    figures = result.played.figures
    assert result.proved and figures.average == expected
    assert result.intervals == [("total", figures.total, figures.total)]
    verified(table, result.played, "optimal", "average")
    worst = table.optimal("worst", threads=1, memory=MEMORY, proved=True).played.figures
    assert worst.worst <= figures.worst and worst.average >= expected


@pytest.mark.thorough
@given(noisy_games(), st.sampled_from(ONE_STEP))
@random_cases(60)
def test_one_step_strategies_are_replayed(game: Game, strategy: str) -> None:
    table = table_of(game)
    result = table.greedy(
        strategy, ties="final,first", consistent=False, seed=0, equivalences=None, threads=1, memory=MEMORY
    )
    verified(table, result, strategy)
    best = table.optimal("average", threads=1, memory=MEMORY, proved=True)
    assert best.played.figures.average <= result.figures.average
    if result.first is not None:
        again = table.optimal("average", first=result.first, threads=1, memory=MEMORY, proved=True)
        assert best.played.figures.average <= again.played.figures.average <= result.figures.average


@pytest.mark.thorough
@pytest.mark.parametrize(("parts", "lies"), [(4, 1), (5, 1), (3, 2)])
def test_interchangeable_parts_are_as_good_as_told_apart(parts: int, lies: int) -> None:
    """A test of no part and of all is a question, too: with the outcome named otherwise it is not known that
    parts are interchangeable.
    """
    game = game_of("noisy_test", parts=parts, lies=lies)
    assert game.origin is not None
    named = game.origin.text.replace("broken in s", 'if broken in s then "yes" else "no"')
    other = cobra.load_text(named, definitions={"parts": parts, "lies": lies})
    with no_graph():
        one, two = cobra.optimal(game), cobra.optimal(other)
    assert one.proved and two.proved and one.row.average == two.row.average
    assert one.statistics["expanded"] < two.statistics["expanded"]


def test_an_analysis_compares_means_in_one_unit() -> None:
    analysis = cobra.analyze(game_of("noisy_test"), ["max-models", "random", "optimal"])
    assert len({row.weight for row in analysis.rows}) == 1
    drawn = analysis.rows[1]
    (largest, _, optimal) = [row.average for row in analysis.rows]
    assert optimal == Fraction(63543, 15000) and largest == Fraction(127447, 30000)
    assert optimal is not None and drawn.average is not None and optimal <= drawn.average
    assert [row.optimal for row in analysis.rows] == [False, drawn.average == optimal, True]
    interval = analysis.rows[2].intervals[0]
    assert interval.lower == interval.upper == analysis.rows[2].total


def test_runs_that_draw_are_compared_in_one_unit() -> None:
    row = cobra.analyze(game_of("noisy_test"), ["random"], repeat=3).rows[0]
    assert row.repeats is not None and row.repeats.runs == 3
    assert row.repeats.least <= row.repeats.mean <= row.repeats.greatest
    assert row.average is not None and row.repeats.least <= row.average <= row.repeats.greatest


def test_a_strategy_is_kept_in_a_file(tmp_path: Path) -> None:
    """Its mean is a fraction of any size; the file says it, and verification finds it."""
    strategy = cobra.optimal(game_of("noisy_test", parts=5, lies=2)).strategy
    assert strategy is not None
    write_strategy(strategy, tmp_path / "noisy.json")
    again = read_strategy(tmp_path / "noisy.json")
    assert again.figures == strategy.figures and verify(again).correct


def test_verifying_can_be_stopped_at_every_node() -> None:
    """Answers are found soon; to follow all plays, for the longest and for the mean, is what takes long."""
    strategy = cobra.optimal(game_of("noisy_test", parts=5, lies=2)).strategy
    assert strategy is not None
    ticks, most = 0, 10**9

    def tick() -> None:
        nonlocal ticks
        ticks += 1
        if ticks == most:
            raise StoppedError("time", "playing every code")

    meaning = Meaning(strategy.game, 10**6, MEMORY, tick)
    ticks = 0
    assert BeliefReplay(strategy, meaning, Deadline()).run() == strategy.figures
    every = ticks
    assert every > 3 * len(strategy.experiments)  # all plays at once, those of each code, and their chances
    for moment in (1, every // 2, every):
        ticks, most = 0, moment
        with pytest.raises(StoppedError):
            BeliefReplay(strategy, meaning, Deadline()).run()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("noise 1/10", "`noise` needs `lies at most n`, or a `final` outcome"),
        ("lies at most 1 noise 0", "a chance is more than 0 and less than 1"),
        ("lies at most 1 noise 1", "a chance is more than 0 and less than 1"),
        ("lies at most 1 noise 3/2", "a chance is more than 0 and less than 1.*not 3/2"),
        ("lies at most 1 noise 0.00000001/1000", "denominator of at most 1,000,000,000"),
        ("lies at most 1 noise 1/0", "a divisor must be positive"),
        ("lies at most 1 noise 1/(x - 1)", "a divisor must be positive, but this need not be"),
        ("lies at most 1 noise x", "a chance is more than 0 and less than 1, not 1"),
        ("lies at most 1 noise 1/2 noise 1/3", "`noise` is there twice"),
    ],
)
def test_mistakes(statement: str, sentence: str) -> None:
    with pytest.raises(cobra.LanguageError, match=sentence):
        cobra.load_text(f"secret x : 1..3 {statement} experiment ask(g : 1..3) observe x = g")


def test_what_cannot_be_done_says_so() -> None:
    game = game_of("noisy_test")
    with pytest.raises(cobra.GameError, match="the objective is average, worst, or won within"):
        cobra.optimal(game, "worst-average")


def test_the_worst_case_is_that_of_lies_told_at_will() -> None:
    game = game_of("noisy_test", parts=5)
    worst = cobra.optimal(game, "worst")
    assert (worst.proved, worst.row.worst) == (True, cobra.optimal(game_of("liar", numbers=5)).row.worst)
    assert worst.strategy is not None and verify(worst.strategy).correct
    again = cobra.optimal(game, "worst", max_depth=worst.row.worst - 1)
    assert again.infeasible
