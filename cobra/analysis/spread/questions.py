"""A question of a search, divided into pieces that workers do: the top of the tree is here, the rest there.

Whether a state costs less than a value is found out by trying its experiments, and what an experiment costs
by what its cells cost. A piece is a state, or some experiments on one. A worker that cannot do it within its
budget hands it back divided: a state into its experiments, an experiment into its cells, each with a part of
what is asked. What is proved comes back as facts; a piece that waited for others is done again with theirs,
and then takes little. So no piece lasts long, whatever the game, and what a worker that dies was at is soon
done again.
"""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol

from cobra.engine.program import CoreExperiment
from cobra.engine.solver import INFEASIBLE, CoreQuestion, PieceResult, fact

BUDGET: Final = 1 << 32
"""Pairs of codes and experiments that a piece may look at: half a second's worth. Then its worker hears what
others proved meanwhile; a single worker need not, and goes on for longer."""
_MOST_ROUNDS: Final = 8
"""A piece that is not done by then is divided."""
_ALONE: Final = 8
"""A single worker may do so many times more at once."""
_NEWS_SHARE: Final = 16
"""The part of the memory that what workers proved may take."""
_CHUNKS: Final = 16
"""The experiments on a state that is divided become so many pieces, at most."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What a worker is to do: see `Solver.work`."""

    asked: CoreQuestion
    state: list[int]
    experiments: list[CoreExperiment] | None
    budget: int
    facts: bytes


class Workers(Protocol):
    """Those who do pieces."""

    def tell(self, facts: bytes) -> None:
        """Let all know what one of them has proved."""

    def alone(self) -> bool:
        """Return whether there is one only, who need not hear what others prove."""

    def wanted(self) -> int:
        """Return how many pieces should be ready, so that nobody will have nothing to do."""

    def free(self) -> str | None:
        """Return a worker that has too little to do, None when there is none."""

    def submit(self, number: int, piece: Piece, worker: str, after: list[int]) -> None:
        """Have a piece done, by this worker if it can; never waits. It had to wait for some others."""

    def result(self) -> tuple[int, str, PieceResult] | None:
        """Wait for a piece that was done, and by whom; None when the work is to end."""


@dataclass(slots=True)
class _Node:
    """A state, or some experiments on one."""

    asked: CoreQuestion
    state: list[int]
    experiments: list[CoreExperiment] | None
    parent: _Node | None
    depth: int
    home: str = ""
    """The worker that knows most about it."""
    key: bytes = b""
    rounds: int = 0
    """How often it went on as it is."""
    value: int = INFEASIBLE
    """Of the experiments that are done, the least cost; or a bound."""
    open: int = 0
    """Children that are not done."""
    facts: list[bytes] = field(default_factory=list)
    """What is proved of its cells."""
    after: list[int] = field(default_factory=list)
    """The pieces that had to be done before this one was ready."""
    over: bool = False
    waiting: bool = False

    @property
    def abandoned(self) -> bool:
        """Return whether nobody waits for it any more."""
        node: _Node | None = self
        while node is not None:
            if node.over:
                return True
            node = node.parent
        return False


