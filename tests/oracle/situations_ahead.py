"""Looking some steps ahead in games with a state, prices and plays that are lost, by definition;
`rust/cobra-core/src/standing/situations_ahead.rs` says it in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cobra.language.score import read_score
from cobra.model.memory import State, price_parts
from tests.oracle.memory import Cell, Chooser, Rules, fixed_of, key_of, lost_for_certain, one_step, rated


def looking_ahead(depth: int, beam: int) -> Chooser:
    """Return the rule that takes, of the `beam` best by a score, what is best after `depth` experiments."""

    def choose(
        rules: Rules, score: str, left: tuple[int, ...], state: State, consistent: bool
    ) -> Sequence[Cell] | None:
        found = rated(rules, score, left, state, consistent)
        if not found or len(left) == 1:
            return one_step(rules, score, left, state, consistent)
        ranked = [(lost_for_certain(rules, cells, consistent), *rank, cells) for *rank, cells in found]
        seen: set[Any] = set()
        best_few: list[Sequence[Cell]] = []
        for lost, key, not_final, _, cells in sorted(ranked, key=lambda one: one[:4]):
            alike = lost, key, not_final, _leaves(rules, score, cells)
            if alike not in seen and len(best_few) < beam:
                seen.add(alike)
                best_few.append(cells)

        def after(cells: Sequence[Cell]) -> Any:
            large = _large(rules, score, cells, consistent, depth - 1)
            return lost_for_certain(rules, large, consistent), key_of(rules, score, large)

        return min(best_few, key=after)

    return choose


def _leaves(rules: Rules, score: str, cells: Sequence[Cell]) -> tuple[Any, ...]:
    """Return what makes experiments alike: numbers of codes, of fixed variables and weights where they are
    seen, prices, states."""
    weighted = rules.game.weight is not None
    words = {
        word for _, words in read_score(score).program(weighted, price_parts(rules.game)) for word in words
    }
    sees_weight, sees_fixed = bool(words & {"w", "weight", "hitweight"}), "fixed" in words
    seen = [
        (
            *(len(cell), sees_fixed and fixed_of(rules, cell), sees_weight and rules.weight(cell)),
            *(then.price, then.state),
        )
        for cell, _, then in cells
    ]
    return tuple(sorted(seen))


def _large(rules: Rules, score: str, cells: Sequence[Cell], consistent: bool, more: int) -> list[Cell]:
    """Return what is left when up to so many experiments follow, with all that was paid on the way."""
    leaves: list[Cell] = []
    for cell, final, then in cells:
        is_over = rules.is_won(cell, final) or then.lost or len(cell) == 1
        is_dead = not is_over and (
            rules.is_stuck(cell, then.state) or (consistent and rules.is_barred(cell, then.state))
        )
        if more == 0 or is_over or is_dead:
            leaves.append((cell, final, then))
            continue
        following = one_step(rules, score, cell, then.state, consistent)
        assert following is not None
        for last, ends, now in _large(rules, score, following, consistent, more - 1):
            leaves.append((last, ends, replace(now, price=now.price + then.price)))
    return leaves
