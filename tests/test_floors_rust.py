"""The rooms of the core stand on floors: what a file uses lies below it, and no files use each other in a
circle.

A room is a folder of `rust/cobra-core/src`, or a file that lies beside them. Read are the paths after
`crate::`, `super::` and `self::`, in `use` or elsewhere, without tests; what a `mod.rs` hands on counts as
the file it is from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

SOURCES: Final = Path(__file__).parents[1] / "rust" / "cobra-core" / "src"
FLOORS: Final = (
    "base",
    "formula",
    "game",
    "group",
    "evaluate",
    "list",
    "symmetry",
    "engine",
    "experiments",
    "outcomes",
    "equivalence",
    "expression",
    "pick",
    "play",
    "evolve",
    "optimal",
    "standing",
    "unseen",
)
Path_ = tuple[str, ...]


def _files() -> dict[Path_, str]:
    files = {}
    for file in SOURCES.rglob("*.rs"):
        parts = file.relative_to(SOURCES).with_suffix("").parts
        name = parts[:-1] if parts[-1] == "mod" else parts
        if not name[-1].endswith("tests") and name != ("lib",):
            text = re.sub(r"//.*", "", file.read_text("utf-8"))
            files[name] = re.sub(r"#\[cfg\(test\)\]\s*mod \w+ \{.*", "", text, flags=re.DOTALL)
    return files


def _paths(tree: str) -> Iterator[Path_]:
    """The paths of a tree of `use`."""
    if not (match := re.fullmatch(r"((?:\w+::)*)\{(.*)\}", tree, re.DOTALL)):
        yield tuple(re.sub(r" as \w+", "", tree).split("::"))
        return
    before = tuple(match[1].split("::")[:-1])
    depth, begin = 0, 0
    for place, char in enumerate(match[2] + ","):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char == "," and depth == 0:
            if part := match[2][begin:place].strip():
                yield from (before + path for path in _paths(part))
            begin = place + 1


def _absolute(file: Path_, path: Path_) -> Path_:
    if path[0] == "crate":
        return path[1:]
    while path and path[0] in ("self", "super"):
        file, path = (file[:-1] if path[0] == "super" else file), path[1:]
    return file + path


def _uses(text: str, public: bool) -> Iterator[Path_]:
    for match in re.finditer(r"(pub(?:\(\w+\))? )?use ((?:crate|super|self)::[^;]*);", text):
        if public == bool(match[1]):
            yield from _paths(re.sub(r"\s+", " ", match[2]))
    if not public:
        for match in re.finditer(r"\b(?:crate|super)(?:::\w+)+", re.sub(r"\buse [^;]*;", "", text)):
            yield tuple(match[0].split("::"))


def _handed_on(files: dict[Path_, str]) -> dict[Path_, Path_]:
    """For each name that a module hands on where it is from."""
    found = {}
    for file, text in files.items():
        bare = re.sub(r"\b(pub(?:\(\w+\))? use )(?!crate|super|self)", r"\1self::", text)
        for path in _uses(bare, public=True):
            if (source := _absolute(file, path)) != file + path[-1:]:  # a macro's name is handed on as it is
                found[file + path[-1:]] = source
    return found


def _edges() -> dict[Path_, set[Path_]]:
    files = _files()
    handed = _handed_on(files)
    edges: dict[Path_, set[Path_]] = {file: set() for file in files}
    for file, text in files.items():
        for path in _uses(text, public=False):
            target = _absolute(file, path)
            while name := next((target[:n] for n in range(1, len(target) + 1) if target[:n] in handed), None):
                target = handed[name] + target[len(name) :]
            known = next((target[:n] for n in range(len(target), 0, -1) if target[:n] in files), file)
            edges[file].add(known)
    return {file: uses - {file} for file, uses in edges.items()}


@pytest.mark.thorough
def test_rooms_use_only_what_lies_below() -> None:
    floor = {room: number for number, room in enumerate(FLOORS)}
    assert {file[0] for file in _files()} == set(FLOORS)
    upward = [
        f"{'/'.join(file)} uses {'/'.join(used)}"
        for file, uses in sorted(_edges().items())
        for used in sorted(uses)
        if floor[used[0]] > floor[file[0]]
    ]
    assert not upward


@pytest.mark.thorough
def test_no_files_use_each_other_in_a_circle() -> None:
    try:
        tuple(TopologicalSorter(_edges()).static_order())
    except CycleError as error:
        pytest.fail(" uses ".join("/".join(file) for file in reversed(error.args[1])))
