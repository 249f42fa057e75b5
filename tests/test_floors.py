"""Imports go down only, lazy and type-only ones too; no files stand in a circle; one folder has the core."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "cobra"
FLOORS = """
    printable errors limits nearest amounts figures interval lengths pipes budget output options shown
    model
    symmetries
    sat
    language
    engine
    cluster
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
CORE = Path("_core.pyi")
PATHS = [CORE, *(file.relative_to(PACKAGE) for file in PACKAGE.rglob("*.py"))]
FILES = {".".join(("cobra", *file.with_suffix("").parts)).removesuffix(".__init__"): file for file in PATHS}


def imports(file: Path) -> Iterator[tuple[Path, int, Path]]:
    """Yield what a file imports of the package, wherever it does, with the lines."""
    for node in ast.walk(ast.parse((PACKAGE / file).read_text("utf-8"))):
        before = []
        if isinstance(node, ast.ImportFrom):
            assert node.module and node.level == 0, f"cobra/{file}:{node.lineno} imports by a relative path"
            before = [node.module]
        for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else []:
            name = ".".join([*before, alias.name])
            while name.startswith("cobra") and name not in FILES:
                name = name.rpartition(".")[0]
            if name in FILES:
                yield file, alias.lineno, FILES[name]


@cache
def edges() -> list[tuple[Path, int, Path]]:
    """Return all imports of the package, when a test asks: every process of the tests imports this file."""
    return [edge for file in PATHS if file != CORE for edge in imports(file)]


def level(file: Path) -> int:
    return LEVEL[file.parts[0].removesuffix(".py")]


def test_imports_go_down() -> None:
    down = [(file, line, used) for file, line, used in edges() if used != CORE]
    upward = [f"cobra/{a}:{line} imports {b}, which is above" for a, line, b in down if level(b) > level(a)]
    assert not upward, "\n".join(upward)


def test_no_files_stand_in_a_circle() -> None:
    TopologicalSorter({file: {b for a, _, b in edges() if a == file != b} for file in PATHS}).prepare()


def test_only_the_engine_imports_the_core() -> None:
    outside = [
        f"cobra/{a}:{line} imports cobra._core; only cobra/engine may"
        for a, line, b in edges()
        if b == CORE and a.parts[0] != "engine"
    ]
    assert not outside, "\n".join(outside)


def test_the_check_of_strategies_shares_nothing_with_the_engine() -> None:
    reached = {file for file in PATHS if file.parts[:2] == ("strategy", "check")}
    while more := {used for file, _, used in edges() if file in reached} - reached:
        reached |= more
    assert reached
    assert not [str(file) for file in reached if file == CORE or file.parts[0] == "engine"]
