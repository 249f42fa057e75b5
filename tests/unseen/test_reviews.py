"""Moves judged where answers may be lies, or the secret moves: by the worst case, against the definition."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made
from cobra.errors import GameError, LimitError
from cobra.language.load import load_text
from cobra.model.game import Game
from cobra.play.review import Review
from tests.cli.runner import run, run_json
from tests.oracle.unseen import Hidden, UnseenRules, least_worst
from tests.random_cases import random_cases
from tests.unseen.test_positions import played
from tests.unseen.test_random_games import LONGEST, unseen_games


def worst(rules: UnseenRules, hidden: Hidden, final: bool) -> int | None:
    """Return the least worst case from what is possible on; None when it is too long."""
    return 0 if rules.is_over(hidden, final) else least_worst(rules.game, LONGEST, hidden)


def worst_of(rules: UnseenRules, hidden: Hidden, made: Made) -> int | None:
    """Return the same when an experiment is the next."""
    cells = rules.cells(rules.experiments.index(made.experiment), hidden)
    values = [worst(rules, cell, final) for cell, final in cells]
    return None if None in values else 1 + max(value for value in values if value is not None)


def adds_up(found: Review) -> None:
    """Check that the moves are what was needed at worst, but for skill and luck."""
    assert found.by_worst and found.saved == 0
    if found.judged:
        assert found.expected is not None and found.rest is not None
        assert found.judged + found.rest == found.expected + found.loss - found.luck


@pytest.mark.thorough
@given(unseen_games(), st.integers(0, 1 << 30), st.sampled_from([None, "optimal"]))
@random_cases(100)
def test_moves_are_judged_by_the_worst_case(game: Game, seed: int, reference: str | None) -> None:
    rules, _, history, _ = played(game, Random(seed), 4)
    found = cobra.review(game, history, reference=reference)
    hidden, final, states = rules.start, False, [(rules.start, False)]
    for made in history:
        cells = rules.answered(rules.experiments.index(made.experiment), hidden)
        hidden, final = cells[made.outcome]
        states.append((hidden, final))
    try:
        values = [worst(rules, *state) for state in states]
        mine = [worst_of(rules, state[0], made) for state, made in zip(states, history, strict=False)]
    except LimitError:
        assume(False)
    known = [
        None not in (here, one, there) for here, one, there in zip(values, mine, values[1:], strict=False)
    ]
    for place, move in enumerate(found.moves):
        judged = move.judgement
        if not all(known[place:]):
            continue  # longer than is looked at here, or never found for sure
        if judged is not None and judged.reference != "optimal":
            continue  # the search took too long
        here, one, there = values[place], mine[place], values[place + 1]
        assert judged is not None and here is not None and one is not None and there is not None
        assert (judged.value, judged.mine, judged.luck) == (here, one, one - 1 - there)
        assert judged.loss >= 0 and judged.luck >= 0
        assert (judged.best == move.experiment) == (judged.loss == 0) or rules.is_over(*states[place])
    adds_up(found)


@pytest.mark.thorough
@given(unseen_games(), st.integers(0, 1 << 30), st.sampled_from(["max-models", "ent-models"]))
@random_cases(60)
def test_moves_compared_with_a_strategy_add_up(game: Game, seed: int, strategy: str) -> None:
    assert game.unseen is not None
    assume(not game.unseen.moves)
    _, _, history, _ = played(game, Random(seed), 4)
    found = cobra.review(game, history, reference=strategy)
    assert found.judged == len(history)
    assert all(move.judgement is not None and move.judgement.luck >= 0 for move in found.moves)
    adds_up(found)


def test_a_liar_by_hand() -> None:
    """Six questions find one of eight numbers; after no to two of them 6 · 6 + 2 answers exceed 2^5."""
    found = cobra.review(cobra.load("liar"), "12 = no; 34 = no")
    first, second = (move.judgement for move in found.moves)
    assert first is not None and second is not None
    assert (first.value, first.best, first.loss) == (6, "1234", 1)
    assert (second.value, second.luck) == (
        6 - first.luck,
        6 - first.luck + second.loss - 1 - (found.rest or 0),
    )
    adds_up(found)
    assert found.document()["by_worst"] is True


def test_a_fox_is_found_at_worst_after_six_looks() -> None:
    """The best looks are 2, 3, 4, 2, 3, 4; a look at an end hole tells nothing of the others."""
    found = cobra.review(
        cobra.load("fox"), "2 = empty; 3 = empty; 4 = empty; 2 = empty; 3 = empty; 4 = the fox"
    )
    assert [move.judgement.loss for move in found.moves if move.judgement] == [0] * 6
    assert (found.expected, found.over, found.rest, found.luck) == (6, True, 0, 0)
    soon = cobra.review(cobra.load("fox"), "2 = empty; 3 = the fox")
    assert (soon.expected, soon.loss, soon.luck) == (6, 0, 4)
    adds_up(soon)


@pytest.mark.parametrize(
    ("name", "end", "more"),
    [
        ("fox", "2 = the fox", "3 = empty; 1 = empty; 4 = empty"),
        ("mastermind-lie", "0011 = 4B0W", "0012 = 3B0W"),
    ],
)
def test_what_is_asked_after_the_end_is_asked_in_vain(name: str, end: str, more: str) -> None:
    game = cobra.load(name, {"pegs": 4, "colours": 3} if name == "mastermind-lie" else {})
    advice = cobra.advise(game, f"{end}; {more}")
    assert (advice.over, advice.position.final, advice.suggestions) == (True, True, ())
    found = cobra.review(game, f"{end}; {more}", reference="optimal")
    assert (found.over, found.rest) == (True, 0)
    after = [
        (move.judgement.value, move.judgement.loss, move.judgement.luck)
        for move in found.moves[1:]
        if move.judgement
    ]
    assert after == [(0, 1, 0)] * len(found.moves[1:])
    adds_up(found)


RUNS = """
secret x : 1..3
move x = one of x % 3 + 1, (x + 1) % 3 + 1
experiment look(place : 1..3)
  observe x = place
  final x = place
"""


def test_who_is_never_found_for_sure_is_not_judged() -> None:
    """On a ring of three holes whoever moves on can always be where nobody looks."""
    found = cobra.review(load_text(RUNS), "1 = no; 2 = no")
    assert (found.judged, found.loses, found.expected) == (0, True, None)
    with pytest.raises(GameError, match="moves are not compared with parts where the secret moves"):
        cobra.review(load_text(RUNS), "1 = no", reference="parts")
    caught = cobra.review(load_text(RUNS), "1 = no; 2 = yes")
    assert (caught.judged, caught.loses, caught.over) == (0, True, True)


def test_the_command_reviews_lies() -> None:
    text = run("advise", "liar", "-s", "optimal", "--review", "--history", "12 no; 34 no").stdout
    assert "move  experiment  answer  before  after  best  at worst  loss  luck\n" in text
    assert (
        "Compared with optimal, 6 experiments were needed at worst.\n2 experiments followed, and at most "
        in text
    )
    assert "by luck compared with the worst ones.\n" in text
    found = run_json("advise", "liar", "--review", "--history", "12 no")
    assert found["review"]["by_worst"] is True
    assert (found["review"]["moves"][0]["judgement"]["expected_best"], found["review"]["loses"]) == (
        6.0,
        False,
    )
