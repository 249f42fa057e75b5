"""Another name for something, everywhere it is used; nothing else may change its meaning by that."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from cobra.editor.document import Document
from cobra.errors import MOST_MISTAKES, GameError, Span
from cobra.language.grammars import game_language
from cobra.language.words import WORDS

_NAME: Final = re.compile(
    next(
        terminal.pattern.to_regexp()
        for terminal in game_language().grammar.terminals
        if terminal.name == "NAME"
    )
)


def rename(document: Document, line: int, column: int, name: str) -> list[Span]:
    """Return the places where a name stands that is to be replaced; `GameError` where it cannot be.

    What the name at a place means must be known, and the new one must be a name that no other thing has. In
    statements with a mistake it cannot be told what a name means, so there must be none; nor behind as many
    mistakes of names as are looked for.
    """
    if document.mistakes or len(document.names.problems) >= MOST_MISTAKES:  # names are followed no further
        raise GameError("there are mistakes in this game, which must be mended first")
    found = document.name_at(line, column)
    definition = document.definition_of(found) if found else None
    if definition is None:
        raise GameError("there is no name of this game here")
    if not _NAME.fullmatch(name) or name in WORDS:
        raise GameError(f"`{name}` is no name, or a word of the language")
    places = document.places_of(definition)
    renamed = Document(replaced(document, places, name))
    if renamed.mistakes or _meanings(renamed) != _meanings(document) or _wrong(renamed) - _wrong(document):
        raise GameError(f"`{name}` is the name of something else")
    return places


def replaced(document: Document, places: list[Span], name: str) -> str:
    """Return the text with a name at some places of one line each."""
    lines = list(document.lines)
    for span in reversed(places):
        line = lines[span.line - 1]
        lines[span.line - 1] = line[: span.column - 1] + name + line[span.end_column - 1 :]
    return "\n".join(lines)


def _meanings(document: Document) -> list[int]:
    """Return for each use of a name the number of its definition."""
    uses = document.names.uses
    order = {place: number for number, place in enumerate(sorted({(p.line, p.column) for _, p in uses}))}
    return [order[place.line, place.column] for _, place in uses]


def _wrong(document: Document) -> Counter[tuple[str, int]]:
    """Return how many mistakes of names of each kind there are in each line; a new name may mend one."""
    return Counter((problem.kind, problem.span.line) for problem in document.names.problems)
