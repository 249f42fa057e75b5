"""Why a strategy and a certificate, both right, prove no optimum together: what the certificate is about."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.certificate.read import best_by, not_best_by
from tests.optimal.test_demanded_first import LIE, NOISE, PRICED, TWO

MORE = "the strategy costs more than the certificate proves to be needed"
NOT_AS_LONG = "the certificate does not prove that the worst case has to be as long"
OBJECTIVE = "the certificate is about another objective"
LOSE = "the certificate is about other strategies, those of which no play is lost"
TELLING = "the certificate is about other strategies, those that ask only what tells codes apart"
CONSISTENT = "the certificate is about other strategies, those of consistent experiments"
FIRST_TOO = "the certificate is about other strategies, those whose first experiment is consistent, too"


def begins(with_: str) -> str:
    return f"the certificate is about other strategies, those that begin with {with_}"


def plays(length: str) -> str:
    return f"the certificate is about plays {length}"


AVERAGE: dict[str, Any] = {}
ASK: dict[str, Any] = {"first": "ask 4", "consistent": True}
GUESS: dict[str, Any] = {"first": "guess 2"}
WORST, NODES, WON = ({"objective": objective} for objective in ("worst", "nodes", "won"))
BOTH: dict[str, Any] = {"objective": "average-worst"}
LONG: dict[str, Any] = {"objective": "worst-average"}


@pytest.mark.parametrize(
    ("text", "of_strategy", "of_certificate", "reason"),
    [
        (TWO, AVERAGE, GUESS, begins("experiment 1")),
        (TWO, GUESS, AVERAGE, MORE),
        (TWO, AVERAGE, {"consistent": True}, CONSISTENT),
        (TWO, ASK, {"consistent": True}, FIRST_TOO),
        (TWO, {"consistent": True}, ASK, begins("experiment 8")),
        (TWO, {"consistent": True}, AVERAGE, MORE),
        (TWO, AVERAGE, {"max_depth": 4}, plays("of at most 4 experiments")),
        (TWO, AVERAGE, WORST, plays("of at most 3 experiments")),
        (TWO, AVERAGE, NODES, OBJECTIVE),
        (TWO, NODES, WORST, OBJECTIVE),
        (TWO, WORST, AVERAGE, NOT_AS_LONG),
        (TWO, BOTH, AVERAGE, NOT_AS_LONG),
        (TWO, AVERAGE, WON | {"within": 3}, OBJECTIVE),
        (TWO, WON | {"within": 3}, AVERAGE, OBJECTIVE),
        (TWO, WON | {"within": 4}, WON | {"within": 3}, plays("of at most 3 experiments")),
        (PRICED, AVERAGE, GUESS, begins("guess 2")),
        (PRICED, GUESS, AVERAGE, MORE),
        (PRICED, ASK, {"consistent": True}, FIRST_TOO),
        (PRICED, AVERAGE, WORST, OBJECTIVE),
        (PRICED, AVERAGE, LONG | {"max_depth": 6}, plays("of at most 6 experiments")),
        (PRICED, AVERAGE, WON | {"within": 3}, OBJECTIVE),
        (PRICED, BOTH, AVERAGE, NOT_AS_LONG),
        (LIE, AVERAGE, GUESS, begins("guess 2")),
        (LIE, ASK, AVERAGE, MORE),
        (LIE, ASK, {"consistent": True}, FIRST_TOO),
        (NOISE, AVERAGE, GUESS, begins("guess 2")),
        (NOISE, ASK, AVERAGE, MORE),
        (NOISE, AVERAGE, WON | {"within": 3}, plays("of at most 3 experiments")),
        (NOISE, AVERAGE, WORST, OBJECTIVE),
        (NOISE, WORST, AVERAGE, OBJECTIVE),
    ],
)
def test_what_it_is_about(
    text: str, of_strategy: dict[str, Any], of_certificate: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    game, path = cobra.load_text(text), tmp_path / "some.proof"
    cobra.optimal(game, certificate=path, **of_certificate)
    verification = cobra.verify_certificate(cobra.read_certificate(path), game)
    strategy = cobra.optimal(game, **of_strategy).strategy
    assert strategy is not None and cobra.verify(strategy).correct and verification.correct
    assert strategy.objective not in best_by(verification, strategy)
    assert not_best_by(verification, strategy) == reason


@pytest.mark.parametrize(
    ("text", "best"), [(TWO, "average"), (PRICED, "average"), (LIE, "worst"), (NOISE, "average")]
)
def test_what_is_demanded_first_and_can_be_final_is_consistent(text: str, best: str, tmp_path: Path) -> None:
    game, path = cobra.load_text(text), tmp_path / "some.proof"
    cobra.optimal(game, consistent=True, certificate=path)
    strategy = cobra.optimal(game, consistent=True, first="guess 2").strategy
    assert strategy is not None
    verification = cobra.verify_certificate(cobra.read_certificate(path), game)
    assert best_by(verification, strategy) == (best,)


@pytest.mark.parametrize(
    ("of_strategy", "of_certificate", "best"),
    [
        ({"within": 3, "max_depth": 2}, {"within": 3, "max_depth": 2}, ("won",)),
        ({"within": 3, "max_depth": 2}, {"within": 2, "max_depth": 3}, ("won",)),
        ({"within": 3, "max_depth": 2}, {"within": 3}, ()),
        ({"within": 3}, {"within": 3, "max_depth": 2}, ()),
    ],
)
@pytest.mark.parametrize("text", [TWO, PRICED])
def test_won_within_so_many_experiments_and_no_more_than_so_many(
    text: str,
    of_strategy: dict[str, Any],
    of_certificate: dict[str, Any],
    best: tuple[str, ...],
    tmp_path: Path,
) -> None:
    """Both say of how many experiments plays are: the fewer count."""
    game, path = cobra.load_text(text), tmp_path / "some.proof"
    cobra.optimal(game, "won", certificate=path, **of_certificate)
    verification = cobra.verify_certificate(cobra.read_certificate(path), game)
    strategy = cobra.optimal(game, "won", **of_strategy).strategy
    assert strategy is not None and cobra.verify(strategy).correct and verification.correct
    assert best_by(verification, strategy) == best


@pytest.mark.parametrize("objective", ["worst", "nodes"])
def test_that_a_known_code_is_confirmed_by_no_experiment_of_the_tree_needs_no_claim(
    objective: str, tmp_path: Path
) -> None:
    game = cobra.load_text("VARIABLE x RESTRICTION x EXPERIMENT 'a' 0 OUTCOMEX 'yes' x OUTCOME 'no' !(x)")
    path = tmp_path / "some.proof"
    strategy = cobra.optimal(game, objective, certificate=path).strategy
    verification = cobra.verify_certificate(cobra.read_certificate(path), game)
    assert strategy is not None and (strategy.figures.worst, strategy.figures.nodes) == (1, 0)
    assert verification.correct and objective in best_by(verification, strategy)


@pytest.mark.parametrize("text", [LIE, NOISE, PRICED])
def test_a_game_in_which_more_changes_is_another_one(text: str, tmp_path: Path) -> None:
    path = tmp_path / "some.proof"
    cobra.optimal(cobra.load_text(TWO), certificate=path)
    found = cobra.verify_certificate(cobra.read_certificate(path), cobra.load_text(text))
    why = "in its game nothing changes but what is known"
    assert found.problem == f"it is a certificate for another game: {why}"


LESS = PRICED.replace(
    "experiment ask(",
    """state left = 2 in 0..2
