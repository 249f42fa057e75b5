"""Files that are written: completely or not at all."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import cobra
from cobra.analysis.reproduce.results import Results
from cobra.errors import GameError
from cobra.output import check_apart, check_target, check_writable, make_folder, replacing, write_text
from cobra.pipes import read_bytes


def test_a_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    write_text(path, "old\n")
    write_text(path, "naïve\n")
    assert path.read_bytes() == "naïve\n".encode()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt()])
def test_an_error_leaves_all_as_it_was(error: BaseException, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    write_text(path, "old\n")
    with pytest.raises(type(error)), replacing(path) as new:
        new.write_text("half of", "utf-8")
        raise error
    assert path.read_text("utf-8") == "old\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.unix
def test_what_a_link_leads_to_is_replaced(tmp_path: Path) -> None:
    path, link = tmp_path / "table.csv", tmp_path / "link.csv"
    path.touch()
    link.symlink_to(path)
    write_text(link, "new\n")
    assert link.is_symlink()
    assert path.read_text("utf-8") == "new\n"


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"^cannot write .*table\.csv: No such file or directory$"):
        write_text(tmp_path / "none" / "table.csv", "")
    with pytest.raises(GameError, match=r"^cannot write .*: Is a directory$"):
        write_text(tmp_path, "")


def test_what_clearly_cannot_be_written_is_refused_before(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    assert check_target(tmp_path / "table.CSV", (".csv",), "CSV") == tmp_path / "table.CSV"
    for name, message in (
        ("table.txt", "CSV is written to a file ending in .csv, not "),
        ("none/table.csv", "there is no folder "),
        ("folder.csv", "this is a folder"),
    ):
        with pytest.raises(GameError) as refused:
            check_target(tmp_path / name, (".csv",), "CSV")
        assert message in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] == ["folder.csv"]


@pytest.mark.unix
def test_what_is_no_regular_file_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    check_target(pipe, (".csv",), "CSV")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_text(pipe, "naïve\n")
    reader.join(60)
    assert read == ["naïve\n".encode()]
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


@pytest.mark.unix
def test_a_device_stays_one() -> None:
    write_text(Path("/dev/null"), "gone\n")
    assert Path("/dev/null").is_char_device()


def test_files_that_are_written_at_once_do_not_get_into_each_other(tmp_path: Path) -> None:
    """Their names begin alike, or are the same: then the one that is complete last is there."""
    long = "a-strategy-for-mastermind-with-four-pegs-and-six-colours"
    one, other = (tmp_path / f"{long}-{number}.json" for number in (1, 2))
    with replacing(one) as first:
        first.write_text("one", "utf-8")
        with replacing(other) as second, replacing(one) as third:
            second.write_text("other", "utf-8")
            third.write_text("third", "utf-8")
        assert (one.read_text("utf-8"), other.read_text("utf-8")) == ("third", "other")
    assert (one.read_text("utf-8"), other.read_text("utf-8")) == ("one", "other")
    assert sorted(tmp_path.iterdir()) == [one, other]


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    ended = subprocess.Popen(["true"])
    ended.wait()
    others = [
        f".table.{os.getppid()}.csv",
        f".table.{os.getppid()}-7.csv",
        ".table.old.csv",
        f".other.{ended.pid}.csv",
        f".table.{ended.pid}.svg",
    ]
    for name in (f".table.{ended.pid}.csv", f".table.{ended.pid}-7.csv", *others):
        (tmp_path / name).touch()
    write_text(path, "new\n")
    assert {file.name for file in tmp_path.iterdir()} == {"table.csv", *others}


@pytest.mark.unix
def test_a_silent_pipe_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "game.cb"
    os.mkfifo(pipe)
    monkeypatch.setattr("cobra.pipes._PATIENCE", 0.05)
    with pytest.raises(GameError, match=r"game\.cb: cannot be read: nothing came through this pipe in "):
        cobra.load(pipe)
    with pytest.raises(GameError, match=r"game\.cb: cannot be read: nothing came through this pipe in "):
        cobra.read_strategy(pipe)
    with pytest.raises(GameError, match=r"game\.cb: cannot be read: nothing came through this pipe in "):
        cobra.read_certificate(pipe)


@pytest.mark.unix
@pytest.mark.parametrize(
    "keep",
    [
        lambda game, path: cobra.openings(game, results=path),
        lambda game, path: cobra.evolve(game, checkpoint=path, generations=1),
        lambda game, path: Results(path),
    ],
)
def test_what_is_kept_is_kept_in_no_pipe(keep: Callable[[cobra.Game, Path], object], tmp_path: Path) -> None:
    pipe = tmp_path / "kept.json"
    os.mkfifo(pipe)
    with pytest.raises(GameError, match=r"^cannot read .*kept\.json: this is no file$"):
        keep(cobra.load("mastermind", {"pegs": 2, "colours": 2}), pipe)


@pytest.mark.unix
def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = "x" * 300_000  # more than a pipe holds at once
    writer = threading.Thread(target=lambda: pipe.write_text(text))
    writer.start()
    assert read_bytes(pipe, 1_000_000) == text.encode()
    writer.join(60)


@pytest.mark.parametrize("name", ["a\0b", 300 * "x"])
def test_what_is_no_name_of_a_file_is_refused(name: str, tmp_path: Path) -> None:
    writings: list[Callable[[Path], object]] = [
        check_writable,
        make_folder,
        lambda path: write_text(path, ""),
    ]
    for write in writings:
        with pytest.raises(GameError, match=r"^cannot write '"):
            write(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_no_file_is_written_twice_or_over_one_that_is_read(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    check_apart({"-o": one, "--plot": two, "--trace": None}, [("GAME", "mastermind"), ("-D colours", 6)])
    check_apart({"--csv": "-", "--markdown": "-"})
    again = tmp_path / "folder" / ".." / "one.json"
    with pytest.raises(
        GameError, match=r"-o and --checkpoint would write the same file, .*: give each its own"
    ):
        check_apart({"-o": one, "--checkpoint": again})
    one.touch()
    with pytest.raises(GameError, match=r"-o would write over .*one\.json, which is read as GAME"):
        check_apart({"-o": one}, [("GAME", str(one))])


@pytest.mark.unix
def test_links_to_one_file_are_one_file(tmp_path: Path) -> None:
    one, link = tmp_path / "one.json", tmp_path / "link.json"
    one.touch()
    os.link(one, link)
    with pytest.raises(GameError, match="would write the same file"):
        check_apart({"-o": one, "--plot": link})
    check_apart({"-o": os.devnull, "--plot": os.devnull})
