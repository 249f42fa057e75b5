"""The one table of options of the commands and the Python functions: name, default, help, reader.

The readers raise `GameError` with a sentence that names what is allowed and the nearest name; the command
line turns that into a usage error (exit status 2). Nothing heavy is imported here, so `cobra --help` stays
quick.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cobra.breakers.named import NAMED
from cobra.errors import GameError
from cobra.limits import limit_names
from cobra.nearest import nearest

OPTIMAL: Final = "optimal"
"""The strategy that is found by search."""
_SHOWN: Final = (
    *("max-models", "exp-models", "ent-models", "parts", "min-fixed", "exp-fixed", "first", "random"),
)
STRATEGIES: Final[dict[str, str]] = {name: NAMED[name].line for name in _SHOWN} | {
    OPTIMAL: "the least average of all strategies, searched for and proved"
}
"""The strategies shown in the help of commands; `cobra.breakers.named` has all that are registered."""

DEFAULT_STRATEGIES: Final = tuple(name for name in STRATEGIES if name != "random")
ADVISED_STRATEGIES: Final = ("max-models", "exp-models", "ent-models", "parts", OPTIMAL)
COMPARED_STRATEGIES: Final = ("max-models", "exp-models", "ent-models", "parts", OPTIMAL)
OBJECTIVES: Final[dict[str, str]] = {
    "average": "the least average length of a play, by weight when codes have weights",
    "worst": "the least worst case",
    "worst-average": "the least worst case, and under it the least average",
    "average-worst": "the least average, and under it the least worst case",
    "nodes": "the least worst case, and under it the fewest experiments in the tree",
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
    "random": "an honest one: a secret drawn by weight (seeded)",
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
    "maplechrono",
    "maplecm",
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
POPULATION: Final = 50
"""Breakers that evolve together."""
PATIENCE: Final = 100
"""So many generations may be no better than those before."""
MOST_VALUES: Final = 10_000
"""So many values a range of a parameter may have."""
DEFAULT_TIES: Final = "final,first"
DEFAULT_OBJECTIVE: Final = "average"
DEFAULT_SAT_SOLVER: Final = SAT_SOLVERS[0]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `name` as a keyword of the Python functions, `flags` on the command line.

    `metavar` None is a switch. `read` turns the text given on the command line into the value. `choices` are
    shown in the help; `repeated` options may be given several times, and where each time stands for several
    values they are `joined`; `bare` is the text that an option given without one stands for.
    """

    name: str
    flags: tuple[str, ...]
    metavar: str | None
    default: object
    help: str
    read: Callable[[str], object] = str
    repeated: bool = False
    joined: bool = False
    bare: str | None = None


def did_you_mean(name: str, known: Collection[str]) -> str:
    """Return a hint such as `; did you mean 'parts'?`, or nothing when no known name is near."""
    near = nearest(name, known)
    return f"; did you mean {near!r}?" if near else ""


def read_choice(what: str, known: Sequence[str], text: str) -> str:
    """Return `text` when it is one of `known`, or raise `GameError` listing what is."""
    if text not in known:
        raise GameError(f"there is no {what} {text!r}{did_you_mean(text, known)} (known: {' '.join(known)})")
    return text


def read_strategies(text: str) -> tuple[str, ...]:
    """Return the strategies of a list such as `max-models,consistent(parts)`, by their names."""
    from cobra.breakers.find import find_strategies, split_strategies  # here: few commands need them

    return tuple(find_strategies(split_strategies(text)))


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


def read_equivalences(text: str) -> tuple[str, ...]:
    """Return the equivalences of a chain such as `symbols,partition`."""
    return check_equivalences(name.strip() for name in text.split(",") if name.strip())


