"""Comparisons: which instances there are, what is best, how far from the optimum, and what goes wrong."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import cobra
from cobra.analysis.compare import best_greedy, excess, figures, rank, ratio, varied
from cobra.analysis.grid import Instance, instances
from cobra.cli.show.compare import comparison_text
from cobra.errors import GameError, LimitError
from cobra.interval import Interval
from cobra.limits import Limits
from tests.comparisons import SMALL, analysed, with_optimum


def settings(found: tuple[Instance, ...]) -> list[tuple[str, dict[str, int | str]]]:
    return [(one.name, dict(one.settings)) for one in found]


def test_every_combination_is_an_instance_and_the_last_parameter_changes_fastest() -> None:
    found = instances(["mastermind"], {"pegs": range(2, 4), "colours": [2, 5]}, Limits())
    assert settings(found) == [
        ("mastermind", {"pegs": pegs, "colours": colours}) for pegs in (2, 3) for colours in (2, 5)
    ]


def test_a_game_takes_the_parameters_it_has() -> None:
    found = instances(["mastermind", "higher-lower"], {"pegs": [2, 3], "n": 7}, Limits())
    assert settings(found) == [
        ("mastermind", {"pegs": 2}),
        ("mastermind", {"pegs": 3}),
        ("higher-lower", {"n": 7}),
    ]


def test_values_and_games_count_once() -> None:
    found = instances(["sorting", "sorting"], {"n": [3, 4, 3]}, Limits())
    assert settings(found) == [("sorting", {"n": 3}), ("sorting", {"n": 4})]


@pytest.mark.parametrize(
    ("games", "definitions", "message"),
    [
        ([], {}, "there is no game to compare"),
        (["mastermnd"], {}, "there is no game or file 'mastermnd'; did you mean mastermind?"),
        (
            ["mastermind"],
            {"peg": 3},
            "-D peg: there is no game here with such a parameter; did you mean 'pegs'?",
        ),
        (
            ["sorting", "mastermind"],
            {"size": 3},
            "-D size: there is no game here with such a parameter; the parameters are colours, n, pegs",
        ),
        (["mastermind"], {"pegs": []}, "there is no value for the parameter pegs"),
    ],
)
def test_wrong_requests(games: list[str], definitions: dict[str, int | list[int]], message: str) -> None:
    with pytest.raises(GameError) as error:
        cobra.compare(games, ["parts"], definitions=definitions)
    assert str(error.value) == message


def test_the_number_of_instances_is_limited() -> None:
    with pytest.raises(LimitError) as error:
        cobra.compare("mastermind", definitions={"pegs": range(1, 9), "colours": range(1, 27)})
    assert (error.value.name, error.value.needed, error.value.limit) == ("instances", 208, 200)
    assert str(error.value).endswith("raise it with --limit instances=N")


def test_wrong_instances_say_why_and_the_others_go_on() -> None:
    comparison = cobra.compare("bulls-and-cows", ["parts"], definitions={"places": 2, "digits": [1, 3, 40]})
    assert [one.error for one in comparison.instances] == [
        "digits = 1 is outside 2..36",
        None,
        "digits = 40 is outside 2..36",
    ]
    (analysis,) = (one.analysis for one in comparison.instances if one.analysis is not None)
    assert [(row.total, row.worst) for row in analysis.rows] == [(13, 3)]
    assert comparison.stopped is None
    assert [one.parameters for one in comparison.instances] == [
        {"places": 2, "digits": digits} for digits in (1, 3, 40)
    ]


def test_an_instance_that_is_too_large_or_ill_formed_says_so() -> None:
    unknown = cobra.load_text("variable a experiment g() observe a final a", name="unfair")
    comparison = cobra.compare(
        ["mastermind", unknown, "sorting"], ["parts"], definitions={"pegs": 12, "n": 3}
    )
    large, unfair, sorting = comparison.instances
    assert large.error is not None and "the limit is 20,000,000; raise it with --limit codes=N" in large.error
    assert unfair.error is not None and "no experiment is final for the code not a" in unfair.error
    assert "\n" not in large.error + unfair.error
    assert sorting.analysis is not None and sorting.analysis.rows[0].total == 16


def test_figures_and_the_best_one_step_strategy_follow_the_objective() -> None:
    analysis = analysed("mastermind", ["max-models", "ent-models", "parts"], pegs=4, colours=4)
    by_name = {row.name: row for row in analysis.rows}
    assert figures(by_name["parts"], "average") == (910,)
    assert figures(by_name["parts"], "worst-average") == (5, 910)
    assert figures(by_name["ent-models"], "average-worst") == (912, 4)
    assert figures(by_name["ent-models"], "nodes") == (4, by_name["ent-models"].nodes)
    for objective, name in (("average", "parts"), ("worst-average", "ent-models"), ("worst", "max-models")):
        best = best_greedy(replace(analysis, objective=objective))
        assert best is not None and best.name == name


def test_strategies_that_are_not_finished_have_no_figures() -> None:
    analysis = analysed(*SMALL)
    row = analysis.rows[0]
    stopped = replace(row, stopped="time", figures=replace(row.figures, distribution={1: 1}))
    assert figures(stopped, "average") is None
    assert best_greedy(replace(analysis, rows=(stopped,))) is None
    assert ratio(stopped, with_optimum(analysis, Interval("total", 10, 20))) is None


def test_the_distance_from_a_proved_optimum_is_exact() -> None:
    """max-models needs 24 of 9 codes of Mastermind (2, 3), the others 21, which is the optimum."""
    analysis = with_optimum(analysed(*SMALL), Interval("total", 21, 21))
    knuth, irving = analysis.rows[0], analysis.rows[1]
    assert ratio(knuth, analysis) == (Fraction(24, 21), Fraction(24, 21))
    assert excess(knuth, analysis) == (24, Interval("total", 21, 21))
    assert ratio(irving, analysis) == (1, 1)
    assert excess(irving, analysis) is None


def test_the_distance_from_an_open_optimum_lies_between_bounds() -> None:
    analysis = with_optimum(analysed(*SMALL), Interval("total", 18, 22))
    assert ratio(analysis.rows[0], analysis) == (Fraction(24, 22), Fraction(24, 18))
    assert ratio(analysis.rows[1], analysis) == (1, Fraction(21, 18))  # better than what the search has found
    unknown = with_optimum(analysed(*SMALL), Interval("total", 0, None))
    assert ratio(unknown.rows[0], unknown) == (1, None)


def test_the_second_measure_counts_when_the_first_is_attained() -> None:
    analysis = replace(analysed(*SMALL), objective="worst-average")
    analysis = with_optimum(analysis, Interval("worst", 3, 3), Interval("total", 20, 22))
    assert excess(analysis.rows[0], analysis) == (4, Interval("worst", 3, 3))
    assert excess(analysis.rows[1], analysis) == (21, Interval("total", 20, 22))


def test_without_a_search_there_is_no_distance() -> None:
    analysis = analysed(*SMALL)
    assert ratio(analysis.rows[0], analysis) is None
    assert excess(analysis.rows[0], analysis) is None


def test_parameters_that_vary_are_told_from_those_that_do_not() -> None:
    comparison = cobra.compare("mastermind", ["parts"], definitions={"pegs": 2, "colours": [2, 3]})
    assert varied(comparison.instances) == (["colours"], {"pegs": 2})
    assert [len(game) for game in comparison.games()] == [2]


def test_games_given_as_such_are_compared_by_their_own_parameters() -> None:
    games = [cobra.load("mastermind", {"pegs": 2, "colours": colours}) for colours in (2, 3)]
    comparison = cobra.compare(games, ["parts"])
    assert varied(comparison.instances) == (["colours"], {"pegs": 2})
    assert [one.analysis.rows[0].total for one in comparison.instances if one.analysis] == [8, 21]


@pytest.mark.thorough
def test_each_instance_has_the_whole_time_limit() -> None:
    comparison = cobra.compare(
        "mastermind", ["ent-models"], definitions={"pegs": [2, 6], "colours": 9}, time_limit=3.0
    )
    small, large = comparison.instances
    assert small.stopped is None
    assert large.stopped == comparison.stopped == "time"


def test_ctrl_c_ends_the_comparison_with_what_is_known() -> None:
    heard = []

    def interrupt(what: str, done: int, total: int) -> None:
        heard.append(what)
        if what.startswith("2/3 mastermind pegs=6 colours=9: "):
            raise KeyboardInterrupt

    comparison = cobra.compare(
        "mastermind",
        ["ent-models"],
        definitions={"pegs": [2, 6, 3], "colours": 9},
        progress=interrupt,
    )
    assert heard
    assert [one.stopped for one in comparison.instances] == [None, "interrupt"]
    assert (comparison.stopped, comparison.left_out) == ("interrupt", 1)


def test_a_strategy_played_several_times_is_compared_by_what_the_first_run_pays() -> None:
    comparison = cobra.compare("priced-search", ["random", "max-models"], definitions={"n": 6}, repeat=3)
    analysis = comparison.instances[0].analysis
    assert analysis is not None
    random, greedy = analysis.rows
    assert (random.costs, greedy.costs) == ((15, Fraction(65, 6)), (15, Fraction(21, 2)))
    assert rank(random, "average") == (0, 65)
    assert rank(random, "worst") == (0, 15)
    assert best_greedy(analysis) == greedy
    assert "costs, nodes, time and lengths are of the first" in comparison_text(comparison)
