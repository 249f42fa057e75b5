"""A user's own strategies in Python: what they see, how often they are asked, and what goes wrong."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path, PurePath, PurePosixPath
from threading import Barrier, BrokenBarrierError, Thread

import pytest

import cobra
from cobra.errors import GameError

SMALL = cobra.load("mastermind", {"pegs": 2, "colours": 3})
USUAL = cobra.load("mastermind")


def _row(strategy: object, game: cobra.Game = SMALL, **more: object) -> cobra.Row:
    return cobra.analyze(game, [strategy], **more).rows[0]  # type: ignore[list-item, arg-type]


def first_code(knowledge: cobra.Knowledge) -> str:
    return knowledge.codes[0]


class Twice:
    made = 0

    def __init__(self, game: cobra.Game) -> None:
        type(self).made += 1
        self.game = game

    def choose(self, knowledge: cobra.Knowledge, history: cobra.History) -> cobra.Experiment:
        assert self.game is knowledge.game
        return (0, (len(history) % 2, 1))


def test_a_function_is_a_row_beside_the_others() -> None:
    analysis = cobra.analyze(SMALL, [first_code, "first", "optimal"])
    assert [row.name for row in analysis.rows] == ["first_code", "first", "optimal"]
    assert [row.total for row in analysis.rows] == [24, 24, 21]
    assert [row.first for row in analysis.rows[:2]] == ["00", "00"]
    assert [row.optimal for row in analysis.rows] == [False, False, True]


def test_what_is_known() -> None:
    seen: list[cobra.Knowledge] = []

    def look(knowledge: cobra.Knowledge) -> str:
        seen.append(knowledge)
        return "01"

    with pytest.raises(GameError):
        _row(look)
    first, second = seen[:2]
    assert first.game is SMALL
    assert (first.count, first.seed, repr(first)) == (9, 0, "<Knowledge: 9 codes left>")
    assert first.codes == ["00", "01", "02", "10", "11", "12", "20", "21", "22"]
    assert first.experiments == tuple(first.codes)
    assert first.split("00") == {"0B0W": 4, "1B0W": 4, "2B0W": 1}
    assert first.splits(["0 1", (0, (0, 0)), (0, [0, 1])]) == [  # type: ignore[list-item]
        {"0B0W": 1, "0B1W": 2, "0B2W": 1, "1B0W": 4, "2B0W": 1},
        {"0B0W": 4, "1B0W": 4, "2B0W": 1},
        {"0B0W": 1, "0B1W": 2, "0B2W": 1, "1B0W": 4, "2B0W": 1},
    ]
    assert repr(first.after("00")["2B0W"]) == "<Knowledge: 1 code left>"
    assert first.best("parts") == "01"
    assert first.best("min max(n)") == "00"
    assert first.best("first") == "00"
    assert first.can_be_final("01")
    assert second.count < first.count
    assert second.split("01") == {next(iter(second.split("01"))): second.count}
    assert not second.can_be_final("01")
    with pytest.raises(GameError, match="'99' is not an experiment"):
        first.split("99")
    with pytest.raises(GameError, match="consistent\\(parts\\) compares no scores, so it has no best"):
        first.best("consistent(parts)")


@pytest.mark.thorough
@pytest.mark.parametrize("strategy", ["max-models", "ent-models", "parts", "min sum(n^2) then max parts"])
def test_the_best_by_a_score_is_what_the_core_plays(strategy: str) -> None:
    def choose(knowledge: cobra.Knowledge) -> str | None:
        return knowledge.best(strategy)

    mine, core = cobra.analyze(USUAL, [choose, strategy]).rows
    assert (mine.first, mine.total, mine.distribution, mine.nodes) == (
        core.first,
        core.total,
        core.distribution,
        core.nodes,
    )


@pytest.mark.thorough
def test_it_is_asked_once_in_each_state_and_never_for_the_last_code() -> None:
    counts: list[int] = []
    histories: list[cobra.History] = []

    def choose(knowledge: cobra.Knowledge) -> str | None:
        counts.append(knowledge.count)
        return knowledge.best("parts")

    def watch(knowledge: cobra.Knowledge, history: cobra.History) -> str | None:
        histories.append(history)
        return knowledge.best("parts")

    row = _row(choose, USUAL)
    assert (row.total, row.nodes) == (5668, 1371)
    assert len(counts) == 363 and min(counts) == 2
    assert counts[0] == 1296
    assert _row(watch, USUAL).total == 5668
    assert len(histories) == len(set(histories)) == 363
    assert histories[0] == ()
    assert {len(history) for history in histories} == {0, 1, 2, 3, 4}
    assert all(history[0][0] == "0012" for history in histories[1:])


@pytest.mark.thorough
def test_a_class_is_made_once_for_each_game() -> None:
    Twice.made = 0
    with pytest.raises(GameError, match=r"the strategy Twice \(.*\) goes on after 1,000 experiments"):
        _row(Twice)
    assert Twice.made == 1


def test_a_strategy_may_learn_nothing_for_a_while(tmp_path: Path) -> None:
    def slow(knowledge: cobra.Knowledge, history: cobra.History) -> str:
        return "00" if len(history) % 2 else knowledge.codes[-1]

    row = _row(slow, output=tmp_path)
    assert (row.worst, row.total, sum(row.distribution.values())) == (4, 27, 9)
    assert cobra.verify(cobra.read_strategy(tmp_path / "slow.json")).correct


def test_inseparable_codes_end_the_game_whatever_is_asked() -> None:
    game = cobra.load("counterfeit-coin-only", {"coins": 4})
    expected = cobra.analyze(game, ["parts"]).rows[0]

    def choose(knowledge: cobra.Knowledge) -> str:
        return knowledge.best("parts") or knowledge.experiments[0]

    row = _row(choose, game)
    assert (row.total, row.distribution, row.inseparable) == (
        expected.total,
        expected.distribution,
        expected.inseparable,
    )


def gives(answer: object) -> Callable[[cobra.Knowledge], object]:
    def choose(knowledge: cobra.Knowledge) -> object:
        return answer

    return choose


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("99", "'99' is not an experiment: "),
        ("", "'' is not an experiment: "),
        ((0, (7, 7)), "an experiment is wanted, as text, not (0, (7, 7))"),
        ((5, (0, 0)), "an experiment is wanted, as text, not (5, (0, 0))"),
        (3, "an experiment is wanted, as text, not 3"),
        ([], "an experiment is wanted, as text, not []"),
        (object, "an experiment is wanted, as text, not <class 'object'>"),
    ],
)
def test_wrong_answers_name_the_strategy_and_its_place(answer: object, why: str) -> None:
    with pytest.raises(GameError) as error:
        _row(gives(answer))
    place = f"test_function.py:{gives(answer).__code__.co_firstlineno}"
    assert str(error.value).startswith(
        f"the strategy choose ({place}) gave a wrong answer with 9 codes left: {why}"
    )


def test_giving_up_while_codes_can_be_told_apart_is_an_error() -> None:
    with pytest.raises(GameError, match=r"the strategy choose \(.*\) names no experiment with 9 codes left"):
        _row(gives(None))


def test_what_a_strategy_raises_is_an_error_with_its_place() -> None:
    def choose(knowledge: cobra.Knowledge) -> str:
        return knowledge.codes[99]

    with pytest.raises(GameError) as error:
        _row(choose)
    line = choose.__code__.co_firstlineno + 1
    assert str(error.value) == (
        f"the strategy choose failed at test_function.py:{line}: IndexError: list index out of range"
    )


def test_leaving_the_process_is_an_error_and_ctrl_c_is_a_stop() -> None:
    def leave(knowledge: cobra.Knowledge) -> str:
        raise SystemExit(3)

    def interrupt(knowledge: cobra.Knowledge) -> str:
        raise KeyboardInterrupt

    with pytest.raises(GameError, match=r"the strategy leave failed at .*: SystemExit: 3"):
        _row(leave)
    assert _row(interrupt).stopped == "interrupt"


def test_own_strategies_choose_freely() -> None:
    with pytest.raises(GameError, match="the strategy first_code chooses freely; --consistent is for those"):
        _row(first_code, consistent=True)


PLAYER = type("Player", (), {"name": "Ann", "play": lambda self: "00"})


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (3, "int is no strategy: a function or a class is wanted, not 3"),
        (Twice.choose, "choose is no strategy: it must take (knowledge) or (knowledge, history)"),
        (type("Empty", (), {}), "the class Empty is no strategy: it has no method choose"),
        (PLAYER(), "Player is no strategy: a function or a class is wanted, not "),
        (PurePosixPath("a/own.py"), "PurePosixPath is no strategy: a function or a class is wanted, not "),
    ],
)
def test_what_cannot_be_a_strategy(rule: object, message: str) -> None:
    with pytest.raises(GameError) as error:
        _row(rule)
    assert str(error.value).startswith(message)
    assert str(error.value).endswith("a file is given as text, 'a/own.py'") == isinstance(rule, PurePath)


def test_all_functions_take_them() -> None:
    compared = cobra.compare([SMALL], [first_code, "parts"]).instances[0].analysis
    assert compared is not None and [row.total for row in compared.rows] == [24, 21]
    simulation = cobra.simulate(SMALL, first_code)
    assert (simulation.codebreaker, simulation.total) == ("first_code", 24)
    assert cobra.simulate(SMALL, first_code, "models").distribution == {4: 1}
    (one,) = cobra.advise(SMALL, "00 = 1B0W", strategies=[first_code]).suggestions
    assert (one.strategy, one.experiment, one.worst) == ("first_code", "01", 2)


def test_history_has_what_was_done_before() -> None:
    seen: list[cobra.History] = []

    def choose(knowledge: cobra.Knowledge, history: cobra.History) -> str:
        seen.append(history)
        return knowledge.codes[0]

    cobra.advise(SMALL, "00 = 1B0W", strategies=[choose])
    assert seen[0] == (("00", "1B0W"),)


def test_files_of_strategies_have_safe_names_and_are_verified(tmp_path: Path) -> None:
    strategies = [first_code, "consistent(parts)", "min sum(n)", "min  sum(n)"]
    cobra.analyze(SMALL, strategies, output=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "consistent_parts.json",
        "first_code.json",
        "min_sum_n.json",
    ]
    for path in tmp_path.iterdir():
        assert cobra.verify(cobra.read_strategy(path)).correct


@pytest.mark.thorough
def test_a_rule_that_never_answers_is_stopped_at_the_time_limit() -> None:
    def think(knowledge: cobra.Knowledge) -> str:
        while True:
            pass

    row = _row(think, time_limit=0.3)
    assert (row.stopped, row.first, row.nodes) == ("time", None, 0)


def test_an_exception_that_has_no_text_is_named() -> None:
    class OddError(Exception):
        def __str__(self) -> str:
            raise ValueError

    def fail(knowledge: cobra.Knowledge) -> str:
        raise OddError

    with pytest.raises(GameError, match=r"^the strategy fail failed at test_function.py:\d+: OddError$"):
        _row(fail)


def test_long_answers_are_shortened() -> None:
    def chatter(knowledge: cobra.Knowledge) -> str:
        return "0" * 1_000_000

    with pytest.raises(GameError) as error:
        _row(chatter)
    assert len(str(error.value)) < 400


def test_async_functions_are_refused() -> None:
    async def later(knowledge: cobra.Knowledge) -> str:
        return "00"

    with pytest.raises(GameError, match=r"^later is no strategy: it must not be async$"):
        _row(later)


def test_the_best_order_of_ties_is_no_matter_of_one_experiment() -> None:
    def ask(knowledge: cobra.Knowledge) -> str | None:
        return knowledge.best("parts")

    assert _row(ask, ties="best").total == _row("parts").total == 21


def test_what_is_printed_in_two_threads_stands_where_it_did_afterwards() -> None:
    before, together = sys.stdout, Barrier(2)

    def chosen(wait: float) -> Callable[[cobra.Knowledge], str]:
        def choose(knowledge: cobra.Knowledge) -> str:
            with suppress(BrokenBarrierError):
                together.wait(1)  # both are inside, and leave it one after the other
            time.sleep(wait)
            return str(knowledge.best("parts"))

        return choose

    game = cobra.load("mastermind", {"pegs": 1, "colours": 2})
    threads = [Thread(target=cobra.analyze, args=(game, [chosen(wait)])) for wait in (0.0, 0.05)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sys.stdout is before
