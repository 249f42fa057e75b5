"""The page of `cobra serve` for games with lies and moves."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cobra.errors import GameError
from cobra.web import comparing, long_work, questions
from cobra.web.allowance import Allowance
from cobra.web.work import Work

LIAR = {"name": "liar", "parameters": {}}
FOX = {"name": "fox", "parameters": {}}


def work() -> Work:
    return Work(Allowance(threads=1), lambda what, done, total: None)


def ask(operation: Any, *more: object, **members: object) -> Any:
    return json.loads(operation(work(), json.dumps(members).encode(), *more)[0])


def test_what_the_server_says_of_lies() -> None:
    assert ask(questions.game, game=LIAR)["unseen"] is True
    history = [["1234", "yes"], ["1256", "no"]]
    position = ask(questions.position, game=LIAR, history=history)
    assert (position["codes"], position["over"], position["probabilities"]) == (6, False, None)
    assert position["standing"] == "2 if no answer was a lie, 4 if 1 was"
    assert position["list"] == ["3", "4", "1", "2", "7", "8"]
    assert [row["codes"] for row in position["rows"]] == [8, 6]
    advice = ask(questions.advice, game=LIAR, history=history)["advice"]
    (optimal,) = [one for advised in advice for one in advised["strategies"] if one["name"] == "optimal"]
    assert (optimal["worst"], optimal["expected"], optimal["proved"]) == (4, None, True)
    assert ask(questions.split, game=LIAR, history=history, experiment="37")["split"] == [
        ["no", 5],
        ["yes", 3],
    ]
    assert ask(questions.why, game=LIAR, history=history)["sentences"] == [
        "123 leaves (codes without a lie + with 1 …): no 1+3; yes 1+3.",
        "4 experiments are needed at worst from here on, 123 included. This is proved to be the least.",
    ]
    assert ask(questions.why_not, game=LIAR, history=history, code="1")["sentences"] == [
        "1 is possible if answer 2 was a lie."
    ]
    assert ask(questions.next_experiment, game=LIAR, history=history, strategy="optimal")["experiment"]
    reviewed = ask(long_work.review, kind="review", game=LIAR, history=history)
    assert [(move["before"], move["after"]) for move in reviewed["moves"]] == [(8, 8), (8, 6)]
    assert [move["judgement"]["expected_best"] for move in reviewed["moves"]] == [6, 5]
    assert (reviewed["by_worst"], reviewed["loses"], reviewed["rest"]) == (True, False, 4)


@pytest.mark.parametrize(("game", "codes"), [(LIAR, 8), (FOX, 5)])
def test_a_strategy_is_walked(game: object, codes: int) -> None:
    """The page offers objectives that such a game does not have; the only one it has is taken."""
    found = ask(long_work.strategy, kind="strategy", game=game, strategy="optimal", objective="average")
    assert (found["objective"], found["worst"], found["codes"]) == ("worst", 6, codes)
    walk = found["walk"]
    assert walk["unseen"]["believed"][0] == [list(range(codes))]
    assert walk["unseen"]["moves"] is (game is FOX)
    body = json.dumps({"kind": "strategy", "game": game, "strategy": "max-models"}).encode()
    (_, file) = long_work.strategy(work(), body)
    (tree,) = long_work.export(work(), json.dumps({"format": "json"}).encode(), file)
    assert json.loads(tree)["tree"]["left"] == codes
    with pytest.raises(GameError, match="the notation `irving`"):
        long_work.export(work(), json.dumps({"format": "irving"}).encode(), file)


def test_what_the_server_says_of_too_many_lies() -> None:
    history = [["1", "yes"], ["2", "yes"], ["3", "yes"]]
    found = ask(questions.position, game=LIAR, history=history)["contradiction"]
    assert (found["clash"], found["lies"]) == (
        [0, 1, 2],
        "At most 1 answer may be a lie; a code is possible with 2.",
    )
    assert [(one["row"], one["answer"], one["codes"]) for one in found["repairs"]] == [
        (0, "no", 2),
        (1, "no", 2),
        (2, "no", 2),
    ]
    fox = ask(questions.position, game=FOX, history=[[hole, "empty"] for hole in "234234"])
    assert (fox["codes"], fox["contradiction"]["lies"]) == (0, None)


def test_which_answers_were_lies_is_said_where_it_is_known() -> None:
    """What is asked for can be found, and the game be over, while codes are left that told other lies."""
    text = """
secret x : 1..3
goal x % 2
lies at most 1
experiment a(g : 1..3) observe x = g
"""

    def said(*history: tuple[str, str]) -> tuple[int, bool, str]:
        found = ask(questions.position, game={"text": text}, history=history)
        return found["codes"], found["over"], found["standing"]

    assert said(("2", "no"), ("2", "no")) == (2, True, "no answer was a lie")
    assert said(("1", "yes"), ("2", "no")) == (2, True, "1 if no answer was a lie, 1 if 1 was")
    assert said(("1", "yes"), ("3", "yes")) == (2, True, "2 if 1 was")
    assert said(("1", "yes"), ("3", "yes"), ("1", "yes")) == (1, True, "answer 2 was a lie")
    moving = text.replace("goal x % 2", "move x = one of x, x % 3 + 1")
    moving = moving.replace(
        "observe x = g", 'observe if x = g then "hit" else if x < g then "less" else "more" final x = g'
    )
    found = ask(questions.position, game={"text": moving}, history=[["2", "less"], ["1", "hit"]])
    assert (found["codes"], found["over"], found["standing"]) == (1, True, "")


def test_a_liar_is_kept_by_the_server() -> None:
    """Whoever answers from what is kept answers the same, and tells its lies when the game is over."""
    state = work()
    said = {"game": LIAR}
    kept = json.loads(questions.secret(state, json.dumps({**said, "codemaker": "random"}).encode())[0])
    assert kept["codemaker"].startswith("liar ")
    token, history = kept["codemaker"].encode(), []
    while True:
        body = {**said, "history": history}
        position = json.loads(questions.position(state, json.dumps(body).encode())[0])
        if position["over"]:
            break
        body["strategy"] = "optimal"
        asked = json.loads(questions.next_experiment(state, json.dumps(body).encode())[0])["experiment"]
        body = {**said, "history": history, "secret": "x", "experiment": asked}
        first, again = [
            json.loads(questions.answer(state, json.dumps(body).encode(), token)[0])["answer"]
            for _ in range(2)
        ]
        assert first == again
        history.append([asked, first])
    assert len(history) <= 6
    body = {**said, "history": history, "secret": "x"}
    code = json.loads(questions.reveal(state, json.dumps(body).encode(), token)[0])["code"]
    assert position["list"] == [code] and kept["codemaker"].endswith(f" {code}")
    wrong = [str(n) for n, (asked, answer) in enumerate(history, 1) if (code in asked) != (answer == "yes")]
    shown = f"answer {wrong[0]} was a lie" if wrong else "no answer was a lie"
    assert len(wrong) <= 1 and position["standing"] == shown


def test_the_fox_on_the_page() -> None:
    adversary = b"models"
    asked = ask(questions.answer, adversary, game=FOX, history=[], secret="x", experiment="2")
    assert asked["answer"] == "empty"
    compared = ask(
        comparing.compare_strategies, kind="compare", game=FOX, strategies=["max-models", "optimal"]
    )
    assert len(compared["instances"][0]["rows"]) == 2
