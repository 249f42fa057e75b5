"""Memory given back between two requests, so that the next one has what a fresh worker would have.

What a request took stays with the process otherwise: in freed pieces between others, which the C library
keeps; in the manager of decision diagrams, whose table never shrinks; in positions that are remembered.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Final

from cobra.budget import trim, used_memory

KEPT: Final = 1 / 4
"""The part of the memory of a computation that may stay taken between two requests."""


def tidy(most: int, forget: Callable[[], None]) -> None:
    """Give memory back until this process uses at most so many bytes, as far as that is possible.

    First what is free anyway, then decision diagrams, which are built again when they are asked for; at last
    what `forget` forgets.
    """
    for free in (_nothing, _diagrams, forget):
        if used_memory() <= most:
            return
        free()
        give_back()


def give_back() -> None:
    """Let the system have what is not used any more."""
    gc.collect()
    trim()


def _nothing() -> None:
    pass


def _diagrams() -> None:
    from cobra.sat.manager import rooms  # here: slow to import, and most games need none

    rooms.empty()
