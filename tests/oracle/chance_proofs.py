"""A naive checker of certificates about chances: the rules of docs/proofs.md, word by word.

It asks the oracle what answers leave and how likely they are, and knows neither the product's tables nor its
rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

import cobra
from cobra.model.game import Game
from cobra.model.outcomes import weight_of
from cobra.model.show import Notation
from tests.oracle.unseen import Chances, UnseenRules, answers_by_chance

Cost = tuple[Fraction, Fraction]
NOTHING = Fraction(0)


class Refused(Exception):
    """A certificate proves nothing."""


def check_text(text: str) -> None:
    """Check a certificate as `cobra proof show` prints it; raise `Refused` when it proves nothing."""
    game_line, within, consistent, first, claim, *lines, end = text.splitlines()
    if end != "end":
        raise Refused("the end")
    said = json.loads(game_line.removeprefix("game "))["game"]
    game = cobra.load_text(said["text"], definitions=said["params"], files=said["files"])
    facts, elements = [], []
    for line in lines:
        if line.startswith("element "):
            elements.append([int(code) for code in line.split()[1:]])
            continue
        _, left, lost, made, *weights = line.split()
        facts.append((number(left), (Fraction(lost), Fraction(made)), weights_of(weights)))
    demanded, lost, made = first.removeprefix("first "), *claim.split()[1:]
    check(
        game,
        facts,
        (Fraction(lost), Fraction(made)),
        within=number(within.removeprefix("within ")),
        consistent=consistent == "consistent yes",
        first=None if demanded == "none" else demanded,
        elements=elements,
    )


def number(word: str) -> int | None:
    return None if word == "none" else int(word)


def weights_of(words: Iterable[str]) -> Chances:
    """Return the weight of each code with so many lies told."""
    found: Chances = {}
    for word in words:
        weight, sets = word.split("=")
        for told, codes in enumerate(sets.split("+")):
            part = int(codes, 16)
            found |= {(c, told): Fraction(weight) for c in range(part.bit_length()) if part >> c & 1}
    return found


def check(
    game: Game,
    facts: Iterable[tuple[int | None, Cost, Chances]],
    claim: Cost,
    *,
    within: int | None = None,
    consistent: bool = False,
    first: str | None = None,
    elements: Sequence[Sequence[int]] = (),
) -> None:
    """Raise `Refused` unless every fact holds and the claim follows."""
    Naive(game, consistent, elements).check(list(facts), claim, within, first)


class Naive:
    """The rules of one game."""

    def __init__(self, game: Game, consistent: bool, elements: Sequence[Sequence[int]]) -> None:
        self.rules = rules = UnseenRules(game)
        self.hit = game.ending == "hit"
        self.moves = game.unseen is not None and bool(game.unseen.moves)
        self.consistent = consistent and any(final for answers in rules.answers for _, final in answers)
        self.everyone = range(len(rules.codes))
        self.profiles = [self.profile(e) for e in range(len(rules.experiments))]
        self.plain = max(len(plain) for plain, _, _ in self.profiles)
        self.final = max(len(final) for _, final, _ in self.profiles)
        if not all(map(self.is_symmetry, elements)):
            raise Refused("an element")
        self.group = {tuple(self.everyone)}
        while more := {tuple(e[c] for c in one) for one in self.group for e in elements} - self.group:
            self.group |= more
        self.classes = [] if elements else self.interchangeable()
        self.known: dict[object, Cost] = {}

    def profile(
        self, experiment: int, names: Sequence[int] | None = None
    ) -> tuple[frozenset[object], frozenset[int], frozenset[object]]:
        """Return what codes, by other names, answer with which chances, whom it ends, who answer alike."""
        rules, plain, final, alike = self.rules, dict[object, set[object]](), set(), dict[object, set[int]]()
        for code in self.everyone:
            name = code if names is None else names[code]
            truth = rules.answers[experiment][code]
            drawn = frozenset(one for one in rules.drawn[experiment][code].items() if one[1])
            if truth[1] and not drawn:
                final.add(name)
                continue
            alike.setdefault(drawn or truth, set()).add(name)
            for told in range(rules.lies + 1):
                said = answers_by_chance(rules, experiment, {(code, told): Fraction(1)})
                for values, (cell, _) in said.items():
                    ways = sorted((told, now, chance) for (_, now), chance in cell.items() if chance)
                    if ways:
                        plain.setdefault(values, set()).add((name, *ways))
        return (
            frozenset(map(frozenset, plain.values())),
            frozenset(final),
            frozenset(map(frozenset, alike.values())),
        )

    def is_symmetry(self, images: Sequence[int]) -> bool:
        """Return whether the game is the same when each code is called by the name of its image."""
        goals, following = self.rules.goals, self.rules.next
        pairs = combinations(self.everyone, 2)
        return (
            set(images) == set(self.everyone)
            and len(images) == len(self.everyone)
            and all((goals[a] == goals[b]) == (goals[images[a]] == goals[images[b]]) for a, b in pairs)
            and all({images[one] for one in following[c]} == set(following[images[c]]) for c in self.everyone)
            and {self.profile(e, images) for e in range(len(self.profiles))} == set(self.profiles)
        )

    def interchangeable(self) -> list[set[int]]:
        """Return the sets of codes of which any two may change places."""
        classes = [{code} for code in self.everyone]
        for one, other in combinations(self.everyone, 2):
            if not self.moves and self.is_symmetry(
                [{one: other, other: one}.get(code, code) for code in self.everyone]
            ):
                joined = [some for some in classes if one in some or other in some]
                classes = [some for some in classes if some not in joined] + [set[int]().union(*joined)]
        return classes

    def name(self, chances: Chances, left: int | None) -> object:
        """Return what weighings have in common of which what is true of one is of the other."""
        whole = sum(chances.values())
        parts = {(code, told): chance / whole for (code, told), chance in chances.items()}
        if not self.classes:
            return left, min(
                tuple(sorted(((images[code], told), part) for (code, told), part in parts.items()))
                for images in self.group
            )
        told = {
            c: tuple(sorted((j, part) for (code, j), part in parts.items() if code == c))
            for c in self.everyone
        }
        return left, tuple((min(some), tuple(sorted(told[c] for c in some))) for some in self.classes)

    def is_over(self, chances: Chances) -> bool:
        return self.rules.is_over(frozenset(chances), False)

    def may(self, experiment: int, chances: Chances) -> bool:
        """Return whether a strategy may make an experiment."""
        _, final, alike = self.profiles[experiment]
        codes = {code for code, _ in chances}
        if codes & final:
            return True
        return not self.consistent and (self.moves or not any(codes <= some for some in alike))

    def least(self, chances: Chances, left: int | None) -> Cost:
        """Return what is known that a weighing costs at least."""
        whole = sum(chances.values(), NOTHING)
        known = self.known.get(self.name(chances, left), (NOTHING, NOTHING))
        return max(self.by_size(chances, left), (known[0] * whole, known[1] * whole))

    def going_on(self, experiment: int, chances: Chances, left: int | None) -> Cost:
        lost, made = NOTHING, sum(chances.values(), NOTHING)
        for cell, final in answers_by_chance(self.rules, experiment, chances).values():
            cell = {hidden: chance for hidden, chance in cell.items() if chance}
            if cell and not final and not self.is_over(cell):
                more = self.least(cell, None if left is None else left - 1)
                lost, made = lost + more[0], made + more[1]
        return lost, made

    def by_size(self, chances: Chances, left: int | None) -> Cost:
        whole = sum(chances.values(), NOTHING)
        if left == 0:
            return whole, NOTHING
        if self.moves:
            return NOTHING, whole
        kinds = sorted(
            (
                sum(chances.get((c, told), NOTHING) for c in kind for told in range(self.rules.lies + 1))
                for kind in self.kinds()
            ),
            reverse=True,
        )
        kinds = [kind for kind in kinds if kind]
        if left is not None:
            level, room = (self.final, 0) if self.hit else (0, self.plain ** min(left, 64))
            for _ in range(left if self.hit else 0):
                room, level = room + level, level * self.plain
                if room > len(kinds):
                    break
            if lost := sum(kinds[room:], NOTHING):
                return lost, NOTHING if lost == whole else whole
        if not self.hit:
            branches, made = max(self.plain, 2), NOTHING
            while len(kinds) > 1:
                few = (len(kinds) - 2) % (branches - 1) + 2
                kinds, together = sorted(kinds, reverse=True)[:-few], sum(sorted(kinds)[:few], NOTHING)
                kinds, made = [*kinds, together], made + together
            return NOTHING, max(whole, made)
        made, length, level = NOTHING, 1, max(self.final, 1)
        while kinds:
            made, kinds = made + length * sum(kinds[:level]), kinds[level:]
            length, level = length + 1, level * max(self.plain, 1)
        return NOTHING, max(whole, made)

    def kinds(self) -> list[set[int]]:
        """Return the codes that plays do not have to tell apart."""
        kinds = [{code} for code in self.everyone]
        for one, other in combinations(self.everyone, 2) if not self.hit else ():
            alike = all(answers[one] == answers[other] for answers in self.rules.answers)
            if alike or self.rules.goals[one] == self.rules.goals[other]:
                joined = [kind for kind in kinds if one in kind or other in kind]
                kinds = [kind for kind in kinds if kind not in joined] + [set[int]().union(*joined)]
        return kinds

    def check(
        self,
        facts: list[tuple[int | None, Cost, Chances]],
        claim: Cost,
        within: int | None,
        first: str | None,
    ) -> None:
        """Raise `Refused` unless every fact holds and the claim follows."""
        for left, cost, chances in facts:
            name, whole = self.name(chances, left), sum(chances.values())
            if not chances or name in self.known or self.is_over(chances):
                raise Refused("no weighing of which a play goes on")
            self.known[name] = cost[0] / whole, cost[1] / whole
        everywhere = range(len(self.profiles))
        for left, cost, chances in facts:
            if self.by_size(chances, left) >= cost:
                continue
            if (sum(chances.values()), NOTHING) < cost:
                raise Refused("giving up")
            if (
                any(self.may(e, chances) and self.going_on(e, chances, left) < cost for e in everywhere)
                and left != 0
            ):
                raise Refused("a fact")
        weights = [weight_of(self.rules.game, code) for code in self.rules.codes]
        start = {(code, 0): Fraction(weight, sum(weights)) for code, weight in enumerate(weights)}
        if first is not None:
            asked = self.rules.experiments.index(Notation(self.rules.game).parse_experiment(first))
            proved = self.going_on(asked, start, within)
        else:
            proved = (NOTHING, NOTHING) if self.is_over(start) else self.least(start, within)
        if proved < claim:
            raise Refused("the claim")
