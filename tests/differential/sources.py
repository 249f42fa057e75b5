"""Random games of every kind: the game of a seed and a number is always the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.case import Case
from tests.fuzz.sources import core, game, library, middle, states
from tests.random_games import core_texts, game_texts
from tests.unseen.test_chances import drawn_texts

MIDDLE = "some hundreds of codes"
BLOCK = 500
TEXTS = 200
"""So many games in a row choose from so many texts, which hypothesis draws together: it begins slowly."""

DRAWN: dict[str, st.SearchStrategy[str]] = {
    "game texts": game_texts(),
    "core texts": core_texts(),
    "chances": drawn_texts(),
}
"""What hypothesis draws, as in the tests."""


@cache
def block(name: str, of: str) -> tuple[str, ...]:
    """Return texts that hypothesis draws together, each a different one."""
    found: dict[str, None] = {}

    @seed(of)
    @settings(
        max_examples=TEXTS,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(DRAWN[name])
    def collect(text: str) -> None:
        found[text] = None

    collect()
    return tuple(found)


KINDS: dict[str, tuple[int, Callable[[Random], Case] | None]] = {
    "game": (20, game.case),
    "core": (10, core.case),
    "library": (5, library.small_case),
    "states": (15, states.case),
    "game texts": (20, None),
    "core texts": (10, None),
    "lies, moves and noise": (16, states.unseen_case),
    "chances": (4, None),
    MIDDLE: (3, middle.case),
}
"""The kinds of games, how often each is made, and by whom; None: by hypothesis."""


def make(of: int, number: int, kind: str | None = None) -> Case:
    """Return the game of a seed and a number, of some kind if it is to be of one."""
    random = Random(f"differential/{of}/{number}")
    (drawn,) = random.choices(list(KINDS), [weight for weight, _ in KINDS.values()])
    name = kind or drawn
    maker = KINDS[name][1]
    if maker is None:
        case = Case(random.choice(block(name, f"{of}/{number // BLOCK}")))
    else:
        case = maker(random)
    return replace(case, origin=name, seed=of, number=number)