class Spread:
    """Questions about one game, answered by workers."""

    def __init__(self, workers: Workers, memory: int, keep: Callable[[bytes], None], budget: int) -> None:
        """Take those who do pieces, bytes for what they prove, what is handed as much of that as is worth
        keeping for long, and how many pairs a piece may look at."""
        self._workers = workers
        self._most = memory // _NEWS_SHARE
        self._budget = budget
        self._keep = keep
        self._numbers = itertools.count()
        self._ready = _Ready()
        self._running: dict[int, _Node] = {}
        self._known: dict[bytes, tuple[int, int]] = {}
        """What is proved of states by their keys: no less than, and what will do."""
        self._settled: list[bytes] = []
        self._heard: deque[bytes] = deque()
        self._heard_bytes = 0
        self._last: list[int] = []
        """What was done last: what the next question waits for."""
        self.pieces = 0

    def facts(self) -> bytes:
        """Return what is known of nodes, and of what workers proved the newest."""
        return b"".join([*self._heard, *self._settled])

    def answer(
        self, asked: CoreQuestion, codes: int, first: CoreExperiment | None
    ) -> Iterator[tuple[int, int]]:
        """Answer a question about all codes: `facts` settle it then.

        Yields after each piece how many are waiting and how many are done. Ends early when the workers do.
        """
        experiments = None if first is None else [first]
        root = _Node(asked, list(range(codes)), experiments, None, 0, after=list(self._last))
        self._ready.add(root)
        while not root.over:
            while (worker := self._workers.free()) and (ready := self._ready.take(worker)):
                self._submit(ready, worker, root)
            if not self._running:
                return
            finished = self._workers.result()
            if finished is None:
                return
            number, worker, result = finished
            node = self._running.pop(number)
            node.home = worker
            self._last = [number]
            self.pieces += 1
            self._keep(result.facts)
            self._hear(result.facts + result.news)
            if not node.abandoned:
                self._take(node, result)
            yield len(self._ready) + len(self._running), self.pieces

    def _hear(self, facts: bytes) -> None:
        """Tell all workers what one has proved, and remember that as long as there is room."""
        self._workers.tell(facts)
        self._heard.append(facts)
        self._heard_bytes += len(facts)
        while self._heard_bytes > self._most:
            self._heard_bytes -= len(self._heard.popleft())

    def _submit(self, node: _Node, worker: str, root: _Node) -> None:
        if node.abandoned:
            return
        measure, left, beta = node.asked
        if node.experiments is None and node.key and self._is_known(node):
            return
        if node.experiments is not None and node.parent is not None:
            beta = min(beta, node.parent.value)  # what other experiments on the state were found to cost
        number = next(self._numbers)
        self._running[number] = node
        budget = 0 if node is root and node.experiments is None else self._allowed()
        piece = Piece((measure, left, beta), node.state, node.experiments, budget, b"".join(node.facts))
        self._workers.submit(number, piece, worker, node.after)
        node.after = [number]

    def _allowed(self) -> int:
        """Return how many pairs a piece may look at now."""
        return self._budget * (_ALONE if self._workers.alone() else 1)

    def _is_known(self, node: _Node) -> bool:
        lower, upper = self._known.get(node.key, (0, INFEASIBLE))
        if lower < node.asked[2] and lower < upper:
            return False
        node.value = lower
        self._done(node)
        return True

    def _take(self, node: _Node, result: PieceResult) -> None:
        goes_on = bool(result.experiments) and self._goes_on(node, result)
        if node.experiments is None:
            node.key = result.key
            if goes_on:
                self._ready.add(node)
                return
            node.value = result.value
            if not result.experiments:
                self._done(node)
                return
            groups = _chunks(result.experiments, _CHUNKS)
            node.open = len(groups)
            for group in groups:
                self._below(node, node.asked, node.state, group)
            return
        node.value = min(node.value, result.value)
        rest = result.experiments
        if goes_on:
            node.experiments = rest
            self._ready.add(node)
            return
        if rest and not result.cells:
            for part in _chunks(rest, 2):
                self._beside(node, part)
        elif rest:
            if rest[1:]:
                self._beside(node, rest[1:])
            node.experiments = rest[:1]
            node.open = len(result.cells)
            for key, state, asked in result.cells:
                self._below(node, asked, state, None, key)
            return
        self._done(node)

    def _goes_on(self, node: _Node, result: PieceResult) -> bool:
        """Return whether a piece goes on as it is: who did a part of it does the rest best, as long as there
        is enough to do for the others, and it comes forward."""
        is_slow = not result.facts and not result.news and result.experiments == node.experiments
        if len(self._ready) < self._workers.wanted() or is_slow or node.rounds >= _MOST_ROUNDS:
            return False
        node.rounds += 1
        return True

    def _beside(self, node: _Node, experiments: list[CoreExperiment]) -> None:
        """Add a node for other experiments on the same state."""
        assert node.parent is not None
        node.parent.open += 1
        self._ready.add(
            _Node(
                node.asked,
                node.state,
                experiments,
                node.parent,
                node.depth,
                home=node.home,
                after=list(node.after),
            )
        )

    def _below(
        self,
        node: _Node,
        asked: CoreQuestion,
        state: list[int],
        experiments: list[CoreExperiment] | None,
        key: bytes = b"",
    ) -> None:
        """Add a node that another one waits for."""
        self._ready.add(
            _Node(
                asked,
                state,
                experiments,
                node,
                node.depth + 1,
                home=node.home,
                key=key,
                after=list(node.after),
            )
        )

    def _done(self, node: _Node) -> None:
        """Take note of what became of a node."""
        node.over = True
        parent = node.parent
        if node.experiments is None:
            value = node.value
            lower, upper = self._known.get(node.key, (0, INFEASIBLE))
            lower, upper = max(lower, value), value if value < node.asked[2] else upper
            self._known[node.key] = lower, upper
            record = fact(node.key, lower, upper)
            self._settled.append(record)
            self._keep(record)
            self._workers.tell(record)
        if parent is None or parent.over:
            return
        parent.open -= 1
        parent.after += node.after
        anything = parent.asked[0] == "worst"
        if node.experiments is not None:
            parent.value = min(parent.value, node.value)
            if parent.open == 0 or (anything and node.value == 0):
                self._done(parent)
            return
        lower, upper = self._known[node.key]
        parent.facts.append(fact(node.key, lower, upper))
        if parent.open == 0 or (anything and node.value > 0):
            self._ready.add(parent)


class _Ready:
    """Nodes that are to be done. A worker goes on with what it has divided, the deepest first; one that has
    nothing takes from others what is nearest to the root, and so the most work (Blumofe and Leiserson
    1999)."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._own: defaultdict[str, list[tuple[int, int, _Node]]] = defaultdict(list)
        self._all: list[tuple[int, int, _Node]] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, node: _Node) -> None:
        """Add a node; it may have been done before."""
        node.waiting = True
        self._count += 1
        number = next(self._numbers)
        heapq.heappush(self._own[node.home], (-node.depth, number, node))
        heapq.heappush(self._all, (node.depth, number, node))

    def take(self, worker: str) -> _Node | None:
        """Take the next node for a worker, None when there is none."""
        for heap in (self._own[worker], self._all):
            while heap:
                node = heapq.heappop(heap)[2]
                if node.waiting:
                    node.waiting = False
                    self._count -= 1
                    self._forget()
                    return node
        return None

    def _forget(self) -> None:
        """Forget nodes that were taken, when they are most of what is remembered."""
        if len(self._all) > 2 * self._count + _CHUNKS:
            self._all = [entry for entry in self._all if entry[2].waiting]
            heapq.heapify(self._all)


def _chunks(experiments: list[CoreExperiment], most: int) -> list[list[CoreExperiment]]:
    """Return as many parts of a list as are wanted, of about the same size."""
    count = min(most, len(experiments))
    ends = [len(experiments) * number // count for number in range(count + 1)]
    return [experiments[start:end] for start, end in itertools.pairwise(ends)]
