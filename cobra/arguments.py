"""What the arguments of the public functions have to be: one table, by the annotations they have.

Each is converted to what the annotation says, or refused in a sentence, before anything is done. So no file
is written that cannot be read again, and no error of another kind comes from deep inside. Nothing that is
above is imported: classes are known by their names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from math import isnan
from operator import index
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from cobra.errors import GameError
from cobra.options import LARGEST

P = ParamSpec("P")
T = TypeVar("T")
Bind = Callable[[tuple[Any, ...], dict[str, Any]], inspect.BoundArguments]

_LEAST: Final = dict.fromkeys(("repeat", "max_depth", "within", "population", "islands"), 1)
"""The least that a whole number may be, by the name of its argument; others may be 0."""
_HISTORY: Final = "one text, such as '0011 = 1B1W; 0023 = 0B2W', or what cobra.read_history makes of it"
_CERTIFICATES: Final = ("CertificateFile", "SituationsFile", "BeliefsFile", "ChancesFile")


def whole(name: str, given: object, least: int) -> int:
    """Return a whole number, also one of NumPy, or raise `GameError` when it is none that the core can take.

    True and False are none: files could not be read that say so.
    """
    try:
        number = least - 1 if isinstance(given, bool) else int(index(given))  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if not least <= number <= LARGEST:
        raise GameError(f"{name} must be a whole number from {least} to {LARGEST:,}")
    return number


def _number(name: str, given: object) -> int:
    return whole(name, given, _LEAST.get(name, 0))


def _seconds(name: str, given: Any) -> float:
    """Return a number of seconds; those of NumPy and fractions are some, too."""
    try:
        seconds = -1.0 if isinstance(given, str | bytes) or _is_flag(given) else float(given)
    except OverflowError:  # more than any clock counts, or less
        seconds = float("inf") if given > 0 else -1.0
    except (TypeError, ValueError):
        seconds = -1.0
    if isnan(seconds) or seconds < 0:
        raise GameError(f"{name} must be a number of seconds, 0 or more")
    return seconds


def _is_flag(given: object) -> bool:
    kind = type(given)
    return isinstance(given, bool) or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"))


def _flag(name: str, given: object) -> bool:
    if not _is_flag(given):
        raise GameError(f"{name} must be True or False")
    return bool(given)


def _text(name: str, given: object) -> str:
    if not isinstance(given, str):
        raise GameError(f"{name} must be a text (a str)")
    return given


def _path(name: str, given: object) -> str | Path:
    if isinstance(given, PathLike) and isinstance(path := fspath(given), str):
        return Path(path)
    if not isinstance(given, str):
        raise GameError(f"{name} must be a path (a str or a pathlib.Path)")
    return given


def _several(name: str, given: object) -> tuple[object, ...]:
    if not isinstance(given, Iterable):
        raise GameError(f"{name} must be a list")
    return tuple(given)


def _texts(name: str, given: Any) -> tuple[str, ...]:
    """Return several texts; a single one stands for itself."""
    texts = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, Iterable) else (None,)
    if not all(isinstance(text, str) for text in texts):
        raise GameError(f"{name} must be a list of texts (of str)")
    return texts


def _dictionary(name: str, given: object) -> Mapping[str, Any]:
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise GameError(f"{name} must be a dictionary, with texts (str) as keys")
    return given


def _text_files(name: str, given: object) -> Mapping[str, str]:
    if not all(isinstance(text, str) for text in _dictionary(name, given).values()):
        raise GameError(f"{name} must be a dictionary of the texts of files (str), by their names")
    return _dictionary(name, given)


def _function(name: str, given: object) -> object:
    if not callable(given):
        raise GameError(f"{name} must be a function")
    return given


def _history(name: str, given: object) -> object:
    """Return a history: one text, or what is read of it."""
    if isinstance(given, str):
        return given
    if isinstance(given, list | tuple) and any(isinstance(one, str) for one in given):
        raise GameError(f"a history is {_HISTORY}, not a list of texts")
    return _made(name, given, f"a history is {_HISTORY}")


def _made(name: str, given: object, wanted: str = "") -> tuple[object, ...]:
    made = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (None,)
    if not all(_is(one, ("Made",)) for one in made):
        raise GameError(wanted or f"{name} must be what cobra.read_history returns")
    return made


def _is(given: object, kinds: Iterable[str]) -> bool:
    """Return whether something is of a class of cobra, by its name."""
    return any(kind.__name__ in kinds and kind.__module__[:6] == "cobra." for kind in type(given).__mro__)


def _thing(what: str, kinds: tuple[str, ...], made_by: str) -> Callable[[str, object], object]:
    """Return what demands something made of a file, and not its name, nor a result that it is a part of."""

    def demand(_: str, given: object) -> object:
        if _is(given, kinds):
            return given
        if isinstance(given, str | Path):
            made = f"cobra.{made_by}({str(given)!r})"
            raise GameError(f"a {what} is needed here, not its name or file: {made} reads it")
        kind = "None" if given is None else type(given).__name__
        if _is(getattr(given, what, None), kinds):
            raise GameError(f"a {what} is needed here, not a {kind}: give its .{what}")
        raise GameError(f"a {what} is needed here, not {kind}: cobra.{made_by} reads one")

    return demand


def _player(what: str, *members: str) -> Callable[[str, object], object]:
    """Return what demands somebody who plays, and not a name."""

    def demand(_: str, given: object) -> object:
        if not all(hasattr(given, member) for member in members):
            told = f"its name {given!r}" if isinstance(given, str) else type(given).__name__
            maker = f"cobra.play.{what}s.make_{what}"
            raise GameError(f"a {what} is needed here, not {told}: {maker} makes one")
        return given

    return demand


def _of_class(kind: str, what: str) -> Callable[[str, object], object]:
    """Return what demands something of a class of cobra, and says `what` that is."""

    def demand(name: str, given: object) -> object:
        if not _is(given, (kind,)):
            raise GameError(f"{name} must be {what}")
        return given

    return demand


def _beginning(name: str, given: object) -> object:
    return given if _is(given, ("Strategy",)) or isinstance(given, str | Path) else _STRATEGY(name, given)


_STRATEGY: Final = _thing("strategy", ("Strategy",), "read_strategy")
_CERTIFICATE: Final = _thing("certificate", _CERTIFICATES, "read_certificate")
_TABLE: Final[Mapping[str, Callable[[str, Any], Any]]] = {
    "int": _number,
    "float": _seconds,
    "bool": _flag,
    "str": _text,
    "str | Path": _path,
    "Iterable[object]": _several,
    "Iterable[str]": _texts,
    "Mapping[str, str]": _text_files,
    "Mapping[str, str | int]": _dictionary,
    "Mapping[str, Values]": _dictionary,
    "Limits": _of_class("Limits", "a cobra.Limits, such as cobra.Limits(codes=1000)"),
    "Progress": _function,
    "Positions": _function,
    "str | Sequence[Made]": _history,
    "Sequence[Made]": _made,
    "tuple[Made, ...]": _made,
    "Game": _thing("game", ("Game",), "load"),
    "Strategy": _STRATEGY,
    "Strategy | str | Path": _beginning,
    "Plan": _thing("plan", ("Plan",), "read_plan"),
    "AnyCertificate": _CERTIFICATE,
    **dict.fromkeys(_CERTIFICATES, _CERTIFICATE),
    "Advice": _of_class("Advice", "what cobra.advise returns"),
    "Position": _of_class("Position", "a position, such as that of a cobra.Session"),
    "Codemaker": _player("codemaker", "name", "answer", "reveal"),
    "Codebreaker": _player("codebreaker", "name", "choose"),
}
"""What is demanded of an argument, by its annotation, which may end in `| None`; what it returns is used."""


def binder(function: Callable[..., object]) -> Bind:
    """Return what binds the arguments of a call to a function: all of them, looked at and converted."""
    signature = inspect.signature(function)
    looks = []
    for name, parameter in signature.parameters.items():
        annotation = str(parameter.annotation)
        look = _TABLE.get(annotation.removesuffix(" | None"))
        if look is not None:
            looks.append((name, look, annotation.endswith(" | None")))

    def bind(arguments: tuple[Any, ...], named: dict[str, Any]) -> inspect.BoundArguments:
        try:
            bound = signature.bind(*arguments, **named)
        except TypeError:  # Python says better what is wrong with the call
            function(*arguments, **named)
            raise
        bound.apply_defaults()
        given = bound.arguments
        for name, look, may_be_none in looks:
            if not (may_be_none and given[name] is None):
                given[name] = look(name, given[name])
        return bound

    return bind


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Let a function have arguments that are what its annotations say; `GameError` for others."""
    bind = binder(function)
    call: Callable[..., T] = function

    @wraps(function)
    def kept(*arguments: P.args, **named: P.kwargs) -> T:
        bound = bind(arguments, named)
        return call(*bound.args, **bound.kwargs)

    return kept
