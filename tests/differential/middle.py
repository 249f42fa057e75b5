"""What is compared in games that are too large for the definition: ways to search and to count, certificates.

Searches treat states of many codes otherwise than those of few: by canonical numbers, symmetries, bit-planes,
bounds that are worth their while. What a strategy does is played by the definition here, too; that nobody
does better, a certificate says, and that all ways to search find the same.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from hypothesis import assume

import cobra
from cobra._core import Control
from cobra.breakers.core import named_strategy
from cobra.engine.certificate import check_certificate
from cobra.engine.run import Run
from cobra.model.game import Game
from cobra.options import OBJECTIVES
from tests import oracle
from tests.differential.agree import agree
from tests.differential.knowledge import SETTINGS
from tests.engine.test_core_agrees import enumerated
from tests.optimal.solve import MEMORY, Solver, values
from tests.optimal.test_random_games import SWITCHES
from tests.oracle.from_core import tree_of

SECONDS = 2.0
"""Of one search; what takes longer is left out."""
WAYS = 4
PAIRS = 1 << 20
"""Of a piece that others do: some milliseconds."""


def ways(game: Game, random: Random, folder: Path) -> None:
    """Whatever the threads, symmetries, memory, tables and helpers, a search finds the same."""
    solver = Solver(game)
    objective = random.choice(oracle.OBJECTIVES)
    longest = random.choice((None, None, None, 4, 5, 6))
    consistent = random.random() < 0.2
    found: list[object] = []
    for switches in random.sample(SWITCHES, WAYS):
        result = solver.solve(
            objective, longest, consistent, control=Control(SECONDS), pairs=PAIRS, **switches
        )
        assume(result.played.stopped is None)
        value = values(result, objective)
        found.append(value)
        agree(f"{objective} {longest} {consistent} by {switches}", value, found[0])
        if value is not None:
            figures = result.played.figures
            plan = oracle.replay(game, tree_of(solver.compiled, result.played.tree()))
            shown = figures.total, figures.worst, figures.nodes, figures.distribution
            agree(f"what {switches} plays", shown, (plan.total, plan.worst, plan.nodes, plan.distribution))


def certified(game: Game, random: Random, folder: Path) -> None:
    """An optimum has a certificate that the checker believes."""
    path = folder / "middle.proof"
    objective, longest = random.choice(list(OBJECTIVES)), random.choice((None, None, 4, 6))
    result = cobra.optimal(
        game,
        objective,
        max_depth=longest,
        certificate=path,
        threads=random.choice((1, 2)),
        time_limit=4 * SECONDS,
    )
    if result.stopped or result.certificate is None:
        return
    agree("facts are checked", check_certificate(path.read_bytes(), MEMORY, Run()).facts > 0, True)
    path.unlink()


def counted(game: Game, random: Random, folder: Path) -> None:
    """The tree of a one-step strategy, whatever the threads and the symmetries."""
    compiled, engine = enumerated(game)
    strategy, ties = random.choice(oracle.STRATEGIES), random.choice(("final,first", "first"))
    asked = named_strategy(strategy, game.weight is not None)
    expected = None
    for threads, equivalences in SETTINGS:
        found = engine.greedy(asked, ties, False, 0, threads, MEMORY, equivalences, Control(4 * SECONDS))
        assume(found.stopped is None)
        tree = found.tree()
        expected = expected or tree
        agree(f"the tree of {strategy}, {ties}, {threads}, {equivalences}", tree, expected)
    plan = oracle.replay(game, tree_of(compiled, expected))
    agree("its total", found.figures.total, plan.total)
