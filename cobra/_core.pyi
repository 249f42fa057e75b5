"""The engine of cobra, written in Rust (rust/cobra-core): codes, experiments and one-step strategies of a
compiled game.

A game crosses the boundary as a `Program`, made by `cobra/engine/compile.py`, which also turns results back.
Every input is checked: a malformed one raises `CoreError`. Long calls release the interpreter lock; run them
in a worker thread and use `Control` to watch and stop them.
"""

from collections.abc import Sequence
from typing import Self, TypeAlias, final

from cobra.engine.played import CoreTree, Played
from cobra.engine.program import CoreExperiment, Program
from cobra.engine.solver import CoreQuestion, CoreRequest, PieceResult

__all__ = [
    "FACT_BYTES",
    "CertificateError",
    "Control",
    "CoreError",
    "CoreInternal",
    "CoreLimit",
    "CoreStopped",
    "CountedSearch",
    "Engine",
    "Evolution",
    "Exchange",
    "Formulas",
    "Openings",
    "OptimalResult",
    "ProofResult",
    "Solver",
    "__version__",
    "automorphisms",
    "check_certificate",
    "least_worst_of_numbers",
]
__version__: str
FACT_BYTES: int
"""Bytes of a record of `Control.facts`."""

_Score: TypeAlias = list[tuple[bool, list[str | int]]]
"""What an experiment is compared by: keys, compared one after the other, each made large (True) or small, in
postfix notation. Numbers are in units of 2^-32. Words: `n` and `fixed` (codes and fixed variables after an
outcome); `total`, `parts`, `largest`, `hit`; `sum`, `max`, `min` of the value before over all outcomes that
occur; `+`, `-`, `*`, `/`, `^` (a whole number, 0 to 64), `log2`, `sqrt`, `abs`. The word `sorted` alone is
the whole split, largest first."""
_FoundOpening: TypeAlias = tuple[list[tuple[str, int, int | None]], tuple[int, int] | None, bool, str | None]
_LookAhead: TypeAlias = tuple[str | _Score, _Score, int, int]
"""A one-step strategy some steps ahead: how it splits cells, what it compares, depth (1 to 16) and beam (1 to
4096); see `rust/cobra-core/src/pick/ahead.rs`."""

class CoreError(ValueError):
    """The core was given a malformed game or request."""

class CoreInternal(CoreError):
    """The core contradicts itself, or panicked: a mistake in it, or a game that is not well-formed where that
    is taken for granted."""

class CoreLimit(CoreError):
    """More than a limit allows is needed; nothing was built."""

    name: str
    """The limit: "codes", "experiments", "vertices" or "memory" (bytes)."""
    needed: int
    """What is needed, or a number that is known to be too small."""
    limit: int

class CoreStopped(CoreError):
    """A call without a partial answer was stopped."""

    reason: str
    """One of "time", "interrupt", "memory"."""

class CertificateError(CoreError):
    """A certificate proves nothing."""

    fact: int | None
    """The number of the fact that is wrong; None when it is something else."""

def automorphisms(
    colours: list[int], edges: list[tuple[int, int]], control: Control | None = None
) -> tuple[list[list[int]], list[int]]:
    """Return generators of the automorphism group of a vertex-coloured undirected graph, each as the image of
    every vertex, and numbers greater than 1 whose product is the order of the group.

    Raises `CoreLimit` "vertices" above 4096 vertices, `CoreError` for a loop or an unknown vertex, and
    `CoreStopped`. Every generator was tested on the graph (McKay 1981; McKay and Piperno 2014).
    """

def check_certificate(file: bytes, memory: int, control: Control) -> list[tuple[str, int]]:
    """Check that the certificate whose bytes are given proves its claims; see `rust/cobra-check`.

    Returns counts: "codes", "experiments", "elements" (symmetries), "facts", "facts_by_size"; and of the
    experiments of the other facts "useless", "by_size", "by_facts", "by_symmetry"; "named", how many facts
    they name. Raises `CertificateError`, `CoreLimit` "memory" and `CoreStopped`.
    """

