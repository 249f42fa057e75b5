"""Certificates of games, for tests: what stands before the facts, symmetries, and both checkers."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from cobra.certificate import Front, Generator, Item, read_certificate, write_certificate
from cobra.certificate.file import certificate_bytes
from cobra.certificate.game import front_of
from cobra.certificate.parts import Measure
from cobra.certificate.text import certificate_lines
from cobra.engine.certificate import Counts, check_certificate
from cobra.engine.group import game_group
from cobra.engine.run import Run
from cobra.model.game import Game
from cobra.model.spaces import codes, experiments
from tests.oracle.proofs import check_text

MEMORY = 1 << 30


def front(game: Game, measure: Measure, consistent: bool = False, first: int | None = None) -> Front:
    """Return the front of a certificate without claims, about all codes."""
    number = len(experiments(game))
    return front_of(game, codes(game), number, measure, [], consistent=consistent, first=first)


def generators(game: Game) -> list[Generator]:
    """Return some symmetries of a game."""
    listed, made = codes(game), experiments(game)
    return [
        Generator(
            tuple(listed.index(symmetry.code(code)) for code in listed),
            tuple(made.index(symmetry.experiment(experiment)) for experiment in made),
        )
        for symmetry in game_group(game).symmetries[:3]
    ]


def checked(front: Front, items: list[Item]) -> Counts:
    """Let the checker check; its errors go through."""
    return check_certificate(b"".join(certificate_bytes(front, items)), MEMORY, Run())


def naively_checked(front: Front, items: list[Item]) -> None:
    """Let the naive checker check; its errors go through."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.proof"
        write_certificate(path, front, items)
        check_text("\n".join(certificate_lines(read_certificate(path))))
