"""What is compared in games in which nothing but knowledge changes."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

import cobra
from cobra._core import Control
from cobra.breakers.core import named_strategy
from cobra.errors import GameError, LimitError
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment, Game
from cobra.options import OBJECTIVES
from cobra.sat.counting import count_codes, count_outcomes
from cobra.sat.knowledge import SatKnowledge
from tests import oracle
from tests.certificate.test_prove import accepted
from tests.differential.agree import agree
from tests.engine.test_core_agrees import check_outcomes, enumerated
from tests.optimal.solve import MEMORY, Solver
from tests.optimal.test_random_games import SWITCHES
from tests.optimal.test_random_games import check as check_optimum
from tests.oracle.from_core import tree_of
from tests.symmetries.situations import play, situations
from tests.symmetries.test_classes import check as check_classes
from tests.symmetries.test_classes import group
from tests.symmetries.test_experiment_graphs import check_graph

FEW_EXPERIMENTS = 4
"""So many experiments are split by diagrams and by solvers, too."""
SEARCHED = (14, 20)
JUDGED = (12, 16)
GROUPED = (20, 20)
"""Up to so many codes and experiments games are solved by definition, certified, their groups listed."""
SETTINGS = tuple(product((1, 2), (None, [], ["none"])))
"""Threads, and what counts as equivalent: what is usual, nothing that takes long, nothing at all."""


def is_within(game: Game, sizes: tuple[int, int]) -> bool:
    """Return whether there are at most so many codes and experiments."""
    return len(oracle.codes(game)) <= sizes[0] and len(oracle.experiments(game)) <= sizes[1]


def counts(game: Game, random: Random, folder: Path) -> None:
    """Codes and experiments: definition, core, decision diagrams, SAT."""
    codes = oracle.codes(game)
    agree("codes counted by diagrams", count_codes(game), len(codes))
    with SatKnowledge(game, []) as knowledge:
        agree("codes found by SAT", sorted(knowledge.codes()), sorted(codes))
    for backend in (None, "sat", "table"):
        info = cobra.info(game, backend=backend)
        found = info.codes, info.experiments
        agree(f"info by {backend}", found, (len(codes), len(oracle.experiments(game))))


def splits(game: Game, random: Random, folder: Path) -> None:
    """What every experiment answers to every code; some after an answer, by diagrams and SAT, too."""
    check_outcomes(game)
    codes, experiments = oracle.codes(game), oracle.experiments(game)
    made = random.choice(experiments)
    cells = oracle.partition(game, made, codes)
    history = [(made, random.choice(list(cells)))] if random.random() < 0.7 else []
    left = cells[history[0][1]] if history else codes
    with SatKnowledge(game, history) as knowledge:
        agree("codes left found by SAT", sorted(knowledge.codes()), sorted(left))
        fixed = dict(knowledge.fixed_variables())
        agree("fixed variables found by SAT", fixed, oracle.fixed_variables(game, left))
        for experiment in random.sample(experiments, min(FEW_EXPERIMENTS, len(experiments))):
            sizes = {answer: len(cell) for answer, cell in oracle.partition(game, experiment, left).items()}
            agree("a split counted by diagrams", count_outcomes(game, experiment, history), sizes)
            agree("a split found by SAT", set(knowledge.outcomes(experiment)), set(sizes))


def plays(tree: oracle.Tree) -> dict[tuple[OutcomeValue, ...], Experiment]:
    """Return what a strategy does after each sequence of answers."""
    found = {}
    waiting: list[tuple[tuple[OutcomeValue, ...], int]] = [((), tree.root)]
    while waiting:
        answers, node = waiting.pop()
        if node >= 0:
            found[answers] = tree.experiments[node]
            waiting += [((*answers, answer), after) for answer, after in tree.branches[node].items()]
    return found


def greedy(game: Game, random: Random, folder: Path) -> None:
    """The trees of all one-step strategies, whatever the threads and the symmetries."""
    compiled, engine = enumerated(game)
    ties = random.choice(("final,first", "first"))
    consistent = oracle.knows_finals(game) and random.random() < 0.3
    for strategy in oracle.STRATEGIES:
        try:
            expected = oracle.greedy(game, strategy, ties, consistent)
        except GameError:  # codes could be told apart, but by nothing that can be final
            agree("only a consistent strategy gives up", consistent, True)
            with pytest.raises(GameError, match="--consistent leaves a strategy nothing to do"):
                cobra.analyze(game, [strategy], ties=ties, consistent=True, threads=1)
            continue
        asked = named_strategy(strategy, game.weight is not None)
        for threads, equivalences in SETTINGS:
            found = engine.greedy(asked, ties, consistent, 0, threads, MEMORY, equivalences, Control(60.0))
            tree = tree_of(compiled, found.tree())
            how = f"the tree of {strategy}, {ties}, {threads}, {equivalences}"
            agree(how, plays(tree), plays(expected.tree))
            figures = found.figures
            shown = figures.total, figures.worst, figures.nodes, figures.distribution
            by_definition = expected.total, expected.worst, expected.nodes, expected.distribution
            agree("its figures", shown, by_definition)


def optima(game: Game, random: Random, folder: Path) -> None:
    """The optimum by definition; by two objectives the search with every switch."""
    if not is_within(game, SEARCHED):
        return
    solver = Solver(game)
    for objective in random.sample(oracle.OBJECTIVES, 2):
        longest = random.choice((None, None, 1, 2, 3, 4))
        consistent = random.random() < 0.25
        for switches in SWITCHES:
            check_optimum(solver, objective, longest, consistent, **switches)


def certificates(game: Game, random: Random, folder: Path) -> None:
    """An optimum has a certificate that both checkers accept, and the strategy is what it says."""
    if not is_within(game, JUDGED):
        return
    path = folder / "some.proof"
    objective, longest = random.choice(list(OBJECTIVES)), random.choice((None, None, 2, 4))
    result = cobra.optimal(
        game, objective, max_depth=longest, certificate=path, threads=random.choice((1, 2))
    )
    agree("an optimum is proved", result.proved, True)
    if result.uncertified is not None:
        nothing = "nothing has to be found out, so there is nothing to prove"
        agree("why there is no certificate", str(result.uncertified), nothing)
        return
    certificate = cobra.read_certificate(path)
    assert isinstance(certificate, cobra.CertificateFile)
    agree("facts are checked", accepted(certificate) > 0, True)
    if result.strategy is not None:
        agree("a strategy is verified", cobra.verify(result.strategy).problems, ())


def orbits(game: Game, random: Random, folder: Path) -> None:
    """Classes of experiments under every equivalence, against the orbits of the group listed."""
    if not is_within(game, GROUPED):
        return
    played = play(game)
    try:
        elements = group(played)
    except LimitError:  # too many for the definition
        return
    history = random.choice(list(situations(played)))
    check_classes(played, elements, history, exact=False)
    check_graph(played, history)
