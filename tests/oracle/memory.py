"""Games with a state, prices and plays that are lost, by definition: the optimum, and one-step strategies.

A game in which nothing but knowledge changes is one of them, with no state and experiments that cost 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

from cobra.errors import LimitError
from cobra.language.score import read_score
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment, Game, true_propositions
from cobra.model.memory import (
    Followed,
    State,
    at_state,
    follow_components,
    followed,
    in_state,
    price_unit,
    start_of,
)
from cobra.model.outcomes import component_values, goal_value, is_final, outcome, weight_of
from cobra.model.spaces import Code, codes, experiments
from tests.oracle.answers import fixed_variables
from tests.oracle.scores import Figures, keys_of

MOST_SITUATIONS = 200_000

Toll: TypeAlias = tuple[int, int]
"""Lost codes by weight, and what is counted, in units of the game."""
Cell: TypeAlias = tuple[tuple[int, ...], bool, Followed]
"""The codes of a cell, whether its outcome is final, and what follows."""


class Rules:
    """What can be done in a tiny game with memory, and what comes of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.codes: list[Code] = codes(game)
        self.weights = [weight_of(game, code) for code in self.codes]
        self.goals = [goal_value(game, code) for code in self.codes]
        self.all = tuple(range(len(self.codes)))
        self.start: State = start_of(game)
        self.has_state = bool(self.start)
        self.hit = game.ending == "hit"
        loss = None if game.memory is None else game.memory.loss
        self.loss = None if loss is None else int(loss / price_unit(game))
        self._remember()

    def _remember(self) -> None:
        self.experiments = cache(self._experiments)
        self.answer = cache(self._answer)
        self.is_stuck = cache(self._is_stuck)
        self.is_barred = cache(self._is_barred)

    def _experiments(self, state: State) -> list[Experiment]:
        """Return the experiments that can be made in a state, in order."""
        return [in_state(self.game, one, state) for one in experiments(at_state(self.game, state))]

    def _answer(self, experiment: Experiment, code: int) -> tuple[OutcomeValue, bool, Followed]:
        game, secret = self.game, self.codes[code]
        type_ = game.experiments[experiment[0]]
        sides = true_propositions(game.codes, secret), true_propositions(type_.space, experiment[1])
        then = Followed((), 1, False)
        if game.memory is not None:
            values = component_values(game.dag, follow_components(game, type_), *sides)
            then = followed(game, type_, values)
        return outcome(game, experiment, secret), is_final(game, experiment, secret), then

    def cells(self, experiment: Experiment, left: Sequence[int]) -> list[Cell]:
        """Return how an experiment splits the codes left."""
        cells: dict[OutcomeValue, list[int]] = {}
        for code in left:
            cells.setdefault(self.answer(experiment, code)[0], []).append(code)
        return [(tuple(cell), *self.answer(experiment, cell[0])[1:]) for cell in cells.values()]

    def is_won(self, left: Sequence[int], final: bool) -> bool:
        """Return whether a play is over, and won."""
        return final if self.hit else len({self.goals[code] for code in left}) == 1

    def _is_stuck(self, left: tuple[int, ...], state: State) -> bool:
        """Return whether nothing can be told apart any more, nor a play be ended but by losing it."""
        seen, waiting = {state}, [state]
        while waiting:
            here = waiting.pop()
            for experiment in self.experiments(here):
                cells = self.cells(experiment, left)
                cell, final, then = cells[0]
                if len(cells) > 1 or self.is_won(cell, final):
                    return False
                if not then.lost and then.state not in seen:
                    seen.add(then.state)
                    waiting.append(then.state)
        return True

    def _is_barred(self, left: tuple[int, ...], state: State) -> bool:
        """Return whether something could be told apart, or won, but by no experiment that can be final."""
        return not self.is_stuck(left, state) and not any(
            any(final for _, final, _ in self.cells(experiment, left))
            for here in self._reached(left, state)
            for experiment in self.experiments(here)
        )

    def _reached(self, left: tuple[int, ...], state: State) -> list[State]:
        """Return the states reached by experiments that tell nothing."""
        reached = [state]
        for here in reached:
            for experiment in self.experiments(here):
                (cell, final, then), *more = self.cells(experiment, left)
                silent = not more and not self.is_won(cell, final) and not then.lost
                if silent and then.state not in reached:
                    reached.append(then.state)
        return reached

    def weight(self, left: Sequence[int]) -> int:
        """Return the weight of codes."""
        return sum(self.weights[code] for code in left)


