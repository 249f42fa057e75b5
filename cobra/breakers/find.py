"""A breaker by what a user writes: a name, a file, an installed entry point, a program."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from cobra.breakers.breaker import Breaker
from cobra.breakers.named import KNOWN_AS, NAMED, PROGRAM, Named
from cobra.errors import GameError
from cobra.nearest import did_you_mean
from cobra.options import OPTIMAL, READY_MADE
from cobra.texts import say

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

WRITTEN: Final = ".json"
"""What the name of a strategy file ends in."""
GROUP: Final = "cobra.strategies"
"""The group of entry points that installed packages have their strategies in."""
_FILE: Final = re.compile(r"(?P<file>.+\.py)(?::(?P<name>[^\W\d]\w*))?")
_SCORE: Final = re.compile(r"(?:min|max)(?:\s|$)|[^\W\d]+\s+[^\s(/\\][^/\\]*\(")
"""Begins a score, or a misspelt one such as `mni sum(n)`."""
_CALL: Final = re.compile(r"(?P<name>[\w-]+)\s*\((?P<arguments>.*)\)", re.DOTALL)
_KEY: Final = re.compile(r"\s*([a-z_]+)\s*=(?!=)\s*(.*)", re.DOTALL)

_OF_SCORES: Final = ("sum", "max", "min", "sorted")
"""What a score begins with where its verb is forgotten."""

AnyStrategy: TypeAlias = str | Breaker | Callable[..., object]
"""What the Python functions take for a strategy: a text, a breaker, or a function or class of the
user's."""


def find_breaker(strategy: AnyStrategy) -> Breaker:
    """Return the breaker that a text names, or that plays a user's function or class.

    A text is a registered name, with arguments in parentheses where it takes some, a score expression,
    `FILE.py:NAME` or `FILE.py`, a strategy file `FILE.json`, the name of an installed entry point, or
    `program:COMMAND`. `GameError` when there is none.
    """
    if not isinstance(strategy, str):
        from cobra.breakers.function import own_breaker  # here: most strategies are named

        return own_breaker(strategy, find_breaker)
    text = strategy.strip()
    if text.startswith(PROGRAM):
        from cobra.breakers.program import program_breaker

        return program_breaker(text.removeprefix(PROGRAM))
    if _is_score(text):
        from cobra.breakers.core import score_breaker

        return score_breaker(text)
    if match := _FILE.fullmatch(text):
        from cobra.breakers.function import breaker_of_file

        return breaker_of_file(text, match["file"], match["name"], find_breaker)
    if text.endswith(WRITTEN):
        from cobra.breakers.written import written_breaker

        return written_breaker(text)
    if match := _CALL.fullmatch(text):
        arguments = match["arguments"].strip()
        return _called(match["name"], split_outside(arguments) if arguments else [])
    return _called(text, [])


def find_strategies(strategies: Iterable[AnyStrategy]) -> dict[str, Breaker | None]:
    """Return breakers by their names, in order, each once; None for `optimal`, found by a search.

    `GameError` for what is no strategy, for different ones of the same name, and when there are none.
    """
    found: dict[str, Breaker | None] = {}
    several = isinstance(strategies, Iterable) and not isinstance(strategies, str)
    listed: Iterable[Any] = strategies if several else [strategies]
    for strategy in listed:
        breaker = None if strategy == OPTIMAL else find_breaker(strategy)
        name = OPTIMAL if breaker is None else breaker.name
        if found.setdefault(name, breaker) != breaker:
            raise GameError(f"two different strategies are called {name}")
    if not found:
        raise GameError(say("no strategy given; `cobra strategies` lists them"))
    return found


def is_name(text: str) -> bool:
    """Return whether a text could only be the name of a strategy: it has none of the other forms."""
    return not (text.startswith(PROGRAM) or _is_score(text) or _FILE.fullmatch(text) or _CALL.fullmatch(text))


def _is_score(text: str) -> bool:
    return _SCORE.match(text) is not None


def runs_nothing(text: str) -> bool:
    """Return whether a text could only be a strategy of cobra's or a score: it runs no file and no program.

    Whether there is such a strategy is not looked at.
    """
    text = text.strip()
    if _is_score(text) and not text.startswith(PROGRAM):
        return True
    match = _CALL.fullmatch(text)
    if match is None:
        return text in NAMED or text == OPTIMAL or text.isdigit()
    parts = split_outside(match["arguments"])
    of_others = match["name"] in _OF_OTHERS
    return match["name"] in NAMED and (not of_others or all(runs_nothing(_argument(part)) for part in parts))


