"""The check of strategies: true ones pass, of false ones all mistakes are found and placed: one long list."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.breakers.named import STRATEGIES
from cobra.breakers.place import Place
from cobra.breakers.tree import CoreHistory, play_states
from cobra.engine.program import CoreExperiment
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import CobraError, GameError, StoppedError
from cobra.interval import Interval
from cobra.language.load import library, load_text
from cobra.lengths import Figures
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.options import FORMATS, MEMORY, OBJECTIVES, OPTIMAL
from cobra.strategy.check.verify import difference, verify
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings, Strategy
from tests import oracle
from tests.random_cases import random_cases
from tests.random_games import games
from tests.strategy.made import SMALL, mastermind, one_step

quick = random_cases(60)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", library())
def test_the_whole_library(name: str) -> None:
    game = cobra.load(name, SMALL.get(name))
    for strategy in ("exp-models", "first"):
        made = one_step(game, strategy)
        result = verify(made)
        assert result.problems == ()
        assert result.figures == made.figures


@pytest.mark.thorough
def test_more_plays_than_are_taken_together() -> None:
    made = one_step(cobra.load("bulls-and-cows"), "parts")
    result = verify(made)
    assert result.problems == ()
    assert (result.figures, made.figures.codes) == (made.figures, 5040)


@pytest.mark.parametrize("name", ["bulls-and-cows", "sorting", "counterfeit-coin", "bags-of-gold"])
def test_experiments_that_tell_nothing_new(name: str, tmp_path: Path) -> None:
    """A strategy that asks everything twice is a bad one, and a right one: also from its file, and drawn."""
    table = CodeTable(cobra.load(name, SMALL.get(name)), Run(), MEMORY, Limits())
    experiments, branches, _ = table.greedy(
        "first", ties="first", consistent=False, seed=0, threads=1, memory=MEMORY
    ).tree()

    def choose(place: Place, made: CoreHistory) -> CoreExperiment:
        node = 0
        for experiment, outcome in made[: len(made) // 2 * 2 : 2]:
            assert experiments[node] == experiment
            node = dict(branches[node])[outcome]
        return experiments[node] if len(made) % 2 == 0 else made[-1][0]

    played = play_states(table, choose, confirms=False)
    strategy = strategy_of(table, played, "twice", Settings())
    single = sum(len(branches) == 1 for branches in strategy.branches)
    assert single > len(strategy.branches) // 3
    cobra.write_strategy(strategy, tmp_path / "twice.json")
    read = cobra.read_strategy(tmp_path / "twice.json")
    assert verify(read).problems == ()
    assert verify(read).figures == strategy.figures
    for form in FORMATS:
        assert list(cobra.export_lines(read, form))


@pytest.mark.thorough
@quick
@given(games(), st.sampled_from([name for name in STRATEGIES if name != OPTIMAL]))
def test_strategies_of_random_games(game: Game, name: str) -> None:
    made = one_step(game, name)
    result = verify(made)
    assert result.problems == ()
    assert result.figures == made.figures


@pytest.mark.thorough
@quick
@given(games("hit"), st.sampled_from(["max-models", "random", "parts"]), st.integers(0, 99))
def test_consistent_strategies_of_random_games(game: Game, name: str, seed: int) -> None:
    made = one_step(game, name, consistent=True, seed=seed, ties="random")
    assert verify(made).problems == ()


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_optimal_strategies(objective: str) -> None:
    result = cobra.optimal(cobra.load("mastermind", {"pegs": 3, "colours": 3}), objective)
    assert result.strategy is not None
    assert result.strategy.proved
    assert verify(result.strategy).problems == ()


@pytest.mark.thorough
@quick
@given(games(codes=12), st.integers(0, 2**32))
def test_a_changed_tree_is_judged_as_the_reference_does(game: Game, seed: int) -> None:
    """Experiments are exchanged and outcomes lead elsewhere; the oracle replays the tree."""
    rng = random.Random(seed)
    made = one_step(game)
    experiments, branches = list(made.experiments), [dict(node) for node in made.branches]
    if not experiments:
        return
    node = rng.randrange(len(experiments))
    if rng.random() < 0.5:
        experiments[node] = rng.choice(oracle.experiments(game))
    else:
        values = list(branches[node].values())
        rng.shuffle(values)
        branches[node] = dict(zip(branches[node], values, strict=True))
    changed = replace(made, experiments=experiments, branches=branches)
    result = verify(changed)
    try:
        plan = oracle.replay(game, oracle.Tree(experiments, branches, changed.root))
    except CobraError:
        assert result.figures is None
        assert result.problems
        return
    if result.figures is not None:
        found = result.figures
        assert (found.worst, found.total, found.weight) == (plan.worst, plan.total, plan.weight)
        assert found.distribution == plan.distribution
        assert result.correct == (found == made.figures)
    else:  # the oracle does not mind outcomes that cannot occur, nor asking on when nothing is told apart
        assert all("no code that is left gives" in p or "nothing tells apart" in p for p in result.problems)


def problems(strategy: Strategy) -> list[str]:
    result = verify(strategy)
    assert not result.correct
    return list(result.problems)


TWO = mastermind(2, 2)
"""Node 0 asks 00, node 1 asks 11, node 2 asks 01, node 3 asks 10; test_files.py has the tree."""


def changed(node: int, experiment: str = "", **branches: int | None) -> Strategy:
    """Return the strategy with another experiment or other branches, written as in `b0w2=3`, of a node."""
    experiments = list(TWO.experiments)
    if experiment:
        experiments[node] = (0, tuple(map(int, experiment)))
    nodes = [dict(one) for one in TWO.branches]
    for name, child in branches.items():
        values = int(name[1]), int(name[3])
        if child is None:
            del nodes[node][values]
        else:
            nodes[node][values] = child
    return replace(TWO, experiments=experiments, branches=nodes)


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (
            changed(3, "01"),
            [
                "node 3, 01 (after 00 → 1B0W, 01 → 0B2W): no code that is left gives the outcome 2B0W",
                "node 3, 01 (after 00 → 1B0W, 01 → 0B2W): nothing is said of the outcome 0B2W",
            ],
        ),
        (changed(0, b2w0=None), ["node 0, 00: nothing is said of the outcome 2B0W"]),
        (changed(0, b0w1=-1), ["node 0, 00: no code that is left gives the outcome 0B1W"]),
        (
            changed(2, b0w2=-1),
            [
                "node 2, 01 (after 00 → 1B0W): nothing follows after 0B2W, but the game is not over; "
                "left is 10"
            ],
        ),
        (
            changed(0, b1w0=-1),
            ["node 0, 00: nothing follows after 1B0W, but the game is not over; left are 01, 10"],
        ),
        (
            changed(0, b0w0=9),
            ["node 0, 00: 0B0W leads to node 9, which is not there or is led to from elsewhere"],
        ),
        (
            changed(0, b0w0=0),
            ["node 0, 00: 0B0W leads to node 0, which is not there or is led to from elsewhere"],
        ),
        (
            changed(0, b0w0=2, b1w0=2),
            [
                "node 0, 00: 0B0W leads to node 2, which is not there or is led to from elsewhere",
            ],
        ),
        (changed(3, "22"), ["node 3 (after 00 → 1B0W, 01 → 0B2W): this is not an experiment of the game"]),
        (
            changed(2, "11", b0w2=None, b1w0=3),
            [
                "node 2, 11 (after 00 → 1B0W): no code that is left gives the outcome 2B0W",
                "node 3, 10 (after 00 → 1B0W, 11 → 1B0W): nothing is said of the outcome 0B2W",
            ],
        ),
    ],
)
def test_a_tree_that_is_wrong(strategy: Strategy, expected: list[str]) -> None:
    assert problems(strategy) == expected


def test_an_outcome_that_no_answer_can_be() -> None:
    branches = [{**TWO.branches[0], (7,): -1, (1, 2, 3): -1}, *TWO.branches[1:]]
    assert problems(replace(TWO, branches=branches)) == [
        "node 0, 00: no code that is left gives the outcome (7,)",
        "node 0, 00: no code that is left gives the outcome (1, 2, 3)",
    ]


def test_a_play_of_no_more_experiments_than_may_be_made_is_lost() -> None:
    """Of the four codes of TWO two take two experiments and one takes three."""
    assert TWO.figures.distribution == {1: 1, 2: 2, 3: 1}
    three = verify(replace(TWO, settings=replace(TWO.settings, within=3)))
    assert three.figures == TWO.figures
    assert problems(replace(TWO, settings=replace(TWO.settings, within=2))) == [
        "node 2, 01 (after 00 → 1B0W): the play is lost after 0B2W, but it goes on",
    ]
    cut = replace(changed(2, b0w2=-1), settings=replace(TWO.settings, within=2))
    cut = replace(cut, experiments=cut.experiments[:3], branches=cut.branches[:3])
    figures = verify(cut).figures
    assert figures is not None
    assert (figures.distribution, figures.lost, figures.total) == ({1: 1, 2: 3}, 1, 7)


def test_a_tree_that_goes_on() -> None:
    """After 2B0W the game is over."""
    branches = [*map(dict, TWO.branches), {(2, 0): -1}]
    branches[3] = {(2, 0): 4}
    longer = replace(TWO, experiments=[*TWO.experiments, (0, (1, 0))], branches=branches)
    assert problems(longer) == [
        "node 4, 10 (after 00 → 1B0W, 01 → 0B2W, 10 → 2B0W): the game is over before this experiment"
    ]


def test_a_node_that_is_never_reached() -> None:
    more = replace(TWO, experiments=[*TWO.experiments, (0, (1, 0))], branches=[*TWO.branches, {(2, 0): -1}])
    assert problems(more) == ["node 4, 10: nothing leads to this node"]


def test_no_tree_at_all() -> None:
    assert problems(replace(TWO, experiments=[], branches=[])) == [
        "before the first experiment: nothing follows, but the game is not over; left are 00, 01, …"
    ]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda f: replace(f, worst=4), "figures: worst is 3, not 4"),
        (lambda f: replace(f, total=7), "figures: total is 8, not 7"),
        (lambda f: replace(f, weight=5), "figures: weight is 4, not 5"),
        (lambda f: replace(f, codes=3), "figures: codes is 4, not 3"),
        (lambda f: replace(f, nodes=5), "figures: nodes is 4, not 5"),
        (
            lambda f: replace(f, distribution={2: 4}),
            "figures: distribution is 1:1 2:2 3:1, not 2:4",
        ),
    ],
)
def test_figures_that_are_wrong(change: Callable[[Figures], Figures], problem: str) -> None:
    assert problems(replace(TWO, figures=change(TWO.figures))) == [problem]


def claims(objective: str | None, *intervals: tuple[str, int, int | None], proved: bool = False) -> Strategy:
    return replace(
        TWO,
        objective=objective,
        intervals=tuple(Interval(*interval) for interval in intervals),
        proved=proved,
    )


@pytest.mark.parametrize(
    "strategy",
    [
        claims("average", ("total", 8, 8), proved=True),
        claims("average", ("total", 7, 8)),
        claims("average"),
        claims("worst-average", ("worst", 3, 3), ("total", 7, 8)),
        claims("worst-average", ("worst", 3, 3), ("total", 8, 8), proved=True),
        claims("nodes", ("worst", 2, 3)),
        claims("nodes", ("worst", 3, 3), ("nodes", 4, 4), proved=True),
    ],
)
def test_claims_that_may_be_true(strategy: Strategy) -> None:
    assert verify(strategy).problems == ()


@pytest.mark.parametrize(
    ("strategy", "problem"),
    [
        (
            claims("average", ("total", 9, 9), proved=True),
            "intervals: total is 8, which is not within 9 to 9",
        ),
        (claims("average", ("total", 5, 7)), "intervals: total is 8, which is not within 5 to 7"),
        (
            claims("average", ("total", 7, 8), proved=True),
            "proved: not every interval of the objective is there and closed",
        ),
        (claims("average", proved=True), "proved: not every interval of the objective is there and closed"),
        (
            claims("worst-average", ("worst", 3, 3), proved=True),
            "proved: not every interval of the objective is there and closed",
        ),
        (claims(None, proved=True), "proved: not every interval of the objective is there and closed"),
        (claims("worst", ("total", 8, 8)), "intervals: they are about total, the objective is worst"),
        (claims(None, ("total", 8, 8)), "intervals: they are about total, the objective is None"),
        (
            claims("average-worst", ("total", 7, 8), ("worst", 3, 3)),
            "intervals: the second is about strategies that are best in the first, which is not closed",
        ),
        (
            replace(TWO, settings=Settings(max_depth=2)),
            "settings: a play takes 3 experiments, max_depth is 2",
        ),
        (
            replace(TWO, settings=Settings(within=3), objective="average"),
            "settings: plays are lost by their length only where it is asked how many are won, the objective "
            "is average",
        ),
        (replace(TWO, settings=Settings(first="01")), "settings: the first experiment is 00, not 01"),
    ],
)
def test_claims_that_are_false(strategy: Strategy, problem: str) -> None:
    assert problems(strategy) == [problem]


def test_a_strategy_said_to_be_consistent() -> None:
    game = cobra.load("mastermind", {"pegs": 3, "colours": 3})
    assert verify(one_step(game, consistent=True)).problems == ()
    loose = one_step(cobra.load("mastermind", {"pegs": 3, "colours": 5}), "max-models")
    said = problems(replace(loose, settings=Settings(consistent=True)))
    assert all(
        p.endswith("no outcome can be final here, but the strategy is said to be consistent") for p in said
    )


QUIT = """game "Guess or give up"
secret s : 1..3
state left = 2 in 0..2
lost when left = 0 cost 1
experiment guess(g : 1..3)
  observe if s = g then "yes" else "no"
  final s = g
  cost 5
