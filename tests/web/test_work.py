"""What one worker remembers: positions and games, and what is said where there was no time to know one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from cobra.engine.made import Made
from cobra.engine.table import CodeTable
from cobra.errors import StoppedError
from cobra.model.game import Game
from cobra.play import begin
from cobra.play.position import Position
from cobra.play.read import read_history
from cobra.web import games, long_work, questions
from cobra.web import work as module
from cobra.web.allowance import Allowance
from cobra.web.work import Work
from tests.web.server import MASTERMIND

HISTORY = [["012", "1B1W"], ["103", "1B1W"]]


def made() -> Work:
    return Work(Allowance(threads=1), lambda what, done, total: None)


def ask(operation: Any, work: Work, **members: object) -> Any:
    parts = operation(work, json.dumps({"game": MASTERMIND, "history": HISTORY} | members).encode())
    return json.loads(parts[0])


def test_a_position_is_made_once_for_all_that_is_asked_about_it(monkeypatch: pytest.MonkeyPatch) -> None:
    histories: list[int] = []

    class Counted(Position):
        def __init__(self, game: Game, history: Sequence[Made] = (), **more: Any) -> None:
            histories.append(len(history))
            super().__init__(game, history, **more)

    monkeypatch.setattr(begin, "Position", Counted)
    monkeypatch.setattr(module, "used_memory", lambda: 0)  # the process of the tests may have taken much
    work = made()
    best = ask(questions.advice, work)["advice"][0]["experiment"]
    assert ask(questions.position, work)["codes"] == sum(
        codes for _, codes in ask(questions.split, work, experiment=best)["split"]
    )
    assert ask(questions.why, work)["best"] is not None
    assert len(ask(long_work.review, work, kind="review")["moves"]) == 2
    assert sorted(histories) == [0, 1, 2]


def test_what_there_was_no_time_to_find_out_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing tells 3 and 4 apart, so the play is over; who was too busy to see it sees it later."""
    first_experiments = CodeTable.first_experiments
    asked: list[int] = []

    def late(table: CodeTable, memory: int) -> Any:
        asked.append(memory)
        if len(asked) == 1:
            raise StoppedError("time", "listing the first experiments")
        return first_experiments(table, memory)

    monkeypatch.setattr(CodeTable, "first_experiments", late)
    monkeypatch.setattr(module, "used_memory", lambda: 0)
    text = 'secret x : 1..4\nexperiment ask(g : 1..2) observe if x <= g then "low" else "high"\n'
    work = made()
    over = [
        ask(questions.position, work, game={"text": text}, history=[["2", "high"]])["over"] for _ in "123"
    ]
    assert over == [False, True, True]
    assert len(asked) == 2


@pytest.mark.thorough
def test_codes_that_nobody_could_count_are_no_number() -> None:
    work = made()
    game = work.games.load(MASTERMIND)
    position = work.position(MASTERMIND, game, read_history(game, "012 = 1B0W"))
    assert work.counts(MASTERMIND, position) == [position.codes]
    position.exact = False
    assert work.counts(MASTERMIND, position) == [None]


def test_where_too_many_codes_are_left_a_sample_of_them_is_split() -> None:
    game = {"name": "mastermind", "parameters": {"pegs": 12, "colours": 12}}
    history = [["4 5 0 3 8 9 4 8 3 6 5 8", "2B4W"]]
    answer = ask(questions.split, made(), game=game, history=history, experiment="0 0 0 1 1 1 2 2 2 3 3 3")
    assert (answer["sampled"], answer["can_be_code"]) == (True, False)
    assert sum(codes for _, codes in answer["split"]) == 400
    assert answer["worst"] == max(codes for _, codes in answer["split"])


@pytest.mark.thorough
@pytest.mark.parametrize(("taken", "remembered"), [(0.4, True), (0.6, False)])
def test_positions_are_forgotten_before_another_is_made_where_memory_is_short(
    taken: float, remembered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = made()
    monkeypatch.setattr(module, "used_memory", lambda: int(taken * work.allowance.memory))
    game = work.games.load(MASTERMIND)
    first = work.position(MASTERMIND, game, ())
    history = tuple(read_history(game, "012 1B1W"))
    second = work.position(MASTERMIND, game, history)
    assert work.position(MASTERMIND, game, history) is second
    assert (work.position(MASTERMIND, game, ()) is first) is remembered


def test_a_game_with_the_formulas_of_many_histories_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_MORE_FORMULAS", 5)
    work = made()
    first = work.games.load(MASTERMIND)
    formulas, codes = len(first.dag), ask(questions.position, work)["codes"]
    assert len(first.dag) > formulas + 5
    second = work.games.load(MASTERMIND)
    assert second is not first
    assert len(second.dag) == formulas
    assert work.position(MASTERMIND, second, ()).game is second
    assert ask(questions.position, work)["codes"] == codes


def test_a_review_says_where_the_codes_left_were_not_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    work = made()
    known = work.position

    def position(said: object, game: Game, history: Sequence[Made]) -> Position:
        if len(history) == 1:
            raise StoppedError("time", "listing the codes left")
        return known(said, game, history)

    monkeypatch.setattr(work, "position", position)
    moves = ask(long_work.review, work, kind="review")["moves"]
    assert [(move["before"], move["after"]) for move in moves] == [(64, None), (None, 6)]
