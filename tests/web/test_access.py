"""The page and the walk for everybody: WCAG 2.2, level AA, by rules of axe-core, and room for a finger."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

import cobra
from tests.export.pages import page as exported
from tests.strategy.made import one_step
from tests.web.browser import watched
from tests.web.playing import (
    DESKTOP,
    PHONE,
    add,
    comparing,
    left,
    opened,
    rows,
    start,
    walking,
    weighing,
    write,
)
from tests.web.server import Server
from tests.web.test_addresses import SHOWN, packed

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

READABLE = (Path(__file__).parent / "readable.js").read_text("utf-8")
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""What axe-core calls the rules of WCAG 2.2 up to AA, and those about headings and landmarks."""
RUN = """async (rules) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], runOnly: rules });
  const said = (id, { html, failureSummary }) => `${id}: ${html}: ${failureSummary}`;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => said(id, node)));
}"""
FINGER, POINTER = 44, 24
"""Pixels that what is tapped or clicked must have at least."""


def wrong(page: Page, least: int = POINTER) -> list[str]:
    """Return what is wrong with the page as it is shown."""
    page.evaluate(AXE)
    return [*page.evaluate(RUN, RULES), *page.evaluate(READABLE, least)]


def choosing(page: Page) -> None:
    page.locator("[data-game=wordle] summary").click()


def writing(page: Page) -> None:
    page.get_by_text("A game of your own").click()
    write(page, 'game "x"\nsecret n : 1..3\nexperiment ask(g : 1..3)\n  observe n = m\n')
    write(page, "one\ntwo\n", "words.txt")
    page.locator(".mistakes li").wait_for()


def breaking(page: Page) -> None:
    start(page, "mastermind")
    add(page, "0123", "1B1W")
    page.locator(".take").first.click()
    page.locator(".live .hint").get_by_text("leaves").wait_for()


def clashing(page: Page) -> None:
    start(page, "mastermind-position", colours=8)
    add(page, "guess 0123", "1B1W")
    add(page, "guess 4567", "4B0W")
    page.locator(".contradiction").wait_for()


def spelling(page: Page) -> None:
    start(page, "wordle")
    add(page, "raise", "yg---")
    page.locator(".advice").wait_for()
    page.get_by_label("Experiment", exact=True).fill("crane")
    page.locator(".live .answer .typed").fill("gg-y-")


def shooting(page: Page) -> None:
    start(page, "black-box", size=4)
    page.locator(".take").first.click()
    page.locator(".answer .pick small").first.wait_for()


def guessing(page: Page) -> None:
    start(page, "bags-of-gold", "I guess", bags=4)
    page.get_by_text("How many are left?").click()
    left(page, 16)


def reviewing(page: Page) -> None:
    start(page, "mastermind", pegs=3, colours=3)
    add(page, "012", "3B0W")
    page.get_by_role("button", name="Review").click()
    page.locator(".review tbody tr").first.wait_for()


def making(page: Page) -> None:
    start(page, "higher-lower", "It guesses", n=8)
    page.get_by_text("It asks").first.wait_for()


def proving(page: Page) -> None:
    page.get_by_text("A game of your own").click()
    page.locator(".cm-line").first.wait_for()
    page.get_by_role("button", name="Check it").click()
    page.locator(".proof details").click()


def comparing_sizes(page: Page) -> None:
    start(page, "mastermind", pegs=2, colours=3)
    page.get_by_role("link", name="Compare").click()
    page.get_by_text("Sizes, time and objective").click()
    page.get_by_label("colours").fill("2..4")
    page.locator("form").get_by_role("button", name="Compare").click()
    page.locator(".plot, .scroll svg").first.wait_for()


def walking_in_pictures(page: Page) -> None:
    card = page.locator("[data-game=counterfeit-coin]")
    card.locator("summary").click()
    card.get_by_role("button", name="Walk a strategy").click()
    page.get_by_role("button", name="Full screen").wait_for()


def broken(page: Page) -> None:
    game = {"text": 'game "x"\nsecret n : 1..m\n', "files": {}}
    page.goto(f"{page.url.partition('#')[0]}#/play/{packed({'game': game, 'shown': SHOWN})}")
    page.get_by_role("link", name="Mend its text").wait_for()


VIEWS = [
    choosing,
    writing,
    breaking,
    clashing,
    weighing,
    spelling,
    shooting,
    guessing,
    reviewing,
    comparing,
    walking,
    broken,
]
RARE = [making, proving, comparing_sizes, walking_in_pictures]
"""Views that are looked at where there is time."""
USUAL = [("light", DESKTOP, POINTER), ("dark", PHONE, FINGER)]
UNUSUAL = [("dark", DESKTOP, POINTER), ("light", PHONE, FINGER)]
"""The colours, the size of the page, and the least of what is tapped or clicked."""
Variant = tuple[Literal["light", "dark"], Any, int]


