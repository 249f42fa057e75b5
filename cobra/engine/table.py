"""The table of all codes in the core: every question the analysis asks, in the words of the model.

It is one class with a short method for each question, so one long file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from cobra import _core
from cobra.budget import Deadline
from cobra.engine.compile import compile_game, from_core
from cobra.engine.given_up import demand_nothing_given_up
from cobra.engine.played import Played
from cobra.engine.program import CoreExperiment
from cobra.engine.run import Run
from cobra.errors import GameError, InternalError, LimitError
from cobra.interval import Interval
from cobra.limits import Limits
from cobra.model.answers import OutcomeValue
from cobra.model.game import Component, ExperimentType, Game, Observed, Outcomes, Space, Sum
from cobra.model.goals import goal_line, goals_of
from cobra.model.memory import State, paid_in, start_of
from cobra.model.outcomes import knows_finals
from cobra.model.show import Notation
from cobra.model.unseen import Belief, draws
from cobra.sat.rearranged import listed_experiment
from cobra.texts import say

if TYPE_CHECKING:
    from cobra.engine.solver import Others
    from cobra.language.score import CoreScore

_AT_ONCE: Final = 1_000_000
"""So many codes are split without a thread that can be stopped: it takes about a millisecond, with a large
formula that was not met before half a second."""
_ALONE: Final = 1 << 32
"""Pairs of codes and experiments that a search looks at before it asks others: half a second's worth."""
_UNPROVED: Final = (
    "there was no time to prove that the game is well-formed, which is taken for granted here: "
    "raise --time-limit, or look at it with `cobra check`"
)
FIRST_EXPERIMENTS: Final = 1_000_000
"""So many non-equivalent first experiments are looked at, at most."""


CoreLookAhead: TypeAlias = "tuple[str | CoreScore, CoreScore, int, int]"
"""A strategy that looks ahead: what splits cells, what it compares, depth and beam."""
Pair: TypeAlias = tuple[str, str]
"""What there is to say of two codes."""


FoundOpening: TypeAlias = tuple[list[tuple[str, int, int | None]], tuple[int, int] | None, bool, str | None]
"""What the core finds about an opening; see `_core.Openings.take`."""


CoreFollowed: TypeAlias = tuple[int, list[int], list[int], int, str | None]
"""What an outcome leaves: its number, codes, state, the price, and how plays are over, if they are."""


T = TypeVar("T")


