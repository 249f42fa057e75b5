"""Certificates of games with a state, prices or lost plays, for tests: made, and checked."""

from __future__ import annotations

from collections.abc import Iterable

from cobra.certificate.situations.make import Maker
from cobra.certificate.situations.parts import Claim, Fact, Front, Part
from cobra.certificate.situations.rules import Checker
from cobra.certificate.situations.sizes import Sizes
from cobra.certificate.situations.tables import GameTables
from cobra.certificate.situations.tolls import Counting
from cobra.limits import Limits
from cobra.model.game import Game

MEMORY = 1 << 28


def tables_of(game: Game) -> GameTables:
    return GameTables(game, Limits(), MEMORY, lambda: None)


def front_of(game: Game, within: bool = False, won: bool = False, consistent: bool = False) -> Front:
    return Front(game, "won" if won else "average", within, won, consistent, None)


def maker(
    front: Front, tables: GameTables, claim: Claim, kind: type[Maker] = Maker, memory: int = MEMORY
) -> Maker:
    counting = Counting(claim.measure, front.within, front.won, front.consistent)
    return kind(tables, Sizes(tables), counting, memory, lambda: None)


def checked(front: Front, tables: GameTables, claim: Claim, facts: Iterable[Fact]) -> None:
    """Let the checker check; its errors go through."""
    Checker(tables, front, lambda: None).check([Part(claim, iter(facts))])
