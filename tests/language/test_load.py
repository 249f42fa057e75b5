"""Games of the library are parsed once, and again when their text or the limits are others."""

from __future__ import annotations

from pathlib import Path

import pytest

import cobra
import cobra.language.load as module
from cobra.errors import LanguageError
from cobra.language.load import find_game, library, read_game
from cobra.language.source import Source
from cobra.limits import Limits


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note the names of the games that are parsed from now on."""
    names: list[str] = []
    parse = module.parse

    def noted(source: Source, limits: Limits) -> object:
        names.append(source.name)
        return parse(source, limits)

    monkeypatch.setattr(module, "parse", noted)
    module._parse_once.cache_clear()
    return names


def test_a_game_of_the_library_is_parsed_once(parsed: list[str]) -> None:
    games = [cobra.load("mastermind", {"pegs": pegs, "colours": 2}) for pegs in (2, 3, 2)]
    assert parsed == ["mastermind"]
    assert [len(game.codes.slots) for game in games] == [2, 3, 2]
    assert games[0] is not games[2]  # the graph of formulas of each grows by itself
    assert games[0].dag is not games[2].dag
    cobra.load("bulls-and-cows")
    cobra.load("bulls_and_cows")
    assert parsed == ["mastermind", "bulls-and-cows"]


def test_one_whose_text_has_changed_is_parsed_again(
    parsed: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "own.cb"
    monkeypatch.setattr(module, "_library", lambda: {"own": path})
    for text, codes in (("1..4", 4), ("1..5", 5), ("1..4", 4)):
        path.write_text(f"secret x : {text}\nexperiment ask(g : 1..4) observe x < g", "utf-8")
        assert len(cobra.load("own").codes.slots[0].symbols) == codes
    assert parsed == ["own", "own"]


def test_other_limits_are_kept_to(parsed: list[str]) -> None:
    path = find_game("mastermind")
    read_game(path, Limits())
    for _ in range(2):
        with pytest.raises(LanguageError, match="nest"):
            read_game(path, Limits(nesting=1))
    read_game(path, Limits())
    assert parsed == ["mastermind"] * 3


def test_a_game_of_a_file_is_parsed_each_time(parsed: list[str], tmp_path: Path) -> None:
    path = tmp_path / "mastermind.cb"
    path.write_text(find_game("mastermind").read_text("utf-8"), "utf-8")
    for _ in range(2):
        assert cobra.load(path).file == str(path)
    assert parsed == [str(path)] * 2


def test_what_is_done_to_the_library_that_was_asked_for_changes_nothing() -> None:
    library().clear()
    assert "mastermind" in library()
