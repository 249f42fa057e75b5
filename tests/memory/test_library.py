"""The games of the library with a state, prices and lost plays, against the same games by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from math import comb
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.language.load import library
from tests.memory.brute_force import (
    GAMES,
    PlainRules,
    WordsAtOnce,
    battleship_sunk,
    hangman_lives,
    quordle,
    throws,
    wordle_hard,
)
from tests.oracle.memory import SCORES, least, played

FOLDER = library()["hangman-lives"].parent
WORDS = (FOLDER / "three_letters.txt").read_text("utf-8").split()
FIVE = (FOLDER / "quordle.txt").read_text("utf-8").split()
LIST = (FOLDER / "word_list.txt").read_text("utf-8").split()
SMALL = [
    ("egg-drop", {"eggs": 2, "floors": 7}),
    ("egg-drop", {"eggs": 1, "floors": 5}),
    ("egg-drop", {"eggs": 3, "floors": 36}),
    ("poisoned-wine", {"bottles": 8, "strips": 2}),
    ("poisoned-wine", {"bottles": 4, "strips": 3, "together": 2}),
    ("priced-search", {"n": 15}),
    ("warmer-colder", {"numbers": 20}),
    ("hangman-lives", {"lives": 3}),
    ("hangman-lives", {"lives": 1}),
]


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params"), SMALL)
def test_one_step_strategies(name: str, params: dict[str, int]) -> None:
    plain = hangman_lives(WORDS, **params) if name == "hangman-lives" else GAMES[name](**params)
    game = cobra.load(name, params)
    assert cobra.info(game).codes == len(plain.codes)
    assert cobra.info(game).experiments == len(plain.experiments(plain.start))
    for row in cobra.analyze(game, list(SCORES), ties="final,first").rows:
        found = row.total, row.figures.price_total, row.lost, row.worst
        assert found == played(PlainRules(plain), row.name), row.name


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("egg-drop", {"eggs": 2, "floors": 7}),
        ("egg-drop", {"eggs": 1, "floors": 4}),
        ("poisoned-wine", {"bottles": 6, "strips": 2}),
        ("poisoned-wine", {"bottles": 4, "strips": 2, "together": 2}),
        ("priced-search", {"n": 7}),
        ("warmer-colder", {"numbers": 8}),
        ("battleship-sunk", {"size": 3, "length": 2}),
        ("battleship-sunk", {"size": 3, "length": 2, "second": 2}),
        ("battleship-sunk", {"size": 3, "length": 3, "second": 2}),
    ],
)
def test_the_best_strategies(name: str, params: dict[str, int]) -> None:
    rules = PlainRules(GAMES[name](**params))
    for objective, counted in (("average", "total"), ("worst", "worst")):
        result = cobra.optimal(cobra.load(name, params), objective)
        assert result.proved
        figures = result.row.figures
        assert (figures.lost, figures.measure(counted)) == least(rules, counted, 7)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("words", "lives"), [(5, 3), (7, 1), (7, 2), (9, 2)])
def test_the_best_hangman(words: int, lives: int, tmp_path: Path) -> None:
    """The fewest words lost, and then the least sum or the least greatest number of questions."""
    (tmp_path / "words").write_text("\n".join(WORDS[:words]), "utf-8")
    game = cobra.load("hangman-lives", {"lives": lives, "words": str(tmp_path / "words")})
    rules = PlainRules(hangman_lives(WORDS[:words], lives))
    for objective, counted in (("average", "total"), ("worst", "worst")):
        result = cobra.optimal(game, objective)
        assert result.proved
        figures = result.row.figures
        assert (figures.lost, figures.measure(counted)) == least(rules, counted, words)


@pytest.mark.thorough
def test_hard_mode(tmp_path: Path) -> None:
    """Eight words may be the secret and four more be guessed."""
    for name, words in (("answers", LIST[:8]), ("allowed", LIST[8:])):
        (tmp_path / name).write_text("\n".join(words), "utf-8")
    game = cobra.load("wordle-hard", {name: str(tmp_path / name) for name in ("answers", "allowed")})
    rules = PlainRules(wordle_hard(LIST[:8], LIST[8:]))
    for row in cobra.analyze(game, list(SCORES), ties="final,first").rows:
        found = row.total, row.figures.price_total, row.lost, row.worst
        assert found == played(rules, row.name), row.name
    best = cobra.optimal(game)
    assert best.proved and (0, best.row.total) == least(rules, "total", 5)


def load_words(folder: Path, words: list[str], boards: int) -> cobra.Game:
    (folder / "words").write_text("\n".join(words), "utf-8")
    return cobra.load("quordle", {"boards": boards, "words": str(folder / "words")})


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "boards"),
    [
        (FIVE, 1),
        (FIVE, 2),
        (LIST, 1),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in ((FIVE, 3), (FIVE, 4), (LIST, 2))),
    ],
)
def test_words_at_once(words: list[str], boards: int, tmp_path: Path) -> None:
    game, plain = load_words(tmp_path, words, boards), WordsAtOnce(words, boards)
    for row in cobra.analyze(game, list(SCORES), ties="final,first", time_limit=None).rows:
        assert (row.total, row.worst, row.lost) == (*plain.played(SCORES[row.name]), 0), row.name
    best, worst = (cobra.optimal(game, objective, time_limit=None) for objective in ("average", "worst"))
    assert best.proved and worst.proved
    assert (best.row.total, worst.row.worst) == plain.least()


@pytest.mark.thorough
@pytest.mark.parametrize(("words", "boards"), [(FIVE, 2), (FIVE, 3), (LIST, 1), (LIST, 2)])
def test_words_at_once_by_definition(words: list[str], boards: int) -> None:
    """Board by board, or all boards together: it is the same."""
    rules, expected = PlainRules(quordle(words, boards)), WordsAtOnce(words, boards).least()
    assert least(rules, "total", boards + 3) == (0, expected[0])
    assert least(rules, "worst", boards + 3) == (0, expected[1])


@pytest.mark.slow
def test_up_to_four_of_twelve_words_at_once() -> None:
    found = [WordsAtOnce(LIST, boards).least() for boards in range(1, 5)]
    assert found == [(24, 3), (414, 4), (6312, 5), (90246, 6)]


@pytest.mark.slow
@pytest.mark.parametrize(("boards", "memory"), [(3, 1 << 31), (4, 3 << 30)])
def test_many_of_twelve_words_at_once(boards: int, memory: int, tmp_path: Path) -> None:
    """Four boards take minutes, and more memory than searches have by default."""
    game = load_words(tmp_path, LIST, boards)
    best, worst = (cobra.optimal(game, objective, memory=memory) for objective in ("average", "worst"))
    assert best.proved and worst.proved
    assert (best.row.total, worst.row.worst) == WordsAtOnce(LIST, boards).least()


@pytest.mark.thorough
def test_what_was_shown_must_be_used() -> None:
    game = cobra.load("wordle-hard")
    advice = cobra.advise(game, "stone = --Y-G", strategies=["max-models"])
    assert advice.listed == ("olive", "oxide", "voice")
    with pytest.raises(cobra.GameError, match="'crane' cannot be made here, where green"):
        cobra.advise(game, "stone = --Y-G; crane = ----G")


def test_a_ship_is_to_be_sunk() -> None:
    """One code is left, but the play goes on."""
    game = cobra.load("battleship-sunk", {"size": 3, "length": 3})
    advice = cobra.advise(game, "1 | 1 = hit; 1 | 2 = hit", strategies=["max-models"])
    assert (advice.codes, advice.over, [one.experiment for one in advice.suggestions]) == (
        1,
        False,
        ["1 | 3"],
    )
    assert cobra.advise(game, "1 | 1 = hit; 1 | 2 = hit; 1 | 3 = all sunk").over


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("size", "lengths"),
    [
        (4, (3, 0, 0)),
        (4, (2, 2, 0)),
        (4, (3, 2, 0)),
        (4, (2, 2, 2)),
        (5, (3, 3, 0)),
        pytest.param(6, (3, 2, 2), marks=pytest.mark.slow),
    ],
)
def test_fleets(size: int, lengths: tuple[int, int, int]) -> None:
    """A strategy tells all fleets apart, then shoots at what is left of one."""
    plain = battleship_sunk(size, *lengths)
    game = cobra.load(
        "battleship-sunk", dict(zip(("size", "length", "second", "third"), (size, *lengths), strict=True))
    )
    shots = plain.experiments(())

    def play(left: list[Any], struck: tuple[Any, ...], length: int, score: Any) -> list[int]:
        """Return the lengths of the plays from here."""
        if len(left) == 1:
            return [length + sum(map(len, left[0])) - len(struck)]
        rated = []
        for place, shot in enumerate(shots):
            cells: dict[Any, list[Any]] = {}
            for fleet in left if shot not in struck else ():
                cells.setdefault(plain.ask(shot, struck, fleet)[:3], []).append(fleet)
            if len(cells) > 1:
                can_be_final = any(answer[1] for answer in cells)
                rated.append((score([len(cell) for cell in cells.values()]), not can_be_final, place, cells))
        best = min(rated, key=lambda one: one[:3])[3]
        found = [play(cell, after, length + 1, score) for (_, won, after), cell in best.items() if not won]
        return [one for some in found for one in some] + [length + 1] * any(won for _, won, _ in best)

    assert cobra.info(game).codes == len(plain.codes)
    for row in cobra.analyze(game, list(SCORES), ties="final,first").rows:
        lengths_of_plays = play(plain.codes, (), 0, SCORES[row.name])
        assert (row.total, row.worst) == (sum(lengths_of_plays), max(lengths_of_plays)), row.name


@pytest.mark.slow
def test_the_fleet_of_a_large_board() -> None:
    game = cobra.load("battleship-sunk", {"size": 6, "length": 3, "second": 2, "third": 2})
    assert cobra.info(game).codes == len(battleship_sunk(6, 3, 2, 2).codes) == 17008


@pytest.mark.thorough
@pytest.mark.parametrize(("eggs", "floors"), [(2, 7), (2, 36), (3, 50)])
def test_eggs(eggs: int, floors: int) -> None:
    game = cobra.load("egg-drop", {"eggs": eggs, "floors": floors})
    found = cobra.optimal(game).row.total, cobra.optimal(game, "worst").row.worst
    assert found == throws(floors + 1, eggs)


@pytest.mark.thorough
@pytest.mark.parametrize("strips", [1, 2, 3])
def test_strips_dipped_one_by_one_are_eggs(strips: int) -> None:
    for bottles in range(1, 10):
        game = cobra.load("poisoned-wine", {"bottles": bottles, "strips": strips})
        worst = cobra.optimal(game, "worst").row.worst
        assert (cobra.optimal(game).row.total, worst) == throws(bottles, strips)
        assert worst == (boardman(strips, bottles - 1) if bottles > 1 else 0)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("bottles", range(2, 9))
def test_strips_dipped_all_at_once(bottles: int) -> None:
    """In t tests of s strips each strip turns in one of them, or never: (t + 1)^s can be told apart."""
    game = cobra.load("poisoned-wine", {"bottles": bottles, "strips": 2, "together": 2})
    result = cobra.optimal(game, "worst")
    assert result.proved
    assert result.row.worst == next(t for t in count() if (t + 1) ** 2 >= bottles)


def boardman(eggs: int, floors: int) -> int:
    """Boardman 2004: with t throws of k eggs C(t, 1) + … + C(t, k) floors can be told apart."""
    return next(t for t in count() if sum(comb(t, k) for k in range(1, eggs + 1)) >= floors)


@pytest.mark.thorough
@pytest.mark.parametrize("eggs", [1, 2, *(pytest.param(eggs, marks=pytest.mark.slow) for eggs in (3, 4))])
def test_the_greatest_number_of_throws(eggs: int) -> None:
    for floors in (1, 2, 9, 10, 36, 37, 98, 99, 162, 163, 200):
        game = cobra.load("egg-drop", {"eggs": eggs, "floors": floors})
        assert cobra.optimal(game, "worst").row.worst == boardman(eggs, floors)


@pytest.mark.slow
@pytest.mark.parametrize("eggs", range(1, 5))
def test_the_whole_table_of_throws(eggs: int) -> None:
    for floors in range(1, 201):
        game = cobra.load("egg-drop", {"eggs": eggs, "floors": floors})
        result = cobra.optimal(game, "worst")
        assert (result.proved, result.row.worst, result.row.lost) == (True, boardman(eggs, floors), 0)
        assert throws(floors + 1, eggs)[1] == result.row.worst


def test_the_games_of_the_comments() -> None:
    """What the comments of the files say beside totals and worst cases."""
    assert throws(101, 2)[1] == 14
    search = cobra.optimal(cobra.load("priced-search")).row
    assert (search.total, search.costs) == (59, (Fraction(49), Fraction(496, 15)))
    assert cobra.optimal(cobra.load("priced-search"), "worst").row.figures.price_worst == 41
