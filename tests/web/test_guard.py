"""What is answered when the server ends while something is asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cobra.web.guard import Guard
from tests.web.server import run_alone

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send


@pytest.mark.parametrize(
    ("language", "said"), [(b"en", "the server ends"), (b"de", "der Server wird beendet")]
)
def test_who_is_asked_when_the_server_ends_says_so(language: bytes, said: str) -> None:
    sent: list[Message] = []

    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.Event().wait()

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> None:
        headers = [(b"host", b"here:1"), (b"accept-language", language)]
        scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
        asked = asyncio.create_task(Guard(endless, ["here:1"], "token")(scope, receive, send))
        await asyncio.sleep(0)
        asked.cancel()  # as uvicorn does when it has waited for a second
        await asked

    run_alone(ask())
    start, body = sent
    assert (start["status"], body["body"].decode()) == (503, f'{{"error": "{said}"}}')
