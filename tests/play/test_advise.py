"""Advice against plain Python, the oracle and `analyze`: counts, probabilities, splits, lengths."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.cli.show.advise import advice_text
from cobra.engine.made import Made
from cobra.errors import GameError
from cobra.model.after import game_after
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment, Game
from cobra.model.show import parse_experiment
from cobra.model.spaces import Code
from cobra.play.advise import Advice, _Advisor
from cobra.play.suggestion import Suggestion
from tests.oracle import greedy
from tests.oracle.answers import Answers, answers_of
from tests.random_cases import random_cases
from tests.random_games import games

ONE_STEP = ("max-models", "exp-models", "ent-models", "parts")


def advise(name: str, history: str = "", *strategies: str, **params: int) -> Advice:
    game = cobra.load(name, params)
    return cobra.advise(game, history, strategies=strategies or None, time_limit=None)


def answer(code: str, guess: str) -> str:
    black = sum(a == b for a, b in zip(code, guess, strict=True))
    return f"{black}B{sum(min(code.count(c), guess.count(c)) for c in set(guess)) - black}W"


def split_of(one: Suggestion, game: Game) -> dict[str, int]:
    assert one.split is not None
    return one.split.show(game)


@pytest.mark.thorough
def test_mastermind_after_two_guesses_by_plain_python() -> None:
    advice = advise("mastermind", "0011 1B1W; 0023 = 0,2", *ONE_STEP, "optimal")
    every = ["".join(code) for code in product("012345", repeat=4)]
    left = [code for code in every if answer(code, "0011") == "1B1W" and answer(code, "0023") == "0B2W"]
    assert (advice.codes, advice.exact, advice.listed) == (24, True, tuple(left))
    assert advice.probabilities is not None
    assert advice.probabilities.weight == 24
    for place in range(4):
        assert advice.probabilities.weights[f"code[{place + 1}]"] == Counter(code[place] for code in left)
    assert [one.strategy for one in advice.suggestions] == [*ONE_STEP, "optimal"]
    splits = {guess: Counter(answer(code, guess) for code in left) for guess in every}
    best = {
        "max-models": min(max(split.values()) for split in splits.values()),
        "exp-models": min(sum(n * n for n in split.values()) for split in splits.values()),
        "parts": max(map(len, splits.values())),
    }
    for one in advice.suggestions:
        split = split_of(one, advice.game)
        assert split == splits[one.experiment]
        assert one.can_be_code is (one.experiment in left)
        sizes = split.values()
        if one.strategy == "max-models":
            assert max(sizes) == best["max-models"]
            assert one.as_good == sum(
                max(other.values()) == max(sizes) and (guess in left) == one.can_be_code
                for guess, other in splits.items()
            )
        elif one.strategy == "exp-models":
            assert sum(n * n for n in sizes) == best["exp-models"]
        elif one.strategy == "parts":
            assert len(sizes) == best["parts"]
            assert one.as_good == sum(
                len(other) == len(sizes) and (guess in left) == one.can_be_code
                for guess, other in splits.items()
            )
    optimal = advice.suggestions[-1]
    assert optimal.proved
    assert optimal.expected == min(one.expected or 99 for one in advice.suggestions)


@pytest.mark.parametrize(
    ("name", "params"),
    [("mastermind", {}), ("counterfeit-coin", {}), ("diagnosis", {}), ("bulls-and-cows", {"digits": 6})],
)
def test_at_the_start_the_expected_lengths_are_those_of_analyze(name: str, params: dict[str, int]) -> None:
    advice = advise(name, "", *ONE_STEP, **params)
    rows = cobra.analyze(cobra.load(name, params), ONE_STEP).rows
    for one, row in zip(advice.suggestions, rows, strict=True):
        assert (one.strategy, one.experiment) == (row.name, row.first)
        assert (one.total, one.weight, one.worst) == (row.total, row.weight, row.worst)


def test_probabilities_are_by_weight() -> None:
    found = advise("diagnosis", '"fuel gauge" = empty').probabilities
    assert found is not None
    assert found.of("fault", "empty tank") == Fraction(7, found.weight)


def test_propositions() -> None:
    found = advise("counterfeit-coin", "1 2 | 3 4 = left").probabilities
    assert found is not None
    assert found.weights == {
        "odd": {"1": 1, "2": 1, "3": 1, "4": 1},
        "heavy": {"yes": 2, "no": 2},
    }
    found = advise("light-coins", "1 2 3 | 4 5 6 = right", coins=6).probabilities
    assert found is not None
    assert {slot: weights.get("yes", 0) for slot, weights in found.weights.items()} == {
        **{f"light[{coin}]": 0 for coin in (1, 2, 3)},
        **{f"light[{coin}]": 1 for coin in (4, 5, 6)},
    }


@pytest.mark.parametrize(
    ("history", "over", "codes"),
    [
        ("0011 4B0W", True, 1),
        ("3012 4B0W; 0011 2B0W", True, 1),
        ("0011 4,0; 0022 4,0", False, 0),
    ],
)
def test_nothing_is_advised_when_the_game_is_over_or_no_code_fits(
    history: str, over: bool, codes: int
) -> None:
    advice = advise("mastermind", history)
    assert (advice.over, advice.codes, advice.suggestions) == (over, codes, ())


def test_the_last_code_is_to_be_asked() -> None:
    advice = advise("mastermind", "0000 0,0; 1111 0,0; 2222 0,0; 3333 0,0; 4444 0,0")
    assert [(one.experiment, one.total, one.can_be_code) for one in advice.suggestions] == [
        ("5555", 1, True)
    ] * 5
    assert [one.as_good for one in advice.suggestions] == [1, 1, 1, 1, None]


@pytest.mark.parametrize(("said", "further"), [("F", 0), ("N", 1)])
def test_the_rule_of_the_core_language(said: str, further: int) -> None:
    text = (
        "VARIABLES a, b, c\nCONSTRAINT Exactly-1(a, b, c)\nALPHABET 's', 't', 'u'\nMAPPING 'M' a, b, c\n"
        "EXPERIMENT 'ask' 1\n PARAMS_DISTINCT 1\n OUTCOME 'F' M$1\n OUTCOMEX 'N' !M$1\n"
    )
    game = cobra.load_text(text)
    start = cobra.advise(game, strategies=["first"])
    (row,) = cobra.analyze(game, ["first"]).rows
    assert start.suggestions[0].total == row.total
    experiment = start.suggestions[0].experiment
    after = cobra.advise(game, f"{experiment} {said}")
    assert after.over is (said == "F")
    assert after.codes == 1 + further


@pytest.mark.thorough
def test_a_word_the_list_does_not_have() -> None:
    advice = advise("wordle", "aaaaa -----")
    assert advice.unlisted == ("aaaaa",)
    assert 0 < advice.codes < 200


def test_a_word_the_list_does_not_have_whose_answer_does_not_say_whether_it_is_final() -> None:
    """Of listed words it is proved that the answer says so; after `aa` both codes are left, final is one."""
    text = """
