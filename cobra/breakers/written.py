"""A strategy from a file, such as one that evolved: it asks what its tree says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cobra.breakers.breaker import How
from cobra.breakers.function import demand_free_choice
from cobra.breakers.place import Place
from cobra.breakers.tree import CoreHistory, play_states
from cobra.errors import GameError
from cobra.model.memory import in_state
from cobra.model.show import Notation
from cobra.model.spaces import allows

if TYPE_CHECKING:
    from cobra.engine.made import Made
    from cobra.engine.played import Played
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable
    from cobra.strategy.strategy import Strategy


@dataclass(frozen=True, slots=True)
class WrittenBreaker:
    """Walks the tree of a strategy file; its name is the path."""

    name: str

    def play(self, table: CodeTable, how: How, history: Sequence[Made] = ()) -> Played:
        """Play against every code of a table; the figures are counted, those in the file are not looked at.

        `GameError` when the strategy is one for another game, or says nothing where the game is not over, and
        after a history, of which a tree knows nothing.
        """
        from cobra.strategy.read import read_strategy

        demand_free_choice(self.name, how)
        if history:
            raise GameError(f"the strategy {self.name} begins with the game, and this one has begun already")
        return played(read_strategy(self.name, table.limits), table, self.name)


def played(strategy: Strategy, table: CodeTable, name: str) -> Played:
    """Return what comes of a strategy, called `name` in messages, played against every code of a table.

    The figures are counted, in the memory of the table. `GameError` when it is one for another game, or says
    nothing where the game is not over.
    """
    from cobra.strategy.check.verify import difference

    if (other := difference(strategy.game, table.game)) is not None:
        raise GameError(f"{name} is a strategy for another game: {other}")
    decoders, notation = table.compiled.decoders, Notation(table.game)

    def choose(place: Place, made: CoreHistory) -> CoreExperiment | None:
        node = strategy.root
        for (type_, _), outcome in made:
            node = strategy.branches[node].get(decoders[type_].values(outcome), -1)
        if node < 0:
            return None
        experiment = in_state(table.game, strategy.experiments[node], place.state)
        if table.game.memory is not None:
            space = table.game.experiments[experiment[0]].space
            if not allows(table.game.dag, space, experiment[1], of_experiments=True):
                shown = notation.experiment(experiment)
                raise GameError(f"{name} makes {shown} where it cannot be made")
        return table.compiled.core_experiment(experiment)

    return play_states(table, choose, name=name, confirms=False, memory=table.memory)


def written_breaker(file: str) -> WrittenBreaker:
    """Return the breaker that plays the strategy of a file; `GameError` when there is no such file."""
    if not Path(file).is_file():
        raise GameError(f"there is no file {file}")
    return WrittenBreaker(file)
