"""Whether experiments look different, whatever their parameters, where the game says how they are written.

That is made sure of without listing any, by the characters that can stand for a parameter. Letter case and
spaces tell nothing apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from cobra.model.game import ExperimentType, Slot
from cobra.model.looks import bare
from cobra.model.memory import own_slots
from cobra.model.show import families_of, prefixes_of, symbol_texts, told_apart

_RESERVED = "=:;#|\"'"
"""What separates experiments from answers and from each other, and quotation marks."""

Pattern = tuple[str | frozenset[str], ...]
"""Characters that follow each other, and sets of characters of which any number may stand there."""


def problem_of(look: tuple[str, ...], slots: Sequence[Slot]) -> tuple[str, str] | None:
    """Return the kind of what is wrong with a template for these parameters, and a sentence; None when it can
    be read."""
    groups = families_of(slots)
    if len(look) != len(groups) + 1:
        values = "1 parameter" if len(groups) == 1 else f"{len(groups)} parameters"
        return "wrong number of {}", f"the text has {len(look) - 1} `{{}}`, but the experiment has {values}"
    kind = "experiments written alike"
    if wrong := sorted(set("".join(look)) & set(_RESERVED)):
        return kind, f"{wrong[0]} has a meaning of its own where experiments are written"
    if not groups and not bare(look[0]):
        return kind, "the text is empty"
    for group, after in zip(groups[:-1], look[1:], strict=False):
        if set(bare(after)) <= _characters(group):
            message = (
                f"where {group[0].family} ends cannot be seen; between two `{{}}` stands a sign or letter "
            )
            return kind, message + "that no symbol has"
    return None


def alike(types: Sequence[ExperimentType]) -> tuple[ExperimentType, ExperimentType] | None:
    """Return two types of which experiments might look alike, at least one of them with a template."""
    if all(type_.look is None for type_ in types):
        return None
    patterns = list(zip(types, _patterns(types), strict=True))
    fixed: dict[Pattern, ExperimentType] = {}
    open_: list[tuple[ExperimentType, Pattern]] = []
    for type_, pattern in patterns:
        if any(isinstance(part, frozenset) for part in pattern):
            open_.append((type_, pattern))
        elif (before := fixed.setdefault(pattern, type_)) is not type_ and _written(before, type_):
            return before, type_
    by_name: dict[str, list[ExperimentType]] = {}
    for type_ in types:
        by_name.setdefault(type_.name, []).append(type_)
    clear = {name for name, members in by_name.items() if told_apart(members)}
    texts = [(type_, pattern) for pattern, type_ in fixed.items()]
    pairs = [*combinations(open_, 2), *((one, text) for one in open_ for text in texts)]
    for (one, pattern), (other, second) in pairs:
        same = one.name == other.name and one.name in clear
        if not same and _written(one, other) and _meet(pattern, second):
            return one, other
    return None


def _written(one: ExperimentType, other: ExperimentType) -> bool:
    return one.look is not None or other.look is not None


def _patterns(types: Sequence[ExperimentType]) -> list[Pattern]:
    patterns = []
    for type_, prefix in zip(types, prefixes_of(types), strict=True):
        groups = families_of(own_slots(type_.space.slots))
        parts: list[str | frozenset[str]] = []
        if type_.look is not None:
            parts += bare(type_.look[0])
            for group, after in zip(groups, type_.look[1:], strict=True):
                parts += [_characters(group), *bare(after)]
        elif groups:
            parts += [*bare(prefix), _characters([slot for group in groups for slot in group]) | {"|"}]
        else:
            parts += bare(prefix or type_.label)
        patterns.append(tuple(parts))
    return patterns


def _characters(slots: Sequence[Slot]) -> frozenset[str]:
    """Return the characters that can stand for parameters."""
    signs = ",{}" if any(slot.kind == "set" for slot in slots) else ""
    different = {(slot.kind, slot.symbols): slot for slot in slots}
    texts = (text for slot in different.values() for text in symbol_texts(slot))
    return frozenset(bare("".join(texts)) + signs)


def _meet(one: Pattern, other: Pattern) -> bool:
    """Return whether some text is of both patterns."""
    seen, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        i, j = waiting.pop()
        if (i, j) == (len(one), len(other)):
            return True
        a = one[i] if i < len(one) else frozenset()
        b = other[j] if j < len(other) else frozenset()
        following = []
        if isinstance(a, frozenset) and i < len(one):
            following.append((i + 1, j))
        if isinstance(b, frozenset) and j < len(other):
            following.append((i, j + 1))
        if isinstance(a, str) and a in b:  # the same character, or one of a set
            following.append((i + 1, j + 1 if isinstance(b, str) else j))
        elif isinstance(b, str) and b in a:
            following.append((i, j + 1))
        waiting += [pair for pair in following if pair not in seen]
        seen.update(following)
    return False
