"""Why an experiment is best, or another one is not. Every sentence is made of the figures that it states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from cobra.amounts import VAST, amount
from cobra.budget import Progress, limited
from cobra.engine.made import Made
from cobra.engine.run import Run
from cobra.errors import GameError, StoppedError
from cobra.figures import decimal, hundredths
from cobra.limits import Limits
from cobra.model.game import Experiment, Game
from cobra.options import (
    ADVISE_SECONDS,
    MEMORY,
    OPTIMAL,
    available_threads,
)
from cobra.play.advise import Advice
from cobra.play.begin import Positions, is_after, is_of, positions_of
from cobra.play.choice import Choice, Choices
from cobra.play.consequences import consequences_sentence
from cobra.play.position import Position
from cobra.play.read import history_of, read_experiment
from cobra.play.review import FALLBACK
from cobra.play.suggestion import Suggestion
from cobra.texts import figure, say

_CANNOT: Final = "{experiment} cannot be the code."


@dataclass(frozen=True)
class Explanation:
    """Why the best next experiment is best, against another one."""

    game: Game = field(repr=False)
    codes: int
    reference: str | None
    """By what it is best and how the play goes on: `optimal`, proved, or a strategy; None: not found out."""
    best: Choice | None
    mine: Choice | None
    """The experiment asked about."""
    rival: Choice | None
    """Where the best cannot be the code: of those that can, the first that leaves fewest codes at worst."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the explanation in words."""
        return tuple(_sentences(self))

    def document(self) -> dict[str, Any]:
        """Return the explanation for JSON."""
        choices = {"best": self.best, "mine": self.mine, "rival": self.rival}
        return {
            "reference": self.reference,
            **{name: None if one is None else one.document(self.game) for name, one in choices.items()},
            "sentences": list(self.sentences),
        }


@limited
def explain(
    game: Game,
    history: str | Sequence[Made] = (),
    mine: str | None = None,
    *,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = ADVISE_SECONDS,
    limits: Limits | None = None,
    progress: Progress | None = None,
    positions: Positions | None = None,
    advice: Advice | None = None,
) -> Explanation:
    """Return why the best next experiment after a history is best, against the experiment `mine`.

    `history` is a text as `read_history` takes it, or what that returns; `mine` is an experiment as printed,
    also one that a list of the game leaves out. The best is that of `optimal` where it is proved in
    `cobra.play.review.PATIENCE`, else that of `cobra.play.review.FALLBACK`. What is not found in `time_limit`
    seconds is left out. `positions` has positions known already, with limits of their own. `advice` is what
    was advised after this history: what it has proved to be best is explained, however long that took.
    `StoppedError` at Ctrl-C; `GameError` when the answers contradict each other, or the game is over, and for
    an experiment that cannot be made.
    """
    made = history_of(game, history)
    positions = positions_of(game, positions, Run(time_limit, progress), memory, limits)
    position = positions(made)
    if advice is not None and not (is_of(game, advice.game) and is_after(position, advice.history)):
        raise GameError("advice must be what cobra.advise returns for this game and history")
    if not position.codes:
        raise GameError(say("the answers contradict each other, so there is nothing to explain"))
    if position.over:
        raise GameError(say("the game is over, so there is nothing to explain"))
    asked = None if mine is None else read_experiment(position.notation, mine)
    if asked is not None:
        position.demand_possible(asked)
    proved = None if advice is None else _proved_by(advice)
    explanation = _explanation(position, asked, proved, threads or available_threads())
    if position.run.interrupted:  # else time and memory would be blamed for what was not found
        raise StoppedError("interrupt", "explaining what is best")
    return explanation


def _explanation(
    position: Position, asked: Experiment | None, proved: Suggestion | None, threads: int
) -> Explanation:
    """Return what is found out of the best experiment, of the one asked for and, where the best cannot be the
    code, of one that can be.
    """
    game = position.game
    for name in (OPTIMAL, FALLBACK):
        choices = Choices(position, name, threads, proved)
        if proved is not None:
            first = read_experiment(position.notation, proved.experiment)
            break
        best = choices.value(None)
        if best is not None and best.first is not None:
            first = best.first
            break
    else:
        taken = choices.first()
        if taken is None:
            return Explanation(game, position.codes, None, None, asked and choices.choice(asked), None)
        first = taken
    chosen = choices.choice(first)
    rival = None
    if chosen.can_be_code is False and not chosen.answers and (other := choices.rival()) is not None:
        rival = choices.choice(other)
    return Explanation(
        game, position.codes, name, chosen, None if asked is None else choices.choice(asked), rival
    )


