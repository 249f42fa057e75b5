"""A game in which answers are wrong by chance as tables, by its formulas: how likely each answer is.

Nothing is taken from the core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import gcd, lcm
from typing import Final

from cobra.certificate.beliefs.tables import most_fillings
from cobra.certificate.chances.inquiries import Inquiry, Weighing, codes_of
from cobra.certificate.chances.symmetry import Element, Symmetries
from cobra.certificate.situations.tables import Codes, members
from cobra.errors import GameError, LimitError
from cobra.limits import Limits
from cobra.model.game import Experiment, Game
from cobra.model.show import Notation
from cobra.model.spaces import assignments
from cobra.model.unseen import Answer, answering, noises_of, successors
from cobra.strategy.check.meaning import Meaning

_BYTES_OF_PART: Final = 200
_MOST_ANSWERS: Final = 1 << 23
"""So many answers of codes to experiments are looked at."""
_WHAT: Final = "the table of the game by which a certificate is checked"


class ChanceTables:
    """What can be asked in a game and how likely it is answered. Making it lists codes and experiments:
    `LimitError` where that takes more than `memory` bytes, or is too long a list.
    """

    def __init__(self, game: Game, limits: Limits, memory: int, tick: Callable[[], None]) -> None:
        if game.unseen is None or game.unseen.noise is None:
            raise GameError("tables of this kind are made of games in which answers are wrong by chance")
        self.game, self._memory = game, memory
        self.unseen = game.unseen
        self.hit = game.ending == "hit"
        self.meaning = Meaning(game, limits.codes, memory, tick)
        self.number = number = len(self.meaning.codes)
        self._noises = noises_of(game, self.meaning.codes)
        self.following = successors(game, self.meaning.codes) if self.unseen.moves else None
        asked = sum(most_fillings(type_.space.slots) for type_ in game.experiments)
        if asked * number > 1000 * _MOST_ANSWERS:  # a quick refusal; of many choices few may be experiments
            raise LimitError("listed experiments", asked, 1000 * _MOST_ANSWERS // number, _WHAT)
        goals: dict[object, Codes] = {}
        for code, goal in enumerate(self.meaning.goals):
            goals[goal] = goals.get(goal, 0) | 1 << code
        self.goals = [goals[goal] for goal in self.meaning.goals]
        """For each code those with its goal."""
        self.inquiries = self._inquiries()
        """What is answered to all experiments, those with the same answers of all codes once."""
        self.use(())

    def use(self, elements: Sequence[Element]) -> None:
        """Take weighings that these symmetries carry to each other for one; `GameError` where there is one
        that is no symmetry. Without any, codes that may change places are looked for.
        """
        tick, goals, following = self.meaning.tick, self.goals, self.following
        self.symmetries = Symmetries(self.inquiries, goals, following, elements, tick)

    @property
    def start(self) -> Weighing:
        """Return how likely all codes are at the beginning."""
        return self.weighing({(code, 0): weight for code, weight in enumerate(self.meaning.weights)})[1]

    @cached_property
    def inseparable(self) -> list[Codes]:
        """Return the classes of codes that no experiment tells apart."""
        classes = [(1 << self.number) - 1]
        for inquiry in self.inquiries:
            parts = [codes & group for codes in classes for group in (inquiry.final, *inquiry.alike)]
            classes = [codes for codes in parts if codes]
        return classes

    def weighing(self, weights: Mapping[tuple[int, int], int]) -> tuple[int, Weighing]:
        """Return the common divisor of the weights of codes with so many lies told, and the weighing."""
        found: dict[int, list[Codes]] = {}
        for (code, told), weight in weights.items():
            found.setdefault(weight, [0] * (self.unseen.lies + 1))[told] |= 1 << code
        return _reduced(found)

    def is_over(self, weighing: Weighing) -> bool:
        """Return whether a play is over that leaves this after an outcome that is not final."""
        if self.hit:
            return False
        codes = codes_of(weighing)
        if not codes & ~self.goals[(codes & -codes).bit_length() - 1]:
            return True
        return self.following is None and any(not codes & ~alike for alike in self.inseparable)

    def tells(self, inquiry: Inquiry, codes: Codes, consistent: bool) -> bool:
        """Return whether a strategy may make an experiment: it may be final, or two codes that are possible
        answer it differently, or the secret moves; `consistent`: it may be final.
        """
        if codes & inquiry.final:
            return True
        moves = self.following is not None
        return not consistent and (moves or all(codes & ~alike for alike in inquiry.alike))

    def cells(self, inquiry: Inquiry, weighing: Weighing) -> dict[Weighing, Fraction]:
        """Return what answers leave that is not over, each with how much its unit is in units before."""
        found: dict[Weighing, Fraction] = {}
        for answer in inquiry.answers:
            weights: dict[int, list[Codes]] = {}
            for weight, sets in weighing:
                for codes, told, now, factor in answer:
                    if held := sets[told] & codes:
                        weights.setdefault(weight * factor, [0] * len(sets))[now] |= held
            if not weights:
                continue
            scale = inquiry.scale
            if self.following is None:
                divisor, cell = _reduced(weights)
            else:
                ways = lcm(*map(len, self.following))
                divisor, cell = self.weighing(_moved(weights, self.following, ways))
                scale *= ways
            if not self.is_over(cell):
                cell = self.symmetries.normal(cell)
                found[cell] = found.get(cell, Fraction(0)) + Fraction(divisor, scale)
        return found

    def inquiry(self, experiment: Experiment) -> Inquiry:
        """Return what may be answered to an experiment; `GameError` if it is none of the game."""
        if not self.meaning.allows(experiment):
            raise GameError("this is not an experiment of the game")
        return self._inquiry(experiment)

    def name(self, inquiry: Inquiry) -> str:
        """Return the first experiment with these answers, for a message."""
        found = (made for made in self._experiments() if self._inquiry(made) == inquiry)
        return Notation(self.game).experiment(next(found))

    def shown(self, weighing: Weighing) -> str:
        """Return some codes of a weighing for a message."""
        codes, notation = codes_of(weighing), Notation(self.game)
        some = [notation.code(self.meaning.codes[code]) for code in islice(members(codes), 3)]
        return f"{codes.bit_count()} codes ({', '.join(some)}{', …' if codes.bit_count() > 3 else ''})"

    def _experiments(self) -> Iterator[Experiment]:
        for type_, of in enumerate(self.game.experiments):
            for assignment in assignments(self.game.dag, of.space, of_experiments=True):
                yield type_, assignment

    def _inquiries(self) -> tuple[Inquiry, ...]:
        found: dict[Inquiry, None] = {}
        each, taken = self.number * (self.unseen.lies + 1), 0
        for count, experiment in enumerate(self._experiments(), 1):
            if count * each > _MOST_ANSWERS:
                raise LimitError("listed experiments", count, _MOST_ANSWERS // each, _WHAT)
            inquiry = self._inquiry(experiment)
            if inquiry not in found:
                found[inquiry] = None
                taken += sum(map(len, inquiry.answers)) * (_BYTES_OF_PART + self.number // 8)
                if taken > self._memory:
                    raise LimitError("memory", taken, self._memory, _WHAT)
        return tuple(found)

    def _inquiry(self, experiment: Experiment) -> Inquiry:
        """Return what the definition says of an experiment."""
        truths = self.meaning.answers([(experiment, code) for code in range(self.number)])
        asked = answering(
            self.game,
            experiment,
            self.meaning.codes,
            [(values, final) for values, final, _ in truths],
            self._noises,
        )
        final, alike = 0, dict[object, Codes]()
        answers: dict[Answer, dict[tuple[int, int, Fraction], Codes]] = {}
        for code in range(self.number):
            if asked.drawn is None and asked.truths[code][1]:
                final |= 1 << code
                continue
            drawn = asked.drawn and frozenset(item for item in asked.drawn[code].items() if item[1])
            key: object = asked.truths[code] if asked.drawn is None else drawn
            alike[key] = alike.get(key, 0) | 1 << code
            for told in range(self.unseen.lies + 1):
                for answer, now, chance in asked.says(code, told):
                    if chance:
                        parts = answers.setdefault(answer, {})
                        parts[told, now, chance] = parts.get((told, now, chance), 0) | 1 << code
        scale = lcm(*(chance.denominator for parts in answers.values() for _, _, chance in parts))
        told_answers = [
            tuple(
                sorted(
                    (codes, told, now, int(chance * scale)) for (told, now, chance), codes in parts.items()
                )
            )
            for parts in answers.values()
        ]
        return Inquiry(final, tuple(sorted(alike.values())), tuple(sorted(told_answers)), scale)


def _reduced(weights: Mapping[int, Iterable[Codes]]) -> tuple[int, Weighing]:
    divisor = gcd(*weights)
    descending = sorted(weights.items(), reverse=True)
    return divisor, tuple((weight // divisor, tuple(sets)) for weight, sets in descending)


def _moved(
    weights: Mapping[int, Iterable[Codes]], following: list[list[int]], ways: int
) -> dict[tuple[int, int], int]:
    """Return what weights become when the secret moves to each of the codes that it can become alike."""
    reached: dict[tuple[int, int], int] = {}
    for weight, sets in weights.items():
        for told, codes in enumerate(sets):
            for code in members(codes):
                for one in following[code]:
                    part = weight * (ways // len(following[code]))
                    reached[one, told] = reached.get((one, told), 0) + part
    return reached
