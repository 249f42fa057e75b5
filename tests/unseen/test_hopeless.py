"""Where nobody can be sure to find a secret that moves, or a play may take any number of experiments: each
command says so, and no strategy is called the best."""

from __future__ import annotations

import json

import pytest

import cobra
from cobra.cli.show.advise import advice_warnings
from cobra.cli.show.compare import comparison_text
from cobra.errors import GameError
from cobra.play.simulate import simulate
from cobra.texts import speaking
from cobra.web import long_work
from cobra.web.allowance import Allowance
from cobra.web.work import Work

RING = """game "Ring"
secret x : 0..3
move x = one of x, (x + 1) % 4
experiment look(p : 0..3)
  observe if x = p then "there" else if x < p then "before" else "after"
  final x = p
"""
NOISY = """game "Noisy"
secret x : 1..4
noise 1/10
experiment ask(p : 1..4)
  observe if x = p then "yes" else if x < p then "less" else "more"
  final x = p
"""


def walked(text: str, strategy: str) -> object:
    body = {"kind": "strategy", "game": {"text": text}, "strategy": strategy}
    work = Work(Allowance(threads=1), lambda what, done, total: None)
    return long_work.strategy(work, json.dumps(body).encode())


def test_nobody_is_sure_to_find_what_moves() -> None:
    game = cobra.load_text(RING)
    advice = cobra.advise(game)
    assert advice.hopeless
    (warning,) = advice_warnings(advice)
    assert warning.startswith("it is proved that no strategy is sure to find the secret, which moves")
    assert not cobra.advise(cobra.load("fox")).hopeless
    with pytest.raises(GameError, match="no strategy is sure to find the secret"):
        simulate(game, "optimal")
    with pytest.raises(GameError, match="no strategy is sure to find the secret"):
        walked(RING, "optimal")


def test_what_is_lost_by_no_strategy_is_no_number() -> None:
    compared = cobra.compare([cobra.load_text(RING)], ["max-models", "optimal"])
    lines = [line.split() for line in comparison_text(compared).splitlines() if line.startswith("  optimal")]
    assert lines[0][:7] == ["optimal", "-", "none", "possible", "?", "-", "proved"]


@pytest.mark.parametrize("strategy", ["max-models", "look-ahead(ent-models)"])
def test_a_play_without_an_end_is_not_walked(strategy: str) -> None:
    with pytest.raises(GameError, match=r"^playing a strategy against all codes is not possible where any"):
        walked(NOISY, strategy)
    with speaking("de"), pytest.raises(GameError, match=r"^Eine Strategie gegen alle Codes zu spielen ist"):
        walked(NOISY, strategy)


def test_one_step_strategies_go_on_where_every_answer_may_be_wrong() -> None:
    """The same codes are possible after any answer, but not with the same chances."""
    moving = NOISY.replace("noise 1/10", "noise 1/10\nmove x = one of x, x % 4 + 1")
    game = cobra.load_text(moving)
    assert [one.experiment for one in cobra.advise(game).suggestions] == ["2"] * 4
    found = simulate(game, "exp-models", number=50)
    assert (found.games, found.lost, found.total) == (50, 0, 135)
