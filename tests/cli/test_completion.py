"""What the shell completes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from cobra.cli.main import cobra
from cobra.language.load import library
from tests.cli.runner import environment


def completed(*words: str) -> list[tuple[str, str]]:
    """Return the kind and text of what the last word may become."""
    shell = ShellComplete(cobra, {}, "cobra", "_COBRA_COMPLETE")
    return [(item.type, item.value) for item in shell.get_completions(list(words[:-1]), words[-1])]


def plain(*values: str) -> list[tuple[str, str]]:
    return [("plain", value) for value in values]


@pytest.mark.parametrize("command", ["analyze", "play", "compare", "serve", "games", "info"])
def test_games(command: str) -> None:
    assert completed(command, "") == plain(*sorted(library()))
    assert completed(command, "mastermind-") == plain(
        "mastermind-colour", "mastermind-lie", "mastermind-position"
    )
    assert completed(command, "./my") == [("file", "./my")]


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (("analyze", "mastermind", "-s", "pa"), ("parts",)),
        (("analyze", "mastermind", "-s", "parts,ma"), ("parts,max-models",)),
        (("optimal", "mastermind", "--objective", "worst"), ("worst", "worst-average")),
        (("simulate", "mastermind", "-e", "o"), ("optimal",)),
        (("simulate", "mastermind", "-o", ""), ("random", "models", "fixed", "interactive")),
        (("play", "mastermind", "-e", "inter"), ("interactive",)),
        (("analyze", "mastermind", "--ties", "f"), ("final,first", "first")),
        (("symmetry", "mastermind", "--equivalence", "symbols,gr"), ("symbols,graph",)),
        (("pl",), ("play",)),
    ],
)
def test_names(words: tuple[str, ...], values: tuple[str, ...]) -> None:
    assert completed(*words) == plain(*values)


@pytest.mark.parametrize(
    "words",
    [
        ("play", "mastermind", "-e", "./str"),
        ("verify", "str"),
        ("export", "str"),
        ("advise", "mastermind", "--history", "game"),
        ("optimal", "mastermind", "-o", "best"),
    ],
)
def test_files(words: tuple[str, ...]) -> None:
    assert completed(*words) == [("file", words[-1])]


def test_own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inner").mkdir()
    for name in ("master.cb", "mine.cb", "notes.txt", "inner/deep.cb"):
        (tmp_path / name).write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert completed("analyze", "master") == plain(
        "mastermind", "mastermind-colour", "mastermind-lie", "mastermind-position", "master.cb"
    )
    assert completed("check", "mine.") == plain("mine.cb")
    assert completed("check", "inner/") == plain("inner/deep.cb")
    assert completed("check", "no") == [("file", "no")]


@pytest.mark.parametrize("command", ["analyze", "info", "play", "compare"])
def test_parameters(command: str) -> None:
    assert completed(command, "mastermind", "-D", "") == plain("pegs=", "colours=")
    assert completed(command, "mastermind", "-D", "p") == plain("pegs=")
    assert completed(command, "mastermind", "-D", "pegs=3", "-D", "c") == plain("colours=")
    assert completed(command, "mastermind", "-D", "pegs=") == []
    assert completed(command, "no-such-game", "-D", "p") == []


def test_files_of_a_game() -> None:
    assert completed("analyze", "diagnosis", "-D", "") == plain("table=")
    assert completed("analyze", "diagnosis", "-D", "table=my") == [("file", "my")]


def test_every_option_with_a_list_of_names_is_completed() -> None:
    context = click.Context(cobra)
    for name in cobra.list_commands(context):
        command = cobra.get_command(context, name)
        assert command is not None
        for option in command.params:
            if option.name in ("objective", "ties", "codemaker"):
                assert option.type.shell_complete(context, option, ""), (name, option.name)


def test_the_shell_is_told_how() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "cobra"],
        env=environment(_COBRA_COMPLETE="bash_source"),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 0
    assert "_COBRA_COMPLETE=bash_complete" in result.stdout
