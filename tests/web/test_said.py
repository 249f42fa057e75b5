"""What the server says in the languages there are: each sentence that a page can show is in the tables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

import cobra
from cobra.breakers.named import NAMED, STRATEGIES
from cobra.errors import REASONS, GameError, LimitError, StoppedError
from cobra.language.score import read_score
from cobra.options import FORMATS, OPTIMAL, SEARCHED
from cobra.sat.wellformed import Proof
from cobra.texts import figure, languages, say, speaking, table
from cobra.web.games import library_document
from cobra.web.wrong import wrong
from tests.cli.runner import ROOT
from tests.web.server import Server
from tests.web.test_texts import PLACE, places
from tests.web.texts import said

OTHERS = sorted(languages() - {"en"})
DOING = {"call": 0, "poll": 0, "tell": 0, "doing": 0, "ticker": 0, "StoppedError": 1, "LimitError": 3}
"""What is given a phrase for what is done, which is said later, and at which place."""
SERVED = ("model", "sat", "symmetries", "engine", "play", "web", "analysis/check.py", "analysis/info.py")
"""The folders and files whose work a page waits for."""
NO_SENTENCES = re.compile(r"[/\n[\\]")
"""In a string with a place that is a path, or for programs."""


@cache
def trees() -> dict[str, ast.Module]:
    """Return the sources of cobra by their paths."""
    folder = ROOT / "cobra"
    files = sorted(folder.rglob("*.py"))
    return {file.relative_to(folder).as_posix(): ast.parse(file.read_text("utf-8")) for file in files}


def strings(tree: ast.AST) -> Iterator[str]:
    """Yield the strings of a source but those that are parts of others."""
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value


def imports_say(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "cobra.texts"
        and "say" in {alias.name for alias in node.names}
        for node in tree.body
    )


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def sentences() -> Iterator[str]:
    """Yield the sentences with places of the files that say them, and what is said as it is."""
    for path, tree in trees().items():
        if imports_say(tree):
            yield from (
                text for text in strings(tree) if PLACE.search(text) and not NO_SENTENCES.search(text)
            )
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            if called(node) == "say" and node.args and imports_say(tree):
                yield from strings(node.args[0])
            place = DOING.get(called(node))
            if place is not None and len(node.args) > place and path.startswith(SERVED):
                phrase = node.args[place]
                yield from () if isinstance(phrase, ast.Call) else strings(phrase)


def assert_said(texts: set[str], language: str) -> None:
    missing = sorted(texts - said(language).keys())
    assert missing == [], f"not under `said` in cobra/texts/{language}.json"


@pytest.mark.thorough
@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_there_in_every_language(language: str) -> None:
    known = {*sentences(), *REASONS.values()}
    assert len(known) > 150
    assert_said(known, language)


@pytest.mark.thorough
@pytest.mark.parametrize("language", OTHERS)
def test_what_the_page_offers_to_choose_is_described_in_every_language(language: str) -> None:
    strategies = {STRATEGIES[OPTIMAL], *(named.description for named in NAMED.values())}
    assert_said({*FORMATS.values(), *SEARCHED.values(), *strategies}, language)


@pytest.mark.thorough
@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_that_is_there_is_said_with_the_same_values(language: str) -> None:
    written = {text for tree in trees().values() for text in strings(tree)}
    assert sorted(said(language).keys() - written) == []
    for english, text in said(language).items():
        assert places(text) == places(english), english


@pytest.mark.parametrize("language", OTHERS)
def test_every_game_of_the_library_is_described(language: str) -> None:
    with speaking(language):
        described = library_document()
    games = table(language)["games"]
    place = f"`games` in cobra/texts/{language}.json"
    assert games.keys() ^ {game["name"] for game in described} == set(), f"these games differ from {place}"
    for game in described:
        named = {"about", *(one["name"] for one in (*game["parameters"], *game["files"]))}
        assert games[game["name"]].keys() == named, f"{game['name']} of {place} is about these"
        assert game["about"] == games[game["name"]]["about"]


def test_what_is_said_follows_the_language() -> None:
    mastermind = cobra.load("mastermind", {"pegs": 3, "colours": 4})
    history = "012 = 1B1W"
    with speaking("de"):
        assert cobra.excluded(mastermind, history, "111").sentences == (
            "111 ist durch Antwort 1 ausgeschlossen: 012 hätte 1B0W ergeben, nicht 1B1W.",
        )
        assert cobra.explain(mastermind, history, "111").sentences == (
            "023 teilt die 12 übrigen Codes in 7 Teile. Danach sind höchstens 3 übrig, im Mittel 2; die "
            "Antwort verrät 2,69 Bit.",
            "Im Mittel 2,3333 Versuche von hier an, 023 mitgezählt. Weniger geht nicht; das ist bewiesen.",
            "111 teilt die 12 übrigen Codes in 3 Teile. Danach sind höchstens 6 übrig, im Mittel 4,67; die "
            "Antwort verrät 1,46 Bit.",
            "111 kann nicht der Code sein.",
            "Er braucht im Mittel 0,4167 Versuche mehr als 023.",
        )
        assert str(StoppedError("time", "counting the codes")) == (
            "angehalten durch die Zeitgrenze; in Arbeit war: Zählen der Codes; mehr erlaubt --time-limit"
        )
        assert str(LimitError("codes", 12_345_678, 1_000_000, "listing the codes")) == (
            "Aufzählen der Codes: etwa 12.345.678 nötig, die Grenze ist 1.000.000; mehr erlaubt "
            "--limit codes=N"
        )
        assert (
            Proof("codes", "there is a code", False, "x").sentence
            == "Codes: „es gibt einen Code“ gilt nicht: x"
        )
        assert figure("1,234.5") == "1.234,5"
        assert say("this is in no table, {n}", n=1_000) == "this is in no table, 1.000"
    assert figure("1,234.5") == "1,234.5"
    with speaking("xx"):
        assert say("cancelled") == "cancelled"


def test_the_server_answers_in_the_language_that_is_asked_for(server: Server) -> None:
    asked = {"game": {"name": "mastermind"}, "history": [], "code": "01"}
    for language, error in {
        "de-AT,de;q=0.9,en;q=0.8": "'01' ist kein Code: code hat 4 Symbole, nicht 2",
        "en": "'01' is not a code: code has 4 symbols, not 2",
        "fr": "'01' is not a code: code has 4 symbols, not 2",
    }.items():
        answer = server.ask("POST", "/api/why-not", asked, Accept_Language=language)
        assert (answer.status, answer.json["error"]) == (422, error)


def test_an_error_that_is_in_english_only_says_so(server: Server) -> None:
    def error(kind: str, language: str, **asked: object) -> tuple[str, str | None]:
        answer = server.ask("POST", f"/api/{kind}", asked, Accept_Language=language).json
        return answer["error"], answer.get("lang")

    unknown = {"text": 'game "x"\nsecret n : 1..3\nexperiment ask() observe m\n', "files": {}}
    for language, lang in {"de": "en", "en": None, "fr": None}.items():
        sentence, said = error("game", language, game=unknown)
        assert sentence.splitlines()[0] == "game:3:26: error: the name `m` is not known here"
        assert said == lang
    outside = {"name": "mastermind", "parameters": {"pegs": 99}}
    sentence, said = error("game", "de", game=outside)
    assert "pegs = 99 liegt nicht in 1..12" in sentence and said is None
    assert error("why-not", "de", game={"name": "mastermind"}, history=[], code="01") == (
        "'01' ist kein Code: code hat 4 Symbole, nicht 2",
        None,
    )


def test_mistakes_and_sizes_that_are_in_english_only_say_so() -> None:
    with speaking("de"):
        translated = say("cancelled")
        assert wrong(f"{translated}!") == {"error": "abgebrochen!"}
        assert wrong("this is in no table", "message") == {"message": "this is in no table", "lang": "en"}
        with speaking("en"):
            assert wrong("this is in no table") == {"error": "this is in no table"}
        assert wrong(translated) == {"error": "abgebrochen"}
    assert wrong("this is in no table") == {"error": "this is in no table"}
    with speaking("de"), pytest.raises(GameError) as caught:
        read_score("max partz")
    assert "; did you mean 'parts'?" in str(caught.value)
