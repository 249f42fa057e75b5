"""Two processes write one file, and files stand where nothing can be written."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kills.child import DONE, REFUSED, Work, done, fork, wait
from tests.kills.writers import Writer, writers

pytestmark = [pytest.mark.thorough, pytest.mark.unix]

NOBODY = 65534
TIMES = 25
REPLACED = ("text", "openings", "results")
"""Writers of files that are replaced as a whole."""
ALONE = ("checkpoint", "population")
"""Files that are open for one run at a time."""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Yield a folder that everybody may look into."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def writer_of(name: str, folder: Path) -> tuple[Writer, Path]:
    """Return a writer, and the path of its file in a new folder."""
    (writer,) = (one for one in writers(folder) if one.name == name)
    place = Path(tempfile.mkdtemp(dir=folder))
    return writer, place / writer.file


@pytest.mark.parametrize("name", REPLACED)
def test_two_processes_replace_one_file(name: str, folder: Path) -> None:
    """Whenever somebody looks, the file is whole."""
    writer, path = writer_of(name, folder)
    writer.write(path, 0)

    def again(number: int) -> Work:
        def work() -> None:
            for _ in range(TIMES):
                writer.write(path, number)

        return work

    children = [fork(again(number)) for number in range(2)]
    for _ in range(4 * TIMES):
        writer.read(path)
    assert [wait(child) for child in children] == [DONE, DONE]
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("name", ALONE)
def test_a_file_that_another_process_has_open_is_refused(name: str, folder: Path) -> None:
    writer, path = writer_of(name, folder)
    writer.write(path, 0)
    before = path.read_bytes()
    ours, theirs = os.pipe(), os.pipe()

    def hold() -> None:
        with writer.open(path):
            os.write(ours[1], b"x")
            os.read(theirs[0], 1)

    child = fork(hold)
    os.read(ours[0], 1)
    assert done(lambda: writer.write(path, 1)) == REFUSED
    os.write(theirs[1], b"x")
    assert wait(child) == DONE
    assert path.read_bytes() == before
    assert done(lambda: writer.write(path, 1)) == DONE
    for end in (*ours, *theirs):
        os.close(end)


@pytest.mark.parametrize("name", [*REPLACED, *ALONE])
def test_a_folder_that_cannot_be_written(name: str, folder: Path) -> None:
    """What was there stays as it was, and it is said, not shown as a crash."""
    writer, path = writer_of(name, folder)
    writer.write(path, 0)
    before = path.read_bytes()
    path.chmod(0o444)
    path.parent.chmod(0o555)

    def as_nobody() -> None:
        if os.getuid() == 0:
            os.setuid(NOBODY)
        writer.write(path, 1)

    # a search goes on without its checkpoint, and says so at the end: tests/cli/test_full_disk.py
    assert done(as_nobody) == (DONE if name == "checkpoint" else REFUSED)
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    path.parent.chmod(0o755)
