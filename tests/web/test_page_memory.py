"""The page of `cobra serve` for games with a state, prices and lost plays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cobra.errors import GameError
from cobra.web import comparing, long_work, questions
from cobra.web.allowance import Allowance
from cobra.web.work import Work
from tests.memory.test_playing import WEIGHED
from tests.web.playing import PATIENCE, ending, left, opened, own_game, pick, rows, start
from tests.web.server import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

EGGS = {"name": "egg-drop", "parameters": {"floors": 8}}
SEARCH = {"name": "priced-search", "parameters": {}}
NOT_JUDGED = "Moves are not judged as long as some code will be lost, as losing has no cost."
EXPLAINED = "1 leaves: whole 3, then left = 1; broken 1."


def ask(operation: Any, **members: object) -> Any:
    work = Work(Allowance(threads=1), lambda what, done, total: None)
    return json.loads(operation(work, json.dumps(members).encode())[0])


def standing(page: Page, text: str) -> None:
    """Wait until the state is shown so."""
    page.locator("#standing").get_by_text(text, exact=True).wait_for()


def throw(page: Page, floor: str, answer: str) -> None:
    page.get_by_label("Experiment", exact=True).fill(floor)
    pick(page, answer)


def test_what_the_server_says_of_a_game_with_a_state() -> None:
    broken = [["4", "broken"]]
    assert ask(questions.game, game=EGGS)["memory"] is True
    position = ask(questions.position, game=EGGS, history=broken)
    assert (position["codes"], position["standing"], position["lost"]) == (4, "left = 1", False)
    assert [row["standing"] for row in position["rows"]] == ["left = 1"]
    (advised,) = ask(questions.advice, game=EGGS, history=broken)["advice"]
    assert (advised["experiment"], {one["expected"] for one in advised["strategies"]}) == ("1", {2.25})
    assert ask(questions.next_experiment, game=EGGS, history=broken, strategy="optimal")["experiment"] == "1"
    assert ask(questions.why, game=EGGS, history=broken)["sentences"][1] == EXPLAINED
    lost = ask(questions.position, game=EGGS, history=[*broken, ["2", "broken"]])
    assert (lost["over"], lost["lost"], lost["standing"]) == (True, True, "left = 0")


def test_what_the_server_says_of_a_game_with_prices() -> None:
    advice = ask(questions.advice, game=SEARCH, history=[["8", "left of it"]])["advice"]
    costs = {one["name"]: one["cost"] for advised in advice for one in advised["strategies"]}
    assert costs["optimal"] == 88 / 7
    compared = ask(comparing.compare_strategies, kind="compare", game=SEARCH, strategies=["parts", "optimal"])
    assert [row["shown"]["cost"] for row in compared["instances"][0]["rows"]] == [
        "52.2667, at most 119",
        "33.0667, at most 49",
    ]
    reviewed = ask(long_work.review, kind="review", game=SEARCH, history=[["8", "left of it"]])
    assert reviewed["standings"] == ["8 paid"]
    assert (reviewed["loses"], reviewed["moves"][0]["judgement"]["reference"]) == (False, "optimal")
    reviewed = ask(long_work.review, kind="review", game=EGGS, history=[["4", "broken"], ["2", "broken"]])
    assert (reviewed["lost"], reviewed["loses"], reviewed["expected"]) == (True, True, None)
    assert [move["judgement"] for move in reviewed["moves"]] == [None, None]


@pytest.mark.thorough
def test_help_follows_the_eggs(chromium: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path, "egg-drop", "-D", "floors=8", patches=PATIENCE) as server,
        opened(chromium, server, refused=None) as page,
    ):
        standing(page, "left = 2")
        throw(page, "4", "broken")
        standing(page, "left = 1")
        left(page, 4)
        assert page.locator(".advice .take svg").first.get_attribute("aria-label") == "1"
        page.get_by_role("button", name="Why?").click()
        page.get_by_text(EXPLAINED).wait_for()
        throw(page, "2", "broken")
        assert ending(page) == "Lost after 2 experiments: left = 0."
        assert rows(page, 2).last.locator(".standing").inner_text() == "left = 0"
        page.get_by_role("button", name="Review").click()
        page.get_by_text(NOT_JUDGED).wait_for()
        page.get_by_role("link", name="Compare").click()
        page.get_by_role("button", name="Compare").click()
        page.locator(".comparison .possible").first.wait_for()
        page.get_by_role("link", name="Strategy").click()
        page.get_by_role("button", name="Show", exact=True).click()
        page.locator(".cobra-walk").wait_for()


@pytest.mark.slow
def test_moves_are_judged_by_what_they_cost(chromium: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path, "priced-search", "-D", "n=4", patches=PATIENCE) as server,
        opened(chromium, server) as page,
    ):
        throw(page, "4", "there or right of it")
        standing(page, "4 paid")
        page.get_by_role("button", name="Review").click()
        move = page.locator(".review tbody tr")
        move.wait_for()
        left_over, best, *worth = move.locator("td").all()[2:]
        assert best.locator("svg").get_attribute("aria-label") == "3"
        assert [cell.inner_text() for cell in (left_over, *worth)] == ["4 → 1", "1.000", "+3.000", "4 paid"]
        page.get_by_text("By the choice of experiments 1.000 more was paid on average;").wait_for()


def test_nothing_is_answered_after_the_end() -> None:
    text = """
