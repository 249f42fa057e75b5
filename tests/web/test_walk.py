"""The page that `cobra export --to html` writes, in a browser, from the disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import cobra
from cobra.export.html import PAGE, SCRIPTS
from cobra.strategy.strategy import Strategy
from tests.export.pages import data_of, hostile, page, plays
from tests.strategy.made import one_step
from tests.unseen.test_noise import coin
from tests.web.browser import watched
from tests.web.texts import table
from tests.web.walked import heading, opened, outcomes

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_a_walk_to_a_leaf_shows_what_is_left(chromium: Browser, tmp_path: Path, strategy: Strategy) -> None:
    data = data_of(page(strategy))
    rank, code, play = max(zip(data["ranks"], data["codes"], plays(data), strict=True))
    assert rank == 1295
    with opened(chromium, tmp_path, strategy) as seen:
        assert seen.page.title() == "Mastermind"
        left = data["codes"]
        for number, (experiment, outcome, _) in enumerate(play, 1):
            assert seen.page.locator(".label").inner_text() == f"Experiment {number}"
            assert heading(seen.page) == experiment
            codes = seen.page.locator(".codes button > span").all_inner_texts()
            assert codes == sorted(left)[:200] or len(left) == 1
            row = seen.page.locator(".outcomes button", has=seen.page.get_by_text(outcome, exact=True))
            before = [(other, steps) for other, steps in zip(data["codes"], plays(data), strict=True)]
            left = [
                other
                for other, steps in before
                if [step[:2] for step in steps[:number]] == [step[:2] for step in play[:number]]
            ]
            assert row.locator(".count").inner_text() == f"{len(left)} code{'s' * (len(left) > 1)}"
            row.click()
        assert left == [code]
        assert heading(seen.page) == code
        assert seen.page.locator(".label").inner_text() == f"Over after {len(play)} experiments"
        steps = seen.page.locator(".trail li").all_text_contents()
        assert steps == ["Start", *(f"{experiment}{outcome}" for experiment, outcome, _ in play)]


def test_a_code_is_looked_up(chromium: Browser, tmp_path: Path, strategy: Strategy) -> None:
    with opened(chromium, tmp_path, strategy) as seen:
        box = seen.page.get_by_role("combobox")
        seen.page.keyboard.press("Control+k")
        seen.page.keyboard.type("3 4 1")
        assert seen.page.get_by_role("option").all_inner_texts()[:3] == ["3410", "3411", "3412"]
        seen.page.keyboard.press("ArrowDown")
        seen.page.keyboard.press("Enter")
        assert heading(seen.page) == "3411"
        assert box.input_value() == ""
        assert seen.page.locator(".followed").inner_text().split() == ["following", "3411", "×"]
        seen.page.keyboard.press("Home")
        data = data_of(page(strategy))
        first = plays(data)[data["codes"].index("3411")][0][1]
        assert seen.page.locator(".way .outcome").all_inner_texts() == [first]
        seen.page.locator(".outcomes li:not(:has(.way)) button").first.click()
        assert seen.page.locator(".followed.gone").inner_text().split() == ["not", "left:", "3411", "×"]
        seen.page.locator(".followed button").click()
        assert seen.page.locator(".followed").count() == 0
        box.fill("99")
        assert seen.page.get_by_role("option").all_inner_texts() == ["no such code"]
        box.press("Enter")
        box.press("Escape")
        assert not seen.page.get_by_role("listbox").is_visible()


def test_keys_alone_are_enough(chromium: Browser, tmp_path: Path, strategy: Strategy) -> None:
    with opened(chromium, tmp_path, strategy) as seen:
        press = seen.page.keyboard.press
        first = heading(seen.page)
        shown = outcomes(seen.page)
        press("3")
        second = heading(seen.page)
        assert second != first
        assert seen.page.evaluate("document.activeElement.matches('.outcomes li:first-child button')")
        press("ArrowDown")
        press("ArrowDown")
        press("ArrowUp")
        chosen = seen.page.locator(":focus .outcome").inner_text()
        assert chosen == outcomes(seen.page)[1]
        left = int(seen.page.locator(":focus .count").inner_text().split()[0])
        assert seen.page.locator(".codes .same").count() == left  # its codes are pointed out
        press("Enter")
        trail = seen.page.locator(".trail li b").all_inner_texts()
        assert trail == [shown[2], chosen]
        press("Backspace")
        assert heading(seen.page) == second
        press("Escape")
        assert heading(seen.page) == first
        press("Escape")  # there is nothing more to undo
        assert seen.page.get_by_role("button", name="Undo").is_disabled()
        press("/")
        press("1")  # is text there, not an outcome
        assert heading(seen.page) == first
        press("Escape")
        seen.page.locator(".codes button").first.focus()
        press("ArrowRight")
        press("Enter")
        assert heading(seen.page) == "0001"


def test_the_address_keeps_the_place(chromium: Browser, tmp_path: Path, strategy: Strategy) -> None:
    with opened(chromium, tmp_path, strategy, "#/1B1W/nothing") as seen:
        place = heading(seen.page)
        assert seen.page.locator(".trail li b").all_inner_texts() == ["1B1W"]
        seen.page.keyboard.press("1")
        deeper = heading(seen.page)
        seen.page.reload()
        assert heading(seen.page) == deeper
        seen.page.keyboard.press("Home")
        seen.page.reload()
        assert seen.page.url.endswith("#/")
        assert seen.page.locator(".label").inner_text() == "Experiment 1"
        seen.page.go_back()
        assert heading(seen.page) == deeper
        seen.page.go_back()
        assert heading(seen.page) == place
        seen.page.goto(seen.page.url.split("#")[0] + "#/%")
        assert seen.page.locator(".label").inner_text() == "Experiment 1"


def test_all_codes_are_shown_when_asked_for(chromium: Browser, tmp_path: Path, strategy: Strategy) -> None:
    with opened(chromium, tmp_path, strategy) as seen:
        codes = seen.page.locator(".codes button > span")
        assert codes.count() == 200
        seen.page.get_by_role("button", name="show all 1,296").click()
        assert codes.all_inner_texts() == sorted(data_of(page(strategy))["codes"])
        assert seen.page.get_by_role("button", name="show").count() == 0


def test_hostile_texts_are_shown_and_do_nothing(chromium: Browser, tmp_path: Path) -> None:
    strategy = hostile()
    with opened(chromium, tmp_path, strategy) as seen:
        assert seen.page.locator("h1").inner_text() == "</title><script>boom()</script>"
        assert heading(seen.page) == "</script><script>boom()</script>"
        assert outcomes(seen.page) == ["<b>yes</b> / %2F #", "</script><img src=x onerror=boom()>"]
        seen.page.keyboard.press("2")
        assert heading(seen.page) == '"<!-- <script>"'
        seen.page.keyboard.press("1")
        assert seen.page.locator(".label").inner_text() == "Over after 2 experiments"
        seen.page.reload()
        assert heading(seen.page) == '"<!-- <script>"'
        assert seen.page.locator("img").count() == 0
        seen.page.get_by_role("combobox").fill("IT'S")
        assert seen.page.get_by_role("option").all_inner_texts() == ['"it\'s & \\u003c &lt;"']


def test_weights_are_shares(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, one_step(cobra.load("diagnosis"))) as seen:
        shares = seen.page.locator(".share").all_inner_texts()
        assert abs(sum(float(share.rstrip("%")) for share in shares) - 100) < 1
        data = data_of(page(one_step(cobra.load("diagnosis"))))
        first = {play[0][1] for play in plays(data)}
        assert len(shares) == len(first)


def test_what_is_paid_is_said(chromium: Browser, tmp_path: Path) -> None:
    strategy = cobra.optimal(cobra.load("test-sequencing"), "average-worst").strategy
    assert strategy is not None
    with opened(chromium, tmp_path, strategy) as seen:
        facts = [text.strip() for text in seen.page.locator(".facts > div").all_text_contents()]
        assert facts[0].endswith("the least mean cost of a play, and under it the least greatest cost")
        assert facts[3:5] == ["most cost11.5", "mean cost7.2188"]


def test_codes_that_stay_together(chromium: Browser, tmp_path: Path) -> None:
    text = """game "Halves" secret x : 1..4
    experiment ask(y : 1..2) observe x > 2"""
    with opened(chromium, tmp_path, one_step(cobra.load_text(text))) as seen:
        assert seen.page.locator(".next").all_inner_texts() == ["over", "over"]
        seen.page.keyboard.press("1")
        assert heading(seen.page) == "2 codes"
        assert seen.page.locator(".state").inner_text() == "no experiment tells these codes apart"
        assert seen.page.locator(".codes button").all_inner_texts() == ["1", "2"]


def test_a_code_that_is_known_is_confirmed(chromium: Browser, tmp_path: Path) -> None:
    text = """VARIABLES a, b
    CONSTRAINT Exactly-1(a, b)
    ALPHABET 'x', 'y'
    MAPPING 'p' a, b
    EXPERIMENT "ask" 1
      OUTCOME "yes" p$1
      OUTCOMEX "no" !p$1"""
    with opened(chromium, tmp_path, one_step(cobra.load_text(text))) as seen:
        assert seen.page.locator(".lengths li").all_text_contents() == ["1 of length 1", "1 of length 2"]
        for outcome, note in (("yes", "found"), ("no", "known; the last experiment confirms it")):
            seen.page.get_by_text(outcome, exact=True).click()
            assert seen.page.locator(".state").inner_text() == note
            seen.page.keyboard.press("Escape")


def test_a_code_that_may_have_lied(chromium: Browser, tmp_path: Path) -> None:
    """Number 1 said that it is none of 1 2 3 4: it is followed, with a lie, off the way."""
    with opened(chromium, tmp_path, one_step(cobra.load("liar"))) as seen:
        assert seen.page.locator(".state").inner_text().split("\n") == [
            "8 codes left",
            "at most 6 experiments",
        ]
        assert seen.page.locator(".count").all_inner_texts() == ["4+4 codes", "4+4 codes"]
        assert seen.page.locator(".share").all_inner_texts() == ["", ""]
        seen.page.locator(".outcomes button", has=seen.page.get_by_text("no", exact=True)).click()
        assert seen.page.locator(".state").inner_text().split("\n")[0] == "4+4 codes left"
        codes = seen.page.locator(".codes button")
        assert codes.all_inner_texts() == ["5", "6", "7", "8", "1", "2", "3", "4"]
        assert [codes.nth(place).get_attribute("title") for place in (3, 4)] == [None, "with 1 lie"]
        codes.nth(0).click()
        seen.page.locator(".trail li").nth(1).get_by_role("button").click()
        assert seen.page.locator(".followed").inner_text().split("\n")[:2] == ["following", "5"]
        way = seen.page.locator(".outcomes .way .outcome").all_inner_texts()
        assert way == ["yes"]  # which the second experiment, about 1 2 5 6, is answered in truth
        seen.page.locator(".search input").fill("1")
        seen.page.keyboard.press("Enter")
        assert heading(seen.page) == "1"
        for _ in range(9):
            seen.page.keyboard.press("Escape")
        seen.page.locator(".outcomes button", has=seen.page.get_by_text("no", exact=True)).click()
        assert seen.page.locator(".followed").inner_text().split("\n")[:2] == ["following, with 1 lie", "1"]


def test_a_secret_that_moves_is_not_followed(chromium: Browser, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, one_step(cobra.load("fox"))) as seen:
        assert seen.page.locator(".search").count() == 0
        assert seen.page.locator(".keys kbd").all_inner_texts() == ["1–9", "↑↓", "Esc", "Home", "A", "F"]
        seen.page.keyboard.press("/")
        left = ["1 2 3 4 5", "2 3 4 5", "1 3 4 5", "2 4", "3 5"]
        for place, codes in zip("23423", left, strict=True):
            assert heading(seen.page) == place
            buttons = seen.page.locator(".codes button")
            assert buttons.all_inner_texts() == codes.split()
            assert buttons.nth(0).is_disabled()
            seen.page.locator(".outcomes button", has=seen.page.get_by_text("empty", exact=True)).click()
        assert heading(seen.page) == "4"
        seen.page.keyboard.press("1")
        assert seen.page.locator(".label").inner_text() == "Over after 6 experiments"
        assert seen.page.locator(".state").inner_text() == "found"


def test_chances_are_shares(chromium: Browser, tmp_path: Path) -> None:
    """The coin of tests/unseen/test_noise.py: the second look agrees with the first in 81 of 100 plays."""
    with opened(chromium, tmp_path, one_step(coin(1, "1/10"))) as seen:
        assert "2.190 on average" in seen.page.locator(".state").inner_text()
        seen.page.keyboard.press("1")
        assert seen.page.locator(".share").all_inner_texts() == ["81%", "19%"]
        assert "1.190 on average" in seen.page.locator(".state").inner_text()


def test_a_walk_inside_another_page(chromium: Browser, tmp_path: Path, strategy: Strategy) -> None:
    file = tmp_path / "other.html"
    scripts = "".join((PAGE / name).read_text("utf-8") for name in SCRIPTS)
    file.write_text(f"<!doctype html><input><div></div><script>{scripts}</script>", "utf-8")
    with watched(chromium) as seen:
        seen.page.goto(file.as_uri())
        seen.page.evaluate(
            """([texts, data]) => {
              CobraTexts.take(texts);
              window.walk = CobraWalk.mount(document.querySelector('div'), data);
            }""",
            [table("en"), data_of(page(strategy))],
        )
        first = heading(seen.page)
        seen.page.keyboard.press("3")  # the focus is elsewhere
        assert heading(seen.page) == first
        seen.page.locator(".outcomes button").nth(2).click()
        seen.page.keyboard.press("1")
        assert len(seen.page.evaluate("walk.path()")) == 2
        seen.page.evaluate("walk.go(['1B1W'])")
        assert seen.page.locator(".trail li b").all_inner_texts() == ["1B1W"]
        assert (seen.page.url, seen.page.title()) == (file.as_uri(), "")
        assert seen.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_fits_and_can_be_read(
    chromium: Browser, tmp_path: Path, strategy: Strategy, scheme: Any, width: int
) -> None:
    view: Any = {"width": width, "height": 740}
    with opened(chromium, tmp_path, strategy, color_scheme=scheme, viewport=view) as seen:
        for key in ("5", "3", "1"):
            assert seen.page.evaluate("document.documentElement.scrollWidth") == width
            for name in ("h2", ".label", ".state b", ".outcome", ".next", ".share", ".facts small"):
                assert contrast(seen.page, name) >= 4.5, name
            seen.page.keyboard.press(key)


def contrast(page: Page, name: str) -> float:
    """Return the contrast of an element's text with what is behind it, by the formula of the WCAG."""
    ratio: float = page.evaluate(
        """(name) => {
          const parts = (colour) => colour.match(/[0-9.]+/g).map(Number);
          const light = (colour) => parts(colour).slice(0, 3).map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
            .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
          let behind = document.querySelector(name);
          const front = light(getComputedStyle(behind).color);
          while (parts(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
          const back = light(getComputedStyle(behind).backgroundColor);
          return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
        }""",
        name,
    )
    return ratio


def test_long_plays_and_large_letters_fit(chromium: Browser, tmp_path: Path) -> None:
    numbers = one_step(cobra.load("higher-lower", {"n": 40}), "first")
    size: Any = {"width": 1280, "height": 740}
    with opened(chromium, tmp_path, numbers, viewport=size) as seen:
        for width, letters in ((1280, 16), (360, 16), (360, 24)):
            seen.page.set_viewport_size({"width": width, "height": 740})
            seen.page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", letters)
            assert seen.page.evaluate("document.documentElement.scrollWidth") == width, letters
