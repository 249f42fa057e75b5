"""What can be chosen, and what is chosen where nobody does: one table for commands and Python functions.

Each table has a name and a line for the help. The command line makes its options of
them in `cobra/cli/options.py`. Nothing heavy is imported here, so `cobra --help` stays quick.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import Final

from cobra.errors import GameError
from cobra.nearest import did_you_mean

OPTIMAL: Final = "optimal"
"""The strategy that is found by search."""
READY_MADE: Final[dict[str, str]] = {
    "max-models": "min max(n)",
    "exp-models": "min sum(w^2)",
    "ent-models": "min sum(w*log2(w))",
    "parts": "max parts",
    "min-fixed": "max min(fixed)",
    "exp-fixed": "max sum(w*fixed)",
}
"""The strategies that the core has fast ways for, by their expressions."""
ADVISED_STRATEGIES: Final = ("max-models", "exp-models", "ent-models", "parts", OPTIMAL)
COMPARED_STRATEGIES: Final = ("max-models", "exp-models", "ent-models", "parts", OPTIMAL)
OBJECTIVES: Final[dict[str, str]] = {
    "average": "the least average length of a play, by weight when codes have weights",
    "worst": "the least worst case",
    "worst-average": "the least worst case, and under it the least average",
    "average-worst": "the least average, and under it the least worst case",
    "nodes": "the least worst case, and under it the fewest experiments in the tree",
}
"""What can be made least in any game."""
WON: Final = "won"
SEARCHED: Final[dict[str, str]] = {
    **OBJECTIVES,
    WON: "the fewest codes lost, and under it the least average: with --within, or where plays can be lost",
}
"""What `optimal` can make least."""
TIES: Final[dict[str, str]] = {
    "final,first": "one that can be the code, then the first in order",
    "first": "the first in order",
    "random": "a random one (seeded)",
    "best": "each that leads to the least average in the end: all orders are searched, within the limits",
}
"""What decides between experiments of equal score."""
FORMATS: Final[dict[str, str]] = {
    "json": "the tree as nested objects, with the codes left at each node",
    "csv": "a line for each code: the length of its play, experiments and outcomes",
    "dot": "a graph for Graphviz",
    "svg": "a picture: a tree, or an icicle where a tree would be too wide",
    "html": "a page to walk the tree with, in one file that needs nothing else",
    "irving": "the nested text notation of the Mastermind literature",
}
"""What a strategy can be exported as; `cobra.export.NAME` makes it."""
ENDINGS: Final[dict[str, str]] = {
    **{f".{name}": name for name in FORMATS},
    ".gv": "dot",
    ".txt": "irving",
}
"""What the ending of a file stands for: the format of that name, with some more."""
EQUIVALENCES: Final[dict[str, str]] = {
    "none": "nothing but the experiment itself",
    "symbols": "what permuting symbols or places makes of it that the codes left do not tell apart",
    "history": "its images under symmetries of the game that keep every experiment made and the codes left",
    "knowledge": "its images under symmetries that keep the codes left, those of the game and of `symbols`",
    "partition": "what cuts the codes left into the same cells, and images of that under such symmetries",
    "graph": "what has the same coloured graph, once what is known is worked into it (Klimoš)",
}
"""The equivalences of experiments and what each takes to be the same as an experiment."""
NEED_ANSWERS: Final = tuple(name for name in EQUIVALENCES if name not in ("none", "history"))
"""The equivalences that ask which codes are left, so every answer must be known."""
CODEMAKERS: Final[dict[str, str]] = {
    "random": "an honest one: a secret drawn by weight (seeded); lies, where there may be some, by chance",
    "models": "an adversary: the answer that leaves the most codes",
    "fixed": "an adversary: the answer that leaves the fewest fixed variables",
}
"""Who keeps the secret; a code is an honest codemaker, too."""
INTERACTIVE: Final = "interactive"
"""The codebreaker or codemaker that is the person at the terminal."""
BACKENDS: Final = ("table", "sat")
"""What counts codes and finds fixed variables: a list of all codes, or SAT and BDDs."""
SAT_SOLVERS: Final = (
    "cadical195",
    "cadical103",
    "cadical153",
    "cadical300",
    "gluecard3",
    "gluecard4",
    "glucose3",
    "glucose4",
    "glucose42",
    "maplesat",
    "mergesat3",
    "minicard",
    "minisat22",
)
"""The solvers of python-sat that are incremental and can be interrupted (see cobra/sat/solver.py)."""
MEMORY: Final = 2 << 30
SECONDS: Final = 10.0
"""The time limit of the commands that search for an optimal strategy beside others."""
LISTED_CODES: Final = 100
"""So many of the codes left are listed unless all are wanted."""
ADVISE_SECONDS: Final = 5.0
"""The time limit of advice in a game that is going on."""
SERVED_SECONDS: Final = 600.0
"""The time limit of long work for the web page."""
SERVED_MEMORY: Final = 1 << 30
"""The memory of each computation for the web page."""
LARGEST: Final = (1 << 63) - 1
"""No whole number that is asked for may be larger: the core counts up to there."""
MOST_PROCESSES: Final = 1024
"""More worker processes on one machine are a slip of the pen."""
POPULATION: Final = 50
"""Breakers that evolve together."""
PATIENCE: Final = 100
"""So many generations may be no better than those before."""
DEFAULT_TIES: Final = "final,first"
DEFAULT_OBJECTIVE: Final = "average"
UNSEEN_OBJECTIVE: Final = "worst"
"""The objective where nobody says one in games with lies or moves: no other has a meaning there, unless there
is noise and nothing moves."""
DEFAULT_SAT_SOLVER: Final = SAT_SOLVERS[0]


def read_choice(what: str, known: Sequence[str], text: str) -> str:
    """Return `text` when it is one of `known`, or raise `GameError` listing what is."""
    if not isinstance(text, str):
        raise GameError(f"there is no {what} {text!r} (known: {' '.join(known)})")
    if text not in known:
        raise GameError(f"there is no {what} {text!r}{did_you_mean(text, known)} (known: {' '.join(known)})")
    return text


def read_format(text: str) -> str:
    """Return the name of a format, or raise `GameError` when there is none of that name."""
    return read_choice("format", tuple(FORMATS), text)


def check_equivalences(names: Iterable[str]) -> tuple[str, ...]:
    """Return a chain of equivalences, each once, or raise `GameError` for one that does not exist."""
    checked = tuple(dict.fromkeys(read_choice("equivalence", tuple(EQUIVALENCES), name) for name in names))
    if not checked:
        raise GameError(f"no equivalence given (known: {' '.join(EQUIVALENCES)})")
    if "none" in checked and len(checked) > 1:
        raise GameError("the equivalence none stands alone: it removes nothing")
    return checked


def check_cluster(text: str) -> int | None:
    """Return how many worker processes are to be started here, None for the address of a scheduler.

    `GameError` for what is neither.
    """
    local = re.fullmatch(r"local(?::([0-9]{1,9}))?", text)
    if local is None:
        address = re.fullmatch(r"(tcp|tls)://[^\s/]+:([0-9]{1,5})", text)
        if address is None or not 1 <= int(address[2]) < 1 << 16:
            raise GameError(f"{text} is no cluster; write local, local:N, tcp://HOST:PORT or tls://HOST:PORT")
        return None
    processes = int(local[1] or available_threads())
    if not 1 <= processes <= MOST_PROCESSES:
        raise GameError(f"local:N starts 1 to {MOST_PROCESSES:,} processes, not {processes:,}")
    return processes


def available_threads() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
