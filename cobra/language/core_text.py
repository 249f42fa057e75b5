"""A game in the shape of the core language as text.

The text depends on the structure of the formulas only, not on the numbers of nodes: parsing it and
writing it again gives the same text. Operands stand in natural order of their own text. What is read off
the graph: `F$k` is a disjunction over symbols of "parameter k is the symbol, and a variable holds";
Exactly-, AtLeast- and AtMost-k are bounds on sums.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from cobra.budget import expect, poll
from cobra.errors import GameError
from cobra.language.core_form import CoreForm, CoreType, TreeSizes
from cobra.limits import Limits
from cobra.model.dag import AND, FALSE, GE, PARAMETER, TRUE, VARIABLE, XOR, Lit

ATOM, CONJUNCTION, DISJUNCTION, EQUIVALENCE = range(4)
"""How tightly a text binds."""

_TRUE, _FALSE = -1, -2
"""In a mapping: the variables that are constantly true and false."""
_WRITING: Final = "writing the game in the core language"

_DIGITS = re.compile(r"[0-9]+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORDS = frozenset(
    [
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
        "EXACTLY",
        "ATLEAST",
        "ATMOST",
        "AND",
        "OR",
    ]
)
_LINE = 100

SymbolMap = tuple[int, ...]
"""The variable of each symbol of the alphabet, or `_TRUE` or `_FALSE`."""


@dataclass(frozen=True, slots=True)
class Text:
    """A formula as text, how tightly it binds, and the key that puts texts in natural order.

    No part of a text begins or ends amid a number, so the key of a text is made of those of its parts.
    """

    level: int
    text: str
    key: str

    def within(self, level: int) -> Text:
        """Return the text, in parentheses unless it binds more tightly than `level`."""
        return self if self.level < level else Text(ATOM, f"({self.text})", f"({self.key})")


def _atom(text: str) -> Text:
    return Text(ATOM, text, _natural(text))


def _not(text: Text) -> Text:
    return Text(ATOM, "!" + text.text, "!" + text.key)


@dataclass(frozen=True, slots=True)
class _Item:
    """An operand of a conjunction, and its negation for when the conjunction is negated."""

    positive: Text
    negative: Text


def write_core(form: CoreForm, limits: Limits) -> str:
    """Return the game as text of the core language; `LimitError` when it would be too long."""
    return _Writer(form, limits).text()


class _Writer:
    def __init__(self, form: CoreForm, limits: Limits) -> None:
        self._form = form
        self._dag = form.dag
        self._width = len(form.alphabet)
        self._symbol_of_parameter: dict[int, tuple[int, int]] = {}
        self._texts: dict[Lit, Text] = {}
        self._mappings: dict[str, SymbolMap] = {}
        self._names = [_ident(name) for name in form.variables]
        self._constraints = _conjuncts(form)
        self._true = self._constant("true", 0)
        self._false = self._constant("false", 1)
        self._uses_constants: set[int] = set()
        self._check_size(limits)

    def _constant(self, word: str, sign: int) -> tuple[str, int | None]:
        """Return the name for a constant variable, and the variable of the game that is one already."""
        variables = {name: number for number, name in enumerate(self._form.variables)}
        while word in variables:
            lit = self._dag.variable(variables[word]) ^ sign
            if lit in self._constraints:
                return _ident(word), variables[word]
            word += "_"
        return _ident(word), None

    def _check_size(self, limits: Limits) -> None:
        """Estimate the size of all formulas written out as trees."""
        types = self._form.types
        roots = [*self._constraints, *(outcome.formula for type_ in types for outcome in type_.outcomes)]
        limits.check("formula-nodes", TreeSizes(self._dag).of(roots), "the formulas written out")

    # ------------------------------------------------------------ the file

    def text(self) -> str:
        form = self._form
        constants = {
            self._dag.variable(n) ^ sign
            for (_, n), sign in ((self._true, 0), (self._false, 1))
            if n is not None
        }
        items = self._items([lit for lit in self._constraints if lit not in constants])
        constraints = [item.positive.text for item in items]
        body = "\n".join(line for type_ in form.types for line in self._type(type_))
        expect(3 * len(body), _WRITING)  # with its names, put together, and as the whole
        names = self._mapping_names(body)
        self._uses_constants.update(v for token in names for v in self._mappings[token] if v < 0)
        variables = list(self._names)
        for (name, number), marker, sign in ((self._true, _TRUE, ""), (self._false, _FALSE, "!")):
            if number is None and marker in self._uses_constants:
                variables.append(name)
            if number is not None or marker in self._uses_constants:
                constraints.append(sign + name)
        lines = [*_wrapped("VARIABLES", variables), *(f"CONSTRAINT {text}" for text in constraints)]
        if any(type_.arity for type_ in form.types):
            lines += ["", *_wrapped("ALPHABET", [_quoted(symbol) for symbol in form.alphabet])]
        lines += [
            line
            for token, name in names.items()
            for line in _wrapped(f'MAPPING "{name}"', [self._image(v) for v in self._mappings[token]])
        ]
        return "\n".join(lines) + "\n" + _TOKEN.sub(lambda match: names[match[0]], body) + "\n"

    def _type(self, type_: CoreType) -> list[str]:
        lines = ["", f"EXPERIMENT {_quoted(type_.name)} {type_.arity}"]
        lines += [f"PARAMS_DISTINCT {_numbers(group)}" for group in type_.distinct]
        lines += [f"PARAMS_SORTED {_numbers(chain)}" for chain in _chains(type_.ascending)]
        for outcome in type_.outcomes:
            word = "OUTCOME" if outcome.final else "OUTCOMEX"
            lines.append(f"{word} {_quoted(outcome.name)} {self._formula(outcome.formula).text}")
        return lines

    # ------------------------------------------------------------ mappings

    def _mapped(self, parameter: int, mapping: SymbolMap) -> Text:
        """Return `F$k` with a token for F, which gets its name when the whole text is known."""
        digest = blake2b(repr(mapping).encode(), digest_size=8).hexdigest()
        token = f"{self._base_name(mapping)}\x01{digest}\x01"
        self._mappings[token] = mapping
        return _atom(f"{token}${parameter + 1}")

    def _image(self, variable: int) -> str:
        if variable < 0:
            return self._true[0] if variable == _TRUE else self._false[0]
        return self._names[variable]

    def _base_name(self, mapping: SymbolMap) -> str:
        """Return a telling name: `is_red` for "the parameter is red", `code_1` when symbol c goes to
        `code[1]=c`.
        """
        real = [(symbol, v) for symbol, v in zip(self._form.alphabet, mapping, strict=True) if v != _FALSE]
        if len(real) == 1 and real[0][1] == _TRUE:
            return _identifier(f"is_{real[0][0]}")
        heads = {
            name.removesuffix(f"={symbol}")
            if name.endswith(f"={symbol}")
            else name.removesuffix(f"[{symbol}]")
            for symbol, v in real
            for name in ([self._form.variables[v]] if v >= 0 else [""])
        }
        head = heads.pop()
        return "F" if heads or head in ("", *self._form.variables) else _identifier(head)

    def _mapping_names(self, body: str) -> dict[str, str]:
        """Return a name for each token, numbered in order of appearance where telling names agree."""
        names: dict[str, str] = {}
        used: set[str] = set()
        for match in _TOKEN.finditer(body):
            if match[0] not in names:
                name, number = match[1], 2
                while name in used:
                    name, number = f"{match[1]}_{number}", number + 1
                used.add(name)
                names[match[0]] = name
        return names

    # ------------------------------------------------------------ formulas

    def _formula(self, lit: Lit) -> Text:
        for node in self._dag.reachable([lit]):
            poll(_WRITING)  # a text holds all those below it: together they take far more than the whole
            if 2 * node not in self._texts:
                self._texts[2 * node], self._texts[2 * node + 1] = self._both(node)
        return self._texts[lit]

    def _both(self, node: int) -> tuple[Text, Text]:
        """Return the texts of a node and of its negation; its arguments' are known."""
        kind, args = self._dag.nodes[node]
        if kind == AND:
            items = self._items(args)
            positive = _joined([item.positive for item in items], " & ", CONJUNCTION)
            return positive, _joined([item.negative for item in items], " | ", DISJUNCTION)
        if kind == GE:
            return self._at_least(args)
        if kind == XOR:
            return self._xor(args[0], args[1])
        if kind == VARIABLE:
            text = _atom(self._names[args[0]])
        elif kind == PARAMETER:
            parameter, symbol = divmod(args[0], self._width)
            text = self._mapped(
                parameter, tuple(_TRUE if a == symbol else _FALSE for a in range(self._width))
            )
        else:
            self._uses_constants.add(_FALSE)
            text = _atom(self._false[0])
        return text, _not(text)

    def _xor(self, a: Lit, b: Lit) -> tuple[Text, Text]:
        sides = []
        sign = 0
        for lit in (a, b):
            chosen = min((self._plainness([lit]), 0, lit), (self._plainness([lit ^ 1]), 1, lit ^ 1))
            sign ^= chosen[1]
            sides.append(self._texts[chosen[2]])
        same = _joined(sides, " <-> ", EQUIVALENCE)
        differ = _not(same.within(ATOM))
        return (same, differ) if sign else (differ, same)

    def _plainness(self, lits: Iterable[Lit]) -> tuple[int, list[str]]:
        """Return what tells the better of a list of formulas and the list of their negations."""
        keys = sorted(self._texts[lit].key for lit in lits)
        return sum(key.startswith("!") for key in keys), keys

    def _at_least(self, args: Sequence[int]) -> tuple[Text, Text]:
        terms = [lit for w, lit in zip(args[1::2], args[2::2], strict=True) for _ in range(w)]
        k, n = args[0], len(terms)
        opposite = [lit ^ 1 for lit in terms]
        if self._plainness(terms) <= self._plainness(opposite):
            return self._counted("AtLeast", k, terms), self._counted("AtMost", k - 1, terms)
        return self._counted("AtMost", n - k, opposite), self._counted("AtLeast", n - k + 1, opposite)

    def _counted(self, word: str, k: int, lits: Sequence[Lit]) -> Text:
        inside = _joined([self._texts[lit] for lit in lits], ", ", EQUIVALENCE + 1)
        head = f"{word}-{k}("
        return Text(ATOM, f"{head}{inside.text})", f"{_natural(head)}{inside.key})")

    def _items(self, args: Sequence[Lit]) -> list[_Item]:
        """Return the operands of a conjunction: `!F$k`, Exactly-k, and what is neither, in natural order."""
        self._formula_all(args)
        groups, rest = self._mapping_groups(args)
        counts, rest = self._exact_counts(rest)
        items = [_Item(_not(group), group) for group in groups]
        items += [_Item(count, _not(count)) for count in counts]
        items += [_Item(self._texts[lit], self._texts[lit ^ 1]) for lit in rest]
        return sorted(items, key=lambda item: item.positive.key)

    def _formula_all(self, lits: Sequence[Lit]) -> None:
        for lit in lits:
            if lit not in self._texts:
                self._formula(lit)

    def _pair(self, lit: Lit) -> tuple[int, int, int] | None:
        """Read "not (parameter k is symbol a and variable x holds)", x being true when there is none."""
        if not lit & 1:
            return None
        node = self._dag.node(lit)
        parts = [lit ^ 1] if node.kind == PARAMETER else list(node.args) if node.kind == AND else []
        parameters = [part for part in parts if self._dag.node(part).kind == PARAMETER]
        variables = [self._dag.node(part).args[0] for part in parts if self._dag.node(part).kind == VARIABLE]
        if len(parameters) != 1 or len(variables) != len(parts) - 1 or len(variables) > 1:
            return None
        if any(part & 1 for part in parts if part != parameters[0]):
            return None
        k, a = divmod(self._dag.node(parameters[0]).args[0], self._width)
        if parameters[0] & 1:
            if self._width != 2:
                return None
            a = 1 - a  # of two symbols: not the one is the other
        x = variables[0] if variables else _TRUE
        return k, a, _TRUE if x == self._true[1] else _FALSE if x == self._false[1] else x

    def _mapping_groups(self, args: Sequence[Lit]) -> tuple[list[Text], list[Lit]]:
        """Gather negated pairs into mappings, one variable for each symbol; return the other operands too."""
        rest: list[Lit] = []
        pairs: dict[int, dict[int, dict[int, Lit]]] = {}
        for lit in args:
            pair = self._pair(lit)
            if pair is None:
                rest.append(lit)
            else:
                k, a, x = pair
                pairs.setdefault(k, {}).setdefault(a, {})[x] = lit
        groups = []
        for k, symbols in pairs.items():
            columns = {
                a: sorted(of.items(), key=lambda pair: (pair[0] < 0, abs(pair[0])))
                for a, of in symbols.items()
            }
            for layer in range(max(map(len, columns.values()))):
                chosen = {a: column[layer] for a, column in columns.items() if layer < len(column)}
                if len(chosen) == 1 < self._width and all(x >= 0 for x, _ in chosen.values()):
                    rest += [
                        lit for _, lit in chosen.values()
                    ]  # `is_a$k & x` is plainer than a mapping for it
                elif any(x != _FALSE for x, _ in chosen.values()):
                    mapping = tuple(chosen[a][0] if a in chosen else _FALSE for a in range(self._width))
                    groups.append(self._mapped(k, mapping))
        return groups, rest

    def _is_not_symbol(self, lit: Lit) -> bool:
        """Return whether a literal says what a parameter is not: it is read back as several conjuncts."""
        return bool(lit & 1) and self._dag.node(lit).kind == PARAMETER

    def _exact_counts(self, args: Sequence[Lit]) -> tuple[list[Text], list[Lit]]:
        """Find sums with both bounds equal: "at least k" and "not at least k + 1" of the same literals."""
        bounds: dict[frozenset[Lit], list[tuple[str, int, Lit]]] = {}
        for lit in args:
            kind, parts = self._dag.node(lit)
            if kind == GE and set(parts[1::2]) == {1}:
                terms = frozenset(parts[2::2])
                _note(bounds, terms, ("high", parts[0] - 1, lit) if lit & 1 else ("low", parts[0], lit))
            elif kind == AND and lit & 1 and not any(self._is_not_symbol(part) for part in parts):
                terms = frozenset(parts)
                _note(bounds, terms, ("high", len(terms) - 1, lit))
        counts: list[Text] = []
        used: set[Lit] = set()
        for terms, found in bounds.items():
            low = [(k, lit) for side, k, lit in found if side == "low" and lit not in used]
            high = [(k, lit) for side, k, lit in found if side == "high" and lit not in used]
            if low and high and low[0][0] == high[0][0]:
                used.update((low[0][1], high[0][1]))
                k, opposite = low[0][0], [lit ^ 1 for lit in terms]
                if self._plainness(terms) <= self._plainness(opposite):
                    counts.append(self._counted("Exactly", k, list(terms)))
                else:
                    counts.append(self._counted("Exactly", len(terms) - k, opposite))
        return counts, [lit for lit in args if lit not in used]