def least(
    game: Game | Rules,
    counted: str,
    longest: int,
    within: bool = False,
    won_only: bool = False,
    most: int | None = None,
    consistent: bool = False,
    first: Experiment | None = None,
    start: tuple[tuple[int, ...], State] | None = None,
) -> Toll | None:
    """Return what the best strategy costs none of whose plays is longer than `longest`; None without one.

    `counted`: "total", "worst", or "nodes" for the experiments in its tree. `within`: longer plays are lost
    instead. `won_only`: lost plays count as lost whatever the game says that they cost, and a strategy may
    give up. `most`: no play may cost more. `consistent`: only experiments are made that can still be final,
    or tell nothing and change the state. `first`: the experiment that it begins with, consistent or not.
    `start`: codes and a state of a play that goes on, instead of all codes at the beginning.
    """
    rules = game if isinstance(game, Rules) else Rules(game)
    units = None if won_only else rules.loss
    count = 0

    def of_lost(left: Sequence[int], budget: int | None) -> Toll | None:
        if units is None:
            return rules.weight(left), 0
        if budget is not None and units > budget:
            return None
        return 0, {"total": units * rules.weight(left), "worst": units, "nodes": 0}[counted]

    def together(tolls: Sequence[Toll]) -> Toll:
        costs = [cost for _, cost in tolls]
        whole = {"total": sum(costs), "worst": max(costs), "nodes": 1 + sum(costs)}[counted]
        return sum(lost for lost, _ in tolls), whole

    @cache
    def best(left: tuple[int, ...], state: State, more: int, budget: int | None) -> Toll | None:
        nonlocal count
        count += 1
        if count > MOST_SITUATIONS:
            raise LimitError("codes", count, MOST_SITUATIONS, "the optimum by definition")
        if stuck(left, state):
            return end(left, budget)
        if more == 0:
            return of_lost(left, budget) if within else None
        found = [step(one, left, more, budget) for one in rules.experiments(state) if may(one, left)]
        if won_only:
            found.append((rules.weight(left), 0))  # nobody goes on where no code can be won any more
        return min((toll for toll in found if toll is not None), default=None)

    def may(experiment: Experiment, left: tuple[int, ...]) -> bool:
        cells = rules.cells(experiment, left)
        silent = len(cells) == 1 and not cells[0][2].lost
        return not consistent or silent or any(final for _, final, _ in cells)

    def step(experiment: Experiment, left: tuple[int, ...], more: int, budget: int | None) -> Toll | None:
        """Return what it costs to make an experiment and go on as well as possible."""
        tolls: list[Toll] = []
        for cell, final, then in rules.cells(experiment, left):
            paid = then.price * {"total": rules.weight(cell), "worst": 1, "nodes": 0}[counted]
            rest: Toll | None = (0, 0)
            after = None if budget is None else budget - then.price
            if after is not None and after < 0:
                rest = None
            elif not rules.is_won(cell, final):
                rest = of_lost(cell, after) if then.lost else best(cell, then.state, more - 1, after)
            if rest is None:
                return None
            tolls.append((rest[0], rest[1] + paid))
        return together(tolls)

    def stuck(left: tuple[int, ...], state: State) -> bool:
        return rules.is_stuck(left, state)

    def end(left: tuple[int, ...], budget: int | None) -> Toll | None:
        return of_lost(left, budget) if rules.has_state or rules.hit else (0, 0)

    if start is not None:
        return best(*start, longest, most)
    if first is not None:
        return step(first, rules.all, longest, most) if longest > 0 else None
    if rules.is_won(rules.all, False):
        return 0, 0
    return best(rules.all, rules.start, longest, most)


Score: TypeAlias = "Callable[[list[int]], object]"
"""What a strategy makes small, of the sizes of cells."""
SCORES: dict[str, Score] = {
    "max-models": max,
    "exp-models": lambda sizes: sum(size * size for size in sizes),
    "parts": lambda sizes: -len(sizes),
}


class BarredError(Exception):
    """Something could be found out, but by nothing that is allowed."""


class DetourError(Exception):
    """The state has to be changed first, and there are several ways to do that."""


Chooser: TypeAlias = "Callable[[Rules, str, tuple[int, ...], State, bool], Sequence[Cell] | None]"
"""Splits the codes left as a strategy does, by its score; None where nothing can be told apart any more."""


def rated(
    rules: Rules, strategy: str, left: tuple[int, ...], state: State, consistent: bool
) -> list[tuple[Any, bool, int, list[Cell]]]:
    """Return the experiments that tell codes apart or are final: the key, whether it cannot be final where
    that is preferred, the place in order, and the cells; the best first."""
    found = []
    for place, experiment in enumerate(rules.experiments(state)):
        cells = rules.cells(experiment, left)
        if len(cells) == 1 and not cells[0][1]:
            continue
        can_be_final = any(final for _, final, _ in cells)
        if can_be_final or not consistent:
            found.append((key_of(rules, strategy, cells), rules.hit and not can_be_final, place, cells))
    return sorted(found, key=lambda one: one[:3])


