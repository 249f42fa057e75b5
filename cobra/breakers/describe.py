"""What there is to say of a strategy: what it does, exactly, and where it comes from."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Final

from cobra.breakers.breaker import Breaker
from cobra.breakers.core import CoreBreaker
from cobra.breakers.find import GROUP, WRITTEN, find_breaker, installed
from cobra.breakers.named import NAMED, STRATEGIES, Named
from cobra.options import OPTIMAL

_VERBS: Final = {"min": "least", "max": "greatest"}
_SCORED: Final = (
    "Of the experiments with at least two outcomes that can occur, it makes the one {which}. n is the number "
    "of codes left after an outcome, fixed the number of variables known then; sum, max and min go over the "
    "outcomes that can occur. Values are compared exactly; --ties decides between equal ones. A code that is "
    "known is asked."
)
_FOUND: Final = (
    "A search through all strategies, with proof; --objective says what is made least. What cannot be "
    "finished in time is an interval in which the optimum lies."
)


@dataclass(frozen=True, slots=True)
class Description:
    """A strategy in words."""

    name: str
    """How it is written, with its arguments where it takes some."""
    summary: str
    """What it does, in a line."""
    source: str
    """Who described it first and when, or where it was found; may be empty."""
    kind: str
    """What it is: "registered", "installed", "score", "file" or "program"."""
    score: str | None = None
    """The score expression that it is, None when it is none."""
    definition: str = ""
    """What it does exactly."""


def described() -> list[Description]:
    """Return all strategies there are by name: those registered, the optimal one, those installed."""
    registered = [_registered(named) for named in NAMED.values()]
    optimal = Description(OPTIMAL, STRATEGIES[OPTIMAL], "", "registered", None, _FOUND)
    return [*registered, optimal, *map(_installed, installed())]


def describe(text: str) -> Description:
    """Return what a strategy does, given as the commands take it; `GameError` when there is none."""
    text = text.strip()
    if text in NAMED:
        return _registered(NAMED[text])
    for known in described():
        if known.name == text and known.kind != "installed":
            return known
    breaker = find_breaker(text)
    if text in installed():
        return _own(breaker, _installed(text))
    if isinstance(breaker, CoreBreaker) and breaker.score is not None:
        score = breaker.score
        return Description(breaker.name, "a score of your own", "", "score", score, _of_score(score))
    if text.startswith("program:"):
        return Description(breaker.name, "a program that answers in lines of JSON", "", "program")
    if text.endswith(WRITTEN):
        return Description(breaker.name, "a strategy written to a file", "", "file")
    if ".py" in text:
        return _own(breaker, Description(breaker.name, "a strategy of your own", "", "file"))
    named = NAMED[text.partition("(")[0].strip()]
    known = _registered(named)
    return Description(breaker.name, known.summary, known.source, known.kind, None, known.definition)


def _registered(named: Named) -> Description:
    definition = named.definition
    if named.score is not None:
        definition = " ".join(filter(None, [definition, _of_score(named.score)]))
    name = named.form or named.name
    return Description(name, named.description, named.source, "registered", named.score, definition)


def _installed(name: str) -> Description:
    point = installed()[name]
    package = "" if point.dist is None else f"{point.dist.name} {point.dist.version}"
    return Description(name, f"{point.value} of the group {GROUP}", package, "installed")


def _own(breaker: Breaker, found: Description) -> Description:
    """Return a description with what the user's code says of itself."""
    rule = getattr(breaker, "rule", breaker)
    words = inspect.getdoc(rule) if "__doc__" in vars(rule) or inspect.isroutine(rule) else None
    if not words:
        return found
    summary, _, rest = words.partition("\n")
    return Description(found.name, summary, found.source, found.kind, None, " ".join(rest.split()))


def _of_score(score: str) -> str:
    keys = [key.strip().partition(" ") for key in score.split(" then ")]
    which = ", then ".join(f"with the {_VERBS[verb]} {value}" for verb, _, value in keys)
    return _SCORED.format(which=which)
