"""Games in which something happens unseen, by definition: which answers there may be, where a secret moves.

A *hidden state* is a code and the number of lies told by then; a *belief* is the hidden states that are
possible, of those of one code only the one with the fewest lies, which can do all that the others can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final, TypeAlias

from cobra.errors import GameError
from cobra.model.answers import OutcomeValue
from cobra.model.dag import Lit
from cobra.model.evaluate import evaluate_all
from cobra.model.game import (
    Assignment,
    Cases,
    Experiment,
    ExperimentType,
    Game,
    Observed,
    Unseen,
    Way,
    true_propositions,
)
from cobra.model.membership import MembershipDag
from cobra.options import DEFAULT_OBJECTIVE, UNSEEN_OBJECTIVE, WON
from cobra.texts import say

Belief: TypeAlias = Mapping[int, int]
"""The numbers of the codes that are possible, each with the fewest lies told."""
Likely: TypeAlias = Mapping[tuple[int, int], Fraction]
"""How likely each code with so many lies told is, where answers are wrong by chance."""
Answer: TypeAlias = tuple[OutcomeValue, bool]
"""An outcome, and whether it is final."""


def demand_nothing_unseen(game: Game, what: str, instead: str) -> None:
    """Raise `GameError` where answers may be lies or the secret moves: `what` says what cannot be done,
    `instead` what can.
    """
    if game.unseen is not None:
        where = "in a game in which answers may be lies or the secret moves"
        raise GameError(f"{what} is not possible {where}: {instead}")


NOT_TO_BE_FOUND: Final = (
    "it is proved that no strategy is sure to find the secret, which moves, so none is optimal; one-step "
    "strategies go as far as they can"
)


def demand_end(game: Game, what: str) -> None:
    """Raise `GameError` where a play may take any number of experiments: `what` says what cannot be done."""
    if game.unseen is not None and game.unseen.endless:
        sentence = (
            "{what} is not possible where any number of answers may be wrong, as a play may take any number "
            "of experiments: `cobra optimal --objective won --within K` plays to win within K of them, "
            "`cobra advise` and `cobra simulate` play on, and `lies at most n` in the game sets a limit"
        )
        raise GameError(say(sentence, what=say(what)))


def counts_by_lies(told: Sequence[int]) -> tuple[int, ...]:
    """Return how many codes are possible with no lie told, with one, and so on, of the lies told of each."""
    return tuple(told.count(lies) for lies in range(max(told) + 1)) if told else ()


def default_objective(game: Game) -> str:
    """Return what a strategy is to make least where nobody says it."""
    unseen = game.unseen
    if unseen is not None and unseen.endless:
        return WON
    has_mean = unseen is None or (unseen.noise is not None and not unseen.moves)
    return DEFAULT_OBJECTIVE if has_mean else UNSEEN_OBJECTIVE


def asks_any_set(game: Game) -> bool:
    """Return whether a symbol is looked for and asked is whether it is in a set, any set: then symbols are
    interchangeable. As it is written; False also where that could be said otherwise.
    """
    if len(game.codes.slots) != 1 or len(game.experiments) != 1 or game.goal or game.weight is not None:
        return False
    if game.unseen is not None and (game.unseen.noises or game.unseen.moves):  # they tell symbols apart
        return False
    (secret,), (type_,) = game.codes.slots, game.experiments
    if secret.kind != "symbol" or secret.aux or game.codes.constraints or game.codes.tables:
        return False
    space = type_.space
    if len(space.slots) != 1 or space.constraints or space.tables or game.ending != "identify":
        return False
    (asked,) = space.slots
    free = asked.kind == "set" and (asked.size_min, asked.size_max) == (0, len(asked.symbols))
    if not free or asked.symbols != secret.symbols or not isinstance(type_.answer, Observed):
        return False
    dag = game.dag
    if isinstance(dag, MembershipDag):
        is_member = dag.is_member
    else:
        places = range(len(asked.symbols))
        is_member = dag.disj([dag.conj((dag.variable(i), dag.parameter(i))) for i in places])
    (component, *others) = type_.answer.components
    return not others and isinstance(component, Cases) and component.lits[1:] == (is_member,)


def counted_numbers(game: Game) -> int | None:
    """Return how many numbers there are in a game of which only the least worst case is found out, by
    counting them; None for one that is listed.
    """
    known = isinstance(game.dag, MembershipDag) and game.unseen is not None and asks_any_set(game)
    return game.codes.slots[0].width if known else None


def secret_lits(game: Game) -> list[Lit]:
    """Return the formulas of all moves, and of how often answers are wrong."""
    if game.unseen is None:
        return []
    lits = [lit for move in game.unseen.moves for cases in move.targets for lit in cases.lits]
    return lits + [lit for _, lit in game.unseen.noises]


def unseen_lits(game: Game) -> list[Lit]:
    """Return these, and the formulas of all that may be observed where that is drawn."""
    drawn = [lit for type_ in game.experiments for way in ways_of(type_) for lit in way.cases.lits]
    return secret_lits(game) + drawn


def ways_of(type_: ExperimentType) -> tuple[Way, ...]:
    """Return what experiments of a type may be answered where that is drawn; nothing where it is not."""
    return type_.answer.ways if isinstance(type_.answer, Observed) else ()


def draws(game: Game) -> bool:
    """Return whether the answers of some experiments are drawn by chance."""
    return any(ways_of(type_) for type_ in game.experiments)


def successors(game: Game, codes: Sequence[Assignment]) -> list[list[int]]:
    """Return for each code of a game, all of which are given, the numbers of those it can become.

    Unknowns that are `aux` become what the rest of the secret makes of them.
    """
    numbers = {_said(game, code): number for number, code in enumerate(codes)}
    moves = game.unseen.moves if game.unseen is not None else ()
    found: list[list[int]] = []
    for code in codes:
        secret = true_propositions(game.codes, code)
        choices: list[list[int]] = [[value] for value in code]
        for move in moves:
            symbols = game.codes.slots[move.slot].symbols
            targets: list[int] = []
            for cases in move.targets:
                held = evaluate_all(game.dag, cases.lits, secret, ())
                targets += [
                    symbols.index(value) for value, holds in zip(cases.values, held, strict=True) if holds
                ]
            choices[move.slot] = sorted(set(targets))
        reached = {_said(game, one) for one in product(*choices)}
        found.append(sorted(numbers[one] for one in reached if one in numbers))
    return found


def _said(game: Game, code: Sequence[int]) -> tuple[int, ...]:
    """Return a code without what is `aux`, which the rest determines."""
    return tuple(value for slot, value in zip(game.codes.slots, code, strict=True) if not slot.aux)


def noises_of(game: Game, codes: Sequence[Assignment]) -> list[Fraction] | None:
    """Return how likely answers of each code are wrong; None where that does not depend on the code."""
    if game.unseen is None or not game.unseen.noises:
        return None
    found = []
    for code in codes:
        held = evaluate_all(
            game.dag, [lit for _, lit in game.unseen.noises], true_propositions(game.codes, code), ()
        )
        if True not in held:
            raise GameError("there is a code whose noise is no chance: `cobra check` shows it")
        found.append(game.unseen.noises[held.index(True)][0])
    return found


def show_noise(unseen: Unseen) -> str:
    """Return how likely an answer is wrong: `1/10`, or `1/10 to 1/5` where that depends on the code."""
    ends = [chance for chance, _ in unseen.noises]
    return f"{min(ends)} to {max(ends)}" if ends else str(unseen.noise)


def only_telling(game: Game) -> list[str]:
    """Return the rule that what is proved is subject to where an answer to what is known tells something.

    That is where lies are told by chance until all are told: a wrong answer to what all possible codes answer
    alike is one of them. A play of such experiments need not end, so nothing that is searched makes them.
    """
    uses_up = game.unseen is not None and game.unseen.lies and game.unseen.noise
    return ["only experiments that tell codes apart"] if uses_up else []


def given(
    unseen: Unseen, truth: Answer, told: int, possible: Iterable[OutcomeValue], noise: Fraction | None
) -> Iterator[tuple[Answer, int, Fraction]]:
    """Yield what may be answered after so many lies, the lies told then, and the chance of it.

    `possible` as in `believed`, `noise` is that of the code; where no chance is known that of the truth is 1
    and that of a lie 0.
    """
    values, final = truth
    none = final or not (unseen.endless or told < unseen.lies)
    none = none or noise == 0
    others = [] if none else [other for other in possible if other != values]
    wrong = (noise or Fraction(0)) if others else Fraction(0)
    yield truth, told, 1 - wrong
    for other in others:
        yield (other, False), told if unseen.endless else told + 1, wrong / len(others)


@dataclass(frozen=True, slots=True)
class Answering:
    """What an experiment may be answered, code by code."""

    unseen: Unseen
    truths: Sequence[Answer]
    """For each code what it answers in truth; of what is drawn one thing that may be."""
    possible: Sequence[OutcomeValue]
    """The outcomes that are not final and that the experiment has for some code of the game."""
    drawn: Sequence[Mapping[OutcomeValue, Fraction]] | None = None
    """For each code what may be observed, with its chance, where that is drawn."""
    noises: Sequence[Fraction] | None = None
    """For each code how likely an answer is wrong, where that depends on it."""

    def says(self, code: int, told: int) -> Iterator[tuple[Answer, int, Fraction]]:
        """Yield what may be answered after so many lies, the lies told then, and the chance of it."""
        if self.drawn is None:
            noise = self.unseen.noise if self.noises is None else self.noises[code]
            yield from given(self.unseen, self.truths[code], told, self.possible, noise)
            return
        for values, chance in self.drawn[code].items():
            yield (values, False), told, chance

    def is_lie(self, code: int, values: OutcomeValue) -> bool | None:
        """Return whether a code answers so only by a lie; None when it never does."""
        truth, final = self.truths[code]
        if self.drawn is not None:
            return False if values in self.drawn[code] else None
        if values == truth:
            return False
        return None if final or values not in self.possible else True


def answering(
    game: Game,
    experiment: Experiment,
    codes: Sequence[Assignment],
    truths: Sequence[Answer],
    noises: Sequence[Fraction] | None,
) -> Answering:
    """Return what an experiment may be answered by codes, all those of a game, that answer so in truth.

    `noises` are the `noises_of` all codes.
    """
    unseen = game.unseen or Unseen(0, ())
    ways = ways_of(game.experiments[experiment[0]])
    if not ways:
        possible = list(dict.fromkeys(values for values, final in truths if not final))
        return Answering(unseen, truths, possible, noises=noises)
    parameters = true_propositions(game.experiments[experiment[0]].space, experiment[1])
    drawn: list[dict[OutcomeValue, Fraction]] = []
    for code in codes:
        secret = true_propositions(game.codes, code)
        said: dict[OutcomeValue, Fraction] = {}
        for way in ways:
            held = evaluate_all(game.dag, way.cases.lits, secret, parameters)
            if True not in held:
                raise GameError("there is a code whose chances are not 1 together: `cobra check` shows it")
            value = way.cases.values[held.index(True)]
            said[(value,)] = said.get((value,), Fraction(0)) + way.chance
        drawn.append(said)
    return Answering(unseen, truths, list(dict.fromkeys(values for said in drawn for values in said)), drawn)


def believed(
    belief: Belief, asked: Answering, following: Sequence[Sequence[int]] | None
) -> dict[Answer, dict[int, int]]:
    """Return what the answers to an experiment make of a belief.

    `following` are the `successors` of all codes, None where the secret stays.
    """
    cells: dict[Answer, dict[int, int]] = {}

    for code, told in belief.items():
        for said, now, _ in asked.says(code, told):
            cell = cells.setdefault(said, {})
            for reached in [code] if said[1] or following is None else following[code]:
                cell[reached] = min(now, cell.get(reached, now))
    return cells


def likely_after(
    likely: Likely, asked: Answering, following: Sequence[Sequence[int]] | None
) -> dict[Answer, dict[tuple[int, int], Fraction]]:
    """Return what the answers to an experiment make of chances, which are together as likely as before.

    The other arguments are those of `believed`; answers are wrong with a known chance.
    """
    cells: dict[Answer, dict[tuple[int, int], Fraction]] = {}

    for (code, told), chance in likely.items():
        for said, now, part in asked.says(code, told):
            cell = cells.setdefault(said, {})
            reached = [code] if said[1] or following is None else following[code]
            for one in reached:
                cell[one, now] = cell.get((one, now), Fraction(0)) + chance * part / len(reached)
    return cells