def _argument(text: str) -> str:
    """Return the value of an argument, with or without its keyword."""
    match = _KEY.fullmatch(text)
    return _unquoted(match[2] if match else text)


def is_known(name: str) -> bool:
    """Return whether there is a strategy of this name."""
    return name in NAMED or name == OPTIMAL or name in installed()


def split_strategies(text: str) -> list[str]:
    """Return the strategies of a list such as `max-models,consistent(parts)`.

    They are separated by commas outside parentheses and quotes; what begins with `program:` goes to the end.
    """
    start = re.search(rf"(?:^|,)\s*(?={PROGRAM})", text)
    if start is None:
        return [part for part in split_outside(text) if part]
    return [*filter(None, split_outside(text[: start.start()])), text[start.end() :]]


def split_outside(text: str) -> list[str]:
    """Return the parts of a text between commas that are not inside parentheses or quotes, stripped."""
    parts = [""]
    depth, quote = 0, ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        else:
            depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += sign
        if depth < 0:
            break
    if depth or quote:
        missing = "a quote is not closed in {text}" if quote else "the parentheses do not match in {text}"
        raise GameError(say(missing, text=repr(text)))
    return [part.strip() for part in parts]


def installed() -> dict[str, EntryPoint]:
    """Return the strategies of installed packages by name."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def _called(name: str, arguments: list[str]) -> Breaker:
    """Return the registered or installed breaker of a name, made with arguments."""
    if named := NAMED.get(name):
        return _make(named, arguments)
    if name == OPTIMAL:
        raise GameError(say("{name} compares no scores, it is found by a search", name=OPTIMAL))
    others = installed()
    if name not in others:
        if name in _OF_SCORES:
            raise GameError(say("a score begins with min or max, as in 'min sum(n^2)'"))
        hint = did_you_mean(name, (*NAMED, OPTIMAL, *others)) or say("; `cobra strategies` lists them")
        if known := KNOWN_AS.get(re.sub("[^a-z]", "", name.casefold())):
            hint = say("; that strategy is called {name} here", name=repr(known))
        raise GameError(say("there is no strategy {name}{hint}", name=repr(name), hint=hint))
    if arguments:
        raise GameError(say("the strategy {name} takes no arguments", name=name))
    from cobra.breakers.function import breaker_of_entry_point

    return breaker_of_entry_point(others[name], find_breaker)


def _make(named: Named, arguments: list[str]) -> Breaker:
    positional: list[str] = []
    keywords: dict[str, str] = {}
    for argument in arguments:
        if match := _KEY.fullmatch(argument):
            keywords[match[1]] = _unquoted(match[2])
        else:
            positional.append(_unquoted(argument))
    make = _MADE.get(named.name) or partial(_core, named)
    try:
        inspect.signature(make).bind(*positional, **keywords)
    except TypeError:
        form = f"is written {named.form}" if named.form else "takes no arguments"
        raise GameError(f"the strategy {named.name} {form}") from None
    return make(*positional, **keywords)


def _core(named: Named) -> Breaker:
    """Return a strategy that the core plays: by its name where it has one for it, else by its score."""
    from cobra.breakers.core import CoreBreaker

    return CoreBreaker(named.name, None if named.name in READY_MADE else named.score)


def _consistent(strategy: str) -> Breaker:
    from cobra.breakers.core import Consistent

    return Consistent(find_breaker(strategy))


def _look_ahead(strategy: str, depth: str = "2", beam: str = "8") -> Breaker:
    from cobra.breakers.ahead import look_ahead

    return look_ahead(find_breaker(strategy), strategy, depth, beam)


def _phases(memory: str = "described") -> Breaker:
    from cobra.breakers.phases_memory import make_phases

    return make_phases(memory)


_MADE: Final[dict[str, Callable[..., Breaker]]] = {
    "look-ahead": _look_ahead,
    "consistent": _consistent,
    "phases": _phases,
}
"""What makes the registered strategies that are no score, of their arguments: texts as they stand in the
parentheses after the name. Imported are only those asked for."""


_OF_OTHERS: Final = ("look-ahead", "consistent")
"""Those among them that play another strategy."""


def _unquoted(text: str) -> str:
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" and text[0] not in text[1:-1]
    return text[1:-1] if quoted else text
