"""How many experiments a plan has at least, by counting rows of answers and what an asking can tell."""

from __future__ import annotations

from math import comb


def least_by_counting(goals: int, branching: int, lies: int) -> int:
    """Return a number of experiments that no plan for so many goals is below, with so many lies at most.

    `branching` is the most outcomes of an experiment, none of which is final where there are lies. Each code
    can give so many rows of answers, by telling up to so many lies, and two codes of different goals none in
    common: the sphere-packing bound (Hamming 1950). Experiments of fewer outcomes do not help: the rows there
    are grow at least as fast with the outcomes of an experiment as those that a code can give.
    """
    count = 0
    while goals > 1 and branching > 1 and not _packed(goals, branching, lies, count):
        count += 1
    return count


def _packed(goals: int, branching: int, lies: int, count: int) -> bool:
    """Return whether there is room for the rows of answers of so many experiments."""
    rows = sum(comb(count, told) * (branching - 1) ** told for told in range(min(lies, count) + 1))
    return bool(goals * rows <= branching**count)


def least_by_parity(pairs: int, lines: int, times: int, most: int) -> int:
    """Return a number of experiments that no plan is below where every answer is one of two, none final.

    So many pairs of so many lines have to be told apart `times` times, and an experiment tells `most` of them
    apart. Beside a plan one more question could be asked, with the parity of the row of answers as its
    answer. It tells apart what an odd number of answers does, so then each pair is told apart by an even
    number, of at least `times` + 1: Plotkin's bound (1960), with what the experiments of the game can tell.
    """
    rest = (times + 1) * pairs - min(pairs, lines * lines // 4)
    return -(-rest // most) if most and rest > 0 else 0
