"""The two languages: their grammars, ready to parse with, and the uses of their words.

The grammars in `cobra/grammar` are the reference. lark makes LALR(1) tables of them, which takes a tenth of
a second, so the tables are kept in the user's cache folder, with a digest beside them. A missing, stale or
damaged cache is made anew; without a folder that can be written there is none.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from lark import Lark

from cobra.language.build import core_builder, game_builder
from cobra.language.tokens import CORE_MISTAKES, GAME_MISTAKES, Lexicon, wrong_in_core, wrong_in_game


@dataclass(frozen=True)
class Language:
    """A grammar and its terminals by their use."""

    grammar: Lark
    lexicon: Lexicon
    statements: frozenset[str]
    """Start a statement."""
    clauses: frozenset[str]
    """Start a clause of an experiment."""
    operands: frozenset[str]
    """Start an operand."""
    operators: frozenset[str]
    """May follow an operand."""
    expression: str
    """What the language calls an operand or several."""

    @property
    def starters(self) -> frozenset[str]:
        """Start a statement or a clause and stand nowhere else, so parsing goes on there after a mistake."""
        return self.statements | self.clauses


CORE_STARTERS = {
    "VARIABLE",
    "VARIABLES",
    "CONSTRAINT",
    "RESTRICTION",
    "ALPHABET",
    "MAPPING",
    "EXPERIMENT",
    "PARAMS_DISTINCT",
    "PARAMS_SORTED",
    "OUTCOME",
    "OUTCOMEX",
}
"""The terminals, and the words, that start a line of the core language."""


@cache
def game_language() -> Language:
    """Return the game language."""
    grammar = load_grammar("cobra", "file", game_builder())
    return Language(
        grammar,
        Lexicon(grammar, GAME_MISTAKES, wrong_in_game),
        statements=_set(
            "GAME DRAW PARAM FILE ALPHABET AUX VARIABLE VARIABLES SECRET CONSTRAINT WEIGHT GOAL DEF STATE "
            "LOST LIES_AT_MOST NOISE MOVE EXPERIMENT"
        ),
        clauses=_set("WHERE LET FINAL COST LIMIT OUTCOME OBSERVE"),
        operands=_set("NAME INT DECIMAL STRING TRUE FALSE LPAR LBRACE MINUS NOT IF"),
        operators=_set(
            "IFF IMPLIES OR AND EQUAL UNEQUAL LESS AT_MOST MORE AT_LEAST IN TO "
            "PLUS MINUS TIMES SLASH PERCENT LPAR LSQB"
        ),
        expression="an expression",
    )


@cache
def core_language() -> Language:
    """Return the core language; its lines are all alike, so none of them is a clause."""
    grammar = load_grammar("core", "core", core_builder())
    return Language(
        grammar,
        Lexicon(grammar, CORE_MISTAKES, wrong_in_core),
        statements=frozenset(CORE_STARTERS),
        clauses=frozenset(),
        operands=_set("NAME STRING LPAR NOT EXACTLY AT_LEAST AT_MOST AND OR"),
        operators=_set("IFF IMPLIES IMPLIED OR AND DOLLAR"),
        expression="a formula",
    )


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


def load_grammar(name: str, start: str, builder: object) -> Lark:
    """Return the parser of `cobra/grammar/<name>.lark`, whose trees the methods of `builder` make."""
    text = resources.files("cobra").joinpath("grammar", f"{name}.lark").read_text("utf-8")
    file = _cache_file(name, text)
    known = None if file is None else _forget_damaged(file)
    grammar = Lark(
        text,
        parser="lalr",
        lexer="basic",
        start=start,
        keep_all_tokens=True,
        transformer=builder,
        cache=False if file is None else str(file),
    )
    if file is not None:
        _write_digest(file, known)
    return grammar


def _forget_damaged(file: Path) -> str | None:
    """Return the digest of tables that are as they were written; else remove them, if there are any.

    lark trusts what it reads: with one bit changed, tables may still be tables, of another language.
    """
    with suppress(OSError):
        found = _digest(file)
        if _digest_file(file).read_text("ascii", "replace") == found:
            return found
    with suppress(OSError):
        file.unlink()
    return None


def _write_digest(file: Path, known: str | None) -> None:
    """Note what the tables are now, unless that is known; tables that were not kept have no digest."""
    with suppress(OSError):
        found = _digest(file)
        if found != known:
            _digest_file(file).write_text(found, "ascii")


def _digest_file(file: Path) -> Path:
    return file.with_suffix(".digest")


def _digest(file: Path) -> str:
    return hashlib.blake2b(file.read_bytes(), digest_size=16).hexdigest()


def _cache_file(name: str, text: str) -> Path | None:
    """Return where lark may keep the tables of a grammar, None for nowhere.

    Versions of cobra with different grammars do not take turns in making the tables of one file.
    lark keeps them pickled, so the folder must be the user's own, writable by nobody else.
    """
    with suppress(OSError, RuntimeError):
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "cobra-games"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
        own = not hasattr(os, "getuid") or status.st_uid == os.getuid()
        if own and not status.st_mode & 0o022 and os.access(folder, os.W_OK):
            return folder / f"{name}-{hashlib.blake2b(text.encode(), digest_size=4).hexdigest()}.tables"
    return None
