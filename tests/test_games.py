"""The library of games: every file is complete, means what its comment says, and agrees with brute force."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.language.load import library
from tests import library as library_games
from tests.brute_force import GAMES, coins_by_kind, diagnosis, hangman, jotto, word_list, wordle
from tests.brute_search import STRATEGIES, Game, Search
from tests.data.cobra import generate
from tests.memory.brute_force import GAMES as MEMORY_GAMES
from tests.test_known_values import ENTRIES
from tests.transcripts import record
from tests.unseen.test_values import BRUTE_FORCE as UNSEEN_GAMES

HERE = Path(__file__).parent
LIBRARY = library()
FOLDER = next(iter(LIBRARY.values())).parent


@cache
def whole_library() -> dict[str, cobra.Game]:
    """Return all games as they are when nothing is said of their parameters; to make them takes a second."""
    return {name: cobra.load(name) for name in LIBRARY}


@pytest.mark.parametrize("name", LIBRARY)
def test_file_is_complete(name: str) -> None:
    text = LIBRARY[name].read_text(encoding="utf-8")
    header = re.match(r"(#.*\n)+", text)
    assert header is not None
    comment = header[0]
    assert "Over when" in " ".join(comment.replace("#", "").split())
    assert re.search(r"^# (Parameter|File)", comment, re.MULTILINE)
    assert re.search(r"^# Known", comment, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= 120
    for line in text.splitlines():
        if line.startswith(("param ", "file ")):
            assert re.search(r'"[^"]+"$', line), f"no help text: {line}"
    assert f"| `{name}` |" in (FOLDER / "README.md").read_text(encoding="utf-8")


ROW = re.compile(r"^\| `([a-z0-9-]+)` \| (.*?) \| ([0-9,]+) \| ([0-9,]+) \| .* \| .* \|$", re.MULTILINE)
"""A game in the README: its name, its parameters, its codes and experiments."""


def test_the_readme_tells_parameters_and_pictures_of_every_game() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    games = whole_library()
    parameters = {
        row[1]: {name: int(value) for name, value in re.findall(r"(\w+) ([0-9]+)(?:,| \(|$)", row[2])}
        for row in ROW.finditer(text)
    }
    assert parameters == {
        name: {key: value for key, value in game.arguments if isinstance(value, int)}
        for name, game in games.items()
    }
    kinds = re.findall(r"^- `draw (\w+)`: (.*)$", text, re.MULTILINE)
    told = {name: kind for kind, names in kinds for name in re.findall(r"`([^`]+)`", names)}
    (plain,) = re.findall(r"^(`.*) are read more easily than looked at\.$", text, re.MULTILINE)
    assert told | dict.fromkeys(re.findall(r"`([^`]+)`", plain), "") == {
        name: game.draw or "" for name, game in games.items()
    }


@pytest.mark.thorough
def test_the_readme_tells_sizes_of_every_game() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    told = {row[1]: (row[3], row[4]) for row in ROW.finditer(text)}
    sizes = {name: cobra.info(game) for name, game in whole_library().items()}
    assert told == {name: (f"{info.codes:,}", f"{info.experiments:,}") for name, info in sizes.items()}


@pytest.mark.thorough
def test_games_with_memory_lies_and_moves_are_known_by_their_texts() -> None:
    games = whole_library()
    assert tuple(name for name, game in games.items() if game.unseen is not None) == library_games.UNSEEN
    assert tuple(name for name, game in games.items() if game.memory is not None) == library_games.MEMORY
    assert sorted(library_games.SEEN) == sorted(set(LIBRARY) - set(library_games.UNSEEN))


def facts(name: str) -> list[tuple[dict[str, int | str], str, dict[str, int]]]:
    """Return the known values of a game's comment: parameters, what, figures."""
    comment = LIBRARY[name].read_text(encoding="utf-8")
    found: list[tuple[dict[str, int | str], str, dict[str, int]]] = []
    for line in re.findall(r"^#   (\S.*)$", comment, re.MULTILINE):
        setting, _, claims = line.partition(": ")
        pairs = [word.split("=") for word in setting.split() if word != "(default)"]
        params: dict[str, int | str] = {key: int(value) for key, value in pairs}
        for claim in claims.split(", "):
            if size := re.fullmatch(r"(\d+) (codes|experiments|classes)", claim):
                found.append((params, "size", {size[2]: int(size[1])}))
            elif best := re.fullmatch(r"optimum (worst )?(\d+)", claim):
                found.append((params, "optimum", {"worst" if best[1] else "total": int(best[2])}))
            else:
                strategy = re.fullmatch(r"(\S+) (\d+) worst (\d+)", claim)
                assert strategy is not None, f"{name}: not understood: {claim}"
                found.append((params, strategy[1], {"total": int(strategy[2]), "worst": int(strategy[3])}))
    return found


