"""The codes left at every position of a strategy."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import cobra
from cobra.errors import GameError, LimitError, StoppedError
from cobra.export.played import PlayedStrategy
from cobra.limits import Limits
from tests import oracle
from tests.export.made import CORE, INSEPARABLE, LONG, OVER, mastermind, played
from tests.library import SEEN
from tests.strategy.made import SMALL, one_step


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", SEEN)
def test_every_code_of_the_library_is_where_its_answers_lead(name: str) -> None:
    game = cobra.load(name, SMALL.get(name))
    made = PlayedStrategy(one_step(game))
    codes = oracle.codes(game)
    assert sorted(made.order) == list(range(len(codes)))
    assert (made.root.start, made.root.stop, made.root.length) == (0, len(codes), 0)
    for node, branches in enumerate(made.branches):
        place = made.positions[node]
        stops = [place.start, *(after.stop for _, after in branches)]
        assert [after.start for _, after in branches] == stops[:-1]
        assert stops[-1] == place.stop
        for _, after in branches:
            for code in made.order[after.start : after.stop][:20]:
                answer = oracle.outcome(game, made.strategy.experiments[node], codes[code])
                assert answer == after.outcome


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", SEEN)
def test_the_lengths_are_those_of_the_strategy(name: str) -> None:
    strategy = one_step(cobra.load(name, SMALL.get(name)), "parts")
    made = PlayedStrategy(strategy)
    ends = [step[1] for step in made.walk() if step is not None and step[1].node < 0]
    lengths = Counter({end.length: 0 for end in ends})
    for end in ends:
        lengths[end.length] += end.count
    assert dict(sorted(lengths.items())) == strategy.figures.distribution
    assert made.figures == strategy.figures


def test_a_game_of_the_core_language_counts_the_experiment_that_confirms() -> None:
    made = played(cobra.load(CORE / "mastermind-3-4.in"))
    outcome, position = made.branches[0][0]
    assert (outcome, position.length, position.final) == ("3B0W", 1, True)
    ends = [after for _, after in made.branches[1] if after.count == 1]
    assert ends
    assert {(after.length, after.final) for after in ends} == {(3, False)}


def test_the_walk_is_depth_first() -> None:
    steps = list(played(mastermind(2, 2)).walk())
    shown = [None if step is None else (step[0], step[1].count, step[1].node) for step in steps]
    assert shown == [
        ("", 4, 0),
        ("0B0W", 1, 1),
        ("2B0W", 1, -1),
        None,
        ("1B0W", 2, 2),
        ("0B2W", 1, 3),
        ("2B0W", 1, -1),
        None,
        ("2B0W", 1, -1),
        None,
        ("2B0W", 1, -1),
        None,
    ]


def test_codes_that_are_left_together() -> None:
    made = played(INSEPARABLE)
    assert made.left(made.root) == ["0", "1", "2", "3", "4", "5"]
    ends = [step[1] for step in made.walk() if step is not None and step[1].node < 0]
    assert [(made.left(end), end.length) for end in ends] == [
        (["4", "5"], 2),
        (["2", "3"], 2),
        (["0", "1"], 1),
    ]


def test_a_game_that_is_over_at_once() -> None:
    made = played(OVER)
    assert [step and step[1] for step in made.walk()] == [made.root]
    assert (made.root.node, made.root.count, made.root.length, made.branches) == (-1, 1, 0, [])


@pytest.mark.slow
def test_a_long_strategy_needs_no_recursion() -> None:
    made = played(cobra.load("higher-lower", LONG), "first")
    assert sum(step is None for step in made.walk()) == 300


def test_experiments_that_can_be_the_code() -> None:
    made = played(mastermind(2, 3))
    assert [made.hits(node) for node in range(len(made.branches))] == [True] * 9
    assert [outcome for outcome, _ in made.other(0)] == ["0B0W", "0B1W", "0B2W", "1B0W"]
    assert not any(map(played(INSEPARABLE).hits, range(2)))


def test_a_strategy_that_does_not_fit_its_game() -> None:
    strategy = one_step(mastermind(2, 2))
    (first, *_), *others = (list(branches.items()) for branches in strategy.branches)
    wrong = replace(strategy, branches=[dict([first]), *map(dict, others)])
    with pytest.raises(GameError) as caught:
        PlayedStrategy(wrong)
    assert str(caught.value) == (
        "the strategy does not fit its game: node 0, 00: nothing is said of the outcome 2B0W\n"
        "`cobra verify` names everything that is wrong with it"
    )


def test_limits() -> None:
    strategy = one_step(mastermind(2, 2))
    with pytest.raises(LimitError, match="codes"):
        PlayedStrategy(strategy, limits=Limits(codes=3))
    with pytest.raises(LimitError, match="memory"):
        PlayedStrategy(strategy, memory=1000)
    with pytest.raises(StoppedError, match="stopped by the time limit while playing every code"):
        PlayedStrategy(strategy, time_limit=0.0)
