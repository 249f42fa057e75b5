"""A rule in Python plays as the core does."""

from __future__ import annotations

from functools import cache

import pytest

import cobra
from cobra.breakers.place import Place
from cobra.breakers.tree import CoreHistory, play_states
from cobra.engine.program import CoreExperiment
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError
from cobra.language.load import load_text
from cobra.limits import Limits
from cobra.options import MEMORY
from cobra.strategy.check.verify import verify
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings

GAMES = [
    ("mastermind", {"pegs": 3, "colours": 3}),
    ("black-pegs", {"pegs": 2, "colours": 4}),
    ("counterfeit-coin", {"coins": 4}),
    ("counterfeit-coin", {"coins": 2}),
    ("sorting", {"n": 4}),
    ("group-testing", {"items": 6, "defective": 2}),
]


def _table(name: str, parameters: dict[str, int]) -> CodeTable:
    return CodeTable(cobra.load(name, parameters), Run(), MEMORY, Limits())


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_a_rule_that_takes_the_most_parts_is_parts(name: str, parameters: dict[str, int]) -> None:
    table = _table(name, parameters)
    found, _ = table.representatives(("none",), (), at_most=100_000, memory=MEMORY)
    every = [experiment for experiment, _ in found]

    def choose(place: Place, made: CoreHistory) -> CoreExperiment | None:
        parts = [len(set(table.engine.partition(one, list(place.codes)))) for one in every]
        return every[parts.index(max(parts))] if max(parts) > 1 else None

    own = play_states(table, choose)
    core = table.greedy("parts", ties="first", consistent=False, seed=0, threads=1, memory=MEMORY)
    assert own.figures == core.figures
    assert own.figures.codes == table.codes
    assert own.first == core.first
    assert own.inseparable == core.inseparable
    mine, theirs = (strategy_of(table, result, "parts", Settings(ties="first")) for result in (own, core))
    assert (mine.experiments, mine.branches) == (theirs.experiments, theirs.branches)
    assert own.inseparable or verify(mine).correct


def test_giving_up_is_a_mistake() -> None:
    with pytest.raises(GameError, match="the strategy names no experiment with 27 codes left"):
        play_states(_table("mastermind", {"pegs": 3, "colours": 3}), lambda place, made: None)


def test_asking_the_same_for_ever_is_a_mistake() -> None:
    table = _table("mastermind", {"pegs": 2, "colours": 2})
    with pytest.raises(GameError, match="the strategy goes on after 1,000 experiments"):
        play_states(table, lambda place, made: (0, [0, 0]))


def test_a_time_limit_leaves_what_is_settled() -> None:
    table = _table("mastermind", {"pegs": 2, "colours": 2})
    asked: list[int] = []

    def choose(place: Place, made: CoreHistory) -> CoreExperiment:
        asked.append(len(place.codes))
        raise KeyboardInterrupt

    result = play_states(table, choose)
    assert (result.stopped, asked, result.figures.distribution) == ("interrupt", [4], {})


RESTS = """
secret x : 1..14
state rested = 0 in 0..MOST
experiment rest() where rested < MOST
  observe 0
  then rested = rested + 1
experiment ask(g : 1..14) where rested = MOST
  observe x = g
  then rested = 0
"""
"""Each question has to be waited for."""


@pytest.mark.thorough
def test_who_changes_the_state_may_go_on_for_long() -> None:
    """What tells nothing is no circle where the state is another one; coming back to a state is one."""
    table = CodeTable(load_text(RESTS.replace("MOST", "80")), Run(), MEMORY, Limits())
    offered = cache(lambda state: table.offered(state, 14, MEMORY))

    def choose(place: Place, made: CoreHistory) -> CoreExperiment:
        able = offered(place.state)
        return able[place.codes[0] if len(able) > 1 else 0]

    figures = play_states(table, choose).figures
    assert figures.distribution == {**{81 * asked: 1 for asked in range(1, 13)}, 81 * 13: 2}
    assert table.optimal("worst", threads=1, memory=MEMORY).played.figures.worst == 81 * 13

    def never(place: Place, made: CoreHistory) -> CoreExperiment:
        return offered(place.state)[0]

    with pytest.raises(GameError, match="the strategy goes on after 1,000 experiments"):
        play_states(table, never)
