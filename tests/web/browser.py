"""A real browser for the tests: Debian's Chromium, driven by playwright.

Its headless shell is the same engine without windows: it takes two thirds of the processor time, and is preferred.

Without either, the tests are skipped and say why; with COBRA_BROWSER=required, as in `.ci/run`, they fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    missing = [
        *([] if program else ["the program chromium-headless-shell (apt-get install chromium-headless-shell)"]),
        *([] if find_spec("playwright") else ["the package playwright (pip install playwright)"]),
    ]
    if missing:
        refuse = pytest.fail if os.environ.get("COBRA_BROWSER") == "required" else pytest.skip
        refuse(f"a browser is needed: {' and '.join(missing)} is missing")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        yield browser
        browser.close()


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
