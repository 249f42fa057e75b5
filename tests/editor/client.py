"""A client of the language server that speaks the protocol itself, as an editor does."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from tests.cli.runner import environment

PATIENCE = 60.0
"""Seconds that an answer may take, on a machine that is busy."""


class Client:
    """A server in a process of its own, and the text `game.cb` that is open in it."""

    def __init__(
        self, folder: Path, encodings: list[str] | None = None, shows: list[str] | None = None
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cobra", "lsp"],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.uri = (folder / "game.cb").as_uri()
        self.messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self.told: list[dict[str, Any]] = []
        self.slowest = 0.0
        """Seconds between a question and its answer, at most."""
        self.number = self.version = 0
        threading.Thread(target=self._listen, daemon=True).start()
        general = {"positionEncodings": encodings} if encodings else {}
        files = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
        workspace = {"workspace": {"codeLens": {"refreshSupport": True}, **files}}
        texts = {"textDocument": {"hover": {"contentFormat": shows}}} if shows else {}
        able = {"general": general, **workspace, **texts}
        start = {"processId": None, "rootUri": None, "capabilities": able}
        self.capabilities = self.ask("initialize", **start)["capabilities"]
        self.slowest = 0.0
        self.tell("initialized")

    def _listen(self) -> None:
        assert self.process.stdout is not None
        while header := self.process.stdout.readline():
            length = int(header.split(b":")[1]) if header.startswith(b"Content-Length") else 0
            while header.strip():
                header = self.process.stdout.readline()
            self.messages.put(json.loads(self.process.stdout.read(length)))

    def send(self, **message: Any) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method: str, **params: Any) -> None:
        self.send(method=method, params=params)

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the whole answer to a question; what else comes meanwhile is kept in `told`."""
        self.number += 1
        started = time.perf_counter()
        self.send(id=self.number, method=method, params=params)
        while (message := self.messages.get(timeout=PATIENCE)).get(
            "id"
        ) != self.number or "method" in message:
            self._hear(message)
        self.slowest = max(self.slowest, time.perf_counter() - started)
        return message

    def ask(self, method: str, **params: Any) -> Any:
        """Return the result of a question."""
        answer = self.request(method, **params)
        assert "error" not in answer, answer
        return answer["result"]

    def _hear(self, message: dict[str, Any]) -> None:
        self.told.append(message)
        if "id" in message:  # a question of the server
            self.send(id=message["id"], result=None)

    def wait_for(self, method: str) -> dict[str, Any]:
        """Return the parameters of the next message of a kind."""
        while not (found := [one for one in self.told if one["method"] == method]):
            self._hear(self.messages.get(timeout=PATIENCE))
        self.told.remove(found[0])
        params: dict[str, Any] = found[0].get("params") or {}
        return params

    def write(self, text: str) -> list[dict[str, Any]]:
        """Open or change the text, and return the mistakes that are told at once."""
        self.told = [one for one in self.told if one["method"] != "textDocument/publishDiagnostics"]
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        if self.version == 1:
            self.tell("textDocument/didOpen", textDocument={**document, "languageId": "cobra", "text": text})
        else:
            self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])
        return self.mistakes()

    def mistakes(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.wait_for("textDocument/publishDiagnostics")["diagnostics"]
        return found

    def at(self, what: str, line: int, character: int, **more: Any) -> Any:
        """Return what is answered about a place in the text."""
        return self.ask(f"textDocument/{what}", **self.place(line, character), **more)

    def place(self, line: int, character: int) -> dict[str, Any]:
        return {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": character}}

    def close(self) -> int:
        """End the server as an editor does, and return its exit status."""
        self.ask("shutdown")
        self.tell("exit")
        status = self.process.wait(PATIENCE)
        assert self.process.stderr is not None
        said = self.process.stderr.read()
        assert b"Traceback" not in said, said.decode()
        return status
