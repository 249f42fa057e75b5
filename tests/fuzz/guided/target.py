"""The process that libFuzzer works in. It is asked by lines of JSON, and forks a child for each.

Nothing of cobra may be imported before it is instrumented, which takes ten seconds: children begin with it.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.machinery
import importlib.util
import io
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

INSTRUMENTED: Final = ("cobra", "lark")
CORE: Final = "cobra._core"
READY: Final = "ready"


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
    libfuzzer = importlib.import_module("atheris.core_with_libfuzzer")
    sys.modules["atheris.core_without_libfuzzer"] = libfuzzer  # as atheris sees that it is there
    sys.setdlopenflags(os.RTLD_NOW)
    sys.meta_path.insert(0, CoreFinder(path))


def main() -> None:
    core = sys.argv[1]
    import atheris  # here: nobody else needs it

    if core:
        with_core(core)
    with contextlib.redirect_stderr(io.StringIO()), atheris.instrument_imports(include=list(INSTRUMENTED)):
        from tests.fuzz.child import warm
        from tests.fuzz.guided.tried import PHASES
        from tests.fuzz.sources.library import small_case

        warm(small_case(Random(0)), PHASES)  # in a child, too: what it imports is imported here
    gc.collect()
    gc.freeze()
    print(READY, flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _fuzz(atheris, **json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _fuzz(atheris: Any, name: str, folder: str, options: list[str]) -> None:
    """Let libFuzzer do what its options say, and end; what it prints goes to a file."""
    from tests.fuzz.guided.changes import change_of
    from tests.fuzz.guided.tried import Tried

    said = os.open(Path(folder, "said"), os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(said, stream)
    status = 1
    try:
        change = change_of(name, [path.read_bytes() for path in sorted(Path(folder, "seeds").iterdir())])

        def changed(content: bytes, most: int, seed: int) -> bytes:
            return change(Random(seed), content, lambda part: atheris.Mutate(part, max(most, 1)))[:most]

        tried = Tried(name, Path(folder))
        atheris.Setup([sys.argv[0], *options], tried.one, custom_mutator=changed)
        atheris.Fuzz()
        status = 0
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
