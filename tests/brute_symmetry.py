"""Classes of equivalent experiments counted a second time, by hand: no cobra, no formulas, no graphs.

    python tests/brute_symmetry.py

prints the tables of `tests/symmetries`: Mastermind and Bulls and Cows by permutations of places and colours,
balances by permutations of coins, with and without light and heavy exchanged.

A class is counted with union-find. For many places and colours the elements that fix all guesses made so far
are the permutations of places that some permutation of colours makes up for; what it does to the colours
guessed is forced, and the other colours are free: one element for each such permutation of places, and the
transpositions of free colours, generate them all (Neuwirth 1982; Koyama and Lai 1993).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise, permutations, product
from math import factorial
from typing import TypeVar

T = TypeVar("T", bound=Hashable)
Row = tuple[int, ...]
Weighing = tuple[frozenset[int], frozenset[int]]
Coin = tuple[int, bool]
"""The fake coin, and whether it is heavy."""


def classes(things: Sequence[T], moves: Iterable[Callable[[T], T]]) -> dict[T, int]:
    """Return the first member of each class, in the order of `things`, with the size of the class."""
    number = {thing: i for i, thing in enumerate(things)}
    parent = list(range(len(things)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for move in moves:
        for i, thing in enumerate(things):
            a, b = root(i), root(number[move(thing)])
            parent[max(a, b)] = min(a, b)
    sizes: dict[T, int] = {}
    for i in range(len(things)):
        first = things[root(i)]
        sizes[first] = sizes.get(first, 0) + 1
    return sizes


# ---------------------------------------------------------------- rows of colours


def rows(places: int, colours: int, distinct: bool) -> list[Row]:
    return list(permutations(range(colours), places) if distinct else product(range(colours), repeat=places))


def relabel(row: Row, places: Row, colours: Sequence[int]) -> Row:
    """Return the row whose place i holds the new colour of what was in place `places[i]`."""
    return tuple(colours[row[i]] for i in places)


def all_moves(places: int, colours: int) -> Iterator[tuple[Row, Row]]:
    return product(permutations(range(places)), permutations(range(colours)))


def moves_fixing(guesses: Sequence[Row], places: int, colours: int) -> list[tuple[Row, Row]]:
    """Return generators of the moves that fix every guess."""
    free = sorted(set(range(colours)).difference(*guesses))
    identity = tuple(range(places))
    moves: list[tuple[Row, Row]] = []
    for order in permutations(range(places)):
        forced: dict[int, int] = {}
        if all(
            forced.setdefault(guess[order[i]], guess[i]) == guess[i] for guess in guesses for i in identity
        ):
            moves.append((order, tuple(forced.get(c, c) for c in range(colours))))
    for a, b in pairwise(free):
        swap = {a: b, b: a}
        moves.append((identity, tuple(swap.get(c, c) for c in range(colours))))
    return moves


def next_guesses(places: int, colours: int, distinct: bool, guesses: Sequence[Row]) -> dict[Row, int]:
    """Return the guesses that differ after these guesses, whatever was answered, with their class sizes."""
    moves = moves_fixing(guesses, places, colours)
    return classes(
        rows(places, colours, distinct), [partial(relabel, places=to, colours=colour) for to, colour in moves]
    )


def next_guesses_slowly(places: int, colours: int, distinct: bool, guesses: Sequence[Row]) -> dict[Row, int]:
    """Do the same with every element of the whole group."""
    moves = [m for m in all_moves(places, colours) if all(relabel(guess, *m) == guess for guess in guesses)]
    return classes(
        rows(places, colours, distinct), [partial(relabel, places=to, colours=colour) for to, colour in moves]
    )


# ---------------------------------------------------------------- coins on a balance


def weighings(coins: int) -> list[Weighing]:
    return [
        (frozenset(left), frozenset(right))
        for m in range(1, coins // 2 + 1)
        for left in combinations(range(1, coins + 1), m)
        for right in combinations(range(1, coins + 1), m)
        if not set(left) & set(right) and left[0] < right[0]
    ]


def tilt(weighing: Weighing, coin: Coin) -> str:
    left, right = (coin[0] in pan for pan in weighing)
    return "balance" if left == right else "left heavier" if left == coin[1] else "right heavier"


def placed(weighing: Weighing, to: Sequence[int]) -> Weighing:
    """Return a weighing with coin i replaced by coin `to[i]`, the least coin on the left pan."""
    left, right = (frozenset(to[coin] for coin in pan) for pan in weighing)
    return (left, right) if min(left) < min(right) else (right, left)


def coin_moves(coins: int) -> Iterator[tuple[Row, bool]]:
    """Yield all permutations of the coins (0 is no coin), light and heavy exchanged or not."""
    return product(((0, *order) for order in permutations(range(1, coins + 1))), (False, True))


def carried(coin: Coin, move: tuple[Row, bool]) -> Coin:
    to, flip = move
    return to[coin[0]], coin[1] != flip


def next_weighings(coins: int, first: Weighing, answer: str | None) -> dict[Weighing, int]:
    """Return the weighings that differ after a first one: its answer, when given, is kept in mind.

    Counted with every element of the whole group that fixes the weighing and the codes with that answer.
    """
    codes = [(c, heavy) for c in range(1, coins + 1) for heavy in (False, True)]
    left = {coin for coin in codes if answer is None or tilt(first, coin) == answer}
    moves = [
        move
        for move in coin_moves(coins)
        if placed(first, move[0]) == first and {carried(coin, move) for coin in left} == left
    ]
    return classes(weighings(coins), [partial(placed, to=to) for to in {to for to, _ in moves}])


def weighings_by_knowledge(coins: int, left: Collection[Coin]) -> dict[Weighing, int]:
    """Return the weighings that differ when the fake is one of `left`, whatever was weighed."""
    moves = [move for move in coin_moves(coins) if {carried(coin, move) for coin in left} == set(left)]
    return classes(weighings(coins), [partial(placed, to=to) for to in {to for to, _ in moves}])


def first_weighings(coins: int) -> dict[Weighing, int]:
    """Return the first weighings that differ, by the exchanges of neighbouring coins."""
    moves = []
    for a in range(1, coins):
        to = list(range(coins + 1))
        to[a], to[a + 1] = a + 1, a
        moves.append(partial(placed, to=to))
    return classes(weighings(coins), moves)


def second_weighings(coins: int, pan: int) -> dict[Weighing, int]:
    """Return the weighings that differ after `pan` coins against as many, whatever was answered: coins are
    exchanged within the left pan, the right pan and the table, and the pans with each other.
    """
    moves = []
    for a in range(1, coins):
        if a not in (pan, 2 * pan):
            to = list(range(coins + 1))
            to[a], to[a + 1] = a + 1, a
            moves.append(partial(placed, to=to))
    pans = [0, *range(pan + 1, 2 * pan + 1), *range(1, pan + 1), *range(2 * pan + 1, coins + 1)]
    moves.append(partial(placed, to=pans))
    return classes(weighings(coins), moves)


# ---------------------------------------------------------------- the tables


def show_rows(found: dict[Row, int]) -> str:
    return " ".join("".join(map(str, row)) for row in found)


def show_weighing(weighing: Weighing) -> str:
    return " against ".join(",".join(map(str, sorted(pan))) for pan in weighing)


def tables() -> Iterator[str]:
    yield f"Mastermind 4 x 6: group {factorial(4) * factorial(6)}"
    first = next_guesses(4, 6, False, [])
    yield f"  first {len(first)}: {first}"
    for guess in first:
        yield f"  after {show_rows({guess: 1})}: {len(next_guesses(4, 6, False, [guess]))}"
    yield f"Bulls and Cows 4 of 10: group {factorial(4) * factorial(10)}"
    first = next_guesses(4, 10, True, [])
    second = next_guesses(4, 10, True, list(first))
    yield f"  first {len(first)}: {show_rows(first)}; second {len(second)}: {second}"
    for guess in second:
        yield f"  after 0123 {show_rows({guess: 1})}: {len(next_guesses(4, 10, True, [*first, guess]))}"
    for coins in (4, 5, 6, 12):
        sizes = first_weighings(coins)
        yield f"{coins} coins: group {2 * factorial(coins)}, first weighings {list(sizes.values())}"
    for coins in (4, 5, 6):
        for weighing in first_weighings(coins):
            yield f"  {coins} coins after {show_weighing(weighing)}"
            for answer in (None, "left heavier", "right heavier", "balance"):
                sizes = next_weighings(coins, weighing, answer)
                codes = [(c, h) for c in range(1, coins + 1) for h in (False, True)]
                left = [coin for coin in codes if answer is None or tilt(weighing, coin) == answer]
                known = weighings_by_knowledge(coins, left) if left else {}
                yield f"    {answer}: history {len(sizes)}, knowledge {len(known)} {list(known.values())}"
    yield f"  12 coins after 4 against 4: {len(second_weighings(12, 4))}"


if __name__ == "__main__":
    for line in tables():
        print(line, flush=True)
