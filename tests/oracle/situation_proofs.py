"""A naive checker of certificates of games with a state, prices or lost plays, in their text form: the rules
of docs/proofs.md, word by word.

It asks the definition of such games, `Rules`, what experiments do, and knows neither the product's tables
nor its rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import count, pairwise
from math import ceil, inf
from typing import NamedTuple

import cobra
from cobra.errors import CobraError
from cobra.interval import MEASURES
from cobra.model.memory import State, in_state
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from tests.oracle.memory import Cell, Rules

Toll = tuple[float, float]
"""What is lost, and what is counted."""
NOTHING: Toll = (0, 0)
NEVER: Toll = (inf, inf)
"""What cannot be done."""
MOST_STATES = 64

HEAD = re.compile(
    rf"game (.*)\nobjective (?:{'|'.join(MEASURES)})"
    r"\nwithin (yes|no)\nwon (yes|no)\nconsistent (yes|no)\nfirst (.+)"
)
LEFT = r"(none|\d+) (none|\d+)"
VALUE = r"(\d+|impossible) (\d+|impossible)"
CLAIM = re.compile(rf"claim (sum|worst|nodes) {LEFT} {VALUE}")
PLACE = re.compile(rf"at (-|\d+(?:,\d+)*) {LEFT} {VALUE}")


class Refused(Exception):
    """A certificate proves nothing; the message says where."""


class Left(NamedTuple):
    """What plays may still take, experiments and prices; infinite where it is as much as one likes."""

    length: float
    price: float


class Place(NamedTuple):
    """What some codes cost at least at a state, with so much left."""

    codes: tuple[int, ...]
    state: State
    left: Left
    value: Toll


class Strategies(NamedTuple):
    """What strategies a certificate is about."""

    within: bool
    won: bool
    consistent: bool
    first: str | None


def believes(text: str) -> bool:
    """Return whether all claims of a certificate are proved, as `cobra proof show` prints it."""
    try:
        check_text(text)
    except Refused:
        return False
    return True


def check_text(text: str) -> None:
    """Check a certificate as `cobra proof show` prints it; raise `Refused` when it proves nothing."""
    lines = text.splitlines()
    head = HEAD.fullmatch("\n".join(lines[:6]))
    if head is None or lines[-1] != "end":
        raise Refused("what stands before the claims, or the end")
    sizes = sizes_of(head[1])
    if sizes.rules.game.ending == "core" and knows_finals(sizes.rules.game):
        raise Refused("a game in which codes are confirmed")
    within, won, consistent = (word == "yes" for word in head.group(2, 3, 4))
    about = Strategies(within, won, consistent, None if head[5] == "none" else head[5])
    claims = list(parts(lines[6:-1]))
    if not claims:
        raise Refused("nothing is claimed")
    for claim, facts in claims:
        checker = NaiveChecker(sizes, about, claim[1])
        for fact in facts:
            checker.fact(fact)
        checker.claim(left_of(claim[2], claim[3]), toll_of(claim[4], claim[5]))


@lru_cache(maxsize=1)
def sizes_of(written: str) -> Sizes:
    """Return what is to be known of a game, which is looked at once for all certificates made wrong."""
    said = json.loads(written)["game"]
    return Sizes(Rules(cobra.load_text(said["text"], definitions=said["params"], files=said["files"])))


def parts(lines: Sequence[str]) -> Iterator[tuple[re.Match[str], list[list[Place]]]]:
    """Yield each claim with its facts."""
    if lines and not lines[0].startswith("claim "):
        raise Refused("a claim")
    starts = [number for number, line in enumerate(lines) if line.startswith("claim ")]
    for start, stop in pairwise([*starts, len(lines)]):
        claim = CLAIM.fullmatch(lines[start])
        if claim is None:
            raise Refused("a claim")
        facts: list[list[Place]] = []
        codes: tuple[int, ...] = ()
        for line in lines[start + 1 : stop]:
            if fact := re.fullmatch("fact ([0-9a-f]+)", line):
                bits = int(fact[1], 16)
                codes = tuple(code for code in range(bits.bit_length()) if bits >> code & 1)
                facts.append([])
            elif facts and (at := PLACE.fullmatch(line)):
                state = () if at[1] == "-" else tuple(map(int, at[1].split(",")))
                facts[-1].append(Place(codes, state, left_of(at[2], at[3]), toll_of(at[4], at[5])))
            else:
                raise Refused("a line that is no fact")
        yield claim, facts


def left_of(length: str, price: str) -> Left:
    return Left(*(inf if word == "none" else int(word) for word in (length, price)))


def toll_of(lost: str, counted: str) -> Toll:
    if "impossible" in (lost, counted):
        if lost != counted:
            raise Refused("a value")
        return NEVER
    return int(lost), int(counted)


class NaiveChecker:
    """The facts that were found right of one claim."""

    def __init__(self, sizes: Sizes, about: Strategies, measure: str) -> None:
        if about.within and not about.won:
            raise Refused("plays are lost by their length only where it is asked how many codes are won")
        self.sizes, self.rules, self.about, self.measure = sizes, sizes.rules, about, measure
        self.loss = None if about.won else self.rules.loss
        self.known: list[Place] = []

    def claim(self, left: Left, value: Toll) -> None:
        """Demand that nobody does it for less, from the beginning on."""
        rules, proved = self.rules, NOTHING
        if self.about.first is not None:
            try:
                experiment = Notation(rules.game).parse_experiment(self.about.first)
            except CobraError as error:
                raise Refused("the first experiment") from error
            made = in_state(rules.game, experiment, rules.start)
            if made not in rules.experiments(rules.start):
                raise Refused("the first experiment")
            proved = self.experiment(rules.cells(made, rules.all), left)
        elif not rules.is_won(rules.all, False):
            proved = self.situation(rules.all, rules.start, left)
        if proved < value:
            raise Refused("the claim")

    def fact(self, places: Sequence[Place]) -> None:
        """Take a fact, which is true at all its places together."""
        self.known += places
        for codes, state, left, value in places:
            if not codes or not set(codes) <= set(self.rules.all) or self.rules.is_won(codes, False):
                raise Refused("no codes of which a play goes on")
            if state not in self.sizes.states:
                raise Refused("a state that does not occur")
            if self.bound(codes, state, left) < value and self.costs(codes, state, left) < value:
                raise Refused("a fact")

    def costs(self, codes: tuple[int, ...], state: State, left: Left) -> Toll:
        """Return what follows from all experiments, or from there being none."""
        rules = self.rules
        if rules.is_stuck(codes, state):
            return self.lost(codes, left) if rules.has_state or rules.hit else NOTHING
        if left.length == 0 and self.about.within:
            return self.lost(codes, left)
        ways = [self.lost(codes, left)] if self.about.won else []
        for experiment in rules.experiments(state):
            cells = rules.cells(experiment, codes)
            silent = len(cells) == 1 and not cells[0][2].lost
            if not self.about.consistent or not rules.hit or silent or any(final for _, final, _ in cells):
                ways.append(self.experiment(cells, left))
        return min(ways, default=NEVER)

    def experiment(self, cells: Sequence[Cell], left: Left) -> Toll:
        """Return what an experiment costs that leaves these cells."""
        rules, tolls = self.rules, []
        for codes, final, then in cells:
            after = Left(left.length - 1, left.price - then.price)
            if min(after) < 0:
                return NEVER
            if rules.is_won(codes, final):
                rest = NOTHING
            elif then.lost:
                rest = self.lost(codes, after)
            else:
                rest = self.situation(codes, then.state, after)
            own = {"sum": then.price * rules.weight(codes), "worst": then.price, "nodes": 0}[self.measure]
            tolls.append((rest[0], rest[1] + own))
        counted = [toll[1] for toll in tolls]
        together = {"sum": sum(counted), "worst": max(counted), "nodes": 1 + sum(counted)}[self.measure]
        return sum(toll[0] for toll in tolls), together

    def situation(self, codes: tuple[int, ...], state: State, left: Left) -> Toll:
        """Return what is known that a play costs from there on: by size, or by a fact for as much left."""
        found = [
            fact.value
            for fact in self.known
            if (fact.codes, fact.state) == (codes, state)
            and fact.left.length >= left.length
            and fact.left.price >= left.price
        ]
        return max([self.bound(codes, state, left), *found])

    def lost(self, codes: tuple[int, ...], left: Left) -> Toll:
        """Return what it costs that the plays of codes are lost."""
        if self.loss is None:
            return self.rules.weight(codes), 0
        if self.loss > left.price:
            return NEVER
        return 0, {"sum": self.loss * self.rules.weight(codes), "worst": self.loss, "nodes": 0}[self.measure]

    def bound(self, codes: tuple[int, ...], state: State, left: Left) -> Toll:
        """Return what is known by size."""
        sizes, loss = self.sizes, self.loss
        weights = sorted(self.rules.weight(kind) for kind in sizes.kinds_of(codes))
        number, won, price = len(weights), sizes.won(state), sizes.price
        room = won[int(min(left.length, len(won) - 1))]
        may_lose = sizes.may_lose or self.about.won
        if loss is None and room < number:
            return (sum(weights[: number - room]), 0) if may_lose else NEVER
        if self.measure == "nodes":
            return NOTHING if loss is not None else (0, sizes.nodes(number))
        counted = [q for q, most in enumerate(won) if most < number]
        counted = [q for q in counted if loss is None or (q + 1) * price <= loss]
        if loss is None and not may_lose and price * len(counted) > left.price:
            return NEVER
        if self.measure == "worst":
            return 0, price * len(counted)
        return 0, price * sum(sum(weights[: number - won[q]]) for q in counted)


class Sizes:
    """What the numbers of codes say of a game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.states = self._reached()
        self.cells = {
            state: [rules.cells(experiment, rules.all) for experiment in rules.experiments(state)]
            for state in self.states
        }
        each = [cells for of in self.cells.values() for cells in of]
        self.kinds = self._kinds()
        self.price = min((then.price for cells in each for _, _, then in cells), default=0)
        ends = any(then.lost for cells in each for _, _, then in cells)
        hit = {code for cells in each for codes, final, _ in cells if final for code in codes}
        self.may_lose = rules.has_state or ends or (rules.hit and hit != set(rules.all))
        self.known = len(self.states) <= MOST_STATES
        self.outcomes = max(map(len, each), default=0) if self.known else len(self.kinds)
        finals = [sum(len(codes) for codes, final, _ in cells if final) for cells in each]
        self.finals = max(finals, default=0) if self.known else len(self.kinds)
        self.most, self.won = cache(self._most), cache(self._won)

    def _reached(self) -> set[State]:
        """Return the states that experiments lead to."""
        rules = self.rules
        seen, waiting = {rules.start}, [rules.start]
        while waiting:
            for experiment in rules.experiments(waiting.pop()):
                after = {then.state for _, _, then in rules.cells(experiment, rules.all)} - seen
                seen |= after
                waiting += after
        return seen

    def _kinds(self) -> list[set[int]]:
        """Return what plays have to tell apart."""
        rules = self.rules
        if rules.hit:
            return [{code} for code in rules.all]
        kinds = [{code} for code in rules.all]
        for code in rules.all:
            for other in rules.all:
                alike = rules.goals[code] == rules.goals[other]
                if not rules.has_state:
                    alike |= all(
                        any({code, other} <= set(codes) for codes, _, _ in cells)
                        for cells in self.cells[rules.start]
                    )
                if alike:
                    joined = [kind for kind in kinds if kind & {code, other}]
                    kinds = [kind for kind in kinds if not kind & {code, other}] + [set().union(*joined)]
        return kinds

    def kinds_of(self, codes: Sequence[int]) -> list[list[int]]:
        """Return the kinds of some codes, each as far as it is among them."""
        parts = ([code for code in codes if code in kind] for kind in self.kinds)
        return [part for part in parts if part]

    def _won(self, state: State) -> list[int]:
        """Return for q = 0, 1, … how many kinds plays of at most q experiments win at most, until no such
        number of any state grows."""
        if not self.known:
            return [0 if self.rules.hit else 1, len(self.kinds)]
        numbers = [{one: self.most(one, 0) for one in self.states}]
        for q in count(1):
            numbers.append({one: self.most(one, q) for one in self.states})
            if numbers[-1] == numbers[-2]:
                break
        return [of[state] for of in numbers]

    def _most(self, state: State, q: int) -> int:
        """Return c(q, s), or the number of all kinds if that is less."""
        hit = self.rules.hit
        if q == 0:
            return 0 if hit else 1
        sums = [self.most(state, q - 1)]
        for cells in self.cells[state]:
            each = [
                len(codes) if final else int(not hit) if then.lost else self.most(then.state, q - 1)
                for codes, final, then in cells
            ]
            sums.append(sum(each))
        return min(max(sums), len(self.kinds))

    def nodes(self, number: int) -> int:
        """Return how many experiments a tree has at least that wins so many kinds."""
        if self.rules.hit:
            return ceil(number / max(self.finals, 1))
        return ceil((number - 1) / max(self.outcomes - 1, 1))
