"""The game of a certificate by its lines, one assignment after the other: docs/proofs.md, word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from cobra.certificate.file import words_of
from cobra.errors import GameError

Row: TypeAlias = tuple[bool, ...]
"""Which propositions of a section hold."""
Literal: TypeAlias = tuple[str, int, bool]
"""A letter, a number, and whether it is denied."""
Sum: TypeAlias = "list[tuple[int, Literal]]"


@dataclass
class Section:
    """The codes, or the experiments of a type."""

    choices: list[list[Row]] = field(default_factory=list)
    formulas: list[tuple[int, Sum]] = field(default_factory=list)
    only: list[Literal] = field(default_factory=list)
    answers: list[Sum] = field(default_factory=list)
    finals: list[Literal] = field(default_factory=list)
    weight: tuple[int, Sum] | None = None

    @property
    def width(self) -> int:
        return sum(len(rows[0]) for rows in self.choices)


class Formulas:
    """A game; `GameError` for lines that are none."""

    def __init__(self, text: str, ending: str) -> None:
        self.sections: list[Section] = []
        for line in text.removesuffix("\n").split("\n"):
            try:
                taken = self._take(words_of(line), ending)
            except (ValueError, IndexError):
                taken = False
            if not taken:
                raise GameError(f"wrong: {line}")
        if len(self.sections) < 2:
            raise GameError("there are no experiments")

    def _take(self, words: list[str], ending: str) -> bool:
        word, *rest = words
        if (word == "experiments") if self.sections else (word == "codes"):
            self.sections.append(Section())
            return not rest
        section, of_codes = self.sections[-1], len(self.sections) == 1
        if word == "choose":
            rows: list[list[int]] = [[]]
            for one in rest[1:]:
                if one == "|":
                    rows.append([])
                else:
                    rows[-1].append(_digits(one))
            width = _digits(rest[0])
            if section.width + width > 1 << 20:
                return False
            section.choices.append([tuple(i in row for i in range(width)) for row in rows])
            good = all(place < width for row in rows for place in row)
            return good and not section.formulas and len(section.choices) <= 1 << 10
        if word == f"f{len(section.formulas)}" and rest[0] == "=" and rest[2] == "of":
            section.formulas.append((_digits(rest[1]), self._sum(rest[3:])))
        elif word == "only" and len(rest) == 1:
            section.only.append(self._literal(rest[0]))
        elif word == ("goal" if of_codes else "answer") and (ending == "identify" or not of_codes):
            section.answers.append(self._sum(rest))
        elif word == "final" and not of_codes and ending != "identify" and len(rest) == 1:
            section.finals.append(self._literal(rest[0]))
        elif word == "weight" and of_codes and section.weight is None:
            sign, base = (-1, rest[0][1:]) if rest[0].startswith("-") else (1, rest[0])
            section.weight = sign * _digits(base), self._sum(rest[1:])
        else:
            return False
        return True

    def _sum(self, terms: list[str]) -> Sum:
        found = []
        for term in terms:
            weight, literal = term.split("*", 1) if "*" in term else ("1", term)
            if not 1 <= _digits(weight) < 1 << 32:
                raise ValueError(term)
            found.append((_digits(weight), self._literal(literal)))
        return found

    def _literal(self, word: str) -> Literal:
        positive = word.removeprefix("-")
        letter, number = positive[0], _digits(positive[1:])
        section, of_codes = self.sections[-1], len(self.sections) == 1
        bounds = {"c": self.sections[0].width, "f": len(section.formulas)}
        if not of_codes:
            bounds["e"] = section.width
        if number >= bounds.get(letter, 0):
            raise ValueError(word)
        return letter, number, word.startswith("-")

    def rows(self, number: int) -> Iterator[Row]:
        """Yield the codes, or the experiments of a type."""
        section = self.sections[number]
        for chosen in product(*section.choices):
            row = tuple(one for part in chosen for one in part)
            known = {"c": row} if number == 0 else {"e": row}
            if all(_Values(section, known).of(literal) is not False for literal in section.only):
                yield row

    def weight(self, code: Row) -> int:
        """Return the weight of a code."""
        section = self.sections[0]
        base, terms = section.weight or (1, [])
        return base + _Values(section, {"c": code}).range(terms)[0]

    def told(self, number: int, code: Row, experiment: Row) -> tuple[object, bool]:
        """Return what is told of a code, and whether that is final."""
        section = self.sections[number]
        values = _Values(section, {"c": code, "e": experiment})
        final = any(values.of(literal) is True for literal in section.finals)
        return (*(values.range(terms)[0] for terms in section.answers), final), final


class _Values:
    """What is known of the formulas of a section when some propositions are known."""

    def __init__(self, section: Section, known: dict[str, Row]) -> None:
        self._section, self._known = section, known
        self._found: dict[int, bool | None] = {}

    def of(self, literal: Literal) -> bool | None:
        """Return whether a literal holds, None when that is not known."""
        letter, number, denied = literal
        if letter == "f":
            if number not in self._found:
                least, terms = self._section.formulas[number]
                low, high = self.range(terms)
                self._found[number] = True if low >= least else False if high < least else None
            value = self._found[number]
        else:
            value = self._known[letter][number] if letter in self._known else None
        return None if value is None else value != denied

    def range(self, terms: Sequence[tuple[int, Literal]]) -> tuple[int, int]:
        """Return between what a sum is."""
        values = [(weight, self.of(literal)) for weight, literal in terms]
        return (
            sum(weight for weight, value in values if value),
            sum(weight for weight, value in values if value is not False),
        )


def _digits(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 19):
        raise ValueError(word)
    return int(word)
