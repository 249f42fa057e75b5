"""Games in progress with a state, prices and lost plays: exact values, and what the commands print."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cobra
from cobra.breakers.core import CoreBreaker
from cobra.cli.main import cobra as command
from cobra.cli.show.explain import Explained, Questions
from cobra.cli.typed import converse
from cobra.engine.made import Made
from cobra.engine.played import Played
from cobra.errors import GameError, StoppedError
from cobra.language.load import load_text
from cobra.lengths import Figures
from cobra.play.codemakers import make_codemaker
from cobra.play.contradiction import contradiction
from cobra.play.position import Position
from cobra.play.read import read_history
from tests.cli.runner import run, run_json
from tests.memory.test_values import load

EGGS = "egg-drop"
LIMITED = """
secret x : 1..8
experiment low(g : 1..8)
  observe x < g
  limit 2
experiment same(g : 1..8)
  observe x = g
  final x = g
  cost 0.5
"""
WEIGHED = """game "Weighed"
secret x : 1..4
weight if x = 1 then 1 else if x = 4 then 4 else 5
state left = 2 in 0..2
lost when left = 0
experiment guess(g : 1..4)
  observe if x = g then "yes" else if x < g then "less" else "more"
  final x = g
  then left = left - (if x = g then 0 else 1)
"""
"""Whoever begins with 2, as with 3, expects 25/15 and loses a code: one of weight 4, or of weight 1."""


def shown(*arguments: str | Path, lines: str = "") -> str:
    result = CliRunner().invoke(command, [str(one) for one in arguments], input=lines)
    assert result.exit_code == 0 and result.stderr == "", result.output
    return result.stdout


@pytest.mark.thorough
def test_advice_follows_the_eggs() -> None:
    """The best play from the state on: the sum of 2 + … + 6 and 6 throws for eight floors and one egg."""
    start = cobra.advise(load("egg-drop", floors=36), strategies=["max-models", "optimal"])
    assert [(one.experiment, one.total, one.worst, one.lost, one.proved) for one in start.suggestions] == [
        ("18", 306, 18, 0, False),
        ("8", 240, 8, 0, True),
    ]
    later = cobra.advise(load("egg-drop", floors=36), "8 = broken")
    assert (later.codes, later.standing.state, later.over, later.lost) == (8, (1,), False, False)
    assert {
        one.strategy: (one.experiment, one.total, one.worst) for one in later.suggestions
    } == dict.fromkeys(("max-models", "exp-models", "ent-models", "parts", "optimal"), ("1", 35, 7))
    assert [one.as_good for one in later.suggestions] == [1, 1, 1, 1, None]  # another floor may lose
    assert all(one.equivalent is None for one in later.suggestions)


def test_no_egg_is_left() -> None:
    lost = cobra.advise(load("egg-drop", floors=36), "14 = broken; 7 = broken")
    assert (lost.codes, lost.over, lost.lost, lost.suggestions) == (7, True, True, ())
    won = cobra.advise(load("egg-drop", floors=36), "14 = broken; 1 = broken")
    assert (won.codes, won.over, won.lost, won.standing.state) == (1, True, False, (0,))


def test_what_cannot_be_made_is_refused_by_a_sentence() -> None:
    eggs, ask = load("egg-drop", floors=9), load("warmer-colder")
    limited, hangman = load_text(LIMITED), load("hangman-lives", lives=1)
    for game, history, message in (
        (
            eggs,
            "4 = broken; 2 = broken; 1 = whole",
            "'1' cannot be made here, where left = 0: the conditions",
        ),
        (ask, "1 = found", "'1' cannot be made here, where last = 1: the conditions"),
        (
            limited,
            "low 4 = yes; low 2 = no; low 3 = no",
            "'low 3' cannot be made any more: low can be made 2",
        ),
        (
            hangman,
            "letter_is q = ___; letter_is e = _e_",
            "nothing can be asked after letter_is q = ___: the",
        ),
    ):
        with pytest.raises(cobra.GameError, match=message.replace("(", "\\(")):
            read_history(game, history)
    made = read_history(eggs, "4 = broken; 2 = whole")
    with pytest.raises(cobra.GameError, match=r"'2' cannot be made here, where left = 0"):
        Position(eggs, (made[0], *read_history(eggs, "3 = broken", made[:1]), made[1]))


def test_who_loses_more_weight_is_not_proved_to_be_best() -> None:
    """Both lose a code and expect 25/15; of weight 4 after 2, of weight 1 after 3."""
    game = load_text(WEIGHED)
    found = cobra.advise(game, strategies=["parts", "optimal"]).suggestions
    assert [(one.experiment, one.lost, one.lost_weight, one.total) for one in found] == [
        ("2", 1, 4, 25),
        ("3", 1, 1, 25),
    ]
    assert found[0].value > found[1].value


@pytest.mark.thorough
def test_an_answer_depends_on_the_question_before() -> None:
    """15 numbers are nearer to 8 than to 1; 14 is colder for those nearer to 8."""
    advice = cobra.advise(load("warmer-colder"), "8 = warmer; 14 = colder", strategies=["optimal"])
    assert advice.listed == ("5", "6", "7", "9", "10")
    (best,) = advice.suggestions
    assert (best.experiment, best.total, best.weight, best.proved) == ("5", 11, 5, True)
    excluded = cobra.excluded(load("warmer-colder"), "8 = warmer; 14 = colder", "13")
    assert excluded.sentences == ("13 is excluded by answer 2: 14 would have been warmer, not colder.",)


def test_strategies_that_were_stopped_are_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Played(Figures(0, 0, 20, 20, {}, 0), None, lambda: ([], [], -1), 1.0, stopped="time")
    monkeypatch.setattr(CoreBreaker, "play", lambda *_: nothing)
    advice = cobra.advise(load("warmer-colder"), strategies=["parts", "max-models"])
    assert (advice.suggestions, advice.left_out) == ((), ("parts", "max-models"))
    assert advice.stopped == "time"


def test_a_strategy_left_alone_in_a_long_step_does_not_end_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    play = CoreBreaker.play

    def one_is_left(breaker: CoreBreaker, *asked: Any) -> Played:
        if breaker.name == "max-models":
            raise StoppedError("time", "max-models")
        return play(breaker, *asked)

    monkeypatch.setattr(CoreBreaker, "play", one_is_left)
    advice = cobra.advise(load("warmer-colder"), strategies=["max-models", "parts"])
    assert ([one.strategy for one in advice.suggestions], advice.left_out) == (["parts"], ("max-models",))
    assert advice.stopped == "time"
    liars = cobra.load("liar", {"numbers": 64, "lies": 1})  # sets too many to be listed
    (suggestion,) = cobra.advise(liars).suggestions
    assert (suggestion.strategy, suggestion.worst, suggestion.best) == ("optimal", 10, True)


def test_prices_are_paid() -> None:
    game = load("priced-search")
    advice = cobra.advise(game, "8 = left of it; 4 = left of it", strategies=["optimal"])
    assert advice.standing.paid == 12
    (best,) = advice.suggestions
    assert (best.experiment, best.costs, best.lost) == ("2", (Fraction(5), Fraction(4)), 0)
    exact = cobra.simulate(game, "optimal")
    assert (exact.costs, exact.lost) == ((Fraction(49), Fraction(496, 15)), 0)
    (play,) = cobra.simulate(game, "optimal", "1", trace=True).plays
    assert [standing.paid for standing in play.standings] == [8, 12, 14] and play.cost == 14


def test_prices_need_not_be_whole() -> None:
    limited = load_text(LIMITED)
    assert cobra.advise(limited, "low 4 = yes; same 2 = no").standing.paid == Fraction(3, 2)


@pytest.mark.thorough
def test_games_are_lost_as_often_as_the_strategy_says() -> None:
    game = load("hangman-lives", lives=2)
    assert (cobra.simulate(game, "max-models").lost, cobra.simulate(game, "optimal").lost) == (38, 37)
    drawn = cobra.simulate(game, "optimal", number=20, seed=1, trace=True)
    assert drawn.lost == sum(play.lost for play in drawn.plays)
    against = cobra.simulate(game, "optimal", "models", trace=True)
    assert (against.lost, against.plays[0].lost, against.plays[0].standings[-1].state) == (1, True, (0,))


def test_answers_that_clash_are_repaired_as_the_play_would_have_gone_on() -> None:
    """With "broken" to 3 there would have been no egg for floor 2."""
    found = contradiction(load("egg-drop", floors=8), "4 = broken; 3 = whole; 2 = broken")
    assert found is not None and found.clash == (2, 3)
    assert [(one.experiment, one.text, one.codes) for one in found.repairs] == [(3, "whole", 1)]
    found = contradiction(load("warmer-colder", numbers=9), "7 = colder; 5 = colder")
    assert found is not None
    assert {(one.experiment, one.text, one.codes) for one in found.repairs} == {
        (1, "found", 1),
        (1, "warmer", 2),
        (2, "warmer", 3),
    }


def test_looking_back() -> None:
    review = cobra.review(load("egg-drop", floors=36), "18 = broken; 9 = broken")
    assert [(move.before, move.after, move.judgement) for move in review.moves] == [
        (37, 18, None),
        (18, 9, None),
    ]
    assert [move.standing.state for move in review.moves if move.standing] == [(1,), (0,)]
    assert (review.over, review.lost) == (True, True)


@pytest.mark.thorough
def test_a_session_keeps_the_state() -> None:
    game = load("egg-drop", floors=36)
    session = cobra.Session(game, codemaker=make_codemaker(game, "3"))
    session.ask("8")
    assert (session.standing(0), session.standing(), session.turn) == ("left = 2", "left = 1", "ask")
    assert session.best() == "1"
    assert " leaves: " in session.why()[1] and "left = 1" in session.why()[1]
    session.ask("5")
    state = session.state()
    assert (session.turn, state["lost"], state["state"], state["left"]) == ("over", True, {"left": 0}, 5)
    session.undo()
    assert (session.turn, session.standing()) == ("ask", "left = 1")
    helped = cobra.Session(game, history=read_history(game, "8 = whole; 12 = broken; 10 = whole"))
    with pytest.raises(cobra.GameError, match="'10' cannot be made here, where left = 0"):
        helped.edit(1, "broken")
    assert (helped.standing(), helped.position.codes) == ("left = 1", 2)
    helped.undo()
    helped.edit(2, "whole")
    assert (helped.standing(), helped.position.codes) == ("left = 2", 25)


def test_playing_at_the_terminal() -> None:
    assert shown("play", EGGS, "-D", "floors=8", "-o", "2", lines="4\n1\n3\nreview\nquit\n") == (
        "Egg drop  eggs=2  floors=8\n"
        "The computer keeps one of 9 codes. Type an experiment such as 4, or help.\n"
        "   left = 2\n"
        "1> 4\n"
        "   1. 4 = broken\n"
        "   left = 1\n"
        "2> 1\n"
        "   2. 1 = whole\n"
        "   left = 1\n"
        "3> 3\n"
        "   3. 3 = broken\n"
        "   lost after 3 experiments: left = 0; the code is 2\n"
        "   review looks at the game again, quit ends it\n"
        "over> review\n"
        "   move  experiment  answer  before  after  then\n"
        "      1  4           broken       9      4  left = 1\n"
        "      2  1           whole        4      3  left = 1\n"
        "      3  3           broken       3      2  left = 0\n"
        "   The play is lost.\n"
        "   Moves are not judged as long as some code will be lost, as losing has no cost "
        "(`lost when … cost n` says one).\n"
        "over> quit\n"
    )


def test_the_computer_asks_at_the_terminal() -> None:
    prices = "priced-search"
    assert shown("play", prices, "-D", "n=4", "-e", "optimal", lines="left of it\nleft of it\n") == (
        "Search with prices  n=4\n"
        "Think of one of 4 codes; the computer asks. Type its answers, or help.\n"
        "   0 paid\n"
        "1. 3 = left of it\n"
        "   3 paid\n"
        "2. 2 = left of it\n"
        "   over after 2 experiments: 5 paid; the code is 1\n"
        "   review looks at the game again, quit ends it; undo or edit if that is wrong\n"
        "over> \n"
    )


def test_advice_at_the_terminal() -> None:
    assert shown("advise", EGGS, "-D", "floors=8", "--history", "4 = broken", "-s", "optimal") == (
        "Egg drop  eggs=2  floors=8\n"
        "  1. 4 = broken\n"
        "\n"
        "4 codes left\n"
        "  left = 1\n"
        "  0  1  2  3\n"
        "\n"
        "probabilities\n"
        "  safe  0 25%  1 25%  2 25%  3 25%\n"
        "\n"
        "strategy  next  expected  worst  outcomes  largest\n"
        "optimal   1       2.2500      3         2        3\n"
        "proved: nobody can do better than optimal\n"
        "\n"
        "1 leaves\n"
        "  whole 3  broken 1\n"
    )
    lost = shown("advise", EGGS, "-D", "floors=8", "--history", "4 = broken; 2 = broken")
    assert "\n2 codes left; the play is lost\n  left = 0\n" in lost
    refused = run("advise", EGGS, "--history", "4 = broken; 2 = broken; 3 = whole")
    assert refused.exit_code == 1
    assert refused.stderr == (
        "error: '3' cannot be made here, where left = 0: the conditions on the experiment exclude it\n"
    )


def test_advice_typed_line_by_line() -> None:
    """A line after which something could not be made any more changes nothing."""
    lines = iter(["4 = whole", "6 = broken", "5 = broken", "edit 1 broken", "undo 1", "quit"])
    told: list[int] = []
    said: list[str] = []
    game = load("egg-drop", floors=9)

    def tell(made: tuple[Made, ...], _: bool) -> None:
        told.append(len(made))

    def explain(made: tuple[Made, ...], questions: Questions) -> Explained:
        raise AssertionError("nothing is asked")

    converse(game, lambda: next(lines), tell, explain, said.append)
    assert told == [0, 1, 2, 3, 2]
    assert [one.splitlines()[0] for one in said] == [
        "'5' cannot be made here, where left = 0: the conditions on the experiment exclude it"
    ]


@pytest.mark.thorough
def test_json() -> None:
    advice = run_json("advise", "priced-search", "--history", "8 = left of it", "-s", "optimal")
    assert (advice["state"], advice["cost"], advice["lost"]) == ({}, "8", False)
    assert advice["advice"][0]["cost"] == {"worst": "17", "average": "88/7"}
    games = run_json("simulate", "hangman-lives", "-D", "lives=1", "-e", "optimal", "-o", "tin", "--trace")
    assert (games["lost"], games["cost"], games["plays"][0]["lost"]) == (1, None, True)
    assert games["plays"][0]["history"][-1]["state"] == {"left": 0}
    review = run_json("advise", EGGS, "--history", "4 = broken; 2 = broken", "--review")["review"]
    assert (review["loses"], review["expected"]) == (True, None)
    assert (review["lost"], [move["state"] for move in review["moves"]]) == (True, [{"left": 1}, {"left": 0}])


def test_simulated_games_as_text() -> None:
    prices = "priced-search"
    assert shown("simulate", prices, "-D", "n=4", "-e", "optimal", "-o", "1", "--trace") == (
        "Search with prices  n=4\n"
        "  optimal asks; the secret is 1\n"
        "\n"
        "game 1: the secret is 1\n"
        "   1. 3 = left of it  2 left  (3 paid)\n"
        "   2. 2 = left of it  1 left  (5 paid)\n"
        "\n"
        "2 experiments, cost 5\n"
    )
    words = "hangman-lives"
    assert shown("simulate", words, "-e", "max-models").endswith("\n32 of 44 games lost\n")
    assert shown("simulate", words, "-D", "lives=1", "-e", "optimal", "-o", "tin").endswith(", lost\n")


WORN = """
secret x : 1..6
state left = 2 in 0..2
experiment ask(g : 1..6)
  observe x < g
  then left = left - 1
"""


def test_a_state_that_leaves_its_values_is_no_advice() -> None:
    """Two questions wear it out, and strategies ask more."""
    game = cobra.load_text(WORN)
    for strategy in ("parts", "first"):
        with pytest.raises(GameError, match=r"left = 0\) of the code \d leaves left no value"):
            cobra.advise(game, strategies=[strategy])
    with pytest.raises(GameError, match="leaves left no value"):
        cobra.optimal(game)
    after = "ask 3 = yes; ask 2 = no; ask 4 = yes"
    with pytest.raises(GameError, match="after 4 = yes the state leaves its values; cobra check says more"):
        cobra.advise(game, after)
