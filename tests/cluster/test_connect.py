"""Which clusters are taken, and what is said about the others."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import cobra
import cobra.cluster.cluster as module
import cobra.cluster.local as local
import cobra.cluster.tasks as tasks_module
from cobra.cli.main import cobra as cli
from cobra.cluster.cluster import Cluster
from cobra.cluster.judged import RefusedWorkerWarning
from cobra.cluster.tasks import _pickled
from cobra.engine.core import COBRA_VERSION
from cobra.engine.run import Run
from cobra.errors import (
    CertificateError,
    CobraError,
    Diagnostic,
    GameError,
    LanguageError,
    LimitError,
    Span,
    StoppedError,
    TimeLimitError,
)
from tests.cluster.jobs import pid, square, too_much

ERRORS = [
    GameError("no game"),
    LanguageError([Diagnostic("kind", "wrong", Span("f", 1, 2, 1, 3), "text", "hint")]),
    CertificateError("no proof", 7),
    LimitError("codes", 2, 1, "listing"),
    StoppedError("interrupt", "working"),
    TimeLimitError("working", 3.0),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_can_be_sent(error: CobraError) -> None:
    sent = pickle.loads(pickle.dumps(error))
    assert (type(sent), str(sent), vars(sent)) == (type(error), str(error), vars(error))


@pytest.mark.thorough
def test_nothing_of_dask_is_imported_unless_a_cluster_is_made() -> None:
    code = (
        "import sys, cobra.cli.main, cobra.cluster.cluster, cobra\n"
        "cobra.compare('mastermind', ['parts'], definitions={'pegs': 2, 'colours': 3})\n"
        "print({'dask', 'distributed', 'cloudpickle', 'tornado', 'asyncio'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_without_dask_a_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(GameError, match=r"pip install 'cobra-games\[cluster\]'"):
        Cluster("local:1")


@pytest.mark.parametrize(
    "where",
    [
        "",
        "here",
        "local:",
        "local:x",
        "tcp://host",
        "http://host:80",
        "tcp://a b:1",
        "tcp://a:0",
        "tcp://a:65536",
    ],
)
def test_what_is_no_cluster(where: str) -> None:
    with pytest.raises(
        GameError, match="is no cluster; write local, local:N, tcp://HOST:PORT or tls://HOST:PORT"
    ):
        Cluster(where)


@pytest.mark.parametrize("number", [0, 1025])
def test_how_many_processes_are_started(number: int) -> None:
    with pytest.raises(GameError, match=f"1 to 1,024 processes, not {number:,}"):
        Cluster(f"local:{number}")


def test_a_trace_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="there is no folder"):
        Cluster("local:1", trace=tmp_path / "none" / "trace.json")


def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 0.3)
    with pytest.raises(GameError, match="no scheduler of dask answers at tcp://127"):
        Cluster("tcp://127.0.0.1:1")


@pytest.mark.parametrize(
    ("configured", "said"),
    [
        (
            {},
            "no scheduler of dask answers at tls://127.0.0.1:1: dask has no certificates; it needs DASK_",
        ),
        (
            {"ca": "none.pem", "cert": "c.pem"},
            "dask cannot use its TLS certificates (none.pem, c.pem, None): No ",
        ),
    ],
)
def test_certificates_that_dask_lacks(configured: dict[str, str], said: str) -> None:
    import dask

    names = {"ca": "distributed.comm.tls.ca-file", "cert": "distributed.comm.tls.client.cert"}
    with (
        dask.config.set({names[part]: file for part, file in configured.items()}),
        pytest.raises(GameError, match=f"^{re.escape(said)}"),
    ):
        Cluster("tls://127.0.0.1:1")


@pytest.mark.thorough
def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    monkeypatch.setattr(module, "_PATIENCE", 0.3)
    with (
        distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0") as scheduler,
        pytest.raises(GameError, match="has no workers after"),
    ):
        Cluster(scheduler.scheduler_address)


@pytest.mark.thorough
def test_local_workers_that_do_not_come_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is no matter of a scheduler that does not answer."""
    monkeypatch.setattr(local, "_START", 0.001)
    with pytest.raises(GameError) as caught:
        Cluster("local")
    assert str(caught.value) == "the local workers were not all there after 0.001 seconds"


