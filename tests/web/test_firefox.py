"""The walk and the page in Debian's Firefox: what is tested in Chromium holds there, too."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from cobra.strategy.strategy import Strategy
from tests.web import test_classroom, test_languages, test_page_games, test_personas, test_walk
from tests.web.browser import firefox
from tests.web.playing import DESKTOP, PHONE
from tests.web.test_access import wrong
from tests.web.walked import heading, opened

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

KNOWN = {"chromium", "coins", "other", "pegs", "server", "strategy", "tmp_path"}
"""What a test may ask for to be run here, too."""

ONLY_IN_CHROMIUM = {
    "test_full_screen_is_in_large_type": "the screen has another size, which cannot be chosen",
    "test_paper_needs_no_colours": "what is printed cannot be shown on the screen",
    "test_coins_are_put_on_pans_by_tapping_them": "a touch cannot be made",
}


def shared_by(*modules: ModuleType) -> list[Callable[..., None]]:
    return [
        test
        for module in modules
        for name, test in inspect.getmembers(module, inspect.isfunction)
        if name.startswith("test_") and name not in ONLY_IN_CHROMIUM
        if {"chromium"} <= inspect.signature(test).parameters.keys() <= KNOWN
    ]


@pytest.fixture(scope="module")
def fox(driver: Playwright) -> Iterator[Browser]:
    with firefox(driver) as browser:
        yield browser


@pytest.mark.parametrize(
    "test",
    shared_by(test_walk, test_classroom, test_page_games, test_personas, test_languages),
    ids=lambda test: test.__name__,
)
def test_as_in_chromium(fox: Browser, request: pytest.FixtureRequest, test: Callable[..., None]) -> None:
    needed = inspect.signature(test).parameters.keys() - {"chromium"}
    test(chromium=fox, **{name: request.getfixturevalue(name) for name in needed})


def test_full_screen(fox: Browser, tmp_path: Path, coins: Strategy) -> None:
    with opened(fox, tmp_path, coins) as seen:
        seen.page.keyboard.press("f")
        seen.page.locator(".cobra-walk:fullscreen").wait_for()
        size = seen.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
        assert size == pytest.approx(0.016 * seen.page.evaluate("innerWidth"), abs=0.02)
        assert not seen.page.locator(".facts").is_visible()
        seen.page.keyboard.press("3")
        assert heading(seen.page) == "1 9 | 10 11"


@pytest.mark.parametrize("dark", [0, 1])
def test_it_fits_and_can_be_read(driver: Playwright, tmp_path: Path, pegs: Strategy, dark: int) -> None:
    with (
        firefox(driver, **{"ui.systemUsesDarkTheme": dark}) as browser,
        opened(browser, tmp_path, pegs) as seen,
    ):
        assert seen.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") is bool(dark)
        for view in (DESKTOP, PHONE):
            seen.page.set_viewport_size(view)  # type: ignore[arg-type]
            assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert wrong(seen.page) == []
