"""What the pictures have in common: their frame and colours, and texts that are escaped and measured."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from unicodedata import combining, east_asian_width
from xml.sax.saxutils import escape

from cobra.analysis.made_least import leaves_losing_out
from cobra.export.played import PlayedStrategy
from cobra.figures import decimal, exact, percent
from cobra.model.memory import paid_in

HEAD: Final = 52
"""Height of the heading."""
MARGIN: Final = 16
_LINE: Final = 16
"""Height of a line of the notes."""
LETTER: Final = 0.61
"""Width of a letter of a fixed-width font, by its size."""

_STYLE: Final = """
svg.cobra{background:#fff;font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:12px}
svg.cobra text{fill:#1b2430;white-space:pre}
svg.cobra .paper{fill:#fff}
svg.cobra .title{font-weight:bold;font-size:14px}
svg.cobra .soft{fill:#4f5a66}
svg.cobra .label{font-size:11px;pointer-events:none}
svg.cobra .small{font-size:9px}
svg.cobra .edge{fill:none;stroke:#aab4be}
svg.cobra .box{fill:#e8f0f8;stroke:#6b8cae}
svg.cobra .line{stroke:#6b8cae}
svg.cobra .hit{stroke-width:2.5}
svg.cobra .cell{stroke:#fff;stroke-width:.6}
svg.cobra .thin{stroke:none}
svg.cobra .c0{fill:#b3cde3}svg.cobra .c1{fill:#c3d9ea}svg.cobra .c2{fill:#d2e3f0}svg.cobra .c3{fill:#dfebf4}
svg.cobra .worst{fill:#f6b26b}
svg.cobra .end{fill:#eef0f2}
svg.cobra .many{fill:#d3d7db}
@media (prefers-color-scheme:dark){
svg.cobra{background:#14181d}
svg.cobra text{fill:#e8edf2}
svg.cobra .paper{fill:#14181d}
svg.cobra .soft{fill:#a6b2be}
svg.cobra .edge{stroke:#55606c}
svg.cobra .box{fill:#22303f;stroke:#7fa3c7}
svg.cobra .line{stroke:#7fa3c7}
svg.cobra .cell{stroke:#14181d}
svg.cobra .c0{fill:#2f4d6b}svg.cobra .c1{fill:#2b435c}svg.cobra .c2{fill:#273a4e}svg.cobra .c3{fill:#233242}
svg.cobra .worst{fill:#8a5416}
svg.cobra .end{fill:#20262c}
svg.cobra .many{fill:#454d55}
}
"""

_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def framed(
    played: PlayedStrategy, width: float, height: float, parts: Iterable[str], notes: Sequence[str]
) -> Iterator[str]:
    """Yield a picture: its parts, which take so much room, under a heading and above notes."""
    figures = played.figures
    sizes = (figures.codes, "code"), (figures.nodes, "experiment")
    counts = ", ".join(f"{count:,} {noun}{'' if count == 1 else 's'}" for count, noun in sizes)
    average = f"{figures.total}/{figures.weight} = {decimal(figures.average)}"
    found = f"{counts}, worst {figures.worst}, average {average}{_lost_and_paid(played)}"
    title = fitted(played.title, 100)
    letters = [14 * cells(title), *(12 * cells(line) for line in (found, *notes))]
    wide = number(max(width, LETTER * max(letters)) + 2 * MARGIN)
    high = number(HEAD + height + 20 + _LINE * len(notes))
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cobra" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" role="img">\n'
    )
    yield f"<title>{text(played.title)}</title>\n<style>{_STYLE}</style>\n"
    yield f'<rect class="paper" width="{wide}" height="{high}"/>\n'
    yield f'<text class="title" x="{MARGIN}" y="24">{text(title)}</text>\n'
    yield f'<text class="soft" x="{MARGIN}" y="42">{text(found)}</text>\n'
    yield from parts
    for line, note in enumerate(notes, 1):
        yield (
            f'<text class="soft" x="{MARGIN}" y="{number(HEAD + height + 8 + _LINE * line)}">'
            f"{text(note)}</text>\n"
        )
    yield "</svg>\n"


def _lost_and_paid(played: PlayedStrategy) -> str:
    """Return what is said of codes lost and of prices, where there are any."""
    game, figures = played.strategy.game, played.figures
    costs = figures.costs(paid_in(game))
    lost = f", {figures.lost:,} lost" if figures.lost and game.unseen is None else ""
    if figures.lost_weight:
        lost = f", {percent(1 - figures.chance_lost)} of all plays won"
    if costs is None:
        return lost
    but = ", but for what losing costs" if leaves_losing_out(game, played.strategy.objective) else ""
    return f"{lost}, most cost {exact(costs[0])}, mean cost {decimal(costs[1])}{but}"


def number(value: float) -> str:
    """Return a coordinate in tenths of a pixel."""
    return f"{value:.1f}".removesuffix(".0")


def text(value: str) -> str:
    """Return a text as it stands in XML; characters that it cannot hold are replaced."""
    return escape(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", value), {'"': "&quot;"})


def cells(value: str) -> int:
    """Return how many letters wide a text is."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in value)


def fitted(value: str, most: int) -> str:
    """Return a text, cut off with an ellipsis when it is wider than `most` letters."""
    if cells(value) <= most:
        return value
    kept, used = "", 1
    for character in value:
        used += cells(character)
        if used > most:
            break
        kept += character
    return kept + "…"
