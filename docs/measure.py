"""What docs/strategies.py measures: strategies on six games, and what ties decide.

What comes out is plain data, for docs/strategies.json. A strategy that cannot play a game, or is stopped, has
an `error` and no figures.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeAlias

import cobra
from cobra.analysis.row import Row
from cobra.breakers.named import NAMED
from cobra.options import DEFAULT_TIES, OPTIMAL, TIES

Figures: TypeAlias = dict[str, Any]
"""The figures of a strategy in a game."""
P = ParamSpec("P")

SECONDS: Final = 60.0
"""So long may one strategy, plan or search take."""
RUNS: Final = 20
"""What draws by chance is played so often."""
EVOLVED: Final = "evolved"
FIXED: Final = "fixed in advance"
OTHERS: Final = (
    "look-ahead(ent-models)",
    "look-ahead(parts)",
    "consistent(max-models)",
    "consistent(exp-models)",
    "consistent(ent-models)",
    "consistent(parts)",
)
"""The strategies in the tables that are more than a registered name."""
TIED: Final = ("max-models", "exp-models", "ent-models", "parts")
"""The strategies of which it is said how much ties decide."""


@dataclass(frozen=True)
class Played:
    """A game of the tables."""

    key: str
    title: str
    game: str
    parameters: Mapping[str, int]
    quick: bool
    """Whether the test measures it again."""
    generations: int | None = None
    """So many generations breakers evolve; None where that takes too long."""


GAMES: Final = (
    Played("mastermind", "Mastermind, 4 pegs, 6 colours", "mastermind", {"pegs": 4, "colours": 6}, False, 40),
    Played(
        "bulls-and-cows",
        "Bulls and cows, 4 of 10 digits",
        "bulls-and-cows",
        {"places": 4, "digits": 10},
        False,
    ),
    Played(
        "black-pegs", "Mastermind, black pegs only, 3 × 6", "black-pegs", {"pegs": 3, "colours": 6}, True, 200
    ),
    Played("wordle", "Wordle, 200 answers of 500 words", "wordle", {}, False, 200),
    Played("counterfeit-coin", "Twelve coins", "counterfeit-coin", {"coins": 12}, True, 100),
    Played(
        "code-777",
        "Code 777, three answers, 165 hands",
        "code-777-three",
        {"cards": 3, "attributes": 2, "values": 3},
        True,
        200,
    ),
)


def strategies() -> list[str]:
    """Return the strategies that are compared: those that need no arguments, and some that do."""
    plain = (name for name, named in NAMED.items() if not named.form and not name.endswith("-nc"))
    return [*plain, *OTHERS]


def everything() -> Figures:
    """Measure all there is on the page; progress goes to standard error."""
    return {
        "games": {game.key: list(_told(game.key, rows_of(game))) for game in GAMES},
        "ties": list(_told("ties", ties())),
    }


def _told(what: str, rows: Iterator[Figures]) -> Iterator[Figures]:
    """Yield rows, and say how long each took."""
    before = time.monotonic()
    for row in rows:
        spent, before = time.monotonic() - before, time.monotonic()
        outcome = row.get("error") or row.get("total") or row.get("experiments") or "?"
        print(f"{what}: {row['strategy']}: {outcome} ({spent:.1f} s)", file=sys.stderr)
        yield row


def rows_of(game: Played, names: Sequence[str] | None = None) -> Iterator[Figures]:
    """Yield the figures of some strategies in a game, of all without `names`."""
    loaded = cobra.load(game.game, game.parameters)
    for name in names or strategies():
        yield _attempt(name, played, loaded, name)
    if names is not None:
        return
    if game.generations is not None:
        yield _attempt(EVOLVED, _evolved, loaded, game.generations)
    yield _attempt(FIXED, _fixed, loaded)
    yield _attempt(OPTIMAL, _optimal, loaded)


def played(game: cobra.Game, strategy: str, ties: str = DEFAULT_TIES) -> Figures:
    """Return the figures of a strategy played against every code, several times when it draws by chance."""
    drawn = ties == "random" or "random" in strategy
    (row,) = cobra.analyze(game, [strategy], ties=ties, time_limit=SECONDS, repeat=RUNS if drawn else 1).rows
    return _figures(row)


def _attempt(strategy: str, measure: Callable[P, Figures], *args: P.args, **kwargs: P.kwargs) -> Figures:
    """Return figures, or why there are none."""
    try:
        return {"strategy": strategy, **measure(*args, **kwargs)}
    except Exception as error:  # one row that fails is no reason to lose the others
        return {"strategy": strategy, "error": f"{type(error).__name__}: {error}".splitlines()[0]}


def _figures(row: Row) -> Figures:
    if row.average is None:
        return {"error": f"stopped with {row.settled:,} of {row.codes:,} codes settled"}
    repeats = row.repeats
    return {
        "first": row.first,
        "worst": row.worst if repeats is None else repeats.worst,
        "total": row.total,
        "weight": row.weight,
        "nodes": row.nodes,
        "distribution": {str(length): count for length, count in row.distribution.items()},
        "seconds": row.seconds,
        "all_ties": row.all_ties,
        "totals": None if repeats is None else list(repeats.totals),
        "margin": None if repeats is None or repeats.margin is None else round(repeats.margin, 6),
    }


def _evolved(game: cobra.Game, generations: int | None) -> Figures:
    evolution = cobra.evolve(game, generations=generations, patience=None)
    return {**_figures(evolution.row), "generations": evolution.generations}


def _fixed(game: cobra.Game) -> Figures:
    """Return the fewest experiments fixed in advance that tell everything apart, with what is proved."""
    result = cobra.static_plan(game, time_limit=SECONDS)
    confirm = int(game.ending == "hit")
    plan = result.plan
    return {"experiments": len(plan.experiments), "least": plan.lower, "confirm": confirm}


def _optimal(game: cobra.Game) -> Figures:
    result = cobra.optimal(game, time_limit=SECONDS)
    (interval,) = result.intervals
    return {**_figures(result.row), "proved": result.proved, "least": interval.lower}


def ties() -> Iterator[Figures]:
    """Yield how much ties decide."""
    for key in ("mastermind", "bulls-and-cows"):
        game = next(game for game in GAMES if game.key == key)
        loaded = cobra.load(game.game, game.parameters)
        for strategy in TIED:
            for rule in TIES:
                yield {"game": key, "ties": rule, **_attempt(strategy, played, loaded, strategy, rule)}
