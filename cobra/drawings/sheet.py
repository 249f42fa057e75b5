"""What the pictures of a game are made of: a sheet of plain data, from which Python and a page draw alike.

A picture depends on variables. Those of an experiment are its parameters in order: the position of the
symbol of one that holds a symbol, 1 or 0 of one that is true or false, the positions of the members of a set
and -1 for each that it has fewer than it may have. Behind them come the digits of the answer's components
(`cobra.model.answers`). Those of a code are likewise its slots. A variable that is -1 or missing is
still open.

A sheet is made by a kind of drawing, a file of this folder; it is all that `drawing.js` and `svg.py` know of
a game, so that each of them is short and there is one place that says what a game looks like.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

Shape: TypeAlias = tuple[str | float, ...]
"""`("circle", class, x, y, radius)`, `("rect", class, x, y, width, height, radius of the corners)`,
`("line", class, x, y, x, y)`, `("path", class, d)` or `("text", class, x, y, size, text)`, around the middle
of what it is a shape of."""

Looked: TypeAlias = tuple[tuple[int, int], ...]
"""A sum of what stands in tables: each a variable and the number of a table, whose last entry is for an open
variable. None in one of them: there is nothing to draw."""

Field: TypeAlias = int | Looked

MOST_ITEMS: Final = 240
"""So many things are in a picture at most; what would need more is shown as text."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A picture: its size, and what stands where.

    An item is a glyph and its place, or `(class, x, y, x, y)`, a line. `targets` are areas that choose
    an experiment when they are pressed: `(x, y, width, height, type, positions of the symbols)`.
    `whole`: the picture of an answer has the experiment in it.
    """

    width: int
    height: int
    items: list[tuple[Field, Field, Field] | tuple[str, Field, Field, Field, Field]]
    targets: list[tuple[int, int, int, int, int, list[int]]] = field(default_factory=list)
    whole: bool = False

    def data(self) -> dict[str, Any]:
        """Return the plan for JSON."""
        return {
            "size": [self.width, self.height],
            "items": self.items,
            "targets": self.targets,
            "whole": self.whole,
        }


def classes(names: str) -> str:
    """Return classes as they are in `drawing.css`: a page may have others of the same names."""
    return " ".join(f"d-{name}" for name in names.split())


class TooLarge(Exception):
    """A picture would be too large to be looked at."""


class Sheet:
    """The glyphs and tables that the pictures of a game share, and the pictures.

    `types` has for each type of experiment the plan of an experiment and that of an answer to it. None
    stands for what is shown as text.
    """

    def __init__(self) -> None:
        self.glyphs: list[tuple[Shape, ...]] = []
        self.tables: list[tuple[int | None, ...]] = []
        self.code: Plan | None = None
        self.types: list[tuple[Plan | None, Plan | None]] = []
        self._glyphs: dict[tuple[Shape, ...], int] = {}
        self._tables: dict[tuple[int | None, ...], int] = {}

    def glyph(self, *shapes: Shape) -> int:
        """Return the number of a glyph, which is put on the sheet once; its classes are those of
        `drawing.css` without what they begin with.
        """
        shapes = tuple((shape[0], classes(str(shape[1])), *shape[2:]) for shape in shapes)
        if shapes not in self._glyphs:
            self._glyphs[shapes] = len(self.glyphs)
            self.glyphs.append(shapes)
        return self._glyphs[shapes]

    def look(self, variable: int, values: Sequence[int | None], still_open: int | None = None) -> Looked:
        """Return the look-up of a variable in a table: one entry for each value, and one while it is open."""
        table = (*values, still_open)
        if table not in self._tables:
            self._tables[table] = len(self.tables)
            self.tables.append(table)
        return ((variable, self._tables[table]),)

    def data(self) -> dict[str, Any]:
        """Return the sheet for JSON."""
        return {
            "glyphs": self.glyphs,
            "tables": self.tables,
            "code": None if self.code is None else self.code.data(),
            "types": [[None if plan is None else plan.data() for plan in plans] for plans in self.types],
        }
