"""The table of errors in the manual: every smallest program makes the mistake it stands for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cobra
from cobra.errors import LanguageError
from cobra.language.load import load_text

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| ([^|]+) \| `(.*)` \|$", re.MULTILINE)


def table(heading: str) -> list[tuple[str, str]]:
    manual = (ROOT / "docs" / "language.md").read_text("utf-8")
    return ROW.findall(manual.split(heading)[1].split("\n\n")[1])


@pytest.mark.parametrize(
    ("kind", "program"),
    [
        *table("The kinds of mistakes in a text, each with a smallest program:"),
        *table("The kinds of mistakes in a game whose text is in order:"),
    ],
)
def test_kind(kind: str, program: str) -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(program, folder=Path(cobra.__file__).parent / "games")
    assert caught.value.diagnostics[0].kind == kind


def test_the_tables_are_found() -> None:
    assert len(table("The kinds of mistakes in a text, each with a smallest program:")) == 13
    assert len(table("The kinds of mistakes in a game whose text is in order:")) == 33
