from __future__ import annotations

import pytest

from cobra.errors import GameError
from cobra.language.load import load_text
from cobra.model.answers import answer_size, outcome_number, outcome_values, show_outcome
from cobra.model.dag import Dag, make_lin
from cobra.model.game import Cases, ExperimentType, Game, Observed, Slot, Space, Sum
from cobra.model.show import Notation, parse_experiment
from tests.model.hand_games import bags, coins, core_bits, mastermind, set_slot, slots_of, sorting
from tests.oracle import codes, experiments, outcome


def test_mastermind_outcomes_are_mixed_radix_numbers() -> None:
    answer = mastermind(4, 6).experiments[0].answer
    assert isinstance(answer, Observed)
    white = answer.components[1]
    assert isinstance(white, Sum)
    assert white.value.low == -4
    assert answer_size(answer) == 5 * (white.value.high - white.value.low + 1)
    values = (1, 2)
    assert outcome_values(answer, outcome_number(answer, values)) == values
    assert show_outcome(answer, values) == "1B2W"
    assert outcome_number(answer, (0, 4)) < outcome_number(answer, (1, 0))


def test_values_outside_the_answer_are_refused() -> None:
    answer = mastermind(2, 2).experiments[0].answer
    with pytest.raises(GameError):
        outcome_number(answer, (3, 0))
    with pytest.raises(GameError):
        outcome_values(answer, 10**6)


def test_named_outcomes_and_booleans() -> None:
    answer = coins(4).experiments[0].answer
    assert outcome_values(answer, 2) == ("balance",)
    assert show_outcome(answer, ("balance",)) == "balance"
    yes = Observed((Cases((False, True), (0, 1)), Cases((0, 1), (1, 0))), (0, 1))
    assert outcome_number(yes, (True, 1)) == 3
    assert show_outcome(yes, (True, 1)) == "yes,1"


@pytest.mark.parametrize(("high", "text"), [(9, "12,0"), (10, "1 2,0")])
def test_vectors_are_written_close_when_all_their_values_are_one_character(high: int, text: str) -> None:
    dag = Dag()
    wide = Sum(make_lin(0, [(high, dag.variable(0))]))
    assert show_outcome(Observed((wide, wide, wide), ((0, 1), 2)), (1, 2, 0)) == text


@pytest.mark.parametrize(
    "game", [mastermind(2, 3), mastermind(2, 11), coins(4), bags(2, 2), sorting(3), core_bits(2)]
)
def test_experiments_round_trip(game: Game) -> None:
    notation = Notation(game)
    found = experiments(game)
    texts = [notation.experiment(experiment) for experiment in found]
    assert len(set(texts)) == len(found)
    assert [notation.parse_experiment(text) for text in texts[:200]] == found[:200]


def test_experiment_texts() -> None:
    assert Notation(mastermind(4, 6)).experiment((0, (0, 0, 1, 1))) == "0011"
    assert Notation(mastermind(4, 12)).experiment((0, (0, 10, 11, 3))) == "0 10 11 3"
    assert Notation(coins(4)).experiment((1, (0b0011, 0b1100))) == "12 | 34"
    assert Notation(coins(12)).experiment((0, (1, 2))) == "1 | 2"


def test_other_spellings_are_read() -> None:
    game = mastermind(4, 6)
    for text in ("0011", "0 0 1 1", " 00 11 ", "guess 0011", "0,0,1,1"):
        assert parse_experiment(game, text) == (0, (0, 0, 1, 1))
    assert parse_experiment(coins(6), "3 1|2 6") == (1, (0b000101, 0b100010))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("001", "has 4 symbols, not 3"),
        ("0018", "8 is none of the symbols"),
        ("", "has 4 symbols, not 0"),
        ("0011 | 2", "1 parameter (g)"),
        ('00"11', "quotation mark"),
    ],
)
def test_wrong_experiments_are_explained(text: str, said: str) -> None:
    with pytest.raises(GameError, match="is not an experiment") as caught:
        parse_experiment(mastermind(4, 6), text)
    assert said in str(caught.value)


def test_conditions_of_the_type_are_checked() -> None:
    with pytest.raises(GameError):
        parse_experiment(coins(4), "34 | 12")
    with pytest.raises(GameError, match="stands twice"):
        parse_experiment(
            Game(
                "",
                "",
                Dag(),
                Space(()),
                (ExperimentType("a", "a", Space((set_slot("s", [1, 2], 0, 0, 2),)), Observed((), ())),),
                "identify",
            ),
            "11",
        )