def read_definition(text: str) -> tuple[str, str]:
    """Return name and value of `NAME=VALUE`."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise GameError(f"{text!r} is not of the form NAME=VALUE, such as pegs=5")
    return name.strip(), value.strip()


def read_values(text: str) -> tuple[str, tuple[int | str, ...]]:
    """Return name and values of `NAME=VALUE`, `NAME=2..4`, `NAME=2,4,6` or `NAME=2..4,6`, each value once."""
    name, value = read_definition(text)
    if not re.fullmatch(r"-?[0-9][-0-9., ]*", value):  # a word: the name of a file, or what the game refuses
        return name, (value,)
    numbers: dict[int, None] = {}
    for part in value.split(","):
        match = re.fullmatch(r"(-?[0-9]{1,9})(?:\.\.(-?[0-9]{1,9}))?", part.strip())
        if match is None:
            raise GameError(f"{text!r}: write a whole number, a range such as 2..4 or a list such as 2,4,6")
        low, high = int(match[1]), int(match[2] or match[1])
        if not low <= high < low + MOST_VALUES:
            problem = "is empty" if low > high else f"has more than {MOST_VALUES:,} values"
            raise GameError(f"{text!r}: the range {low}..{high} {problem}")
        numbers |= dict.fromkeys(range(low, high + 1))
    return name, tuple(numbers)


def read_limit(text: str) -> tuple[str, int]:
    """Return name and number of `NAME=N`, the name being one of `cobra.limits`."""
    name, value = read_definition(text)
    read_choice("limit", limit_names(), name)
    return name, read_count(value)


def read_made(text: str) -> str:
    """Return `EXPERIMENT` or `EXPERIMENT=OUTCOME`; only a game can tell whether it has them."""
    if not text.partition("=")[0].strip():
        raise GameError(f"{text!r} is not of the form EXPERIMENT or EXPERIMENT=OUTCOME, such as 0011=1B1W")
    return text.strip()


def read_count(text: str, least: int = 1) -> int:
    """Return a whole number of at least `least`; digits may be grouped as in 1_000_000 or 1,000,000."""
    digits = re.sub(r"(?<=\d)[_,](?=\d)", "", text.strip())
    if not re.fullmatch(r"[0-9]{1,18}", digits):
        raise GameError(f"{text!r} is not a whole number")
    if int(digits) < least:
        raise GameError(f"{text!r} is less than {least}")
    return int(digits)


def read_seed(text: str) -> int:
    """Return a seed, 0 or more."""
    return read_count(text, least=0)


def read_port(text: str) -> int:
    """Return the number of a port; 0 is any that is free."""
    port = read_count(text, least=0)
    if port > 65535:
        raise GameError(f"there is no port {port}, only 1 to 65535")
    return port


def read_size(text: str) -> int:
    """Return bytes from `512M`, `2G`, `1.5GiB` or a plain number of bytes; the units are powers of 1024."""
    match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if match is None:
        raise GameError(f"{text!r} is not a size; write it as 512M or 2G")
    size = int(float(match[1]) * 1024 ** " KMGT".index(match[2].upper() or " "))
    if not 0 < size < 1 << 63:
        raise GameError(f"the size {text!r} is out of range")
    return size


def read_duration(text: str) -> float:
    """Return seconds from `10s`, `1.5m`, `2h` or a plain number of seconds; `none` is without end."""
    if text.strip().lower() == "none":
        return math.inf
    match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(ms|s|m|h|d|)", text.strip(), re.IGNORECASE)
    if match is None:
        raise GameError(f"{text!r} is not a duration; write it as 10s, 2m or 1h")
    seconds = float(match[1]) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400, "": 1}[match[2].lower()]
    if seconds <= 0:
        raise GameError("a time limit must be more than 0 seconds; without one: none")
    return seconds


def available_threads() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


OPTIONS: Final[dict[str, Option]] = {
    option.name: option
    for option in (
        Option(
            "definitions",
            ("-D", "--define"),
            "NAME=VALUE",
            (),
            "Set a parameter or a file of the game, such as -D pegs=5. Repeatable.",
            read_definition,
            repeated=True,
        ),
        Option(
            "limits",
            ("--limit",),
            "NAME=N",
            (),
            f"Raise a limit: {', '.join(limit_names())}. Repeatable.",
            read_limit,
            repeated=True,
        ),
        Option(
            "json", ("--json",), None, False, "Print one JSON document on standard output and nothing else."
        ),
        Option("quiet", ("-q", "--quiet"), None, False, "No progress and no warnings on standard error."),
        Option("threads", ("--threads",), "N", 0, "Worker threads [default: all processors].", read_count),
        Option(
            "memory",
            ("--memory",),
            "SIZE",
            MEMORY,
            "Memory to use at most, such as 512M [default: 2G].",
            read_size,
        ),
        Option(
            "time_limit",
            ("--time-limit",),
            "DURATION",
            None,
            "Stop after 10s, 2m or 1h with what is known by then; or none [default: none].",
            read_duration,
        ),
        Option("seed", ("--seed",), "N", 0, "Seed of everything random [default: 0].", read_seed),
        Option(
            "repeat",
            ("--repeat",),
            "N",
            1,
            "Play what draws by chance N times, with seeds from --seed on, and show mean and confidence "
            "interval [default: 1].",
            read_count,
        ),
        Option(
            "sat_solver",
            ("--sat-solver",),
            "NAME",
            DEFAULT_SAT_SOLVER,
            f"SAT solver of python-sat [default: {DEFAULT_SAT_SOLVER}].",
            lambda text: read_choice("SAT solver", SAT_SOLVERS, text),
        ),
        Option(
            "backend",
            ("--backend",),
            "NAME",
            None,
            "table: list the codes; sat: count without listing [default: table, sat when too many].",
            lambda text: read_choice("backend", BACKENDS, text),
        ),
        Option(
            "ties",
            ("--ties",),
            "RULE",
            DEFAULT_TIES,
            f"What decides between equal scores, see below [default: {DEFAULT_TIES}].",
            lambda text: read_choice("rule for ties", tuple(TIES), text),
        ),
        Option(
            "consistent",
            ("--consistent",),
            None,
            False,
            "Only experiments that could still be the code (that could still be final).",
        ),
        Option(
            "strategies",
            ("-s", "--strategy"),
            "NAME[,NAME…]",
            DEFAULT_STRATEGIES,
            "Strategies to analyse, see below [default: all but random]. Repeatable.",
            read_strategies,
            repeated=True,
            joined=True,
        ),
        Option(
            "objective",
            ("--objective",),
            "NAME",
            DEFAULT_OBJECTIVE,
            f"What to make least, see below [default: {DEFAULT_OBJECTIVE}].",
            lambda text: read_choice("objective", tuple(OBJECTIVES), text),
        ),
        Option(
            "max_depth",
            ("--max-depth",),
            "D",
            None,
            "Only strategies none of whose plays is longer than D experiments [default: any].",
            read_count,
        ),
        Option(
            "first",
            ("--first",),
            "EXPERIMENT",
            None,
            "Only strategies that begin with this experiment, as printed, such as 0011 [default: any].",
        ),
        Option(
            "checkpoint",
            ("--checkpoint",),
            "FILE",
            None,
            "Keep in FILE what is proved, and go on from what it holds already, which is trusted.",
        ),
        Option(
            "population",
            ("--population",),
            "N",
            POPULATION,
            f"Evolve N breakers together [default: {POPULATION}].",
            read_count,
        ),
        Option(
            "generations",
            ("--generations",),
            "N",
            None,
            "End after N generations [default: any].",
            read_count,
        ),
        Option(
            "patience",
            ("--patience",),
            "N",
            PATIENCE,
            f"End when N generations were no better than those before [default: {PATIENCE}].",
            read_count,
        ),
        Option("output", ("-o", "--output"), "FILE", None, "Write the strategy to FILE."),
        Option(
            "check",
            ("--check",),
            None,
            False,
            "Verify the strategy by the meaning of the game, however long it takes [default: when quick].",
        ),
        Option("table", ("--table",), None, False, "Show what each row of answers stands for."),
        Option(
            "to",
            ("--to",),
            "FORMAT",
            None,
            "What to write, see below [default: what the ending of FILE stands for].",
            read_format,
        ),
        Option(
            "equivalences",
            ("--equivalence",),
            "NAME[,NAME…]",
            None,
            "What makes experiments equivalent, see below; several are applied in turn "
            "[default: chosen automatically].",
            read_equivalences,
        ),
        Option(
            "after",
            ("--after",),
            "EXPERIMENT[=OUTCOME]",
            (),
            "An experiment made, as printed, and its outcome if known, such as 0011=1B1W. Repeatable.",
            read_made,
            repeated=True,
        ),
        Option(
            "history",
            ("--history",),
            "TEXT|FILE",
            (),
            "What happened so far, such as '0011 1B1W; 0023 = 0,2', or a file of such lines; - is standard "
            "input. Repeatable.",
            repeated=True,
        ),
        Option(
            "codebreaker",
            ("-e", "--codebreaker"),
            "NAME|FILE",
            "max-models",
            "Who asks: a strategy, see below, the file of one, or interactive [default: max-models].",
        ),
        Option(
            "codemaker",
            ("-o", "--codemaker"),
            "NAME|CODE",
            "random",
            "Who answers, see below: random, models, fixed, a code, or interactive [default: random].",
        ),
        Option(
            "number",
            ("-n", "--number"),
            "N",
            None,
            "Play N games [default: every code once against random, else 1].",
            read_count,
        ),
        Option("trace", ("--trace",), None, False, "Show the games move by move."),
        Option("all", ("--all",), None, False, "List all codes left, however many."),
        Option("explain", ("--explain",), None, False, "Say why the best next experiment is best."),
        Option("mine", ("--mine",), "EXPERIMENT", None, "Compare the best next experiment with this one."),
        Option("why", ("--why",), "CODE", None, "Say which answers exclude this code."),
        Option(
            "review",
            ("--review",),
            None,
            False,
            "Look back at the game: per move what was best, what it cost, and what luck did.",
        ),
        Option(
            "plot",
            ("--plot",),
            "FILE",
            None,
            "Draw a plot into FILE.svg, .png or .pdf: how many codes take how many experiments, "
            "or for a grid the averages.",
        ),
        Option(
            "csv",
            ("--csv",),
            "[FILE]",
            None,
            "Write CSV, a line for each game and strategy, to FILE.csv; without FILE, or with -, to "
            "standard output.",
            bare="-",
        ),
        Option(
            "markdown",
            ("--markdown",),
            "[FILE]",
            None,
            "Write the tables in Markdown to FILE.md; without FILE, or with -, to standard output.",
            bare="-",
        ),
        Option(
            "port",
            ("--port",),
            "N",
            0,
            "Port of 127.0.0.1 to listen on [default: one that is free].",
            read_port,
        ),
        Option("no_browser", ("--no-browser",), None, False, "Open no browser, only print the address."),
        Option(
            "graph",
            ("--graph",),
            "FILE",
            None,
            "Write the coloured graph of the game to FILE.graphml, or a picture to FILE.svg, .png or .pdf.",
        ),
    )
}
"""All shared options by name."""

GRID: Final = replace(
    OPTIONS["definitions"],
    metavar="NAME=VALUES",
    help="Set a parameter, to one value or several: -D pegs=2..4 -D colours=2,4,6. Every combination is "
    "compared. Repeatable.",
    read=read_values,
)
"""The definitions of `compare`: parameters may have several values."""

COMPARED: Final = replace(
    OPTIONS["strategies"],
    default=COMPARED_STRATEGIES,
    help="Strategies to compare, see below [default: max-models,exp-models,ent-models,parts,optimal]. "
    "Repeatable.",
)
"""What is compared unless told otherwise."""

COMPARE_TIME_LIMIT: Final = replace(
    OPTIONS["time_limit"],
    default=SECONDS,
    help="Stop each game of the grid after 10s, 2m or 1h with what is known by then, or none [default: 10s].",
)
"""The time limit of `compare`, for each game."""

ANALYZE_TIME_LIMIT: Final = replace(
    OPTIONS["time_limit"],
    default=SECONDS,
    help="Stop after 10s, 2m or 1h with what is known by then; none waits for everything [default: 10s].",
)
"""The time limit of the command `analyze`, which has one unless told otherwise."""

ADVISED: Final = replace(
    OPTIONS["strategies"],
    default=None,
    help="Strategies to ask, see below [default: max-models,exp-models,ent-models,parts, and optimal when it "
    "is within reach]. Repeatable.",
)
"""Who is asked for advice."""

ADVISE_TIME_LIMIT: Final = replace(
    OPTIONS["time_limit"],
    default=ADVISE_SECONDS,
    help="Answer after 10s, 2m or 1h with what is known by then; none waits for everything [default: 5s].",
)
"""The time limit of `advise`: a game is going on."""

OUTPUT_FOLDER: Final = replace(
    OPTIONS["output"],
    metavar="DIR",
    help="Write every complete strategy to a file NAME.json in DIR, for `cobra verify`.",
)
"""Where the command `analyze` writes several strategies."""

PLAY_CODEBREAKER: Final = replace(
    OPTIONS["codebreaker"],
    default=None,
    help="Who asks: interactive, a strategy, see below, or the file of one [default: interactive].",
)
PLAY_CODEMAKER: Final = replace(
    OPTIONS["codemaker"],
    default=None,
    help="Who answers, see below: random, models, fixed, a code, or interactive [default: random when you "
    "ask, else interactive].",
)
"""The players of `play`: one of them at least is interactive."""

PLAY_SEED: Final = replace(
    OPTIONS["seed"], default=None, help="Seed of everything random [default: another one each time]."
)
"""The seed of `play`: a secret that is always the same is none."""

EXPORT_FILE: Final = replace(
    OPTIONS["output"], help="Write to FILE; its ending says the format [default: to standard output]."
)
"""Where the command `export` writes."""

SERVE_MEMORY: Final = replace(
    OPTIONS["memory"],
    default=SERVED_MEMORY,
    help="Memory of each computation, of which there are at most four at once [default: 1G].",
)
"""The memory that `serve` allows each request."""

SERVE_TIME_LIMIT: Final = replace(
    OPTIONS["time_limit"],
    default=SERVED_SECONDS,
    help="Stop long work, such as a search for an optimal strategy, after so long, or none [default: 10m].",
)
"""The time limit of the jobs of `serve`."""

EVOLVE_CHECKPOINT: Final = replace(
    OPTIONS["checkpoint"], help="Keep the population in FILE, and go on from what it holds already."
)
"""What `evolve` keeps."""

EVOLVE_PLOT: Final = replace(
    OPTIONS["plot"],
    help="Draw into FILE.svg, .png or .pdf how the average went down from generation to generation.",
)
"""What `evolve` draws."""
