"""Nothing that was done on the page is lost without a question."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import watched
from tests.web.held import Held
from tests.web.playing import (
    PATIENCE,
    add,
    left,
    opened,
    reload,
    rows,
    start,
    walking,
    write,
    written,
)
from tests.web.server import Server, serving

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def role(page: Page, name: str) -> None:
    page.get_by_text(name, exact=True).click()


def test_every_role_keeps_its_game(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        add(page, "0011", "1B1W")
        role(page, "It guesses")
        page.locator(".asked .experiment").wait_for()
        role(page, "I guess")
        page.get_by_label("Experiment", exact=True).fill("0123")
        page.get_by_role("button", name="Ask").click()
        rows(page, 1)
        page.get_by_label("The computer").select_option("models")
        page.get_by_role("button", name="New game").wait_for(state="detached")
        role(page, "Help me")
        page.get_by_role("button", name="Edit 1: 0011 1B1W").wait_for()
        left(page, 208)
        role(page, "I guess")
        page.get_by_label("The computer").select_option("random")
        page.get_by_role("button", name="Edit 1: 0123").wait_for()


@pytest.mark.parametrize(
    "unkept",
    [
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('denied'); } })",
        "Storage.prototype.setItem = () => { throw new DOMException('full'); }",
    ],
)
def test_a_browser_may_keep_nothing(chromium: Browser, server: Server, unkept: str) -> None:
    with watched(chromium) as seen:
        seen.page.add_init_script(unkept)
        seen.page.goto(server.address)
        start(seen.page, "mastermind", pegs=2, colours=3)
        left(seen.page, 9)
        assert seen.complaints == []


def test_a_new_game_can_be_taken_back(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        add(page, "0011", "1B1W")
        page.get_by_role("button", name="New game").click()
        left(page, 1296)
        page.get_by_role("button", name="Back to the game before").click()
        left(page, 208)
        assert page.get_by_role("button", name="Back to the game before").count() == 0


def test_another_game_keeps_this_one(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        add(page, "0011", "1B1W")
        page.get_by_role("link", name="Games").click()
        start(page, "sorting", n=3)
        left(page, 6)
        page.get_by_role("link", name="Games").click()
        page.locator("[data-game=mastermind] summary").click()
        page.locator("[data-game=mastermind]").get_by_role("button", name="Play").click()
        left(page, 208)


def test_what_is_typed_while_an_answer_is_on_its_way_stays(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        add(page, "0011", "1B1W")
        positions = Held(page, "**/api/position")
        field = page.get_by_label("Experiment", exact=True)
        field.fill("2345")
        page.locator(".live .answer .typed").fill("1B0W")
        page.get_by_role("button", name="Add").click()
        field.fill("0203")  # the next one already
        page.locator(".live .answer .typed").fill("2B")
        page.wait_for_function("() => document.querySelectorAll('.row').length === 1")
        positions.wait()
        assert page.locator(".live .answer .typed").input_value() == "2B"
        positions.release()
        rows(page, 2)
        assert field.input_value() == "0203"
        assert page.locator(".live .answer .typed").input_value() == "2B"
        page.get_by_role("button", name="Remove 1: 0011 1B1W").click()
        page.get_by_role("button", name="Edit 1: 2345 1B0W").wait_for()
        assert field.input_value() == "0203"


def test_what_is_typed_into_a_row_stays_while_others_come_and_go(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        add(page, "0011", "1B1W")
        add(page, "2345", "1B1W")
        positions = Held(page, "**/api/position")
        page.get_by_label("Experiment", exact=True).fill("0203")
        page.locator(".live .answer .typed").fill("2B0W")
        page.get_by_role("button", name="Add").click()
        positions.wait()
        page.get_by_role("button", name="Edit 2: 2345 1B1W").click()
        field = page.locator(".edited").get_by_label("Experiment")
        field.fill("244")
        field.press("ArrowLeft")
        positions.release()
        rows(page, 3)
        page.keyboard.type("3")  # where the caret is
        page.get_by_role("button", name="Remove 1: 0011 1B1W").click()
        rows(page, 2)
        assert field.input_value() == "2434"
        page.get_by_role("button", name="Save").click()
        page.get_by_role("button", name="Edit 1: 2434 1B1W").click()
        page.get_by_role("button", name="Edit 2: 0203 2B0W").wait_for()
        page.get_by_role("button", name="Save").click()  # what is as it was
        page.get_by_role("button", name="Edit 1: 2434 1B1W").wait_for()


def test_a_row_that_is_added_while_another_is_on_its_way_comes_after_it(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        left(page, 1296)
        positions = Held(page, "**/api/position")
        field = page.get_by_label("Experiment", exact=True)
        first, second = ("0011", "1B1W"), ("2345", "1B0W")
        for experiment, answer in (first, first, second):  # one is pressed twice
            field.fill(experiment)
            page.locator(".live .answer .typed").fill(answer)
            page.get_by_role("button", name="Add").click()
        positions.wait(2)
        positions.release()
        rows(page, 2)
        page.get_by_role("button", name="Edit 1: 0011 1B1W").wait_for()
        page.get_by_role("button", name="Edit 2: 2345 1B0W").wait_for()


def test_a_guess_that_is_asked_twice_counts_once(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", "I guess")
        field = page.get_by_label("Experiment", exact=True)
        answers = Held(page, "**/api/answer")
        field.fill("0011")
        field.press("Enter")
        field.press("Enter")
        answers.wait()
        answers.release()
        rows(page, 1)
        assert len(answers.routes) == 1


def test_a_code_that_is_typed_stays_when_the_history_changes(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=3)
        left(page, 9)
        code = page.get_by_label("A code")
        code.fill("22")
        code.press("Enter")
        page.get_by_text("22 is possible").wait_for()
        add(page, "01", "1B0W")
        assert code.input_value() == "22"
        assert page.get_by_text("22 is possible").count() == 0
        code.press("Enter")
        page.get_by_text("22 is excluded").wait_for()


def test_the_text_of_a_game_of_ones_own_stays(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        page.get_by_text("A game of your own").click()
        example = written(page)
        page.get_by_role("button", name="Help me").click()  # the example passes
        left(page, 8)
        page.get_by_role("link", name="Write").click()
        mine = example.replace("Three", "My three")
        write(page, mine)
        page.get_by_role("button", name="Help me").click()
        left(page, 8)
        page.get_by_role("link", name="Write").click()
        assert written(page) == mine
        reload(page)
        assert written(page) == mine
        page.get_by_role("link", name="Games").click()
        page.locator("[data-game=sorting] summary").click()
        page.locator("[data-game=sorting]").get_by_role("button", name="Its rules").click()
        assert 'game "Sorting"' in written(page)
        page.get_by_role("button", name="Back to what you wrote").click()
        assert written(page) == mine


def test_a_strategy_is_there_again_after_a_reload(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=3)
        page.get_by_role("link", name="Strategy").click()
        page.get_by_role("button", name="Show", exact=True).click()
        heading = page.locator(".cobra-walk .now h2")
        first = heading.inner_text()
        page.keyboard.press("2")  # keys work without a click into the walk
        page.locator(".trail li:nth-child(2)").wait_for()
        second = heading.inner_text()
        assert second != first
        reload(page)
        page.locator(".trail li:nth-child(2)").wait_for()
        assert heading.inner_text() == second
        page.keyboard.press("Escape")
        assert heading.inner_text() == first
        page.get_by_role("link", name="Compare").click()
        page.get_by_role("button", name="Compare").click()
        page.locator(".comparison").wait_for()
        reload(page)
        page.locator(".comparison").wait_for()


def test_a_strategy_that_is_shown_is_kept_and_one_that_is_forgotten_is_found_again(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server, 1) as page:
        page.clock.install()
        page.reload()
        walking(page)
        with page.expect_response(lambda answer: answer.request.method == "HEAD") as wanted:
            page.clock.fast_forward("09:59")  # soon it would be forgotten
        assert wanted.value.status == 200
        path = wanted.value.url.partition(server.host)[2]
        assert server.ask("DELETE", path).status == 200
        page.get_by_role("button", name="dot", exact=True).click()
        page.get_by_text("which this server has not found yet, or has forgotten.").wait_for()
        page.locator(".offer").get_by_role("button", name="Start").click()
        page.locator(".offer").wait_for(state="detached")
        page.locator(".job").wait_for(state="detached")
        with page.expect_download():
            page.get_by_role("button", name="dot", exact=True).click()


@pytest.mark.slow
def test_another_server_goes_on_with_the_work_of_the_first(chromium: Browser, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with watched(chromium, locale="de") as seen:
        page = seen.page
        with serving(tmp_path / "one", patches=PATIENCE) as server:
            page.goto(f"{server.address}&lang=en")
            start(page, "mastermind")
            add(page, "0011", "1B1W")
            role(page, "It guesses")
            page.locator(".asked .experiment").wait_for()
            role(page, "Help me")
            left(page, 208)
        page.get_by_label("Experiment", exact=True).fill("0023")
        page.get_by_text("The server of this page is gone.").wait_for()
        page.get_by_label("Its new address").fill("https://example.org/?token=x")
        page.get_by_role("button", name="Go on there").click()
        page.get_by_text("This is not an address as cobra serve prints it.").wait_for()
        with serving(tmp_path / "two", patches=PATIENCE) as server:
            page.get_by_label("Its new address").fill(server.address)
            page.get_by_role("button", name="Go on there").click()
            left(page, 208)
            page.get_by_role("button", name="Edit 1: 0011 1B1W").wait_for()  # in the language chosen
            assert page.url.startswith(f"http://{server.host}/#/play/")
            assert all(one.startswith("http://127.0.0.1:") for one in seen.requests)


@pytest.mark.slow  # `test_page.py` cancels one, `test_serve.py` looks at what is said then
def test_cancelling_a_search_shows_what_was_known(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=5, colours=8)
        page.get_by_role("link", name="Strategy").click()
        page.get_by_label("Strategy", exact=True).select_option("optimal")
        page.get_by_role("button", name="Show", exact=True).click()
        doing = page.locator(".doing")
        doing.get_by_text("searching for an optimal strategy, average").wait_for()
        gauge = page.get_by_role("progressbar")
        assert gauge.get_attribute("value") is None  # nobody knows how far it is
        page.get_by_role("button", name="Cancel").click()
        page.locator(".note").get_by_text("Cancelled.").wait_for()
        said = page.locator(".note").inner_text()
        known = said.startswith("Cancelled. By then: searching for an optimal strategy, average ")
        found = page.locator(".cobra-walk .facts").get_by_text("proved of the best").count() == 1
        assert known or (found and said == "Cancelled. This is what was found by then.")
