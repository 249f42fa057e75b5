"""`python -m tests.fuzz.guided`: fuzz parsers, guided by what inputs reach; what breaks a law is written."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path

from tests.fuzz.guided.inputs import NAMES
from tests.fuzz.guided.run import MissingError, Server, Tally, guided

NEEDS = "this needs atheris: pip install --group guided"
ROW = "{:<26} {:>10} {:>10} {:>10} {:>8} {:>9} {:>7} {:>8} {:>9}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided", description=__doc__)
    parser.add_argument(
        "parsers",
        nargs="*",
        metavar="PARSER",
        help=f"what is fuzzed (default: all, one after the other): {', '.join(NAMES)}",
    )
    parser.add_argument(
        "--seconds", type=int, default=600, help="the time of all together, after the start (default: 600)"
    )
    parser.add_argument(
        "--corpus", type=Path, metavar="FOLDER", help="inputs to begin from; the new ones are kept there, too"
    )
    parser.add_argument(
        "--output", type=Path, default=Path("fuzz"), metavar="FOLDER", help="of findings (default: fuzz)"
    )
    parser.add_argument(
        "--core",
        type=Path,
        metavar="FILE",
        help="a core that counts what is reached, as `python -m tests.fuzz.guided.build` makes one",
    )
    given = parser.parse_args()
    for name in given.parsers:
        if name not in NAMES:
            parser.error(f"there is no parser {name!r}: {', '.join(NAMES)}")
    if given.core and not given.core.is_file():
        parser.error(f"there is no core {given.core}")
    if not has_atheris():
        print(NEEDS, file=sys.stderr)
        return 2
    names = given.parsers or NAMES
    tallies = []
    try:
        with Server(str(given.core.resolve()) if given.core else "") as server:
            for name in names:
                seconds = given.seconds // len(names)
                tallies.append(guided(server, name, seconds, given.corpus, given.output))
                print(shown(tallies[-1:]), flush=True)
    except MissingError as error:
        print(f"the process did not work:\n{error}", file=sys.stderr)
        return 2
    if len(tallies) > 1:
        print(shown(tallies))
    return 1 if any(tally.kinds for tally in tallies) else 0


def has_atheris() -> bool:
    """Return whether atheris is installed; it is not imported here, where nothing is instrumented."""
    try:
        return importlib.util.find_spec("atheris") is not None
    except ValueError:  # as where somebody says that it is not
        return False


def shown(tallies: list[Tally]) -> str:
    """Return a table: a row for each parser; seconds are those of the processor."""
    rows = [ROW.format("", "inputs", "read", "refused", "seconds", "a second", "kept", "edges", "findings")]
    for tally in tallies:
        runs, read, refused, _, used = tally.counts
        rate = f"{runs / max(used, 0.01):,.0f}"
        columns = (
            *(f"{one:,}" for one in (runs, read, refused)),
            *(f"{used:,.0f}", rate),
            *(f"{one:,}" for one in (tally.inputs, tally.edges, len(tally.kinds))),
        )
        rows.append(ROW.format(tally.name, *columns))
        if tally.slow:
            rows.append(f"  {tally.slow} took too long with counters only")
    return "\n".join(rows)


if __name__ == "__main__":
    sys.exit(main())
