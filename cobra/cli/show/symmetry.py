"""The symmetries of a game, round by round, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from math import factorial, prod
from typing import Final

from cobra.analysis.symmetry import Round, SymmetryReport
from cobra.cli.show.text import WIDTH, bold, dump, number, pairs, plural, shorten, table, title, wrap
from cobra.errors import REASONS

_SHOWN: Final = 20
"""So many generators, and canonical experiments of a round, are printed; the JSON has them all."""

_MOST_FACTORS: Final = 3
"""Products of more different factors are not simple any more."""
_GREATEST: Final = 200
"""Factorials up to this number are recognised."""
_SUPERSCRIPTS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def symmetry_text(report: SymmetryReport) -> str:
    """Return the group, and for each round a table of the equivalences and the canonical experiments."""
    group = report.group
    lines = [title(report.game), *pairs([("symmetry", number(group.order), _remark(report))])]
    if group.generators:
        lines += ["", bold("generators"), *(f"  {_cut(one)}" for one in _limited(group.generators))]
    for _, found in groupby(report.rounds, key=lambda one: one.after):
        lines += ["", *_round_lines(list(found))]
    return "\n".join(lines)


def _remark(report: SymmetryReport) -> str:
    product = as_factorials(report.group.order, report.interchangeable)
    found = ("way" if report.group.order == 1 else "ways") + " found"
    rest = "" if report.group.complete else "; the graph is too large to be searched"
    return found + (f" = {product}" if product else "") + rest


def as_factorials(order: int, classes: Sequence[int]) -> str:
    """Return an order as factorials of the sizes of `classes` and at most one more, or nothing."""
    sizes = sorted(size for size in classes if size > 1)
    rest, remainder = divmod(order, prod(map(factorial, sizes)))
    other = next((n for n in range(1, _GREATEST) if factorial(n) >= rest), 1)
    if remainder or factorial(other) != rest:
        return ""
    factors = Counter(([other] if other > 1 else []) + sizes)
    if len(factors) > _MOST_FACTORS or not any(n > 2 for n in factors):
        return ""
    return " · ".join(_power(n, times) for n, times in factors.items())


def _power(n: int, times: int) -> str:
    base = f"{n}!" if n > 2 else str(n)
    return base if times == 1 else f"{base}{str(times).translate(_SUPERSCRIPTS)}"


def _round_lines(found: list[Round]) -> list[str]:
    first = found[0]
    heading = f"after {', then '.join(map(shorten, first.after))}" if first.after else "at the start"
    lines = [f"{bold(heading)}  {plural(first.codes, 'code')}"]
    header = ("equivalence", "count", "of", "smallest", "largest")
    rows = [
        (
            one.equivalence,
            number(one.count),
            number(one.all),
            number(min(one.sizes, default=None)),
            number(max(one.sizes, default=None)),
        )
        for one in found
    ]
    lines += [f"  {line}" for line in table(header, rows, right=(1, 2, 3, 4))]
    by_classes: dict[tuple[tuple[str, ...], tuple[int, ...]], list[str]] = {}
    for one in found:
        if one.canonical:
            by_classes.setdefault((one.canonical, one.sizes), []).append(one.equivalence)
    for (canonical, sizes), names in by_classes.items():
        shown = [f"{shorten(text)} ×{number(size)}" for text, size in zip(canonical, sizes, strict=True)]
        lines += [f"  {' = '.join(names)}:"] if len(found) > 1 else []
        lines += [f"  {line}" for line in wrap(_limited(shown))]
    counted = [one.equivalence for one in found if one.count > len(one.canonical)]
    if counted:
        lines.append(f"  {', '.join(counted)}: counted, not listed")
    return lines


def _cut(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[:WIDTH]}…"


def _limited(texts: list[str] | tuple[str, ...]) -> list[str]:
    more = len(texts) - _SHOWN
    return [*texts[:_SHOWN], *([f"… and {more:,} more"] if more > 0 else [])]


def symmetry_warnings(report: SymmetryReport) -> list[str]:
    """Return what was left out, and why."""
    warnings = [f"left out: {one}" for one in report.left_out]
    if report.stopped:
        warnings.append(f"stopped by {REASONS[report.stopped]}: the rounds not shown were not looked at")
    return warnings


def symmetry_json(report: SymmetryReport) -> str:
    """Return the JSON document of `symmetry`."""
    return dump(
        {
            "order": report.group.order,
            "generators": list(report.group.generators),
            "rounds": [
                {
                    "after": list(one.after),
                    "canonical": list(one.canonical),
                    "sizes": list(one.sizes),
                    "count": one.count,
                    "all": one.all,
                    "equivalence": one.equivalence,
                }
                for one in report.rounds
            ],
            "left_out": list(report.left_out),
            "stopped": report.stopped,
        }
    )