lost when left = 0 cost 1
experiment less(n : 1..2)
  where n <= left
  observe "so be it"
  then left = left - n
  cost 0
experiment ask(""",
)


@pytest.mark.parametrize(("first", "best"), [("less 1", ("average",)), ("less 2", ())])
def test_who_loses_by_what_is_demanded_first_is_not_consistent(
    first: str, best: tuple[str, ...], tmp_path: Path
) -> None:
    """Who only changes the state by it is."""
    game, path = cobra.load_text(LESS), tmp_path / "some.proof"
    cobra.optimal(game, consistent=True, certificate=path)
    verification = cobra.verify_certificate(cobra.read_certificate(path), game)
    strategy = cobra.optimal(game, consistent=True, first=first).strategy
    assert strategy is not None and cobra.verify(strategy).correct and verification.correct
    assert best_by(verification, strategy) == best
    assert bool(best) or not_best_by(verification, strategy) == FIRST_TOO


@pytest.mark.parametrize("objective", [None, "average", "worst", "nodes"])
def test_what_is_lost_makes_nothing_better(objective: str | None, tmp_path: Path) -> None:
    """Within two guesses four of six numbers are lost, and then the sum of all lengths is small."""
    game, path = cobra.load_text(TWO), tmp_path / "some.proof"
    cobra.optimal(game, objective=objective or "average", certificate=path)
    verification = cobra.verify_certificate(cobra.read_certificate(path), game)
    losing = cobra.optimal(game, objective="won", within=2).strategy
    assert losing is not None and losing.figures.lost == 4
    assert best_by(verification, losing) == ()  # whatever it is asked about
    strategy = replace(losing, objective=objective, intervals=(), proved=False)
    assert cobra.verify(strategy).correct == (objective is None) and verification.correct
    assert best_by(verification, strategy) == ()
    assert not_best_by(verification, strategy) == LOSE


SPENT = """game "Two answers for sure"
secret s : 0..3
lies at most 1
noise 1/2
experiment one()
  observe if s = 1 then "b" else "c"
experiment two()
  observe if s = 1 then "c" else if s = 3 then "b" else "a"
experiment three()
  observe if s = 0 then "b" else if s = 1 then "c" else "a"
"""
USING_UP: list[tuple[str, dict[str, int | None]]] = [
    ("two", {"a": 1, "c": 5, "b": 8}),
    ("three", {"b": 2, "c": 3, "a": 4}),
    ("three", {"b": None, "c": None, "a": None}),
    ("three", {"b": None, "c": None, "a": None}),
    ("one", {"c": None, "b": None}),
    ("two", {"a": 6, "c": None, "b": 7}),
    ("three", {"b": None, "c": None, "a": None}),
    ("one", {"b": None, "c": None}),
    ("three", {"b": 9, "c": 10, "a": 11}),
    ("two", {"a": None, "b": None}),
    ("one", {"b": None, "c": None}),
    ("two", {"a": None, "b": None, "c": None}),
]
"""Node 4 asks what all codes that are possible answer alike: another answer says that the lie is told now."""


def test_who_asks_what_is_known_is_not_what_a_certificate_is_about(tmp_path: Path) -> None:
    """It loses less than is proved to be lost by those who ask only what tells codes apart."""
    game, path = cobra.load_text(SPENT), tmp_path / "some.proof"
    best = cobra.optimal(game, objective="won", within=3, certificate=path).strategy
    assert best is not None and best.figures.chance_lost == Fraction(17, 64)
    verification = cobra.verify_certificate(cobra.read_certificate(path), game)
    assert best_by(verification, best) == ("won",)
    cobra.write_strategy(best, tmp_path / "best.json")
    document = json.loads((tmp_path / "best.json").read_text())
    document["tree"] = [{"experiment": asked, "outcomes": outcomes} for asked, outcomes in USING_UP]
    figures = {"total": 47, "weight": 16, "average": "47/16", "nodes": 12, "lost": 3, "lost_weight": 4}
    document |= {"figures": document["figures"] | figures, "intervals": [], "proved": False}
    (tmp_path / "other.json").write_text(json.dumps(document))
    strategy = cobra.read_strategy(tmp_path / "other.json")
    assert cobra.verify(strategy).problems == () and strategy.figures.chance_lost == Fraction(1, 4)
    assert best_by(verification, strategy) == ()
    assert not_best_by(verification, strategy) == TELLING
