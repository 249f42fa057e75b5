"""`python -m tests.kills.quota`, with `quota.c` loaded first: every writer where the quota is used up."""

from __future__ import annotations

import ctypes
from pathlib import Path

from tests.kills.child import DONE, REFUSED, Work, fork, wait
from tests.kills.scene import NAMES, Scene, positions, scenes

POSITIONS = 30
"""Bytes of a file at which the quota is used up."""


def used_up_at_byte(work: Work, most: int, told: Path) -> int:
    """Let a child do work that may write so many bytes; `told` says then whether it was refused more."""
    library = ctypes.CDLL(None)

    def watched() -> None:
        library.set_quota(ctypes.c_long(most))
        try:
            work()
        finally:
            library.set_quota(ctypes.c_long(-1))
            told.write_text(str(library.writes_refused()))

    return wait(fork(watched))


def tried(scene: Scene, there: bool, told: Path) -> int:
    """Use the quota up at bytes of the file; return how often a write was refused."""
    refused = 0
    for most in positions(scene.size, POSITIONS):
        scene.tried(
            lambda work, most=most: used_up_at_byte(work, most, told), there=there, ends=(DONE, REFUSED)
        )
        refused += int(told.read_text()) > 0
    return refused


def main() -> None:
    with scenes() as scene_of:
        for name in NAMES:
            scene = scene_of(name)
            told = scene.folder.with_suffix(".told")
            refused = [tried(scene, there, told) for there in (True, False)]
            assert min(refused) > 0, name
            print(f"{name}: {sum(refused)} times")


if __name__ == "__main__":
    main()
