"""One manager of decision diagrams for all counts of a process: reused, given up, replaced; results stay."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import weakref
from math import comb
from pathlib import Path

import pytest

from cobra.budget import Deadline
from cobra.errors import LimitError, TimeLimitError
from cobra.language.load import load, load_text
from cobra.model.game import Game
from cobra.sat.counting import BYTES_A_NODE, FIRST_NODES, CodeCounter, count_codes
from cobra.sat.left_alone import at_work
from cobra.sat.manager import Room, rooms

MASTERMIND = load("mastermind", {"pegs": "4", "colours": "6"})
LARGE = load("mastermind", {"pegs": "12", "colours": "12"})
SMALL_MEMORY = 100_000
SUBSETS = """
param chosen = 1 in 0..60
variables x[1..60]
constraint exactly(chosen, i in 1..60 : x[i])
experiment ask(i : 1..60)
  observe x[i]
"""


def room() -> Room:
    assert rooms.current is not None
    return rooms.current


def nodes_left(used: Room, most: int) -> int:
    """Free what nobody needs, which does nothing while the manager's thread is at it; return what is left."""
    until = time.monotonic() + 20
    while True:
        used.manager.gc()
        left: int = used.manager.num_inner_nodes()
        if left <= most or time.monotonic() > until:
            return left
        time.sleep(0.01)


def test_all_counts_of_a_process_use_one_manager() -> None:
    first = CodeCounter(MASTERMIND, [((0, (0, 0, 1, 1)), (1, 1))])
    assert first.count() == 208
    used, threads = room(), threading.active_count()
    levels = (
        used.manager.num_vars()
    )  # as many as the largest game had that was counted in this process before
    counters = [CodeCounter(MASTERMIND, [((0, (0, 0, 1, 1)), (blacks, 1))]) for blacks in range(3)]
    assert [counter.count() for counter in counters] == [256, 208, 32]
    assert count_codes(LARGE) == 12**12
    assert first.count() == 208
    assert room() is used
    assert threading.active_count() == threads
    assert used.manager.num_vars() == max(levels, 144)


def test_what_no_counter_needs_any_more_is_freed() -> None:
    counter = CodeCounter(LARGE, [((0, (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)), (1, 0))])
    assert counter.nodes() > 400
    used = room()
    used.manager.gc()
    needed = used.manager.num_inner_nodes()
    kept = weakref.ref(counter)
    gc.disable()  # no reference leads back to it
    try:
        del counter
        assert kept() is None
    finally:
        gc.enable()
    assert nodes_left(used, needed - 400) <= needed - 400


def test_an_error_keeps_no_diagram() -> None:
    counter = CodeCounter(LARGE, [((0, (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)), (1, 0))], SMALL_MEMORY)
    kept = weakref.ref(counter)
    gc.disable()
    try:
        with pytest.raises(LimitError, match="memory"):
            counter.count()
        del counter
        assert kept() is None
    finally:
        gc.enable()
    assert nodes_left(room(), 0) == 0


def test_the_memory_of_each_count_is_its_own_bound() -> None:
    """A room that is larger than allowed is replaced; what was in it is built again when it is asked for."""
    counter = CodeCounter(MASTERMIND)
    assert counter.count() == 6**4
    assert room().nodes >= FIRST_NODES
    with pytest.raises(LimitError, match="memory"):
        count_codes(LARGE, [((0, tuple(range(12))), (1, 5))], memory=SMALL_MEMORY)
    assert room().nodes == SMALL_MEMORY // BYTES_A_NODE
    assert counter.count() == 6**4
    assert room().nodes == FIRST_NODES


def test_a_count_makes_others_let_go_before_it_gives_up() -> None:
    memory = 2_000 * BYTES_A_NODE
    counters = [CodeCounter(chosen(number), memory=memory) for number in (19, 20, 21)]
    sizes = [counter.nodes() for counter in counters]  # each was built: room for all of them there is not
    assert min(sizes) > 700
    assert [counter.count() for counter in counters] == [comb(60, number) for number in (19, 20, 21)]


def chosen(number: int) -> Game:
    return load_text(SUBSETS, definitions={"chosen": str(number)})