def least_worst_of_numbers(
    numbers: int, lies: int, most: int | None, memory: int, control: Control
) -> CountedSearch:
    """Find the least worst case where one of so many numbers is looked for, any set of them may be asked
    about, and at most so many answers are lies. Numbers are not listed.

    No more than `most` questions are tried. `memory` in bytes bounds what is kept. `CoreError` when more than
    120 questions may be needed.
    """

@final
class CountedSearch:
    """What `least_worst_of_numbers` found out."""

    @property
    def lower(self) -> int:
        """So many questions are needed at least; above `most` when no strategy does with so many."""

    @property
    def worst(self) -> int | None:
        """So many are enough, and no fewer are; None when that was not found."""

    @property
    def size(self) -> int:
        """How many questions the strategy has, 0 without one."""

    @property
    def statistics(self) -> dict[str, int]:
        """As of `OptimalResult`."""

    @property
    def stopped(self) -> str | None:
        """Why it is not known: "time", "interrupt", "memory"; None for an answer."""

@final
class Formulas:
    """Some formulas of a graph without parameters, and what permutations of unknowns do to them."""

    def __new__(cls, nodes: Sequence[tuple[int, Sequence[int]]], roots: Sequence[int]) -> Self:
        """Take the formulas `roots`; `CoreError` when they have parameters or are not in the graph."""

    @property
    def arguments(self) -> int:
        """Arguments of all nodes below the formulas: a hash of each is made for every unknown."""

    def signatures(
        self, answers: Sequence[Sequence[tuple[Sequence[int], bool]]], unknowns: int
    ) -> list[list[int]]:
        """Return by answer and unknown a number of 64 bits that says what the answer says of the unknown.

        An answer is a list of components, each as its cases (literals among those below the formulas) and
        whether they say what is final. Where a permutation of unknowns carries an answer to another one, the
        numbers go with it.
        """

    def carried(self, images: Sequence[int]) -> list[int] | None:
        """Return the formulas with every unknown replaced by its image, None when one is not in the graph."""

@final
class Control:
    """Shared with a running computation; its methods never block."""

    def __new__(cls, time_limit: float | None = None) -> Self:
        """Start the clock; `time_limit` in seconds counts from now."""

    def stop(self) -> None:
        """Ask the computation to end as soon as it can; it stays stopped, so take a new control for the next
        one."""

    def progress(self) -> tuple[int, int]:
        """Return the codes settled and all codes of the running computation."""

    def interval(self) -> tuple[str, int, int | None] | None:
        """Return what an optimal search is after ("total", "worst", "nodes"), what it is proved to be no less
        than, and what the best strategy known has; None before it starts."""

    def facts(self) -> bytes:
        """Return what was proved since the last call, in records of `FACT_BYTES` bytes, for `Engine.optimal`.

        The first call, before the search, asks for them to be kept.
        """