def look(chromium: Browser, server: Server, shown: Callable[[Page], None], variants: list[Variant]) -> None:
    with opened(chromium, server, None, reduced_motion="reduce") as page:
        shown(page)
        for scheme, size, least in variants:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size(size)
            assert wrong(page, least) == [], (scheme, size)


@pytest.mark.parametrize("shown", VIEWS)
def test_the_page_can_be_read_and_used_by_all(
    chromium: Browser, server: Server, shown: Callable[[Page], None]
) -> None:
    look(chromium, server, shown, USUAL)


@pytest.mark.slow
@pytest.mark.parametrize("shown", VIEWS)
def test_the_page_can_be_read_by_all_in_the_other_colours(
    chromium: Browser, server: Server, shown: Callable[[Page], None]
) -> None:
    look(chromium, server, shown, UNUSUAL)


@pytest.mark.slow
@pytest.mark.parametrize("shown", RARE)
def test_what_is_rarely_seen_can_be_read_by_all(
    chromium: Browser, server: Server, shown: Callable[[Page], None]
) -> None:
    look(chromium, server, shown, [*USUAL, *UNUSUAL])


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_full_screen_can_be_read_by_all(chromium: Browser, server: Server, scheme: Any) -> None:
    with opened(chromium, server, reduced_motion="reduce", color_scheme=scheme) as page:
        walking_in_pictures(page)
        page.get_by_role("button", name="Full screen").click()
        page.locator(":fullscreen").wait_for()
        assert wrong(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_exported_page_can_be_read_and_used_by_all(chromium: Browser, tmp_path: Path, scheme: Any) -> None:
    file = tmp_path / "page.html"
    file.write_text(exported(one_step(cobra.load("mastermind"), "max-models")), "utf-8")
    with watched(chromium, color_scheme=scheme) as seen:
        seen.page.goto(file.as_uri())
        seen.page.get_by_role("combobox").fill("3411")
        seen.page.keyboard.press("Enter")  # followed
        seen.page.keyboard.press("Escape")
        for viewport in (DESKTOP, PHONE):
            seen.page.set_viewport_size(viewport)  # type: ignore[arg-type]
            assert wrong(seen.page) == []


def test_places_have_names_that_people_understand(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        page.get_by_label("Experiment", exact=True).fill("0123")
        names = [slot.get_attribute("aria-label") for slot in page.locator(".slot").all()]
        assert names == ["place 1: 0", "place 2: 1", "place 3: 2", "place 4: 3"]
        assert page.get_by_role("group", name="Symbols for place 1").count() == 1
        chances = page.get_by_role("region", name="Probabilities").locator("tbody th")
        chances.first.wait_for()
        assert chances.all_inner_texts() == ["place 1", "place 2", "place 3", "place 4"]
        add(page, "0011", "1B1W")
        rows(page, 1)


@pytest.mark.parametrize(
    ("game", "parameters", "history"),
    [
        ("mastermind", {}, 4 * [("0011", "1B1W")]),
        pytest.param("wordle", {}, [("raise", "-y--g")], marks=pytest.mark.slow),
        ("counterfeit-coin", {}, []),
        pytest.param("black-box", {"size": 4}, [], marks=pytest.mark.slow),
    ],
)
def test_board_advice_and_codes_stand_side_by_side_on_a_desktop(
    chromium: Browser, server: Server, game: str, parameters: dict[str, int], history: list[tuple[str, str]]
) -> None:
    with opened(chromium, server) as page:
        start(page, game, **parameters)
        for experiment, answer in history:
            add(page, experiment, answer)
        page.locator(".take").first.click()
        page.locator(".live summary").wait_for()  # everything is there
        parts = [page.locator(part).bounding_box() for part in ("section.board", ".best", ".known")]
        boxes = [part for part in parts if part is not None]
        assert len(boxes) == 3
        assert [box["y"] for box in boxes] == [boxes[0]["y"]] * 3
        assert all(one["x"] + one["width"] < two["x"] for one, two in pairwise(boxes))
        for part in (".best tbody", ".list", ".heat", ".known form"):
            box = page.locator(part).last.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= DESKTOP["height"], part
        assert page.evaluate("[innerWidth, innerHeight]") == page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )


def test_advice_is_a_table_that_says_what_experiments_need_and_leave(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=3, colours=3)
        page.locator(".advice").wait_for()
        columns = ["experiment", "still needed", "codes left", "mean", "most", "mean", "most"]
        assert page.locator(".advice thead th").all_inner_texts() == columns
        first = page.locator(".advice tbody").first
        assert first.locator("th").inner_text().split() == ["Take", "0", "0", "1"]
        assert first.locator("tr").first.locator("td").all_inner_texts() == ["2.704", "4", "4.4", "6"]
        assert first.locator(".about").inner_text().split("\n") == [
            *("8 outcomes", "can be the code", ""),
            "max-models 1 of 24 needs 2.741, at most 4",
            "exp-models, ent-models, parts 1 of 18, optimal: proved, nobody can do better",
            "Split",
        ]
