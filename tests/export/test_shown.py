"""What notebooks show of games, strategies and results; tests/test_notebook.py runs a whole notebook."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from xml.etree import ElementTree

import pytest

import cobra
from cobra.analysis.row import row_not_started
from cobra.language.load import library, load_text
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


@pytest.mark.thorough
@pytest.mark.parametrize("name", library())
def test_every_game_of_the_library(name: str) -> None:
    (title,), *shown = rows(cobra.load(name)._repr_html_())
    assert title.startswith(cobra.load(name).name)
    assert [what for what, _ in groupby(row[0] for row in shown if row[0])] == [
        "secret",
        "experiment",
        "over",
    ]
    assert max(len(cell) for row in shown for cell in row) < 250


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
