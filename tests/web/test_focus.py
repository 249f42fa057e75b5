"""What is pressed and then gone leaves the focus where one goes on, never nowhere (WCAG 2.4.3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.web import views
from tests.web.playing import add, opened, start, write
from tests.web.server import Server

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class Press(NamedTuple):
    """A button that is gone after it was pressed, and what has the focus then."""

    shown: Callable[[Page], None]
    button: str
    focused: str


def two(page: Page) -> None:
    start(page, "mastermind", pegs=2, colours=3)
    add(page, "01", "1B0W")
    page.locator(".take").first.wait_for()


def ended(page: Page) -> None:
    start(page, "mastermind", pegs=2, colours=3)
    add(page, "01", "2B0W")


def against(page: Page) -> None:
    start(page, "mastermind", "I guess", pegs=2, colours=3)
    page.get_by_role("button", name="Give up").wait_for()


def clash(page: Page) -> None:
    start(page, "mastermind", pegs=2, colours=3)
    add(page, "01", "1B0W")
    add(page, "01", "0B0W")
    page.locator(".repair").first.wait_for()


def asked(page: Page) -> None:
    start(page, "higher-lower", "It guesses", n=8)
    page.locator(".asked .pick").first.wait_for()


def files(page: Page) -> None:
    page.get_by_text("A game of your own").click()
    write(page, "one\n", "words.txt")


def replaced(page: Page) -> None:
    page.get_by_text("A game of your own").click()
    write(page, views.WRONG)
    page.get_by_label("Begin with", exact=True).select_option(index=1)


def waits(shown: Callable[[Page], None], *begun: str) -> Callable[[Page], None]:
    """Return what shows work that goes on until it is cancelled."""

    def show(page: Page) -> None:
        shown(page)
        views.work_without_end(page)
        for button in begun:
            page.locator("main").get_by_role("button", name=button, exact=True).click()
        page.locator("progress").wait_for()

    return show


def view(name: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        start(page, "mastermind", pegs=2, colours=3)
        page.get_by_role("link", name=name).click()

    return show


def editing(page: Page) -> None:
    two(page)
    page.get_by_role("button", name="Edit 1").click()


def card(page: Page) -> None:
    page.locator("[data-game=sorting] summary").click()


def bench(page: Page) -> None:
    page.get_by_text("A game of your own").click()
    page.get_by_text("8 codes").wait_for()


PRESSES = {
    "a card": Press(card, "Play", "main"),
    "a row is deleted": Press(two, "Remove 1", "experiment"),
    "undo": Press(two, "Undo", "experiment"),
    "new game": Press(two, "New game", "experiment"),
    "an edit is cancelled": Press(
        editing,
        "Cancel",
        "experiment",
    ),
    "an answer is repaired": Press(clash, "Change answer 1", "experiment"),
    "play again": Press(ended, "Play again", "experiment"),
    "give up": Press(against, "Give up", "Play again"),
    "an answer": Press(asked, "higher", "answer"),
    "a file is taken away": Press(files, "Take words.txt away", "Files it reads"),
    "back to what was written": Press(replaced, "Back to what you wrote", "Your game"),
    "another file": Press(views.choosing, "Back to", "answers: a file of yours"),
    "start": Press(views.offering, "Start", "Compare|Cancel"),
    "a comparison is cancelled": Press(waits(view("Compare"), "Compare"), "Cancel", "Compare"),
    "a strategy is cancelled": Press(waits(view("Strategy"), "Show"), "Cancel", "Show"),
    "a check is cancelled": Press(waits(bench, "Check it"), "Cancel", "Check it"),
    "a review is cancelled": Press(waits(ended, "Review"), "Cancel", "Review"),
}

FOCUSED = """() => {
  let one = document.activeElement;
  while (one.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  if (one === document.body) return "";
  return one.ariaLabel || one.id || one.closest(".answer")?.ariaLabel || one.textContent;
}"""
"""What has the focus, by its name; nothing where that is the page as a whole."""


@pytest.mark.instances
@pytest.mark.parametrize("pressed", PRESSES)
def test_the_focus_goes_on_from_a_button_that_is_gone(
    chromium: Browser, server: Server, pressed: str
) -> None:
    shown, button, focused = PRESSES[pressed]
    with opened(chromium, server, None, reduced_motion="reduce") as page:
        shown(page)
        found = (
            page.locator("main")
            .get_by_role("button", name=re.compile(f"^{button}"))
            .locator("visible=true")
            .first
        )
        found.focus()
        gone = found.element_handle()
        page.keyboard.press("Enter")
        page.wait_for_function("(gone) => !gone.isConnected", arg=gone)
        said = page.wait_for_function(FOCUSED).json_value()
        assert re.match(focused, said, re.IGNORECASE), said
