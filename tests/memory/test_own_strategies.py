"""A user's own strategies in games with a state, prices or plays that are lost."""

from __future__ import annotations

import json
import shlex
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.breakers import written
from cobra.breakers.breaker import How
from cobra.breakers.find import find_breaker
from cobra.errors import GameError
from cobra.model.game import Game
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings
from tests.cli.runner import run
from tests.memory.games import memory_games
from tests.memory.test_random_games import MEMORY, table_of, verified
from tests.oracle.memory import SCORES, played
from tests.random_cases import random_cases

HOW = How(memory=MEMORY)
COUNTED = {
    "max-models": max,
    "exp-models": lambda sizes: sum(size * size for size in sizes),
    "parts": lambda sizes: -len(sizes),
}
EGGS = {"floors": 12}


@pytest.mark.thorough
@given(memory_games(), st.sampled_from(sorted(SCORES)))
@random_cases(100)
def test_a_strategy_in_python_is_the_one_of_the_definition(game: Game, strategy: str) -> None:
    """What a rule sees of splits, of what follows and of lost plays is enough to be a one-step strategy, and
    its lengths, prices and lost codes are those of the definition; so is what it asks of the core by name."""

    def mine(knowledge: cobra.Knowledge) -> str | None:
        rated = []
        for place, one in enumerate(knowledge.experiments):
            after = knowledge.after(one)
            assert {outcome: left.count for outcome, left in after.items()} == knowledge.split(one)
            if len(after) > 1 or knowledge.can_be_final(one):
                key = COUNTED[strategy](knowledge.split(one).values())
                lost = sum(left.weight for left in after.values() if left.over == "lost")
                rated.append(
                    (lost, key, game.ending == "hit" and not knowledge.can_be_final(one), place, one)
                )
        return min(rated)[-1] if rated else knowledge.best(strategy)  # only the state has to be changed then

    table = table_of(game)
    own, expected = find_breaker(mine).play(table, HOW), played(game, strategy)
    verified(table, own, "own")
    if expected is not None:
        figures = own.figures
        assert (figures.total, figures.price_total, figures.lost, figures.worst) == expected
    core = find_breaker(strategy).play(table, HOW)
    asked = find_breaker(lambda knowledge: knowledge.best(strategy)).play(table, HOW)
    told = written.played(strategy_of(table, core, strategy, Settings()), table, strategy)
    for one in (asked, told):
        assert one.figures == core.figures
        assert one.first is None or one.inseparable == core.inseparable


def test_what_is_known() -> None:
    """The state, what was paid, what can be done now and what was asked, in the middle of a game, too."""
    heard: dict[str, cobra.Knowledge] = {}

    def rule(knowledge: cobra.Knowledge, history: tuple[tuple[str, str], ...]) -> str | None:
        heard[" ".join(f"{asked}={answer}" for asked, answer in history)] = knowledge
        return knowledge.best("max-models")

    game = cobra.load("egg-drop", EGGS)
    cobra.analyze(game, [rule])
    first = heard[""]
    assert (first.state, first.paid, first.count, len(first.experiments)) == ({"left": 2}, 0, 13, 12)
    assert first.lies_left == [0] * 13
    broken = heard["6=broken"]
    assert (broken.state, broken.paid, broken.codes) == ({"left": 1}, 1, [str(floor) for floor in range(6)])
    dropped = broken.after("3")["broken"]
    assert (dropped.state, dropped.paid, dropped.over, dropped.experiments) == ({"left": 0}, 2, "lost", ())
    heard.clear()
    advice = cobra.advise(game, "8 = broken; 1 = whole", strategies=[rule])
    assert advice.suggestions[0].experiment == "2"
    assert set(heard) >= {"8=broken 1=whole", "8=broken 1=whole 2=whole"}
    assert (heard["8=broken 1=whole"].paid, heard["8=broken 1=whole 2=whole"].paid) == (2, 3)


