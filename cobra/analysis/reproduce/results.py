"""Results that are kept in a file from run to run, each as soon as it is there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cobra.analysis.reproduce.claims import Claim
from cobra.engine.core import COBRA_VERSION
from cobra.errors import GameError
from cobra.output import check_kept, check_target, taking_turns, write_text

_FORMAT: Final = "results of cobra reproduce, 1"


@dataclass(frozen=True, slots=True)
class Found:
    """What cobra found for a claim, and how long that took."""

    values: Mapping[str, Any]
    seconds: float


class Results:
    """What was found, by the question of a claim; in a file, if there is a path.

    A result of another version of cobra is kept until the question is answered anew, and not given back.
    Several runs may add to one file. `GameError` for one that holds something else, or clearly cannot be
    written.
    """

    def __init__(self, path: str | Path | None) -> None:
        self._path = None if path is None else check_target(path, (".json",), "what is found")
        self._added: dict[str, dict[str, Any]] = {}
        self.failure: GameError | None = None
        """Why nothing more is kept, as when the disk is full: that is no reason to end a run."""
        self._known: dict[str, dict[str, Any]] = {}
        if self._path is not None and self._path.exists():
            check_kept(self._path)
            self._known = _read(self._path)

    def get(self, claim: Claim) -> Found | None:
        """Return what is known of a claim, None when it is to be recomputed."""
        known = self._known.get(claim.question)
        if known is None or known["cobra"] != COBRA_VERSION or not _answers(claim, known["found"]):
            return None
        return Found(known["found"], known["seconds"])

    def add(self, claim: Claim, found: Found) -> None:
        """Keep what was found; it is in the file when this returns, unless there is a `failure`."""
        self._added[claim.question] = {
            "found": dict(found.values),
            "seconds": round(found.seconds, 3),
            "cobra": COBRA_VERSION,
        }
        self._known |= self._added
        if self._path is not None and self.failure is None:
            try:
                with taking_turns(self._path):
                    self._write(self._path)
            except GameError as error:
                self.failure = error

    def _write(self, path: Path) -> None:
        """Write what was added, beside what other runs have added meanwhile."""
        if path.exists():
            self._known = _read(path) | self._added
        lines = ",\n".join(
            f"{json.dumps(question, ensure_ascii=False)}: {json.dumps(one, ensure_ascii=False)}"
            for question, one in self._known.items()
        )
        write_text(path, f'{{"format": "{_FORMAT}",\n"results": {{\n{lines}\n}}}}\n')


def _answers(claim: Claim, found: Mapping[str, Any]) -> bool:
    """Return whether a file has a value of the right kind for every measure of a claim."""
    if found.keys() != set(claim.measures):
        return False
    if claim.varied is None:
        return all(_fits(measure, value) for measure, value in found.items())
    length = len(claim.params[claim.varied])
    return all(
        isinstance(values, list) and len(values) == length and all(_fits(measure, value) for value in values)
        for measure, values in found.items()
    )


def _fits(measure: str, value: object) -> bool:
    match measure, value:
        case (("average" | "expected" | "entropy"), str()):
            return re.fullmatch(r"[0-9]{1,40}(\.[0-9]{1,40}|/[1-9][0-9]{0,40})?", value) is not None
        case "mean", [float(), float()]:
            return True
        case "first", str():
            return True
        case (("distribution" | "both" | "reverse" | "nodes"), list()):
            return all(isinstance(number, int) for number in value)
        case _:
            return measure not in ("average", "expected", "entropy", "mean") and isinstance(value, int)


def _read(path: Path) -> dict[str, dict[str, Any]]:
    try:
        document = json.loads(path.read_text("utf-8"))
        results = document["results"]
        sound = document["format"] == _FORMAT and all(
            isinstance(one["found"], dict) and isinstance(one["cobra"], str) and one["seconds"] >= 0
            for one in results.values()
        )
    except OSError as error:
        raise GameError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        raise GameError(f"{path} holds no results of cobra reproduce; it is left as it is")
    return dict(results)
