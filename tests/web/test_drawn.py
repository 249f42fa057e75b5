"""Pictures in a browser: drawn as the files are, tapped and dragged in play, beside the texts of a walk."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

import cobra
from cobra.drawings.svg import SCRIPT, Picture, Pictures, variables_of
from cobra.model import spaces
from cobra.model.game import Game
from cobra.model.outcomes import outcome
from tests.export.pages import page as exported
from tests.strategy.made import one_step
from tests.web.browser import watched
from tests.web.playing import DESKTOP, PHONE, add, left, opened, rows, start
from tests.web.server import Server

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SMALL = {
    "mastermind": {"pegs": 3, "colours": 14},
    "wordle": {},
    "quordle": {"boards": 2},
    "counterfeit-coin": {"coins": 6},
    "odd-coins": {"coins": 5},
    "battleship": {"size": 4},
    "black-box": {"size": 3, "atoms": 1},
    "code-777-three": {"cards": 2, "attributes": 3},
    "higher-lower": {"n": 30},
    "priced-search": {"n": 6},
    "bags-of-gold": {"bags": 3, "capacity": 2},
    "poisoned-wine": {"bottles": 9, "together": 2},
}
NAMESPACE = "{http://www.w3.org/2000/svg}"
TEXTS = """
(sent) => {
  const attributes = (one) => Object.fromEntries(Array.from(one.attributes, (of) => [of.name, of.value]));
  const element = (one) => [one.localName, attributes(one), one.textContent];
  const drawn = ([sheet, plan, variables]) => CobraDraw.picture(sheet, plan, variables, "<b>").children;
  return sent.map((one) => Array.from(drawn(one), element));
}
"""


def some(game: Game) -> Iterator[tuple[Picture | None, list[Any]]]:
    """Yield some pictures of a game as files, with what a page draws them from."""
    pictures = Pictures(game)
    sheet = pictures.sheet
    assert sheet is not None
    data = sheet.data()
    for code in islice(spaces.assignments(game.dag, game.codes), 3):
        if sheet.code is not None:
            yield pictures.code(code), [data, data["code"], variables_of(game.codes, code)]
        for number, type_ in enumerate(game.experiments[:4]):
            if sheet.types[number][0] is None:
                continue
            for assignment in islice(
                spaces.assignments(game.dag, type_.space, of_experiments=True), 0, 40, 13
            ):
                asked = number, assignment
                plan, answer = data["types"][number]
                yield pictures.experiment(asked), [data, plan, pictures.asked(asked)]
                if sheet.types[number][1] is None:
                    continue
                values = outcome(game, asked, code)
                variables = [*pictures.asked(asked), *pictures.answered(number, values)]
                yield pictures.answer(asked, values), [data, answer, variables]


@pytest.mark.parametrize("name", SMALL)
def test_a_page_draws_what_a_file_has(chromium: Browser, name: str) -> None:
    pairs = list(some(cobra.load(name, SMALL[name])))
    with watched(chromium) as seen:
        seen.page.set_content("<p></p>")
        seen.page.add_script_tag(path=SCRIPT)
        drawn = seen.page.evaluate(TEXTS, [sent for _, sent in pairs])
        assert seen.complaints == []
    for (picture, _), elements in zip(pairs, drawn, strict=True):
        assert picture is not None
        wanted = list(ElementTree.fromstring(picture.file()))[2:]
        assert elements == [[one.tag.removeprefix(NAMESPACE), one.attrib, one.text or ""] for one in wanted]


@pytest.mark.slow
def test_pegs_are_dragged_and_answered_by_key_pegs(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, refused=None) as page:
        start(page, "mastermind")
        for place, colour in enumerate((0, 0, 1, 2)):
            page.locator(".palette .choice").nth(colour).drag_to(page.locator(".slot").nth(place))
        assert page.get_by_label("Experiment", exact=True).input_value() == "0012"
        page.locator(".live .answer .typed").fill("1B1W")
        page.get_by_role("button", name="Add").click()
        row = rows(page, 1).first
        assert row.get_by_role("img", name="0012", exact=True).locator(".d-peg").count() == 4
        keys = row.locator("svg[aria-hidden] .d-key").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('class'))"
        )
        assert keys == 4 * ["d-key d-none"] + ["d-key d-full", "d-key d-open"]
        assert row.locator(".given").inner_text() == "1B1W"
        assert page.locator(".list svg").first.get_attribute("aria-label") == "0131"


def test_coins_are_dragged_and_the_balance_tilts(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, refused=None) as page:
        start(page, "counterfeit-coin")
        coin = page.locator(".coins .coin")
        for number, pan in ((0, "left"), (1, "left"), (4, "right"), (5, "left")):
            coin.nth(number).drag_to(page.locator(".scales .pan", has_text=pan))
        page.locator(".scales .pan .coin").nth(2).drag_to(page.locator(".scales .pan", has_text="right"))
        assert page.get_by_label("Experiment", exact=True).input_value() == "1 2 | 5 6"
        pick = page.locator(".live .pick", has=page.get_by_text("left heavier", exact=True))
        assert pick.locator(".d-coin").count() == 4
        pick.click()
        picture = rows(page, 1).first.get_by_role("img", name="1 2 | 5 6", exact=True)
        assert picture.locator(".d-pan").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('transform'))"
        ) == [
            "translate(54 42)",
            "translate(178 26)",
        ]
        assert picture.locator("text").last.inner_html() == "&gt;"


@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE])
def test_cells_and_ports_are_tapped(chromium: Browser, server: Server, size: dict[str, int]) -> None:
    with opened(chromium, server, refused=None, viewport=size) as page:
        start(page, "battleship")
        cell = page.get_by_role("button", name="r 2, c 3", exact=True)
        cell.click()
        assert page.get_by_label("Experiment", exact=True).input_value() == "2 | 3"
        assert cell.get_attribute("aria-pressed") == "true"
        box = cell.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 24
        page.locator(".live .pick", has=page.get_by_text("hit", exact=True)).click()
        assert rows(page, 1).first.locator(".d-cross").count() == 1
        page.get_by_role("link", name="Games").click()
        start(page, "black-box", size=4, atoms=2)
        page.get_by_role("button", name="shoot(6)", exact=True).click()
        assert page.get_by_label("Experiment", exact=True).input_value() == "shoot(6)"
        page.locator(".live .pick", has=page.get_by_text("hit", exact=True)).click()
        assert rows(page, 1).first.locator(".d-stop + text").inner_html() == "H"


@pytest.mark.slow
def test_marks_stand_on_the_letters(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "wordle")
        add(page, "crane", "-y-g-")
        tiles = (
            rows(page, 1)
            .first.locator(".d-tile")
            .evaluate_all("(all) => all.map((one) => one.getAttribute('class'))")
        )
        assert tiles == [
            "d-tile d-absent",
            "d-tile d-near",
            "d-tile d-absent",
            "d-tile d-place",
            "d-tile d-absent",
        ]
        assert rows(page, 1).first.get_by_role("img", name="crane", exact=True).count() == 1


@pytest.mark.slow
def test_a_game_without_draw_has_texts(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "diagnosis")
        left(page, 11)
        page.locator(".take").first.wait_for()
        assert page.locator(".cobra-drawing").count() == 0


HOSTILE = """game "x" draw tiles
secret code : {"<img src=x onerror=boom()>" "</script><script>boom()</script>" "<svg onload=boom()>"}
experiment ask(x : {"<img src=x onerror=boom()>" "</script><script>boom()</script>" "<svg onload=boom()>"})
  observe if code = x then "</svg><b>yes" else "no"
  final code = x
