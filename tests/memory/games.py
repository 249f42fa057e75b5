"""Random small games with a state, prices, limits and plays that are lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import assume
from hypothesis import strategies as st

from cobra.errors import CobraError
from cobra.language.load import load_text
from cobra.model.game import Game
from cobra.model.spaces import codes
from cobra.sat.wellformed import prove_well_formed
from tests.memory.texts import memory_text, priced_text, two_unknowns_text

T = TypeVar("T")


class Drawn:
    """Lets hypothesis decide."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))

    def flag(self) -> bool:
        return self._draw(st.booleans())

    def one(self, of: Sequence[T]) -> T:
        return self._draw(st.sampled_from(of))


@st.composite
def memory_texts(draw: st.DrawFn) -> str:
    """One that may be ill-formed."""
    text = memory_text(Drawn(draw))
    try:
        load_text(text)
    except CobraError:
        assume(False)
    return text


@st.composite
def priced_games(draw: st.DrawFn) -> Game:
    """A well-formed one."""
    return _well_formed(priced_text(Drawn(draw)))


@st.composite
def games_of_two_unknowns(draw: st.DrawFn) -> Game:
    """A well-formed one."""
    return _well_formed(two_unknowns_text(Drawn(draw)))


@st.composite
def memory_games(draw: st.DrawFn) -> Game:
    """A well-formed one."""
    return _well_formed(memory_text(Drawn(draw)))


def _well_formed(text: str) -> Game:
    try:
        game = load_text(text)
    except CobraError:
        assume(False)
    assume(codes(game))
    assume(all(proof.holds for proof in prove_well_formed(game) if "final for it" not in proof.statement))
    return game
