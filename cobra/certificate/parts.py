"""What a certificate consists of, as objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Ending: TypeAlias = Literal["hit", "identify", "confirm"]
Measure: TypeAlias = Literal["sum", "nodes"]

ENDINGS: Final[tuple[Ending, ...]] = ("hit", "identify", "confirm")
MEASURES: Final[tuple[Measure, ...]] = ("sum", "nodes")

Word: TypeAlias = tuple[int, ...]
"""Numbers of elements, applied one after the other, the first one first; the empty word changes nothing."""


@dataclass(frozen=True, slots=True)
class Claim:
    """No strategy with plays of at most `left` experiments (None: of any length) costs less than `value`;
    None: there is no such strategy."""

    left: int | None
    value: int | None


@dataclass(frozen=True, slots=True)
class Head:
    """What is proved, of which game; `game` has its formulas as lines (`cobra/certificate/game.py`)."""

    ending: Ending
    measure: Measure
    consistent: bool
    first: int | None
    """The number of the experiment that must be made first."""
    claims: tuple[Claim, ...]
    game: str


@dataclass(frozen=True, slots=True)
class Front:
    """What stands before the facts."""

    head: Head
    codes: int
    """How many there are."""
    experiments: int


@dataclass(frozen=True, slots=True)
class Generator:
    """A symmetry: where it carries each code and each experiment."""

    codes: tuple[int, ...]
    experiments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """The cell number `cell` contains the codes of a fact, carried by a word."""

    cell: int
    fact: int
    word: Word


@dataclass(frozen=True, slots=True)
class Entry:
    """Why an experiment costs enough: by facts about its cells, or, without any, as `image` keeps the set of
    the fact and carries the cells to those of an earlier experiment, `like`."""

    experiment: int
    cells: tuple[Named, ...] = ()
    like: int = 0
    image: Word = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """These codes cost at least `value` (None: more than anything) with at most `left` experiments (None: any
    number)."""

    codes: tuple[int, ...]
    left: int | None
    value: int | None
    entries: tuple[Entry, ...] = ()


Item: TypeAlias = Generator | Fact
