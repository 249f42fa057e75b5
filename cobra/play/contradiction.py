"""Answers that contradict each other: a smallest set that clashes, and what would repair it.

An answer may be wrong because somebody erred; which one cannot be known, but what is possible can. Everything
is asked of one SAT solver in which each answer is switched on by an assumption, so it works for games with
far too many codes to list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cobra.budget import Deadline, Progress, limited
from cobra.engine.made import Made, without
from cobra.engine.run import Run
from cobra.errors import GameError, LimitError, StoppedError, TimeLimitError
from cobra.language.source import words_of
from cobra.limits import Limits
from cobra.model.answers import OutcomeValue, show_outcome
from cobra.model.codeless import why_no_code
from cobra.model.game import Experiment, Game, SlotTable, Space
from cobra.options import MEMORY
from cobra.play.position import Position
from cobra.play.read import history_of
from cobra.play.split import split
from cobra.play.standing import replayed
from cobra.sat.clash import Answers, Clash
from cobra.sat.knowledge import SatKnowledge
from cobra.texts import say


@dataclass(frozen=True, slots=True)
class Repair:
    """One answer changed so that all answers fit some code. Experiments have numbers from 1."""

    experiment: int
    outcome: OutcomeValue
    text: str
    """The outcome as it is shown."""
    codes: int | None
    """The number of codes left then; None when it could not be counted in the time or memory allowed."""


@dataclass(frozen=True)
class Contradiction:
    """Answers that no code gives, and how they could be repaired. Experiments have numbers from 1."""

    game: Game = field(repr=False)
    history: tuple[Made, ...]
    clash: tuple[int, ...]
    """Answers that no code gives all at once."""
    smallest: bool
    """Whether no smaller set of answers clashes; else the time was not enough to prove it."""
    repairs: tuple[Repair, ...]
    """Every change of a single answer after which a code fits, those nearest to the answer given first."""
    complete: bool
    """Whether these are all repairs; else the time was not enough."""
    wrong: tuple[int, ...]
    """A set of answers without which the others fit a code; nothing when there was no time to find one, and
    in a game with memory, in which all that was asked later depends on each answer."""
    fewest: bool
    """Whether at least so many answers must be wrong."""

    @property
    def unlisted(self) -> str:
        """What else may be wrong, a sentence: the list that the secret is from; nothing without a list."""
        longest = max((len(table.rows) for table in self.game.codes.tables), default=0)
        if not longest:
            return ""
        return say(
            "Or it is none of those this game knows: its list has {n} {n:word|words}.",
            n=longest,
        )

    @property
    def lists(self) -> tuple[str, ...]:
        """The files that the secret may be from, by the names they are set by (`-D answers=…`)."""
        game = self.game
        texts = {} if game.origin is None else dict(game.origin.files)
        first = {_text(game.codes, table) for table in game.codes.tables}
        return tuple(
            name
            for name, file in game.arguments
            if first & set(map(_together, words_of(texts.get(str(file), ""))))
        )

    def document(self) -> dict[str, Any]:
        """Return what is known, for JSON."""
        return {
            "clash": list(self.clash),
            "smallest": self.smallest,
            "repairs": [
                {"experiment": one.experiment, "outcome": one.text, "codes": one.codes}
                for one in self.repairs
            ],
            "complete": self.complete,
            "wrong": list(self.wrong),
            "fewest": self.fewest,
            "unlisted": self.unlisted or None,
        }


@limited
def contradiction(
    game: Game,
    history: str | Sequence[Made],
    *,
    time_limit: float | None = None,
    memory: int = MEMORY,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Contradiction | None:
    """Return why no code gives all answers of a history, and what would repair it; None when a code does.

    `history` is text as for `cobra.play.read.read_history`, or what that returns. After `time_limit` seconds
    what is known by then is returned, with its flags saying what is not proved; `StoppedError` when not even
    whether there is a contradiction was found. `memory` is in bytes. `GameError` for a wrong history, and for
    a game that has no code whatever is answered.
    """
    made = history_of(game, history)
    run = Run(time_limit, progress)
    made, _ = replayed(game, made, Deadline(_half(run)))
    try:
        with Clash(game, made, Deadline(_half(run)), memory=memory) as clash:
            if clash.fit(clash.all):
                return None
            if not clash.fit(()):
                raise GameError(
                    say("the game has no code, whatever is answered: {why}", why=why_no_code(game))
                )
            smallest, is_smallest = _last(clash.smaller_and_smaller(), clash.all)
            wrong: Answers = frozenset()
            is_fewest = False
            if game.memory is None:  # else another answer changes what was asked after it
                doubtful = _doubtful(clash, smallest)
                wrong, is_fewest = _last(clash.fewer_and_fewer(), wrong)
    except TimeLimitError:
        raise StoppedError("time", "looking for a code that fits all answers") from None
    if game.memory is None:
        repairs, complete = _repairs(game, made, doubtful, run, memory, limits)
    else:
        repairs, complete = _repairs_with_memory(game, made, run, memory, limits)
    return Contradiction(
        game=game,
        history=made,
        clash=_numbers(smallest),
        smallest=is_smallest,
        repairs=repairs,
        complete=complete,
        wrong=_numbers(wrong),
        fewest=is_fewest,
    )


def _text(space: Space, table: SlotTable) -> str:
    """Return the first word of a list."""
    pairs = zip(table.slots, table.rows[0], strict=True)
    return _together("".join(str(space.slots[slot].symbols[position]) for slot, position in pairs))


def _together(word: str) -> str:
    return "".join(word.split())


def _half(run: Run) -> float | None:
    remaining = run.remaining()
    return None if remaining is None else remaining / 2


def _numbers(answers: Answers) -> tuple[int, ...]:
    return tuple(i + 1 for i in sorted(answers))


def _last(better: Iterator[tuple[Answers, bool]], otherwise: Answers) -> tuple[Answers, bool]:
    """Return the last of a sequence that gets better until the deadline."""
    last = otherwise, False
    try:
        for one in better:
            last = one
    except TimeLimitError:
        pass
    return last


def _doubtful(clash: Clash, clashing: Answers) -> list[int]:
    """Return the answers without which the others fit a code; in doubt all that clash, for no other can."""
    try:
        return [i for i in sorted(clashing) if clash.fit(clash.all - {i})]
    except TimeLimitError:
        return sorted(clashing)


def _repairs(
    game: Game,
    history: tuple[Made, ...],
    doubtful: Sequence[int],
    run: Run,
    memory: int,
    limits: Limits | None,
) -> tuple[tuple[Repair, ...], bool]:
    """Return all changes of one of these answers after which a code fits, and whether they are all.

    What an answer can be changed to are the outcomes of the codes that give all other answers.
    """
    found: list[tuple[int, Repair]] = []
    complete = True
    for i in doubtful:
        experiment, outcome = history[i]
        rest = without(history, i + 1)
        answer = game.experiments[experiment[0]].answer
        try:
            counts = _count(game, rest, experiment, run, memory, limits)
        except (LimitError, StoppedError):
            counts = None
        if counts is None:
            counts, listed = _possible(game, rest, experiment, Deadline(run.remaining()))
            complete = complete and listed
        for other, codes in counts.items():
            repair = Repair(i + 1, other, show_outcome(answer, other), codes)
            found.append((_distance(outcome, other), repair))
    found.sort(key=lambda pair: pair[0])
    return tuple(repair for _, repair in found), complete


def _repairs_with_memory(
    game: Game, history: tuple[Made, ...], run: Run, memory: int, limits: Limits | None
) -> tuple[tuple[Repair, ...], bool]:
    """Return the same for a game with memory."""
    try:
        start = Position(game, run=run, memory=memory, limits=limits)
    except (LimitError, StoppedError):
        return (), False
    return replayed_repairs(start, history)


def replayed_repairs(start: Position, history: tuple[Made, ...]) -> tuple[tuple[Repair, ...], bool]:
    """Return the same from a start on; all later experiments must be possible then, too."""
    game, before = start.game, start
    found: list[tuple[int, Repair]] = []
    complete = True
    try:
        for i, made in enumerate(history):
            if not before.codes:  # of what follows no answer was ever possible
                break
            answer = game.experiments[made.experiment[0]].answer
            outcomes, listed = _outcomes(before, made.experiment)
            complete = complete and listed
            for outcome in outcomes:
                position = _replay(before, (made._replace(outcome=outcome), *history[i + 1 :]))
                if position is not None:
                    codes = position.codes if position.exact else None
                    repair = Repair(i + 1, outcome, show_outcome(answer, outcome), codes)
                    found.append((_distance(made.outcome, outcome), repair))
            before = before.then(made)
    except (LimitError, StoppedError):
        complete = False
    found.sort(key=lambda pair: pair[0])
    return tuple(repair for _, repair in found), complete


def _outcomes(position: Position, experiment: Experiment) -> tuple[Sequence[OutcomeValue], bool]:
    """Return the outcomes that an experiment can have in a position, and whether they are all."""
    if position.left is not None:
        return [part.outcome for part in split(position, experiment).parts], True
    found, listed = _possible(position.game, position.history, experiment, position.deadline())
    return list(found), listed


def _replay(position: Position, rest: Sequence[Made]) -> Position | None:
    """Return the position after more experiments, None when one cannot be made, or no code is left."""
    try:
        if position.left is None:  # all at once: what is left in between need not be counted
            run, memory, limits = position.run, position.memory, position.limits
            history = (*position.history, *rest)
            position = Position(position.game, history, run=run, memory=memory, limits=limits)
            return position if position.codes else None
        for made in rest:
            position = position.then(made)
            if not position.codes:
                return None
    except GameError:
        return None
    return position


def _count(
    game: Game,
    history: Sequence[Made],
    experiment: Experiment,
    run: Run,
    memory: int,
    limits: Limits | None,
) -> Mapping[OutcomeValue, int | None] | None:
    """Return how many of the codes left give each outcome, None when they are too many to be counted."""
    position = Position(game, history, run=run, memory=memory, limits=limits)
    if not position.codes:
        return {}
    if position.left is not None:
        return {part.outcome: part.codes for part in split(position, experiment).parts}
    return None if position.counter is None else position.counter.split(experiment, position.deadline())


def _possible(
    game: Game, history: Sequence[Made], experiment: Experiment, deadline: Deadline
) -> tuple[Mapping[OutcomeValue, int | None], bool]:
    """Return the outcomes that codes left give, uncounted, and whether they are all."""
    outcomes: dict[OutcomeValue, None] = {}
    try:
        with SatKnowledge(game, history, deadline=deadline) as knowledge:
            for outcome in knowledge.outcomes(experiment):
                outcomes[outcome] = None
    except (LimitError, TimeLimitError):
        return outcomes, False
    return outcomes, True


def _distance(one: OutcomeValue, other: OutcomeValue) -> int:
    """Return how far two outcomes are apart: numbers by their difference, other values by 1."""
    return sum(
        abs(a - b) if type(a) is int and type(b) is int else int(a != b)
        for a, b in zip(one, other, strict=True)
    )
