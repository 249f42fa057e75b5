"""One bit of a file that cobra wrote is another: the file is refused, or what it says is true."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from cobra.errors import CobraError
from tests.fuzz.case import Case
from tests.fuzz.laws import told
from tests.fuzz.reading import NAMES, READERS
from tests.fuzz.sources.files import WRITTEN, written


def fates(name: str, number: int, folder: Path) -> Counter[str]:
    """Flip so many bits of the files of a format, one at a time, and look at what is read by its law."""
    path = folder / NAMES.get(name, "file")
    contents = written()[name]
    found: Counter[str] = Counter()
    random = Random(name)
    for turn in range(number):
        content = bytearray(contents[turn % len(contents)])
        bit = random.randrange(8 * len(content))
        content[bit // 8] ^= 1 << bit % 8
        path.write_bytes(content)
        try:
            READERS[name](path, Case(""))
        except CobraError as error:
            told(error)
            found["refused"] += 1
        else:
            found["read"] += 1
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("name", WRITTEN)
def test_some_bit_flips(name: str, tmp_path: Path) -> None:
    found = fates(name, 20, tmp_path)
    assert found.total() == 20
    assert found["refused"] > 0


@pytest.mark.slow
def test_ten_thousand_bit_flips(tmp_path: Path) -> None:
    every = {}
    for name in WRITTEN:
        every[name] = fates(name, 1_200, tmp_path)
        print(f"{name}: {dict(every[name])}", flush=True)
    assert sum(found.total() for found in every.values()) >= 10_000
    assert all(found["refused"] > 0 for found in every.values())
