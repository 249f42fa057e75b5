"""Pictures as SVG: what `drawing.js` does on a page, for files, notebooks and documentation.

Texts of a game are escaped, and stand in a picture as texts only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from cobra.drawings.kind import parameters
from cobra.drawings.kinds import sheet_of
from cobra.drawings.sheet import Field, Plan, Shape, Sheet
from cobra.model.answers import OutcomeValue, component_digit, components_of, parse_outcome, show_outcome
from cobra.model.game import Assignment, Experiment, Game, Space
from cobra.model.show import Notation

SCRIPT: Final = Path(__file__).with_name("drawing.js")
"""What draws the same on a page."""
STYLE: Final = Path(__file__).with_name("drawing.css")
"""The colours of pictures, in light and dark; a page has them, too."""
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(game: Game, *, code: str = "", experiment: str = "", answer: str = "") -> str | None:
    """Return the picture of a code, of an experiment, or of an answer to an experiment, given as texts.

    None where there is no picture, as in a game that does not say by `draw` how it looks; `GameError` for a
    text that is no code, experiment or answer of the game.
    """
    pictures = Pictures(game)
    if code:
        picture = pictures.code(pictures.notation.parse_code(code))
    else:
        asked = pictures.notation.parse_experiment(experiment)
        if answer:
            picture = pictures.answer(asked, parse_outcome(game.experiments[asked[0]].answer, answer))
        else:
            picture = pictures.experiment(asked)
    return None if picture is None else picture.file()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: its size, its elements as SVG, which need the styles of `style`, and its text."""

    width: int
    height: int
    elements: str
    text: str

    def file(self) -> str:
        """Return a file of its own."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="cobra-drawing" width="{self.width}" '
            f'height="{self.height}" viewBox="0 0 {self.width} {self.height}" role="img">'
            f"<title>{_text(self.text)}</title><style>{style()}</style>{self.elements}</svg>\n"
        )


class Pictures:
    """Makes the pictures of one game; made once and used for many."""

    def __init__(self, game: Game) -> None:
        self.game = game
        """The game whose pictures are made."""
        self.notation = Notation(game)
        """How texts of it are written."""
        self.sheet = sheet_of(game)
        """What the pictures are made of; None where the game does not say how it is drawn."""

    def code(self, code: Assignment) -> Picture | None:
        """Return the picture of a code; None where there is none."""
        plan = None if self.sheet is None else self.sheet.code
        return self._picture(plan, variables_of(self.game.codes, code), self.notation.code(code))

    def experiment(self, experiment: Experiment) -> Picture | None:
        """Return the picture of an experiment; None where there is none."""
        plan = None if self.sheet is None else self.sheet.types[experiment[0]][0]
        return self._picture(plan, self.asked(experiment), self.notation.experiment(experiment))

    def answer(self, experiment: Experiment, outcome: OutcomeValue) -> Picture | None:
        """Return the picture of an answer to an experiment; None where there is none."""
        plan = None if self.sheet is None else self.sheet.types[experiment[0]][1]
        shown = show_outcome(self.game.experiments[experiment[0]].answer, outcome)
        values = [*self.asked(experiment), *self.answered(experiment[0], outcome)]
        return self._picture(plan, values, f"{self.notation.experiment(experiment)}: {shown}")

    def _picture(self, plan: Plan | None, variables: Sequence[int], text: str) -> Picture | None:
        if self.sheet is None or plan is None:
            return None
        elements = "".join(_shape(x, y, shape) for x, y, shape in shapes(self.sheet, plan, variables))
        return Picture(plan.width, plan.height, elements, text)

    def asked(self, experiment: Experiment) -> list[int]:
        """Return the variables of an experiment."""
        return variables_of(self.game.experiments[experiment[0]].space, experiment[1])

    def answered(self, type_: int, outcome: OutcomeValue) -> list[int]:
        """Return the variables of an answer, which come after those of its experiment."""
        components = components_of(self.game.experiments[type_].answer)
        return [component_digit(one, value) for one, value in zip(components, outcome, strict=True)]


def variables_of(space: Space, assignment: Assignment) -> list[int]:
    """Return what the variables of a picture are (`sheet.py`) for an assignment of a space."""
    variables: list[int] = []
    for one, value in zip(parameters(space), assignment, strict=False):
        if one.slot.kind != "set":
            variables.append(value)
            continue
        members = [place for place in range(len(one.slot.symbols)) if value >> place & 1]
        variables += [*members, *[-1] * (one.variables - len(members))]
    return variables


def shapes(sheet: Sheet, plan: Plan, variables: Sequence[int]) -> list[tuple[int, int, Shape]]:
    """Return the shapes of a picture, each with where its middle is."""

    def value(of: Field) -> int | None:
        if isinstance(of, int):
            return of
        found = [
            sheet.tables[table][variables[variable] if variable < len(variables) else -1]
            for variable, table in of
        ]
        return None if None in found else sum(one for one in found if one is not None)

    drawn: list[tuple[int, int, Shape]] = []
    for item in plan.items:
        if isinstance(item[0], str):
            ends = [value(end) for end in item[1:] if not isinstance(end, str)]
            if None not in ends:
                drawn.append((0, 0, ("line", item[0], *[end or 0 for end in ends])))
            continue
        glyph, x, y = (value(of) for of in item[:3] if not isinstance(of, str))
        if glyph is not None and x is not None and y is not None:
            drawn += [(x, y, shape) for shape in sheet.glyphs[glyph]]
    return drawn


def _shape(x: int, y: int, shape: Shape) -> str:
    """Return an element; positions are made absolute, so that it stands anywhere."""
    name, classes = shape[:2]
    numbers = [number for number in shape[2:] if not isinstance(number, str)]
    if name == "circle":
        cx, cy, radius = numbers
        return f'<circle class="{classes}" cx="{x + cx}" cy="{y + cy}" r="{radius}"/>'
    if name == "rect":
        left, top, width, height, corner = numbers
        return (
            f'<rect class="{classes}" x="{x + left}" y="{y + top}" width="{width}" height="{height}" '
            f'rx="{corner}"/>'
        )
    if name == "path":
        return f'<path class="{classes}" d="{shape[2]}" transform="translate({x} {y})"/>'
    if name == "line":
        x1, y1, x2, y2 = numbers
        return f'<line class="{classes}" x1="{x + x1}" y1="{y + y1}" x2="{x + x2}" y2="{y + y2}"/>'
    dx, dy, size = numbers
    return (
        f'<text class="{classes}" x="{x + dx}" y="{y + dy}" font-size="{size}" text-anchor="middle" '
        f'dominant-baseline="central">{_text(str(shape[-1]))}</text>'
    )


def _text(value: str) -> str:
    """Return a text as it stands in XML; characters that it cannot hold are replaced."""
    return escape(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", value), {'"': "&quot;"})


@cache
def style() -> str:
    """Return the styles of pictures, for elements inside one of the class `cobra-drawing`."""
    return compact(STYLE.read_text("utf-8"))


def compact(styles: str) -> str:
    """Return styles without comments and lines."""
    return " ".join(_COMMENT.sub("", styles).split())
