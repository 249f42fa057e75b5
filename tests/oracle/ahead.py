"""Looking some steps ahead, by definition; `rust/cobra-core/src/pick/ahead.rs` says it in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cobra.language.score import Score
from cobra.model.spaces import Code
from tests.oracle.answers import Answers, Split, fixed_variables
from tests.oracle.scores import Figures, keys_of
from tests.oracle.strategies import Rule, choose, figures_of


def look_ahead(
    strategy: str | Score, score: Score, depth: int, beam: int, ties: str, consistent: bool = False
) -> Rule:
    """Return the rule that takes, of the `beam` best by `score`, what is best after `depth` experiments."""

    names = set(re.findall("[a-z0-9]+", score.text))

    def next_split(table: Answers, state: Sequence[Code]) -> Split | None:
        return choose(table, state, strategy, ties, consistent)

    def rule(table: Answers, state: Sequence[Code]) -> Split | None:
        if len(state) == 1:
            return next_split(table, state)
        ranked = []
        for place, experiment in enumerate(table.experiments):
            split = table.split(experiment, state)
            if len(split.cells) > 1 and (split.finals or not (consistent and table.knows_finals)):
                figures = figures_of(table, split)
                not_final = ties == "final,first" and not split.finals
                ranked.append(((keys_of(score, figures), not_final, place), split, figures))
        seen = set()
        candidates: list[Split] = []
        for rank, split, figures in sorted(ranked, key=lambda entry: entry[0]):
            seen_of = [figures.sizes]
            seen_of += [figures.fixed] if "fixed" in names else []
            seen_of += [figures.weights] if names & {"w", "weight", "hitweight"} else []
            alike = (*rank[:2], tuple(sorted(zip(*seen_of, strict=True))))
            if alike not in seen and len(candidates) < beam:
                seen.add(alike)
                candidates.append(split)
        if not candidates:
            return None
        return min(candidates, key=lambda split: keys_of(score, _large(table, split, depth - 1)))

    def _large(table: Answers, split: Split, more: int) -> Figures:
        leaves = Figures([], [], [], 0, 0)
        for outcome, cell in split.cells.items():
            is_final = outcome in split.finals
            is_over = len(cell) == 1 or table.is_over(cell, is_final)
            following = next_split(table, cell) if more > 0 and not is_over else None
            if following is None:
                fixed = len(fixed_variables(table.game, cell))
                hit = cell if is_final else []
                below = Figures([len(cell)], [fixed], [table.weight(cell)], len(hit), table.weight(hit))
            else:
                below = _large(table, following, more - 1)
            leaves = Figures(
                leaves.sizes + below.sizes,
                leaves.fixed + below.fixed,
                leaves.weights + below.weights,
                leaves.hit + below.hit,
                leaves.hit_weight + below.hit_weight,
            )
        return leaves

    return rule
