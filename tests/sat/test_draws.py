"""Codes drawn from and listed by decision diagrams."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cobra.budget import Deadline
from cobra.errors import LimitError, TimeLimitError
from cobra.language.load import load, load_text
from cobra.model.game import true_propositions
from cobra.sat import draws
from cobra.sat.counting import CodeCounter
from tests import oracle

GAMES = [
    ("mastermind", {"pegs": "2", "colours": "3"}),
    ("permutation", {"n": "4"}),
    ("counterfeit-coin", {"coins": "4"}),
    ("light-coins", {"coins": "5", "fakes": "2"}),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params"), GAMES)
@pytest.mark.parametrize("even_nodes", [0, 60_000])
def test_every_code_is_drawn_about_as_often(
    name: str, params: dict[str, str], even_nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draws, "EVEN_NODES", even_nodes)
    game = load(name, params)
    codes = oracle.codes(game)
    times = Counter(CodeCounter(game).draw(200 * len(codes), Random(1)))
    assert times.keys() == set(codes)
    assert min(times.values()) > 100
    assert max(times.values()) < 320


def test_free_propositions_are_drawn_too() -> None:
    game = load_text('game "g"\nvariables x[1..3]\nexperiment ask() observe x[1]')
    times = Counter(CodeCounter(game).draw(800, Random(1)))
    assert len(times) == 8
    assert min(times.values()) > 50


def test_without_codes_nothing_is_drawn() -> None:
    game = load("mastermind", {"pegs": "2", "colours": "3"})
    guess = (0, (0, 0))
    assert CodeCounter(game, [(guess, (2, 0)), (guess, (0, 0))]).draw(5, Random(1)) == []
    (code,) = CodeCounter(game).draw(1, Random(1), even=True)
    assert code in oracle.codes(game)


@pytest.mark.parametrize(("name", "params"), GAMES[:2])
def test_all_codes_are_listed_in_order(name: str, params: dict[str, str]) -> None:
    game = load(name, params)
    assert CodeCounter(game).listed() == oracle.codes(game)


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_how_many_codes_have_a_proposition(name: str, params: dict[str, str]) -> None:
    game = load(name, params)
    space = game.codes
    expected: Counter[int] = Counter()
    for code in oracle.codes(game):
        expected.update(true_propositions(space, code))
    assert CodeCounter(game).held() == [expected[i] for i in range(space.propositions)]


def test_a_counter_answers_after_a_limit() -> None:
    counter = CodeCounter(load("permutation", {"n": "8"}))
    with pytest.raises(TimeLimitError):
        counter.count(Deadline(0.0))
    assert counter.count() == 40320
    assert counter.nodes() > 100
    with pytest.raises(LimitError):
        CodeCounter(load("permutation", {"n": "12"}), memory=100_000).draw(1, Random(1))
