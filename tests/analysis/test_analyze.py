"""The Python functions behind the commands."""

from __future__ import annotations

import threading
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

import cobra
from cobra.breakers.breaker import How
from cobra.breakers.core import CoreBreaker
from cobra.engine.played import Played
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError

SMALL = {
    "bags-of-gold": {"bags": 4},
    "battleship": {"size": 3, "length": 2},
    "black-box": {"size": 3, "atoms": 2},
    "black-pegs": {"pegs": 3, "colours": 3},
    "bulls-and-cows": {"places": 3, "digits": 4},
    "code-777": {},
    "counterfeit-coin": {"coins": 4},
    "counterfeit-coin-only": {"coins": 4},
    "diagnosis": {},
    "group-testing": {"items": 5},
    "higher-lower": {"n": 10},
    "light-coins": {"coins": 5},
    "mastermind": {"pegs": 2, "colours": 4},
    "mastermind-colour": {"pegs": 2, "colours": 3},
    "permutation": {"n": 3},
    "sorting": {"n": 4},
    "word-list": {},
}


@pytest.mark.parametrize("name", SMALL)
def test_no_strategy_beats_the_bounds(name: str) -> None:
    analysis = cobra.analyze(cobra.load(name, SMALL[name]))
    bounds = analysis.info.bounds
    assert analysis.stopped is None
    assert analysis.proof.well_formed is True
    assert bounds is not None
    for row in analysis.rows:
        assert row.average is not None
        assert row.worst >= bounds.worst
        assert row.average >= bounds.average
        assert row.worst == max(row.distribution)
        assert row.settled == row.codes == analysis.info.codes
        assert row.average == Fraction(row.total, row.weight)
        if analysis.info.game.weight is None:
            assert row.total == sum(length * count for length, count in row.distribution.items())


@pytest.mark.thorough
def test_codes_that_nothing_tells_apart_need_no_leaves_of_their_own() -> None:
    """Black Box 4 x 4 with 3 atoms: 560 codes in 556 classes, of which four hold two codes."""
    info = cobra.info(cobra.load("black-box", {"size": 4, "atoms": 3}))
    assert info.codes == 560
    assert info.inseparable is not None
    branching = info.branching or 0
    bounds = info.bounds
    assert bounds is not None
    assert branching**bounds.worst >= 556 > branching ** (bounds.worst - 1)
    assert bounds.weight == 560


def test_a_pair_that_needs_no_telling_apart_is_no_inseparable_pair() -> None:
    """Two faults that answer every test alike, but are treated alike."""
    assert cobra.info(cobra.load("diagnosis")).inseparable is None


def test_codes_with_different_goals_that_nothing_tells_apart() -> None:
    game = cobra.load_text("variables a, b goal b experiment look() observe a")
    info = cobra.info(game)
    assert info.inseparable is not None
    assert info.bounds == cobra.Bounds(1, 4, 4)
    row = cobra.analyze(game, ["parts"]).rows[0]
    assert row.inseparable is not None
    assert (row.worst, row.total) == (1, 4)


def test_a_game_in_which_nothing_can_be_learnt() -> None:
    game = cobra.load_text("variable a experiment look() observe 1")
    analysis = cobra.analyze(game, ["max-models", "first"])
    assert analysis.info.branching == 1
    assert [(row.first, row.worst, row.total, row.nodes) for row in analysis.rows] == [(None, 0, 0, 0)] * 2
    assert analysis.info.inseparable is not None


@pytest.mark.parametrize(
    ("text", "length"),
    [
        (
            "variable a constraint a experiment g(x : {1 2}) observe a final a & x = 1",
            1,
        ),  # hit: asked all the same
        ("variable a constraint a experiment g() observe a", 0),
    ],
)
def test_a_single_code(text: str, length: int) -> None:
    row = cobra.analyze(cobra.load_text(text), ["parts"]).rows[0]
    assert (row.codes, row.worst, row.distribution) == (1, length, {length: 1})


def test_weights_count_in_the_average_alone() -> None:
    game = cobra.load_text(
        "secret s : 1..3 weight if s = 1 then 8 else 1 experiment g(x : 1..3) observe s = x final s = x"
    )
    row = cobra.analyze(game, ["first"]).rows[0]
    assert (row.total, row.weight, row.codes, row.distribution) == (8 + 2 + 3, 10, 3, {1: 1, 2: 1, 3: 1})
    bounds = cobra.info(game).bounds
    assert bounds == cobra.Bounds(3, 13, 10)


