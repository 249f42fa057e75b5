"""Reviews: the numbers against the definition, and what they add up to."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from fractions import Fraction
from weakref import WeakSet

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made
from cobra.errors import GameError
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.play.position import Position
from cobra.play.review import Review, review
from cobra.play.value import value_of
from tests import oracle
from tests.random_cases import random_cases
from tests.random_games import games


def answered(game: Game, secret: str, experiments: str) -> tuple[Made, ...]:
    notation = Notation(game)
    code = notation.parse_code(secret)
    asked = [notation.parse_experiment(text, listed=False) for text in experiments.split("; ")]
    return tuple(Made(experiment, oracle.outcome(game, experiment, code)) for experiment in asked)


def assert_adds_up(found: Review) -> None:
    judged = [one.judgement for one in found.moves if one.judgement is not None]
    if judged:
        assert found.expected is not None
        assert found.rest is not None
        assert len(judged) + found.rest == found.expected + found.loss - found.luck - found.saved


@pytest.mark.thorough
@random_cases(40)
@given(games(codes=20, experiments=12), st.sampled_from([None, "optimal", "parts", "max-models"]), st.data())
def test_random_games_add_up(game: Game, name: str | None, data: st.DataObject) -> None:
    secret = data.draw(st.sampled_from(oracle.codes(game)))
    asked = data.draw(st.lists(st.sampled_from(oracle.experiments(game)), min_size=1, max_size=4))
    history = tuple(Made(experiment, oracle.outcome(game, experiment, secret)) for experiment in asked)
    found = review(game, history, reference=name)
    assert_adds_up(found)
    assert found.saved == 0
    for one in found.moves:
        assert one.judgement is not None
        if name in (None, "optimal"):
            assert one.judgement.reference == "optimal"
            assert one.judgement.loss >= 0
            assert (one.judgement.best == one.experiment) == (one.judgement.loss == 0)


@pytest.mark.thorough
def test_a_game_of_mastermind() -> None:
    game = cobra.load("mastermind")
    found = review(game, answered(game, "2104", "0011; 0023; 2400; 2104"))
    assert [(one.experiment, one.outcome, one.before, one.after) for one in found.moves] == [
        ("0011", "0B2W", 1296, 96),
        ("0023", "0B2W", 96, 33),
        ("2400", "2B1W", 33, 4),
        ("2104", "4B0W", 4, 1),
    ]
    first = found.moves[0].judgement
    assert first is not None
    assert (first.reference, first.value, first.mine) == (
        "optimal",
        Fraction(5625, 1296),
        Fraction(5702, 1296),
    )
    last = found.moves[3].judgement
    assert last is not None
    assert (last.loss, last.luck, last.best) == (Fraction(0), Fraction(3, 4), "2104")
    assert (found.over, found.rest, found.expected) == (True, Fraction(0), Fraction(5625, 1296))
    assert_adds_up(found)


@pytest.mark.thorough
def test_moves_after_the_end_and_moves_that_tell_nothing_cost_one() -> None:
    game = cobra.load("mastermind")
    found = review(game, answered(game, "2104", "0011; 0011; 2104; 1111"))
    losses = [one.judgement.loss for one in found.moves if one.judgement is not None]
    assert losses[1] == losses[3] == 1
    assert found.moves[3].judgement is not None
    assert found.moves[3].judgement.best is None
    assert found.over
    assert_adds_up(found)


def test_equally_good_experiments_cost_nothing() -> None:
    game = cobra.load("counterfeit-coin")
    for first in ("1 2 3 4 | 5 6 7 8", "1 3 5 7 | 2 4 6 9"):
        found = review(game, answered(game, "odd 12, heavy", first))
        assert found.moves[0].judgement is not None
        assert found.moves[0].judgement.loss == 0
        assert found.moves[0].judgement.best == found.moves[0].experiment
        assert (found.rest, found.expected, found.luck) == (
            Fraction(2),
            Fraction(3),
            Fraction(0),
        )  # every play takes 3
    assert not found.over


def test_the_reference_changes_where_the_optimum_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:

    def no_optimum_at_first(position, name, first=None, *, threads):  # type: ignore[no-untyped-def]
        late = name != "optimal" or len(position.history) >= 1
        return value_of(position, name, first, threads=threads) if late else None

    monkeypatch.setattr("cobra.play.review.value_of", no_optimum_at_first)
    game = cobra.load("mastermind")
    found = review(game, answered(game, "2104", "0011; 0023; 2400; 2104"))
    names = [one.judgement.reference for one in found.moves if one.judgement is not None]
    assert names == ["ent-models", "optimal", "optimal", "optimal"]
    assert found.expected == Fraction(5722, 1296)
    after = Position(game, answered(game, "2104", "0011"))
    values = [value_of(after, name) for name in ("ent-models", "optimal")]
    assert found.saved == sum(v.expected * sign for v, sign in zip(values, (1, -1), strict=True) if v) > 0
    assert_adds_up(found)


def test_moves_in_a_game_too_large_to_list_are_counted_only() -> None:
    game = cobra.load("mastermind", {"pegs": 10, "colours": 10})
    found = review(game, answered(game, "1111122222", "0000000000; 3333344444"))
    assert [(one.before, one.after) for one in found.moves] == [
        (10**10, 9**10),
        (9**10, 7**10),
    ]
    assert all(one.judgement is None for one in found.moves)
    assert (found.expected, found.over) == (None, False)


@pytest.mark.slow
def test_positions_are_let_go_when_their_moves_are_judged() -> None:
    game = cobra.load("mastermind")
    alive: WeakSet[Position] = WeakSet()
    most = 0

    def position(made: Sequence[Made]) -> Position:
        nonlocal most
        found = Position(game, made)
        alive.add(found)
        gc.collect()
        most = max(most, len(alive))
        return found

    found = review(game, answered(game, "3210", "0011; 2233; 3345; 3321; 3212; 3211"), positions=position)
    assert [one.before for one in found.moves] == [1296, 208, 24, 4, 2, 1]
    assert most <= 2  # a position, and the one before it


def test_wrong_requests() -> None:
    game = cobra.load("mastermind")
    with pytest.raises(GameError, match="the answers contradict each other, so there is nothing to review"):
        review(game, "0011 4B0W; 0022 4B0W")
    with pytest.raises(GameError, match="there is no reference 'best'"):
        review(game, "0011 1B1W", reference="best")


@pytest.mark.thorough
def test_for_json() -> None:
    game = cobra.load("mastermind")
    document = review(game, "0011 4B0W").document()
    assert document["moves"] == [
        {
            "experiment": "0011",
            "outcome": "4B0W",
            "before": 1296,
            "after": 1,
            "exact": True,
            "judgement": {
                "reference": "optimal",
                "best": document["moves"][0]["judgement"]["best"],
                "expected_best": 5625 / 1296,
                "expected_mine": 5702 / 1296,
                "loss": float(Fraction(77, 1296)),
                "luck": float(Fraction(5702, 1296) - 1),
            },
        }
    ]
    assert (document["over"], document["rest"], document["saved"]) == (True, 0.0, 0.0)


def test_what_ends_a_review_is_said() -> None:
    """One by a reference that was named goes on until it is stopped; others leave out what takes long."""
    game = cobra.load("mastermind", {"pegs": 5, "colours": 8})
    history = "00112 = 1B1W; 01234 = 1B0W"
    found = cobra.review(game, history, reference="optimal", time_limit=0.5)
    assert (found.stopped, found.judged, found.document()["stopped"]) == ("time", 0, "time")
    small = cobra.review(cobra.load("mastermind"), "0011 = 1B1W; 0123 = 1B0W")
    assert (small.stopped, small.judged) == (None, 2)
