"""Every figure of known_values.toml: optima by the oracle, all others by the core."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.breakers.core import CoreBreaker
from cobra.breakers.find import find_breaker
from cobra.breakers.named import NAMED
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from tests import oracle

HERE = Path(__file__).parent
FILE: dict[str, Any] = tomllib.loads((HERE / "known_values.toml").read_text(encoding="utf-8"))
SOURCES = FILE["sources"]
STRATEGIES = tuple(name for name, named in NAMED.items() if named.score or name == "first")
COMMON = {"params", "what", "source", "speed"}
PLAYED = {"total", "worst", "distribution", "first", "opening", "ties", "consistent"}
FIELDS = {
    "size": {"codes", "experiments", "classes"},
    "partition": {"experiment", "parts", "largest"},
    "optimum": {"total", "worst"},
} | dict.fromkeys(STRATEGIES, PLAYED)
"""What an entry may hold."""

ENTRIES = [
    (game, entry) for game, section in FILE.items() if game != "sources" for entry in section["values"]
]


def definitions(params: dict[str, int | str]) -> dict[str, str]:
    """Return the parameters as `-D` gives them; files lie in tests/data/games."""
    files = HERE / "data" / "games"
    return {
        name: str(files / value) if isinstance(value, str) else str(value) for name, value in params.items()
    }


@lru_cache(maxsize=4)
def load(game: str, params: tuple[tuple[str, int | str], ...]) -> cobra.Game:
    return cobra.load(game, definitions(dict(params)))


@lru_cache(maxsize=4)
def table(game: str, params: tuple[tuple[str, int | str], ...]) -> CodeTable:
    return CodeTable(load(game, params), Run(), 1 << 30, cobra.Limits())


def cases(*whats: str) -> list[Any]:
    """Return the entries of these kinds, marked with their tier."""
    return [
        pytest.param(
            game,
            tuple(entry["params"].items()),
            entry,
            id=" ".join([game, *map(str, entry["params"].values()), entry["what"]]),
            marks=[getattr(pytest.mark, entry["speed"])] if "speed" in entry else [],
        )
        for game, entry in ENTRIES
        if entry["what"] in whats
    ]


def test_entries_are_complete() -> None:
    for game, entry in ENTRIES:
        what = FIELDS[entry["what"]]
        assert entry.keys() <= COMMON | what, (game, entry)
        assert entry.keys() & what, (game, entry)
        assert entry["source"] in SOURCES, (game, entry)
        assert entry.get("speed", "slow") in ("thorough", "slow"), (game, entry)


@pytest.mark.parametrize(("game", "params", "entry"), cases("size"))
def test_size(game: str, params: Any, entry: dict[str, Any]) -> None:
    sized = table(game, params)
    assert sized.codes == entry["codes"]
    counts = sized.experiments()
    assert None not in counts
    assert sum(count or 0 for count in counts) == entry["experiments"]
    if "classes" in entry:
        assert sized.codes - sum(len(cls) - 1 for cls in sized.inseparable()) == entry["classes"]


@pytest.mark.parametrize(("game", "params", "entry"), cases("partition"))
def test_partition(game: str, params: Any, entry: dict[str, Any]) -> None:
    sized = table(game, params)
    first = sized.first_experiments(1 << 30) or []
    shown = {sized.show_experiment(experiment): experiment for experiment in first}
    answers = sized.engine.partition(shown[entry["experiment"]], None)
    sizes = [answers.count(answer) for answer in set(answers)]
    assert (len(sizes), max(sizes)) == (entry["parts"], entry["largest"])


def greedy(sized: CodeTable, entry: dict[str, Any]) -> Any:
    breaker = find_breaker(entry["what"])
    assert isinstance(breaker, CoreBreaker)
    return sized.greedy(
        breaker.strategy(),
        ties=entry.get("ties", "final,first"),
        consistent=entry.get("consistent", False),
        seed=0,
        first=sized.read_experiment(entry["opening"]) if "opening" in entry else None,
        threads=1,
        memory=1 << 30,
    )


@pytest.mark.parametrize(("game", "params", "entry"), cases(*STRATEGIES))
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


@pytest.mark.parametrize(("game", "params", "entry"), cases("optimum"))
def test_optimum(game: str, params: Any, entry: dict[str, Any]) -> None:
    tiny = load(game, params)
    assert oracle.optimum(tiny, "average") == (entry["total"],)
    assert oracle.optimum(tiny, "worst") == (entry["worst"],)
