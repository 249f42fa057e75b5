"""A cluster: worker processes of dask.distributed, here or on other machines."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TypeAlias

from cobra.budget import unhurried
from cobra.cluster.judged import VERSION, Judged
from cobra.cluster.local import local_workers
from cobra.cluster.quiet import silence
from cobra.cluster.tasks import PATIENCE, Tasks, Trace
from cobra.engine.core import COBRA_VERSION
from cobra.engine.run import Run
from cobra.errors import GameError, StoppedError
from cobra.options import check_cluster
from cobra.output import check_writable, replacing

_PATIENCE: Final = 10
"""Seconds in which a scheduler must answer, and then the first worker be there."""


class Cluster:
    """Workers that do tasks; a context manager, which ends those that it has started.

    `where` is the address of a scheduler (TLS as dask is configured), "local" or "local:N" for N processes
    here, as many as there are processors if N is not said, or a `distributed.Client` that exists. Each
    thread of a worker does one task at a time. `trace` names a JSON file for when and where each task was
    done. `GameError` when there is no scheduler, no worker, or one with another version of cobra; one of
    these that comes later is given no work, and a `RefusedWorkerWarning` says so.
    """

    def __init__(self, where: Any, *, trace: str | Path | None = None) -> None:
        self._trace: Trace | None = None
        self._is_closed = False
        with ExitStack() as stack:
            if trace is not None:
                check_writable(Path(trace))
                self._trace = []
                stack.push(partial(self._write_trace, Path(trace)))
            self._client = _connect(where, stack)
            self._judged = Judged()
            self._check_versions()
            self._closing = stack.pop_all()

    def __enter__(self) -> Cluster:
        self.demand_open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._is_closed = True
        self._closing.__exit__(kind, error, where)

    def close(self) -> None:
        """Leave the cluster, and end the processes that were started for it."""
        self.__exit__(None, None, None)

    def demand_open(self) -> None:
        """Raise `GameError` when the cluster was closed, or its client: nobody would answer."""
        if self._is_closed or not self._client.loop.asyncio_loop.is_running():
            raise GameError("the cluster was closed; make another one")

    @property
    def workers(self) -> int:
        """Return how many tasks can be done at a time, by the workers there are now."""
        return sum(self.threads().values())

    def threads(self) -> dict[str, int]:
        """Return the addresses of the workers there are now, and how many tasks each does at a time.

        Those with another version of cobra are left out, once that is known.

        None while another scheduler is looked for at the address of one that was lost; `StoppedError` when
        there is no other.
        """
        if self._client.status == "closed":
            raise StoppedError("cluster", "looking for workers")
        with suppress(OSError):
            if self._client.status == "running":
                refused = self._judged.refused
                return {one: n for one, n in self._client.nthreads().items() if one not in refused}
        return {}

    def everywhere(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        worker: str | None = None,
        then: Callable[[Any], None] | None = None,
    ) -> None:
        """Have each worker there is now call a function that takes no time, and do not wait for it.

        When they have, `then` is called in another thread, with what the function returned for a single
        `worker`, or with None if that is not to be had.
        """

        self.demand_open()

        async def call() -> None:
            answers: dict[str, Any] = {}
            if self._client.status == "running":
                workers = None if worker is None else [worker]
                with suppress(OSError, ValueError):  # the scheduler, or the worker, has gone
                    answers = await self._client.run(function, *arguments, workers=workers, on_error="ignore")
            if then is not None:
                then(answers.get(worker or ""))

        self._client.loop.add_callback(call)

    def tasks(self, run: Run, what: str, expected: int = 0, patience: float = PATIENCE) -> Tasks:
        """Return a context manager for the tasks of one run; `what` completes "while …".

        `expected` is how many there will be, for the progress, where not all are submitted at once. When the
        run is over, tasks at work have `patience` seconds to hand back what they know.
        """
        self.demand_open()
        return Tasks(self._client, self._judged, run, what, expected, self._trace, patience)

    def results(
        self,
        run: Run,
        what: str,
        function: Callable[..., Any],
        items: Iterable[tuple[Hashable, tuple[Any, ...]]],
    ) -> Iterator[tuple[Any, Any]]:
        """Yield (key, result) for (key, arguments) of `items`, as they come; see `Tasks`."""
        with self.tasks(run, what) as tasks:
            for key, arguments in items:
                tasks.submit(key, function, *arguments)
            yield from tasks

    def _check_versions(self) -> None:
        """Ask each worker for the version of its core."""
        self._judged.take(self._client.run(*VERSION, on_error="return"))
        for why in self._judged.refused.values():
            raise GameError(why)

    def _write_trace(self, path: Path, kind: type[BaseException] | None, *_: object) -> None:
        """Write the trace, but for work that an error has ended before the first task was done."""
        if kind is not None and not self._trace:
            return
        with replacing(path) as target:
            target.write_text(json.dumps({"cobra": COBRA_VERSION, "tasks": self._trace}, indent=1), "utf-8")


AnyCluster: TypeAlias = Cluster | str | Any
"""What the Python functions take for a cluster: one, or what one is made of."""


@contextmanager
def joined(cluster: AnyCluster, trace: str | Path | None = None) -> Iterator[Cluster]:
    """Yield a cluster; one that was given stays open, one that is made, with a `trace`, is closed."""
    if isinstance(cluster, Cluster):
        cluster.demand_open()
        yield cluster
        return
    made = Cluster(cluster, trace=trace)
    with ExitStack() as stack:

        @stack.push
        def leave(*error: Any) -> None:
            with unhurried():  # processes that are not ended would stay
                made.__exit__(*error)

        yield made


def _connect(where: Any, stack: ExitStack) -> Any:
    """Return a client of dask; what ends it, and what is started for it, goes onto the stack."""
    try:
        import distributed
    except ImportError:
        raise GameError("a cluster needs dask.distributed: pip install 'cobra-games[cluster]'") from None
    if isinstance(where, distributed.Client):
        if where.asynchronous:
            raise GameError("a client of dask that is asynchronous cannot be waited for")
        if where.status == "closed":
            raise GameError("the client of dask was closed")
        return where
    local = check_cluster(str(where))
    processes = local or 1
    stack.enter_context(silence())
    _demand_certificates(str(where), distributed.Security())
    try:
        if local is not None:
            where = stack.enter_context(local_workers(processes))
        client = stack.enter_context(distributed.Client(where, timeout=_PATIENCE, set_as_default=False))
    except (OSError, TypeError, ValueError, RuntimeError) as error:
        raise GameError(f"no scheduler of dask answers at {where}: {error}") from None
    seconds = _PATIENCE * processes
    try:
        client.wait_for_workers(processes, timeout=seconds)
    except TimeoutError:
        raise GameError(f"the scheduler at {where} has no workers after {seconds} seconds") from None
    return client


def _demand_certificates(where: str, security: Any) -> None:
    """Raise `GameError` where dask lacks certificates: it would not say which, nor how it is told of them."""
    try:
        encrypted = security.get_connection_args("client")["ssl_context"] is not None
    except OSError as error:
        files = security.get_tls_config_for_role("client")
        names = ", ".join(dict.fromkeys(str(files[part]) for part in ("ca_file", "cert", "key")))
        raise GameError(
            f"dask cannot use its TLS certificates ({names}): {error.strerror or error}"
        ) from None
    if where.startswith("tls:") and not encrypted:
        raise GameError(
            f"no scheduler of dask answers at {where}: dask has no certificates; it needs "
            "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and "
            "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"
        )