file words = "words.txt"
secret w[1..2] : {a b} in lines(words)
experiment guess(g[1..2] : {a b} in lines(words))
  observe count(i in 1..2 : w[i] = g[i])
  final w[1] = g[1]
"""
    game = cobra.load_text(text, files={"words.txt": "ab\nba\n"})
    assert cobra.check(game).well_formed
    advice = cobra.advise(game, "aa 1", strategies=["first"])
    assert (advice.unlisted, advice.codes, advice.over) == (("aa",), 2, False)
    assert [cobra.advise(game, told).over for told in ("aa 1; ab 2", "ab 2", "ab 0")] == [True, True, False]


def test_strategies_that_are_not_known() -> None:
    with pytest.raises(GameError, match="there is no strategy 'knuth'"):
        advise("mastermind", "", "knuth")


@pytest.mark.thorough
@random_cases(40)
@given(games(), st.data())
def test_random_games_after_random_truthful_answers(game: Game, data: st.DataObject) -> None:
    table = answers_of(game)
    secret = data.draw(st.sampled_from(table.codes))
    left, history = table.codes, []
    for experiment in data.draw(st.lists(st.sampled_from(table.experiments), max_size=3)):
        outcome, left = cell_of(table, experiment, left, secret)
        history.append(Made(experiment, outcome))
    advice = cobra.advise(game, history, strategies=ONE_STEP, most=None, time_limit=None)
    assert advice.codes == len(left)
    assert advice.probabilities is not None
    assert advice.probabilities.weight == sum(table.weights[code] for code in left)
    for one in advice.suggestions:
        experiment = parse_experiment(game, one.experiment)
        cells = table.split(experiment, left)
        assert one.split is not None
        assert {part.outcome: part.codes for part in one.split.parts} == {
            outcome: len(cell) for outcome, cell in cells.cells.items()
        }
        assert {part.outcome for part in one.split.parts if part.final} == set(cells.finals)
        plan = greedy(game_after(game, history), one.strategy)
        assert (one.total, one.worst, parse_experiment(game, one.experiment)) == (
            plan.total,
            plan.worst,
            plan.first,
        )


def cell_of(
    table: Answers, experiment: Experiment, left: list[Code], secret: object
) -> tuple[OutcomeValue, list[Code]]:
    for outcome, cell in table.split(experiment, left).cells.items():
        if secret in cell:
            return outcome, cell
    raise AssertionError("the secret has an outcome")


@pytest.mark.parametrize("last", ["s <= p", 's < p outcome "z" : s < p - 1'])
def test_a_game_that_is_not_well_formed_is_refused_with_the_reason(
    last: str, capfd: pytest.CaptureFixture[str]
) -> None:
    game = cobra.load_text(
        f'secret s : 1..3 experiment g(p : 1..3) outcome "x" : s = p outcome "y" : {last} final s = p'
    )
    with pytest.raises(GameError, match='g: "every code has an outcome" does not hold'):
        cobra.advise(game)
    assert capfd.readouterr().err == ""  # no panic of the core


def test_a_code_that_no_experiment_hits_is_a_mistake_of_the_game(capfd: pytest.CaptureFixture[str]) -> None:
    """A strategy that leaves it with others costs less than so many codes can."""
    game = cobra.load_text(
        "secret x : 1..6 experiment a(g : 1..2)"
        ' observe if x = g then "hit" else if x < g then "yes" else "no" final x = g'
    )
    with pytest.raises(GameError, match="no experiment is final for the code 3"):
        cobra.advise(game, strategies=["optimal"])
    assert capfd.readouterr().err == ""


def test_an_experiment_that_has_no_outcome_for_any_code_is_no_rival() -> None:
    game = cobra.load_text(
        "VARIABLES a, b, c CONSTRAINT !a ALPHABET '0', '1', '2' MAPPING 'f' a, b, c"
        " EXPERIMENT '0' 3 OUTCOME 'two' (f$1) OUTCOMEX 'none' !f$1 & Exactly-1(a, f$1)"
        " EXPERIMENT 'ask 2' 3 OUTCOMEX 'one' (c) OUTCOMEX 'a b' !c & (f$3 <- Exactly-1(f$3, c))"
    )
    (suggestion,) = cobra.advise(game, strategies=["max-models"]).suggestions
    assert (suggestion.experiment, split_of(suggestion, game)) == ("ask 2 000", {"one": 2, "a b": 2})


def test_a_game_whose_outcomes_do_not_say_what_is_final_is_refused_with_the_reason() -> None:
    game = cobra.load_text(
        'secret s : 1..3 experiment g(p : 1..3) observe if s = 1 then "G" else "-" final s = p'
    )
    with pytest.raises(GameError, match='g: "the outcome decides whether it is final" does not hold'):
        cobra.advise(game, strategies=["optimal"])


def test_a_final_outcome_that_leaves_several_codes_is_a_mistake_of_the_game() -> None:
    """The bound of the search takes one code for granted, and would be above what the strategy needs."""
    text = """secret code[1..3] : {a, b}
weight if code[2] = "b" then 2 else 1
experiment ask(g[1..2] : {a, b})
  observe all(i in 1..2 : code[i] = g[i])
  final all(i in 1..2 : code[i] = g[i])
"""
    with pytest.raises(GameError, match="a final outcome leaves one code"):
        cobra.advise(cobra.load_text(text), [])


def test_experiments_that_there_was_no_time_for_are_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some are compared where the first strategy does not finish its part of the time, and that is said."""
    monkeypatch.setattr(_Advisor, "_play", lambda *_: (None, "time"))
    found = cobra.advise(cobra.load("mastermind"), "0011 = 1B1W", strategies=["max-models"])
    assert found.stopped == "time"
    assert [one.compared is not None for one in found.suggestions] == [True]
    assert "no time for all experiments: " in advice_text(found, whole=False)
