"""How many codes can be told apart, or hit, from each state on by so many experiments.

*Kinds* are what plays have to tell apart: codes where a hit ends them, goals elsewhere; where no state
changes, inseparable codes are of one kind, too. Let c(q, s) be 1 for q = 0 (0 where a hit ends plays), and
c(q, s) the greatest, over the experiments at s, of the sum over their outcomes of: the number of codes, for
one that ends plays by a hit; else 1 (0 where a hit ends plays) for one that loses them; else c(q - 1, s')
for the state s' after it.

*Lemma.* Plays of at most q experiments win at most c(q, s) kinds. *Proof.* By induction on q: an experiment
leaves of a situation at most one cell for each outcome that it has for some code, and each wins as much as
its state allows.

So of n kinds all but the c(q, s) heaviest take more than q experiments, or are lost. If each experiment
costs p at least and no code is lost, all plays cost at least the sum of p times the weight of the n - c(q,
s) lightest kinds, over all q, and the longest one p for each q with c(q, s) < n. Where losing costs
something, the same holds of the q for which (q + 1) p is no more than that. Of kinds for which there is no
room within the experiments left, all codes are lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from cobra.certificate.situations.tables import Codes, GameTables, Row
from cobra.model.memory import ONE, State, price_unit

_MOST_STATES: Final = 1 << 6
_MOST_GROUPS: Final = 1 << 18
"""So many states, and groups of them, are looked at beforehand; where there are more, nothing is
counted but that an experiment has to be made."""
_MOST_EXPERIMENTS: Final = 1 << 12

_Leads = tuple[int, tuple[State, ...]]
"""How many kinds an experiment may win at once, and the states after the other outcomes."""


class Sizes:
    """What the numbers of codes say of a game."""

    def __init__(self, tables: GameTables) -> None:
        self._tables = tables
        rows = self._all_rows()
        kinds = tables.goals
        if tables.hit:
            kinds = [1 << code for code in range(tables.everything.bit_length())]
        elif not tables.has_state:
            kinds = joined(kinds, tables.inseparable())
        self._kinds = kinds
        weights = {tables.weight(kind) for kind in kinds}
        self._equal = (
            weights.pop() if len(weights) == 1 and len(kinds) == tables.everything.bit_length() else 0
        )
        self.weights = cache(self._weights)
        self.may_lose = self._may_lose()
        if rows is None:
            self._counts: dict[State, list[int]] | None = None
            self.least_price = _least_price(tables)
            self._hit, self._arms = len(kinds), len(kinds)
        else:
            groups = [group for of_state in rows.values() for row in of_state for group in row]
            self._counts = self._counted({state: self._leads(of) for state, of in rows.items()})
            self.least_price = min((group.price for group in groups), default=0)
            every = [row for of_state in rows.values() for row in of_state]
            self._arms = max(map(len, every), default=0)
            finals = [sum(group.codes.bit_count() for group in row if group.final) for row in every]
            self._hit = max(finals, default=0)

    def occurs(self, state: State) -> bool:
        """Return whether experiments lead to a state; where states are too many to look at, it may be so."""
        return self._counts is None or state in self._counts

    def won(self, state: State) -> Sequence[int]:
        """Return for q = 0, 1, … how many kinds plays of q experiments win at most; the last number stays."""
        if self._counts is None:
            return (0 if self._tables.hit else 1, len(self._kinds))
        return self._counts[state]

    def nodes(self, number: int) -> int:
        """Return how many experiments a tree that loses no code has at least, to win so many kinds."""
        if self._tables.hit:
            return -(-number // max(self._hit, 1))
        return -(-(number - 1) // max(self._arms - 1, 1))

    def _weights(self, codes: Codes) -> tuple[int, ...]:
        """Return the weights of the kinds of codes, in ascending order."""
        if self._equal:
            return (self._equal,) * codes.bit_count()
        return tuple(sorted(self._tables.weight(kind & codes) for kind in self._kinds if kind & codes))

    def _may_lose(self) -> bool:
        """Return whether plays can be lost; without a state all experiments are looked at for that."""
        tables = self._tables
        if tables.has_state:
            return True
        groups = [group for row in tables.rows(tables.start) for group in row]
        hit = 0
        for group in groups:
            hit |= group.codes if group.final else 0
        return any(group.lost for group in groups) or (tables.hit and hit != tables.everything)

    def _all_rows(self) -> dict[State, tuple[Row, ...]] | None:
        """Return what can be done at all states that occur, None where these are too many."""
        found: dict[State, tuple[Row, ...]] = {}
        waiting, groups = [self._tables.start], 0
        seen = set(waiting)
        while waiting:
            state = waiting.pop()
            if len(seen) > _MOST_STATES or groups > _MOST_GROUPS:
                return None
            found[state] = self._tables.rows(state)
            for group in (group for row in found[state] for group in row):
                groups += 1
                if group.after not in seen:
                    seen.add(group.after)
                    waiting.append(group.after)
        return found

    def _leads(self, rows: Sequence[Row]) -> set[_Leads]:
        hit, leads = self._tables.hit, set()
        for row in rows:
            wins, after = 0, []
            for group in row:
                if hit and group.final:
                    wins += group.codes.bit_count()
                elif group.lost:
                    wins += 0 if hit else 1
                else:
                    after.append(group.after)
            leads.add((wins, tuple(sorted(after))))
        return leads

    def _counted(self, leads: dict[State, set[_Leads]]) -> dict[State, list[int]] | None:
        most = len(self._kinds)
        counts = {state: [0 if self._tables.hit else 1] for state in leads}
        for _ in range(_MOST_EXPERIMENTS):
            self._tables.tick()
            before = {state: of[-1] for state, of in counts.items()}
            for state, of in leads.items():
                best = max((wins + sum(map(before.__getitem__, after)) for wins, after in of), default=0)
                counts[state].append(max(before[state], min(most, best)))
            if all(of[-1] == before[state] for state, of in counts.items()):
                return counts
        return None


def joined(one: Sequence[Codes], other: Sequence[Codes]) -> list[Codes]:
    """Return the classes of codes that are alike in one of two ways, or in turns."""
    classes: list[Codes] = list(one)
    for codes in other:
        apart = [of for of in classes if not of & codes]
        together = 0
        for of in classes:
            together |= of if of & codes else 0
        classes = [*apart, together]
    return classes


def _least_price(tables: GameTables) -> int:
    """Return a price that no experiment is below, by the formulas of the prices."""
    found = []
    for type_ in tables.game.experiments:
        price = type_.price or ONE
        least = price.value.constant + sum(min(0, weight) for weight, _ in price.value.terms)
        found.append(least * int(1 / price_unit(tables.game)) // price.denominator)
    return max(0, min(found, default=0))
