"""Everything that writes files: what is written first and what then, and what the file says."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import cobra
from cobra.analysis.checkpoint import Checkpoint
from cobra.analysis.evolve.checkpoint import PopulationCheckpoint
from cobra.analysis.openings.kept import Kept
from cobra.analysis.reproduce.results import Found, Results
from cobra.engine.compile import CompiledGame, compile_game
from cobra.output import save_figure, write_text
from cobra.symmetries.export import write_graph
from tests.analysis.reproduce.test_reproduce import claim
from tests.kills.child import DONE, done
from tests.optimal.test_checkpoint import record, records

MEMORY = 1 << 28
CODES = "secret x : 1..3\nexperiment ask(g : 1..3)\n  observe x < g\n"
CHANCES = "secret x : 1..3\nlies at most 1\nnoise 1/10\nexperiment ask(g : 1..3)\n  observe x < g\n"
LIES = "secret x : 1..3\nlies at most 1\nexperiment ask(g : 1..3)\n  observe x < g\n"
STATES = (
    "secret x : 1..3\nstate s = 1 in 0..1\nexperiment ask(g : 1..3)\n  observe x < g\n  then s = 1 - s\n"
    "experiment name(g : 1..3)\n  observe x = g\n  final x = g\n"
)


@dataclass(frozen=True)
class Writer:
    """Writes a file twice, and reads it; `read` returns something equal for a file that says the same."""

    name: str
    file: str
    write: Callable[[Path, int], object]
    """Writes what is there first (0), and then (1); the second goes on from the first."""
    read: Callable[[Path], Any]
    grows: bool = False
    """Whether more and more is added, so that a part of what is new may be there."""
    open: Callable[[Path], AbstractContextManager[Any]] = nullcontext
    """Opens a file that is for one process at a time."""


@cache
def compiled() -> CompiledGame:
    return compile_game(cobra.load("mastermind", {"pegs": 2, "colours": 3}))


def small(number: int = 0) -> cobra.Game:
    return cobra.load("mastermind", {"pegs": 2, "colours": 2 + number})


def facts_at(path: Path) -> Checkpoint:
    return Checkpoint(path, compiled(), MEMORY)


def add_facts(path: Path, number: int) -> None:
    with facts_at(path) as store:
        for one in range(10):
            store.add(record(10 * number + one))
            store._flush()


def read_facts(path: Path) -> frozenset[bytes]:
    with facts_at(path) as store:
        return frozenset(records(store.facts()))


def population_at(path: Path) -> PopulationCheckpoint:
    return PopulationCheckpoint(path, compiled(), 3, 5, 1)


def write_population(path: Path, number: int) -> None:
    with population_at(path) as store:
        store.read()
        store.write([b"breakers" * (number + 1)], [(7, 20 - one) for one in range(number + 1)])


def read_population(path: Path) -> object:
    with population_at(path) as store:
        return store.read()


def keep_opening(path: Path, number: int) -> None:
    with Kept(path, compiled(), "average", ("00", "10")) as kept:
        kept.add(f"{number}0", ([("total", 21 + number, 21 + number)], (21 + number, 3), True, None))


def read_openings(path: Path) -> object:
    kept = Kept(path, compiled(), "average", ("00", "10"))
    return [kept.get(f"{number}0") for number in range(2)]


def keep_result(path: Path, number: int) -> None:
    Results(path).add(claim(params={"pegs": 2, "colours": 3 + number}), Found({"total": 21, "worst": 3}, 0.5))


def read_results(path: Path) -> object:
    results = Results(path)
    return [results.get(claim(params={"pegs": 2, "colours": 3 + number})) for number in range(2)]


def figure(path: Path, number: int) -> None:
    from matplotlib import rc_context  # here: it takes long to import, and few need it
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "the same each time"}):
        made = Figure(figsize=(1, 1))
        made.subplots().plot([0, number])
        save_figure(made, path)


def prove(text: str, objective: str, path: Path, number: int) -> None:
    game = cobra.load_text(text.replace("1..3", f"1..{3 + number}"))
    result = cobra.optimal(game, objective, certificate=path, threads=1)
    if result.certificate is None:
        raise cobra.GameError(str(result.uncertified))


def made(folder: Path) -> Path:
    """Return a folder with what the core has to make: in a child, as its threads do not survive a fork."""
    if not (folder / "plan1").exists():
        assert done(lambda: make(folder)) == DONE
    return folder


def make(folder: Path) -> None:
    for number in range(2):
        strategy = cobra.optimal(small(number), threads=1).strategy
        assert strategy is not None
        cobra.write_strategy(strategy, folder / f"strategy{number}")
        cobra.write_plan(cobra.static_plan(small(number)).plan, folder / f"plan{number}")


def writers(folder: Path) -> list[Writer]:
    """Return everything that writes; `folder` is where what has to be computed first is put."""

    def write_strategy(path: Path, number: int) -> None:
        cobra.write_strategy(cobra.read_strategy(made(folder) / f"strategy{number}"), path)

    def read_strategy(path: Path) -> object:
        read = cobra.read_strategy(path)
        return read.figures, list(read.experiments)

    def write_plan(path: Path, number: int) -> None:
        cobra.write_plan(cobra.read_plan(made(folder) / f"plan{number}"), path)

    def read_plan(path: Path) -> object:
        return cobra.read_plan(path).experiments

    def certificate(path: Path) -> bytes:
        cobra.read_certificate(path)
        return path.read_bytes()

    def whole(path: Path) -> bytes:
        return path.read_bytes()

    return [
        Writer("strategy", "best.json", write_strategy, read_strategy),
        Writer("plan", "plan.json", write_plan, read_plan),
        Writer("certificate", "some.proof", partial(prove, CODES, "average"), certificate),
        Writer("certificate with a state", "some.proof", partial(prove, STATES, "worst"), certificate),
        Writer("certificate with lies", "some.proof", partial(prove, LIES, "worst"), certificate),
        Writer("certificate with chances", "some.proof", partial(prove, CHANCES, "average"), certificate),
        Writer("checkpoint", "facts", add_facts, read_facts, grows=True, open=facts_at),
        Writer("population", "population", write_population, read_population, open=population_at),
        Writer("openings", "kept.json", keep_opening, read_openings),
        Writer("results", "results.json", keep_result, read_results),
        Writer("text", "table.csv", lambda path, n: write_text(path, "a,b\n" * (3 + n)), whole),
        Writer("graph", "game.graphml", lambda path, n: write_graph(small(n), path), whole),
        Writer("picture", "lengths.svg", figure, whole),
    ]