def _types(*types: ExperimentType) -> Game:
    return Game("", "", Dag(), Space(()), types, "identify")


NOTHING = Observed((), ())


def test_names_stand_in_front_when_there_are_several() -> None:
    guess = ExperimentType("guess", "guess", Space(slots_of("g", [1, 2], ["a", "b"])), NOTHING)
    find = ExperimentType("find", "find", Space(slots_of("c", [1], ["a", "b"])), NOTHING)
    all_ = ExperimentType("all", "all", Space(()), NOTHING)
    game = _types(guess, find, all_)
    notation = Notation(game)
    found = [(0, (0, 1)), (1, (1,)), (2, ())]
    assert [notation.experiment(e) for e in found] == ["guess ab", "find b", "all"]
    assert [parse_experiment(game, text) for text in ("guess ab", "find b", "all")] == found
    with pytest.raises(GameError, match="did you mean 'find'"):
        parse_experiment(game, "fnd b")


def test_family_values_are_shown_when_nothing_else_tells() -> None:
    ask = [ExperimentType("ask", f"ask[{k}]", Space(slots_of("c", [1], ["a", "b"])), NOTHING) for k in (1, 2)]
    game = _types(*ask)
    assert Notation(game).experiment((1, (0,))) == "ask[2] a"
    assert parse_experiment(game, "ask[2] a") == (1, (0,))


def test_sets_in_families_and_strange_symbols() -> None:
    symbols = ["a", "b c", "|", '"']
    slots = tuple(Slot(f"s[{i}]", "s", (i,), "set", tuple(symbols), 4 * i, 0, 4) for i in range(2))
    game = _types(ExperimentType("probe", "probe", Space(slots), NOTHING))
    notation = Notation(game)
    for first in range(16):
        for second in range(16):
            experiment = (0, (first, second))
            assert notation.parse_experiment(notation.experiment(experiment)) == experiment
    assert notation.experiment((0, (0, 7))) == '{}, a "b c" "|"'


def test_codes_are_shown_as_people_write_them() -> None:
    assert Notation(mastermind(4, 6)).code((0, 0, 1, 1)) == "0011"
    assert Notation(mastermind(2, 12)).code((0, 11)) == "0 11"
    assert Notation(coins(12)).code((6, 1)) == "odd 7, heavy"
    assert Notation(coins(12)).code((6, 0)) == "odd 7, not heavy"
    assert Notation(bags(4, 1)).code((1, 0, 1, 0)) == "fake 1 3"
    assert Notation(bags(4, 1)).code((0, 0, 0, 0)) == "no fake"
    assert Notation(core_bits(3)).code((1, 0, 1)) == "x0 x2"


def test_every_code_looks_different() -> None:
    for game in (mastermind(2, 3), coins(3), bags(3, 1), sorting(3), core_bits(2)):
        texts = [Notation(game).code(code) for code in codes(game)]
        assert len(set(texts)) == len(texts)


def test_outcome_by_definition() -> None:
    game = mastermind(4, 6)
    assert outcome(game, (0, (0, 0, 1, 2)), (0, 1, 0, 2)) == (2, 2)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("1..3 | 4 6..7", "1 2 3 | 4 6 7"), ("2 9..10 | 3..5", "2 9 10 | 3 4 5"), ("2..2 | 3..3", "2 | 3")],
)
def test_runs_of_numbers_are_read(text: str, shown: str) -> None:
    notation = Notation(coins(12))
    assert notation.experiment(notation.parse_experiment(text)) == shown


@pytest.mark.parametrize("text", ["9..11 | 1..3", "3..1 | 4", "1..999999999 | 4", "..3 | 4", "1.. | 4"])
def test_runs_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(GameError):
        Notation(coins(12)).parse_experiment(text)


def test_names_that_end_with_a_space_are_read_as_they_are_written() -> None:
    game = load_text(
        """VARIABLES x, y
        EXPERIMENT '' 0 OUTCOMEX 'yes' x OUTCOMEX 'no' !x
        EXPERIMENT 'ask ' 0 OUTCOMEX 'yes' y OUTCOMEX 'no' !y"""
    )
    notation = Notation(game)
    written = [notation.experiment((number, ())) for number in range(2)]
    assert written == ["", "ask "]
    for parse in (notation.parse_experiment, notation.parse_in_some_state):
        assert [parse(text) for text in written] == [(0, ()), (1, ())]
