"""Who is let in: the checks every request goes through before anything looks at it.

A page of any other site can make the browser send requests to any address that it can reach, 127.0.0.1 too.
So requests must name this server as their host (a name that a stranger points at its address is refused: DNS
rebinding), must not say that they come from elsewhere, and need the token, which only the address that was
printed has.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import re
import sys
import traceback
from collections.abc import Sequence
from typing import Final

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cobra.texts import say, speaking
from cobra.web.allowance import BODY_SECONDS, MISTAKE, MOST_BODY
from cobra.web.wrong import wrong

TOKEN: Final = b"x-cobra-token"
HEADERS: Final = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "connection": "close",  # a connection has one request, so one that is slow cannot be kept for more
}
"""Headers of every response."""
_TOO_LONG: Final = "more than {most} bytes are refused"
_SENT: Final = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """The app behind its checks: an ASGI app itself."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str], token: str) -> None:
        self._app = app
        self._hosts = [host.encode() for host in hosts]
        self._origins = [b"http://" + host for host in self._hosts]
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with speaking(_language(scope)):
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def answer(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *_SENT]
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, _bounded(receive), answer)
        except HTTPException as refusal:
            await _refuse(refusal, answer)
        except asyncio.CancelledError:  # by the server, which does not wait any longer
            if started:
                raise
            await _refuse(HTTPException(503, say("the server ends")), answer)
        except Exception:  # the app has answered with status 500 before it let this through
            if os.environ.get("COBRA_DEBUG"):
                traceback.print_exc(file=sys.stderr)
            if not started:
                await _refuse(HTTPException(500, say(MISTAKE)), answer)

    def _check(self, scope: Scope) -> None:
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in (b"host", b"origin", b"content-length", b"content-type", TOKEN) and name in headers:
                raise HTTPException(400, "a header is there twice")
            headers[name] = value
        if headers.get(b"host") not in self._hosts:
            raise HTTPException(421, f"this server is called {self._hosts[0].decode()} and nothing else")
        if headers.get(b"origin", self._origins[0]) not in self._origins:
            raise HTTPException(403, "requests from other sites are refused")
        if scope["path"].startswith("/api/") and not hmac.compare_digest(
            headers.get(TOKEN, b""), self._token
        ):
            raise HTTPException(
                401, say("open the address that cobra serve printed: the token is missing or wrong")
            )
        length = int(headers.get(b"content-length", b"0"))  # the server has seen to it that it is a number
        if length > MOST_BODY:
            raise HTTPException(413, say(_TOO_LONG, most=MOST_BODY))
        if scope["method"] != "POST":
            if length or b"transfer-encoding" in headers:
                raise HTTPException(400, "only a POST request has a body")
            return
        kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if kind != b"application/json":
            raise HTTPException(415, "only application/json is understood")


def _language(scope: Scope) -> str:
    """Return the language that a request asks for first."""
    asked = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    return re.split("[-,;]", asked.strip().lower(), maxsplit=1)[0]


def _bounded(receive: Receive) -> Receive:
    """Return a way to receive a body that is not too large and does not come too slowly."""
    received = 0
    end: float | None = asyncio.get_running_loop().time() + BODY_SECONDS

    async def bounded() -> Message:
        nonlocal received, end
        try:
            async with asyncio.timeout_at(end):
                message = await receive()
        except TimeoutError:
            raise HTTPException(
                408, f"the request took more than {BODY_SECONDS:g} seconds to arrive"
            ) from None
        if message["type"] == "http.request":
            received += len(message.get("body", b""))
            if received > MOST_BODY:
                raise HTTPException(413, say(_TOO_LONG, most=MOST_BODY))
            if not message.get("more_body"):
                end = None  # from now on it only tells whether the other side is gone
        return message

    return bounded


async def _refuse(refusal: HTTPException, send: Send) -> None:
    body = json.dumps(wrong(refusal.detail)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refusal.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": body})
