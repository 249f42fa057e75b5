"""What a worker can be asked, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cobra.web import comparing, long_work, questions, writing

Operation = Callable[..., list[bytes]]
"""Takes the `Work` and the texts of a request, the first of them JSON; returns the texts of the answer."""

OPERATIONS: Final[dict[str, Operation]] = {
    "game": questions.game,
    "position": questions.position,
    "advice": questions.advice,
    "split": questions.split,
    "why": questions.why,
    "why-not": questions.why_not,
    "next": questions.next_experiment,
    "mistakes": writing.mistakes,
    "look": writing.look,
    "complete": writing.complete,
    "hover": writing.hover,
    "secret": questions.secret,
    "answer": questions.answer,
    "reveal": questions.reveal,
    "compare": comparing.compare_strategies,
    "strategy": long_work.strategy,
    "review": long_work.review,
    "check": writing.check,
    "export": long_work.export,
}
