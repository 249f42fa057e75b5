"""The plays of a game in which answers may be lies or the secret moves: what is known is a belief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from cobra.breakers.place import Cell, Chances, End, Leaf, Place
from cobra.engine.believing import Believing, whole_parts
from cobra.lengths import Figures
from cobra.model.unseen import Answer, Belief, Likely

if TYPE_CHECKING:
    from cobra.engine.played import CoreTree
    from cobra.engine.program import CoreExperiment
    from cobra.engine.table import CodeTable


class ByBelief:
    """Plays that depend on what is believed. The length of a code is that of its longest play, so it is known
    when the tree is there; one that is not finished has the length of none.
    """

    def __init__(self, table: CodeTable) -> None:
        self._table = table
        self._world = Believing(table)
        self._width = self._world.lies + 1
        self._hit = table.game.ending == "hit"
        self._goals = table.goals()
        self._weights = table.weights()
        self._given_up: set[Leaf] = set()
        belief = table.belief
        self._start: Belief = (
            self._world.start if belief is None else dict(divmod(hidden, self._width) for hidden in belief)
        )
        self._likely = self._likely_at_start()

    def _likely_at_start(self) -> Likely | None:
        """Return how likely what is believed is, all together as much as the codes weigh; None where that is
        not known.
        """
        table = self._table
        if self._world.unseen.noise is None or (table.belief is not None and table.chances is None):
            return None
        if table.chances is None:
            return {(code, 0): Fraction(weight) for code, weight in enumerate(self._weights)}
        weight = sum(self._weights[code] for code in self._start)
        parts = {hidden: int.from_bytes(chance, "little") for hidden, chance in table.chances}
        unit = Fraction(weight, sum(parts.values()))
        return {divmod(hidden, self._width): part * unit for hidden, part in parts.items()}

    def begin(self) -> Cell:
        """Return how plays begin: with what is believed then."""
        return self._cell(-1, self._start, self._likely, False)

    def follow(self, place: Place, experiment: CoreExperiment) -> list[Cell]:
        """Return what an experiment makes of a place, ascending by outcome."""
        asked = self._table.compiled.experiment(experiment)
        belief = dict(zip(place.codes, place.told, strict=True))
        likely: Mapping[Answer, Likely] = {}
        if place.chances:
            likely = self._world.likely_cells(self._chances(place), asked)
        cells = [
            self._cell(self._world.outcome_number(asked, answer), cell, likely.get(answer), answer[1])
            for answer, cell in self._world.cells(belief, asked).items()
        ]
        return sorted(cells, key=lambda cell: cell.outcome)

    def _cell(self, outcome: int, belief: Belief, likely: Likely | None, final: bool) -> Cell:
        codes = sorted(belief)
        chances: Chances = ()
        if likely is not None:
            parts = sorted(whole_parts(likely).items())
            chances = tuple([(code * self._width + told, part) for (code, told), part in parts])
        place = Place(codes, told=[belief[code] for code in codes], chances=chances)
        return Cell(outcome, place, self._end(codes, final))

    def _end(self, codes: list[int], final: bool) -> End | None:
        if self._hit:
            return End() if final else None
        if len({self._goals[code] for code in codes}) == 1:
            return End()
        pair = None if self._world.moves else self._table.inseparable_pair(codes)
        return None if pair is None else End(together=pair)

    def hidden(self, place: Place) -> list[int]:
        """Return what is believed as the core numbers it."""
        return [code * self._width + told for code, told in zip(place.codes, place.told, strict=True)]

    def weights(self, place: Place) -> list[int]:
        """Return how likely each code is, in parts of the sum; that must be known."""
        found = dict.fromkeys(place.codes, 0)
        for hidden, part in place.chances:
            found[hidden // self._width] += part
        return list(found.values())

    def shares(self, place: Place, experiment: CoreExperiment) -> dict[int, Fraction]:
        """Return how likely each outcome of an experiment is, ascending, in the same parts."""
        asked = self._table.compiled.experiment(experiment)
        cells = self._world.likely_cells(self._chances(place), asked).items()
        shares = {self._world.outcome_number(asked, answer): sum(cell.values()) for answer, cell in cells}
        return {number: Fraction(shares[number]) for number in sorted(shares)}

    def _chances(self, place: Place) -> Likely:
        return {divmod(hidden, self._width): Fraction(part) for hidden, part in place.chances}

    def known(self, place: Place) -> CoreExperiment | None:
        """Return None: the strategy says all that is asked."""
        return None

    def idle(self, place: Place, gave_up: bool) -> End | None:
        """Return that plays are lost where the strategy gives up: it may where the secret moves, and it would
        go in circles.
        """
        return End(lost=True) if gave_up and self._world.moves else None

    def settle(self, place: Place, length: int, end: End, leaf: Leaf) -> None:
        """Note where a strategy gives up."""
        if end.lost:
            self._given_up.add(leaf)

    def settled(self) -> int:
        """Return 0: nothing is settled before all is."""
        return 0

    def figures(self, tree: CoreTree, finished: bool) -> Figures:
        """Return what the plays of a tree come to, over all lies and moves."""
        nodes, weights = len(tree[0]), self._weights
        weight = sum(weights[code] for code in self._start)
        if not finished:
            return Figures(0, 0, weight, len(self._start), {}, nodes)
        longest = {code: self._longest(tree, code, told) for code, told in self._start.items()}
        total = Fraction(sum(length * weights[code] for code, (length, _) in longest.items()))
        given_up = Fraction(0)
        if self._likely is not None:
            total, given_up = self._mean(tree, self._likely)
        parts = lcm(total.denominator, given_up.denominator)
        lengths = [length for length, _ in longest.values()]
        return Figures(
            worst=max(lengths),
            total=int(total * parts),
            weight=weight * parts,
            codes=len(lengths),
            distribution=dict(sorted(Counter(lengths).items())),
            nodes=nodes,
            lost=sum(lost for _, lost in longest.values()),
            lost_weight=int(given_up * parts),
        )

    def _longest(self, tree: CoreTree, code: int, told: int) -> tuple[int, bool]:
        """Return the length of the longest play against a code, and whether the strategy gives up in one."""
        experiments, branches, root = tree
        most, lost = 0, (-1, -1) in self._given_up
        waiting = [(root, {code: told}, 1)] if root >= 0 else []
        while waiting:
            node, belief, length = waiting.pop()
            asked, below = self._table.compiled.experiment(experiments[node]), dict(branches[node])
            for answer, cell in self._world.cells(belief, asked).items():
                outcome = self._world.outcome_number(asked, answer)
                if (child := below[outcome]) >= 0:
                    waiting.append((child, cell, length + 1))
                else:
                    most, lost = max(most, length), lost or (node, outcome) in self._given_up
        return most, lost

    def _mean(self, tree: CoreTree, likely: Likely) -> tuple[Fraction, Fraction]:
        """Return how likely each node is, all nodes together, which is Σ weight · mean length over codes, and
        how likely the strategy gives up.
        """
        experiments, branches, root = tree
        total, given_up = Fraction(0), Fraction(0)
        waiting = [(root, likely)] if root >= 0 else []
        if not waiting and self._given_up:
            given_up += sum(likely.values())
        while waiting:
            node, chances = waiting.pop()
            total += sum(chances.values())
            asked, below = self._table.compiled.experiment(experiments[node]), dict(branches[node])
            for answer, cell in self._world.likely_cells(chances, asked).items():
                outcome = self._world.outcome_number(asked, answer)
                if (child := below[outcome]) >= 0:
                    waiting.append((child, cell))
                elif (node, outcome) in self._given_up:
                    given_up += sum(cell.values())
        return total, given_up
