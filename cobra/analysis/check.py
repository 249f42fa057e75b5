"""Is a game well-formed? Proved by SAT over all codes and experiments at once, or refuted by an example."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from cobra.analysis.info import count_codes_by
from cobra.budget import Deadline, Progress, limited
from cobra.engine.run import Run
from cobra.errors import TimeLimitError
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.unseen import counted_numbers
from cobra.options import DEFAULT_SAT_SOLVER, MEMORY, SAT_SOLVERS, read_choice
from cobra.sat.goals import undecided_goal
from cobra.sat.scene import Undecided
from cobra.sat.wellformed import Proof, prove_well_formed

_GOAL_SECONDS: Final = 5.0
"""So long a warning about the goal is looked for."""
_BY_FORM: Final = (
    Proof("codes", "there is a code", True),
    Proof("experiments", "there is an experiment", True),
)
"""What there is to prove where a number is looked for and asked is whether it is in a set, any set."""


@dataclass(frozen=True, slots=True)
class Check:
    """The statements that make a game well-formed, each with its verdict."""

    game: Game
    proofs: tuple[Proof, ...]
    solver: str
    """What proved them; "none" where they show in the form of the game."""
    seconds: float
    codes: int | None = None
    """Number of codes, None when the game is not well-formed or nobody asked."""
    backend: str | None = None
    """What counted the codes: "table" or "sat"."""
    stopped: str | None = None
    """Why a statement is open: "time", or "undecided" when the search for a proof gave up."""
    warnings: tuple[str, ...] = ()
    """What is no mistake but hardly meant, in sentences."""

    @property
    def problems(self) -> tuple[str, ...]:
        """Return the statements that do not hold, each with a counter-example."""
        return tuple(proof.sentence for proof in self.proofs if proof.holds is False)

    @property
    def open(self) -> tuple[str, ...]:
        """Return the statements neither proved nor refuted, each with the reason."""
        return tuple(proof.sentence for proof in self.proofs if proof.holds is None)

    @property
    def well_formed(self) -> bool | None:
        """Return whether the game is well-formed, None when that is open."""
        if self.problems:
            return False
        return None if self.open else True


def prove(game: Game, sat_solver: str = DEFAULT_SAT_SOLVER, time_limit: float | None = None) -> Check:
    """Return the proofs alone; `time_limit` in seconds."""
    read_choice("SAT solver", SAT_SOLVERS, sat_solver)
    if counted_numbers(game) is not None:
        return Check(game, _BY_FORM, "none", 0.0)
    started = time.perf_counter()
    deadline = Deadline(time_limit)
    proofs = tuple(prove_well_formed(game, sat_solver, deadline))
    result = Check(game, proofs, sat_solver, time.perf_counter() - started)
    if result.open:
        return replace(result, stopped="time" if deadline.remaining() == 0.0 else "undecided")
    return result


@limited
def check(
    game: Game,
    *,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    backend: str | None = None,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Check:
    """Prove a game well-formed, or find out why not, and count its codes.

    `backend` is what counts the codes, as for `info`; `memory` in bytes, `time_limit` in seconds.
    """
    run = Run(time_limit, progress)
    result = prove(game, sat_solver, time_limit)
    if result.well_formed is not True:
        return result
    codes, backend = count_codes_by(game, backend, memory, limits, run)
    warnings = (*game.warnings, *_goal_warnings(game, sat_solver, run.remaining()))
    return replace(result, codes=codes, backend=backend, warnings=warnings)


def _goal_warnings(game: Game, sat_solver: str, seconds: float | None) -> tuple[str, ...]:
    """Return a warning when the experiments cannot always find out the goal, as far as that is soon seen.

    Where the secret moves, two codes that answer alike may become two that do not.
    """
    if not game.goal or (game.unseen is not None and game.unseen.moves):
        return ()
    try:
        most = _GOAL_SECONDS if seconds is None else min(seconds, _GOAL_SECONDS)
        pair = undecided_goal(game, sat_solver, Deadline(most))
    except (TimeLimitError, Undecided):
        return ()
    if pair is None:
        return ()
    one, other = pair
    return (f"the goal cannot always be found out: no experiment tells {one} from {other}",)
