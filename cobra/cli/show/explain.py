"""Contradictions, explanations and reviews as text, and what of them was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from cobra.cli.show.lies import allowed_words, needed_lines
from cobra.cli.show.text import WIDTH, bold, number, plural, shorten, table
from cobra.engine.made import show_made, show_made_outcome
from cobra.errors import REASONS
from cobra.figures import decimal
from cobra.model.show import Notation
from cobra.play.standing import standing_words
from cobra.play.too_many_lies import TooManyLies

if TYPE_CHECKING:
    from cobra.budget import Progress
    from cobra.engine.made import Made
    from cobra.limits import Limits
    from cobra.model.game import Game
    from cobra.play.advise import Advice
    from cobra.play.against import Excluded
    from cobra.play.contradiction import Contradiction
    from cobra.play.explain import Explanation
    from cobra.play.review import Judgement, Move, Review

_REPAIRS: Final = 12
"""So many repairs are printed; the JSON has them all."""
_NOT_JUDGED: Final = (
    "Moves are not judged as long as some code will be lost, as losing has no cost "
    "(`lost when … cost n` says one)."
)
_NOT_FOUND: Final = (
    "Moves are not judged as long as nobody can be sure to find the secret, which moves: no number of "
    "experiments is enough."
)


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked beside advice."""

    explain: bool = False
    mine: str | None = None
    why: str | None = None
    review: bool = False

    def possible(self, advice: Advice) -> Questions:
        """Return those that have an answer: nothing is next when no code is left, or the game is over."""
        going_on = advice.codes > 0 and not advice.over
        return Questions(
            self.explain and going_on,
            self.mine if going_on else None,
            self.why,
            self.review and advice.codes > 0,
        )

    def singly(self) -> Iterator[Questions]:
        """Yield each question by itself: one that there is no time for leaves the answers to the others."""
        if self.explain or self.mine is not None:
            yield Questions(explain=self.explain, mine=self.mine)
        if self.why is not None:
            yield Questions(why=self.why)
        if self.review:
            yield Questions(review=True)

    def ask(
        self,
        game: Game,
        history: tuple[Made, ...],
        *,
        threads: int,
        memory: int,
        time_limit: float | None,
        limits: Limits,
        progress: Progress | None,
        advice: Advice | None = None,
    ) -> Explained:
        """Return the answers, each in the time allowed; `GameError` where there is none.

        `advice` is what was advised after this history.
        """
        import cobra

        explanation = review = None
        if self.explain or self.mine is not None:
            explanation = cobra.explain(
                game,
                history,
                self.mine,
                threads=threads,
                memory=memory,
                time_limit=time_limit,
                limits=limits,
                progress=progress,
                advice=advice,
            )
        if self.review:
            review = cobra.review(
                game,
                history,
                threads=threads,
                memory=memory,
                time_limit=time_limit,
                limits=limits,
                progress=progress,
            )
        against = None
        if self.why is not None:
            against = cobra.excluded(
                game, history, self.why, memory=memory, time_limit=time_limit, limits=limits
            )
        return Explained(explanation, against, review)


@dataclass(frozen=True, slots=True)
class Explained:
    """What was asked beside advice; None what was not asked, or has no answer in the position."""

    explanation: Explanation | None = None
    excluded: Excluded | None = None
    review: Review | None = None

    def also(self, other: Explained) -> Explained:
        """Return what both say."""
        return Explained(
            self.explanation or other.explanation,
            self.excluded or other.excluded,
            self.review or other.review,
        )

    def lines(self) -> list[str]:
        """Return it for people, a blank line before each part."""
        lines: list[str] = []
        for sentences in (self.explanation, self.excluded):
            if sentences is not None:
                lines += ["", *(line for one in sentences.sentences for line in _folded(one))]
        if self.review is not None:
            lines += ["", *_review_lines(self.review)]
        return lines

    def document(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "explanation": None if self.explanation is None else self.explanation.document(),
            "excluded": None if self.excluded is None else self.excluded.document(),
            "review": None if self.review is None else self.review.document(),
        }


def _folded(sentence: str) -> list[str]:
    """Return a sentence in lines that fit."""
    lines = [""]
    for word in sentence.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def contradiction_lines(found: Contradiction, whole: bool) -> list[str]:
    """Return which answers clash and how they can be repaired; `whole`: all repairs."""
    notation = Notation(found.game)
    if isinstance(found, TooManyLies):
        allowed, needed = allowed_words(found), needed_lines(found, whole)
    else:
        allowed, needed = "", []
    doubt = "" if found.smallest else " (maybe fewer of them do)"
    lines = [
        bold(f"No code gives {_answers(found.clash)}{allowed}{doubt}"),
        *(f"  {place}. {show_made(found.game, found.history[place - 1], notation)}" for place in found.clash),
    ]
    lines += needed
    shown = found.repairs if whole else found.repairs[:_REPAIRS]
    if shown:
        header = ("answer", "is", "could be", "codes left then")
        rows = [
            (
                str(one.experiment),
                show_made_outcome(found.game, found.history[one.experiment - 1]),
                one.text,
                "?" if one.codes is None else number(one.codes),
            )
            for one in shown
        ]
        lines += ["", "One answer changed is enough; the nearest first:", *table(header, rows, right=(0, 3))]
        if len(found.repairs) > len(shown):
            lines.append(f"… and {len(found.repairs) - len(shown):,} more (--all)")
    if not found.complete:
        lines.append("There may be more repairs: the time was not enough to find them all.")
    elif not found.repairs and found.wrong and not needed:
        least = "at least" if found.fewest else "maybe"
        lines.append(
            f"No change of one answer is enough: {least} {len(found.wrong)} are wrong, for example "
            f"{_listed(found.wrong)}."
        )
    elif not found.repairs and not needed:
        lines.append("No change of one answer is enough.")
    if found.unlisted:
        lines += ["", *_folded(unlisted_words(found))]
    return lines


