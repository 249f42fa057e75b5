"""Certificates of what a search proved in a game with a state, prices or lost plays, or of codes won."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from cobra.analysis.certified import Certified
from cobra.certificate.situations.claims import claims_of, counted, infeasible
from cobra.certificate.situations.file import write_situations
from cobra.certificate.situations.make import Maker, Unprovable
from cobra.certificate.situations.parts import Claim, Fact, Front
from cobra.certificate.situations.sizes import Sizes
from cobra.certificate.situations.tables import GameTables
from cobra.certificate.situations.tolls import LOST, NEVER, Counting, Left
from cobra.engine.core import OptimalResult
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.options import WON
from cobra.strategy.write import game_object

_WHAT = "proving that nobody can do better"


def certify_situations(
    table: CodeTable,
    found: OptimalResult,
    path: str | Path,
    *,
    objective: str,
    length: int | None,
    within: bool,
    consistent: bool,
    first: str | None,
    memory: int,
    run: Run,
) -> Certified:
    """Write a certificate of what a search proved.

    `GameError` where there is nothing to prove, `LimitError`, `StoppedError`; then nothing is written.
    """
    game = table.game
    facts = 0

    def tick() -> None:
        if reason := run.stop_reason():
            raise StoppedError(reason, _WHAT)
        run.tell(f"{_WHAT}, {facts:,} facts", 0, 0)

    tables = GameTables(game, table.limits, memory // 2, tick)
    sizes = Sizes(tables)
    front = Front(game, objective, within, objective == WON, consistent, first)
    consistent = consistent and knows_finals(game)

    def maker(claim: Claim) -> Maker:
        return Maker(tables, sizes, Counting(claim.measure, within, front.won, consistent), memory // 2, tick)

    demanded = None if first is None else Notation(game).parse_experiment(first)
    if found.infeasible:
        claims = infeasible(length)
    else:
        lost = 0
        figures = found.played.figures
        if figures.lost and (tables.loss is None or front.won):
            lost = figures.lost
            if game.weight is not None:
                anything = Claim("sum", Left(length), NEVER)
                lost = maker(anything).value(anything.left, demanded) // LOST
        measures = {measure: lower for measure, lower, _ in found.intervals}
        other = measures.get("nodes" if counted(objective) == "nodes" else "total", 0)
        claims = claims_of(objective, length, lost, measures.get("worst", 0), other)
    if not claims:
        raise GameError("nothing has to be found out, so there is nothing to prove")
    parts: list[tuple[Claim, list[Fact]]] = []
    worst = None if found.infeasible else found.played.figures.worst
    spare = within and length is not None and worst is not None and worst < length
    for claim in claims:
        proved = None
        if spare:  # likely not better with as many experiments as one likes, which is less to look at
            with suppress(Unprovable, LimitError):
                proved = maker(claim).prove(replace(claim, left=Left(None, claim.left.price)), demanded)
        try:
            parts.append((claim, maker(claim).prove(claim, demanded) if proved is None else proved))
        except Unprovable:
            raise GameError("what the search found is not proved by the game's tables") from None
        facts += len(parts[-1][1])
    write_situations(path, front, game_object(game), parts)
    return Certified(str(path), (), 0, facts, Path(path).stat().st_size)
