"""The site is built from nothing but the repository, without a warning; newcomers find what they ask for."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

import pytest
from check import problems
from stage import ROOT

from cobra.language.load import library
from tests.web.browser import chromium, driver, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["chromium", "driver"]
pytestmark = pytest.mark.slow

HTML = ROOT / "docs" / "_build" / "html"


@pytest.fixture(scope="module", autouse=True)
def build() -> None:
    """Build it, which measures what has changed."""
    said = subprocess.run([sys.executable, ROOT / "docs/site/build.py"], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr


class Article(HTMLParser):
    """The links and texts of a page, without what stands on every page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.inside = False
        self.links: list[str] = []
        self.text = ""
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = self.inside or tag == "article"
        address = dict(attrs).get("href") or ""
        if self.inside and tag == "a" and ":" not in address:
            self.links.append(urldefrag(address)[0])

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "article"

    def handle_data(self, data: str) -> None:
        self.text += data if self.inside else ""


@pytest.fixture(scope="module")
def near(build: None) -> list[dict[Path, str]]:
    """Return the texts of the first page, of those one click away, and of those two clicks away."""
    seen = {HTML / "index.html"}
    pages, texts = sorted(seen), []
    for _ in range(3):
        articles = {path: Article(path) for path in pages}
        texts.append({path: one.text for path, one in articles.items()})
        found = {
            (path.parent / link).resolve() for path, one in articles.items() for link in one.links if link
        }
        pages = sorted(path for path in found - seen if path.suffix == ".html" and "walks" not in path.parts)
        seen.update(pages)
    return texts


def test_no_link_is_broken_and_nothing_is_asked_of_other_machines() -> None:
    assert list(problems(HTML)) == []


def test_how_a_game_is_written_is_one_click_away(near: list[dict[Path, str]]) -> None:
    assert [path.stem for path, text in near[1].items() if "Write your own" in text] == ["tutorial"]


def test_which_strategy_is_best_is_one_click_away_and_of_each_game_two(near: list[dict[Path, str]]) -> None:
    assert "proved that no strategy is better" in near[1][HTML / "strategies.html"]
    for game in library():
        text = near[2][HTML / "games" / f"{game}.html"]
        assert "Walk through it" in text
        assert "Proved" in text
        assert "no strategy" in text


def test_what_is_proved_is_one_click_away(near: list[dict[Path, str]]) -> None:
    assert "The search has ruled out every other strategy" in near[1][HTML / "optimal.html"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_ask_for_nothing_and_fit_a_telephone(chromium: Browser, scheme: str) -> None:
    other = {"light": "-dark.svg", "dark": "-light.svg"}[scheme]
    size = {"width": 360, "height": 640}
    with watched(chromium, viewport=size, color_scheme=scheme) as seen:
        for name in (
            "index",
            "gallery",
            "games/index",
            "games/mastermind",
            "python",
            "commands",
            "walks/fox",
        ):
            seen.page.goto((HTML / f"{name}.html").as_uri())
            assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            shown = seen.page.locator("img").evaluate_all(
                "all => all.filter(one => one.offsetWidth).map(one => one.src)"
            )
            assert not [source for source in shown if source.endswith(other)]
        assert {address.partition(":")[0] for address in seen.requests} == {"file"}
        assert seen.complaints == []


def test_the_search_works_from_the_disk(chromium: Browser) -> None:
    with watched(chromium) as seen:
        seen.page.goto(f"{(HTML / 'search.html').as_uri()}?q=counterfeit")
        seen.page.locator("#search-results a", has_text="Counterfeit coin").first.wait_for()
        assert {address.partition(":")[0] for address in seen.requests} == {"file"}
