"""The walk in front of a class: many answers, a large screen, paper, the way there from the start page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cobra.strategy.strategy import Strategy
from tests.export.pages import data_of, page, plays
from tests.web.playing import PHONE, write_number
from tests.web.playing import opened as served
from tests.web.server import Server
from tests.web.walked import heading, opened, outcomes

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FIRST = "1 2 3 4 | 5 6 7 8"
"""What is weighed first of twelve coins."""


def test_one_of_many_answers_is_found(chromium: Browser, tmp_path: Path, pegs: Strategy) -> None:
    data = data_of(page(pegs))
    first = {code: play[0][1] for code, play in zip(data["codes"], plays(data), strict=True)}
    answers = len(set(first.values()))
    with opened(chromium, tmp_path, pegs) as seen:
        box = seen.page.get_by_role("searchbox", name="Find an answer")
        said = seen.page.locator(".filter [role=status]")
        every = outcomes(seen.page)
        assert (len(every), said.inner_text()) == (answers, "")
        seen.page.keyboard.press("a")
        seen.page.keyboard.type("b 1")
        held = [answer for answer in every if "B1" in answer]
        assert len(held) > 2
        assert outcomes(seen.page) == held
        assert said.inner_text() == f"{len(held)} of {answers} answers"
        keys = seen.page.locator(".outcomes kbd").all_inner_texts()
        assert keys == [str(place) for place in range(1, len(held) + 1)]
        box.fill("3210")
        assert outcomes(seen.page) == [first["3210"]]  # no answer holds that, and one code
        box.fill("nothing")
        assert (outcomes(seen.page), said.inner_text()) == ([], f"0 of {answers} answers")
        box.press("Enter")  # chooses nothing
        box.press("Escape")
        assert outcomes(seen.page) == every
        assert seen.page.evaluate("document.activeElement.matches('.outcomes li:first-child button')")
        box.fill(every[10])
        box.press("Enter")
        assert seen.page.locator(".trail li b").all_inner_texts() == [every[10]]


def test_few_answers_need_no_box(chromium: Browser, tmp_path: Path, coins: Strategy) -> None:
    with opened(chromium, tmp_path, coins) as seen:
        assert seen.page.get_by_role("searchbox", name="Find an answer").count() == 0
        assert not seen.page.locator(".keys").get_by_text("find an answer").is_visible()
        seen.page.keyboard.press("a")  # does nothing
        assert heading(seen.page) == FIRST


def test_keys_of_one_character_can_be_turned_off(chromium: Browser, tmp_path: Path, coins: Strategy) -> None:
    with opened(chromium, tmp_path, coins) as seen:
        seen.page.keyboard.press("3")
        seen.page.get_by_label("keys of one character").uncheck()
        for key in ("1", "f", "/"):
            seen.page.keyboard.press(key)
        assert seen.page.locator(".trail li b").all_inner_texts() == ["balance"]
        assert (
            seen.page.evaluate("document.fullscreenElement === null && document.activeElement.type")
            == "checkbox"
        )
        seen.page.keyboard.press("Escape")
        assert heading(seen.page) == FIRST
        seen.page.get_by_label("keys of one character").check()
        seen.page.keyboard.press("1")  # works with the focus on the box
        assert seen.page.locator(".trail li b").all_inner_texts() == ["left heavier"]


def filled(page: Page) -> None:
    page.locator(".cobra-walk:fullscreen").wait_for()


def test_full_screen_is_in_large_type(chromium: Browser, tmp_path: Path, coins: Strategy) -> None:
    with opened(chromium, tmp_path, coins, viewport={"width": 1600, "height": 900}) as seen:
        size = "parseFloat(getComputedStyle(document.querySelector('.outcome')).fontSize)"
        before = seen.page.evaluate(size)
        seen.page.keyboard.press("f")
        filled(seen.page)
        assert seen.page.evaluate(size) == pytest.approx(
            1.6 * before
        )  # 1.6 % of the width are 1.6 times 16 pixels
        assert not seen.page.locator(".facts").is_visible()
        seen.page.keyboard.press("2")
        assert seen.page.locator(".trail li b").all_inner_texts() == ["right heavier"]
        seen.page.get_by_role("button", name="Leave full screen").click()
        seen.page.get_by_role("button", name="Full screen", exact=True).wait_for()
        assert seen.page.evaluate(size) == before
        assert seen.page.locator(".facts").is_visible()


def printed(page: Page) -> list[list[str]]:
    """Print the page, and return the rows of the table on paper."""
    assert page.pdf().startswith(b"%PDF")
    rows: list[list[str]] = page.locator(".paper tbody tr").evaluate_all(
        """(rows) => rows.map((row) => [...row.cloneNode(true).cells].map((cell) => {
             for (const picture of cell.querySelectorAll("svg")) picture.remove();
             return cell.textContent;
           }))"""
    )
    return rows


@pytest.mark.parametrize("width", [800, 1050])
def test_pictures_stand_in_their_column_on_a_tablet(
    chromium: Browser, tmp_path: Path, coins: Strategy, width: int
) -> None:
    with opened(chromium, tmp_path, coins, viewport={"width": width, "height": 740}) as seen:
        column = seen.page.locator(".now").bounding_box()
        assert column is not None
        parts = seen.page.locator(".outcomes li svg, .outcomes .next")
        boxes = [box for one in parts.all() if (box := one.bounding_box()) is not None]
        assert len(boxes) == 9
        assert max(box["x"] + box["width"] for box in boxes) <= column["x"] + column["width"]


def test_what_is_asked_is_drawn_on_paper(chromium: Browser, tmp_path: Path, coins: Strategy) -> None:
    """Every row has the picture of its experiment, a balance with the coins of the text."""
    with opened(chromium, tmp_path, coins) as seen:
        rows = printed(seen.page)
        pictures = seen.page.locator(".paper tbody td:nth-child(4) svg")
        assert pictures.count() == len(rows) == 13
        drawn = pictures.first.locator("text").all_text_contents()
        assert sorted(drawn, key=int) == ["1", "2", "3", "4", "5", "6", "7", "8"]
        assert rows[0][3] == "1 2 3 4 | 5 6 7 8"


def test_what_is_printed_is_the_strategy(chromium: Browser, tmp_path: Path, pegs: Strategy) -> None:
    """With nothing but the paper every secret is found as the strategy finds it."""
    data = data_of(page(pegs))
    with opened(chromium, tmp_path, pegs) as seen:
        assert seen.page.locator(".paper").text_content() == ""
        rows = {row[0]: row for row in printed(seen.page)}
        answers = seen.page.evaluate(
            """[...document.querySelectorAll(".paper tbody tr")].map((row) => Object.fromEntries(
                 [...row.querySelectorAll("li")].map((one) => [...one.childNodes]
                   .map((part) => part.textContent))))"""
        )
    for code, play in zip(data["codes"], plays(data), strict=True):
        number = "1"
        for place, (experiment, outcome, final) in enumerate(play):
            assert rows[number][3] == experiment
            said = answers[int(number) - 1][outcome]
            if said.startswith(" → "):
                assert rows[said[3:]][1] == f"{number}: {outcome}"
                number = said[3:]
            else:
                assert said == (": found" if final else f": it is {code}")
                assert len(play) - place == (1 if final else 2)  # the second one confirms it
                break


def test_paper_needs_no_colours(chromium: Browser, tmp_path: Path, coins: Strategy) -> None:
    with opened(chromium, tmp_path, coins, color_scheme="dark") as seen:
        seen.page.keyboard.press("3")
        rows = printed(seen.page)
        assert rows[:2] == [
            ["1", "", "8", "1 9 | 10 11", "left heavier → 2right heavier → 3balance → 4"],
            ["2", "1: left heavier", "3", "10 | 11", rows[1][4]],
        ]
        assert rows[1][4].startswith("left heavier: it is odd 11, not heavy")
        assert len(rows) == 4
        seen.page.emulate_media(media="print", color_scheme="dark")
        assert [
            seen.page.locator(one).is_visible() for one in (".paper", ".trail ol", ".columns", ".tools")
        ] == [
            True,
            True,
            False,
            False,
        ]
        colours = seen.page.evaluate(
            "[...new Set([...document.querySelectorAll('.cobra-walk :is(h1, b, small, dt, td, th, caption)')]"
            ".map((one) => getComputedStyle(one).color))]"
        )
        assert colours == ["rgb(0, 0, 0)"]
        seen.page.emulate_media(media="screen")
        seen.page.keyboard.press("Home")
        assert seen.page.locator(".paper").text_content() == ""


def test_a_play_that_is_over_has_no_table(chromium: Browser, tmp_path: Path, coins: Strategy) -> None:
    with opened(chromium, tmp_path, coins) as seen:
        for _ in range(3):
            seen.page.keyboard.press("1")
        assert heading(seen.page).startswith("odd ")
        assert printed(seen.page) == []


def test_there_is_room_for_a_thumb(chromium: Browser, tmp_path: Path, pegs: Strategy) -> None:
    with opened(chromium, tmp_path, pegs, viewport=PHONE, has_touch=True) as seen:
        seen.page.get_by_role("combobox").fill("321")
        found = seen.page.evaluate(
            """[...document.querySelectorAll(".cobra-walk :is(button, [type=search], label, [role=option])")]
               .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
               .map(({ width, height }) => Math.min(width, height))"""
        )
        assert len(found) > 200
        assert min(found) >= 43.99


def test_three_clicks_from_the_start_page_to_the_wall(chromium: Browser, server: Server) -> None:
    """A teacher's way to twelve coins; what follows is walked with keys."""
    with served(chromium, server) as shown:
        card = shown.locator("[data-game=counterfeit-coin]")
        card.locator("summary").click()
        card.get_by_role("button", name="Walk a strategy").click()
        shown.get_by_role("button", name="Full screen").click()
        filled(shown)
        assert heading(shown) == FIRST
        for key in "312":
            shown.keyboard.press(key)
        assert shown.locator(".trail li b").all_inner_texts() == ["balance", "left heavier", "right heavier"]
        assert shown.locator(".now .label").inner_text() == "Over after 3 experiments"


def test_a_walk_that_is_there_goes_on(chromium: Browser, server: Server) -> None:
    with served(chromium, server) as shown:
        card = shown.locator("[data-game=bulls-and-cows]")

        def walk() -> None:
            card.locator("summary").click()
            write_number(card.locator("[name=digits]"), 5)
            write_number(card.locator("[name=places]"), 3)
            card.get_by_role("button", name="Walk a strategy").click()
            shown.locator(".now h2").wait_for()

        walk()
        shown.keyboard.press("2")
        place = shown.locator(".trail li b").all_inner_texts()
        assert len(place) == 1
        shown.get_by_role("link", name="Games").click()
        shown.reload()
        walk()
        assert shown.locator(".trail li b").all_inner_texts() == place
