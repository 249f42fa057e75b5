"""What strategies take in games with lies and moves, by definition: one step ahead, and some steps ahead.

`rust/cobra-core/src/unseen/one_step.rs`, `volumes.rs` and `beliefs_ahead.rs` say it in words. A belief has of
each code the hidden state with the fewest lies, and the chances of all where they are known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cobra.language.score import read_score
from cobra.model.game import Game
from cobra.model.outcomes import weight_of
from tests.oracle.answers import fixed_variables
from tests.oracle.scores import Figures, keys_of
from tests.oracle.unseen import Chances, Hidden, UnseenRules, answers_by_chance

SIZE = 1 << 18
"""The sum of the sizes of cells, about."""
MOST = 1000


@dataclass(frozen=True)
class Believed:
    """What is possible, and how likely where that is known; the play may be over."""

    belief: Hidden
    chances: Chances | None
    is_final: bool = False


class Seen:
    """What a strategy sees of a tiny game with lies or moves."""

    def __init__(self, game: Game, text: str, depth: int = 1, beam: int = 1) -> None:
        self.rules, self.game = UnseenRules(game), game
        assert game.unseen is not None
        self.text, self.depth, self.beam = text, depth, beam
        self.moves = bool(game.unseen.moves)
        self.hits = game.ending == "hit"
        outcomes = [set(answers) for answers in self.rules.answers]
        finals = [sum(final for _, final in of) for of in outcomes]
        plain = [len(of) - number for of, number in zip(outcomes, finals, strict=True)]
        self.most = max(plain) if self.hits else max(map(len, outcomes))
        self.most_finals = max(finals)
        all_apart = len(set(zip(*self.rules.answers, strict=True))) == len(self.rules.codes)
        self.counts = not (self.moves or self.rules.any_lies) and (
            self.hits or (all_apart and len(set(self.rules.goals)) == len(self.rules.codes))
        )

    def start(self) -> Believed:
        """Return what is believed before the first experiment."""
        assert self.game.unseen is not None
        chances = {(n, 0): Fraction(weight_of(self.game, code)) for n, code in enumerate(self.rules.codes)}
        return Believed(self.rules.start, None if self.game.unseen.noise is None else chances)

    def after(self, here: Believed, experiment: int) -> dict[Any, Believed]:
        """Return for each answer what is believed then."""
        likely = {} if here.chances is None else answers_by_chance(self.rules, experiment, here.chances)
        after = {}
        for answer, (cell, final) in self.rules.answered(experiment, here.belief).items():
            fewest = frozenset(
                one for one in cell if not any((one[0], told) in cell for told in range(one[1]))
            )
            after[answer] = Believed(fewest, likely[answer][0] if answer in likely else None, final)
        return after

    def volume(self, left: int, experiments: int) -> int:
        """Return Berlekamp's volume of a code with so many lies left."""
        if left < 0 or not self.counts or experiments == 0:
            return int(left >= 0)
        lied = (
            0 if self.hits and experiments == 1 else (self.most - 1) * self.volume(left - 1, experiments - 1)
        )
        return self.volume(left, experiments - 1) + lied

    def bound(self, belief: Hidden) -> int:
        """Return how many experiments a belief takes at least, by counting."""
        room = int(not self.hits)
        for experiments in range(1, MOST):
            if not self.counts:
                return 1
            room *= self.most
            if self.hits:
                room += self.most_finals * self.volume(self.rules.lies, experiments)
            if sum(self.volume(self.rules.lies - told, experiments) for _, told in belief) <= room:
                return experiments
        return MOST

    def figures(self, whole: Believed, leaves: Sequence[Believed], left: int, one_step: bool) -> Figures:
        """Return what a score sees of leaves, after which so many experiments are needed at least."""
        codes = [[self.rules.codes[code] for code, _ in sorted(leaf.belief)] for leaf in leaves]
        weights = [sum(weight_of(self.game, code) for code in cell) for cell in codes]
        fixed = [len(fixed_variables(self.game, cell)) for cell in codes] if "fixed" in self.text else []
        sizes, hits = [], []
        for leaf in leaves:
            counted = leaf.is_final or (not one_step and self.rules.is_over(leaf.belief, False))
            volumes = [1 if counted else self.volume(self.rules.lies - told, left) for _, told in leaf.belief]
            sizes.append(sum(volumes))
            hits.append(len(leaf.belief) if leaf.is_final else 0)
        if whole.chances is None:
            sizes = [max(1, size * SIZE // sum(sizes)) for size in sizes]
        else:
            chances = [sum((leaf.chances or {}).values()) / sum(whole.chances.values()) for leaf in leaves]
            parts = [max(1, int(chance * SIZE)) for chance in chances]
            sizes = [1 if leaf.is_final else part for leaf, part in zip(leaves, parts, strict=True)]
            hits = [part if leaf.is_final else 0 for leaf, part in zip(leaves, parts, strict=True)]
        if self.game.weight is None:
            return Figures(sizes, fixed, sizes, sum(hits), sum(hits))
        hit_weight = sum(weight for weight, leaf in zip(weights, leaves, strict=True) if leaf.is_final)
        return Figures(sizes, fixed, weights, sum(hits), hit_weight)

    def ranked(self, here: Believed, path: Sequence[Hidden]) -> list[tuple[Any, int, Figures]]:
        """Return the experiments that may be taken, in order, with what a score sees of them."""
        left, found = self.bound(here.belief) - 1, []
        for experiment in range(len(self.rules.experiments)):
            cells = list(self.after(here, experiment).values())
            tells = self.rules.tells(experiment, dict.fromkeys(here.belief, Fraction(1)))
            if not tells or (self.moves and any(not one.is_final and one.belief in path for one in cells)):
                continue
            figures = self.figures(here, cells, left, True)
            not_final = self.hits and not any(cell.is_final for cell in cells)
            found.append(((keys_of(read_score(self.text), figures), not_final), experiment, figures))
        return sorted(found, key=lambda one: one[:2])

    def choose(self, here: Believed, path: Sequence[Hidden]) -> int | None:
        """Return the experiment of the strategy, None where it takes none; the path ends here."""
        ranked = self.ranked(here, path)
        if not ranked or self.depth == 1 or len(here.belief) == 1:
            return ranked[0][1] if ranked else None
        names = set(re.findall("[a-z0-9]+", self.text))
        seen: set[Any] = set()
        best_few: list[int] = []
        for rank, experiment, figures in ranked:
            columns = [figures.sizes]
            columns += [figures.fixed] if "fixed" in names else []
            columns += [figures.weights] if names & {"w", "weight", "hitweight"} else []
            alike = rank, tuple(sorted(zip(*columns, strict=True)))
            if alike not in seen and len(best_few) < self.beam:
                seen.add(alike)
                best_few.append(experiment)
        left = max(0, self.bound(here.belief) - self.depth)

        def after(experiment: int) -> Any:
            leaves = self._large(here, path, experiment, self.depth - 1)
            return keys_of(read_score(self.text), self.figures(here, leaves, left, False))

        return min(best_few, key=after)

    def _large(self, here: Believed, path: Sequence[Hidden], experiment: int, more: int) -> list[Believed]:
        leaves: list[Believed] = []
        for cell in self.after(here, experiment).values():
            is_open = len(cell.belief) > 1 and not self.rules.is_over(cell.belief, cell.is_final)
            ranked = self.ranked(cell, [*path, cell.belief]) if more > 0 and is_open else []
            if ranked:
                leaves += self._large(cell, [*path, cell.belief], ranked[0][1], more - 1)
            else:
                leaves.append(cell)
        return leaves
