"""What is pressed or has the focus on the page of `cobra serve` while an answer of the server comes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.web.held import Held
from tests.web.playing import add, left, opened, own_game, rows, start, write
from tests.web.server import Server
from tests.web.views import MANY

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@contextmanager
def pressed(page: Page, selector: str) -> Iterator[None]:
    """Hold the button of the mouse down on something."""
    page.locator(selector).first.hover()
    page.mouse.down()
    yield
    page.mouse.up()


def test_a_tile_that_is_pressed_when_an_answer_comes(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "wordle")
        left(page, 200)
        split = Held(page, "**/api/split")
        page.get_by_label("Experiment", exact=True).fill("raise")
        with pressed(page, ".live .tile"):
            split.come()
        page.locator(".live .hint").filter(
            has_text="a"
        ).wait_for()  # how many codes are left, or that none is
        assert page.locator(".live .answer .typed").input_value() == "Y----"


def test_an_outcome_that_is_pressed_when_an_answer_comes(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "counterfeit-coin", coins=4)
        page.locator(".take").first.wait_for()
        split = Held(page, "**/api/split")
        page.get_by_label("Experiment", exact=True).fill("1 | 2")
        with pressed(page, '.live .pick:has(b:text-is("left heavier"))'):
            split.come()
        assert rows(page, 1).locator(".given").inner_text() == "left heavier"


@pytest.mark.parametrize(
    ("game", "experiment", "buttons"),
    [
        ("counterfeit-coin", "1 | 2", 3),
        ("higher-lower", "4", 3),
        ("many", "2", 0),  # they are shown when it is known which leave codes
    ],
)
def test_nothing_moves_when_it_is_known_what_outcomes_leave(
    chromium: Browser, server: Server, game: str, experiment: str, buttons: int
) -> None:
    with opened(chromium, server) as page:
        if game == "many":
            own_game(page, MANY)
        else:
            start(page, game)
        page.locator(".take").first.wait_for()
        split = Held(page, "**/api/split")
        page.get_by_label("Experiment", exact=True).fill(experiment)
        shown = page.locator(".board :is(button, input)").locator("visible=true").element_handles()
        picks = page.locator(".live .pick").locator("visible=true")
        assert picks.count() == buttons
        before = [one.bounding_box() for one in shown]
        split.come()
        picks.locator("small").first.get_by_text("code").wait_for()
        assert [one.bounding_box() for one in shown] == before


def test_an_outcome_that_is_pressed_by_the_space_bar_when_an_answer_comes(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "counterfeit-coin", coins=4)
        page.locator(".take").first.wait_for()
        split = Held(page, "**/api/split")
        page.get_by_label("Experiment", exact=True).fill("1|2")  # which the server writes in another way
        page.locator(".live .pick").first.focus()
        page.keyboard.down(" ")
        split.come()
        page.keyboard.up(" ")
        assert rows(page, 1).locator(".given").inner_text() == "left heavier"


def test_outcomes_stay_where_they_are_when_it_is_known_what_they_leave(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "counterfeit-coin", coins=4)
        page.locator(".take").first.wait_for()
        split = Held(page, "**/api/split")
        page.get_by_label("Experiment", exact=True).fill("1 | 2")
        picks = page.locator(".live .pick")
        before = picks.evaluate_all("(all) => { window.before = all; return all.length; }")
        picks.first.focus()
        split.come()
        picks.locator("small").first.wait_for()
        assert (
            picks.evaluate_all("(all) => all.filter((one, i) => one === window.before[i]).length") == before
        )
        assert picks.first.evaluate("(one) => one === document.activeElement")


def test_a_hint_that_is_pressed_when_an_answer_comes(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", "I guess", pegs=2, colours=3)
        advice = Held(page, "**/api/advice")
        page.get_by_role("button", name="A nudge").click()
        with pressed(page, '.doses button:text-is("How many are left?")'):
            advice.come()
        left(page, 9)
        page.get_by_text("is among the best").wait_for()
        assert page.locator(".doses button:focus").inner_text() == "How many are left?"


def test_what_is_typed_goes_on_when_an_answer_comes(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        advice = Held(page, "**/api/advice")
        start(page, "mastermind", pegs=2, colours=3)
        left(page, 9)
        page.get_by_label("A code").focus()
        page.keyboard.type("1")
        advice.come()
        page.locator(".take").first.wait_for()
        page.locator(".heat").wait_for()
        page.keyboard.type("2")
        assert page.get_by_label("A code").input_value() == "12"
        page.keyboard.press("Enter")
        page.locator(".known .sentences p").first.wait_for()


def test_the_computers_question_takes_no_focus_from_what_is_typed(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        following = Held(page, "**/api/next")
        start(page, "mastermind", "It guesses", pegs=2, colours=3)
        page.get_by_label("A code").focus()
        following.come()
        page.locator(".asked").wait_for()
        page.keyboard.type("12")
        assert page.get_by_label("A code").input_value() == "12"


def test_the_editor_takes_no_focus_from_a_field_when_it_comes(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        editor = Held(page, "**/page/editor.js")
        card = page.locator("[data-game=mastermind]")
        card.locator("summary").click()
        card.get_by_role("button", name="Its rules").click()
        colours = page.locator(".beside [name=colours]")
        colours.focus()
        editor.come()
        page.get_by_label("Your game").wait_for()
        page.keyboard.press("Control+a")
        page.keyboard.type("2")
        page.get_by_text("16 codes, 16 experiments", exact=True).wait_for()
        assert colours.input_value() == "2"


def test_a_mistake_that_is_pressed_when_an_answer_comes(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        look = Held(page, "**/api/look")
        page.get_by_text("A game of your own").click()
        page.get_by_label("Your game").wait_for()
        write(page, "secret x : 1..3\nexperiment ask() observe y")
        page.locator(".mistakes button").wait_for()
        with pressed(page, ".mistakes button"):
            look.come()
        page.locator(".cm-content:focus").wait_for()
        page.locator(".cm-line:nth-child(2).cm-activeLine").wait_for()


def test_what_is_said_of_a_mistake_stays_when_it_is_found_again(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        page.get_by_text("A game of your own").click()
        page.locator(".cm-line").first.wait_for()
        look = Held(page, "**/api/look")  # which finds what reading has found, a moment later
        write(page, 'game "x"\nsecret n : 1..3\nexperiment ask(g : 1..3)\n  observe n = m\n')
        page.locator(".mistakes").get_by_text("the name `m` is not known here").wait_for()
        page.keyboard.press("F8")
        page.locator(".cm-tooltip-lint").wait_for()
        look.come()
        assert page.locator(".cm-tooltip-lint").is_visible()
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        page.locator(".mistakes").get_by_text("`m`").wait_for(state="detached")
        page.keyboard.press("Control+z")  # the same text again, and what is marked in it
        page.locator(".cm-lintRange-error").get_by_text("m", exact=True).wait_for()


def press_again(page: Page) -> None:
    """Press once more where the pointer is, so soon that both are a double click."""
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)


def test_a_double_click_takes_one_row_or_file_away(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        for experiment in ("0011", "2345", "0203"):
            add(page, experiment, "1B1W")
        page.get_by_role("button", name="Remove 1: 0011").click()
        page.get_by_role("button", name="Remove 1: 2345").hover()
        press_again(page)
        page.get_by_role("button", name="Remove 2: 0203").press("Enter")
        rows(page, 1)
        page.get_by_role("button", name="Remove 1: 2345").wait_for()
        page.get_by_role("link", name="Write").click()
        for name in ("one.txt", "two.txt"):
            write(page, "a\n", name)
            page.get_by_role("button", name=f"Take {name} away").wait_for()
        page.get_by_role("button", name="Take one.txt away").click()
        press_again(page)
        assert page.locator(".data summary").all_inner_texts() == ["two.txt 1 word"]