@pytest.mark.parametrize("name", LIBRARY)
def test_known_values_of_the_comment_are_tested(name: str) -> None:
    claims = facts(name)
    assert claims
    for params, what, figures in claims:
        entries = [e for game, e in ENTRIES if (game, e["what"]) == (name, what) and e["params"] == params]
        assert any(figures.items() <= entry.items() for entry in entries), (params, what, figures)


WORDS = (FOLDER / "word_list.txt").read_text(encoding="utf-8").split()
with (FOLDER / "diagnosis.csv").open(encoding="utf-8", newline="") as file:
    HEADER, *ROWS = csv.reader(file)

SMALL: list[tuple[str, dict[str, int]]] = [
    ("bags-of-gold", {"bags": 4, "capacity": 3}),
    ("bags-of-gold", {"bags": 5, "capacity": 3, "fakes": 1}),
    ("battleship", {"size": 4, "length": 2}),
    ("black-box", {"size": 3, "atoms": 2}),
    ("black-pegs", {"pegs": 3, "colours": 3}),
    ("bulls-and-cows", {"places": 3, "digits": 5}),
    ("code-777", {"cards": 2, "attributes": 2, "values": 2}),
    ("code-777-three", {"cards": 2, "attributes": 2, "values": 2}),
    ("counterfeit-coin", {"coins": 7}),
    ("counterfeit-coin", {"coins": 5, "genuine": 1}),
    ("counterfeit-coin-only", {"coins": 7}),
    ("counterfeit-coin-only", {"coins": 5, "genuine": 2}),
    ("decimalisation", {"places": 2, "digits": 4, "choices": 3}),
    ("group-testing", {"items": 6, "defective": 2}),
    ("higher-lower", {"n": 20}),
    ("light-coins", {"coins": 6, "fakes": 2, "genuine": 1}),
    ("mastermind", {"pegs": 3, "colours": 4}),
    ("mastermind-colour", {"pegs": 3, "colours": 3}),
    ("mastermind-position", {"pegs": 3, "colours": 3}),
    ("odd-coins", {"coins": 6, "fakes": 2}),
    ("odd-coins", {"coins": 4, "fakes": 2, "genuine": 1}),
    ("permutation", {"n": 4}),
    ("sorting", {"n": 4}),
]
CASES: list[tuple[str, dict[str, int], Game]] = [(n, p, GAMES[n](**p)) for n, p in SMALL] + [
    ("diagnosis", {}, diagnosis(HEADER, ROWS)),
    ("hangman", {}, hangman((FOLDER / "wordle_answers.txt").read_text(encoding="utf-8").split())),
    ("jotto", {}, jotto(WORDS)),
    ("word-list", {}, word_list(WORDS)),
    ("wordle", {}, wordle(WORDS[:8], WORDS[8:])),
]


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "params", "game"), CASES)
def test_agrees_with_brute_force(name: str, params: dict[str, int], game: Game, tmp_path: Path) -> None:
    definitions = {key: str(value) for key, value in params.items()}
    if name == "wordle":
        definitions = word_files(tmp_path, WORDS[:8], WORDS[8:])
    loaded = cobra.load(name, definitions)
    search = Search(game)
    assert cobra.info(loaded).codes == len(game.codes)
    assert cobra.info(loaded).experiments == len(game.experiments)
    choices = [("final,first", False), ("first", False)] + [("final,first", True)] * (game.final is not None)
    for ties, consistent in choices:
        analysis = cobra.analyze(loaded, STRATEGIES, ties=ties, consistent=consistent, threads=1)
        for row in analysis.rows:
            expected = search.greedy(row.name, ties, consistent)
            found = (row.total, row.worst, dict(row.distribution))
            assert found == (expected.total, expected.worst, dict(expected.distribution)), row.name


def test_every_game_is_compared() -> None:
    compared = {name for name, _, _ in CASES} | MEMORY_GAMES.keys() | UNSEEN_GAMES.keys()
    assert compared == LIBRARY.keys()
    assert {game for game, _ in ENTRIES} >= LIBRARY.keys()