_TOKEN = re.compile(r"([A-Za-z0-9_]+)\x01[0-9a-f]{16}\x01")


def _note(
    bounds: dict[frozenset[Lit], list[tuple[str, int, Lit]]],
    terms: frozenset[Lit],
    bound: tuple[str, int, Lit],
) -> None:
    """Note a bound on how many of `terms` hold, under the terms or their negations, whichever come first."""
    opposite = frozenset(lit ^ 1 for lit in terms)
    if min(terms) & 1:
        side, k, lit = bound
        bounds.setdefault(opposite, []).append(("low" if side == "high" else "high", len(terms) - k, lit))
    else:
        bounds.setdefault(terms, []).append(bound)


def _conjuncts(form: CoreForm) -> list[Lit]:
    whole = form.dag.conj(form.constraints)
    if whole in (TRUE, FALSE):
        return [] if whole == TRUE else [FALSE]
    node = form.dag.node(whole)
    return list(node.args) if node.kind == AND and not whole & 1 else [whole]


def _joined(texts: Sequence[Text], operator: str, level: int) -> Text:
    if len(texts) == 1:
        return texts[0]
    parts = sorted((text.within(level) for text in texts), key=lambda part: part.key)
    return Text(level, operator.join(part.text for part in parts), operator.join(part.key for part in parts))


