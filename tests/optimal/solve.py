"""The optimal search of the core, as tests call it."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from cobra import _core
from cobra.engine.compile import CompiledGame, compile_game
from cobra.engine.played import CoreTree
from cobra.engine.program import CoreExperiment
from cobra.interval import MEASURES
from cobra.model.game import Game
from tests import oracle
from tests.optimal.spread import spread
from tests.oracle import Experiment

MEMORY = 1 << 30


class Solver:
    """A game with its codes listed; each search is one of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.compiled: CompiledGame = compile_game(game)
        self.engine = self.compiled.engine()
        self.engine.enumerate(10**6, MEMORY, _core.Control())
        self.expected = cache(partial(oracle.optimum, game))

    def core(self, experiment: Experiment) -> CoreExperiment:
        """Return an experiment as the core takes it."""
        return self.compiled.core_experiment(experiment)

    def solve(
        self,
        objective: str,
        max_depth: int | None = None,
        consistent: bool = False,
        *,
        first: Any = None,
        threads: int = 1,
        memory: int = MEMORY,
        symmetry: bool = True,
        source: str | None = None,
        budget: int | None = None,
        seed: int | None = None,
        beginning: CoreTree | None = None,
        control: _core.Control | None = None,
        pairs: int = 1,
    ) -> _core.OptimalResult:
        """Search until the optimum is proved, or that there is none; with a `seed` others do the pieces.

        A piece may look at so many `pairs`; with one everything is divided. A `control` may stop the search.
        """
        with spread(self.engine, consistent, first, seed, pairs) as exchange:
            result = self.engine.optimal(
                objective,
                max_depth,
                consistent,
                first,
                threads,
                memory,
                symmetry,
                source,
                budget,
                b"",
                exchange,
                control or _core.Control(),
                beginning,
            )
        if control is not None and result.played.stopped is not None:
            return result
        assert result.played.stopped is None
        assert result.proved
        assert result.infeasible == (not result.found)
        return result

    def optimum(
        self, objective: str, max_depth: int | None = None, consistent: bool = False, **switches: Any
    ) -> tuple[int, ...] | None:
        """Return the least values of the measures of an objective; None when no strategy is allowed."""
        return values(self.solve(objective, max_depth, consistent, **switches), objective)


def values(result: _core.OptimalResult, objective: str) -> tuple[int, ...] | None:
    """Return the values of a result by the measures of its objective, which its intervals must agree with."""
    if result.infeasible:
        return None
    measures = MEASURES[objective]
    found = tuple(int(getattr(result.played.figures, measure)) for measure in measures)
    assert result.intervals == [
        (measure, value, value) for measure, value in zip(measures, found, strict=True)
    ]
    return found
