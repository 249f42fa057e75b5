"""Claims recomputed by the workers of a cluster, each a task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from cobra.analysis.reproduce.claims import Claim
from cobra.analysis.reproduce.proofs import Proofs
from cobra.analysis.reproduce.recompute import Answer, Workplace, attempt
from cobra.budget import until
from cobra.cluster.cluster import Cluster
from cobra.cluster.work import listen
from cobra.engine.run import Run
from cobra.errors import StoppedError


def found_on(
    cluster: Cluster, todo: Mapping[int, Claim], threads: int, memory: int, proofs: Proofs | None, run: Run
) -> Iterator[tuple[int, Answer]]:
    """Yield what is found for claims, as it comes, or why it is not; certificates are kept first.

    `StoppedError` when not all of them came to their turn.
    """
    limit = run.remaining()
    items = ((n, (claim, threads, memory, limit, proofs is not None)) for n, claim in todo.items())
    for number, (answer, certificates, unwritten) in cluster.results(run, "recomputing", _found, items):
        if proofs is not None:
            proofs.keep(certificates, unwritten)
        if isinstance(answer, StoppedError) and (reason := run.stop_reason()):  # the worker heard no reason
            answer = StoppedError(reason, "recomputing")
        yield number, answer


def _found(
    claim: Claim, threads: int, memory: int, time_limit: float | None, proved: bool
) -> tuple[Answer, dict[str, bytes], list[str]]:
    """Return what a worker finds for a claim, its certificates by file name, and which there are not."""
    run = Run(time_limit, listen)
    with until(time_limit, memory), TemporaryDirectory() as folder:
        proofs = Proofs(folder) if proved else None
        answer = attempt(Workplace(run, threads, memory, proofs), claim)
        written = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
        return answer, written, [] if proofs is None else proofs.unwritten
