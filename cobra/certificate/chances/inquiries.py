"""How likely codes are, and what may be answered to an experiment.

A *weighing* says how likely each code with so many lies told is, in whole numbers without a common divisor.
It has the weights in descending order, each with a set of codes for each number of lies told. So it does not
matter by which answers it was reached. Sets are whole numbers, in which bit i stands for code i.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from cobra.certificate.situations.tables import Codes

Weighing: TypeAlias = tuple[tuple[int, tuple[Codes, ...]], ...]
Part: TypeAlias = tuple[Codes, int, int, int]
"""Codes that give an answer after so many lies, the lies told then, and how likely, in parts of a scale."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What may be answered to an experiment."""

    final: Codes
    """The codes that it is final for."""
    alike: tuple[Codes, ...]
    """The others, those together that answer alike, in truth or with the same chances."""
    answers: tuple[tuple[Part, ...], ...]
    """What gives each answer that is not final."""
    scale: int


def codes_of(weighing: Weighing) -> Codes:
    """Return the codes that are possible."""
    codes = 0
    for _, sets in weighing:
        for some in sets:
            codes |= some
    return codes


def whole(weighing: Weighing) -> int:
    """Return how likely it is, in its units."""
    return sum(weight * sum(codes.bit_count() for codes in sets) for weight, sets in weighing)


def carried(inquiry: Inquiry, image: Callable[[Codes], Codes]) -> Inquiry:
    """Return what is answered to an experiment by the images of codes as it is by the codes."""
    answers = [tuple(sorted((image(part[0]), *part[1:]) for part in answer)) for answer in inquiry.answers]
    alike = tuple(sorted(map(image, inquiry.alike)))
    return Inquiry(image(inquiry.final), alike, tuple(sorted(answers)), inquiry.scale)
