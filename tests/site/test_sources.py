"""What the site is made of is in order: pages, links, pictures, functions, games. Building it is slow."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from as_markdown import escaped, table
from check import problems
from example import example, read
from game_page import outcomes, paragraphs
from measured import LONG, SMALLER
from overview import games_page
from reference_pages import FUNCTIONS
from stage import OTHERS, ROOT, Stage, contents, page_name

import cobra
from cobra.analysis.library import describe, library_games
from cobra.language.load import library

DOCS = ROOT / "docs"


def test_the_first_page_lists_every_page_of_the_docs() -> None:
    listed = {name for names in contents().values() for name in names}
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"README"}
    assert listed == pages | {"contributing", "changes"}
    assert list(contents()) == ["Tutorials", "How to", "Reference", "Explanations"]


def test_every_name_of_the_package_is_on_the_page_of_functions_once() -> None:
    names = [name for group in FUNCTIONS.values() for name in group.split()]
    assert sorted(names) == sorted(cobra.__all__)


def test_links_lead_to_pages_of_the_site_and_to_copies_of_files(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    shown = stage.linked("cobra/games/README.md", "games/index")
    assert "(../memory.md)" in shown
    shown = stage.linked("docs/tutorial.md", "tutorial")
    assert "[README](index.md)" in shown
    assert "[concepts](concepts.md)" in shown
    shown = stage.linked("docs/advise.md", "advise")
    assert "(files/examples/zebra.cb)" in shown
    assert (tmp_path / "files/examples/zebra.cb").read_text() == (ROOT / "examples/zebra.cb").read_text()
    assert page_name("docs/README.md") == page_name("README.md") == "index"
    assert page_name("examples/zebra.cb") is None


@pytest.mark.parametrize("source", sorted(set(OTHERS) | {f"docs/{file.name}" for file in DOCS.glob("*.md")}))
def test_a_link_to_a_page_leads_to_a_page_of_the_site(tmp_path: Path, source: str) -> None:
    """Sphinx warns of a copy of a page, which is none of its pages."""
    Stage(tmp_path).linked(source, page_name(source) or "")
    assert [file.name for file in tmp_path.rglob("*.md")] == []


def test_code_is_not_linked(tmp_path: Path) -> None:
    shown = Stage(tmp_path).linked("docs/language.md", "language")
    for line in (ROOT / "docs/language.md").read_text("utf-8").splitlines():
        if "](" not in line:
            assert line in shown


def test_a_picture_is_split_into_light_and_dark(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    svg = (
        "<svg><style>a{fill:#fff}\n@media (prefers-color-scheme:dark){\na{fill:#000}b{x:y}\n}\n</style></svg>"
    )
    shown = stage.drawing("one", svg, "words", "games/fox")
    assert shown == (
        "![words](../pictures/one-light.svg){.only-light}![words](../pictures/one-dark.svg){.only-dark}"
    )
    light, dark = ((tmp_path / f"pictures/one-{kind}.svg").read_text() for kind in ("light", "dark"))
    assert light == "<svg><style>a{fill:#fff}\n\n</style></svg>"
    assert dark == "<svg><style>a{fill:#fff}\na{fill:#000}b{x:y}\n</style></svg>"
    assert stage.drawing("two", "<svg/>", "words", "index") == "![words](pictures/two.svg){.on-white}"


def test_what_an_earlier_build_left_goes_and_what_is_the_same_is_not_written(tmp_path: Path) -> None:
    first = Stage(tmp_path)
    first.write("a.md", "a")
    first.write("b.md", "b")
    written = (tmp_path / "a.md").stat().st_mtime_ns
    second = Stage(tmp_path)
    second.write("a.md", "a")
    second.tidy()
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]
    assert (tmp_path / "a.md").stat().st_mtime_ns == written


@pytest.mark.thorough
def test_every_game_has_rules_a_page_and_published_numbers(tmp_path: Path) -> None:
    games = library_games()
    games_page(Stage(tmp_path), games)
    shown = (tmp_path / "games/index.md").read_text()
    for game in games:
        rules, _, _ = paragraphs(game)
        assert rules, game.name
        assert f"[`{game.name}`]({game.name}.md)" in shown
        assert any(outcome.found is not None for outcome in outcomes(game.name)), game.name


def test_the_comment_of_a_game_is_taken_apart() -> None:
    rules, parameters, known = paragraphs(describe("sorting", library()["sorting"]))
    assert len(rules) == 1
    assert rules[0].startswith("Sorting by comparisons: ")
    assert parameters == []
    assert len(known) == 1
    assert known[0].startswith("Published: the best worst case is 7 for n = 5 and 10 for n = 6; ")


@pytest.mark.thorough
def test_a_play_is_one_of_the_strategy_and_the_same_after_it_was_kept(tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    cobra.analyze(game, ["optimal"], output=tmp_path)
    play = example(game, tmp_path / "optimal.json")
    assert play.steps[0].experiment.text == cobra.optimal(game).row.first
    assert play.steps[-1].experiment.text == play.secret.text
    assert play.steps[-1].answer.text == "2B0W"
    assert play.steps[-1].left == 1
    assert "<svg" in (play.secret.picture or "")
    assert all(step.experiment.picture and step.answer.picture for step in play.steps)
    assert read(json.loads(json.dumps(asdict(play)))) == play


def test_smaller_sizes_are_those_of_games() -> None:
    assert set(LONG) <= set(SMALLER)
    for name, size in SMALLER.items():
        assert set(size) <= {one.name for one in describe(name, library()[name]).parameters}


def test_texts_are_shown_as_they_are() -> None:
    assert escaped("a*b_c `d*e` <f>") == r"a\*b\_c `d*e` \<f\>"
    assert table(("a", "b"), [("1|2", "`x`")]) == "| a | b |\n| :-- | :-- |\n| 1\\|2 | `x` |"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('<a href="other.html#here">x</a>', []),
        ('<a href="folder/">x</a><a href="#top">x</a>', []),
        ('<a href="https://example.org">x</a>', []),
        ('<a href="gone.html">x</a>', ["index.html leads to gone.html, which is not there"]),
        ('<a href="other.html#no">x</a>', ["index.html leads to other.html#no, which is not there"]),
        ('<img src="gone.png">', ["index.html leads to gone.png, which is not there"]),
        (
            '<script src="https://example.org/a.js"></script>',
            ["index.html asks for https://example.org/a.js"],
        ),
        ('<link href="//example.org/a.css">', ["index.html asks for //example.org/a.css"]),
    ],
)
def test_a_broken_link_and_a_request_are_found(body: str, found: list[str], tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/index.html").write_text("")
    (tmp_path / "other.html").write_text('<p id="here">')
    (tmp_path / "index.html").write_text(f'<p id="top">{body}')
    assert list(problems(tmp_path)) == found


def test_a_style_that_asks_for_a_font_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text(
        "@font-face { src: url('https://example.org/f.woff') } b { src: url(c.png) }"
    )
    assert list(problems(tmp_path)) == ["a.css asks for https://example.org/f.woff"]
