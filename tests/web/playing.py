"""The page of `cobra serve` in a browser, with a server behind it: what its tests have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser import Watched, watched
from tests.web.server import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


PATIENCE = """
import functools
import cobra.web.allowance as allowance
allowance.Allowance = functools.partial(allowance.Allowance, seconds=120.0)
"""
"""A busy machine is no reason for a refusal."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), patches=PATIENCE) as running:
        yield running


@pytest.fixture(scope="session")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server at another port, which knows nothing of the first."""
    with serving(tmp_path_factory.mktemp("other"), patches=PATIENCE) as running:
        yield running


@contextmanager
def opened(browser: Browser, server: Server, refused: int | None = 0, **options: Any) -> Iterator[Page]:
    """Yield the page; it must ask nobody but the server for anything, and complain of nothing.

    `refused`: so many requests are refused, which Chromium itself reports; None: it depends on how fast
    something is done, as where half an experiment is asked about when there was time to, or on the browser.
    """
    with watched(browser, **{"viewport": DESKTOP, **options}) as seen:
        seen.page.goto(server.address)
        yield seen.page
        assert [a for a in seen.requests if not a.startswith(f"http://{server.host}/")] == []
        assert of_the_page(seen) == [], of_the_page(seen)
        assert refused in (None, len(seen.complaints)), seen.complaints


def of_the_page(seen: Watched) -> list[str]:
    """Return the complaints but for those of the browser about requests that the server refused."""
    reported = re.compile("Failed to load resource: the server responded with a status of 4")
    return [complaint for complaint in seen.complaints if not reported.match(complaint)]


def pick(page: Page, answer: str) -> None:
    """Click one of the outcomes, whether or not it is known yet how many codes each leaves."""
    page.locator(".live .pick", has=page.get_by_text(answer, exact=True)).click()


def start(page: Page, game: str, role: str = "Help me", **parameters: int) -> None:
    card = page.locator(f"[data-game={game}]")
    card.locator("summary").click()
    for name, value in parameters.items():
        write_number(card.locator(f"[name={name}]"), value)
    card.get_by_role("button", name="Play").click()
    page.get_by_text(role, exact=True).click()


def write_number(field: Locator, value: int) -> None:
    """Write a number over the one in a field, as Firefox can be told to do, too."""
    field.press("Control+a")
    field.press_sequentially(str(value))


def write(page: Page, text: str, name: str = "mine.cb") -> None:
    """Open a file in the workbench, which is shown."""
    file: Any = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.get_by_label(re.compile("^(Files to open|Dateien zum Öffnen)$")).set_input_files(file)


def written(page: Page) -> str:
    """Return the text that is in the editor."""
    editor = page.get_by_label("Your game")
    editor.wait_for()
    return "\n".join(line.text_content() or "" for line in editor.locator(".cm-line").all())


def own_game(page: Page, text: str) -> None:
    """Be helped in a game of one's own."""
    page.get_by_text("A game of your own").click()
    write(page, text)
    page.get_by_role("button", name="Help me").click()


def left(page: Page, count: int) -> None:
    """Wait until so many codes are left."""
    page.locator("#codes-left").get_by_text(f"{count:,}", exact=True).wait_for()


def rows(page: Page, count: int) -> Locator:
    """Wait until as many experiments were made, and no more: some may have to go first, as one goes back."""
    page.wait_for_function("count => document.querySelectorAll('.row').length === count", arg=count)
    return page.locator(".row")


def settled(page: Page) -> None:
    """Wait until the address holds what is shown, which is packed while one goes on."""
    page.wait_for_function("() => [null, 'null'].includes(sessionStorage.getItem('unwritten'))")


def back(page: Page) -> None:
    """Go back from what is shown: as long as the address does not hold it, back leads a step too far."""
    settled(page)
    page.go_back()


def forward(page: Page) -> None:
    settled(page)
    page.go_forward()


def reload(page: Page) -> None:
    """Load the page again; what stands in the address only then is not the browser's yet."""
    settled(page)
    page.reload()


def ending(page: Page) -> str:
    return page.locator("#ending").inner_text()


def add(page: Page, experiment: str, answer: str) -> None:
    """Type an experiment and its answer."""
    count = page.locator(".row").count()
    page.get_by_label("Experiment", exact=True).fill(experiment)
    page.locator(".live .answer .typed").fill(answer)
    page.get_by_role("button", name="Add").click()
    page.locator(f".row:nth-child({count + 1})").wait_for()


def weighing(page: Page) -> None:
    """Take what is advised with coins; the balance is to be read."""
    start(page, "counterfeit-coin")
    page.locator(".take").first.click()
    page.get_by_role("button", name="balance").wait_for()


def comparing(page: Page) -> None:
    """Compare strategies."""
    start(page, "mastermind", pegs=3, colours=4)
    page.get_by_role("link", name="Compare").click()
    page.get_by_role("button", name="Compare").click()
    page.locator(".comparison").wait_for()


def walking(page: Page) -> None:
    """Show a strategy to walk through."""
    start(page, "bulls-and-cows", places=3, digits=5)
    page.get_by_role("link", name="Strategy").click()
    page.get_by_role("button", name="Show", exact=True).click()
    page.locator(".cobra-walk").wait_for()
