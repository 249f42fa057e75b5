"""The nested JSON: its exact text, and the same tree read back."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cobra
from cobra.export.place import Place
from cobra.export.played import PlayedStrategy
from tests.export.made import LONG, NASTY, OVER, exported, mastermind, played
from tests.strategy.made import SMALL, one_step

HEAD = (
    '{\n "format": "cobra-tree",\n "version": 1,\n'
    ' "game": {"name": "Mastermind", "params": {"pegs": 2, "colours": 2}},\n'
    ' "strategy": "exp-models",\n "objective": null,\n "proved": false,\n'
    ' "figures": {"worst": 3, "total": 8, "weight": 4, "codes": 4, "average": "2", '
    '"distribution": {"1": 1, "2": 2, "3": 1}, "nodes": 4},\n'
)


def test_the_exact_text() -> None:
    assert exported(mastermind(2, 2), "json") == HEAD + (
        ' "tree": {"left": 4, "codes": ["00", "01", "10", "11"], "experiment": "00", "outcomes": {\n'
        '  "0B0W": {"left": 1, "codes": ["11"], "experiment": "11", "outcomes": {\n'
        '   "2B0W": {"left": 1, "codes": ["11"], "length": 2}}},\n'
        '  "1B0W": {"left": 2, "codes": ["01", "10"], "experiment": "01", "outcomes": {\n'
        '   "0B2W": {"left": 1, "codes": ["10"], "experiment": "10", "outcomes": {\n'
        '    "2B0W": {"left": 1, "codes": ["10"], "length": 3}}},\n'
        '   "2B0W": {"left": 1, "codes": ["01"], "length": 2}}},\n'
        '  "2B0W": {"left": 1, "codes": ["00"], "length": 1}}}\n'
        "}\n"
    )


def check(made: PlayedStrategy, position: Place, item: dict[str, Any]) -> None:
    """Check that an object of the document says what is true of a position and all that follows."""
    codes = made.left(position)
    expected: dict[str, Any] = {"left": len(codes), "codes": codes}
    if position.node < 0:
        assert item == {**expected, "length": position.length}
        return
    expected["experiment"] = made.experiment(position.node)
    outcomes = item.pop("outcomes")
    assert item == expected
    assert list(outcomes) == [outcome for outcome, _ in made.branches[position.node]]
    for (_, after), part in zip(made.branches[position.node], outcomes.values(), strict=True):
        check(made, after, part)


@pytest.mark.parametrize("name", ["bulls-and-cows", "counterfeit-coin", "black-box", "wordle", "sorting"])
def test_the_tree_is_read_back(name: str) -> None:
    strategy = one_step(cobra.load(name, SMALL.get(name)))
    made = PlayedStrategy(strategy)
    document = json.loads("".join(cobra.export_lines(strategy, "json")))
    assert document["figures"]["total"] == strategy.figures.total
    check(made, made.root, document["tree"])


def test_an_optimal_strategy_says_what_is_proved() -> None:
    strategy = cobra.optimal(mastermind(2, 3), threads=1).strategy
    assert strategy is not None
    document = json.loads("".join(cobra.export_lines(strategy, "json")))
    assert (document["strategy"], document["objective"], document["proved"]) == ("optimal", "average", True)


def test_words_that_mean_something() -> None:
    made = played(NASTY, "first")
    document = json.loads(exported(NASTY, "json", "first"))
    assert document["game"] == {"name": "<b>&amp; \\N {0} ⚀ 'q'", "params": {}}
    check(made, made.root, document["tree"])


@pytest.mark.slow
def test_no_experiment_and_very_many() -> None:
    assert json.loads(exported(OVER, "json"))["tree"] == {"left": 1, "codes": ["1"], "length": 0}
    text = exported(cobra.load("higher-lower", LONG), "json", "first")
    assert text.count('"experiment"') == 300
    assert text.count("{") == text.count("}")
