"""All that can be clicked is reached by the keyboard alone, and nothing holds it (WCAG 2.1.1 and 2.1.2)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.playing import opened
from tests.web.server import Server
from tests.web.views import PATHS

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SCRIPT = (Path(__file__).parent / "keyboard.js").read_text("utf-8")
MOST = 500
"""So often the key is pressed at most; no view has so many controls."""


def unreached(page: Page) -> list[str]:
    """Return what can be clicked and is never reached by pressing Tab."""
    page.evaluate(SCRIPT)
    for _ in range(5):
        clicked: list[str] = page.evaluate("reached.begin()")
        for _ in range(MOST):
            page.keyboard.press("Tab")
            if page.evaluate("reached.step()") == 0:
                break
        left: list[str] | None = page.evaluate("reached.end()")
        if left is not None:
            return [*clicked, *left]
    raise AssertionError("what is shown changes all the time")


@pytest.mark.parametrize("path", PATHS)
def test_everything_is_reached(chromium: Browser, server: Server, path: str) -> None:
    with opened(chromium, server, None, reduced_motion="reduce") as page:
        for shown in PATHS[path]:
            shown(page)
            assert unreached(page) == [], shown


def test_what_is_not_reached_is_told(chromium: Browser) -> None:
    with chromium.new_page() as page:
        page.set_content(
            """<button id="one">1</button><div id="two" style="cursor: pointer">2</div>
            <textarea id="trap" onkeydown="event.preventDefault()"></textarea>
            <button id="three">3</button><button id="four" tabindex="-1">4</button>"""
        )
        assert [one.split('"')[1] for one in unreached(page)] == ["two", "three", "four"]
