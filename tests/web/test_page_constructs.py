"""Games of one's own with lies, moves or a state on the page: what is best, and looking some steps ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cobra.web import long_work, questions
from cobra.web.forms import FormError
from tests.web.playing import PHONE, add, left, opened, own_game, pick, start
from tests.web.server import Server
from tests.web.test_page_unseen import LIAR, ask

if TYPE_CHECKING:
    from playwright.sync_api import Browser

THIEF = """game "Thief"
secret house : 1..4
move house = one of house - 1, house + 1
lies at most 1
experiment ask(h : 2..4)
  observe house < h
experiment arrest(h : 1..4)
  observe if house = h then "caught" else "gone"
  final house = h
"""
TAXI = """game "Taxi"
secret x : 1..9
state at = 1 in 1..9
experiment drive(s : 1..9)
  where s != at
  observe if x = s then "taxi" else if x < s then "behind" else "ahead"
  final x = s
  then at = s
  cost abs(s - at)
"""
COIN = """game "Coin"
secret side : {heads tails}
lies at most 1
noise 1/4
experiment look()
  observe side
"""
AHEAD = "look-ahead(ent-models)"
WHOLE = "look-ahead(ent-models, depth=2, beam=8)"


@pytest.mark.thorough
def test_what_is_best_without_chances_is_best_in_the_worst_case(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, viewport=PHONE) as page:
        own_game(page, THIEF)
        left(page, 4)
        best = page.locator(".best > .advice, .best > div > .advice").first
        best.get_by_text("optimal").wait_for()
        assert best.locator("tbody tr:first-child td:nth-child(2)").all_inner_texts() == ["4"]
        (row,) = best.locator("tbody").all()
        assert row.locator(".take").inner_text().split() == ["Take", "arrest", "2"]
        assert [line.strip() for line in row.locator(".strategies li").all_inner_texts()] == [
            "parts 1 of 2 needs at most 5",
            "optimal: proved, nobody can do better",
        ]


def test_what_is_proved_of_lies_by_chance_is_said() -> None:
    assert [ask(questions.game, game={"text": text})["telling"] for text in (COIN, THIEF)] == [True, False]
    found = ask(long_work.strategy, kind="strategy", game={"text": COIN}, strategy="optimal")
    assert found["walk"]["facts"]["proved"] is True
    assert found["walk"]["facts"]["meant"].endswith("; only experiments that tell codes apart")
    found = ask(long_work.strategy, kind="strategy", game={"text": COIN}, strategy="max-models")
    assert "tell codes apart" not in found["walk"]["facts"]["meant"]


@pytest.mark.thorough
def test_what_is_proved_of_lies_by_chance_is_shown(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        own_game(page, COIN)
        left(page, 2)
        best = page.locator(".best > .advice").first
        best.get_by_text("optimal").wait_for()
        (line,) = best.locator(".strategies li").all_inner_texts()
        assert line.endswith(": proved, nobody can do better with experiments that tell codes apart")
        page.get_by_role("link", name="Compare").click()
        page.get_by_role("button", name="Compare").click()
        page.locator(".comparison").wait_for()
        said = [note for note in page.locator(".note").all_inner_texts() if note]
        assert said == ["What is proved is about experiments that tell codes apart."]


def test_a_strategy_that_looks_ahead_asks_next() -> None:
    found = ask(questions.next_experiment, game={"text": TAXI}, history=[], strategy=AHEAD)
    assert found["experiment"] == "5"
    found = ask(questions.next_experiment, game=LIAR, history=[["1234", "yes"]], strategy="min sum(n^2)")
    assert found["experiment"] == "1256"
    for runs in ("own.py:choose", "program:./own"):
        with pytest.raises(FormError, match="nothing is run"):
            ask(questions.next_experiment, game=LIAR, history=[], strategy=runs)


@pytest.mark.slow
def test_strategies_that_look_ahead_are_compared_and_walked(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        own_game(page, TAXI)
        left(page, 9)
        page.get_by_role("link", name="Compare").click()
        for name in ("exp-models", "ent-models", "parts"):
            page.get_by_label(name, exact=True).uncheck()
        page.get_by_text("More strategies and scores").click()
        page.get_by_label("Your own").fill(AHEAD)
        page.get_by_role("button", name="Compare").click()
        table = page.locator(".comparison")
        table.wait_for()
        assert table.locator("tbody tr > :nth-child(1)").all_inner_texts() == ["max-models", "optimal", WHOLE]
        page.get_by_role("link", name="Strategy").click()
        page.get_by_label("Strategy", exact=True).select_option(label="Your own …")
        page.get_by_label("Your own").fill(AHEAD)
        page.get_by_role("button", name="Show", exact=True).click()
        walk = page.locator(".cobra-walk")
        walk.wait_for()
        assert WHOLE in walk.inner_text()
        page.get_by_role("link", name="Play", exact=True).click()
        page.get_by_text("It guesses", exact=True).click()
        page.set_default_timeout(20_000)
        page.get_by_label("Its strategy").select_option(AHEAD)
        for answer in ("ahead", "taxi"):
            count = page.locator(".row").count()
            page.locator(".turn").get_by_role("button", name=answer, exact=True).click()
            page.locator(f".row:nth-child({count + 1})").wait_for()
        assert page.locator("#ending").inner_text() == "The code is 7: 2 experiments."


@pytest.mark.thorough
def test_a_row_is_changed_to_an_experiment_with_other_answers(chromium: Browser, server: Server) -> None:
    kinds = 'game "Kinds"\nsecret x : 1..8\n'
    kinds += 'experiment ask(g : 1..8)\n  observe if x < g then "less" else "more"\n'
    kinds += 'experiment half()\n  observe if x > 4 then "upper" else "lower"\n'
    with opened(chromium, server) as page:
        own_game(page, kinds)
        left(page, 8)
        page.get_by_label("Experiment", exact=True).fill("ask 4")
        pick(page, "less")
        page.get_by_role("button", name="Edit 1: ask 4 less").click()
        answers = page.locator(".edited .pick")
        for experiment, known in (("half", "lower upper"), ("ask 3", "less more"), ("half", "lower upper")):
            page.locator(".edited").get_by_label("Experiment").fill(experiment)
            assert sorted(answers.locator("b").all_inner_texts()) == known.split()
        answers.get_by_text("upper").click()
        page.get_by_role("button", name="Edit 1: half upper").wait_for()
        left(page, 4)


@pytest.mark.thorough
def test_the_answer_of_a_row_is_that_to_the_word_that_is_typed(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "wordle")
        add(page, "crane", "GY---")
        page.get_by_role("button", name="Edit 1: crane GY---").click()
        edited = page.locator(".edited")
        edited.get_by_label("C, place 1: G").click()
        edited.get_by_label("Experiment").fill("slate")
        assert edited.locator(".tile").all_inner_texts() == list("SLATE")
        assert edited.locator(".answer .typed").input_value() == "-Y---"
