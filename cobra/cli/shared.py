"""What the commands have in common: options made from the one table, progress, the exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cobra.budget import Deadline, Progress, alarm, shown, within
from cobra.cli.completion import GameName, parameters, values
from cobra.cli.options import OPTIONS, Option
from cobra.errors import CobraError, GameError, StoppedError
from cobra.printable import harmless, styled

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from cobra.cluster.cluster import AnyCluster

Command = TypeVar("Command", bound=Callable[..., Any])

STRATEGIES_TITLE: Final = "Strategies, by what they look for; more, and your own: see `cobra strategies`:"
"""What stands above the strategies in the help of commands."""
DONE: Final = 0
WRONG: Final = 1
USAGE: Final = 2
STOPPED: Final = 3
"""Exit status: done; the game or the request is wrong; usage; stopped with a partial answer."""
READING: Final = "reading the game"
"""What a command does first."""


class Reader(click.ParamType[object]):
    """Reads a value as the table of options says; a mistake is a usage error."""

    def __init__(self, option: Option) -> None:
        self.name = option.name
        self._read = option.read

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> object:
        """Return the value read from the text of the command line."""
        if not isinstance(value, str):
            return value
        try:
            return self._read(value)
        except GameError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names the option takes, or what stands for files."""
        if param.name == "definitions":
            return parameters(ctx, incomplete)
        return values(str(param.name), incomplete)


def options(*chosen: str | Option) -> Callable[[Command], Command]:
    """Give a command these options, in this order, named when they are of the table."""

    def decorate(command: Command) -> Command:
        for one in reversed(chosen):
            option = OPTIONS[one] if isinstance(one, str) else one
            more: dict[str, Any] = {"callback": _joined} if option.joined else {}
            if option.name == "definitions":
                more = {"callback": _lists_once}
            if option.metavar is None:
                add = click.option(*option.flags, option.name, is_flag=True, help=option.help)
            else:
                if option.bare is not None:
                    more |= {"is_flag": False, "flag_value": option.bare}
                add = click.option(
                    *option.flags,
                    option.name,
                    type=Reader(option),
                    metavar=option.metavar,
                    default=option.default,
                    multiple=option.repeated,
                    help=option.help,
                    envvar=option.environment,
                    **more,
                )
            command = add(command)
        return command

    return decorate


def _joined(context: click.Context, parameter: click.Parameter, given: tuple[Any, ...]) -> Any:
    """Return the values of a list that was given in several parts, each once; None when none was given."""
    return tuple(dict.fromkeys(value for part in given for value in part)) or None


def _lists_once(context: click.Context, parameter: click.Parameter, given: tuple[Any, ...]) -> Any:
    """Return what was given as NAME=VALUE: of two values for one name the last one counts, as with other
    options, but of two lists of them one would be lost.
    """
    values: dict[str, object] = {}
    for name, value in given:
        if isinstance(value, tuple) and values.setdefault(name, value) != value:
            message = f"{name} is given twice; several values are written with commas, as in 2,3"
            raise click.BadParameter(message, context, parameter)
    return given


def epilog(listings: Mapping[str, Mapping[str, str]]) -> str:
    """Return lists of names and what they stand for, each under its title, for the end of a help text."""
    return "\n\n".join(_listing(title, names) for title, names in listings.items())


def _listing(title: str, names: Mapping[str, str]) -> str:
    width = max(map(len, names))
    return "\n".join(["\b", title, *(f"  {name.ljust(width)}  {text}" for name, text in names.items())])


def game_argument(command: Command) -> Command:
    """Give a command the argument GAME: the name of a library game or the path of a file."""
    return click.argument("game", metavar="GAME", type=GameName())(command)


def demand_own_files(
    game: str | Sequence[str],
    definitions: Iterable[tuple[str, object]],
    written: Mapping[str, str | None],
) -> None:
    """Raise `GameError` when a file would be written twice, or over the game or a file that it reads.

    `written` are files by their options.
    """
    from cobra.output import check_apart

    games = [game] if isinstance(game, str) else game
    files: list[tuple[str, object]] = [("GAME", one) for one in games]
    for name, value in definitions:
        values = value if isinstance(value, tuple) else (value,)
        files += [(f"-D {name}", one) for one in values]
    check_apart(written, files)


