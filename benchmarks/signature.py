"""The work done on fixed games, as one number: `python benchmarks/signature.py`; `--check` compares it with
that of the repository.

Every strategy, the optimal search, symmetries, a plan and an evolution are run on the games below, by one
thread. Each line shows what came out and the work it took: nodes of the tree, states expanded, experiments
scanned and tried, canonical experiments; never the time. The number is a hash of all lines. A change that
changes no behaviour leaves it as it is; one that is meant to writes another one into `signature.txt`
(`--write`). To see which lines differ, compare the output of two checkouts.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cobra
import cobra.analysis.symmetry
from cobra.breakers.named import DEFAULT_STRATEGIES
from cobra.errors import CobraError
from cobra.model.game import Game
from cobra.options import OBJECTIVES, OPTIMAL

KEPT: Final = Path(__file__).with_name("signature.txt")

GAMES: Final[tuple[tuple[str, dict[str, int], tuple[str, ...]], ...]] = (
    ("mastermind", {"pegs": 3, "colours": 5}, ("001=1B0W", "120=0B2W")),
    ("mastermind", {"pegs": 4, "colours": 4}, ("0012=1B1W",)),
    ("bulls-and-cows", {"places": 3, "digits": 6}, ("012=1B1C",)),
    ("black-pegs", {"pegs": 4, "colours": 3}, ("0012=2",)),
    ("mastermind-colour", {"pegs": 3, "colours": 3}, ()),
    ("permutation", {"n": 5}, ()),
    ("decimalisation", {"places": 2, "digits": 4}, ()),
    ("counterfeit-coin", {"coins": 10}, ("1,2,3 | 4,5,6",)),
    ("light-coins", {"coins": 8, "fakes": 2}, ()),
    ("odd-coins", {"coins": 6, "fakes": 2}, ()),
    ("bags-of-gold", {"bags": 3, "capacity": 3}, ()),
    ("black-box", {"size": 4, "atoms": 2}, ()),
    ("code-777", {"cards": 3, "values": 4}, ()),
    ("sorting", {"n": 4}, ()),
    ("higher-lower", {"n": 30}, ()),
    ("group-testing", {"items": 8}, ()),
    ("battleship", {"size": 4, "length": 3}, ()),
    ("diagnosis", {}, ()),
    ("jotto", {}, ()),
    ("wordle", {}, ()),
)
"""Games of the library, their parameters, and experiments that a game in progress has behind it."""
SCORES: Final = (
    "min sum(n^2) then max hit",
    "max parts - max(n) / total",
    "max sum(fixed*n)",
    "look-ahead(parts)",
)
"""Strategies that are no ready-made ones."""
SEARCHED: Final = 300
"""Up to so many codes the optimum is searched for."""
SMALL: Final = 100
"""Up to so many codes plans and breakers are looked for."""


def main() -> int:
    """Print the lines and the number; return 1 when it is to be that of the repository and is not."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="print the number only, and compare it")
    parser.add_argument("--write", action="store_true", help="make the number that of the repository")
    options = parser.parse_args()
    # On a busy machine equivalences would be left out that are there on another.
    cobra.analysis.symmetry.PATIENCE = 3600.0
    digest = hashlib.sha256()
    for line in lines():
        digest.update(line.encode() + b"\n")
        if not options.check:
            print(line, flush=True)
    number = digest.hexdigest()[:16]
    print(f"signature {number}")
    if options.write:
        KEPT.write_text(f"{number}\n")
    expected = KEPT.read_text().strip()
    if options.check and number != expected:
        print(f"that of the repository is {expected}; compare the output with that of another checkout")
        return 1
    return 0


def lines() -> Iterator[str]:
    """Yield what is done for each game, line by line."""
    for name, parameters, history in GAMES:
        game = cobra.load(name, {key: str(value) for key, value in parameters.items()})
        title = " ".join([name, *map(str, parameters.values())])
        codes = cobra.info(game).codes
        yield f"{title}: {codes} codes"
        for part in (*strategies(game), *symmetries(game, history)):
            yield f"{title}: {part}"
        if isinstance(codes, int) and codes <= SEARCHED:
            for part in searches(game):
                yield f"{title}: {part}"
        if isinstance(codes, int) and codes <= SMALL:
            for part in others(game):
                yield f"{title}: {part}"


def strategies(game: Game) -> Iterator[str]:
    """Yield the figures and the nodes of the strategies."""
    named = [name for name in DEFAULT_STRATEGIES if name != OPTIMAL]
    for ties in ("final,first", "first"):
        for row in cobra.analyze(game, [*named, *SCORES], ties=ties, threads=1).rows:
            yield f"{row.name}, ties {ties}: {row.first} {row.worst} {row.total} nodes {row.nodes}"


def symmetries(game: Game, history: tuple[str, ...]) -> Iterator[str]:
    """Yield the order of the group, and the canonical experiments of each round."""
    found = cobra.symmetry(game, after=history)
    yield f"symmetries {found.group.order}, interchangeable {found.interchangeable}"
    for one in found.rounds:
        made = "; ".join(one.after) or "nothing"
        yield f"after {made}: {one.equivalence} {one.count} of {one.all}, {one.codes} codes"


def searches(game: Game) -> Iterator[str]:
    """Yield what optimal searches find, and what they take."""
    for objective in OBJECTIVES:
        found = cobra.optimal(game, objective, threads=1)
        work = [f"{key} {number}" for key, number in sorted(found.statistics.items()) if key != "memory"]
        yield f"{objective}: {found.row.worst} {found.row.total} nodes {found.row.nodes} {' '.join(work)}"


def others(game: Game) -> Iterator[str]:
    """Yield what a plan and an evolution find."""
    try:
        plan = cobra.static_plan(game)
        yield f"plan of {len(plan.plan.experiments)}, of {plan.experiments} experiments"
    except CobraError as error:
        yield f"plan: {error}"
    evolved = cobra.evolve(game, seed=1, population=30, generations=5, threads=1)
    yield f"evolved {evolved.row.worst} {evolved.row.total} nodes {evolved.row.nodes}"


if __name__ == "__main__":
    sys.exit(main())
