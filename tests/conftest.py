"""What holds for all tests."""

from __future__ import annotations

import gc
import importlib
import signal
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import cobra.options

# On a busy machine a second may pass in which nothing is done, and the parts of five that the steps of advice
# may take are not much more. What tests want to be stopped says when.
cobra.options.ADVISE_SECONDS = 30.0  # before anything else takes it from there
cobra.options.SECONDS = 60.0
vars(importlib.import_module("cobra.play.advise"))["OPTIMAL_SECONDS"] = 5.0
vars(importlib.import_module("cobra.play.review"))["PATIENCE"]["optimal"] = 10.0
vars(importlib.import_module("cobra.play.consequences"))["_SECONDS"] = 10.0

# What ignores Ctrl-C, as jobs in the background, nohup and some CI systems do, hands that on to its children;
# a handler of one's own is not handed on. So what the tests start hears Ctrl-C wherever they run.
signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = (
    ["cli/test_full_disk.py", "cli/test_terminal_commands.py", "fuzz"] if sys.platform == "win32" else []
)
"""What cannot even be read where there are no terminals and no limits of a process."""


FORKING = {"differential", "fuzz", "kills"}
"""Folders of tests that fork: the child of a process with threads of browsers or a cluster may die."""
WAITING = {"web", "cluster"}
"""Folders of tests that wait for browsers, servers and workers much of their time, some of them long."""


def turn(item: pytest.Item) -> int:
    """Return when the tests of a folder begin, from 0 on."""
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    return 0 if folder in FORKING else 1 if folder in WAITING else 2


def left_out(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the instances that do not come before each change: the same four of five, and never all."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("instances") and item.get_closest_marker("thorough"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for several in cases.values():
        numbers = [zlib.crc32(item.nodeid.encode()) for item in several]
        least = min(numbers)
        yield from (
            item for item, number in zip(several, numbers, strict=True) if number % 5 and number != least
        )


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in left_out(items):
        item.add_marker(pytest.mark.slow)
    # Those that wait come early, in one of several processes: others compute meanwhile; the last are short.
    items.sort(key=turn)
    if sys.platform == "win32":
        for item in items:
            if item.get_closest_marker("unix"):
                item.add_marker(pytest.mark.skip(reason="Windows has nothing like it"))


def pytest_collection_finish() -> None:
    # What has been imported and collected stays: the collector of garbage need not go through it again.
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
