"""Explanations: every figure against the definition, and the sentences made of them."""

from __future__ import annotations

from fractions import Fraction
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made
from cobra.errors import GameError, StoppedError
from cobra.model.answers import show_outcome
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.play.choice import Choice
from cobra.play.excluded import excluded
from cobra.play.explain import explain
from cobra.play.position import Position
from cobra.play.review import PATIENCE
from tests import oracle
from tests.random_cases import random_cases
from tests.random_games import games


def assert_by_definition(game: Game, codes: list[oracle.Code], one: Choice) -> None:
    experiment = Notation(game).parse_experiment(one.experiment)
    cells = oracle.partition(game, experiment, codes)
    answer = game.experiments[experiment[0]].answer
    weights = {o: sum(oracle.weight_of(game, code) for code in cell) for o, cell in cells.items()}
    whole = sum(weights.values())
    assert one.split is not None
    assert one.split.show(game) == {show_outcome(answer, o): len(cell) for o, cell in cells.items()}
    assert one.left == Fraction(sum(len(cells[o]) * weights[o] for o in cells), whole)
    assert one.entropy == pytest.approx(-sum(w / whole * log2(w / whole) for w in weights.values()))
    if oracle.knows_finals(game):
        finals = [code for code in codes if oracle.is_final(game, experiment, code)]
        assert one.can_be_code == bool(finals)
    else:
        assert one.can_be_code is None


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=20, experiments=12), st.data())
def test_random_games(game: Game, data: st.DataObject) -> None:
    codes, experiments = oracle.codes(game), oracle.experiments(game)
    secret, mine = data.draw(st.sampled_from(codes)), data.draw(st.sampled_from(experiments))
    history = []
    for experiment in data.draw(st.lists(st.sampled_from(experiments), max_size=2)):
        outcome = oracle.outcome(game, experiment, secret)
        codes = oracle.partition(game, experiment, codes)[outcome]
        history.append(Made(experiment, outcome))
    try:
        found = explain(game, history, Notation(game).experiment(mine))
    except GameError as error:
        assert str(error) == "the game is over, so there is nothing to explain"
        return
    if found.best is None:
        return  # nothing can be told apart any more
    assert found.reference == "optimal"
    assert found.mine is not None
    for one in (found.best, found.mine, found.rival):
        if one is not None:
            assert_by_definition(game, codes, one)
    assert found.best.expected is not None
    assert found.mine.expected is not None
    assert found.best.expected <= found.mine.expected
    if found.rival is not None:
        assert found.rival.can_be_code
        assert found.rival.split is not None
        splits = [oracle.partition(game, e, codes) for e in experiments]
        finals = [any(oracle.is_final(game, e, code) for code in codes) for e in experiments]
        largest = [
            max(map(len, cells.values()))
            for cells, final in zip(splits, finals, strict=True)
            if final and len(cells) > 1
        ]
        assert found.rival.split.largest == min(largest)
    assert found.sentences


SENTENCES = [
    (
        "mastermind",
        "0011 0B2W; 0023 1B1W",
        "1220",
        (
            "1224 splits the 12 codes left into 8 parts. At most 2 are left after it, 1.67 on average; the "
            "answer tells 2.92 bits.",
            "2.3333 experiments are expected from here on, 1224 included. This is proved to be the least.",
            "1224 cannot be the code, but leaves at most 2; of the experiments that can, none leaves fewer "
            "than 3 at worst.",
            "1220, which can be the code, takes 0.2500 experiments more on average.",
            "1220 splits the 12 codes left into 6 parts. At most 3 are left after it, 2.33 on average; the "
            "answer tells 2.46 bits.",
            "1220 can be the code.",
            "It takes 0.2500 experiments more than 1224 on average.",
        ),
    ),
    (
        "counterfeit-coin",
        "",
        "1 2 3 | 4 5 6",
        (
            "1 2 3 4 | 5 6 7 8 splits the 24 codes left into 3 parts. At most 8 are left after it, 8 on "
            "average; the answer tells 1.58 bits.",
            "3 experiments are expected from here on, 1 2 3 4 | 5 6 7 8 included. This is proved to be the "
            "least.",
            "1 2 3 | 4 5 6 splits the 24 codes left into 3 parts. At most 12 are left after it, 9 on "
            "average; the answer tells 1.50 bits.",
            "It takes 0.1667 experiments more than 1 2 3 4 | 5 6 7 8 on average.",
        ),
    ),
]


@pytest.mark.parametrize(("name", "history", "mine", "sentences"), SENTENCES)
def test_sentences(name: str, history: str, mine: str, sentences: tuple[str, ...]) -> None:
    assert explain(cobra.load(name), history, mine, threads=1).sentences == sentences


def test_an_experiment_that_tells_nothing() -> None:
    found = explain(cobra.load("mastermind"), "0011 0B2W; 0023 1B1W", "0011", threads=1)
    assert found.sentences[-3:] == (
        "0011 tells nothing: all 12 codes left give it the same answer.",
        "0011 cannot be the code.",
        "It takes 1 experiment more than 1224 on average.",
    )


