"""The meaning of games of the library, against plain Python."""

from __future__ import annotations

from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest

from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.language.load import load
from cobra.limits import Limits
from cobra.model.dag import HAS_PARAMETER, HAS_VARIABLE
from cobra.model.game import Cases, Game, Observed, Sum
from cobra.options import MEMORY
from tests import oracle
from tests.language.meaning import answers, codes


def mastermind_answer(code: tuple[Any, ...], guess: tuple[Any, ...]) -> tuple[int, int]:
    black = sum(c == g for c, g in zip(code, guess, strict=True))
    both = sum(min(code.count(c), guess.count(c)) for c in set(code))
    return black, both - black


@pytest.mark.parametrize(("pegs", "colours"), [(1, 1), (2, 3), (3, 3)])
def test_mastermind(pegs: int, colours: int) -> None:
    game = load("mastermind", {"pegs": str(pegs), "colours": str(colours)})
    assert game.ending == "hit"
    table = answers(game)
    assert len(table) == colours ** (2 * pegs)
    for label, parameters, code, answer in table:
        assert label == "guess"
        assert answer == mastermind_answer(tuple(code["code"].values()), tuple(parameters["g"].values()))


def test_mastermind_is_sums_of_products_of_a_code_part_and_a_parameter_part() -> None:
    game = load("mastermind")
    answer = game.experiments[0].answer
    assert isinstance(answer, Observed)
    assert answer.template == "{}B{}W"
    assert answer.shape == (0, 1)
    black = answer.components[0]
    assert isinstance(black, Sum)
    assert [weight for weight, _ in black.value.terms] == [1, 1, 1, 1]
    white = answer.components[1]
    assert isinstance(white, Sum)
    subtracted = {lit ^ 1 for _, lit in black.value.terms}
    both = [lit for _, lit in white.value.terms if lit not in subtracted]
    assert len(both) == 6 * 4
    for lit in both:
        sides = [game.dag.sides(part) for part in game.dag.node(lit).args]
        assert set(sides) == {HAS_VARIABLE, HAS_PARAMETER}


def test_bulls_and_cows() -> None:
    game = load("bulls-and-cows", {"places": "3", "digits": "4"})
    assert [tuple(code["code"].values()) for code in codes(game)] == list(permutations(range(4), 3))
    for _, parameters, code, answer in answers(game):
        secret, guess = tuple(code["code"].values()), tuple(parameters["g"].values())
        assert answer == mastermind_answer(secret, guess)


def tiles(guess: str, word: str) -> tuple[str, ...]:
    """Colour a Wordle guess with pencil and paper: cross greens out first, then yellows from the left."""
    marks = ["-"] * len(guess)
    left = list(word)
    for i, letter in enumerate(guess):
        if word[i] == letter:
            marks[i] = "G"
            left.remove(letter)
    for i, letter in enumerate(guess):
        if marks[i] == "-" and letter in left:
            marks[i] = "Y"
            left.remove(letter)
    return tuple(marks)


WORDS = ["abbey", "kebab", "babes", "eerie", "geese", "sleds", "lever", "level", "mamma", "amama"]


def test_wordle_with_repeated_letters(tmp_path: Path) -> None:
    (tmp_path / "answers.txt").write_text("\n".join(WORDS[:7]) + "\n", encoding="utf-8")
    (tmp_path / "allowed.txt").write_text("\n".join([*WORDS[5:], "", " mamma "]), encoding="utf-8")
    files = {"answers": str(tmp_path / "answers.txt"), "allowed": str(tmp_path / "allowed.txt")}
    game = load("wordle", files)
    table = answers(game)
    assert len(table) == 7 * 10
    seen = []
    for _, parameters, code, answer in table:
        guess, word = "".join(parameters["g"].values()), "".join(code["word"].values())
        seen.append(guess)
        assert answer == tiles(guess, word), (guess, word)
    assert list(dict.fromkeys(seen)) == WORDS


@pytest.mark.parametrize("genuine", [0, 1])
def test_counterfeit_coin(genuine: int) -> None:
    game = load("counterfeit-coin", {"coins": "4", "genuine": str(genuine)})
    assert game.ending == "identify"
    assert [type_.label for type_ in game.experiments] == ["weigh[1]", "weigh[2]"]
    table = answers(game)
    for _, parameters, code, (answer,) in table:
        left, right = parameters["left"], parameters["right"]
        assert min(left) < min(right)
        assert not set(left) & set(right)
        change = 1 if code["heavy"] else -1
        tilt = change * ((code["odd"] in left) - (code["odd"] in right))
        assert answer == {1: "left heavier", -1: "right heavier", 0: "balance"}[tilt]
    weighings = {(tuple(p["left"]), tuple(p["right"])) for _, p, _, _ in table}
    assert len(weighings) == {0: 6 + 3, 1: 10 + 15}[genuine]


