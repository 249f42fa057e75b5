"""Strategies that the page walks: all that the command line knows, scores of one's own, objectives."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cobra
from cobra.errors import GameError
from cobra.web import long_work
from cobra.web.allowance import MOST_STRATEGY, Allowance
from cobra.web.forms import FormError
from cobra.web.work import Work
from tests.web.server import MASTERMIND


def find(game: object = MASTERMIND, **members: object) -> tuple[dict[str, Any], bytes]:
    work = Work(Allowance(threads=1), lambda what, done, total: None)
    answer, file = long_work.strategy(
        work, json.dumps({"kind": "strategy", "game": game, **members}).encode()
    )
    return json.loads(answer), file


def ends(tree: list[int]) -> list[int]:
    """Return the codes left at the ends of plays, less than 0 where they are lost."""
    found: list[int] = []
    while tree:
        branches, tree = tree[3 : 2 + 2 * tree[1] : 2], tree[2 + 2 * tree[1] :]
        found += branches
    return found


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("larmouth", "larmouth"),
        (" min sum(n^2) ", "min sum(n^2)"),
        ("look-ahead(max-models)", "look-ahead(max-models, depth=2, beam=8)"),
        ("consistent(parts)", "consistent(parts)"),
        ("random", "random"),
    ],
)
def test_every_strategy_is_the_one_of_the_command_line(written: str, name: str) -> None:
    found, file = find(strategy=written)
    (row,) = cobra.analyze(cobra.load("mastermind", MASTERMIND["parameters"]), [written.strip()]).rows
    assert (found["strategy"], found["total"], found["worst"]) == (name, row.figures.total, row.worst)
    assert found["walk"]["facts"]["strategy"] == name
    assert json.loads(file)["strategy"] == name


def test_the_fewest_lost_plays_are_searched_for() -> None:
    found, _ = find(strategy="optimal", objective="won", within=2)
    assert (found["objective"], found["worst"], found["codes"]) == ("won", 2, 64)
    walk = found["walk"]
    assert (walk["facts"]["strategy"], walk["facts"]["lost"], walk["facts"]["codes"]) == ("optimal", 55, 64)
    least = "the fewest codes lost, and under it the least average"
    assert walk["facts"]["meant"] == f"{least}; a play of more than 2 experiments is lost"
    assert sum(left for left in ends(walk["tree"]) if left < 0) == -55
    assert walk["confirms"] is False


def test_what_is_no_strategy_or_several_is_refused() -> None:
    long = f"min n{'+n' * MOST_STRATEGY}"
    for written, sentence in (
        ("max-models, parts", "one strategy is needed, not 2"),
        ("", "one strategy is needed, not 0"),
        (long, "a strategy has at most 1,000 letters"),
        ("mine.json", "nothing is run"),
        ("max-modls", "not 'max-modls'; did you mean 'max-models'"),
    ):
        with pytest.raises(FormError, match=sentence):
            find(strategy=written)
    with pytest.raises(GameError, match="is wrong at character 9"):
        find(strategy="min sum()")
    with pytest.raises(FormError, match="within must be from 1"):
        find(strategy="optimal", objective="won", within=0)
