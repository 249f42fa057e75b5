"""The files of `editors/` name what there is: the command, the ending, the files they lead to."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import cobra.cli.commands.lsp

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
