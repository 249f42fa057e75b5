"""`python -m tests.web.load --minutes 10`: many clients at once, some hostile, and workers that are killed.

Honest clients ask what the page asks, wait a moment, and go on. Each is answered, or told to wait.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.web.server import LARGE, MASTERMIND, Server, serving

GAMES: Final[tuple[tuple[dict[str, Any], tuple[str, ...], list[list[str]]], ...]] = (
    (MASTERMIND, ("012", "111", "230"), [["012", "1B1W"]]),
    (
        {"name": "bulls-and-cows", "parameters": {"places": 3, "digits": 6}},
        ("012", "345", "501"),
        [["012", "1B1C"]],
    ),
    (
        {"name": "counterfeit-coin", "parameters": {"coins": 8}},
        ("1 2 | 3 4", "1 | 2"),
        [["1 2 | 3 4", "balance"]],
    ),
    ({"name": "higher-lower", "parameters": {"n": 50}}, ("25", "10"), []),
)
"""Games that people play, with experiments and a history."""
PAUSE: Final = 4.0
"""Seconds that a client waits between two requests, at most."""
PATIENCE: Final = 60.0
"""Seconds after which a request counts as unanswered."""
WAITS: Final = (429, 503)
"""How a client is told to wait, or that there was no time."""


@dataclass
class Tally:
    """What became of everything."""

    statuses: Counter[int] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    """Seconds until honest requests were answered with what was asked for."""
    unanswered: list[str] = field(default_factory=list)
    hostile: int = 0
    kills: int = 0
    memory: list[int] = field(default_factory=list)
    """Bytes of the server and its workers, every second."""

    def peaks(self) -> tuple[int, int]:
        """Return the most memory in the first third of the time, and in the last."""
        third = max(1, len(self.memory) // 3)
        return max(self.memory[:third]), max(self.memory[-third:])

    def lines(self) -> list[str]:
        """Return what is to be said."""
        answers = sorted(self.times)
        centile = answers[int(0.99 * (len(answers) - 1))] if answers else 0.0
        told = ", ".join(f"{status}: {many:,}" for status, many in sorted(self.statuses.items()))
        first, last = self.peaks()
        return [
            f"{sum(self.statuses.values()):,} honest requests ({told}), {len(self.unanswered)} unanswered",
            f"median {statistics.median(answers or [0]):.3f} s, 99th percentile {centile:.3f} s",
            f"{self.hostile:,} hostile ones, {self.kills} workers killed",
            f"at most {first >> 20} MiB in the first third, {last >> 20} MiB in the last",
        ]


def question(random: Random) -> tuple[str, dict[str, Any]]:
    """Return what a page asks."""
    game, experiments, history = random.choice(GAMES)
    asked: dict[str, Any] = {"game": game, "history": random.choice(([], history))}
    kind = random.choice(("position", "position", "split", "advice", "why"))
    if kind in ("split", "why"):
        asked["experiment"] = random.choice(experiments)
    return kind, asked


async def ask(server: Server, kind: str, asked: dict[str, Any]) -> int:
    """Send a request; return the status of the answer."""
    body = json.dumps(asked).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        head = server.head("POST", f"/api/{kind}", f"Content-Length: {len(body)}", "Connection: close")
        writer.write(head + body)
        await writer.drain()
        answer = await reader.read()
    finally:
        writer.close()
    json.loads(answer.split(b"\r\n\r\n", 1)[1])
    return int(answer.split(b" ", 2)[1])


async def honest(server: Server, end: float, random: Random, tally: Tally) -> None:
    """Ask one thing after the other."""
    while time.monotonic() < end:
        kind, asked = question(random)
        begun = time.monotonic()
        try:
            status = await asyncio.wait_for(ask(server, kind, asked), PATIENCE)
        except (OSError, ValueError, IndexError, TimeoutError) as error:
            tally.unanswered.append(f"{kind}: {type(error).__name__}: {error}")
        else:
            tally.statuses[status] += 1
            if status == 200:
                tally.times.append(time.monotonic() - begun)
        await asyncio.sleep(random.uniform(0.0, PAUSE))


def attacks(server: Server, random: Random) -> bytes:
    """Return something that nobody should send."""
    body = json.dumps({"game": LARGE, "history": []}).encode()
    head = server.head("POST", "/api/advice", f"Content-Length: {len(body)}")
    return random.choice(
        (
            b"",
            b"GET / HTTP/1.1\r\nHost: ",
            random.randbytes(2000),
            head + body,  # and goes away before there is an answer
            head + body[:9],
            server.head("POST", "/api/position", "Content-Length: 10") + b"[[[[[[[[[[",
            server.head("POST", "/api/position", f"Content-Length: {10**12}"),
            b"GET /" + b"x" * 60_000 + b" HTTP/1.1\r\n\r\n",
            server.head("GET", "/page/app.js") * 20,
        )
    )


async def hostile(server: Server, end: float, random: Random, tally: Tally) -> None:
    """Do harm, a few times a second."""
    while time.monotonic() < end:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            try:
                writer.write(attacks(server, random))
                tally.hostile += 1
                await asyncio.sleep(random.uniform(0.0, 1.0))
            finally:
                writer.transport.abort()
        await asyncio.sleep(random.uniform(0.0, 0.3))


def workers_of(process: int) -> list[int]:
    """Return the numbers of the processes that compute for a server."""
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def memory_of(process: int) -> int:
    """Return the bytes of a server and its workers."""
    total = 0
    for one in (process, *workers_of(process)):
        with suppress(OSError):
            total += int(Path(f"/proc/{one}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return total


async def kill(server: Server, end: float, every: float, random: Random, tally: Tally) -> None:
    """Kill a worker every so many seconds."""
    while time.monotonic() + every < end:
        await asyncio.sleep(every)
        if workers := workers_of(server.process):
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL)
                tally.kills += 1


async def look(server: Server, end: float, tally: Tally) -> None:
    """Look at the memory every second."""
    while time.monotonic() < end:
        tally.memory.append(memory_of(server.process))
        await asyncio.sleep(1.0)


async def load(server: Server, seconds: float, clients: int, kills_a_minute: float, seed: int = 0) -> Tally:
    """Let clients ask for some time; a tenth of them is hostile."""
    tally, end = Tally(), time.monotonic() + seconds
    tasks = [
        (hostile if number % 10 == 9 else honest)(server, end, Random(f"{seed}/{number}"), tally)
        for number in range(clients)
    ]
    await asyncio.gather(
        *tasks, kill(server, end, 60 / kills_a_minute, Random(seed), tally), look(server, end, tally)
    )
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.load", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--kills", type=float, default=3.0, help="workers killed a minute")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        tally = asyncio.run(load(server, 60 * given.minutes, given.clients, given.kills))
    print(*tally.lines(), *tally.unanswered[:10], sep="\n")
    return 1 if tally.unanswered or tally.statuses.keys() - {200, *WAITS} else 0


if __name__ == "__main__":
    sys.exit(main())
