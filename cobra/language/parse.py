"""Text to syntax tree, for both languages, with all independent mistakes in one run.

Every statement and clause starts with a keyword that can stand nowhere else, so after a mistake parsing
goes on at the next of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

from lark.exceptions import UnexpectedToken
from msgspec.structs import replace

from cobra.budget import poll
from cobra.drawings.kinds import misnamed
from cobra.errors import MOST_MISTAKES, Diagnostic, LanguageError, Span
from cobra.language import ast, core_ast
from cobra.language.accepted import acceptable, accepts
from cobra.language.build import group
from cobra.language.grammars import CORE_STARTERS, Language, core_language, game_language
from cobra.language.mistakes import CLOSING, OPENING, Failure, explain
from cobra.language.source import Source
from cobra.language.tokens import END, LOOK, make_token
from cobra.limits import Limits
from cobra.nearest import nearest


def parse(source: Source, limits: Limits) -> ast.File | core_ast.CoreFile:
    """Parse a game: in the core language if its first word is a core keyword, else in the game language.

    Raises `LanguageError` with every independent mistake, in order of place.
    """
    if not _is_core(source.text):
        return ast.File(_Parse(source, game_language(), limits).run(), source.path)
    statements, stray = group(_Parse(source, core_language(), limits).run())
    if stray:
        message = "this belongs to an experiment, and there is no EXPERIMENT above it"
        raise LanguageError(
            [source.diagnostic("clause outside an experiment", message, part.span) for part in stray]
        )
    return core_ast.CoreFile(tuple(statements), source.path)


def parse_partly(source: Source, limits: Limits) -> tuple[tuple[ast.Statement, ...], tuple[Diagnostic, ...]]:
    """Return the statements of a game that could be parsed, and its mistakes; in the core language none.

    Of an experiment with a mistake the clauses without one are there.
    """
    if _is_core(source.text):
        return (), ()
    parsing = _Parse(source, game_language(), limits)
    try:
        return parsing.run(), ()
    except LanguageError as error:
        return _once(parsing.result), error.diagnostics


def _once(statements: tuple[ast.Statement, ...]) -> tuple[ast.Statement, ...]:
    """Return each statement and clause once: the copies of a parser share the lists that it appends to."""
    single = {_position(statement.span): statement for statement in statements}
    for place, one in single.items():
        if isinstance(one, ast.Experiment):
            clauses = {_position(clause.span): clause for clause in one.clauses}
            single[place] = replace(one, clauses=tuple(clauses.values()))
    return tuple(single.values())


_FIRST_WORD = re.compile(r"(?:[ \t\r\n\f]++|#[^\n]*+)*+([A-Z_]++)(?![A-Za-z0-9])")


def _is_core(text: str) -> bool:
    """Tell whether the first word is a core keyword, or one misspelt: capitals start no other game."""
    first = _FIRST_WORD.match(text)
    return first is not None and nearest(first.group(1), CORE_STARTERS) is not None


class _Parse:
    """One run of the parser over one source.

    `boundary` is the parser as it was before the statement or clause that starts at `tokens[start]`.
    """

    def __init__(self, source: Source, language: Language, limits: Limits) -> None:
        self.source = source
        self.language = language
        self.nesting = limits.nesting
        self.tokens, self.diagnostics = language.lexicon.tokenize(source, MOST_MISTAKES)
        self.in_tokens = [diagnostic.span for diagnostic in self.diagnostics if diagnostic.span]
        self.parser = cast(Any, language.grammar.parse_interactive())  # lark leaves its methods untyped
        self.boundary = self.parser.copy(deepcopy_values=False)
        self.start = 0
        self.result: tuple[Any, ...] = ()
        """The statements without a mistake."""

    def run(self) -> tuple[Any, ...]:
        """Return the statements; raise `LanguageError` with all mistakes if there are any."""
        index = depth = longest = 0
        while index < len(self.tokens):
            token = self.tokens[index]
            if not index & LOOK:
                poll("reading the game")
            starts = token.type in self.language.starters and not (
                index and self.tokens[index - 1].type == "AUX"
            )
            before = self.parser.copy(deepcopy_values=False) if starts else None
            try:
                self.result = self.parser.feed_token(token) or ()
            except UnexpectedToken:
                index = self._recover(index)
                continue
            if before is not None:
                self.boundary, self.start, depth = before, index, 0
            depth += (token.type in OPENING) - (token.type in CLOSING)
            if depth > self.nesting or len(self.parser.parser_state.state_stack) > 10 * self.nesting + 100:
                self._nested_too_deep(token.span)
            longest = max(longest, index - self.start)
            index += 1
        self._raise_if_wrong()
        if longest > self.nesting:
            self._check_depth(self.result)
        return self.result

    def _recover(self, index: int) -> int:
        """Note the mistake at a token, make the parser ready to go on, and return the token to go on at."""
        token = self.tokens[index]
        accepted = acceptable(self.parser)
        failure = Failure(self.source, self.language, self.tokens, self.start, index, accepted, self._accepts)
        diagnostic, meant = explain(failure)
        self._note(diagnostic)
        if meant is not None:
            self.tokens[index] = make_token(meant, str(token), token.span)
            return index
        starters = self.language.starters | {END}
        following = (i for i in range(index + 1, len(self.tokens)) if self._may_start(i, i < index + 1000))
        if token.type in starters and END in accepted:
            return next(following)  # a clause outside an experiment: the statement before it is complete
        resume = index if token.type in starters and index > self.start else next(following)
        self.parser = self.boundary.copy(deepcopy_values=False)
        if self.tokens[self.start].type == "EXPERIMENT" and self.language.clauses:
            for terminal in ("EXPERIMENT", "NAME", "LPAR", "RPAR"):  # the clauses still belong to something
                self.parser.feed_token(make_token(terminal, "_", token.span))
        self.start = resume
        return resume

    def _may_start(self, index: int, thorough: bool) -> bool:
        """Tell whether a statement or clause may start at a token, `thorough`: with a misspelt keyword."""
        token = self.tokens[index]
        if token.type in self.language.starters or token.type == END:
            return True
        first_in_line = self.tokens[index - 1].span.end_line < token.span.line
        if not thorough or token.type != "NAME" or not first_in_line:
            return False
        words = self.language.lexicon.spellings
        return nearest(token, [words[terminal] for terminal in self.language.starters]) is not None

    def _accepts(self, *terminals: str) -> bool:
        """Tell whether the parser would accept these terminals one after the other."""
        return accepts(self.parser, *terminals)

    def _note(self, diagnostic: Diagnostic) -> None:
        """Keep a mistake, unless a wrong token earlier in the same statement may be its cause."""
        start, place = self.tokens[self.start].span, diagnostic.span
        assert place is not None
        if not any(_position(start) <= _position(span) <= _position(place) for span in self.in_tokens):
            self.diagnostics.append(diagnostic)
        if len(self.diagnostics) >= MOST_MISTAKES:
            self._raise_if_wrong()

    def _nested_too_deep(self, span: Span) -> None:
        message = f"nested more than {self.nesting} deep; raise the limit with --limit nesting=N"
        self.diagnostics.append(self.source.diagnostic("limit reached", message, span))
        self._raise_if_wrong()

    def _check_depth(self, statements: tuple[Any, ...]) -> None:
        """Refuse expressions nested too deep for recursion over them; this walk has a stack of its own."""
        parts: list[tuple[Any, int]] = [(statements, -2)]  # an expression of a clause is then at 0
        while parts:
            part, depth = parts.pop()
            if isinstance(part, tuple):
                parts.extend((child, depth) for child in part)
            elif hasattr(part, "span"):
                if depth > self.nesting:
                    self._nested_too_deep(part.span)
                parts.extend((getattr(part, name), depth + 1) for name in part.__slots__ if name != "span")

    def _raise_if_wrong(self) -> None:
        if self.diagnostics:
            mistakes = [*self.diagnostics, *self._misnamed()]
            raise LanguageError(sorted(mistakes, key=lambda diagnostic: _position(diagnostic.span)))

    def _misnamed(self) -> Iterator[Diagnostic]:
        """Yield what is wrong with the kinds of drawings in statements that have no mistake of form."""
        for statement in _once(self.result):
            if isinstance(statement, ast.Draw) and (wrong := misnamed(statement.kind.text)) is not None:
                yield self.source.diagnostic("drawing does not fit", wrong[0], statement.kind.span, wrong[1])


def _position(span: Span | None) -> tuple[int, int]:
    return (span.line, span.column) if span else (0, 0)
