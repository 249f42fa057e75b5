"""Games with lies and moves by definition: the least worst case, over sets of hidden states.

Nothing here is the product's: hidden states are pairs of a code and the lies told, all of them, not only
those with the fewest lies.
"""

from __future__ import annotations

from functools import cache

from cobra.errors import LimitError
from cobra.model.evaluate import evaluate
from cobra.model.game import Game, true_propositions
from cobra.model.outcomes import goal_value, is_final, outcome
from cobra.model.spaces import codes, experiments

MOST_BELIEFS = 100_000

Hidden = frozenset[tuple[int, int]]


class UnseenRules:
    """What can be asked in a tiny game, and what may be answered."""

    def __init__(self, game: Game) -> None:
        assert game.unseen is not None
        self.game, self.lies = game, game.unseen.lies
        self.codes = codes(game)
        self.experiments = experiments(game)
        self.answers = [
            [(outcome(game, one, code), is_final(game, one, code)) for code in self.codes]
            for one in self.experiments
        ]
        self.goals = [goal_value(game, code) for code in self.codes]
        self.next = [self._next(code) for code in range(len(self.codes))]
        self.start: Hidden = frozenset((code, 0) for code in range(len(self.codes)))

    def _next(self, code: int) -> list[int]:
        """Return what a code can become, by trying all codes."""
        game = self.game
        assert game.unseen is not None
        before = self.codes[code]
        true = true_propositions(game.codes, before)
        moving = {move.slot: move for move in game.unseen.moves}

        def follows(after: tuple[int, ...]) -> bool:
            return all(
                any(evaluate(game.dag, cases.lits[value], true, ()) for cases in moving[slot].targets)
                if slot in moving
                else value == before[slot]
                for slot, value in enumerate(after)
            )

        return [number for number, after in enumerate(self.codes) if follows(after)]

    def is_over(self, hidden: Hidden, final: bool) -> bool:
        """Return whether a play ends that leaves these hidden states."""
        if self.game.ending == "hit":
            return final
        left = {code for code, _ in hidden}
        if len({self.goals[code] for code in left}) == 1:
            return True
        if self.game.unseen is not None and self.game.unseen.moves:
            return False
        return all(len({answers[code] for code in left}) == 1 for answers in self.answers)

    def cells(self, experiment: int, hidden: Hidden) -> list[tuple[Hidden, bool]]:
        """Return what the answers leave, and whether they are final."""
        answers = self.answers[experiment]
        lies = {answer for answer in answers if not answer[1]}
        cells: dict[object, set[tuple[int, int]]] = {}
        finals: dict[object, bool] = {}
        for code, told in hidden:
            truth = answers[code]
            given = [(truth, told)]
            if not truth[1] and told < self.lies:
                given += [(lie, told + 1) for lie in lies if lie != truth]
            for answer, now in given:
                finals[answer] = answer[1]
                after = [code] if answer[1] else self.next[code]
                cells.setdefault(answer, set()).update((one, now) for one in after)
        return [(frozenset(cell), finals[answer]) for answer, cell in cells.items()]


def least_worst(game: Game, most: int) -> int | None:
    """Return the least worst case, None when it is more than `most`."""
    rules = UnseenRules(game)
    count = 0

    @cache
    def settles(hidden: Hidden, left: int) -> bool:
        nonlocal count
        count += 1
        if count > MOST_BELIEFS:
            raise LimitError("codes", count, MOST_BELIEFS, "the optimum by definition")
        return left > 0 and any(
            all(
                rules.is_over(cell, final) or settles(cell, left - 1)
                for cell, final in rules.cells(e, hidden)
            )
            for e in range(len(rules.experiments))
        )

    if rules.is_over(rules.start, False):
        return 0
    return next((worst for worst in range(1, most + 1) if settles(rules.start, worst)), None)