def unlisted_words(found: Contradiction) -> str:
    """Return that the secret may be in no list of the game, and how another list is given."""
    how = " or ".join(f"-D {name}=FILE" for name in found.lists)
    return f"{found.unlisted} Another list: {how}." if how else found.unlisted


def _answers(places: Sequence[int]) -> str:
    return f"answer {places[0]}" if len(places) == 1 else f"the answers {_listed(places)} together"


def _listed(places: Sequence[int]) -> str:
    texts = list(map(str, places))
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _review_lines(review: Review) -> list[str]:
    if not review.moves:
        return ["Nothing was asked yet, so there is nothing to review."]
    memory = review.game.memory is not None
    header: tuple[str, ...] = ("move", "experiment", "answer", "before", "after")
    rows = [_made(place, move) for place, move in enumerate(review.moves, 1)]
    if review.judged or not review.loses:
        header = (*header, "best", "at worst" if review.by_worst else "expected", "loss", "luck")
        rows = [(*row, *_judged(move)) for row, move in zip(rows, review.moves, strict=True)]
    right = tuple(place for place in (0, 3, 4, 6, 7, 8) if place < len(header))
    if memory:
        header = (*header, "then")
        rows = [(*row, _then(review.game, move)) for row, move in zip(rows, review.moves, strict=True)]
    lines = table(header, rows, right=right)
    lost = ["The play is lost."] if review.lost else []
    if review.loses:
        lost.append(_NOT_JUDGED if memory else _NOT_FOUND)
    if review.judged:
        lines += ["", *_totals(review)]
    elif not review.loses:
        why = "too many codes were left, or the time was not enough"
        if review.stopped:
            why = f"stopped by {REASONS[review.stopped]}"
        lost.append(f"No move could be judged: {why}.")
    return [*lines, *lost]


def _then(game: Game, move: Move) -> str:
    """Return how a play of a game with memory stood after a move."""
    return "" if move.standing is None else standing_words(game, move.standing)


def _judged(move: Move) -> tuple[str, ...]:
    """Return the cells of what a move was worth."""
    judged = move.judgement
    if judged is None:
        return ("?", "?", "?", "?")
    return _best(judged), _decimals(judged.value), _decimals(judged.loss), _signed(judged.luck)


def _made(place: int, move: Move) -> tuple[str, ...]:
    """Return the cells of what was asked and answered, and how many codes were left before and after."""
    about = "" if move.exact else "≥"
    before, after = [
        "?" if count is None else f"{about}{number(count)}" for count in (move.before, move.after)
    ]
    return str(place), shorten(move.experiment), move.outcome, before, after


def _best(judged: Judgement) -> str:
    """Return what would have been best; a move may do better than the reference goes on."""
    if judged.loss < 0:
        return f"beats {judged.reference}"
    return "-" if judged.best is None else shorten(judged.best)


def _totals(review: Review) -> list[str]:
    """Return what the moves add up to: exactly the length of the game, or what it cost."""
    assert review.expected is not None and review.rest is not None
    since = len(review.moves) - review.judged
    names = [one.judgement.reference for one in review.moves if one.judgement is not None]
    priced = review.game.memory is not None and review.game.memory.priced
    start, expected = f"Compared with {names[0]}", _decimals(review.expected)
    was = f"{expected} experiment{' was' if review.expected == 1 else 's were'}"
    lines = [
        (f"{start}, a cost of {expected} was" if priced else f"{start}, {was}")
        + (" needed at worst" if review.by_worst else " expected")
        + (f" after move {since}." if since else ".")
    ]
    if review.saved:
        change = since + names.index(names[-1]) + 1
        saved = _decimals(review.saved)
        less = "costs {} less" if priced else "needs {} fewer"
        lines.append(f"From move {change} on it is {names[-1]}, which {less.format(saved)} from there.")
    lines.append(f"{plural(review.judged, 'experiment')} followed{_followed(review, priced)}.")
    moves = f"Moves {'lost' if review.loss >= 0 else 'gained'} {_decimals(abs(review.loss))}"
    luck = "saved" if review.luck >= 0 else "cost"
    compared = " compared with the worst ones" if review.by_worst else ""
    by_luck = f"by {'' if review.luck >= 0 else 'bad '}luck"
    lines.append(f"{moves}, answers {luck} {_decimals(abs(review.luck))} {by_luck}{compared}.")
    return lines


def _followed(review: Review, priced: bool) -> str:
    """Return what the moves have cost where they have prices, and what is still to come."""
    assert review.rest is not None
    rest = _decimals(review.rest)
    if not priced:
        to_come = f"at most {rest} more" if review.by_worst else f"{rest} more are expected"
        return "" if review.over else f", and {to_come}"
    paid = f" and cost {_decimals(review.paid)}"
    if review.lost:
        return f"{paid}, and losing cost {rest}"
    return paid if review.over else f"{paid}, and {rest} more is expected"


def _decimals(value: Fraction) -> str:
    """Return a number with four decimals; whole numbers, and what these would make nothing, exactly."""
    exact = value.denominator == 1 or abs(value) < Fraction(1, 10000)
    return str(value) if exact else decimal(value)


def _signed(value: Fraction) -> str:
    return f"+{_decimals(value)}" if value > 0 else _decimals(value)
