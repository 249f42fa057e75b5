"""Fails unless every given wheel and source distribution holds all games, their files, grammars and pages."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path

EXPECTED = {
    str(path.as_posix())
    for folder in (
        "cobra/games",
        "cobra/grammar",
        "cobra/drawings",
        "cobra/texts",
        "cobra/export/page",
        "cobra/web/static",
        "cobra/web/starts",
    )
    for path in Path(folder).iterdir()
    if path.is_file()
} | {"cobra/py.typed"}

for name in sys.argv[1:]:
    if name.endswith(".whl"):
        with zipfile.ZipFile(name) as wheel:
            held = set(wheel.namelist())
        roots = {path.split("/", 1)[0] for path in held}
        if strays := {root for root in roots if root != "cobra" and not root.startswith("cobra_games-")}:
            sys.exit(f"{name}: would put {', '.join(sorted(strays))} beside the package")
    else:
        with tarfile.open(name) as source:
            held = {path.split("/", 1)[1] for path in source.getnames() if "/" in path}
    if missing := EXPECTED - held:
        sys.exit(f"{name}: lacks {', '.join(sorted(missing))}")
    print(f"{Path(name).name}: {len(EXPECTED)} games, word files, grammars and sources of pages present")
