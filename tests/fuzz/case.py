"""What is tried: the text of a game, what is given with it, and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any


@dataclass(frozen=True)
class Case:
    """A game as a user gives it: text, `-D NAME=VALUE`, and the files it reads (name and content).

    `origin` says who made it. `seed` and `number` make it again, and decide what is drawn while it is tried.
    With `bytes_` the text goes through a file, half surrogates in it being bytes that are no UTF-8.
    """

    text: str
    definitions: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    origin: str = ""
    seed: int = 0
    number: int = 0
    bytes_: bool = False

    def random(self, use: str) -> Random:
        """Return the generator for one use of this case: the same wherever and whenever it is tried."""
        return Random(f"{self.seed}/{self.number}/{use}")

    def to_json(self) -> dict[str, Any]:
        """Return the case as an object of a finding's file."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @classmethod
    def of_json(cls, value: Mapping[str, Any]) -> Case:
        """Return the case of such an object."""
        return cls(**{name: value[name] for name in cls.__dataclass_fields__ if name in value})
