"""`cobra fmt`: game files in one style."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cobra.cli.options import CHECK_STYLE, STYLE_DIFF
from cobra.cli.shared import DONE, WRONG, options, print_out, print_pieces
from cobra.errors import CobraError, GameError

if TYPE_CHECKING:
    from cobra.limits import Limits

_UNENDED: Final = "\n\\ No newline at end of file\n"
"""What stands in a diff, as `patch` reads it, behind a last line without its end."""


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True))
@options(CHECK_STYLE, STYLE_DIFF, "limits")
def fmt(files: tuple[str, ...], check: bool, diff: bool, limits: tuple[tuple[str, int], ...]) -> int:
    """Write game files in one style, that of the library.

    The same games and comments, with spaces, indentation and blank lines as everywhere; lines end where they
    ended, and what is in columns stays in columns. FILE - is standard input, which goes to standard output.

    \b
    Examples:
      cobra fmt my_game.cb
      cobra fmt --check games/*.cb
    """
    from difflib import unified_diff
    from io import StringIO

    from cobra.limits import make_limits

    bounds = make_limits(dict(limits))
    wrong: list[str] = []
    changes = False
    for file in files:
        try:
            before, after = _formatted(file, bounds)
        except CobraError as error:  # the other files are formatted nevertheless
            wrong.append(str(error))
            continue
        changes |= before != after
        if file == "-" and not check and not diff:
            print_pieces([after])  # which may be nothing
        elif before != after and diff:
            # as the game does, a diff ends its lines at newline characters only
            lines = unified_diff([*StringIO(before)], [*StringIO(after)], file, file)
            print_out("".join(line if line.endswith("\n") else f"{line}{_UNENDED}" for line in lines))
        elif before != after:
            if not check:
                _write(Path(file), after)
            print_out(f"{file}: {'in another style' if check else 'formatted'}")
    if wrong:
        raise GameError("\n".join(wrong))
    return WRONG if changes and (check or diff) else DONE


def _formatted(file: str, limits: Limits) -> tuple[str, str]:
    """Return the text of a file as it is and as it should be."""
    from cobra.language.formatting import format_game
    from cobra.language.source import decoded, read_text

    if file != "-":
        before = read_text(Path(file), limits)
        return before, format_game(before, file, limits)
    content = sys.stdin.buffer.read(limits.file_size + 1)
    limits.check("file-size", len(content), "standard input is too big, in bytes")
    before = decoded(content, "standard input")
    return before, format_game(before, "standard input", limits)


def _write(path: Path, text: str) -> None:
    """Write a file with the kind of line ends it has."""
    from cobra.output import write_text

    with path.open("rb") as stream:
        windows = stream.readline().endswith(b"\r\n")
    write_text(path, text.replace("\n", "\r\n") if windows else text)
