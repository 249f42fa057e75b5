"""What is wrong with a strategy for a game with lies or moves is found, and named at its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import cobra
from cobra.budget import Deadline
from cobra.language.load import load_text
from cobra.lengths import Figures
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment
from cobra.options import MEMORY
from cobra.strategy.check.beliefs import BeliefReplay
from cobra.strategy.check.meaning import Meaning
from cobra.strategy.check.problems import MOST_PROBLEMS
from cobra.strategy.check.verify import verify
from cobra.strategy.strategy import Settings, Strategy
from tests.unseen.test_values import game_of


def best(name: str, **params: int) -> Strategy:
    strategy = cobra.optimal(game_of(name, **params)).strategy
    assert strategy is not None and verify(strategy).correct
    return strategy


def test_an_answer_that_only_a_liar_gives_must_be_there() -> None:
    strategy = best("mastermind_lie", pegs=1, colours=3)
    outcomes = list(strategy.branches[0])
    for missing in outcomes:
        branches = [{v: c for v, c in strategy.branches[0].items() if v != missing}, *strategy.branches[1:]]
        problems = verify(replace(strategy, branches=branches)).problems
        assert any("nothing is said of the outcome" in problem for problem in problems)


def test_a_play_that_ends_too_soon() -> None:
    """Without the lie these numbers would be known."""
    strategy = best("liar", numbers=3)
    last = max(
        node for node, branches in enumerate(strategy.branches) if any(c >= 0 for c in branches.values())
    )
    branches = [dict(b) for b in strategy.branches]
    branches[last] = dict.fromkeys(branches[last], -1)
    found = verify(replace(strategy, branches=branches))
    assert found.problems and "the game is not over" in found.problems[0]


@pytest.mark.parametrize("figure", ["worst", "total", "nodes", "lost"])
def test_false_figures(figure: str) -> None:
    strategy = best("fox", holes=4)
    wrong = replace(strategy.figures, **{figure: getattr(strategy.figures, figure) + 1})
    problems = verify(replace(strategy, figures=wrong, intervals=(), proved=False)).problems
    assert any(problem.startswith(f"figures: {figure} is") for problem in problems)


def test_a_hole_that_the_fox_cannot_be_in_any_more() -> None:
    """Looking in other holes leaves the fox somewhere."""
    strategy = best("fox", holes=5)
    experiments = [strategy.experiments[0]] * len(strategy.experiments)
    problems = verify(replace(strategy, experiments=experiments)).problems
    way = ", ".join(["2 → empty"] * 5)
    assert problems == (f"node 5, 2 (after {way}): nothing is said of the outcome empty",)


Nodes = list[tuple[Experiment, dict[OutcomeValue, int]]]

CAUGHT, EMPTY = ("the fox",), ("empty",)
FOX: Nodes = [
    ((0, (1,)), {CAUGHT: -1, EMPTY: 1}),
    ((0, (2,)), {CAUGHT: -1, EMPTY: 2}),
    ((0, (2,)), {CAUGHT: -1, EMPTY: 3}),
    ((0, (1,)), {CAUGHT: -1}),
]
"""Of four holes look into 2, 3, 3, 2."""
WRONG, RIGHT = (0, 0), (1, 0)
ONE_LIE: Nodes = [
    ((0, (0,)), {WRONG: 1, RIGHT: -1}),
    ((0, (1,)), {WRONG: 2, RIGHT: -1}),
    ((0, (2,)), {RIGHT: -1}),
]
"""One peg of three colours, asked one after the other. That the last one is right cannot be denied."""


def made(name: str, nodes: Nodes, **params: int) -> Strategy:
    experiments, branches = [list(part) for part in zip(*nodes, strict=True)]
    return replace(best(name, **params), experiments=experiments, branches=branches)


def fox(*nodes: tuple[Experiment, dict[OutcomeValue, int]]) -> Strategy:
    """Return the strategy with other nodes in place of the last ones, or more."""
    return made("fox", [*FOX[: max(0, 4 - len(nodes))], *nodes], holes=4)


def test_what_is_right_is_right() -> None:
    assert verify(fox()).correct
    assert verify(made("mastermind_lie", ONE_LIE, pegs=1, colours=3)).correct


@pytest.mark.parametrize(
    ("strategy", "problems"),
    [
        (
            lambda: fox(((0, (9,)), {CAUGHT: -1})),
            [
                "node 3 (after 2 → empty, 3 → empty, 3 → empty): this is not an experiment of the game",
            ],
        ),
        (
            lambda: fox(((0, (1,)), {CAUGHT: -1, EMPTY: -1})),
            [
                "node 3, 2 (after 2 → empty, 3 → empty, 3 → empty): "
                "nothing that is possible is answered by empty"
            ],
        ),
        (
            lambda: fox(((0, (1,)), {})),
            ["node 3, 2 (after 2 → empty, 3 → empty, 3 → empty): nothing is said of the outcome the fox"],
        ),
        (
            lambda: fox(((0, (2,)), {CAUGHT: -1, EMPTY: 9}), FOX[3]),
            [
                "node 2, 3 (after 2 → empty, 3 → empty): "
                "empty leads to node 9, which is not there or is led to from elsewhere"
            ],
        ),
        (
            lambda: fox(((0, (2,)), {CAUGHT: -1, EMPTY: 1}), FOX[3]),
            [
                "node 2, 3 (after 2 → empty, 3 → empty): "
                "empty leads to node 1, which is not there or is led to from elsewhere"
            ],
        ),
        (
            lambda: fox(((0, (2,)), {CAUGHT: 3, EMPTY: -1}), FOX[3]),
            ["node 3, 2 (after 2 → empty, 3 → empty, 3 → the fox): the game is over before this experiment"],
        ),
        (
            lambda: fox(*FOX, ((0, (0,)), {CAUGHT: -1})),
            ["node 4, 1: nothing leads to this node"],
        ),
        (
            lambda: made("mastermind_lie", [(ONE_LIE[0][0], {WRONG: -1, RIGHT: -1})], pegs=1, colours=3),
            ["node 0, 0: nothing follows after 0B0W, but the game is not over; left are 1, 2"],
        ),
        (
            lambda: made(
                "mastermind_lie",
                [*ONE_LIE[:1], (ONE_LIE[1][0], {WRONG: -1, RIGHT: -1})],
                pegs=1,
                colours=3,
            ),
            ["node 1, 1 (after 0 → 0B0W): nothing follows after 0B0W, but the game is not over; left is 2"],
        ),
        (
            lambda: replace(best("liar", numbers=3), experiments=[], branches=[]),
            ["before the first experiment: nothing follows, but the game is not over; left are 1, 2, …"],
        ),
    ],
)
def test_trees_that_are_wrong(strategy: Callable[[], Strategy], problems: list[str]) -> None:
    assert list(verify(strategy()).problems) == problems


def test_no_more_than_twenty_mistakes_are_shown() -> None:
    strategy = best("liar", numbers=9)
    assert len(strategy.branches) > MOST_PROBLEMS
    empty: list[dict[OutcomeValue, int]] = [{v: c for v, c in b.items() if c >= 0} for b in strategy.branches]
    problems = verify(replace(strategy, branches=empty)).problems
    assert len(problems) == MOST_PROBLEMS
    assert all("nothing is said of the outcome" in problem for problem in problems)


def test_what_is_given_up() -> None:
    """Where the secret moves, a strategy may end where it would go in circles: these codes are lost."""
    strategy = made("fox", [(FOX[0][0], {CAUGHT: -1, EMPTY: -1})], holes=4)
    figures = verify(strategy).figures
    assert figures is not None
    assert (figures.worst, figures.total, figures.lost, figures.nodes) == (1, 4, 3, 1)
    assert figures.distribution == {1: 4}
    nothing = verify(replace(strategy, experiments=[], branches=[])).figures
    assert nothing is not None
    assert (nothing.worst, nothing.total, nothing.lost, nothing.distribution) == (0, 0, 4, {0: 4})


def test_what_is_asked_when_nothing_tells_apart_what_is_left() -> None:
    """After two answers alike the number is one of two that all experiments answer alike: it is over then."""
    game = load_text("secret x : 1..4 lies at most 1 experiment ask() observe x > 2")
    strategy = cobra.optimal(game).strategy
    assert strategy is not None and verify(strategy).correct
    branches = [dict(below) for below in strategy.branches]
    assert strategy.branches[1] == {(False,): -1, (True,): 2}
    branches[1][False,] = len(branches)
    longer = replace(
        strategy,
        experiments=[*strategy.experiments, strategy.experiments[0]],
        branches=[*branches, {(False,): -1, (True,): -1}],
    )
    assert verify(longer).problems == (
        "node 5, ask (after ask → no, ask → no): the game is over before this experiment: "
        "nothing tells apart what is left",
    )


@pytest.mark.parametrize(
    ("text", "within"),
    [
        ("secret x : 1..4 noise 1/10 experiment ask(g : 1..4) observe x = g, x < g final x = g", 3),
        ("secret x : 1..3 lies at most 1 noise 1/10 experiment ask(g : 1..3) observe x <= g", 4),
    ],
)
def test_plays_that_go_on_when_they_are_lost(text: str, within: int) -> None:
    """What is won is won in so many experiments: later ones win nothing, so they may not be there."""
    found = cobra.optimal(load_text(text), objective="won", within=within)
    assert found.strategy is not None and verify(found.strategy).correct
    assert found.strategy.figures.worst == within
    for fewer in range(1, within):
        settings = replace(found.strategy.settings, within=fewer)
        problems = verify(replace(found.strategy, settings=settings)).problems
        assert problems and all(": the play is lost after " in one for one in problems)
        assert all(one.endswith(", but it goes on") for one in problems)


COIN = """
secret x : {heads tails}
weight if x = "heads" then 3 else 1
lies at most 1
noise 1/10
experiment look() observe x
"""
HEADS, TAILS = ("heads",), ("tails",)


def played(text: str, *branches: dict[OutcomeValue, int], within: int | None = None) -> BeliefReplay:
    """Return the replay of a strategy that always makes the first experiment."""
    game = load_text(text)
    first = (0, (0,) * len(game.experiments[0].space.slots))
    figures = Figures(1, 1, 1, 1, {1: 1}, 1)
    strategy = Strategy(game, "x", [first] * len(branches), list(branches), figures)
    strategy = replace(strategy, settings=Settings(within=within))
    return BeliefReplay(strategy, Meaning(game, 100, MEMORY, lambda *_: None), Deadline(None))


def test_the_mean_where_answers_are_wrong_by_chance() -> None:
    """Two looks that agree are enough. They do not with 0.9 · 0.1 + 0.1: a lie in the second or the first."""
    replay = played(
        COIN,
        {HEADS: 1, TAILS: 2},
        {HEADS: -1, TAILS: 3},
        {HEADS: 4, TAILS: -1},
        *[{HEADS: -1, TAILS: -1}] * 2,
    )
    assert replay.run() == Figures(3, 219, 100, 2, {3: 2}, 5)
    assert sorted((end.node, end.outcome, end.codes, end.final, end.length) for end in replay.ends) == [
        (1, HEADS, [0], False, 2),
        (2, TAILS, [1], False, 2),
        (3, HEADS, [0], False, 3),
        (3, TAILS, [1], False, 3),
        (4, HEADS, [0], False, 3),
        (4, TAILS, [1], False, 3),
    ]


def test_what_is_lost_by_chance_when_there_is_no_more_time() -> None:
    nodes = {HEADS: 1, TAILS: 2}, {HEADS: -1, TAILS: -1}, {HEADS: -1, TAILS: -1}
    assert played(COIN, *nodes, within=2).run() == Figures(2, 200, 100, 2, {2: 2}, 3, lost=2, lost_weight=19)
    unlimited = played(COIN, *nodes)
    assert unlimited.run() is None
    assert unlimited.problems.found == [
        "node 2, look (after look → tails): nothing follows after heads, but the game is not over; "
        "left are heads, tails",
        "node 1, look (after look → heads): nothing follows after tails, but the game is not over; "
        "left are heads, tails",
    ]


@pytest.mark.parametrize(
    ("text", "branches", "problems"),
    [
        (
            "secret s : 1..3 experiment e() observe s > 1 final s > 1 move s = one of s",
            {(True,): -1, (False,): -1},
            ["node 0, e: the game is over, but left are 2, 3"],
        ),
        (
            "secret s : 1..2 experiment e() observe 0 final true move s = one of s",
            {(0,): -1},
            ["node 0, e: the game is over, but left are 1, 2"],
        ),
        (
            "secret s : 1..3 experiment e(i : 1..3) observe 0 final s = i move s = one of s",
            {(0,): -1},
            ["node 0, 1: the outcome 0 is final for some codes and not for others"],
        ),
    ],
)
def test_final_outcomes_that_are_none(
    text: str, branches: dict[OutcomeValue, int], problems: list[str]
) -> None:
    replay = played(text, branches)
    assert replay.run() is None
    assert replay.problems.found == problems


def test_what_is_lost_where_there_is_no_more_time_to_say_the_secret() -> None:
    """One guess: of three colours one is found, for the right guess cannot be denied with every lie told."""
    strategy = made("mastermind_lie", [(ONE_LIE[0][0], {WRONG: -1, RIGHT: -1})], pegs=1, colours=3)
    limited = verify(replace(strategy, settings=replace(strategy.settings, within=1))).figures
    assert limited is not None
    assert (limited.worst, limited.lost, limited.distribution) == (1, 2, {1: 3})


def test_the_longest_play_of_a_code_counts_by_its_weight() -> None:
    game = load_text(
        'game "Weighted" secret x : 1..3 weight x lies at most 1 experiment ask(g : 1..3) observe x >= g'
    )
    strategy = cobra.optimal(game).strategy
    assert strategy is not None
    figures = verify(strategy).figures
    assert figures is not None
    assert (figures.distribution, figures.total, figures.weight) == ({4: 1, 5: 2}, 1 * 4 + 2 * 5 + 3 * 5, 6)


GUESS = """game "Guess or ask"
secret x : 1..3
experiment guess(g : 1..3)
  observe if x = g then "yes" else "no"
  final x = g
experiment ask(h : 2..3)
  observe if x < h then "less" else "not less"
"""


MOVES = "move x = one of (if x = 1 then 2 else x - 1), (if x = 3 then 2 else x + 1)\n"


@pytest.mark.parametrize("more", ["lies at most 1\n", "lies at most 1\nnoise 1/4\n", MOVES])
def test_that_all_experiments_can_be_final_is_checked(more: str) -> None:
    """But for the first, if it was demanded."""
    game = load_text(GUESS + more)
    strategy = cobra.optimal(game, first="ask 2").strategy
    assert strategy is not None and verify(strategy).correct
    asking = [node for node, (of, _) in enumerate(strategy.experiments) if of == 1]
    said = replace(strategy, settings=Settings(consistent=True, first="ask 2"))
    message = "no outcome can be final here, but the strategy is said to be consistent"
    found = verify(said).problems
    assert len(found) == len(asking) - 1 and all(problem.endswith(message) for problem in found)
    found = verify(replace(strategy, settings=Settings(consistent=True))).problems
    assert found[0] == f"node 0, ask 2: {message}" and len(found) == len(asking)
    consistent = cobra.optimal(game, first="ask 2", consistent=True).strategy
    assert consistent is not None and verify(consistent).correct
