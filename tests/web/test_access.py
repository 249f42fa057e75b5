"""The page and the walk for everybody: headings, landmarks, names, contrast, and room for a finger."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

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

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AUDIT = (Path(__file__).parent / "readable.js").read_text("utf-8")


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
]


@pytest.mark.parametrize("shown", VIEWS)
def test_the_page_can_be_read_and_used_by_all(
    chromium: Browser, server: Server, shown: Callable[[Page], None]
) -> None:
    with opened(chromium, server, reduced_motion="reduce") as page:
        shown(page)
        found = []
        for viewport, scheme in ((DESKTOP, "light"), (DESKTOP, "dark"), (PHONE, "dark"), (PHONE, "light")):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found += [f"{scheme}: {wrong}" for wrong in page.evaluate(AUDIT)]
        assert found == []


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
            assert seen.page.evaluate(AUDIT) == []


def test_places_have_names_that_people_understand(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        page.get_by_label("Experiment", exact=True).fill("0123")
        names = [slot.get_attribute("aria-label") for slot in page.locator(".slot").all()]
        assert names == ["place 1: 0", "place 2: 1", "place 3: 2", "place 4: 3"]
        assert page.get_by_role("group", name="Symbols for place 1").count() == 1
        add(page, "0011", "1B1W")
        rows(page, 1)