secret x : 1..4
state s = 1 in 0..1
experiment a(g : 1..4) observe x < g then s = 0
lost when s = 0
"""
    asked = {"game": {"text": text}, "history": [["2", "no"]], "secret": "x", "experiment": "3"}
    work = Work(Allowance(threads=1), lambda what, done, total: None)
    with pytest.raises(GameError, match="nothing can be asked after 2 = no: the play is over, where s = 0"):
        questions.answer(work, json.dumps(asked).encode(), b"models")


def test_what_is_lost_is_compared_by_its_weight() -> None:
    game = {"text": WEIGHED, "files": {}}
    compared = ask(comparing.compare_strategies, game=game, strategies=["parts", "optimal"])
    assert [
        (row["first"], row["exact"], row["lost"], row["best"], row["shown"]["lost"])
        for row in compared["instances"][0]["rows"]
    ] == [("2", "25/15", 1, False, "26.67 % lost"), ("3", "25/15", 1, True, "6.67 % lost")]
    advised = ask(questions.advice, game=game, history=[], strategies=["parts", "optimal"])
    assert [
        (one["name"], one["expected"], one["lost"], one["lost_weight"], one["proved"])
        for row in advised["advice"]
        for one in row["strategies"]
    ] == [("parts", 5 / 3, 1, 4, False), ("optimal", 5 / 3, 1, 1, True)]
    counted = ask(comparing.compare_strategies, game=EGGS, strategies=["parts"])
    assert counted["instances"][0]["rows"][0]["shown"]["lost"] is None


def test_what_is_left_on_average_is_what_the_reasons_say() -> None:
    """By weight 2.64 of 5 codes: 25 of 55 leave 1, and 30 leave 4."""
    text = 'game "x"\nsecret x : 1..5\nweight x * x\nexperiment ask(g : 1..5)\n  observe x < g\n'
    asked: dict[str, Any] = {"game": {"text": text, "files": {}}, "history": []}
    (best,) = ask(questions.advice, **asked, strategies=["optimal"])["advice"]
    split = ask(questions.split, **asked, experiment="5")
    assert (best["experiment"], best["split"]) == ("5", [["no", 1], ["yes", 4]])
    assert best["left"] == split["left"] == (25 * 1 + 30 * 4) / 55
    assert "At most 4 are left after it, 2.64 on average" in ask(questions.why, **asked)["sentences"][0]
    liar = {"game": {"name": "liar", "parameters": {"numbers": 8}}, "history": []}
    assert ask(questions.split, **liar, experiment="1,2,3,4")["left"] is None


@pytest.mark.thorough
def test_what_loses_less_weight_stands_first(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        own_game(page, WEIGHED)
        page.locator(".best .take").first.wait_for()
        mean, most = page.locator(".best > div > .advice tbody tr:first-child td").all_inner_texts()[-2:]
        assert (mean, most) == ("1.4", "2")  # by weight: 6 of 15 leave 2 codes, 9 leave 1
        assert page.locator(".best > div > .advice .take .experiment").all_inner_texts() == ["3"]
        page.get_by_role("link", name="Compare").click()
        page.get_by_role("button", name="Compare").click()
        page.locator(".comparison .average").get_by_text("26.67 % lost").first.wait_for()
        least = page.locator(".comparison .least th").all_inner_texts()
        assert least == ["exp-models", "ent-models", "optimal"]


@pytest.mark.slow
def test_a_game_that_is_lost_against_the_computer(chromium: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path, "hangman-lives", "-D", "lives=1", patches=PATIENCE) as server,
        opened(chromium, server) as page,
    ):
        page.get_by_text("I guess", exact=True).click()
        page.get_by_label("The computer").select_option("models")
        standing(page, "left = 1")
        page.get_by_label("Experiment", exact=True).fill("letter_is q")
        page.get_by_role("button", name="Ask").click()
        page.locator("#ending").get_by_text(
            "Lost after 1 experiment: left = 0. A code that fits all answers is"
        ).wait_for()


@pytest.mark.thorough
def test_the_computer_answers_anew_what_follows_a_row_that_changed(chromium: Browser, server: Server) -> None:
    """Whether a number is warmer depends on the one before: the answer to an edited row, and the next."""
    asked: list[list[str]] = []

    def note(request: Request) -> None:
        if request.url.endswith("/api/answer"):
            sent = json.loads(request.post_data or "")
            asked.append([*(number for number, _ in sent["history"]), sent["experiment"]])

    with opened(chromium, server, refused=None) as page:
        page.on("request", note)
        start(page, "warmer-colder", "I guess", numbers=9)
        page.get_by_label("The computer").select_option("models")
        for count, number in enumerate("295", 1):
            page.get_by_label("Experiment", exact=True).fill(number)
            page.get_by_role("button", name="Ask").click()
            rows(page, count)
        asked.clear()
        page.get_by_role("button", name="Edit 1: 2").click()
        page.locator(".edited").get_by_label("Experiment").fill("3")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("button", name="Edit 1: 3").wait_for()
        assert asked == [["3"], ["3", "9"], ["3", "9", "5"]]
        rows(page, 3)
        asked.clear()
        page.get_by_role("button", name="Remove 2: 9").click()
        rows(page, 2)
        assert asked == [["3", "5"]]
        assert page.locator(".contradiction").count() == 0
        page.get_by_role("button", name="Remove 2: 5").click()
        rows(page, 1)
        assert asked == [["3", "5"]]
        page.get_by_label("Experiment", exact=True).fill("5")
        page.get_by_role("button", name="Ask").click()
        rows(page, 2)
        page.get_by_role("button", name="Give up").click()
        page.locator("#ending").wait_for()
        page.route("**/api/answer", lambda route: route.fulfill(status=422, json={"error": "no time"}))
        page.get_by_role("button", name="Remove 1: 3").click()
        page.locator(".turn .error").get_by_text("no time").wait_for()
        rows(page, 2)


@pytest.mark.slow
def test_the_computer_asks_what_it_pays_for(chromium: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path, "priced-search", "-D", "n=4", patches=PATIENCE) as server,
        opened(chromium, server) as page,
    ):
        page.get_by_text("It guesses", exact=True).click()
        page.locator(".asked").wait_for()
        page.get_by_label("Its strategy").select_option("optimal")
        for paid in (3, 5):
            page.locator(".asked .experiment").wait_for()
            page.get_by_role("button", name="left of it", exact=True).click()
            page.locator(f".row .standing:text-is('{paid} paid')").wait_for()
        assert ending(page) == "The code is 1: 2 experiments."