@pytest.mark.thorough
def test_counts_without_listing_are_the_same() -> None:
    for name, definitions in SMALL.items():
        game = cobra.load(name, definitions)
        table, sat = cobra.info(game, backend="table"), cobra.info(game, backend="sat")
        assert (table.codes, table.experiments, table.fixed) == (sat.codes, sat.experiments, sat.fixed), name


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strategies": ["best"]}, "there is no strategy 'best'"),
        ({"strategies": []}, "no strategy given"),
        ({"ties": "last"}, "there is no rule for ties 'last'"),
        ({"sat_solver": "kissat404"}, "there is no SAT solver 'kissat404'"),
        ({"memory": 0}, "raise it with --memory SIZE"),
    ],
)
def test_wrong_requests(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(cobra.CobraError) as error:
        cobra.analyze(cobra.load("sorting", {"n": 3}), **arguments)  # type: ignore[arg-type]  # wrong on purpose
    assert message in str(error.value)


def test_an_ill_formed_game_is_refused_with_its_counterexample() -> None:
    game = cobra.load_text(
        'variables a, b experiment g() outcome "a" : a outcome "not a" : !a outcome "b" : b'
    )
    with pytest.raises(GameError, match='"no code has two outcomes" does not hold: g has the outcomes "'):
        cobra.analyze(game)


def test_a_strategy_that_needs_too_much_memory_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    play = CoreBreaker.play

    def greedy(breaker: CoreBreaker, table: CodeTable, how: How) -> Played:
        if breaker.name == "min-fixed":
            raise LimitError("memory", 3 << 30, 2 << 30, breaker.name)
        return play(breaker, table, how)

    monkeypatch.setattr(CoreBreaker, "play", greedy)
    result = cobra.analyze(cobra.load("sorting", {"n": 3}), ["parts", "min-fixed", "max-models"])
    assert [(row.stopped, row.total) for row in result.rows] == [(None, 16), ("memory", 0), (None, 16)]


def test_too_many_codes_are_refused_with_their_number() -> None:
    game = cobra.load("mastermind")
    with pytest.raises(LimitError) as error:
        cobra.analyze(game, limits=cobra.Limits(codes=1000))
    assert (error.value.name, error.value.needed, error.value.limit) == ("codes", 1296, 1000)


def test_progress_is_reported_and_a_deadline_passed_is_an_error() -> None:
    heard: list[tuple[str, int, int]] = []
    run = Run(progress=lambda what, done, total: heard.append((what, done, total)))
    release = threading.Event()
    assert run.call("waiting", lambda control: release.wait(0.3)) is False
    assert heard[0] == ("waiting", 0, 0)
    late = Run(time_limit=0.0)
    with pytest.raises(StoppedError, match="stopped by the time limit while thinking"):
        late.call("thinking", lambda control: None)


def test_a_share_of_the_time_is_given_back() -> None:
    run = Run(time_limit=100.0)
    with run.share(0.1):
        assert 9.0 < (run.remaining() or 0.0) < 10.1
    assert 99.0 < (run.remaining() or 0.0) < 100.1
    unlimited = Run()
    with unlimited.share(0.1):
        assert unlimited.remaining() is None


def test_the_package_exports_what_it_says() -> None:
    assert all(getattr(cobra, name) is not None for name in cobra.__all__)
    with pytest.raises(AttributeError, match="module 'cobra' has no attribute 'optimum'"):
        getattr(cobra, "opti" + "mum")


def test_experiments_too_many_to_count_one_by_one() -> None:
    known = cobra.info(cobra.load("counterfeit-coin", {"coins": 40}))
    weighings = sum(comb(40, m) * comb(40 - m, m) // 2 for m in range(1, 21))
    assert (known.stopped, known.experiments, known.first_experiments) == (None, weighings, 20)


def test_a_strategy_too_large_for_memory_is_not_written(tmp_path: Path) -> None:
    """The table is true all the same, and what is written is whole."""
    game = cobra.load_text(
        "secret x : 1..16 lies at most 2 "
        'experiment compare(g : 2..16) observe if x < g then "less" else "not less"'
    )
    result = cobra.analyze(game, ["parts", "max-models"], memory=4 << 20, output=tmp_path)
    assert [(row.name, row.worst, row.stopped) for row in result.rows] == [
        ("parts", 47, None),
        ("max-models", 11, None),
    ]
    assert isinstance(result.failure, LimitError)
    assert (result.failure.name, result.failure.needed) == ("memory", 900 * 5220)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["max-models.json"]
