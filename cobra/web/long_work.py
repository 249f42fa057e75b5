"""What takes long: computing a strategy, writing one in some format, reviewing a game.

docs/serve.md says what is in the requests and the answers.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

import cobra
from cobra.analysis.optimal import optimal
from cobra.errors import GameError, StoppedError
from cobra.export.played import PlayedStrategy
from cobra.export.walk import walk_data
from cobra.export.write import export_lines
from cobra.lengths import Figures
from cobra.model.game import Game
from cobra.model.unseen import NOT_TO_BE_FOUND, default_objective, demand_end
from cobra.options import (
    DEFAULT_OBJECTIVE,
    FORMATS,
    OBJECTIVES,
    OPTIMAL,
    SEARCHED,
    UNSEEN_OBJECTIVE,
)
from cobra.play.codebreakers import make_codebreaker
from cobra.play.standing import Standing, standing_words
from cobra.strategy.read import strategy_of_text
from cobra.strategy.write import strategy_lines
from cobra.texts import ENGLISH, say, speaking
from cobra.web.describe import number, stopped
from cobra.web.forms import MOST_NUMBER, Form, read_json
from cobra.web.strategies import strategy_of
from cobra.web.work import Question, Work, document


def objective_of(form: Form, game: Game, known: Collection[str] = tuple(OBJECTIVES)) -> str:
    """Return which of the objectives is asked for, or the only one that a game has."""
    objective = form.choice("objective", known, DEFAULT_OBJECTIVE)
    only = default_objective(game)
    return only if only == UNSEEN_OBJECTIVE else objective


def figures_of(of: Figures, average: Fraction | None) -> dict[str, Any]:
    """Return the figures of a strategy."""
    return {
        "worst": of.worst,
        "total": number(of.total),
        "codes": of.codes,
        "average": None if average is None else float(average),
        "exact": None if average is None else f"{of.total}/{of.weight}",
        "distribution": {str(length): count for length, count in of.distribution.items()},
        "nodes": of.nodes,
    }


def strategy(work: Work, body: bytes) -> list[bytes]:
    """Compute a strategy: what is needed to walk through it, and its file."""
    form = Form(read_json(body), ("kind", "game", "strategy", "objective", "within"))
    game = work.games.load(form.value("game"))
    name = strategy_of(form)
    objective = objective_of(form, game, tuple(SEARCHED))
    within = form.whole("within", 1, MOST_NUMBER, 1) if "within" in form else None
    threads, memory = work.allowance.threads, work.allowance.memory
    if name == OPTIMAL:
        best = optimal(
            game,
            objective,
            within=within,
            threads=threads,
            memory=memory,
            time_limit=work.run.remaining(),
            limits=work.limits,
            progress=work.progress,
        )
        found, reason = best.strategy, best.stopped
        if best.infeasible:
            raise GameError(say(NOT_TO_BE_FOUND))
        if found is None:
            raise StoppedError(reason or "undecided", "searching for an optimal strategy")
    else:
        demand_end(game, "playing a strategy against all codes")
        start = work.position(form.value("game"), game, ())
        found, reason = make_codebreaker(name, threads=threads).strategy(start), None
    played = PlayedStrategy(found, memory=memory, limits=work.limits, progress=work.progress)
    answer = {
        "strategy": found.name,
        "objective": found.objective,
        "proved": found.proved,
        **figures_of(played.figures, played.figures.average),
        "stopped": stopped(reason),
        "walk": walk_data(played),
    }
    return [document(answer), "".join(strategy_lines(found)).encode("utf-8", "backslashreplace")]


def review(work: Work, body: bytes) -> list[bytes]:
    """Look at a game again, move by move."""
    question = Question(work, body, "kind")
    found = cobra.review(
        question.game,
        question.history,
        threads=work.allowance.threads,
        memory=work.allowance.memory,
        time_limit=work.run.remaining(),
        positions=question.positions,
    )
    answer = found.document()
    for move in answer["moves"]:
        for when in ("before", "after"):
            move[when] = None if move[when] is None else number(move[when])
    standings = [standing_words(question.game, one.standing or Standing()) for one in found.moves]
    priced = question.game.memory is not None and question.game.memory.priced
    return [document({**answer, "standings": standings, "priced": priced})]


def export(work: Work, body: bytes, text: bytes) -> list[bytes]:
    """Write a strategy, whose file is given, in one of the formats: a file is in English for everybody."""
    form = Form(read_json(body), ("format",))
    to = form.choice("format", FORMATS)
    found = strategy_of_text(text.decode(), "the strategy", work.limits)
    with speaking(ENGLISH):
        pieces = export_lines(
            found,
            to,
            memory=work.allowance.memory,
            time_limit=work.run.remaining(),
            limits=work.limits,
        )
        return ["".join(pieces).encode("utf-8", "replace")]
