"""What the page asks and waits for: each function takes the body of a request and returns the answer.

docs/serve.md says what is in both.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from cobra.drawings.svg import variables_of
from cobra.engine.made import Made
from cobra.errors import LimitError, StoppedError
from cobra.model.answers import show_outcome
from cobra.model.game import Game
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.options import ADVISE_SECONDS
from cobra.play.advise import advise
from cobra.play.believed_position import BelievedPosition
from cobra.play.codebreakers import make_codebreaker
from cobra.play.codemakers import Codemaker, Honest, make_codemaker
from cobra.play.contradiction import Contradiction, contradiction
from cobra.play.excluded import excluded
from cobra.play.explain import explain
from cobra.play.goals import GoalKnowledge, goals_known
from cobra.play.liars import Liar
from cobra.play.parts import Split
from cobra.play.position import Position
from cobra.play.probabilities import Probabilities, probabilities_of
from cobra.play.sampled import sampled_split
from cobra.play.split import exact_split, final_outcomes
from cobra.play.standing import demand_going_on, standing_words
from cobra.play.suggestion import Suggestion
from cobra.play.too_many_lies import too_many_lies
from cobra.web.describe import describe, mean_left, number, stopped
from cobra.web.forms import Form, read_json
from cobra.web.histories import asked, bounded, experiment_of, shown
from cobra.web.strategies import strategies_of, strategy_of
from cobra.web.unseen import LIAR, kept_liar, liar_of, needed_words, standing_of
from cobra.web.work import Question, Work, document

_MOST_LISTED: Final = 10_000
_WEIGHED: Final = 100_000
"""Up to so many codes left have their probabilities with the position; advice has them in any case."""
_CODE: Final = "code "
"""What stands before a code that is kept: a code can be spelt like the name of an adversary."""
_NEXT_SECONDS: Final = 5.0
"""So long is an optimal strategy searched for, for one experiment; the best found by then is played."""


def game(work: Work, body: bytes) -> list[bytes]:
    """Describe a game."""
    form = Form(read_json(body), ("game",))
    game = work.games.load(form.value("game"))
    start: Position | None
    try:
        with work.run.share(1 / 2):
            start = work.position(form.value("game"), game, ())
    except (LimitError, StoppedError):  # what there is to know of its start is not needed to play it
        start = None
    return [document(describe(game, start))]


def position(work: Work, body: bytes) -> list[bytes]:
    """Tell what is known after a history."""
    question = Question(work, body, "most")
    most = question.form.whole("most", 0, _MOST_LISTED, 100)
    position = question.position()
    counts = work.counts(question.form.value("game"), position)
    standings = [standing_words(question.game, one) for one in position.standings[1:]]
    standings += [""] * (len(position.history) - len(standings))
    listed = list(position.list(most)) if position.codes else []
    weighed = None
    if isinstance(position, BelievedPosition):
        weighed = position.probabilities() if 0 < position.codes <= _WEIGHED else None
    elif (table := position.table) is not None and 0 < table.codes <= _WEIGHED:
        weighed = probabilities_of(table)
    return [
        document(
            {
                "codes": number(position.codes),
                "exact": position.exact,
                "list": listed,
                "drawn": _drawn(question, listed),
                "over": position.over,
                "final": position.final,
                "lost": position.lost,
                "standing": standing_of(position),
                "rows": [
                    {
                        **shown(question.game, question.notation, made),
                        "codes": None if codes is None else number(codes),
                        "standing": standings[row],
                    }
                    for row, (made, codes) in enumerate(zip(question.history, counts, strict=True))
                ],
                "probabilities": _probabilities(weighed),
                "goals": _goals(goals_known(position)),
                "contradiction": None if position.codes else _contradiction(work, position),
            }
        )
    ]


def _drawn(question: Question, codes: Sequence[str]) -> list[list[int]] | None:
    """Return the variables of the pictures of codes; None where the game does not say how it is drawn."""
    game, notation = question.game, question.notation
    if game.draw is None:
        return None
    return [variables_of(game.codes, notation.parse_code(code)) for code in codes]


def _contradiction(work: Work, position: Position) -> dict[str, Any] | None:
    """Return what is wrong with a history that no code fits, its entries counted from 0."""
    if isinstance(position, BelievedPosition):
        found: Contradiction | None = too_many_lies(position)
    else:
        found = contradiction(
            position.game,
            position.history,
            time_limit=position.run.remaining(),
            memory=work.allowance.memory,
            limits=work.limits,
            progress=work.progress,
        )
    if found is None:
        return None
    return {
        "clash": [one - 1 for one in found.clash],
        "repairs": [
            {
                "row": one.experiment - 1,
                "answer": one.text,
                "codes": None if one.codes is None else number(one.codes),
            }
            for one in found.repairs
        ],
        "complete": found.complete,
        "wrong": [one - 1 for one in found.wrong],
        "unlisted": found.unlisted or None,
        "lies": needed_words(found),
    }


def _probabilities(found: Probabilities | None) -> list[dict[str, Any]] | None:
    if found is None:
        return None
    return [
        {
            "name": slot,
            "values": [
                [value, float(found.of(slot, value)), str(found.of(slot, value))] for value in weights
            ],
        }
        for slot, weights in found.weights.items()
    ]


def _goals(goals: Sequence[GoalKnowledge]) -> list[dict[str, Any]]:
    """Return what is known of each goal; nothing where the code itself is asked for."""
    return [
        {
            "name": goal.goal,
            "found": goal.found,
            "values": [[value, float(goal.of(value)), str(goal.of(value))] for value in goal.values],
        }
        for goal in goals
    ]


def advice(work: Work, body: bytes) -> list[bytes]:
    """Tell what strategies would do next."""
    question = Question(work, body, "strategies")
    strategies = strategies_of(question.form, ())
    with work.run.at_most(ADVISE_SECONDS):
        advice = advise(
            question.game,
            question.history,
            strategies=strategies or None,
            most=0,
            threads=work.allowance.threads,
            memory=work.allowance.memory,
            time_limit=ADVISE_SECONDS,
            positions=question.positions,
        )
    together: dict[str, list[Suggestion]] = {}
    for one in advice.suggestions:
        together.setdefault(one.experiment, []).append(one)
    return [
        document(
            {
                "codes": number(advice.codes),
                "exact": advice.exact,
                "over": advice.over,
                "probabilities": _probabilities(advice.probabilities),
                "goals": _goals(advice.goals),
                "advice": [
                    _suggested(question.game, advice.position.notation, same) for same in together.values()
                ],
                "left_out": advice.left_out,
                "stopped": stopped(advice.stopped),
            }
        )
    ]


def _suggested(game: Game, notation: Notation, same: Sequence[Suggestion]) -> dict[str, Any]:
    """Return one experiment and the strategies that suggest it."""
    first = same[0]
    return {
        "experiment": first.experiment,
        "type": notation.parse_experiment(first.experiment, listed=False)[0],
        "split": None if first.split is None else _parts(game, first.split),
        "left": None if first.split is None else mean_left(game, first.split),
        "sampled": first.sampled,
        "can_be_code": first.can_be_code,
        "strategies": [
            {
                "name": one.strategy,
                "expected": None if one.expected is None else float(one.expected),
                "worst": one.worst,
                "lost": one.lost,
                "lost_weight": None if one.lost_weight is None else number(one.lost_weight),
                "cost": None if one.costs is None else float(one.costs[1]),
                "as_good": one.as_good,
                "compared": one.compared,
                "proved": one.proved,
            }
            for one in same
        ],
    }


def _parts(game: Game, found: Split) -> list[tuple[str, int | str]]:
    answer = game.experiments[found.experiment[0]].answer
    return [(show_outcome(answer, part.outcome), number(part.codes)) for part in found.parts]


def split(work: Work, body: bytes) -> list[bytes]:
    """Tell how an experiment splits the codes left."""
    question = Question(work, body, "experiment")
    position = question.position()
    experiment = experiment_of(position.notation, question.form.text("experiment"))
    found = exact_split(position, experiment) if position.codes else Split(experiment, ())
    sampled = found is None
    if found is None:
        found = sampled_split(position, experiment, Random(0))
    if found is None:
        raise StoppedError("time", "counting the codes left after each answer")
    can_be_code = None
    if knows_finals(question.game):
        can_be_code = found.can_be_final or (sampled and bool(final_outcomes(position, experiment)))
    return [
        document(
            {
                **asked(question.notation, experiment),
                "split": _parts(question.game, found),
                "sampled": sampled,
                "worst": number(found.largest),
                "left": mean_left(question.game, found),
                "can_be_code": can_be_code,
            }
        )
    ]


def why(work: Work, body: bytes) -> list[bytes]:
    """Explain why the best experiment is best, against another one if one is named."""
    question = Question(work, body, "experiment")
    mine = bounded(question.form.text("experiment")) if "experiment" in question.form else None
    with work.run.at_most(ADVISE_SECONDS):
        found = explain(
            question.game,
            question.history,
            mine,
            threads=work.allowance.threads,
            memory=work.allowance.memory,
            time_limit=ADVISE_SECONDS,
            positions=question.positions,
        )
    best = None if found.best is None else found.best.experiment
    return [document({"best": best, "reference": found.reference, "sentences": found.sentences})]


def why_not(work: Work, body: bytes) -> list[bytes]:
    """Tell which answers exclude a code."""
    question = Question(work, body, "code")
    found = excluded(
        question.game,
        question.history,
        bounded(question.form.text("code")),
        memory=work.allowance.memory,
        time_limit=work.run.remaining(),
        limits=work.limits,
    )
    against = [{"row": one.number - 1, "would_be": one.would_be} for one in found.against]
    return [document({"code": found.code, "against": against, "sentences": found.sentences})]


def next_experiment(work: Work, body: bytes) -> list[bytes]:
    """Tell what one strategy would do next."""
    question = Question(work, body, "strategy")
    breaker = make_codebreaker(
        strategy_of(question.form),
        threads=work.allowance.threads,
        time_limit=_NEXT_SECONDS,
        patience=_NEXT_SECONDS,
    )
    experiment = breaker.choose(question.position())
    return [document({"experiment": None} if experiment is None else asked(question.notation, experiment))]


def secret(work: Work, body: bytes) -> list[bytes]:
    """Tell what the server is to keep for a codemaker: the name of an adversary, or a code."""
    form = Form(read_json(body), ("game", "codemaker"))
    game = work.games.load(form.value("game"))
    maker = make_codemaker(
        game,
        bounded(form.text("codemaker")),
        seed=secrets.randbits(63),
        run=work.run,
        memory=work.allowance.memory,
        limits=work.limits,
    )
    if isinstance(maker, Liar):
        kept = kept_liar(maker)
    else:
        kept = _CODE + Notation(game).code(maker.code) if isinstance(maker, Honest) else maker.name
    return [document({"codemaker": kept})]


def _kept_maker(work: Work, game: Game, kept: str) -> Codemaker:
    """Return the codemaker of what is kept for it."""
    if kept.startswith(LIAR):
        return liar_of(work, game, kept)
    if not kept.startswith(_CODE):
        return make_codemaker(game, kept)
    shown = kept.removeprefix(_CODE)
    return Honest(game, shown, Notation(game).parse_code(shown))


def answer(work: Work, body: bytes, kept: bytes) -> list[bytes]:
    """Answer an experiment as the codemaker that is kept."""
    question = Question(work, body, "secret", "experiment")
    position = question.position()
    demand_going_on(question.game, position.history, position.standing)
    experiment = experiment_of(position.notation, question.form.text("experiment"))
    maker = _kept_maker(work, question.game, kept.decode())
    outcome = maker.answer(position, experiment)
    return [document(shown(question.game, question.notation, Made(experiment, outcome)))]


def reveal(work: Work, body: bytes, kept: bytes) -> list[bytes]:
    """Tell the secret."""
    question = Question(work, body, "secret")
    maker = _kept_maker(work, question.game, kept.decode())
    return [document({"code": maker.reveal(question.position())})]