def _proved_by(advice: Advice) -> Suggestion | None:
    """Return the suggestion that is proved to be best, that of `optimal` before others, None without one."""
    proved = [one for one in advice.suggestions if one.proved]
    return min(proved, key=lambda one: one.strategy != OPTIMAL, default=None)


def _sentences(of: Explanation) -> Iterator[str]:
    best, mine, reference = of.best, of.mine, of.reference or ""
    if best is None and of.game.unseen is not None and of.game.unseen.moves:
        yield say(
            "Which experiment is best was not found: no strategy leads on from here, as the secret moves, or "
            "the time and memory allowed did not suffice."
        )
    elif best is None:
        yield say("Which experiment is best was not found in the time and memory allowed.")
    else:
        yield from _figures(of, best)
        to_come = _to_come(of, best)
        if to_come is not None and of.reference == OPTIMAL:
            if best.lost:
                yield say("At least {lost}, whatever is done. This is proved.", lost=to_come)
            else:
                yield say(
                    "{to_come} from here on, {experiment} included. This is proved to be the least.",
                    to_come=f"{to_come[:1].upper()}{to_come[1:]}",
                    experiment=best.experiment,
                )
        elif to_come is not None:
            yield say(
                "It is what {strategy} takes; going on so, {to_come}, {experiment} included.",
                strategy=reference,
                to_come=to_come,
                experiment=best.experiment,
            )
        elif best.answers:
            unseen = of.game.unseen
            if unseen is not None and unseen.endless:
                yield say(
                    "It is what {strategy} takes; what is to come may take any number of experiments.",
                    strategy=reference,
                )
            else:
                yield say(
                    "It is what {strategy} takes; what is to come was not found in the time and memory "
                    "allowed.",
                    strategy=reference,
                )
        if best.can_be_code is False:
            yield from _why_not_the_code(of, best, of.rival)
    if mine is None:
        return
    if best is not None and mine.experiment == best.experiment:
        yield say("{experiment} is also your experiment.", experiment=mine.experiment)
        return
    yield from _figures(of, mine)
    if mine.can_be_code is not None:
        if mine.can_be_code:
            yield say("{experiment} can be the code.", experiment=mine.experiment)
        else:
            yield say(_CANNOT, experiment=mine.experiment)
    if best is not None:
        yield from _compared(of, best, mine)


def _to_come(of: Explanation, one: Choice) -> str | None:
    """Return what is to come when an experiment is made, in words; None when not found out."""
    if one.lost and one.part_lost is not None:
        return say("{part} of the weight left is lost", part=figure(hundredths(one.part_lost)))
    if one.lost:
        lost, codes = amount(one.lost), amount(of.codes)
        if of.game.unseen is None:
            return say("{lost} of the {codes} codes {lost:is|are} lost", lost=lost, codes=codes)
        return say("{lost} of the {codes} codes {lost:is|are} never found for sure", lost=lost, codes=codes)
    if one.worst is not None:
        return say("{n} {n:experiment is|experiments are} needed at worst", n=one.worst)
    if one.expected is None:
        return None
    if _priced(of.game):
        return say("a cost of {cost} is expected", cost=_shown(one.expected))
    return say("{n} {n:experiment is|experiments are} expected", n=_shown(one.expected))


def _going_on(of: Explanation) -> str:
    """Return how the play goes on, where that is not by the best there is."""
    return "" if of.reference == OPTIMAL else say(", going on by {strategy}", strategy=of.reference or "")


def _compared(of: Explanation, best: Choice, mine: Choice) -> Iterator[str]:
    """Yield what an experiment takes more than the best."""
    going_on = _going_on(of)
    which, on_average = best.experiment, say("on average")
    if best.lost or mine.lost:
        if best.part_lost is not None and mine.part_lost is not None:
            yield _losses_by_weight(mine.part_lost, best.part_lost, going_on)
        elif best.lost is not None and mine.lost is not None:
            yield _losses(mine.lost - best.lost, going_on)
        return
    here, there = mine.expected, best.expected
    if best.worst is not None and mine.worst is not None:
        on_average, here, there = say("at worst"), Fraction(mine.worst), Fraction(best.worst)
    if here is None or there is None:
        return
    more = here - there
    if not more:
        if _priced(of.game):
            sentence = "It costs as much as {best}{at_worst}{going_on}: both are equally good."
        else:
            sentence = "It needs as many experiments as {best}{at_worst}{going_on}: both are equally good."
        at_worst = f" {on_average}" if best.worst is not None else ""
        yield say(sentence, best=which, at_worst=at_worst, going_on=going_on)
        return
    if _priced(of.game):
        dearer = "It costs {n} more than {best} {on_average}{going_on}."
        cheaper = "It costs {n} less than {best} {on_average}{going_on}."
    else:
        dearer = "It takes {n} {n:experiment|experiments} more than {best} {on_average}{going_on}."
        cheaper = "It takes {n} {n:experiment|experiments} fewer than {best} {on_average}{going_on}."
    sentence = dearer if more > 0 else cheaper
    yield say(sentence, n=_shown(abs(more)), best=which, on_average=on_average, going_on=going_on)


