"""Games in which something happens unseen, by definition: which answers there may be, where a secret moves.

A *hidden state* is a code and the number of lies told by then; a *belief* is the hidden states that are
possible, of those of one code only the one with the fewest lies, which can do all that the others can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from cobra.errors import GameError
from cobra.model.answers import OutcomeValue
from cobra.model.dag import Lit
from cobra.model.evaluate import evaluate_all
from cobra.model.game import Assignment, Cases, Game, Observed, Unseen, true_propositions
from cobra.model.membership import MembershipDag
from cobra.options import DEFAULT_OBJECTIVE, UNSEEN_OBJECTIVE, WON

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


def demand_end(game: Game, what: str) -> None:
    """Raise `GameError` where a play may take any number of experiments: `what` says what cannot be done."""
    if game.unseen is not None and game.unseen.endless:
        raise GameError(
            f"{what} is not possible where any number of answers may be wrong, as a play may take any number "
            "of experiments: `cobra optimal --objective won --within K` plays to win within K of them, `"
            "cobra advise` and `cobra simulate` play on, and `lies at most n` in the game sets a limit"
        )


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


def target_lits(unseen: Unseen) -> list[Lit]:
    """Return the formulas of all moves."""
    return [lit for move in unseen.moves for cases in move.targets for lit in cases.lits]


def successors(game: Game, codes: Sequence[Assignment]) -> list[list[int]]:
    """Return for each code of a game, all of which are given, the numbers of those it can become."""
    numbers = {code: number for number, code in enumerate(codes)}
    moves = game.unseen.moves if game.unseen is not None else ()
    found: list[list[int]] = []
    for code in codes:
        secret = true_propositions(game.codes, code)
        choices: list[list[int]] = [[value] for value in code]
        for move in moves:
            symbols = game.codes.slots[move.slot].symbols
            reached = []
            for cases in move.targets:
                held = evaluate_all(game.dag, cases.lits, secret, ())
                reached += [
                    symbols.index(value) for value, holds in zip(cases.values, held, strict=True) if holds
                ]
            choices[move.slot] = sorted(set(reached))
        found.append(sorted({numbers[one] for one in product(*choices) if one in numbers}))
    return found


def given(
    unseen: Unseen, truth: Answer, told: int, possible: Iterable[OutcomeValue]
) -> Iterator[tuple[Answer, int, Fraction]]:
    """Yield what may be answered after so many lies, the lies told then, and the chance of it.

    `possible` as in `believed`; where no chance is known that of the truth is 1 and that of a lie 0.
    """
    values, final = truth
    none = final or not (unseen.endless or told < unseen.lies)
    others = [] if none else [other for other in possible if other != values]
    wrong = (unseen.noise or Fraction(0)) if others else Fraction(0)
    yield truth, told, 1 - wrong
    for other in others:
        yield (other, False), told if unseen.endless else told + 1, wrong / len(others)


def believed(
    game: Game,
    belief: Belief,
    answer: Callable[[int], Answer],
    possible: Iterable[OutcomeValue],
    following: Sequence[Sequence[int]] | None,
) -> dict[Answer, dict[int, int]]:
    """Return what the answers to an experiment make of a belief.

    `answer` is what each code answers in truth, `possible` the outcomes that are not final and that the
    experiment has for some code of the game; `following` are the `successors` of all codes, None where the
    secret stays.
    """
    unseen = game.unseen or Unseen(0, ())
    others = list(possible)
    cells: dict[Answer, dict[int, int]] = {}

    for code, told in belief.items():
        for said, now, _ in given(unseen, answer(code), told, others):
            cell = cells.setdefault(said, {})
            for reached in [code] if said[1] or following is None else following[code]:
                cell[reached] = min(now, cell.get(reached, now))
    return cells


def likely_after(
    game: Game,
    likely: Likely,
    answer: Callable[[int], Answer],
    possible: Iterable[OutcomeValue],
    following: Sequence[Sequence[int]] | None,
) -> dict[Answer, dict[tuple[int, int], Fraction]]:
    """Return what the answers to an experiment make of chances, which are together as likely as before.

    The other arguments are those of `believed`; answers are wrong with a known chance.
    """
    unseen = game.unseen or Unseen(0, ())
    others = list(possible)
    cells: dict[Answer, dict[tuple[int, int], Fraction]] = {}

    for (code, told), chance in likely.items():
        for said, now, part in given(unseen, answer(code), told, others):
            cell = cells.setdefault(said, {})
            reached = [code] if said[1] or following is None else following[code]
            for one in reached:
                cell[one, now] = cell.get((one, now), Fraction(0)) + chance * part / len(reached)
    return cells
