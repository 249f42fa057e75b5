"""What is found out about a game by making it, counting and proving: a process of its own, asked in lines.

A request is a line of JSON with the fields of `Request`, its answer a line with those of `Looked`. The
process ends with its input; it can be ended at any time.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Final

from cobra.analysis.check import check
from cobra.analysis.info import info
from cobra.budget import Deadline, alarm, within
from cobra.errors import CobraError, Diagnostic, LanguageError, LimitError, Span, StoppedError
from cobra.language.load import load_text
from cobra.model.game import Game, Slot

MEMORY: Final = 1 << 30
"""Bytes for one request."""
_SHOWN: Final = 12
"""So many values of something are named."""


@dataclass(frozen=True, slots=True)
class Request:
    """The text of a game, the folder of its files if there is one, whether it is to be proved well-formed."""

    text: str
    folder: str | None
    prove: bool
    seconds: float
    files: dict[str, str] | None = None
    """The texts of its files, where none is read from a folder."""
    parameters: dict[str, int | str] | None = None
    """Values of its parameters; None: as it says itself."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found out; what was not is None.

    `mistakes` without a place concern the whole game, or the experiment that `about` names in the same order.
    """

    mistakes: tuple[Diagnostic, ...] = ()
    about: tuple[str, ...] = ()
    codes: int | None = None
    experiments: int | None = None
    well_formed: bool | None = None
    values: dict[str, str] = field(default_factory=dict)
    """What values names have, in words."""


def look(request: Request) -> Looked:
    """Return what can be found out in the time there is; that something takes longer is no mistake."""
    deadline = Deadline(request.seconds, MEMORY)
    folder = Path(request.folder) if request.folder is not None else None
    found = Looked()
    try:
        with within(deadline), alarm(deadline):
            game = load_text(request.text, "the text", request.parameters, folder=folder, files=request.files)
            found = Looked(values=values_of(game))
            if request.prove:
                found = _prove(game, found)
            counted = info(game, memory=MEMORY, time_limit=deadline.remaining())
            return replace(found, codes=counted.codes, experiments=counted.experiments)
    except LanguageError as error:
        return Looked(error.diagnostics)
    except StoppedError:
        return found
    except (CobraError, MemoryError) as error:
        if found.values and isinstance(error, LimitError | MemoryError):  # too large to be counted here
            return found
        mistake = Diagnostic("game", str(error) or "there is not enough memory")
        return found if found.mistakes else replace(found, mistakes=(mistake,))


def _prove(game: Game, known: Looked) -> Looked:
    """Return also whether a game is well-formed, and why not."""
    found = check(game, memory=MEMORY)
    names = {type_.label: type_.name for type_ in game.experiments}  # proofs are about members of a family
    wrong = [
        (names.get(proof.subject, proof.subject), Diagnostic("not well-formed", proof.sentence))
        for proof in found.proofs
        if proof.holds is False
    ]
    wrong += [("", Diagnostic("warning", sentence)) for sentence in found.warnings]
    return replace(
        known,
        mistakes=tuple(mistake for _, mistake in wrong),
        about=tuple(subject for subject, _ in wrong),
        well_formed=found.well_formed,
    )


def values_of(game: Game) -> dict[str, str]:
    """Return what values the parameters and unknowns of a game have, by name, in words."""
    found = {name: f"now {value}" for name, value in game.arguments}
    slots = [*game.codes.slots, *(game.memory.slots if game.memory is not None else ())]
    families: dict[str, list[Slot]] = {}
    for slot in slots:
        families.setdefault(slot.family, []).append(slot)
    for name, members in families.items():
        symbols = members[0].symbols
        some = ", ".join(map(str, symbols[:_SHOWN])) + (", …" if len(symbols) > _SHOWN else "")
        each = "true or false" if members[0].kind == "bool" else f"one of {len(symbols):,} values: {some}"
        found[name] = each if not members[0].index else f"{len(members):,} places, each {each}"
    return found


def as_line(looked: Looked) -> bytes:
    """Return an answer as a line."""
    return json.dumps(asdict(looked)).encode() + b"\n"


def from_line(line: bytes) -> Looked:
    """Return the answer of a line."""
    read = json.loads(line)
    mistakes = tuple(
        Diagnostic(**{**mistake, "span": Span(**mistake["span"]) if mistake["span"] else None})
        for mistake in read.pop("mistakes")
    )
    return Looked(mistakes, tuple(read.pop("about")), **read)


def main(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until there are no more."""
    for line in requests:
        answers.write(as_line(look(Request(**json.loads(line)))))
        answers.flush()


if __name__ == "__main__":
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no answer
    main(sys.stdin.buffer, output)
