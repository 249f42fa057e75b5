"""Markdown of pages that are made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is; what stands in backticks stays code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if place % 2 else re.sub(r"([\\*_<>\[\]|#$^~`])", r"\\\1", part)
        for place, part in enumerate(parts)
    )


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table, whose cells are shown as they are but for code."""
    lines = [header, [":--"] * len(header), *([escaped(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
