"""Prices too large or too far apart to be counted, and long plays: an answer or one clear sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import cobra
from cobra.errors import LanguageError
from cobra.strategy.check.verify import verify
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings
from tests.cli.runner import run
from tests.memory.test_random_games import search, table_of

ASK = '  observe if x = g then "yes" else "no"\n'


def text(*costs: str, more: Sequence[str] = (), codes: int = 4) -> str:
    lines = [f"secret x : 1..{codes}", *more]
    for number, cost in enumerate(costs):
        lines.append(
            f"experiment ask{number}(g : 1..{codes})\n{ASK}  final x = g" + f"\n  cost {cost}" * bool(cost)
        )
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("costs", "more", "line", "units"),
    [
        (("999999999", "0.000000001"), (), 9, "in units of 1/1,000,000,000 "),
        (("0.000000001", "if x = g then 999999999 else 1"), (), 9, "in units of 1/1,000,000,000 "),
        (("999999999 * 999999999",), (), 5, ""),
        (("", "0.00001 * 0.00001"), (), 8, "in units of 1/10,000,000,000 "),
    ],
)
def test_prices_that_have_no_unit(
    costs: tuple[str, ...], more: tuple[str, ...], line: int, units: str
) -> None:
    with pytest.raises(LanguageError) as caught:
        cobra.load_text(text(*costs, more=more))
    (problem,) = caught.value.diagnostics
    assert problem.span.line == line
    assert problem.message == (
        f"costs are counted {units}up to 2,147,483,647: round them, or make the greatest smaller"
    )


def test_a_loss_that_has_no_unit() -> None:
    more = ("state s = 3 in 0..3", "lost when s = 0 cost 999999999")
    with pytest.raises(LanguageError, match="costs are counted in units of 1/1,000,000 up to 2,147,483,647"):
        cobra.load_text(text("0.000001", more=more))


@pytest.mark.parametrize("asked", [("analyze", "-s", "parts"), ("optimal",)])
def test_prices_times_weights_that_cannot_be_added_up(asked: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "game.cb"
    path.write_text(text("999999999", more=("weight if x > 1 then 999999999 else 3",)))
    command, *options = asked
    assert run("check", path).exit_code == run("info", path).exit_code == 0
    done = run(command, path, *options)
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert "times the weights of the codes, is too much to be added up: make each `cost`, or" in done.stderr


def test_prices_that_are_just_small_enough() -> None:
    table = table_of(cobra.load_text(text("2.147483647", "0.000000001", codes=3)))
    result = search(table, "average")
    assert result.played.figures.measure("total") == 1 + 2 + 3  # always the cheap one
    assert (
        verify(strategy_of(table, result.played, "optimal", Settings(), objective="average")).problems == ()
    )


@pytest.mark.slow
def test_a_long_chain_is_played_and_verified() -> None:
    """Each level of a tree is one experiment that may hit one code."""
    codes = 600
    table = table_of(cobra.load_text(text("0.5", codes=codes)))
    played = table.greedy(
        "first", ties="final,first", consistent=False, seed=0, equivalences=None, threads=1, memory=1 << 28
    )
    assert (played.figures.worst, played.figures.total) == (codes, codes * (codes + 1) // 2)
    assert verify(strategy_of(table, played, "first", Settings())).problems == ()


@pytest.mark.parametrize(("memory", "stopped"), [(1 << 18, "memory"), (1 << 28, None)])
def test_a_search_as_deep_as_there_are_codes(memory: int, stopped: str | None) -> None:
    """Its stack is as large as the memory allows; then it is stopped, with what is known by then.

    Of the average, as the worst case is settled by what the state allows.
    """
    codes = 60
    state = ["state s = 1 in 0..1"]
    game = "\n".join(
        [
            f"secret x : 0..{codes}",
            *state,
            f"experiment drop(floor : 1..{codes})",
            "  where s > 0",
            '  observe if x >= floor then "whole" else "broken"',
            "  then s = if x >= floor then s else 0",
        ]
    )
    result = table_of(cobra.load_text(game + "\n")).optimal("average", threads=1, memory=memory, proved=True)
    assert result.played.stopped == stopped
    assert result.proved == (stopped is None)
    assert result.played.figures.worst == codes
