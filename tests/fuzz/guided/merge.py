"""As few inputs as reach all that many reach: libFuzzer says what each reaches, in the file of its merges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path


def begin(control: Path, inputs: Sequence[Path]) -> None:
    """Write what libFuzzer is asked: the files, none of which is in the result already."""
    control.write_text("\n".join([str(len(inputs)), "0", *map(str, inputs), ""]), "utf-8")


def reached(control: Path, number: int) -> dict[int, frozenset[int]]:
    """Return what each of a number of inputs reaches, as far as libFuzzer came with them."""
    found: dict[int, frozenset[int]] = {}
    for line in control.read_text("utf-8").splitlines()[2 + number :]:
        kind, place, *features = line.split()
        if kind == "FT":
            found[int(place)] = frozenset(map(int, features))
    return found


def cover(reaches: Mapping[int, frozenset[int]], costs: Mapping[int, int]) -> list[int]:
    """Return inputs that reach all that is reached, each of them something that those before do not.

    Greedy: the one that reaches most that is new for its cost comes next. (Chvátal 1979.)
    """
    left = {one: set(features) for one, features in reaches.items() if features}
    chosen = []
    while left:
        best = max(sorted(left), key=lambda one: len(left[one]) / (costs[one] + 8))
        chosen.append(best)
        new = left.pop(best)
        left = {one: rest for one, features in left.items() if (rest := features - new)}
    return chosen
