"""Simulated games against the exact analysis, and against brute force."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import cobra
from cobra.cli.show.simulate import simulation_json
from cobra.engine import compile as compile_module
from cobra.engine.compile import CompiledGame
from cobra.errors import GameError, LimitError, TimeLimitError
from cobra.play.left import CodesLeft
from cobra.play.position import Position
from cobra.play.simulate import Play
from tests.export.made import PAID_FOR
from tests.library import SEEN
from tests.transcripts.record import COMMANDS

CORE = (
    "VARIABLES a, b, c\nCONSTRAINT Exactly-1(a, b, c)\nALPHABET 's', 't', 'u'\nMAPPING 'M' a, b, c\n"
    "EXPERIMENT 'ask' 1\n OUTCOME 'F' M$1\n OUTCOMEX 'N' !(M$1)\n"
)


def load(name: str) -> cobra.Game:
    words = COMMANDS[name].split() if COMMANDS[name].startswith("-D") else []
    return cobra.load(name, dict(word.split("=") for word in words if word != "-D"))


@pytest.mark.parametrize(
    ("name", "codemaker", "moves", "compiled"),
    [
        ("mastermind", "models", 5, 1),
        ("mastermind", "fixed", 5, 1),
        ("counterfeit-coin", "models", 3, 1),  # over when the coin is known, which no outcome says
        pytest.param("wordle", "models", 3, 1, marks=pytest.mark.thorough),
    ],
)
def test_a_simulated_game_is_compiled_once(
    monkeypatch: pytest.MonkeyPatch, name: str, codemaker: str, moves: int, compiled: int
) -> None:
    games: list[cobra.Game] = []

    def compile_game(game: cobra.Game) -> CompiledGame:
        games.append(game)
        return compile_module.compile_game(game)

    monkeypatch.setattr("cobra.engine.table.compile_game", compile_game)
    (play,) = cobra.simulate(cobra.load(name), "max-models", codemaker, trace=True).plays
    assert (len(play.history), len(games)) == (moves, compiled)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name == "wordle-hard" else [])
        for name in COMMANDS
        if name != "black-box" and name in SEEN  # where answers may be lies plays are shorter
    ],
)
def test_every_code_gives_the_distribution_of_the_analysis(name: str) -> None:
    game = load(name)
    (row,) = cobra.analyze(game, ["parts"]).rows
    exact = cobra.simulate(game, "parts")
    traced = cobra.simulate(game, "parts", trace=True)
    for found in (exact, traced):
        assert found.distribution == row.distribution
        assert (found.total, found.weight, found.games) == (row.total, row.weight, row.codes)
        assert found.average == row.average
        assert not found.sampled
    assert exact.plays == ()
    assert len({play.secret for play in traced.plays}) == row.codes
    assert sum(play.length * play.weight for play in traced.plays) == row.total


def test_a_core_game_counts_the_confirming_experiment() -> None:
    game = cobra.load_text(CORE)
    for strategy in ("max-models", "first"):
        (row,) = cobra.analyze(game, [strategy]).rows
        traced = cobra.simulate(game, strategy, trace=True)
        assert traced.distribution == row.distribution
        for play in traced.plays:
            (single,) = cobra.simulate(game, strategy, play.secret, trace=True).plays
            assert (single.history, single.length, single.left) == (play.history, play.length, play.left)


def test_games_against_a_code_are_those_of_the_tree() -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 3})
    plays = cobra.simulate(game, "ent-models", trace=True).plays
    for play in plays[::5]:
        (single,) = cobra.simulate(game, "ent-models", play.secret, trace=True).plays
        assert single == Play(play.history, play.left, play.length, play.secret, 1)


@pytest.mark.thorough
def test_a_game_that_has_an_end_is_played_to_it() -> None:
    text = "secret c : 1..501\nexperiment ask(a : 1..501)\n  observe c = a\n  final c = a\n"
    (play,) = cobra.simulate(cobra.load_text(text), "first", "models", trace=True).plays
    assert (play.length, play.left[-2:], play.lost) == (501, (1, 1), False)


def test_drawn_games_are_the_same_for_a_seed() -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 4})
    found = [cobra.simulate(game, "parts", number=50, seed=seed, trace=True) for seed in (3, 3, 4)]
    assert found[0] == found[1]
    assert found[0].plays != found[2].plays
    assert found[0].sampled
    assert found[0].games == found[0].weight == 50
    exact = cobra.simulate(game, "parts", trace=True)
    lengths = {play.secret: play.length for play in exact.plays}
    assert [play.length for play in found[2].plays] == [lengths[play.secret] for play in found[2].plays]


def test_the_average_of_drawn_games_has_a_margin() -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    drawn = cobra.simulate(game, "parts", number=2)
    found = [
        replace(drawn, distribution=distribution).margin
        for distribution in ({1: 1, 3: 1}, {2: 5, 3: 5}, {4: 9})
    ]
    # Student's quantiles for 1 and 9 degrees of freedom: 12.7062, 2.2622; the deviations: √2, √(10/36)
    assert [round(margin, 3) for margin in found if margin is not None] == [12.706, 0.377, 0.0]
    assert replace(drawn, distribution={3: 1}).margin is None
    assert cobra.simulate(game, "parts").margin is None


@pytest.mark.thorough
def test_heavier_codes_are_drawn_more_often() -> None:
    game = cobra.load("diagnosis")
    weights = {play.secret: play.weight for play in cobra.simulate(game, trace=True).plays}
    drawn = Counter(play.secret for play in cobra.simulate(game, number=2000, trace=True).plays)
    for secret, weight in weights.items():
        assert abs(drawn[secret] / 2000 - weight / sum(weights.values())) < 0.04


@pytest.mark.parametrize("codemaker", ["models", "fixed"])
def test_an_adversary_is_no_worse_than_the_worst_case(codemaker: str) -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 4})
    for strategy in ("max-models", "parts", "first"):
        everything = cobra.simulate(game, strategy, trace=True)
        found = cobra.simulate(game, strategy, codemaker, trace=True)
        (play,) = found.plays
        assert found.games == 1
        assert play.length <= everything.worst
        (same,) = [other for other in everything.plays if other.secret == play.secret]
        assert same.history == play.history


def test_the_strategy_random_is_another_one_in_each_game() -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 3})
    found = cobra.simulate(game, "random", "012", number=20, seed=1, trace=True)
    assert len({play.history for play in found.plays}) > 5
    assert found == cobra.simulate(game, "random", "012", number=20, seed=1, trace=True)


def test_optimal_is_proved() -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    found = cobra.simulate(game, "optimal")
    assert (found.total, found.weight, found.proved) == (21, 9, True)
    assert cobra.simulate(game, "parts").proved is None


@pytest.mark.slow
def test_too_many_codes_to_list() -> None:
    game = cobra.load("mastermind", {"pegs": 8, "colours": 10})
    found = cobra.simulate(game, "first", number=1, trace=True)
    assert found.sampled
    for play in found.plays:
        assert play.left[-1] == 1
        assert list(play.left) == sorted(play.left, reverse=True)
    with pytest.raises(GameError, match="100,000,000 codes are too many to list; the strategies that play"):
        cobra.simulate(game, "min-fixed")


def test_few_codes_that_a_busy_machine_had_no_time_to_list_are_not_called_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def busy(position: Position) -> CodesLeft:
        raise TimeLimitError("listing codes", 5.0)

    game = cobra.load("quordle", {"boards": 2})
    monkeypatch.setattr(Position, "_list_all", busy)
    monkeypatch.setattr(Position, "_list_counted", busy)
    with pytest.raises(TimeLimitError, match=r"^stopped by the time limit while listing codes; "):
        cobra.simulate(game, "parts", number=1)


@pytest.mark.slow
def test_strategies_that_count_codes_play_by_some_experiments() -> None:
    game = cobra.load("mastermind", {"pegs": 7, "colours": 9})
    found = cobra.simulate(game, "parts", "0123456", trace=True)
    (play,) = found.plays
    assert play.secret == "0123456"
    assert play.left[-1] == 1
    assert play.length < 10


def test_a_written_strategy_is_played(tmp_path: Path) -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    cobra.analyze(game, ["parts"], output=tmp_path)
    path = str(tmp_path / "parts.json")
    found = cobra.simulate(game, path, trace=True)
    assert found.plays == cobra.simulate(game, "parts", trace=True).plays
    with pytest.raises(GameError, match="is a strategy for another game: colours is 3 in one and 4"):
        cobra.simulate(cobra.load("mastermind", {"pegs": 2, "colours": 4}), path)
    document = json.loads((tmp_path / "parts.json").read_text())
    document["tree"][1]["experiment"] = document["tree"][0]["experiment"]
    (tmp_path / "wrong.json").write_text(json.dumps(document))
    with pytest.raises(GameError, match="is not a strategy that can be played"):
        cobra.simulate(game, str(tmp_path / "wrong.json"))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"codebreaker": "part"}, "there is no strategy 'part'; did you mean 'parts'"),
        ({"codebreaker": "nowhere.json"}, "nowhere.json"),
        ({"codemaker": "model"}, "did you mean 'models'"),
        ({"number": 0}, "at least 1 game"),
    ],
)
def test_wrong_requests(arguments: dict[str, object], problem: str) -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    with pytest.raises(cobra.CobraError, match=problem):
        cobra.simulate(game, **arguments)  # type: ignore[arg-type]


def test_an_ill_formed_game_is_refused() -> None:
    game = cobra.load_text(
        'game "g"\nsecret s : 1..3\nexperiment e()\n outcome "a" : s = 1\n outcome "b" : s = 2\n'
    )
    with pytest.raises(GameError):
        cobra.simulate(game)


def test_a_strategy_too_large_for_memory_is_followed_experiment_by_experiment() -> None:
    """With lies it has far more nodes, here 5,220, than there are codes."""
    game = cobra.load_text(
        "secret x : 1..16 lies at most 2 "
        'experiment compare(g : 2..16) observe if x < g then "less" else "not less"'
    )
    whole = cobra.simulate(game, "parts", seed=1)
    assert whole.distribution == {5: 1, 6: 1, 9: 1, 12: 2, 13: 2, 14: 2, 15: 1, 18: 3, 21: 1, 22: 1, 27: 1}
    assert cobra.simulate(game, "parts", seed=1, memory=4 << 20).distribution == whole.distribution


@pytest.mark.slow
def test_a_stopped_simulation_says_so() -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 4})
    found = cobra.simulate(game, "random", number=1_000_000, time_limit=3.0)
    assert found.stopped == "time"
    assert 0 < found.games < found.wanted == 1_000_000


def test_codes_that_cannot_be_counted_are_not_drawn_and_the_option_is_named() -> None:
    game = cobra.load(Path(__file__).parents[1] / "data" / "games" / "four_words.cb")
    with pytest.raises(LimitError, match="raise it with --memory"):
        cobra.simulate(game, "parts", "random", number=1, memory=8 << 20)


def test_a_strategy_that_loses_least_pays_for_what_it_loses() -> None:
    """Its own figures leave that out, and games say the same with and without their moves."""
    game = cobra.load_text(PAID_FOR)
    strategy = cobra.optimal(game, "won").strategy
    assert strategy is not None
    found = [cobra.simulate(game, strategy, trace=trace) for trace in (False, True)]
    # One code after one experiment, one after two, four lost after two: 1 + 2 + 4 * (2 + 5).
    assert [one.costs for one in found] == [(7, Fraction(31, 6))] * 2
    assert [(one.lost, one.total, one.worst) for one in found] == [(4, 11, 2)] * 2
    assert {one.codebreaker for one in found} == {"optimal"}


@pytest.mark.parametrize(
    ("name", "params", "within", "lost"),
    [
        ("black-pegs", {"pegs": 2, "colours": 3}, 2, [0, 0, 0, 1, 0, 1, 1, 1, 0]),
        ("egg-drop", {"eggs": 2, "floors": 3}, 1, [0, 1, 1, 1]),
    ],
)
def test_who_gives_up_has_lost(name: str, params: dict[str, int], within: int, lost: list[int]) -> None:
    """With and without the moves, and as the file of the strategy says."""
    game = cobra.load(name, params)
    strategy = cobra.optimal(game, "won", within=within).strategy
    assert strategy is not None
    assert strategy.figures.lost == sum(lost)
    found = [cobra.simulate(game, strategy, trace=trace) for trace in (False, True)]
    assert [one.lost for one in found] == [sum(lost)] * 2
    assert [play.lost for play in found[1].plays] == lost
    document = json.loads(simulation_json(found[1]))
    assert (document["lost"], [play["lost"] for play in document["plays"]]) == (sum(lost), lost)
    drawn = cobra.simulate(game, strategy, number=20, trace=True)
    assert {play.secret for play in drawn.plays if play.lost} == {
        play.secret for play in found[1].plays if play.lost
    }


def test_a_strategy_of_another_game_is_refused() -> None:
    strategy = cobra.optimal(cobra.load("mastermind", {"pegs": 2, "colours": 3})).strategy
    assert strategy is not None
    with pytest.raises(GameError, match=r"^optimal is a strategy for another game: "):
        cobra.simulate(cobra.load("mastermind", {"pegs": 2, "colours": 4}), strategy)
