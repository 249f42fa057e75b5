"""The symmetries of the games of the library, written down by hand.

A move says what becomes of a name; a name is a family of slots, an index and a symbol (None for a proposition
on its own), such as `("code", (1,), 3)` or `("heavy", (), None)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from cobra.model.game import Game, Space, Symbol
from tests.oracle.equivalence import Relabelling


class Name(NamedTuple):
    family: str
    indices: tuple[Any, ...]
    symbol: Any


Move = Callable[[Name], Name]
Generators = list[Relabelling]


def names(space: Space) -> list[Name]:
    """Return the names of a space's propositions."""
    return [
        Name(slot.family, slot.index, None if slot.kind == "bool" else symbol)
        for slot in space.slots
        for symbol in (slot.symbols if slot.kind != "bool" else (None,))
    ]


def relabel(
    game: Game,
    move: Move,
    flipped: Iterable[str] = (),
    types: Callable[[str], str] = lambda label: label,
) -> Relabelling:
    """Return a move as a relabelling; families `flipped` are true for false and false for true."""
    secret = names(game.codes)
    labels = [type_.label for type_ in game.experiments]
    flips = set(flipped)
    to = []
    for type_ in game.experiments:
        target = labels.index(types(type_.label))
        place = {name: i for i, name in enumerate(names(game.experiments[target].space))}
        to.append((target, tuple(2 * place[move(name)] for name in names(type_.space))))
    place = {name: i for i, name in enumerate(secret)}
    return Relabelling(tuple(2 * place[move(name)] + (name.family in flips) for name in secret), tuple(to))


def swap_symbols(families: str, a: Symbol, b: Symbol, index: tuple[Symbol, ...] | None = None) -> Move:
    """Return the move that exchanges two symbols in families, or only in their slots of one index."""
    other = {a: b, b: a}

    def move(name: Name) -> Name:
        if name.family not in families.split() or name.symbol is None or index not in (None, name.indices):
            return name
        return name._replace(symbol=other.get(name.symbol, name.symbol))

    return move


def swap_indices(families: str, a: Symbol, b: Symbol) -> Move:
    """Return the move that exchanges two slots of families that have one index."""
    other = {a: b, b: a}

    def move(name: Name) -> Name:
        if name.family not in families.split():
            return name
        return name._replace(indices=tuple(other.get(i, i) for i in name.indices))

    return move


def swap_families(a: str, b: str) -> Move:
    """Return the move that exchanges two families."""
    other = {a: b, b: a}
    return lambda name: name._replace(family=other.get(name.family, name.family))


def both(first: Move, second: Move) -> Move:
    return lambda name: second(first(name))


def rows(game: Game, places: int, symbols: range, families: str = "code g", wanted: str = "") -> Generators:
    """Places and symbols are interchangeable."""
    found = [relabel(game, swap_symbols(f"{families} {wanted}", a, b)) for a, b in pairwise(symbols)]
    found += [relabel(game, swap_indices(families, i, i + 1)) for i in range(1, places)]
    return found


def mastermind(game: Game, pegs: int, colours: int) -> Generators:
    return rows(game, pegs, range(colours))


def bulls_and_cows(game: Game, places: int, digits: int) -> Generators:
    return rows(game, places, range(digits))


def mastermind_colour(game: Game, pegs: int, colours: int) -> Generators:
    return rows(game, pegs, range(colours), wanted="wanted")


def mastermind_position(game: Game, pegs: int, colours: int) -> Generators:
    found = [relabel(game, swap_symbols("code g", a, b)) for a, b in pairwise(range(colours))]
    found += [
        relabel(game, both(swap_indices("code g", i, i + 1), swap_symbols("place", i, i + 1)))
        for i in range(1, pegs)
    ]
    return found


def permutation(game: Game, n: int) -> Generators:
    """The inverse of a permutation is another: places are exchanged with what they hold."""

    def inverse(name: Name) -> Name:
        assert name.symbol is not None
        return Name(name.family, (name.symbol,), name.indices[0])

    return [*rows(game, n, range(1, n + 1), "p g"), relabel(game, inverse)]


