"""Certificates of what a search proved in a game with lies or moves: of the least worst case."""

from __future__ import annotations

from pathlib import Path

from cobra.analysis.certified import Certified
from cobra.certificate.beliefs.file import write_beliefs
from cobra.certificate.beliefs.make import BeliefMaker, UnprovableError
from cobra.certificate.beliefs.parts import NEVER, BeliefFront
from cobra.certificate.beliefs.tables import BeliefTables
from cobra.engine.core import OptimalResult
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, StoppedError
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.strategy.write import game_object

_WHAT = "proving that nobody can do better"


def certify_beliefs(
    table: CodeTable,
    found: OptimalResult,
    path: str | Path,
    *,
    objective: str,
    length: int | None,
    consistent: bool,
    first: str | None,
    memory: int,
    run: Run,
) -> Certified:
    """Write a certificate of what a search proved.

    `GameError` where there is nothing to prove, or it is about a mean; `LimitError`, `StoppedError`. Then
    nothing is written.
    """
    if objective != "worst":
        raise GameError(
            "where answers are wrong by chance only the worst case has certificates: --objective worst"
        )
    game = table.game
    claim = found.intervals[0][1] if found.intervals else 0
    if found.infeasible:
        claim = NEVER if length is None else length + 1
    if claim < 1:
        raise GameError("nothing has to be found out, so there is nothing to prove")

    def tick() -> None:
        if reason := run.stop_reason():
            raise StoppedError(reason, _WHAT)
        run.tell(_WHAT, 0, 0)

    tables = BeliefTables(game, table.limits, memory // 2, tick)
    row = None if first is None else tables.row(Notation(game).parse_experiment(first))
    try:
        maker = BeliefMaker(tables, consistent and knows_finals(game), memory // 2, tick)
        facts = maker.prove(claim, row)
    except UnprovableError:
        raise GameError("what the search found is not proved by the game's tables") from None
    write_beliefs(path, BeliefFront(game, consistent, first, claim), game_object(game), facts)
    return Certified(str(path), (), 0, len(facts), Path(path).stat().st_size)
