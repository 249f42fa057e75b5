"""A question of a search, divided into pieces that workers do: the top of the tree is here, the rest there.

Whether a state costs less than a value is found out by trying its experiments, and what an experiment costs
by what its cells cost. A piece is a state, or some experiments on one; at first there is one, the question
itself. Whenever a worker has nothing to do another one hands back what it is at, divided: a state into its
experiments, an experiment into its cells, each with a part of what is asked. So no more is divided than has
to be, for to divide costs work: in one search an experiment is given up as soon as its first cells cost too
much. What is proved comes back as facts, while a piece is at work and with its result; a piece that waited
for others is done again with theirs, and then takes little, and so does what a worker was at that died.
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol

from cobra.engine.program import CoreExperiment
from cobra.engine.solver import INFEASIBLE, CoreQuestion, CoreRequest, PieceResult, fact

BUDGET: Final = 1 << 63
"""Pairs of codes and experiments that a piece may look at, then it is divided: as many as it takes."""
_YOUNG: Final = 0.05
"""Seconds that a piece is at work at least before it is divided for somebody who has nothing to do."""
_FEW: Final = 16
"""So many nodes that were taken may be remembered, and as many as there are others."""
_AGAIN: Final = 0.25
"""Seconds after which a worker that was told to hand a piece back is told so again: it may not have begun."""
_NEWS_SHARE: Final = 16
"""The part of the memory that what workers proved may take."""
_GROWTH: Final = 1.5
"""Of the experiments on a state that is divided the most promising ones are pieces of their own, for what
they cost bounds the others; later pieces have more of them, each so many times as many."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What a worker is to do: see `Solver.work`."""

    asked: CoreQuestion
    state: list[int]
    experiments: list[CoreExperiment] | None
    budget: int
    facts: bytes


@dataclass(frozen=True, slots=True)
class Met:
    """What was heard from a worker that is at something."""

    worker: str
    facts: bytes
    """What it proved since it was met before, in records."""
    news: bytes
    """More of that, which took little work."""


class Workers(Protocol):
    """Those who do pieces."""

    def tell(self, facts: bytes, worker: str) -> None:
        """Let all know what one of them has proved."""

    def free(self) -> str | None:
        """Return a worker that has too little to do, None when there is none."""

    def idle(self) -> int:
        """Return how many pieces more could be worked at now."""

    def submit(self, number: int, piece: Piece, worker: str, after: list[int]) -> None:
        """Have a piece done, by this worker if it can; never waits. It had to wait for some others."""

    def break_off(self, number: int) -> None:
        """Have a piece handed back soon, as far as it is done; its result is one like any other."""

    def results(self) -> list[tuple[int, str, PieceResult]] | None:
        """Return which pieces were done, and by whom, after a short while at most; None when the work is to
        end."""

    def met(self, everything: bool) -> list[Met]:
        """Return what was heard since this was called last; if `everything` is to be known, wait for what is
        on its way."""

    def pairs(self) -> int:
        """Return how many pairs of codes and experiments all have looked at so far, about."""

    def threads(self) -> int:
        """Return how many pieces can be worked at."""


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
    beta: int = INFEASIBLE
    """What it was asked about when it was submitted last."""
    begun: float = 0.0
    broken_off: float | None = None
    """When it was submitted, and when it was told to be handed back, by the clock."""
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

    @property
    def is_vain(self) -> bool:
        """Return whether it finds out, where it is at work, what nobody asks any more."""
        return self.abandoned or (
            self.experiments is not None and self.parent is not None and self.parent.value < self.beta
        )


