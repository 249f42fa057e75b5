"""Certificates are read as they were written; damaged files are refused with a sentence."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cobra.certificate import (
    Claim,
    Entry,
    Fact,
    Front,
    Generator,
    Head,
    Item,
    Named,
    read_certificate,
    write_certificate,
)
from cobra.certificate.file import MAGIC, certificate_bytes, content_of
from cobra.errors import GameError

HEAD = Head(
    "identify",
    "sum",
    False,
    None,
    (Claim(None, 29), Claim(2, None)),
    "codes\nchoose 3 0 | 1 | 2\nexperiments\n",
)
FRONT = Front(HEAD, 3, 2)
ITEMS: list[Item] = [
    Generator((1, 0, 2), (1, 0)),
    Fact((0, 2), None, 2),
    Fact((0, 1, 2), 3, None, (Entry(0, (Named(0, 0, (0, 1)), Named(2, 0, ()))), Entry(5, (), 2, (1,)))),
]


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "some.proof"
    write_certificate(path, FRONT, ITEMS)
    found = read_certificate(path)
    assert found.front == FRONT
    assert list(found.items()) == ITEMS == list(found.items())


def numbers(most: int) -> st.SearchStrategy[int]:
    return st.integers(0, most) | st.just(most)


words = st.lists(numbers(9), max_size=3).map(tuple)


@st.composite
def facts(draw: st.DrawFn) -> Fact:
    ascending = st.sets(numbers(1 << 40), min_size=1, max_size=6).map(sorted)
    entries = []
    for experiment in draw(st.sets(numbers(1 << 20), max_size=4).map(sorted)):
        cells = draw(st.sets(numbers(300), max_size=3).map(sorted))
        named = tuple(Named(cell, -1 - draw(numbers(5)), draw(words)) for cell in cells)
        entries.append(Entry(experiment, named, *(() if named else (draw(numbers(99)), draw(words)))))
    left, value = draw(st.none() | numbers(9)), draw(st.none() | st.integers(1, (1 << 63) - 1))
    return Fact(tuple(draw(ascending)), left, value, tuple(entries))


@pytest.mark.thorough
@settings(max_examples=20, deadline=None)
@given(fact=facts())
def test_any_fact_is_read_as_written(fact: Fact, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("facts") / "some.proof"
    write_certificate(path, FRONT, [fact])
    assert list(read_certificate(path).items()) == [fact]


def test_every_truncation_and_addition_is_refused(tmp_path: Path) -> None:
    content = b"".join(certificate_bytes(FRONT, ITEMS))
    path = tmp_path / "cut.proof"
    for damaged in [content[:length] for length in range(len(content))] + [content + b"\0"]:
        path.write_bytes(damaged)
        with pytest.raises(GameError, match=r"cut\.proof: "):
            list(read_certificate(path).items())


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (0, "ending never"),
        (1, "measure"),
        (2, "consistent maybe"),
        (3, "first -1"),
        (4, "claim none none"),
        (4, "claim 1"),
        (4, "claims none 1"),
        (5, "claim ² 1"),
    ],
)
def test_a_wrong_header_is_refused(line: int, wrong: str, tmp_path: Path) -> None:
    lines = [
        "ending hit",
        "measure sum",
        "consistent no",
        "first none",
        "claim none 5",
        "codes",
    ]
    lines[line] = wrong
    packed = zlib.compress("\n".join(lines).encode())
    path = tmp_path / "wrong.proof"
    path.write_bytes(MAGIC + len(packed).to_bytes(4, "little") + packed + bytes(4))
    with pytest.raises(GameError, match="header"):
        read_certificate(path)


def test_of_what_is_no_certificate_only_the_beginning_is_read(tmp_path: Path) -> None:
    """It may be a file of any size, or a device that has no end."""
    path = tmp_path / "some.proof"
    path.write_bytes(b"cobra proof 7\n" + bytes(100))
    assert content_of(path) == b"cobra proof 7\n"
    path.write_bytes(MAGIC + bytes(100))
    assert content_of(path) == MAGIC + bytes(100)
