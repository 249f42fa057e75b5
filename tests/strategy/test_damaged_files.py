"""Strategy files cut off, changed and made of anything: an error or a strategy, never a crash."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cobra.errors import CobraError, GameError
from cobra.strategy.check.verify import verify
from cobra.strategy.read import read_strategy
from cobra.strategy.write import write_strategy
from tests.random_cases import random_cases
from tests.strategy.made import mastermind
from tests.strategy.test_files import TWO


@pytest.mark.slow
def test_cut_off_anywhere(tmp_path: Path) -> None:
    write_strategy(mastermind(2, 2), tmp_path / "s.json")
    content = (tmp_path / "s.json").read_bytes()
    path = tmp_path / "cut.json"
    for length in range(len(content) - 1):
        path.write_bytes(content[:length])
        with pytest.raises(GameError) as caught:
            read_strategy(path)
        last = content[:length].count(b"\n") + 1
        match = re.match(rf"{re.escape(str(path))}:(\d+):\d+: ", str(caught.value))
        assert match is not None
        assert last - 1 <= int(match[1]) <= last


@pytest.mark.slow
def test_any_byte_changed(tmp_path: Path) -> None:
    """Nothing but a `CobraError` is raised, and what can still be read has the same figures or is refuted."""
    write_strategy(mastermind(2, 2), tmp_path / "s.json")
    content = (tmp_path / "s.json").read_bytes()
    path = tmp_path / "changed.json"
    start = content.index(b'"settings"')
    read = 0
    for place in [*range(0, start, 37), *range(start, len(content))]:
        for byte in b'0"}':
            path.write_bytes(content[:place] + bytes([byte]) + content[place + 1 :])
            try:
                strategy = read_strategy(path)
                assert verify(strategy).correct in (True, False)
            except CobraError:
                continue
            read += 1
    assert read > 0


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["average", "00", "0B0W", "cobra-strategy", "total"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.thorough
@random_cases(300)
@given(st.data())
def test_anything_anywhere(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Whatever stands in the place of whatever, nothing but a `CobraError` is raised."""
    path = tmp_path_factory.mktemp("s") / "s.json"
    write_strategy(TWO, path)
    document = json.loads(path.read_text("utf-8"))
    place: Any = document
    key: Any = data.draw(st.sampled_from(sorted(document)))
    while isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans()):
        place = place[key]
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
    place[key] = data.draw(VALUES)
    path.write_text(json.dumps(document), "utf-8")
    with suppress(CobraError):
        assert verify(read_strategy(path)).seconds >= 0
