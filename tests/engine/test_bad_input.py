"""Malformed programs and requests, limits, and stopping: an exception, never a panic or a hang."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest

from cobra._core import Control, CoreError, CoreLimit, CoreStopped, Engine
from tests.engine.games import MEMORY, compiled

SPACE: tuple[Any, ...] = ([(1, 3, 0, 0, 0)], [], [], [], 3)


def program(**changes: Any) -> dict[str, Any]:
    """Return a sound program (guess one of three symbols) with some parts replaced."""
    nodes: list[tuple[int, list[int]]] = [
        (0, []),
        *((1, [i]) for i in range(3)),
        *((2, [i]) for i in range(3)),
    ]
    nodes += [(3, [2 + 2 * i, 8 + 2 * i]) for i in range(3)]
    nodes += [(6, [1, 1, 14, 1, 16, 1, 18])]
    seen, final = (1, 0, [(0, 20), (0, 21)]), (1, 0, [(0, 21), (0, 20)])
    parts: dict[str, Any] = {
        "nodes": nodes,
        "codes": SPACE,
        "types": [(SPACE, [seen, final], 1, [])],
        "ending": "hit",
        "goal": [],
        "weight": None,
        "shown": [True] * 3,
        "groups": [],
        "slot_groups": [],
    }
    return parts | changes


def test_the_sound_program_is_sound() -> None:
    engine = Engine(**program())
    assert engine.enumerate(10, MEMORY, Control()) == 3
    result = engine.greedy("max-models", "final,first", False, 0, 1, MEMORY, None, Control())
    assert (result.total, result.worst, result.distribution) == (6, 3, [0, 1, 1, 1])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"nodes": []}, "node 0"),
        ({"nodes": [(0, []), (3, [2, 4])]}, "before"),
        ({"nodes": [(0, []), (9, [])]}, "kind 9"),
        ({"nodes": [(0, []), (1, [7])]}, "no such variable"),
        ({"nodes": [(0, []), (2, [7])]}, "no such parameter"),
        ({"nodes": [(0, []), (6, [1, 0, 0])]}, "weights"),
        ({"nodes": [(0, []), (3, [0])]}, "fewer than two"),
        ({"codes": ([(1, 4, 0, 0, 0)], [], [], [], 3)}, "outside"),
        ({"codes": ([(1, 2, 0, 0, 0)], [], [], [], 3)}, "no slot"),
        ({"codes": ([(7, 3, 0, 0, 0)], [], [], [], 3)}, "kind 7"),
        ({"codes": ([(1, 3, 0, 0, 0)], [[5]], [], [], 3)}, "no symbol"),
        ({"codes": ([(1, 3, 0, 0, 0)], [], [([0], [9])], [], 3)}, "table"),
        ({"codes": ([(1, 3, 0, 0, 0)], [], [], [999], 3)}, "no literal"),
        ({"codes": ([(1, 3, 0, 0, 0)], [], [], [8], 3)}, "other side"),
        ({"types": [(SPACE, [(1, 0, [])], -1, [])]}, "without cases"),
        ({"types": [(SPACE, [(1, 0, [(0, 1)])], 0, [])]}, "final component"),
        ({"types": [(SPACE, [(0, 0, [(1, 999)])], -1, [])]}, "no literal"),
        ({"types": [(SPACE, [(2, 0, [])], -1, [])]}, "kind 2"),
        ({"ending": "never"}, "never"),
        ({"goal": [(1, 0, [(0, 8), (0, 9)])]}, "parameters"),
        ({"weight": (0, [(0, 2)])}, "weights"),
        ({"shown": [True]}, "shown"),
        ({"groups": [([[0], [9]], [[[0, 1, 2]]])]}, "group"),
        ({"groups": [([[0], [1]], [[[0, 0, 1]]])]}, "group"),
        ({"slot_groups": [([[0], [9]], [[]])]}, "slots"),
        ({"slot_groups": [([[0], [1]], [])]}, "slots"),
        ({"slot_groups": [([[0], [1]], [[[0]]])]}, "slots"),
        ({"slot_groups": [([[0], [1]], [[[0, 1]]])]}, "slots"),
        ({"slot_groups": [([[0], [1]], [[[0, 0]]])]}, "slots"),
        ({"graph": ([0], [(0, 1)], [], [], [], [])}, "edge"),
        ({"graph": ([0], [], [], [0], [[]], [[]])}, "each proposition"),
        ({"graph": ([0], [], [(0, 0)], [], [], [])}, "each type"),
        ({"graph": ([0], [], [(0, 7)], [0], [[]], [[]])}, "vertex"),
    ],
)
def test_malformed_programs_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(CoreError, match=message):
        Engine(**program(**changes))


def test_random_damage_never_panics() -> None:
    generator = random.Random(1)
    sound = 0
    for _ in range(2000):
        parts = program()
        nodes = [(kind, list(args)) for kind, args in parts["nodes"]]
        for _ in range(generator.randint(1, 3)):
            _, args = generator.choice(nodes)
            if args:
                args[generator.randrange(len(args))] = generator.randint(0, 24)
            else:
                nodes[generator.randrange(len(nodes))] = (generator.randint(0, 7), [])
        try:
            engine = Engine(**(parts | {"nodes": nodes}))
            engine.enumerate(10, MEMORY, Control())
            engine.greedy("parts", "first", False, 0, 1, MEMORY, None, Control(10.0)).tree()
            sound += 1
        except CoreError as error:
            assert "panic" not in str(error)
            assert "internal" not in str(error)
    assert 0 < sound < 2000


def test_sides_that_are_no_sets_are_harmless() -> None:
    sound = program()
    space, components, final, _ = sound["types"][0]
    for swaps in ([(0, 0)], [(0, 9)], [(9, 0), (1, 2)]):
        engine = Engine(**program(types=[(space, components, final, swaps)]))
        engine.enumerate(10, MEMORY, Control())
        assert engine.count_experiments(10, Control()) == [3]
        result = engine.greedy("max-models", "final,first", False, 0, 1, MEMORY, None, Control())
        assert result.total == 6


def test_requests_are_checked() -> None:
    engine = Engine(**program())
    with pytest.raises(CoreError, match="enumerated"):
        engine.code(0)
    engine.enumerate(10, MEMORY, Control())
    for call in (
        lambda: engine.code(3),
        lambda: engine.partition((1, [0]), None),
        lambda: engine.partition((0, [3]), None),
        lambda: engine.partition((0, [0, 0]), None),
        lambda: engine.partition((0, [[0]]), None),
        lambda: engine.partition((0, [0]), [2, 1]),
        lambda: engine.partition((0, [0]), [3]),
        lambda: engine.fixed([0, 0]),
        lambda: engine.greedy("best", "first", False, 0, 1, MEMORY, None, Control()),
        lambda: engine.greedy("parts", "last", False, 0, 1, MEMORY, None, Control()),
        lambda: Control(-1.0),
    ):
        with pytest.raises(CoreError):
            call()


def test_limits_name_what_is_needed() -> None:
    with pytest.raises(CoreLimit) as codes:
        Engine(**program()).enumerate(2, MEMORY, Control())
    assert (codes.value.name, codes.value.needed, codes.value.limit) == ("codes", 3, 2)
    with pytest.raises(CoreLimit) as memory:
        Engine(**program()).enumerate(10, 100, Control())
    assert memory.value.name == "memory"
    assert memory.value.needed > memory.value.limit == 100


def test_a_code_that_nothing_hits_is_named() -> None:
    never = (1, 0, [(0, 1), (0, 0)])
    engine = Engine(**program(types=[(SPACE, [(1, 0, [(0, 14), (0, 15)]), never], 1, [])]))
    engine.enumerate(10, MEMORY, Control())
    with pytest.raises(CoreError, match="no experiment is final for code"):
        engine.greedy("parts", "first", False, 0, 1, MEMORY, None, Control())


def test_stopped_runs_say_why_and_how_far_they_got() -> None:
    _, engine = compiled("mastermind", ("pegs", 4), ("colours", 6))
    stopped = Control()
    stopped.stop()
    result = engine.greedy("min-fixed", "first", False, 0, 1, MEMORY, [], stopped)
    assert (result.stopped, sum(result.distribution)) == ("interrupt", 0)
    result = engine.greedy("min-fixed", "first", False, 0, 1, MEMORY, [], Control(0.0))
    assert result.stopped == "time"
    result = engine.greedy("parts", "first", False, 0, 1, 1000, None, Control())
    assert result.stopped == "memory"
    assert 0 < sum(result.distribution) < 1296
    with pytest.raises(CoreStopped) as error:
        engine.largest_branching(stopped)
    assert error.value.reason == "interrupt"


def test_stopping_a_running_call_takes_effect_at_once() -> None:
    # No group of symbols is passed on, so the weighings of 40 coins are counted one by one.
    game, _ = compiled("counterfeit-coin", ("coins", 40))
    parts = (game.nodes, game.codes, game.types, "identify", game.goal, game.weight, game.shown)
    engine = Engine(*parts, groups=[], slot_groups=[])
    control = Control()
    ended: list[float] = []

    def count() -> None:
        with pytest.raises(CoreStopped):
            engine.count_experiments(10**15, control)
        ended.append(time.monotonic())

    thread = threading.Thread(target=count)
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive()
    stopped = time.monotonic()
    control.stop()
    thread.join(10)
    assert ended and ended[0] - stopped < 2.0


def test_a_game_without_codes_is_no_game() -> None:
    """The answers of a game in progress may contradict each other; nothing may fail with that in the core."""
    engine = Engine(**program(codes=([(1, 3, 0, 0, 0)], [], [], [0], 3)))
    assert engine.enumerate(10, MEMORY, Control()) == 0
    ask: Any = (0, [0])
    assert engine.partition(ask, None) == []
    assert engine.splits([ask, ask], None, Control()) == [[], []]
    assert engine.fixed(None) == []
    for request in (
        lambda: engine.greedy("max-models", "final,first", False, 0, 1, MEMORY, None, Control()),
        lambda: engine.optimal("average", None, False, None, 1, MEMORY, True, None, b"", Control()),
        lambda: engine.bench_all_pairs(0, Control()),
    ):
        with pytest.raises(CoreError, match="no code is left"):
            request()
