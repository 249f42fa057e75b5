"""A small strategy as a tree, from left to right: boxes are experiments, edges are outcomes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from cobra.drawings.svg import Picture, Pictures, style
from cobra.export.drawing import HEAD, LETTER, MARGIN, cells, fitted, framed, number, text
from cobra.export.pictured import SCALE, picture_of, put
from cobra.export.place import Place
from cobra.export.played import PlayedStrategy

_LETTER: Final = 12 * LETTER
_BOX: Final = 20
_SPACE: Final = 6
"""Least height of a box, and what is between two rows."""
_TALLEST: Final = 1_600
"""Boxes are as high as pictures need, such as boards, as long as all rows are not higher than this."""
_CURVE: Final = 36
_PAD: Final = 7
_LONG: Final = 40
"""Texts of more letters are cut off; the tooltip has them whole."""
_NAMED: Final = 4
"""So many of the codes that are left together are named."""
_MOST_ROWS: Final = 64
_MOST_LEVELS: Final = 12


def fits(played: PlayedStrategy) -> bool:
    """Return whether a strategy is small enough for a tree that can be looked at."""
    if len(played.branches) > 2 * _MOST_ROWS or played.figures.worst > _MOST_LEVELS:
        return False
    others = [played.other(node) for node in range(len(played.branches))]
    return sum(max(1, sum(after.node < 0 for _, after in other)) for other in others) <= _MOST_ROWS


@dataclass(slots=True)
class _Item:
    """A position of the tree, what it shows, and in which level and row; `parent` is None for the first."""

    position: Place
    parent: _Item | None
    level: int
    outcome: str
    shown: str
    count: str
    picture: Picture | None = None
    row: float = 0.0

    @property
    def width(self) -> float:
        """Return the width of the box around what is shown."""
        return self.asked + (_LETTER * len(self.count) + 2 * _PAD if self.count else 0)

    @property
    def asked(self) -> float:
        """Return the width of the box without the number of codes at its end."""
        shown = _LETTER * cells(self.shown) if self.picture is None else SCALE * self.picture.width
        return shown + 2 * _PAD


def tree(played: PlayedStrategy) -> Iterator[str]:
    """Yield the picture."""
    items: list[_Item] = []
    rows = _place(played, items, played.root, None, "", 0)
    box = _put_pictures(played, items, rows)
    levels = range(1 + max(item.level for item in items))
    labels = [max(_LETTER * cells(item.outcome) for item in items if item.level == level) for level in levels]
    widths = [max(item.width for item in items if item.level == level) for level in levels]
    lefts = [float(MARGIN)]
    for level in levels[1:]:
        lefts.append(lefts[-1] + widths[level - 1] + _CURVE + labels[level] + _PAD)
    parts = [part for item in items for part in _drawn(played, item, lefts, labels, box)]
    if any(item.picture for item in items):
        parts.insert(0, f"<style>{style()}</style>\n")
    notes = ["A number is that of the codes left, where there are several."]
    if any("+" in item.count for item in items):
        notes.append(
            "By lies told: codes without a lie + with 1 + …; a code can be left after several answers."
        )
    if any(item.position.node >= 0 and played.hits(item.position.node) for item in items):
        notes.append("A thick frame: it can be the code.")
    yield from framed(played, lefts[-1] + widths[-1] - MARGIN, (box + _SPACE) * rows, parts, notes)


def _put_pictures(played: PlayedStrategy, items: list[_Item], rows: int) -> int:
    """Give items the pictures that there is room for; return the height of a box: that of the highest."""
    pictures = Pictures(played.strategy.game)
    room = max(_BOX, _TALLEST // rows - _SPACE)
    for item in items:
        item.picture = picture_of(played, pictures, item.position, room)
    return max([_BOX, *(ceil(SCALE * item.picture.height) for item in items if item.picture is not None)])


def _place(
    played: PlayedStrategy, items: list[_Item], position: Place, parent: _Item | None, outcome: str, row: int
) -> int:
    """Add a position with all that follows, from a row on; return the first row that is free then."""
    count = played.amount(position) if position.node >= 0 and position.count > 1 else ""
    level = 0 if parent is None else parent.level + 1
    shown = fitted(_said(played, position), _LONG)
    item = _Item(position, parent, level, fitted(outcome, _LONG), shown, count)
    items.append(item)
    follows = played.other(position.node) if position.node >= 0 else []
    first, end = len(items), row
    for name, after in follows:
        end = _place(played, items, after, item, name, end)
    after_it = [other.row for other in items[first:] if other.parent is item]
    item.row = (after_it[0] + after_it[-1]) / 2 if after_it else float(row)
    return max(end, row + 1)


def _said(played: PlayedStrategy, position: Place) -> str:
    """Return what is asked at a position, or what is found out when a play is over."""
    if position.node >= 0:
        return played.experiment(position.node)
    return ", ".join(played.end(position, _NAMED))


def _drawn(
    played: PlayedStrategy, item: _Item, lefts: list[float], labels: list[float], box: int
) -> Iterator[str]:
    row = box + _SPACE
    left, middle = lefts[item.level], HEAD + row * (item.row + 0.5)
    base = number(middle + 4)
    if item.parent is not None:
        start = lefts[item.level - 1] + item.parent.width
        above = HEAD + row * (item.parent.row + 0.5)
        label = left - labels[item.level] - _PAD
        bend = label - _CURVE / 2
        yield (
            f'<path class="edge" d="M{number(start)} {number(above)}H{number(bend - _CURVE / 2)}'
            f"C{number(bend)} {number(above)} {number(bend)} {number(middle)} {number(label - 4)} "
            f'{number(middle)}"/>\n'
        )
        yield f'<text class="soft" x="{number(label)}" y="{base}">{text(item.outcome)}</text>\n'
    whole = f"{_said(played, item.position)}: {played.amount(item.position)} left"
    yield f"<g><title>{text(fitted(whole, 400))}</title>"
    if item.position.node >= 0:
        kind = "box hit" if played.hits(item.position.node) else "box"
        yield (
            f'<rect class="{kind}" x="{number(left)}" y="{number(middle - box / 2)}" '
            f'width="{number(item.width)}" height="{box}" rx="5"/>'
        )
    if item.picture is None:
        yield f'<text x="{number(left + _PAD)}" y="{base}">{text(item.shown)}</text>'
    else:
        yield put(item.picture, left + _PAD, middle - SCALE * item.picture.height / 2)
    if item.count:
        bar = left + item.asked
        yield (
            f'<path class="line" d="M{number(bar)} {number(middle - box / 2)}v{box}"/>'
            f'<text class="soft" x="{number(bar + _PAD)}" y="{base}">{item.count}</text>'
        )
    yield "</g>\n"
