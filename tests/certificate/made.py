"""Certificates of games, for tests: what stands before the facts, symmetries, and both checkers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from cobra.certificate import Front, Generator, Item, read_certificate, write_certificate
from cobra.certificate.file import certificate_bytes
from cobra.certificate.game import front_of, place_of
from cobra.certificate.parts import Measure
from cobra.certificate.text import certificate_lines
from cobra.engine.certificate import Counts, check_certificate
from cobra.engine.group import game_group
from cobra.engine.run import Run
from cobra.model.game import Assignment, Experiment, Game
from cobra.model.spaces import codes, experiments
from tests.oracle.proofs import check_text

MEMORY = 1 << 30


def front(game: Game, measure: Measure, consistent: bool = False, first: int | None = None) -> Front:
    """Return the front of a certificate without claims."""
    numbers = len(codes(game)), len(experiments(game))
    found = front_of(game, measure, [], consistent=consistent, first=first)
    return replace(found, codes=numbers[0], experiments=numbers[1])


def in_order(game: Game) -> tuple[list[Assignment], list[Experiment]]:
    """Return the codes and the experiments of a game in the order of certificates."""
    listed = sorted(codes(game), key=lambda code: place_of(game.codes, code))
    spaces = [type_.space for type_ in game.experiments]
    return listed, sorted(experiments(game), key=lambda one: (one[0], place_of(spaces[one[0]], one[1])))


def generators(game: Game) -> list[Generator]:
    """Return some symmetries of a game."""
    listed, made = in_order(game)
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
