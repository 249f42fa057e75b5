"""A game on which everything is compared that can be compared on games of its kind."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias
from unittest.mock import patch

from hypothesis.errors import UnsatisfiedAssumption

from cobra.errors import CobraError, LimitError
from cobra.language.load import load_text
from cobra.model.game import Game
from cobra.sat.wellformed import prove_well_formed
from tests import oracle
from tests.differential import apart, knowledge, middle, sources
from tests.differential.agree import agree
from tests.fuzz.case import Case
from tests.fuzz.laws import described
from tests.sat import test_alike as alike
from tests.sat.test_wellformed import agreed, verdicts

CODES, EXPERIMENTS, STEPS = 40, 40, 20_000
"""Larger games are left out, as are those whose lists take more steps,"""
APART_CODES = 6
"""with states or lies those of more codes."""
MIDDLE_CODES, MIDDLE_EXPERIMENTS, MIDDLE_STEPS = 700, 700, 4_000_000
"""The same where games are drawn to be larger."""
INSTRUCTIONS = ("portable", "avx2", "avx512")
"""What the core uses at most, drawn for each comparison."""

Comparison: TypeAlias = Callable[[Game, Random, Path], None]

KNOWLEDGE: Final[dict[str, Comparison]] = {
    "counts": knowledge.counts,
    "splits": knowledge.splits,
    "greedy": knowledge.greedy,
    "optima": knowledge.optima,
    "certificates": knowledge.certificates,
    "orbits": knowledge.orbits,
}
MEMORY: Final[dict[str, Comparison]] = {
    "greedy with memory": apart.greedy,
    "optima with memory": apart.optima,
    "certificates with memory": apart.certificates,
}
UNSEEN: Final[dict[str, Comparison]] = {
    "unseen strategies": apart.unseen_strategies,
    "worst cases": apart.worst_case,
    "chances": apart.chances,
}
MIDDLE: Final[dict[str, Comparison]] = {
    "ways to search": middle.ways,
    "certificates of more codes": middle.certified,
    "ways to count": middle.counted,
}
"""Of games that are drawn to be too large for the definition."""
COMPARISONS: Final = {**KNOWLEDGE, **MEMORY, **UNSEEN, **MIDDLE}


def comparisons_of(case: Case, game: Game) -> dict[str, Comparison]:
    """Return what can be compared on a game."""
    if case.origin == sources.MIDDLE:
        return MIDDLE
    if game.unseen is not None:
        return UNSEEN if game.memory is None else {}
    return KNOWLEDGE if game.memory is None else MEMORY


def game_of(case: Case) -> Game | None:
    """Return the game of a case, None when it is refused, ill-formed or too large; proofs are compared."""
    is_middle = case.origin == sources.MIDDLE
    steps = MIDDLE_STEPS if is_middle else STEPS
    try:
        game = load_text(case.text, definitions=case.definitions, files=case.files)
        codes, experiments = oracle.codes(game, steps), oracle.experiments(game, steps)
    except CobraError:
        return None
    plain = game.memory is None and game.unseen is None
    if not experiments or len(experiments) > (MIDDLE_EXPERIMENTS if is_middle else EXPERIMENTS):
        return None
    most = MIDDLE_CODES if is_middle else CODES if plain else APART_CODES
    if not 1 <= len(codes) <= most:
        return None
    proofs = prove_well_formed(game)
    if game.unseen is None and not is_middle:
        shown = agreed(game, proofs)
        judged = {key: holds for key, holds in shown.items() if key[1] != alike.STATEMENT}
        agree("whether it is well-formed", judged, verdicts(game))
    return game if all(proof.holds for proof in proofs) else None


def compare(case: Case, folder: Path, note: Callable[[str], None]) -> list[str]:
    """Return the comparisons done on a game; what differs raises, what is too large is left out."""
    note("well-formed")
    game = game_of(case)
    if game is None:
        return []
    done = []
    for name, comparison in comparisons_of(case, game).items():
        note(name)
        machine = case.random(f"{name}: instructions").choice(INSTRUCTIONS)
        with warnings.catch_warnings(), patch.dict(os.environ, COBRA_INSTRUCTIONS=machine):
            warnings.simplefilter("ignore")  # checks of the tests make assumptions, here too
            try:
                comparison(game, case.random(name), folder)
            except (LimitError, UnsatisfiedAssumption):
                continue
        done.append(name)
    return done


def tried(case: Case, phases: Sequence[str], folder: Path, note: Callable[[str], None]) -> dict[str, Any]:
    """Compare, as a child of the fuzzer does; there are no `phases` to choose from."""
    now = ["begin"]
    done: list[str] = []
    finding = None

    def hear(name: str) -> None:
        now[0] = name
        note(name)

    try:
        done = compare(case, folder, hear)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of the core is no Exception
        finding = {"phase": now[0], **described(error)}
    return {"number": case.number, "origin": case.origin, "done": done, "finding": finding}
