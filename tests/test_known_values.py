"""Known values of `cobra/published/`: of sizes and strategies by the core, of some optima by definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import pytest

import cobra
from cobra.analysis.reproduce.claims import claims, load_claimed
from cobra.breakers.core import CoreBreaker
from cobra.breakers.find import find_breaker
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from tests import oracle

CLAIMS = [claim for claim in claims() if claim.unfinished is None]
ENTRIES = [(claim.game, case) for claim in CLAIMS for case in claim.cases]
"""Every known value: its game, and what is known for one set of parameters."""
KINDS = ("size", "partition", "equivalence", "optimum", "static")
"""What is known of a game itself; everything else is known of a strategy."""
DRAWN = "consistent(random)"
"""The strategy of which a mean is known: see tests/analysis/reproduce/."""
BY_DEFINITION: list[tuple[str, dict[str, int | str]]] = [
    ("mastermind", {"pegs": 2, "colours": 2}),
    ("mastermind", {"pegs": 2, "colours": 3}),
    ("mastermind", {"pegs": 2, "colours": 4}),
    ("mastermind", {"pegs": 3, "colours": 2}),
    ("mastermind", {"pegs": 4, "colours": 2}),
    ("bulls-and-cows", {"places": 2, "digits": 3}),
    ("bulls-and-cows", {"places": 2, "digits": 4}),
    ("bulls-and-cows", {"places": 3, "digits": 3}),
    ("bulls-and-cows", {"places": 3, "digits": 4}),
    ("black-pegs", {"pegs": 2, "colours": 3}),
    ("permutation", {"n": 3}),
    ("permutation", {"n": 4}),
    ("mastermind-colour", {"pegs": 2, "colours": 2}),
    ("mastermind-colour", {"pegs": 2, "colours": 3}),
    ("mastermind-position", {"pegs": 2, "colours": 3}),
    ("decimalisation", {"places": 2, "digits": 3}),
    ("counterfeit-coin", {"coins": 3}),
    ("counterfeit-coin", {"coins": 4}),
    ("counterfeit-coin", {"coins": 5}),
    ("counterfeit-coin", {"coins": 3, "genuine": 1}),
    ("counterfeit-coin", {"coins": 4, "genuine": 1}),
    ("counterfeit-coin-only", {"coins": 3}),
    ("counterfeit-coin-only", {"coins": 4}),
    ("counterfeit-coin-only", {"coins": 5}),
    ("counterfeit-coin-only", {"coins": 4, "genuine": 1}),
    ("light-coins", {"coins": 3}),
    ("light-coins", {"coins": 4}),
    ("light-coins", {"coins": 5, "fakes": 2}),
    ("odd-coins", {"coins": 4, "fakes": 1}),
    ("odd-coins", {"coins": 4, "fakes": 2}),
    ("odd-coins", {"coins": 5, "fakes": 2}),
    ("bags-of-gold", {"bags": 2, "capacity": 2}),
    ("bags-of-gold", {"bags": 3, "capacity": 2}),
    ("bags-of-gold", {"bags": 5, "capacity": 3, "fakes": 1}),
    ("sorting", {"n": 3}),
    ("sorting", {"n": 4}),
    ("higher-lower", {"n": 3}),
    ("higher-lower", {"n": 10}),
    ("group-testing", {"items": 4, "defective": 1}),
    ("group-testing", {"items": 4, "defective": 2}),
    ("group-testing", {"items": 5, "defective": 2}),
    ("diagnosis", {}),
    ("black-box", {"size": 3, "atoms": 1}),
    ("battleship", {"size": 3, "length": 2}),
    ("code-777", {"cards": 2, "attributes": 1, "values": 3}),
    ("code-777-three", {"cards": 2, "attributes": 1, "values": 3}),
    ("hangman", {"words": "terminal.txt"}),
    ("word-list", {}),
    ("word-list", {"words": "terminal.txt"}),
    ("jotto", {}),
    ("jotto", {"words": "terminal.txt"}),
]
"""The games whose optima the oracle finds, too."""


@lru_cache(maxsize=4)
def load(game: str, params: tuple[tuple[str, int | str], ...]) -> cobra.Game:
    return load_claimed(game, dict(params))


@lru_cache(maxsize=4)
def table(game: str, params: tuple[tuple[str, int | str], ...]) -> CodeTable:
    return CodeTable(load(game, params), Run(), 1 << 30, cobra.Limits())


def tier(entry: Mapping[str, Any]) -> list[Any]:
    """Return the mark of an entry that is not among the quick ones."""
    marks = {"thorough": pytest.mark.thorough, "slow": pytest.mark.slow, "long": pytest.mark.slow}
    return [marks[entry["speed"]]] if "speed" in entry else []


def cases(of: Callable[[str], bool]) -> list[Any]:
    """Return the entries of some kinds, marked with their tier."""
    return [
        pytest.param(
            game,
            tuple(entry["params"].items()),
            entry,
            id=" ".join([game, *map(str, entry["params"].values()), entry["what"]]),
            marks=tier(entry),
        )
        for game, entry in ENTRIES
        if of(entry["what"])
    ]


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("game", "params", "entry"), cases("size".__eq__))
def test_size(game: str, params: Any, entry: dict[str, Any]) -> None:
    sized = table(game, params)
    assert sized.codes == entry["codes"]
    if "experiments" in entry:
        counts = sized.experiments()
        assert None not in counts
        assert sum(count or 0 for count in counts) == entry["experiments"]
    if "classes" in entry:
        assert sized.codes - sum(len(cls) - 1 for cls in sized.inseparable()) == entry["classes"]


@pytest.mark.parametrize(("game", "params", "entry"), cases("partition".__eq__))
def test_partition(game: str, params: Any, entry: dict[str, Any]) -> None:
    sized = table(game, params)
    first = sized.first_experiments(1 << 30) or []
    shown = {sized.show_experiment(experiment): experiment for experiment in first}
    answers = sized.engine.partition(shown[entry["experiment"]], None)
    sizes = [answers.count(answer) for answer in set(answers)]
    for measure, found in (("parts", len(sizes)), ("largest", max(sizes))):
        assert found == entry.get(measure, found)


def greedy(sized: CodeTable, entry: dict[str, Any]) -> Any:
    breaker = find_breaker(entry["what"])
    assert isinstance(breaker, CoreBreaker)
    return sized.greedy(
        breaker.strategy(sized.game.weight is not None and not entry.get("by_count", False)),
        ties=entry.get("ties", "final,first"),
        consistent=entry.get("consistent", False),
        seed=0,
        first=sized.read_experiment(entry["opening"]) if "opening" in entry else None,
        threads=1,
        memory=1 << 30,
    )


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("game", "params", "entry"), cases(lambda what: what not in KINDS and what != DRAWN))
def test_strategy(game: str, params: Any, entry: dict[str, Any]) -> None:
    sized = table(game, params)
    result = greedy(sized, entry)
    assert result.stopped is None
    figures = result.figures
    assert (figures.total, figures.worst) == (entry["total"], entry["worst"])
    assert figures.settled == sized.codes
    if "distribution" in entry:
        lengths = enumerate(entry["distribution"], 1)
        assert figures.distribution == {length: codes for length, codes in lengths if codes}
    if "first" in entry:
        assert sized.show_experiment(result.first) == entry["first"]


def optimum(game: str, params: dict[str, int | str], measure: str) -> int:
    """Return the known optimum of all strategies by one measure."""
    (value,) = {
        entry[measure]
        for name, entry in ENTRIES
        if (name, entry["what"], entry["params"]) == (game, "optimum", params)
        if measure in entry and not entry.keys() & {"max_depth", "consistent", "opening"}
    }
    return int(value)


@pytest.mark.parametrize(
    ("game", "params"), BY_DEFINITION, ids=[f"{game} {params}" for game, params in BY_DEFINITION]
)
def test_optimum(game: str, params: dict[str, int | str]) -> None:
    tiny = load(game, tuple(params.items()))
    assert oracle.optimum(tiny, "average") == (optimum(game, params, "total"),)
    assert oracle.optimum(tiny, "worst") == (optimum(game, params, "worst"),)
