"""The one manager of decision diagrams (oxidd) of a process: made when first needed, then used for all.

A manager is a table of nodes with room for so many, a table of operations already done, and two threads. It
is not made for each diagram, because oxidd does not always give one back: the thread that collects what is
not needed ends at a signal, which is lost while that thread is at work, or has not begun to wait. So there is
one, and another only when that has too little room, or is kept busy by work that nobody waits for any more.

Before a process is forked it gives its manager back, and waits until the two threads have ended. The child
would not have them, but know of them as waiting for a signal: oxidd would write to where they were kept,
which is used for something else by then.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol
from weakref import WeakSet

from oxidd.bcdd import BCDDManager

OPERATIONS: Final = 4
"""One operation is remembered for so many nodes there is room for."""
_GARBAGE: Final = 1 << 18
"""So many nodes may be there that no diagram needs, and as many more as are needed; fewer in a small room."""
_POOL_STACK: Final = 1 << 20
"""Bytes of addresses for the stack of the thread that oxidd keeps for work in parallel, of which there is
none; 1 GiB if nothing is said."""
_STACK: Final = 16 << 20
_STACK_A_LEVEL: Final = 1 << 10
"""Bytes of the stack of a thread that works on diagrams: operations call themselves at each level."""
_ENDING: Final = 0.01
"""Seconds after which the thread that collects what is not needed has ended its work and waits again."""
_THREADS: Final = 2
"""The threads of a manager."""
_LOOKS: Final = 50
"""So often it is looked whether they have ended."""


class Holder(Protocol):
    """Something that keeps diagrams and can do without them."""

    def release(self) -> None:
        """Let go of all diagrams."""
        ...


class Room:
    """A manager with room for `nodes` nodes, and who keeps diagrams in it."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        with _small_stack():
            self.manager = BCDDManager(nodes, nodes // OPERATIONS, 1)
        self._holders: WeakSet[Holder] = WeakSet()
        self._needed = 0

    def prepare(self, levels: int) -> None:
        """Make sure that there are so many levels, and that not too much is kept that nobody needs."""
        more = levels - self.manager.num_vars()
        if more > 0:
            self.manager.add_vars(more)
        if self.manager.approx_num_inner_nodes() > 2 * self._needed + min(_GARBAGE, self.nodes // 16):
            self._collect()

    def keep(self, holder: Holder) -> None:
        """Remember that `holder` keeps diagrams, unless this room is given up already."""
        if self is rooms.current:
            self._holders.add(holder)
        else:
            holder.release()

    def shared(self, holder: Holder) -> bool:
        """Return whether others keep diagrams here."""
        return any(other is not holder for other in self._holders)

    def clear(self) -> None:
        """Let all that keep diagrams here release them, and free the nodes."""
        self.release()
        self._collect()

    def release(self) -> None:
        """Let all that keep diagrams here release them."""
        for holder in tuple(self._holders):
            holder.release()
        self._holders.clear()

    def _collect(self) -> None:
        if not self.manager.gc():  # which does nothing while the manager's own thread is at it
            time.sleep(_ENDING)
            self.manager.gc()
        self._needed = self.manager.approx_num_inner_nodes()


class Rooms:
    """The room that is used now."""

    def __init__(self) -> None:
        self.current: Room | None = None
        self._lock = threading.Lock()
        if hasattr(os, "register_at_fork"):
            after = self._lock.release
            os.register_at_fork(before=self._end, after_in_parent=after, after_in_child=after)

    def get(self, levels: int, nodes: int, most: int) -> Room:
        """Return the room of this process, with at least so many levels and room for `nodes` to `most` nodes.

        When it has less or more, whoever keeps diagrams there has to release them, and it is replaced.
        """
        with self._lock:
            room = self.current
            if room is None or not nodes <= room.nodes <= most:
                del room
                self._close()
                room = self.current = Room(nodes)
            room.prepare(levels)
            return room

    def empty(self) -> None:
        """Give the memory of the room back; whoever keeps diagrams there has to release them."""
        with self._lock:
            self._close()

    def leave(self) -> None:
        """Use the room no more: in it goes on what nobody waits for."""
        with self._lock:
            room, self.current = self.current, None
            if room is not None:
                room.release()

    def _close(self) -> None:
        room, self.current = self.current, None
        if room is not None:
            room.clear()
            time.sleep(_ENDING)

    def _end(self) -> None:
        """Give the room back, with its threads, and let nobody make another."""
        self._lock.acquire()
        if self.current is not None:
            threads = _threads()
            self._close()
            for _ in range(_LOOKS):
                time.sleep(_ENDING)
                if _threads() <= max(threads - _THREADS, 0):
                    break


rooms: Final = Rooms()


def _threads() -> int:
    """Return the number of threads of this process, of all libraries; 0 where that cannot be found out."""
    try:
        return sum(1 for _ in Path("/proc/self/task").iterdir())
    except OSError:
        return 0


@contextmanager
def _small_stack() -> Iterator[None]:
    name = "OXIDD_STACK_SIZE"
    before = os.environ.get(name)
    os.environ[name] = str(_POOL_STACK)
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


_starting = threading.Lock()
if hasattr(os, "register_at_fork"):  # else a child could begin with a lock that nobody there releases
    os.register_at_fork(
        before=_starting.acquire, after_in_parent=_starting.release, after_in_child=_starting.release
    )


def start(thread: threading.Thread, levels: int) -> None:
    """Start a thread with a stack on which operations on diagrams of so many levels can call themselves."""
    with _starting:
        before = threading.stack_size(_STACK + _STACK_A_LEVEL * levels)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