@pytest.mark.thorough
def test_a_game_too_large_to_list() -> None:
    game = cobra.load("mastermind", {"pegs": 8, "colours": 10})
    found = explain(game, "00112233 2B2W; 44556677 1B3W", "01234567", time_limit=None)
    assert (found.codes, found.best, found.reference) == (250368, None, None)
    assert found.mine is not None
    assert found.mine.split is not None
    assert (found.mine.split.codes, found.mine.split.largest, len(found.mine.split.parts)) == (
        250368,
        49358,
        33,
    )
    assert found.sentences[0] == "Which experiment is best was not found in the time and memory allowed."
    assert found.document()["best"] is None


@pytest.mark.parametrize(
    ("history", "problem"),
    [
        ("0011 4B0W; 0022 4B0W", "the answers contradict each other, so there is nothing to explain"),
        ("0011 4B0W", "the game is over, so there is nothing to explain"),
    ],
)
def test_where_nothing_is_next(history: str, problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        explain(cobra.load("mastermind"), history)


def test_a_code_is_excluded_by_the_answers_it_would_not_give() -> None:
    game = cobra.load("mastermind")
    found = excluded(game, "0011 1B1W; 2345 0B2W; 0023 0B2W", "0 1 1 2")
    assert found.document() == {
        "code": "0112",
        "possible": False,
        "against": [
            {"experiment": 1, "made": "0011", "outcome": "1B1W", "would_be": "2B1W"},
            {"experiment": 2, "made": "2345", "outcome": "0B2W", "would_be": "0B1W"},
            {"experiment": 3, "made": "0023", "outcome": "0B2W", "would_be": "1B1W"},
        ],
    }
    assert found.sentences[1] == "0112 is excluded by answer 2: 2345 would have been 0B1W, not 0B2W."


@pytest.mark.parametrize(
    ("history", "sentence"),
    [
        ("", "2104 is possible: nothing was asked yet."),
        ("0011 0B2W", "2104 is possible: it fits the answer."),
        ("0011 0B2W; 2104 4B0W", "2104 is possible: it fits all 2 answers."),
    ],
)
def test_a_code_that_fits(history: str, sentence: str) -> None:
    assert excluded(cobra.load("mastermind"), history, "2104").sentences == (sentence,)


def test_what_is_no_code_is_refused() -> None:
    with pytest.raises(GameError, match="'0018' is not a code"):
        excluded(cobra.load("mastermind"), "", "0018")


@pytest.mark.parametrize(
    ("name", "definitions", "history", "mine"),
    [
        ("mastermind", {"pegs": 3, "colours": 4}, "012 = 1B1W", "111"),
        ("priced-search", {"n": 5}, "", "2"),
        ("egg-drop", {"floors": 6}, "", "1"),
        ("hangman-lives", {"lives": 1}, "letter_is t = t__", "letter_is a"),
        ("liar", {"numbers": 4}, "", "1"),
        ("fox", {"holes": 4}, "", "1"),
    ],
)
def test_what_was_advised_and_proved_is_explained_without_another_search(
    name: str, definitions: dict[str, int], history: str, mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = cobra.load(name, definitions)
    advice = cobra.advise(game, history, strategies=["ent-models", "optimal"])
    searched = cobra.explain(game, history, mine)
    assert searched.reference == "optimal"
    assert cobra.explain(game, history, mine, advice=advice) == searched
    monkeypatch.setitem(PATIENCE, "optimal", 0.0)
    assert cobra.explain(game, history, mine, advice=advice) == searched
    assert cobra.explain(game, history, mine).reference != "optimal"


def test_ctrl_c_is_not_called_too_little_time() -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    position = Position(game)
    assert explain(game, positions=lambda made: position).sentences
    position.run.interrupted = True
    with pytest.raises(StoppedError, match=r"^stopped by Ctrl-C while explaining what is best$"):
        explain(game, positions=lambda made: position)


@pytest.mark.parametrize(
    ("history", "said"),
    [
        ("0011 0B2W; 0023 1B1W", "1220, which can be the code, takes 0.2500 experiments more"),
        ("0011 0B2W; 2234 1B1W", "1202, which can be the code, takes 0.1111 experiments fewer"),
    ],
)
def test_what_is_no_optimum_is_compared_with_as_the_play_goes_on(
    history: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PATIENCE, "optimal", 0.0)
    found = cobra.explain(cobra.load("mastermind"), history, threads=1)
    assert found.rival is not None
    assert found.sentences[-1] == f"{said} on average, going on by ent-models."


UNHELPFUL = """
VARIABLES a, b
EXPERIMENT 'both' 0
  OUTCOME 'yes' a & b
  OUTCOMEX 'no' !(a & b)
EXPERIMENT 'first' 0
  OUTCOMEX '1' a
  OUTCOMEX '0' !a
EXPERIMENT 'second' 0
  OUTCOMEX '1' b
  OUTCOMEX '0' !b
"""
"""What can be final tells one code from the others, and these it leaves together."""


def test_where_those_that_can_be_the_code_lead_nowhere() -> None:
    found = explain(cobra.load_text(UNHELPFUL))
    assert found.best is not None and found.rival is not None and found.rival.split is not None
    assert (found.best.experiment, found.best.expected) == ("first", Fraction(11, 4))
    assert (found.rival.experiment, found.rival.expected, found.rival.split.largest) == ("both", 3, 3)
    assert found.sentences[-1] == ("both, which can be the code, takes 0.2500 experiments more on average.")
