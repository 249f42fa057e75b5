"""*Compare* on the page: sizes, scores of one's own, sorting, files, and what a reload keeps."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from tests.web.playing import PHONE, opened, reload, start
from tests.web.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.thorough

SVG = "{http://www.w3.org/2000/svg}"


def compare(page: Page) -> None:
    """Compare three strategies in two sizes."""
    start(page, "mastermind", pegs=3, colours=3)
    page.get_by_role("link", name="Compare").click()
    for name in ("exp-models", "ent-models"):
        page.get_by_label(name).uncheck()
    page.get_by_text("More strategies and scores").click()
    page.get_by_label("larmouth").check()
    page.get_by_label("Your own").fill("min sum(n^2)")
    page.get_by_text("Sizes, time and objective").click()
    page.get_by_label("colours").fill("3,4")
    page.get_by_role("button", name="Compare").click()
    page.locator(".comparison").wait_for()


def column(page: Page, place: int) -> list[str]:
    return page.locator(f".comparison tbody tr > :nth-child({place})").all_inner_texts()


def saved(page: Page, folder: Path) -> None:
    """Save what is shown in all ways, and read it."""
    files = {}
    for ending in ("csv", "svg", "json"):
        with page.expect_download() as download:
            page.get_by_role("button", name=ending, exact=True).click()
        assert download.value.suggested_filename == f"mastermind-comparison.{ending}"
        download.value.save_as(folder / ending)
        files[ending] = (folder / ending).read_text("utf-8")
    table = list(csv.DictReader(files["csv"].splitlines()))
    assert [(line["colours"], line["strategy"]) for line in table[2:6]] == [
        *(("3", "optimal"), ("3", "larmouth"), ("3", "min sum(n^2)"), ("4", "max-models"))
    ]
    document = json.loads(files["json"])
    assert [one["parameters"] for one in document["instances"]] == [
        {"pegs": 3, "colours": 3},
        {"pegs": 3, "colours": 4},
    ]
    assert table[2]["total"] == str(document["instances"][0]["rows"][2]["total"]) == "73"
    picture = ElementTree.fromstring(files["svg"])
    headings = [text.text for text in picture.iter(f"{SVG}text") if text.get("class") == "heading"]
    assert headings[:2] == ["averages", "max-models, colours = 3, average 2.7407"]
    assert len(headings) == 11
    assert len(list(picture.iter(f"{SVG}polyline"))) == 5


def test_sizes_and_scores_are_compared_sorted_saved_and_kept(
    chromium: Browser, server: Server, tmp_path: Path
) -> None:
    with opened(chromium, server) as page:
        compare(page)
        heads = page.locator(".comparison thead th").all_inner_texts()
        assert heads == [
            *("colours", "strategy", "first", "worst", "average", "above optimal", "tree", "time"),
            "codes by length",
        ]
        strategies = ["max-models", "parts", "optimal", "larmouth", "min sum(n^2)"]
        assert column(page, 2) == 2 * strategies
        assert column(page, 1) == 5 * ["3"] + 5 * ["4"]
        saved(page, tmp_path)
        by_average = page.get_by_role("button", name="average")
        by_average.press("Enter")  # the focus stays
        averages = [float(text.split()[0]) for text in column(page, 5)]
        assert averages == sorted(averages)
        assert len(set(averages)) > 2
        page.keyboard.press("Enter")
        assert page.locator("[aria-sort=descending]").inner_text() == "average ▼"
        falling = column(page, 5)
        assert [float(text.split()[0]) for text in falling] == averages[::-1]
        state = page.locator(".curves title").first.text_content()
        reload(page)
        page.locator(".comparison").wait_for()
        assert column(page, 5) == falling
        assert page.locator(".curves title").first.text_content() == state
        assert page.get_by_label("Your own").input_value() == "min sum(n^2)"
        assert page.get_by_label("colours").input_value() == "3,4"
        assert page.get_by_label("larmouth").is_checked()
        assert not page.get_by_label("exp-models").is_checked()
        page.get_by_label("Your own").fill("max parts")  # not compared yet
        reload(page)
        page.locator(".comparison").wait_for()
        assert page.get_by_label("Your own").input_value() == "max parts"
        assert column(page, 5) == falling


def test_a_phone_shows_all_of_the_averages_with_their_names_at_once(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server, viewport=PHONE) as page:
        start(page, "mastermind", pegs=2, colours=2)
        page.get_by_role("link", name="Compare").click()
        page.get_by_label("optimal", exact=True).uncheck()
        page.get_by_text("Sizes, time and objective").click()
        colours = page.get_by_label("colours")
        colours.fill("")
        page.get_by_text("Sizes, time and objective").click()
        page.get_by_role("button", name="Compare").click()
        assert colours.evaluate("field => field === document.activeElement")  # and says what is missing
        colours.fill("2..3")
        page.get_by_role("button", name="Compare").click()
        names = page.locator(".curves:visible .name")
        names.first.wait_for()
        assert names.all_text_contents() == ["max-models", "exp-models", "ent-models", "parts"]
        boxes = [box for one in names.all() if (box := one.bounding_box()) is not None]
        assert len(boxes) == 4
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in boxes)
        chart = page.locator(".scroll:has(.curves)")
        assert chart.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0


@pytest.mark.slow
def test_a_wrong_score_and_a_wrong_size_are_said(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=2)
        page.get_by_role("link", name="Compare").click()
        page.get_by_text("More strategies and scores").click()
        page.get_by_label("Your own").fill("min summ(n)")
        page.get_by_role("button", name="Compare").click()
        page.locator(".error").get_by_text("summ").wait_for()
        page.get_by_label("Your own").fill("")
        page.get_by_text("Sizes, time and objective").click()
        page.get_by_label("pegs").fill("0..1")
        page.get_by_role("button", name="Compare").click()
        page.locator(".note").get_by_text("pegs = 0: pegs = 0 is outside 1..12").wait_for()
        assert set(column(page, 1)) == {"1"}


@pytest.mark.slow
def test_a_search_goes_on_after_a_reload_and_cancelling_keeps_what_is_known(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=5, colours=8)
        page.get_by_role("link", name="Compare").click()
        for name in ("max-models", "exp-models", "ent-models", "parts"):
            page.get_by_label(name, exact=True).uncheck()
        page.get_by_label("first").check()
        page.get_by_role("button", name="Compare").click()
        doing = page.locator(".doing")
        doing.get_by_text("average ").wait_for()
        reload(page)
        doing.get_by_text("average ").wait_for()
        said = doing.inner_text()
        assert " … " in said  # the interval
        assert said.endswith(" s")  # and the time
        page.get_by_role("button", name="Cancel").click()
        page.locator(".comparison").wait_for()
        optimal = page.locator(".comparison tbody tr", has=page.get_by_text("optimal", exact=True))
        assert "optimum: " in optimal.locator(".average").inner_text()
        page.get_by_text("This is what was found by then.").wait_for()
