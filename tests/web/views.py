"""Every view of the page of `cobra serve`, by paths from its start, for tests that look at all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from tests.web.playing import add, own_game, pick, start, write
from tests.web.test_addresses import SHOWN, packed

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

WRONG: Final = 'game "x"\nparameter m = 3\nsecret n : 1..m\nexperiment ask(g : 1..3)\n  observe n = k\n'
TWICE: Final = """game "x"
secret n : 1..3
experiment ask(g : 1..3)
  outcome "yes" : n = g
  outcome "no" : n > g
"""
"""A game in which an experiment may have no answer."""
MANY: Final = """game "Many"
secret x : {a b c d e f g h i j k l m n}
experiment ask(i : 1..2)
  observe x
"""
"""A game whose answers are too many for buttons alone."""
SMALL: Final = {"name": "mastermind", "parameters": {"pegs": 2, "colours": 3}}
COMPARED: Final = {
    "strategies": ["max-models", "parts"],
    "own": "",
    "sizes": {},
    "seconds": "",
    "objective": "average",
}


def place(page: Page, view: str, game: object, shown: object) -> None:
    """Go to what an address says."""
    page.goto(f"{page.url.partition('#')[0]}#/{view}/{packed({'game': game, 'shown': shown})}")


def begin(page: Page, game: str, role: str = "Help me", **parameters: int) -> None:
    """Begin a game that was not chosen on this page before."""
    page.get_by_role("link", name="Games").click()
    start(page, game, role, **parameters)


def choosing(page: Page) -> None:
    """A card with parameters and files, one of which the game refuses."""
    card = page.locator("[data-game=wordle]")
    card.locator("summary").click()
    words: Any = {"name": "mine.txt", "mimeType": "text/plain", "buffer": b"one\nthree\n"}
    card.get_by_label("answers: a file of yours").set_input_files(words)
    card.get_by_role("button", name="Play").click()
    card.locator(".error").get_by_text("three").wait_for()


def writing(page: Page) -> None:
    page.get_by_text("A game of your own").click()
    write(page, WRONG)
    write(page, "one\ntwo\n", "words.txt")
    page.locator(".files summary").click()
    page.locator(".mistakes li").wait_for()


def proving(page: Page) -> None:
    page.get_by_label("Begin with", exact=True).select_option(index=1)
    page.get_by_text("8 codes").wait_for()
    page.get_by_role("button", name="Check it").click()
    page.locator(".proof details").click()


def completing(page: Page) -> None:
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+End")
    page.keyboard.press("Control+Space")
    page.locator(".cm-completionInfo").wait_for()


def hovering(page: Page) -> None:
    page.locator(".cm-content").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+i")
    page.locator(".cm-tooltip.said").wait_for()


def disproving(page: Page) -> None:
    write(page, TWICE)
    page.get_by_text("3 codes").wait_for()
    page.get_by_role("button", name="Check it").click()
    page.locator(".proof details").wait_for()


def breaking(page: Page) -> None:
    """All that is said of an experiment and of a code."""
    begin(page, "mastermind", pegs=3, colours=4)
    add(page, "012", "1B1W")
    page.locator(".take").first.click()
    page.locator(".live summary").click()
    page.get_by_role("button", name="Compare it with the best").click()
    page.get_by_role("button", name="Why?").click()
    page.get_by_label("A code").fill("333")
    page.get_by_role("button", name="Is it possible?").click()
    page.locator(".known .sentences p").first.wait_for()
    page.locator(".best .sentences p").first.wait_for()
    page.locator(".live .sentences p").first.wait_for()
    page.locator(".best tbody summary").first.click()


def clashing(page: Page) -> None:
    """Answers that contradict each other, one of which is changed."""
    begin(page, "mastermind-position", pegs=3, colours=3)
    add(page, "guess 012", "1B1W")
    add(page, "guess 012", "3B0W")
    page.locator(".contradiction").wait_for()
    page.get_by_role("button", name="Edit 1").click()
    page.locator(".edited").wait_for()


def weighing(page: Page) -> None:
    begin(page, "counterfeit-coin", coins=6)
    page.locator(".take").first.click()
    page.locator(".answer .pick small").first.get_by_text("code").wait_for()


def spelling(page: Page) -> None:
    begin(page, "wordle")
    add(page, "raise", "yg---")
    page.locator(".advice").wait_for()
    page.get_by_label("Experiment", exact=True).fill("crane")
    page.locator(".live .answer .typed").fill("gg-y-")


def shooting(page: Page) -> None:
    begin(page, "black-box", size=3, atoms=1)
    page.locator(".take").first.click()
    page.locator(".answer .pick small").first.get_by_text("code").wait_for()


def picking(page: Page) -> None:
    """Answers that are many."""
    own_game(page, MANY)
    page.locator(".take").first.click()
    page.locator(".answer .pick small").first.get_by_text("code").wait_for()


def naming(page: Page) -> None:
    """What is asked for, where that is not the code, and cards."""
    begin(page, "code-777", cards=2, values=2)
    page.locator(".take").first.click()
    page.locator(".live summary").wait_for()


def losing(page: Page) -> None:
    """A play with a state, which is lost."""
    begin(page, "egg-drop", floors=8)
    for count, floor in enumerate(("4", "2"), 1):
        page.get_by_label("Experiment", exact=True).fill(floor)
        pick(page, "broken")
        page.locator(f".row:nth-child({count})").wait_for()
    page.locator("#ending").wait_for()


def guessing(page: Page) -> None:
    """A code is broken, with all help there is."""
    begin(page, "bags-of-gold", "I guess", bags=4)
    page.get_by_label("Experiment", exact=True).fill("0111")
    page.get_by_role("button", name="Ask").click()
    page.locator(".row").wait_for()
    for hint in ("How many are left?", "A nudge", "The best"):
        page.get_by_role("button", name=hint).click()
    page.locator(".best .advice").first.wait_for()


def giving_up(page: Page) -> None:
    page.get_by_role("button", name="Give up").click()
    page.locator("#ending").wait_for()


def forgotten(page: Page) -> None:
    """A code that the server keeps no more."""
    shown = {"role": "break", "maker": "random", "strategy": "exp-models", "history": [], "gaveUp": None}
    game = {"name": "higher-lower", "parameters": {"n": 8}}
    place(page, "play", game, {**shown, "secret": "unknown"})
    page.get_by_role("button", name="See what is left").wait_for()


def reviewing(page: Page) -> None:
    begin(page, "bulls-and-cows", places=2, digits=3)
    add(page, "01", "2B0C")
    page.get_by_role("button", name="Review").click()
    page.locator(".review tbody tr").first.wait_for()
    page.get_by_text("Share", exact=True).click()


def making(page: Page) -> None:
    begin(page, "higher-lower", "It guesses", n=8)
    page.get_by_text("It asks").first.wait_for()


def comparing(page: Page) -> None:
    place(page, "compare", SMALL, COMPARED)
    page.locator(".comparison").wait_for()


def offering(page: Page) -> None:
    """What a link leads to is not computed unasked."""
    place(page, "compare", SMALL, {**COMPARED, "sizes": {"pegs": "2", "colours": "2..3"}})
    page.get_by_role("button", name="Start").wait_for()


def comparing_sizes(page: Page) -> None:
    page.get_by_role("button", name="Start").click()
    page.get_by_text("More strategies and scores").click()
    page.locator(".scroll svg").first.wait_for()


def refusing(page: Page) -> None:
    """A strategy that is written, and is none."""
    start(page, "bulls-and-cows", places=2, digits=4)
    page.get_by_role("link", name="Strategy").click()
    page.get_by_label("Strategy", exact=True).select_option(label="Your own …")
    page.locator("[name=own]").fill("min")
    page.get_by_role("button", name="Show", exact=True).click()
    page.locator(".error").first.wait_for()


def walking(page: Page) -> None:
    page.get_by_label("Strategy", exact=True).select_option("exp-models")
    page.get_by_role("button", name="Show", exact=True).click()
    page.locator(".cobra-walk").wait_for()


def waiting(page: Page) -> None:
    """Long work that goes on."""
    work_without_end(page)
    page.get_by_label("Strategy", exact=True).select_option("optimal")
    page.get_by_role("button", name="Show", exact=True).click()
    page.locator("progress").wait_for()
    page.locator(".doing").get_by_text("average").wait_for()


def cancelled(page: Page) -> None:
    page.locator(".job").get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled.").wait_for()


def work_without_end(page: Page) -> None:
    """Say of all long work that it goes on, until it is cancelled."""
    progress = {"what": "average 4.2000 … 4.4000", "done": 1, "total": 0}
    said = {"job": "x", "state": "running", "seconds": 3.2, "progress": progress, "result": None}

    def told(route: Route) -> None:
        if route.request.method == "DELETE":
            said["state"] = "cancelled"
        route.fulfill(status=202 if route.request.method == "POST" else 200, body=json.dumps(said))

    page.route(re.compile("/api/jobs"), told)


def walking_in_pictures(page: Page) -> None:
    card = page.locator("[data-game=counterfeit-coin]")
    card.locator("summary").click()
    card.get_by_role("button", name="Walk a strategy").click()
    page.get_by_role("button", name="Full screen").wait_for()


def filling_the_screen(page: Page) -> None:
    walking_in_pictures(page)
    page.get_by_role("button", name="Full screen").click()
    page.locator(":fullscreen").wait_for()


def broken(page: Page) -> None:
    """A link to a game that is none."""
    place(page, "play", {"text": 'game "x"\nsecret n : 1..m\n', "files": {}}, SHOWN)
    page.get_by_role("link", name="Mend its text").wait_for()


def left_alone(page: Page) -> None:
    """The server is gone."""
    page.evaluate("window.dispatchEvent(new Event('cobra-lost'))")
    page.get_by_label("Its new address").fill("https://example.org/?token=x")
    page.get_by_role("button", name="Go on there").click()
    page.locator("#lost .error").wait_for()


def kept_out(page: Page) -> None:
    """A page that has no token."""
    page.evaluate("sessionStorage.clear()")
    page.goto(page.url.partition("#")[0])
    page.reload()
    page.get_by_label("Its new address").wait_for()


PATHS: Final[dict[str, tuple[Callable[[Page], None], ...]]] = {
    "games": (choosing,),
    "workbench": (writing, proving, completing, hovering, disproving),
    "pegs": (breaking, clashing, reviewing),
    "pictures": (weighing, shooting, naming, losing),
    "roles": (spelling, guessing, giving_up, making, left_alone),
    "comparison": (picking, comparing, offering, comparing_sizes),
    "strategy": (refusing, walking, waiting, cancelled),
    "links": (walking_in_pictures, forgotten, broken, kept_out),
}
"""Views in the order in which one page shows them, by what they are about."""
