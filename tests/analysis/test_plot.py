"""Plots: what stands in them, and that equal comparisons make equal files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import cobra
from cobra.analysis.compare import Comparison
from cobra.analysis.plot import STYLES, draw
from cobra.breakers.named import STRATEGIES
from cobra.errors import GameError
from cobra.interval import Interval
from tests.comparisons import SMALL, analysed, comparison_of, with_optimum


def words(comparison: Comparison, folder: Path) -> list[str]:
    """Draw a comparison and return the texts of the picture."""
    path = folder / "plot.svg"
    draw(comparison, path)
    root = ElementTree.fromstring(path.read_text("utf-8"))
    return ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.thorough
def test_a_grid_has_a_panel_for_each_choice_of_its_parameters_but_the_last(tmp_path: Path) -> None:
    sizes = {"pegs": [1, 2], "colours": [2, 3, 4]}
    found = words(cobra.compare("mastermind", ["parts", "first"], definitions=sizes), tmp_path)
    for title in ("Mastermind  pegs=1", "Mastermind  pegs=2"):
        assert found.count(title) == 1
    assert found.count("colours") == found.count("average number of experiments") == 2
    assert (found.count("parts"), found.count("first"), found.count("optimal")) == (1, 1, 0)


def test_a_game_alone_is_drawn_by_its_lengths(tmp_path: Path) -> None:
    found = words(comparison_of(with_optimum(analysed(*SMALL), Interval("total", 18, 21))), tmp_path)
    assert "Mastermind  pegs=2  colours=3" in found
    assert "the optimum is not proved" in found
    assert {"experiments", "codes", "max-models", "exp-models", "optimal"} <= set(found)


@pytest.mark.thorough
def test_long_plays_are_drawn_too(tmp_path: Path) -> None:
    comparison = cobra.compare("higher-lower", ["first"], definitions={"n": 30})
    assert comparison.instances[0].analysis is not None
    assert comparison.instances[0].analysis.rows[0].worst == 30
    assert "Higher or lower  n=30" in words(comparison, tmp_path)


@pytest.mark.thorough
def test_an_objective_about_the_worst_case_is_drawn_as_such(tmp_path: Path) -> None:
    analyses = [
        with_optimum(replace(analysed(*SMALL, colours=colours), objective="worst"), Interval("worst", 2, 3))
        for colours in (3, 4)
    ]
    assert "experiments, worst case" in words(comparison_of(*analyses), tmp_path)


def test_files_are_ticks_and_dollars_are_dollars(tmp_path: Path) -> None:
    for name in ("$one$.txt", "two.txt"):
        (tmp_path / name).write_text("abc\nabd\nxyz\n", "utf-8")
    files = [str(tmp_path / name) for name in ("$one$.txt", "two.txt")]
    comparison = cobra.compare("word-list", ["parts"], definitions={"words": files})
    assert {"$one$.txt", "two.txt"} <= set(words(comparison, tmp_path))


def test_what_is_not_finished_is_left_out_and_named(tmp_path: Path) -> None:
    analysis = analysed(*SMALL)
    row = analysis.rows[0]
    stopped = replace(row, stopped="time", figures=replace(row.figures, distribution={1: 1}))
    found = words(comparison_of(replace(analysis, rows=(stopped, analysis.rows[1]))), tmp_path)
    assert "not finished: max-models" in found
    assert "max-models" not in found


@pytest.mark.slow
def test_equal_comparisons_make_equal_files(tmp_path: Path) -> None:
    comparison = comparison_of(analysed(*SMALL), analysed(*SMALL, colours=4))
    for ending in ("svg", "png", "pdf"):
        one, other = tmp_path / f"one.{ending}", tmp_path / f"other.{ending}"
        draw(comparison, one)
        draw(comparison, other)
        assert one.read_bytes() == other.read_bytes()


def test_every_strategy_has_a_style_of_its_own() -> None:
    assert set(STYLES) == set(STRATEGIES)
    assert len({colour for colour, _ in STYLES.values()}) == len(STYLES)


def test_nothing_to_plot_and_nowhere_to_write(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="there is nothing to plot"):
        draw(Comparison((), "average"), tmp_path / "plot.svg")
    with pytest.raises(GameError, match=r"cannot write .*: No such file or directory"):
        draw(comparison_of(analysed(*SMALL)), tmp_path / "no" / "plot.svg")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_one_of_several_runs_is_called_so(tmp_path: Path) -> None:
    settings = {"pegs": 2, "colours": 4}
    alone = cobra.compare("mastermind", ["random", "parts"], definitions=settings, repeat=3)
    found = words(alone, tmp_path)
    assert "random, run 1 of 3" in found
    assert "random" not in found
    assert "parts" in found
