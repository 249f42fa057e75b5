"""The address of the page holds what is shown: loaded again, gone back to, kept, opened elsewhere."""

from __future__ import annotations

import base64
import json
import random
import zlib
from string import ascii_letters
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import watched
from tests.web.held import Held
from tests.web.playing import (
    add,
    back,
    forward,
    left,
    of_the_page,
    opened,
    own_game,
    pick,
    reload,
    rows,
    settled,
    start,
    write,
    written,
)
from tests.web.server import Server

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OWN = """game "Two of three"
secret on[1..3] : {off up}
constraint count(i in 1..3 : on[i] = "up") = 2
experiment ask(i : 1..3)
  observe on[i]
"""


def packed(value: object) -> str:
    """Return what stands in an address for a value, as the page packs it."""
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(deflate.compress(text) + deflate.flush()).decode().rstrip("=")


def place(page: Page) -> tuple[str, object]:
    """Return the view that the address names, and what it holds, when it holds something."""
    page.wait_for_function("() => /^#\\/[a-z]+\\/./.test(location.hash)")
    _, view, letters = page.url.partition("#")[2].split("/")
    raw = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    return view, json.loads(zlib.decompress(raw, -15))


def held_by(page: Page, **members: object) -> str:
    """Wait until the address holds something, and return it."""
    while not (isinstance(held := place(page)[1], dict) and held["shown"].items() >= members.items()):
        page.wait_for_timeout(20)
    return page.url


def went(page: Page, before: str) -> str:
    """Wait for another address than one, and return it."""
    page.wait_for_function("before => location.href !== before", arg=before)
    return page.url


def visit(page: Page, server: Server, hash: str) -> None:
    """Open a link in a window that was not at the server before."""
    page.goto(f"{server.address}#{hash}")


def test_the_address_says_game_and_history_and_back_undoes(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=3)
        left(page, 216)
        view, held = place(page)
        played = {"role": "help", "maker": "random", "strategy": "exp-models"}
        nothing = {"history": [], "secret": None, "gaveUp": None}
        game = {"name": "mastermind", "parameters": {"pegs": 3, "colours": 6}}
        assert (view, held) == ("play", {"game": game, "shown": played | nothing})
        first = page.url
        add(page, "001", "1 black")
        second = went(page, first)
        add(page, "234", "0B1W")
        third = went(page, second)
        back(page)
        page.locator(".row:nth-child(2)").wait_for(state="detached")
        rows(page, 1)
        assert page.url == second
        back(page)
        left(page, 216)
        rows(page, 0)
        forward(page)
        forward(page)
        rows(page, 2)
        assert page.url == third
        reload(page)
        rows(page, 2)
        assert page.url == third


@pytest.mark.slow
def test_a_link_opens_in_another_browser_at_another_server(
    chromium: Browser, server: Server, other: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", "It guesses", pegs=3, colours=4)
        page.get_by_label("Its strategy").select_option("first")
        page.get_by_role("button", name="0 B").click()
        page.get_by_role("button", name="0 W").click()
        page.get_by_role("button", name="Answer", exact=True).click()
        kept = held_by(page, strategy="first", history=[["000", "0B0W"]])
        page.get_by_role("link", name="Strategy").click()
        page.get_by_label("Strategy", exact=True).select_option("parts")
        page.get_by_role("button", name="Show", exact=True).click()
        heading = page.locator(".cobra-walk .now h2")
        heading.wait_for()
        page.keyboard.press("2")
        page.locator(".trail li:nth-child(2)").wait_for()
        walked = held_by(page, way=[page.locator(".trail li:nth-child(2) b").inner_text()])
        shown = heading.inner_text()
    with watched(chromium) as seen:
        page = seen.page
        visit(page, other, kept.partition("#")[2])
        rows(page, 1)
        assert page.get_by_label("Its strategy").input_value() == "first"
        assert page.get_by_label("It guesses").is_checked()
        assert place(page) == ("play", place_of(kept))
        page.goto(f"http://{other.host}/#{walked.partition('#')[2]}")
        page.locator(".trail li:nth-child(2)").wait_for()  # a short search is made unasked
        assert page.locator(".cobra-walk .now h2").inner_text() == shown
        assert of_the_page(seen) == []


def place_of(url: str) -> object:
    letters = url.partition("#")[2].split("/")[2]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), -15))


