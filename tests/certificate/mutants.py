"""Certificates made wrong: by a change of any part, or of any byte of what is packed in the file."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from cobra.certificate import Claim, Entry, Fact, Front, Generator, Item, Named
from cobra.certificate.file import MAGIC, certificate_bytes
from cobra.certificate.parts import ENDINGS, MEASURES, Word

T = TypeVar("T")
Change = Callable[[Front, list[Item], Random], tuple[Front, list[Item]]]


def mutant(front: Front, items: Sequence[Item], random: Random) -> tuple[Front, list[Item]]:
    """Return a certificate with one to three parts changed; mostly it claims more than before."""
    found = front, list(items)
    if random.random() < 0.7:
        found = _more(*found, random)
    for _ in range(random.choice([1, 1, 2, 3])):
        if found[1]:
            found = random.choice(CHANGES)(*found, random)
    return found


def mutated_bytes(front: Front, items: Sequence[Item], random: Random) -> bytes:
    """Return the bytes of a certificate with some of the packed ones changed."""
    content = b"".join(certificate_bytes(front, items))
    blocks, at = [], len(MAGIC)
    while size := int.from_bytes(content[at : at + 4], "little"):
        blocks.append(bytearray(zlib.decompress(content[at + 4 : at + 4 + size])))
        at += 4 + size
    for _ in range(random.choice([1, 1, 2, 4])):
        block = random.choice([blocks[0], blocks[-1], blocks[-1]])
        place = random.randrange(len(block))
        kind = random.randrange(4)
        if kind == 0:
            block[place] = random.randrange(256)
        elif kind == 1:
            block[place] = (block[place] + random.choice([1, 255])) % 256
        elif kind == 2:
            block[place : place + random.randrange(1, 9)] = b""
        else:
            block[place:place] = block[random.randrange(len(block)) :][: random.randrange(1, 9)]
    packed = [zlib.compress(block) for block in blocks if block]
    return MAGIC + b"".join(len(p).to_bytes(4, "little") + p for p in packed) + bytes(4)


def _more(front: Front, items: list[Item], random: Random) -> tuple[Front, list[Item]]:
    """Claim one more, and let the facts about all codes say so."""
    claims = tuple(_greater(claim) for claim in front.head.claims)
    for place, item in enumerate(items):
        if isinstance(item, Fact) and len(item.codes) == front.codes:
            items[place] = replace(item, value=None if item.value is None else item.value + 1)
    return replace(front, head=replace(front.head, claims=claims)), items


def _greater(claim: Claim) -> Claim:
    if claim.value is not None:
        return replace(claim, value=claim.value + 1)
    return replace(claim, left=None if claim.left is None else claim.left + 1)


def _claim(front: Front, items: list[Item], random: Random) -> tuple[Front, list[Item]]:
    claims = list(front.head.claims)
    place = random.randrange(len(claims))
    more = random.choice(
        [_greater(claims[place]), Claim(None, claims[place].value), Claim(claims[place].left, None)]
    )
    claims[place] = more
    return replace(front, head=replace(front.head, claims=tuple(claims))), items


def _head(front: Front, items: list[Item], random: Random) -> tuple[Front, list[Item]]:
    head = front.head
    changed = random.choice(
        [
            replace(head, ending=random.choice(ENDINGS)),
            replace(head, measure=random.choice(MEASURES)),
            replace(head, consistent=not head.consistent),
            replace(head, first=random.choice([None, random.randrange(front.experiments)])),
        ]
    )
    return replace(front, head=changed), items


def _text(front: Front, items: list[Item], random: Random) -> tuple[Front, list[Item]]:
    lines = front.head.game.splitlines(keepends=True)
    place = random.randrange(len(lines))
    words = lines[place].split()
    word = random.randrange(len(words))
    other = random.choice(random.choice(lines).split())
    changes = [
        [*words[:word], other, *words[word + 1 :]],
        [*words[:word], words[word][1:] if words[word][0] == "-" else f"-{words[word]}", *words[word + 1 :]],
        words[:word] + words[word + 1 :],
        [*words[: word + 1], *words[word:]],
        [re.sub(r"\d+", lambda found: str(int(found[0]) + random.choice([1, 1, 2])), one) for one in words],
        [],
    ]
    changed = " ".join(random.choice(changes))
    lines[place] = f"{changed}\n" if changed else ""
    numbers = random.choice([(0, 0), (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
    codes, experiments = max(1, front.codes + numbers[0]), max(1, front.experiments + numbers[1])
    text = "".join(lines)
    return Front(replace(front.head, game=text), codes, experiments), items


def _order(front: Front, items: list[Item], random: Random) -> tuple[Front, list[Item]]:
    """Drop, repeat or exchange items; or give facts their numbers anew, as if nothing had been dropped."""
    place, other = random.randrange(len(items)), random.randrange(len(items))
    kind = random.randrange(3)
    if kind == 0:
        del items[place]
    elif kind == 1:
        items.insert(place, items[other])
    else:
        items[place], items[other] = items[other], items[place]
    return front, items


def _item(front: Front, items: list[Item], random: Random) -> tuple[Front, list[Item]]:
    """Change something of an item, mostly of one of the last."""
    facts = [place for place, item in enumerate(items) if isinstance(item, Fact)]
    place = random.choice([*range(len(items)), *facts[-1:] * 3])
    item = items[place]
    if isinstance(item, Fact):
        items[place] = _fact(front, item, random)
    elif random.random() < 0.5:
        items[place] = Generator(_exchanged(item.codes, random), item.experiments)
    else:
        items[place] = Generator(item.codes, _exchanged(item.experiments, random))
    return front, items


def _exchanged(images: tuple[int, ...], random: Random) -> tuple[int, ...]:
    changed = list(images)
    one, two = random.randrange(len(images)), random.randrange(len(images))
    changed[one], changed[two] = changed[two], changed[one]
    return tuple(changed)


def _fact(front: Front, fact: Fact, random: Random) -> Fact:
    code = random.randrange(front.codes)
    codes = set(fact.codes) ^ {code}
    value = random.choice([None, (fact.value or 9) + 1, (fact.value or 9) * 2])
    changes = [
        replace(fact, value=value),
        replace(fact, left=random.choice([None, 0 if fact.left is None else fact.left + 1])),
        replace(fact, codes=tuple(sorted(codes or {code}))),
    ]
    if fact.entries:
        entries = list(fact.entries)
        place = random.randrange(len(entries))
        entry = entries[place]
        changes.append(replace(fact, entries=tuple(entries[:place] + entries[place + 1 :])))
        entries[place] = _entry(front, entry, random)
        if len({entry.experiment for entry in entries}) == len(entries):
            changes += 3 * [replace(fact, entries=tuple(sorted(entries, key=lambda one: one.experiment)))]
    return random.choice(changes)


def _entry(front: Front, entry: Entry, random: Random) -> Entry:
    if random.random() < 0.2:
        return replace(entry, experiment=random.randrange(front.experiments))
    if random.random() < 0.2:
        return Entry(entry.experiment, (), random.randrange(front.experiments), _word(random))
    if not entry.cells:
        return replace(entry, like=random.randrange(front.experiments), image=_word(random))
    cells = list(entry.cells)
    place = random.randrange(len(cells))
    cell = cells[place]
    cells[place] = random.choice(
        [
            replace(cell, fact=max(0, cell.fact + random.choice([-2, -1, 1]))),
            replace(cell, cell=max(0, cell.cell + random.choice([-1, 1]))),
            replace(cell, word=_word(random)),
            Named(random.randrange(4), cell.fact, cell.word),
        ]
    )
    return replace(
        entry, cells=tuple({cell.cell: cell for cell in sorted(cells, key=lambda one: one.cell)}.values())
    )


def _word(random: Random) -> Word:
    return tuple(random.randrange(4) for _ in range(random.randrange(3)))


CHANGES: list[Change] = [_claim, _head, _text, _text, _order, _item, _item, _item, _item, _item]
