"""What notebooks show of games, strategies and results; tests/test_notebook.py runs a whole notebook."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from xml.etree import ElementTree

import pytest

import cobra
from cobra.analysis.row import row_not_started
from cobra.language.load import library, load_text
from tests.cli.runner import ROOT
from tests.export.made import CORE, NASTY, mastermind
from tests.strategy.made import one_step


def rows(html: str) -> list[list[str]]:
    """Return the cells of the tables, captions alone in a row."""
    tables = [f"{part}</table>" for part in html.split("</table>")[:-1]]
    found = []
    for table in tables:
        root = ElementTree.fromstring(table)
        found += [["".join(caption.itertext())] for caption in root.iter("caption")]
        found += [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]
    return found


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", library())
def test_every_game_of_the_library(name: str) -> None:
    (title,), *shown = rows(cobra.load(name)._repr_html_())
    assert title.startswith(cobra.load(name).name)
    told = [what for what, _ in groupby(row[0] for row in shown if row[0])]
    assert told[:3] == ["secret", "experiment", "over"]
    assert {"state", "lost", "cost", "lies", "noise", "chances", "moves"}.issuperset(told[3:])
    assert max(len(cell) for row in shown for cell in row) < 250


TAXI = """game "Taxi"
secret x : 1..5
state at = 1 in 1..5
state lives = 2 in 0..2
lost when lives = 0 cost 2.5
experiment drive(s : 1..5)
  where s != at
  observe if x = s then "taxi" else if x < s then "behind" else "ahead"
  final x = s
  then at = s, lives = if x = s then lives else lives - 1
  cost abs(s - at)
"""
TESTED = """game "Tested"
secret x : 1..4
experiment test(p : 1..4)
  observe x = p with 9/10, true with 1/10
experiment name(p : 1..4)
  observe if x = p then "yes" else "no"
  final x = p
