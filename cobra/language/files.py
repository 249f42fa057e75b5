"""The word lists and tables a game reads, each file once."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from pathlib import Path

from cobra.errors import GameError
from cobra.language.source import Source, check_characters, locate, read_text, words_of
from cobra.language.tables import FileTable, table_of
from cobra.language.values import FileName, Words
from cobra.limits import Limits


class Files:
    """Files by name: those the game names lie in its folder, those the user names anywhere.

    Where the texts of the files come with the source no file is opened.
    """

    def __init__(self, source: Source, limits: Limits) -> None:
        self._game = source.path
        self._given = source.files
        self._limits = limits
        self._words: dict[str, tuple[str, ...]] = {}
        self._tables: dict[str, FileTable] = {}
        self._paths: dict[str, Path] = {}
        self.texts: dict[str, str] = {}
        """The text of each file read so far, by the name the game calls it."""

    def name(self, shown: str) -> FileName:
        """Return the file a game names; `GameError` when it is outside the game's folder."""
        path = Path(shown) if self._given is not None else locate(self._game, shown)
        if self._paths.setdefault(shown, path) != path:
            raise GameError(f"another file is called {shown}, too; rename one of them")
        return FileName(path, shown)

    def given(self, text: str, others: Collection[str]) -> FileName:
        """Return a file the user names by its path, under a name that is none of `others`.

        That name is the path's last part: what is written of the game goes to other people, whom it does not
        concern where the user keeps files.
        """
        path = Path(text)
        if self._given is not None:  # by the names they were given when they were read from paths
            return FileName(path, text)
        for number in count(1):
            shown = f"{path.stem}-{number}{path.suffix}" if number > 1 else path.name or text
            if shown not in others and self._paths.setdefault(shown, path) == path:
                break
        return FileName(path, shown)

    def words(self, names: list[FileName]) -> Words:
        """Return the words of some files, each word once; `GameError` when one cannot be read."""
        for name in names:
            if name.shown not in self._words:
                self._words[name.shown] = words_of(self._text(name))
        merged = dict.fromkeys(word for name in names for word in self._words[name.shown])
        return Words(tuple(merged), ", ".join(name.shown for name in names))

    def table(self, name: FileName) -> FileTable:
        """Return the table of a file; `GameError` when it cannot be read or is no table."""
        if name.shown not in self._tables:
            self._tables[name.shown] = table_of(name.path, self._text(name))
        return self._tables[name.shown]

    def _text(self, name: FileName) -> str:
        if name.shown not in self.texts:
            if self._given is None:
                self.texts[name.shown] = read_text(name.path, self._limits)
            elif name.shown in self._given:
                check_characters(self._given[name.shown], name.shown)
                self.texts[name.shown] = self._given[name.shown]
            else:
                raise GameError(f"the file {name.shown} did not come with the game")
        return self.texts[name.shown]
