"""What cobra finds in each game of the library; kept in a file until cobra or the game changes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from example import Example, example, read
from stage import ROOT

import cobra
from cobra.analysis.analyze import Analysis
from cobra.analysis.library import LibraryGame
from cobra.analysis.row import Row
from cobra.cli.show.info import info_lines
from cobra.cli.show.rows import row_cells, row_header
from cobra.figures import Decimals, exact
from cobra.model.game import Game
from cobra.options import OPTIMAL

Size: TypeAlias = dict[str, int]

SMALLER: Final[dict[str, Size]] = {
    "battleship-sunk": {"size": 4, "length": 2},
    "black-box": {"size": 4, "atoms": 2},
    "bulls-and-cows": {"places": 3, "digits": 6},
    "decimalisation": {"places": 2},
    "mastermind-lie": {"pegs": 2, "colours": 4},
}
"""The size at which an optimal strategy is shown, where finding one takes too long by default."""
LONG: Final = ("mastermind-lie",)
"""Where at the size by default even strategies that look one step ahead take minutes."""
SECONDS: Final = 300.0
"""So long may an analysis take; one that is not done by then is a mistake in the table above."""
_UNUSED: Final = ("games", "published", "web", "editor")
"""Folders of the package that have no say in what is found."""


@dataclass(frozen=True)
class Table:
    """The strategies at one size."""

    parameters: str
    header: list[str]
    rows: list[list[str]]
    best: list[str]
    """The strategies that are proved to be best."""


@dataclass(frozen=True)
class Measured:
    """What is found in a game."""

    sizes: list[list[str]]
    """Names, values and remarks, at the size by default."""
    first: list[str]
    """One experiment of each kind at the start, where they are few."""
    tables: list[Table]
    """By default, then where there is an optimal strategy, if that is not the same."""
    optimum: str
    """What is proved to be least, in a sentence."""
    picture: str
    """The optimal strategy as SVG."""
    walk: str
    """The optimal strategy as a page."""
    play: Example
    """One by the optimal strategy."""


def measured(game: LibraryGame, folder: Path) -> Measured:
    """Return what is found in a game, from the folder if it is known."""
    path = folder / f"{game.name}.json"
    key = _key(game)
    if path.exists() and (known := json.loads(path.read_text("utf-8")))["key"] == key:
        tables = [Table(**table) for table in known["found"].pop("tables")]
        play = read(known["found"].pop("play"))
        return Measured(**known["found"], tables=tables, play=play)
    found = _measure(game.name)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"key": key, "found": asdict(found)}, ensure_ascii=False), "utf-8")
    return found


def _measure(name: str) -> Measured:
    smaller = SMALLER.get(name)
    with TemporaryDirectory() as folder:
        solved = cobra.analyze(cobra.load(name, smaller), output=folder, time_limit=SECONDS)
        (optimum,) = [row for row in solved.rows if row.name == OPTIMAL]
        if not optimum.optimal:
            raise ValueError(f"{name} has no optimal strategy within {SECONDS:.0f} s: give it a smaller size")
        path = Path(folder) / f"{OPTIMAL}.json"
        strategy = cobra.read_strategy(path)
        play = example(solved.info.game, path)
        picture, walk = ("".join(cobra.export_lines(strategy, to)) for to in ("svg", "html"))
    last = _table(solved)
    tables = [last]
    info = solved.info
    if smaller is not None:
        info = cobra.info(cobra.load(name))
    if smaller is not None and name not in LONG:
        rules = [row.name for row in solved.rows if row.name != OPTIMAL]
        whole = cobra.analyze(cobra.load(name), rules, time_limit=SECONDS)
        if whole.stopped:
            raise ValueError(f"the strategies of {name} take longer than {SECONDS:.0f} s")
        tables.insert(0, _table(whole))
    return Measured(
        sizes=[list(line) for line in info_lines(info, Decimals()) if line[0] != "memory"],
        first=list(info.first_shown),
        tables=tables,
        optimum=_optimum(solved.objective, optimum),
        picture=picture,
        walk=walk,
        play=play,
    )


def _optimum(objective: str, row: Row) -> str:
    """Return what is proved of the best strategy; in games with prices everything is compared by cost."""
    if objective == "worst":
        return f"no strategy's longest play is shorter than {row.worst} experiments"
    none, lost = "no strategy", ""
    if row.lost:
        lost = (
            f"no strategy loses fewer than {row.lost:,} of {row.codes:,} codes, and of those that do as well "
        )
        none = "none"
    decimals = Decimals()
    if row.costs is not None and row.unit is not None:
        dearest, mean = row.costs
        least = f"{none} costs less on average than {decimals.figure(mean)}"
        return f"{lost}{least}; the dearest play of this one costs {exact(dearest)}"
    assert row.average is not None
    least = f"{none} takes fewer experiments on average than {decimals.figure(row.average)}"
    return f"{lost}{least}; the longest play of this one takes {row.worst}"


def _table(analysis: Analysis) -> Table:
    """Return the rows that `cobra analyze` prints, without what differs from run to run."""
    header = row_header(analysis.rows)
    shown = [place for place, name in enumerate(header) if name != "time"]
    rows = [row_cells(row, analysis.decimals, header) for row in analysis.rows]
    return Table(
        parameters=_parameters(analysis.info.game),
        header=[header[place] for place in shown],
        rows=[[cells[place] for place in shown] for cells in rows],
        best=[row.name for row in analysis.rows if row.optimal],
    )


def _parameters(game: Game) -> str:
    return ", ".join(f"{name} {value}" for name, value in game.arguments)


def _key(game: LibraryGame) -> str:
    """Return what changes with the game, cobra, or what is measured here."""
    digest = sha256(_program())
    digest.update(game.source.encode())
    return digest.hexdigest()


@cache
def _program() -> bytes:
    package = ROOT / "cobra"
    files = [path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    used = [path for path in files if path.relative_to(package).parts[0] not in _UNUSED]
    lists = [path for path in (package / "games").iterdir() if path.suffix in (".txt", ".csv")]
    digest = sha256()
    for path in sorted(
        [*used, *lists, *(ROOT / "docs" / "site" / name for name in ("measured.py", "example.py"))]
    ):
        digest.update(path.read_bytes())
    return digest.digest()
