"""The rules of certificates of games with lies or moves, and their check, fact by fact.

A fact says that a belief that is not over takes v experiments at least, at worst: no strategy settles it
with fewer.

**Size.** A belief takes at least the bound of `volumes.py`.

**Experiments.** A belief takes v experiments if for every experiment some answer leaves a belief that is
not over and takes v - 1 by a fact, whichever it is, or by its size. *Proof*: a strategy is a finite tree;
go by induction on its experiments, for all facts at once. What follows the first answer is a smaller
tree, of which the facts are true. So facts may lean on each other, and where some do so in a circle, none
of them can ever be settled: that is how it is proved that no strategy finds a secret that moves.

With an experiment demanded as the first, the claim says of that one what a fact says of all that a strategy
may make, whether or not it may be final.

**Interchangeable numbers.** Where asked is whether a number is in a set, any set, a permutation of the
numbers carries strategies to strategies. So what is true of a belief is true of all beliefs of as many
numbers with as many lies told, and of the experiments those about the first so many numbers of each part are
enough (`sets.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cobra.certificate.beliefs.parts import NEVER, BeliefFact, BeliefFront
from cobra.certificate.beliefs.tables import Belief, BeliefTables, Row
from cobra.certificate.beliefs.volumes import Volumes
from cobra.errors import CertificateError
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation


@dataclass
class CountedBeliefs:
    """How many facts there are, and what was looked at to check them."""

    codes: int
    listed: bool
    """Else any set of them may be asked about, and only how many they are matters."""
    facts: int = 0
    by_size: int = 0
    experiments: int = 0
    """Experiments gone through, those with the same answers of all codes once."""


class BeliefChecker:
    """Checks a certificate of a game whose tables are given. `tick` is called now and then."""

    def __init__(self, tables: BeliefTables, front: BeliefFront, tick: Callable[[], None]) -> None:
        self._tables, self._front, self._tick = tables, front, tick
        self._volumes = Volumes(tables)
        self._consistent = front.consistent and knows_finals(front.game)
        self._known: dict[Belief, int] = {}
        self.counted = CountedBeliefs(tables.number, tables.listed)

    def check(self, facts: Iterable[BeliefFact]) -> None:
        """Check all facts and the claim; `CertificateError` says what is not proved."""
        tables = self._tables
        for number, fact in enumerate(facts):
            self._tick()
            if any(part > tables.everything for part in fact.belief) or not any(fact.belief):
                raise CertificateError(f"fact {number}: it is not about codes of the game", number)
            if tables.reduced(fact.belief) != fact.belief or tables.is_over(fact.belief):
                raise CertificateError(
                    f"fact {number}: it is not about a belief of which a play goes on", number
                )
            if fact.belief in self._known:
                raise CertificateError(f"fact {number}: there is another one about this belief", number)
            self._known[fact.belief] = fact.value
        for number, (belief, value) in enumerate(self._known.items()):
            self._tick()
            self.counted.facts += 1
            problem = self._problem(belief, value)
            if problem is not None:
                about = f"fact {number}, {tables.shown(belief)} take {shown_value(value)} at least"
                raise CertificateError(f"{about}: {problem}", number)
        self._claim()

    def _problem(self, belief: Belief, value: int) -> str | None:
        """Return why a belief may take fewer experiments, None when it does not."""
        if self._volumes.bound(belief) >= value:
            self.counted.by_size += 1
            return None
        for row in self._tables.rows_for(belief):
            self.counted.experiments += 1
            if not self._allows(row, belief):
                continue
            if not self.takes(row, belief, value):
                name = self._tables.name(row)
                return f"after the experiment {name} nothing is known to take {shown_value(_less(value))}"
        return None

    def _allows(self, row: Row, belief: Belief) -> bool:
        """Return whether a strategy may make an experiment; one demanded as the first it has to."""
        return not self._consistent or any(part & row[0] for part in belief)

    def takes(self, row: Row, belief: Belief, value: int) -> bool:
        """Return whether an experiment leaves something that takes one experiment less."""
        if value <= 1:
            return True
        return any(
            not self._tables.is_over(cell) and self.value(cell) >= value - 1
            for cell in self._tables.cells(row, belief)
        )

    def value(self, belief: Belief) -> int:
        """Return how many experiments a belief takes at least that is not over, as far as is known."""
        value = max(self._known.get(belief, 0), self._volumes.bound(belief))
        return NEVER + 1 if value >= NEVER else value  # one less than that is as much

    def _claim(self) -> None:
        tables, claim = self._tables, self._front.claim
        if claim < 1:
            raise CertificateError("nothing is claimed")
        if self._front.first is not None:
            row = tables.row(Notation(tables.game).parse_experiment(self._front.first))
            proved = self.takes(row, tables.start, claim)
        else:
            proved = not tables.is_over(tables.start) and self.value(tables.start) >= claim
        if not proved:
            raise CertificateError(f"that it takes {shown_value(claim)} does not follow from the facts")


def _less(value: int) -> int:
    return value if value >= NEVER else value - 1


def shown_value(value: int) -> str:
    """Return a number of experiments as text."""
    if value >= NEVER:
        return "more experiments than anything"
    return "1 experiment" if value == 1 else f"{value:,} experiments"
