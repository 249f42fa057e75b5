"""How a text can go on at a place: the words of the language that fit there, and the names that are known."""

from __future__ import annotations

import re
from collections import defaultdict
from copy import copy
from dataclasses import dataclass
from typing import Any, Final, cast

from lark.exceptions import UnexpectedToken

from cobra.drawings.kinds import KINDS
from cobra.editor.document import Document
from cobra.language.accepted import acceptable
from cobra.language.grammars import Language, game_language
from cobra.language.source import Source
from cobra.language.tokens import END, Token, make_token
from cobra.language.words import WORDS, of_kind

_WORD: Final = re.compile(r"[^\x00-/:-@\[-^`{-\x7F]*\Z")
_QUIET: Final = re.compile(r'(?:[^"#]|"[^"]*")*(?:#.*|"[^"]*)')
"""A line whose end is in a comment or a text."""
_OPENING: Final = ("LPAR", "LSQB", "LBRACE")
_CLOSING: Final = ("RPAR", "RSQB", "RBRACE")
_BEFORE_ITEMS: Final = ("LPAR", "COMMA", "FOR")
_HEADING: Final = ("EXPERIMENT", "NAME", "LPAR", "RPAR")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A word that fits; `kind` is that of the table of words, or what a name is."""

    text: str
    kind: str
    detail: str
    documentation: str = ""


def complete(document: Document, line: int, column: int) -> list[Proposal]:
    """Return what fits at a place, where a part of it may already be written."""
    if line > len(document.source.lines):
        return []
    before = document.source.lines[line - 1][: column - 1]
    written = _WORD.search(before)
    assert written is not None
    if _QUIET.fullmatch(before) or before[written.start() :][:1].isdecimal():
        return []
    start = written.start() + 1
    text = "\n".join([*document.source.lines[: line - 1], before[: start - 1]])
    tokens = [
        one for one in game_language().lexicon.tokenize(Source(None, "", text), 0)[0] if one.type != END
    ]
    if tokens and tokens[-1].type == "DRAW":
        return [Proposal(kind.name, "drawing", f"draw {kind.name}", kind.about) for kind in KINDS.values()]
    if begun := _begun(tokens, line):
        return begun
    accepted = _accepted(game_language(), tokens)
    words = {_spelling(terminal) for terminal in accepted}
    kinds = ["clause", "modifier", "constant"]
    if not before[: start - 1].strip() or (tokens and tokens[-1].type == "AUX"):  # statements begin lines
        kinds.append("statement")
    found = [_of_table(word) for word in of_kind(*kinds) if word in words]
    if {"NAME", "INT", "LPAR"} <= accepted:
        found = [*_names(document, tokens, line, start), *map(_of_table, of_kind("function")), *found]
    elif "NAME" in accepted and (kind := _changing(tokens)):
        found = [*(one for one in _names(document, [], line, start) if one.kind == kind), *found]
    return found


def _begun(tokens: list[Token], line: int) -> list[Proposal]:
    """Return the rest of several words that mean something together only, the first of which stand there."""
    found = []
    for word in WORDS.values():
        parts = word.word.split()
        for known in range(1, len(parts)):
            last = tokens[-known:]
            if [str(token) for token in last] != parts[:known] or last[0].span.line != line:
                continue
            if word.word in map(_spelling, _accepted(game_language(), tokens[:-known])):
                found.append(Proposal(" ".join(parts[known:]), word.kind, word.usage, word.text))
    return found


def _spelling(terminal: str) -> str:
    return game_language().lexicon.spellings.get(terminal, "")


def _of_table(word: str) -> Proposal:
    return Proposal(word, WORDS[word].kind, WORDS[word].usage, WORDS[word].text)


def _accepted(language: Language, tokens: list[Token]) -> set[str]:
    """Return the terminals that can follow some tokens; of mistakes before the last statement or clause none
    matters."""
    statement = _last(tokens, language.statements)
    clause = _last(tokens, language.clauses)
    tries = [tokens[statement:]]
    if tokens and tokens[statement].type == "EXPERIMENT" and clause > statement:
        place = tokens[0].span
        tries.append([*(make_token(one, "_", place) for one in _HEADING), *tokens[clause:]])
    for trial in tries:
        parser = cast(Any, language.grammar.parse_interactive())  # lark leaves its methods untyped
        parser.parser_state.parse_conf = copy(parser.parser_state.parse_conf)
        parser.parser_state.parse_conf.callbacks = defaultdict(lambda: list)  # no trees are needed
        try:
            for token in trial:
                parser.feed_token(token)
        except UnexpectedToken:
            continue
        return acceptable(parser)
    return set()


def _changing(tokens: list[Token]) -> str | None:
    """Return what kind of name stands after some tokens, where something is said to change."""
    if tokens[-1].type == "MOVE":
        return "secret"
    begun = tokens[_last(tokens, game_language().starters) :]
    return "state" if any(token.type == "THEN" for token in begun) else None


def _last(tokens: list[Token], types: frozenset[str]) -> int:
    """Return which token is the last one of some types that begins a statement or clause; 0 if none is."""
    at = (i for i in reversed(range(len(tokens))) if tokens[i].type in types)
    found = next(at, 0)
    return found - 1 if found and tokens[found - 1].type == "AUX" else found


def _names(document: Document, tokens: list[Token], line: int, column: int) -> list[Proposal]:
    """Return the names that can be used at a place, with those that the part being written introduces."""
    found = {}
    for one in document.visible(line, column):
        if one.what != "experiment":
            found[one.name.text] = Proposal(
                one.name.text, one.what, document.source.slice(one.whole)[:100], one.help
            )
    begun = tokens[_last(tokens, game_language().starters) :]
    function = len(begun) > 2 and begun[0].type in ("DEF", "LET") and begun[2].type == "LPAR"
    arguments = next((i for i, one in enumerate(begun) if one.type == "RPAR"), 0) if function else 0
    inside = [one for one in begun[3:arguments] if one.type == "NAME"]
    for name in [*inside, *_going_through(begun)]:
        found.setdefault(str(name), Proposal(str(name), "each in turn", ""))
    if function and begun[0].type == "DEF":  # which may call itself
        found.setdefault(str(begun[1]), Proposal(str(begun[1]), "function", ""))
    return list(found.values())


def _going_through(tokens: list[Token]) -> list[Token]:
    """Return the names in a part being written that go through a set and are known behind it: from the end of
    their set to that of the brackets they stand in, after `for` to the end of what is said of each."""
    known: list[list[Token]] = [[]]  # in each open bracket, the outermost first
    begun: list[Token | None] = [None]  # likewise the name whose set has not ended
    said, conditions = False, 0  # outside of brackets: a `:`, and how many `if` without their `then`
    for i, token in enumerate(tokens):
        if token.type in _OPENING:
            known.append([])
            begun.append(None)
        elif token.type in _CLOSING and len(known) > 1:
            known.pop()
            begun.pop()
        elif token.type == "IN" and i > 1 and tokens[i - 2].type in _BEFORE_ITEMS:
            begun[-1] = tokens[i - 1] if tokens[i - 1].type == "NAME" else None
        elif token.type in ("COMMA", "COLON"):
            known[-1] += [begun[-1]] if begun[-1] is not None else []
            begun[-1] = None
        if len(known) > 1:
            continue
        if (said and token.type == "COMMA") or (token.type == "THEN" and not conditions):
            known, said = [[]], False
        said |= token.type == "COLON"
        conditions += (token.type == "IF") - (token.type == "THEN" and conditions > 0)
    return [name for names in known for name in names]
