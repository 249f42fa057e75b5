"""Worker processes on this machine."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from typing import Any, Final

from cobra.errors import GameError

_LOST: Final = 5
"""Seconds after which a worker that has died and is not there again counts as lost."""
_RENEWAL: Final = 1.0
"""Seconds between two looks for workers that are lost."""
_START: Final = 60
"""Seconds in which the workers must be there, on a machine that is busy, too."""


@contextmanager
def local_workers(processes: int) -> Iterator[Any]:
    """Start worker processes with one thread each, which only this machine can reach, and end them.

    Dask starts a worker anew when it dies, but not when it dies while it is being started: that is done here.
    """
    import asyncio

    import dask
    import distributed

    with ExitStack() as stack:
        stack.enter_context(dask.config.set({"distributed.deploy.lost-worker-timeout": _LOST}))
        with _ctrl_c_waits():
            cluster = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=0,  # they are started by its thread
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                    memory_limit=0,  # cobra keeps its own, and who is killed for it would be asked again
                    silence_logs=logging.CRITICAL,
                    preload=["cobra.cluster.quiet"],
                )
            )
        cluster.scale(processes)
        try:
            cluster.wait_for_workers(processes, timeout=_START)
        except TimeoutError:
            raise GameError(f"the local workers were not all there after {_START} seconds") from None

        async def renew() -> None:
            while True:
                await asyncio.sleep(_RENEWAL)
                cluster.scale(processes)

        renewal = asyncio.run_coroutine_threadsafe(renew(), cluster.loop.asyncio_loop)
        try:
            yield cluster
        finally:
            renewal.cancel()


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Keep Ctrl-C until the end, and for ever in threads that are started meanwhile, and what these start.

    So workers do not hear it before they leave it to this process (`cobra.cluster.quiet`).
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # else it is started with the first worker, and lets Ctrl-C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
