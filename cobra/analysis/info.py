"""What a game is before any strategy is chosen: its sizes, symmetry and trivial lower bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import factorial, lgamma, log, log10
from typing import Final

from cobra.analysis.bounds import Bounds, hit_bounds, identify_bounds, undecided_bounds
from cobra.budget import Progress, limited, poll
from cobra.engine.compile import compile_game, from_core
from cobra.engine.program import CoreExperiment
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError, TimeLimitError
from cobra.limits import Limits
from cobra.model.after import experiments_as_codes
from cobra.model.codeless import why_no_code
from cobra.model.game import ExperimentType, Game, true_propositions
from cobra.model.memory import at_state, start_of
from cobra.model.show import Notation, proposition_names
from cobra.model.truth import TruthTables
from cobra.model.unseen import counted_numbers, draws, ways_of
from cobra.options import BACKENDS, DEFAULT_SAT_SOLVER, MEMORY, SAT_SOLVERS, read_choice
from cobra.strategy.check.parallel import transposed

SHOWN: Final = 20
"""So many first experiments are named."""

_COUNTED_ONE_BY_ONE: Final = 100_000
"""Up to so many experiments of a type are counted one by one before a decision diagram is tried."""
_FINALS_WORK: Final = 20_000_000
"""Outcomes looked at, at most, to sharpen the bounds of a game with final outcomes; about two seconds."""
_MOST_DRAWN: Final = 10_000
"""Experiments looked at, at most, where what is observed is drawn; about two seconds."""

_MOST_DIGITS: Final = 310_000
"""Numbers of more decimal digits are left out; to write down this many takes two seconds."""

_BASE_MEMORY: Final = 40 << 20  # Python, the solver and the formulas of a small game
_MEMORY_A_CODE: Final = 1000
"""Measured on Mastermind (5, 8) and on bulls and cows with 16 digits: mostly for the strategy's tree."""


@dataclass(frozen=True, slots=True)
class Info:
    """The sizes of a game; a field is None when it was not found out: too much to list, or stopped."""

    game: Game
    backend: str
    """What counted: "table", all codes listed, or "sat", exact counting without listing."""
    variables: int
    """Propositions of the secret that are not `aux`."""
    codes: int
    """Codes, exactly."""
    experiments: int | None
    """Experiments of all types, exactly."""
    symmetry_order: int | None
    """Order of the symmetry group: the permutations of literals and experiments that keep the game."""
    fixed: tuple[tuple[str, bool], ...]
    """Variables that have one value in all codes, with that value."""
    first_experiments: int | None = None
    """Experiments that differ at the start; those that symmetries carry to each other are one."""
    first_shown: tuple[str, ...] = ()
    """The first of these experiments, 20 at most."""
    branching: int | None = None
    """The largest number of satisfiable outcomes of an experiment."""
    bounds: Bounds | None = None
    """Trivial lower bounds on every strategy."""
    inseparable: tuple[str, str] | None = None
    """Two codes that answer every experiment alike and need not, if there are any."""
    undecided: tuple[str, str] | None = None
    """What is to be found out of these two, when their goals are different: such as `zebra = Japanese`."""
    goals: int | None = None
    """In a game with goals, the number of different values they have together."""
    memory: int | None = None
    """About how many bytes an analysis needs."""
    stopped: str | None = None
    """Why something is missing: "time", "interrupt" or "memory"."""


