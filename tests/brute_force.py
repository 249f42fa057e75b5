"""Games of the library written down a second time, by hand, and searched by brute force.

Nothing here uses cobra: codes and experiments are plain Python values in the order of the game files, an
answer is a Python function. The values of `cobra/published/` with the source "brute force" are from here;

    python -m tests.brute_force mastermind pegs=3 colours=3

prints all figures of one game. Meant for small sizes: everything is listed.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

from tests.brute_search import Game, Lengths, Search, report

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def places(code: Sequence[Hashable]) -> frozenset[Hashable]:
    return frozenset(enumerate(code))


def black_white(guess: Sequence[int], code: Sequence[int]) -> tuple[int, int]:
    black = sum(g == c for g, c in zip(guess, code, strict=True))
    return black, sum((Counter(guess) & Counter(code)).values()) - black


def mastermind(pegs: int = 4, colours: int = 6) -> Game:
    rows = list(product(range(colours), repeat=pegs))
    return Game(rows, rows, black_white, places, lambda guess, answer: answer == (pegs, 0))


def bulls_and_cows(places_: int = 4, digits: int = 10) -> Game:
    rows = list(permutations(range(digits), places_))
    return Game(rows, rows, black_white, places, lambda guess, answer: answer == (places_, 0))


def black_pegs(pegs: int = 4, colours: int = 6) -> Game:
    rows = list(product(range(colours), repeat=pegs))
    return Game(rows, rows, lambda guess, code: black_white(guess, code)[0], places)


def mastermind_colour(pegs: int = 4, colours: int = 3) -> Game:
    rows = list(product(range(colours), repeat=pegs))

    def answer(experiment: Any, code: Sequence[int]) -> Hashable:
        return (
            tuple(c == experiment for c in code)
            if isinstance(experiment, int)
            else black_white(experiment, code)
        )

    return Game(rows, [*rows, *range(colours)], answer, places)


def mastermind_position(pegs: int = 4, colours: int = 3) -> Game:
    rows = list(product(range(colours), repeat=pegs))

    def answer(experiment: Any, code: Sequence[int]) -> Hashable:
        return code[experiment] if isinstance(experiment, int) else black_white(experiment, code)

    return Game(rows, [*rows, *range(pegs)], answer, places)


def subsets(items: Sequence[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
    for size in range(least, most + 1):
        yield from combinations(items, size)


def decimalisation(places_: int = 4, digits: int = 5, choices: int = 2) -> Game:
    pins = list(product(range(digits), repeat=places_))
    queries = list(product(list(subsets(range(digits), 1, choices)), repeat=places_))
    return Game(
        pins, queries, lambda query, pin: all(d in s for d, s in zip(pin, query, strict=True)), places
    )


def weighings(coins: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [
        (left, right)
        for m in range(1, coins // 2 + 1)
        for left in combinations(range(1, coins + 1), m)
        for right in combinations(range(1, coins + 1), m)
        if not set(left) & set(right) and left[0] < right[0]
    ]


def tilt(experiment: Any, code: tuple[tuple[int, ...], bool]) -> int:
    fakes, heavy = code
    left, right = (sum(coin in fakes for coin in pan) for pan in experiment)
    return (left > right) - (left < right) if heavy else (left < right) - (left > right)


def odd_coins(coins: int = 10, fakes: int = 2, genuine: int = 0) -> Game:
    codes = [(c, heavy) for c in combinations(range(1, coins + 1), fakes) for heavy in (True, False)]
    return Game(
        codes,
        weighings(coins + genuine),
        tilt,
        lambda code: frozenset([*code[0], *(["heavy"] if code[1] else [])]),
    )


def counterfeit_coin(coins: int = 12, genuine: int = 0) -> Game:
    return odd_coins(coins, 1, genuine)


def counterfeit_coin_only(coins: int = 13, genuine: int = 0) -> Game:
    game = odd_coins(coins, 1, genuine)
    return Game(game.codes, game.experiments, tilt, game.propositions, goal=lambda code: code[0])


def coins_by_kind(coins: int) -> Lengths:
    """Play max-models at the counterfeit coin, choosing how many coins of each kind to weigh.

    A kind is what a coin may still be: coins of one kind are alike. Of the weighings with the same numbers
    the first in order puts the lowest coins of each kind on the left pan and the next on the right.
    """
    lengths = Lengths()
    pan = range(1, coins + 1)
    stack = [({coin: frozenset((True, False)) for coin in pan}, 0)]
    while stack:
        state, depth = stack.pop()
        codes = sum(map(len, state.values()))
        if codes == 1:
            lengths.distribution[depth] += 1
            lengths.total += depth
            continue
        kinds: dict[frozenset[bool], list[int]] = defaultdict(list)
        for coin in pan:
            kinds[state.get(coin, frozenset())].append(coin)
        best: tuple[int, tuple[int, ...], tuple[int, ...]] | None = None
        for m in range(1, coins // 2 + 1):
            for left in shares(m, [len(kind) for kind in kinds.values()]):
                for right in shares(m, [len(kind) - k for kind, k in zip(kinds.values(), left, strict=True)]):
                    parts = [0, 0, 0]
                    for kind, on_left, on_right in zip(kinds, left, right, strict=True):
                        for heavy in kind:
                            parts[1 if heavy else -1] += on_left
                            parts[-1 if heavy else 1] += on_right
                            parts[0] += len(kinds[kind]) - on_left - on_right
                    largest = max(parts)
                    if largest == codes or (best is not None and len(best[1]) < m and largest >= best[0]):
                        continue
                    members = list(zip(kinds.values(), left, right, strict=True))
                    lefts = tuple(sorted(coin for kind, i, _ in members for coin in kind[:i]))
                    rights = tuple(sorted(coin for kind, i, j in members for coin in kind[i : i + j]))
                    if lefts[0] < rights[0] and (best is None or (largest, lefts, rights) < best):
                        best = largest, lefts, rights
            if best is not None and best[0] == -(-codes // 3):
                break
        assert best is not None
        after: dict[int, dict[int, set[bool]]] = defaultdict(lambda: defaultdict(set))
        for coin, kind in state.items():
            for heavy in kind:
                after[tilt(best[1:], ((coin,), heavy))][coin].add(heavy)
        stack += [({c: frozenset(k) for c, k in part.items()}, depth + 1) for part in after.values()]
    return lengths


def shares(total: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to take `total` things of several kinds, at most so many of each."""
    if not most:
        if total == 0:
            yield ()
        return
    for head in range(min(total, most[0]) + 1):
        for tail in shares(total - head, most[1:]):
            yield head, *tail