def test_prices() -> None:
    game = cobra.load("priced-search", {"n": 6})
    paid: list[Fraction] = []

    def cheap(knowledge: cobra.Knowledge) -> str:
        paid.append(knowledge.paid)
        return min(one for one in knowledge.experiments if len(knowledge.split(one)) > 1)

    row = cobra.analyze(game, [cheap]).rows[0]
    assert row.costs == (2 + 3 + 4 + 5 + 6, Fraction(2 + 5 + 9 + 14 + 20 + 20, 6))
    assert paid == [0, 2, 5, 9, 14]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (lambda knowledge: "3", "with 1 code"),
        (lambda knowledge: None, "names no experiment with 13 codes left"),
        (lambda knowledge: "77", "'77' is not an experiment"),
        (lambda knowledge: knowledge.best("look-ahead(parts)"), "compares no scores"),
    ],
)
def test_wrong_answers(rule: Any, message: str) -> None:
    game = cobra.load("egg-drop", EGGS)
    if message == "with 1 code":  # what tells nothing is made for a while
        with pytest.raises(GameError, match="goes on after 1,000 experiments"):
            cobra.analyze(game, [rule])
        return
    with pytest.raises(GameError, match=message):
        cobra.analyze(game, [rule])


def test_what_cannot_be_done_now() -> None:
    game = cobra.load("warmer-colder", {"numbers": 5})
    with pytest.raises(GameError, match="gave a wrong answer with 5 codes left: '1' is not an experiment"):
        cobra.analyze(game, [lambda knowledge: "1"])  # what was asked last cannot be asked again


@pytest.mark.thorough
def test_the_commands(tmp_path: Path) -> None:
    """A file is written and verified, and the strategy is played, advised and compared by its name."""
    (tmp_path / "own.py").write_text(
        "def lowest(knowledge):\n"
        "    telling = [one for one in knowledge.experiments if len(knowledge.split(one)) > 1]\n"
        "    return telling[0] if knowledge.state['left'] == 1 else telling[len(telling) // 3]\n"
    )
    game = ["egg-drop", "-D", "floors=12"]
    own = ["-s", str(tmp_path / "own.py")]
    written = tmp_path / "written"
    result = run("analyze", *game, *own, "-s", "optimal", "-o", written, "--json")
    assert result.exit_code == 0, result.output
    mine, best = json.loads(result.stdout)["strategies"]
    assert mine["lost"] == 0 and mine["total"] >= best["total"]
    (file,) = [path for path in written.iterdir() if "own" in path.name]
    assert run("verify", file).exit_code == 0
    again = run("analyze", *game, "-s", file, "--json")
    assert json.loads(again.stdout)["strategies"][0]["total"] == mine["total"]
    assert run("compare", *game, *own).exit_code == 0
    assert "experiments" in run("simulate", *game, "-e", own[1], "-o", "7").stdout
    advice = run("advise", *game, *own, "--history", "4 = whole", "--json")
    assert json.loads(advice.stdout)["advice"][0]["experiment"] == "7"


def test_a_program_hears_the_state(tmp_path: Path) -> None:
    """It hears the state, what was paid and what can be done now."""
    (tmp_path / "breaker.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    print(asked, file=sys.stderr)\n"
        "    answer = {'cobra': 1} if 'cobra' in asked else {'experiment': choose(asked)}\n"
        "    print(json.dumps(answer), flush=True)\n".replace(
            "choose(asked)",
            "asked['experiments'][0] if asked['state']['left'] == 1 and asked['paid'] == str(12 - "
            "len(asked['experiments']) - 1 + 1) else str(int(asked['codes'][0]) + 1)",
        )
    )
    command = f"program:{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'breaker.py'))}"
    row = cobra.analyze(cobra.load("egg-drop", {"floors": 5}), [command]).rows[0]
    assert row.distribution == {1: 1, 2: 1, 3: 1, 4: 1, 5: 2}  # floor by floor
