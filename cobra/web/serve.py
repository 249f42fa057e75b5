"""A server that runs until it is stopped: its socket, its address, its token."""

from __future__ import annotations

import errno
import json
import logging
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any, Final

import uvicorn

from cobra.breakers.named import NAMED, STRATEGIES
from cobra.engine.core import COBRA_VERSION
from cobra.errors import GameError
from cobra.options import CODEMAKERS, FORMATS, OBJECTIVES, SEARCHED
from cobra.texts import languages, say, speaking
from cobra.web.address import LOOPBACK, Address, address_of
from cobra.web.allowance import MOST_CONNECTIONS, Allowance
from cobra.web.app import STRATEGY_FILE, Server
from cobra.web.connections import Connection
from cobra.web.games import library_document, starts_document
from cobra.web.pages import pages

_NO_SUCH_ADDRESS: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL)


class _Server(uvicorn.Server):
    """Says when it has started."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._say_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._say_started()


def run_server(
    start: dict[str, Any] | None,
    port: int,
    allowance: Allowance,
    *,
    host: str = LOOPBACK,
    ready: Callable[[str, bool], None],
    browser: bool,
) -> None:
    """Serve the page until Ctrl-C.

    `start` is the game to begin with, as requests name it; `port` 0 is any that is free; `host` is the
    address to listen at. `ready` is called with the address of the page, which `browser` also opens, and with
    whether other machines can reach it. `GameError` when the port or the address cannot be used.
    """
    token = secrets.token_urlsafe(24)
    where = address_of(host)
    with _listen(where, port) as listening:
        port = listening.getsockname()[1]
        hosts = where.at(port)
        app = Server(allowance, pages(), _libraries(start)).app(hosts, token)
        config = uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            lifespan="on",
            interface="asgi3",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=2 * MOST_CONNECTIONS,  # those dropped among them, until they have ended
            timeout_graceful_shutdown=1,
        )
        address = f"http://{hosts[0]}/?token={token}"

        def started() -> None:
            ready(address, where.shared)
            if browser and _has_screen():
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        # asyncio warns when a worker dies just before it is killed, which is as good
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        _Server(config, started).run(sockets=[listening])


def _listen(where: Address, port: int) -> socket.socket:
    listening = socket.socket(where.family, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let others take the port over
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((where.bound, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        said = error.strerror or error
        if error.errno in _NO_SUCH_ADDRESS:
            raise GameError(
                f"{where.bound} cannot be used: {said}; is it an address of this machine?"
            ) from None
        raise GameError(
            f"port {port} cannot be used: {said}; choose another one with --port, or none"
        ) from None
    return listening


def _has_screen() -> bool:
    """Return whether a browser would open a window, not take over the terminal."""
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _libraries(start: dict[str, Any] | None) -> dict[str, bytes]:
    """Return what a page needs to know at first, in each language."""
    found = {}
    for language in languages():
        with speaking(language):
            found[language] = _library(start)
    return found


def _library(start: dict[str, Any] | None) -> bytes:
    formats = {STRATEGY_FILE: "the strategy as cobra writes, reads and verifies it", **FORMATS}
    return json.dumps(
        {
            "version": COBRA_VERSION,
            "games": library_document(),
            "starts": starts_document(),
            "strategies": [
                [name, NAMED[name].line if name in NAMED else say(line)] for name, line in STRATEGIES.items()
            ],
            "more_strategies": [
                [one.form or one.name, one.line] for one in NAMED.values() if one.name not in STRATEGIES
            ],
            "objectives": [[name, say(line)] for name, line in OBJECTIVES.items()],
            "searched": [[name, say(line)] for name, line in SEARCHED.items()],
            "codemakers": list(CODEMAKERS.items()),
            "formats": [[name, say(line)] for name, line in formats.items()],
            "start": start,
        }
    ).encode()