"""


def walked(page: Page, folder: Path, game: Game) -> None:
    file = folder / "page.html"
    file.write_text(exported(one_step(game)), "utf-8")
    page.goto(file.as_uri())


def test_texts_of_a_game_stay_texts_in_a_walk(chromium: Browser, tmp_path: Path) -> None:
    with watched(chromium) as seen:
        walked(seen.page, tmp_path, cobra.load_text(HOSTILE))
        assert seen.page.locator(".now > svg text").inner_html() == "&lt;img src=x …"
        assert seen.page.locator(".now h2").inner_text() == '"<img src=x onerror=boom()>"'
        assert seen.page.locator("img, svg svg, main script").count() == 0
        assert seen.complaints == []


def test_a_walk_shows_pictures_beside_texts(chromium: Browser, tmp_path: Path) -> None:
    with watched(chromium) as seen:
        walked(seen.page, tmp_path, cobra.load("mastermind", {"pegs": 3, "colours": 4}))
        assert seen.page.locator(".now > svg .d-peg").count() == 3
        row = seen.page.locator(".outcomes button").nth(4)
        assert row.locator(".outcome span").inner_text() == "1B0W"
        assert row.locator(".outcome .d-key").count() == 4
        codes = seen.page.locator(".codes button")
        assert (codes.count(), codes.locator("svg").count()) == (64, 64)
        assert codes.nth(5).locator(".d-peg").count() == 3
        assert (codes.nth(5).get_attribute("title"), codes.nth(5).locator("span").inner_text()) == (
            "011",
            "011",
        )
        row.click()
        assert seen.page.locator(".trail svg").count() == 0
        while seen.page.locator(".outcomes button").count():
            seen.page.locator(".outcomes button").first.click()
        assert seen.page.locator(".now > svg .d-peg").count() == 3
        assert seen.complaints == []


def test_a_high_picture_is_made_as_low_as_a_row(chromium: Browser, tmp_path: Path) -> None:
    with watched(chromium) as seen:
        walked(seen.page, tmp_path, cobra.load("black-box", {"size": 6, "atoms": 1}))
        heights = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().height))"
        assert seen.page.locator(".now > svg").evaluate_all(heights) == [148]
        rows = seen.page.locator(".outcomes svg")
        assert set(rows.evaluate_all(heights)) == {80}
        assert rows.count() == 26  # an answer, and what follows it
        assert not rows.first.locator(".d-soft").first.is_visible()
        assert set(seen.page.locator(".codes svg").evaluate_all(heights)) == {78}
        seen.page.evaluate("document.documentElement.style.fontSize = '32px'")
        assert seen.page.locator(".now > svg").evaluate_all(heights) == [296]
        assert seen.complaints == []