def ray(atoms: set[tuple[int, int]], size: int, port: int) -> int | str:
    """Follow a ray with complex numbers: x + iy, y downwards; turning left is multiplying by -i."""
    n = (port - 1) % size + 1
    place, way = [
        (complex(n, 0), 1j),
        (complex(size + 1, n), -1 + 0j),
        (complex(n, size + 1), -1j),
        (complex(0, n), 1 + 0j),
    ][(port - 1) // size]
    occupied = {complex(x, y) for x, y in atoms}
    outside = True
    while True:
        ahead, left, right = place + way, place + way - 1j * way, place + way + 1j * way
        if ahead in occupied:
            return "hit"
        if outside and (left in occupied or right in occupied):
            return "reflected"
        if left in occupied and right in occupied:
            return "reflected"
        if left in occupied:
            way *= 1j
            continue
        if right in occupied:
            way *= -1j
            continue
        place, outside = place + way, False
        x, y = int(place.real), int(place.imag)
        if y < 1:
            return x
        if x > size:
            return size + y
        if y > size:
            return 2 * size + x
        if x < 1:
            return 3 * size + y


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "atoms", "step"), [(2, 2, 1), (3, 2, 1), (4, 2, 5), (5, 2, 29)])
def test_black_box(size: int, atoms: int, step: int) -> None:
    game = load("black-box", {"size": str(size), "atoms": str(atoms)})
    assert [type_.label for type_ in game.experiments] == [f"shoot({p})" for p in range(1, 4 * size + 1)]
    assert {type_.name for type_ in game.experiments} == {"shoot"}
    assert all(type_.space.slots == () for type_ in game.experiments)
    boards = list(combinations(product(range(1, size + 1), repeat=2), atoms))[::step]
    assert len(boards) >= 6
    for board in boards:
        code = tuple([int(slot.index in board) for slot in game.codes.slots])
        assert oracle.allows(game.dag, game.codes, code)
        for port in range(1, 4 * size + 1):
            expected = ray({(x, y) for x, y in board}, size, port)
            (answer,) = oracle.outcome(game, (port - 1, ()), code)
            assert answer == ("reflected" if expected == port else expected)


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "atoms"), [(2, 1), (4, 2), (5, 3), (6, 4)])
def test_no_ray_of_black_box_is_lost(size: int, atoms: int) -> None:
    table = CodeTable(load("black-box", {"size": str(size), "atoms": str(atoms)}), Run(), MEMORY, Limits())
    for port, split in enumerate(table.splits([(port, []) for port in range(size)])):
        assert ("lost",) not in {table.compiled.decoders[port].values(outcome) for outcome, _ in split}


def test_code_777_counts_the_cards_that_fit() -> None:
    game = load("code-777-three", {"cards": "2", "attributes": "2", "values": "2"})
    for _, parameters, code, (answer,) in answers(game):
        p, q = (tuple(parameters[name].values()) for name in "pq")
        cards = [(code["card"][i, 1], code["card"][i, 2]) for i in (1, 2)]
        assert cards == sorted(cards)
        first, second = (
            sum(all(d in (0, v) for d, v in zip(wanted, card, strict=True)) for card in cards)
            for wanted in (p, q)
        )
        assert answer == (">" if first > second else "<" if first < second else "=")


def test_diagnosis_reads_a_table() -> None:
    game = load("diagnosis")
    assert game.ending == "identify"
    assert len(game.goal) == 1
    assert isinstance(game.goal[0], Cases)
    for _, parameters, _, (answer,) in answers(game):
        assert parameters["t"] not in ("weight", "treatment")
        assert answer is not None
    weights = [oracle.weight_of(game, code) for code in oracle.codes(game)]
    assert min(weights) >= 1


@pytest.mark.parametrize(
    "name", ["mastermind", "bulls_and_cows", "counterfeit-coin", "light-coins", "sorting"]
)
def test_games_are_loaded_by_name(name: str) -> None:
    game = load(name)
    assert isinstance(game, Game)
    assert len(game.experiments) >= 1
