"""What the shell completes: games of the library, files, and the names that options take."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cobra.breakers.named import STRATEGIES
from cobra.options import (
    BACKENDS,
    CODEMAKERS,
    EQUIVALENCES,
    FORMATS,
    INTERACTIVE,
    OBJECTIVES,
    SAT_SOLVERS,
    SEARCHED,
    TIES,
)

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_STRATEGIES_OR_FILE = {**STRATEGIES, INTERACTIVE: "you, at the terminal"}
_NAMES: dict[str, dict[str, str]] = {
    "strategies": STRATEGIES,
    "objective": OBJECTIVES,
    "searched": SEARCHED,
    "ties": TIES,
    "equivalences": EQUIVALENCES,
    "codebreaker": _STRATEGIES_OR_FILE,
    "codemaker": {**CODEMAKERS, INTERACTIVE: "you, at the terminal"},
    "to": FORMATS,
    "backend": dict.fromkeys(BACKENDS, ""),
    "sat_solver": dict.fromkeys(SAT_SOLVERS, ""),
    "cluster": {"local": "a process here for each processor"},
}
"""Options by what they take; lists are separated by commas."""
_LISTS = ("strategies", "equivalences")
_FILES = (
    "codebreaker",
    "history",
    "beginning",
    "checkpoint",
    "output",
    "plot",
    "csv",
    "markdown",
    "graph",
    "results",
    "proofs",
)
"""Options that take the path of a file, too."""


class GameName(click.ParamType[str]):
    """The name of a library game or the path of a file."""

    name = "game"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text as it is; what is loaded says whether there is such a game."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the games of the library and the game files that begin so, else whatever file is meant."""
        return [*games(incomplete), *game_files(incomplete)] or files(incomplete)


class TopicName(click.ParamType[str]):
    """The name of a topic of published numbers."""

    name = "topic"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text as it is; what is looked up says whether there is such a topic."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the topics that begin so."""
        from click.shell_completion import CompletionItem

        from cobra.analysis.reproduce.claims import topics  # here: slow to import

        return [
            CompletionItem(name, help=topic.title)
            for name, topic in topics().items()
            if name.startswith(incomplete)
        ]


def games(incomplete: str) -> list[CompletionItem]:
    """Return the games of the library that begin so."""
    from click.shell_completion import CompletionItem

    folder = Path(__file__).parent.parent / "games"
    names = sorted(path.stem.replace("_", "-") for path in folder.glob("*.cb"))
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def game_files(incomplete: str) -> list[CompletionItem]:
    """Return the user's own game files that begin so."""
    from click.shell_completion import CompletionItem

    folder, slash, beginning = incomplete.rpartition("/")
    try:
        found = sorted(path.name for path in Path(folder + slash or ".").iterdir() if path.suffix == ".cb")
    except (OSError, ValueError):
        return []
    return [CompletionItem(f"{folder}{slash}{name}") for name in found if name.startswith(beginning)]


def parameters(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Return the parameters and files of the game on the command line that begin so."""
    from click.shell_completion import CompletionItem

    from cobra.errors import CobraError  # here and below: slow to import, and few completions need them
    from cobra.language.load import find_game, read_game
    from cobra.limits import Limits

    given = ctx.params.get("game") or ctx.params.get("games") or ctx.args  # not yet told apart from options
    words = [given] if isinstance(given, str) else [str(one) for one in given]
    try:
        read = read_game(find_game(next((one for one in words if not one.startswith("-")), "")), Limits())
    except CobraError:
        return []
    name, equals, path = incomplete.partition("=")
    if equals:
        return files(path) if name in read.files else []
    return [CompletionItem(f"{one}=") for one in read.parameters if one.startswith(incomplete)]


def files(incomplete: str) -> list[CompletionItem]:
    """Return what tells the shell to complete files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def values(option: str, incomplete: str) -> list[CompletionItem]:
    """Return the names that an option of the table takes; of a list, its last one is completed."""
    from click.shell_completion import CompletionItem

    before, comma, last = incomplete.rpartition(",") if option in _LISTS else ("", "", incomplete)
    found = [
        CompletionItem(f"{before}{comma}{name}", help=text)
        for name, text in _NAMES.get(option, {}).items()
        if name.startswith(last)
    ]
    return found if found or option not in _FILES else files(incomplete)
