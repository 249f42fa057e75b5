"""The rules of certificates of games with a state, prices or lost plays, and their check, fact by fact.

A *situation* is the codes left and the state, of a play that is not over; *left* is how many experiments it
may still take, and what may be paid for them. A fact says of some codes, for one or more states, what they
cost at least.

**Size.** A situation costs at least the bound of `sizes.py`.

**Less left.** What cannot be done cheaper with much left cannot be done cheaper with less.

**Stuck.** A situation is stuck when, at its state and all that are reached by experiments that tell
nothing, none tells two of its codes apart or ends a play otherwise than by losing it. Its plays are over,
and lost where the game has a state or ends with a hit.

**Experiments.** A situation that is not stuck costs at least v if for every experiment allowed at its state
its price and what is known of its cells, of those that are over what they cost, add up to v at least (for
the greatest cost: the greatest of them is v). Of a cell of all codes of the fact the fact itself may be
used. *Proof*: a strategy is a finite tree; go by induction on its experiments. The first leaves cells, of
which earlier facts are true, and this fact holds for the tree below it. With the objective `won` a strategy
may give up instead: that must cost v, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cobra.certificate.situations.parts import Claim, Fact, Front, Part
from cobra.certificate.situations.sizes import Sizes
from cobra.certificate.situations.tables import Codes, GameTables
from cobra.certificate.situations.tolls import LOST, NEVER, Counting, Left, Reckoning, Toll
from cobra.errors import CertificateError
from cobra.model.memory import State, show_state
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation


@dataclass
class Counted:
    """How many facts there are, and what was looked at to check them."""

    codes: int
    states: int = 0
    facts: int = 0
    places: int = 0
    """States of all facts together."""
    by_size: int = 0
    stuck: int = 0
    experiments: int = 0
    """Experiments gone through, those with the same outcomes for all codes once."""


@dataclass
class Book:
    """The facts of a claim that are checked."""

    reckoning: Reckoning
    known: dict[tuple[Codes, State], list[tuple[Left, Toll]]] = field(default_factory=dict)

    def value(self, codes: Codes, state: State, left: Left) -> Toll:
        """Return what is known that a situation costs at least that is not over."""
        best = self.reckoning.bound(codes, state, left)
        for with_, value in self.known.get((codes, state), ()):
            if value > best and with_.covers(left):
                best = value
        return best

    def add(self, fact: Fact) -> None:
        """Take in a fact."""
        for state, left, value in fact.places:
            self.known.setdefault((fact.codes, state), []).append((left, value))

    def remove(self, fact: Fact) -> None:
        """Take out the fact that was taken in last."""
        for state, _, _ in fact.places:
            self.known[fact.codes, state].pop()


class Checker:
    """Checks a certificate of a game whose tables are given. `tick` is called now and then."""

    def __init__(self, tables: GameTables, front: Front, tick: Callable[[], None]) -> None:
        self._tables, self._front, self._tick = tables, front, tick
        self._sizes = Sizes(tables)
        self.counted = Counted(len(tables.meaning.codes))
        self._states: set[State] = set()

    def check(self, parts: Iterable[Part]) -> list[Claim]:
        """Return the claims, all of which are proved; `CertificateError` says what is not."""
        claims = []
        for part in parts:
            consistent = self._front.consistent and knows_finals(self._front.game)
            counting = Counting(part.claim.measure, self._front.within, self._front.won, consistent)
            book = Book(Reckoning(self._tables, self._sizes, counting))
            for fact in part.facts:
                self._fact(book, fact)
                self.counted.facts += 1
            self._claim(book, part.claim)
            claims.append(part.claim)
        self.counted.states = len(self._states)
        if not claims:
            raise CertificateError("nothing is claimed")
        return claims

    def _claim(self, book: Book, claim: Claim) -> None:
        tables = self._tables
        proved = 0
        if self._front.first is not None:
            experiment = Notation(tables.game).parse_experiment(self._front.first)
            row = tables.row(experiment, tables.start)
            proved = book.reckoning.weigh(row, tables.everything, claim.left, book.value)
        elif not tables.is_won(tables.everything, False):
            proved = book.value(tables.everything, tables.start, claim.left)
        if proved < claim.value:
            shown = f"{shown_toll(claim.value)} is claimed, the facts prove {shown_toll(proved)}"
            raise CertificateError(f"a claim does not follow: {shown}")

    def _fact(self, book: Book, fact: Fact) -> None:
        number, tables = self.counted.facts, self._tables
        self._tick()
        if not 0 < fact.codes <= tables.everything or tables.is_won(fact.codes, False):
            raise CertificateError(f"fact {number}: it is not about codes of which a play goes on", number)
        for state, _, _ in fact.places:
            if state not in self._states:
                slots = () if tables.game.memory is None else tables.game.memory.slots
                if len(state) != len(slots) or any(
                    not 0 <= value < slot.width for slot, value in zip(slots, state, strict=True)
                ):
                    raise CertificateError(f"fact {number}: there is no such state", number)
                if not self._sizes.occurs(state):
                    raise CertificateError(f"fact {number}: no play comes to this state", number)
                self._states.add(state)
        book.add(fact)
        for state, left, value in fact.places:
            self.counted.places += 1
            problem = self._problem(book, fact.codes, state, left, value)
            if problem is not None:
                memory = tables.game.memory
                where = show_state(memory, state) if memory is not None else ""
                where = f" with {where}" if where else ""
                about = f"{fact.codes.bit_count()} codes ({tables.shown(fact.codes)}){where}"
                raise CertificateError(
                    f"fact {number}, {about} cost {shown_toll(value)} at least: {problem}", number
                )

    def _problem(self, book: Book, codes: Codes, state: State, left: Left, value: Toll) -> str | None:
        """Return why a situation may cost less, None when it does not."""
        reckoning, tables = book.reckoning, self._tables
        if reckoning.bound(codes, state, left) >= value:
            self.counted.by_size += 1
            return None
        if tables.is_stuck(codes, state):
            self.counted.stuck += 1
            return self._at_least(reckoning.stuck(codes, left), value, "as it is stuck")
        if left.length == 0 and self._front.within:
            return self._at_least(reckoning.end(codes, left), value, "as no experiment is left")
        if self._front.won:
            problem = self._at_least(reckoning.end(codes, left), value, "when the play is given up")
            if problem is not None:
                return problem
        for row in tables.rows(state):
            self.counted.experiments += 1
            if not reckoning.allows(row, codes):
                continue
            found = reckoning.weigh(row, codes, left, book.value, value)
            if found < value:
                name = tables.name(row, state)
                return f"the experiment {name} is only known to cost {shown_toll(found)}"
        return None

    def _at_least(self, found: Toll, value: Toll, why: str) -> str | None:
        return None if found >= value else f"it costs {shown_toll(found)}, {why}"


def shown_toll(value: Toll) -> str:
    """Return a cost as text: in units of the game, after what is lost."""
    if value >= NEVER:
        return "more than anything"
    lost = f"{value // LOST:,} lost and " if value >= LOST else ""
    return f"{lost}{value % LOST:,}"