@final
class Engine:
    """A game and what was computed for it. May be used by several threads."""

    def __new__(cls, program: Program) -> Self:
        """Check the program; `CoreError` when it is malformed."""

    def enumerate(self, max_codes: int, memory: int, control: Control) -> int:
        """List the codes, before anything else is asked, and return their number.

        `memory` (bytes) bounds the codes, and later the lists of experiments. Raises `CoreLimit`,
        `CoreStopped`.
        """

    def code(self, index: int) -> list[int | list[int]]:
        """Return the values of a code, slot by slot."""

    def held(self) -> list[int]:
        """Return for each proposition of the secret the weight of the codes in which it is true."""

    def count_experiments(self, limit: int, control: Control) -> list[int | None]:
        """Return the number of experiments of each type, None where more than `limit` would be visited.

        Visited is one of each kind where symbols are interchangeable, every experiment where they are not.
        """

    def first_experiments(self, limit: int, memory: int, control: Control) -> list[CoreExperiment] | None:
        """Return the experiments that are not equivalent at the start, in order; None for more than
        `limit`, or than `memory` bytes hold.

        Equivalent are experiments that interchangeable symbols, or slots, carry to each other; of symbols
        that no code uses and that no answer depends on only the first is taken.
        """

    def representatives(
        self,
        equivalences: list[str],
        after: list[tuple[CoreExperiment, int | None]],
        limit: int,
        memory: int,
        control: Control,
        types: int | None = None,
    ) -> tuple[list[tuple[CoreExperiment, int]], int]:
        """Return the first experiment of each class of a chain of equivalences, with the size of the class,
        in order, and the number of all experiments; with `types`, of the first so many types.

        `after`: the experiments made with their outcome numbers, None for an unknown one (then there are only
        "none" and "history"). Too many experiments to be listed are represented by those that are not
        equivalent under interchangeable symbols. Raises `CoreLimit` "experiments" when more than `limit`
        would have to be listed and "memory" (bytes), `CoreStopped`.
        """

    def count_representatives(
        self, equivalence: str, after: list[tuple[CoreExperiment, int | None]], control: Control
    ) -> int | None:
        """Return the number of experiments that `representatives` would list, without listing them.

        None where only listing tells: it can be done where every type weighs two sets of one size against
        each other, for "symbols", "history" and "knowledge".
        """

    def partition(
        self, experiment: CoreExperiment, state: list[int] | None, control: Control | None = None
    ) -> list[int]:
        """Return the outcome number of each code of `state` (ascending numbers of codes; None: all).

        Only the kinds and ranges of the values are checked, not tables and conditions of the type. Raises
        `CoreStopped`.
        """

    def splits(
        self, experiments: list[CoreExperiment], state: list[int] | None, control: Control
    ) -> list[list[tuple[int, int]]]:
        """Return for each experiment its outcome numbers on `state` (None: all), ascending, with their
        numbers of codes.

        Only the kinds and ranges of the values are checked, not tables and conditions of the types. Raises
        `CoreStopped`.
        """

    def fixed(self, state: list[int] | None) -> list[tuple[int, bool]]:
        """Return the variables with one value in all codes of `state` (None: all), as propositions,
        ascending."""

    def closing(self, control: Control) -> list[CoreExperiment | None]:
        """Return for each code the first experiment that is final if the code is the secret, None without
        one."""

    def largest_branching(self, control: Control) -> int:
        """Return the most satisfiable outcomes of an experiment at the start, at least 1."""

    def inseparable(self, control: Control) -> list[list[int]]:
        """Return the classes of two codes or more that no experiment tells apart, by their first codes."""

    def greedy(
        self,
        strategy: str | _Score | _LookAhead,
        ties: str,
        consistent: bool,
        seed: int,
        threads: int,
        memory: int,
        equivalences: list[str] | None,
        control: Control,
        first: CoreExperiment | None = None,
        belief: list[int] | None = None,
        chances: list[tuple[int, bytes]] | None = None,
    ) -> Played:
        """Play a one-step strategy against every code.

        `strategy`: max-models, exp-models, ent-models, parts, min-fixed, exp-fixed, random, first; or a
        score, or one some steps ahead (not with ties at random).
        `ties`: "final,first", "first", "random", "best" (searched: what leads to the least total in the end;
        stopped, the best strategy found is played, with `stopped` set). `consistent`: only experiments that
        could still be final, where the game knows final outcomes. `memory` (bytes) bounds the tree and lists
        of experiments.
        `equivalences`: a chain of "none", "symbols", "history", "knowledge", "partition", "graph" every
        state goes through (see `representatives`); None: interchangeable symbols and slots, where it pays.
        The result is the same in any case, and for any number of threads, but for picking at random where a
        type has too many experiments to list: then it means among those not equivalent. Raises `CoreLimit`
        "experiments" or "memory" when filters would need too long lists.
        `first`: every play begins with it, whatever it is, also when the game is over before it.
        `belief`: what is possible at the beginning where answers may be lies or the secret moves, ascending:
        for each code its number times the lies allowed plus one, and the lies told; None: all, without lies.
        `chances`: how likely each hidden state is, all lies told by then, as a whole number in bytes, the
        lowest first; None: by the weights of the codes without a belief, and with one what noise there is
        counts for nothing.
        A run stopped by its control returns what was settled, with `stopped` set.
        """

    def tied(
        self,
        strategy: str | _Score | _LookAhead,
        ties: str,
        consistent: bool,
        memory: int,
        control: Control,
        belief: list[int] | None = None,
        chances: list[tuple[int, bytes]] | None = None,
    ) -> int | None:
        """Return the number of experiments as good as the one a one-step strategy begins with, that included.

        In a game with a state, prices or lost plays, with lies or moves; else `CoreError`. They have its
        score, can be final as it can, or cannot, and lose as many codes, as far as one step shows. Arguments
        are those of `greedy`. None where it takes no experiment that tells anything. Raises `CoreStopped`.
        """

    def choose(
        self,
        strategy: str | _Score | _LookAhead,
        ties: str,
        consistent: bool,
        state: list[int] | None,
        control: Control,
        memory: int,
        seed: int = 0,
        standing: list[int] | None = None,
        belief: list[int] | None = None,
        chances: list[tuple[int, bytes]] | None = None,
    ) -> CoreExperiment | None:
        """Return the experiment a one-step strategy makes where these codes are left (None: all), ascending.

        Arguments are those of `greedy`. `standing`: the state, in a game that has one (None: that at the
        beginning). None when no (allowed) experiment tells the codes apart, or when only one is left and
        nothing remains to be made. Where the secret moves it does not know what was believed before.
        Raises `CoreStopped`.
        """

    def offered(self, standing: list[int], limit: int, memory: int, control: Control) -> list[CoreExperiment]:
        """Return the experiments that can be made in a state of a game with memory, in order.

        Raises `CoreLimit` "experiments" for more than `limit`, "memory", `CoreStopped`.
        """

    def followed(
        self,
        experiment: CoreExperiment | None,
        state: list[int],
        standing: list[int],
        memory: int,
        control: Control,
    ) -> list[tuple[int, list[int], list[int], int, str | None]]:
        """Return what an experiment, which can be made in a state of a game with memory, makes of codes left.

        For each outcome its number, the codes, the state, the price in units of the game, and how plays are
        over then: "won", "lost" by the game's rule, "stuck" where nothing can be found out any more,
        "inseparable" where that is no loss; None where they go on. Without an experiment the one entry says
        how the play stands before the first one. Only kinds and ranges of the experiment's values are
        checked. Raises `CoreLimit` "memory", `CoreStopped`.
        """

    def optimal(
        self,
        objective: str,
        max_depth: int | None,
        consistent: bool,
        first: CoreExperiment | None,
        threads: int,
        memory: int,
        symmetry: bool,
        source: str | None,
        budget: int | None,
        facts: bytes,
        exchange: Exchange | None,
        control: Control,
        beginning: CoreTree | None = None,
        within: int | None = None,
        belief: list[int] | None = None,
        chances: list[tuple[int, bytes]] | None = None,
    ) -> OptimalResult:
        """Find a strategy that is best by an objective, and prove that it is.

        `objective`: average, worst, worst-average, average-worst, nodes, won. `max_depth`: no play may be
        longer; `within`: a longer one is lost, with the objective won.
        `consistent`: only experiments that could still be final. `first`: the strategy begins with it.
        `memory` in bytes bounds the table of outcomes and what is kept of states; with less the result is the
        same, later. Without `symmetry` none is used. `source`: "table" keeps all outcomes, "computed" none,
        None chooses. `budget`: pairs of codes and experiments that are looked at before the search goes on by
        rising goals; None: some seconds' worth. `facts`: what earlier runs of the same game with the same
        `consistent` proved. `exchange`: where others answer what takes longer than the budget.
        `beginning`: a strategy that is known; one that does not keep to the conditions is an error.
        `belief`, `chances`: as in `greedy`.
        A run stopped by its control returns the best strategy known, with `stopped` set.
        """

    def openings(
        self,
        objective: str,
        firsts: Sequence[CoreExperiment],
        consistent: bool,
        threads: int,
        memory: int,
        openings: Openings,
        control: Control,
    ) -> None:
        """Do what `optimal` does for each of these first experiments, one after the other, in one search.

        `openings` is handed each result as soon as it is there, also that which a stop has left unfinished;
        then `CoreStopped` is raised. An experiment with the same outcome for all codes is an error.
        """

    def prove(
        self,
        orders: Sequence[Sequence[int]],
        nodes: bool,
        claims: Sequence[tuple[int | None, int | None]],
        consistent: bool,
        first: tuple[CoreExperiment, int] | None,
        memory: int,
        facts: bytes,
        begun: bytes,
        control: Control,
    ) -> ProofResult:
        """Make a certificate of claims that a search found to be true (see docs/proofs.md).

        `orders` says in which order the checker fills the slots of the codes, and of each type of experiment.
        `nodes`: experiments are counted, not lengths. A claim: experiments of a play at most, None for any
        number, and what no strategy costs less than, None: there is none. `first`: what every strategy begins
        with, and the number it is thought to have for the checker; where it has not, it is known by its
        cells. `facts`: what the search proved; `begun`: the items of a proof that was stopped, of the same
        game and settings. `memory` (bytes) bounds the table of outcomes, what the search remembers and what
        is written: `CoreLimit` "memory". `CoreError` when experiments are too many to list or a claim is not
        true; `CoreStopped` before there is anything to go on from.
        """

