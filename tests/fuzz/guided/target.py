"""The process that libFuzzer drives: `run.py` starts it, with the options of libFuzzer.

Nothing of cobra may be imported before it is instrumented.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import importlib.util
import io
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

INSTRUMENTED: Final = ("cobra", "lark")
CORE: Final = "cobra._core"


class CoreFinder:
    """Finds a core that counts what is reached in it, in place of the one that is installed."""

    def __init__(self, path: str) -> None:
        self._path = path

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return where the core is."""
        return importlib.util.spec_from_file_location(name, self._path) if name == CORE else None


def with_core(path: str) -> None:
    """Let a core be imported that was built with counters. What reads them is libFuzzer, loaded first."""
    sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
    importlib.import_module("atheris.core_with_libfuzzer")
    sys.setdlopenflags(os.RTLD_NOW)
    sys.meta_path.insert(0, CoreFinder(path))


def script(folder: Path, arguments: Sequence[str]) -> str:
    """Return a file that starts this process again, as libFuzzer does to merge corpora."""
    path = folder / "again"
    path.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, "-m", __spec__.name, *arguments])} "$@"\n')
    path.chmod(0o700)
    return str(path)


def main() -> None:
    name, place, core, *options = sys.argv[1:]
    folder = Path(place)
    import atheris  # here: nobody else needs it

    if core:
        with_core(core)
    with contextlib.redirect_stderr(io.StringIO()), atheris.instrument_imports(include=list(INSTRUMENTED)):
        from tests.fuzz.guided.changes import change_of
        from tests.fuzz.guided.tried import Tried
    seeds = [path.read_bytes() for path in sorted((folder / "seeds").iterdir())]
    change = change_of(name, seeds)

    def changed(content: bytes, most: int, seed: int) -> bytes:
        return change(Random(seed), content, lambda part: atheris.Mutate(part, max(most, 1)))[:most]

    tried = Tried(name, folder)
    atheris.Setup([script(folder, sys.argv[1:4]), *options], tried.one, custom_mutator=changed)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
