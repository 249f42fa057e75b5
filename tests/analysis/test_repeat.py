"""Means and confidence intervals of strategies that draw by chance."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import cobra
from cobra.analysis.compare import rank
from cobra.analysis.repeat import Repeats, student_quantile
from cobra.cli.show.analyze import analysis_object, analysis_text
from cobra.cli.show.compare import comparison_text
from cobra.language.load import load_text
from cobra.lengths import Figures

GAME = cobra.load("mastermind", {"pegs": 2, "colours": 4})


@pytest.mark.parametrize(
    ("degrees", "t"),  # Abramowitz and Stegun 1964, table 26.10
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (19, 2.093), (30, 2.042), (120, 1.980)],
)
def test_quantiles_of_students_distribution(degrees: int, t: float) -> None:
    assert round(student_quantile(degrees), 3) == t


def run_of(total: int, worst: int) -> Figures:
    return Figures(worst=worst, total=total, weight=16, codes=16, distribution={}, nodes=1)


def test_figures_of_runs() -> None:
    repeats = Repeats(0, (run_of(40, 3), run_of(44, 5), run_of(48, 4)))
    assert (repeats.runs, repeats.mean, repeats.worst) == (3, Fraction(11, 4), 5)
    assert (repeats.least, repeats.greatest) == (Fraction(5, 2), Fraction(3))
    assert repeats.margin == pytest.approx(4.302653 * 0.25 / 3**0.5)
    assert Repeats(0, (run_of(40, 5),)).margin is None


def test_runs_are_those_of_the_single_seeds() -> None:
    row = cobra.analyze(GAME, ["parts"], ties="random", repeat=5, seed=2).rows[0]
    single = [cobra.analyze(GAME, ["parts"], ties="random", seed=seed).rows[0] for seed in range(2, 7)]
    assert row.repeats is not None
    assert row.repeats.totals == tuple(one.total for one in single)
    assert row.repeats.worst == max(one.worst for one in single)
    assert row.repeats.seed == 2
    assert (row.total, row.first) == (single[0].total, single[0].first)


def test_what_draws_nothing_is_played_once_and_ones_own_each_time() -> None:
    seeds: list[int] = []

    def choose(knowledge: cobra.Knowledge) -> str | None:
        seeds.append(knowledge.seed)
        return knowledge.best("parts")

    rows = cobra.analyze(GAME, ["random", "parts", "consistent(parts)", choose], repeat=3).rows
    assert [row.repeats and row.repeats.runs for row in rows] == [3, None, None, 3]
    assert sorted(set(seeds)) == [0, 1, 2]


def test_a_strategy_of_ones_own_may_be_called_like_another_one(tmp_path: Path) -> None:
    """What it is called says nothing of what it does; a strategy that is in a file draws nothing."""

    def parts(knowledge: cobra.Knowledge) -> str:
        return Random(knowledge.seed).choice(knowledge.codes)

    rows = cobra.analyze(GAME, [parts], repeat=3).rows
    single = [cobra.analyze(GAME, [parts], seed=seed).rows[0].total for seed in range(3)]
    assert [row.repeats and row.repeats.totals for row in rows] == [tuple(single)]
    assert len(set(single)) > 1
    strategy = cobra.optimal(GAME).strategy
    assert strategy is not None
    cobra.write_strategy(strategy, tmp_path / "best.json")
    rows = cobra.analyze(GAME, [parts, str(tmp_path / "best.json")], repeat=3).rows
    assert [row.repeats and row.repeats.runs for row in rows] == [3, None]


def test_a_stop_leaves_the_runs_that_are_complete() -> None:
    runs: set[int] = set()

    def choose(knowledge: cobra.Knowledge) -> str | None:
        runs.add(knowledge.seed)
        if knowledge.seed == 2:
            raise KeyboardInterrupt
        return knowledge.best("parts")

    row = cobra.analyze(GAME, [choose], repeat=5).rows[0]
    assert (row.stopped, row.average) == ("interrupt", Fraction(45, 16))
    assert row.repeats is not None and row.repeats.totals == (45, 45)


FEW_GUESSES = """
secret code : 1..5
experiment guess(g : 1..5)
  limit 2
  observe code = g, code < g
  final code = g
experiment ask(g : 1..4)
  limit 1
  observe code <= g
"""


def test_of_runs_that_lose_each_counts() -> None:
    """The first of them loses nothing, and is as good as can be; the others lose, and are over sooner."""
    game = load_text(FEW_GUESSES)
    comparison = cobra.compare(game, ["random", "ent-models", "optimal"], repeat=8)
    analysis = comparison.instances[0].analysis
    assert analysis is not None
    drawn, greedy, _ = analysis.rows
    assert [run.lost for run in drawn.runs] == [0, 1, 1, 1, 2, 1, 0, 2]
    assert (drawn.lost, drawn.mean_lost, drawn.average, greedy.average) == (
        0,
        1,
        Fraction(13, 5),
        Fraction(13, 5),
    )
    assert [row.optimal for row in analysis.rows] == [False, True, True]
    assert (rank(drawn, "average"), rank(greedy, "average")) == ((1, Fraction(25, 2)), (0, 13))
    line = next(line for line in comparison_text(comparison).splitlines() if " ± " in line)
    assert line.split()[3:9] == ["2.5000", "±", "0.1264", "3", "1", "+1"]
    assert "proved: nobody can do better than ent-models, optimal" in analysis_text(analysis)
    said = analysis_object(analysis)["strategies"][0]
    assert (said["lost"], said["repeats"]["lost"]) == (0, [0, 1, 1, 1, 2, 1, 0, 2])


def test_nobody_can_do_better_than_runs_of_which_each_is_best() -> None:
    """Of two codes each order is as good; of three numbers one order is best."""
    either, lucky = cobra.load("mastermind", {"pegs": 1, "colours": 2}), cobra.load("higher-lower", {"n": 3})
    assert [row.optimal for row in cobra.analyze(either, ["random", "optimal"], repeat=3).rows] == [
        True,
        True,
    ]
    drawn = [cobra.analyze(lucky, ["random", "optimal"], seed=seed).rows[0].optimal for seed in range(4)]
    for seed in range(3):
        row = cobra.analyze(lucky, ["random", "optimal"], seed=seed, repeat=2).rows[0]
        assert row.optimal == (drawn[seed] and drawn[seed + 1])
    assert drawn == [False, True, True, False]


def test_runs_of_parts_of_their_own_are_counted_in_one() -> None:
    game = load_text("""
secret code : 1..3
noise 1/3
lies at most 1
experiment guess(g : 1..3)
  observe code = g
  final code = g
experiment ask(g : 1..2)
  observe code <= g
""")
    (row,) = cobra.analyze(game, ["random"], repeat=4).rows
    assert row.repeats is not None
    assert row.weight == row.repeats.weight == 81
    assert row.total == row.repeats.totals[0]
