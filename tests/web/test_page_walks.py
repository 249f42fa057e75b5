"""*Strategy* on the page: all strategies, scores of one's own, objectives, what a reload and *Back* keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.playing import back, opened, reload, start
from tests.web.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.thorough


def walked(page: Page, name: str) -> None:
    """Wait until a strategy of this name is walked."""
    page.locator(".facts dd b").first.get_by_text(name, exact=True).wait_for()


def test_any_strategy_is_walked_and_kept_in_the_address(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=4)
        page.get_by_role("link", name="Strategy").click()
        names, show = page.get_by_label("Strategy", exact=True), page.get_by_role("button", name="Show")
        names.wait_for()
        own, objective = page.get_by_label("Your own"), page.get_by_label("Objective")
        assert not own.is_visible() and not objective.is_visible()
        offered = names.locator("option").all_text_contents()
        assert {"random", "square-root", "phases"} < {text.partition(":")[0] for text in offered}
        names.select_option("optimal")
        objective.select_option("won")
        page.get_by_label("Experiments at most").fill("5000")  # too many, but not asked for in the end
        names.select_option(label="Your own …")
        own.fill("min sum(n^2) - hit")
        own.press("Enter")
        walked(page, "min sum(n^2) - hit")
        names.select_option("optimal")
        objective.select_option("won")
        page.get_by_label("Experiments at most").fill("2")
        show.click()
        walked(page, "optimal")
        page.locator(".facts").get_by_text("of 16 codes").wait_for()
        page.get_by_role("button", name="0B0W").click()
        page.locator(".outcomes button", has_text="lost").first.click()
        assert page.locator(".state").inner_text() == "lost"
        reload(page)
        walked(page, "optimal")
        assert page.get_by_label("Experiments at most").input_value() == "2"
        assert page.locator(".state").inner_text() == "lost"
        for _ in range(3):
            back(page)
        walked(page, "min sum(n^2) - hit")
        assert own.input_value() == "min sum(n^2) - hit"
