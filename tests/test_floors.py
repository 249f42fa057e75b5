"""Imports go down only, lazy and type-only ones too; no files stand in a circle; one folder has the core."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "cobra"
FLOORS = """
    texts
    printable errors limits nearest amounts figures interval lengths pipes output options arguments budget
    shown
    model
    drawings
    symmetries
    sat
    strategy.strategy strategy.check
    language
    _core engine
    cluster
    strategy
    certificate
    breakers
    analysis
    export
    play
    __init__
    editor
    web
    cli
    __main__
"""
"""Files and folders, the ground first. The check of strategies is below the engine: they share nothing."""
LEVEL = {name: level for level, floor in enumerate(FLOORS.splitlines()) for name in floor.split()}
PATHS = [file.relative_to(PACKAGE.parent) for file in PACKAGE.rglob("*.py")]
FILES = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in PATHS}


def level(module: str) -> int:
    names = (name for name in LEVEL if f"{module}.__init__.".startswith(f"cobra.{name}."))
    return LEVEL[max(names, key=len)]


def imports(module: str) -> Iterator[tuple[int, str]]:
    """Yield what a file imports of the package, wherever it does, with the lines."""
    for node in ast.walk(ast.parse((PACKAGE.parent / FILES[module]).read_text("utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            assert getattr(node, "level", 0) == 0, f"{FILES[module]}:{node.lineno} imports by a relative path"
            for alias in node.names:
                name = f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
                while name and name not in FILES and name != "cobra._core":
                    name = name.rpartition(".")[0]
                if name:
                    yield alias.lineno, name


def test_imports_go_down_in_no_circle_and_only_the_engine_has_the_core() -> None:
    edges = [(module, line, used) for module in FILES for line, used in imports(module)]
    for module, line, used in edges:
        allowed = "cobra.engine." in module if used == "cobra._core" else level(used) <= level(module)
        assert allowed, f"{FILES[module]}:{line} imports {used}, which is above it, or only for cobra/engine"
    TopologicalSorter({module: {b for a, _, b in edges if a == module != b} for module in FILES}).prepare()