def light_coins(coins: int = 9, fakes: int = 1, genuine: int = 0) -> Game:
    codes = [(c, False) for c in combinations(range(1, coins + 1), fakes)]
    return Game(codes, weighings(coins + genuine), tilt, lambda code: frozenset(code[0]))


def bags_of_gold(bags: int = 10, capacity: int = 5, fakes: int = 0) -> Game:
    codes = [code for code in product((True, False), repeat=bags) if not fakes or sum(code) == fakes]

    def compositions(parts: int, most: int) -> Iterator[tuple[int, ...]]:
        if parts == 0:
            yield ()
            return
        for head in range(most + 1):
            for tail in compositions(parts - 1, most - head):
                yield head, *tail

    return Game(
        codes,
        [take for take in compositions(bags, capacity) if any(take)],
        lambda take, code: sum(n for n, fake in zip(take, code, strict=True) if fake),
        lambda code: frozenset(i for i, fake in enumerate(code) if fake),
    )


def black_box(size: int = 6, atoms: int = 3) -> Game:
    cells = list(product(range(size), repeat=2))
    rays = (
        [(n, -1, 0, 1) for n in range(size)]
        + [(size, n, -1, 0) for n in range(size)]
        + [(n, size, 0, -1) for n in range(size)]
        + [(-1, n, 1, 0) for n in range(size)]
    )

    def answer(ray: tuple[int, int, int, int], code: tuple[tuple[int, int], ...]) -> Hashable:
        x, y, dx, dy = ray
        outside = True
        while True:
            sides = [(x + dx + side * dy, y + dy - side * dx) in code for side in (1, -1)]
            if (x + dx, y + dy) in code:
                return "hit"
            if all(sides) or (outside and any(sides)):
                return "reflected"
            if any(sides):
                dx, dy = (-dy, dx) if sides[0] else (dy, -dx)
                continue
            x, y, outside = x + dx, y + dy, False
            if not (0 <= x < size and 0 <= y < size):
                return x, y

    return Game(list(combinations(cells, atoms)), rays, answer, lambda code: frozenset(code))


def code_777(cards: int = 3, attributes: int = 2, values: int = 3, three: bool = False) -> Game:
    kinds = list(product(range(1, values + 1), repeat=attributes))
    racks = [rack for rack in product(kinds, repeat=cards) if list(rack) == sorted(rack)]
    descriptions = [d for d in product(range(values + 1), repeat=attributes) if any(d)]

    def fitting(description: tuple[int, ...], rack: tuple[tuple[int, ...], ...]) -> int:
        return sum(all(d in (0, v) for d, v in zip(description, card, strict=True)) for card in rack)

    def answer(question: Any, rack: Any) -> Hashable:
        first, second = fitting(question[0], rack), fitting(question[1], rack)
        return (first > second) - (three and first < second)

    def propositions(rack: Any) -> frozenset[Hashable]:
        return frozenset((i, a, v) for i, card in enumerate(rack) for a, v in enumerate(card))

    return Game(racks, list(product(descriptions, repeat=2)), answer, propositions)


def code_777_three(cards: int = 3, attributes: int = 2, values: int = 3) -> Game:
    return code_777(cards, attributes, values, three=True)


def tiles(guess: str, word: str) -> str:
    spare = Counter(w for g, w in zip(guess, word, strict=True) if g != w)
    marks = []
    for g, w in zip(guess, word, strict=True):
        if g == w:
            marks.append("G")
        elif spare[g] > 0:
            spare[g] -= 1
            marks.append("Y")
        else:
            marks.append("-")
    return "".join(marks)


