"""`cobra.symmetry`: what is left out, what is stopped, what is asked for by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cobra
from cobra.analysis.symmetry import DEFAULT_ORDER
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError, TimeLimitError
from cobra.model.game import Game
from cobra.symmetries.symbols import Symmetry, interchangeable_symbols

GAME = {"pegs": 2, "colours": 3}

found = CodeTable.representatives


def failing(name: str, fail: Callable[[], Exception]) -> Callable[..., Any]:
    def representatives(table: CodeTable, chain: Any, *arguments: Any, **more: Any) -> Any:
        if name in chain:
            raise fail()
        return found(table, chain, *arguments, **more)

    return representatives


def test_what_is_too_large_is_left_out_unless_it_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cobra.load("mastermind", GAME)
    fails = failing("graph", lambda: LimitError("vertices", 5000, 4096, "looking at graphs"))
    monkeypatch.setattr(CodeTable, "representatives", fails)
    report = cobra.symmetry(game, after=["00=0B0W"])
    assert [one.equivalence for one in report.rounds] == [*DEFAULT_ORDER[:-1]] * 2
    assert report.left_out == (
        "graph at the start: looking at graphs: about 5,000 needed, the limit is 4,096 vertices",
        "graph after 00=0B0W: looking at graphs: about 5,000 needed, the limit is 4,096 vertices",
    )
    assert report.stopped is None
    with pytest.raises(LimitError, match="4,096 vertices"):
        cobra.symmetry(game, equivalences=["graph"])


def test_what_takes_too_long_is_left_out_and_the_rest_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    fails = failing("partition", lambda: StoppedError("time", "looking at cells"))
    monkeypatch.setattr(CodeTable, "representatives", fails)
    report = cobra.symmetry(cobra.load("mastermind", GAME))
    assert [one.equivalence for one in report.rounds] == ["history", "symbols", "knowledge", "graph"]
    assert report.left_out == (
        "partition at the start: takes more than 2 s; --equivalence partition waits for it",
    )


@pytest.mark.parametrize("reason", ["time", "interrupt"])
def test_when_stopped_the_rounds_found_are_kept(reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop() -> Exception:
        monkeypatch.setattr(Run, "stop_reason", lambda run: reason)
        return StoppedError(reason, "looking at codes")

    monkeypatch.setattr(CodeTable, "representatives", failing("knowledge", stop))
    report = cobra.symmetry(cobra.load("mastermind", GAME), after=["00"])
    assert [one.equivalence for one in report.rounds] == ["history", "symbols"]
    assert (report.left_out, report.stopped, report.group.order) == ((), reason, 12)


def test_a_chain_is_applied_in_every_round() -> None:
    report = cobra.symmetry(
        cobra.load("counterfeit-coin", {"coins": 6}),
        after=["1 2 | 3 4=balance", "1 | 5=left heavier"],
        equivalences=["symbols", "partition"],
    )
    assert [(one.equivalence, one.codes, one.all) for one in report.rounds] == [
        ("symbols,partition", codes, 70) for codes in (12, 4, 1)
    ]
    assert report.rounds[1].after == ("12 | 34=balance",)
    assert [sum(one.sizes) for one in report.rounds] == [70] * 3
    assert report.rounds[2].count == 1


@pytest.mark.parametrize("names", [[], ["none", "symbols"], ["colours"]])
def test_wrong_chains(names: list[str]) -> None:
    with pytest.raises(GameError):
        cobra.symmetry(cobra.load("mastermind", GAME), equivalences=names)


@pytest.mark.parametrize(
    ("rules", "interchangeable"),
    [
        ("observe count(i in 1..2 : code[i] = 0 & g[i] = 0 | code[i] = 1 & g[i] = 1)", 2 * [("0", "1")]),
        ("observe code[1] = code[2] & g[1] = g[2]", [("0", "1")]),
        ("observe code[1] = 1 & g[1] = 1, code[2] = 1 & g[2] = 1", []),
        ("observe count(i in 1..2 : code[i] = g[i])\nweight 1 + code[1]", []),
        ("observe count(i in 1..2 : code[i] = g[i])\n  where g[1] = 1", []),
        ("observe count(i in 1..2 : code[i] = g[i])\n  final code[1] = 0 & g[1] = 0", []),
    ],
)
def test_two_symbols_are_interchangeable_where_formulas_speak_of_one_of_them(
    rules: str, interchangeable: list[tuple[str, str]]
) -> None:
    """Of a place with two symbols that it holds one is written as that it does not hold the other."""
    game = cobra.load_text(f"secret code[1..2] : 0..1\nexperiment guess(g[1..2] : 0..1)\n  {rules}\n")
    found = [tuple(map(str, group.symbols)) for group in interchangeable_symbols(game).groups]
    assert found == interchangeable


def test_without_time_for_symmetries_nobody_says_which_experiments_differ(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_late(game: Game) -> Symmetry:
        raise TimeLimitError("looking for symmetries", 0.0)

    game = cobra.load("mastermind", {"pegs": 3, "colours": 3})
    known = cobra.info(game)
    assert (known.first_experiments, known.first_shown) == (3, ("000", "001", "012"))
    monkeypatch.setattr("cobra.engine.compile.interchangeable_symbols", too_late)
    hurried = cobra.info(game)
    assert (hurried.symmetry_order, hurried.first_experiments, hurried.first_shown) == (None, None, ())
    assert (hurried.experiments, hurried.branching, hurried.bounds) == (27, known.branching, known.bounds)
