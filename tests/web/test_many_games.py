"""Scripted games, one after the other in one worker: no error, and neither memory nor threads pile up.

`python -m tests.web.test_many_games GAMES [ANSWERS ALLOWED]` plays any number of them, and says how it goes;
the files are other lists of words.
"""

from __future__ import annotations

import asyncio
import json
import string
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from cobra.language.load import library
from cobra.web.allowance import Allowance
from cobra.web.resident import resident
from cobra.web.workers import Worker
from tests.web.server import run_alone

MOVES: Final = 6
SECONDS: Final = 60.0
"""So long may an answer take, longer than the page waits: what a worker keeps cannot be seen of one that was
ended on a busy machine."""
WARM: Final = 10
"""After so many games memory and threads are looked at for the first time."""
MORE_MEMORY: Final = 128 << 20
"""Bytes by which memory may differ from then: eight positions are remembered, one of Wordle takes 15 MB."""
STOPPED: Final = "stopped by the time limit"
"""What may be said on a machine that is busy: it is an answer."""


def words(number: int, random: Random) -> list[str]:
    """Return words that nobody knows, of consonants and vowels in turn."""
    vowels, others = "aeiou", "".join(sorted(set(string.ascii_lowercase) - set("aeiou")))
    found: dict[str, None] = {}
    while len(found) < number:
        sides = (others, vowels) if random.random() < 0.7 else (vowels, others)
        found["".join(random.choice(sides[i % 2]) for i in range(5))] = None
    return list(found)


ALL_WORDS: Final = words(2_315 + 12_972, Random(1))


def wordle(answers: list[str], allowed: list[str]) -> dict[str, Any]:
    files = {"wordle_answers.txt": "\n".join(answers), "wordle_allowed.txt": "\n".join(allowed)}
    return {"text": library()["wordle"].read_text(), "files": files}


def atoms(random: Random, size: int, number: int) -> str:
    cells = sorted(random.sample(range(size * size), number))
    return "atom " + " ".join(f"{cell // size + 1},{cell % size + 1}" for cell in cells)


Kind = tuple[dict[str, Any], Callable[[Random], str]]
"""A game, as a request says it, and its secret."""

KINDS: Final[dict[str, Kind]] = {
    "Mastermind": (
        {"name": "mastermind"},
        lambda random: "".join(random.choice("012345") for _ in range(4)),
    ),
    "Wordle": (
        wordle(ALL_WORDS[:2_315], ALL_WORDS[2_315:]),
        lambda random: random.choice(ALL_WORDS[:2_315]),
    ),
    "Black Box 6x6": (
        {"name": "black-box", "parameters": {"size": 6, "atoms": 3}},
        lambda random: atoms(random, 6, 3),
    ),
    "coins": (
        {"name": "counterfeit-coin", "parameters": {"coins": 12}},
        lambda random: f"odd {random.randint(1, 12)}, {random.choice(['heavy', 'not heavy'])}",
    ),
    "Black Box 8x8": (
        {"name": "black-box", "parameters": {"size": 8, "atoms": 4}},
        lambda random: atoms(random, 8, 4),
    ),
    "Mastermind 12x12": (
        {"name": "mastermind", "parameters": {"pegs": 12, "colours": 12}},
        lambda random: " ".join(str(random.randrange(12)) for _ in range(12)),
    ),
}


QUICK: Final = tuple(KINDS.values())[:4]
_SHORT: Final = 6 * (KINDS["Mastermind"], KINDS["coins"])
IN_TURN: Final = (*KINDS.values(), *6 * (*_SHORT, KINDS["Wordle"], *_SHORT, KINDS["Black Box 6x6"]))
"""The kinds as they are played in turn. A game of the last two takes 50 seconds of processor time, Wordle 16,
Black Box 7, the others less than one: with every kind equally often 300 games took an hour, so they take ten
minutes."""

pytestmark = pytest.mark.thorough


