"""Random small games for property tests, as text of both languages.

All are meant to be well-formed: exactly one outcome by construction, a `final` that is decided and hit by
every code. A random constraint may leave no code; `games` skips those, and games with more codes or
experiments than asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import assume
from hypothesis import strategies as st

from cobra.errors import CobraError
from cobra.language.load import load_text
from cobra.model.game import Game
from tests import oracle


@dataclass(frozen=True)
class Names:
    """What an expression may speak of: the unknowns, the parameters and their kinds, the symbols."""

    places: int
    symbols: int
    bits: int
    lone: bool
    guess: bool
    sets: tuple[str, ...]
    family: bool

    @property
    def ground(self) -> Names:
        """Return the names without the unknowns."""
        return Names(self.places, self.symbols, self.bits, False, self.guess, self.sets, self.family)


@st.composite
def formulas(draw: st.DrawFn, names: Names, depth: int = 2, ground: bool = False) -> str:
    """A formula; `ground` ones speak of parameters only."""
    leaves = []
    place, symbol = draw(st.integers(1, max(1, names.places))), draw(st.integers(1, names.symbols))
    other = draw(st.integers(1, max(1, names.places)))
    bit = draw(st.integers(1, max(1, names.bits)))
    if names.guess:
        leaves += [f"g[{place}] = {symbol}", f"g[{place}] != g[{other}]", f"g[{place}] <= g[{other}]"]
    leaves += [f"{bit} in {s}" for s in names.sets]
    leaves += [f"min({s}) < {bit + 1}" for s in names.sets]
    if names.family:
        leaves.append("m = 1")
    if not ground:
        if names.places:
            leaves += [
                f"code[{place}] = {symbol}",
                f"code[{place}] < code[{other}]",
                f"code[{place}] in {{1 {symbol + 1}}}",
            ]
            if names.guess:
                leaves += [f"code[{place}] = g[{other}]", f"code[{place}] > g[{place}]"]
        if names.bits:
            leaves += [f"bit[{bit}]"]
            leaves += [f"({bit} in {s} & bit[{bit}])" for s in names.sets]
            leaves += [f"any(i in {s} : bit[i])" for s in names.sets]
        if names.lone:
            leaves.append("lone")
    leaves = leaves or ["true"]
    if depth == 0:
        return draw(st.sampled_from(leaves))
    inner = formulas(names, depth - 1, ground)
    kind = draw(
        st.sampled_from(["leaf", "leaf", "!", "&", "|", "->", "<->", "if", "compare", "exactly", "atmost"])
    )
    if kind == "leaf":
        return draw(st.sampled_from(leaves))
    if kind == "!":
        return f"!({draw(inner)})"
    if kind == "if":
        return f"(if {draw(inner)} then {draw(inner)} else {draw(inner)})"
    if kind == "compare":
        operator = draw(st.sampled_from(["=", "!=", "<", "<=", ">", ">="]))
        return f"{draw(numbers(names, depth - 1, ground))} {operator} {draw(numbers(names, 0, ground))}"
    if kind in ("exactly", "atmost"):
        parts = draw(st.lists(inner, min_size=1, max_size=3))
        return f"{kind}({draw(st.integers(0, 2))}, {', '.join(parts)})"
    return f"(({draw(inner)}) {kind} ({draw(inner)}))"


@st.composite
def numbers(draw: st.DrawFn, names: Names, depth: int = 2, ground: bool = False) -> str:
    """A whole number between about -10 and 20."""
    leaves = [str(draw(st.integers(0, 3)))]
    place = draw(st.integers(1, max(1, names.places)))
    if names.guess:
        leaves.append(f"g[{place}]")
    leaves += [f"len({s})" for s in names.sets] + [f"min({s})" for s in names.sets]
    if names.family:
        leaves.append("m")
    if not ground:
        if names.places:
            leaves += [f"code[{place}]", f"count(i in 1..{names.places} : code[i] = {place})"]
            if names.guess:
                leaves += [
                    f"count(i in 1..{names.places} : code[i] = g[i])",
                    f"abs(code[{place}] - g[{place}])",
                ]
        if names.bits:
            leaves += [f"count(i in 1..{names.bits} : bit[i])"]
            leaves += [f"count(i in {s} : bit[i])" for s in names.sets]
            leaves += [f"sum(i in {s} : if bit[i] then i else 0)" for s in names.sets]
    if depth == 0:
        return draw(st.sampled_from(leaves))
    inner = numbers(names, depth - 1, ground)
    kind = draw(st.sampled_from(["leaf", "leaf", "if", "+", "-", "*", "min", "max", "/", "%", "count"]))
    if kind == "leaf":
        return draw(st.sampled_from(leaves))
    if kind == "if":
        return f"(if {draw(formulas(names, depth - 1, ground))} then {draw(inner)} else {draw(inner)})"
    if kind == "count":
        parts = draw(st.lists(formulas(names, depth - 1, ground), min_size=1, max_size=3))
        return f"count({', '.join(parts)})"
    if kind in ("min", "max"):
        return f"{kind}({draw(inner)}, {draw(inner)})"
    if kind in ("/", "%"):
        return f"({draw(inner)} {kind} {draw(st.integers(2, 3))})"
    if kind == "*":
        return f"({draw(inner)} * {draw(st.integers(0, 3))})"
    return f"({draw(inner)} {kind} {draw(inner)})"


@st.composite
def game_texts(draw: st.DrawFn, ending: str | None = None, wide: bool = False) -> str:
    """A game of the game language. `ending`: "hit", "goal", "identify"; None draws one.

    With `wide` there may be far more outcomes than occur.
    """
    ending = ending or draw(st.sampled_from(["hit", "hit", "goal", "identify", "identify"]))
    places = draw(st.integers(1, 3)) if ending == "hit" or draw(st.booleans()) else 0
    symbols = draw(st.integers(2, 2 if places == 3 else 3))
    bits = draw(st.integers(2, 3)) if ending != "hit" and (not places or draw(st.booleans())) else 0
    lone = ending != "hit" and draw(st.booleans())
    secret = Names(places, symbols, bits, lone, False, (), False)
    lines = ['game "Random"', f"alphabet symbol = 1..{symbols}"]
    if places:
        distinct = "distinct " if places <= symbols and draw(st.booleans()) else ""
        lines.append(f"secret code[1..{places}] : {distinct}symbol")
    if bits:
        lines.append(f"variables bit[1..{bits}]")
    if lone:
        lines.append("variable lone")
    if draw(st.integers(0, 3)) == 0:
        lines += ["aux variable helper", f"constraint helper <-> {draw(formulas(secret))}"]
    if draw(st.integers(0, 2)) == 0:
        lines.append(f"constraint {draw(formulas(secret))}")
    if draw(st.integers(0, 3)) == 0:
        lines.append(f"weight 1 + count({draw(formulas(secret))}, {draw(formulas(secret, 1))})")
    if ending == "goal":
        lines.append(f"goal {draw(st.one_of(numbers(secret), formulas(secret)))}")
    hitting = ending == "hit"
    for number in range(draw(st.integers(1, 2))):
        lines += draw(experiments(secret, number, hitting and number == 0, wide))
    return "\n".join(lines)


@st.composite
def experiments(draw: st.DrawFn, secret: Names, number: int, hitting: bool, wide: bool = False) -> list[str]:
    """An experiment type; a `hitting` one guesses the code, or two, and ends the game when it is right.

    With `wide` some values are observed that may be far apart.
    """
    guess = hitting or (secret.places > 0 and draw(st.booleans()))
    sets: tuple[str, ...] = ()
    parameters = []
    width = max(2, secret.bits)
    if guess:
        distinct = (
            "distinct " if not hitting and secret.places <= secret.symbols and draw(st.booleans()) else ""
        )
        parameters.append(f"g[1..{secret.places}] : {distinct}symbol")
    if not hitting and draw(st.booleans()):
        size = draw(st.sampled_from(["(1)", "(2)", "(1..2)", f"(1..{width})"]))
        sets = ("left", "right") if size == "(1)" and not guess and draw(st.booleans()) else ("left",)
        parameters += [f"{s} : set{size} of 1..{width}" for s in sets]
    family = not hitting and draw(st.integers(0, 3)) == 0
    names = Names(secret.places, secret.symbols, secret.bits, secret.lone, guess, sets, family)
    if not secret.bits:
        names = Names(secret.places, secret.symbols, 0, secret.lone, guess, sets, family)
    lines = [f"experiment ask{number}({', '.join(parameters)})" + (" for m in 1..2" if family else "")]
    if len(sets) == 2 and draw(st.booleans()):
        lines.append(
            "  where disjoint(left, right)" + (" & min(left) < min(right)" if draw(st.booleans()) else "")
        )
    elif parameters and not hitting and draw(st.integers(0, 2)) == 0:
        lines.append(f"  where {draw(formulas(names, 1, ground=True))}")
    right = f"all(i in 1..{secret.places} : code[i] = g[i])"
    finals = [right]
    if hitting and draw(st.integers(0, 3)) == 0:  # each code is hit by one experiment
        lines.append("  where g[1] % 2 = 1")
        finals.append(f"code[1] = g[1] + 1 & all(i in 1..{secret.places} : i = 1 | code[i] = g[i])")
    if not hitting and not wide and draw(st.integers(0, 2)) == 0:
        first, second = draw(formulas(names)), draw(formulas(names))
        lines += [f"  let first = {first}", f"  let second = {second}", '  outcome "one" : first']
        lines += ['  outcome "two" : !first & second', '  outcome "none" : !(first | second)']
        return lines
    observed = finals[:] if hitting else []
    for _ in range(draw(st.integers(0 if hitting else 1, 2))):
        kind = draw(st.sampled_from(["number", "number", "formula", "word", "vector"]))
        if kind == "number":
            observed.append(draw(numbers(names)))
        elif kind == "formula":
            observed.append(draw(formulas(names)))
        elif kind == "word":
            observed.append(
                f'if {draw(formulas(names))} then "high" else if {draw(formulas(names, 1))} then "low" else 7'
            )
        else:
            body = draw(
                st.sampled_from(["code[i]", "if code[i] = 1 then 1 else 0"] if names.places else ["i"])
            )
            observed.append(f"for i in 1..{max(1, names.places)} : {body}")
    for _ in range(draw(st.integers(1, 3)) if wide else 0):
        far = (
            f"{draw(st.integers(65536, 10**8))} * count({draw(formulas(names))}, {draw(formulas(names, 1))})"
        )
        observed.append(f"{far} + {draw(numbers(names, 1))}")
    lines.append(f"  observe {', '.join(observed)}")
    if hitting:
        lines.append(f"  final {' | '.join(f'({final})' for final in finals)}")
    return lines


@st.composite
def core_formulas(
    draw: st.DrawFn, variables: tuple[str, ...], mapped: tuple[str, ...], depth: int = 3
) -> str:
    """A formula of the core language over variables and mapped parameters such as `F$1`."""
    if depth == 0:
        return draw(st.sampled_from(variables + mapped))
    inner = core_formulas(variables, mapped, depth - 1)
    kind = draw(
        st.sampled_from(["leaf", "!", "and", "|", "->", "<->", "Or", "And", "Exactly", "AtLeast", "AtMost"])
    )
    if kind == "leaf":
        return draw(st.sampled_from(variables + mapped))
    if kind == "!":
        return f"!({draw(inner)})"
    if kind in ("Or", "And", "Exactly", "AtLeast", "AtMost"):
        parts = draw(st.lists(inner, min_size=1, max_size=4))
        k = "" if kind in ("Or", "And") else f"-{draw(st.integers(0, 3))}"
        return f"{kind}{k}({', '.join(parts)})"
    return f"(({draw(inner)}) {kind} ({draw(inner)}))"


@st.composite
def core_texts(draw: st.DrawFn) -> str:
    """A game of the core language."""
    variables = tuple(
        draw(st.sampled_from([f"x{i}", f'"x[{i}]=1"', f"'a \"{i}'"])) for i in range(draw(st.integers(1, 4)))
    )
    symbols = draw(st.integers(1, 3))
    lines = [f"VARIABLES {', '.join(variables)}"]
    if draw(st.integers(0, 2)) == 0:
        lines.append(f"CONSTRAINT {draw(core_formulas(variables, ()))}")
    if draw(st.booleans()):
        lines.append(f"CONSTRAINT AtLeast-1({', '.join(variables)})")
    alphabet = [draw(st.sampled_from([f'"{i}"', f'"s{i}"'])) for i in range(symbols)]
    lines.append(f"ALPHABET {', '.join(alphabet)}")
    mappings = [f"F{i}" for i in range(draw(st.integers(0, 2)))]
    for name in mappings:
        images = draw(st.lists(st.sampled_from(variables), min_size=symbols, max_size=symbols))
        lines.append(f'MAPPING "{name}" {", ".join(images)}')
    for number in range(draw(st.integers(1, 2))):
        arity = draw(st.integers(0, 2))
        lines.append(f'EXPERIMENT "ask {number}" {arity}')
        if arity == 2 and symbols > 1 and draw(st.booleans()):
            lines.append("PARAMS_DISTINCT 1, 2")
        if arity == 2 and draw(st.booleans()):
            lines.append("PARAMS_SORTED 1, 2")
        mapped = tuple(f"{name}${k + 1}" for name in mappings for k in range(arity))
        first, second = draw(core_formulas(variables, mapped)), draw(core_formulas(variables, mapped))
        words = st.sampled_from(["OUTCOME", "OUTCOME", "OUTCOMEX"])
        lines.append(f'{draw(words)} "one" {first}')
        lines.append(f'{draw(words)} "two" !({first}) & ({second})')
        lines.append(f'{draw(words)} "none" !({first}) & !({second})')
    return "\n".join(lines)


def is_small(game: Game, codes: int = 40, experiments: int = 40) -> bool:
    """Return whether a game has some codes and experiments, and not more than so many."""
    try:
        return 1 <= len(oracle.codes(game)) <= codes and 1 <= len(oracle.experiments(game)) <= experiments
    except CobraError:
        return False


@st.composite
def games(draw: st.DrawFn, ending: str | None = None, codes: int = 40, experiments: int = 40) -> Game:
    """A small game of either language, with a code and an experiment.

    `ending`: as in `game_texts`, or "core".
    """
    core = ending == "core" or (ending is None and draw(st.integers(0, 2)) == 0)
    text = draw(core_texts() if core else game_texts(ending))
    game = load_text(text)
    assume(is_small(game, codes, experiments))
    return game