def _losses(more: int, going_on: str) -> str:
    """Return how many codes more are lost, in words."""
    if not more:
        return say("With it as many codes are lost{going_on}.", going_on=going_on)
    if more > 0:
        sentence = "With it {n} {n:code|codes} more {n:is|are} lost{going_on}."
    else:
        sentence = "With it {n} {n:code|codes} fewer {n:is|are} lost{going_on}."
    return say(sentence, n=amount(abs(more)), going_on=going_on)


def _losses_by_weight(mine: Fraction, best: Fraction, going_on: str) -> str:
    """Return how much of the weight is lost, in words: of codes with weights their number says little."""
    if mine == best:
        return say("With it as much of the weight is lost{going_on}.", going_on=going_on)
    part = figure(hundredths(mine))
    return say("With it {part} of the weight left is lost{going_on}.", part=part, going_on=going_on)


def _priced(game: Game) -> bool:
    return game.memory is not None and game.memory.priced


def _figures(of: Explanation, one: Choice) -> Iterator[str]:
    codes = of.codes
    if one.split is None:
        yield say("How {experiment} splits the codes left was not found out.", experiment=one.experiment)
        return
    if one.answers:
        if of.game.unseen is None:
            yield from _parted(one, codes)
        yield consequences_sentence(of.game, one.experiment, one.answers)
        return
    yield from _parted(one, codes)


def _parted(one: Choice, codes: int) -> Iterator[str]:
    """Yield how an experiment splits the codes left, each of which gives one answer."""
    assert one.split is not None
    if codes == 1:
        yield say("One code is left before {experiment}.", experiment=one.experiment)
        return
    parts = len(one.split.parts)
    if parts == 1:
        yield say(
            "{experiment} tells nothing: all {codes} codes left give it the same answer.",
            experiment=one.experiment,
            codes=amount(codes),
        )
        return
    on_average = ""
    if one.left is not None and one.entropy is not None:
        on_average = say(
            ", {left} on average; the answer tells {bits} bits",
            left=_few(one.left),
            bits=figure(f"{one.entropy:.2f}"),
        )
    yield say(
        "{experiment} splits the {codes} codes left into {parts} parts. At most {largest} {largest:is|are} "
        "left after it{on_average}.",
        experiment=one.experiment,
        codes=amount(codes),
        parts=parts,
        largest=amount(one.split.largest),
        on_average=on_average,
    )


def _why_not_the_code(of: Explanation, best: Choice, rival: Choice | None) -> Iterator[str]:
    if rival is None or rival.split is None or best.split is None:
        yield say(_CANNOT, experiment=best.experiment)
        return
    fewest = rival.split.largest
    if best.split.largest < fewest:
        yield say(
            "{experiment} cannot be the code, but leaves at most {left}; of the experiments that can, none "
            "leaves fewer than {fewest} at worst.",
            experiment=best.experiment,
            left=amount(best.split.largest),
            fewest=amount(fewest),
        )
    else:
        yield say(
            "{experiment} cannot be the code. {other} can, and leaves at most {fewest}.",
            experiment=best.experiment,
            other=rival.experiment,
            fewest=amount(fewest),
        )
    if best.expected is None or rival.expected is None:
        return
    more = rival.expected - best.expected
    if more > 0:
        sentence = (
            "{experiment}, which can be the code, takes {n} {n:experiment|experiments} more on "
            "average{going_on}."
        )
    elif more < 0:
        sentence = (
            "{experiment}, which can be the code, takes {n} {n:experiment|experiments} fewer on "
            "average{going_on}."
        )
    else:
        sentence = "{experiment}, which can be the code, needs as many experiments on average{going_on}."
    yield say(sentence, experiment=rival.experiment, n=_shown(abs(more)), going_on=_going_on(of))


def _shown(value: Fraction) -> str:
    """Return a number with four decimals, or exactly when these would be nothing."""
    if value.denominator == 1:
        return figure(f"{value.numerator:,}")
    return figure(decimal(value)) if value >= Fraction(1, 10000) else str(value)


def _few(value: Fraction) -> str:
    return amount(round(value)) if value.denominator == 1 or value >= VAST else figure(f"{float(value):,.2f}")
