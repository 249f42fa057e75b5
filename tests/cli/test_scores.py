"""Scores, strategies that look ahead, and the best order of ties, from the command line."""

from __future__ import annotations

import pytest

from tests.cli.runner import run, run_json

SMALL = ("mastermind", "-D", "pegs=3", "-D", "colours=3")


def test_a_score_is_a_strategy() -> None:
    rows = run_json("analyze", *SMALL, "-s", "min sum(n*log2(n)) - 2*hit, max  parts,ent-models")[
        "strategies"
    ]
    names = ["min sum(n*log2(n)) - 2*hit", "max parts", "ent-models"]
    assert [row["name"] for row in rows] == names
    assert [row["total"] for row in rows] == [73, 73, 73]
    assert {row["all_ties"] for row in rows} == {None}


def test_looking_ahead_is_a_strategy() -> None:
    arguments = ("analyze", *SMALL, "-s", "look-ahead(max-models),look-ahead(min sum(n^2), depth=3, beam=2)")
    rows = run_json(*arguments)["strategies"]
    names = ["look-ahead(max-models, depth=2, beam=8)", "look-ahead(min sum(n^2), depth=3, beam=2)"]
    assert [row["name"] for row in rows] == names
    assert [row["total"] for row in rows] == [74, 73]


def test_the_best_order_of_ties() -> None:
    found = run_json("analyze", *SMALL, "-s", "max-models,first", "--ties", "best")
    assert found["ties"] == "best"
    best, first = found["strategies"]
    assert (best["total"], best["worst"], best["all_ties"]) == (73, 4, True)
    assert first["all_ties"] is None
    shown = run("analyze", *SMALL, "-s", "max-models", "--ties", "best").stdout
    assert "the best order of ties  1:1 2:7 3:18 4:1" in shown


@pytest.mark.slow
def test_a_search_through_ties_that_is_stopped_says_so() -> None:
    arguments = ("-s", "parts", "--ties", "best", "--memory", "256K")
    result = run("analyze", "mastermind", *arguments)
    assert result.exit_code == 3
    assert "the best order of ties found" in result.stdout
    assert "1296" in result.stdout


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ("min totl", "wrong at character 5: there is no quantity 'totl'; did you mean 'total'?"),
        ("max sum(n", "the parentheses do not match"),
        ("look-ahead(first)", "look-ahead needs a strategy that compares scores one step ahead, not first"),
        ("look-ahead(parts, beam=x)", "the beam of look-ahead is a whole number from 1 to 4,096, not 'x'"),
        ("look-ahead()", "look-ahead is written look-ahead(STRATEGY, depth=2, beam=8)"),
        ("look-ahead(look-ahead(parts))", "look-ahead needs a strategy that compares scores one step ahead"),
    ],
)
def test_wrong_strategies(strategy: str, message: str) -> None:
    result = run("analyze", *SMALL, "-s", strategy)
    assert result.exit_code == 2
    assert message in result.output


def test_requests_that_do_not_fit() -> None:
    result = run("analyze", *SMALL, "-s", "min sum(1/(n - 1))")
    assert result.exit_code == 1
    assert "the score has no value where 27 codes are left: a division by 0" in result.output
    result = run("analyze", *SMALL, "-s", "look-ahead(parts)", "--ties", "random")
    assert result.exit_code == 1
    assert "look-ahead takes no ties random" in result.output