experiment less(n : 1..2)
  where n <= left
  observe "so be it"
  then left = left - n
  cost 0
"""


def test_a_consistent_strategy_loses_no_play_by_an_experiment_that_cannot_be_final() -> None:
    """But it may make one that only changes the state."""
    game = load_text(QUIT)
    problem = "no outcome can be final here, but the strategy is said to be consistent"
    consistent = Settings(consistent=True)
    for asked, problems_ in (
        (["less 2"], [f"node 0, less 2: {problem}"]),
        (["less 1", "less 1"], [f"node 1, less 1 (after less 1 → so be it): {problem}"]),
        (["less 1", "guess 1", "guess 2", "guess 3"], []),
    ):
        made = [Notation(game).parse_experiment(text) for text in asked]
        goes_on = [*range(1, len(made)), -1]
        branches = [
            {("so be it",): child} if text.startswith("less") else {("yes",): -1, ("no",): child}
            for text, child in zip(asked, goes_on, strict=True)
        ]
        if asked[-1] == "guess 3":
            del branches[-1]["no",]
        tree = Strategy(game, "mine", made, branches, TWO.figures)
        figures = verify(tree).figures
        assert figures is not None  # where nobody says that it is consistent nothing is wrong with the tree
        assert list(verify(replace(tree, figures=figures, settings=consistent)).problems) == problems_


COINS = "secret s : 1..4 experiment same(i : 1..2) observe s <= 2 & s = i"
"""3 and 4 answer every experiment alike."""


def test_inseparable_codes_end_a_play() -> None:
    made = one_step(load_text(COINS))
    assert verify(made).problems == ()
    assert verify(made).figures == Figures(2, 7, 4, 4, {1: 1, 2: 3}, 2)
    experiments = [*made.experiments, (0, (0,))]
    branches = [*map(dict, made.branches), {(False,): -1}]
    branches[1][(False,)] = 2
    longer = replace(made, experiments=experiments, branches=branches)
    shown = "node 2, 1 (after 1 → no, 2 → no)"
    assert problems(longer) == [
        f"{shown}: the game is over before this experiment: nothing tells apart what is left"
    ]


def test_codes_that_could_be_told_apart() -> None:
    made = one_step(load_text(COINS))
    shorter = replace(made, experiments=made.experiments[:1], branches=[{(True,): -1, (False,): -1}])
    assert problems(shorter) == [
        "node 0, 1: nothing follows after no, but the game is not over; left are 2, 3, …"
    ]


def test_the_confirmation_of_a_core_game_is_counted() -> None:
    text = 'VARIABLES a, b\nCONSTRAINT Exactly-1(a, b)\nEXPERIMENT "ask" 0\nOUTCOME "yes" a\nOUTCOMEX "no" !a'
    made = one_step(load_text(text))
    assert verify(made).figures == Figures(2, 3, 2, 2, {1: 1, 2: 1}, 1) == made.figures


def test_weights_and_goals() -> None:
    text = (
        "secret s : 1..4 weight if s = 4 then 5 else 1 goal s % 2\n"
        "experiment even() observe s % 2 experiment less(i : 2..4) observe s < i"
    )
    made = one_step(load_text(text))
    assert verify(made).figures == Figures(1, 8, 8, 4, {1: 4}, 1) == made.figures


@pytest.mark.parametrize(
    ("constraint", "problem"),
    [
        ("a | b", "the game does not say what the answer to ask of a b is: one and two all hold"),
        ("!(a & b)", "the game does not say what the answer to ask of none is: nothing holds"),
    ],
)
def test_a_game_that_is_ill_formed(constraint: str, problem: str) -> None:
    text = 'variables a, b constraint {} experiment ask() outcome "one" : a outcome "two" : b'
    game = load_text(text.format(constraint))
    strategy = Strategy(game, "x", [(0, ())], [{("one",): -1}], Figures(1, 3, 3, 3, {1: 3}, 1))
    with pytest.raises(GameError) as error:
        verify(strategy)
    assert str(error.value) == problem


@pytest.mark.thorough
def test_weights_and_goals_of_more_codes_than_are_taken_together() -> None:
    """What is known of each code is found out for some at a time."""
    game = load_text(
        "secret a : 1..90 secret b : 1..60 weight a goal a <= 45, b "
        "experiment half() observe a <= 45 experiment ask(x : 1..60) observe b = x"
    )
    made = one_step(game, "first")
    result = verify(made)
    assert (result.problems, result.figures) == ((), made.figures)
    # Half of them first, then the 60 values of b one after the other: the last two need no more than 59.
    lengths = [1 + min(b, 59) for b in range(1, 61)]
    assert made.figures.total == sum(range(1, 91)) * sum(lengths)
    assert made.figures.weight == 60 * sum(range(1, 91))


def test_final_outcomes_that_are_none() -> None:
    """Games that `cobra check` refuses: an outcome that does not decide, and one that leaves two codes."""
    undecided = load_text("secret s : 1..2 experiment e(i : 1..2) observe 0 final s = i")
    strategy = Strategy(undecided, "x", [(0, (0,))], [{(0,): -1}], Figures(1, 2, 2, 2, {1: 2}, 1))
    assert problems(strategy) == [
        "node 0, 1: the outcome 0 is final for some codes and not for others",
        "node 0, 1: nothing follows after 0, but the game is not over; left is 2",
    ]
    loose = load_text("secret s : 1..4 experiment e() observe s > 2 final s > 2")
    strategy = Strategy(loose, "x", [(0, ())], [{(True,): -1, (False,): -1}], Figures(1, 4, 4, 4, {1: 4}, 1))
    assert problems(strategy) == [
        "node 0, e: nothing follows after no, but the game is not over; left are 1, 2",
        "node 0, e: the game is over after yes, but left are 3, 4",
    ]


def test_a_time_limit() -> None:
    with pytest.raises(StoppedError, match="stopped by the time limit while playing every code"):
        verify(TWO, time_limit=1e-9)


def test_progress_is_reported() -> None:
    heard: list[tuple[str, int, int]] = []
    verify(TWO, progress=lambda *what: heard.append(what))
    assert heard
    assert {what for what, _, _ in heard} == {"playing every code"}


def test_which_games_are_the_same() -> None:
    text = 'game "A" param n = 3 in 1..9 secret s : 1..n experiment e(i : 1..n) observe s < i'
    game = load_text(text)
    assert difference(game, load_text("# other words\n" + text.replace('"A"', '"B"'))) is None
    assert difference(game, load_text(text, definitions={"n": 4})) == "n is 3 in one and 4 in the other"
    assert difference(game, load_text(text.replace("s < i", "s <= i"))) in (
        "they differ in their experiments",
        "they differ in their formulas",
    )
    assert difference(game, load_text(text + " final s = i")) == "they differ in their ending"
    assert difference(game, load_text(text + " where i > 1")) == "they differ in their experiments"
    assert difference(game, load_text(text.replace("s : 1..n", "s : 0..n"))) == "they differ in their codes"


KNOWLEDGE = """
variables v[1..9]
constraint v[9] | v[1] & v[2]
weight 1 + (if v[2] & v[3] then 1 else 0)
goal v[1], v[3] & v[4]
experiment one() observe v[4] & v[5], v[1]
experiment two() observe v[2], v[5] & v[6]
"""
FINAL = """
variables v[1..5]
experiment one() observe v[1], v[2] & v[3] final v[1] & v[4]
experiment two() observe v[2]
"""
STATE = """
variables v[1..5]
state s = 0 in 0..3
experiment one() observe v[1] then s = if v[1] & v[2] then 1 else s
experiment two() observe v[2]
"""
MOVE = """
secret s : 1..5
variable a
experiment look(h : 1..5) observe s = h final s = h
move s = one of (if s in {1 2} then 5 else 4), s
"""
CHANCE = """
secret s : 1..5
experiment ask(h : 1..5)
  observe "yes" with (if s in {1 2} then 2/3 else 1/3), "no" with (if s in {1 2} then 1/3 else 2/3)
