"""Answers that come late: each belongs to the play, and to the rows, that it was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.held import Held
from tests.web.playing import add, left, opened, reload, rows, start
from tests.web.server import Server

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def ask(page: Page, experiment: str) -> None:
    page.get_by_label("Experiment", exact=True).fill(experiment)
    page.get_by_role("button", name="Ask", exact=True).click()


def come(page: Page, held: Held) -> None:
    """Let what is held come, and the page do with it what it does."""
    held.wait()
    with page.expect_response(held.pattern):
        held.release()
    page.wait_for_timeout(50)


def shown(page: Page) -> list[str]:
    """Return the experiments of the rows."""
    actions = page.locator(".row .actions button:first-child").all()
    return [(one.get_attribute("aria-label") or "").split()[2] for one in actions]


def test_a_guess_and_a_code_that_is_told_belong_to_the_play_they_were_asked_in(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", "I guess", pegs=3)
        answers = Held(page, "**/api/answer")
        ask(page, "012")
        answers.wait()
        page.get_by_text("Help me", exact=True).click()
        left(page, 216)
        add(page, "000", "1B0W")
        come(page, answers)
        assert shown(page) == ["000"]
        page.get_by_text("I guess", exact=True).click()
        page.get_by_role("button", name="Give up").wait_for()
        rows(page, 0)
        codes = Held(page, "**/api/reveal")
        page.get_by_role("button", name="Give up").click()
        codes.wait()
        page.get_by_text("Help me", exact=True).click()
        rows(page, 1)
        come(page, codes)
        assert page.get_by_text("The code was").count() == 0
        assert shown(page) == ["000"]


def test_a_code_that_is_told_fits_the_answer_that_came_meanwhile(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", "I guess", pegs=3)
        codes = Held(page, "**/api/reveal")
        page.get_by_label("The computer").select_option("models")
        ask(page, "012")
        rows(page, 1)
        page.get_by_role("button", name="Give up").click()
        codes.wait()
        ask(page, "345")
        rows(page, 2)
        codes.release()
        fits = "A code that fits all answers is "
        page.get_by_text(fits).wait_for()
        code = page.locator("#ending").inner_text().removeprefix(fits).partition(".")[0]
        page.get_by_label("A code").fill(code)
        page.get_by_label("A code").press("Enter")
        page.get_by_text(f"{code} is possible").wait_for()


def test_rows_that_are_edited_and_taken_away_at_once_are_those_that_were_meant(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", "I guess", pegs=3)
        for number, experiment in enumerate(("001", "002", "003"), 1):
            ask(page, experiment)
            rows(page, number)
        answers = Held(page, "**/api/answer")
        page.get_by_role("button", name="Edit 2").click()
        page.locator(".edited").get_by_label("Experiment").fill("111")
        page.get_by_role("button", name="Save").click()
        answers.wait()
        page.get_by_role("button", name="Remove 1").click()
        rows(page, 2)
        come(page, answers)
        assert page.locator(".edited").get_by_label("Experiment").input_value() == "111"  # to be saved again
        page.get_by_role("button", name="Cancel").click()
        assert shown(page) == ["002", "003"]
        page.get_by_text("Help me", exact=True).click()
        left(page, 216)
        positions = Held(page, "**/api/position")
        for experiment in ("000", "111"):
            page.get_by_label("Experiment", exact=True).fill(experiment)
            page.locator(".live .answer .typed").fill("1B0W")
            page.get_by_role("button", name="Add").click()
        positions.wait(2)
        page.get_by_role("button", name="Undo").wait_for(state="detached")
        positions.release()
        rows(page, 2)
        assert shown(page) == ["000", "111"]
        why = Held(page, "**/api/why-not")
        page.get_by_label("A code").fill("333")
        page.get_by_label("A code").press("Enter")
        why.wait()
        page.get_by_role("button", name="Undo").click()
        rows(page, 1)
        come(page, why)
        assert page.get_by_text("333 is excluded").count() == 0


def test_the_game_that_was_chosen_last_is_the_one_that_is_played(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        games = Held(page, "**/api/game")
        for game in ("mastermind", "sorting"):
            card = page.locator(f"[data-game={game}]")
            card.locator("summary").click()
            card.get_by_role("button", name="Play").click()
        games.wait(2)
        games.routes.pop().continue_()
        page.locator("#playing", has_text="Sorting").wait_for()
        come(page, games)
        assert page.locator("#playing").inner_text() == "Sorting, n 5"


def test_a_copy_of_a_window_leaves_the_work_of_the_first_alone(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=5, colours=8)
        page.get_by_role("link", name="Strategy").click()
        page.get_by_label("Strategy", exact=True).select_option("optimal")
        page.get_by_role("button", name="Show", exact=True).click()
        page.locator(".job").wait_for()
        page.wait_for_function("() => Object.keys(sessionStorage).some((name) => /^strategy /.test(name))")
        with page.expect_popup() as copy:
            page.evaluate("() => { window.open(location.href); }")
        methods: list[str] = []
        copy.value.on("request", lambda request: methods.append(request.method))
        copy.value.locator(".job").wait_for()
        copy.value.get_by_role("link", name="Games").click()
        start(copy.value, "sorting", n=3)
        left(copy.value, 6)
        assert "DELETE" not in methods
        reload(page)  # which makes no copy
        page.locator(".job").wait_for()
        page.get_by_role("link", name="Games").click()
        with page.expect_request(lambda request: request.method == "DELETE"):
            start(page, "sorting", n=3)
        left(page, 6)


def test_what_is_taken_back_twice_at_once_is_two_rows(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=3)
        for experiment in ("000", "111", "222"):
            add(page, experiment, "1B0W")
        positions = Held(page, "**/api/position")
        page.get_by_role("button", name="Undo").dblclick()
        positions.wait(2)
        positions.release()
        rows(page, 1)
        assert shown(page) == ["000"]