@pytest.mark.slow
def test_back_leads_through_all_that_was_compared_and_walked(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=3)
        left(page, 9)
        page.get_by_role("link", name="Compare").click()
        assert place(page)[1]["shown"]["strategies"] == []  # type: ignore[index]
        page.get_by_role("button", name="Compare").click()
        page.locator(".comparison").wait_for()
        page.get_by_role("link", name="Strategy").click()
        page.get_by_role("button", name="Show", exact=True).click()
        page.locator(".cobra-walk").wait_for()
        page.keyboard.press("2")
        page.locator(".trail li:nth-child(2)").wait_for()
        back(page)
        page.locator(".trail li:nth-child(2)").wait_for(state="detached")
        back(page)
        page.locator(".cobra-walk").wait_for(state="detached")  # nothing was shown yet
        assert page.locator(".cobra-walk, .comparison, .offer").count() == 0
        back(page)
        page.locator(".comparison").wait_for()
        back(page)
        page.locator(".comparison").wait_for(state="detached")
        back(page)
        left(page, 9)
        for _ in range(5):
            forward(page)
            page.wait_for_timeout(50)  # pages that are left at once need not be shown
        page.locator(".trail li:nth-child(2)").wait_for()


HELD = """() => {
  const Real = CompressionStream;
  const ready = [new Promise((release) => Object.assign(window, { release }))];
  window.CompressionStream = class {
    constructor(format) {
      const mine = ready.pop() ?? new Promise(() => {});
      const transform = async (part, to) => to.enqueue(await mine.then(() => part));
      const held = new TransformStream({ transform });
      Object.assign(this, { readable: held.readable.pipeThrough(new Real(format)), writable: held.writable });
    }
  };
}"""  # an address is ready when it is released, and then no other any more


def test_what_the_address_does_not_have_yet_is_there_after_a_reload(
    chromium: Browser, server: Server
) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=3)
        left(page, 216)
        place(page)
        settled(page)
        page.evaluate(HELD)
        before = page.url
        add(page, "001", "1 black")
        add(page, "234", "0B1W")
        assert page.url == before
        page.reload()
        rows(page, 2)
        assert went(page, before) == held_by(page, history=[["001", "1B0W"], ["234", "0B1W"]])
        back(page)
        rows(page, 1)
        back(page)
        left(page, 216)
        settled(page)
        page.evaluate(HELD)
        add(page, "001", "1 black")
        add(page, "234", "0B1W")
        page.evaluate("release()")
        assert went(page, before) == held_by(page, history=[["001", "1B0W"]])
        page.reload()
        rows(page, 2)
        back(page)
        rows(page, 1)
        back(page)
        left(page, 216)
        settled(page)
        page.evaluate(HELD)
        add(page, "001", "1 black")
        page.get_by_role("link", name="Games").click()  # what was not written is left
        page.locator("[data-game=mastermind]").wait_for()
        page.reload()
        page.locator("[data-game=mastermind]").wait_for()
        assert page.url.endswith("#/games")


