"""A large strategy as an icicle (Kruskal and Landwehr 1983): a column for each experiment of a play.

A cell is as high as many codes are left, and stands right of the experiment whose outcome led to it. What is
too low to be seen is drawn together, so the number of cells is bounded, however large the strategy is.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice
from typing import Final

from cobra.drawings.svg import Picture, Pictures, style
from cobra.export.drawing import HEAD, LETTER, MARGIN, cells, fitted, framed, number, text
from cobra.export.pictured import SCALE, picture_of, put
from cobra.export.place import Place
from cobra.export.played import PlayedStrategy

_HEIGHT: Final = 3200
_ROW: Final = 16
"""Heights of the whole at most, and of a code where there are few."""
_LOWEST: Final = 2.4
"""What is lower is drawn together with its neighbours."""
_MOST: Final = 6000
"""So many cells are drawn at most."""
_COLUMNS: Final = 24
"""Experiments further down a play are drawn together."""
_TOP: Final = HEAD + 20
_LETTER: Final = 11 * LETTER
_LOW, _HIGH = 9, 14
"""Heights from which on a cell has small letters, and letters of full size."""
_PAD: Final = 4
_GAP: Final = 6
_NARROW: Final = 64.0
_THIN: Final = 1.2
"""Least width of a column and height of a cell."""
_LONG: Final = 24
"""Texts in cells are cut off after so many letters."""
_LONG_TIP: Final = 240
_EDGES: Final = 4
"""Room above and below a picture in a cell."""
_LINE: Final = 20
"""Height of a picture that takes the place of a text."""
_LEAST: Final = 12
"""In cells of less room are texts."""
_HEIGHTS: Final = "A column for each experiment; a cell is as high as many codes are left."
_HEIGHTS_UNSEEN: Final = (
    "A column for each experiment; a cell is as high as codes are left at the ends of all plays through it. "
    "4+4: codes without a lie + with 1."
)
_COLOURS: Final = "Grey: outcomes with too few codes to be seen. Orange: the longest plays."


@dataclass(slots=True)
class _Cell:
    """A rectangle: its column, its rows from `start` to `stop`, its colour, and what it says.

    `place` is None where several are put together. `picture` is what `shown` says, where there is room: in
    its place when it is as high as a line, else below it.
    """

    column: int
    start: int
    stop: int
    kind: str
    outcome: str
    shown: str
    count: str
    tip: str
    place: Place | None = None
    picture: Picture | None = None

    @property
    def before(self) -> float:
        """Return the width of its outcome with the gap behind it."""
        return _LETTER * cells(self.outcome) + _GAP if self.outcome else 0.0

    @property
    def middle(self) -> float:
        """Return the width of what it shows between its outcome and the number of codes."""
        low = self.picture is not None and _is_low(self.picture)
        return SCALE * self.picture.width if low and self.picture else _LETTER * cells(self.shown)

    @property
    def width(self) -> float:
        """Return the width that all this needs."""
        after = _GAP + _LETTER * cells(self.count) if self.count else 0.0
        below = 0.0 if self.picture is None else SCALE * self.picture.width
        return max(self.before + self.middle + after, below) + 2 * _PAD


def icicle(played: PlayedStrategy) -> Iterator[str]:
    """Yield the picture."""
    rows = _Cells(played, 0).rows(played.root)
    height = min(_HEIGHT, _ROW * rows)
    scale = height / rows
    least = _LOWEST / scale
    while len(drawn := list(islice(_Cells(played, least).all(), _MOST + 1))) > _MOST:
        least *= 1.5
    pictures = Pictures(played.strategy.game)
    for cell in drawn:
        room = (cell.stop - cell.start) * scale - _EDGES
        if cell.place is not None and room >= _LEAST:
            found = picture_of(played, pictures, cell.place, room)
            cell.picture = None if found and not _is_low(found) and _below(found) > room else found
    widths = [_NARROW] * (1 + max(cell.column for cell in drawn))
    for cell in drawn:
        if (cell.stop - cell.start) * scale >= _LOW:
            widths[cell.column] = max(widths[cell.column], cell.width)
    lefts = [MARGIN + sum(widths[:column]) for column in range(len(widths) + 1)]
    parts = [
        f'<text class="soft" x="{number(left + _PAD)}" y="{_TOP - 6}">{column}</text>\n'
        for column, left in enumerate(lefts[:-1], 1)
    ]
    if any(cell.picture for cell in drawn):
        parts.insert(0, f"<style>{style()}</style>\n")
    parts += [_rectangle(cell, lefts[cell.column], widths[cell.column], scale) for cell in drawn]
    heights = _HEIGHTS if played.strategy.game.unseen is None else _HEIGHTS_UNSEEN
    yield from framed(played, lefts[-1] - MARGIN, _TOP - HEAD + height, parts, (heights, _COLOURS))


def _rectangle(cell: _Cell, left: float, width: float, scale: float) -> str:
    top, height = _TOP + cell.start * scale, (cell.stop - cell.start) * scale
    thin = "" if height > 2 * _LOWEST else " thin"
    label = _label(cell, left + _PAD, top, height) if height >= _LOW else ""
    return (
        f'<rect class="cell {cell.kind}{thin}" x="{number(left)}" y="{number(top)}" width="{number(width)}" '
        f'height="{number(max(height, _THIN))}"><title>{text(cell.tip)}</title></rect>{label}\n'
    )


def _label(cell: _Cell, left: float, top: float, height: float) -> str:
    picture = cell.picture
    if picture is not None and _is_low(picture):
        base = number(top + (SCALE * picture.height + _EDGES) / 2 + 4)
        texts = (left, cell.outcome), (left + cell.before + cell.middle + _GAP, cell.count)
        around = [
            f'<text class="label soft" x="{number(x)}" y="{base}">{text(said)}</text>'
            for x, said in texts
            if said
        ]
        return put(picture, left + cell.before, top + _EDGES / 2) + "".join(around)
    size, base = ("", number(top + 11.5)) if height >= _HIGH else (" small", number(top + height / 2 + 3))
    before = f'<tspan class="soft">{text(cell.outcome)}</tspan>' if cell.outcome else ""
    gap = f' dx="{_GAP}"' if before else ""
    after = f'<tspan class="soft" dx="{_GAP}">{cell.count}</tspan>' if cell.count else ""
    return (
        f'<text class="label{size}" x="{number(left)}" y="{base}">'
        f"{before}<tspan{gap}>{text(cell.shown)}</tspan>{after}</text>"
        + ("" if picture is None else put(picture, left, top + _HIGH + _EDGES / 2))
    )


def _is_low(picture: Picture) -> bool:
    """Return whether a picture is as high as a line."""
    return SCALE * picture.height <= _LINE


def _below(picture: Picture) -> float:
    """Return the room that a picture needs with a line above it."""
    return SCALE * picture.height + _HIGH


class _Cells:
    """Finds the cells that are drawn; those of fewer codes than `least` are put together."""

    def __init__(self, played: PlayedStrategy, least: float) -> None:
        self._played = played
        self._least = least
        self._longest = array("q", bytes(8 * len(played.branches)))
        self._rows = array("q", bytes(8 * len(played.branches)))
        for node in reversed(range(len(played.branches))):
            self._longest[node] = max(self._length(after) for _, after in played.branches[node])
            self._rows[node] = sum(self.rows(after) for _, after in played.branches[node])

    def rows(self, position: Place) -> int:
        """Return how many rows a position takes: one for each code at the end of each play through it."""
        return position.count if position.node < 0 else self._rows[position.node]

    def _length(self, position: Place) -> int:
        """Return the length of the longest play that goes through a position."""
        return position.length if position.node < 0 else self._longest[position.node]

    def all(self) -> Iterator[_Cell]:
        """Yield the cells, each before those to its right."""
        waiting = [("", self._played.root, 0, 0)]
        while waiting:
            outcome, position, column, start = waiting.pop()
            yield self._one(outcome, position, column, start)
            if position.node < 0:
                continue
            fate = partial(self._fate, position.node, column + 1)
            for what, run in groupby(self._played.branches[position.node], key=fate):
                first = start
                several = list(run)
                start += sum(self.rows(after) for _, after in several)
                if what == "together":
                    yield self._many([after for _, after in several], column + 1, first, start)
                elif what == "alone":
                    for name, after in several:
                        waiting.append((name, after, column + 1, first))
                        first += self.rows(after)

    def _fate(self, node: int, column: int, branch: tuple[str, Place]) -> str:
        """Return whether what follows an outcome of a node has a cell of its own."""
        after = branch[1]
        if self._played.is_hit(node, after):
            return "none"
        last = column + 1 == _COLUMNS and after.node >= 0
        return "together" if last or self.rows(after) < self._least else "alone"

    def _one(self, outcome: str, position: Place, column: int, start: int) -> _Cell:
        if position.node < 0:
            said, kind, count = ", ".join(self._played.end(position, 4)), "end", ""
            tip = f"{said}: {self._played.amount(position)} left"
        else:
            said = self._played.experiment(position.node)
            longest = self._longest[position.node]
            kind = "worst" if self._ends_longest(position.node) else f"c{min(column, 3)}"
            amount = self._played.amount(position)
            count = amount if position.count > 1 else ""
            tip = f"{said}: {amount} left, at most {longest} experiments"
        tip = f"{outcome} → {tip}" if outcome else tip
        outcome, said = fitted(outcome, _LONG), fitted(said, _LONG)
        stop = start + self.rows(position)
        return _Cell(column, start, stop, kind, outcome, said, count, fitted(tip, _LONG_TIP), position)

    def _ends_longest(self, node: int) -> bool:
        """Return whether a longest play ends after a node, or with one more that confirms what it told."""
        ends = (after.length for _, after in self._played.branches[node] if after.node < 0)
        return self._played.figures.worst in ends

    def _many(self, positions: list[Place], column: int, start: int, stop: int) -> _Cell:
        longest = max(self._length(position) for position in positions)
        kind = "worst" if longest == self._played.figures.worst else "many"
        shown = f"{len(positions)} outcome{'s' if len(positions) > 1 else ''}"
        left = f"{stop - start:,} codes left"
        if self._played.strategy.game.unseen is not None:
            left = f"{stop - start:,} codes at the ends"
        tip = f"{shown}: {left}, at most {longest} experiments"
        return _Cell(column, start, stop, kind, "", shown, "", tip)
