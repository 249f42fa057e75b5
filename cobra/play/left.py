"""The codes left of a game that was listed once: an answer takes some away, and nothing is compiled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cobra.engine.compile import from_core
from cobra.engine.made import Made
from cobra.engine.program import CoreExperiment
from cobra.engine.table import CodeTable
from cobra.model.game import Assignment, Experiment


@dataclass(frozen=True, slots=True)
class CodesLeft:
    """Codes of a table that fit all answers, in the order of the table."""

    table: CodeTable
    """The game they were listed in, which may be that of an earlier position."""
    numbers: Sequence[int]

    @property
    def state(self) -> Sequence[int] | None:
        """Return them as the core takes them: None for all codes of the table."""
        return None if len(self.numbers) == self.table.codes else self.numbers

    def after(self, made: Made) -> CodesLeft:
        """Return the codes left after one more experiment; none when they cannot give this answer."""
        core = self.core(made.experiment)
        values = self.table.compiled.decoders[core[0]].values
        outcomes = self.outcomes(core)
        wanted = {number for number in set(outcomes) if values(number) == made.outcome}
        left = [code for code, number in zip(self.numbers, outcomes, strict=True) if number in wanted]
        return CodesLeft(self.table, left)

    def core(self, experiment: Experiment) -> CoreExperiment:
        """Return an experiment as the core of the table has it."""
        return self.table.compiled.core_experiment(experiment)

    def outcomes(self, experiment: CoreExperiment) -> list[int]:
        """Return the core's outcome number of each code left."""
        return self.table.engine.partition(experiment, None if self.state is None else list(self.state))

    def weights(self) -> list[int]:
        """Return the weight of each code left."""
        weights = self.table.weights()
        return [weights[code] for code in self.numbers]

    def goals(self) -> set[object]:
        """Return what is still possible of what is to be found out."""
        goals = self.table.goals()
        return {goals[code] for code in self.numbers}

    def code(self, place: int) -> Assignment:
        """Return one of the codes left."""
        return from_core(self.table.engine.code(self.numbers[place]))

    def show(self, most: int) -> list[str]:
        """Return the first codes left as text, up to so many."""
        return [self.table.show_code(code) for code in self.numbers[:most]]