def test_a_search_that_may_be_long_is_not_begun_by_a_link(chromium: Browser, server: Server) -> None:
    large = {"name": "mastermind", "parameters": {"pegs": 5, "colours": 8}}
    walk = {"strategy": "optimal", "objective": "worst-average", "way": []}
    with opened(chromium, server) as page:
        started: list[str] = []
        page.on("request", lambda sent: started.append(sent.url) if sent.method == "POST" else None)
        page.goto(f"{page.url.partition('#')[0]}#/strategy/{packed({'game': large, 'shown': walk})}")
        page.get_by_text(
            "Here an optimal strategy (worst-average) is walked, which this server has not"
        ).wait_for()
        assert page.get_by_label("Objective").input_value() == "worst-average"
        compared = {"strategies": ["parts", "max-models"]}
        page.goto(f"{page.url.partition('#')[0]}#/compare/{packed({'game': large, 'shown': compared})}")
        page.get_by_text(
            "Here parts, max-models are compared, which this server has not done yet, or has forgotten."
        ).wait_for()
        assert page.locator("[name=strategy]:checked").count() == 2
        assert not [url for url in started if url.endswith("/api/jobs")]
        page.get_by_role("button", name="Start").click()
        page.get_by_role("progressbar").wait_for()
        page.get_by_role("button", name="Cancel").click()
        page.get_by_text("Cancelled.").wait_for()


def test_a_link_holds_scores_and_sizes_that_are_compared(chromium: Browser, server: Server) -> None:
    game = {"name": "mastermind", "parameters": {"pegs": 2, "colours": 3}}
    compared = {"strategies": ["parts"], "own": "min max(n)", "sizes": {"pegs": "2..3"}, "objective": "<i>"}
    with opened(chromium, server) as page:
        page.goto(f"{page.url.partition('#')[0]}#/compare/{packed({'game': game, 'shown': compared})}")
        page.get_by_text(
            "Here parts, min max(n) are compared, which this server has not done yet, or has forgotten."
        ).wait_for()
        page.get_by_role("button", name="Start").click()
        page.locator(".comparison tbody tr:nth-child(4)").wait_for()
        assert page.locator(".comparison tbody .size").all_inner_texts() == ["2", "2", "3", "3"]
        assert page.locator(".comparison tbody th").all_inner_texts() == ["parts", "min max(n)"] * 2
        shown = {**compared, "sizes": {"pegs": "2..3"}, "seconds": "", "objective": "average"}
        assert place(page)[1]["shown"] == shown  # type: ignore[index]
        reload(page)
        page.locator(".comparison tbody tr:nth-child(4)").wait_for()


def test_what_is_gone_past_is_not_shown_when_its_answer_comes(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=2)
        page.get_by_role("link", name="Compare").click()
        page.get_by_role("button", name="Compare").wait_for()
        page.evaluate(
            "document.querySelectorAll('[name=strategy]').forEach((box) => { box.checked = false; })"
        )
        for name in ("parts", "max-models", "exp-models"):
            page.get_by_label(name, exact=True).check()
            page.get_by_role("button", name="Compare").click()
            page.locator(".comparison tbody th").get_by_text(name, exact=True).wait_for()
            page.get_by_label(name, exact=True).uncheck()
        held = Held(page, "**/api/jobs/*")
        for count in (1, 2):
            back(page)
            held.wait(count)
        held.release()
        page.locator(".comparison").wait_for()
        assert page.locator(".comparison tbody th").all_inner_texts() == ["parts"]
        assert place(page)[1]["shown"]["strategies"] == ["parts"]  # type: ignore[index]


