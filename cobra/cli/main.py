"""The command `cobra`: the group of commands, and the one place where errors become messages."""

from __future__ import annotations

import gc
import importlib
import os
import re
import signal
import sys
import threading
from collections.abc import Sequence
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn

import click

from cobra.budget import swallows
from cobra.cli.shared import DONE, STOPPED, USAGE, WRONG
from cobra.errors import REASONS, CobraError, StoppedError
from cobra.nearest import did_you_mean
from cobra.printable import harmless

_AGAIN: Final = 0.02
"""Seconds after which a signal that could be swallowed is heard again."""


COMMANDS: Final = (
    "advise",
    "analyze",
    "check",
    "compare",
    "evolve",
    "expand",
    "export",
    "fmt",
    "games",
    "info",
    "lsp",
    "optimal",
    "play",
    "proof",
    "reproduce",
    "serve",
    "simulate",
    "static",
    "strategies",
    "symmetry",
    "verify",
)
"""Each is the command of its name in a file of its name in `cobra/cli/commands`."""


class Commands(click.Group):
    """The group; a traceback is never shown to a user. Only the command that is run is imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"cobra.cli.commands.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run a command and end with its exit status."""
        sys.stdin = sys.stdin or TextIOWrapper(BytesIO())  # None when the shell closed it: `<&-`
        sys.stdout = sys.stdout or StringIO()
        sys.stderr = sys.stderr or StringIO()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a character the terminal cannot show is no reason to fail
                stream.reconfigure(errors="replace")
        sys.exit(self._status(args, prog_name or "cobra", complete_var, extra))

    def _status(
        self,
        args: Sequence[str] | None,
        prog_name: str,
        complete_var: str | None,
        extra: dict[str, Any],
    ) -> int:
        try:
            status = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.UsageError as error:
            if match := re.search(r"extra arguments? \((\w+=[^\s)]+)", error.message):
                hint = f"A parameter is set with -D, as in -D {match[1]}"
                error = click.UsageError(f"{error.message}. {hint}", error.ctx)
            if match := re.fullmatch(r"No such command '(.+)'\.(.*)", error.message):
                error = _named_as_command(error, match[1])
            error.show()
            return USAGE
        except click.ClickException as error:
            error.show()
            return WRONG
        except CobraError as error:
            return _complain(str(error), STOPPED if isinstance(error, StoppedError) else WRONG)
        except (KeyboardInterrupt, click.Abort):
            return _interrupted()
        except MemoryError:
            return _complain("there is not enough memory")
        except OSError as error:
            return _complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
        except Exception as error:
            # lark wraps what an alarm raises inside of it, Python what is raised while a class is made
            stop = getattr(error, "orig_exc", None) or error.__cause__
            if isinstance(stop, StoppedError):
                return _complain(str(stop), STOPPED)
            if isinstance(stop, KeyboardInterrupt):
                return _interrupted()
            if os.environ.get("COBRA_DEBUG"):
                raise
            return _complain(
                f"a mistake in cobra itself ({type(error).__name__}: {error}); please report it, "
                "with what COBRA_DEBUG=1 shows"
            )
        return status if isinstance(status, int) else DONE


def _named_as_command(error: click.UsageError, word: str) -> click.UsageError:
    """Return the mistake of a command that there is not, for a game with one, or with the nearest."""
    from cobra.language.load import library  # here: slow to import, and --help needs none of it

    if word.replace("_", "-") in library() or Path(word).is_file():
        message = f"No such command '{word}'; it is a game: cobra analyze {word}"
        return click.UsageError(message, error.ctx)
    hint = did_you_mean(word, COMMANDS) or "."
    return click.UsageError(f"No such command '{word}'{hint}", error.ctx)


def _interrupted() -> int:
    print("\nstopped before there was anything to report", file=sys.stderr)
    return STOPPED


def _complain(message: str, status: int = WRONG) -> int:
    message = harmless(message)
    first = message.split("\n", 1)[0]
    print(message if "error:" in first else f"error: {message}", file=sys.stderr)
    return status


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="cobra-games", prog_name="cobra")
def cobra() -> None:
    """Exact analysis of code-breaking games.

    GAME is the name of a game of the library (`cobra games` lists them) or the path of a game file.

    \b
    Start with:  cobra analyze mastermind -D pegs=3 -D colours=4

    \b
    Completion by the tab key, in bash (zsh and fish likewise):
      eval "$(_COBRA_COMPLETE=bash_source cobra)"

    Exit status: 0 done; 1 the game or the request is wrong; 2 wrong usage; 3 stopped by a limit or Ctrl-C,
    with a partial answer.
    """


def run() -> NoReturn:
    """Entry point of the command `cobra`."""
    gc.disable()  # a command builds formulas, keeps them and ends: looking for garbage only costs time
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored, as by nohup
        signal.signal(signal.SIGINT, _hear)
    signal.signal(signal.SIGTERM, _hear)  # the same as Ctrl-C: what is known is printed
    status: object = None
    try:
        cobra.main()
    except SystemExit as end:
        status = end.code
        raise
    finally:  # a further Ctrl-C must not change the exit status any more
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if isinstance(status, int):
            _leave(status)


def _hear(number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt`; a moment later where it could be swallowed. Messages name a SIGTERM."""
    if number == signal.SIGTERM:
        REASONS["interrupt"] = "SIGTERM"
    if not swallows(frame):
        raise KeyboardInterrupt
    again = threading.Timer(_AGAIN, os.kill, (os.getpid(), number))
    again.daemon = True
    again.start()


def _leave(status: int) -> NoReturn:
    """End at once, whatever threads a strategy, a library or a computation that was stopped has left behind.

    Nothing is taken down: a thread could be inside of what is, and for a large game it would take long.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # nobody reads it, or the disk is full
            status = status or WRONG
        except ValueError:  # it is closed
            pass
    os._exit(status)
