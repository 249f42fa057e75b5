"""The connections of the server: none is held for ever by a client that does not send, or does not read."""

from __future__ import annotations

import asyncio
from typing import Final, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from cobra.web.allowance import MOST_CONNECTIONS, TURN_SECONDS

_LOOK: Final = 1.0
"""Seconds between two looks at a connection."""

_Turn = tuple[RequestResponseCycle | None, int]
"""The last request that has begun, and how many bytes of answers are still to be read."""


class Connection(H11Protocol):
    """HTTP. When there are too many connections, the one that has kept the server waiting longest is dropped.

    So whoever opens any number of connections, and sends nothing, or half a request, or does not read what
    is answered, keeps nobody out. What is computed is not dropped: there is a bound on that elsewhere.
    """

    _turn: _Turn | None = None
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Make room for a connection; it is not the one to go where nobody else is waited for."""
        super().connection_made(transport)
        self._look()
        if len(self.connections) > MOST_CONNECTIONS:
            others = [one for one in self.connections if isinstance(one, Connection) and one is not self]
            awaited = [one for one in others if one.awaited()]
            if awaited:
                min(awaited, key=lambda one: one._since).drop()

    def data_received(self, data: bytes) -> None:
        """Go on with a request."""
        super().data_received(data)
        self.awaited()

    def awaited(self) -> bool:
        """Return whether the client has to send or to read something; remember since when."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        unread = self.transport.get_write_buffer_size()
        sends = cycle is None or cycle.more_body or cycle.response_complete
        turn = (cycle, unread) if sends or unread else None
        if turn != self._turn:
            self._turn, self._since = turn, self.loop.time()
        return turn is not None

    def _look(self) -> None:
        """Drop the connection when it is awaited for too long."""
        if self not in self.connections:
            return
        if self.awaited() and self.loop.time() >= self._since + TURN_SECONDS:
            self.drop()
        else:
            self.loop.call_later(_LOOK, self._look)

    def drop(self) -> None:
        """End the connection at once, whatever has not been read of it."""
        self.connections.discard(self)
        self.transport.abort()
