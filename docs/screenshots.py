"""Takes the pictures of the page of `cobra serve`: `python docs/screenshots.py` writes docs/pictures/*.png.

Needs Debian's Chromium and the package playwright, as the tests of the page do.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER: Final = Path(__file__).parent / "pictures"


def mastermind(page: Page) -> None:
    """Show what is known after two guesses and how a third would split it."""
    _start(page, "mastermind")
    _add(page, "0012", "1B1W")
    _add(page, "0304", "0B2W")
    page.locator(".take").first.click()
    page.locator(".live summary").click()


def contradiction(page: Page) -> None:
    """Show answers that contradict each other, and their repairs."""
    _start(page, "wordle")
    _add(page, "raise", "yg---")
    _add(page, "march", "-----")
    page.locator(".repair").first.wait_for()


def workbench(page: Page) -> None:
    """Show a game that is being written, with its proof."""
    page.get_by_text("A game of your own").click()
    page.get_by_label("Begin with", exact=True).select_option("colours")
    page.get_by_text("27 codes, 27 experiments").wait_for()
    page.get_by_role("button", name="Check it").click()
    page.locator(".proof").wait_for()
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+End")


PICTURES: Final[dict[str, tuple[Callable[[Page], None], int, int, str]]] = {
    "page.png": (mastermind, 1280, 800, "light"),
    "workbench.png": (workbench, 1100, 640, "light"),
    "page-phone.png": (contradiction, 360, 640, "dark"),
}
"""What is shown, width and height in pixels, light or dark, by file name."""


def _start(page: Page, game: str) -> None:
    card = page.locator(f"[data-game={game}]")
    card.locator("summary").click()
    card.get_by_role("button", name="Play").click()


def _add(page: Page, experiment: str, answer: str) -> None:
    count = page.locator(".row").count()
    page.get_by_label("Experiment", exact=True).fill(experiment)
    page.locator(".live .answer .typed").fill(answer)
    page.get_by_role("button", name="Add").click()
    page.locator(f".row:nth-child({count + 1})").wait_for()


def main() -> None:
    """Take all pictures."""
    serve = [sys.executable, "-m", "cobra", "serve", "--no-browser"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            _take(server.stdout.readline().strip())
        finally:
            server.terminate()


def _take(address: str) -> None:
    from PIL import Image
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        for name, (show, width, height, scheme) in PICTURES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
            )
            page = context.new_page()
            page.goto(address)
            show(page)
            page.mouse.move(0, 0)
            page.wait_for_timeout(500)  # until colours have changed
            taken = Image.open(io.BytesIO(page.screenshot()))
            taken.convert("RGB").quantize(256).save(FOLDER / name, optimize=True)  # a third of the bytes
        browser.close()


if __name__ == "__main__":
    main()