@final
class Exchange:
    """Between a search and those who answer its questions; a search that asks waits for the answer."""

    def __new__(cls) -> Self:
        """Nothing is asked yet."""

    def question(self, patience: float) -> tuple[CoreRequest | None, bool]:
        """Return what is asked, waiting at most `patience` seconds for it, and whether more may be asked."""

    def answer(self, facts: bytes, pairs: int, is_spent: bool) -> None:
        """Answer what is asked: records of facts that bear on it, none where nothing is known.

        `pairs`: what each of those who answer has looked at, about. `is_spent`: whether that was too much,
        and the answer is not known.
        """

    def close(self) -> None:
        """Say that nobody answers any more: the search goes on alone."""

@final
class Solver:
    """A search in one game that does pieces and remembers what it found out.

    May be used by several threads.
    """

    def __new__(cls, engine: Engine, consistent: bool, threads: int, memory: int, control: Control) -> Self:
        """Make what all pieces need. The codes must have been enumerated.

        `threads` pieces are done at a time. `memory` as in `Engine.optimal`; `CoreLimit`, `CoreStopped`.
        """

    def work(
        self,
        number: int,
        asked: CoreQuestion,
        state: Sequence[int],
        experiments: Sequence[CoreExperiment] | None,
        budget: int,
        facts: bytes,
    ) -> PieceResult:
        """Find out whether a strategy for a state costs less than is asked, and if so, what the best one
        costs; or divide what takes more than `budget` pairs of codes and experiments.

        `state`: ascending numbers of codes where no play is over.
        `experiments`: one of these must be the first. `facts`: what others proved. By its `number` it can be
        broken off.
        """

    def close(self) -> None:
        """End all pieces, which nobody waits for any more: `CoreStopped` in those who do them."""

    def break_off(self, numbers: Sequence[int]) -> None:
        """Have pieces under way handed back soon, divided, as if their budget was spent.

        That comes of itself when nobody was met for a minute: who asked may have died.
        """

    def meet(self, facts: bytes) -> tuple[bytes, bytes, int]:
        """Hear what others proved, also in the middle of pieces.

        Return what was proved here and not told yet, in records: what is worth to be kept for another run,
        and what took less work; and how many pairs of codes and experiments were looked at so far.
        `CoreError` when the facts are not whole records.
        """

