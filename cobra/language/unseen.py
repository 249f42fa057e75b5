"""What happens unseen: answers that may be lies, a secret that moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra.language import ast
from cobra.language.evaluator import Evaluator
from cobra.language.problems import Problem
from cobra.language.values import Scope
from cobra.model.dag import FALSE
from cobra.model.game import Cases, Move, Slot, Unseen

MOST_LIES: Final = 100
"""So many lies may be allowed."""


def unseen(
    evaluator: Evaluator,
    scope: Scope,
    slots: Sequence[Slot],
    lies: Sequence[ast.Lies],
    moves: Sequence[ast.Move],
) -> Unseen | None:
    """Return what the statements of a game say; `slots` are those of its secret. Raises `Problem`.

    None where no answer may be a lie and nothing moves.
    """
    allowed = 0
    for lie in lies[:1]:
        allowed = evaluator.constant(lie.value, scope)
        if not 0 <= allowed <= MOST_LIES:
            message = f"0 to {MOST_LIES} answers may be lies, not {allowed}"
            raise Problem("parameter out of range", message, lie.value.span)
    found: list[Move] = []
    for move in moves:
        slot = next((place for place, slot in enumerate(slots) if slot.name == move.name.text), None)
        if slot is None or slots[slot].kind != "symbol" or slots[slot].aux:
            message = f"`{move.name.text}` cannot move: what moves is a `secret` that is no vector"
            raise Problem("not a secret", message, move.name.span)
        if any(one.slot == slot for one in found):
            raise Problem("name defined twice", f"`{move.name.text}` moves twice", move.span)
        found.append(Move(slot, tuple([_target(evaluator, scope, slots[slot], e) for e in move.targets])))
    return Unseen(allowed, tuple(found)) if allowed or found else None


def _target(evaluator: Evaluator, scope: Scope, slot: Slot, expression: ast.Expression) -> Cases:
    cases = evaluator.arithmetic.cases(evaluator.scalar(expression, scope))
    held = dict(cases.items)
    if not any(symbol in held for symbol in slot.symbols):
        message = f"this is never a value of `{slot.name}`"
        raise Problem("index outside its set", message, expression.span)
    return Cases(slot.symbols, tuple([held.get(symbol, FALSE) for symbol in slot.symbols]))
