"""Reading files: whatever is wrong with one is said clearly, and a game sees no file outside its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from cobra.errors import GameError, LimitError
from cobra.language.source import locate, read_source, read_text, words_of
from cobra.language.tables import table_of
from cobra.limits import Limits


def write(folder: Path, content: bytes) -> Path:
    path = folder / "game.cb"
    path.write_bytes(content)
    return path


def test_source(tmp_path: Path) -> None:
    path = write(tmp_path, '\ufeffgame "Hänsel"\r\nparam n = 1\rsecret\n'.encode())
    source = read_source(path, Limits())
    assert source.text == 'game "Hänsel"\nparam n = 1\nsecret\n'
    assert (source.path, source.name) == (path, str(path))
    assert source.lines[1] == "param n = 1"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\t\n", "the file is empty"),
        (b"game\0", "this is a binary file, not text"),
        (b"game\n\xff", "line 2 is not UTF-8 text"),
        (b'game "a"\r\n# \x1b[31m\n', "line 2 holds a control character (U+001B)"),
        ('game "\x9b31m"'.encode(), "line 1 holds a control character (U+009B)"),
        ("game".encode("utf-16"), "the file is UTF-16 text; save it as UTF-8"),
    ],
)
def test_source_that_is_no_text(tmp_path: Path, content: bytes, message: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(GameError) as caught:
        read_source(path, Limits())
    assert str(caught.value) == f"{path}: {message}"


def test_source_that_is_no_file(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path / "none.cb", "there is no such file"),
        (tmp_path, "this is a folder, not a file"),
        (tmp_path / "none\0.cb", "cannot be read: embedded null byte"),
        (tmp_path / ("n" * 5000), "cannot be read: File name too long"),
    ):
        with pytest.raises(GameError) as caught:
            read_source(path, Limits())
        assert str(caught.value) == f"{path}: {message}"


def test_source_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, b"game")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(GameError, match="no permission to read this file"):
        read_source(path, Limits())


def test_source_that_is_too_big(tmp_path: Path) -> None:
    path = write(tmp_path, b"#" * 101)
    assert read_source(path, Limits(file_size=101)).text == "#" * 101
    with pytest.raises(LimitError) as caught:
        read_source(path, Limits(file_size=100))
    assert (caught.value.name, caught.value.needed, caught.value.limit) == ("file-size", 101, 100)
    assert "--limit file-size=N" in str(caught.value)


@pytest.mark.unix
def test_endless_file() -> None:
    with pytest.raises(LimitError, match="file-size"):
        read_source(Path("/dev/zero"), Limits(file_size=1000))


def test_words(tmp_path: Path) -> None:
    path = write(tmp_path, b" one\n\ntwo \r\none\n  \ntwo words\n")
    assert words_of(read_text(path, Limits())) == ("one", "two", "two words")
    assert words_of("") == ()


def test_table(tmp_path: Path) -> None:
    path = write(tmp_path, b'fault,weight,"the, lamp",mixed\nflat, 5 ,"o""ff",1\n\nbroken,-3,on,x\n')
    table = table_of(path, read_text(path, Limits()))
    assert (table.rows, table.columns) == (("flat", "broken"), ("weight", "the, lamp", "mixed"))
    assert table.cells == {
        "weight": {"flat": 5, "broken": -3},
        "the, lamp": {"flat": 'o"ff', "broken": "on"},
        "mixed": {"flat": "1", "broken": "x"},
    }


def test_table_of_long_numbers_holds_words(tmp_path: Path) -> None:
    assert table_of(tmp_path, "a,b\nc,1234567890").cells == {"b": {"c": "1234567890"}}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "a table needs a header, at least two columns and at least one row below the header"),
        (b"a,b\n", "a table needs a header, at least two columns and at least one row below the header"),
        (b"a\nb\n", "a table needs a header, at least two columns and at least one row below the header"),
        (b"a,b\n\nc,d,e\n", "record 3 has 3 cells, the header has 2"),
        (b"a,b,b\nc,d,e\n", 'the column "b" is there twice'),
        (b"a,b\nc,d\nc,e\n", 'the row "c" is there twice'),
        (b"a,\nc,d\n", "a column of the table has no name"),
        (b"a,b\n,d\n", "a row of the table has no name"),
        (b'a,b\nc,"d', "not a proper CSV table: unexpected end of data"),
        (b"a,b\nc," + b"d" * 200_000, "not a proper CSV table: field larger than field limit (131072)"),
    ],
)
def test_table_that_is_none(tmp_path: Path, content: bytes, message: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(GameError) as caught:
        table_of(path, read_text(path, Limits()))
    assert str(caught.value) == f"{path}: {message}"


@pytest.mark.unix
def test_files_of_a_game_lie_in_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    (folder / "words").mkdir(parents=True)
    (tmp_path / "secret.txt").touch()
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "inner.txt").symlink_to(folder / "words" / "a.txt")
    (folder / "loop").symlink_to(folder / "loop")
    game = folder / "game.cb"
    assert locate(game, "a.txt") == folder / "a.txt"
    assert locate(game, "words/../words/a.txt") == folder / "words" / "a.txt"
    assert locate(game, "inner.txt") == folder / "words" / "a.txt"
    for name in ("../secret.txt", "link.txt", "/etc/passwd", "words/../../secret.txt", "..", str(tmp_path)):
        with pytest.raises(GameError) as caught:
            locate(game, name)
        assert (
            str(caught.value)
            == f'the file "{name}" is outside the folder of the game, where a game may not look'
        )
    for name in ("a\0b", "loop/a.txt"):
        with pytest.raises(GameError) as caught:
            locate(game, name)
        assert str(caught.value) == f'"{name}" is no name of a file'
    with pytest.raises(GameError, match="this game is in no folder"):
        locate(None, "a.txt")


@pytest.mark.unix
def test_folder_of_a_game_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert locate(tmp_path / "link" / "game.cb", "a.txt") == tmp_path / "real" / "a.txt"
