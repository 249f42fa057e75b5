"""The word lists and tables a game reads, each file once."""

from __future__ import annotations

from pathlib import Path

from cobra.language.source import Table, locate, read_table, read_words
from cobra.language.values import FileName, Words
from cobra.limits import Limits


class Files:
    """Files by name: those the game names lie in its folder, those the user names anywhere."""

    def __init__(self, game: Path | None, limits: Limits) -> None:
        self._game = game
        self._limits = limits
        self._words: dict[Path, tuple[str, ...]] = {}
        self._tables: dict[Path, Table] = {}

    def name(self, shown: str) -> FileName:
        """Return the file a game names; `GameError` when it is outside the game's folder."""
        return FileName(locate(self._game, shown), shown)

    def words(self, names: list[FileName]) -> Words:
        """Return the words of some files, each word once; `GameError` when one cannot be read."""
        for name in names:
            if name.path not in self._words:
                self._words[name.path] = read_words(name.path, self._limits)
        merged = dict.fromkeys(word for name in names for word in self._words[name.path])
        return Words(tuple(merged), ", ".join(name.shown for name in names))

    def table(self, name: FileName) -> Table:
        """Return the table of a file; `GameError` when it cannot be read or is no table."""
        if name.path not in self._tables:
            self._tables[name.path] = read_table(name.path, self._limits)
        return self._tables[name.path]