def places_apart(game: Game, places: int, symbols: int, families: str) -> Generators:
    """Symbols of every place are interchangeable on their own."""
    found = rows(game, places, range(symbols), families)
    found += [
        relabel(game, swap_symbols(families, a, b, (i,)))
        for i in range(1, places + 1)
        for a, b in pairwise(range(symbols))
    ]
    return found


def black_pegs(game: Game, pegs: int, colours: int) -> Generators:
    return places_apart(game, pegs, colours, "code g")


def decimalisation(game: Game, places: int, digits: int, choices: int = 2) -> Generators:
    return places_apart(game, places, digits, "pin named")


def unmoved(name: Name) -> Name:
    return name


def exchange_coins(game: Game, coins: int, genuine: int) -> Generators:
    """Coins are interchangeable, and so are coins known to be good."""
    found = []
    for a in (*range(1, coins), *range(coins + 1, coins + genuine)):
        move = swap_symbols("left right", a, a + 1)
        if a < coins:
            move = both(move, swap_indices("light odd", a, a + 1))
        found.append(relabel(game, move))
    return found


def counterfeit_coin(game: Game, coins: int, genuine: int = 0) -> Generators:
    pairs = ((a, a + 1) for a in range(1, coins + genuine) if a != coins)
    found = [relabel(game, swap_symbols("odd left right", a, b)) for a, b in pairs]
    return [*found, relabel(game, unmoved, ["heavy"])]


def light_coins(game: Game, coins: int, fakes: int, genuine: int = 0) -> Generators:
    found = exchange_coins(game, coins, genuine)
    if 2 * fakes == coins and genuine < 2:
        found.append(relabel(game, unmoved, ["light"]))
    return found


def odd_coins(game: Game, coins: int, fakes: int, genuine: int = 0) -> Generators:
    found = [*exchange_coins(game, coins, genuine), relabel(game, unmoved, ["heavy"])]
    if 2 * fakes == coins and genuine < 2:
        found.append(relabel(game, unmoved, ["odd"]))
    return found


def bags_of_gold(game: Game, bags: int, capacity: int, fakes: int = 0) -> Generators:
    found = [relabel(game, swap_indices("fake take", b, b + 1)) for b in range(1, bags)]
    if fakes in (0, bags / 2):
        found.append(relabel(game, unmoved, ["fake"]))
    return found


def group_testing(game: Game, items: int, defective: int) -> Generators:
    return [
        relabel(game, both(swap_indices("bad", i, i + 1), swap_symbols("pool", i, i + 1)))
        for i in range(1, items)
    ]


def higher_lower(game: Game, n: int) -> Generators:
    return [relabel(game, lambda name: name._replace(symbol=n + 1 - name.symbol))]


def sorting(game: Game, n: int) -> Generators:
    """Things are interchangeable, and the order may be turned round."""

    def turned(name: Name) -> Name:
        return name._replace(symbol=n + 1 - name.symbol) if name.family == "rank" else name

    found = [
        relabel(game, both(swap_indices("rank", i, i + 1), swap_symbols("i j", i, i + 1)))
        for i in range(1, n)
    ]
    return [*found, relabel(game, turned)]


def battleship(game: Game, size: int, length: int) -> Generators:
    return [
        relabel(game, both(swap_families("row", "column"), swap_families("r", "c")), ["down"]),
    ]


def black_box(game: Game, size: int, atoms: int) -> Generators:
    """The square is turned over: left and right exchanged, then columns and rows. Each port is a type."""

    def mirrored(name: Name) -> Name:
        x, y = name.indices
        return name._replace(indices=(size + 1 - x, y))

    def mirrored_port(side: int, n: int) -> int:
        return (4 - side) * size + n if side % 2 else (side + 1) * size - 1 - n

    def transposed(name: Name) -> Name:
        return name._replace(indices=name.indices[::-1])

    def transposed_port(side: int, n: int) -> int:
        return (3 - side) * size + n

    def types(port: Callable[[int, int], int]) -> Callable[[str], str]:
        numbers = {f"shoot({p + 1})": f"shoot({port(*divmod(p, size)) + 1})" for p in range(4 * size)}
        return lambda label: numbers[label]

    return [
        relabel(game, mirrored, types=types(mirrored_port)),
        relabel(game, transposed, types=types(transposed_port)),
    ]


