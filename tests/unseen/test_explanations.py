"""Explanations where answers may be lies, or the secret moves: every figure against the definition."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made
from cobra.errors import LimitError
from cobra.language.load import load_text
from cobra.model.answers import show_outcome
from cobra.model.game import Game
from cobra.model.unseen import counts_by_lies
from cobra.play.begin import position_after
from cobra.play.choice import Choice
from tests.cli.runner import run_json
from tests.oracle.unseen import Hidden, UnseenRules, answers_by_chance, least_mean
from tests.random_cases import random_cases
from tests.unseen.test_noise import noisy_games
from tests.unseen.test_positions import fewest, likely_after, played
from tests.unseen.test_random_games import unseen_games
from tests.unseen.test_reviews import worst, worst_of


def check_answers(rules: UnseenRules, hidden: Hidden, one: Choice, number: int) -> None:
    """Check what each answer leaves."""
    answer = rules.game.experiments[rules.experiments[number][0]].answer
    expected = {}
    for outcome, (cell, final) in rules.answered(number, hidden).items():
        told = list(fewest(cell).values())
        over = rules.is_over(cell, final)
        lies = counts_by_lies(told) if rules.lies else ()
        expected[show_outcome(answer, outcome)] = len(told), lies, "won" if over else "goes on"
    assert {found.outcome: (found.codes, found.told, found.end) for found in one.answers} == expected


@pytest.mark.thorough
@given(unseen_games(), st.integers(0, 1 << 30))
@random_cases(80)
def test_worst_cases_are_those_of_the_definition(game: Game, seed: int) -> None:
    rules, hidden, history, final = played(game, Random(seed), 3)
    if rules.is_over(hidden, final):
        return
    number, notation = seed % len(rules.experiments), position_after(game, history).notation
    found = cobra.explain(game, history, notation.experiment(rules.experiments[number]), time_limit=None)
    assert found.mine is not None and found.mine.expected is None and found.sentences
    check_answers(rules, hidden, found.mine, number)
    try:
        mine, least = (
            worst_of(rules, hidden, Made(rules.experiments[number], ())),
            worst(rules, hidden, final),
        )
    except LimitError:
        assume(False)
    if found.reference == "optimal" and mine is not None:
        assert found.mine.worst == mine
    if found.best is not None:
        best = rules.experiments.index(notation.parse_experiment(found.best.experiment))
        check_answers(rules, hidden, found.best, best)
        assert found.reference != "optimal" or least is None or found.best.worst == least


@pytest.mark.thorough
@given(noisy_games(), st.integers(0, 1 << 30))
@random_cases(40)
def test_means_are_those_of_the_definition(game: Game, seed: int) -> None:
    rules, hidden, history, final = played(game, Random(seed), 3)
    if rules.is_over(hidden, final):
        return
    number, notation = seed % len(rules.experiments), position_after(game, history).notation
    found = cobra.explain(game, history, notation.experiment(rules.experiments[number]), time_limit=None)
    assert found.mine is not None and found.best is not None and found.mine.worst is None
    check_answers(rules, hidden, found.mine, number)
    likely = likely_after(rules, history)
    whole, mine, left = sum(likely.values()), Fraction(1), Fraction(0)
    answer = game.experiments[rules.experiments[number][0]].answer
    chances = {one.outcome: one.chance for one in found.mine.answers}
    try:
        least = least_mean(game, likely)
        for outcome, (cell, ends) in answers_by_chance(rules, number, likely).items():
            share = sum(cell.values()) / whole
            assert chances[show_outcome(answer, outcome)] == share
            left += share * len({code for code, _ in cell})
            if not rules.is_over(frozenset(cell), ends):
                mine += share * least_mean(game, cell)
    except LimitError:
        assume(False)
    assert (found.mine.left, found.mine.expected, found.best.expected) == (left, mine, least)


def test_a_liar_a_fox_and_their_documents() -> None:
    found = cobra.explain(cobra.load("liar"), "1234 yes", "12", threads=1)
    assert found.sentences[-2:] == (
        "12 leaves (codes without a lie + with 1 …): no 2+6; yes 2+2.",
        "It needs as many experiments as 1256 at worst: both are equally good.",
    )
    fox = cobra.explain(cobra.load("fox"), "2 = empty", "1", threads=1)
    assert fox.sentences == (
        "3 leaves: empty 4; the fox 1.",
        "5 experiments are needed at worst from here on, 3 included. This is proved to be the least.",
        "1 leaves: empty 5.",
        "1 cannot be the code.",
        "It takes 2 experiments more than 3 at worst.",
    )
    best = run_json("advise", "liar", "--history", "1234 yes", "--explain")["explanation"]["best"]
    assert best["answers"] == [
        {"outcome": outcome, "codes": 6, "told": [2, 4], "chance": None, "end": "goes on"}
        for outcome in ("no", "yes")
    ]
    assert (best["worst"], best["expected"], best["left"], best["entropy"]) == (5, None, None, None)


def test_what_is_not_certain_is_not_said_to_be() -> None:
    """An answer is wrong once in 5,000: the one that is to be expected is no certainty."""
    text = "secret x : 1..2\nlies at most 1\nnoise 1/5000\nexperiment a(g : 1..2) observe x = g\n"
    first = cobra.explain(load_text(text), "1 = yes", "1", threads=1).sentences[0]
    assert first == (
        "1 leaves (codes without a lie + with 1 …): no 0+2, 0.0004 of the chance; yes 1, 99.9% likely."
    )
    certain = cobra.explain(load_text(text.replace("g : 1..2", "g : 1..3")), (), "3", threads=1).sentences
    assert "3 leaves (codes without a lie + with 1 …): no 2, 100.0% likely." in certain


def test_what_is_taken_is_explained_though_its_plays_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time to play anything to its end: what the strategy takes first is known all the same."""
    monkeypatch.setattr("cobra.play.choice.PATIENCE", {"optimal": 0, "ent-models": 0})
    game = cobra.load("mastermind-lie", {"pegs": 3, "colours": 4})
    found = cobra.explain(game, "001 = 1B1W", "000", time_limit=None)
    (advised,) = cobra.advise(game, "001 = 1B1W", strategies=["ent-models"]).suggestions
    assert found.best is not None and found.mine is not None
    assert (found.reference, found.best.experiment) == ("ent-models", advised.experiment)
    assert (found.best.worst, found.best.lost, found.mine.worst) == (None, None, None)
    assert found.sentences[0].startswith(f"{advised.experiment} leaves (codes without a lie + with 1 …): ")
    assert found.sentences[1:3] == (
        "It is what ent-models takes; what is to come was not found in the time and memory allowed.",
        "000 leaves (codes without a lie + with 1 …): 0B0W 0+35; 1B0W 4+27; 2B0W 4+8; 3B0W 0+1.",
    )
