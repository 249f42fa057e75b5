"""Malformed programs and requests, limits, and stopping: an exception, never a panic or a hang."""

from __future__ import annotations

import random
import threading
import time
from typing import Any, Final

import pytest
from msgspec.structs import replace

from cobra._core import Control, CoreError, CoreLimit, CoreStopped, Engine
from cobra.engine.compile import compile_game
from cobra.engine.program import (
    CoreCases,
    CoreComponent,
    CoreSlot,
    CoreSpace,
    CoreSum,
    CoreTable,
    CoreType,
    Program,
)
from cobra.language.load import load_text
from cobra.lengths import Figures
from cobra.options import OBJECTIVES
from cobra.symmetries.graph import GameGraph
from cobra.symmetries.slots import SlotGroup
from cobra.symmetries.symbols import SymbolGroup
from tests.engine.games import MEMORY, compiled

SPACE: Final = CoreSpace([CoreSlot("symbol", 3, 0, 0, 0)], [], [], [], 3)


def program(**changes: Any) -> Program:
    """Return a sound program (guess one of three symbols) with some parts replaced."""
    nodes: list[tuple[int, list[int]]] = [
        (0, []),
        *((1, [i]) for i in range(3)),
        *((2, [i]) for i in range(3)),
    ]
    nodes += [(3, [2 + 2 * i, 8 + 2 * i]) for i in range(3)]
    nodes += [(6, [1, 1, 14, 1, 16, 1, 18])]
    sound = Program(
        nodes=nodes,
        codes=SPACE,
        types=[CoreType(SPACE, [CoreCases([20, 21]), CoreCases([21, 20])], 1, [])],
        ending="hit",
        goal=[],
        weight=None,
        shown=[True] * 3,
        groups=[],
        slot_groups=[],
        graph=None,
    )
    return replace(sound, **changes)


def codes(**changes: Any) -> dict[str, Any]:
    """Return the change of some fields of the codes."""
    return {"codes": replace(SPACE, **changes)}


def slot(kind: str, symbols: int) -> dict[str, Any]:
    """Return the change of the slot of the codes."""
    return codes(slots=[CoreSlot(kind, symbols, 0, 0, 0)])


def answer(final: int, *components: CoreComponent) -> dict[str, Any]:
    """Return the change of the answer."""
    return {"types": [CoreType(SPACE, components, final, [])]}


def group(propositions: list[list[int]], slots: list[list[list[int] | None]]) -> dict[str, Any]:
    return {"groups": [SymbolGroup((), propositions, slots)]}


def slots(propositions: list[list[int]], layers: list[list[list[int]]]) -> dict[str, Any]:
    return {"slot_groups": [SlotGroup((), propositions, layers)]}


YES_OR_NO: Final = {
    "types": [
        CoreType(
            replace(SPACE, slots=[CoreSlot("bool", 1, first, 0, 0) for first in range(3)]),
            [CoreCases([20, 21]), CoreCases([21, 20])],
            1,
            [],
        )
    ]
}
"""Parameters that are true or false."""


def graph(colours: list[int], edges: list[Any], variables: list[Any], *rest: list[Any]) -> dict[str, Any]:
    return {"graph": GameGraph(colours, [], [], edges, variables, *rest)}


def test_the_sound_program_is_sound() -> None:
    engine = Engine(program())
    assert engine.enumerate(10, MEMORY, Control()) == 3
    result = engine.greedy("max-models", "final,first", False, 0, 1, MEMORY, None, Control())
    assert result.figures == Figures(
        worst=3, total=6, weight=3, codes=3, distribution={1: 1, 2: 1, 3: 1}, nodes=3
    )


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
        (slot("symbol", 4), "outside"),
        (slot("symbol", 2), "no slot"),
        (slot("word", 3), "kind"),
        (codes(distinct=[[5]]), "no symbol"),
        (codes(tables=[CoreTable([0], [9])]), "table"),
        (codes(constraints=[999]), "no literal"),
        (codes(constraints=[8]), "other side"),
        (answer(-1, CoreCases([])), "without cases"),
        (answer(0, CoreCases([1])), "final component"),
        (answer(-1, CoreSum(0, [(1, 999)])), "no literal"),
        ({"ending": "never"}, "never"),
        ({"goal": [CoreCases([8, 9])]}, "parameters"),
        ({"weight": CoreSum(0, [(0, 2)])}, "weights"),
        ({"shown": [True]}, "shown"),
        (group([[0], [9]], [[[0, 1, 2]]]), "group"),
        (group([[0], [1]], [[[0, 0, 1]]]), "group"),
        (slots([[0], [9]], [[]]), "slots"),
        (slots([[0], [1]], []), "slots"),
        (slots([[0], [1]], [[[0]]]), "slots"),
        (slots([[0], [1]], [[[0, 1]]]), "slots"),
        (slots([[0], [1]], [[[0, 0]]]), "slots"),
        (YES_OR_NO | slots([[0], [1]], [[[0, 1]]]), "slots"),
        (graph([0], [(0, 1)], [], [], [], []), "edge"),
        (graph([0], [], [], [0], [[]], [[]]), "each proposition"),
        (graph([0], [], [(0, 0)], [], [], []), "each type"),
        (graph([0], [], [(0, 7)], [0], [[]], [[]]), "vertex"),
    ],
)
def test_malformed_programs_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(CoreError, match=message):
        Engine(program(**changes))


