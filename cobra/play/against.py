"""Answers that speak against a code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cobra.texts import say


@dataclass(frozen=True, slots=True)
class Against:
    """An answer that a code would not have given."""

    number: int
    """The experiment's number, from 1."""
    experiment: str
    given: str
    would_be: str
    """What the code would have answered."""

    @property
    def values(self) -> dict[str, str | int]:
        """Return the values of a sentence about it."""
        return {
            "number": self.number,
            "experiment": self.experiment,
            "would_be": self.would_be,
            "given": self.given,
        }


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
                say(
                    "{code} is excluded by answer {number}: {experiment} would have been {would_be}, not "
                    "{given}.",
                    code=self.code,
                    **one.values,
                )
                for one in self.against
            )
        if not self.answers:
            sentence = "{code} is possible: nothing was asked yet."
        elif self.answers == 1:
            sentence = "{code} is possible: it fits the answer."
        else:
            sentence = "{code} is possible: it fits all {n} answers."
        return (say(sentence, code=self.code, n=self.answers),)

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
