"""Whole games on the page of `cobra serve`, in a browser, with a server behind it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.web.playing import PHONE, ending, left, opened, rows, start
from tests.web.server import Server

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def pegs(secret: str, guess: str) -> tuple[int, int]:
    black = sum(map(str.__eq__, secret, guess))
    return black, (Counter(secret) & Counter(guess)).total() - black


def tiles(secret: str, guess: str) -> str:
    spare = Counter(one for one, other in zip(secret, guess, strict=True) if one != other)
    marks = ""
    for one, other in zip(secret, guess, strict=True):
        near = one != other and spare[other] > 0
        spare[other] -= near
        marks += "G" if one == other else "Y" if near else "-"
    return marks


def test_a_game_of_mastermind_with_help(chromium: Browser, server: Server) -> None:
    secret = "3151"
    with opened(chromium, server) as page:
        start(page, "mastermind")
        left(page, 1296)
        counts = []
        for number in range(1, 7):
            page.locator(".take").first.click()  # the best experiment
            guess = page.get_by_label("Experiment", exact=True).input_value()
            black, white = pegs(secret, guess)
            page.locator(".live").get_by_role("button", name=f"{black} B").click()
            page.locator(".live").get_by_role("button", name=f"{white} W").click()
            counts.append(page.locator(".live .hint").get_by_text("leaves").inner_text())
            page.get_by_role("button", name="Add").click()
            assert rows(page, number).last.locator(".given").inner_text() == f"{black}B{white}W"
            if guess == secret:
                break
        assert counts[-1] == "leaves 1 code"
        assert ending(page) == f"The code is {secret}: {number} experiments."
        left(page, 1)


def test_a_game_of_mastermind_against_the_computer_that_dodges(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", "I guess", pegs=3, colours=3)
        page.get_by_label("The computer").select_option("models")
        made = []
        remaining = [a + b + c for a in "012" for b in "012" for c in "012"]
        answer = ""
        while answer != "3B0W":
            guess = remaining[0]
            for symbol in guess:  # by the keyboard alone
                page.locator(".slot.active").press(symbol)
            page.get_by_label("Experiment", exact=True).press("Enter")
            made.append(guess)
            answer = rows(page, len(made)).last.locator(".given").inner_text()
            parts = Counter("{}B{}W".format(*pegs(code, guess)) for code in remaining)
            assert parts[answer] == max(parts.values())
            remaining = [code for code in remaining if "{}B{}W".format(*pegs(code, guess)) == answer]
            if answer != "3B0W":
                page.get_by_text("How many are left?").click()
                left(page, len(remaining))
        assert ending(page) == f"The code is {made[-1]}: {len(made)} experiments."


def test_hints_come_in_doses(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", "I guess", pegs=2, colours=3)
        page.get_by_label("The computer").select_option("models")  # who lets nobody win at once
        hints = page.locator(".doses")
        hints.wait_for()
        assert page.locator("#codes-left").count() == page.locator(".advice").count() == 0
        hints.get_by_text("How many are left?").click()
        left(page, 9)
        hints.get_by_text("A nudge").click()
        hints.get_by_text("One that can be the code is among the best; it has").wait_for()
        assert page.locator(".advice").count() == 0
        hints.get_by_role("button", name="The best").click()
        page.locator(".take").first.click()
        page.get_by_role("button", name="Ask").click()
        rows(page, 1)
        assert (
            page.locator("#codes-left").count() == page.locator(".advice").count() == 0
        )  # for one turn only
        page.get_by_role("button", name="Give up").click()
        assert re.fullmatch(r"A code that fits all answers is [012]{2}\.", ending(page))


def test_no_weighing_is_said_to_be_the_code(chromium: Browser, server: Server) -> None:
    """One of four coins is odd: one against one leaves 4 codes in balance, and 2 where a side is heavier."""
    with opened(chromium, server) as page:
        start(page, "counterfeit-coin", "I guess", coins=4)
        page.locator(".doses").get_by_text("A nudge").click()
        said = page.locator(".doses").get_by_text("The best has 3 outcomes and leaves at most 4 codes.")
        said.wait_for()
        assert "can be the code" not in page.locator(".doses").inner_text()


def test_a_game_of_coins_in_which_the_computer_weighs(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "counterfeit-coin", "It guesses")
        for number in range(1, 4):  # coin 7 is light
            asked = page.locator(".asked .experiment > svg").get_attribute("aria-label")
            assert asked is not None
            on = ["7" in pan.split() for pan in asked.split("|")]
            outcome = {(True, False): "right heavier", (False, True): "left heavier"}.get(
                tuple(on), "balance"
            )
            page.get_by_role("button", name=outcome, exact=True).click()
            assert rows(page, number).last.locator(".given").inner_text() == outcome
        assert ending(page) == "The code is odd 7, not heavy: 3 experiments."
        left(page, 1)


def test_coins_are_put_on_pans_by_tapping_them(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, refused=None, viewport=PHONE, has_touch=True) as page:
        start(page, "counterfeit-coin")
        left(page, 24)
        for coin in (1, 2, 3, 4):
            page.get_by_role("button", name=f"{coin}: not weighed", exact=True).tap()
            page.get_by_role("button", name=f"{coin}: left pan", exact=True).tap()
        for coin in (5, 6, 7, 8):
            page.get_by_role("button", name=f"{coin}: not weighed", exact=True).tap()
        # the game lists this with the pans swapped; what is drawn is what is meant
        assert page.get_by_label("Experiment", exact=True).input_value() == "5 6 7 8 | 1 2 3 4"
        page.get_by_role("button", name="left heavier 8 codes").tap()
        left(page, 8)
        assert page.locator(".row .given").inner_text() == "left heavier"
        picture = page.locator(".row svg")
        assert picture.get_attribute("aria-label") == "5 6 7 8 | 1 2 3 4"
        assert picture.locator(".d-coin + text").all_text_contents() == list("56781234")
        heavy = [f"odd {coin}, heavy" for coin in (5, 6, 7, 8)]
        light = [f"odd {coin}, not heavy" for coin in (1, 2, 3, 4)]
        listed = page.locator(".list svg").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
        assert listed == light + heavy


def test_the_computer_answers_what_is_drawn(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "sorting", "I guess", n=2)
        page.get_by_label("Experiment", exact=True).fill("2 | 1")
        page.get_by_role("button", name="Ask").click()
        answer = rows(page, 1).last.locator(".given").inner_text()
        assert page.locator(".row .experiment").get_attribute("title") == "2 | 1"
        assert ending(page) == f"The code is {'21' if answer == '<' else '12'}: 1 experiment."


def test_a_game_of_wordle_with_help(chromium: Browser, server: Server) -> None:
    secret = "march"
    with opened(chromium, server) as page:
        start(page, "wordle")
        left(page, 200)
        for number in range(1, 5):
            page.locator(".take").first.click()
            word = page.get_by_label("Experiment", exact=True).input_value()
            marks = tiles(secret, word)
            buttons = page.locator(".live .tile")
            for place, mark in enumerate(marks):
                for _ in range({"-": 0, "Y": 1, "G": 2}[mark]):  # click through
                    buttons.nth(place).click()
            assert page.locator(".live .answer .typed").input_value() == marks
            page.get_by_role("button", name="Add").click()
            assert rows(page, number).last.locator(".given").inner_text() == marks
            if word == secret:
                break
        assert ending(page) == f"The code is {secret}: {number} experiments."
        assert page.locator(".row:last-child .d-tile.d-place").count() == 5
