"""Inputs kept in files, one for each parser, a line of JSON each, bytes as half surrogates."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path


def path_of(folder: Path, name: str) -> Path:
    """Return the file of a parser."""
    return folder / f"{name.replace(' ', '-')}.jsonl"


def read(folder: Path, name: str) -> list[bytes]:
    """Return the inputs of a parser; none if there is no file."""
    path = path_of(folder, name)
    if not path.exists():
        return []
    lines = path.read_text("utf-8").splitlines()
    return [json.loads(line).encode("utf-8", "surrogateescape") for line in lines]


def write(folder: Path, name: str, inputs: Iterable[bytes]) -> None:
    """Write the inputs of a parser, short ones first."""
    folder.mkdir(parents=True, exist_ok=True)
    ordered = sorted(set(inputs), key=lambda one: (len(one), one))
    lines = [json.dumps(one.decode("utf-8", "surrogateescape")) for one in ordered]
    path_of(folder, name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
