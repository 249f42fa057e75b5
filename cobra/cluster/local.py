"""Worker processes on this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

_LOST: Final = 5
"""Seconds after which a worker that has died and is not there again counts as lost."""
_RENEWAL: Final = 1.0
"""Seconds between two looks for workers that are lost."""


@contextmanager
def local_workers(processes: int) -> Iterator[Any]:
    """Start worker processes with one thread each, which only this machine can reach, and end them.

    Dask starts a worker anew when it dies, but not when it dies while it is being started: that is done here.
    """
    import asyncio

    import dask
    import distributed

    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": _LOST}),
        distributed.LocalCluster(
            n_workers=processes,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            memory_limit=0,  # cobra keeps its own, and a worker that is killed for it would be asked again
            silence_logs=logging.CRITICAL,
            preload=["cobra.cluster.quiet"],
        ) as cluster,
    ):

        async def renew() -> None:
            while True:
                await asyncio.sleep(_RENEWAL)
                cluster.scale(processes)

        renewal = asyncio.run_coroutine_threadsafe(renew(), cluster.loop.asyncio_loop)
        try:
            yield cluster
        finally:
            renewal.cancel()
