"""Certificates of games with a state, prices or lost plays, for tests: made, checked, and what is true."""

from __future__ import annotations

from collections.abc import Iterable

from cobra.certificate.situations.file import situations_lines
from cobra.certificate.situations.make import Maker
from cobra.certificate.situations.parts import Claim, Fact, Front, Part
from cobra.certificate.situations.rules import Checker
from cobra.certificate.situations.sizes import Sizes
from cobra.certificate.situations.tables import Codes, GameTables, members
from cobra.certificate.situations.tolls import NEVER, Counting, Toll, toll
from cobra.errors import CertificateError
from cobra.limits import Limits
from cobra.model.game import Experiment, Game
from cobra.model.memory import State, in_state
from cobra.model.show import Notation
from cobra.strategy.write import game_object
from tests.oracle import situation_proofs as naive
from tests.oracle.memory import Rules, least

MEMORY = 1 << 28
LONGEST = 9


def tables_of(game: Game) -> GameTables:
    return GameTables(game, Limits(), MEMORY, lambda: None)


def front_of(
    game: Game,
    within: bool = False,
    won: bool = False,
    consistent: bool = False,
    first: str | None = None,
) -> Front:
    return Front(game, "won" if won else "average", within, won, consistent, first)


def maker(
    front: Front, tables: GameTables, claim: Claim, kind: type[Maker] = Maker, memory: int = MEMORY
) -> Maker:
    counting = Counting(claim.measure, front.within, front.won, front.consistent)
    return kind(tables, Sizes(tables), counting, memory, lambda: None)


def first_of(front: Front) -> Experiment | None:
    """Return the experiment that strategies have to begin with."""
    if front.first is None:
        return None
    experiment = Notation(front.game).parse_experiment(front.first)
    return in_state(front.game, experiment, () if front.game.memory is None else front.game.memory.start)


def made(front: Front, tables: GameTables, claim: Claim, kind: type[Maker] = Maker) -> list[Fact]:
    """Return facts from which a claim follows; `Unprovable` when it is not true."""
    return maker(front, tables, claim, kind).prove(claim, first_of(front))


def checked(front: Front, tables: GameTables, claim: Claim, facts: Iterable[Fact]) -> None:
    """Let the checker check, and demand that the naive one agrees; errors of the first go through."""
    facts = list(facts)
    text = "\n".join(situations_lines(front, game_object(front.game), [(claim, facts)]))
    believed = naive.believes(text)
    try:
        Checker(tables, front, lambda: None).check([Part(claim, iter(facts))])
    except CertificateError:
        assert not believed, f"the naive checker says {believed}:\n{text}"
        raise
    assert believed, f"the naive checker says {believed}:\n{text}"


def by_definition(rules: Rules, front: Front, claim: Claim, start: tuple[Codes, State] | None = None) -> Toll:
    """Return what the best strategy costs that a claim is about; where it says nothing of the length of
    plays, one of plays up to `LONGEST`, which is no less. `start`: from these codes and a state on."""
    value = least(
        rules,
        {"sum": "total", "worst": "worst", "nodes": "nodes"}[claim.measure],
        LONGEST if claim.left.length is None else claim.left.length,
        within=front.within,
        won_only=front.won,
        most=claim.left.price,
        consistent=front.consistent and rules.hit,
        first=None if start is not None else first_of(front),
        start=None if start is None else (tuple(members(start[0])), start[1]),
    )
    return NEVER if value is None else toll(*value)
