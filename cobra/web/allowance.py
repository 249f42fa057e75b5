"""How much one server may be asked for: the one place of its bounds."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final

from cobra.limits import Limits, make_limits
from cobra.options import SERVED_MEMORY, SERVED_SECONDS

MOST_BODY: Final = 1 << 20
"""Bytes of the body of a request: a game and the files that it names."""
MOST_GAME: Final = 1 << 16
"""Bytes of a game file that is sent."""
MOST_ANSWER: Final = 1 << 25
"""Bytes of what a computation may answer."""
BODY_SECONDS: Final = 10.0
"""So long may the body of a request take to arrive."""
TURN_SECONDS: Final = 15.0
"""So long may a client take to send a request, and to read the answer; then its connection is dropped."""
MOST_CONNECTIONS: Final = 256
"""Of more, the one that has kept the server waiting longest is dropped."""
MOST_STRATEGIES: Final = 50
"""So many strategies are compared at once."""
MOST_STRATEGY: Final = 1_000
"""Letters of a strategy that is sent, such as a score."""
MOST_SIZES: Final = 20
"""Parameters of which several values are compared; how many games that are has a limit of its own."""
SECRETS: Final = 256
"""So many secrets are kept; the one not used for the longest time is forgotten for a new one."""
JOBS: Final = 8
"""So many jobs that have ended are kept; the first to have ended is forgotten for a new one."""
JOB_SECONDS: Final = 600.0
"""A job that nobody asks about for so long is cancelled and forgotten."""
CANCEL_SECONDS: Final = 5.0
"""So long may a computation that is cancelled, or out of time, take to say what it has found by then."""
MORE_MEMORY: Final = 128 << 20
"""Bytes a worker may use beyond what a computation may: what libraries and stacks take."""

LOOK_SECONDS: Final = 4.0
"""So long is it looked at a game that is being written: made, and its codes and experiments counted."""

MISTAKE: Final = "a mistake in cobra; started with COBRA_DEBUG=1, cobra serve shows more"
"""What is said of an error that is not the user's."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What the computations of a server may use."""

    memory: int = SERVED_MEMORY
    """Bytes, of each computation."""
    threads: int = 0
    """Threads of each job; 0: all processors."""
    seconds: float = 10.0
    """Time for an answer that the page waits for."""
    job_seconds: float | None = SERVED_SECONDS
    """Time for a job; None is without end."""
    limits: dict[str, int] = field(default_factory=dict)
    """Limits of games that are raised, by the names of the option."""

    def bounds(self) -> Limits:
        """Return the limits of games."""
        return make_limits(self.limits)

    def document(self) -> dict[str, Any]:
        """Return what `Allowance(**document)` is made of again."""
        return asdict(self)
