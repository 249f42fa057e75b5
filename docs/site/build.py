"""Builds the site: `python docs/site/build.py` writes it to docs/_build/html, ready for a static host.

`--links` asks the hosts of all external links, too, which nothing else here does.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import rmtree
from typing import Final

from check import problems
from game_page import WALKS, game_page
from measured import measured
from overview import gallery_page, games_page
from reference_pages import reference_pages
from stage import ROOT, Stage, stage_pages

from cobra.analysis.library import library_games

HERE: Final = Path(__file__).resolve().parent
BUILD: Final = ROOT / "docs" / "_build"
HTML: Final = BUILD / "html"
MADE: Final = {
    "Games": ["games/index", "gallery"],
    "How to": ["editors-setup"],
    "Reference": ["python", "commands", "benchmarks"],
}
"""Pages that the first page does not list, by heading."""


def put_together() -> None:
    """Write the sources of the site, and the strategies to be walked through."""
    stage, extra = Stage(BUILD / "source"), Stage(BUILD / "extra")
    stage_pages(stage, MADE)
    reference_pages(stage)
    found = {}
    for game in library_games():
        print(game.name, flush=True)
        found[game.name] = measured(game, BUILD / "measured")
        game_page(stage, game, found[game.name])
        extra.write(f"{WALKS}/{game.name}.html", found[game.name].walk)
    games_page(stage, library_games())
    gallery_page(stage, library_games(), found)
    stage.tidy()
    extra.tidy()


def sphinx(builder: str, output: Path) -> int:
    """Run Sphinx, to which a warning is an error; return its exit status."""
    doctrees = BUILD / "doctrees"
    folders = ["--doctree-dir", doctrees, "--conf-dir", HERE, BUILD / "source", output]
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    status = subprocess.run([*command, "--builder", builder, *map(str, folders)], check=False).returncode
    if status:
        rmtree(doctrees)  # else the next build would not look again at the pages it has warned of
    return status


def main() -> int:
    """Do what the arguments say; 0 when all is well."""
    put_together()
    if sys.argv[1:] == ["--links"]:
        return sphinx("linkcheck", BUILD / "links")
    if status := sphinx("html", HTML):
        return status
    found = list(problems(HTML))
    print("\n".join(found) or f"{HTML / 'index.html'} is the first page")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
