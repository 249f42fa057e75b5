"""Games of a table of answers: the same as those of a rule, in every form the table may have."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cobra
from cobra.errors import GameError
from cobra.model.game import Game
from tests.language.meaning import answers

CODES = ["".join(code) for code in product("abc", repeat=2)]


def score(code: str, guess: str) -> str:
    black = sum(a == b for a, b in zip(code, guess, strict=True))
    return f"{black}B{(Counter(code) & Counter(guess)).total() - black}W"


def figures(game: Game) -> list[Any]:
    names = ["max-models", "exp-models", "ent-models", "parts", "optimal"]
    return [(row.worst, row.average, row.distribution) for row in cobra.analyze(game, names).rows]


def test_a_function_an_array_rows_and_a_mapping() -> None:
    wanted = figures(cobra.load("mastermind", {"pegs": 2, "colours": 3}))
    rows = [[score(code, guess) for guess in CODES] for code in CODES]
    pairs = {(code, guess): score(code, guess) for code in CODES for guess in CODES}
    for table in (score, rows, np.array(rows), pairs):
        assert figures(cobra.from_table(CODES, CODES, table)) == wanted


def test_without_final_outcomes_a_game_ends_with_knowledge() -> None:
    game = cobra.from_table(range(4), ["half", "odd"], lambda n, what: n < 2 if what == "half" else n % 2)
    assert game.ending == "identify"
    assert figures(game) == [(2, 2, {2: 4})] * 5
    assert cobra.from_table(CODES, CODES, score, final=False).ending == "identify"


def test_a_strategy_carries_the_table(tmp_path: Path) -> None:
    result = cobra.optimal(cobra.from_table(CODES, CODES, score, title='The "table"'))
    assert result.strategy is not None
    cobra.write_strategy(result.strategy, tmp_path / "s.json")
    read = cobra.read_strategy(tmp_path / "s.json")
    assert read.game.name == "The 'table'"
    assert cobra.verify(read).correct


@pytest.mark.parametrize(
    ("codes", "experiments", "answers", "message"),
    [
        (["a", "a"], ["x"], lambda c, e: 1, 'the table has the code "a" twice'),
        (["a", "b"], ["x", "x"], lambda c, e: 1, 'the table has the experiment "x" twice'),
        (["a", "b"], ["x", "y"], [["1", "2"], ["1"]], "the table has no answer of the code b to y: "),
        (["a", "b"], ["x"], {("a", "x"): 1}, "the table has no answer of the code b to x: "),
        (
            ["a", "b"],
            ["x"],
            [["1"], ["2"], ["3"]],
            "the table has 3 rows of answers, but the number of codes is 2",
        ),
        (["a", "b"], ["x"], "parts", "the table has 5 rows of answers, but the number of codes is 2"),
        (["a"], ["x"], [["1", "2"]], "row 1 of the table has 2 answers, but the number of experiments is 1"),
        (
            ["a"],
            ["x"],
            np.ones((1, 2)),
            "row 1 of the table has 2 answers, but the number of experiments is 1",
        ),
        (5, ["x"], [["1"]], "codes must be a list"),
        ([10**5000], ["x"], [["1"]], "codes must be texts, or what str makes texts of: "),
        (
            ["a"],
            ["x"],
            lambda c, e: 1 // 0,
            "the table has no answer of the code a to x: ZeroDivisionError: ",
        ),
        (["a"], ["x"], None, "answers must be a function of a code and an experiment, a row for each code, "),
        (["a"], ["x"], iter([["1"]]), "answers must be a function of a code and an experiment, a row for "),
        (["a"], ["x"], [iter("1")], "answers must be a function of a code and an experiment, a row for each"),
        ([], ["x"], {}, "a table needs at least one code"),
    ],
)
def test_tables_that_are_wrong(codes: Any, experiments: Any, answers: Any, message: str) -> None:
    with pytest.raises(GameError) as error:
        cobra.from_table(codes, experiments, answers)
    assert message in str(error.value)


def test_codes_and_experiments_may_be_iterators() -> None:
    game = cobra.from_table(iter(CODES), (code for code in CODES), score)
    assert game.origin == cobra.from_table(CODES, CODES, score).origin


def test_the_answers_are_those_of_the_table() -> None:
    game = cobra.from_table(CODES, CODES, score)
    found = {(secret["code"], asked["what"]): answer for _, asked, secret, (answer,) in answers(game)}
    assert found == {(code, guess): score(code, guess) for code in CODES for guess in CODES}


@pytest.mark.thorough
def test_many_rows_mean_the_same() -> None:
    """More rows than a formula is flattened for, in sets that are no ranges."""
    codes, modules = range(200), range(2, 9)

    def answer(n: int, m: int) -> str:
        return "yes" if n * n % m == 1 else f"{n % m % 3} left"

    game = cobra.from_table(codes, modules, answer)
    found = {(secret["code"], asked["what"]): told for _, asked, secret, (told,) in answers(game)}
    assert found == {(str(n), str(m)): answer(n, m) for n in codes for m in modules}


def test_a_title_is_one_line() -> None:
    with pytest.raises(GameError, match=r"^title must be one line$"):
        cobra.from_table(CODES, CODES, score, title="a\nb")
    assert cobra.from_table(CODES, CODES, score, title="a\u00a0b").name == "a\u00a0b"
