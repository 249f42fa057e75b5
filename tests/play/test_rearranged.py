"""Experiments told in another order than the game lists them: what is typed is what is meant."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import cobra
from cobra.engine.made import Made, show_made
from cobra.errors import GameError
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.play.position import Position
from cobra.play.read import read_experiment, read_history
from cobra.play.review import review
from cobra.play.split import split
from tests import oracle

CORE = Path(__file__).parent.parent / "data" / "cobra"
PANS = """
VARIABLES x1, x2, x3, x4, x5, heavy
CONSTRAINT Exactly-1(x1, x2, x3, x4, x5)
ALPHABET '1', '2', '3', '4', '5'
MAPPING 'X' x1, x2, x3, x4, x5
EXPERIMENT 'weigh2' 4
  PARAMS_DISTINCT 1, 2, 3, 4
  PARAMS_SORTED 1, 2
  PARAMS_SORTED 3, 4
  PARAMS_SORTED 1, 3
  OUTCOME 'left heavier' (Or(X$1, X$2) & heavy) | (Or(X$3, X$4) & !heavy)
  OUTCOME 'right heavier' (Or(X$1, X$2) & !heavy) | (Or(X$3, X$4) & heavy)
  OUTCOME 'balance' !Or(X$1, X$2) & !Or(X$3, X$4)
"""
EXAMPLES = [
    ("counterfeit-coin", {"coins": 5}, "{} {} | {} {}", "12345"),
    ("light-coins", {"coins": 5, "fakes": 2}, "{} | {}", "12345"),
    ("odd-coins", {"coins": 5, "fakes": 2}, "{} | {}", "12345"),
    ("sorting", {"n": 4}, "{} | {}", "1234"),
    pytest.param("two pans", {}, "weigh2 {} {} {} {}", "12345", marks=pytest.mark.slow),
]
"""A game, its parameters, how an experiment is written, and what may stand for each {}."""


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "parameters", "written", "symbols"), EXAMPLES)
def test_an_experiment_means_what_it_says_in_any_order(
    name: str, parameters: dict[str, int], written: str, symbols: str
) -> None:
    game = cobra.load_text(PANS) if name == "two pans" else cobra.load(name, parameters)
    notation = Notation(game)
    codes = list(oracle.assignments(game.dag, game.codes))
    start = Position(game)
    space = game.experiments
    read = listed = 0
    for chosen in product(symbols, repeat=written.count("{}")):
        if len(set(chosen)) < len(chosen) or (len(chosen) > 2 and chosen[0] not in "24"):
            continue
        experiment = read_experiment(notation, written.format(*chosen))
        read += 1
        listed += oracle.allows(game.dag, space[experiment[0]].space, experiment[1], of_experiments=True)
        counts: dict[object, int] = {}
        for code in codes:
            outcome = oracle.outcome(game, experiment, code)
            counts[outcome] = counts.get(outcome, 0) + 1
        assert {part.outcome: part.codes for part in split(start, experiment).parts} == counts
        for outcome, count in counts.items():
            assert Position(game, [Made(experiment, outcome)]).codes == count  # type: ignore[arg-type]
    assert 0 < listed < read


def left(game: Game, history: str) -> list[str]:
    return Position(game, read_history(game, history)).list(100)


def test_swapped_pans_are_not_swapped_back() -> None:
    game = cobra.load("counterfeit-coin")
    history = "5 6 7 8 | 1 2 3 4 = left heavier"
    assert [show_made(game, made) for made in read_history(game, history)] == [history]
    light = [f"odd {coin}, not heavy" for coin in range(1, 5)]
    heavy = [f"odd {coin}, heavy" for coin in range(5, 9)]
    assert left(game, history) == light + heavy == left(game, "1 2 3 4 | 5 6 7 8 = right heavier")
    (move,) = review(game, history).moves
    assert (move.experiment, move.outcome) == ("5 6 7 8 | 1 2 3 4", "left heavier")
    assert cobra.advise(game, history).unlisted == ()  # no list of the game is asked


def test_comparisons_the_other_way_round() -> None:
    game = cobra.load("sorting", {"n": 3})
    assert left(game, "3 | 1 <; 2 | 1 >") == left(game, "1 | 3 >; 1 | 2 <") == ["231"]


def test_sorted_parameters_of_the_core_language() -> None:
    game = cobra.load(str(CORE / "coins-12.in"))
    assert left(game, "weigh4 8 6 7 5 1 2 4 3 = left heavier") == [
        *(f"x{coin}" for coin in range(1, 5)),
        *(f"x{coin} heavy" for coin in range(5, 9)),
    ]


BETWEEN = """
game "Between"
secret x : 1..6
experiment ask(low : 1..6, high : 1..6)
  where low < high
  observe x in low..high
