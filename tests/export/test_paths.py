"""What is written goes to others: it names the files of a game, and never where somebody keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest

import cobra
from cobra.analysis.grid import short_names
from cobra.errors import LanguageError
from cobra.options import FORMATS
from tests.cli.runner import run

TEXT = """
game "Two lists"
file answers = "answers.txt" "secrets"
file allowed = "allowed.txt" "guesses"
secret word in lines(answers)
experiment guess(g in lines(answers, allowed))
  observe count(i in 1..len(g) : word[i] = g[i])
  final all(i in 1..len(g) : word[i] = g[i])
"""


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a folder with a game, its files and others of the same names."""
    folder = tmp_path / "kept-in-private"
    for name, words in (
        ("answers.txt", "tea\nten"),
        ("allowed.txt", "toe"),
        ("mine/words.txt", "one\ntwo\nsix\nten"),
        ("more/words.txt", "toe\nsin"),
        ("more/allowed.txt", "nix\ntax"),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(words, "utf-8")
    (folder / "two_lists.cb").write_text(TEXT, "utf-8")
    return folder


@pytest.mark.thorough
def test_nothing_that_is_written_says_where_files_are_kept(kept: Path, tmp_path: Path) -> None:
    game = kept / "two_lists.cb"
    files = "-D", f"answers={kept}/mine/words.txt", "-D", f"allowed={kept}/more/words.txt"
    made = tmp_path / "made"
    made.mkdir()
    written = made / "found.json"
    evolved = "-o", made / "evolved.json", "--checkpoint", made / "population", "--plot", made / "fitness.svg"
    rows = "--csv", made / "rows.csv", "--markdown", made / "rows.md", "--plot", made / "rows.svg"
    commands = [
        ("optimal", game, *files, "-o", written, "--checkpoint", made / "proved"),
        ("analyze", game, *files, "-s", "first,parts", "-o", made / "all"),
        ("static", game, *files, "-o", made / "static.json"),
        ("evolve", game, *files, "--generations", 1, "--population", 4, *evolved),
        ("compare", game, *files, *rows),
        *(("export", written, "--to", to, "-o", made / f"exported.{to}") for to in FORMATS),
    ]
    said = ""
    for command in commands:
        result = run(*command)
        assert result.exit_code == 0, (command, result.output)
        said += result.stdout
    assert "kept-in-private" not in said
    assert len([path for path in made.rglob("*") if path.is_file()]) >= 11 + len(FORMATS)
    for path in made.rglob("*"):
        assert path.is_dir() or b"kept-in-private" not in path.read_bytes(), path
    assert run("verify", written).exit_code == 0  # it is still all that is needed


def test_files_of_one_name_are_told_apart(kept: Path) -> None:
    game = cobra.load(
        str(kept / "two_lists.cb"),
        {"answers": str(kept / "mine/words.txt"), "allowed": str(kept / "more/words.txt")},
    )
    assert game.arguments == (("answers", "words.txt"), ("allowed", "words-2.txt"))
    assert game.origin is not None
    assert dict(game.origin.files) == {"words.txt": "one\ntwo\nsix\nten", "words-2.txt": "toe\nsin"}
    assert cobra.analyze(game, ["first"]).info.codes == 4


def test_a_file_called_like_one_of_the_game(kept: Path) -> None:
    path = str(kept / "two_lists.cb")
    game = cobra.load(path, {"answers": str(kept / "more/allowed.txt")})
    assert game.arguments == (("answers", "allowed-2.txt"), ("allowed", "allowed.txt"))
    same = cobra.load(path, {"answers": str(kept / "answers.txt")})
    assert same.arguments == (("answers", "answers.txt"), ("allowed", "allowed.txt"))


def test_a_file_called_like_one_in_a_formula(kept: Path) -> None:
    text = TEXT.replace("lines(answers, allowed)", 'lines(answers, "words.txt")')
    (kept / "two_lists.cb").write_text(text, "utf-8")
    (kept / "words.txt").write_text("tea", "utf-8")
    with pytest.raises(LanguageError, match=r"another file is called words\.txt, too; rename one of them"):
        cobra.load(str(kept / "two_lists.cb"), {"answers": str(kept / "mine/words.txt")})


def test_compared_files_of_one_name_are_told_apart_by_as_little_as_that_takes(kept: Path) -> None:
    lists = [str(kept / folder / "allowed.txt") for folder in (".", "more")]
    found = cobra.compare("word-list", ["parts"], definitions={"words": lists})
    assert [one.parameters["words"] for one in found.instances] == [
        "kept-in-private/allowed.txt",
        "more/allowed.txt",
    ]


def test_short_names() -> None:
    assert short_names(["mastermind", "a/b.cb", "c/b.cb", "/x/d.cb", "/d/./e"]) == {
        "mastermind": "mastermind",
        "a/b.cb": "a/b.cb",
        "c/b.cb": "c/b.cb",
        "/x/d.cb": "d.cb",
        "/d/./e": "e",
    }
    assert short_names(["/a/x/b", "/c/x/b", "b"]) == {"/a/x/b": "a/x/b", "/c/x/b": "c/x/b", "b": "b"}
