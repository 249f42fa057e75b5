"""A user's own strategy as a program of any language: it hears questions and answers them, in lines of JSON.

docs/own-strategies.md has the protocol. A program is never trusted: its lines are short, its answers checked,
its patience limited; whatever it does wrong is a `GameError` that names it, and it is always ended.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cobra.breakers.breaker import How
from cobra.breakers.function import demand_free_choice, once_for_each_place
from cobra.breakers.knowledge import GameTexts, Knowledge, shown
from cobra.breakers.named import PROGRAM
from cobra.breakers.place import Place
from cobra.breakers.tree import CoreHistory, play_states
from cobra.errors import GameError, StoppedError
from cobra.figures import exact
from cobra.model.memory import own_slots
from cobra.printable import printable

if TYPE_CHECKING:
    from cobra.engine.made import Made
    from cobra.engine.played import Played
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable

VERSION: Final = 1
"""The version of the protocol."""
SECONDS: Final = 5.0
"""So long each answer may take, unless the program asks for more."""
MOST_SECONDS: Final = 3600.0
"""More it may not ask for."""
MOST_CODES: Final = 10_000
"""With more codes left they are not listed for the program."""
_LINE: Final = 1 << 16
"""Bytes of a line of the program, at most."""
_SAID: Final = 2_000
"""So many of the last bytes of its standard error are kept, to be shown with an error."""
_SHOWN: Final = 200
"""So many characters of them at most."""
_POLL: Final = 0.05
"""Seconds between two looks at whether the command has to stop."""
_GRACE: Final = 0.5
"""Seconds it has to end by itself when nothing more is asked, or to say why it died."""


@dataclass(frozen=True, slots=True)
class ProgramBreaker:
    """Plays what a program answers; it is started for each game and ended with it."""

    name: str
    command: tuple[str, ...]

    def play(self, table: CodeTable, how: How, history: Sequence[Made] = ()) -> Played:
        """Play against every code of a table; `GameError` when the program fails or gives a wrong answer."""
        demand_free_choice(self.name, how)
        words = GameTexts(table, how, history)
        with Program(self.name, self.command, table.stop_reason) as program:
            sees_history = program.greet(_hello(words))

            def ask(place: Place, made: CoreHistory) -> CoreExperiment | None:
                answer = program.ask(_question(words, place, made if sees_history else None))
                text = answer.get("experiment")
                if not isinstance(text, str):
                    raise program.wrong(f"answered {shown(answer)}, which names no experiment")
                try:
                    return words.experiment(text, place.state)
                except GameError as error:
                    raise program.wrong(f"answered, with {len(place.codes):,} codes left: {error}") from None

            choose = ask if sees_history else once_for_each_place(ask)
            return play_states(table, choose, name=f"the strategy {self.name}", memory=how.memory)


def program_breaker(command: str) -> ProgramBreaker:
    """Return the breaker of a command line; `GameError` when there is no such program.

    It is taken apart as a shell would, but no shell runs it.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise GameError(f"{command!r} is not a command line: {str(error).lower()}") from None
    if not words or "\0" in command:
        raise GameError(f"{PROGRAM} must be followed by a command line")
    if shutil.which(words[0]) is None:
        raise GameError(f"there is no program {words[0]!r} that could be started")
    return ProgramBreaker(f"{PROGRAM}{command.strip()}", tuple(words))


def _hello(words: GameTexts) -> dict[str, object]:
    game = words.table.game
    return {
        "cobra": VERSION,
        "game": game.name,
        "parameters": dict(game.arguments),
        "ending": game.ending,
        "codes": words.table.codes,
        "experiments": [
            {
                "name": type_.label,
                "slots": [
                    {"name": slot.name, "symbols": list(slot.symbols)}
                    for slot in own_slots(type_.space.slots)
                ],
            }
            for type_ in game.experiments
        ],
        "examples": words.examples(),
        "seed": words.how.seed,
    }


def _question(words: GameTexts, place: Place, made: CoreHistory | None) -> dict[str, object]:
    game, knowledge = words.table.game, Knowledge(words, place)
    listed = knowledge.codes if knowledge.count <= MOST_CODES else None
    question: dict[str, object] = {"count": knowledge.count, "codes": listed}
    if game.weight is not None or place.chances:
        question["weights"] = None if listed is None else knowledge.weights
    if game.unseen is not None:
        question["lies_left"] = None if listed is None else knowledge.lies_left
    if game.memory is not None:
        question |= {"state": knowledge.state, "paid": exact(knowledge.paid)}
        question["experiments"] = _experiments(knowledge)
    return question if made is None else question | {"history": words.history(made)}


def _experiments(knowledge: Knowledge) -> Sequence[str] | None:
    """Return what can be done now, None when it is too much to be listed."""
    try:
        found = knowledge.experiments
    except GameError:
        return None
    return found if len(found) <= MOST_CODES else None


