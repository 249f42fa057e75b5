"""Cases made small: whatever can be left out while the same thing is found is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.fuzz.case import Case
from tests.fuzz.sources.mutate import WORD


class Reducer:
    """Leaves out files, definitions, lines, then words, as long as `same` says that it does not matter."""

    def __init__(self, same: Callable[[Case], bool], most: int) -> None:
        self._same = same
        self._left = most

    def _is_same(self, case: Case) -> bool:
        self._left -= 1
        return self._left >= 0 and self._same(case)

    def reduce(self, case: Case) -> Case:
        """Return the smallest case found."""
        for field in ("files", "definitions"):
            for name in getattr(case, field):
                rest = {key: value for key, value in getattr(case, field).items() if key != name}
                if self._is_same(smaller := replace(case, **{field: rest})):
                    case = smaller
        for split, join in ((lambda text: text.splitlines(keepends=True), "".join), (WORD.findall, "".join)):
            case = self._without_parts(case, split, join)
        return case

    def _without_parts(
        self, case: Case, split: Callable[[str], list[str]], join: Callable[[Sequence[str]], str]
    ) -> Case:
        """Leave out runs of parts, long ones first, until no single part can be left out."""
        parts = split(case.text)
        size = max(1, len(parts) // 2)
        while True:
            place, changed = 0, False
            while place < len(parts) and self._left > 0:
                rest = parts[:place] + parts[place + size :]
                if self._is_same(smaller := replace(case, text=join(rest))):
                    case, parts, changed = smaller, rest, True
                else:
                    place += size
            if self._left <= 0 or (size == 1 and not changed):
                return case
            size = max(1, size // 2)