def test_coins_by_kind_agree_with_coins() -> None:
    for coins in (3, 4, 5, 8):
        plain = Search(GAMES["counterfeit-coin"](coins=coins)).greedy("max-models")
        assert coins_by_kind(coins).distribution == plain.distribution


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", LIBRARY)
def test_transcript(name: str) -> None:
    recorded = (record.HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert record.session(name) == recorded


@pytest.mark.thorough
def test_boards_that_no_ray_tells_apart_end_the_play() -> None:
    box = GAMES["black-box"](size=4, atoms=3)
    (row,) = cobra.analyze(cobra.load("black-box", {"size": "4"}), ["parts"]).rows
    assert row.stopped is None
    assert row.inseparable is not None
    atoms = [re.findall(r"(\d), ?(\d)", shown) for shown in row.inseparable]
    boards = [tuple((int(x) - 1, int(y) - 1) for x, y in cells) for cells in atoms]
    assert len(set(boards)) == 2
    assert all(board in box.codes for board in boards)
    for ray in box.experiments:
        assert len({box.answer(ray, board) for board in boards}) == 1


# Parameters and files.


def word_files(folder: Path, answers: list[str], allowed: list[str]) -> dict[str, str]:
    for name, words in (("answers", answers), ("allowed", allowed)):
        (folder / name).write_text("\n".join(words) + "\n", encoding="utf-8")
    return {name: str(folder / name) for name in ("answers", "allowed")}


@pytest.mark.parametrize(
    ("answers", "allowed"),
    [
        (["kebab", "abbey", "crane"], ["babes", "eerie"]),
        (["1+2=3", "2+1=3", "9-8=1"], ["4*2=8"]),
        (["stones", "notes!", "onsets"], []),
    ],
)
def test_wordle_of_any_words(answers: list[str], allowed: list[str], tmp_path: Path) -> None:
    loaded = cobra.load("wordle", word_files(tmp_path, answers, allowed))
    expected = Search(wordle(answers, allowed)).greedy("parts")
    (row,) = cobra.analyze(loaded, ["parts"]).rows
    assert (row.total, row.worst, row.codes) == (expected.total, expected.worst, len(answers))


@pytest.mark.parametrize(
    ("name", "definition"),
    [
        ("mastermind", {"pegs": "0"}),
        ("mastermind", {"pegs": "many"}),
        ("mastermind", {"pags": "3"}),
        ("light-coins", {"coins": "3", "fakes": "4"}),
        ("word-list", {"words": "nowhere.txt"}),
    ],
)
def test_wrong_parameters_are_refused(name: str, definition: dict[str, str]) -> None:
    with pytest.raises(cobra.CobraError) as caught:
        cobra.load(name, definition)
    assert next(iter(definition)) in str(caught.value) or "nowhere.txt" in str(caught.value)


# The same games in the core language.


def test_core_files_are_as_generated() -> None:
    for name, text in generate.FILES.items():
        assert (HERE / "data" / "cobra" / name).read_text(encoding="utf-8") == text()


def figures(game: cobra.Game, strategies: tuple[str, ...]) -> list[Any]:
    analysis = cobra.analyze(game, strategies, threads=1)
    rows = [(row.name, row.total, row.worst, dict(row.distribution)) for row in analysis.rows]
    return [analysis.info.codes, *rows]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "name", "params", "experiments"),
    [
        (generate.coins(12), "counterfeit-coin", {"coins": 12}, 36894),
        (generate.mastermind(3, 4), "mastermind", {"pegs": 3, "colours": 4}, 64),
        pytest.param(generate.mastermind(4, 6), "mastermind", {}, 1296, marks=pytest.mark.slow),
        (generate.black_pegs(3, 3), "black-pegs", {"pegs": 3, "colours": 3}, 27),
        pytest.param(generate.bags_of_gold(10, 5), "bags-of-gold", {}, 43790, marks=pytest.mark.slow),
        (generate.code_777(3, 3), "code-777", {}, 225),
    ],
)
def test_core_file_agrees_with_the_library(
    text: str, name: str, params: dict[str, int], experiments: int
) -> None:
    core = cobra.load_text(text, name)
    assert cobra.info(core).experiments == experiments
    strategies = ("max-models", "ent-models", "parts") if name != "code-777" else ("max-models",)
    game = cobra.load(name, {key: str(value) for key, value in params.items()})
    assert figures(core, strategies) == figures(game, strategies)