def print_out(text: str) -> None:
    """Print a result on standard output, exactly as given but for what would command a terminal.

    End quietly when nobody reads it any more.
    """
    print_pieces([text if text.endswith("\n") else text + "\n"])


def print_pieces(pieces: Iterable[str]) -> None:
    """Print a text that is made piece by piece, as `print_out` does."""
    try:
        sys.stdout.writelines(map(styled, pieces) if sys.stdout.isatty() else pieces)
        sys.stdout.flush()
    except BrokenPipeError:  # `cobra games | head`: what is still in the buffer goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(DONE) from None


def warn(text: str, quiet: bool) -> None:
    """Print a warning on standard error, unless the user wants none."""
    if not quiet:
        print(f"warning: {harmless(text)}", file=sys.stderr)


@contextmanager
def at_work(deadline: Deadline, quiet: bool, what: str = READING) -> Iterator[Progress | None]:
    """Keep what is done inside within the limits of a command, and show progress that begins with `what`."""
    bar, limit = progress_bar(quiet, what), alarm(deadline, ends_with=STOPPED)
    with bar as progress, within(deadline), shown(progress), limit:
        yield progress


@dataclass(slots=True)
class Afterwards:
    """What is done when the answer is there: that it fails must not keep the answer from being printed."""

    progress: Progress | None
    failure: CobraError | None = None

    def raise_failure(self) -> None:
        """Fail as it did, once the answer is printed."""
        if self.failure is not None:
            raise self.failure


@contextmanager
def afterwards(what: str, memory: int, quiet: bool) -> Iterator[Afterwards]:
    """Do what stands inside within `memory` bytes, and keep its failure, an interrupt too."""
    with at_work(Deadline(memory=memory), quiet, what) as progress:
        after = Afterwards(progress)
        try:
            yield after
        except CobraError as error:
            after.failure = error
        except KeyboardInterrupt:
            after.failure = StoppedError("interrupt", what)


@contextmanager
def progress_bar(quiet: bool, what: str) -> Iterator[Progress | None]:
    """Show a progress bar on standard error, unless that is not a terminal or the user wants none.

    What a strategy of the user's prints meanwhile goes to standard error, too: results are alone on standard
    output.
    """
    with redirect_stdout(sys.stderr):
        if quiet or not sys.stderr.isatty():
            yield None
            return
        from cobra.cli.progress import ProgressBar

        with ProgressBar(what) as progress:
            yield progress


@contextmanager
def traced(cluster: str | None, trace: str | None, quiet: bool) -> Iterator[AnyCluster | None]:
    """Yield the cluster that a function is to be given; with a `trace` it is made here, and writes that.

    In the end the user is told of workers that were refused.
    """
    if cluster is None:
        if trace is not None:
            raise click.UsageError("--trace: this needs --cluster")
        yield None
        return
    from cobra.cluster.cluster import joined
    from cobra.output import check_target

    with _told_of_refused_workers(quiet):
        if trace is None:
            yield cluster
            return
        with joined(cluster, check_target(trace, (".json",), "a trace")) as made:
            yield made


@contextmanager
def _told_of_refused_workers(quiet: bool) -> Iterator[None]:
    import warnings

    from cobra.cluster.judged import RefusedWorkerWarning

    refused = []
    with warnings.catch_warnings():
        warnings.simplefilter("always", RefusedWorkerWarning)
        show = warnings.showwarning

        def hear(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
            if issubclass(category, RefusedWorkerWarning):
                refused.append(str(message))
            else:
                show(message, category, *where, **more)

        warnings.showwarning = hear
        try:
            yield
        finally:
            for why in refused:
                warn(why, quiet)


def hush_matplotlib() -> None:
    """Keep off the terminal what matplotlib says of its cache and fonts, as where no home is writable."""
    import logging

    logging.getLogger("matplotlib").setLevel(logging.ERROR)
