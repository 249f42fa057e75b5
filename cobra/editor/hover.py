"""What stands at a place: a word of the language, or a name of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Final

from cobra.drawings.kinds import KINDS
from cobra.editor.document import Definition, Document, end_of, start_of
from cobra.errors import Span
from cobra.language.words import WORDS, Word

_MOST: Final = 300
"""Characters of a game that are shown."""
_SYMBOLS: Final = ("NAME", "INT", "STRING", "MINUS", "COMMA")
"""What stands in braces."""
_MARKS: Final = re.compile(r"[\\`*_<>\[\]&~]")
_OPENINGS: Final = re.compile(r"^([0-9]*)([-+#.)])")
"""What makes a list or a heading of a line that begins with it."""


def literal(text: str) -> str:
    """Return Markdown that shows a text as it is."""
    return _OPENINGS.sub(r"\1\\\2", _MARKS.sub(r"\\\g<0>", text.strip()))


def hover(
    document: Document,
    line: int,
    column: int,
    values: Mapping[str, str],
    written: Callable[[str], str] = str,
) -> tuple[str, Span] | None:
    """Return what is to be said of a place, as Markdown, and of which part of the text.

    `values` says of names what values they have. They and help are texts and no Markdown: `written` is
    `literal` for who reads all of Markdown, and not only paragraphs and blocks of code.
    """
    name = document.name_at(line, column)
    if name is not None:
        definition = document.definition_of(name)
        return (describe(document, definition, values, written), name.span) if definition else None
    in_braces = False  # where a name is a word, whatever it means elsewhere
    for before, token in pairwise([document.tokens[0], *document.tokens] if document.tokens else []):
        in_braces = token.type == "LBRACE" or (in_braces and token.type in _SYMBOLS)
        if start_of(token.span) <= (line, column) < end_of(token.span):
            kind = KINDS.get(token) if before.type == "DRAW" else None
            if kind is not None:
                return f"```cobra\ndraw {kind.name}\n```\n\n{kind.about}", token.span
            word = WORDS.get(" ".join(token.split()))
            said = word is not None and word.text and token.type != "STRING" and not in_braces
            return (describe_word(word), token.span) if word is not None and said else None
    return None


def describe(
    document: Document, definition: Definition, values: Mapping[str, str], written: Callable[[str], str]
) -> str:
    """Return what a name is, as Markdown."""
    text = document.source.slice(definition.whole)
    shown = text if len(text) <= _MOST else f"{text[:_MOST]}…"
    has_values = definition.scope is None and definition.what != "experiment"
    known = values.get(definition.name.text, "") if has_values else ""
    said = [f"```cobra\n{shown}\n```", definition.what, written(known), written(definition.help)]
    return "\n\n".join(part for part in said if part)


def describe_word(word: Word) -> str:
    """Return what a word of the language does, as Markdown."""
    return f"```cobra\n{word.usage}\n```\n\n{word.text}"
