"""Certificates as text, a line for each thing: for people, and for checkers that are to be simple."""

from __future__ import annotations

from collections.abc import Iterator

from cobra.certificate.file import CertificateFile, head_lines
from cobra.certificate.parts import Entry, Fact, Generator, Item, Word


def certificate_lines(certificate: CertificateFile) -> Iterator[str]:
    """Yield the lines: what is claimed, the game, the items."""
    front = certificate.front
    yield from head_lines(front.head)
    yield from front.head.game.removesuffix("\n").split("\n")
    yield f"numbers {front.codes} {front.experiments}"
    numbers = {"element": 0, "fact": 0}
    for item in certificate.items():
        kind = "fact" if isinstance(item, Fact) else "element"
        yield from _item(item, numbers[kind])
        numbers[kind] += 1


def _item(item: Item, number: int) -> Iterator[str]:
    if isinstance(item, Generator):
        yield f"element {number} codes {_word(item.codes)} experiments {_word(item.experiments)}"
    else:
        left = "none" if item.left is None else item.left
        value = "impossible" if item.value is None else item.value
        yield f"fact {number} left {left} value {value} codes {_word(item.codes)}"
        yield from map(_entry, item.entries)


def _entry(entry: Entry) -> str:
    if not entry.cells:
        return f"  experiment {entry.experiment} like {entry.like} by {_word(entry.image)}".rstrip()
    cells = (f"cell {named.cell} fact {named.fact} by {_word(named.word)}".rstrip() for named in entry.cells)
    return f"  experiment {entry.experiment} {', '.join(cells)}"


def _word(word: Word) -> str:
    return " ".join(map(str, word))