@final
class Evolution:
    """A population of breakers of one game, strategy trees that evolve.

    What it becomes depends on the game, the size of the population and the seed alone.
    """

    def __new__(cls, engine: Engine, population: int, memory: int, control: Control) -> Self:
        """Make room for so many breakers. The codes must have been enumerated.

        `memory` (bytes) bounds the breakers and the table of the outcomes of all experiments: `CoreLimit`
        "memory" for more.
        Raises `CoreStopped`; `CoreError` when no experiment is final for a code of a game that ends with a
        hit.
        """

    def begin(self, seed: int, control: Control) -> None:
        """Begin with breakers that ask anything in random orders.

        Raises `CoreStopped`; then nothing has happened."""

    def advance(self, threads: int, control: Control) -> None:
        """Go on for one generation. Raises `CoreStopped`; then nothing has happened."""

    def totals(self) -> list[int]:
        """Return for each breaker the sum over codes of weight times number of experiments."""

    def best(self, memory: int, control: Control) -> Played:
        """Return the breaker of the least total as a strategy, the first of several.

        Raises `CoreLimit` "memory" when its tree, the breakers and the table of outcomes take more than so
        many bytes, `CoreStopped`.
        """

    def record(self) -> bytes:
        """Return all breakers, for `restore`."""

    def restore(self, record: bytes, seed: int, generation: int) -> None:
        """Take the breakers of a record, of the same game and as many, as they were after so many
        generations with a seed. Raises `CoreError` for anything else, and then nothing has happened."""

    def admit(self, record: bytes) -> None:
        """Put the best breaker of a record, of the same game and as many, in the place of the worst.

        Of several it is the first. Raises `CoreError` as `restore` does."""

