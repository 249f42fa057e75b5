"""Reading the files a game is made of: the game itself, lists of words, the texts of tables.

Files are data and never trusted: each is at most `file-size` bytes of UTF-8 text. A file a game names must
lie in the game's own folder or below it; a file the user names may lie anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from cobra.errors import Diagnostic, GameError, Span
from cobra.limits import Limits
from cobra.pipes import read_bytes
from cobra.printable import COMMANDING

_CONTROL: Final = re.compile(f"[{COMMANDING}]")


@dataclass(frozen=True)
class Source:
    """The text of a game; `name` is what messages call it, `path` is None when it came from no file.

    `files`: the texts of the files that the game reads, by the names it calls them, when they come with it;
    then no other file is opened.
    """

    path: Path | None
    name: str
    text: str
    files: Mapping[str, str] | None = None

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without their ends."""
        return self.text.split("\n")

    def slice(self, span: Span) -> str:
        """Return what stands at a place, on one line."""
        lines = self.lines[span.line - 1 : span.end_line]
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(" ".join(lines).split())

    def diagnostic(self, kind: str, message: str, span: Span, hint: str = "") -> Diagnostic:
        """Return a mistake of this source, with the line it is on."""
        return Diagnostic(kind, message, span, self.lines[span.line - 1], hint)


def read_source(path: Path, limits: Limits) -> Source:
    """Read a game file; `GameError` when it cannot be read or is empty, `LimitError` when it is too big."""
    text = read_text(path, limits)
    if not text.strip():
        raise GameError(f"{path}: the file is empty")
    return Source(path, str(path), text)


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text, one a line; blank lines are skipped and a repeated word counts once."""
    words = (line.strip() for line in text.split("\n"))
    return tuple(dict.fromkeys(word for word in words if word))


def locate(game: Path | None, name: str) -> Path:
    """Return the path of a file that a game names; `GameError` unless it is in the game's folder or below."""
    if game is None:
        raise GameError(f'the file "{name}" cannot be found, as this game is in no folder')
    try:
        folder = game.resolve().parent
        path = (folder / name).resolve()
    except (OSError, RuntimeError, ValueError):
        raise GameError(f'"{name}" is no name of a file') from None
    if not path.is_relative_to(folder):
        raise GameError(f'the file "{name}" is outside the folder of the game, where a game may not look')
    return path


def read_text(path: Path, limits: Limits) -> str:
    """Return the text of a file, with every line end as one newline character; `GameError` when it cannot be
    read."""
    try:
        content = read_bytes(path, limits.file_size + 1)
        if len(content) > limits.file_size:
            size = max(path.stat().st_size, len(content))
            limits.check("file-size", size, f"{path}: the file is too big, in bytes")
    except FileNotFoundError:
        raise GameError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise GameError(f"{path}: this is a folder, not a file") from None
    except PermissionError:
        raise GameError(f"{path}: no permission to read this file") from None
    except (OSError, ValueError) as error:
        raise GameError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return decoded(content, str(path))


def decoded(content: bytes, name: str) -> str:
    """Return the text in the bytes of a file, with every line end as one newline character; `GameError` when
    there is none."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise GameError(f"{name}: the file is UTF-16 text; save it as UTF-8")
    if b"\0" in content:
        raise GameError(f"{name}: this is a binary file, not text")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise GameError(f"{name}: line {line} is not UTF-8 text") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    check_characters(text, name)
    return text


def check_characters(text: str, name: str) -> None:
    """Raise `GameError` for a control character, or a mark that turns text around.

    Printed with a name, they could command a terminal, or make a game look like another one.
    """
    if found := control_character(text):
        line, _, code = found
        raise GameError(f"{name}: line {line} holds a control character ({code})")


def control_character(text: str) -> tuple[int, int, str] | None:
    """Return line and column of the first control character or mark that turns text around, and its code."""
    found = _CONTROL.search(text)
    if found is None:
        return None
    before = text[: found.start()]
    return before.count("\n") + 1, len(before) - before.rfind("\n"), f"U+{ord(found[0]):04X}"
