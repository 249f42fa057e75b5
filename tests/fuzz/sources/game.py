"""Small games of the game language, most of them well-formed, made with every construct it has."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from tests.fuzz.case import Case
from tests.fuzz.sources import rules


@dataclass(frozen=True)
class Scope:
    """What an expression may speak of at a place: texts of each kind."""

    numbers: tuple[str, ...] = ()
    formulas: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    """Expressions whose value is a symbol of the alphabet `sym`."""
    sets: tuple[str, ...] = ()
    """Sets of whole numbers."""
    bits: int = 0
    """The number of variables `bit[i]`."""
    functions: tuple[str, ...] = ()
    """Functions of one whole number."""
    words: tuple[str, ...] = ()
    """Symbols of the alphabet, literally."""

    def plus(self, **more: tuple[str, ...]) -> Scope:
        """Return a scope with more of some kinds."""
        return replace(self, **{name: getattr(self, name) + texts for name, texts in more.items()})


def number(random: Random, scope: Scope, depth: int = 2) -> str:
    """Return a whole number, most of them between -10 and 20."""
    leaves = [str(random.randint(0, 3)), *scope.numbers]
    if depth <= 0 or random.random() < 0.25:
        return random.choice(leaves)
    kind = random.choice(
        ("if", "+", "-", "*", "min", "max", "/", "%", "count", "abs", "gen", "call", "list", "neg")
    )
    first = number(random, scope, depth - 1)
    if kind == "if":
        condition = formula(random, scope, depth - 1)
        return f"(if {condition} then {first} else {number(random, scope, depth - 1)})"
    if kind == "count":
        parts = [formula(random, scope, depth - 1) for _ in range(random.randint(1, 3))]
        return f"count({', '.join(parts)})"
    if kind in ("min", "max"):
        return f"{kind}({first}, {number(random, scope, depth - 1)})"
    if kind in ("/", "%"):
        return f"({first} {kind} {random.randint(1, 3)})"
    if kind == "*":
        return f"({first} * {random.randint(0, 3)})"
    if kind == "abs":
        return f"abs({first})"
    if kind == "neg":
        return f"-{first}" if first[0] != "-" else first
    if kind == "gen":
        return generated(random, scope, depth)
    if kind == "call" and scope.functions:
        return f"{random.choice(scope.functions)}({random.randint(0, 3)})"
    if kind == "list" and scope.sets:
        return f"{random.choice(('len', 'min', 'max'))}({random.choice(scope.sets)})"
    return f"({first} {random.choice('+-')} {number(random, scope, depth - 1)})"


def generated(random: Random, scope: Scope, depth: int) -> str:
    """Return a number by a comprehension over a range or a set."""
    name = f"i{depth}"
    domain = random.choice((f"1..{random.randint(1, 3)}", *scope.sets))
    inner = scope.plus(numbers=(name,))
    condition = f", {name} > 1" if random.random() < 0.2 else ""
    kind = random.choice(("count", "count", "sum", "max", "min"))
    body = formula(random, inner, depth - 1) if kind == "count" else number(random, inner, depth - 1)
    return f"{kind}({name} in {domain}{condition} : {body})"


def formula(random: Random, scope: Scope, depth: int = 2) -> str:
    """Return a formula."""
    leaves = [*scope.formulas]
    if scope.symbols:
        one, other = random.choice(scope.symbols), random.choice((*scope.symbols, *scope.words))
        leaves += [f"{one} {random.choice(('=', '!='))} {other}"] * 2
        leaves.append(
            f"{one} in {{{' '.join(random.sample(scope.words, random.randint(1, len(scope.words))))}}}"
        )
    leaves = leaves or ["true", "false", f"{number(random, scope, 0)} < 2"]
    if depth <= 0 or random.random() < 0.25:
        return random.choice(leaves)
    kind = random.choice(("!", "&", "|", "->", "<->", "<", "some", "if", "gen", "in", "compare", "raw"))
    first = formula(random, scope, depth - 1)
    if kind == "!":
        return f"!({first})"
    if kind == "<":
        sign = random.choice(("<", "<=", "=", "!=", ">", ">="))
        return f"({number(random, scope, depth - 1)} {sign} {number(random, scope, depth - 1)})"
    if kind == "some":
        parts = [formula(random, scope, depth - 1) for _ in range(random.randint(1, 3))]
        which = random.choice(("exactly", "atleast", "atmost", "all", "any", "none"))
        many = f"{random.randint(0, 3)}, " if which[0] == "e" or which[:2] == "at" else ""
        return f"{which}({many}{', '.join(parts)})"
    if kind == "if":
        return (
            f"(if {formula(random, scope, depth - 1)} then {first} else {formula(random, scope, depth - 1)})"
        )
    if kind == "gen":
        name = f"j{depth}"
        domain = random.choice((f"1..{random.randint(1, 3)}", *scope.sets))
        body = formula(random, scope.plus(numbers=(name,)), depth - 1)
        return f"{random.choice(('any', 'all', 'none'))}({name} in {domain} : {body})"
    if kind == "in":
        return f"({number(random, scope, depth - 1)} in {random.choice(('0..2', '{1 3}', *scope.sets))})"
    if kind == "raw" and random.random() < 0.1:
        return f"({rules.game_walk().text(random, 'expr', 6, ('bit', 'code', 'i', 'n', 'sym'))})"
    sign = kind if kind in ("&", "|", "->", "<->") else "&"
    return f"({first} {sign} {formula(random, scope, depth - 1)})"


@dataclass
class Text:
    """A game in the making."""

    random: Random
    ending: str
    lines: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    places: int = 0
    domain: str = "sym"
    words: tuple[str, ...] = ()
    numeric: bool = False

    def chance(self, one_in: int) -> bool:
        """Return True once in so many times."""
        return self.random.randrange(one_in) == 0

    def write(self) -> str:
        """Return the text."""
        random = self.random
        if not self.chance(4):
            self.lines.append('game "Made"')
        ground = self._parameters(Scope())
        self._alphabet()
        secret = self._secret(ground)
        functions = self._functions(secret)
        secret, ground = secret.plus(functions=functions), ground.plus(functions=functions[:1])
        for _ in range(random.choice((0, 0, 0, 1, 1, 2))):
            self.lines.append(f"constraint {formula(random, secret)}")
        if self.chance(4):
            self.lines.append(f"weight 1 + count({formula(random, secret)}, {formula(random, secret, 1)})")
        if self.ending == "goal":
            items = [
                random.choice((formula, number))(random, secret, 1) for _ in range(random.choice((1, 1, 2)))
            ]
            self.lines.append(f"goal {', '.join(items)}")
        for place in range(random.choice((1, 1, 2))):
            self._experiment(place, ground, secret, self.ending == "hit" and place == 0)
        if self.ending == "hit" and self.chance(3):
            self.lines.append(f"draw {random.choice(('pegs', 'tiles'))}")
        if self.chance(40):
            random.shuffle(self.lines)
        return random.choice(("\n", "\n", " ")).join(self.lines) + "\n"

    def _parameters(self, scope: Scope) -> Scope:
        if self.chance(3):
            size = self.random.randint(1, 3)
            self.lines.append(f'param n = {size} in 1..{size + self.random.randint(0, 1)} "a number"')
            return scope.plus(numbers=("n",))
        return scope

    def _alphabet(self) -> None:
        size = self.random.choice((1, 2, 2, 3, 3))
        kind = self.random.choice(("1..k", "0..k", "words", "letters", "file", "mixed"))
        self.numeric = kind in ("1..k", "0..k")
        first = 0 if kind == "0..k" else 1
        self.words = tuple(map(str, range(first, first + size)))
        text = f"{first}..{first + size - 1}"
        if kind in ("words", "mixed"):
            self.words = ("red", "green", '"b c"' if kind == "words" else "7")[:size]
            text = "{" + self.random.choice((" ", ", ")).join(self.words) + "}"
        elif kind == "letters":
            self.words = ('"a"', '"b"', '"c"')[:size]
            text = f'"a".."{"abc"[size - 1]}"'
        elif kind == "file":
            self.files["words.txt"] = "\n".join(("one", "two", "three")[:size]) + self.random.choice(
                ("", "\n", "\n\n")
            )
            self.words = ("one", "two", "three")[:size]
            text = 'lines("words.txt")'
        self.lines.append(f"alphabet sym = {text}")
        # a word of an alphabet is written in braces only; elsewhere letters and numbers stand as they are
        self.literals = (
            self.words if self.numeric else tuple(w if w[0] == '"' else f'"{w}"' for w in self.words)
        )

    def _secret(self, scope: Scope) -> Scope:
        random = self.random
        self.places = random.choice((1, 2, 2, 3)) if self.ending == "hit" or self.chance(2) else 0
        if self.places == 3 and len(self.words) == 3:
            self.places = 2
        bits = random.randint(1, 3) if self.ending != "hit" and (not self.places or self.chance(2)) else 0
        if self.places:
            distinct = "distinct " if self.places <= len(self.words) and self.chance(3) else ""
            self.lines.append(f"secret code[1..{self.places}] : {distinct}sym")
            places = tuple(f"code[{i + 1}]" for i in range(self.places))
            scope = replace(scope, symbols=places, words=self.literals)
            if self.numeric:
                scope = scope.plus(numbers=places)
        if bits:
            self.lines.append(f"variables bit[1..{bits}]")
            scope = scope.plus(formulas=tuple(f"bit[{i + 1}]" for i in range(bits)))
            scope = replace(scope, bits=bits)
            if self.chance(3):
                scope = scope.plus(numbers=(f"count(i in 1..{bits} : bit[i])",))
        if self.chance(4) and self.ending != "hit":
            self.lines.append("variable lone")
            scope = scope.plus(formulas=("lone",))
        if self.chance(6):
            self.lines += ["aux variable helper", f"constraint helper <-> {formula(random, scope)}"]
            scope = scope.plus(formulas=("helper",))
        if self.chance(10):
            self.lines += [
                "aux secret helped : 0..3",
                f"constraint helped = min(3, abs({number(random, scope)}))",
            ]
            scope = scope.plus(numbers=("helped",))
        if self.chance(8):
            self.files["table.csv"] = "name,size,kind\n1,3,red\n2,1,green\n3,2,red\n"
            scope = scope.plus(numbers=('cell("table.csv", 2, "size")',), sets=('rows("table.csv")',))
            if self.places and self.numeric and self.words[0] == "1":
                scope = scope.plus(numbers=('cell("table.csv", code[1], "size")',))
        return scope

    def _functions(self, scope: Scope) -> tuple[str, ...]:
        functions: list[str] = []
        if self.chance(4):
            self.lines.append("def down(k) = if k <= 0 then 0 else 1 + down(k - 1)")
            functions.append("down")
        if self.chance(4):
            self.lines.append(f"def plus(k) = k + {number(self.random, scope, 1)}")
            functions.append("plus")
        return tuple(functions)

    def _experiment(self, place: int, ground: Scope, secret: Scope, hitting: bool) -> None:
        random = self.random
        guess = hitting or (self.places > 0 and self.chance(2))
        parameters: list[str] = []
        family = not hitting and self.chance(4)
        extra: dict[str, tuple[str, ...]] = {"numbers": ("m",)} if family else {}
        ground, both = ground.plus(**extra), secret.plus(**extra)
        if guess:
            distinct = (
                "distinct " if not hitting and self.places <= len(self.words) and self.chance(3) else ""
            )
            parameters.append(f"g[1..{self.places}] : {distinct}sym")
            guesses = tuple(f"g[{i + 1}]" for i in range(self.places))
            both, ground = (
                both.plus(symbols=guesses),
                replace(ground.plus(symbols=guesses), words=self.literals),
            )
            right = tuple(f"code[{i + 1}] = g[{i + 1}]" for i in range(self.places))
            both = both.plus(formulas=right, numbers=(f"count(i in 1..{self.places} : code[i] = g[i])",) * 2)
        if not hitting and self.chance(2):
            width = max(2, secret.bits)
            sizes = ["(1)", "(2)", "(1..2)", "", f"(0..{width})"] + ["(m)"] * family
            names = ("left", "right") if self.chance(3) and not guess else ("left",)
            parameters += [f"{name} : set{random.choice(sizes)} of 1..{width}" for name in names]
            ground, both = (s.plus(numbers=tuple(f"len({n})" for n in names)) for s in (ground, both))
            member = tuple(f"{i + 1} in {n}" for n in names for i in range(width))
            ground, both = ground.plus(formulas=member), both.plus(formulas=member)
            if secret.bits >= width:
                both = both.plus(
                    numbers=tuple(f"count(i in {n} : bit[i])" for n in names),
                    formulas=tuple(f"any(i in {n} : bit[i])" for n in names),
                )
        elif not hitting and self.chance(2):
            parameters.append(f"p : 1..{random.randint(1, 3)}")
            ground, both = ground.plus(numbers=("p",)), both.plus(numbers=("p",))
        rest = " for m in 1..2" if family else ""
        self.lines.append(f"experiment ask{place}({', '.join(parameters)}){rest}")
        if len(parameters) == 2 and "right : set" in parameters[1] and self.chance(2):
            self.lines.append("  where disjoint(left, right)")
        elif parameters and not hitting and self.chance(3):
            self.lines.append(f"  where {formula(random, ground, 1)}")
        if self.chance(4):
            self.lines.append(f"  let extra = {number(random, both, 1)}")
            both = both.plus(numbers=("extra",))
        hit = f"all(i in 1..{self.places} : code[i] = g[i])"
        if not hitting and self.chance(4):
            self._outcomes(both)
        else:
            self._observed(both, [hit] if hitting else [])
        if hitting:
            self.lines.append(f"  final {hit}")

    def _outcomes(self, scope: Scope) -> None:
        first, second = formula(self.random, scope), formula(self.random, scope)
        texts = [first, f"!({first}) & ({second})", f"!(({first}) | ({second}))"]
        names = ["yes", "no", "x y", "é", "<>&", "{}", "1"]
        self.random.shuffle(names)
        self.lines += [f'  outcome "{name}" : {text}' for name, text in zip(names, texts, strict=False)]

    def _observed(self, scope: Scope, observed: list[str]) -> None:
        random = self.random
        for _ in range(random.choice((0, 1, 1, 2)) if observed else random.choice((1, 1, 2))):
            kind = random.choice(("number", "number", "formula", "word", "vector", "symbol", "vector word"))
            if kind == "number":
                observed.append(number(random, scope))
            elif kind == "formula":
                observed.append(formula(random, scope))
            elif kind == "word":
                one, other = formula(random, scope), formula(random, scope, 1)
                observed.append(f'if {one} then "high" else if {other} then "low" else 7')
            elif kind == "symbol" and scope.symbols:
                observed.append(random.choice(scope.symbols))
            elif kind == "vector word" and self.places:
                observed.append(
                    f'for i in 1..{self.places} : if code[i] = {self.literals[0]} then "G" else "-"'
                )
            else:
                body = formula(random, scope.plus(numbers=("i",)), 1)
                observed.append(f"for i in 1..{random.randint(1, 3)} : {body}")
        text = ""
        if self.chance(5):
            text = ' as "' + random.choice((" ", "/", "B", "")).join(["{}"] * len(observed)) + '"'
        self.lines.append(f"  observe {', '.join(observed)}{text}")


def case(random: Random) -> Case:
    """Return a game of the game language, small, most often well-formed."""
    made = Text(random, random.choice(("hit", "hit", "goal", "identify", "identify")))
    text = made.write()
    return Case(text, {}, made.files)
