"""What stands between two tokens of a formatted game: nothing, a space or two.

Sums and products are written with or without spaces, as their author likes, but alike on both sides, and
never so that the spaces speak against how strongly the operators bind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cobra.language.tokens import Token

BEFORE_COMMENT: Final = 2
_ENDS: Final = frozenset({"NAME", "INT", "DECIMAL", "STRING", "TRUE", "FALSE", "RPAR", "RSQB", "RBRACE"})
OPENING: Final = frozenset({"LPAR", "LSQB", "LBRACE"})
_CLOSING: Final = frozenset({"RPAR", "RSQB", "RBRACE"})
_SUM: Final = frozenset({"PLUS", "MINUS"})
_PRODUCT: Final = frozenset({"TIMES", "SLASH", "PERCENT"})


def gaps(tokens: Sequence[Token]) -> list[int]:
    """Return how many spaces stand before each token where it does not begin a line."""
    signs = _signs(tokens)
    tight = _tight(tokens, signs)
    found = [0]
    for i in range(1, len(tokens)):
        before, token = tokens[i - 1].type, tokens[i].type
        if token in _CLOSING or token == "COMMA" or before in OPENING or before == "NOT" or i - 1 in signs:
            found.append(0)
        elif token == "TO":
            found.append(1 if before == "DECIMAL" else 0)  # `0.5..1` would be read as something else
        elif before == "TO":
            found.append(found[-1])
        elif token in ("LPAR", "LSQB"):
            found.append(0 if before in ("NAME", "SET") or i - 1 in tight else 1)
        else:
            found.append(0 if i in tight or i - 1 in tight else 1)
    return found


def _signs(tokens: Sequence[Token]) -> set[int]:
    """Return which tokens are the minus of a negative number, not of a difference."""
    found = set()
    open_brackets: list[str] = []
    for i, token in enumerate(tokens):
        if token.type in OPENING:
            open_brackets.append(token.type)
        elif token.type in _CLOSING:
            open_brackets.pop()
        elif token.type == "MINUS":
            in_braces = bool(open_brackets) and open_brackets[-1] == "LBRACE"
            if in_braces or not i or tokens[i - 1].type not in _ENDS:
                found.add(i)
    return found


@dataclass
class _Sum:
    """The operators of one sum, product by product; `range` when it is an end of a range."""

    products: list[list[int]] = field(default_factory=lambda: [[]])
    signs: list[int] = field(default_factory=list)
    range: bool = False


def _tight(tokens: Sequence[Token], signs: set[int]) -> set[int]:
    """Return which operators of sums and products stand without spaces."""
    tight: set[int] = set()

    def loose(i: int) -> bool:
        return any(not _touch(tokens[j], tokens[j + 1]) for j in (i - 1, i))

    def close(one: _Sum) -> None:
        products = [any(map(loose, product)) for product in one.products]
        for product, is_loose in zip(one.products, products, strict=True):
            if one.range or not is_loose:
                tight.update(product)
        if one.range or not (any(products) or any(map(loose, one.signs))):
            tight.update(one.signs)

    sums = [_Sum()]  # one for each open bracket
    for i, token in enumerate(tokens):
        if token.type in OPENING:
            sums.append(_Sum())
        elif token.type in _CLOSING:
            close(sums.pop())
        elif token.type in _PRODUCT:
            sums[-1].products[-1].append(i)
        elif token.type in _SUM and i not in signs:
            sums[-1].signs.append(i)
            sums[-1].products.append([])
        elif token.type not in _ENDS and i not in signs:
            sums[-1].range |= token.type == "TO"
            close(sums[-1])
            sums[-1] = _Sum(range=token.type == "TO")
    close(sums[0])
    return tight


def _touch(one: Token, other: Token) -> bool:
    return (one.span.end_line, one.span.end_column) == (other.span.line, other.span.column)
