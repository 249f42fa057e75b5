"""The page of `cobra serve` in a browser with a server behind it, all but whole games: one long list."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from struct import unpack
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import watched
from tests.web.playing import (
    DESKTOP,
    PHONE,
    add,
    comparing,
    ending,
    left,
    of_the_page,
    opened,
    own_game,
    pick,
    reload,
    rows,
    start,
    walking,
    weighing,
    write,
    written,
)
from tests.web.server import Server
from tests.web.test_page_games import pegs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route


pytestmark = pytest.mark.thorough


def test_a_contradiction_is_shown_at_the_answers_and_repaired(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind")
        add(page, "0011", "1B1W")
        left(page, 208)
        add(page, "2345", "1 black")  # as people type
        add(page, "2233", "4B0W")
        clash = page.locator(".contradiction")
        assert clash.locator("b").inner_text() == "No code fits. Answers 2 and 3 contradict each other."
        assert [row.get_attribute("class") for row in rows(page, 3).all()] == ["row"] + 2 * ["row clash"]
        repair = page.get_by_role("button", name="Change answer 3 to 1B0W leaves")
        count = int(repair.locator("small").inner_text().split()[0])
        codes = [f"{n:04}" for n in range(5556) if set(f"{n:04}") <= set("012345")]
        answers = {"0011": (1, 1), "2345": (1, 0), "2233": (1, 0)}
        fitting = [code for code in codes if all(pegs(code, g) == answer for g, answer in answers.items())]
        assert count == len(fitting)
        repair.click()
        left(page, count)
        assert page.locator(".contradiction").count() == 0
        assert rows(page, 3).last.locator(".given").inner_text() == "1B0W"


def test_what_there_was_no_time_to_find_out_of_a_contradiction_is_said(
    chromium: Browser, server: Server
) -> None:
    """Whether one answer changed is enough, and how many codes a repair leaves."""
    kept = 1

    def hurried(route: Route) -> None:
        answer = route.fetch().json()
        if found := answer["contradiction"]:
            found["complete"] = False
            found["repairs"] = [one | {"codes": None} for one in found["repairs"][:kept]]
        route.fulfill(json=answer)

    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=3)
        page.route("**/api/position", hurried)
        add(page, "001", "1B0W")
        add(page, "001", "2B0W")
        repair = page.locator(".repair")
        repair.wait_for()
        assert repair.all_text_contents() == ["Change answer 1 to 2B0W"]
        page.locator(".contradiction").get_by_text("Choose what the answer was").wait_for()
        kept = 0
        add(page, "012", "0B0W")
        hint = "No change of a single answer that repairs it was found in the time there is: edit or remove"
        page.locator(".contradiction").get_by_text(hint).wait_for()


def test_rows_are_edited_removed_and_undone(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, refused=1) as page:
        start(page, "mastermind")
        add(page, "0011", "1B1W")
        add(page, "0213", "1,1")
        page.get_by_role("button", name="Edit 1: 0011 1B1W").click()
        page.locator(".edited").get_by_label("Experiment").fill("001x")
        page.get_by_role("button", name="Save").click()
        page.locator(".edited").get_by_text("x is none of the symbols of g[4]: 0 1 2 3 4 5").wait_for()
        page.locator(".edited").get_by_label("Experiment").fill("0022")
        page.locator(".edited").get_by_role("button", name="0 W").click()
        page.get_by_role("button", name="Save").click()
        page.get_by_role("button", name="Edit 1: 0022 1B0W").wait_for()
        page.get_by_role("button", name="Remove 1: 0022 1B0W").click()
        page.get_by_role("button", name="Edit 1: 0213 1B1W").wait_for()
        page.get_by_role("button", name="Undo").click()
        left(page, 1296)
        rows(page, 0)


def test_a_page_that_is_loaded_again_goes_on(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "counterfeit-coin", "I guess", coins=5)
        page.get_by_label("Experiment", exact=True).fill("1 | 2")
        page.get_by_role("button", name="Ask").click()
        answer = rows(page, 1).last.locator(".given").inner_text()
        reload(page)
        assert rows(page, 1).last.locator(".given").inner_text() == answer
        page.get_by_role("button", name="Give up").click()
        secret = ending(page).removeprefix("The code was ").removesuffix(".")  # it is still the same
        left_heavier, right_heavier = "odd 1, heavy odd 2, not heavy", "odd 2, heavy odd 1, not heavy"
        assert answer == (
            "left heavier"
            if secret in left_heavier
            else "right heavier"
            if secret in right_heavier
            else "balance"
        )
        page.get_by_role("link", name="Games").click()
        start(page, "sorting", n=3)
        left(page, 6)
        reload(page)
        left(page, 6)
        rows(page, 0)


def test_the_focus_stays_where_it_is_needed(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "sorting", n=3)
        left(page, 6)
        page.get_by_label("Experiment", exact=True).fill("1 | 2")
        page.get_by_role("button", name="< 3 codes").press("Enter")
        rows(page, 1)
        left(page, 3)
        assert page.locator(":focus").get_attribute("aria-label") == "Experiment"
        page.get_by_role("button", name="Edit 1: 1 | 2 <").press("Enter")
        assert page.locator(":focus").input_value() == "1 | 2"
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Edit 1: 1 | 2 <").wait_for()
        page.get_by_label("Help me").focus()
        page.keyboard.press("ArrowRight")
        page.get_by_role("button", name="Ask").wait_for()
        page.keyboard.press("ArrowRight")  # through the roles
        page.locator(".asked .pick").first.wait_for()
        assert page.locator(":focus").get_attribute("value") == "make"


def test_reasons_are_told(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, refused=1) as page:
        start(page, "mastermind")
        add(page, "0012", "1B1W")
        add(page, "0304", "0B2W")
        page.get_by_role("button", name="Why?").click()
        page.get_by_text("5041 splits the 34 codes left into 12 parts.").wait_for()
        page.get_by_label("A code").fill("1234")
        page.get_by_role("button", name="Is it possible?").click()
        page.get_by_text("1234 is excluded by answer 1: 0012 would have been 0B2W, not 1B1W.").wait_for()
        page.get_by_label("A code").fill("12345")
        page.get_by_role("button", name="Is it possible?").click()
        page.locator(".known .error").get_by_text("'12345' is not a code").wait_for()
        page.get_by_label("Experiment", exact=True).fill("0000")
        page.get_by_role("button", name="Compare it with the best").click()
        page.get_by_text("It takes 0.7941 experiments more than 5041 on average.").wait_for()
        add(page, "5041", "4B0W")
        page.get_by_role("button", name="Review").click()
        moves = page.locator(".review tbody tr")
        moves.first.wait_for()
        assert [move.locator("td").all_inner_texts()[2:] for move in moves.all()] == [
            ["1,296 → 230", "as good", "0.000", "-0.129"],
            ["230 → 34", "as good", "0.000", "-0.148"],
            ["34 → 1", "as good", "0.000", "+1.618"],
        ]


def test_what_cannot_be_read_is_said_at_its_place(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, refused=2) as page:
        start(page, "mastermind")
        page.get_by_label("Experiment", exact=True).fill("00117")
        page.get_by_text("g has 4 symbols, not 5").wait_for()
        page.get_by_label("Experiment", exact=True).fill("0011")
        page.locator(".live .answer .typed").fill("9B9W")
        page.get_by_role("button", name="Add").click()
        page.locator(".live .error").get_by_text("'9B9W' is no outcome of this experiment").wait_for()


def test_a_game_of_ones_own(chromium: Browser, server: Server) -> None:
    text = """
