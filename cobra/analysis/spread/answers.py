"""A search on this machine whose questions the workers of a cluster answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from cobra.analysis.spread.questions import BUDGET, Spread, Workers
from cobra.analysis.spread.solve import Settings
from cobra.budget import unhurried
from cobra.engine.core import Exchange
from cobra.engine.program import CoreExperiment
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import CobraError

if TYPE_CHECKING:
    from cobra.cluster.cluster import Cluster

_PATIENCE: Final = 0.1
"""Seconds between two looks whether the search still goes on."""


class Answers:
    """What stands between a search and those who answer: see `cobra.engine.solver.Others`."""

    def __init__(self) -> None:
        self.exchange = Exchange()
        self.failure: CobraError | None = None
        """Why nobody answers any more; then the search goes on alone."""
        self.broken: BaseException | None = None
        """What should not happen, such as a defect."""
        self._facts: SimpleQueue[bytes] = SimpleQueue()
        self._shown = ""

    def facts(self) -> bytes:
        """Return what the workers have proved since this was called last."""
        found = []
        while True:
            try:
                found.append(self._facts.get_nowait())
            except Empty:
                return b"".join(found)

    def shown(self) -> str:
        """Return how many pieces are done and known to be left."""
        return self._shown

    def serve(
        self,
        workers: Workers,
        memory: int,
        codes: int,
        first: CoreExperiment | None,
        budget: int,
    ) -> None:
        """Answer questions about a game of so many codes until nobody asks any more."""
        spread = Spread(workers, memory, self._facts.put, budget)
        is_open = True
        while is_open:
            request, is_open = self.exchange.question(_PATIENCE)
            if request is not None:
                for left, done in spread.answer(request, codes, first):
                    self._shown = f"; {done:,} pieces done, {left:,} to do"
                self.exchange.answer(spread.facts(), spread.pairs(), spread.is_spent)


@contextmanager
def answered(
    cluster: Cluster | None,
    table: CodeTable,
    *,
    consistent: bool,
    first: CoreExperiment | None,
    memory: int,
) -> Iterator[Answers | None]:
    """Let the workers of a cluster answer the questions of one search; None where there is no cluster."""
    if cluster is None:
        yield None
        return
    from cobra.analysis.spread.workers import cluster_workers  # only where there is a cluster

    answers = Answers()
    settings = Settings(uuid4().hex, consistent, memory, table.limits)
    run = Run()

    def serve() -> None:
        try:
            with cluster_workers(cluster, run, table.game, settings) as workers:
                answers.serve(workers, memory, table.codes, first, BUDGET)
        except CobraError as error:
            answers.failure = error
        except BaseException as error:  # handed to the calling thread, whatever it is
            answers.broken = error
        finally:
            answers.exchange.close()

    thread = threading.Thread(target=serve, name="answers", daemon=True)
    try:
        thread.start()
        yield answers
    finally:
        answers.exchange.close()
        run.interrupted = True
        with unhurried():
            if thread.ident is not None:
                thread.join()
    if answers.broken is not None:
        raise answers.broken
