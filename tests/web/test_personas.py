"""How many clicks people need for what they come for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import watched
from tests.web.playing import left, of_the_page, opened, settled, written
from tests.web.server import Server

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

OWN = """game "Two of four"
secret lamp[1..4] : {off up}
constraint exactly(2, i in 1..4 : lamp[i] = "up")
experiment ask(i : 1..4)
observe lamp[i]
"""


class Clicks:
    """A page that is used by clicks that are counted, and by keys."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, place: Locator) -> None:
        self.count += 1
        place.click()

    def choose(self, place: Locator, file: Path) -> None:
        """Click a field and choose a file, or drop it there."""
        self.count += 1
        place.set_input_files(file)


def test_a_researcher_writes_checks_and_compares_a_game_and_hands_it_on(
    chromium: Browser, server: Server, other: Server
) -> None:
    click = Clicks()
    with opened(chromium, server) as page:
        click(page.get_by_text("A game of your own"))
        page.locator(".cm-content:focus").wait_for()
        page.keyboard.press("Control+a")
        for line in OWN.splitlines():
            page.keyboard.type(line)
            page.keyboard.press("Escape")  # what is proposed is not wanted
            page.keyboard.press("Enter")
        page.get_by_text("6 codes, 4 experiments").wait_for()
        assert [line.strip() for line in written(page).splitlines() if line] == OWN.splitlines()
        click(page.get_by_role("button", name="Check it"))
        page.locator(".proof").get_by_text("Well-formed").wait_for()
        click(page.locator(".goes").get_by_role("button", name="Compare"))
        click(page.locator("form").get_by_role("button", name="Compare"))
        page.locator(".comparison").wait_for()
        averages = compared(page)
        assert click.count == 4
        settled(page)
        link = page.url
    with watched(chromium) as seen:
        seen.page.goto(f"{other.address}#{link.partition('#')[2]}")
        seen.page.get_by_role("button", name="Start").click()
        seen.page.locator(".comparison").wait_for()
        assert compared(seen.page) == averages
        seen.page.get_by_role("link", name="Play").click()
        left(seen.page, 6)
        assert seen.page.title() == "Two of four · cobra"
        assert of_the_page(seen) == []


def compared(page: Page) -> list[str]:
    found = page.locator(".comparison .average").all_inner_texts()
    assert len(found) == 5
    return found


@pytest.mark.slow
def test_a_player_of_wordle_with_own_lists_is_advised_after_four_clicks(
    chromium: Browser, server: Server, tmp_path: Path
) -> None:
    (tmp_path / "answers.txt").write_text("crane\nstone\nslate\n", "ascii")
    (tmp_path / "more.txt").write_text("audio\nmount\n", "ascii")
    click = Clicks()
    with opened(chromium, server) as page:
        card = page.locator("[data-game=wordle]")
        click(card.locator("summary"))
        click.choose(card.get_by_label("answers: a file of yours"), tmp_path / "answers.txt")
        click.choose(card.get_by_label("allowed: a file of yours"), tmp_path / "more.txt")
        click(card.get_by_role("button", name="Play"))
        page.locator(".advice .take").first.wait_for()
        left(page, 3)
        assert click.count == 4
