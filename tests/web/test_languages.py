"""The page in another language than English, in a browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import cobra
from tests.export.pages import page as exported
from tests.strategy.made import one_step
from tests.web.browser import watched
from tests.web.playing import PHONE, opened, reload, start, write, write_number
from tests.web.server import Server
from tests.web.test_access import FINGER, wrong
from tests.web.test_addresses import SHOWN, packed

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def language(page: Page) -> str | None:
    """Return the language that the page says it is in, when its choice is shown."""
    page.locator("#language").wait_for()
    return page.locator("html").get_attribute("lang")


def test_a_language_is_chosen_and_kept(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, locale="fr-FR") as page:  # which has no table
        assert language(page) == "en"
        start(page, "mastermind", pegs=3, colours=4)
        page.locator(".remaining").get_by_text("64 codes left").wait_for()
        with page.expect_navigation():
            page.get_by_label("Language").select_option("Deutsch")
        page.locator(".remaining").get_by_text("64 Codes übrig").wait_for()  # it goes on where it was
        reload(page)
        page.locator(".remaining").get_by_text("64 Codes übrig").wait_for()
        assert language(page) == "de"
        assert page.get_by_label("Sprache").locator("option").all_inner_texts() == ["English", "Deutsch"]
        page.goto(f"{server.address}&lang=en")
        page.get_by_role("heading", name="Which game?").wait_for()
        assert "lang" not in page.url
        reload(page)
        page.get_by_role("heading", name="Which game?").wait_for()


def test_only_the_table_of_the_language_is_fetched(chromium: Browser, server: Server) -> None:
    with watched(chromium, locale="de-AT") as seen:
        seen.page.goto(server.address)
        assert language(seen.page) == "de"
        assert [address for address in seen.requests if address.endswith(".json")] == [
            f"http://{server.host}/page/de.json"
        ]


def test_every_view_is_in_german(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, locale="de", reduced_motion="reduce") as page:
        page.get_by_role("heading", name="Welches Spiel?").wait_for()
        card = page.locator("[data-game=mastermind]")
        card.locator("summary").click()
        write_number(card.locator("[name=pegs]"), 3)
        write_number(card.locator("[name=colours]"), 3)
        card.get_by_role("button", name="Spielen").click()
        page.locator(".remaining").get_by_text("27 Codes übrig").wait_for()
        page.locator(".advice").wait_for()
        first = page.locator(".advice tbody").first.locator("tr").first
        assert first.locator("td").all_inner_texts() == ["2,704", "4", "4,4", "6"]
        page.get_by_label("Versuch", exact=True).fill("012")
        page.locator(".live .answer .typed").fill("3B0W")
        page.locator(".live .hint").get_by_text("lässt 1 Code übrig").wait_for()
        assert wrong(page) == []
        page.get_by_role("button", name="Hinzufügen").click()
        assert page.locator("#ending").inner_text() == "Der Code ist 012: 1 Versuch."
        page.get_by_role("button", name="Auswertung").click()
        page.get_by_text("Durch die Wahl der Versuche gingen im Mittel").wait_for()
        page.get_by_role("link", name="Vergleichen").click()
        page.get_by_role("button", name="Vergleichen").click()
        page.locator(".comparison").wait_for()
        heads = ["Strategie", "zuerst", "schlimmster Fall", "Mittel", "über dem Optimum", "Baum", "Zeit"]
        assert page.locator(".comparison thead th").all_inner_texts() == [*heads, "Codes nach Länge"]
        assert wrong(page) == []
        page.get_by_role("link", name="Strategie").click()
        page.get_by_role("button", name="Zeigen", exact=True).click()
        page.locator(".cobra-walk").wait_for()
        assert page.locator(".cobra-walk .label").inner_text() == "Versuch 1"
        assert page.locator(".facts dt").all_inner_texts() == [
            *("Strategie", "schlimmster Fall", "Mittel", "Codes", "Versuche")
        ]
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        assert wrong(page, FINGER) == []
        page.get_by_role("link", name="Schreiben").click()
        page.get_by_text("Kein Fehler").wait_for()
        page.get_by_text("8 Codes, 6 Versuche").wait_for()
        page.get_by_role("button", name="Prüfen").click()
        page.locator(".proof").get_by_text("Wohlgeformt").wait_for()


ENGLISH = re.compile(r"\b(?:the|is|are|with|from|which|not|each|experiments?)\b")
"""Words that German has not, and that are no names of games or of what is in them."""
SAID = """() => {
  const shown = document.body.cloneNode(true);
  const others = "[lang=en], script, textarea, .cm-editor, code, [hidden]";
  for (const one of shown.querySelectorAll(others)) one.remove();
  const names = [...shown.querySelectorAll("[aria-label], [title], [placeholder]")]
    .flatMap((one) => ["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""));
  const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode.data);
  return [...names, ...found].filter((text) => text.trim());
}"""


def english(page: Page) -> list[str]:
    """Return what the page says in English without saying that it does."""
    return [text for text in page.evaluate(SAID) if ENGLISH.search(text)]


def look_at(page: Page) -> None:
    """Nothing is said in English, and all can be read and used, in the light and in the dark."""
    assert english(page) == []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert wrong(page) == []


@pytest.mark.slow  # `test_said.py` has all sentences, `test_every_view_is_in_german` the views
def test_what_the_server_says_is_in_german_too(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, None, locale="de", reduced_motion="reduce") as page:
        page.get_by_role("heading", name="Welches Spiel?").wait_for()
        look_at(page)
        card = page.locator("[data-game=mastermind]")
        card.locator("summary").click()
        write_number(card.locator("[name=pegs]"), 3)
        write_number(card.locator("[name=colours]"), 4)
        card.get_by_role("button", name="Spielen").click()
        page.locator(".remaining").get_by_text("64 Codes übrig").wait_for()
        page.locator(".advice").wait_for()
        page.get_by_label("Versuch", exact=True).fill("012")
        page.locator(".live .answer .typed").fill("1B1W")
        page.get_by_role("button", name="Hinzufügen").click()
        page.locator(".remaining").get_by_text("12 Codes übrig").wait_for()
        page.get_by_role("button", name="Warum?").click()
        page.get_by_text("023 teilt die 12 übrigen Codes in 7 Teile.").wait_for()
        page.get_by_text("Weniger geht nicht; das ist bewiesen.").wait_for()
        page.get_by_label("Ein Code", exact=True).fill("111")
        page.get_by_role("button", name="Ist er möglich?").click()
        page.get_by_text("111 ist durch Antwort 1 ausgeschlossen: 012 hätte 1B0W ergeben").wait_for()
        page.get_by_label("Ein Code", exact=True).fill("11")
        page.get_by_role("button", name="Ist er möglich?").click()
        page.get_by_text("'11' ist kein Code: code hat 3 Symbole, nicht 2").wait_for()
        look_at(page)
        page.get_by_role("link", name="Vergleichen").click()
        page.get_by_role("button", name="Vergleichen").click()
        page.locator(".comparison").wait_for()
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        page.locator("[name=own]").fill("partz")
        page.get_by_role("button", name="Vergleichen").click()
        page.get_by_text(
            "Strategien sind Namen oder Wertungen, nicht 'partz'; war 'parts' gemeint?"
        ).wait_for()
        look_at(page)
        page.get_by_role("link", name="Strategie").click()
        page.get_by_role("button", name="Zeigen", exact=True).click()
        page.locator(".cobra-walk").wait_for()
        look_at(page)
        page.get_by_role("link", name="Schreiben").click()
        page.get_by_text("8 Codes, 6 Versuche").wait_for()
        page.get_by_role("button", name="Prüfen").click()
        page.locator(".proof details").click()
        page.get_by_text("es gibt einen Code (Codes)").wait_for()
        look_at(page)


UNKNOWN = 'game "x"\nsecret n : 1..3\nexperiment ask(g : 1..3)\n  observe n = {}\n'


def test_mistakes_that_stay_in_english_say_so(chromium: Browser, server: Server) -> None:
    with opened(chromium, server, None, locale="de", reduced_motion="reduce") as page:
        page.get_by_text("Ein eigenes Spiel").click()
        write(page, UNKNOWN.format("m"))
        mistake = page.get_by_text("the name `m` is not known here")
        mistake.first.wait_for()
        assert mistake.first.get_attribute("lang") == "en"
        page.keyboard.press("F8")
        tip = page.locator(".cm-tooltip", has=mistake)
        tip.wait_for()
        assert tip.locator("[lang]").get_attribute("lang") == "en"
        page.locator(".goes").get_by_role("button", name="Mit Hilfe").click()
        page.get_by_role("alert").get_by_text("the name `m` is not known here").wait_for()
        assert english(page) == []
        link = {"game": {"text": UNKNOWN.format("m"), "files": {}}, "shown": SHOWN}
        page.goto(f"{server.address}#/play/{packed(link)}")
        page.get_by_text("Den Text berichtigen").wait_for()
        assert "is not known here" in page.get_by_role("alert").inner_text()
        look_at(page)
        page.get_by_text("Den Text berichtigen").click()
        write(page, UNKNOWN.format("g"))
        page.get_by_text("3 Codes, 3 Versuche").wait_for()
        page.locator(".goes").get_by_role("button", name="Vergleichen").click()
        page.locator("[name=own]").wait_for(state="attached")
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        for score, message in {
            "min sum(n^)": "is wrong at character 11: ')' is not expected",
            "max partz": "there is no quantity 'partz'; did you mean 'parts'?",
            "look-ahead(parts, 99)": "the depth of look-ahead",
        }.items():
            page.locator("[name=own]").fill(score)
            page.locator("form").get_by_role("button", name="Vergleichen").click()
            page.get_by_role("alert").get_by_text(message).wait_for()
            assert english(page) == []


def test_an_exported_walk_speaks_the_language_of_its_reader(chromium: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(
        exported(one_step(cobra.load("mastermind", {"pegs": 3, "colours": 4}), "max-models")), "utf-8"
    )
    with watched(chromium, locale="de") as seen:
        seen.page.goto(file.as_uri())
        assert seen.page.locator(".label").inner_text() == "Versuch 1"
        assert "64 Codes übrig" in seen.page.locator(".state").inner_text()
        assert seen.page.locator("html").get_attribute("lang") == "de"
        seen.page.goto(f"{file.as_uri()}?lang=en")
        assert seen.page.locator(".label").inner_text() == "Experiment 1"
        assert seen.complaints == []


def test_plurals_are_those_of_the_language(chromium: Browser) -> None:
    say = (Path(cobra.__file__).parent / "texts" / "say.js").read_text("utf-8")
    polish = {"locale": "pl", "walk": {"codes": "{n} {n:kod|kody|kodów|kodu}"}, "page": {}}
    with watched(chromium) as seen:
        seen.page.add_script_tag(content=say)
        said = seen.page.evaluate(
            """(table) => {
              CobraTexts.take(table);
              return [1, 2, 5, 22, 10n ** 20n].map((n) => CobraTexts.say("codes", { n }));
            }""",
            polish,
        )
        assert [text.replace("\xa0", " ") for text in said] == [
            *("1 kod", "2 kody", "5 kodów", "22 kody", "100 000 000 000 000 000 000 kodów")
        ]
        complaint = "() => { try { CobraTexts.say('cods') } catch (error) { return error.message } }"
        assert seen.page.evaluate(complaint) == "no text is called cods"