"""


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            load_text(TAXI),
            [
                ["state", "at = 1, lives = 2 at the beginning"],
                ["lost", "plays can be lost, which costs 2.5"],
                ["cost", "experiments have prices"],
            ],
        ),
        (
            cobra.load("hangman-lives"),
            [["state", "left = 3 at the beginning"], ["lost", "plays can be lost"]],
        ),
        (cobra.load("liar"), [["lies", "1 at most"]]),
        (
            cobra.load(ROOT / "examples" / "unseen" / "noisy_test.cb"),
            [["lies", "1 at most"], ["noise", "an answer is wrong with the chance 1/10"]],
        ),
        (load_text(TESTED), [["chances", "what is observed is drawn"]]),
        (cobra.load("fox"), [["moves", "hole"]]),
    ],
    ids=lambda shown: shown.name if isinstance(shown, cobra.Game) else "",
)
def test_what_changes_beside_what_is_known(game: cobra.Game, told: list[list[str]]) -> None:
    shown = rows(game._repr_html_())
    place = next(number for number, row in enumerate(shown) if row[0] == "over")
    assert shown[place + 1 :] == told
    assert "at: " not in str(shown) and "left: " not in str(shown)  # a state is no parameter


def test_what_is_lost_and_paid_stands_in_tables() -> None:
    analysis = cobra.analyze(load_text(TAXI), ["max-models", "optimal"])
    (_, header, first, best) = rows(analysis._repr_html_())
    places = [header.index(name) for name in ("lost", "most cost", "mean cost")]
    assert [first[place] for place in places] == ["2", "6.5", "4.2000"]
    assert [best[place] for place in places] == ["2", "4.5", "2.8000"]
    result = cobra.optimal(load_text(TAXI))
    found = dict(row for row in rows(result._repr_html_()) if len(row) == 2)
    assert (found["proved"], found["most cost"], found["mean cost"]) == ("mean cost 2.8000", "4.5", "2.8000")
    assert result.strategy is not None
    assert ["mean cost", found["mean cost"]] in rows(result.strategy._repr_html_())


def test_the_kinds_of_secrets_and_experiments() -> None:
    assert rows(cobra.load("counterfeit-coin", {"coins": 4})._repr_html_()) == [
        ["Counterfeit coin coins=4 genuine=0"],
        ["secret", "odd: one of 1 2 3 4"],
        ["secret", "heavy: yes or no"],
        *(
            ["experiment", f"weigh[{m}](left: {m} of 1 2 3 4; right: {m} of 1 2 3 4) → {outcomes}"]
            for outcomes in ["left heavier, right heavier, balance"]
            for m in (1, 2)
        ),
        ["over", "when it is known what is to be known, or nothing tells apart what is left"],
    ]
    core = rows(cobra.load(CORE / "mastermind-3-4.in")._repr_html_())
    assert core[-1] == ["over", "when one code is left, and confirmed"]
    many = load_text('game "M"\nsecret s : 1..9\nexperiment ask() for i in 1..9\n  observe s > i\n')
    assert rows(many._repr_html_())[-2] == ["", "and 1 more"]


def test_words_that_mean_something() -> None:
    game = load_text(NASTY)
    for html in (game._repr_html_(), one_step(game, "first")._repr_html_()):
        assert "<script" not in html
        assert rows(html)[0] == ["<b>&amp; \\N {0} ⚀ 'q'"]
    assert "&lt;script&gt; a&amp;b back\\slash" in game._repr_html_()


def test_a_strategy() -> None:
    strategy = one_step(mastermind(3, 3))
    html, picture = strategy._repr_html_(), strategy._repr_svg_()
    assert rows(html) == [
        ["Mastermind pegs=3 colours=3"],
        ["strategy", "exp-models"],
        ["codes", "27"],
        ["worst", "4"],
        ["average", "73/27 = 2.7037"],
        ["lengths", "1:1 2:7 3:18 4:1"],
        ["experiments", "27"],
    ]
    assert picture == "".join(cobra.export_lines(strategy, "svg"))
    assert html.endswith(picture)


def test_no_picture() -> None:
    strategy = one_step(mastermind(2, 2))
    long = replace(strategy, figures=replace(strategy.figures, distribution={1: 100_001}))
    wrong = replace(strategy, branches=[{}, *strategy.branches[1:]])
    for without in (long, wrong):
        assert without._repr_svg_() is None
        assert without._repr_html_().endswith("</table>")


def test_results_of_a_search() -> None:
    found = cobra.optimal(mastermind(2, 2), "worst-average", threads=1)
    assert rows(found._repr_html_())[1:3] == [
        ["objective", "worst-average"],
        ["proved", "worst 3, average 2.0000"],
    ]
    assert found.strategy is not None
    assert found._repr_svg_() == found.strategy._repr_svg_()
    none = cobra.optimal(mastermind(2, 2), max_depth=2, threads=1)
    assert none._repr_svg_() is None
    assert rows(none._repr_html_()) == [
        ["Mastermind pegs=2 colours=2"],
        ["objective", "average"],
        ["proved", "no strategy does what is demanded"],
    ]


def test_what_was_stopped_or_is_wrong() -> None:
    analysis = cobra.analyze(mastermind(2, 2), ["parts"], threads=1)
    stopped = replace(analysis, rows=(*analysis.rows, row_not_started("first", 4, "time")))
    assert rows(stopped._repr_html_())[2:] == [
        ["parts", "00", "3", "8/4 = 2.0000", "4", "1:1 2:2 3:1", ""],
        ["first", "-", "?", "?", "0", "", "stopped with 0 of 4 codes settled"],
    ]
    comparison = cobra.compare("mastermind", ["parts"], definitions={"pegs": [2, 99], "colours": [2]})
    shown = rows(comparison._repr_html_())
    assert shown[0] == ["mastermind pegs=2 colours=2"]
    assert shown[2][:4] == ["parts", "00", "3", "8/4 = 2.0000"]
    assert shown[3][0].startswith("mastermind ")
    assert "99" in shown[4][1]


def test_of_several_runs_the_mean_is_shown() -> None:
    game = mastermind(2, 3)
    analysis = cobra.analyze(game, ["random"], repeat=5)
    comparison = cobra.compare(game, ["random"], repeat=5)
    (row,) = analysis.rows
    assert row.repeats is not None
    assert row.repeats.totals == (24, 24, 25, 26, 24)
    for shown in (analysis, comparison):
        _, header, cells = rows(shown._repr_html_())
        assert header == ["strategy", "first", "worst", "average", "experiments", "lengths", ""]
        assert cells == [
            *("random", row.first, "4", "2.7333 ± 0.1234", str(row.nodes)),
            " ".join(f"{length}:{count}" for length, count in row.distribution.items()),
            "2.6667 to 2.8889 in 5 runs, ±: 95 % confidence; all but worst and average is of the first",
        ]