def one_step(
    rules: Rules, strategy: str, left: tuple[int, ...], state: State, consistent: bool
) -> Sequence[Cell] | None:
    """The `Chooser` of a one-step strategy: the first of those that lose least, as far as one step shows."""
    found = rated(rules, strategy, left, state, consistent)
    if found:
        return min(found, key=lambda one: lost_for_certain(rules, one[3], consistent))[3]
    if consistent and rules.is_barred(left, state):
        raise BarredError
    if not rules.is_stuck(left, state):
        raise DetourError
    return None


def played(
    game: Game | Rules, strategy: str, consistent: bool = False, choose: Chooser = one_step
) -> tuple[int, int, int, int] | None:
    """Return the sum of lengths, of prices by weight, the lost codes and the greatest length of a strategy
    that compares one of `SCORES` or a score expression; None where the state has to be changed first: there
    are several ways to do that. `consistent`: only what can be final is allowed; `BarredError` where nothing
    is.
    """
    rules = game if isinstance(game, Rules) else Rules(game)
    total = prices = lost = worst = 0
    loss = rules.loss or 0
    waiting = [(rules.all, rules.start, 0, 0)]
    if rules.is_won(rules.all, False):
        return 0, 0, 0, 0
    while waiting:
        left, state, length, price = waiting.pop()
        worst = max(worst, length)
        try:
            cells = choose(rules, strategy, left, state, consistent)
        except DetourError:
            return None
        if cells is None:
            if rules.has_state or rules.hit:
                lost, price = lost + len(left), price + loss
            total, prices = total + length * rules.weight(left), prices + price * rules.weight(left)
            continue
        for cell, final, then in cells:
            paid = price + then.price
            if rules.is_won(cell, final) or then.lost:
                if not rules.is_won(cell, final):
                    lost, paid = lost + len(cell), paid + loss
                worst = max(worst, length + 1)
                total, prices = total + (length + 1) * rules.weight(cell), prices + paid * rules.weight(cell)
            else:
                waiting.append((cell, then.state, length + 1, paid))
    return total, prices, lost, worst


def key_of(rules: Rules, strategy: str, cells: Sequence[Cell]) -> Any:
    """Return what a strategy makes small, of a split."""
    sizes = [len(cell) for cell, _, _ in cells]
    if strategy in SCORES:
        return SCORES[strategy](sizes)
    hit = [cell for cell, final, _ in cells if final]
    figures = Figures(
        sizes,
        [fixed_of(rules, cell) for cell, _, _ in cells] if "fixed" in strategy else [],
        [rules.weight(cell) for cell, _, _ in cells],
        sum(map(len, hit)),
        sum(map(rules.weight, hit)),
        [then.price * price_unit(rules.game) for _, _, then in cells],
    )
    return keys_of(read_score(strategy), figures)


def fixed_of(rules: Rules, left: Sequence[int]) -> int:
    """Return how many variables have one value in all of these codes."""
    return len(fixed_variables(rules.game, [rules.codes[code] for code in left]))


def lost_for_certain(rules: Rules, cells: Sequence[Cell], consistent: bool) -> tuple[int, int]:
    """Return the weights of the codes with which nothing is allowed any more, and of those whose plays cannot
    be won any more, as far as one step shows."""
    open_ = [(cell, then) for cell, final, then in cells if not rules.is_won(cell, final)]
    barred = [
        cell for cell, then in open_ if consistent and not then.lost and rules.is_barred(cell, then.state)
    ]
    can_be_stuck = rules.has_state or consistent
    dead = [cell for cell, then in open_ if then.lost or (can_be_stuck and rules.is_stuck(cell, then.state))]
    return sum(map(rules.weight, barred)), sum(map(rules.weight, dead))


class Course:
    """A play in a tiny game with memory, followed by definition: codes left, state, cost, how it ended."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.left = rules.all
        self.state = rules.start
        self.units = 0
        self.over = rules.is_won(self.left, False) or self.rules.is_stuck(self.left, self.state)
        self.lost = self.over and not rules.is_won(self.left, False) and self._has_to_win

    @property
    def _has_to_win(self) -> bool:
        return self.rules.has_state or self.rules.hit

    def ask(self, experiment: Experiment, cell: Cell) -> None:
        """Make an experiment whose answer leaves a cell."""
        self.left, final, then = cell
        self.state, self.units = then.state, self.units + then.price
        won = self.rules.is_won(self.left, final)
        self.over = won or then.lost or self.rules.is_stuck(self.left, self.state)
        self.lost = not won and (then.lost or (self.over and self._has_to_win))
