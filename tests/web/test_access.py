"""The page and the walk for everybody: WCAG 2.2, level AA, by rules of axe-core, and room for a finger."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from cobra.web.pages import pages
from tests.web.playing import DESKTOP, PHONE, add, opened, rows, start
from tests.web.server import Server
from tests.web.views import PATHS, filling_the_screen
from tests.web.walked import opened as exported

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

READABLE = (Path(__file__).parent / "readable.js").read_text("utf-8")
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""What axe-core calls the rules of WCAG 2.2 up to AA, and those about headings and landmarks."""
RUN = """async (rules) => {
  const options = { resultTypes: ["violations"], runOnly: rules, preload: false, selectors: false };
  const { violations } = await axe.run(document, options);
  const said = (id, { html, failureSummary }) => `${id}: ${html}: ${failureSummary}`;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => said(id, node)));
}"""
FINGER, POINTER = 44, 24
"""Pixels that what is tapped or clicked must have at least."""
Seen = tuple[Any, int, Literal["light", "dark"]]
"""The size of a screen, how large what is used must be on it, and whether the page is light or dark."""
SEEN: list[Seen] = [(DESKTOP, POINTER, "light"), (PHONE, FINGER, "dark")]
"""Each size and each kind of colours once: only colours depend on whether the page is light or dark."""
CROSSED: list[Seen] = [(DESKTOP, POINTER, "dark"), (PHONE, FINGER, "light")]


def wrong(page: Page, least: int = POINTER) -> list[str]:
    """Return what is wrong with the page as it is shown."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return [*page.evaluate(RUN, RULES), *page.evaluate(READABLE, least)]


def look(page: Page, view: str, seen: Sequence[Seen] = SEEN) -> None:
    """Nothing must be wrong, nor stick out, as it is seen on a desktop and on a phone, light and dark."""
    for size, least, colours in seen:
        if page.viewport_size != size:
            page.set_viewport_size(size)
        page.emulate_media(color_scheme=colours)
        assert wrong(page, least) == [], (view, size, colours)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"], (view, size)


def test_only_colours_depend_on_whether_the_page_is_light_or_dark() -> None:
    texts = {name: page.body.decode() for name, page in pages().items() if name.endswith((".css", ".js"))}
    asking = {name for name, text in texts.items() if "prefers-color-scheme" in text}
    assert asking == {"style.css", "workbench.css", "drawing.css", "walk.css"}
    for name in asking:
        for block in texts[name].split("(prefers-color-scheme: dark)")[1:]:
            inside = block[: re.search(r"\}\s*\}", block).end()]  # type: ignore[union-attr]
            for written, value in re.findall(r"([\w-]+): ([^;{}]+);", inside):
                assert written.startswith("--") or written in {"color", "background", "fill", "stroke"}
                assert re.fullmatch("#[0-9a-f]{3,6}|none|[0-9]+%", value), (name, written)


@pytest.mark.instances
@pytest.mark.parametrize(
    "seen", [pytest.param(SEEN, id="seen"), pytest.param(CROSSED, id="crossed", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("path", PATHS)
def test_the_page_can_be_read_and_used_by_all(
    chromium: Browser, server: Server, path: str, seen: list[Seen]
) -> None:
    with opened(chromium, server, None, reduced_motion="reduce") as page:
        for shown in PATHS[path]:
            shown(page)
            look(page, shown.__name__, seen)
            page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]


@pytest.mark.parametrize("seen", SEEN, ids=["desktop", "phone"])
def test_the_full_screen_can_be_read_by_all(chromium: Browser, server: Server, seen: Seen) -> None:
    with opened(chromium, server, reduced_motion="reduce", viewport=seen[0]) as page:
        filling_the_screen(page)
        look(page, "full screen", [seen])


@pytest.mark.parametrize("drawn", ["pegs", "coins"])
def test_an_exported_page_can_be_read_and_used_by_all(
    chromium: Browser, tmp_path: Path, drawn: str, request: pytest.FixtureRequest
) -> None:
    with exported(chromium, tmp_path, request.getfixturevalue(drawn), reduced_motion="reduce") as seen:
        seen.page.get_by_role("combobox").press_sequentially("1")
        seen.page.keyboard.press("Enter")
        look(seen.page, drawn)


def test_places_have_names_that_people_understand(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        page.get_by_label("Experiment", exact=True).fill("0123")
        names = [slot.get_attribute("aria-label") for slot in page.locator(".slot").all()]
        assert names == ["place 1: 0", "place 2: 1", "place 3: 2", "place 4: 3"]
        assert page.get_by_role("group", name="Symbols for place 1").count() == 1
        chances = page.get_by_role("region", name="Probabilities").locator("tbody th")
        chances.first.wait_for()
        assert chances.all_inner_texts() == ["place 1", "place 2", "place 3", "place 4"]
        add(page, "0011", "1B1W")
        rows(page, 1)


@pytest.mark.parametrize(
    ("game", "parameters", "history"),
    [
        ("mastermind", {}, 4 * [("0011", "1B1W")]),
        pytest.param("wordle", {}, [("raise", "-y--g")], marks=pytest.mark.slow),
        ("counterfeit-coin", {}, []),
        pytest.param("black-box", {"size": 4}, [], marks=pytest.mark.slow),
    ],
)
def test_board_advice_and_codes_stand_side_by_side_on_a_desktop(
    chromium: Browser, server: Server, game: str, parameters: dict[str, int], history: list[tuple[str, str]]
) -> None:
    with opened(chromium, server) as page:
        start(page, game, **parameters)
        for experiment, answer in history:
            add(page, experiment, answer)
        page.locator(".take").first.click()
        page.locator(".live summary").wait_for()  # everything is there
        parts = [page.locator(part).bounding_box() for part in ("section.board", ".best", ".known")]
        boxes = [part for part in parts if part is not None]
        assert len(boxes) == 3
        assert [box["y"] for box in boxes] == [boxes[0]["y"]] * 3
        assert all(one["x"] + one["width"] < two["x"] for one, two in pairwise(boxes))
        for part in (".best tbody", ".list", ".heat", ".known form"):
            box = page.locator(part).last.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= DESKTOP["height"], part
        assert page.evaluate("[innerWidth, innerHeight]") == page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )


def test_advice_is_a_table_that_says_what_experiments_need_and_leave(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=3, colours=3)
        page.locator(".advice").wait_for()
        columns = ["experiment", "still needed", "codes left", "mean", "most", "mean", "most"]
        assert page.locator(".advice thead th").all_inner_texts() == columns
        first = page.locator(".advice tbody").first
        assert first.locator("th").inner_text().split() == ["Take", "0", "0", "1"]
        assert first.locator("tr").first.locator("td").all_inner_texts() == ["2.704", "4", "4.4", "6"]
        assert first.locator(".about").inner_text().split("\n") == [
            *("8 outcomes", "can be the code", ""),
            "max-models 1 of 24 needs 2.741, at most 4",
            "exp-models, ent-models, parts 1 of 18, optimal: proved, nobody can do better",
            "Split",
        ]
