"""Games on which an optimal search may go wrong: each stands for a mistake that is easily made."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import pytest

import cobra
from cobra.language.load import load_text
from tests.optimal.solve import Solver
from tests.optimal.test_random_games import SWITCHES, TINY, check
from tests.oracle import OBJECTIVES

UNLISTED: list[dict[str, Any]] = [{}, {"symmetry": False, "threads": 2, "memory": TINY}]
"""A table of outcomes holds experiments with at most 255 of them, so one may not be asked for."""


@cache
def read(text: str) -> Solver:
    """Return a game with its codes listed; it is the same with all switches, and so are its optima."""
    return Solver(load_text(text))


def check_all(solver: Solver, **switches: Any) -> None:
    for objective in OBJECTIVES:
        check(solver, objective, None, False, **switches)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("hits", [(1, 2), (2, 1), (1, 3), (2, 3), (1, 2, 3, 4)])
def test_equal_partitions_with_different_final_codes(hits: tuple[int, ...], switches: dict[str, Any]) -> None:
    # Guesses with equal parts hit different codes: none of them may stand for another.
    numbers = " ".join(map(str, hits))
    game = read(
        f"""game "Pairs"
        alphabet number = 1..4
        secret s : number
        experiment pair(g : {{{numbers}}})
          observe if s = g then "hit" else if s <= 2 then "low" else "high"
          final s = g
        experiment one(g : number)
          observe if s = g then "hit" else "no"
          final s = g"""
    )
    check_all(game, **switches)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_equal_partitions_where_one_is_final(switches: dict[str, Any]) -> None:
    # Asking whether the code is 1 and guessing 1 have the same parts; only the guess can end the game.
    game = read(
        """game "Ask or guess"
        secret s : 1..4
        experiment ask(g : 1..4)
          observe if s = g then "yes" else "no"
        experiment guess(g : 1..4)
          observe if s = g then "yes" else "no"
          final s = g"""
    )
    check_all(game, **switches)
    assert game.optimum("average-worst", **switches) == (10, 4)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_an_outcome_of_a_core_game_that_is_not_final_costs_one_more(switches: dict[str, Any]) -> None:
    # The three questions have the same parts, but after another code one more experiment is counted.
    texts = ['OUTCOME "a" x', 'OUTCOMEX "a" x'], ['OUTCOME "b" !x', 'OUTCOMEX "b" !x']
    lines = ["VARIABLES x, y", "CONSTRAINT x | y", "ALPHABET '1'"]
    for number, (first, second) in enumerate([(0, 1), (1, 0), (1, 1)]):
        lines += [f'EXPERIMENT "ask {number}" 0', texts[0][first], texts[1][second]]
    lines += ['EXPERIMENT "other" 0', 'OUTCOME "c" y', 'OUTCOMEX "d" !y']
    check_all(read("\n".join(lines)), **switches)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("outcomes", [16, 17, 63, 64, 65, 100])
def test_many_outcomes_of_one_experiment(outcomes: int, switches: dict[str, Any]) -> None:
    check_many(outcomes, **switches)


@pytest.mark.thorough
@pytest.mark.parametrize("switches", UNLISTED, ids=str)
@pytest.mark.parametrize("outcomes", [*(pytest.param(n, marks=pytest.mark.slow) for n in (255, 257)), 256])
def test_more_outcomes_than_a_byte_holds(outcomes: int, switches: dict[str, Any]) -> None:
    check_many(outcomes, **switches)


def check_many(outcomes: int, **switches: Any) -> None:
    # `look` tells all codes apart but the last two.
    game = read(
        f"""game "Many outcomes"
        secret s : 1..{outcomes + 1}
        experiment look()
          observe min(s, {outcomes})
        experiment last()
          observe s > {outcomes}"""
    )
    total = outcomes - 1 + 2 * 2
    assert game.optimum("average-worst", **switches) == (total, 2)
    assert game.optimum("nodes", **switches) == (2, 2)
    assert game.optimum("average", max_depth=1, **switches) is None


@pytest.mark.thorough
@pytest.mark.parametrize("switches", UNLISTED, ids=str)
@pytest.mark.parametrize("values", [9, 17])
def test_many_outcomes_that_are_hit(values: int, switches: dict[str, Any]) -> None:
    # A guess answers how far each digit is off: 81 and 289 outcomes, and all codes are told apart.
    game = read(
        f"""game "Distances"
        secret s[1..2] : 1..{values}
        experiment guess(g[1..2] : 1..{values})
          observe for i in 1..2 : s[i] - g[i]
          final all(i in 1..2 : s[i] = g[i])"""
    )
    codes = values**2
    assert game.optimum("worst-average", **switches) == (2, 2 * codes - 1)
    assert game.optimum("nodes", **switches) == (2, codes)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_weights(switches: dict[str, Any]) -> None:
    game = read(
        """game "Weights"
        secret s : 1..5
        weight if s = 1 then 1000000 else if s = 2 then 1000 else s
        experiment ask(g : 1..5)
          observe s <= g
        experiment is(g : 1..5)
          observe s = g"""
    )
    check_all(game, **switches)
    # The heavy codes are asked for first: 1, 2, then 5 and the rest.
    assert game.optimum("average", **switches) == (1000000 + 2 * 1000 + 3 * 5 + 4 * (3 + 4),)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_a_lower_sum_with_a_longer_play(switches: dict[str, Any]) -> None:
    # Once a strategy with the least worst case is known, one with a lower sum alone is no better. (What is
    # asked about has the same name in both experiments, but in one of them it has no index.)
    game = read(
        """game "Some weigh less"
        secret code[1..2] : 1..3
        weight if code[1] = 2 then 2 else 3
        experiment guess(g[1..2] : 1..3)
          observe all(i in 1..2 : code[i] = g[i]), count(g[1] != 2, g[1] != 1, code[2] = 1) in {1 3}
          final all(i in 1..2 : code[i] = g[i])
        experiment ask(g : 1..2)
          observe if code[1] != 2 then code[2] = g else code[2] != 1"""
    )
    check_all(game, **switches)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_one_code(switches: dict[str, Any]) -> None:
    known = read('game "Known" secret s : 1..1 experiment ask() observe s')
    hit = read('game "Hit" secret s : 1..1 experiment ask() observe s final s = 1')
    for objective in OBJECTIVES:
        values = 1 if len(known.optimum(objective, **switches) or ()) == 1 else 2
        assert known.optimum(objective, **switches) == (0,) * values
        assert known.optimum(objective, 0, **switches) == (0,) * values
        assert hit.optimum(objective, **switches) == (1,) * values
        assert hit.optimum(objective, 0, **switches) is None
        assert hit.optimum(objective, 1, True, **switches) == (1,) * values
    check_all(known, **switches)
    check_all(hit, **switches)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_nothing_separates(switches: dict[str, Any]) -> None:
    nothing = read('game "Nothing" secret s : 1..4 experiment ask() observe 1')
    some = read('game "Some" secret s : 1..7 experiment ask(g : 1..7) observe s > 5 & s >= g')
    goal = read('game "Goal" secret s : 1..6 goal s > 4 experiment ask(g : 1..6) observe s % 2 = 0 & s >= g')
    for game in (nothing, some, goal):
        check_all(game, **switches)
        check(game, "average", 0, False, **switches)
        check(game, "worst", 1, False, **switches)
    assert nothing.optimum("nodes", 0, **switches) == (0, 0)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_no_strategy_is_short_enough(objective: str, switches: dict[str, Any]) -> None:
    solver = Solver(cobra.load("mastermind", {"pegs": 3, "colours": 3}))
    assert [solver.optimum(objective, depth, **switches) for depth in range(4)] == [None] * 4
    assert solver.optimum(objective, 4, **switches) is not None
    assert solver.optimum(objective, 2**32 - 1, **switches) == solver.optimum(objective, **switches)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_depth_that_costs_something(objective: str, switches: dict[str, Any]) -> None:
    # The least total needs longer plays than the least worst case.
    solver = read(
        """game "Uneven"
        secret s : 1..8
        weight if s = 1 then 100 else 1
        experiment is(g : 1..8) observe s = g
        experiment ask(g : 1..8) observe s > g"""
    )
    for depth in range(8):
        check(solver, objective, depth, False, **switches)


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_consistent_experiments_only(switches: dict[str, Any]) -> None:
    # Only 1 can be guessed and asked for; after "no" nothing that could still be final separates 2 and 3.
    stuck = read(
        """game "Stuck"
        secret s : 1..3
        experiment guess(g : 1..3)
          observe if s = g then "hit" else if g = 1 & s = 2 then "near" else "no"
          final s = g
        experiment ask()
          observe s > 2"""
    )
    for objective in OBJECTIVES:
        check(stuck, objective, None, True, **switches)
    core = read(
        """VARIABLES x, y
        ALPHABET '1'
        EXPERIMENT 'final' 0
          OUTCOME 'a' x & y
          OUTCOMEX 'b' !(x & y)
        EXPERIMENT 'other' 0
          OUTCOMEX 'c' x
          OUTCOMEX 'd' !x"""
    )
    for objective in OBJECTIVES:
        for consistent in (False, True):
            check(core, objective, None, consistent, **switches)
    assert core.expected("average", None, True) == core.optimum("average", None, True, **switches)


@pytest.mark.parametrize("memory", [1 << 14, 1 << 16, 1 << 20])
def test_little_memory_gives_the_same_values(memory: int) -> None:
    solver = Solver(cobra.load("bulls-and-cows", {"places": 3, "digits": 5}))
    assert solver.optimum("average-worst", memory=memory) == solver.optimum("average-worst")
    assert solver.optimum("nodes", memory=memory) == solver.optimum("nodes")


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("weight", ["", "weight if code = 1 then 2 else 1"])
@pytest.mark.parametrize("part", ["(code + 1) / 2", "(code + 2) / 3"])
def test_an_experiment_that_ends_the_plays_of_two_codes(
    part: str, weight: str, switches: dict[str, Any]
) -> None:
    # To ask for the part tells more than to open two boxes, but to open all of them takes less.
    game = read(
        f"""game "Two at once"
        secret code : 1..6
        {weight}
        experiment open(a : 1..6, b : 1..6) where a < b
          observe if code = a then "in the first" else if code = b then "in the second" else "in neither"
          final code = a | code = b
        experiment ask()
          observe {part}"""
    )
    check_all(game, **switches)


FEW_ADDRESSES = """
import resource, cobra
game = cobra.load("mastermind", {"pegs": 4, "colours": 7})
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + 3 * 2**26,) * 2)
print(cobra.optimal(game, threads=1).row.total)
"""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="it limits the addresses as Linux does")
def test_where_there_is_no_room_for_the_table_of_states_a_smaller_one_does() -> None:
    # It would take 256 MiB.
    done = subprocess.run([sys.executable, "-c", FEW_ADDRESSES], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "11228\n"), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_a_strategy_is_as_good_as_what_was_found_out(threads: int) -> None:
    # Once 34,543 was said to be proved: in a state that was known no more to cost 8 the strategy went on as
    # one that costs 9.
    game = Solver(cobra.load("black-box"))
    assert game.optimum("worst-average", threads=threads) == (7, 34_542)
