"""Where a strategy that may only make what can be final gives up, though something could be found out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cobra.engine.played import CoreTree
from cobra.engine.program import CoreExperiment
from cobra.errors import GameError


def demand_nothing_given_up(
    tree: CoreTree,
    codes: int,
    answers: Callable[[CoreExperiment, list[int]], Sequence[int]],
    alike: Sequence[Sequence[int]],
) -> None:
    """Raise `GameError` where a play leaves codes together that some experiment tells apart.

    `answers` gives the outcome numbers of codes, `alike` are the classes of codes that nothing tells apart.
    """
    experiments, branches, root = tree
    kind = {code: number for number, members in enumerate(alike) for code in members}
    waiting = [(root, list(range(codes)))]
    while waiting:
        node, left = waiting.pop()
        if node >= 0:
            cells: dict[int, list[int]] = {}
            for code, outcome in zip(left, answers(experiments[node], left), strict=True):
                cells.setdefault(outcome, []).append(code)
            children = dict(branches[node])
            waiting += [(children[outcome], cell) for outcome, cell in cells.items()]
        elif len({kind.get(code, -1 - code) for code in left}) > 1:
            raise GameError(
                f"--consistent leaves a strategy nothing to do: with {len(left):,} codes left something "
                "could still be found out, but by no experiment that can be final"
            )
