"""A naive checker of certificates of games with lies or moves: the rules of docs/proofs.md, word by word.

It asks the oracle what answers leave, and knows neither the product's tables nor its rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from math import inf

import cobra
from cobra.model.game import Game
from cobra.model.show import Notation
from tests.oracle.unseen import Hidden, UnseenRules


class Refused(Exception):
    """A certificate proves nothing."""


def check_text(text: str) -> None:
    """Check a certificate as `cobra proof show` prints it; raise `Refused` when it proves nothing."""
    game_line, consistent, first, claim, *lines, end = text.splitlines()
    if end != "end":
        raise Refused("the end")
    said = json.loads(game_line.removeprefix("game "))["game"]
    game = cobra.load_text(said["text"], definitions=said["params"], files=said["files"])
    facts = []
    for line in lines:
        _, belief, value = line.split()
        facts.append((tuple(int(part, 16) for part in belief.split("+")), number(value)))
    demanded = first.removeprefix("first ")
    check(
        game,
        facts,
        number(claim.removeprefix("claim ")),
        consistent=consistent == "consistent yes",
        first=None if demanded == "none" else demanded,
    )


def number(word: str) -> float:
    """Return a number of the text; what is impossible takes infinitely many experiments."""
    return inf if word == "impossible" else int(word)


def check(
    game: Game,
    facts: Iterable[tuple[tuple[int, ...], float]],
    claim: float,
    *,
    consistent: bool = False,
    first: str | None = None,
) -> None:
    """Raise `Refused` unless every fact holds and the claim follows."""
    rules = UnseenRules(game)
    consistent = consistent and any(final for answers in rules.answers for _, final in answers)
    any_set = asks_any_set(rules)

    def named(hidden: Hidden) -> object:
        """Return what two beliefs have in common of which what is true of one is of the other."""
        return sorted_lies(fewest(hidden)) if any_set else fewest(hidden)

    known: dict[object, float] = {}
    facts_by_belief: dict[Hidden, float] = {}
    for belief, value in facts:
        hidden = frozenset(
            (code, told)
            for told, part in enumerate(belief)
            for code in range(part.bit_length())
            if part >> code & 1
        )
        is_new = hidden not in facts_by_belief and hidden == fewest(hidden)
        if not is_new or not hidden or rules.is_over(hidden, False):
            raise Refused("no belief from which a play goes on")
        facts_by_belief[hidden] = value
        known[named(hidden)] = max(value, known.get(named(hidden), 0))

    def least(hidden: Hidden) -> float:
        return max(known.get(named(hidden), 0), by_size(rules, fewest(hidden)))

    def may(experiment: int, hidden: Hidden) -> bool:
        return not consistent or any(rules.answers[experiment][code][1] for code, _ in hidden)

    def needs(experiment: int, hidden: Hidden, value: float) -> bool:
        if value <= 1:
            return True
        open_ = [cell for cell, final in rules.cells(experiment, hidden) if not rules.is_over(cell, final)]
        return any(least(cell) >= value - 1 for cell in open_)

    everywhere = range(len(rules.experiments))
    for hidden, value in facts_by_belief.items():
        made = [one for one in everywhere if may(one, hidden)]
        if by_size(rules, hidden) < value and not all(needs(one, hidden, value) for one in made):
            raise Refused("a fact")
    if first is not None:
        asked = rules.experiments.index(Notation(game).parse_experiment(first))
        proved = needs(asked, rules.start, claim)
    else:
        proved = not rules.is_over(rules.start, False) and least(rules.start) >= claim
    if not proved:
        raise Refused("the claim")


def asks_any_set(rules: UnseenRules) -> bool:
    """Return whether the one experiment asks about a set, with two answers given in every way."""
    types = rules.game.experiments
    about_sets = len(types) == 1 and [slot.kind for slot in types[0].space.slots] == ["set"]
    told = {tuple(answer == answers[0] for answer in answers) for answers in rules.answers}
    few = all(len(set(answers)) <= 2 and not answers[0][1] for answers in rules.answers)
    apart = len(set(rules.goals)) == len(rules.codes) and rules.game.ending == "identify"
    still = rules.game.unseen is not None and not rules.game.unseen.moves
    return about_sets and few and apart and still and len(told) == 2 ** (len(rules.codes) - 1)


def sorted_lies(hidden: Hidden) -> tuple[int, ...]:
    return tuple(sorted(told for _, told in hidden))


def fewest(hidden: Hidden) -> Hidden:
    """Return what is possible with each code as a liar of the fewest lies."""
    return frozenset((code, min(told for one, told in hidden if one == code)) for code, _ in hidden)


def by_size(rules: UnseenRules, hidden: Hidden) -> int:
    """Return how many experiments a belief takes at least by its size."""
    game = rules.game
    hit, codes = game.ending == "hit", range(len(rules.codes))
    alike = {tuple(answers[code] for answers in rules.answers) for code in codes}
    apart = len(alike) == len(codes) == len({rules.goals[code] for code in codes})
    assert game.unseen is not None
    if game.unseen.moves or not (hit or apart):
        return 1
    plain = max(len({answer for answer in answers if not answer[1]}) for answers in rules.answers)
    final = max(sum(ends for _, ends in answers) for answers in rules.answers)

    @cache
    def volume(lies: int, left: int) -> int:
        if lies < 0:
            return 0
        if left == 0 or (hit and left == 1):
            return 1
        return volume(lies, left - 1) + max(plain - 1, 0) * volume(lies - 1, left - 1)

    @cache
    def room(left: int) -> int:
        if not hit:
            return int(plain**left)
        return 0 if left == 0 else plain * room(left - 1) + final * volume(rules.lies, left)

    left = 1
    while sum(volume(rules.lies - told, left) for _, told in hidden) > room(left):
        left += 1
    return left
