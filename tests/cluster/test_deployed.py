"""Clusters as users have them: a scheduler and workers with TLS, and the files of `examples/cluster/`."""

from __future__ import annotations

import ast
import inspect
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.runner import run_json, start
from tests.cluster.test_sweeps import timeless

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "cluster"
ASKED = ("compare", "mastermind", "-D", "pegs=2..3", "-D", "colours=3", "-s", "parts,optimal", "--json")


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """Start a scheduler and two workers that speak to nobody without the certificate; yield the address and
    the environment of those who have it."""
    folder = tmp_path_factory.mktemp("tls")
    key, certificate, file = folder / "key.pem", folder / "cert.pem", folder / "scheduler.json"
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=cobra"]
    subprocess.run([*request, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    secrets = ["--tls-ca-file", str(certificate), "--tls-cert", str(certificate), "--tls-key", str(key)]
    scheduler = ["dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--protocol", "tls"]
    worker = ["dask_worker", "--nthreads", "1", "--nworkers", "2", "--memory-limit", "0"]
    processes = []
    try:
        for module, *options in (scheduler, worker):
            command = [sys.executable, "-m", f"distributed.cli.{module}", *options, *secrets]
            more = ["--no-dashboard", "--scheduler-file", str(file)]
            processes.append(subprocess.Popen([*command, *more], cwd=folder, stderr=subprocess.DEVNULL))
            limit = time.monotonic() + 60
            while not file.exists() and time.monotonic() < limit:
                time.sleep(0.05)
        names = {"CA_FILE": certificate, "CLIENT__CERT": certificate, "CLIENT__KEY": key}
        environment = {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(path) for name, path in names.items()}
        yield json.loads(file.read_text())["address"], environment
    finally:
        for process in reversed(processes):  # a worker ends its processes when it is asked to end
            process.terminate()
            process.wait(30)


@pytest.mark.thorough
@pytest.mark.unix
def test_a_cluster_with_tls(secured: tuple[str, dict[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    address, environment = secured
    assert address.startswith("tls://")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    process = start(*ASKED, "--cluster", address)
    out, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert timeless(json.loads(out)) == timeless(run_json(*ASKED[:-1]))


@pytest.mark.thorough
@pytest.mark.unix
@pytest.mark.parametrize("protocol", ["tls", "tcp"])
def test_without_the_certificate_nobody_answers(secured: tuple[str, dict[str, str]], protocol: str) -> None:
    address = secured[0].replace("tls", protocol)
    process = start(*ASKED, "--cluster", address)
    out, errors = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    assert errors.startswith(f"error: no scheduler of dask answers at {address}: ")


def documents() -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((EXAMPLES / "kubernetes.yaml").read_text("utf-8")))


def test_the_file_for_kubernetes_has_what_its_parts_need() -> None:
    service, *deployments = documents()
    assert (service["apiVersion"], service["kind"]) == ("v1", "Service")
    [port] = service["spec"]["ports"]
    for one in deployments:
        assert (one["apiVersion"], one["kind"]) == ("apps/v1", "Deployment")
        template = one["spec"]["template"]
        assert one["spec"]["selector"]["matchLabels"] == template["metadata"]["labels"]
        assert one["spec"]["replicas"] >= 1
        [container] = template["spec"]["containers"]
        assert container["name"]
        assert container["image"]
        assert all(isinstance(word, str) for word in container["command"])
    scheduler, worker = (one["spec"]["template"]["spec"]["containers"][0] for one in deployments)
    assert service["spec"]["selector"] == deployments[0]["spec"]["selector"]["matchLabels"]
    assert port["targetPort"] == scheduler["ports"][0]["containerPort"] == 8786
    assert f"tcp://{service['metadata']['name']}:{port['port']}" in worker["command"]


def commands() -> list[list[str]]:
    containers = [one["spec"]["template"]["spec"]["containers"][0] for one in documents()[1:]]
    return [container["command"] for container in containers]


@pytest.mark.thorough
@pytest.mark.parametrize("command", commands(), ids=lambda command: command[1])
def test_dask_knows_the_options_of_the_files(command: list[str]) -> None:
    program, kind, *words = command
    assert program == "dask"
    shown = subprocess.run(
        [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert [word for word in words if word.startswith("--") and word not in shown.stdout] == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["ssh", pytest.param("slurm", marks=pytest.mark.slow)])
def test_the_programs_compile_and_call_what_there_is(name: str) -> None:
    from distributed import SSHCluster

    import cobra

    tree = ast.parse((EXAMPLES / f"{name}.py").read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    known = {"reproduce": cobra.reproduce, "SSHCluster": SSHCluster}
    found = set()
    for call in calls:
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", None)
        if called in known:
            found.add(called)
            assert {word.arg for word in call.keywords} <= set(inspect.signature(known[called]).parameters)
    assert found == ({"reproduce", "SSHCluster"} if name == "ssh" else {"reproduce"})
