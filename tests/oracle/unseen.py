"""Games with lies and moves by definition: the least worst case, over sets of hidden states.

Nothing here is the product's: hidden states are pairs of a code and the lies told, all of them, not only
those with the fewest lies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from cobra.engine.made import Made
from cobra.errors import LimitError
from cobra.model.answers import OutcomeValue
from cobra.model.evaluate import evaluate
from cobra.model.game import Experiment, Game, Observed, true_propositions
from cobra.model.outcomes import goal_value, is_final, outcome, weight_of
from cobra.model.spaces import codes, experiments

MOST_BELIEFS = 100_000

Hidden = frozenset[tuple[int, int]]


class UnseenRules:
    """What can be asked in a tiny game, and what may be answered."""

    def __init__(self, game: Game) -> None:
        assert game.unseen is not None
        self.game, self.lies = game, game.unseen.lies
        self.any_lies = game.unseen.noise is not None and game.unseen.lies == 0
        self.codes = codes(game)
        self.noises = [self._noise(code) for code in self.codes]
        self.experiments = experiments(game)
        self.answers = [
            [(outcome(game, one, code), is_final(game, one, code)) for code in self.codes]
            for one in self.experiments
        ]
        self.drawn = [[self._drawn(one, code) for code in self.codes] for one in self.experiments]
        self.goals = [goal_value(game, code) for code in self.codes]
        self.next = [self._next(code) for code in range(len(self.codes))]
        self.start: Hidden = frozenset((code, 0) for code in range(len(self.codes)))

    def _noise(self, code: tuple[int, ...]) -> Fraction:
        """Return how likely an answer of a code is a lie while there may be more; 0 where nobody knows."""
        assert self.game.unseen is not None
        true = true_propositions(self.game.codes, code)
        by_code = [p for p, lit in self.game.unseen.noises if evaluate(self.game.dag, lit, true, ())]
        (noise,) = by_code or [self.game.unseen.noise or Fraction(0)]
        return noise

    def _drawn(self, experiment: Experiment, code: tuple[int, ...]) -> dict[OutcomeValue, Fraction]:
        """Return what may be observed with its chance; nothing where that is not drawn."""
        type_ = self.game.experiments[experiment[0]]
        secret = true_propositions(self.game.codes, code)
        parameters = true_propositions(type_.space, experiment[1])
        said: dict[OutcomeValue, Fraction] = {}
        for way in type_.answer.ways if isinstance(type_.answer, Observed) else ():
            for value, lit in zip(way.cases.values, way.cases.lits, strict=True):
                if evaluate(self.game.dag, lit, secret, parameters):
                    said[(value,)] = said.get((value,), Fraction(0)) + way.chance
        return said

    def _next(self, code: int) -> list[int]:
        """Return what a code can become, by trying all codes; what is `aux` follows from the rest."""
        game = self.game
        assert game.unseen is not None
        before = self.codes[code]
        true = true_propositions(game.codes, before)
        moving = {move.slot: move for move in game.unseen.moves}

        def follows(after: tuple[int, ...]) -> bool:
            return all(
                any(evaluate(game.dag, cases.lits[value], true, ()) for cases in moving[slot].targets)
                if slot in moving
                else value == before[slot] or game.codes.slots[slot].aux
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

    def tells(self, experiment: int, chances: Mapping[tuple[int, int], Fraction]) -> bool:
        """Return whether codes answer an experiment differently, or end the play, or something moves."""
        drawn = [self.drawn[experiment][code] for code, _ in chances]
        if any(one != drawn[0] for one in drawn):
            return True
        told = {self.answers[experiment][code] for code, _ in chances if not self.drawn[experiment][code]}
        moves = self.game.unseen is not None and bool(self.game.unseen.moves)
        return moves or len(told) > 1 or any(final for _, final in told)

    def cells(self, experiment: int, hidden: Hidden) -> list[tuple[Hidden, bool]]:
        """Return what the answers leave, and whether they are final."""
        return list(self.answered(experiment, hidden).values())

    def after(self, history: Sequence[Made], lies: int) -> Hidden:
        """Return what is possible after some answers when so many of them may be lies."""
        hidden = self.start
        for made in history:
            cells = self.answered(self.experiments.index(made.experiment), hidden, lies)
            hidden = cells.get(made.outcome, (frozenset(), False))[0]
        return hidden

    def answered(
        self, experiment: int, hidden: Hidden, allowed: int | None = None
    ) -> dict[OutcomeValue, tuple[Hidden, bool]]:
        """Return for each answer that may come what it leaves, and whether it is final."""
        answers, allowed = self.answers[experiment], self.lies if allowed is None else allowed
        lies = {answer for answer in answers if not answer[1]}
        cells: dict[tuple[OutcomeValue, bool], set[tuple[int, int]]] = {}
        for code, told in hidden:
            truth = answers[code]
            given = [(truth, told)]
            if drawn := self.drawn[experiment][code]:
                given = [((values, False), told) for values in drawn]
            elif not truth[1] and (told < allowed or (self.any_lies and self.noises[code] > 0)):
                given += [(lie, told if self.any_lies else told + 1) for lie in lies if lie != truth]
            for answer, now in given:
                after = [code] if answer[1] else self.next[code]
                cells.setdefault(answer, set()).update((one, now) for one in after)
        return {outcome: (frozenset(cell), final) for (outcome, final), cell in cells.items()}


Chances = dict[tuple[int, int], Fraction]


def answers_by_chance(
    rules: UnseenRules, experiment: int, chances: Chances
) -> dict[OutcomeValue, tuple[Chances, bool]]:
    """Return for each answer what it leaves, with the chances of hidden states, and whether it is final."""
    assert rules.game.unseen is not None and rules.game.unseen.noise is not None
    answers = rules.answers[experiment]
    plain = {answer for answer in answers if not answer[1]}
    cells: dict[tuple[OutcomeValue, bool], Chances] = {}
    for (code, told), chance in chances.items():
        truth, noise = answers[code], rules.noises[code]
        none = truth[1] or (told == rules.lies and not rules.any_lies)
        lies = [] if none else [answer for answer in plain if answer != truth]
        given = [(truth, told, 1 - noise if lies else Fraction(1))]
        given += [(lie, told if rules.any_lies else told + 1, noise / len(lies)) for lie in lies if noise]
        if drawn := rules.drawn[experiment][code]:
            given = [((values, False), told, part) for values, part in drawn.items()]
        for answer, now, part in given:
            cell = cells.setdefault(answer, {})
            after = [code] if answer[1] else rules.next[code]
            for one in after:
                cell[one, now] = cell.get((one, now), Fraction(0)) + chance * part / len(after)
    return {outcome: (cell, final) for (outcome, final), cell in cells.items()}


def least_mean(game: Game, start: Chances | None = None, longest: int | None = None) -> Fraction | None:
    """Return the least mean length of a play, of strategies that ask only what tells codes apart.

    `start`: from a position on at which these are the chances of hidden states. `longest`: no play is longer;
    None when that cannot be.
    """
    rules = UnseenRules(game)
    known: dict[tuple[frozenset[tuple[tuple[int, int], Fraction]], int | None], Fraction | None] = {}

    def least(chances: Chances, final: bool, left: int | None) -> Fraction | None:
        """Return the mean of what is left to ask, times the chance of all."""
        if rules.is_over(frozenset(chances), final):
            return Fraction(0)
        if left == 0:
            return None
        whole = sum(chances.values())
        key = frozenset((hidden, chance / whole) for hidden, chance in chances.items()), left
        if key not in known:
            if len(known) > MOST_BELIEFS // 10:
                raise LimitError("codes", len(known), MOST_BELIEFS // 10, "the optimum by definition")
            found = []
            for one in range(len(rules.answers)):
                if rules.tells(one, chances):
                    rest = None if left is None else left - 1
                    cells = answers_by_chance(rules, one, chances).values()
                    means = [least(cell, ends, rest) for cell, ends in cells]
                    if None not in means:
                        found.append(whole + sum(mean for mean in means if mean is not None))
            known[key] = min(found) / whole if found else None
        part = known[key]
        return None if part is None else part * whole

    if start is None:
        start = {(code, 0): Fraction(weight_of(game, one)) for code, one in enumerate(rules.codes)}
    mean = least(start, False, longest)
    return None if mean is None else mean / sum(start.values())


def most_won(game: Game, within: int) -> tuple[Fraction, Fraction]:
    """Return how likely the best strategy does not win within so many experiments, and the least mean number
    of experiments made by strategies that lose as little; a strategy may give up.
    """
    rules = UnseenRules(game)
    known: dict[tuple[frozenset[tuple[tuple[int, int], Fraction]], int], tuple[Fraction, Fraction]] = {}

    def best(chances: Chances, final: bool, left: int) -> tuple[Fraction, Fraction]:
        """Return both, times the chance of all."""
        whole = sum(chances.values(), Fraction(0))
        if rules.is_over(frozenset(chances), final):
            return Fraction(0), Fraction(0)
        if left == 0:
            return whole, Fraction(0)
        key = frozenset((hidden, chance / whole) for hidden, chance in chances.items()), left
        if key not in known:
            if len(known) > MOST_BELIEFS // 10:
                raise LimitError("codes", len(known), MOST_BELIEFS // 10, "the optimum by definition")
            found = [(whole, Fraction(0))]
            for one in range(len(rules.answers)):
                if rules.tells(one, chances):
                    cells = answers_by_chance(rules, one, chances).values()
                    parts = [best(cell, ends, left - 1) for cell, ends in cells]
                    lost, made = (sum(numbers, Fraction(0)) for numbers in zip(*parts, strict=True))
                    found.append((lost, whole + made))
            known[key] = min(found)[0] / whole, min(found)[1] / whole
        lost, made = known[key]
        return lost * whole, made * whole

    start = {(code, 0): Fraction(weight_of(game, one)) for code, one in enumerate(rules.codes)}
    lost, made = best(start, False, within)
    return lost / sum(start.values()), made / sum(start.values())


def least_worst(game: Game, most: int, start: Hidden | None = None) -> int | None:
    """Return the least worst case, None when it is more than `most`; `start`: from these hidden states on."""
    rules = UnseenRules(game)
    start = rules.start if start is None else start
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

    if rules.is_over(start, False):
        return 0
    return next((worst for worst in range(1, most + 1) if settles(start, worst)), None)
