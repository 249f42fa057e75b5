"""Imports go down only, lazy and type-only ones too; no files stand in a circle; one folder has the core."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "cobra"
FLOORS = """
    printable errors limits nearest amounts figures interval lengths pipes budget output options shown
    model
    symmetries
    sat
    language
    engine
    strategy
    certificate
    breakers
    analysis
    export
    play
    __init__
    web
    cli
    __main__
"""
"""Files and folders of the package, the ground first."""
LEVEL = {name: level for level, floor in enumerate(FLOORS.strip().splitlines()) for name in floor.split()}


def imports(path: Path) -> Iterator[tuple[int, Path]]:
    """Yield the files of the package that one of them imports, wherever it does, with the lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports by a relative path"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for steps in (name.split(".") for name in names):
            if steps[0] == "cobra":
                files = [file for length in range(len(steps), 0, -1) for file in files_of(steps[1:length])]
                yield node.lineno, files[0]


def files_of(steps: list[str]) -> list[Path]:
    """Return the file of a module, if it is one."""
    place = PACKAGE.joinpath(*steps)
    tried = [place / "__init__.py", place.with_suffix(".py"), place.with_suffix(".pyi")]
    return [file for file in tried if file.is_file() and (steps or file.stem == "__init__")]


@cache
def edges() -> list[tuple[Path, int, Path]]:
    """Return who imports in which line what, by paths within the package."""
    return [
        (file.relative_to(PACKAGE), line, imported.relative_to(PACKAGE))
        for file in sorted(PACKAGE.rglob("*.py"))
        for line, imported in imports(file)
    ]


def level(file: Path) -> int:
    return LEVEL[file.parts[0].removesuffix(".py")]


def test_imports_go_down() -> None:
    core = Path("_core.pyi")
    upward = [
        f"cobra/{file}:{line} imports {other}, which is above"
        for file, line, other in edges()
        if other != core and level(other) > level(file)
    ]
    assert not upward, "\n".join(upward)


def test_no_files_stand_in_a_circle() -> None:
    sorter = TopologicalSorter[Path]()
    for file, _, other in edges():
        if other != file:
            sorter.add(file, other)
    try:
        sorter.prepare()
    except CycleError as error:
        raise AssertionError("a circle: " + " <- ".join(map(str, error.args[1]))) from None


def test_only_the_engine_imports_the_core() -> None:
    outside = [
        f"cobra/{file}:{line} imports cobra._core; only cobra/engine may"
        for file, line, other in edges()
        if other.stem == "_core" and file.parts[0] != "engine"
    ]
    assert not outside, "\n".join(outside)


def test_the_check_of_strategies_shares_nothing_with_the_engine() -> None:
    reached = {file for file, _, _ in edges() if file.parts[:2] == ("strategy", "check")}
    while more := {other for file, _, other in edges() if file in reached} - reached:
        reached |= more
    assert reached
    assert not [str(file) for file in sorted(reached) if file.parts[0] in ("engine", "_core.pyi")]
