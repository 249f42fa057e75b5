"""Certificates of what a search proved where answers are wrong by chance: the least mean, or what is won."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from cobra.analysis.certified import Certified
from cobra.certificate.beliefs.make import UnprovableError
from cobra.certificate.chances.file import write_chances
from cobra.certificate.chances.make import ChanceMaker
from cobra.certificate.chances.parts import ChanceFront
from cobra.certificate.chances.sizes import Cost
from cobra.certificate.chances.symmetry import Element, generated
from cobra.certificate.chances.tables import ChanceTables
from cobra.engine.core import OptimalResult
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, StoppedError
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.strategy.write import game_object

_WHAT = "proving that nobody can do better"


def certify_chances(
    table: CodeTable,
    found: OptimalResult,
    path: str | Path,
    *,
    length: int | None,
    consistent: bool,
    first: str | None,
    memory: int,
    run: Run,
) -> Certified:
    """Write a certificate that nothing is better than what a search found, with plays of at most `length`
    experiments.

    `GameError` where there is nothing to prove; `LimitError`, `StoppedError`. Then nothing is written.
    """
    game = table.game

    def tick() -> None:
        if reason := run.stop_reason():
            raise StoppedError(reason, _WHAT)
        run.tell(_WHAT, 0, 0)

    figures = found.played.figures
    claim: Cost = figures.chance_lost, figures.average
    if found.infeasible and length is not None:  # who loses nothing takes no more than that
        claim = Fraction(0), Fraction(length + 1)
    if not any(claim):
        raise GameError("nothing has to be found out, so there is nothing to prove")
    tables = ChanceTables(game, table.limits, memory // 2, tick)
    elements = () if tables.symmetries.classes else _elements(table, tables)
    tables.use(elements)
    inquiry = None if first is None else tables.inquiry(Notation(game).parse_experiment(first))
    try:
        maker = ChanceMaker(tables, consistent and knows_finals(game), memory // 2, tick)
        facts = maker.prove(claim, length, inquiry)
    except UnprovableError:
        raise GameError("what the search found is not proved by the game's tables") from None
    front = ChanceFront(game, length, consistent, first, claim, elements)
    write_chances(path, front, game_object(game), facts)
    return Certified(str(path), (), 0, len(facts), Path(path).stat().st_size)


def _elements(table: CodeTable, tables: ChanceTables) -> tuple[Element, ...]:
    """Return where symmetries of the game carry its codes; nothing where they are not known, or too many."""
    group = table.compiled.known_group
    codes = tables.meaning.codes
    numbers = {code: number for number, code in enumerate(codes)}
    elements = {
        tuple(numbers[one.code(code)] for code in codes) for one in (group.symmetries if group else ())
    }
    elements.discard(tuple(range(len(codes))))
    found = tuple(sorted(elements))
    try:
        generated(found, len(codes))
    except GameError:
        return ()
    return found if all(map(tables.symmetries.has, found)) else ()
