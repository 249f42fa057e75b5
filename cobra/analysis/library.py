"""The library of games as described by the files themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cobra.errors import Span
from cobra.language import ast
from cobra.language.load import library
from cobra.language.parse import parse
from cobra.language.source import Source, read_source
from cobra.limits import Limits


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter or file of a game, as its file writes it: default and range may use earlier parameters."""

    name: str
    default: str
    range: str
    help: str
    is_file: bool = False


@dataclass(frozen=True, slots=True)
class LibraryGame:
    """A game of the library: its name on the command line, title, parameters, and the comment at its top."""

    name: str
    title: str
    path: Path
    parameters: tuple[Parameter, ...]
    comment: str
    source: str


def library_games() -> list[LibraryGame]:
    """Return the games that come with cobra, by name."""
    return [describe(name, path) for name, path in library().items()]


def describe(name: str, path: Path) -> LibraryGame:
    """Return what a game file says of itself; its errors are those of `load`."""
    limits = Limits()
    source = read_source(path, limits)
    file = parse(source, limits)
    statements = file.statements if isinstance(file, ast.File) else ()
    titles = [statement.title.text for statement in statements if isinstance(statement, ast.Title)]
    return LibraryGame(
        name=name,
        title=titles[0] if titles else name,
        path=path,
        parameters=parameters_of(source, statements),
        comment=_comment(source),
        source=source.text,
    )


def parameters_of(source: Source, statements: Sequence[ast.Statement]) -> tuple[Parameter, ...]:
    """Return the parameters and files of a game whose text was read."""
    found = []
    for statement in statements:
        if isinstance(statement, ast.Param):
            within = _written(source, statement.range.span) if statement.range is not None else ""
            default = _written(source, statement.default.span)
            text = statement.help.text if statement.help is not None else ""
            found.append(Parameter(statement.name.text, default, within, text))
        elif isinstance(statement, ast.FileParam):
            text = statement.help.text if statement.help is not None else ""
            found.append(Parameter(statement.name.text, statement.default.text, "", text, is_file=True))
    return tuple(found)


def _written(source: Source, span: Span) -> str:
    line = source.lines[span.line - 1]
    return line[span.column - 1 : span.end_column - 1 if span.end_line == span.line else None]


def _comment(source: Source) -> str:
    lines = []
    for line in source.lines:
        if not line.startswith("#"):
            break
        lines.append(line[1:].removeprefix(" ").rstrip())
    return "\n".join(lines)