class Spread:
    """Questions about one game, answered by workers."""

    def __init__(self, workers: Workers, memory: int, keep: Callable[[bytes], None], budget: int) -> None:
        """Take those who do pieces, bytes for what they prove, what is handed as much of that as is worth
        keeping for long, and how many pairs a piece may look at."""
        self._workers = workers
        self._most = memory // _NEWS_SHARE
        self._budget = budget
        self._pairs = 0
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
        self.is_spent = False

    def facts(self) -> bytes:
        """Return what is known of nodes, and of what workers proved the newest."""
        return b"".join([*self._heard, *self._settled])

    def answer(
        self, request: CoreRequest, codes: int, first: CoreExperiment | None
    ) -> Iterator[tuple[int, int]]:
        """Answer a question about all codes: `facts` settle it then, unless it `is_spent`.

        It is given up when the workers have looked at more pairs than they may, about. Yields now and then
        how many pieces are waiting and how many are done. Ends early when the workers do.
        """
        asked, facts, each, together = request
        self._pairs, self.is_spent = self._workers.pairs(), False
        self._hear("", b"", facts)
        experiments = None if first is None else [first]
        root = _Node(asked, list(range(codes)), experiments, None, 0, after=list(self._last))
        self._ready.add(root)
        while not root.over:
            while (worker := self._workers.free()) and (ready := self._ready.take(worker)):
                self._submit(ready, worker)
            if not self._running:
                return
            finished = self._workers.results()
            if finished is None:
                return
            for number, worker, result in finished:
                node = self._running.pop(number)
                node.home = worker
                self._last = [number]
                self.pieces += 1
                self._hear(worker, result.facts, result.news)
                if not node.abandoned:
                    self._take(node, result)
            # Who asks goes by what cells cost, so all that was proved has to be known by the end.
            for met in self._workers.met(everything=root.over):
                self._hear(met.worker, met.facts, met.news)
            self.is_spent = not root.over and (self.pairs() > each or self._together() > together)
            root.over |= self.is_spent
            self._break_off()
            yield len(self._ready) + len(self._running), self.pieces

    def pairs(self) -> int:
        """Return how many pairs each worker has looked at for the question, about."""
        return self._together() // max(self._workers.threads(), 1)

    def _together(self) -> int:
        return self._workers.pairs() - self._pairs

    def _break_off(self) -> None:
        """Have what nobody waits for any more handed back, and a piece for each worker who has nothing to do,
        that nearest to the root first."""
        now = time.monotonic()
        idle = 0 if len(self._ready) else self._workers.idle()
        for number, node in sorted(self._running.items(), key=lambda item: (item[1].depth, item[0])):
            if node.broken_off is not None and now < node.broken_off + _AGAIN:
                idle -= 1
            elif node.is_vain or (idle > 0 and now >= node.begun + _YOUNG):
                node.broken_off = now
                self._workers.break_off(number)
                idle -= 1

    def _hear(self, worker: str, kept: bytes, news: bytes) -> None:
        """Tell all workers what one has proved, and remember that as long as there is room."""
        facts = kept + news
        if not facts:
            return
        if kept:
            self._keep(kept)
        self._workers.tell(facts, worker)
        self._heard.append(facts)
        self._heard_bytes += len(facts)
        while self._heard_bytes > self._most:
            self._heard_bytes -= len(self._heard.popleft())

    def _submit(self, node: _Node, worker: str) -> None:
        if node.abandoned:
            return
        measure, left, beta = node.asked
        if node.experiments is None and node.key and self._is_known(node):
            return
        if node.experiments is not None and node.parent is not None:
            beta = min(beta, node.parent.value)  # what other experiments on the state were found to cost
        number = next(self._numbers)
        self._running[number] = node
        node.beta, node.begun, node.broken_off = beta, time.monotonic(), None
        piece = Piece((measure, left, beta), node.state, node.experiments, self._budget, b"".join(node.facts))
        self._workers.submit(number, piece, worker, node.after)
        node.after = [number]

    def _is_known(self, node: _Node) -> bool:
        lower, upper = self._known.get(node.key, (0, INFEASIBLE))
        if lower < node.asked[2] and lower < upper:
            return False
        node.value = lower
        self._done(node)
        return True

    def _take(self, node: _Node, result: PieceResult) -> None:
        if node.experiments is None:
            node.key = result.key
            node.value = result.value
            if not result.experiments:
                self._done(node)
                return
            groups = _chunks(result.experiments)
            node.open = len(groups)
            for group in groups:
                self._below(node, node.asked, node.state, group)
            return
        node.value = min(node.value, result.value)
        rest = result.experiments
        if rest and not result.cells and node.parent is None:
            self._ready.add(node)  # the first experiment that is demanded, broken off as its cells got known
            return
        if rest and not result.cells:
            half = (len(rest) + 1) // 2
            for part in filter(None, (rest[:half], rest[half:])):
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
            self._workers.tell(record, "")
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
        if len(self._all) > 2 * self._count + _FEW:
            self._all = [entry for entry in self._all if entry[2].waiting]
            heapq.heapify(self._all)


def _chunks(experiments: list[CoreExperiment]) -> list[list[CoreExperiment]]:
    """Return parts of a list of experiments, in order, that become larger and larger."""
    chunks, begin, size = [], 0, 1.0
    while begin < len(experiments):
        chunks.append(experiments[begin : begin + int(size)])
        begin += int(size)
        size *= _GROWTH
    return chunks
