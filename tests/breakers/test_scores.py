"""Score expressions: what is read, what is refused, and the core against the oracle."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cobra._core import Control, CoreError, Engine
from cobra.breakers.named import NAMED
from cobra.engine.compile import compile_game
from cobra.engine.played import Played
from cobra.errors import GameError
from cobra.language.score import MOST_NESTED, Score, read_score
from cobra.model.game import Game
from cobra.options import READY_MADE
from tests import oracle
from tests.engine.games import SMALL, compiled, model_tree
from tests.oracle.ahead import look_ahead
from tests.random_cases import random_cases
from tests.random_games import games

MEMORY = 1 << 28
GAMES = [pytest.param(name, tuple(params.items()), id=f"{name}-{params}") for name, params in SMALL]


def play(engine: Engine, score: Score, ties: str = "final,first", consistent: bool = False) -> Played:
    return engine.greedy(score.program(), ties, consistent, 0, 1, MEMORY, None, Control(120.0))


@st.composite
def values(draw: st.DrawFn, inside: bool = False, depth: int = 3) -> str:
    """A value of a score; `inside` an aggregate."""
    leaves = ["total", "parts", "largest", "hit", "0", "2", "0.75", "13"]
    leaf = draw(st.sampled_from(leaves + ["n", "n", "n", "fixed"] * inside))
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return leaf
    below = values(inside, depth - 1)
    kind = draw(st.sampled_from(["binary", "binary", "power", "minus", "log2", "sqrt", "abs", "aggregate"]))
    if kind == "aggregate" and not inside:
        return f"{draw(st.sampled_from(['sum', 'max', 'min']))}({draw(values(True, depth - 1))})"
    if kind == "power":
        return f"({draw(below)})^{draw(st.integers(0, 3))}"
    if kind == "minus":
        return f"-{draw(below)}"
    if kind in ("log2", "sqrt", "abs"):
        return f"{kind}({draw(below)}{draw(st.sampled_from(['', '+1']))})"
    return f"({draw(below)} {draw(st.sampled_from('+-*/'))} {draw(below)})"


@st.composite
def scores(draw: st.DrawFn) -> str:
    """A score of one or two keys, most of them aggregates."""
    aggregates = values(True).flatmap(lambda v: st.sampled_from([f"sum({v})", f"max({v})", f"min({v})"]))
    key = st.one_of(aggregates, values(), st.just("sorted(n)"))
    keys = draw(st.lists(key, min_size=1, max_size=2))
    return " then ".join(f"{draw(st.sampled_from(['min', 'max']))} {key}" for key in keys)


def figures(game: Game, score: Score, ties: str, consistent: bool) -> object:
    """Return what the oracle says, or that there is no value."""
    try:
        plan = oracle.greedy(game, score, ties, consistent)
    except GameError:
        return None
    return plan.distribution, plan.nodes, plan.first


def core_figures(game: Game, score: Score, ties: str, consistent: bool) -> object:
    compiled_game = compile_game(game)
    engine = compiled_game.engine()
    engine.enumerate(10**6, MEMORY, Control())
    try:
        result = play(engine, score, ties, consistent)
    except CoreError as error:
        assert "the score has no value" in str(error)
        return None
    first = None if result.first is None else compiled_game.experiment(result.first)
    return result.figures.distribution, result.figures.nodes, first


@pytest.mark.thorough
@random_cases(100)
@given(games(), scores(), st.sampled_from(["final,first", "first"]), st.booleans())
def test_the_core_agrees_with_the_oracle(game: Game, text: str, ties: str, consistent: bool) -> None:
    score = read_score(text)
    consistent = consistent and game.ending == "hit"
    assert core_figures(game, score, ties, consistent) == figures(game, score, ties, consistent)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params"), GAMES)
def test_scores_of_the_library_agree_with_the_oracle(name: str, params: tuple[tuple[str, int], ...]) -> None:
    game, engine = compiled(name, *params)
    for text, ties in (
        ("min sum(n*log2(n)) - 2*hit", "first"),
        ("min sorted(n) then max hit", "first"),
        ("max sum(sqrt(n)) + hit/2", "final,first"),
        ("min sum(n/total*abs(n - total/parts)) then max min(fixed) then min largest", "final,first"),
    ):
        plan = oracle.greedy(game.game, read_score(text), ties)
        result = play(engine, read_score(text), ties)
        assert oracle.replay(game.game, model_tree(game, result)).total == plan.total == result.figures.total
        assert (result.figures.distribution, result.figures.nodes) == (plan.distribution, plan.nodes), text


@pytest.mark.parametrize("name", READY_MADE)
def test_ready_made_strategies_are_scores(name: str) -> None:
    text = NAMED[name].score
    assert text is not None
    score = read_score(text)
    assert score.strategy() == name
    for game, params in SMALL:
        _, engine = compiled(game, *params.items())
        for ties, consistent in (("final,first", False), ("first", False), ("final,first", True)):
            ready = engine.greedy(name, ties, consistent, 0, 2, MEMORY, None, Control(120.0))
            assert play(engine, score, ties, consistent).tree() == ready.tree(), (game, ties, consistent)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("min largest", "max-models"),
        ("max -max(n)", "max-models"),
        ("min sum(n*n)", "exp-models"),
        ("min sum(log2(n) * n)", "ent-models"),
        ("max -(sum(n*log2(n)))", "ent-models"),
        ("min -parts", "parts"),
        ("max sum(fixed*n)", "exp-fixed"),
    ],
)
def test_a_ready_made_strategy_is_known_in_other_words(text: str, name: str) -> None:
    assert read_score(text).strategy() == name


@pytest.mark.parametrize(
    "text", ["min sum(n)", "max max(n)", "min sum(n^3)", "min sum(n*n)/parts", "min max(n) then max parts"]
)
def test_other_scores_are_programs(text: str) -> None:
    assert not isinstance(read_score(text).strategy(), str)


def test_equivalences_threads_and_seeds_change_what_they_should() -> None:
    _, engine = compiled("mastermind", ("pegs", 3), ("colours", 4))
    program = read_score("min sum(n^3) - hit").program()
    ready = engine.greedy(program, "final,first", False, 0, 1, MEMORY, None, Control()).tree()
    for threads, chain in ((3, None), (1, []), (2, ["symbols"]), (1, ["knowledge"])):
        other = engine.greedy(program, "final,first", False, 0, threads, MEMORY, chain, Control())
        assert other.tree() == ready
    random = [
        engine.greedy(program, "random", False, seed, 2, MEMORY, None, Control()).tree() for seed in (1, 1, 2)
    ]
    assert random[0] == random[1] != random[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "at its end: something is missing"),
        ("mim max(n)", "at character 1: a score begins with min or max; did you mean 'min'?"),
        ("min sum(n*lgo2(n))", "at character 11: there is no function 'lgo2'; did you mean 'log2'?"),
        ("min totl", "at character 5: there is no quantity 'totl'; did you mean 'total'?"),
        ("min log2", "at character 5: log2 needs a value in parentheses"),
        ("min sum(n", "at its end: something is missing"),
        ("min sum(n))", "at character 11: ')' is not expected"),
        ("min sum(n) § 2", "at character 12: '§' is no part of a score"),
        ("min n", "n is of one outcome: it belongs inside sum, max or min"),
        ("min sum(max(n))", "max is inside another sum, max or min"),
        ("min 2*sorted(n)", "sorted(n) is compared as a whole"),
        ("min sum(n^65)", "an exponent is a whole number from 0 to 64"),
        ("min sum(2^n)", "an exponent is a whole number from 0 to 64"),
        ("min 1073741824", "a number is less than 1,073,741,824"),
        (f"min {'abs(' * (MOST_NESTED + 1)}1{')' * (MOST_NESTED + 1)}", "nested more than"),
        ("min " + "1+" * 600 + "1", "at most 1,000 characters"),
        ("min " + "(" * 400 + "n" + ")" * 400, "n is of one outcome"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(GameError) as error:
        read_score(text)
    assert message in str(error.value)


def test_powers_of_powers_are_not_multiplied_out() -> None:
    powers = "(" * 20 + "total" + ")^8" * 20
    assert len(read_score(f"min {powers}").strategy()[0][1]) == 41
    assert read_score("min (max(n))^1").strategy() != "max-models"


def test_a_long_score_is_shortened_in_messages() -> None:
    with pytest.raises(GameError) as error:
        read_score("min " + "-" * 500 + "parts")
    assert len(str(error.value)) < 200


@pytest.mark.thorough
@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("minaxsumlogtfd0123456789()+-*/^. ,n"), max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(GameError):
        read_score(f"min {text}").program()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("min sum(1/(n - 1))", "a division by 0"),
        ("min sum(log2(n - 1))", "a logarithm of a number that is not positive"),
        ("min sum(sqrt(1 - n))", "a square root of a negative number"),
        ("min sum((n*1000000)^5)", "a number is not below 2^62"),
    ],
)
def test_values_that_do_not_exist_are_errors(text: str, why: str) -> None:
    _, engine = compiled("mastermind", ("pegs", 3), ("colours", 4))
    with pytest.raises(CoreError, match=r"the score has no value where .* codes are left: ") as error:
        play(engine, read_score(text))
    assert why in str(error.value)


def ahead(engine: Engine, score: Score, depth: int, beam: int, ties: str, threads: int = 1) -> Played:
    what = (score.strategy(), score.program(), depth, beam)
    return engine.greedy(what, ties, False, 0, threads, MEMORY, None, Control(120.0))


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params"), GAMES)
def test_looking_ahead_agrees_with_the_oracle(name: str, params: tuple[tuple[str, int], ...]) -> None:
    game, engine = compiled(name, *params)
    for text, depth, beam, ties in (
        ("min sum(n*log2(n))", 2, 4, "final,first"),
        ("max parts + hit/2", 2, 3, "first"),
        ("max sum(n*fixed)", 3, 2, "final,first"),
    ):
        score = read_score(text)
        plan = oracle.greedy(game.game, look_ahead(score, score, depth, beam, ties))
        result = ahead(engine, score, depth, beam, ties)
        figures = result.figures
        assert (figures.distribution, figures.nodes) == (plan.distribution, plan.nodes), (text, ties)


@pytest.mark.thorough
@random_cases(30)
@given(games(), st.sampled_from(["min sum(n^2) - hit", "min sorted(n)", "max min(fixed)", "max parts"]))
def test_looking_ahead_in_random_games(game: Game, text: str) -> None:
    score = read_score(text)
    compiled_game = compile_game(game)
    engine = compiled_game.engine()
    engine.enumerate(10**6, MEMORY, Control())
    plan = oracle.greedy(game, look_ahead(score, score, 2, 3, "final,first"))
    result = ahead(engine, score, 2, 3, "final,first")
    assert (result.figures.distribution, result.figures.nodes) == (plan.distribution, plan.nodes)


def test_looking_one_step_ahead_is_the_strategy_itself() -> None:
    _, engine = compiled("mastermind", ("pegs", 3), ("colours", 4))
    score = read_score("min sum(n*log2(n))")
    plain = engine.greedy("ent-models", "final,first", False, 0, 1, MEMORY, None, Control()).tree()
    for depth, beam in ((1, 5), (3, 1)):
        assert ahead(engine, score, depth, beam, "final,first", threads=2).tree() == plain


def test_looking_ahead_is_bounded() -> None:
    _, engine = compiled("mastermind", ("pegs", 2), ("colours", 4))
    for depth, beam in ((0, 1), (1, 0), (17, 1), (2, 5000)):
        with pytest.raises(
            CoreError, match="look-ahead takes a depth from 1 to 16 and a beam from 1 to 4096"
        ):
            ahead(engine, read_score("max parts"), depth, beam, "first")
    with pytest.raises(CoreError, match="at random"):
        ahead(engine, read_score("max parts"), 2, 2, "random")