def wordle(answers: Sequence[str], allowed: Sequence[str]) -> Game:
    guesses = list(dict.fromkeys([*answers, *allowed]))
    return Game(list(answers), guesses, tiles, places, lambda guess, answer: set(str(answer)) == {"G"})


def word_list(words: Sequence[str]) -> Game:
    def likeness(guess: str, word: str) -> int:
        return sum(g == w for g, w in zip(guess, word, strict=True))

    return Game(list(words), list(words), likeness, places, lambda guess, answer: answer == len(guess))


def hangman(words: Sequence[str]) -> Game:
    def shown(letter: str, word: str) -> str:
        return "".join(letter if letter == own else "_" for own in word)

    return Game(list(words), list(LETTERS), shown, places)


def four_words(words: Sequence[str]) -> Game:
    marks = {(guess, word): tiles(guess, word) for guess in words for word in words}

    def answers(guess: str, secret: Sequence[str]) -> Hashable:
        return tuple(marks[guess, word] for word in secret)

    def true(secret: Sequence[str]) -> frozenset[Hashable]:
        return frozenset(
            (board, i, letter) for board, word in enumerate(secret) for i, letter in enumerate(word)
        )

    return Game(list(permutations(words, 4)), list(words), answers, true)


def jotto(words: Sequence[str]) -> Game:
    def common(guess: str, word: str) -> Hashable:
        return "the word" if guess == word else sum((Counter(guess) & Counter(word)).values())

    return Game(list(words), list(words), common, places, lambda guess, answer: answer == "the word")


def permutation(n: int = 4) -> Game:
    rows = list(permutations(range(1, n + 1)))
    return Game(rows, rows, lambda g, p: black_white(g, p)[0], places, lambda guess, answer: answer == n)


def sorting(n: int = 5) -> Game:
    return Game(
        list(permutations(range(n))), list(combinations(range(n), 2)), lambda e, r: r[e[0]] < r[e[1]], places
    )


def higher_lower(n: int = 100) -> Game:
    numbers = list(range(1, n + 1))
    return Game(
        numbers,
        numbers,
        lambda guess, number: (number > guess) - (number < guess),
        lambda number: frozenset([number]),
        lambda guess, answer: answer == 0,
    )


def group_testing(items: int = 8, defective: int = 2) -> Game:
    numbers = range(1, items + 1)
    return Game(
        list(combinations(numbers, defective)),
        list(subsets(numbers, 1, items - 1)),
        lambda pool, bad: bool(set(pool) & set(bad)),
        lambda bad: frozenset(bad),
    )


def diagnosis(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Game:
    weight, treatment = header.index("weight"), header.index("treatment")
    return Game(
        list(rows),
        [column for column in range(1, len(header)) if column not in (weight, treatment)],
        lambda column, row: row[column],
        lambda row: frozenset([row[0]]),
        goal=lambda row: row[treatment],
        weight=lambda row: int(row[weight]),
    )


def battleship(size: int = 5, length: int = 3) -> Game:
    ships = [
        (row, column, down)
        for row in range(size)
        for column in range(size)
        for down in (True, False)
        if (row if down else column) + length <= size
    ]

    def hit(cell: tuple[int, int], ship: tuple[int, int, bool]) -> bool:
        row, column, down = ship
        return cell in [(row + k, column) if down else (row, column + k) for k in range(length)]

    def propositions(ship: tuple[int, int, bool]) -> frozenset[Hashable]:
        return frozenset([("row", ship[0]), ("column", ship[1]), *(["down"] if ship[2] else [])])

    return Game(ships, list(product(range(size), repeat=2)), hit, propositions)


GAMES: dict[str, Callable[..., Game]] = {
    "mastermind": mastermind,
    "bulls-and-cows": lambda places=4, digits=10: bulls_and_cows(places, digits),
    "black-pegs": black_pegs,
    "mastermind-colour": mastermind_colour,
    "mastermind-position": mastermind_position,
    "decimalisation": lambda places=4, digits=5, choices=2: decimalisation(places, digits, choices),
    "counterfeit-coin": counterfeit_coin,
    "counterfeit-coin-only": counterfeit_coin_only,
    "light-coins": light_coins,
    "odd-coins": odd_coins,
    "bags-of-gold": bags_of_gold,
    "black-box": black_box,
    "code-777": code_777,
    "code-777-three": code_777_three,
    "permutation": permutation,
    "sorting": sorting,
    "higher-lower": higher_lower,
    "group-testing": group_testing,
    "battleship": battleship,
}
"""The games whose parameters are whole numbers."""


if __name__ == "__main__":
    name, *settings = sys.argv[1:] or [""]
    if name not in GAMES:
        sys.exit(f"GAMES of this file has no game {name!r}, only {', '.join(GAMES)}")
    quick = "no-optimum" in settings
    values = dict(setting.split("=") for setting in settings if "=" in setting)
    for line in report(Search(GAMES[name](**{key: int(value) for key, value in values.items()})), not quick):
        print(line, flush=True)
