"""Answers that speak against a code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Against:
    """An answer that a code would not have given."""

    number: int
    """The experiment's number, from 1."""
    experiment: str
    given: str
    would_be: str
    """What the code would have answered."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """Which answers exclude a code."""

    code: str
    answers: int
    """Number of answers in all."""
    against: tuple[Against, ...]
    """Those that exclude the code; none when it fits them all."""

    @property
    def possible(self) -> bool:
        """Return whether the code may be the secret."""
        return not self.against

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the same in words."""
        if self.against:
            return tuple(
                f"{self.code} is excluded by answer {one.number}: {one.experiment} would have been "
                f"{one.would_be}, not {one.given}."
                for one in self.against
            )
        fits = {0: "nothing was asked yet", 1: "it fits the answer"}
        return (f"{self.code} is possible: {fits.get(self.answers, f'it fits all {self.answers} answers')}.",)

    def document(self) -> dict[str, Any]:
        """Return the same for JSON."""
        return {
            "code": self.code,
            "possible": self.possible,
            "against": [
                {
                    "experiment": one.number,
                    "made": one.experiment,
                    "outcome": one.given,
                    "would_be": one.would_be,
                }
                for one in self.against
            ],
        }
