"""Codes with weights: scores see them, and what a ready-made strategy expects is expected by them."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.breakers.core import named_strategy
from cobra.breakers.named import NAMED
from cobra.errors import CobraError
from cobra.language.load import load_text
from cobra.language.score import read_score
from cobra.model.game import Game
from cobra.options import READY_MADE
from tests import oracle
from tests.oracle.ahead import look_ahead
from tests.oracle.ties import best_order
from tests.random_cases import random_cases

TWENTY = Path(__file__).parent.parent.parent / "examples" / "twenty_questions.cb"
SCORES = (
    "max sum(w*fixed) then min max(w)",
    "min sum(w^2) - hitweight",
    "min max(w) then max hit",
    "min sum(w*log2(w)) / weight",
    "max sum(sqrt(w)) then min sorted(n)",
    "min sum(w*n)",
    "min weight - hitweight + sum(w)*0 then min sum(n*w)",
)


def row_of(game: Game, strategy: str, **options: str | bool) -> tuple[object, ...]:
    (row,) = cobra.analyze(game, [strategy], **options).rows  # type: ignore[arg-type]
    return row.first, row.worst, row.total, row.weight, dict(row.distribution), row.nodes


def plan_of(game: Game, plan: oracle.Replayed) -> tuple[object, ...]:
    from cobra.model.show import Notation

    first = None if plan.first is None else Notation(game).experiment(plan.first)
    return first, plan.worst, plan.total, plan.weight, plan.distribution, plan.nodes


@st.composite
def tables(draw: st.DrawFn) -> Game:
    """A game of a few codes with weights and tables of answers, with or without final outcomes."""
    codes = draw(st.integers(2, 7))
    weights = draw(st.lists(st.sampled_from([1, 1, 2, 3, 7, 40]), min_size=codes, max_size=codes))
    columns = draw(
        st.lists(st.lists(st.integers(0, 2), min_size=codes, max_size=codes), min_size=1, max_size=4)
    )

    def cases(values: list[int]) -> str:
        return "".join(f"if code = {i} then {v} else " for i, v in enumerate(values)) + "0"

    text = f"secret code : 0..{codes - 1}\nweight 1 + ({cases([w - 1 for w in weights])})\n"
    hit = draw(st.booleans())
    asked = "if g = code then 9 else " if hit else ""
    for number, column in enumerate(columns):
        one = draw(st.lists(st.integers(0, 1), min_size=codes, max_size=codes))
        shown = f"(if g % 2 = 0 then ({cases(column)}) else ({cases(one)}))" if hit else f"({cases(column)})"
        parameter = f"g : 0..{codes - 1}" if hit else ""
        final = " final g = code" if hit else ""
        text += f"experiment ask{number}({parameter}) observe {asked}{shown}{final}\n"
    return load_text(text)


@pytest.mark.thorough
@pytest.mark.parametrize("strategy", READY_MADE)
@random_cases(25)
@given(game=tables(), ties=st.sampled_from(["final,first", "first"]))
def test_ready_made_strategies_agree_with_the_oracle(strategy: str, game: Game, ties: str) -> None:
    assert row_of(game, strategy, ties=ties) == plan_of(game, oracle.greedy(game, strategy, ties))


@pytest.mark.thorough
@random_cases(60)
@given(game=tables(), text=st.sampled_from(SCORES), ties=st.sampled_from(["final,first", "first"]))
def test_scores_that_see_weights_agree_with_the_oracle(game: Game, text: str, ties: str) -> None:
    assert row_of(game, text, ties=ties) == plan_of(game, oracle.greedy(game, read_score(text), ties))


@pytest.mark.thorough
@random_cases(40)
@given(game=tables(), text=st.sampled_from((*SCORES, "min max(n)")))
def test_looking_ahead_sees_weights(game: Game, text: str) -> None:
    score = read_score(text)
    plan = oracle.greedy(game, look_ahead(score, score, 2, 3, "final,first"))
    assert row_of(game, f"look-ahead({text}, beam=3)") == plan_of(game, plan)


@pytest.mark.thorough
@random_cases(40)
@given(game=tables(), text=st.sampled_from(SCORES))
def test_the_best_order_of_ties_sees_weights(game: Game, text: str) -> None:
    (row,) = cobra.analyze(game, [text], ties="best").rows
    assert (row.total, row.worst, row.all_ties) == (*best_order(game, read_score(text)), True)


INSEPARABLE = """
secret code : 0..5
experiment ask0() observe code in {1 5}, code = 2
experiment ask1() observe code in {3 4}, code = 5
"""
"""No experiment tells 3 from 4."""


def test_the_best_order_of_ties_where_codes_are_inseparable() -> None:
    """A state of inseparable codes is over, so no bound on telling them apart holds."""
    game = load_text(INSEPARABLE)
    (row,) = cobra.analyze(game, ["parts"], ties="best").rows
    assert best_order(game, read_score("max parts")) == (9, 2)
    assert (row.total, row.worst, row.all_ties) == (9, 2, True)


@pytest.mark.parametrize("strategy", ["exp-models", "min sum(w^2)", "look-ahead(exp-models)"])
def test_weights_whose_squares_are_large(strategy: str) -> None:
    weights = (
        "if x = 1 then 900000000 else if x = 2 then 800000000 else if x = 3 then 700000000 else 600000000"
    )
    game = load_text(f"secret x : 1..4 weight {weights} experiment ask(s : 2..4) observe x < s")
    (row,) = cobra.analyze(game, [strategy]).rows
    assert (row.first, row.total, row.worst) == ("3", 6_000_000_000, 2)


def test_without_weights_the_weight_is_the_number() -> None:
    for name in NAMED:
        score = NAMED[name].score
        if score is not None:
            counted = read_score(score).program(weighted=False)
            assert not {"w", "weight", "hitweight"} & {word for _, tokens in counted for word in tokens}
    assert read_score("min sum(w*n)").strategy(False) == "exp-models"
    assert read_score("min sum(n^2)").strategy(True) == "exp-models"  # the core's own, which counts
    assert named_strategy("exp-models", False) == "exp-models"
    assert named_strategy("exp-models", True) == [(False, ["w", 1 << 48, "/", 2 << 32, "^", "sum"])]
    assert named_strategy("max-models", True) == "max-models"


def test_scaling_all_weights_changes_no_choice() -> None:
    text = TWENTY.read_text()
    scaled = load_text(re.sub(r"weight (if .*\n.*)\n", r"weight 7 * (\1)\n", text))
    for name in ("exp-models", "ent-models", "exp-fixed", "larmouth", "square-root"):
        plain, large = row_of(load_text(text), name), row_of(scaled, name)
        assert (large[0], large[4], large[2]) == (plain[0], plain[4], 7 * plain[2]), name


def test_mistakes_in_names_of_weights() -> None:
    with pytest.raises(CobraError, match="w is of one outcome: it belongs inside sum, max or min"):
        read_score("min w")
    with pytest.raises(
        CobraError, match="at character 9: there is no quantity 'wieght'; did you mean 'weight'"
    ):
        read_score("min sum(wieght)")


def test_twenty_questions_with_priors() -> None:
    """By count 101, by weight 86, the optimum 85."""
    game = cobra.load(str(TWENTY))
    rows = cobra.analyze(
        game, ["min sum(n^2)", "min sum(n*log2(n))", "exp-models", "ent-models", "optimal"]
    ).rows
    assert [(row.total, row.weight) for row in rows] == [(101, 28), (101, 28), (86, 28), (86, 28), (85, 28)]
    assert oracle.optimum(game, "average") == (85,)


def test_advice_is_by_weight() -> None:
    game = cobra.load(str(TWENTY))
    by_count, by_weight = cobra.advise(game, "", strategies=["min sum(n^2)", "exp-models"]).suggestions
    assert (by_count.total, by_weight.total, by_weight.weight) == (101, 86, 28)
    assert by_weight.as_good is None


def test_own_strategies_see_weights() -> None:
    game = cobra.load(str(TWENTY))
    seen = []

    def by_weight(knowledge: cobra.Knowledge) -> str | None:
        if not seen:
            seen.append((dict(zip(knowledge.codes, knowledge.weights, strict=True)), knowledge.weight))
        splits = zip(knowledge.experiments, knowledge.weigh(knowledge.experiments), strict=True)
        useful = [(sum(w * w for w in parts.values()), e) for e, parts in splits if len(parts) > 1]
        return min(useful, key=lambda pair: pair[0])[1] if useful else None

    own, ready_made = cobra.analyze(game, [by_weight, "exp-models"]).rows
    assert own.total == ready_made.total == 86
    weights, weight = seen[0]
    assert (weights["dog"], weights["duck"], len(weights), weight) == (8, 1, 12, 28)


def test_programs_are_told_weights(tmp_path: Path) -> None:
    program = tmp_path / "heavy.py"
    program.write_text(
        "import json, sys\n"
        "hello = json.loads(input())\n"
        "print(json.dumps({'cobra': 1}), flush=True)\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    heaviest = max(zip(asked['weights'], asked['codes']))\n"
        "    print(json.dumps({'experiment': heaviest[1]}), flush=True)\n"
    )
    text = 'secret x : {a b c} weight if x = "b" then 5 else if x = "c" then 3 else 1 '
    game = load_text(f"{text} experiment guess(g : {{a b c}}) observe g = x final g = x")
    (row,) = cobra.analyze(game, [f"program:{shlex.quote(sys.executable)} {shlex.quote(str(program))}"]).rows
    assert (row.first, row.total, row.weight) == ("b", 5 + 2 * 3 + 3 * 1, 9)