@final
class Openings:
    """What a search for many first experiments has found so far."""

    def __new__(cls) -> Self:
        """Begin without results."""

    def take(self) -> list[tuple[int, _FoundOpening]]:
        """Return the results since the last call, each with the number of its experiment.

        Of each the intervals as `OptimalResult` has them; total and worst case of the best strategy, None
        when none is known; whether all is proved; and why it was stopped, None when it was not.
        """

@final
class OptimalResult:
    """The best strategy a search found, and what is proved about it."""

    @property
    def played(self) -> Played:
        """The best strategy found; its figures are 0 when none is."""

    @property
    def found(self) -> bool:
        """Whether a strategy within the depth allowed is known."""

    @property
    def proved(self) -> bool:
        """Whether no strategy is better, or none exists."""

    @property
    def infeasible(self) -> bool:
        """Whether it is proved that no strategy keeps to the depth allowed."""

    @property
    def intervals(self) -> list[tuple[str, int, int | None]]:
        """Return for each measure of the objective its name, its proved lower bound and what the strategy
        has."""

    @property
    def statistics(self) -> dict[str, int]:
        """Return numbers of states expanded and scanned, of experiments tried, of facts reused, and bytes."""

@final
class ProofResult:
    """A certificate: its list from the elements on, and the numbers that stand before it."""

    @property
    def experiments(self) -> int:
        """The number of experiments."""

    @property
    def first(self) -> int | None:
        """The number of the experiment that every strategy begins with, None for any."""

    @property
    def elements(self) -> int:
        """How many symmetries are named."""

    @property
    def facts(self) -> int:
        """How many facts there are."""

    @property
    def items(self) -> bytes:
        """Elements and facts, as they stand in the file; without an end when it was stopped."""

    @property
    def stopped(self) -> str | None:
        """Why it proves less than it should, "time" or "interrupt"; None when all claims are proved."""
