"""The page of a strategy in a browser, opened from the disk: what its tests have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import cobra
from cobra.strategy.strategy import Strategy
from tests.export.pages import page
from tests.strategy.made import one_step
from tests.web.browser import Watched, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def strategy() -> Strategy:
    return one_step(cobra.load("mastermind"), "max-models")


@pytest.fixture(scope="session")
def coins() -> Strategy:
    return one_step(cobra.load("counterfeit-coin", {"coins": 12}), "exp-models")


@pytest.fixture(scope="session")
def pegs() -> Strategy:
    return one_step(cobra.load("mastermind", {"colours": 4}), "max-models")


@contextmanager
def opened(
    browser: Browser, folder: Path, strategy: Strategy, place: str = "", **options: Any
) -> Iterator[Watched]:
    """Yield the page of a strategy, opened from a file; nothing but the file may be asked for."""
    file = folder / "page.html"
    file.write_text(page(strategy), "utf-8")
    with watched(browser, **options) as seen:
        seen.page.goto(file.as_uri() + place)
        yield seen
        assert seen.complaints == []
        assert set(seen.requests) <= {file.as_uri() + place, file.as_uri()}


def heading(page: Page) -> str:
    return page.locator(".now h2").inner_text()


def outcomes(page: Page) -> list[str]:
    return page.locator(".outcome").all_inner_texts()
