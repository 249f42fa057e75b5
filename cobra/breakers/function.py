"""A user's own strategy in Python: a function, or a class made once for each game.

    def choose(knowledge): ...              def choose(knowledge, history): ...

    class Mine:
        def __init__(self, game): ...
        def choose(self, knowledge): ...    # or (self, knowledge, history)

`knowledge` is a `Knowledge`; `history` is what was asked and answered, texts in pairs. The answer is an
experiment, as text or as an `Experiment`. It is called once in every state; without the history once in every
different one.
"""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePath
from threading import Lock
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TextIO

from cobra.breakers.breaker import Breaker, How
from cobra.breakers.knowledge import Find, GameTexts, Knowledge, shown
from cobra.breakers.place import Place
from cobra.breakers.tree import Choose, CoreHistory, play_states
from cobra.budget import Deadline, alarm
from cobra.errors import GameError, StoppedError
from cobra.strategy.strategy import Strategy

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from cobra.engine.made import Made
    from cobra.engine.played import Played
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable

_MODULES: Final = 64
"""So many files are remembered."""
_CHOOSE: Final = "choose"
"""The name of the method, and of the function that is meant where a file has several."""


class _PrintedApart:
    """Lets what is printed go to standard error; in several threads until the last of them has ended."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._before: TextIO = sys.stdout

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._before, sys.stdout = sys.stdout, sys.stderr
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                sys.stdout = self._before


_PRINTED_APART: Final = _PrintedApart()


@dataclass(frozen=True, slots=True)
class OwnBreaker:
    """Plays what a function, or the method `choose` of an object of a class, answers."""

    name: str
    rule: Callable[..., object]
    find: Find
    """Finds the strategies whose experiments it asks for by name."""

    def play(self, table: CodeTable, how: How, history: Sequence[Made] = ()) -> Played:
        """Play against every code of a table; `GameError` when the rule fails or gives a wrong answer."""
        demand_free_choice(self.name, how)
        words = GameTexts(table, how, history, self.find)
        with alarm(Deadline(table.remaining())):  # a rule that never answers is ended, too
            return self._play(table, words)

    def _play(self, table: CodeTable, words: GameTexts) -> Played:
        rule: Any = self._call(self.rule, table.game).choose if isinstance(self.rule, type) else self.rule
        sees_history = not _binds(rule, 1)

        def choose(place: Place, made: CoreHistory) -> CoreExperiment | None:
            more = [words.history(made)] if sees_history else []
            answer = self._call(rule, Knowledge(words, place), *more)
            if answer is None:
                return None
            try:
                return words.experiment(answer, place.state)
            except GameError as error:
                reason = _sentence(error)
                home = f"the strategy {self.name} ({_home(self.rule)})"
                message = f"{home} gave a wrong answer with {len(place.codes):,} codes left: {reason}"
                raise GameError(message) from None

        once = choose if sees_history else once_for_each_place(choose)
        name = f"the strategy {self.name} ({_home(self.rule)})"
        return play_states(table, once, name=name, memory=words.how.memory)

    def _call(self, function: Callable[..., Any], *arguments: object) -> Any:
        """Return what the user's code returns; what it raises becomes a `GameError` with its place.

        What it prints goes to standard error: results, and what is said in a game, are alone on standard
        output.
        """
        try:
            with _PRINTED_APART:
                return function(*arguments)
        except (KeyboardInterrupt, StoppedError):
            raise
        except BaseException as error:  # also what ends a process
            place = _place_of(error, function)
            raise GameError(f"the strategy {self.name} failed{place}: {_sentence(error)}") from None


def demand_free_choice(name: str, how: How) -> None:
    """Raise `GameError` when only consistent experiments are wanted of who chooses any."""
    if how.consistent:
        raise GameError(f"the strategy {name} chooses freely; --consistent is for those that compare scores")


def once_for_each_place(choose: Choose) -> Choose:
    """Return a rule that does not look at the history, remembering what it chose at each place."""
    known: dict[tuple[object, ...], CoreExperiment | None] = {}

    def remembered(place: Place, made: CoreHistory) -> CoreExperiment | None:
        key = place.key
        if key not in known:
            known[key] = choose(place, made)
        return known[key]

    return remembered


def own_breaker(rule: Any, find: Find, name: str | None = None) -> Breaker:
    """Return the breaker of a user's function or class, or the breaker that something is.

    `find` returns other strategies by name. `GameError` for anything else, and for a function that does not
    take what it is called with.
    """
    plays = callable(play := getattr(rule, "play", None)) and hasattr(rule, "name") and _binds(play, 3)
    if not isinstance(rule, type) and plays:
        breaker: Breaker = rule
        return breaker
    name = name or getattr(rule, "__name__", None) or type(rule).__name__
    if isinstance(rule, Strategy):
        raise GameError(
            "a strategy that was found is played by cobra.simulate; others take it by the "
            "path of the file that cobra.write_strategy writes"
        )
    if not callable(rule):
        file = f"; a file is given as text, {str(rule)!r}" if isinstance(rule, PurePath) else ""
        raise GameError(f"{name} is no strategy: a function or a class is wanted, not {shown(rule)}{file}")
    if isinstance(rule, type):
        method = getattr(rule, _CHOOSE, None)
        if not callable(method):
            raise GameError(f"the class {name} is no strategy: it has no method {_CHOOSE}")
        expected, wanted, what = (2, 3), "(self, knowledge) or (self, knowledge, history)", method
        if not _binds(rule, 1):
            raise GameError(f"the class {name} is no strategy: it is made with one argument, the game")
    else:
        expected, wanted, what = (1, 2), "(knowledge) or (knowledge, history)", rule
    if not any(_binds(what, number) for number in expected):
        raise GameError(f"{name} is no strategy: it must take {wanted}")
    if inspect.iscoroutinefunction(what):
        raise GameError(f"{name} is no strategy: it must not be async")
    return OwnBreaker(name, rule, find)


def _binds(function: Callable[..., object], number: int) -> bool:
    """Return whether a function takes so many arguments."""
    try:
        inspect.signature(function).bind(*range(number))
    except (TypeError, ValueError):
        return False
    return True


def breaker_of_file(text: str, path: str, name: str | None, find: Find) -> Breaker:
    """Return the strategy of a Python file: the one of a name, or the only one.

    The file is run as an import would. `GameError` when that fails, or there is no such strategy.
    """
    module = _module(path)
    own = {
        key: value
        for key, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", None) == module.__name__
    }
    if name is None:
        public = [key for key in own if not key.startswith("_")]
        chosen = [_CHOOSE] if _CHOOSE in public else public
        if len(chosen) > 1:
            raise GameError(f"{path} has several functions and classes; name one, as in {path}:{chosen[0]}")
        if not chosen:
            raise GameError(f"{path} has no function and no class that could be a strategy")
        name = chosen[0]
    elif not hasattr(module, name):
        from cobra.nearest import did_you_mean

        raise GameError(f"{path} has no {name!r}{did_you_mean(name, own)}")
    return own_breaker(getattr(module, name), find, text)


def breaker_of_entry_point(point: EntryPoint, find: Find) -> Breaker:
    """Return the strategy of an installed package; `GameError` when it cannot be loaded or is none."""
    try:
        with _PRINTED_APART:
            rule = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise GameError(
            f"the strategy {point.name} ({point.value}) cannot be loaded: {_sentence(error)}"
        ) from None
    return own_breaker(rule, find, point.name)


def _module(path: str) -> ModuleType:
    try:
        whole = Path(path).resolve(strict=True)
        about = whole.stat()
    except (OSError, ValueError, RuntimeError) as error:
        raise GameError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return _loaded(path, whole, about.st_mtime_ns, about.st_size)


@lru_cache(_MODULES)
def _loaded(path: str, whole: Path, changed: int, size: int) -> ModuleType:
    """Run a file as a module of its own, again when it has changed; what it prints goes to standard error."""
    module = ModuleType(f"cobra_strategy_{whole.stem}_{changed:x}")
    module.__file__ = str(whole)
    if str(whole.parent) not in sys.path:  # its neighbours can be imported, as if it were run
        sys.path.append(str(whole.parent))
    sys.modules[module.__name__] = module
    try:
        code = compile(whole.read_bytes(), str(whole), "exec")
        with _PRINTED_APART:
            exec(code, module.__dict__)
    except KeyboardInterrupt:
        raise
    except SyntaxError as error:
        raise GameError(f"{path}:{error.lineno or 1}: {error.msg}") from None
    except BaseException as error:
        raise GameError(f"{path} cannot be loaded{_place_of(error, exec)}: {_sentence(error)}") from None
    return module


def _place_of(error: BaseException, function: Callable[..., object]) -> str:
    """Return where in the user's code something was raised, such as ` at own.py:12`."""
    frames = traceback.extract_tb(error.__traceback__)
    home = getattr(getattr(function, "__code__", None), "co_filename", None)
    package = str(Path(__file__).parent.parent)
    own = [frame for frame in frames if frame.filename == home] or [
        frame for frame in frames if not frame.filename.startswith(package)
    ]
    return f" at {Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""


def _home(rule: Callable[..., object]) -> str:
    """Return where a user's rule is defined, such as `own.py:12`."""
    code = getattr(getattr(rule, _CHOOSE, rule), "__code__", None)
    return f"{Path(code.co_filename).name}:{code.co_firstlineno}" if code is not None else "not Python"


def _sentence(error: BaseException) -> str:
    """Return an exception as one line; those of cobra are sentences already."""
    try:
        text = " ".join(str(error).split())[:200]
    except Exception:  # of a user's class
        text = ""
    if isinstance(error, GameError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