class CodeTable:
    """A game whose codes are listed in the core. Making it lists them: `LimitError` for too many."""

    def __init__(self, game: Game, run: Run, memory: int, limits: Limits) -> None:
        self.game = game
        self.limits = limits
        self.memory = memory
        """Bytes that what is asked may take, where nobody says it."""
        self.compiled = compile_game(game)
        self.engine = self.compiled.engine()
        self._run = run
        self.belief: list[int] | None = None
        """Where answers may be lies or the secret moves what is possible at the beginning of a play: hidden
        states as the core numbers them; None: all codes, without a lie."""
        self.chances: list[tuple[int, bytes]] | None = None
        """How likely they are, and those of more lies, as the core takes it; None where that is not known."""
        self.codes = run.call(
            "listing the codes", lambda control: self.engine.enumerate(limits.codes, memory, control)
        )
        self._notation = Notation(game)

    def __reduce__(self) -> tuple[Callable[..., CodeTable], tuple[object, ...]]:
        """Return how copies and other processes list the codes again: the engine stays here."""
        return _listed_again, (self.game, self._run, self.memory, self.limits, self.belief, self.chances)

    def believing(self, belief: Belief, likely: Mapping[tuple[int, int], int] | None) -> CodeTable:
        """Return the same table for plays that begin with what is believed.

        `likely`: how likely each possible code is with so many lies told, in parts of the sum; None where
        that is not known.
        """
        assert self.game.unseen is not None
        width = self.game.unseen.lies + 1
        table = CodeTable.__new__(CodeTable)
        vars(table).update(vars(self))
        table.belief = [code * width + told for code, told in sorted(belief.items())]
        if likely is not None:
            table.chances = [
                (code * width + told, _bytes(chance)) for (code, told), chance in sorted(likely.items())
            ]
        return table

    def experiments(self, at_most: int | None = None) -> list[int | None]:
        """Return the number of experiments of each type, counted one by one; None for too many.

        That is for more than `at_most`, or than the limit `experiments`.
        """
        most = self.limits.experiments if at_most is None else at_most
        return self._run.call(
            "counting the experiments", lambda control: self.engine.count_experiments(most, control)
        )

    def first_experiments(self, memory: int) -> list[CoreExperiment] | None:
        """Return the experiments that differ at the start, None when there are too many to list.

        Where the symmetries of the game cannot be used, those of interchangeable symbols are.
        """
        try:
            found, _ = self.representatives(("history",), (), at_most=FIRST_EXPERIMENTS, memory=memory)
        except LimitError:
            return self._run.call(
                "listing the first experiments",
                lambda control: self.engine.first_experiments(FIRST_EXPERIMENTS, memory, control),
            )
        return [experiment for experiment, _ in found]

    def splits(
        self, experiments: list[CoreExperiment], state: Sequence[int] | None = None
    ) -> list[list[tuple[int, int]]]:
        """Return for each experiment its outcome numbers, ascending, each with its number of codes.

        `state` are the ascending numbers of the codes that are split; None: all.
        """
        codes = None if state is None else list(state)
        if len(experiments) * (self.codes if codes is None else len(codes)) <= _AT_ONCE:
            return self.engine.splits(experiments, codes, _core.Control())
        return self._run.call(
            "splitting the codes", lambda control: self.engine.splits(experiments, codes, control)
        )

    def branching(self) -> int:
        """Return the largest number of satisfiable outcomes of an experiment."""
        return self._run.call(
            "finding the largest branching", lambda control: self.engine.largest_branching(control)
        )

    def greedy(
        self,
        strategy: str | CoreScore | CoreLookAhead,
        *,
        ties: str,
        consistent: bool,
        seed: int,
        equivalences: Sequence[str] | None = None,
        first: CoreExperiment | None = None,
        threads: int,
        memory: int,
    ) -> Played:
        """Play a strategy, given by its name, a score or one some steps ahead, against every code.

        `equivalences` None chooses from state to state.
        With `first` every play begins with that experiment.
        """
        played = self._call_soundly(
            say("computing the strategy {name}", name=strategy)
            if isinstance(strategy, str)
            else "comparing scores",
            lambda control: self.engine.greedy(
                strategy,
                ties,
                consistent,
                seed,
                threads,
                memory,
                None if equivalences is None else list(equivalences),
                control,
                first,
                self.belief,
                self.chances,
            ),
        )
        if consistent and self.game.ending == "core" and knows_finals(self.game) and played.stopped is None:
            # others can always name a code, or say themselves that nothing is left to do
            demand_nothing_given_up(played.tree(), self.codes, self.engine.partition, self.inseparable())
        return played

    def tied(self, strategy: str | CoreScore, *, ties: str, memory: int) -> int | None:
        """Return the number of experiments as good as the one a one-step strategy begins with, that included.

        In a game with memory, lies or moves (see `Engine.tied`); None where it has none that tells anything.
        """
        return self._call_soundly(
            "counting the experiments that are as good",
            lambda control: self.engine.tied(
                strategy, ties, False, memory, control, self.belief, self.chances
            ),
        )

    def choose(
        self,
        strategy: str | CoreScore,
        state: Sequence[int],
        *,
        ties: str,
        seed: int,
        memory: int,
        consistent: bool = False,
        standing: State = (),
        belief: Sequence[int] | None = None,
        chances: Sequence[tuple[int, int]] = (),
    ) -> CoreExperiment | None:
        """Return what a one-step strategy takes where some codes are left, None when it takes nothing.

        `consistent`: of those only that can be final. `standing` is the state, in a game that has one;
        `belief` and `chances` are hidden states as the core numbers them, where answers may be lies or the
        secret moves.
        """
        return self._call_soundly(
            "choosing an experiment",
            lambda control: self.engine.choose(
                strategy,
                ties,
                consistent,
                list(state),
                control,
                memory,
                seed,
                list(standing),
                None if belief is None else list(belief),
                [(hidden, _bytes(chance)) for hidden, chance in chances] or None,
            ),
        )

    def offered(self, standing: State, at_most: int, memory: int) -> list[CoreExperiment]:
        """Return the experiments that can be made in a state, in order, in a game with memory.

        `LimitError` for more than `at_most`.
        """
        return self._run.call(
            "listing the experiments",
            lambda control: self.engine.offered(list(standing), at_most, memory, control),
        )

    def followed(
        self, experiment: CoreExperiment | None, state: Sequence[int], standing: State
    ) -> list[CoreFollowed]:
        """Return what an experiment makes of the codes left in a game with memory (see `Engine.followed`)."""
        return self._call_soundly(
            "making an experiment",
            lambda control: self.engine.followed(
                experiment, list(state), list(standing), self.memory, control
            ),
        )

    def optimal(
        self,
        objective: str,
        *,
        max_depth: int | None = None,
        within: int | None = None,
        consistent: bool = False,
        first: CoreExperiment | None = None,
        threads: int,
        memory: int,
        proved: bool | None = False,
        symmetry: bool = True,
        source: str | None = None,
        facts: bytes = b"",
        keep: Callable[[bytes], None] | None = None,
        others: Others | None = None,
        beginning: Played | None = None,
    ) -> _core.OptimalResult:
        """Search for an optimal strategy (see `Engine.optimal`).

        With `proved` the caller has proved that the game is well-formed, and with None has had no time to;
        otherwise that is done first where answers are named. `facts` are what a former search of the same
        kind proved; `keep` is handed what this one proves, part by part. `others` are asked what takes long.
        `beginning` is a strategy that is known. `GameError` for an ill-formed game, and for a beginning that
        does not keep to the conditions.
        """
        weight = self.weight

        def watch(control: _core.Control) -> str | None:
            proved = control.facts() if keep is not None else b""
            if others is not None:
                proved += others.facts()
            if keep is not None and proved:
                keep(proved)
            seen = control.interval()
            if seen is None:
                return None
            return Interval(*seen).show(weight) + ("" if others is None else others.shown())

        def work(control: _core.Control) -> _core.OptimalResult:
            if keep is not None:
                control.facts()  # asks the search to collect them
            return self.engine.optimal(
                objective,
                max_depth,
                consistent,
                first,
                threads,
                memory,
                symmetry,
                source,
                None if others is None else _ALONE,
                facts,
                None if others is None else others.exchange,
                control,
                None if beginning is None else beginning.tree(),
                within,
                self.belief,
                self.chances,
            )

        named = any(isinstance(type_.answer, Outcomes) for type_ in self.game.experiments)
        if (named or self.compiled.finals_apart) and proved is False:
            self._demand_well_formed()  # the search takes for granted that each code has one outcome
        try:
            result = self._run.call("searching for an optimal strategy", work, watch, partial=True)
        except (GameError, InternalError) as error:  # and that the outcome says whether it is final
            if not proved:
                self._demand_well_formed()
            if proved is None and isinstance(error, InternalError):
                raise GameError(f"{error.what}; {_UNPROVED}") from error
            raise
        if not proved and any(upper is not None and lower > upper for _, lower, upper in result.intervals):
            self._demand_well_formed()  # and that a final outcome leaves one code
        return result

    def openings(
        self,
        objective: str,
        firsts: Sequence[CoreExperiment],
        *,
        consistent: bool = False,
        threads: int,
        memory: int,
        found: Callable[[int, FoundOpening], None],
    ) -> None:
        """Search for the best play after each of these experiments (see `Engine.openings`).

        `found` is handed results with the numbers of their experiments. The caller has proved that the game
        is well-formed. `StoppedError` when not all is proved.
        """
        results = _core.Openings()

        def watch(_: _core.Control) -> None:
            for number, one in results.take():
                found(number, one)

        self._run.call(
            "searching for the best play after each first experiment",
            lambda control: self.engine.openings(
                objective, firsts, consistent, threads, memory, results, control
            ),
            watch,
        )

    def _call_soundly(self, what: str, work: Callable[[_core.Control], T]) -> T:
        """Return `work(control)`; `GameError` says which and when where the game is not well-formed."""
        try:
            return self._run.call(what, work)
        except (GameError, InternalError):
            self._demand_well_formed()
            raise

    def _demand_well_formed(self) -> None:
        from cobra.sat.wellformed import (
            prove_well_formed,  # here: few games need it, and it is slow to import
        )

        proofs = prove_well_formed(self.game, deadline=Deadline(self._run.remaining()))
        if problems := [proof.sentence for proof in proofs if proof.holds is False]:
            raise GameError("\n".join(problems))

    def demand_finals(self) -> None:
        """Raise `GameError` when no outcome can be final: then `consistent` says nothing."""
        if not self.knows_finals:
            raise GameError("no outcome of this game is final, so --consistent has no meaning in it")

    def demand_beginning(self, first: CoreExperiment | None = None) -> None:
        """Raise `GameError` when the game is over before anything is asked: then nothing can be first.

        That is so, too, where `first` and all others tell nothing apart, and nothing changes by them.
        """
        if self._is_over_at_once() or (first is not None and self._is_idle(first)):
            raise GameError("the game is over before anything is asked, so nothing can be first")
        is_only_to_be_hit = self.game.ending == "hit" and self.codes == 1
        if first is not None and is_only_to_be_hit and not self.final_outcomes([first])[0]:
            raise GameError("the first experiment has the same outcome for all codes")

    def _is_over_at_once(self) -> bool:
        """Return whether all codes have one goal; a game that ends with a hit is not over without one."""
        if self.game.ending == "hit":
            return False
        return self.codes == 1 or (bool(self.game.goal) and len(set(self.goals())) == 1)

    def _is_idle(self, first: CoreExperiment) -> bool:
        """Return whether no experiment tells codes apart, of which `first` is one, and nothing changes."""
        game, unseen = self.game, self.game.unseen
        changes = start_of(game) or (unseen is not None and unseen.moves) or draws(game)
        if game.ending == "hit" or changes or len(self.splits([first])[0]) > 1:
            return False
        return self.inseparable_pair(range(self.codes)) is not None

    def final_outcomes(self, experiments: list[CoreExperiment]) -> tuple[int, int]:
        """Return the most final and the most other outcomes that one of these experiments can have."""
        finals = others = 0
        for experiment, split in zip(experiments, self.splits(experiments), strict=True):
            decoder = self.compiled.decoders[experiment[0]]
            final = sum(decoder.is_final(outcome) for outcome, _ in split)
            finals, others = max(finals, final), max(others, len(split) - final)
        return finals, others

    def closing(self) -> list[CoreExperiment | None]:
        """Return for each code the first experiment that is final if it is the secret, None without one."""
        return self._run.call("finding what hits each code", lambda control: self.engine.closing(control))

    def remaining(self) -> float | None:
        """Return the seconds left (at least 0), None without a time limit."""
        return self._run.remaining()

    def stop_reason(self) -> str | None:
        """Return why nothing more may be computed, None when it may."""
        return self._run.stop_reason()

    def tell(self, what: str, done: int) -> None:
        """Say how many of the codes are settled."""
        self._run.tell(what, done, self.codes)

    @cached_property
    def price_unit(self) -> Fraction | None:
        """Return what prices are counted in; None in a game without prices."""
        return paid_in(self.game)

    @cached_property
    def knows_finals(self) -> bool:
        """Return whether an outcome can be final."""
        return any(decoder.final >= 0 for decoder in self.compiled.decoders)

    def inseparable_pair(self, state: Sequence[int]) -> list[int] | None:
        """Return two codes of a state when no experiment tells any of its codes apart, None when one does.

        Their goals are different if any are.
        """
        if not any(kind.issuperset(state) for kind in self._inseparable):
            return None
        goals = self.goals()
        return [state[0], next((code for code in state if goals[code] != goals[state[0]]), state[0])]

    @cached_property
    def _inseparable(self) -> list[frozenset[int]]:
        return [frozenset(codes) for codes in self.inseparable()]

    def inseparable(self) -> list[list[int]]:
        """Return the classes of two codes or more that answer all experiments alike, by their first codes."""
        return self._run.call(
            "finding codes that no experiment tells apart", lambda control: self.engine.inseparable(control)
        )

    def representatives(
        self,
        equivalences: Sequence[str],
        after: Sequence[tuple[CoreExperiment, int | None]],
        *,
        at_most: int,
        memory: int,
    ) -> tuple[list[tuple[CoreExperiment, int]], int]:
        """Return the canonical experiments of a chain of equivalences, each with the size of its class, and
        the number of all experiments.

        `after` are the experiments made, with the core's outcome numbers or None; with None among them only
        `none` and `history` are allowed. `LimitError` for more than `at_most` canonical experiments.
        """
        return self._run.call(
            say("finding the experiments that differ by {equivalences}", equivalences=",".join(equivalences)),
            lambda control: self.engine.representatives(
                list(equivalences), list(after), at_most, memory, control
            ),
        )

    def count_representatives(
        self, equivalence: str, after: Sequence[tuple[CoreExperiment, int | None]]
    ) -> int | None:
        """Return the number of canonical experiments of an equivalence without listing them.

        None where only listing tells: it is possible where every type weighs two sets against each other, by
        `symbols`, `history` and `knowledge`.
        """
        return self._run.call(
            say("counting the experiments that differ by {equivalence}", equivalence=equivalence),
            lambda control: self.engine.count_representatives(equivalence, list(after), control),
        )

    def read_experiment(self, text: str) -> CoreExperiment:
        """Read an experiment as it is printed; `GameError` when there is no such experiment."""
        return self.compiled.core_experiment(self._notation.parse_experiment(text))

    def read_first(self, text: str) -> CoreExperiment:
        """Read an experiment to be made, told in any order, such as with the pans exchanged.

        What was answered to one belongs to the order in which it was made: that is no question here.
        """
        return self.compiled.core_experiment(listed_experiment(self._notation, text))

    def show_code(self, index: int) -> str:
        """Return a code as text."""
        return self._notation.code(from_core(self.engine.code(index)))

    def show_experiment(self, experiment: CoreExperiment) -> str:
        """Return an experiment as text."""
        return self._notation.experiment(self.compiled.experiment(experiment))

    def class_weights(self) -> Counter[int]:
        """Return how many goals (codes, without a goal) have each weight, the sum of their codes' weights."""
        if not self.game.goal and self.game.weight is None:
            return Counter({1: self.codes})
        goals, weights = self.goals(), self.weights()
        weight_of: Counter[object] = Counter()
        for goal, weight in zip(goals, weights, strict=True):
            weight_of[goal] += weight
        return Counter(weight_of.values())

    @cached_property
    def weight(self) -> int:
        """Return the sum of the weights of all codes."""
        return sum(self.weights())

    def weights(self) -> Sequence[int]:
        """Return the weight of each code."""
        return [1] * self.codes if self.game.weight is None else self._weights

    @cached_property
    def _weights(self) -> list[int]:
        assert self.game.weight is not None
        return [int(value) for (value,) in self._reveal((Sum(self.game.weight),))]

    def goals(self) -> Sequence[object]:
        """Return what is to be known of each code: its goal, the code itself without one."""
        return self.goal_values if self.game.goal else range(self.codes)

    @cached_property
    def goal_values(self) -> list[OutcomeValue]:
        """The values of the components of all goals for each code; nothing in them without a goal."""
        return self._reveal(self.game.goal)

    def show_goal(self, index: int) -> str:
        """Return what is found out of a code, such as `zebra = Japanese`; nothing without a goal."""
        return goal_line(goals_of(self.game), self.goal_values[index]) if self.game.goal else ""

    def show_pair(self, pair: Sequence[int] | None) -> tuple[Pair | None, Pair | None]:
        """Return two codes as text, and what is to be found out of them where that is different."""
        if not pair:
            return None, None
        codes, goals = [self.show_code(code) for code in pair], [self.show_goal(code) for code in pair]
        return (codes[0], codes[1]), (goals[0], goals[1]) if goals[0] != goals[1] else None

    def _reveal(self, components: tuple[Component, ...]) -> list[OutcomeValue]:
        """Return the values of components for each code, by an experiment in a game made for it."""
        answer = Observed(components, tuple(range(len(components))))
        reveal = replace(
            self.game,
            experiments=(ExperimentType("reveal", "reveal", Space(()), answer),),
            ending="identify",
            goal=(),
            weight=None,
            memory=None,
            unseen=None,
        )
        table = CodeTable(reveal, self._run, 1 << 62, self.limits)
        decoder = table.compiled.decoders[0]
        return [decoder.values(number) for number in table.engine.partition((0, []), None)]


def _bytes(number: int) -> bytes:
    return number.to_bytes((number.bit_length() + 7) // 8, "little")


def _listed_again(
    game: Game,
    run: Run,
    memory: int,
    limits: Limits,
    belief: list[int] | None,
    chances: list[tuple[int, bytes]] | None,
) -> CodeTable:
    table = CodeTable(game, run, memory, limits)
    table.belief, table.chances = belief, chances
    return table