class Player:
    """Plays games with one worker, and remembers what it said."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self.asked = 0
        self.stopped = 0
        self.errors: list[str] = []

    async def ask(self, operation: str, *texts: bytes, **members: object) -> Any:
        """Return the answer to a request, nothing when there was no time for it."""
        reply = await self._worker.ask(operation, [json.dumps(members).encode(), *texts], SECONDS)
        answer = json.loads(reply.body)
        self.asked += 1
        if reply.status == 200:
            return answer
        if reply.status == 503 and STOPPED in answer["error"]:
            self.stopped += 1
        else:
            self.errors.append(f"{operation} {reply.status}: {answer['error']}")
        return {}

    async def play(self, kind: Kind, random: Random, moves: int) -> None:
        """Play a game with all the help there is, look at it again, and contradict it."""
        game, choose = kind
        await self.ask("game", game=game)
        secret = await self.ask("secret", game=game, codemaker=choose(random))
        kept = secret.get("codemaker", "").encode()
        history: list[list[str]] = []
        for _ in range(moves):
            advice = await self.ask("advice", game=game, history=history)
            if not (kept and advice.get("advice")):
                break
            mine = random.choice(advice["advice"])["experiment"]
            asked = {"game": game, "history": history}
            await self.ask("split", **asked, experiment=mine)
            await self.ask("why", **asked, experiment=mine)
            answer = await self.ask("answer", kept, **asked, secret="", experiment=mine)
            if not answer:
                break  # no time, not even for that
            history = [*history, [mine, answer["answer"]]]
            await self.ask("position", game=game, history=history, most=100)
        await self.ask("review", kind="review", game=game, history=history)
        for first, given in history[:1]:
            split = await self.ask("split", game=game, history=[], experiment=first)
            answer = next((one for one, _ in split.get("split", []) if one != given), None)
            if answer is None:
                break  # no time, or nothing else can be answered
            wrong = await self.ask("position", game=game, history=[*history, [first, answer]])
            if wrong and not wrong["contradiction"]:
                self.errors.append(f"{history} and {first} {answer} contradict nothing")

    async def state(self) -> tuple[int, int]:
        """Return the bytes of memory the worker has, and its threads, when nothing is left to be done.

        A manager of decision diagrams with its two threads may be there or not: it is not counted.
        """
        await self.ask("game", game={"name": "mastermind"})
        while self._worker._worn and not self.errors:
            await self.ask("game", game={"name": "mastermind"})
        names = []
        for task in Path(f"/proc/{self._worker.pid}/task").iterdir():
            with suppress(OSError):  # it has ended meanwhile
                names.append((task / "comm").read_text())
        of_diagrams = sum(name.startswith("oxidd") for name in names)
        return resident(self._worker.pid) or 0, len(names) - min(of_diagrams, 2)


async def play(
    games: int, moves: int, kinds: Sequence[Kind], say: Callable[[str], None] = lambda text: None
) -> None:
    """Play so many games of these kinds, in turn, and look at the worker after some and at the end."""
    worker = await Worker.start(Allowance(threads=1))
    try:
        player, random = Player(worker), Random(games)
        warm = min(WARM, games // 2)
        memory = threads = 0
        for number in range(games):
            await player.play(kinds[number % len(kinds)], random, moves)
            assert player.errors == [], player.errors
            if number + 1 == warm:
                memory, threads = await player.state()
            if number + 1 == warm or number % 10 == 9:
                state = await player.state()
                say(f"{number + 1} games, {player.asked} requests, {player.stopped} stopped: {state}")
        memory_now, threads_now = await player.state()
        for _ in range(100):  # a search that was stopped may still be ending; what is left behind stays
            if threads_now > threads:
                await asyncio.sleep(0.1)
                memory_now, threads_now = await player.state()
        say(f"after {warm}: {memory:,} bytes, {threads} threads; at the end {memory_now:,}, {threads_now}")
        assert threads_now <= threads
        assert memory_now <= memory + MORE_MEMORY
    finally:
        await worker.close()


linux = pytest.mark.skipif(sys.platform != "linux", reason="where processes have a folder in /proc")


@pytest.mark.slow
@linux
def test_some_games_in_one_worker() -> None:
    few_words = wordle(ALL_WORDS[:300], ALL_WORDS[300:1_000]), lambda random: random.choice(ALL_WORDS[:300])
    run_alone(play(8, 2, [few_words if kind is KINDS["Wordle"] else kind for kind in QUICK]))


@linux
@pytest.mark.slow
def test_three_hundred_games_in_one_worker() -> None:
    run_alone(play(300, MOVES, IN_TURN))


if __name__ == "__main__":
    number, *files = sys.argv[1:]
    kinds = list(IN_TURN)
    if files:
        answers, allowed = (Path(file).read_text().split() for file in files)
        own = wordle(answers, allowed), lambda random: random.choice(answers)
        kinds = [own if kind is KINDS["Wordle"] else kind for kind in IN_TURN]
    asyncio.run(play(int(number), MOVES, kinds, print))
