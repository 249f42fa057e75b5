"""Islands that evolve on the workers of a cluster, an era each at a time."""

from __future__ import annotations

from collections.abc import Sequence

from cobra.analysis.evolve.islands import Era, Passed, Place
from cobra.budget import until
from cobra.cluster.cluster import Cluster
from cobra.cluster.work import listen
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.limits import Limits
from cobra.model.game import Game


class Abroad:
    """The workers of a cluster as places where islands evolve."""

    def __init__(
        self, cluster: Cluster, run: Run, game: Game, population: int, memory: int, limits: Limits
    ) -> None:
        self._cluster, self._run = cluster, run
        self._settings = game, population, memory, limits
        self._before: list[int] = []
        """The numbers of the eras before, for the trace."""

    def let_pass(self, eras: Sequence[Era], threads: int, what: str) -> list[Passed]:
        """Return what eras lead to: see `Places`."""
        first = self._before[-1] + 1 if self._before else 0
        with self._cluster.tasks(self._run, what) as tasks:
            for number, era in enumerate(eras, first):
                noted = {"piece": number, "after": self._before}
                tasks.submit(number, _let_pass, *self._settings, era, threads, noted=noted)
            passed = dict(tasks)
        self._before = sorted(passed)
        return [passed[number] for number in self._before]


def _let_pass(game: Game, population: int, memory: int, limits: Limits, era: Era, threads: int) -> Passed:
    """Return what an era leads to, found by a worker; to build the game takes less than a generation."""
    run = Run(None, listen)
    with until(None, memory):
        place = Place(CodeTable(game, run, memory, limits), population, memory, run)
        return place.let_pass([era], threads, "evolving")[0]
