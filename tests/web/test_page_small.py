"""Small things of the page: games are searched for, a game is shared, and advice that can be the code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.playing import PHONE, add, left, opened, reload, start, write_number
from tests.web.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.thorough


def test_games_are_searched_for(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        search = page.get_by_label("Search the games")
        search.fill("coin lies")
        titles = page.locator(".card:not(.yours) summary b:visible")
        assert titles.all_inner_texts() == ["Counterfeit coin with lies"]
        page.get_by_text("1 game", exact=True).wait_for()
        search.fill("MASTERMIND black")
        assert "Mastermind, black pegs only" in titles.all_inner_texts()
        assert "Wordle" not in titles.all_inner_texts()
        search.fill("")
        assert "Wordle" in titles.all_inner_texts()


def test_the_views_stand_in_one_row_on_a_phone_in_the_language_with_the_longest_words(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server, viewport=PHONE, locale="de-DE") as page:
        card = page.locator("[data-game=black-box]")
        card.locator("summary").click()
        write_number(card.locator("[name=size]"), 3)
        write_number(card.locator("[name=atoms]"), 1)
        card.locator("[type=submit]").first.click()
        page.locator("#views [data-view=strategy]:visible").wait_for()
        box = page.locator("#views").bounding_box()
        assert box is not None and box["height"] < 50
        assert page.locator("#playing").inner_text() == "Black Box, size 3, atoms 1"
        page.locator("#views [data-view=games]").click()
        page.locator("[data-game=wordle] summary").click()  # there are files to choose
        page.evaluate("document.documentElement.style.fontSize = '24px'")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize(
    ("game", "history", "shared"),
    [
        pytest.param(
            *(
                "wordle",
                [("raise", "-y--g"), ("peace", "ggggg")],
                "Wordle: 2 experiments\n⬛🟨⬛⬛🟩\n🟩🟩🟩🟩🟩",
            ),
            marks=pytest.mark.slow,
        ),
        ("mastermind", [("0011", "1,1"), ("0123", "4,0")], None),
    ],
)
def test_a_game_is_shared_without_its_secret(
    chromium: Browser, server: Server, game: str, history: list[tuple[str, str]], shared: str | None
) -> None:
    with opened(chromium, server) as page:
        start(page, game)
        for experiment, answer in history:
            add(page, experiment, answer)
        page.get_by_text("Share", exact=True).click()
        expected = shared or "Mastermind, 4 pegs, 6 colours: 2 experiments\n1B1W\n4B0W"
        assert page.locator(".shared").inner_text() == expected
        page.get_by_role("button", name="Copy").click()
        said = page.locator(".share [role=status]")
        said.get_by_text("marked, to be copied").wait_for()  # a browser without a screen asks nobody
        assert page.evaluate("getSelection().toString()") == expected


@pytest.mark.slow
def test_advice_can_be_of_codes_only(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        add(page, "0123", "1B1W")
        page.locator(".advice").wait_for()
        assert page.locator(".best .impossible").count() > 0
        page.get_by_label("advise only what can be the code").check()
        page.locator(".advice .strategies").get_by_text("consistent(parts)").first.wait_for()
        assert page.locator(".best .impossible").count() == 0
        reload(page)
        left(page, 252)
        page.locator(".advice .strategies").get_by_text("consistent(parts)").first.wait_for()
        assert page.get_by_label("advise only what can be the code").is_checked()
