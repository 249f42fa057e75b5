"""The example of docs/proofs.md is a certificate, and nothing in it can be spared."""

from __future__ import annotations

import re
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

import cobra
from cobra.certificate import Claim, Entry, Fact, Front, Generator, Item, Named
from cobra.errors import CertificateError
from tests.certificate.made import checked, front, naively_checked
from tests.oracle.provers import Truth

PAGE = Path(__file__).parents[2] / "docs" / "proofs.md"


def example() -> tuple[Front, list[Item]]:
    """Return the certificate that stands on the page."""
    page = PAGE.read_text("utf-8")
    game = re.search(r"```cobra\n(game \"Treasure\".*?)```", page, re.DOTALL)
    text = re.search(r"```text\n(claim none 26.*?)```", page, re.DOTALL)
    assert game is not None
    assert text is not None
    start = front(cobra.load_text(game[1]), "sum")
    assert f"```text\n{start.head.game}```" in page
    items: list[Item] = []
    for words in map(str.split, text[1].splitlines()):
        numbers = [int(word) for word in words if word.isdigit()]
        if words[0] == "element":
            items.append(Generator(tuple(numbers[1:10]), tuple(numbers[10:])))
        elif words[0] == "fact":
            items.append(Fact(tuple(numbers[2:]), None, numbers[1]))
        elif words[0] == "experiment":
            named = (Named(numbers[1], numbers[2], ()),) if "cell" in words else ()
            like = () if named else (numbers[1], tuple(numbers[2:]))
            entry = Entry(numbers[0], named, *like)
            fact = items[-1]
            assert isinstance(fact, Fact)
            items[-1] = replace(fact, entries=(*fact.entries, entry))
    return replace(start, head=replace(start.head, claims=(Claim(None, 26),))), items


def test_it_is_accepted() -> None:
    found, items = example()
    assert Truth(found).cost(inf) == 26
    counts = checked(found, items)
    assert (counts.facts, counts.by_facts, counts.by_symmetry) == (3, 2, 3)
    naively_checked(found, items)


@pytest.mark.parametrize("spared", range(5))
def test_nothing_can_be_spared(spared: int) -> None:
    found, items = example()
    last = items[-1]
    assert isinstance(last, Fact)
    items[-1] = replace(last, entries=last.entries[:spared] + last.entries[spared + 1 :])
    with pytest.raises(CertificateError, match=r"fact 2: experiment \d is proved to cost 25 only, not 26"):
        checked(found, items)
