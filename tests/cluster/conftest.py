"""What tests on a cluster share: one of two processes here, and what kills them."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

import cobra


@pytest.fixture(scope="package")
def cluster() -> Iterator[cobra.Cluster]:
    with cobra.Cluster("local:2") as cluster:
        yield cluster


@contextmanager
def murder(cluster: cobra.Cluster, every: float) -> Iterator[list[int]]:
    """Kill a worker at once, and another one every so many seconds, as far as all of them are there again: on
    a busy machine none would ever do anything else."""
    over, killed = threading.Event(), list[int]()
    all_of_them = cluster.workers

    def go() -> None:
        while not over.is_set():
            pids = sorted(cluster._client.run(os.getpid, on_error="ignore").values())
            if len(pids) == all_of_them:
                killed.append(pids[len(killed) % len(pids)])
                with suppress(ProcessLookupError):
                    os.kill(killed[-1], signal.SIGKILL)
            over.wait(every)

    thread = threading.Thread(target=go)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()
