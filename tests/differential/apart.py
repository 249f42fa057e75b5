"""What is compared in games in which more changes than knowledge, and in those with something unseen."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import cobra
from cobra.errors import GameError, LimitError
from cobra.model.game import Game
from cobra.options import SEARCHED
from tests.certificate.test_prove import MEMORY
from tests.differential.agree import agree
from tests.fuzz.certificates import SHORT_OF_CHANCES
from tests.memory.test_random_games import LONGEST, check_optima, search, table_of, verified
from tests.memory.test_symmetry import no_graph
from tests.oracle import belief_proofs, chance_proofs, situation_proofs
from tests.oracle.memory import SCORES, BarredError, least, played
from tests.oracle.unseen import least_mean, least_worst, most_won
from tests.unseen.test_random_games import LONGEST as LONGEST_UNSEEN
from tests.unseen.test_random_games import ONE_STEP
from tests.unseen.test_random_games import verified as unseen_verified

SETTINGS = ((1, True), (2, True), (1, False))
"""Threads, and whether symmetries of the game are looked for."""


def tables(game: Game) -> list[tuple[int, Any]]:
    """Return threads, and a table of the game with what it is told of symmetries."""
    found = []
    for threads, symmetry in SETTINGS:
        with nullcontext() if symmetry else no_graph():
            found.append((threads, table_of(game)))
    return found


def greedy(game: Game, random: Random, folder: Path) -> None:
    """Lengths, prices and lost codes of one-step strategies in a game with memory."""
    consistent = game.ending == "hit" and random.random() < 0.3
    for strategy in sorted(SCORES):
        try:
            expected = played(game, strategy, consistent=consistent)
        except BarredError:  # `--consistent` leaves it nothing to do, which the tests look at
            continue
        if expected is None:
            continue
        for threads, table in tables(game):
            result = table.greedy(
                strategy, ties="final,first", consistent=consistent, seed=0, threads=threads, memory=MEMORY
            )
            figures = result.figures
            found = figures.total, figures.price_total, figures.lost, figures.worst
            agree(f"the tree of {strategy}, {consistent}, {threads}", found, expected)
            verified(table, result, strategy, consistent=consistent)


def optima(game: Game, random: Random, folder: Path) -> None:
    """Least averages and worst cases of a game with memory, and how many codes are won."""
    check_optima(game)
    within = random.choice((1, 2, 3, 4))
    won = least(game, "total", within, within=True, won_only=True)
    total = least(game, "total", LONGEST)
    longest = random.choice((1, 2, 3, 4))
    short = least(game, "total", longest)
    for threads, table in tables(game):
        intervals = table.optimal("won", within=within, threads=threads, memory=MEMORY, proved=True).intervals
        agree("codes that are won", [ends for _, *ends in intervals], [[v, v] for v in won or ()])
        result = table.optimal("average", threads=threads, memory=MEMORY, proved=True)
        if total is not None:
            agree("the least average", result.played.figures.measure("total"), total[1])
        result = search(table, "average", max_depth=longest)
        agree("whether there are short strategies", result.infeasible, short is None)
        if short is not None:
            agree("the least average of short plays", result.played.figures.measure("total"), short[1])


def certificates(game: Game, random: Random, folder: Path) -> None:
    """Both checkers accept the certificate of an optimum."""
    path = folder / "some.proof"
    objective = random.choice(tuple(SEARCHED))
    within = random.choice((1, 2, 3)) if objective == "won" else None
    try:
        result = cobra.optimal(
            game, objective, within=within, certificate=path, threads=random.choice((1, 2))
        )
    except GameError as error:
        agree("a game that is refused", "well-formed" in str(error) or "no experiment" in str(error), True)
        return
    if result.certificate is None:
        agree("why there is no certificate", "nothing to prove" in str(result.uncertified), True)
        return
    certificate = cobra.read_certificate(path)
    assert isinstance(certificate, cobra.SituationsFile)
    agree("a certificate is sound", cobra.verify_certificate(certificate, game).problem, None)
    situation_proofs.check_text("\n".join(certificate.lines()))


def unseen_strategies(game: Game, random: Random, folder: Path) -> None:
    """One-step strategies in a game with lies, moves or noise are what they say, whatever the threads."""
    if game.unseen is None or game.unseen.endless:
        return
    figures = []
    for strategy in random.sample(ONE_STEP, 2):
        for threads, table in tables(game):
            result = table.greedy(
                strategy,
                ties="final,first",
                consistent=False,
                seed=0,
                equivalences=None,
                threads=threads,
                memory=MEMORY,
            )
            unseen_verified(table, result, strategy)
            figures.append(result.figures)
        agree(f"{strategy}, whatever threads and symmetries", figures, [figures[0]] * len(figures))
        figures.clear()


def worst_case(game: Game, random: Random, folder: Path) -> None:
    """The least worst case where answers may be lies, or the secret moves; its certificate."""
    if game.unseen is None or game.unseen.noise is not None:
        return
    expected = least_worst(game, LONGEST_UNSEEN)
    for threads, table in tables(game):
        result = table.optimal("worst", threads=threads, memory=MEMORY, proved=True)
        agree("a worst case is proved", result.proved, True)
        if expected is None:
            beyond = result.infeasible or result.played.figures.worst > LONGEST_UNSEEN
            agree("a worst case that is long", beyond, True)
        else:
            agree("the least worst case", result.intervals, [("worst", expected, expected)])
        if not result.infeasible:
            unseen_verified(table, result.played, "optimal", "worst")
    if expected is None:
        return
    path = folder / "some.proof"
    result = cobra.optimal(game, "worst", certificate=path)
    if result.certificate is None:
        agree("why there is no certificate", "nothing to prove" in str(result.uncertified), True)
        return
    certificate = cobra.read_certificate(path)
    assert isinstance(certificate, cobra.BeliefsFile)
    agree("the claim of a certificate", certificate.front.claim, expected)
    agree("a certificate is sound", cobra.verify_certificate(certificate, game).problem, None)
    belief_proofs.check_text("\n".join(certificate.lines()))


def chances(game: Game, random: Random, folder: Path) -> None:
    """What is won most likely, and the least mean, as exact fractions."""
    if game.unseen is None or game.unseen.noise is None:
        return
    within, longest = random.randint(1, 3), random.randint(1, 5)
    try:
        won = most_won(game, within)
    except LimitError:
        return
    finite = not game.unseen.endless
    mean = least_mean(game, longest=longest) if finite else None
    for threads, table in tables(game):
        result = table.optimal("won", within=within, threads=threads, memory=MEMORY, proved=True)
        figures = result.played.figures
        agree("what is lost, and experiments made", (figures.chance_lost, figures.average), won)
        if not finite:
            continue
        result = table.optimal("average", max_depth=longest, threads=threads, memory=MEMORY, proved=True)
        agree("whether there are short strategies", result.infeasible, mean is None)
        if mean is not None:
            agree("the least mean", result.played.figures.average, mean)
            unseen_verified(table, result.played, "optimal", "average")
    chances_certified(game, "won", won, within, folder)
    if finite:
        impossible = Fraction(0), Fraction(longest + 1)
        cost = impossible if mean is None else (Fraction(0), mean)
        chances_certified(game, "average", cost, longest, folder)


def chances_certified(
    game: Game, objective: str, cost: tuple[Fraction, Fraction], longest: int, folder: Path
) -> None:
    """The certificate of what is won most likely, or of the least mean."""
    path = folder / "chances.proof"
    length = {"within" if objective == "won" else "max_depth": longest}
    result = cobra.optimal(game, objective, certificate=path, **length)
    if result.certificate is None:
        agree("why there is no certificate", "nothing to prove" in str(result.uncertified), True)
        return
    certificate = cobra.read_certificate(path)
    assert isinstance(certificate, cobra.ChancesFile)
    agree("the claim of a certificate about chances", certificate.front.claim, cost)
    agree("a certificate is sound", cobra.verify_certificate(certificate, game).problem, None)
    text = "\n".join(certificate.lines())
    if len(text) < SHORT_OF_CHANCES:
        chance_proofs.check_text(text)
