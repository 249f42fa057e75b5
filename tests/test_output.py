"""Files that are written: completely or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from cobra.errors import GameError
from cobra.output import check_target, replacing, write_text


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
