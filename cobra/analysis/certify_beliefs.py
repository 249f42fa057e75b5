"""Certificates of what a search proved in a game with lies or moves: of the least worst case."""

from __future__ import annotations

from pathlib import Path

from cobra.analysis.certified import Certified
from cobra.certificate.beliefs.file import write_beliefs
from cobra.certificate.beliefs.make import BeliefMaker, UnprovableError
from cobra.certificate.beliefs.parts import NEVER, BeliefFront
from cobra.certificate.beliefs.sets import belief_tables
from cobra.engine.run import Run
from cobra.errors import GameError, StoppedError
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.strategy.write import game_object

_WHAT = "proving that nobody can do better"


def certify_beliefs(
    game: Game,
    limits: Limits,
    path: str | Path,
    *,
    worst: int | None,
    length: int | None,
    consistent: bool,
    first: str | None,
    memory: int,
    run: Run,
) -> Certified:
    """Write a certificate that the least worst case is `worst`; None: that no strategy does it, with plays of
    at most `length` experiments.

    `GameError` where there is nothing to prove; `LimitError`, `StoppedError`. Then nothing is written.
    """
    claim = worst
    if claim is None:
        claim = NEVER if length is None else length + 1
    if claim < 1:
        raise GameError("nothing has to be found out, so there is nothing to prove")

    def tick() -> None:
        if reason := run.stop_reason():
            raise StoppedError(reason, _WHAT)
        run.tell(_WHAT, 0, 0)

    tables = belief_tables(game, limits, memory // 2, tick)
    row = None if first is None else tables.row(Notation(game).parse_experiment(first))
    try:
        maker = BeliefMaker(tables, consistent and knows_finals(game), memory // 2, tick)
        facts = maker.prove(claim, row)
    except UnprovableError:
        raise GameError("what the search found is not proved by the game's tables") from None
    write_beliefs(path, BeliefFront(game, consistent, first, claim), game_object(game), facts)
    return Certified(str(path), (), 0, len(facts), Path(path).stat().st_size)
