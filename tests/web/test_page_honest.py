"""What the page shows, sends and remembers is one and the same, or it says what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import cobra
from tests.web.browser import watched
from tests.web.playing import back, forward, left, of_the_page, opened, reload, rows, start, walking, write
from tests.web.server import Server, serving

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.thorough


def test_the_number_that_is_shown_is_the_answer_that_is_given(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, refused=1) as page:
        start(page, "bags-of-gold", bags=3, capacity=20)
        page.locator(".take").first.click()
        number, hint = page.locator(".live input[type=number]"), page.locator(".live .hint")
        hint.get_by_text("leaves ").wait_for()
        seen = []
        for value in ("3", "20"):
            number.fill(value)
            seen.append(hint.inner_text())
            typed = page.locator(".live .answer .typed")
            assert typed.input_value() == value
            typed.dispatch_event("input")  # what is told of the text is what was told of the number
            assert hint.inner_text() == seen[-1]
        assert seen[0] != seen[1]
        number.fill("400")
        page.get_by_role("button", name="Add").click()
        page.locator(".live .error").get_by_text("400").wait_for()
        assert rows(page, 0).count() == 0


def test_a_file_that_is_no_text_is_refused(chromium: Browser, server: Server, tmp_path: Path) -> None:
    words = tmp_path / "latin.txt"
    words.write_bytes("äpfel\nöfens\nmüsse\nabgas\n".encode("latin-1"))
    with opened(chromium, server) as page:
        card = page.locator("[data-game=word-list]")
        card.locator("summary").click()
        card.locator("input[type=file]").set_input_files(words)
        card.get_by_text("latin.txt is not text in UTF-8.").wait_for()
        assert "word_list.txt: " in card.inner_text()  # which is still the one that is used
        page.get_by_text("A game of your own").click()
        page.get_by_label("Files it reads").set_input_files(words)
        assert page.get_by_label("Files it reads").evaluate("field => field.files.length") == 0
        assert page.locator(".data li").count() == 0
        write(page, "#" + "x" * (1 << 20))
        page.get_by_text("mine.cb is too large.").wait_for()


def test_a_code_that_was_told_is_not_told_beside_other_answers(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", "I guess")
        page.get_by_label("The computer").select_option("models")
        page.get_by_label("Experiment", exact=True).fill("0011")
        page.get_by_role("button", name="Ask").click()
        rows(page, 1)
        page.get_by_role("button", name="Give up").click()
        page.get_by_text("A code that fits all answers is ").wait_for()
        page.get_by_role("button", name="Edit").click()
        edited = page.locator(".edited .typed").first
        edited.fill("2345")
        edited.press("Enter")
        page.locator(".row .asked, .row").first.get_by_text("2345").wait_for()
        page.get_by_role("button", name="Give up").wait_for()
        assert page.get_by_text("A code that fits all answers is ").count() == 0


def test_what_is_too_much_for_an_address_is_gone_on_with(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        page.get_by_text("A game of your own").click()
        write(page, 'game "Much"\nsecret s[1..3] : {a b}\nexperiment ask() observe s[1]\n')
        notes: Any = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"nothing\n" * 40_000}
        page.get_by_label("Files it reads").set_input_files(notes)
        page.get_by_text("8 codes, 1 experiment").wait_for()
        page.wait_for_function("() => location.hash.startsWith('#/write/')")
        reload(page)
        page.get_by_text("8 codes, 1 experiment").wait_for()
        page.get_by_role("button", name="Help me").click()
        left(page, 8)
        page.wait_for_function("() => location.hash.startsWith('#/play/')")
        page.evaluate("() => sessionStorage.setItem('kept games', '[]')")
        page.evaluate(
            "() => Object.keys(sessionStorage).filter((name) => name.startsWith('game '))"
            ".forEach((name) => sessionStorage.removeItem(name))"
        )  # as if it had been forgotten for others
        reload(page)
        left(page, 8)
        page.get_by_role("link", name="Games").click()
        start(page, "mastermind", pegs=1, colours=2)
        page.get_by_role("link", name="Compare").click()
        page.get_by_text("Sizes, time and objective").click()
        sizes = ",".join(map(str, [2, 3] * 150))
        page.get_by_label("colours").fill(sizes)
        page.get_by_role("button", name="Compare").click()
        page.locator(".comparison").wait_for()
        reload(page)
        page.locator(".comparison").wait_for()


def test_keys_of_the_browser_are_left_to_it(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=3)
        page.evaluate(
            "() => document.addEventListener('keydown', (event) => { window.taken = event.defaultPrevented })"
        )
        place = page.locator(".slot.active")
        place.press("Control+1")
        assert page.evaluate("() => window.taken") is False
        assert page.get_by_label("Experiment", exact=True).input_value() == ""
        place.press("1")
        assert page.evaluate("() => window.taken") is True


def test_an_interval_stands_where_its_measure_does(chromium: Browser, server: Server) -> None:
    """As a search leaves it that is stopped while the least worst case is between two numbers."""

    def unproved(route: Route) -> None:
        answer = route.fetch()
        document = answer.json()
        if document.get("result"):
            (row,) = document["result"]["instances"][0]["rows"]
            row["optimal"] = False
            row["shown"] |= {"measure": "worst", "lower": "2", "upper": "3"}
        route.fulfill(response=answer, json=document)

    with opened(chromium, server) as page:
        page.route("**/api/jobs/*", unproved)
        start(page, "mastermind", pegs=2, colours=3)
        page.get_by_role("link", name="Compare").click()
        for name in ("max-models", "exp-models", "ent-models", "parts"):
            page.get_by_label(name, exact=True).uncheck()
        page.get_by_role("button", name="Compare").click()
        page.locator(".comparison .worst").get_by_text("optimum: 2 … 3").wait_for()
        assert "optimum" not in page.locator(".comparison .average").inner_text()


def test_where_experiments_have_prices_costs_are_drawn(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "priced-search", n=5)
        page.get_by_role("link", name="Compare").click()
        for name in ("max-models", "exp-models", "ent-models", "optimal"):
            page.get_by_label(name, exact=True).uncheck()
        page.get_by_text("Sizes, time and objective").click()
        page.get_by_label("n", exact=True).fill("5,6")
        page.get_by_role("button", name="Compare").click()
        drawn = page.locator(".curves title").first
        drawn.wait_for(state="attached")
        costs = [
            cobra.analyze(cobra.load("priced-search", {"n": n}), ["parts"]).rows[0].costs[1] for n in (5, 6)
        ]
        at = ", ".join(f"{float(cost):.4f} at {n}" for cost, n in zip(costs, (5, 6), strict=True))
        assert drawn.text_content() == f"mean costs: parts: {at}"


def test_what_is_chosen_is_what_the_place_gone_back_to_had(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=3)
        page.get_by_role("link", name="Compare").click()
        for name in ("max-models", "exp-models", "ent-models", "optimal"):
            page.get_by_label(name, exact=True).uncheck()
        page.get_by_role("button", name="Compare").click()
        page.locator(".comparison tbody tr").wait_for()
        page.get_by_text("More strategies and scores").click()
        page.get_by_label("Your own").fill("min sum(n^2)")
        page.get_by_role("button", name="Compare").click()
        page.locator(".comparison tbody tr:nth-child(2)").wait_for()
        back(page)
        page.wait_for_function("() => !document.querySelector('.comparison tbody tr:nth-child(2)')")
        assert page.locator("[name=own]").input_value() == ""
        forward(page)
        page.locator(".comparison tbody tr:nth-child(2)").wait_for()
        assert page.locator("[name=own]").input_value() == "min sum(n^2)"


def test_half_a_peg_is_no_parameter(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        card = page.locator("[data-game=mastermind]")
        card.locator("summary").click()
        card.get_by_role("button", name="Its rules").click()
        page.get_by_text("1,296 codes").wait_for()
        pegs = page.locator(".beside [name=pegs]")
        pegs.fill("2.5")
        page.get_by_role("button", name="Help me").click()
        assert pegs.evaluate("field => field === document.activeElement")  # and says what is wrong
        pegs.fill("2")
        page.get_by_role("button", name="Help me").click()
        left(page, 36)


def test_a_download_says_that_the_server_is_gone(chromium: Browser, server: Server) -> None:
    with watched(chromium) as window:
        page = window.page
        page.goto(server.address)
        walking(page)
        page.route("**/api/jobs/*/svg", lambda route: route.abort())
        page.get_by_role("button", name="svg", exact=True).click()
        page.locator("#lost").get_by_text("The server of this page is gone.").wait_for()
        assert window.complaints == ["Failed to load resource: net::ERR_FAILED"]  # by the browser


def test_a_moment_without_the_server_is_got_over(chromium: Browser, server: Server) -> None:
    with watched(chromium) as window:
        page = window.page
        page.goto(server.address)
        start(page, "mastermind", pegs=2, colours=2)
        page.get_by_role("link", name="Strategy").click()
        page.route("**/api/jobs/*", lambda route: route.abort())
        page.get_by_role("button", name="Show", exact=True).click()
        page.get_by_text("the server does not answer; it is asked again").wait_for()
        lost = page.get_by_text("The server of this page is gone.")
        lost.wait_for()
        page.unroute("**/api/jobs/*")
        page.locator(".cobra-walk").wait_for()
        lost.wait_for(state="hidden")
        for link, script, there in (("Compare", "compare", "[name=own]"), ("Write", "editor", ".cm-content")):
            page.route(f"**/{script}.js", lambda route: route.abort())
            page.get_by_role("link", name=link, exact=True).click()
            page.get_by_text("A part of this page was not sent.").wait_for()
            page.unroute(f"**/{script}.js")
            page.get_by_role("button", name="Load the page again").click()
            page.locator(there).wait_for(state="attached")
        assert set(window.complaints) == {"Failed to load resource: net::ERR_FAILED"}  # by the browser


def test_a_window_can_begin_at_a_view_of_the_game_that_is_served(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, "mastermind", "-D", "pegs=2", "-D", "colours=3") as served:
        for view, seen in (("play", "#codes-left"), ("compare", "[name=own]")):
            with watched(chromium) as window:
                window.page.goto(f"{served.address}#/{view}")
                window.page.locator(seen).wait_for(state="attached")
                assert of_the_page(window) == []
