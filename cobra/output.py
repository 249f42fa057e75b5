"""Files that a command writes: refused before the work is begun, and complete or not there at all."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO, Final

from cobra.errors import GameError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES: Final = (".svg", ".png", ".pdf")
"""Endings of pictures."""

_numbers: Final = count()
"""Of the files that this process writes: its threads may write several at once."""
_NO_DATE: Final[dict[str, dict[str, None]]] = {
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None},
}


def check_target(path: str | Path, endings: Sequence[str], what: str) -> Path:
    """Return the path of a file to be written, or raise `GameError` when it clearly cannot be.

    `what` is what would be written, as in "a plot"; `endings` are those its file may have, as in ".svg".
    """
    target = Path(path)
    if target.suffix.lower() not in endings:
        raise GameError(f"{what} is written to a file ending in {', '.join(endings)}, not {target}")
    check_writable(target)
    return target


def check_apart(written: Mapping[str, str | Path | None], read: Iterable[tuple[str, object]] = ()) -> None:
    """Raise `GameError` when one file would be written twice, or over what is read.

    Files come with what the user calls them, such as the options; None, and - for standard output, are none.
    What is read need be no file, as the name of a game of the library.
    """
    files = [(name, Path(path)) for name, path in written.items() if path not in (None, "-")]
    for place, (name, path) in enumerate(files):
        for other, known in files[:place]:
            if _is_same(path, known):
                raise GameError(f"{other} and {name} would write the same file, {path}: give each its own")
        for other, text in read:
            if _is_same(path, Path(str(text))):
                raise GameError(
                    f"{name} would write over {path}, which is read as {other}: name another file"
                )


def _is_same(one: Path, other: Path) -> bool:
    """Return whether two paths lead to one regular file, or would do so when it is written."""
    try:
        if one.exists() and other.exists():
            return one.is_file() and one.samefile(other)
        return one.resolve() == other.resolve()
    except (OSError, ValueError):  # whatever is the matter, who opens the file will say so
        return False


def check_writable(target: Path) -> None:
    """Raise `GameError` when a file clearly cannot be written."""
    folder = target.parent
    _demand_name(target)
    if not folder.is_dir():
        raise GameError(f"cannot write {target}: there is no folder {folder}")
    if target.is_dir():
        raise GameError(f"cannot write {target}: this is a folder")
    if target.exists() and not target.is_file():
        if not os.access(target, os.W_OK):
            raise GameError(f"cannot write {target}: no permission")
        return
    if not os.access(folder, os.W_OK):
        raise GameError(f"cannot write {target}: no permission to write into {folder.absolute()}")


def check_kept(target: Path) -> None:
    """Raise `GameError` for what can be no file that is read at first and replaced later, as a pipe."""
    if target.exists() and not target.is_file():
        raise GameError(f"cannot read {target}: this is no file")


def _demand_name(path: Path) -> None:
    """Raise `GameError` for what cannot be the name of a file, such as one that is too long."""
    try:
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):  # then it is a name
            path.lstat()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise GameError(f"cannot write {str(path)!r}: {why}") from None


def check_folder(path: str | Path) -> Path:
    """Return a folder that is made when the first file is written into it, or raise `GameError` when it
    clearly cannot be: nothing is left of work that is not begun."""
    folder = Path(path)
    _demand_name(folder)
    there = folder.absolute()
    while not there.exists() and there != there.parent:
        there = there.parent
    if there.is_dir() and os.access(there, os.W_OK):
        return folder
    return make_folder(folder)  # which says what is wrong


def make_folder(path: str | Path) -> Path:
    """Return a folder that can be written to, made when there is none; `GameError` when it cannot be."""
    folder = Path(path)
    _demand_name(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise GameError(f"cannot write into {folder}: this is a file, not a folder") from None
    except OSError as error:
        raise GameError(f"cannot make the folder {folder}: {error.strerror or error}") from None
    if not os.access(folder, os.W_OK):
        raise GameError(f"no permission to write into {folder.absolute()}")
    return folder


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield the name of a new file that takes the place of `path` at the end; an error leaves all as it was.

    What is no regular file, as a device or a pipe, is written to instead, when the new file is complete.
    `GameError` when it cannot be written.
    """
    _demand_name(path)
    try:
        target = path.resolve()  # what a link leads to is replaced, not the link
        if target.exists() and not target.is_file() and not target.is_dir():
            with TemporaryDirectory() as folder:
                new = Path(folder) / target.name
                yield new
                with new.open("rb") as complete, target.open("wb") as stream:
                    copyfileobj(complete, stream)
            return
        _remove_abandoned(target)
        before, after = _around(target)
        new = target.with_name(f"{before}{os.getpid()}-{next(_numbers)}{after}")
        try:
            yield new
            _flush(new)
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise GameError(f"cannot write {path}: {error.strerror or error}") from None


def _flush(file: Path) -> None:
    """Let a file reach the disk, so that a loss of power leaves what was there before, or all of it."""
    stream = os.open(file, os.O_RDWR)
    try:
        os.fsync(stream)
    finally:
        os.close(stream)


def _around(target: Path) -> tuple[str, str]:
    """Return what stands before and after who writes it in the name of a file that is not complete."""
    return f".{target.stem[:40]}.", target.suffix  # of a long name only the beginning


def _remove_abandoned(target: Path) -> None:
    """Remove what a process that was killed while it wrote this file has left beside it."""
    if sys.platform == "win32":  # there is no asking whether a process lives: signal 0 is Ctrl-C
        return
    before, after = map(re.escape, _around(target))
    ours = re.compile(f"{before}([1-9][0-9]{{0,8}})(?:-[0-9]+)?{after}")
    with suppress(OSError):  # whatever is the matter, writing will meet it too, and say so
        for path in target.parent.iterdir():
            if match := ours.fullmatch(path.name):
                try:
                    os.kill(int(match[1]), 0)
                except ProcessLookupError:
                    path.unlink(missing_ok=True)


def lock(stream: BinaryIO) -> None:
    """Lock an open file until it is closed; `BlockingIOError` when another process has.

    Where the system knows no such locks, nothing is locked.
    """
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def taking_turns(path: Path) -> Iterator[None]:
    """Let one process after the other do what is done inside with the files of a folder, that of `path`.

    Where the system knows no such locks, nothing is locked.
    """
    folder = None
    if sys.platform != "win32":
        import fcntl

        with suppress(OSError):  # whatever is wrong with the folder, writing will meet it too, and say so
            folder = os.open(path.resolve().parent, os.O_RDONLY)
            fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if folder is not None:
            os.close(folder)


def write_text(path: Path, text: str) -> None:
    """Write a text file, in UTF-8 with the line ends of `text`; `GameError` when it cannot be written."""
    with replacing(path) as new:
        new.write_text(text, "utf-8", newline="")


def save_figure(figure: Figure, path: Path) -> None:
    """Write a figure of matplotlib, equal figures as equal files; `GameError` when it cannot be written."""
    ending = path.suffix.lower()
    with replacing(path) as new:
        figure.savefig(new, dpi=150, format=ending[1:], metadata=_NO_DATE.get(ending))