def test_a_count_that_nobody_waits_for_has_its_manager_for_itself_and_others_wait() -> None:
    counter, other = CodeCounter(MASTERMIND), CodeCounter(MASTERMIND)
    assert (counter.count(), other.count()) == (6**4, 6**4)
    used, begun, end = room(), threading.Event(), threading.Event()
    try:
        for seconds in (0.01, 0.1, 1, 10):  # on a busy machine it may not have begun when the time is over
            with pytest.raises(TimeLimitError):
                counter._ask(Deadline(seconds), lambda attempt: begun.set() or end.wait())
            if begun.is_set():
                break
        assert at_work()
        assert rooms.current is None
        with pytest.raises(TimeLimitError):
            other.count(Deadline(0.2))
        assert rooms.current is None
    finally:
        end.set()
    assert other.count() == 6**4
    assert not at_work()
    assert room() is not used
    assert counter.count() == 6**4


def test_the_memory_of_the_manager_is_given_back_and_results_stay() -> None:
    counter = CodeCounter(MASTERMIND, [((0, (0, 0, 1, 1)), (1, 1))])
    assert counter.count() == 208
    gone = weakref.ref(room())
    rooms.empty()
    assert (rooms.current, gone()) == (None, None)
    assert counter.count() == 208
    rooms.empty()
    rooms.empty()  # where there is none, there is nothing to do


DEEP = """
import threading
from cobra.sat.manager import rooms, start

levels = 60_000
manager = rooms.get(levels, 1 << 20, 1 << 22).manager
odd, all_thirds = manager.false(), manager.true()
for level in reversed(range(levels)):
    odd = odd ^ manager.var(level)
    if level % 3 == 0:
        all_thirds = all_thirds & manager.var(level)
thread = threading.Thread(target=lambda: print((odd & all_thirds).sat_count(levels) == 2**39_999))
start(thread, levels)
thread.join()
"""


@pytest.mark.thorough
def test_diagrams_of_many_levels_do_not_overflow_the_stack() -> None:
    result = subprocess.run([sys.executable, "-c", DEEP], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "True\n", "")


FORKED = """
import os
import sys
import weakref

threads = []
os.register_at_fork(before=lambda: threads.append(len(os.listdir("/proc/self/task"))))  # the last to be done

from cobra.language.load import load
from cobra.sat import manager
from cobra.sat.counting import CodeCounter, count_codes


class Manager:
    made = []

    def __init__(self, *given):
        self._manager = BCDDManager(*given)
        self.made.append(weakref.ref(self))

    def __getattr__(self, name):
        return getattr(self._manager, name)


BCDDManager, manager.BCDDManager = manager.BCDDManager, Manager
game = load("mastermind", {"pegs": "4", "colours": "6"})
counter = CodeCounter(game)
assert counter.count() == 6**4
before = [made() is None for made in Manager.made]
child = os.fork()
if child == 0:
    print(before, [made() is None for made in Manager.made], threads)
    assert (counter.count(), count_codes(game, memory=1 << 18), counter.count()) == (6**4, 6**4, 6**4)
    sys.exit()
_, status = os.waitpid(child, 0)
print(status, counter.count() == 6**4)
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs the threads of a process")
def test_a_process_is_forked_without_a_manager_and_its_threads() -> None:
    """In the child they would be memory that is used for something else: it died when it freed a manager."""
    result = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "[False] [True] [1]\n0 True\n", "")


FORKED_AT_A_START = """
import os
import signal
import threading
import time

from cobra.language.load import load
from cobra.sat import manager
from cobra.sat.counting import count_codes

game, held = load("mastermind", {"pegs": "4", "colours": "6"}), threading.Event()


def hold():
    with manager._starting:
        held.set()
        time.sleep(0.3)


threading.Thread(target=hold).start()
held.wait()
child = os.fork()
if child == 0:
    signal.alarm(30)
    os._exit(0 if count_codes(game) == 6**4 else 1)
print(os.waitpid(child, 0)[1], count_codes(game))
"""


@pytest.mark.unix
def test_a_process_is_not_forked_while_a_thread_is_started() -> None:
    """The child would wait for a lock that nobody there releases."""
    result = subprocess.run(
        [sys.executable, "-c", FORKED_AT_A_START], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "0 1296\n", "")
