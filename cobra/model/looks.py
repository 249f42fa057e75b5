"""When two texts look alike, and which answers could be written alike.

Different outcomes must look different, as they are written and as they are read: letter case, spaces, ways of
encoding a letter and characters that show nothing tell nobody apart. Spaces between several values do tell
them apart (`1 11`, `11 1`), and so do spaces within or before the name of an outcome: in
COBRA's own Mastermind a question about a colour is answered by a blank or `!` for each place.

Two answers are alike when their texts are alike letter by letter (`(1, 11)` and `(11, 1)` as "{}{}"), or when
they are alike value by value.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from cobra.model.answers import Answer, answer_pieces, components_of, show_value
from cobra.model.game import Cases, Component, Observed, Outcomes

_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Characters that show nothing but are no format characters (category Cf) or variation selectors."""
_MOST_NUMBERS: Final = 10_000
"""Sums of more values are not written out to see whether one begins another."""


@lru_cache(maxsize=1 << 14)
def fold(text: str) -> str:
    """Return a text character by character without what does not show: case, encoding, kinds of space."""
    if text.isascii():
        return text.casefold().translate(_ASCII_SPACES)
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(" " if one.isspace() else one for one in folded if not _is_invisible(one))


_ASCII_SPACES: Final = str.maketrans(dict.fromkeys("\t\n\r\x0b\x0c", " "))


def _is_invisible(character: str) -> bool:
    return (
        unicodedata.category(character) == "Cf"
        or character in _INVISIBLE
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
    )


def bare(text: str) -> str:
    """Return what is compared where spaces mean nothing: a text folded, without its spaces."""
    return fold(text).replace(" ", "")


def look_of(answer: Answer) -> Callable[[str], str]:
    """Return what is compared of the values of an answer: a name with its spaces but those at its end."""
    return _look_of_name if isinstance(answer, Outcomes) else bare


def _look_of_name(name: str) -> str:
    return fold(name).rstrip(" ")


def same_print(text: str) -> str:
    """Return what is printed: the text in one encoding, without characters that do not show."""
    if text.isascii():
        return text
    shown = unicodedata.normalize("NFC", text)
    return "".join(one for one in shown if not _is_invisible(one))


def _values_alike(component: Component, look: Callable[[str], str]) -> bool:
    """Return whether two values of a component look alike."""
    if not isinstance(component, Cases):
        return False
    return len({look(show_value(value)) for value in component.values}) < len(component.values)


def surely_different(answer: Answer) -> bool:
    """Return whether any two tuples of values look different, whatever of them occurs.

    False does not say that two of them look alike: the question is then how the values fit together.
    """
    if any(_values_alike(component, look_of(answer)) for component in components_of(answer)):
        return False
    return not isinstance(answer, Observed) or len(components_of(answer)) < 2 or _readable(answer)


def _readable(answer: Answer) -> bool:
    """Return whether values can be read off from both ends, one by one, until at most one is left."""
    pieces = folded_pieces(answer)
    for backwards in (False, True):
        if backwards:
            pieces = [piece[::-1] if isinstance(piece, str) else piece for piece in reversed(pieces)]
        while sum(not isinstance(piece, str) for piece in pieces) > 1:
            if isinstance(pieces[0], str):
                pieces = pieces[1:]
                continue
            component = components_of(answer)[pieces[0]]
            after = pieces[1] if isinstance(pieces[1], str) else ""
            if not _ends_clearly(component, after, backwards):
                break
            pieces = pieces[1:]
    return sum(not isinstance(piece, str) for piece in pieces) <= 1


def _ends_clearly(component: Component, after: str, backwards: bool) -> bool:
    """Return whether the value that stands at the beginning of a text is seen in it.

    It is when the text after it begins with a character of no value, or when no value begins another.
    """
    if isinstance(component, Cases) or component.value.high - component.value.low < _MOST_NUMBERS:
        texts = folded_values(component)
        characters = set("".join(texts))
        if backwards:
            texts = [text[::-1] for text in texts]
        ordered = sorted(texts)
        if not any(second.startswith(first) for first, second in pairwise(ordered)):
            return True
        if len(set(texts)) < len(texts):
            return False
    else:
        characters = set("-0123456789")
    return after != "" and after[0] not in characters


def folded_values(component: Component) -> list[str]:
    """Return the values of a component as they look, by digit."""
    if isinstance(component, Cases):
        return [fold(show_value(value)) for value in component.values]
    return [str(value) for value in range(component.value.low, component.value.high + 1)]


def folded_pieces(answer: Answer) -> Sequence[str | int]:
    """Return what an outcome looks like: the numbers of the components, and the folded text around them."""
    if not isinstance(answer, Observed):
        return [0]
    pieces = [fold(piece) if isinstance(piece, str) else piece for piece in answer_pieces(answer)]
    return [piece for piece in pieces if piece != ""]
