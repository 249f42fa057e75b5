"""The tables of texts, and that what people read stands nowhere else in the sources of the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.runner import ROOT
from tests.web.texts import LANGUAGES, TEXTS, said, table, texts

SOURCES = [
    file
    for folder in ("cobra/export/page", "cobra/web/static")
    for file in sorted((ROOT / folder).glob("*.js"))
    if file.name != "editor.js"
]
"""All but the editor, which is made of others' sources."""
FORMS = {"en": 2, "de": 2}
"""How many plurals a language has."""
PLACE = re.compile(r"\{(\w+)(?::([^}]*))?\}")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
READ = re.compile(
    r"""
    (?:aria-?[lL]abel|title|placeholder|alt|textContent)"?\s*[:=]\s*$  # of attributes and elements
    | (?:\{\}|\s\}),\s$  # what an element is made with
    | \b(?:tell|unseen)\($
    """,
    re.VERBOSE,
)
"""What stands before a string that people read."""
NAMES = re.compile(
    r"class: [^,]*$|class(?:es|Name|List)\b|make\(\"\w+\", "
    r"|(?:querySelector|querySelectorAll|matches|closest|Error|recall|remember)(?:\?\.)?\("
)
"""What stands before one that is for programs."""
WORDS = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
NO_TEXTS = {
    '"use strict"',
    '"cobra serve"',
    '"http://127.0.0.1:…"',
    '"min sum(n^2), look-ahead(parts)"',
    '"min sum(n^2)"',
    "`${game.name} · cobra`",
    "`curve kind-${i % MARKS}`",
    '"review"',
    '"check"',
    '"red green blue yellow orange purple pink brown black white grey gray cyan "',
    '"magenta lime teal navy violet indigo gold silver beige"',
    '"b - . x _ n gray grey black ⬛ ⬜ ⚫ ⚪ 🔲 🔳"',
}
"""Commands, names, words that are only understood, and strings for programs."""


def code(file: Path) -> str:
    """Return a source without its comments."""
    text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r"\s//\s.*", "", text)


def places(text: str) -> set[str]:
    return {name for name, _ in PLACE.findall(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text_with_the_same_values(language: str) -> None:
    english, found = table("en"), table(language)
    of_the_server = [] if language == "en" else ["marks", "said", "games"]
    assert list(found) == ["locale", "walk", "page", *of_the_server]
    for part in ("walk", "page"):
        assert list(found[part]) == list(english[part])
        assert {key: places(text) for key, text in found[part].items()} == {
            key: places(text) for key, text in english[part].items()
        }
    assert found["walk"].keys() & found["page"].keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_whole(language: str) -> None:
    for key, text in [*texts(language).items(), *said(language).items()]:
        assert text.strip() == text != "" or (key.startswith(" ") and text.startswith(" ")), key
        assert not re.search(r"[{}]", PLACE.sub("", text)), key
        for _, choice in PLACE.findall(text):
            assert not choice or len(choice.split("|")) == FORMS[language], key


def test_the_page_offers_every_language() -> None:
    (offered,) = re.findall(
        r"^const LANGUAGES = \{(.*)\};", (ROOT / "cobra/web/static/texts.js").read_text("utf-8"), re.MULTILINE
    )
    assert sorted(re.findall(r"(\w+): ", offered)) == LANGUAGES == sorted(FORMS)


def test_every_text_that_is_said_is_there() -> None:
    said = {
        key
        for file in SOURCES
        for call in re.findall(r'\b(?:say|pieces)\(((?:[^()"]|"[^"]*")*?)(?:, \{|\))', code(file))
        for key in re.findall(r'"(\w+)"', call)
    }
    assert len(said) > 200
    assert said - texts("en").keys() == set()


def test_every_text_that_is_there_is_said() -> None:
    others = [ROOT / "cobra" / "export" / "walk.py", ROOT / "cobra" / "web" / "static" / "index.html"]
    sources = "".join(map(code, [*SOURCES, *others]))
    assert [key for key in texts("en") if f'"{key}"' not in sources] == []


def literals(file: Path) -> Iterator[str]:
    """Yield the strings of a source that look as if people read them."""
    for line in code(file).splitlines():
        for found in STRING.finditer(line):
            before, said = line[: found.start()], re.sub(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", "", found.group())
            read = READ.search(before) and re.search("[A-Za-z]", said)
            if (read or (WORDS.search(said) and not NAMES.search(before))) and found.group() not in NO_TEXTS:
                yield found.group()


def test_what_people_read_stands_in_the_tables_only() -> None:
    found = {file.name: list(literals(file)) for file in SOURCES}
    assert {name: strings for name, strings in found.items() if strings} == {}


def test_the_tables_are_no_scripts() -> None:
    assert sorted(file.name for file in TEXTS.iterdir() if file.is_file()) == sorted(
        [*(f"{one}.json" for one in LANGUAGES), "say.js", "__init__.py"]
    )


def test_what_is_no_script_says_nothing_but_without_scripts() -> None:
    page = (ROOT / "cobra" / "web" / "static" / "index.html").read_text("utf-8")
    said = re.findall(r">\s*([^<>\s][^<>]*)<", re.sub(r"<noscript>.*?</noscript>", "", page, flags=re.DOTALL))
    assert set(said) == {"cobra"}
    for file in [*ROOT.glob("cobra/web/static/*.css"), *ROOT.glob("cobra/export/page/*.css")]:
        for shown in re.findall(r"content: ([^;]*);", file.read_text("utf-8")):
            assert not re.search("[A-Za-z]", "".join(re.findall('"([^"]*)"', shown))), f"{file.name}: {shown}"