def test_what_is_no_view_leads_to_the_games(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", pegs=2, colours=3)
        for name in ("constructor", "toString", "<i>", "games/x"):
            page.goto(f"{page.url.partition('#')[0]}#/{name}")
            page.locator("[data-game=mastermind]").wait_for()


def test_a_play_whose_code_another_server_keeps(chromium: Browser, server: Server, other: Server) -> None:
    with opened(chromium, server) as page:
        start(page, "mastermind", "I guess", pegs=3)
        page.get_by_label("Experiment", exact=True).fill("012")
        page.get_by_role("button", name="Ask").click()
        rows(page, 1)
        settled(page)
        hash = page.url.partition("#")[2]
        answer = page.locator(".row .given").inner_text()
    with watched(chromium) as seen:
        page = seen.page
        page.goto(other.address)
        start(page, "mastermind", pegs=3)
        add(page, "345", "1B0W")
        page.goto(f"{page.url.partition('#')[0]}#{hash}")
        page.get_by_text("The code of this play was kept by another server").wait_for()
        assert rows(page, 1).locator(".given").inner_text() == answer
        page.get_by_role("button", name="See what is left").click()
        page.locator("#codes-left").wait_for()
        assert rows(page, 1).locator(".given").inner_text() == answer
        for there in ("345", "012"):  # what was helped in before, and what is left, as often as one likes
            page.get_by_role("button", name="Back to the game before").click()
            page.get_by_role("button", name=f"Edit 1: {there}").wait_for()
        settled(page)
        page.evaluate("history.go(-3)")
        page.get_by_role("button", name="Break another code").click()
        page.get_by_role("button", name="Ask").wait_for()
        rows(page, 0)
        assert of_the_page(seen) == []


@pytest.mark.slow
def test_a_game_of_ones_own_is_in_the_address(chromium: Browser, server: Server) -> None:
    shown = {
        "role": "help",
        "maker": "random",
        "strategy": "parts",
        "history": [["2", "up"]],
        "secret": None,
        "gaveUp": None,
    }
    game = {"text": OWN, "files": {"words.txt": "one\n"}}
    with opened(chromium, server) as page:
        page.goto(f"{page.url.partition('#')[0]}#/play/{packed({'game': game, 'shown': shown})}")
        left(page, 2)
        assert page.title() == "Two of three · cobra"
        assert place(page) == ("play", {"game": game, "shown": shown})


@pytest.mark.slow
def test_a_text_that_is_no_game_is_mended_and_what_was_written_is_not_lost(
    chromium: Browser, server: Server
) -> None:
    game = {"text": OWN.replace("on[i]", "of[i]"), "files": {"words.txt": "one\n"}}
    with opened(chromium, server, refused=1) as page:
        page.get_by_text("A game of your own").click()
        write(page, OWN)
        page.goto(f"{page.url.partition('#')[0]}#/play/{packed({'game': game, 'shown': SHOWN})}")
        page.get_by_role("link", name="Mend its text").click()
        page.locator(".mistakes").get_by_text("5:11 `of` is a word of the language").wait_for()
        assert (written(page), page.get_by_label("Text of words.txt").input_value()) == (
            game["text"],
            "one\n",
        )
        assert place(page) == ("write", {"game": game, "shown": {}})
        page.get_by_role("button", name="Back to what you wrote").click()
        page.get_by_text("3 codes, 3 experiments").wait_for()
        assert written(page) == OWN


@pytest.mark.slow
def test_a_game_too_large_for_an_address_is_kept_by_the_window(chromium: Browser, server: Server) -> None:
    draw = random.Random(1)
    text = f"# {''.join(draw.choices(ascii_letters, k=12_000))}\n{OWN}"
    with opened(chromium, server) as page:
        own_game(page, text)
        left(page, 3)
        view, held = place(page)
        assert (view, list(held["game"])) == ("play", ["kept"])  # type: ignore[index]
        page.get_by_label("Experiment", exact=True).fill("1")
        pick(page, "up")
        rows(page, 1)
        held_by(page, history=[["1", "up"]])
        back(page)
        left(page, 3)
        reload(page)
        left(page, 3)
        hash = page.url.partition("#")[2]
    with opened(chromium, server) as page:
        page.goto(f"{page.url.partition('#')[0]}#{hash}")
        page.get_by_text("The game of this link is too large for an address").wait_for()


BOMB = packed(b'{"game": {"name": "' + b"m" * (1 << 23) + b'"}}')
SHOWN = {
    "role": "help",
    "maker": "random",
    "strategy": "parts",
    "history": [],
    "secret": None,
    "gaveUp": None,
}
GAME = {"name": "mastermind", "parameters": {}}


BROKEN = (
    ("/play/" + "A" * 16_001, "This link is too long"),
    ("/play/%%%", "This link is broken"),
    ("/play/AAAA", "This link is broken"),
    ("/play/" + BOMB, "This link holds more than can be opened."),
    ("/play/" + packed(b"[" * 200_000), "This link is broken"),
    ("/play/" + packed(b"\xff\xfe"), "This link is broken"),
    *(
        ("/play/" + packed(value), "This link is broken")
        for value in (
            None,
            [],
            {"game": GAME},
            {"game": GAME, "shown": SHOWN, "more": 1},
            {"game": [], "shown": SHOWN},
            {"game": GAME, "shown": {**SHOWN, "role": "constructor"}},
            {"game": GAME, "shown": {**SHOWN, "history": [["0011"]]}},
            {"game": GAME, "shown": {**SHOWN, "history": [["0011", {}]]}},
            {"game": GAME, "shown": {**SHOWN, "history": [["0011", "1B1W"]] * 201}},
            {"game": GAME, "shown": {**SHOWN, "secret": ["x"]}},
            {"game": {**GAME, "parameters": {"pegs": 0.5}}, "shown": SHOWN},
            {"game": {**GAME, "files": {}}, "shown": SHOWN},
            {"game": {"text": "x", "files": {"a": 1}}, "shown": SHOWN},
        )
    ),
    ("/compare/" + packed({"game": GAME, "shown": {"strategies": [1]}}), "This link is broken"),
    ("/strategy/" + packed({"game": GAME, "shown": {"strategy": "parts", "way": []}}), "This link is broken"),
    ("/play/" + packed({"game": {"kept": "../x"}, "shown": SHOWN}), "too large for an address"),
)


def test_a_broken_link_says_so(chromium: Browser, server: Server) -> None:
    assert len(BOMB) < 16_000
    with opened(chromium, server) as page:
        for hash, words in BROKEN:
            page.goto(f"{page.url.partition('#')[0]}#{hash}")
            page.locator("main .error").get_by_text(words).wait_for()
            page.get_by_role("link", name="Choose a game").click()
            page.locator("[data-game=mastermind]").wait_for()
        start(page, "mastermind")
        left(page, 1296)


REFUSED = (
    ({"game": {"name": "no such game", "parameters": {}}, "shown": SHOWN}, "game.name must be one of"),
    (
        {"game": {"name": "mastermind", "parameters": {"__proto__": 3}}, "shown": SHOWN},
        "the game has no such parameter",
    ),
    ({"game": GAME, "shown": {**SHOWN, "history": [["<b>x", "1B1W"]]}}, "'<b>x' is not an experiment"),
)


@pytest.mark.slow
def test_what_the_server_refuses_of_a_link_is_said(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, refused=len(REFUSED)) as page:
        for value, words in REFUSED:
            page.goto(f"{page.url.partition('#')[0]}#/play/{packed(value)}")
            page.locator("main .error").get_by_text(words).wait_for()
        page.get_by_role("button", name="New game").click()
        left(page, 1296)


@pytest.mark.slow
def test_names_that_no_strategy_has_are_left_out(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        for view, shown in (
            ("compare", {"strategies": ["constructor", "<i>"]}),
            ("strategy", {"strategy": "__proto__", "objective": "average", "way": ["x"]}),
        ):
            page.goto(f"{page.url.partition('#')[0]}#/{view}/{packed({'game': GAME, 'shown': shown})}")
            page.locator(f"[data-view={view}][aria-current]").wait_for()
            assert page.locator(".offer, .error, .job").count() == 0


@pytest.mark.slow
def test_a_link_without_the_token_asks_for_it_and_goes_on(chromium: Browser, server: Server) -> None:
    shown = {**SHOWN, "history": [["0011", "1B1W"]]}
    with watched(chromium) as seen:
        seen.page.goto(f"http://{server.host}/#/play/{packed({'game': GAME, 'shown': shown})}")
        seen.page.get_by_label("Its new address").fill(server.address)
        seen.page.get_by_role("button", name="Go on there").click()
        left(seen.page, 208)
        assert of_the_page(seen) == []
