"""Texts made by the rules of the grammars themselves, as lark reads them: every construct in every place."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

from cobra.language.accepted import shifts
from cobra.language.grammars import Language, core_language, game_language
from cobra.language.tokens import END
from tests.fuzz.case import Case

NAMES = ("s", "x", "b", "v", "n", "g", "p", "q", "m", "i", "c", "colour", "f", "k", "pegs")
FUNCTIONS = (
    *("count", "sum", "all", "any", "none", "min", "max", "exactly", "atleast", "atmost", "abs", "len"),
    *("disjoint", "lines", "rows", "columns", "cell"),
)
NUMBERS = ("0", "1", "1", "2", "2", "3", "3", "4", "7", "12", "100", "999999999")
DECIMALS = ("0.5", "1.25", "3.0", "0.000000001", "999999999.999999999")
STRINGS = ('"a"', '"b"', '"red"', '""', '"{}"', '"{}-{}"', '"words.txt"', '"table.csv"', '"x y"', '"é"')
OPERATORS = {
    "AND": ("&", "&&", "and", "AND", "∧"),
    "OR": ("|", "||", "or", "Or", "∨"),
    "NOT": ("!", "¬"),
    "IFF": ("<->", "↔"),
    "IMPLIES": ("->", "⇒"),
    "IMPLIED": ("<-", "←"),
}
"""Terminals of the core language that are written in several ways."""
LIKED = {"atom": 4, "name": 6, "integer": 5, "experiment": 5, "observe": 5, "variables": 3, "outcome": 4}
"""Rules (by their names or the names of their alternatives) taken more often than others."""


class _Choices(NamedTuple):
    """Rules to choose from."""

    symbols: list[list[tuple[str, bool]]]
    """The names of the symbols of each, last ones first, and whether they are terminals."""
    weights: list[int]
    """How often each is taken, with those before it."""

    @classmethod
    def of(cls, rules: list[Any]) -> _Choices:
        symbols = [[(s.name, s.is_term) for s in reversed(rule.expansion)] for rule in rules]
        weights = [LIKED.get(rule.alias or rule.origin.name, 1) for rule in rules]
        return cls(symbols, list(accumulate(weights)))


class Walk:
    """Random texts of the symbols of one grammar."""

    def __init__(self, language: Language) -> None:
        self._rules: dict[str, list[Any]] = {}
        for rule in language.grammar.rules:
            self._rules.setdefault(rule.origin.name, []).append(rule)
        self._spellings = {name: (spelling,) for name, spelling in language.lexicon.spellings.items()}
        if "IMPLIED" in {terminal.name for terminal in language.grammar.terminals}:
            self._spellings |= OPERATORS
        self._tables = language.grammar.parse_interactive().parser_state.parse_conf
        self._rows = {
            state: [name for name in row if name.isupper()] for state, row in self._tables.states.items()
        }
        """The terminals that may follow in each state of the parser."""
        self._depth = self._depths()
        self._choices = {name: _Choices.of(rules) for name, rules in self._rules.items()}
        self._shallow = {name: _Choices.of(self._shallowest(rules)) for name, rules in self._rules.items()}

    def _depths(self) -> dict[str, int]:
        """Return for each rule how deep the shallowest tree is that it can make."""
        depth: dict[str, int] = {}
        changed = True
        while changed:
            changed = False
            for name, rules in self._rules.items():
                least = min(self._needs(rule, depth) for rule in rules)
                if least < depth.get(name, 1000):
                    depth[name] = least
                    changed = True
        return depth

    @staticmethod
    def _needs(rule: Any, depth: dict[str, int]) -> int:
        return 1 + max((depth.get(s.name, 1000) if not s.is_term else 0 for s in rule.expansion), default=0)

    def _shallowest(self, rules: list[Any]) -> list[Any]:
        """Return the rules that come to an end soonest."""
        needs = [self._needs(rule, self._depth) for rule in rules]
        return [rule for rule, need in zip(rules, needs, strict=True) if need == min(needs)]

    def text(self, random: Random, start: str, deepest: int, names: tuple[str, ...] = NAMES) -> str:
        """Return a text of a rule, not nested much deeper than `deepest`."""
        words: list[str] = []
        waiting: list[tuple[str, bool, int]] = [(start, False, deepest)]
        while waiting:
            name, terminal, left = waiting.pop()
            if terminal:
                words.append(self._word(random, name, names))
                continue
            choices = (self._shallow if left <= 0 or len(words) > 400 else self._choices)[name]
            symbols = random.choices(choices.symbols, cum_weights=choices.weights)[0]
            waiting += [(symbol, is_terminal, left - 1) for symbol, is_terminal in symbols]
        return " ".join(words)

    def along_tables(self, random: Random, most: int) -> list[str]:
        """Return words that the parser takes one after the other: every terminal in every state is as likely.

        The last one may be a mistake, and what is begun has no end.
        """
        stack, words = [self._tables.start_state], []
        for _ in range(most):
            terminal = random.choice(self._rows[stack[-1]])
            if terminal != END:
                words += [self._word(random, terminal, NAMES), " "]
            if terminal == END or not shifts(self._tables, stack, terminal):
                break
        return words

    def spellings(self) -> list[str]:
        """Return the words of the language that are always the same."""
        return [spelling for spellings in self._spellings.values() for spelling in spellings]

    def any_word(self, random: Random) -> str:
        """Return a word of the language."""
        return self._word(random, random.choice([*self._spellings, "NAME", "INT", "STRING"]), NAMES)

    def _word(self, random: Random, terminal: str, names: tuple[str, ...]) -> str:
        if terminal == "NAME":
            return random.choice(FUNCTIONS if random.random() < 0.2 else names)
        if terminal == "INT":
            return random.choice(NUMBERS)
        if terminal == "DECIMAL":
            return random.choice(DECIMALS)
        if terminal == "STRING":
            return random.choice(STRINGS)
        return random.choice(self._spellings[terminal])


@cache
def game_walk() -> Walk:
    """Return the walk of the game language."""
    return Walk(game_language())


@cache
def core_walk() -> Walk:
    """Return the walk of the core language."""
    return Walk(core_language())


FILES = {"words.txt": "ab\nba\nbb\n", "table.csv": "name,a,b\nx,1,2\ny,2,red\n", "a": "a\n", "b": ""}


GAME = "secret s[1..2] : 1..3 variables v[1..2] variable x param n = 2 in 1..3 "
CORE = "VARIABLES x, b, v ALPHABET 'a', 'b' MAPPING 'm' x, b "


def case(random: Random) -> Case:
    """Return statements of the game language, most after a beginning that defines some of their names."""
    made = [
        game_walk().text(random, "statement", random.choice((8, 16, 30))) for _ in range(random.randint(1, 6))
    ]
    return Case(random.choice(("", GAME, GAME)) + "\n".join(made), files=FILES)


def core_case(random: Random) -> Case:
    """Return lines of the core language, most after a beginning that defines some of their names."""
    made = [core_walk().text(random, "line", random.choice((8, 16, 30))) for _ in range(random.randint(1, 8))]
    return Case(random.choice(("", CORE, CORE)) + "\n".join(made), files=FILES)
