"""All answers of a tiny game at hand, what is known then, and when its plays are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cobra.errors import GameError, LimitError
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment, Game, true_propositions
from cobra.model.outcomes import goal_value, is_final, knows_finals, outcome, weight_of
from cobra.model.spaces import MAX_STEPS, Code, codes, experiments


@dataclass(frozen=True)
class Split:
    """An experiment on a state: the codes of each outcome, and the outcomes that are final."""

    experiment: Experiment
    cells: dict[OutcomeValue, list[Code]]
    finals: frozenset[OutcomeValue]


class Answers:
    """Every answer of a small game, looked up instead of evaluated again and again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.codes = codes(game)
        if not self.codes:
            raise GameError("the game has no code")
        self.experiments = experiments(game)
        if len(self.codes) * len(self.experiments) > MAX_STEPS:
            needed = len(self.codes) * len(self.experiments)
            raise LimitError("codes", needed, MAX_STEPS, "the oracle, made for tiny games")
        self.knows_finals = knows_finals(game)
        self._answers = {e: {c: outcome(game, e, c) for c in self.codes} for e in self.experiments}
        self._finals = {e: {c for c in self.codes if is_final(game, e, c)} for e in self.experiments}
        self.goals = {c: goal_value(game, c) for c in self.codes}
        self.weights = {c: weight_of(game, c) for c in self.codes}

    def split(self, experiment: Experiment, state: Sequence[Code]) -> Split:
        """Return the codes of `state` by the outcomes of an experiment."""
        cells: dict[OutcomeValue, list[Code]] = {}
        for code in state:
            cells.setdefault(self._answers[experiment][code], []).append(code)
        finals = self._finals[experiment]
        return Split(experiment, cells, frozenset(o for o, cell in cells.items() if cell[0] in finals))

    def weight(self, state: Sequence[Code]) -> int:
        """Return the weight of some codes; their number when they have no weights."""
        return sum(self.weights[code] for code in state)

    def is_over(self, state: Sequence[Code], seen_final: bool) -> bool:
        """Return whether a play is over when `state` is left, inseparable codes aside."""
        if self.game.ending == "hit":
            return seen_final
        return len({self.goals[code] for code in state}) == 1

    def extra(self, state: Sequence[Code], seen_final: bool) -> int:
        """Return what is still counted when the play is over: 1 after a non-final outcome of a core game."""
        return int(self.game.ending == "core" and self.knows_finals and len(state) == 1 and not seen_final)


_last: Answers | None = None


def answers_of(game: Game) -> Answers:
    """Return all answers of a game, made anew unless it is the game asked about last: most is asked often."""
    global _last
    if _last is None or _last.game is not game:
        _last = Answers(game)
    return _last


def fixed_variables(game: Game, state: Sequence[Code]) -> dict[int, bool]:
    """Return the propositions, `aux` ones left out, that have one value in all codes of `state`."""
    shown = [slot.first + i for slot in game.codes.slots if not slot.aux for i in range(slot.width)]
    true = [true_propositions(game.codes, code) for code in state]
    return {p: p in true[0] for p in shown if len({p in t for t in true}) == 1}
