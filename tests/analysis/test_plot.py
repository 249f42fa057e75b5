"""Plots: what stands in them, and that equal comparisons make equal files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import cobra
from cobra.analysis import plot
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


class Panels:
    """The panels of a plot, as they are drawn and not as a picture."""

    def __init__(self, comparison: Comparison, monkeypatch: pytest.MonkeyPatch) -> None:
        figures: list[Any] = []
        monkeypatch.setattr(plot, "save_figure", lambda figure, _: figures.append(figure))
        draw(comparison, Path("plot.svg"))
        self.axes = figures[0].axes

    def labels(self) -> list[str]:
        """Return what the axes of figures say."""
        return [axes.get_ylabel() for axes in self.axes]

    def lines(self, panel: int) -> dict[str, list[float]]:
        """Return what is drawn of each strategy."""
        return {line.get_label(): list(line.get_ydata()) for line in self.axes[panel].lines}

    def bars(self, panel: int) -> list[list[float]]:
        """Return between what the optimum lies where it is not proved."""
        return [[y for _, y in bar] for lines in self.axes[panel].collections for bar in lines.get_segments()]


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


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("objective", "label", "parts", "optimal"),
    [
        ("average", "mean cost", [6.25, 8.8], [6.0, 8.2]),
        ("worst", "most cost", [9.0, 14.0], [7.0, 9.0]),
    ],
)
def test_with_prices_what_is_paid_is_plotted(
    objective: str, label: str, parts: list[float], optimal: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = {"n": [4, 5]}
    comparison = cobra.compare("priced-search", ["parts", "optimal"], definitions=sizes, objective=objective)
    panels = Panels(comparison, monkeypatch)
    assert panels.labels() == [label]
    assert panels.lines(0) == {"parts": parts, "optimal": optimal}


@pytest.mark.thorough
def test_an_optimum_that_is_not_proved_is_a_bar_of_costs_between_costs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    analyses = [cobra.analyze(cobra.load("priced-search", {"n": n}), ["parts"]) for n in (4, 5)]
    stopped = [with_optimum(one, Interval("total", 15, 25)) for one in analyses]
    panels = Panels(comparison_of(*stopped), monkeypatch)
    assert panels.labels() == ["mean cost"]
    assert panels.bars(0) == [[15 / 4, 25 / 4], [3, 5]]


@pytest.mark.thorough
def test_how_much_is_lost_is_plotted_before_averages(monkeypatch: pytest.MonkeyPatch) -> None:
    lives = {"lives": [2, 3]}
    comparison = cobra.compare("hangman-lives", ["parts", "optimal"], definitions=lives)
    panels = Panels(comparison, monkeypatch)
    assert panels.labels() == ["codes lost", "average number of experiments"]
    assert panels.lines(0) == {"parts": [38, 36], "optimal": [37, 30]}
    assert panels.lines(1) == {"parts": [122 / 44, 158 / 44], "optimal": [114 / 44, 163 / 44]}
    titles = [axes.get_title() for axes in panels.axes]
    name = "Hangman with lives  words=three_letters.txt"
    assert titles == [name, f"{name}\nwho loses less is better, whatever this is"]


@pytest.mark.thorough
def test_what_has_to_be_lost_and_is_not_known_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    analyses = []
    for lives in (2, 3):
        found = cobra.analyze(cobra.load("hangman-lives", {"lives": lives}), ["parts"])
        (parts,) = found.rows
        best = replace(parts, name="optimal", stopped="time", losing=Interval("lost", 20, 38))
        analyses.append(replace(found, rows=(parts, best)))
    panels = Panels(comparison_of(*analyses), monkeypatch)
    assert panels.bars(0) == [[20, 38], [20, 38]]
    assert panels.bars(1) == []


@pytest.mark.thorough
def test_a_game_alone_says_how_much_each_strategy_loses(tmp_path: Path) -> None:
    comparison = cobra.compare("hangman-lives", ["max-models", "parts"], definitions={"lives": 3})
    assert "lost: max-models 32, parts 36" in words(comparison, tmp_path)


@pytest.mark.thorough
def test_each_game_is_plotted_by_its_own_objective(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: dict[str, list[int | str]] = {"numbers": [3, 4], "places": [1], "digits": [3, 4]}
    comparison = cobra.compare(["bulls-and-cows", "liar"], ["max-models"], definitions=sizes)
    panels = Panels(comparison, monkeypatch)
    assert panels.labels() == ["average number of experiments", "experiments, worst case"]
