"""Games with lies and moves whose values are known, or found by brute force written for each of them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.certificate.beliefs.parts import NEVER
from cobra.language.load import library
from cobra.model.unseen import successors
from cobra.sat.wellformed import prove_well_formed
from cobra.strategy.check.verify import verify
from tests.oracle.unseen import UnseenRules, least_worst
from tests.random_cases import random_cases

GAMES = library()["fox"].parent
EXAMPLES = Path(__file__).parents[2] / "examples" / "unseen"


def game_of(name: str, **params: int) -> cobra.Game:
    folder = EXAMPLES if (EXAMPLES / f"{name}.cb").exists() else GAMES
    return cobra.load(folder / f"{name}.cb", params)


def worst(name: str, **params: int) -> int:
    """The least worst case, proved and attained by a strategy that is replayed."""
    result = cobra.optimal(game_of(name, **params))
    assert result.proved and result.objective == "worst" and result.strategy is not None
    assert verify(result.strategy).correct
    return result.row.worst


def looks(holes: int) -> int:
    """Looks that find the fox wherever it is, by trying them all."""

    @cache
    def finds(possible: frozenset[int], q: int) -> bool:
        def after(place: int) -> frozenset[int]:
            missed = possible - {place}
            return frozenset(n for hole in missed for n in (hole - 1, hole + 1) if 1 <= n <= holes)

        return not possible or (q > 0 and any(finds(after(place), q - 1) for place in possible))

    return next(q for q in range(3 * holes) if finds(frozenset(range(1, holes + 1)), q))


@pytest.mark.parametrize("holes", range(3, 10))
def test_the_fox_is_found_in_twice_the_inner_holes(holes: int) -> None:
    assert worst("fox", holes=holes) == looks(holes) == 2 * (holes - 2)


def test_the_fox_of_five_holes() -> None:
    """Looking into 2, 3, 4, 2, 3, 4 finds it wherever it began and whatever it did; five looks do not."""
    game = game_of("fox")
    assert cobra.optimal(game, max_depth=5).infeasible
    looks = cobra.optimal(game, first="2").strategy
    assert looks is not None and [place for _, (place,) in looks.experiments] == [1, 2, 3, 1, 2, 3]


def pelc(numbers: int) -> int:
    """Pelc 1987: questions that find a number when one answer may be a lie and any set may be asked."""
    q = 0
    while numbers * (q + 1) + (numbers % 2) * (q - 1) > 2**q:
        q += 1
    return q


@pytest.mark.slow
def test_one_lie_about_sets_is_as_pelc_says() -> None:
    numbers = range(1, 65)
    assert [worst("liar", numbers=n) for n in numbers] == [pelc(n) for n in numbers]


@pytest.mark.parametrize(("numbers", "lies"), [(3, 2), (5, 1), (7, 1), (8, 2)])
def test_counting_numbers_is_as_good_as_knowing_them(numbers: int, lies: int) -> None:
    """With a first set given the sets are listed; a set of half the numbers is the best one to begin with."""
    half = "".join(str(n) for n in range(1, numbers // 2 + 1))
    listed = cobra.optimal(game_of("liar", numbers=numbers, lies=lies), first=half)
    assert listed.row.worst == worst("liar", numbers=numbers, lies=lies)


@pytest.mark.slow
def test_many_numbers() -> None:
    """They are counted, not told apart: the sets of 1,000 numbers are never listed."""
    assert worst("liar", numbers=100, lies=2) == 14
    thousand = cobra.optimal(game_of("liar", numbers=1000, lies=2))
    assert (thousand.proved, thousand.row.worst) == (True, 18)
    large = cobra.optimal(game_of("liar", numbers=4096, lies=3), memory=1 << 28)
    assert (large.undrawn, large.stopped, large.strategy) == (True, None, None)
    assert [(one.measure, one.lower, one.upper) for one in large.intervals] == [("worst", 23, 23)]


def comparisons(numbers: int) -> int:
    """Questions `x < g` that find a number when one answer may be a lie: by trying them all.

    `true` and `lied` are bit masks: numbers for which no answer, or one, was a lie.
    """

    @cache
    def settles(true: int, lied: int, q: int) -> bool:
        if (true | lied).bit_count() <= 1:
            return True
        if (q + 1) * true.bit_count() + lied.bit_count() > 1 << q:
            return False
        found = set()
        for g in range(1, numbers):
            low = (1 << g) - 1
            no, yes = (true & ~low, lied & ~low | true & low), (true & low, lied & low | true & ~low)
            if (true, lied) not in (yes, no):
                found.add((max(yes, no), min(yes, no)))
        ordered = sorted(found, key=lambda two: max(q * t.bit_count() + u.bit_count() for t, u in two))
        return any(all(settles(*one, q - 1) for one in two) for two in ordered)

    return next(q for q in range(64) if settles((1 << numbers) - 1, 0, q))


DEARER = [8, *range(13, 17), *range(23, 29), *range(41, 51)]
"""So many numbers, of those up to 64, take one comparison more than questions about any set."""


@pytest.mark.slow
def test_comparisons_with_one_lie() -> None:
    found = {numbers: worst("liar_comparisons", numbers=numbers) for numbers in range(2, 65)}
    assert found == {numbers: comparisons(numbers) for numbers in range(2, 65)}
    assert found == {numbers: pelc(numbers) + (numbers in DEARER) for numbers in range(2, 65)}


def guesses(pegs: int, colours: int) -> int:
    """Guesses that find a code when one answer may be a lie: by trying all, but those that count out.

    Codes for which no answer, or one, was a lie are bit masks. With b answers that do not hit, q guesses
    leave room for b^q ways to go on, and one that hits in each; one code with no lie told has `ways(1, q)`.
    The first guess names its colours in their order.
    """
    codes = list(product(range(colours), repeat=pegs))

    def marks(guess: tuple[int, ...], code: tuple[int, ...]) -> tuple[int, int]:
        common = sum((Counter(guess) & Counter(code)).values())
        return sum(a == b for a, b in zip(guess, code, strict=True)), common

    said: list[dict[tuple[int, int], int]] = []
    for guess in codes:
        masks: dict[tuple[int, int], int] = {}
        for place, code in enumerate(codes):
            if code != guess:
                answer = marks(guess, code)
                masks[answer] = masks.get(answer, 0) | 1 << place
        said.append(masks)
    most = max(map(len, said))

    @cache
    def ways(lies: int, q: int) -> int:
        if lies < 0:
            return 0
        return 1 if q <= 1 else ways(lies, q - 1) + (most - 1) * ways(lies - 1, q - 1)

    @cache
    def room(q: int) -> int:
        return 0 if q == 0 else most * room(q - 1) + ways(1, q)

    def spare(true: int, lied: int, q: int) -> int:
        return room(q) - true.bit_count() * ways(1, q) - lied.bit_count() * ways(0, q)

    def cells(guess: int, true: int, lied: int) -> list[tuple[int, int]]:
        true, lied = true & ~(1 << guess), lied & ~(1 << guess)
        found = [(true & mask, true & ~mask | lied & mask) for mask in said[guess].values()]
        return [cell for cell in found if cell != (0, 0)]

    @cache
    def settles(true: int, lied: int, q: int) -> bool:
        if spare(true, lied, q) < 0 or q == 1:
            return spare(true, lied, q) >= 0
        ordered = []
        for guess in range(len(codes)):
            left = cells(guess, true, lied)
            tightest = min((spare(*cell, q - 1) for cell in left), default=0)
            if (true, lied) not in left and tightest >= 0:
                ordered.append((-tightest, sorted(left, key=lambda cell: spare(*cell, q - 1))))
        return any(all(settles(*cell, q - 1) for cell in left) for _, left in sorted(ordered))

    firsts = [i for i, code in enumerate(codes) if list(dict.fromkeys(code)) == list(range(len(set(code))))]
    everything = (1 << len(codes)) - 1
    return next(
        q
        for q in range(1, 20)
        if any(all(settles(*cell, q - 1) for cell in cells(first, everything, 0)) for first in firsts)
    )


@pytest.mark.parametrize(("pegs", "colours"), [(1, 4), (2, 2), (2, 3)])
def test_mastermind_by_brute_force(pegs: int, colours: int) -> None:
    assert worst("mastermind_lie", pegs=pegs, colours=colours) == guesses(pegs, colours)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("pegs", "colours", "expected"), [(1, 4, 4), (2, 2, 4), (2, 3, 5), (2, 4, 6)])
def test_mastermind_with_one_lie(pegs: int, colours: int, expected: int) -> None:
    game = game_of("mastermind_lie", pegs=pegs, colours=colours)
    assert worst("mastermind_lie", pegs=pegs, colours=colours) == least_worst(game, 9) == expected


@pytest.mark.slow
def test_mastermind_of_three_pegs_and_four_colours_with_one_lie() -> None:
    assert worst("mastermind_lie", pegs=3, colours=4) == guesses(3, 4) == 6


def weighings(coins: int) -> int:
    """Weighings that find the coin and its kind when one may be wrong, by trying them all."""
    codes = [(coin, heavy) for coin in range(coins) for heavy in (False, True)]
    pans = [
        (left, right)
        for m in range(1, coins // 2 + 1)
        for left in combinations(range(coins), m)
        for right in combinations([coin for coin in range(coins) if coin not in left], m)
    ]
    tables = [[0 if c not in a + b else 1 if (c in a) == h else 2 for c, h in codes] for a, b in pans]

    @cache
    def settles(hidden: frozenset[tuple[int, int]], q: int) -> bool:
        if len({code for code, _ in hidden}) == 1:
            return True
        if sum(1 + 2 * q * (1 - lies) for _, lies in hidden) > 3**q:
            return False
        for table in tables:
            cells = [
                frozenset((c, lies + (table[c] != a)) for c, lies in hidden if lies + (table[c] != a) < 2)
                for a in range(3)
            ]
            if hidden not in cells and all(not cell or settles(cell, q - 1) for cell in cells):
                return True
        return False

    start = frozenset((code, 0) for code in range(len(codes)))
    return next(q for q in range(20) if settles(start, q))


BRUTE_FORCE = {
    "fox": looks,
    "liar": pelc,
    "liar-coins": weighings,
    "liar-comparisons": comparisons,
    "mastermind-lie": guesses,
}
"""What the least worst cases of the games of the library are held to."""


@pytest.mark.parametrize("coins", [3, 4])
def test_coins_with_one_wrong_weighing(coins: int) -> None:
    assert worst("liar_coins", coins=coins) == weighings(coins)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pegs", "colours", "needed"), [(3, 3, 5), (3, 4, 6), (3, 5, 6), (3, 6, 7), (4, 3, 5), (4, 4, 6)]
)
def test_mastermind_with_a_lie(pegs: int, colours: int, needed: int) -> None:
    """The table of docs/lies.md."""
    result = cobra.optimal(game_of("mastermind_lie", pegs=pegs, colours=colours), time_limit=None)
    assert (result.proved, result.intervals[0].lower, result.intervals[0].upper) == (True, needed, needed)
    assert result.strategy is not None and verify(result.strategy).correct


@pytest.mark.slow
def test_a_published_worst_case_is_nearly_attained() -> None:
    """With one lie MM(4,6) takes 7 guesses (Huang, Chen and Lin 2005); a one-step strategy takes 8."""
    game = game_of("mastermind_lie")
    row = cobra.analyze(game, ["max-models"], time_limit=None).rows[0]
    assert row.worst == 8


@pytest.mark.thorough
def test_no_lies_at_all_is_the_game_itself() -> None:
    plain = cobra.analyze(cobra.load("mastermind", {"pegs": 2, "colours": 4}))
    none = cobra.analyze(game_of("mastermind_lie", pegs=2, colours=4, lies=0))
    assert [row.figures for row in plain.rows] == [row.figures for row in none.rows]


def test_what_cannot_be_done_says_so() -> None:
    game = game_of("fox")
    strategy = cobra.optimal(game).strategy
    assert strategy is not None
    for refused in (
        lambda: cobra.static_plan(game),
        lambda: cobra.evolve(game),
        lambda: cobra.expand(game),
        lambda: cobra.openings(game),
        lambda: cobra.review(game, "2 = empty", reference="max-models"),
        lambda: cobra.optimal(game, "average"),
        lambda: cobra.optimal(game, "won", within=3),
        lambda: cobra.optimal(game, checkpoint="some.checkpoint"),
        lambda: cobra.analyze(game, [lambda knowledge: knowledge.experiments[0]]),
    ):
        with pytest.raises(cobra.GameError):
            refused()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("secret x : 1..3 lies at most 101", "0 to 100 answers may be lies, not 101"),
        ("secret x : 1..3 lies at most 1 lies at most 2", "`lies at most` is there twice"),
        (
            "secret x[1..2] : 1..3 move x = one of 1",
            "`x` cannot move: what moves is a `secret` that is no vector",
        ),
        ("secret x : 1..3 move x = one of 7", "this is never a value of `x`"),
        ("secret x : 1..3 move x = one of x move x = one of 1", "`x` moves twice"),
        (
            "secret x : 1..3 lies at most 1 state s = 0 in 0..1",
            "a game with lies or moves cannot have a state, prices, limits or plays that are lost: what",
        ),
        ("secret x : 1..3 move y = one of 1", "the name `y` is not known here"),
    ],
)
def test_mistakes(text: str, sentence: str) -> None:
    with pytest.raises(cobra.LanguageError, match=sentence.replace("(", r"\(")):
        cobra.load_text(f"{text} experiment ask(g : 1..3) observe true")


def test_openings_where_answers_may_be_lies() -> None:
    """Of twelve numbers, with one lie, the first comparison has to be the one in the middle."""
    game = cobra.load("liar-comparisons", {"numbers": 12})
    result = cobra.openings(game)
    assert [(one.experiment, one.alike, one.values) for one in result.openings] == [
        ("7", 1, (7,)),
        *((str(number), 2, (8,)) for number in (6, 5, 4, 3, 2)),
    ]
    for one in result.openings:
        found = cobra.optimal(game, first=one.experiment)
        assert found.proved and found.row.worst == one.worst


@pytest.mark.parametrize(
    ("numbers", "lies", "move", "needed"),
    [
        (5, 0, "x / 2", 2),
        (4, 1, "x / 2", 2),
        (3, 0, "x - 1, x + 1", 2),
        (4, 0, "x - 1, x + 1", None),
        (4, 0, "(x + 1) % 4", 2),
    ],
)
def test_numbers_that_move_are_not_interchangeable(
    numbers: int, lies: int, move: str, needed: int | None, tmp_path: Path
) -> None:
    """Though any set of them may be asked about; if they stayed, it would take 3, 5, 2, 2 and 2 questions."""
    lie = f"lies at most {lies}" if lies else ""
    game = cobra.load_text(
        f"secret x : 0..{numbers - 1} {lie} move x = one of {move} "
        f"experiment ask(s : set of 0..{numbers - 1}) observe x in s"
    )
    assert least_worst(game, 4) == needed
    result = cobra.optimal(game, certificate=tmp_path / "moving.proof")
    assert result.proved and result.infeasible == (needed is None)
    if needed is not None:
        assert result.row.worst == needed
        assert result.strategy is not None and verify(result.strategy).correct
    certificate = cobra.read_certificate(tmp_path / "moving.proof")
    assert isinstance(certificate, cobra.BeliefsFile)
    assert certificate.front.claim == (NEVER if needed is None else needed)
    assert cobra.verify_certificate(certificate, game).problem is None


def test_a_secret_that_cannot_move_is_found() -> None:
    game = cobra.load_text("secret x : 1..3 move x = one of x + 1 experiment ask(g : 1..3) observe x = g")
    with pytest.raises(cobra.GameError, match="the code 3 cannot move"):
        cobra.optimal(game)


@pytest.mark.parametrize(
    ("text", "stuck"),
    [
        ("secret x : 1..2 secret y : 1..2 constraint x + y > 2 move x = one of x % 2 + 1", "x 2, y 1"),
        ("secret x : 1..3 constraint x != 2 move x = one of x + 1, x - 1", "1"),
        ("secret x : 1..3 constraint x != 2 move x = one of x + 2, x - 1, x - 2", None),
        (
            "secret x : 1..3 secret y : 1..3 constraint x != y move x = one of x % 3 + 1 "
            "move y = one of y % 3 + 1",
            None,
        ),
        ("secret x : 1..3 secret y : 1..3 constraint x != y move x = one of y move y = one of x", None),
        ("secret x : 1..2 secret y : 1..2 constraint x < y move x = one of y move y = one of x", "x 1, y 2"),
    ],
)
def test_what_the_secret_becomes_has_to_be_a_code(text: str, stuck: str | None) -> None:
    """Each move has a value, but all together, and with what does not move, need be no code."""
    game = cobra.load_text(f"{text} experiment ask(g : 1..2) observe x = g")
    (found,) = [one for one in cobra.check(game).proofs if one.statement == "the secret can always move"]
    assert found.holds == (stuck is None)
    assert found.counterexample == (f"the code {stuck} cannot move" if stuck else "")


@pytest.mark.thorough
@given(st.integers(0, 1 << 30))
@random_cases(100)
def test_whether_the_secret_can_move_is_that_of_the_definition(seed: int) -> None:
    """With one unknown that moves or two, conditions on what is a code, and helpers."""
    random = Random(seed)
    lines = [f"secret x : 1..{random.randint(2, 4)} secret y : 1..3"]
    lines += ["aux variable h constraint h <-> " + random.choice(["x = 1", "x = y", "x + y > 3"])] * (
        seed % 2
    )
    lines += [
        "constraint " + random.choice(["x != y", "x <= y", "x + y > 2", "x + y != 3", "x != 2 | y = 1"])
    ]
    lines += [
        "move x = one of " + random.choice(["x % 2 + 1", "x + 1, x - 1", "x, x + 1", "y, x - 1", "1, 2"])
    ]
    lines += ["move y = one of " + random.choice(["y % 3 + 1", "y, 1", "x, y - 1"])] * random.randint(0, 1)
    game = cobra.load_text("\n".join([*lines, "experiment ask(g : 1..2) observe x = g"]))
    rules = UnseenRules(game)
    (found,) = [one for one in prove_well_formed(game) if one.statement == "the secret can always move"]
    assert found.holds == all(rules.next)
    assert successors(game, rules.codes) == rules.next


def test_helpers_follow_a_secret_that_moves() -> None:
    """From 3 it goes to 1, whatever helps to say what 1 is: after no at 1 it was 2 or 3, so it is 3 or 1."""
    text = "secret x : 1..3 {} move x = one of x % 3 + 1 experiment look(g : 1..3) observe x = g final x = g"
    plain, helped = (
        cobra.load_text(text.format(more)) for more in ("", "aux variable one constraint one <-> x = 1")
    )
    for game in (plain, helped):
        assert cobra.advise(game, "1 = no").listed == ("1", "3")
        result = cobra.optimal(game)
        assert (result.proved, result.row.worst, result.row.distribution) == (True, 3, {1: 1, 2: 1, 3: 1})
        assert result.strategy is not None and verify(result.strategy).correct
        assert cobra.simulate(game, "max-models", number=5, trace=True).worst <= 3


def test_lies_and_moves_are_part_of_a_game() -> None:
    """A strategy of one game is none of another that differs in them only."""
    text = """
param n = 1 in 0..2
secret x : 1..3
lies at most n
move x = one of x, 1
experiment ask(g : 1..3) observe x = g
"""
    one, other = cobra.load_text(text), cobra.load_text(text, definitions={"n": 2})
    assert one.unseen != other.unseen and cobra.load_text(text, definitions={"n": 0}).unseen is not None


def test_names_of_the_words_are_free() -> None:
    """`lies`, `at`, `most`, `one` are names like others; `of` and `move` are not."""
    text = """
param lies = 1 in 0..3
param most = 3 in 1..9
secret one : 1..most
lies at most lies
experiment at(g : 1..most) observe one = g
"""
    game = cobra.load_text(text)
    assert game.unseen is not None and (game.unseen.lies, game.unseen.moves) == (1, ())
