"""The file of a certificate of a game with lies or moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from cobra.certificate.beliefs.parts import NEVER, BeliefFact, BeliefFront
from cobra.certificate.lines import Lines, game_line, packed_lines
from cobra.limits import Limits
from cobra.output import replacing

MAGIC: Final = b"cobra proof 3\n"


class BeliefsFile(Lines):
    """A certificate of the worst case of games with lies or moves, in a file.

    It has what stands before the facts; these are read anew by each `facts()`.
    """

    def __init__(self, path: Path, content: bytes, limits: Limits | None = None) -> None:
        super().__init__(path, content, MAGIC)
        lines = self.lines()
        game = self.game(lines, limits or Limits())
        if game.unseen is None:
            self.wrong("in this game no answers are lies, and nothing moves")
        self._lies = game.unseen.lies
        consistent = self.flag(lines, "consistent")
        first = self.word(lines, "first")
        claim = self._value(self.word(lines, "claim"))
        self.front = BeliefFront(game, consistent, None if first == "none" else first, claim)
        self._head = self._number

    def facts(self) -> Iterator[BeliefFact]:
        """Yield the facts; `GameError` where the file is damaged."""
        lines = self.lines()
        for _ in range(self._head):
            next(lines)
        while (line := self.next(lines)) != "end":
            words = line.split(" ")
            if len(words) != 3 or words[0] != "fact":
                self.wrong("a fact was expected: a belief and a number of experiments")
            belief = tuple([self.codes(word) for word in words[1].split("+")])
            if len(belief) != self._lies + 1:
                self.wrong(f"a belief has {self._lies + 1} sets of codes, by the lies told")
            yield BeliefFact(belief, self._value(words[2]))
        if next(lines, None) is not None:
            self.wrong("something follows the end")

    def _value(self, word: str) -> int:
        return NEVER if word == "impossible" else self.count(word)


def write_beliefs(path: str | Path, front: BeliefFront, game: object, facts: Iterable[BeliefFact]) -> None:
    """Write a certificate; `game` as it stands in files. `GameError` when the file cannot be written."""
    with replacing(Path(path)) as new, new.open("wb") as stream:
        stream.writelines(beliefs_bytes(front, game, facts))


def beliefs_bytes(front: BeliefFront, game: object, facts: Iterable[BeliefFact]) -> Iterator[bytes]:
    """Yield the bytes of a certificate, block by block."""
    return packed_lines(MAGIC, _lines(front, game, facts))


def _lines(front: BeliefFront, game: object, facts: Iterable[BeliefFact]) -> Iterator[str]:
    yield game_line(game)
    yield f"consistent {'yes' if front.consistent else 'no'}"
    yield f"first {front.first or 'none'}"
    yield f"claim {_value(front.claim)}"
    for fact in facts:
        yield f"fact {'+'.join(f'{part:x}' for part in fact.belief)} {_value(fact.value)}"
    yield "end"


def _value(value: int) -> str:
    return "impossible" if value >= NEVER else str(value)