@limited
def info(
    game: Game,
    *,
    backend: str | None = None,
    sat_solver: str = DEFAULT_SAT_SOLVER,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Info:
    """Return the sizes, the symmetry and trivial bounds of a game.

    `backend` "table" lists the codes, "sat" counts them without listing; None lists them unless they are too
    many. `memory` is in bytes, `time_limit` in seconds; `limits` are those of `cobra.limits`.
    """
    read_choice("SAT solver", SAT_SOLVERS, sat_solver)
    run = Run(time_limit, progress)
    numbers = None if backend == "table" else counted_numbers(game)
    if numbers is not None:
        return _of_numbers(game, numbers)
    table = _list_codes(game, backend, memory, limits, run)
    if table is not None and not table.codes:
        raise GameError(f"the game has no code: {why_no_code(game)}")
    return _count(game, sat_solver, memory, run) if table is None else examine(table, memory, run)


def count_codes_by(
    game: Game, backend: str | None, memory: int, limits: Limits | None, run: Run
) -> tuple[int, str]:
    """Return the number of codes and the backend that counted them."""
    if backend is None and (numbers := counted_numbers(game)) is not None:
        return numbers, "sat"
    table = _list_codes(game, backend, memory, limits, run)
    if table is None:
        return _count_space(game, memory, run), "sat"
    return table.codes, "table"


def _count_space(game: Game, memory: int, run: Run) -> int:
    """Return the number of codes without listing them."""
    from cobra.budget import Deadline
    from cobra.sat.counting import count_codes  # here: slow to import, and most games are listed

    try:
        return count_codes(game, memory=memory, deadline=Deadline(run.remaining()))
    except TimeLimitError:
        raise StoppedError("time", "counting") from None


def _list_codes(
    game: Game, backend: str | None, memory: int, limits: Limits | None, run: Run
) -> CodeTable | None:
    """Return the table of the codes, None when they are to be counted without listing."""
    if backend is not None:
        read_choice("backend", BACKENDS, backend)
    if backend == "sat":
        return None
    try:
        return CodeTable(game, run, memory, limits or Limits())
    except LimitError:
        if backend == "table" or counted_numbers(game) is not None:
            raise
        return None


def examine(table: CodeTable, memory: int, run: Run) -> Info:
    """Return everything about a game whose codes are listed; when stopped, what was known by then."""
    names = proposition_names(table.game.codes)
    known = Info(
        game=table.game,
        backend="table",
        variables=count_variables(table.game),
        codes=table.codes,
        experiments=None,
        symmetry_order=None,
        fixed=tuple((names[i], value) for i, value in table.engine.fixed(None)),
        memory=_memory(table),
    )
    if table.game.memory is not None or (table.game.unseen is not None and table.game.unseen.moves):
        return _examine_start(table, known, memory, run)
    try:
        known = replace(known, symmetry_order=table.compiled.symmetry_order)
        known = replace(known, experiments=_experiments(table, memory, run))
        first = table.first_experiments(memory)
        if first is not None and table.compiled.looked_for_symmetry:  # else they are all there are
            shown = tuple(table.show_experiment(experiment) for experiment in first[:SHOWN])
            known = replace(known, first_experiments=len(first), first_shown=shown)
        branching = _most_drawn(table, first) if draws(table.game) else table.branching()
        if branching is None:
            return known
        known = replace(known, branching=branching)
        if table.game.ending == "hit":
            return replace(known, bounds=_hit(table, first, branching))
        if table.game.goal:
            known = replace(known, goals=len(set(table.goals())))
        bounds, pair = _identify(table, branching)
        codes, undecided = table.show_pair(pair)
        return replace(known, bounds=bounds, inseparable=codes, undecided=undecided)
    except StoppedError as stop:
        return replace(known, stopped=stop.reason)
    except KeyboardInterrupt:  # between two calls of the core
        run.interrupted = True
        return replace(known, stopped="interrupt")


def bounds_at_once(table: CodeTable) -> Bounds | None:
    """Return lower bounds that are found in a moment, weaker than those of `examine`; None where there are
    none, or it was stopped.
    """
    game = table.game
    if game.memory is not None or game.unseen is not None:
        return None
    try:
        branching = table.branching()
        if game.ending == "hit":
            return _hit(table, None, branching)
        return _identify(table, branching)[0]
    except StoppedError:
        return None


def _examine_start(table: CodeTable, known: Info, memory: int, run: Run) -> Info:
    """Return what is known of a game with memory or moves: the sizes at its beginning."""
    try:
        start = CodeTable(at_state(table.game, start_of(table.game)), run, memory, table.limits)
        known = replace(known, experiments=_experiments(start, memory, run))
        if not _only_priced(table.game):
            return known
        codes, undecided = start.show_pair(different(start.inseparable(), start.goals()))
        return replace(known, inseparable=codes, undecided=undecided)
    except StoppedError as stop:
        return replace(known, stopped=stop.reason)


def _only_priced(game: Game) -> bool:
    """Return whether a play ends with what is known, and nothing but that and what is paid changes.

    Then what no experiment tells apart at the beginning none ever does.
    """
    plain = game.memory is not None and not (game.memory.slots or game.memory.loses)
    return plain and game.ending != "hit" and not (game.unseen is not None and game.unseen.moves)


def _of_numbers(game: Game, numbers: int) -> Info:
    """Return what the number of codes tells about a game in which any set of them can be asked.

    They are interchangeable, so questions differ at the start by how many codes they name. The list of the
    codes would give the same.
    """
    notation = Notation(game)
    shown = min(SHOWN, numbers + 1)
    orders = lgamma(numbers + 1) / log(10)
    return Info(
        game=game,
        backend="sat",
        variables=count_variables(game),
        codes=numbers,
        experiments=2**numbers if numbers * log10(2) <= _MOST_DIGITS else None,
        symmetry_order=factorial(numbers) if orders <= _MOST_DIGITS else None,
        fixed=(),
        first_experiments=numbers + 1,
        first_shown=tuple(notation.experiment((0, ((1 << size) - 1,))) for size in range(shown)),
        branching=2,
        bounds=identify_bounds({1: numbers}, 2),
    )


def _count(game: Game, sat_solver: str, memory: int, run: Run) -> Info:
    """Return what can be found out without listing the codes."""
    codes = _count_space(game, memory, run)
    if codes == 0:
        raise GameError(f"the game has no code: {why_no_code(game)}")
    compiled = compile_game(game)
    names = proposition_names(game.codes)
    start = at_state(game, start_of(game))
    return Info(
        game=game,
        backend="sat",
        variables=count_variables(game),
        codes=codes,
        experiments=sum(_count_experiments(start, type_, memory, run) for type_ in start.experiments),
        symmetry_order=compiled.symmetry_order if game.memory is None and game.unseen is None else None,
        fixed=tuple((names[i], value) for i, value in _fixed(game, sat_solver, run)),
    )


def _fixed(game: Game, sat_solver: str, run: Run) -> list[tuple[int, bool]]:
    from cobra.budget import Deadline
    from cobra.sat.knowledge import SatKnowledge

    try:
        with SatKnowledge(game, solver=sat_solver, deadline=Deadline(run.remaining())) as knowledge:
            return knowledge.fixed_variables()
    except TimeLimitError:
        raise StoppedError("time", "finding the fixed variables") from None


def _experiments(table: CodeTable, memory: int, run: Run) -> int | None:
    """Return the number of experiments: few are counted one by one, many by a decision diagram if it fits."""
    counts = table.experiments(min(_COUNTED_ONE_BY_ONE, table.limits.experiments))
    try:
        return sum(
            _count_experiments(table.game, type_, memory, run) if count is None else count
            for type_, count in zip(table.game.experiments, counts, strict=True)
        )
    except LimitError:
        counts = table.experiments()
        return None if None in counts else sum(count for count in counts if count is not None)


def _count_experiments(game: Game, type_: ExperimentType, memory: int, run: Run) -> int:
    """Return the number of experiments of a type without listing them, as codes of a game made for it."""
    return _count_space(experiments_as_codes(game, type_), memory, run)


def count_variables(game: Game) -> int:
    """Return the number of propositions of the secret that are not `aux`."""
    return sum(slot.width for slot in game.codes.slots if not slot.aux)


def _memory(table: CodeTable) -> int:
    return _BASE_MEMORY + table.codes * (_MEMORY_A_CODE + 8 * table.game.codes.propositions)


def _most_drawn(table: CodeTable, first: list[CoreExperiment] | None) -> int | None:
    """Return the largest number of outcomes of an experiment where some are drawn: all that may be count.

    None where that is too much to look at.
    """
    if first is None or len(first) > _MOST_DRAWN or len(first) * table.codes > _FINALS_WORK:
        return None
    game, most = table.game, 0
    codes = [true_propositions(game.codes, from_core(table.engine.code(code))) for code in range(table.codes)]
    full = (1 << len(codes)) - 1
    secret = {game.dag.variable(p) >> 1: held for p, held in transposed(codes).items()}
    for asked in first:
        poll("finding the largest branching")
        type_, assignment = table.compiled.experiment(asked)
        of = game.experiments[type_]
        parameters = {game.dag.parameter(p) >> 1: full for p in true_propositions(of.space, assignment)}
        tables = TruthTables(game.dag, secret | parameters, full)
        ways = [tables.of(way.cases.lits) for way in ways_of(of)]
        drawn = sum(any(held) for held in zip(*ways, strict=True))
        most = max(most, drawn or sum(table.final_outcomes([asked])))
    return most


def _hit(table: CodeTable, first: list[CoreExperiment] | None, branching: int) -> Bounds:
    if first is not None and len(first) * table.codes <= _FINALS_WORK:
        finals, others = table.final_outcomes(first)
        others = branching if draws(table.game) else others
    else:
        finals = others = branching  # weaker, and true whatever the outcomes are
    return hit_bounds(table.class_weights(), finals, others)


def different(classes: Sequence[Sequence[int]], goals: Sequence[object]) -> tuple[int, int] | None:
    """Return two codes of different goals that no experiment tells apart, None when there are none."""
    pairs = (next(((cls[0], b) for b in cls if goals[b] != goals[cls[0]]), None) for cls in classes)
    return next(filter(None, pairs), None)


def _identify(table: CodeTable, branching: int) -> tuple[Bounds, tuple[int, int] | None]:
    """Return the bounds, and a pair of codes that no experiment tells apart although the play should."""
    classes, goals = table.inseparable(), table.goals()
    pair = different(classes, goals)
    if pair is None:
        return identify_bounds(table.class_weights(), branching), None
    weights = table.weights()
    if table.game.goal:
        kinds = {code: kind for kind, cls in enumerate(classes) for code in cls}
        numbers: dict[object, int] = {}
        held: Counter[tuple[int, int]] = Counter()
        for code, goal in enumerate(goals):
            kind = kinds.get(code, len(classes) + code)
            held[kind, numbers.setdefault(goal, len(numbers))] += weights[code]
        return undecided_bounds(held, branching), pair
    class_weights = Counter(weights)
    for cls in classes:
        class_weights.subtract(weights[code] for code in cls)
        class_weights[sum(weights[code] for code in cls)] += 1
    return identify_bounds(+class_weights, branching), pair
