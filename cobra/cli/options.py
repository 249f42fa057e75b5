"""The one long table of the options of the commands: keyword in Python, flags, default, help, reader.

Nothing heavy is imported here, so `cobra --help` stays quick.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from cobra.breakers.named import DEFAULT_STRATEGIES
from cobra.cli.readers import (
    read_address,
    read_cluster,
    read_count,
    read_definition,
    read_duration,
    read_equivalences,
    read_limit,
    read_made,
    read_port,
    read_seed,
    read_size,
    read_strategies,
    read_values,
)
from cobra.limits import limit_names
from cobra.options import (
    ADVISE_SECONDS,
    BACKENDS,
    COMPARED_STRATEGIES,
    DEFAULT_OBJECTIVE,
    DEFAULT_SAT_SOLVER,
    DEFAULT_TIES,
    MEMORY,
    OBJECTIVES,
    PATIENCE,
    POPULATION,
    SAT_SOLVERS,
    SEARCHED,
    SECONDS,
    SERVED_MEMORY,
    SERVED_SECONDS,
    TIES,
    UNSEEN_OBJECTIVE,
    WON,
    read_choice,
    read_format,
)


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `name` as a keyword of the Python functions, `flags` on the command line.

    `metavar` None is a switch. `read` turns the text given on the command line into the value. `choices` are
    shown in the help; `repeated` options may be given several times, and where each time stands for several
    values they are `joined`; `bare` is the text that an option given without one stands for; `environment`
    names the variable that is read where the option is not given.
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
    environment: str | None = None


_OBJECTIVE: Final = (
    f"What to make least, see below [default: {DEFAULT_OBJECTIVE}; with lies or moves {UNSEEN_OBJECTIVE}, "
    "unless there is noise and nothing moves]."
)
_SEARCHED: Final = _OBJECTIVE.replace("].", f"; {WON} where any number of answers may be wrong].")
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
            "cluster",
            ("--cluster",),
            "WHERE",
            None,
            "Work on the machines of a dask scheduler, tcp://HOST:PORT or tls://HOST:PORT, or in N processes "
            "here, local:N; --threads, then 1 by default, and --memory are for each task "
            "[default: COBRA_CLUSTER if it is set, else this process].",
            read_cluster,
            environment="COBRA_CLUSTER",
        ),
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
            None,
            _OBJECTIVE,
            lambda text: read_choice("objective", tuple(OBJECTIVES), text),
        ),
        Option(
            "searched",
            ("--objective",),
            "NAME",
            None,
            _SEARCHED,
            lambda text: read_choice("objective", tuple(SEARCHED), text),
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
            "within",
            ("--within",),
            "K",
            None,
            "With --objective won: a play of more than K experiments is lost [default: as the game says].",
            read_count,
        ),
        Option(
            "first",
            ("--first",),
            "EXPERIMENT",
            None,
            "Only strategies that begin with this experiment, as printed or in another order, such as 0011 "
            "[default: any].",
        ),
        Option(
            "beginning",
            ("--beginning",),
            "FILE",
            None,
            "Improve the strategy of FILE, which must keep to what is demanded [default: one found at once].",
        ),
        Option(
            "checkpoint",
            ("--checkpoint",),
            "FILE",
            None,
            "Keep in FILE what is proved, and go on from what it holds already, which is trusted.",
        ),
        Option(
            "proof",
            ("--proof",),
            "FILE",
            None,
            "Write into FILE.proof a certificate that nobody can do better, which `cobra verify` checks.",
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
            "islands",
            ("--islands",),
            "N",
            1,
            "Evolve N such populations, each of which now and then sends its best breaker to the next one "
            "[default: 1].",
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
            "host",
            ("--host",),
            "ADDRESS",
            "127.0.0.1",
            "Address of this machine to listen on; 0.0.0.0 is all it has, where phones in the same network "
            "reach the page [default: 127.0.0.1, which only this machine reaches].",
            read_address,
        ),
        Option("port", ("--port",), "N", 0, "Port to listen on [default: one that is free].", read_port),
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
EVERY_FIRST: Final = replace(
    OPTIONS["first"],
    metavar="all",
    help="Instead of strategies: every first experiment, one of each kind, with the exact cost of the best "
    "play after it.",
    read=lambda text: read_choice("choice of openings", ("all",), text),
)
"""The openings that the command `analyze` compares."""
TRACE: Final = Option(
    "trace",
    ("--trace",),
    "FILE",
    None,
    "With --cluster: write into FILE.json when and where each task was done.",
)
"""What is kept of the work of a cluster."""
OPENINGS_CLUSTER: Final = replace(OPTIONS["cluster"], help=f"With --first all: {OPTIONS['cluster'].help}")
STATIC_CLUSTER: Final = replace(
    OPTIONS["cluster"],
    help=OPTIONS["cluster"].help.replace("--threads, then 1 by default, and --memory are", "--memory is"),
)
"""Where the command `static` works, which has no threads to choose."""
SYMMETRY_EQUIVALENCES: Final = replace(
    OPTIONS["equivalences"],
    help="What makes experiments equivalent, see below; several are applied in turn [default: each but none "
    "by itself, as far as the round allows it and it does not take long].",
)
"""The equivalences that the command `symmetry` shows."""
OPENINGS_KEPT: Final = Option(
    "results",
    ("--results",),
    "FILE",
    None,
    "With --first all: keep in FILE.json what is proved, and go on from what it holds already, which is "
    "trusted.",
)
"""Where and from what they are searched."""
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
CHECK_STYLE: Final = Option(
    "check", ("--check",), None, False, "Write nothing; the exit status is 1 if a file is in another style."
)
"""What `fmt` does not do then."""
STYLE_DIFF: Final = Option(
    "diff",
    ("--diff",),
    None,
    False,
    "Write nothing; show what would change. The exit status is as with --check.",
)
"""What `fmt` shows."""
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
QUICK: Final = Option("quick", ("--quick",), None, False, "What takes a few seconds at most [default].")
EVERYTHING: Final = replace(
    OPTIONS["all"], name="everything", help="Everything, also what takes minutes and hours."
)
LIST: Final = Option(
    "listed",
    ("--list",),
    None,
    False,
    "Recompute nothing: list what is claimed, and what FILE of --results knows.",
)
RESULTS: Final = Option(
    "results",
    ("--results",),
    "FILE",
    None,
    "Keep every result in FILE.json as soon as it is there, and compute nothing again that it holds.",
)
PROOFS: Final = Option(
    "proofs",
    ("--proofs",),
    "FOLDER",
    None,
    "Write into FOLDER a certificate of every optimum, which `cobra verify` checks, where one can be made.",
)
MARKDOWN_PAGE: Final = replace(
    OPTIONS["markdown"],
    help="Write the tables and sources in Markdown to FILE.md; without FILE, or with -, to standard output.",
)
"""What `reproduce` takes."""
EVOLVE_PLOT: Final = replace(
    OPTIONS["plot"],
    help="Draw into FILE.svg, .png or .pdf how the average went down from generation to generation.",
)
"""What `evolve` draws."""
