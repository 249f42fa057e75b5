"""The proof that fewer experiments do not do, by the workers of a cluster: a branch of the search each."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from random import Random
from typing import Final
from uuid import uuid4

from cobra.analysis.static.apart import nothing_chosen
from cobra.analysis.static.columns import Columns, columns_of
from cobra.analysis.static.meant import asked
from cobra.analysis.static.pairs import Numbers
from cobra.analysis.static.search import Branch, Search, divided, trunk
from cobra.analysis.static.symmetry import ColumnGroup, Permutation
from cobra.budget import Deadline, until
from cobra.cluster.cluster import Cluster
from cobra.cluster.work import listen
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError
from cobra.limits import Limits
from cobra.model.game import Game

_BRANCHES: Final = 64
"""So many branches are made, at least, where there are: always as many, so that the answer is always the
same."""


@dataclass(frozen=True, slots=True)
class _Settings:
    """What a worker needs to know beside the branch."""

    name: str
    """The same for all branches of a proof."""
    game: Game
    digest: bytes
    """Of the columns, by which it is seen that both speak of the same ones."""
    sat_solver: str
    memory: int
    limits: Limits


@dataclass(frozen=True, slots=True)
class _Sent:
    """A branch as it is sent."""

    made: tuple[int, ...]
    allowed: Numbers
    generators: list[Permutation]


class Abroad:
    """The workers of a cluster as those who search for plans of a game."""

    def __init__(
        self,
        cluster: Cluster,
        run: Run,
        table: CodeTable,
        game: Game,
        columns: Columns,
        sat_solver: str,
        memory: int,
    ) -> None:
        self._cluster, self._run, self._columns = cluster, run, columns
        digest = _digest(columns)
        self._settings = _Settings(uuid4().hex, game, digest, sat_solver, memory, table.limits)
        self._first = 0
        self._before: list[int] = []
        """The number of the next task, and those it has to wait for, for the trace."""

    def __enter__(self) -> Abroad:
        return self

    def __exit__(self, *_: object) -> None:
        self._cluster.everywhere(_forget, self._settings)

    def search(self, group: ColumnGroup, size: int, what: str) -> list[int] | None:
        """Return `size` columns that tell everything apart, None when there are none and no fewer do either.

        They are the same for any number of workers. `StoppedError` when the time is over.
        """
        branches = divided(trunk(self._columns, group, size), _BRANCHES, lambda: self._run.tell(what, 0, 0))
        found: dict[int, list[int] | None] = {}
        with self._cluster.tasks(self._run, what) as tasks:
            for number, branch in enumerate(branches):
                sent = _Sent(branch.made, branch.allowed, branch.group.generators)
                noted = {"piece": self._first + number, "after": self._before}
                tasks.submit(number, _searched, self._settings, size, sent, noted=noted)
            settled = 0  # branches from the first one on without a plan
            for number, plan in tasks:
                found[number] = plan
                while settled in found and found[settled] is None:
                    settled += 1
                if settled in found:
                    return found[settled]
        self._before = [self._first + number for number in found]
        self._first += len(branches)
        return None


_known: Final[dict[str, Columns]] = {}
"""The columns of a proof that this worker takes part in, by its name."""
_lock: Final = threading.Lock()


def _searched(settings: _Settings, size: int, sent: _Sent) -> list[int] | None:
    """Return the columns of a branch that a worker finds, None when there are none."""

    def tick(done: int = 0, total: int = 0) -> None:
        listen("searching", done, total)

    with until(None, settings.memory):
        with _lock:  # the threads of a worker share them
            columns = _known.get(settings.name)
            if columns is None:
                table = CodeTable(asked(settings.game), Run(None, listen), settings.memory, settings.limits)
                columns = columns_of(table, settings.memory, tick, settings.game)
                if _digest(columns) != settings.digest:
                    raise GameError("a worker of the cluster lists other experiments")
                _known.clear()
                _known[settings.name] = columns
        cells = nothing_chosen(columns)
        for column in sent.made:
            cells = cells.cut(column)
        group = ColumnGroup(sent.generators, Random(0))
        search = Search(columns, size, sat_solver=settings.sat_solver, deadline=Deadline(), tick=tick)
        with search:
            return search.within(Branch(sent.made, cells, sent.allowed, group, size - len(sent.made)))


def _forget(settings: _Settings) -> None:
    """Let go of the columns of a proof that is over."""
    _known.pop(settings.name, None)


def _digest(columns: Columns) -> bytes:
    final = b"" if columns.final is None else columns.final.tobytes()
    table = columns.outcomes.tobytes() + columns.goals.tobytes() + final
    return hashlib.blake2b(table, digest_size=16).digest()