class Program:
    """A running program; leaving the context ends it and all it has started."""

    def __init__(self, name: str, command: Sequence[str], stop_reason: Callable[[], str | None]) -> None:
        self._name = name
        self._stop_reason = stop_reason
        self._seconds = SECONDS
        self._said = b""
        self._talker = threading.Thread(target=self._talk, daemon=True)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=sys.platform != "win32",  # Ctrl-C reaches cobra alone, which ends it
            )
        except (OSError, ValueError) as error:
            raise self.wrong(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        try:
            self._talker.start()
            self._listener.start()
        except BaseException:  # Ctrl-C, before anybody could end what runs
            self._kill()
            raise

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def greet(self, hello: Mapping[str, object]) -> bool:
        """Say hello and return whether the program wants to see histories."""
        reply = self.ask(hello)
        if reply.get("cobra") != VERSION or isinstance(reply["cobra"], bool):
            raise self.wrong(f'answered the hello with {shown(reply)}, not with {{"cobra": {VERSION}}}')
        seconds = reply.get("seconds", SECONDS)
        if (
            isinstance(seconds, bool)
            or not isinstance(seconds, int | float)
            or not 0 < seconds <= MOST_SECONDS
        ):
            raise self.wrong(f"asks for {shown(seconds)} seconds; it may ask for up to {MOST_SECONDS:,.0f}")
        self._seconds = seconds
        history = reply.get("history", False)
        if not isinstance(history, bool):
            raise self.wrong(f'says "history": {shown(history)}; true or false was expected')
        return history

    def ask(self, question: Mapping[str, object]) -> dict[str, Any]:
        """Return the object that the program answers; `GameError` when it gives none in time."""
        self._questions.put(
            json.dumps(question, ensure_ascii=False).encode(errors="backslashreplace") + b"\n"
        )
        line = self._wait()
        if not line:
            raise self.wrong(f"ended without an answer{self._status()}")
        if len(line) > _LINE:
            raise self.wrong(f"answered with a line of more than {_LINE:,} bytes")
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            raise self.wrong(f"answered {shown(line.decode(errors='replace').strip())}, not JSON") from None
        if not isinstance(reply, dict):
            raise self.wrong(f"answered {shown(reply)}, not a JSON object")
        if "error" in reply:
            raise self.wrong(f"says: {shown(reply['error'])}")
        return reply

    def _wait(self) -> bytes:
        """Return the next line; `StoppedError` when the time limit comes first."""
        end = time.monotonic() + self._seconds
        while (left := end - time.monotonic()) > 0:
            try:
                return self._answers.get(timeout=min(left, _POLL))
            except queue.Empty:
                if reason := self._stop_reason():
                    raise StoppedError(reason, f"waiting for {self._name}") from None
        raise self.wrong(f"gave no answer within {self._seconds:g} s")

    def _talk(self) -> None:
        """Hand over questions one after the other, and read a line after each."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            while (question := self._questions.get()) is not None:
                try:
                    self._process.stdin.write(question)
                    self._process.stdin.flush()
                except OSError:
                    pass  # it reads no more, but may have said something before it died
                self._answers.put(self._process.stdout.readline(_LINE + 1))
        except (OSError, ValueError):
            self._answers.put(b"")
        with suppress(OSError):
            self._process.stdin.close()

    def _listen(self) -> None:
        """Keep the last of what the program says on standard error."""
        assert self._process.stderr is not None
        while piece := os.read(self._process.stderr.fileno(), _LINE):
            self._said = (self._said + piece)[-_SAID:]

    def _status(self) -> str:
        """Return how the program ended, when it did."""
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return ""
        if status >= 0:
            return f" (exit status {status})"
        try:
            return f" ({signal.Signals(-status).name})"
        except ValueError:
            return f" (signal {-status})"

    def wrong(self, what: str) -> GameError:
        """Return an error with the last line of the program's standard error."""
        if self._listener.ident is not None and self._process.poll() is not None:
            self._listener.join(_GRACE)
        lines = self._said.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        last = printable(last[:_SHOWN])
        return GameError(f"{self._name} {what}" + (f"; it said last: {last}" if last else ""))

    def _end(self) -> None:
        """Let the program end by itself for a moment, then end it and what it has started."""
        try:
            self._questions.put(None)
            self._talker.join(_POLL)
            if not self._talker.is_alive():  # it waits for nothing, and has been told that this is the end
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(_GRACE)
        finally:
            self._kill()

    def _kill(self) -> None:
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):  # nothing of it is left
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        for thread, pipe in ((self._talker, self._process.stdout), (self._listener, self._process.stderr)):
            if thread.ident is not None:
                thread.join(_GRACE)
            if pipe is not None and not thread.is_alive():
                pipe.close()