def _chains(edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return ascending pairs as ascending lists, each as long as possible."""
    left = sorted(edges)
    chains = []
    while left:
        chain = list(left.pop(0))
        while following := [edge for edge in left if edge[0] == chain[-1]]:
            left.remove(following[0])
            chain.append(following[0][1])
        chains.append(chain)
    return chains


def _numbers(parameters: Iterable[int]) -> str:
    return ", ".join(str(k + 1) for k in parameters)


def _wrapped(head: str, items: Sequence[str]) -> list[str]:
    """Return `head item, item, …` in lines of moderate length."""
    lines = [head]
    for i, item in enumerate(items):
        text = item + ("," if i + 1 < len(items) else "")
        if len(lines[-1]) + len(text) >= _LINE and lines[-1] != head:
            lines.append(" ")
        lines[-1] += " " + text
    return lines


def _ident(name: str) -> str:
    return name if _NAME.fullmatch(name) and name.upper() not in _WORDS else _quoted(name)


def _quoted(text: str) -> str:
    """Return a text as a string, in which a line end is a space, as which it is read."""
    text = text.replace("\n", " ")
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    raise GameError(f"the core language has no text with both kinds of quotation marks, such as {text}")


def _identifier(text: str) -> str:
    """Return a name made of the letters and digits of a text."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")
    if not _NAME.fullmatch(name) or name.upper() in _WORDS:
        name = f"F_{name}" if name else "F"
    return name


@lru_cache(maxsize=4096)
def _natural(text: str) -> str:
    """Return a key that orders numbers by value: before the digits of each stands how many they are."""
    return _DIGITS.sub(_by_value, text)


def _by_value(match: re.Match[str]) -> str:
    digits = match[0].lstrip("0")
    return f"\0{chr(len(digits))}{digits}"
