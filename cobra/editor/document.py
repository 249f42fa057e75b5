"""A game as it is being written: what of it can be read, its mistakes, its names and where they are used.

No text makes this fail. Places are `Span`s, as everywhere: lines and columns count from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final

from cobra.budget import until
from cobra.editor.places import lines_of, whole_characters
from cobra.errors import CobraError, Diagnostic, Span
from cobra.language import ast
from cobra.language.grammars import game_language
from cobra.language.names import Names
from cobra.language.parse import parse_partly
from cobra.language.parts import parts_of
from cobra.language.source import Source, control_character
from cobra.language.tokens import Token
from cobra.limits import Limits

MOST_TEXT: Final = 1 << 20
"""Characters of a text; of a longer one nothing is said."""
_SECONDS: Final = 2.0
"""For reading a text, which takes a few thousandths as a rule."""
_TOO_LONG: Final = "this text is too long to be looked at while it is edited"


@dataclass(frozen=True, slots=True)
class Definition:
    """A name that is defined: `what` it is in words, and the part of the game that says so.

    It can be used behind the end of `until` (a `def` everywhere) to the end of `scope`, None for all that
    follows; and in `ahead`, which stands before it.
    """

    name: ast.Name
    what: str
    whole: Span
    scope: Span | None
    until: Span
    help: str = ""
    ahead: Span | None = None


class Document:
    """A text and what is known of it; `path` is None when it comes from no file."""

    def __init__(self, text: str, path: Path | None = None) -> None:
        self.text = whole_characters(text)
        self.lines = lines_of(self.text)
        self.path = path
        self.name = str(path) if path is not None else "the text"
        whole = len(text) <= MOST_TEXT
        self.source = Source(path, self.name, "\n".join(self.lines) if whole else "")
        self.statements: tuple[ast.Statement, ...] = ()
        self.mistakes: tuple[Diagnostic, ...] = ()
        start = Span(self.name, 1, 1, 1, 2)
        if not whole:
            self.mistakes = (Diagnostic("limit reached", _TOO_LONG, start),)
            return
        try:
            with until(_SECONDS):
                self.statements, self.mistakes = parse_partly(self.source, Limits())
        except (CobraError, RecursionError):
            self.mistakes = (Diagnostic("limit reached", _TOO_LONG, start),)
        if found := control_character(self.source.text):
            line, column, code = found
            span = Span(self.name, line, column, line, column + 1)
            message = f"this is a control character ({code}), which no game may hold"
            others = (one for one in self.mistakes if one.span != span)
            self.mistakes = (Diagnostic("foreign character", message, span), *others)

    @cached_property
    def tokens(self) -> list[Token]:
        """The tokens, closed by an `END` token."""
        return game_language().lexicon.tokenize(self.source, 0)[0]

    @cached_property
    def files(self) -> set[str]:
        """All texts in quotes, without folders: the names of the files that the game reads are among them."""
        return {PurePosixPath(token[1:-1]).name for token in self.tokens if token.type == "STRING"}

    @cached_property
    def names(self) -> Names:
        """The names, and the mistakes of names."""
        return Names(self.statements)

    @cached_property
    def definitions(self) -> dict[tuple[int, int], Definition]:
        """All definitions by the place of the name."""
        defined = {start_of(name.span) for name in self.names.defined}
        end = Span(self.name, len(self.lines) + 1, 1, len(self.lines) + 1, 1)
        following = [*(statement.span for statement in self.statements[1:]), end]
        found = [
            one
            for statement, after in zip(self.statements, following, strict=False)
            for one in _definitions(statement, after, defined)
        ]
        return {start_of(one.name.span): one for one in found}

    def name_at(self, line: int, column: int) -> ast.Name | None:
        """Return the name that is defined or used at a place, or just before it."""
        at = (line, column)
        defined = [
            one.name
            for one in self.definitions.values()
            if one.what != "experiment"  # where its heading has a mistake, its name stands nowhere
            or self.source.slice(one.name.span) == one.name.text
        ]
        known = (*defined, *(name for name, _ in self.names.uses))
        return next((name for name in known if start_of(name.span) <= at <= end_of(name.span)), None)

    def definition_of(self, name: ast.Name) -> Definition | None:
        """Return the definition of a name that stands somewhere."""
        uses = {start_of(use.span): start_of(place) for use, place in self.names.uses}
        place = start_of(name.span)
        return self.definitions.get(uses.get(place, place))

    def places_of(self, definition: Definition) -> list[Span]:
        """Return where a name is defined and used, in order."""
        place = start_of(definition.name.span)
        uses = {start_of(use.span): use.span for use, at in self.names.uses if start_of(at) == place}
        uses[place] = definition.name.span
        return [uses[at] for at in sorted(uses)]

    def visible(self, line: int, column: int) -> list[Definition]:
        """Return what has a name that can be used at a place."""
        at = (line, column)
        statements = game_language().statements
        places = (start_of(token.span) for token in self.tokens if token.type in statements)
        begun = max((place for place in places if place <= at), default=at)
        found: dict[str, Definition] = {}
        for one in self.definitions.values():
            known = end_of(one.until) < at or one.what in ("definition", "function") or _in(one.ahead, at)
            # a statement that is half written is no part of the experiment above it
            if known and (one.scope is None or (begun <= start_of(one.scope) and _in(one.scope, at))):
                found[one.name.text] = one
        return list(found.values())


def start_of(span: Span) -> tuple[int, int]:
    """Return where a place begins."""
    return span.line, span.column


def end_of(span: Span) -> tuple[int, int]:
    """Return where a place ends: the first character after it."""
    return span.end_line, span.end_column


def _in(span: Span | None, at: tuple[int, int]) -> bool:
    return span is not None and start_of(span) <= at <= end_of(span)


def _definitions(
    statement: ast.Statement, after: Span, defined: set[tuple[int, int]]
) -> Iterator[Definition]:
    """Yield what a statement defines; `after` is what follows it, `defined` are the places of names, those of
    generators among them."""
    if isinstance(statement, ast.Param | ast.FileParam):
        what = "parameter" if isinstance(statement, ast.Param) else "file"
        said = statement.help.text if statement.help else ""
        yield Definition(statement.name, what, statement.span, None, statement.span, said)
    elif isinstance(statement, ast.Alphabet):
        yield Definition(statement.name, "alphabet", statement.span, None, statement.span)
    elif isinstance(statement, ast.Variables):
        for unknown in statement.unknowns:
            yield Definition(unknown.name, "variable", statement.span, None, statement.span)
    elif isinstance(statement, ast.Secret | ast.State):
        what = "secret" if isinstance(statement, ast.Secret) else "state"
        yield Definition(statement.unknown.name, what, statement.span, None, statement.span)
    elif isinstance(statement, ast.Def):
        what = "definition" if statement.parameters is None else "function"
        yield Definition(statement.name, what, statement.span, None, statement.span)
    whole = statement.span
    if isinstance(statement, ast.Experiment):
        yield Definition(statement.name, "experiment", statement.span, None, statement.span)
        whole = replace(statement.span, end_line=after.line, end_column=after.column)  # with its clauses
        for parameter in statement.parameters:
            name, heading = parameter.unknown.name, statement.span  # the sets in it speak of no parameter
            yield Definition(name, "experiment's parameter", parameter.span, whole, heading)
    around = {id(item): part.span for part in parts_of(statement) for item in _items(part)}
    for part in parts_of(statement):
        if isinstance(part, ast.Let):
            yield Definition(part.name, "let", part.span, whole, part.span)
        if isinstance(part, ast.Let | ast.Def):
            for name in part.parameters or ():
                yield Definition(name, f"argument of `{part.name.text}`", part.span, part.span, name.span)
        elif isinstance(part, ast.In) and start_of(part.element.span) in defined:
            assert isinstance(part.element, ast.Name)
            scope, ahead = around.get(id(part), whole), None
            if isinstance(statement, ast.Experiment) and any(part is item for item in statement.family):
                first = statement.family[0].span  # its parameters stand before this
                ahead = replace(statement.name.span, end_line=first.line, end_column=first.column)
            yield Definition(part.element, "each in turn", part.span, scope, part.span, ahead=ahead)


def _items(part: object) -> tuple[ast.Expression, ...]:
    """Return the items, such as generators, that stand before the `:` of a part."""
    if isinstance(part, ast.Call | ast.Observed | ast.Assignment):
        return part.items or ()
    return ()
