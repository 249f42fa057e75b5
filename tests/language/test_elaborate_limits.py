"""What is too large, too deep or too many while a game is elaborated: errors, and in time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cobra.errors import MOST_MISTAKES, GameError, LanguageError, LimitError, Span
from cobra.language import ast
from cobra.language.load import load, load_text
from cobra.language.names import Names
from cobra.limits import Limits
from tests.language.test_elaborate_errors import mistakes


def test_repetitions_are_limited() -> None:
    text = "variable a weight 1 + sum(i in 1..30, j in 1..30 : 1) experiment g() observe a"
    message = "more than 900 calls and repetitions; raise the limit with --limit calls=N"
    with pytest.raises(LanguageError, match=message):
        load_text(text, limits=Limits(calls=900))
    assert load_text(text, limits=Limits(calls=930)).weight is not None


def test_limits_can_be_raised() -> None:
    text = "secret s : 1..20 experiment g() observe s > 5"
    with pytest.raises(LanguageError, match="--limit values=N"):
        load_text(text, limits=Limits(values=19))
    assert len(load_text(text, limits=Limits(values=20)).codes.slots[0].symbols) == 20


@pytest.mark.slow
def test_nesting_beyond_the_stack_is_an_error_too() -> None:
    deep = "!(" * 30000 + "a" + ")" * 30000
    with pytest.raises(GameError, match="nested too deeply"):
        load_text(f"variable a constraint {deep} experiment g() observe a", limits=Limits(nesting=10**6))


def test_formula_nodes_are_limited() -> None:
    with pytest.raises(LanguageError, match="--limit formula-nodes=N"):
        load("mastermind", limits=Limits(formula_nodes=50))


def test_experiments_elaborated_one_by_one_are_limited() -> None:
    text = "variables v[1..2] experiment g(x : 1..101, y : 1..101) where x < y observe v[y - x]"
    (mistake,) = mistakes(text)
    assert mistake.kind == "index outside its set"
    assert mistake.message == "the index -100 is outside 1..2"


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.cb"
    path.write_text("#" * 100, encoding="utf-8")
    with pytest.raises(LimitError, match="file-size"):
        load(str(path), limits=Limits(file_size=50))


UNKNOWN = " ".join(f"constraint b{i}" for i in range(2999))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "text",
    [
        f"variable a experiment g() observe a {UNKNOWN}",
        f"VARIABLES a EXPERIMENT 'e' 0 OUTCOME 'y' a OUTCOME 'n' !a {UNKNOWN.upper()}",
        "variable a " + "experiment g() observe a " * 2999,
        "variable a experiment g() observe a " + " ".join(f'file f{i} = "x"' for i in range(2999)),
        "VARIABLES a " + "OUTCOME 'y' a " * 2999,
    ],
    ids=["unknown", "unknown in the core language", "twice", "files", "outside an experiment"],
)
def test_mistakes_are_counted_only_so_far(text: str) -> None:
    assert len(mistakes(text)) == MOST_MISTAKES == 50


def test_wrong_definitions_are_counted_only_so_far() -> None:
    wrong = {f"x{i}": "1" for i in range(60)}
    assert len(mistakes("variable a experiment g() observe a", definitions=wrong)) == MOST_MISTAKES


@pytest.mark.thorough
def test_names_are_checked_in_time_proportional_to_their_number() -> None:
    def seconds(number: int) -> float:
        span = Span("game", 1, 1, 1, 1)
        chain = [
            ast.Def(ast.Name(f"f{i}", span), None, ast.Name(f"f{max(0, i - 1)}", span), span)
            for i in range(number)
        ]
        start = time.process_time()
        assert Names(chain).problems == []
        return time.process_time() - start

    assert seconds(32_000) < 32 * seconds(4_000) + 0.5
