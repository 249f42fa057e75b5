"""The rules of certificates of games in which answers are wrong by chance, and their check, fact by fact.

A fact says what a weighing that is not over costs at least, with so many experiments left or any number: how
likely plays are lost, and how many experiments are made. Costs are compared by the first, and by the second
where that is equal. Sums, and multiples by what is more than 0, keep that order.

**Size.** A weighing costs at least the bound of `sizes.py`.

**Experiments.** A weighing costs v with k experiments left if giving up costs v, by which all is lost, and so
does every experiment that a strategy may make: all that is likely is one experiment made, and each answer
adds what the weighing that it leaves costs with k - 1 left, by a fact or by its size, times how likely a unit
of it is. *Proof*: a strategy is a finite tree; go by induction on its experiments, for all facts at once.
What follows an answer is a smaller tree, of which the facts are true. What it costs depends on how likely the
hidden states are there, and is in proportion to that; it does not depend on how they came to be so likely.

**Symmetries.** What is true of a weighing is true of all that symmetries carry it to; see `symmetry.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from cobra.certificate.chances.inquiries import Inquiry, Weighing, codes_of, whole
from cobra.certificate.chances.parts import ChanceFact, ChanceFront
from cobra.certificate.chances.sizes import Cost, Sizes
from cobra.certificate.chances.tables import ChanceTables
from cobra.errors import CertificateError
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation


@dataclass
class CountedChances:
    """How many facts there are, and what was looked at to check them."""

    codes: int
    facts: int = 0
    by_size: int = 0
    experiments: int = 0
    """Experiments gone through, those with the same answers of all codes once."""


class ChanceChecker:
    """Checks a certificate of a game whose tables are given. `tick` is called now and then."""

    def __init__(self, tables: ChanceTables, front: ChanceFront, tick: Callable[[], None]) -> None:
        self._tables, self._front, self._tick = tables, front, tick
        self._sizes = Sizes(tables)
        self._consistent = front.consistent and knows_finals(front.game)
        self._known: dict[tuple[Weighing, int | None], Cost] = {}
        self.counted = CountedChances(tables.number)

    def check(self, facts: Iterable[ChanceFact]) -> None:
        """Check all facts and the claim; `CertificateError` says what is not proved."""
        tables = self._tables
        tables.use(self._front.elements)
        for number, fact in enumerate(facts):
            self._tick()
            if codes_of(fact.weighing) >> tables.number:
                raise CertificateError(f"fact {number}: it is not about codes of the game", number)
            if tables.symmetries.normal(fact.weighing) != fact.weighing or tables.is_over(fact.weighing):
                raise CertificateError(
                    f"fact {number}: it is not about a weighing of which a play goes on", number
                )
            if (fact.weighing, fact.left) in self._known:
                raise CertificateError(f"fact {number}: there is another one about this weighing", number)
            self._known[fact.weighing, fact.left] = fact.cost
        for number, ((weighing, left), cost) in enumerate(self._known.items()):
            self._tick()
            self.counted.facts += 1
            problem = self._problem(weighing, left, cost)
            if problem is not None:
                about = f"fact {number}, {tables.shown(weighing)} cost {shown_cost(cost)} at least"
                raise CertificateError(f"{about}: {problem}", number)
        self._claim()

    def _problem(self, weighing: Weighing, left: int | None, cost: Cost) -> str | None:
        """Return why a weighing may cost less, None when it does not."""
        if self._sizes.bound(weighing, left) >= cost:
            self.counted.by_size += 1
            return None
        all_, codes = whole(weighing), codes_of(weighing)
        given_up = Fraction(all_), Fraction(0)
        if given_up < cost:
            return f"to give up costs {shown_cost(given_up)}"
        if left == 0:
            return None
        for inquiry in self._tables.inquiries:
            self.counted.experiments += 1
            if not self._tables.tells(inquiry, codes, self._consistent):
                continue
            known = self._with(inquiry, weighing, left)
            if known < cost:
                name = self._tables.name(inquiry)
                return f"the experiment {name} is known to cost no more than {shown_cost(known)}"
        return None

    def _with(self, inquiry: Inquiry, weighing: Weighing, left: int | None) -> Cost:
        """Return what is known of the cost of going on with an experiment."""
        lost, experiments = Fraction(0), Fraction(whole(weighing))
        for cell, unit in self._tables.cells(inquiry, weighing).items():
            cost = self._least(cell, None if left is None else left - 1)
            lost, experiments = lost + unit * cost[0], experiments + unit * cost[1]
        return lost, experiments

    def _least(self, weighing: Weighing, left: int | None) -> Cost:
        """Return what a weighing that is not over costs at least, as far as is known."""
        bound = self._sizes.bound(weighing, left)
        return max(bound, self._known.get((weighing, left), bound))

    def _claim(self) -> None:
        tables, front = self._tables, self._front
        start = tables.start
        if front.first is not None:
            inquiry = tables.inquiry(Notation(tables.game).parse_experiment(front.first))
            cost = self._with(inquiry, start, front.within)  # codes are as they are in the experiment
        elif tables.is_over(start):
            raise CertificateError("the game is over before it begins")
        else:
            cost = self._least(tables.symmetries.normal(start), front.within)
        all_ = whole(start)
        proved = cost[0] / all_, cost[1] / all_
        if proved < front.claim:
            raise CertificateError(f"the facts prove {shown_cost(proved)}, less than is claimed")


def shown_cost(cost: Cost) -> str:
    """Return a cost as text."""
    lost, experiments = cost
    made = "1 experiment" if experiments == 1 else f"{experiments} experiments"
    return f"{lost} lost and {made}" if lost else made
