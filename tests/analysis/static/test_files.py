"""Files of plans: read as written, verified by the meaning of the game, mistakes named at their place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.errors import GameError, LimitError

SIZES = {"pegs": 2, "colours": 3}


@pytest.fixture(scope="module")
def plan() -> cobra.Plan:
    return cobra.static_plan(cobra.load("mastermind", SIZES)).plan


@pytest.fixture
def document(plan: cobra.Plan, tmp_path: Path) -> dict[str, Any]:
    cobra.write_plan(plan, tmp_path / "plan.json")
    read: dict[str, Any] = json.loads((tmp_path / "plan.json").read_text("utf-8"))
    return read


def reading(document: object, folder: Path) -> cobra.Plan:
    (folder / "changed.json").write_text(json.dumps(document), "utf-8")
    return cobra.read_plan(folder / "changed.json")


def test_a_file_says_everything(document: dict[str, Any]) -> None:
    assert list(document) == [
        "format",
        "version",
        "cobra",
        "game",
        "experiments",
        "codes",
        "cells",
        "lower",
        "proved",
    ]
    assert (document["format"], document["version"]) == ("cobra-plan", 1)
    assert (document["codes"], document["cells"], document["lower"], document["proved"]) == (9, 9, 2, True)


def test_read_as_written(plan: cobra.Plan, document: dict[str, Any], tmp_path: Path) -> None:
    again = reading(document, tmp_path)
    assert (again.experiments, again.lower, again.proved) == (plan.experiments, 2, True)
    verification = cobra.verify_plan(again)
    assert verification.correct
    assert sorted(code for cell in verification.cells for code in cell.codes) == [
        f"{one}{other}" for one in range(3) for other in range(3)
    ]
    assert len({cell.answers for cell in verification.cells}) == 9


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "cobra-strategy"}, "this is no plan file"),
        ({"version": 2}, "version 2 cannot be read"),
        ({"experiments": ["09"]}, "experiments[0]: '09' is not an experiment"),
        ({"experiments": [9]}, "experiments[0]: a text was expected, not 9"),
        ({"experiments": "00"}, "experiments: a list was expected"),
        ({"lower": 3}, "lower: 3 is more than the number of experiments"),
        ({"lower": -1}, "lower: a whole number of at least 0 was expected"),
        ({"proved": False}, "proved: true if and only if lower is the number of experiments"),
        ({"game": {}}, "the key 'name' is missing in game"),
        ({"more": 1}, "unknown key 'more'"),
    ],
)
def test_mistakes(changes: dict[str, Any], message: str, document: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(GameError) as caught:
        reading({**document, **changes}, tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'changed.json'}:1:")
    assert message in str(caught.value)


def test_what_is_no_file_or_too_big(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="cannot be read"):
        cobra.read_plan(tmp_path / "missing.json")
    (tmp_path / "large.json").write_text("{}" + " " * 100, "utf-8")
    with pytest.raises(LimitError, match="strategy-size"):
        cobra.read_plan(tmp_path / "large.json", cobra.Limits(strategy_size=50))


def test_a_plan_that_does_not_do(plan: cobra.Plan) -> None:
    short = replace(plan, experiments=plan.experiments[:1], lower=0, cells=3)
    problems = cobra.verify_plan(short).problems
    assert any(
        "answer all experiments alike, but there is one that tells them apart" in one for one in problems
    )
    wrong = replace(plan, codes=10, cells=8)
    assert cobra.verify_plan(wrong).problems == ("codes: it is 9, not 10", "cells: it is 9, not 8")


def test_an_experiment_that_is_none_of_the_game(plan: cobra.Plan) -> None:
    foreign = replace(plan, experiments=((0, (0, 7)), plan.experiments[1]))
    verification = cobra.verify_plan(foreign)
    assert verification.problems == ("experiments[0]: this is not an experiment of the game",)
    assert verification.cells == ()


def test_inseparable_codes_are_left_together() -> None:
    game = cobra.load_text(
        """
        game "Two of four"
        alphabet item = 1..4
        secret bad : item
        experiment ask()
          observe bad in {1 2}
        """
    )
    result = cobra.static_plan(game)
    assert result.plan.texts == ("ask",)
    assert (result.goals, result.inseparable, result.plan.cells) == (2, ("1", "2"), 2)
    assert [cell.codes for cell in cobra.verify_plan(result.plan).cells] == [("1", "2"), ("3", "4")]


def test_nothing_to_ask() -> None:
    result = cobra.static_plan(cobra.load("mastermind", {"pegs": 1, "colours": 1}))
    assert (result.plan.texts, result.plan.proved, result.plan.cells) == ((), True, 1)
    assert cobra.verify_plan(result.plan).correct


@pytest.mark.thorough
def test_too_many_experiments_to_list() -> None:
    coins = cobra.load("counterfeit-coin", {"coins": 9})
    few = cobra.Limits(experiments=1000)
    result = cobra.static_plan(coins, limits=few)
    assert (result.listed, len(result.plan.experiments), result.plan.proved) == (False, 3, True)
    assert result.stopped is None
    assert cobra.verify_plan(result.plan).correct
    open_ = cobra.static_plan(
        cobra.load("black-pegs", {"pegs": 3, "colours": 3}), limits=cobra.Limits(experiments=9)
    )
    assert (open_.listed, open_.stopped, open_.plan.lower) == (False, "experiments", 3)
    assert len(open_.plan.experiments) == 4


def test_no_room_for_experiments() -> None:
    with pytest.raises(LimitError, match="listing what every experiment tells apart"):
        cobra.static_plan(cobra.load("mastermind"), memory=1 << 20)