experiment name(h : 1..5) observe s = h final s = h
"""


@pytest.mark.parametrize(
    ("text", "formula", "other"),
    [
        (KNOWLEDGE, "v[1] & v[2]", "v[1] & v[8]"),
        (KNOWLEDGE, "v[2] & v[3]", "v[2] & v[8]"),
        (KNOWLEDGE, "v[3] & v[4]", "v[3] & v[8]"),
        (KNOWLEDGE, "v[4] & v[5]", "v[4] & v[8]"),
        (KNOWLEDGE, "v[5] & v[6]", "v[5] & v[8]"),
        (FINAL, "v[2] & v[3]", "v[2] & v[5]"),
        (FINAL, "v[1] & v[4]", "v[1] & v[5]"),
        (STATE, "v[1] & v[2]", "v[1] & v[5]"),
        (MOVE, "{1 2}", "{1 3}"),
        (CHANCE, "{1 2}", "{1 3}"),
    ],
)
def test_games_that_differ_in_one_formula(text: str, formula: str, other: str) -> None:
    """All else is the same, down to the numbers of the formulas."""
    games = [load_text(text), load_text(text.replace(formula, other))]
    assert [difference(*games), difference(*reversed(games))] == ["they differ in their formulas"] * 2
    assert [difference(game, load_text("# other words\n" + text)) for game in games] == [
        None,
        "they differ in their formulas",
    ]


def test_a_parameter_that_one_game_lacks() -> None:
    text = "secret s : 1..3 experiment e(i : 1..3) observe s < i"
    games = [load_text("param n = 3 in 1..9 " + text), load_text(text)]
    assert difference(*games) == "n is 3 in one and missing in the other"
    assert difference(*reversed(games)) == "n is missing in one and 3 in the other"
