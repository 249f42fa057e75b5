"""Calls of functions, and what they came to: equal calls are expanded once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cobra.errors import Span
from cobra.language.assumptions import Assumptions, Question
from cobra.language.values import Function, Value
from cobra.model.dag import Lit

_MOST_ELSEWHERE: Final = 8
"""So many expansions of a call under other assumptions are looked at."""


@dataclass(frozen=True, slots=True)
class Called:
    """A function with its arguments."""

    function: Function
    arguments: tuple[Value, ...]
    apart: int
    """What is taken to exclude each other, as a number."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call somewhere: what is assumed there matters, how deep it lies does not."""

    called: Called
    assumption: Lit
    depth: int = field(compare=False)
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Expansion:
    """The value of a call, and what it depends on besides its arguments; None: on all that is assumed."""

    value: Value
    questions: tuple[Question, ...] | None


class Expansions:
    """The values of calls."""

    def __init__(self) -> None:
        self._made: dict[Call, Expansion] = {}
        self._elsewhere: dict[Called, list[Expansion]] = {}  # under whatever assumption

    def clear(self) -> None:
        """Forget all."""
        self._made.clear()
        self._elsewhere.clear()

    def find(self, call: Call, assumptions: Assumptions) -> Expansion | None:
        """Return the expansion of a call, made here or where its questions have the same answers."""
        known = self._made.get(call)
        if known is None:
            for made in self._elsewhere.get(call.called, ()):
                if made.questions is not None and assumptions.would_answer(made.questions):
                    self._made[call] = made
                    return made
        return known

    def keep(self, call: Call, made: Expansion) -> None:
        """Keep an expansion."""
        self._made[call] = made
        elsewhere = self._elsewhere.setdefault(call.called, [])
        if len(elsewhere) < _MOST_ELSEWHERE:
            elsewhere.append(made)
