"""The symmetries of a game, and the experiments that differ from round to round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cobra.budget import Progress, limited, poll
from cobra.engine.compile import CompiledGame, compile_game
from cobra.engine.group import GameGroup
from cobra.engine.history import CoreMade, read_core_history
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError, LimitError, StoppedError
from cobra.limits import Limits
from cobra.model.codeless import why_no_code
from cobra.model.game import Game
from cobra.model.memory import at_state, in_state, start_of
from cobra.model.show import Notation
from cobra.model.spaces import experiments
from cobra.options import MEMORY, NEED_ANSWERS, check_equivalences

MOST_LISTED: Final = 1_000_000
"""So many experiments are listed in a round, at most."""

MOST_CARRIED: Final = 20_000
"""In a game in which more changes than knowledge so many experiments are compared, at most."""

PATIENCE: Final = 2.0
"""Seconds that an equivalence nobody asked for by name may take in a round."""

DEFAULT_ORDER: Final = ("history", *NEED_ANSWERS)
"""The equivalences shown when none is asked for, in this order; `none` only counts the experiments."""


@dataclass(frozen=True, slots=True)
class Round:
    """The experiments that differ after some experiments, under one equivalence or a chain of them."""

    after: tuple[str, ...]
    """The experiments made before, with their outcomes where they are known: `0011`, `0011=1B1W`."""
    equivalence: str
    """The name of the equivalence, or several joined by commas."""
    count: int
    """The number of classes."""
    canonical: tuple[str, ...]
    """The first experiment of each class, in order; nothing when they are too many and were only counted."""
    sizes: tuple[int, ...]
    """The number of experiments of each class, as far as they are listed."""
    all: int | None
    """All experiments, the sum of the sizes; None when there are too many to be counted."""
    codes: int
    """Codes that are left."""


@dataclass(frozen=True, slots=True)
class SymmetryReport:
    """The symmetry group of a game, and what is canonical at the start and after each experiment made."""

    game: Game
    group: GameGroup
    interchangeable: tuple[int, ...]
    """Sizes of the classes of interchangeable symbols."""
    rounds: tuple[Round, ...]
    left_out: tuple[str, ...]
    """What was not found out though it was not stopped, in words: `partition after 0011: …`."""
    stopped: str | None = None
    """Why rounds are missing: "time" or "interrupt"."""


@limited
def symmetry(
    game: Game,
    *,
    after: Iterable[str] = (),
    equivalences: Iterable[str] | None = None,
    memory: int = MEMORY,
    time_limit: float | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> SymmetryReport:
    """Return the symmetry group of a game, and the canonical experiments of each round.

    There is a round for the start and one after each of the experiments `after`, texts such as `0011` or
    `0011=1B1W`. `equivalences` is a chain of names of `cobra.options.EQUIVALENCES`, for every round; None
    looks at each equivalence that a round allows, and leaves out what would take too long. `memory` is in
    bytes, `time_limit` in seconds. `GameError` for an experiment or outcome that cannot be, and for an
    equivalence that needs an answer not given; `LimitError` for more codes, or more canonical experiments,
    than can be listed, when they were asked for and not even counted.
    """
    chain = None if equivalences is None else check_equivalences(equivalences)
    texts = list(after)
    if game.memory is not None or game.unseen is not None:
        _demand_the_start(texts, chain)
    run = Run(time_limit, progress)
    try:
        table = CodeTable(game, run, memory, limits or Limits())
    except LimitError as error:
        if texts or chain is not None:
            raise
        compiled = compile_game(game)
        return _report(compiled, compiled.group, (), (f"every round: {error}",))
    if table.codes == 0:
        raise GameError(f"the game has no code: {why_no_code(game)}")
    if game.memory is not None or game.unseen is not None:
        return _at_the_start(table, run, memory)
    made, codes = read_core_history(table, texts)
    if chain is not None:
        _demand_answers(chain, made)
    rounds: list[Round] = []
    left_out: list[str] = []
    stopped = None
    group = table.compiled.group  # before the rounds, so that it is known whatever happens to them
    try:
        for length, left in enumerate([table.codes, *codes]):
            for found in _round(table, made[:length], left, chain, memory, run):
                if isinstance(found, Round):
                    rounds.append(found)
                else:
                    left_out.append(found)
    except StoppedError as stop:
        stopped = stop.reason
    except KeyboardInterrupt:  # between two calls of the core
        stopped = "interrupt"
    return _report(table.compiled, group, rounds, left_out, stopped)


def _demand_the_start(after: Sequence[str], chain: Sequence[str] | None) -> None:
    """Refuse rounds in which not only the codes that are left say which experiments are equivalent."""
    what = "in a game with a state, prices, plays that are lost, lies or moves experiments are compared"
    if after:
        raise GameError(f"{what} at the start; --after is for other games")
    if chain not in (None, ("history",)):
        raise GameError(f"{what} by the equivalence history; --equivalence {','.join(chain or ())} is not")


def _at_the_start(table: CodeTable, run: Run, memory: int) -> SymmetryReport:
    """Return the group, and the classes of the experiments at the start that it carries to each other."""
    game, group = table.game, table.compiled.group
    start = start_of(game)
    here = table if game.memory is None else CodeTable(at_state(game, start), run, memory, table.limits)
    counts = [count for count in here.experiments() if count is not None]
    if not group.complete or len(counts) < len(game.experiments) or sum(counts) > MOST_CARRIED:
        left_out = f"history at the start: only up to {MOST_CARRIED:,} experiments are carried one by one"
        return _report(table.compiled, group, (), (left_out,))
    listed = [in_state(game, one, start) for one in experiments(at_state(game, start))]
    number = {experiment: place for place, experiment in enumerate(listed)}
    first = list(range(len(listed)))
    for place, experiment in enumerate(listed):
        if place & 255 == 0:
            poll("comparing experiments")
        if first[place] != place:
            continue
        waiting = [experiment]
        while waiting:
            one = waiting.pop()
            for symmetry_ in group.symmetries:
                image = symmetry_.experiment(one)
                if first[number[image]] != place:
                    first[number[image]] = place
                    waiting.append(image)
    sizes = Counter(first)
    notation = Notation(game)
    found = Round(
        after=(),
        equivalence="history",
        count=len(sizes),
        canonical=tuple(notation.experiment(listed[place]) for place in sizes),
        sizes=tuple(sizes.values()),
        all=len(listed),
        codes=table.codes,
    )
    return _report(table.compiled, group, (found,), ())


def _report(
    compiled: CompiledGame,
    group: GameGroup,
    rounds: Sequence[Round],
    left_out: Sequence[str],
    stopped: str | None = None,
) -> SymmetryReport:
    classes = tuple(len(group.propositions) for group in compiled.program.groups)
    return SymmetryReport(compiled.game, group, classes, tuple(rounds), tuple(left_out), stopped)


def _demand_answers(chain: Sequence[str], made: Sequence[CoreMade]) -> None:
    """Raise `GameError` when an equivalence asks which codes are left and an outcome is not known."""
    names = [name for name in chain if name in NEED_ANSWERS]
    unknown = [one.text for one in made if one.outcome is None]
    if names and unknown:
        raise GameError(
            f"the equivalence {names[0]} needs to know which codes are left; say what the outcome was: "
            f"--after '{unknown[0]}=OUTCOME'"
        )


def _round(
    table: CodeTable, made: Sequence[CoreMade], left: int, chain: Sequence[str] | None, memory: int, run: Run
) -> Iterator[Round | str]:
    """Find what is canonical in one round under the chain, or under each equivalence, or say what was not."""
    if chain is not None:
        yield _classes(table, made, left, chain, memory, _count(table, made, chain))
        return
    answered = all(one.outcome is not None for one in made)
    for name in DEFAULT_ORDER if answered else ("history",):
        count = None
        try:
            with run.at_most(PATIENCE):
                count = _count(table, made, (name,))
                yield _classes(table, made, left, (name,), memory, count)
        except LimitError as error:
            yield f"{_where(name, made)}: {error}"
        except StoppedError:
            if run.stop_reason():
                raise
            if count is not None:
                yield _unlisted(table, made, left, name, count)
                continue
            yield f"{_where(name, made)}: takes more than {PATIENCE:g} s; --equivalence {name} waits for it"


def _count(table: CodeTable, made: Sequence[CoreMade], chain: Sequence[str]) -> int | None:
    """Count the classes without listing them; None where that is not possible."""
    if len(chain) != 1:
        return None
    return table.count_representatives(chain[0], [(one.experiment, one.outcome) for one in made])


def _unlisted(table: CodeTable, made: Sequence[CoreMade], left: int, name: str, count: int) -> Round:
    everything = table.experiments()
    return Round(
        after=tuple(one.text for one in made),
        equivalence=name,
        count=count,
        canonical=(),
        sizes=(),
        all=None if None in everything else sum(filter(None, everything)),
        codes=left,
    )


def _classes(
    table: CodeTable,
    made: Sequence[CoreMade],
    left: int,
    chain: Sequence[str],
    memory: int,
    count: int | None,
) -> Round:
    """List the classes; where they are counted, but cannot be listed, only their count is said."""
    at_most = min(MOST_LISTED, table.limits.experiments)
    if count is not None and count > at_most:
        return _unlisted(table, made, left, chain[0], count)
    after = [(one.experiment, one.outcome) for one in made]
    try:
        found, everything = table.representatives(chain, after, at_most=at_most, memory=memory)
    except LimitError as error:
        if count is not None:  # more may have to be looked at than there are classes
            return _unlisted(table, made, left, chain[0], count)
        if error.name == "experiments" and error.limit == MOST_LISTED:
            raise LimitError("listed experiments", error.needed, error.limit, error.what) from None
        raise
    return Round(
        after=tuple(one.text for one in made),
        equivalence=",".join(chain),
        count=len(found),
        canonical=tuple(table.show_experiment(experiment) for experiment, _ in found),
        sizes=tuple(size for _, size in found),
        all=everything,
        codes=left,
    )


def _where(name: str, made: Sequence[CoreMade]) -> str:
    return f"{name} after {made[-1].text}" if made else f"{name} at the start"
