"""A strategy in the notation of the Mastermind literature; docs/export.md has its grammar.

Knuth (1976) wrote his strategy so, then Irving (1978-79), Neuwirth (1982), Koyama and Lai (1993): the number
of codes left, and in parentheses the guess, a colon, and what is left after each answer, in a fixed order.
Answers that are no pairs of blacks and whites have no such order: those that can occur are named.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, TypeAlias

from cobra.export.place import Place
from cobra.export.played import PlayedStrategy
from cobra.model.answers import OutcomeValue, components_of
from cobra.model.game import Sum
from cobra.model.outcomes import knows_finals
from cobra.model.unseen import demand_nothing_unseen

_WIDTH: Final = 100
_NAMED: Final = 14
"""From so many codes on, as many as Mastermind has answers, what follows the first experiment has a name."""
_MOST_PEGS: Final = 12

_Cell: TypeAlias = tuple[str, str, Place | None]
"""What separates a cell from the one before, the name of its outcome, and what is left, None for nothing."""


def lines(played: PlayedStrategy) -> Iterator[str]:
    """Return the notation in lines of at most 100 characters, as far as no experiment or outcome is longer.

    `GameError` where answers may be lies or the secret moves: in this notation each code gives one answer.
    """
    demand_nothing_unseen(
        played.strategy.game,
        "the notation `irving`, in which each code gives one answer,",
        "all other formats show such strategies",
    )
    return _lines(_Notation(played))


def _lines(notation: _Notation) -> Iterator[str]:
    yield from _wrapped(notation.state(notation.root))
    for node, name in notation.names.items():
        yield "\n"
        yield from _wrapped(notation.definition(node, name))


class _Notation:
    """The notation of one strategy; it is yielded in pieces, and a line may be broken at a space alone."""

    def __init__(self, played: PlayedStrategy) -> None:
        self._played = played
        self.root = played.root
        self._pegs = _pegs(played)
        self._marks = knows_finals(played.strategy.game)
        follows = self._cells(played.root.node) if self._is_expanded(played.root) else ()
        apart = [
            after.node
            for _, _, after in follows
            if after is not None and after.count >= _NAMED and self._is_expanded(after)
        ]
        self.names = {node: _name(number) for number, node in enumerate(apart)}
        """The nodes whose subtrees are written apart, with their names."""

    def definition(self, node: int, name: str) -> Iterator[str]:
        """Yield what a name stands for."""
        yield f"{name} ="
        yield " "
        yield f"({self._experiment(node)}:"
        yield from self._inside(node)

    def state(self, position: Place) -> Iterator[str]:
        """Yield a position with all that follows."""
        if self._is_expanded(position):
            yield from self._opened(position)
            yield from self._inside(position.node)
        elif self._is_settled(position):
            yield str(position.count)
        else:
            yield str(position.count)
            yield " "
            yield f"({self._asked(position.node)})"

    def _opened(self, position: Place) -> Iterator[str]:
        """Yield how many codes are left, and the experiment whose outcomes follow."""
        yield str(position.count)
        yield " "
        yield f"({self._experiment(position.node)}:"

    def _inside(self, node: int) -> Iterator[str]:
        """Yield the outcomes of a node with all that follows, and the parenthesis behind them."""
        inside = [self._cells(node)]
        while inside:
            cell = next(inside[-1], None)
            if cell is None:
                inside.pop()
                yield ")"
                continue
            separator, outcome, after = cell
            yield separator
            yield " "
            if outcome:
                yield outcome
                yield " "
            if after is None:
                yield "0"
            elif after.node in self.names:
                yield f"{after.count}{self.names[after.node]}"
            elif self._is_expanded(after):
                yield from self._opened(after)
                inside.append(self._cells(after.node))
            else:
                yield from self.state(after)

    def _cells(self, node: int) -> Iterator[_Cell]:
        """Yield what is left after each outcome: of pairs all that there are in their order, else by name."""
        branches = self._played.branches[node]
        if self._pegs is None:
            for number, (outcome, after) in enumerate(branches):
                yield "," if number else "", f"[{_quoted(outcome, '[]')}]", after
            return
        left = {after.outcome: after for _, after in branches}
        for row in _rows(self._pegs):
            for number, pair in enumerate(row):
                separator = "," if number else ";" if row[0][0] else ""
                yield separator, "", left.get(pair)

    def _is_settled(self, position: Place) -> bool:
        """Return whether it need not be said what comes: nothing, or the experiment that is the code left."""
        node = position.node
        return node < 0 or (position.count == 1 and self._played.hits(node))

    def _is_expanded(self, position: Place) -> bool:
        """Return whether outcomes are written out, as not each leaves one code and nothing open."""
        return not self._is_settled(position) and any(
            after.count > 1 or not self._is_settled(after)
            for _, after in self._played.branches[position.node]
        )

    def _asked(self, node: int) -> str:
        """Return an experiment after which the code is known; a star says that it cannot be the code."""
        finals = any(after.final for _, after in self._played.branches[node])
        return self._experiment(node) + ("*" if self._marks and not finals else "")

    def _experiment(self, node: int) -> str:
        return _quoted(self._played.experiment(node), "():*")


def _pegs(played: PlayedStrategy) -> int | None:
    """Return the number of pegs when every outcome is a pair of blacks and whites, None when not."""
    highs = set[int]()
    for type_ in played.strategy.game.experiments:
        match components_of(type_.answer):
            case (Sum() as black, Sum()):
                highs.add(black.value.high)
            case _:
                return None
    pegs = highs.pop()
    if highs or pegs > _MOST_PEGS:
        return None
    pairs = set[OutcomeValue](pair for row in _rows(pegs) for pair in row)
    fit = all(outcome in pairs for branches in played.strategy.branches for outcome in branches)
    return pegs if fit else None


def _rows(pegs: int) -> list[list[tuple[int, int]]]:
    """Return the blacks and whites of all answers in their order, a row for each number of blacks."""
    rows = [[(black, white) for white in reversed(range(pegs + 1 - black))] for black in range(pegs + 1)]
    if pegs > 0:
        rows[pegs - 1].remove((pegs - 1, 1))  # with all pegs black but one, that one cannot be white
    return rows


def _name(number: int) -> str:
    """Return A, B, …, Z, AA, AB, …"""
    name = ""
    while number >= 0:
        number, letter = divmod(number, 26)
        name = chr(ord("A") + letter) + name
        number -= 1
    return name


def _quoted(text: str, special: str) -> str:
    """Return a text as it is, or in quotes as JSON has them when it could be taken for something else."""
    plain = text != "" and text.isprintable() and not any(character in special + '"' for character in text)
    return text if plain else json.dumps(text, ensure_ascii=False)


def _wrapped(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the lines that pieces make; further lines are indented."""
    line, word = "", ""
    for piece in chain(pieces, " "):
        if piece != " ":
            word += piece
        elif line.strip() and len(line) + 1 + len(word) > _WIDTH:
            yield line + "\n"
            line, word = "    " + word, ""
        else:
            line, word = f"{line} {word}" if line else word, ""
    yield line + "\n"
