"""A game in one style, with the same tokens and comments as before: what `cobra fmt` does.

Statements begin a line, clauses a line with two spaces before them; where lines end within them is up to the
author, and so is how far such lines are indented, from two spaces on. Of several blank lines one stays. What
an author has put into a column stays in a column, as far to the left as it goes: a token stands in one when
there is more space before it than needed, and the line above or below has a token of its kind at the same
place. Comments at the ends of lines are in a column when they are below each other anywhere in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from cobra.arguments import checked
from cobra.errors import GameError
from cobra.language import ast, core_ast
from cobra.language.grammars import game_language
from cobra.language.parse import parse
from cobra.language.source import Source, check_characters
from cobra.language.spacing import BEFORE_COMMENT, OPENING, gaps
from cobra.language.tokens import END, PHRASES, Token
from cobra.limits import Limits

_TAB: Final = 4
_INDENT: Final = 2
_COMPARISONS: Final = frozenset({"EQUAL", "UNEQUAL", "LESS", "AT_MOST", "MORE", "AT_LEAST"})
_CONNECTIVES: Final = frozenset({"AND", "OR", "IMPLIES", "IFF"})
_OPERANDS: Final = frozenset(
    {"NAME", "INT", "DECIMAL", "STRING", "TRUE", "FALSE", "LPAR", "LBRACE", "MINUS", "NOT"}
)
_COMMENT: Final = "COMMENT"


@checked
def format_game(text: str, name: str = "<string>", limits: Limits | None = None) -> str:
    """Return the text of a game in the style of the library: `format_game` of that changes nothing.

    It means the same, and all comments are there. `LanguageError` when the text cannot be parsed, `GameError`
    when it is in the core language, which has no style.
    """
    check_characters(text, name)
    source = Source(None, name, text.replace("\r\n", "\n").replace("\r", "\n"))
    limits = limits or Limits()
    tree = parse(source, limits)
    if isinstance(tree, core_ast.CoreFile):
        raise GameError(f"{name}: a game in the core language is not formatted")
    rows = list(_rows(source, tree))
    _indent(rows)
    _align(rows)
    return "".join(line + "\n" for line in _lines(rows))


@dataclass(eq=False)
class _Piece:
    """A token or a comment in a row.

    `kind`: what may stand in one column with it; none if it belongs right behind what stands before it.
    `column` is where it was, counted so that the first line of its statement or clause is already where it
    belongs; `gap` how many spaces are needed before it, `wide` whether there were more. `above` leads to
    another piece of its column, and so on; `by_end`: in that column ends stand below each other, as those of
    numbers do. `place` is where it comes to stand.
    """

    text: str
    kind: str
    column: int
    gap: int
    wide: bool = False
    above: _Piece | None = None
    by_end: bool = False
    place: int = 0

    @property
    def end(self) -> int:
        return self.column + len(self.text)

    def head(self) -> _Piece:
        """Return the piece that stands for the whole column."""
        piece = self
        while piece.above is not None:
            piece = piece.above
        return piece

    def join(self, other: _Piece) -> None:
        """Let this piece and all of its column be in the column of another one."""
        mine, theirs = self.head(), other.head()
        if mine is not theirs:
            mine.above = theirs


@dataclass(eq=False)
class _Row:
    """A line. `part` numbers the statement or clause it belongs to; `indent` is where that begins."""

    pieces: list[_Piece]
    part: int
    indent: int
    starts: bool
    """Begins the statement or clause."""
    blank: bool
    """There is a blank line above."""
    moved: int
    """So far to the right of where they were the columns of the pieces are counted."""
    free: bool = True
    """Where it begins was not decided by a column."""

    @property
    def first(self) -> _Piece:
        return self.pieces[0]

    @property
    def code(self) -> bool:
        return self.first.kind != _COMMENT


def _rows(source: Source, tree: ast.File) -> Iterator[_Row]:
    """Yield the lines to be, with their pieces where they were."""
    starts = _starts(tree)
    tokens = [token for token in game_language().lexicon.tokenize(source, 0)[0] if token.type != END]
    spaces = gaps(tokens)
    by_line: dict[int, list[int]] = {}
    for i, token in enumerate(tokens):
        by_line.setdefault(token.span.line, []).append(i)
    part = indent = moved = 0
    blank = begun = False
    for number, line in enumerate(source.lines, 1):
        row: _Row | None = None
        column = after = 0
        for i in by_line.get(number, ()):
            span = tokens[i].span
            before, column = column, _column(column, line[after : span.column - 1])
            after = span.end_column - 1
            wanted = starts.get((span.line, span.column))
            if row is not None and wanted is not None:
                yield row
            if row is None or wanted is not None:
                if wanted is not None:
                    part, indent, moved = part + 1, wanted, wanted - column
                row = _Row([], part, indent, wanted is not None, blank, moved)
                blank = False
            wide = bool(row.pieces) and column - before > spaces[i]
            text = PHRASES.get(tokens[i].type, str(tokens[i]))
            joinable = spaces[i] or tokens[i - 1].type in OPENING
            kind = _kind(tokens[i]) if joinable else ""
            row.pieces.append(_Piece(text, kind, column + moved, spaces[i], wide))
            column += len(tokens[i])
        if comment := line[after:].strip(" \t\f"):
            column = _column(column, line[after : line.index("#", after)])
            row = row or _Row([], part, indent, False, blank, moved)
            row.pieces.append(_Piece(comment, _COMMENT, column + moved, BEFORE_COMMENT))
        if row is not None:
            yield row
            begun = True
        blank = row is None and begun


def _starts(tree: ast.File) -> dict[tuple[int, int], int]:
    """Return where statements and clauses begin, and how far they are indented.

    The only clause of an experiment may stand on its line.
    """
    found = {}
    for statement in tree.statements:
        found[statement.span.line, statement.span.column] = 0
        if isinstance(statement, ast.Experiment):
            clauses = [clause.span for clause in statement.clauses]
            if len(clauses) > 1 or any(span.line != statement.span.end_line for span in clauses):
                found |= {(span.line, span.column): _INDENT for span in clauses}
    return found


def _column(before: int, blank: str) -> int:
    """Return the column after some blanks that stand after column `before`."""
    return len((" " * before + blank).expandtabs(_TAB))


def _kind(token: Token) -> str:
    """Return a name for what may stand in one column with the token."""
    kinds = {"operand": _OPERANDS, "comparison": _COMPARISONS, "connective": _CONNECTIVES}
    return next((name for name, types in kinds.items() if token.type in types), token.type)


def _indent(rows: list[_Row]) -> None:
    """Find the places where rows begin, or the columns in which they begin."""
    parts: dict[int, list[_Row]] = {}
    following: dict[_Row, _Row | None] = {}  # of each row the next one of code
    after: _Row | None = None
    for row in reversed(rows):
        following[row] = after
        after = row if row.code else after
    for i, row in enumerate(rows):
        first, after, earlier = row.first, following[row], parts.setdefault(row.part, [])
        if row.starts:
            first.place = row.indent
        elif row.code or (after is not None and not after.starts):
            _find_column(row, earlier)
        elif i and _goes_on(rows[i - 1], row):
            first.join(rows[i - 1].pieces[-1])
            row.free = False
        else:
            clause = after is not None and after.indent > 0
            indented = row.indent > 0 and first.column > row.moved
            first.place = _INDENT if clause or indented else 0
            continue
        earlier.append(row)
    for part in parts.values():
        going_on = [row for row in part if row.free and not row.starts]
        least = min((row.first.column - row.indent for row in going_on), default=_INDENT)
        for row in going_on:
            row.first.place = row.first.column + max(0, _INDENT - least)


def _goes_on(above: _Row, row: _Row) -> bool:
    """Tell whether a comment is the next line of the one at the end of the row above."""
    last = above.pieces[-1]
    at_end = last.kind == _COMMENT and (above.code or not above.free)
    return at_end and last.column == row.first.column and not row.blank


def _find_column(row: _Row, earlier: list[_Row]) -> None:
    """Let a row that goes on begin below a piece of an earlier row of its part, if it does."""
    first = row.first
    for other in reversed(earlier):
        if other.first.column <= first.column:
            for piece in other.pieces[0 if not other.starts else 1 :]:
                if piece.column == first.column and (piece.kind != _COMMENT or first.kind == _COMMENT):
                    row.free = piece is other.first and other.free
                    if not row.free:
                        first.join(piece)
            return


def _align(rows: list[_Row]) -> None:
    """Find the places of all pieces."""
    comments: dict[int, _Piece] = {}
    pairs: list[tuple[_Row, _Row]] = []
    above: _Row | None = None
    for row in rows:
        if row.code and row.pieces[-1].kind == _COMMENT:
            row.pieces[-1].join(comments.setdefault(row.pieces[-1].column, row.pieces[-1]))
        if row.code and above is not None and not row.blank:
            pairs.append((above, row))
        if row.code or row.blank:
            above = row if row.code else None
    _find_columns(pairs)
    columns: dict[_Piece, list[tuple[_Row, int]]] = {}
    for row in rows:
        for i, piece in enumerate(row.pieces):
            if i or not row.free:
                columns.setdefault(piece.head(), []).append((row, i))
    # what stands before a piece in its row was before it in the file, so it comes first here, too
    for members in sorted(columns.values(), key=lambda found: max(row.pieces[i].column for row, i in found)):
        _place(members)


def _find_columns(pairs: list[tuple[_Row, _Row]]) -> None:
    """Let pieces of rows that stand below each other, and are of one kind, be in columns."""
    below = [
        (one, other)
        for above, row in pairs
        for one, other in _meeting(above, row, lambda piece: piece.end)
        if one.text.isdecimal() and other.text.isdecimal()
    ]
    uneven = [(one, other) for one, other in below if one.column != other.column and (one.wide or other.wide)]
    by_end = {piece for pair in uneven for piece in pair}
    for pair in [*below, *reversed(below)]:  # whatever is above or below such a piece, and so on
        if not by_end.isdisjoint(pair):
            by_end.update(pair)
    for one, other in below:
        if one in by_end:
            one.by_end = other.by_end = True
            other.join(one)
    for above, row in pairs:
        for one, other in _meeting(above, row, lambda piece: piece.column):
            if not (one.by_end or other.by_end):
                other.join(one)


def _meeting(above: _Row, row: _Row, where: Callable[[_Piece], int]) -> Iterator[tuple[_Piece, _Piece]]:
    """Yield the pieces of one kind of two rows that are at the same place."""
    places = {where(piece): piece for piece in above.pieces[1:]}
    for piece in row.pieces[1:]:
        other = places.get(where(piece))
        if other is not None and other.kind == piece.kind and piece.kind not in ("", _COMMENT):
            yield other, piece


def _place(members: list[tuple[_Row, int]]) -> None:
    """Put the pieces of a column where the first one has room that has the least, or if it is none, each."""
    pieces = [row.pieces[i] for row, i in members]
    by_end = any(piece.by_end for piece in pieces)
    for row, i in members:
        if i:
            before = row.pieces[i - 1]
            row.pieces[i].place = before.place + len(before.text) + row.pieces[i].gap
    if any(row.pieces[i].wide or row.pieces[i].kind == _COMMENT or not i for row, i in members):
        start = max(row.pieces[i].place + by_end * len(row.pieces[i].text) for row, i in members if i)
        for piece in pieces:
            piece.place = start - by_end * len(piece.text)


def _lines(rows: list[_Row]) -> Iterator[str]:
    for row in rows:
        if row.blank:
            yield ""
        line = ""
        for i, piece in enumerate(row.pieces):
            line += " " * max(piece.gap if i else 0, piece.place - len(line)) + piece.text
        yield line