def code_777(game: Game, cards: int, attributes: int, values: int) -> Generators:
    """The cards are in order, so all that is left is to turn that order round."""

    def reverse(name: Name) -> Name:
        symbol = name.symbol and values + 1 - name.symbol
        if name.family == "card":
            return Name("card", (cards + 1 - name.indices[0], name.indices[1]), symbol)
        return name._replace(symbol=symbol)

    return [relabel(game, reverse)]


def code_777_three(game: Game, cards: int, attributes: int, values: int) -> Generators:
    return [*code_777(game, cards, attributes, values), relabel(game, swap_families("p", "q"))]


GROUPS: dict[str, Callable[..., Generators]] = {
    "bags-of-gold": bags_of_gold,
    "battleship": battleship,
    "black-box": black_box,
    "black-pegs": black_pegs,
    "bulls-and-cows": bulls_and_cows,
    "code-777": code_777,
    "code-777-three": code_777_three,
    "counterfeit-coin": counterfeit_coin,
    "counterfeit-coin-only": counterfeit_coin,
    "decimalisation": decimalisation,
    "group-testing": group_testing,
    "higher-lower": higher_lower,
    "light-coins": light_coins,
    "mastermind": mastermind,
    "mastermind-colour": mastermind_colour,
    "mastermind-position": mastermind_position,
    "odd-coins": odd_coins,
    "permutation": permutation,
    "sorting": sorting,
}
"""Generators of the symmetries of each game whose parameters are whole numbers."""

SMALL: list[tuple[str, dict[str, int], int]] = [
    ("bags-of-gold", {"bags": 3, "capacity": 3}, 12),
    ("bags-of-gold", {"bags": 4, "capacity": 2, "fakes": 1}, 24),
    ("battleship", {"size": 3, "length": 2}, 2),
    ("black-box", {"size": 2, "atoms": 1}, 8),
    ("black-box", {"size": 3, "atoms": 2}, 8),
    ("black-pegs", {"pegs": 2, "colours": 3}, 72),
    ("bulls-and-cows", {"places": 2, "digits": 4}, 48),
    ("bulls-and-cows", {"places": 3, "digits": 4}, 144),
    ("code-777", {"cards": 2, "attributes": 2, "values": 2}, 2),
    ("code-777-three", {"cards": 2, "attributes": 2, "values": 2}, 4),
    ("counterfeit-coin", {"coins": 5}, 240),
    ("counterfeit-coin", {"coins": 4, "genuine": 2}, 96),
    ("counterfeit-coin-only", {"coins": 4, "genuine": 1}, 48),
    ("decimalisation", {"places": 2, "digits": 3}, 72),
    ("group-testing", {"items": 5, "defective": 2}, 120),
    ("higher-lower", {"n": 6}, 2),
    ("light-coins", {"coins": 4, "fakes": 2}, 48),
    ("light-coins", {"coins": 5, "fakes": 2}, 120),
    ("light-coins", {"coins": 3, "fakes": 1, "genuine": 2}, 12),
    ("mastermind", {"pegs": 2, "colours": 4}, 48),
    ("mastermind", {"pegs": 3, "colours": 3}, 36),
    ("mastermind-colour", {"pegs": 2, "colours": 3}, 12),
    ("mastermind-position", {"pegs": 2, "colours": 3}, 12),
    ("odd-coins", {"coins": 4, "fakes": 2}, 96),
    ("odd-coins", {"coins": 5, "fakes": 2}, 240),
    ("odd-coins", {"coins": 3, "fakes": 2, "genuine": 2}, 24),
    ("permutation", {"n": 3}, 72),
    ("sorting", {"n": 3}, 12),
    ("sorting", {"n": 4}, 48),
]
"""Small games with the order of the group that `GROUPS` generates on codes and experiments."""
