"""Recorded sessions of `cobra advise`, `simulate` and `play` for every game of the library are replayed."""

from __future__ import annotations

import pytest

from cobra.language.load import library
from tests.transcripts import record


@pytest.mark.parametrize("kind", record.KINDS)
def test_no_game_lacks_a_session(kind: str) -> None:
    recorded = {path.stem for path in (record.HERE / kind).glob("*.txt")}
    assert recorded == set(library()) == set(record.COMMANDS)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("kind", record.KINDS)
@pytest.mark.parametrize("name", record.COMMANDS)
def test_session(kind: str, name: str) -> None:
    assert record.KINDS[kind](name) == (record.HERE / kind / f"{name}.txt").read_text(encoding="utf-8")
