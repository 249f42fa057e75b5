"""Pictures of experiments and codes inside the pictures of a strategy."""

from __future__ import annotations

from typing import Final

from cobra.drawings.svg import Picture, Pictures
from cobra.export.drawing import number
from cobra.export.place import Place
from cobra.export.played import PlayedStrategy

SCALE: Final = 0.56
"""Of all of them: one of a row of pegs or tiles is as high as a line of text."""


def picture_of(played: PlayedStrategy, pictures: Pictures, place: Place, room: float) -> Picture | None:
    """Return the picture of what is asked at a place, or of the one code left there.

    None where there is none, or where it is higher than `room`.
    """
    picture = None
    if place.node >= 0:
        picture = pictures.experiment(played.strategy.experiments[place.node])
    elif place.count == 1 and not played.found(place):
        picture = pictures.code(played.assignments[played.order[place.start]])
    return picture if picture is not None and SCALE * picture.height <= room else None


def put(picture: Picture, left: float, top: float) -> str:
    """Return a picture as a part of another one, at a place in it."""
    at = f"translate({number(left)} {number(top)}) scale({SCALE})"
    return f'<g class="cobra-drawing" transform="{at}">{picture.elements}</g>'
