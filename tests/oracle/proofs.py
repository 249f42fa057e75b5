"""A naive checker of certificates, in their text form: the rules of docs/proofs.md, word by word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from cobra.certificate import Front, Head
from cobra.certificate.file import words_of
from tests.oracle.outcome_table import Cells, table_of


class Refused(Exception):
    """A certificate proves nothing; the message says where."""


def number(word: str) -> float:
    """Return a number of the text; those that are words are infinite."""
    return inf if word in ("none", "impossible") else int(word)


def check_text(text: str) -> None:
    """Check a certificate as `cobra proof show` prints it; raise `Refused` when it proves nothing."""
    above, below = re.split(r"^numbers ", text, maxsplit=1, flags=re.MULTILINE)
    start = above.index("codes")
    said = {words[0]: words[1] for words in map(words_of, above[:start].splitlines()) if words}
    first = None if said["first"] == "none" else int(said["first"])
    ending: Any = said["ending"]
    measure: Any = said["measure"]
    head = Head(ending, measure, said["consistent"] == "yes", first, (), above[start:])
    if head.consistent and ending == "identify":
        raise Refused("no outcome is final")
    sizes, *rest = below.splitlines()
    checker = NaiveChecker(Front(head, *map(int, sizes.split())))
    lines = [line.split() for line in rest]
    while lines:
        words = lines.pop(0)
        if words[0] == "element":
            checker.element(words[2:])
        elif words[0] == "fact":
            entries = {}
            while lines and lines[0][0] == "experiment":
                entry = lines.pop(0)
                entries[int(entry[1])] = " ".join(entry[2:])
            checker.fact(tuple(map(int, words[7:])), number(words[3]), number(words[5]), entries)
    whole = [(left, value) for codes, left, value in checker.facts if codes == checker.table.all]
    claims = [
        (number(words[1]), number(words[2]))
        for words in map(words_of, above[:start].splitlines())
        if words and words[0] == "claim"
    ]
    if not claims or not all(any(k >= left and v >= value for k, v in whole) for left, value in claims):
        raise Refused("the claims")


class NaiveChecker:
    """Facts and symmetries that were found right."""

    def __init__(self, front: Front) -> None:
        self.table = table_of(front)
        self._head = front.head
        self._elements: list[list[int]] = []
        self.facts: list[tuple[tuple[int, ...], float, float]] = []

    def element(self, words: Sequence[str]) -> None:
        """Take a symmetry."""
        at = words.index("experiments")
        codes, experiments = list(map(int, words[1:at])), list(map(int, words[at + 1 :]))
        table = self.table
        permutes = sorted(codes) == list(table.all) and len(experiments) == len(table.rows)
        if not permutes or any(table.weights[c] != table.weights[codes[c]] for c in table.all):
            raise Refused("an element")
        classes = [[(goal, False) for goal in table.goals], *table.rows]
        images = [classes[0], *(table.rows[e] for e in experiments)]
        for before, after in zip(classes, images, strict=True):
            moved = {
                (frozenset(codes[c] for c in cell), final) for cell, final in table.cells(table.all, before)
            }
            if moved != {(frozenset(cell), final) for cell, final in table.cells(table.all, after)}:
                raise Refused("an element")
        self._elements.append(codes)

    def fact(self, state: tuple[int, ...], left: float, value: float, entries: Mapping[int, str]) -> None:
        """Take a fact."""
        table, here = self.table, Refused(f"fact {len(self.facts)}")
        whole = state == table.all and self._head.first is not None
        if not state or list(state) != sorted(set(state)) or not set(state) <= set(table.all):
            raise here
        if entries or value > table.bound(state, False, left):
            if table.is_over(state, False) or left == 0:
                raise here
            tried = range(len(table.rows)) if not whole else [self._head.first or 0]
            if not set(entries) <= set(tried):
                raise here
            for experiment in tried:
                cells = table.cells(state, table.rows[experiment])
                entry = entries.get(experiment, "")
                if entry.startswith("like"):
                    earlier, word = int(entry.split()[1]), entry.split()[3:]
                    good = earlier in tried and earlier < experiment
                    good &= set(self._word(state, word)) == set(state)
                    moved = {(frozenset(self._word(cell, word)), final) for cell, final in cells}
                    there = table.cells(state, table.rows[earlier])
                    good &= moved == {(frozenset(cell), final) for cell, final in there}
                elif entry:
                    good = self._sum(state, left, cells, entry) >= value
                else:
                    finals = any(final for _, final in cells)
                    useless = not table.makes_progress(cells) or (self._head.consistent and not finals)
                    good = useless and not whole
                    good |= self._sum(state, left, cells, "") >= value
                if not good:
                    raise here
        self.facts.append((state, left, value))

    def _word(self, codes: Sequence[int], word: Sequence[str]) -> list[int]:
        images = list(codes)
        for step in word:
            images = [self._elements[int(step)][code] for code in images]
        return images

    def _sum(self, state: Sequence[int], left: float, cells: Cells, entry: str) -> float:
        table = self.table
        values = [table.bound(cell, final, left - 1) for cell, final in cells]
        exact = self._head.consistent or (table.ending == "confirm" and not table.separable)
        for named in entry.split(", ") if entry else []:
            words = named.split()
            at = int(words[1])
            cell, final = cells[at]
            if int(words[3]) < 0:
                return -inf  # there is no such fact; a list of Python would take the last one
            codes, fewest, value = self.facts[int(words[3])]
            image = set(self._word(codes, words[5:]))
            if table.is_over(cell, final) or (codes == table.all and self._head.first is not None):
                return -inf
            if not image <= set(cell) or (exact and image != set(cell)) or fewest < left - 1:
                return -inf
            values[at] = max(values[at], value)
        return table.own(state) + sum(values)