def other_cobra(folder: Path, there: str | None) -> None:
    """Make a cobra of another version, or one without a core."""
    engine = folder / "cobra" / "engine"
    if there is None:
        engine.mkdir(parents=True)
        (folder / "cobra" / "__init__.py").touch()
        return
    shutil.copytree(
        Path(cobra.__file__).parent, folder / "cobra", ignore=shutil.ignore_patterns("web", "games")
    )
    version = "COBRA_VERSION: Final = __version__"
    text = (engine / "core.py").read_text("utf-8")
    assert version in text
    (engine / "core.py").write_text(text.replace(version, f"COBRA_VERSION: Final = {there!r}"), "utf-8")


@contextmanager
def worker(scheduler: str, folder: Path | None = None, threads: int = 1) -> Iterator[None]:
    """Start a worker that finds its cobra in a folder, or the one that is here; it need not be there yet."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", scheduler]
    process = subprocess.Popen(
        [*command, "--no-nanny", "--no-dashboard", "--nthreads", str(threads)],
        cwd=folder,
        env=os.environ if folder is None else {**os.environ, "PYTHONPATH": str(folder)},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def scheduler_alone() -> Iterator[str]:
    import distributed

    with distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0") as found:
        yield found.scheduler_address


OTHERS = pytest.mark.parametrize("there", ["0.0.9", None], ids=["other version", "no core"])


def said_of(there: str | None) -> str:
    said = f"cobra {there}, not {COBRA_VERSION}" if there else f"no cobra {COBRA_VERSION} that works"
    return f"the worker tcp://127.0.0.1:[0-9]+ has {said}"


@pytest.mark.thorough
@OTHERS
def test_a_worker_with_another_cobra_is_refused(tmp_path: Path, there: str | None) -> None:
    other_cobra(tmp_path, there)
    with (
        scheduler_alone() as scheduler,
        worker(scheduler, tmp_path),
        pytest.raises(GameError, match=said_of(there)),
    ):
        Cluster(scheduler)


@pytest.mark.thorough
def test_a_worker_with_another_cobra_that_comes_later_gets_no_work(tmp_path: Path) -> None:
    """The others do all of it, and it is said once; one with the same cobra that comes later still helps."""
    other_cobra(tmp_path, "0.0.9")
    with scheduler_alone() as scheduler, worker(scheduler), Cluster(scheduler) as cluster:
        with worker(scheduler, tmp_path, threads=4), pytest.warns(RefusedWorkerWarning) as warned:
            cluster._client.wait_for_workers(2, timeout=60)
            squares = cluster.results(Run(), "squaring", square, ((n, (n, 0.02)) for n in range(40)))
            assert dict(squares) == {n: n * n for n in range(40)}
            assert cluster.workers == 1
            with worker(scheduler):
                cluster._client.wait_for_workers(3, timeout=60)
                with cluster.tasks(Run(), "squaring") as tasks:
                    for n in range(40):
                        tasks.submit(n, pid, 0.05)
                    assert len({process for _, process in tasks}) == 2
        assert len(warned) == 1
        assert re.match(f"{said_of('0.0.9')}.*; it gets no work$", str(warned[0].message))


@pytest.mark.thorough
def test_a_worker_without_cobra_that_comes_later_ends_nothing(tmp_path: Path) -> None:
    """Dask ends it when it is given what it cannot read."""
    other_cobra(tmp_path, None)
    with (
        scheduler_alone() as scheduler,
        worker(scheduler),
        Cluster(scheduler) as cluster,
        worker(scheduler, tmp_path, threads=4),
    ):
        cluster._client.wait_for_workers(2, timeout=60)
        squares = cluster.results(Run(), "squaring", square, ((n, (n, 0.02)) for n in range(40)))
        assert dict(squares) == {n: n * n for n in range(40)}


@pytest.mark.thorough
def test_mistakes_of_a_task_are_told_where_a_worker_was_refused(tmp_path: Path) -> None:
    other_cobra(tmp_path, "0.0.9")
    with (
        scheduler_alone() as scheduler,
        worker(scheduler),
        Cluster(scheduler) as cluster,
        worker(scheduler, tmp_path, threads=4),
        pytest.warns(RefusedWorkerWarning),
    ):
        cluster._client.wait_for_workers(2, timeout=60)
        with pytest.raises(LimitError), cluster.tasks(Run(), "looking around") as tasks:
            for n in range(8):
                tasks.submit(n, too_much)
            list(tasks)


@pytest.mark.thorough
def test_only_refused_workers_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks_module, "_ALONE", 0.5)
    other_cobra(tmp_path, "0.0.9")
    with scheduler_alone() as scheduler, ExitStack() as first:
        first.enter_context(worker(scheduler))
        with Cluster(scheduler) as cluster, worker(scheduler, tmp_path):
            cluster._client.wait_for_workers(2, timeout=60)
            first.close()
            with pytest.raises(GameError, match=said_of("0.0.9")), pytest.warns(RefusedWorkerWarning):
                list(cluster.results(Run(), "squaring", square, [(2, (2,))]))


@pytest.mark.thorough
def test_a_command_says_in_the_end_which_workers_were_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other_cobra(tmp_path, "0.0.9")
    checked = Cluster._check_versions
    with scheduler_alone() as scheduler, worker(scheduler), ExitStack() as late:

        def check_then_join(cluster: Cluster) -> None:
            checked(cluster)
            late.enter_context(worker(scheduler, tmp_path, threads=4))
            cluster._client.wait_for_workers(2, timeout=60)

        monkeypatch.setattr(Cluster, "_check_versions", check_then_join)
        command = ["compare", "mastermind", "-D", "pegs=2", "-D", "colours=2..5", "-s", "parts"]
        with pytest.raises(SystemExit) as ended:
            cli([*command, "--cluster", scheduler])
    out, err = capsys.readouterr()
    assert (ended.value.code, len(out.splitlines())) == (0, 7)
    assert re.fullmatch(
        f"warning: {said_of('0.0.9')} as here; install the same version there; it gets no work\n", err
    )


@pytest.mark.thorough
def test_a_client_that_exists_is_used_and_left_open() -> None:
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address="127.0.0.1:0"
        ) as scheduler,
        distributed.Client(scheduler) as client,
    ):
        with Cluster(client) as cluster:
            assert cluster.workers == 2
        assert client.status == "running"


@pytest.mark.thorough
def test_what_was_closed_is_not_waited_for() -> None:
    import distributed

    game = cobra.load("mastermind", {"pegs": 2, "colours": 2})
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address="127.0.0.1:0") as workers:
        client = distributed.Client(workers, set_as_default=False)
        cluster = Cluster(client)
        cluster.close()
        for use in (
            cluster.__enter__,
            lambda: cluster.tasks(Run(), "squaring"),
            lambda: cluster.everywhere(os.getpid),
            lambda: cobra.compare(game, ["parts"], cluster=cluster),
        ):
            with pytest.raises(GameError, match=r"^the cluster was closed; make another one$"):
                use()
        client.close()
        with pytest.raises(GameError, match=r"^the client of dask was closed$"):
            cobra.compare(game, ["parts"], cluster=client)


@pytest.mark.thorough
def test_an_asynchronous_client_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    monkeypatch.setattr(distributed.Client, "asynchronous", True)
    client = distributed.Client.__new__(distributed.Client)
    with pytest.raises(GameError, match=r"^a client of dask that is asynchronous cannot be waited for$"):
        Cluster(client)


def test_a_strategy_that_cannot_be_sent_is_an_error() -> None:
    lock = threading.Lock()

    def locked(knowledge: cobra.Knowledge) -> str:
        with lock:
            return knowledge.codes[0]

    with pytest.raises(
        GameError, match=r"^this cannot be sent to other processes: TypeError: cannot pickle '"
    ):
        _pickled(locked, ())
