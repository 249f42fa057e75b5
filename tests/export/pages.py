"""Pages with a strategy, as the browser reads them, for the tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import cobra
from cobra.export.html import lines
from cobra.export.played import PlayedStrategy
from cobra.strategy.strategy import Strategy
from tests.strategy.made import one_step

HOSTILE = """game "</title><script>boom()</script>"
def words = {"</script><script>boom()</script>" "<!-- <script>" "it's & \\u003c &lt;" "日本 %data% \u2028☃"}
secret code : words
experiment ask(x : words)
  outcome "<b>yes</b> / %2F #" : code = x
  outcome "</script><img src=x onerror=boom()>" : code != x
  final code = x
"""
"""A game whose texts try to be more than texts."""


def page(strategy: Strategy) -> str:
    return "".join(lines(PlayedStrategy(strategy)))


def hostile() -> Strategy:
    return one_step(cobra.load_text(HOSTILE))


class Elements(HTMLParser):
    """The elements of a page: their names and attributes, and the texts inside those that hold only text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._inside = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.texts.append("")
        self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts[-1] += data

    def one(self, tag: str, **attributes: str) -> tuple[dict[str, str | None], str]:
        """Return the attributes and the text of the one element with these."""
        (place,) = (
            place
            for place, (name, given) in enumerate(self.found)
            if name == tag and attributes.items() <= given.items()
        )
        return self.found[place][1], self.texts[place]


def data_of(text: str) -> dict[str, Any]:
    """Return the data in a page, as `page/tree.js` describes it."""
    _, found = Elements(text).one("script", id="data")
    data: dict[str, Any] = json.loads(found)
    return data


def plays(data: dict[str, Any]) -> list[list[tuple[str, str, int]]]:
    """Return the play of each code, in the order of `codes`: experiment, outcome, whether it is final."""
    numbers = iter(data["tree"])

    def read(before: list[tuple[str, str, int]]) -> Iterator[list[tuple[str, str, int]]]:
        experiment = data["experiments"][next(numbers)]
        for outcome, count in [(next(numbers), next(numbers)) for _ in range(next(numbers))]:
            play = [*before, (experiment, *data["outcomes"][outcome])]
            yield from [play] * abs(count) if count else read(play)

    return list(read([])) if data["tree"] else [[] for _ in data["codes"]]
