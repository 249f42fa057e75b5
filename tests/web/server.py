"""`cobra serve` as a process of its own, and a client that can misbehave."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from tests.cli.runner import ROOT, environment

T = TypeVar("T")

AUDIT = Path(__file__).parent / "audit"
PATIENCE = 60.0
"""Seconds after which a test gives up; no answer takes nearly as long."""

MASTERMIND = {"name": "mastermind", "parameters": {"pegs": 3, "colours": 4}}
LARGE = {"name": "mastermind", "parameters": {"pegs": 5, "colours": 8}}
"""A game whose optimal strategy takes minutes."""


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Server:
    """A server that runs."""

    def __init__(self, address: str, process: int = 0) -> None:
        self.address = address
        self.process = process
        """Its number."""
        parts = urlsplit(address)
        assert parts.hostname is not None and parts.port is not None
        self.ip, self.port, self.host = parts.hostname, parts.port, parts.netloc
        self.token = parts.query.removeprefix("token=")

    def ask(
        self, method: str, path: str, body: object = None, *, raw: bytes | None = None, **headers: str | None
    ) -> Answer:
        """Return the answer to a request with the usual headers, but for those given; None leaves one out."""
        usual = {"Host": self.host, "X-Cobra-Token": self.token}
        if method == "POST":
            usual["Content-Type"] = "application/json"
            raw = json.dumps(body).encode() if raw is None else raw
            usual["Content-Length"] = str(len(raw))
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in (usual | given).items() if value is not None}
        connection = http.client.HTTPConnection(self.ip, self.port, timeout=PATIENCE)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                connection.putheader(name, value)
            connection.endheaders(raw)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def post(self, name: str, **members: object) -> Answer:
        """Return the answer to a question of the page."""
        return self.ask("POST", f"/api/{name}", members)

    def talk(self, *pieces: bytes) -> bytes:
        """Send pieces of anything, and return what comes until the connection is closed."""
        with socket.create_connection((self.ip, self.port), timeout=PATIENCE) as connection:
            received = b""
            try:
                for piece in pieces:
                    connection.sendall(piece)
                while data := connection.recv(1 << 16):
                    received += data
            except ConnectionError:  # it was closed while there was more to send
                pass
            return received

    def head(self, method: str, path: str, *headers: str) -> bytes:
        """Return the head of a request, with the usual headers but for the length of a body."""
        usual = f"Host: {self.host}", f"X-Cobra-Token: {self.token}", "Content-Type: application/json"
        return "\r\n".join((f"{method} {path} HTTP/1.1", *usual, *headers, "", "")).encode()


def status(response: bytes) -> int:
    """Return the status of a response."""
    return int(response.split(b" ", 2)[1])


def run_alone(work: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine does in a thread of its own: the browser of other tests has a loop in this."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@contextmanager
def serving(folder: Path, *arguments: str, patches: str = "", notice: str = "") -> Iterator[Server]:
    """Serve from a folder; at the end Ctrl-C must end it with status 0, without a complaint.

    `patches` is Python that is run before; `folder / "opened"` has the files that were opened. `notice` is
    what is printed below the address, beside how it is ended.
    """
    program = f"from cobra.cli.main import run\n{patches}\nrun()"
    with (folder / "errors").open("w+") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", program, "serve", "--no-browser", "--threads", "1", *arguments],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=environment(COBRA_TEST_OPENED=str(folder / "opened"), PYTHONPATH=f"{AUDIT}:{ROOT}"),
        )
        assert process.stdout is not None
        try:
            first = process.stdout.readline()
            assert first.startswith("http://"), (folder / "errors").read_text()
            yield Server(first.strip(), process.pid)
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read()
            assert (process.wait(PATIENCE), rest) == (0, f"{notice}Ctrl-C ends it.\n\nended\n")
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
        errors.seek(0)
        assert errors.read() == ""
