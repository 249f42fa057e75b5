"""Strategy files as rows of a table: the figures are those of what was written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import cobra
from cobra.breakers.breaker import How
from cobra.breakers.describe import describe
from cobra.breakers.written import WrittenBreaker
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError
from cobra.limits import Limits
from tests.strategy.made import SMALL, one_step


@pytest.mark.parametrize("game", ["mastermind", "counterfeit-coin", "light-coins", "bags-of-gold"])
def test_a_file_has_the_figures_of_the_strategy_written(game: str, tmp_path: Path) -> None:
    loaded = cobra.load(game, SMALL[game])
    path = tmp_path / "exp-models.json"
    cobra.write_strategy(one_step(loaded), path)
    made, written = cobra.analyze(cobra.load(game, SMALL[game]), ["exp-models", str(path)]).rows
    assert written.name == str(path)
    for figure in ("first", "worst", "total", "weight", "distribution", "nodes", "stopped", "inseparable"):
        assert getattr(written, figure) == getattr(made, figure), figure


def test_what_a_file_is_refused_for(tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 2})
    path = tmp_path / "small.json"
    cobra.write_strategy(one_step(game), path)
    with pytest.raises(GameError, match="is a strategy for another game: colours is 2 in one and 3"):
        cobra.analyze(cobra.load("mastermind", {"pegs": 2, "colours": 3}), [str(path)])
    with pytest.raises(GameError, match="begins with the game, and this one has begun already"):
        cobra.advise(game, "00 1B0W", strategies=[str(path)])
    with pytest.raises(GameError, match="chooses freely"):
        cobra.analyze(game, [str(path)], consistent=True)
    with pytest.raises(GameError, match=r"there is no file no\.json"):
        cobra.analyze(game, ["no.json"])


@pytest.mark.parametrize(("nodes", "left"), [(3, "1 code"), (2, "2 codes")])
def test_a_tree_that_ends_too_early_is_an_error(nodes: int, left: str, tmp_path: Path) -> None:
    whole = one_step(cobra.load("mastermind", {"pegs": 2, "colours": 2}))
    branches = [
        {key: child if child < nodes else -1 for key, child in node.items()} for node in whole.branches
    ]
    figures = replace(whole.figures, nodes=nodes)
    short = replace(whole, experiments=whole.experiments[:nodes], branches=branches[:nodes], figures=figures)
    cobra.write_strategy(short, tmp_path / "short.json")
    with pytest.raises(GameError, match=f"names no experiment with {left} left"):
        cobra.analyze(whole.game, [str(tmp_path / "short.json")])


def test_it_is_described(tmp_path: Path) -> None:
    path = tmp_path / "small.json"
    path.touch()
    assert describe(str(path)).summary == "a strategy written to a file"


def test_a_tree_that_does_not_fit_into_the_memory_is_played_in_part(tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 6})
    path = tmp_path / "parts.json"
    cobra.write_strategy(one_step(game), path)
    memory = 20_000
    table = CodeTable(game, Run(), memory, Limits())
    result = WrittenBreaker(str(path)).play(table, How(memory=memory))
    assert (result.stopped, result.figures.nodes) == ("memory", memory // 500 + 1)
