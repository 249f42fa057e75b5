"""What happens unseen: answers that may be lies, and how often, and a secret that moves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from cobra.language import ast
from cobra.language.chances import chance_by_code
from cobra.language.evaluator import Evaluator
from cobra.language.problems import Problem
from cobra.language.values import Scope
from cobra.model.dag import FALSE, Lit
from cobra.model.game import Cases, Move, Slot, Unseen

MOST_LIES: Final = 100
"""So many lies may be allowed."""
LIES_BESIDE_A_STATE: Final = (
    "a game with lies or moves cannot have a state, prices, limits or plays that are lost: what is believed "
    "and the state are not followed together"
)
CHANCES_BESIDE_A_STATE: Final = (
    "a game with chances (`with`) cannot have a state, prices, limits or plays that are lost: what is "
    "believed and the state are not followed together"
)
IN_THE_SECRET: Final = "what goes wrong can be a part of the secret instead: docs/tricks.md has an example"


def unseen(
    evaluator: Evaluator,
    scope: Scope,
    slots: Sequence[Slot],
    lies: Sequence[ast.Lies],
    noises: Sequence[ast.Noise],
    moves: Sequence[ast.Move],
    *,
    hit: bool,
) -> Unseen | None:
    """Return what the statements of a game say; `slots` are those of its secret, and `hit` says whether plays
    end with a final outcome. Raises `Problem`.

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
        if slot is None:
            scope.find(move.name)  # whose own definition may be wrong
        if slot is None or slots[slot].kind != "symbol" or slots[slot].aux:
            message = f"`{move.name.text}` cannot move: what moves is a `secret` that is no vector"
            raise Problem("not a secret", message, move.name.span)
        if any(one.slot == slot for one in found):
            raise Problem("name defined twice", f"`{move.name.text}` moves twice", move.span)
        found.append(Move(slot, tuple([_target(evaluator, scope, slots[slot], e) for e in move.targets])))
    chances, amiss = _noise(evaluator, scope, noises[0]) if noises else ([], [])
    if noises and not lies and not hit:
        message = "`noise` needs `lies at most n`, or a `final` outcome: else nothing would ever be certain"
        raise Problem("not possible together", message, noises[0].span)
    if not chances or (lies and not allowed):
        return Unseen(allowed, tuple(found)) if allowed or found else None
    by_code = chances if len(chances) > 1 or amiss else []
    greatest = max(chance for chance, _ in chances)
    return Unseen(allowed, tuple(found), greatest, tuple(by_code), tuple(amiss))


def _noise(
    evaluator: Evaluator, scope: Scope, noise: ast.Noise
) -> tuple[list[tuple[Fraction, Lit]], list[tuple[Lit, str]]]:
    """Return the chances that an answer is a lie, with their conditions, and when they are none, and why."""
    chances: list[tuple[Fraction, Lit]] = []
    amiss: list[tuple[Lit, str]] = []
    for chance, lit in chance_by_code(evaluator, scope, noise.value):
        if 0 < chance < 1:
            chances.append((chance, lit))
        else:
            amiss.append((lit, f"a chance is more than 0 and less than 1, not {chance}"))
    if not chances:
        raise Problem("parameter out of range", amiss[0][1], noise.value.span)
    return chances, amiss


def _target(evaluator: Evaluator, scope: Scope, slot: Slot, expression: ast.Expression) -> Cases:
    cases = evaluator.arithmetic.cases(evaluator.scalar(expression, scope))
    held = dict(cases.items)
    if not any(symbol in held for symbol in slot.symbols):
        message = f"this is never a value of `{slot.name}`"
        raise Problem("index outside its set", message, expression.span)
    return Cases(slot.symbols, tuple([held.get(symbol, FALSE) for symbol in slot.symbols]))