@pytest.mark.thorough
def test_random_damage_never_panics() -> None:
    generator = random.Random(1)
    sound = 0
    for _ in range(2000):
        nodes = [(kind, list(args)) for kind, args in program().nodes]
        for _ in range(generator.randint(1, 3)):
            _, args = generator.choice(nodes)
            if args:
                args[generator.randrange(len(args))] = generator.randint(0, 24)
            else:
                nodes[generator.randrange(len(nodes))] = (generator.randint(0, 7), [])
        try:
            engine = Engine(program(nodes=nodes))
            engine.enumerate(10, MEMORY, Control())
            engine.greedy("parts", "first", False, 0, 1, MEMORY, None, Control(10.0)).tree()
            sound += 1
        except CoreError as error:
            assert "panic" not in str(error)
            assert "internal" not in str(error)
    assert 0 < sound < 2000


def test_sides_that_are_no_sets_are_harmless() -> None:
    (sound,) = program().types
    for swaps in ([(0, 0)], [(0, 9)], [(9, 0), (1, 2)]):
        engine = Engine(program(types=[replace(sound, swaps=swaps)]))
        engine.enumerate(10, MEMORY, Control())
        assert engine.count_experiments(10, Control()) == [3]
        result = engine.greedy("max-models", "final,first", False, 0, 1, MEMORY, None, Control())
        assert result.figures.total == 6


def test_requests_are_checked() -> None:
    engine = Engine(program())
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


def test_an_outcome_that_no_experiment_has_is_an_error() -> None:
    """There are too many outcomes to number all, and an experiment that is ruled out has others."""
    game = load_text(
        """alphabet d = 0..19
        secret c[1..4] : d
        constraint c[1] <= c[2] & c[2] <= c[3] & c[4] = 0
        experiment g(x[1..4] : d)
          where x[1] = 0 & x[2] = 0
          observe c[1] - x[1], c[2] - x[2], c[3] - x[3], c[4] - x[4]"""
    )
    engine = compile_game(game).engine()
    assert engine.enumerate(10_000, MEMORY, Control()) == 1540
    sound: Any = (0, [0, 0, 3, 4])
    wrong: Any = (0, [7, 13, 3, 4])
    number = 39**3 * 19 + 39**2 * 19 + 39 * 16 + 15
    assert engine.partition(sound, [0]) == [number]
    assert engine.partition(wrong, [0]) == [number - 7 * 39**3 - 13 * 39**2]
    with pytest.raises(CoreError, match="an outcome that no experiment of its type has"):
        engine.optimal("worst", None, False, wrong, 1, MEMORY, True, None, None, b"", None, Control())


def test_limits_name_what_is_needed() -> None:
    with pytest.raises(CoreLimit) as codes:
        Engine(program()).enumerate(2, MEMORY, Control())
    assert (codes.value.name, codes.value.needed, codes.value.limit) == ("codes", 3, 2)
    with pytest.raises(CoreLimit) as memory:
        Engine(program()).enumerate(10, 100, Control())
    assert memory.value.name == "memory"
    assert memory.value.needed > memory.value.limit == 100


def test_a_code_that_nothing_hits_is_named() -> None:
    engine = Engine(program(**answer(1, CoreCases([14, 15]), CoreCases([1, 0]))))
    engine.enumerate(10, MEMORY, Control())
    with pytest.raises(CoreError, match="no experiment is final for code"):
        engine.greedy("parts", "first", False, 0, 1, MEMORY, None, Control())


def test_an_optimal_search_takes_no_code_that_nothing_hits() -> None:
    text = "secret number : 1..20 experiment guess(g : 9..20) observe number > g, number = g final number = g"
    engine = compile_game(load_text(text)).engine()
    engine.enumerate(20, MEMORY, Control())
    for objective in OBJECTIVES:
        with pytest.raises(
            CoreError, match=r"^the game is not well-formed: no experiment is final for code 0"
        ):
            engine.optimal(objective, None, False, None, 1, MEMORY, True, None, None, b"", None, Control())


def test_stopped_runs_say_why_and_how_far_they_got() -> None:
    _, engine = compiled("mastermind", ("pegs", 4), ("colours", 6))
    stopped = Control()
    stopped.stop()
    result = engine.greedy("min-fixed", "first", False, 0, 1, MEMORY, [], stopped)
    assert (result.stopped, result.figures.settled) == ("interrupt", 0)
    result = engine.greedy("min-fixed", "first", False, 0, 1, MEMORY, [], Control(0.0))
    assert result.stopped == "time"
    result = engine.greedy("parts", "first", False, 0, 1, 1000, None, Control())
    assert result.stopped == "memory"
    assert 0 < result.figures.settled < 1296
    with pytest.raises(CoreStopped) as error:
        engine.largest_branching(stopped)
    assert error.value.reason == "interrupt"


def test_stopping_a_running_call_takes_effect_at_once() -> None:
    # No group of symbols is passed on, so the weighings of 40 coins are counted one by one.
    game, _ = compiled("counterfeit-coin", ("coins", 40))
    engine = Engine(replace(game.program, groups=[], slot_groups=[], graph=None))
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
    engine = Engine(program(**codes(constraints=[0])))
    assert engine.enumerate(10, MEMORY, Control()) == 0
    ask: Any = (0, [0])
    assert engine.partition(ask, None) == []
    assert engine.splits([ask, ask], None, Control()) == [[], []]
    assert engine.fixed(None) == []
    for request in (
        lambda: engine.greedy("max-models", "final,first", False, 0, 1, MEMORY, None, Control()),
        lambda: engine.optimal(
            "average", None, False, None, 1, MEMORY, True, None, None, b"", None, Control()
        ),
    ):
        with pytest.raises(CoreError, match="no code is left"):
            request()
