"""Real browsers for the tests: Debian's Chromium and Firefox without a screen, driven by playwright.

Chromium's headless shell is the same engine without windows: it takes two thirds of the processor time.

Without them the tests are skipped and say why; with COBRA_BROWSER=required, as in `.ci/run`, those in
Chromium fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

_REQUIRED = os.environ.get("COBRA_BROWSER") == "required"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # with two processes fewer, of which each page needs its share, a tenth less time
    "--enable-features=NetworkServiceInProcess2",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


_POINTER, _MOUSE = "ui.primaryPointerCapabilities", 6
"""Without a screen Firefox believes that there is none; 6 is one that is fine, and can hover."""


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """What drives the browsers: there can only be one at a time."""
    if find_spec("playwright") is None:
        _refuse("the package playwright (pip install playwright)", _REQUIRED)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(driver: Playwright) -> Iterator[Browser]:
    browser = driver.chromium.launch(executable_path=chromium_program(), args=ARGUMENTS)
    yield browser
    browser.close()


@contextmanager
def firefox(driver: Playwright, **preferences: bool | int) -> Iterator[Browser]:
    """Yield Debian's own Firefox with preferences.

    The Firefox that playwright brings along is a patched one; this one is driven by WebDriver BiDi, the
    protocol that all browsers share.
    """
    browser = driver.firefox.launch(
        executable_path=_program(False, "firefox-esr", "firefox"),
        channel="moz-firefox",
        firefox_user_prefs={_POINTER: _MOUSE, **preferences},
    )
    yield browser
    browser.close()


def chromium_program() -> str:
    """Return the path of the program of Chromium."""
    return _program(_REQUIRED, "chromium-headless-shell", "chromium")


def _program(required: bool, *names: str) -> str:
    """Return where the program of a browser is, the first of these that there is."""
    found = next(filter(None, map(shutil.which, names)), None)
    return found or _refuse(f"the program {names[0]} (apt-get install {names[0]})", required)


def _refuse(missing: str, required: bool) -> NoReturn:
    """Skip the test without a browser, or let it fail where one is required."""
    (pytest.fail if required else pytest.skip)(f"a browser is needed: {missing} is missing")


@dataclass
class Watched:
    """A page, with what it reported and what it asked for since it was opened."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    """Warnings and errors of the console, and exceptions that nobody caught."""
    requests: list[str] = field(default_factory=list)
    """Every address, but for data held in the address itself."""


@contextmanager
def watched(browser: Browser, **options: Any) -> Iterator[Watched]:
    """Yield a new page in a context of its own, made with options of playwright, and close it."""
    context = browser.new_context(**options)
    try:
        seen = Watched(context.new_page())
        seen.page.set_default_timeout(120_000)
        seen.page.on(
            "console",
            lambda message: (
                seen.complaints.append(message.text) if message.type in ("error", "warning") else None
            ),
        )
        seen.page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        seen.page.on(
            "request",
            lambda request: (
                None if request.url.startswith(("data:", "blob:")) else seen.requests.append(request.url)
            ),
        )
        yield seen
    finally:
        context.close()
