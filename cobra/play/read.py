"""Histories as people type them: `0011 1B1W`, `guess 0011 = 1,1; guess 0023 = 0,2`, `guess=0011:1B1W`.

An entry is an experiment and the answer to it; entries are separated by `;` or by lines, and `#` begins a
comment. Between the two stands `=`, `:`, or nothing but space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from cobra.arguments import checked
from cobra.budget import Deadline
from cobra.engine.made import Made, show_made
from cobra.errors import GameError, TimeLimitError
from cobra.model.answers import Answer, OutcomeValue, outcome_number, outcomes_shown
from cobra.model.game import Experiment, Game, fills
from cobra.model.reading import SeveralOutcomes, read_outcome, unquoted_outcome
from cobra.model.show import Notation
from cobra.play.standing import Retracing, refusal
from cobra.sat.knowledge import SatKnowledge
from cobra.sat.rearranged import rearranged

_ENTRY: Final = re.compile(r"""(?:"[^"\n]*"|'[^'\n]*'|[^;\n])+""")
_COMMENT: Final = re.compile(r"""("[^"\n]*"|'[^'\n]*')|(?:^|\s)#[^\n]*""")
"""A comment, or a quoted symbol (the group), in which `#` begins none."""
_MOST_ENTRIES: Final = 10_000
_SECONDS: Final = 1.0
"""So long the outcomes that a message names may take to find."""


@checked
def read_history(game: Game, text: str, before: Sequence[Made] = ()) -> tuple[Made, ...]:
    """Return the experiments made and their answers, in order; `before` them others were made.

    Nothing is asked about the codes: the answers may contradict each other. An experiment that only a list of
    the game leaves out, such as a word it does not know, is read too. In a game with memory experiments are
    those that can be made in the state of their moment, and are returned in it. `GameError` names the wrong
    entry.
    """
    entries = [one.strip() for one in _ENTRY.findall(_COMMENT.sub(r"\1", text))]
    entries = [one for one in entries if one]
    if len(entries) > _MOST_ENTRIES:
        raise GameError(f"a history has at most {_MOST_ENTRIES:,} experiments, not {len(entries):,}")
    with Retracing(game) as replay:
        for made in history_of(game, before):
            replay.add(made)
        return tuple(replay.add(read_made(game, entry, replay.notation)) for entry in entries)


def history_of(game: Game, history: str | Sequence[Made]) -> tuple[Made, ...]:
    """Return a history: a text as `read_history` does; what was read before is looked at.

    `GameError` for an experiment or an answer that the game does not have, as in the history of another game.
    """
    if isinstance(history, str):
        return read_history(game, history)
    for number, made in enumerate(history, 1):
        if not has_made(game, made):
            raise GameError(f"experiment {number} of the history and its answer are none of this game")
    return tuple(history)


def has_made(game: Game, made: Made) -> bool:
    """Return whether a game has an experiment and its answer, lists and constraints aside."""
    try:
        experiment, outcome = made
        (type_, _) = experiment
        outcome_number(game.experiments[type_].answer, outcome)
        return isinstance(outcome, tuple) and has_experiment(game, experiment)
    except (GameError, IndexError, TypeError, ValueError):
        return False


def has_experiment(game: Game, experiment: Experiment) -> bool:
    """Return whether a game has an experiment, lists and constraints aside."""
    try:
        (type_, values) = experiment
        kinds = isinstance(experiment, tuple) and isinstance(values, tuple)
        return kinds and type_ >= 0 and fills(game.experiments[type_].space, values)
    except (IndexError, TypeError, ValueError):
        return False


def read_made(game: Game, text: str, notation: Notation | None = None) -> Made:
    """Return one experiment made with its answer, such as `0011 = 1B1W`."""
    notation = notation or Notation(game)
    text = _without_equals(game, text.strip())
    for separator in ("=", ":", r"\s+"):
        found = dict.fromkeys(_readings(game, text, separator, notation))
        if len(found) == 1:
            return next(iter(found))
        if found:
            shown = " or ".join(repr(show_made(game, one, notation)) for one in list(found)[:2])
            raise GameError(f"{text!r} can be read as {shown}; write EXPERIMENT = ANSWER")
    raise GameError(_problem(game, text, notation))


