"""Advice where there is too much to compare: too many codes left to list, or too many experiments to try.

Some experiments are compared instead of all: codes left, asked, and experiments drawn at random. Where the
codes are not listed, those compared split a sample of the codes; the one that is taken splits all codes,
counted exactly by decision diagrams, when that is quick enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random
from typing import Final

from cobra.breakers.core import named_strategy
from cobra.engine.compile import from_core
from cobra.engine.table import CodeTable
from cobra.errors import GameError, StoppedError, TimeLimitError
from cobra.model.game import Assignment, Experiment, Game, SlotTable, Space
from cobra.model.outcomes import knows_finals
from cobra.options import DEFAULT_TIES, READY_MADE
from cobra.play.candidates import asked_codes, drawn_experiments
from cobra.play.consistent import consistent_experiment, consistent_or_telling
from cobra.play.parts import Split
from cobra.play.position import Position
from cobra.play.probabilities import Probabilities, counted, weigh
from cobra.play.sampled import SAMPLE, Sample
from cobra.play.split import SCORED, exact_split, final_outcomes, score_parts, splits
from cobra.play.suggestion import Suggestion
from cobra.sat.draws import EVEN_NODES

_ASKED: Final = 60
"""Codes of the sample that are compared as experiments."""
_DRAWN: Final = 40
"""Experiments drawn at random that are compared with them."""
_COMPARING: Final = 1 / 2
"""The part of the time in which experiments are compared: those there is no time for are left out."""
_OF_CORE: Final = ("first", "random", *READY_MADE)
"""The strategies that the core plays by their names."""
_PLAYED: Final = 4_000
"""Up to so many codes left, all of them are compared as experiments, and strategies are played to the end."""


class Large:
    """Advice in one position where not everything can be compared."""

    def __init__(self, position: Position, seed: int, threads: int) -> None:
        self._position = position
        self._random = Random(seed)
        self._threads = threads
        self._knows_finals = knows_finals(position.game)
        self._sample: list[Assignment] | None = None
        self._exact: dict[Experiment, Split | None] = {}

    def probabilities(self) -> Probabilities | None:
        """Return the probabilities: exact by counting, else of a sample; None when codes are not counted."""
        position = self._position
        if position.counter is None or position.game.weight is not None:
            return None
        with _in_time("counting the codes with each value"):
            if position.counter.nodes(position.deadline()) > EVEN_NODES:
                return weigh(position.game, Counter(self._codes()), sampled=True)
            held = position.counter.held(position.deadline())
        return counted(position.game, held, position.codes)

    def _codes(self) -> list[Assignment]:
        """Return codes left drawn at random."""
        position = self._position
        if self._sample is None:
            assert position.counter is not None
            self._sample = position.counter.draw(SAMPLE, self._random, position.deadline())
        return self._sample

    def suggest(self, names: Sequence[str]) -> Iterator[Suggestion]:
        """Yield what strategies suggest; nothing for those that cannot be asked here."""
        position = self._position
        with _in_time("comparing experiments"):
            if (table := position.table) is not None:
                yield from self._of_listed(table, names)
            elif position.counter is not None:
                yield from self._of_counted(names)
            elif (found := consistent_or_telling(position)) is not None:
                experiment, can_be_final = found
                yield self._suggestion("first", experiment, None, sampled=False, can_be_final=can_be_final)

    def _of_counted(self, names: Sequence[str]) -> Iterator[Suggestion]:
        game, codes = self._position.game, self._codes()
        asked = asked_codes(game, codes[:_ASKED])
        sample = Sample(game, codes)
        found = []
        with suppress(StoppedError), self._position.run.share(_COMPARING):
            for experiment in self._with_drawn(asked):
                if self._position.run.stop_reason():
                    break
                found.append(sample.split(experiment))
        for name, experiment, compared in self._choices(names, found):
            exact = self._exact_split(experiment)
            parts = exact or sample.split(experiment)
            yield self._suggestion(name, experiment, parts, sampled=exact is None, compared=compared)

    def _of_listed(self, table: CodeTable, names: Sequence[str]) -> Iterator[Suggestion]:
        position = self._position
        every = range(table.codes)
        chosen = every if table.codes <= _PLAYED else sorted(self._random.sample(every, SAMPLE))
        codes = [from_core(table.engine.code(code)) for code in chosen]
        compared = list(self._with_drawn(asked_codes(position.game, codes)))
        if table.codes <= _PLAYED and (played := list(self._played(table, compared, names))):
            yield from played
            return
        found: list[Split] = []
        with suppress(StoppedError), position.run.share(_COMPARING):
            for experiment in compared:
                found += splits(position, [experiment])
                if position.run.stop_reason():  # a few codes are split without a look at the time
                    break
        for name, experiment, number in self._choices(names, found):
            (parts,) = splits(position, [experiment])
            yield self._suggestion(name, experiment, parts, sampled=False, compared=number)

    def _with_drawn(self, asked: Sequence[Experiment]) -> Iterator[Experiment]:
        seen = dict.fromkeys(asked)
        yield from seen
        drawn = drawn_experiments(self._position, _DRAWN, self._random)
        yield from [one for one in dict.fromkeys(drawn) if one not in seen]

    def _choices(
        self, names: Sequence[str], found: Sequence[Split]
    ) -> Iterator[tuple[str, Experiment, int | None]]:
        """Yield for each strategy the experiment it takes, and how many it compared."""
        useful = [one for one in found if len(one.parts) > 1]
        for name in names:
            if name == "first" or (name in SCORED and not useful):
                if (experiment := consistent_experiment(self._position)) is not None:
                    yield name, experiment, 1 if name in SCORED else None
            elif name == "random" and useful:
                yield name, self._random.choice(useful).experiment, None
            elif name in SCORED:
                best = min(useful, key=lambda one: self._rank(name, one))
                yield name, best.experiment, len(useful)

    @staticmethod
    def _rank(name: str, one: Split) -> tuple[int, bool]:
        return score_parts(name, one.parts), not one.can_be_final

    def _played(
        self, table: CodeTable, compared: Sequence[Experiment], names: Sequence[str]
    ) -> Iterator[Suggestion]:
        """Yield what strategies do, played to the end, when they compare these experiments only."""
        position = self._position
        restricted = _restricted(table.game, compared)
        if restricted is None:
            return
        game, numbers = restricted
        small = CodeTable(game, position.run, position.memory, position.limits)
        for name in names:
            if name not in _OF_CORE:  # it has nothing to say here, and the others play all the same
                continue
            try:
                result = small.greedy(
                    named_strategy(name, game.weight is not None),
                    ties=DEFAULT_TIES,
                    consistent=False,
                    seed=0,
                    threads=self._threads,
                    memory=position.memory,
                )
            except GameError:  # of these experiments none is final for some code
                return
            if result.stopped or result.inseparable or result.first is None:
                return
            type_, values = small.compiled.experiment(result.first)
            experiment = (numbers[type_], values)
            (parts,) = splits(position, [experiment])
            one = self._suggestion(name, experiment, parts, sampled=False, compared=len(compared))
            known = result.figures
            yield replace(one, total=known.total, weight=known.weight, worst=known.worst)

    def _exact_split(self, experiment: Experiment) -> Split | None:
        if experiment not in self._exact:
            self._exact[experiment] = exact_split(self._position, experiment)
        return self._exact[experiment]

    def _suggestion(
        self,
        name: str,
        experiment: Experiment,
        parts: Split | None,
        *,
        sampled: bool,
        compared: int | None = None,
        can_be_final: bool = False,
    ) -> Suggestion:
        can_be_final = can_be_final or (parts is not None and parts.can_be_final)
        if self._knows_finals and sampled and not can_be_final:
            can_be_final = bool(final_outcomes(self._position, experiment))
        return Suggestion(
            strategy=name,
            experiment=self._position.notation.experiment(experiment),
            split=parts,
            sampled=sampled,
            can_be_code=can_be_final if self._knows_finals else None,
            total=None,
            weight=0,
            worst=None,
            compared=compared,
        )


@contextmanager
def _in_time(what: str) -> Iterator[None]:
    """Turn the deadline of a solver or counter into that of the run."""
    try:
        yield
    except TimeLimitError:
        raise StoppedError("time", what) from None


def _restricted(game: Game, experiments: Sequence[Experiment]) -> tuple[Game, list[int]] | None:
    """Return a game with these experiments only, and its types' numbers in the game; None when a type has
    parameters that cannot be listed."""
    rows: dict[int, list[Assignment]] = {}
    for type_, values in experiments:
        rows.setdefault(type_, []).append(values)
    types = []
    for number, assignments in sorted(rows.items()):
        whole = game.experiments[number]
        slots = whole.space.slots
        if any(slot.kind != "symbol" for slot in slots):
            return None
        tables = (SlotTable(tuple(range(len(slots))), tuple(sorted(assignments))),) if slots else ()
        types.append(replace(whole, space=Space(slots, tables=tables)))
    return replace(game, experiments=tuple(types)), sorted(rows)
