"""Text to tokens, by the terminals of a grammar; mistakes in single tokens are noted and mended.

The longest match wins, a keyword is no name, and no input makes this fail: what is no token at all becomes a
diagnostic and is left out, or is replaced by what was meant, so that parsing can go on to the next mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lark import Lark
from lark import Token as LarkToken
from lark.lexer import PatternStr

from cobra.budget import poll
from cobra.errors import Diagnostic, Span
from cobra.language.source import Source
from cobra.printable import printable

END = "$END"
PHRASES = {"LIES_AT_MOST": "lies at most", "ONE_OF": "one of"}
"""How terminals of several words are written; each of the words by itself is a name."""
MOST_DIGITS = 9
LOOK = 255
"""The budget is looked at after so many tokens, less one, a power of two."""


class Token(LarkToken):
    """A token of lark that knows its place; `type` is the terminal, the string itself its text."""

    __slots__ = ("span",)
    span: Span


def make_token(terminal: str, text: str, span: Span) -> Token:
    """Return a token of the given terminal, text and place."""
    token = str.__new__(Token, text)
    token.type = terminal
    token.span = span
    return token


@dataclass(frozen=True)
class Mistake:
    """What is wrong with a piece of text that is no token, and the terminal and text it is taken for."""

    kind: str
    message: str
    hint: str = ""
    terminal: str | None = None
    text: str = ""


class Lexicon:
    """The terminals of one grammar, ready for use.

    `keywords` maps each word of the language to its terminal, `spellings` each terminal that is written in
    one way only to its text. `wrong` says what is the matter with a piece of text that matches the pattern
    `mistakes`, which is tried before the terminals, or with a character that no terminal starts with.
    """

    def __init__(self, grammar: Lark, mistakes: str, wrong: Callable[[str], Mistake]) -> None:
        fixed = {t.name: t.pattern.value for t in grammar.terminals if isinstance(t.pattern, PatternStr)}
        self.spellings = fixed | PHRASES
        self.keywords = {text: name for name, text in fixed.items() if text.isidentifier()}
        others = [t for t in grammar.terminals if fixed.get(t.name) not in self.keywords]
        others.sort(key=lambda t: (-t.priority, -t.pattern.max_width))  # as lark's own lexer does
        terminals = [f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in others]
        self._pattern = re.compile(
            "|".join([f"(?P<mistake>{mistakes})", *terminals, "(?P<foreign>.)"]), re.DOTALL
        )
        self._ignored = frozenset(grammar.lexer_conf.ignore)
        self._wrong = wrong

    def tokenize(self, source: Source, most: int) -> tuple[list[Token], list[Diagnostic]]:
        """Return the tokens of a source, closed by an `END` token, and its first `most` mistakes."""
        tokens: list[Token] = []
        diagnostics: list[Diagnostic] = []
        line, line_start, after_foreign = 1, 0, -1
        for number, match in enumerate(self._pattern.finditer(source.text)):
            if not number & LOOK:
                poll("reading the game")  # tokens take a hundred times as much as their text
            kind, text, start = match.lastgroup or "", match.group(), match.start()
            column, first_line = start - line_start + 1, line
            if "\n" in text:
                line += text.count("\n")
                line_start = start + text.rindex("\n") + 1
            if kind in self._ignored:
                continue
            span = Span(source.name, first_line, column, line, match.end() - line_start + 1)
            if kind == "NAME":
                kind = self.keywords.get(text, kind)
            elif kind in ("mistake", "foreign"):
                if len(diagnostics) < most and start != after_foreign:
                    mistake = self._wrong(text)
                    diagnostics.append(source.diagnostic(mistake.kind, mistake.message, span, mistake.hint))
                    if mistake.terminal is not None:
                        tokens.append(make_token(mistake.terminal, mistake.text, span))
                after_foreign = match.end() if kind == "foreign" else -1
                continue
            tokens.append(make_token(kind, text, span))
        end = tokens[-1].span if tokens else Span(source.name, 1, 1, 1, 1)
        place = Span(source.name, end.end_line, end.end_column, end.end_line, end.end_column + 1)
        return [*tokens, make_token(END, "", place)], diagnostics


# What people write that is no token of the game language: a string without its end or in other quotes, a
# number and a name in one, too many digits, the operators of other languages.
_LONG_NUMBER = rf"0*+[0-9]{{{MOST_DIGITS + 1},}}+"
GAME_MISTAKES = "|".join(
    [
        r'"[^"\n]*+(?=\n|\Z)',
        r"""'[^'"\n]*+'|[“”„][^“”"\n]*+[“”]""",
        r"[0-9]++[^\W\d]\w*+",
        r"[^\W\d]\w*+\.[^\W\d]\w*+",
        rf"{_LONG_NUMBER}\.[0-9]++|[0-9]++\.[0-9]{{{MOST_DIGITS + 1},}}+",
        _LONG_NUMBER,
        r"&&|\|\||==|:=|<>|=<|=>|\*\*|//|[≤≥≠∧∨¬→⇒↔⇔−×÷·∈…]",
    ]
)
CORE_MISTAKES = "|".join([r'"[^"]*+\Z', r"'[^']*+\Z", _LONG_NUMBER])

_OPERATORS = {
    "AND": ("&", "&& ∧"),
    "OR": ("|", "|| ∨"),
    "NOT": ("!", "¬"),
    "IMPLIES": ("->", "→ ⇒"),
    "IFF": ("<->", "↔ ⇔"),
    "EQUAL": ("=", "== :="),
    "UNEQUAL": ("!=", "<> ≠"),
    "AT_MOST": ("<=", "=< ≤"),
    "AT_LEAST": (">=", "=> ≥"),
    "IN": ("in", "∈"),
    "TO": ("..", "…"),
    "MINUS": ("-", "−"),
    "TIMES": ("*", "** × ·"),
    "SLASH": ("/", "// ÷"),
}
_FOREIGN_OPERATORS = {
    foreign: (terminal, right)
    for terminal, (right, others) in _OPERATORS.items()
    for foreign in others.split()
}
_FOREIGN_CHARACTERS = {
    ";": "nothing is needed at the end of a statement",
    ".": "a range is written 1..3, a decimal 0.5",
    "~": "not is written !",
    "^": "there are no powers; multiply with *",
    "?": "a choice is written if a then b else c",
    "$": "a parameter is written by its name alone",
    "\\": "a statement goes on over many lines without a mark",
    "'": 'a string stands between double quotes: "red"',
    "“": 'a string stands between straight quotes: "red"',
    "”": 'a string stands between straight quotes: "red"',
}


def wrong_in_game(text: str) -> Mistake:
    """Say what is the matter with a piece of text that is no token of the game language."""
    if text in _FOREIGN_OPERATORS:
        terminal, right = _FOREIGN_OPERATORS[text]
        message, hint = f"`{text}` is written `{right}` here", ""
        if text == "**":  # it is read on as a product, which is something else
            message, hint = "`**` means nothing here", _FOREIGN_CHARACTERS["^"]
        elif text == "//":
            hint = "comments start with #"
        elif text == "=>":
            hint = "if it is meant that one thing follows from another: a -> b"
        return Mistake("foreign operator", message, hint, terminal, right)
    if text[0] in "'“”„" and len(text) > 1:
        right = f'"{text[1:-1]}"'
        message = "a string stands between double quotes"
        return Mistake("foreign character", message, f"write {clip(right)}", "STRING", right)
    if re.fullmatch(r"\w+\.\w+", text) and not text[0].isdecimal():
        hint = f'the name of a file stands between quotes: "{clip(text)}"'
        return Mistake("foreign character", f"`{clip(text)}` is no name", hint, "STRING", f'"{text}"')
    if re.fullmatch(r"[0-9]+\.[0-9]+", text):
        message = f"a decimal has at most {MOST_DIGITS} digits on either side of its point"
        return Mistake("limit reached", message, "", "DECIMAL", "1.0")
    digits = re.match("[0-9]*", text)
    name = text[digits.end() :] if digits else ""
    if name and name != text:
        hint = f"a product needs its sign: {clip(text[: -len(name)])} * {clip(name)}"
        message = f"`{clip(text)}` is neither a number nor a name"
        return Mistake("number and name run together", message, hint, "INT", "1")
    return wrong_in_core(text, _FOREIGN_CHARACTERS)


def wrong_in_core(text: str, hints: dict[str, str] | None = None) -> Mistake:
    """Say what is the matter with a piece of text that is no token of the core language."""
    if text[0].isdecimal() and len(text) > 1:
        return Mistake("limit reached", f"a number has at most {MOST_DIGITS} digits", "", "INT", "1")
    hint = (hints or {}).get(text, "")
    if text[0] == '"' or (text[0] == "'" and not hint):
        return Mistake("string not closed", "this string is not closed", "", "STRING", '"?"')
    shown = f"`{text}`" if text.isprintable() else f"the character U+{ord(text):04X}"
    return Mistake("foreign character", f"{shown} means nothing here", hint)


def clip(text: str) -> str:
    """Return a piece of a game as a message shows it: not too long, and safe to print."""
    shown = text if len(text) <= 30 else f"{text[:29]}…"
    return printable(shown)