"""


def test_an_order_that_changes_what_is_asked_is_refused() -> None:
    game = cobra.load_text(BETWEEN)
    with pytest.raises(GameError) as refused:
        read_history(game, "5 | 2 = no")
    assert str(refused.value) == (
        "'5 | 2' is not an experiment: the conditions on its parameters exclude it; did you mean '2 | 5'?"
    )
    with pytest.raises(GameError, match=r"'2 \| 2' is not an experiment: the conditions"):
        read_history(game, "2 | 2 = no")


PAIRS = """
secret x[1..2] : distinct 1..4
constraint x[1] < x[2]
lies at most {lies}
experiment guess(g[1..2] : distinct 1..4)
  where g[1] < g[2]
  observe count(i in 1..2, j in 1..2 : x[i] = g[j])
  final {final}
"""


@pytest.mark.parametrize("lies", [0, 1])
def test_an_order_in_which_no_play_ends_is_refused(lies: int) -> None:
    """The answer 2 to `2 1` would leave one code, as to `1 2`, but end no play, so could be a lie."""
    game = cobra.load_text(PAIRS.format(lies=lies, final="x[1] = g[1] & x[2] = g[2]"))
    assert cobra.advise(game, "12 2").over
    with pytest.raises(GameError, match="exclude it; did you mean '12'"):
        read_history(game, "21 2")


def test_an_order_in_which_the_same_plays_end_is_read() -> None:
    final = "all(i in 1..2 : any(j in 1..2 : x[i] = g[j]))"
    assert cobra.advise(cobra.load_text(PAIRS.format(lies=1, final=final)), "21 2").over


def test_an_order_in_which_another_named_outcome_is_final_is_refused() -> None:
    text = """
VARIABLES x1, x2
CONSTRAINT Exactly-1(x1, x2)
ALPHABET '1', '2'
MAPPING 'X' x1, x2
EXPERIMENT 'ask' 2
  PARAMS_DISTINCT 1, 2
  PARAMS_SORTED 1, 2
  OUTCOME 'first' X$1
  OUTCOMEX 'second' X$2
"""
    with pytest.raises(GameError, match="exclude it; did you mean '12'"):
        read_history(cobra.load_text(text), "ask 2 1 = second")


def test_a_strategy_file_still_has_only_experiments_of_the_game() -> None:
    with pytest.raises(GameError, match="the conditions on the experiment's parameters exclude it"):
        Notation(cobra.load("sorting")).parse_experiment("2 | 1")


SIDES = """
secret x : 0..1
secret y : 0..1
def told(p) = if p = 1 then x else 1 - x
experiment ask(a : 1..2, b : 1..2)
  where WHERE
  observe OBSERVED
experiment other(c : 1..2)
  observe if c = 1 then y else x
"""


@pytest.mark.parametrize(
    ("where", "observed"),
    [
        ("a = 1 & b = 2", "if a = 1 then x else 1 - x"),  # by the `where` it is x
        ("a = 1 & b = 2", "told(a)"),
        ("a = 1 & b = 2", "told(a) + 2 * told(1)"),
        ("a = 1 & b = 2", "count(p in 1..2, p = a : x = 1) + (if a in 1..1 then 0 else 1 - 2 * x)"),
        ("a != b & !(a = 2 & b = 1)", "if a = 2 then 1 - x else if b = 1 then 2 else x"),  # in any order
    ],
)
def test_an_order_that_formulas_do_not_speak_of_is_refused(where: str, observed: str) -> None:
    """What is said of `2 | 1` was never made a formula, since the `where` rules it out."""
    game = cobra.load_text(SIDES.replace("WHERE", where).replace("OBSERVED", observed))
    assert len(left(game, "ask 1 | 2 = 1" if "+" not in observed else "ask 1 | 2 = 0")) == 2
    with pytest.raises(GameError, match=r"exclude it; did you mean 'ask 1 \| 2'\?"):
        read_history(game, "ask 2 | 1 = 1")


HALVES = """
secret x[1..4] : 0..1
def same(i, j) = x[i] = x[j]
experiment ask(a : 1..4, b : 1..4)
  where a in 1..2 & b in 3..4
  observe OBSERVED
"""


@pytest.mark.parametrize(
    "observed",
    [
        "x[a] = x[b]",
        "same(a, b)",
        "if a in 1..4 & b in 1..4 then same(b, a) else x[1] = 1",
    ],
)
def test_an_order_that_a_where_excludes_is_read_where_formulas_do_without_it(observed: str) -> None:
    game = cobra.load_text(HALVES.replace("OBSERVED", observed))
    assert left(game, "4 | 1 = yes") == left(game, "1 | 4 = yes")
    assert len(left(game, "4 | 1 = yes")) == 8
