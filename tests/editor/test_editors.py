"""The files of `editors/` name what there is: the command, the ending, the files they lead to."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

import cobra.cli.commands.lsp
from cobra.language.words import of_kind
from tests.cli.runner import environment

EDITORS = Path(__file__).resolve().parents[2] / "editors"


def test_editors_start_the_server_for_games() -> None:
    server = ["cobra", str(cobra.cli.commands.lsp.lsp.name)]
    helix = tomllib.loads((EDITORS / "helix/languages.toml").read_text("utf-8"))
    started = helix["language-server"]["cobra"]
    assert [started["command"], *started["args"]] == server
    assert helix["language"][0]["file-types"] == ["cb"]
    assert json.dumps(server)[1:-1] in (EDITORS / "neovim/lsp/cobra.lua").read_text("utf-8")
    package = json.loads((EDITORS / "vscode/package.json").read_text("utf-8"))
    (language,), (grammar,) = package["contributes"]["languages"], package["contributes"]["grammars"]
    assert language["extensions"] == [".cb"]
    for path in (language["configuration"], grammar["path"]):
        assert json.loads((EDITORS / "vscode" / path).read_text("utf-8"))
    assert package["contributes"]["configuration"]["properties"]["cobra.command"]["default"] == server[0]
    assert f'args: ["{server[1]}"]' in (EDITORS / "vscode/extension.js").read_text("utf-8")


def test_what_begins_a_statement_ends_the_indentation_of_an_experiment() -> None:
    configuration = json.loads((EDITORS / "vscode/language-configuration.json").read_text("utf-8"))
    ends = re.compile(configuration["indentationRules"]["decreaseIndentPattern"])
    assert [word for word in of_kind("statement") if not ends.match(f"  {word} x")] == []
    others = [*of_kind("clause", "modifier", "constant", "function"), "lies", "games", "staten"]
    assert [word for word in others if ends.match(f"  {word} x")] == []


@pytest.mark.thorough
@pytest.mark.unix
@pytest.mark.skipif(shutil.which("vim") is None, reason="needs Vim")
@pytest.mark.parametrize(
    ("text", "formatted"),
    [
        ('game "x"\n\n\nsecret a:1..3\n\n', 'game "x"\n\nsecret a : 1..3\n'),
        ('game "x"\nsecret a:1..3\n', 'game "x"\nsecret a : 1..3\n'),
        ('game "x"\nsecret a:(\n', 'game "x"\nsecret a:(\n'),  # a mistake: nothing is lost
    ],
)
def test_gq_in_vim_formats_the_whole_game_or_nothing(tmp_path: Path, text: str, formatted: str) -> None:
    command, game = tmp_path / "cobra", tmp_path / "game.cb"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cobra "$@"\n', "utf-8")
    command.chmod(0o700)
    game.write_text(text, "utf-8")
    start = ["vim", "-N", "-u", "NONE", "-es", "--cmd", f"set runtimepath^={EDITORS / 'vim'}"]
    keys = ["-c", "filetype plugin on", "-c", f"edit {game}", "-c", "normal! gggqG", "-c", "wq"]
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([*start, *keys], env=environment(PATH=path), check=True, timeout=60)
    assert game.read_text("utf-8") == formatted


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs Node")
def test_vs_code_is_given_a_client_that_the_real_server_understands(tmp_path: Path) -> None:
    folder = tmp_path / "editors" / "vscode"
    shutil.copytree(
        EDITORS / "vscode", folder, ignore=shutil.ignore_patterns("node_modules", "out", "*.vsix")
    )
    for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
        shutil.copy(EDITORS.parent / licence, tmp_path)

    def npm(*words: str) -> str:
        command = ["npm", *words]
        return subprocess.run(
            command, cwd=folder, check=True, capture_output=True, text=True, timeout=600
        ).stdout

    npm("ci", "--no-audit", "--no-fund")
    tested = npm("test", "--", str(Path(sys.executable).with_name("cobra")))
    assert tested.splitlines()[-1] == "the client and the server understand each other"
    npm("run", "package")
    (packed,) = folder.glob("*.vsix")
    with ZipFile(packed) as archive:
        held = {name.removeprefix("extension/") for name in archive.namelist()}
    assert {"out/extension.js", "package.json", "syntaxes/cobra.tmLanguage.json"} <= held
    assert not any(name.startswith("node_modules") for name in held)
