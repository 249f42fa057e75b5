"""Symmetries of a game in which answers are wrong by chance: what they carry to each other costs as much.

*Lemma.* Let a permutation of the codes carry each experiment to one that the images of all codes answer with
the same chances, are hit by and answer alike; codes with one goal to such; and the codes that a code can
become to those that its image can become. Then it carries each strategy for a weighing to one for its image,
of the same cost. *Proof.* By induction on the experiments of the strategy: its first one is carried to one
that may be made, too, and whose answers leave the images of what its own answers leave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cobra.certificate.chances.inquiries import Inquiry, Weighing, carried
from cobra.certificate.situations.tables import Codes, members
from cobra.errors import GameError

Element: TypeAlias = tuple[int, ...]
"""A permutation of the codes: where each is carried."""

MOST_IMAGES: Final = 1 << 18
"""All elements of a group are tried on each weighing: together they carry no more codes."""
_WORD: Final = 60
"""Bits that are added up at once."""


class Symmetries:
    """The symmetries that `elements` generate, or, where there are none of these and nothing moves, the
    exchange of any two codes for which that is a symmetry. `GameError` if an element is none, or they are
    too many.
    """

    def __init__(
        self,
        inquiries: Sequence[Inquiry],
        goals: Sequence[Codes],
        following: Sequence[Sequence[int]] | None,
        elements: Sequence[Element],
        tick: Callable[[], None],
    ) -> None:
        self._known, self._goals, self._following = frozenset(inquiries), goals, following
        for element in elements:
            tick()
            if not self.has(element):
                raise GameError("a permutation of the codes is no symmetry")
        self.classes = [] if elements else self._interchangeable(tick)
        """The sets of codes any two of which may change places."""
        self._words = _words(generated(elements, len(goals)), len(goals))

    def has(self, element: Element) -> bool:
        """Return whether this is a symmetry."""
        everyone = range(len(self._goals))
        if sorted(element) != list(everyone):
            return False
        image = _parts(element)
        if any(_image(image, self._goals[code]) != self._goals[element[code]] for code in everyone):
            return False
        following = self._following
        if following is not None and any(
            {element[one] for one in following[code]} != set(following[element[code]]) for code in everyone
        ):
            return False
        return self._carries(partial(_image, image))

    def _carries(self, image: Callable[[Codes], Codes]) -> bool:
        """Return whether each experiment is carried to one."""
        return all(carried(inquiry, image) in self._known for inquiry in self._known)

    def _interchangeable(self, tick: Callable[[], None]) -> list[Codes]:
        """Return the sets of codes any two of which may change places; where something moves, none."""
        goals, classes = self._goals, list[Codes]()
        for code in range(len(goals) if self._following is None else 0):
            tick()
            for place, codes in enumerate(classes):
                other = (codes & -codes).bit_length() - 1
                two = 1 << code | 1 << other
                same = goals[code] == goals[other] or goals[code] | goals[other] == two
                if same and self._carries(partial(_exchanged, two)):
                    classes[place] |= 1 << code
                    break
            else:
                classes.append(1 << code)
        return [codes for codes in classes if codes.bit_count() > 1]

    def normal(self, weighing: Weighing) -> Weighing:
        """Return one weighing of all that symmetries carry to each other."""
        if self._words:
            return self._greatest(weighing)
        for codes in self.classes:
            weighing = _descending(weighing, codes)
        return weighing

    def _greatest(self, weighing: Weighing) -> Weighing:
        """Return the image with the greatest sets of codes, the first ones first."""
        rows = np.arange(len(self._words[0]))  # the elements that are best so far
        found = []
        for weight, sets in weighing:
            greatest = list(sets)
            for told, some in enumerate(sets):
                if some:
                    greatest[told], rows = self._greatest_image(some, rows)
            found.append((weight, tuple(greatest)))
        return tuple(found)

    def _greatest_image(self, codes: Codes, rows: NDArray[np.intp]) -> tuple[Codes, NDArray[np.intp]]:
        """Return the greatest image of some codes under some elements, and the elements that have it."""
        columns, greatest = np.array(list(members(codes))), 0
        for images in self._words:
            reached = images[rows[:, None], columns].sum(axis=1)
            most = reached.max()
            greatest, rows = greatest << _WORD | int(most), rows[reached == most]
        return greatest, rows


def generated(elements: Sequence[Element], number: int) -> list[Element]:
    """Return all elements of the group of permutations of so many codes, nothing where none are given."""
    found = [tuple(range(number))] if elements else []
    known = set(found)
    for one in found:  # grows on the way
        for element in elements:
            product = tuple(element[code] for code in one)
            if product not in known:
                known.add(product)
                found.append(product)
                if len(found) * number > MOST_IMAGES:
                    raise GameError(f"there are more than {MOST_IMAGES // number:,} symmetries")
    return found


def _descending(weighing: Weighing, codes: Codes) -> Weighing:
    """Return the weighing in which some codes come in the order of their chances."""
    chances: dict[int, list[tuple[int, int]]] = {code: [] for code in members(codes)}
    found: dict[int, list[Codes]] = {}
    for weight, sets in weighing:
        found[weight] = [some & ~codes for some in sets]
        for told, some in enumerate(sets):
            for code in members(some & codes):
                chances[code].append((weight, told))
    for code, held in zip(chances, sorted(chances.values(), reverse=True), strict=True):
        for weight, told in held:
            found[weight][told] |= 1 << code
    return tuple((weight, tuple(sets)) for weight, sets in found.items())


def _exchanged(two: Codes, codes: Codes) -> Codes:
    return codes ^ two if codes & two and ~codes & two else codes


def _words(elements: Sequence[Element], number: int) -> list[NDArray[np.uint64]]:
    """Return the bits that stand for the images of codes, row by row of the elements: the highest first."""
    words = []
    for first in reversed(range(0, number, _WORD)) if elements else ():
        bits = np.array([1 << code - first if 0 <= code - first < _WORD else 0 for code in range(number)])
        words.append(bits.astype(np.uint64)[np.array(elements)])
    return words


def _parts(element: Element) -> list[list[Codes]]:
    """Return for each four codes where each set of them is carried."""
    parts = []
    for first in range(0, len(element), 4):
        images = [1 << code for code in element[first : first + 4]]
        parts.append([sum(one for at, one in enumerate(images) if some >> at & 1) for some in range(16)])
    return parts


def _image(parts: Sequence[Sequence[Codes]], codes: Codes) -> Codes:
    found = 0
    for part in parts:
        if not codes:
            break
        found |= part[codes & 15]
        codes >>= 4
    return found