def _without_equals(game: Game, text: str) -> str:
    """Return `guess 0011:1B1W` for `guess=0011:1B1W`."""
    for type_ in game.experiments:
        for name in (type_.label, type_.name):
            if text.startswith(f"{name}="):
                return f"{name} {text[len(name) + 1 :]}"
    return text


def _readings(game: Game, text: str, separator: str, notation: Notation) -> Iterator[Made]:
    for match in re.finditer(separator, text):
        try:
            experiment = read_experiment(notation, text[: match.start()])
        except GameError:
            continue
        answer = game.experiments[experiment[0]].answer
        try:
            yield Made(experiment, read_outcome(answer, _answer_text(answer, text[match.end() :].strip())))
        except SeveralOutcomes as several:
            yield from (Made(experiment, one) for one in several.among(_occurring(game, experiment)))
        except GameError:
            continue


def _answer_text(answer: Answer, text: str) -> str:
    """Return what is between quotes, if that is an outcome: one that has quotes has some around them."""
    inner = unquoted_outcome(text)
    return inner if inner is not None and outcomes_shown(answer, inner) else text


def read_experiment(notation: Notation, text: str) -> Experiment:
    """Return an experiment as it was made, also one that the game leaves out.

    That is one that a list of the game does not have, and one that the game has in another order of its
    parameters, which teaches the same; `cobra.sat.rearranged` says more. In a game with memory it is made in
    the state in which the game of the notation begins.
    """
    try:
        return notation.parse_experiment(text, listed=False)
    except GameError:
        if notation.game.memory is None:
            found = rearranged(notation, text)
            if found is not None:
                return found[0]
            raise
        for one in notation.parse_parameters(text):
            if (refused := refusal(notation, one)) is not None:
                raise GameError(refused) from None
        raise


def read_answer(game: Game, experiment: Experiment, text: str) -> OutcomeValue:
    """Return the outcome of an experiment that a text stands for; a mistake names those that codes give."""
    answer = game.experiments[experiment[0]].answer
    return read_outcome(answer, text, lambda: _occurring(game, experiment))


def _occurring(game: Game, experiment: Experiment) -> list[OutcomeValue]:
    """Return the outcomes of an experiment in their order, as many as are found quickly."""
    found: list[OutcomeValue] = []
    with suppress(TimeLimitError), SatKnowledge(game, deadline=Deadline(_SECONDS)) as knowledge:
        found.extend(knowledge.outcomes(experiment))
    return sorted(found, key=lambda values: outcome_number(game.experiments[experiment[0]].answer, values))


def _problem(game: Game, text: str, notation: Notation) -> str:
    """Say what is wrong with an entry that has no reading.

    It is taken to be cut at its last `=` or `:`, else at a space after an experiment or before an answer.
    """
    for separator in ("=", ":"):
        head, found, tail = text.rpartition(separator)
        if found:
            mistake = _mistake(game, head, tail, notation)
            return mistake if mistake.startswith(repr(head.strip())) else f"{text!r}: {mistake}"
    cuts = [(text[: space.start()], text[space.end() :]) for space in re.finditer(r"\s+", text)]
    for head, tail in reversed(cuts):
        if _is_experiment(notation, head) or _is_answer(game, tail):
            return f"{text!r}: {_mistake(game, head, tail, notation)}"
    return f"{text!r} is not an experiment and its answer; write EXPERIMENT = ANSWER"


def _mistake(game: Game, head: str, tail: str, notation: Notation) -> str:
    """Say why the parts of an entry are not an experiment and its answer."""
    try:
        experiment = read_experiment(notation, head.strip())
        read_answer(game, experiment, tail)
    except GameError as error:
        return str(error)
    return "write EXPERIMENT = ANSWER"


def _is_experiment(notation: Notation, text: str) -> bool:
    try:
        read_experiment(notation, text)
    except GameError:
        return False
    return True


def _is_answer(game: Game, text: str) -> bool:
    for type_ in game.experiments:
        try:
            read_outcome(type_.answer, text)
        except SeveralOutcomes:
            return True
        except GameError:
            continue
        return True
    return False