game "Say <b>cheese</b>"
secret word[1..2] : {"<i>" "&amp;" "plain"}
experiment guess(g[1..2] : {"<i>" "&amp;" "plain"})
  observe count(i in 1..2 : word[i] = g[i]) as "{} <u>right</u>"
"""
    with opened(chromium, server, refused=1) as page:
        page.get_by_text("A game of your own").click()
        write(page, text.replace("observe", "observ"))
        page.get_by_role("button", name="Help me").click()
        page.locator(".beside .error").get_by_text("observ").wait_for()
        write(page, text)
        page.get_by_role("button", name="Help me").click()
        left(page, 9)
        assert page.title() == "Say <b>cheese</b> · cobra"
        assert page.locator("main").locator("i, u").count() == 0
        page.get_by_role("button", name="<i>", exact=True).click()
        page.get_by_role("button", name="&amp;", exact=True).click()
        page.get_by_role("button", name="2 <u>right</u>").click()
        assert ending(page) == 'The code is <i> "&amp;": 1 experiment.'


def test_what_is_asked_for_is_shown(chromium: Browser, server: Server) -> None:
    text = """
game "Odd or even"
secret n : 1..6
goal n % 2
experiment large() observe if n > 1 then "yes" else "no"
experiment odd() observe n % 2
"""
    with opened(chromium, server) as page:
        own_game(page, text)
        left(page, 6)
        goals = page.get_by_label("Asked for")
        assert goals.inner_text().split() == ["n", "%", "2", "0", "50", "%,", "1", "50", "%"]
        page.get_by_label("Experiment", exact=True).fill("large")
        pick(page, "yes")
        left(page, 5)
        assert goals.inner_text().split() == ["n", "%", "2", "0", "60", "%,", "1", "40", "%"]
        page.get_by_label("Experiment", exact=True).fill("odd")
        pick(page, "1")
        assert ending(page) == "Found out: n % 2 = 1. 2 experiments."
        assert page.locator(".goals .found").inner_text() == "1"


def test_what_nothing_is_below_is_rounded_down_where_strategies_are_compared(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=3, colours=4)
        page.get_by_role("link", name="Compare").click()
        page.get_by_label("optimal").uncheck()
        page.get_by_role("button", name="Compare").click()
        page.get_by_text("No strategy has an average under 2.8437 or a worst case under 3.").wait_for()


def test_names_of_outcomes_keep_their_blanks(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        own_game(
            page,
            'secret s : 1..3 experiment ask() outcome "a b" : s = 1 outcome "a  b" : s = 2 '
            'outcome " a b" : s = 3',
        )
        page.get_by_label("Experiment", exact=True).fill("ask")
        names = page.locator(".pick b")
        names.first.wait_for()
        assert names.all_inner_texts() == ["a b", "a  b", " a b"]
        names.nth(1).click()
        assert rows(page, 1).locator(".given").inner_text() == "a  b"


def test_strategies_are_compared(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=3, colours=4)
        page.get_by_role("link", name="Compare").click()
        page.get_by_label("ent-models").uncheck()
        page.get_by_role("button", name="Compare").click()
        lines = page.locator(".comparison tbody tr")
        lines.first.wait_for()
        found = [
            (
                line.locator("th").inner_text(),
                line.locator(".worst").inner_text(),
                line.locator(".average").inner_text().split(),
            )
            for line in lines.all()
        ]
        assert found == [
            ("max-models", "4", ["3.3750", "216/64"]),
            ("exp-models", "4", ["3.2500", "208/64"]),
            ("parts", "4", ["3.2500", "208/64"]),
            ("optimal", "4", ["3.2188", "206/64", "nobody", "can", "do", "better"]),
        ]
        plot = page.locator(".histogram").first
        assert plot.locator("title").text_content() == "max-models: 1 in 1, 3 in 2, 31 in 3, 29 in 4"
        heights = [float(column.get_attribute("height") or "") for column in plot.locator("rect").all()]
        assert heights == [*sorted(heights[:3]), pytest.approx(heights[2] * 29 / 31)]


def test_long_work_is_cancelled(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=4, colours=8)
        page.get_by_role("link", name="Strategy").click()
        page.get_by_label("Strategy", exact=True).select_option("optimal")
        page.get_by_role("button", name="Show", exact=True).click()
        page.get_by_role("progressbar").wait_for()
        page.get_by_role("button", name="Cancel").click()
        page.get_by_text("Cancelled.").wait_for()
        page.get_by_role("button", name="Show", exact=True).click()
        page.get_by_role("progressbar").wait_for()
        page.get_by_label("Strategy", exact=True).select_option("first")
        page.get_by_role("button", name="Show", exact=True).click()  # instead of the other
        page.locator(".cobra-walk").wait_for()


def test_a_strategy_is_walked_to_a_leaf_and_kept(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=3)
        page.get_by_role("link", name="Strategy").click()
        page.get_by_label("Strategy", exact=True).select_option("optimal")
        page.get_by_label("Objective").select_option("worst-average")
        page.get_by_role("button", name="Show", exact=True).click()
        walk = page.locator(".cobra-walk")
        secret, guess = "21", ""
        for number in range(1, 4):
            assert walk.locator(".now .label").inner_text() == f"Experiment {number}"
            guess = walk.locator(".now h2").inner_text()
            walk.locator(".outcome").get_by_text("{}B{}W".format(*pegs(secret, guess)), exact=True).click()
            if guess == secret:
                break
        assert walk.locator(".now .label").inner_text() == f"Over after {number} experiments"
        assert walk.locator(".now h2").inner_text() == secret
        for name, suffix, first in (
            ("strategy", "strategy.json", "{"),
            ("svg", "svg", "<svg"),
            ("html", "html", "<!doctype html>"),
        ):
            with page.expect_download() as kept:
                page.locator(".downloads").get_by_role("button", name=name).click()
            assert kept.value.suggested_filename == f"mastermind-optimal.{suffix}"
            assert Path(kept.value.path()).read_text("utf-8").startswith(first)


def test_the_page_without_its_token_says_so(chromium: Browser, server: Server) -> None:
    with watched(chromium) as seen:
        seen.page.goto(f"http://{server.host}/")
        seen.page.locator("main .error").get_by_text("open the address that cobra serve printed").wait_for()
        assert of_the_page(seen) == []


def choosing(page: Page) -> None:
    page.locator("[data-game=mastermind] summary").click()


def advised(page: Page) -> None:
    start(page, "mastermind")
    add(page, "0012", "1B1W")
    page.locator(".take").first.click()
    page.locator(".live .answer").wait_for()


def clashing(page: Page) -> None:
    start(page, "mastermind")
    add(page, "0011", "1B1W")
    add(page, "2233", "4B0W")


def spelling(page: Page) -> None:
    start(page, "wordle")
    add(page, "raise", "yg---")
    page.locator(".advice").wait_for()


@pytest.mark.slow  # `test_access.py` looks at the widths of all views
@pytest.mark.parametrize("shown", [choosing, advised, clashing, weighing, spelling, comparing, walking])
def test_nothing_sticks_out_on_a_phone_or_a_desktop(
    chromium: Browser, server: Server, tmp_path: Path, shown: Callable[[Page], None]
) -> None:
    for viewport, scheme in ((DESKTOP, "light"), (PHONE, "dark")):
        with opened(chromium, server, viewport=viewport, color_scheme=scheme) as page:
            shown(page)
            picture = page.screenshot(full_page=True, path=tmp_path / f"{shown.__name__}-{scheme}.png")
            assert unpack(">I", picture[16:20])[0] == viewport["width"]


def test_tiles_and_numbers_follow_what_is_typed(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "wordle")
        page.get_by_label("Experiment", exact=True).fill("raise")
        answer = page.locator(".live .answer .typed")
        hint = page.locator(".live .hint")
        for typed in ("gg-y-", "🟩🟩⬛🟨⬛", "green green grey yellow grey", "GG-Y-"):
            answer.fill(typed)
            marks = [tile.get_attribute("class") or "" for tile in page.locator(".live .tile").all()]
            shown = [mark.split()[-1] for mark in marks]
            assert shown == ["green", "green", "grey", "yellow", "grey"], typed
        hint.get_by_text("contradicts what is known").wait_for()  # as it is spelt in full
        answer.fill("yg---")
        hint.get_by_text("leaves 3 codes").wait_for()
        page.get_by_role("link", name="Games").click()
        start(page, "mastermind")
        page.get_by_label("Experiment", exact=True).fill("0011")
        for typed in ("1 black 2 white", "1,2", "2w 1b", "1B2W"):
            answer.fill(typed)
            pressed = page.locator(".live .chip[aria-pressed=true]")
            assert [one.get_attribute("aria-label") for one in pressed.all()] == ["1 B", "2 W"], typed
        codes = ("".join(code) for code in product("012345", repeat=4))
        count = sum(pegs(code, "0011") == (1, 2) for code in codes)
        hint.get_by_text(f"leaves {count} codes").wait_for()


def test_an_answer_of_many_is_chosen_or_typed(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "black-box", size=5, atoms=2)
        page.locator(".take").first.click()
        buttons = page.locator(".live .pick")
        page.locator(".live .pick small").first.wait_for()  # how many codes each leaves
        split = {one.locator("b").inner_text(): one.locator("small").inner_text() for one in buttons.all()}
        assert len(split) > 12
        assert sum(int(codes.split()[0].replace(",", "")) for codes in split.values()) == 300
        assert (
            page.locator(".live .answer .typed").get_attribute("placeholder")
            == f"such as {next(iter(split))}"
        )
        page.locator(".live .answer .typed").fill("hit")
        page.get_by_role("button", name="Add").click()
        left(page, int(split["hit"].split()[0]))


def test_word_lists_are_chosen_and_remembered(chromium: Browser, server: Server, tmp_path: Path) -> None:
    words = tmp_path / "mine.txt"
    words.write_text("crane\nstone\nslate\n", "utf-8")
    with opened(chromium, server) as page:
        card = page.locator("[data-game=wordle]")
        assert "Comes with 200 words and 300 words; or choose yours." in card.inner_text()
        card.locator("summary").click()
        card.get_by_label("answers: a file of yours").set_input_files(words)
        card.get_by_text("mine.txt: 3 words").wait_for()
        card.get_by_role("button", name="Play").click()
        left(page, 3)
        add(page, "audio", "-----")
        page.locator(".contradiction").get_by_text(
            "its list has 3 words. A longer list can be chosen"
        ).wait_for()
        page.get_by_role("link", name="Games").click()
        reload(page)
        card.locator("summary").click()
        card.get_by_text("mine.txt: 3 words").wait_for()
        card.get_by_role("button", name="Back to wordle_answers.txt").click()
        card.get_by_role("button", name="Play").click()
        left(page, 200)


def test_carets_stand_below_what_is_wrong(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, refused=1) as page:
        page.get_by_text("A game of your own").click()
        write(page, written(page).replace("on[i] = on[j]", "on[i] = of[j]"))
        page.get_by_role("button", name="Help me").click()
        wrong = page.locator(".beside .error")
        wrong.get_by_text("of").wait_for()
        lines = wrong.inner_text().splitlines()
        line = next(place for place, one in enumerate(lines) if "observe on[i]" in one)
        assert lines[line + 1].index("^") == lines[line].index("of[j]")
        style = "one => [getComputedStyle(one).whiteSpace, getComputedStyle(one).fontFamily]"
        space, family = wrong.evaluate(style)
        assert (space, "monospace" in family) == ("pre", True)


def test_what_is_clearly_worse_is_none_of_the_best(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "counterfeit-coin", coins=40)
        page.locator(".advice").first.wait_for()
        best = page.locator(".best > .advice, .best > div > .advice").first
        needed = "tbody tr:first-child td:nth-child(2)"
        least = [float(one) for one in best.locator(needed).all_inner_texts()]
        assert least
        assert max(least) <= 1.1 * min(least)
        found = [float(one) for one in page.locator(f".others {needed}").all_text_contents()]
        assert found
        assert min(found) > 1.1 * min(least)


def test_a_sample_is_called_so_with_its_spread(chromium: Browser, server: Server) -> None:
    def sampled(route: Route) -> None:
        answer = route.fetch().json()
        first = answer["advice"][0]
        first |= {"sampled": True, "split": [["0B0W", 300], ["1B0W", 100]]}
        first["strategies"] = [
            {
                "name": "parts",
                "expected": None,
                "worst": None,
                "lost": 0,
                "cost": None,
                "as_good": None,
                "proved": False,
            }
        ]
        route.fulfill(json=answer | {"advice": [first]})

    with opened(chromium, server) as page:
        page.route("**/api/advice", sampled)
        start(page, "mastermind")
        figures = page.locator(".advice .figures span")
        figures.first.wait_for()
        assert figures.all_inner_texts()[:4] == [
            "in a sample of 400 codes:",
            "2 outcomes",
            "the largest has 75.0 ± 2.2 % of them",
            "62.5 ± 2.2 % left on average",
        ]
        page.get_by_text("Split", exact=True).click()
        shares = page.locator(".advice .split .figure").all_inner_texts()
        assert shares == ["75.0 ± 2.2 %", "25.0 ± 2.2 %"]


def test_a_sample_does_not_tell_what_an_answer_leaves(chromium: Browser, server: Server) -> None:
    """An answer that no code of it gives contradicts nothing."""

    def sampled(route: Route) -> None:
        answer = route.fetch().json()
        route.fulfill(json=answer | {"split": [["0B0W", 300], ["1B0W", 100]], "sampled": is_sampled})

    is_sampled = False
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=3)
        page.route("**/api/split", sampled)
        hint, answer = page.locator(".live .hint"), page.locator(".live .answer .typed")
        for experiment, told in (("01", ["leaves 300 codes", "contradicts what is known"]), ("02", ["", ""])):
            page.get_by_label("Experiment", exact=True).fill(experiment)
            page.locator(".live details").wait_for()
            for outcome, said in zip(["0B0W", "2B0W"], told, strict=True):
                answer.fill(outcome)
                assert hint.inner_text() == said
            is_sampled = True


def test_a_move_after_the_end_is_reviewed(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=3)
        add(page, "01", "1B0W")
        add(page, "00", "2B0W")
        page.get_by_role("button", name="Edit 1: 01 1B0W").click()
        page.locator(".edited").get_by_label("Experiment").fill("00")
        page.locator(".edited .answer .typed").fill("2B0W")
        page.locator(".edited").get_by_role("button", name="Save").click()
        page.get_by_role("button", name="Edit 1: 00 2B0W").wait_for()
        page.get_by_role("button", name="Review").click()
        page.locator(".review").wait_for()
        cells = [row.locator("td").all_inner_texts() for row in page.locator(".review tbody tr").all()]
        assert [(row[2], row[4]) for row in cells] == [("9 → 1", "0.333"), ("1 → 1", "1.000")]
        assert cells[1][3] == "-"


def test_a_move_that_beats_what_it_is_compared_with(chromium: Browser, server: Server) -> None:
    def beaten(route: Route) -> None:
        job = route.fetch().json()
        if job.get("result"):
            job["result"]["moves"][0]["judgement"] |= {"reference": "ent-models", "loss": -0.0251}
            job["result"]["loss"] = -0.0251
        route.fulfill(json=job)

    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=3)
        add(page, "00", "2B0W")
        page.route("**/api/jobs/*", beaten)
        page.get_by_role("button", name="Review").click()
        move = page.locator(".review tbody tr")
        move.wait_for()
        assert move.locator("td").all_inner_texts()[3:5] == ["better than ent-models", "-0.025"]
        page.get_by_text("By the choice of experiments 0.025 were gained on average;").wait_for()
