"""Texts of files that would command a terminal, or turn what it shows around: none of them reaches it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.errors import GameError, LanguageError
from cobra.language.load import load_text
from cobra.printable import harmless, printable, styled
from tests.cli.runner import environment, run

pytestmark = [pytest.mark.thorough, pytest.mark.unix]

EVIL = "\x1b[2J\x9b1m\u202e\u2066\x07"
LINE = "\nverified: every play and every figure is as stated"
COMMANDS = {*EVIL} - {*"[2J1m"}


def test_three_ways() -> None:
    assert printable("a\tb\nc\x1b[1m\u202e") == "a�b�c�[1m�"
    assert harmless("a\tb\nc\x1b[1m\u202e") == "a\tb\nc�[1m�"
    assert styled("a\tb\nc\x1b[1m\u202e\x1b[2J\x1b[0m") == "a\tb\nc\x1b[1m��[2J\x1b[0m"


def changed(value: Any) -> list[Any]:
    """Return copies of a document, in each of which one text or one key is an attack."""
    if isinstance(value, str):
        return [value + EVIL + LINE]
    if isinstance(value, list):
        return [[*value[:n], new, *value[n + 1 :]] for n, item in enumerate(value) for new in changed(item)]
    if isinstance(value, dict):
        values = [{**value, key: new} for key, item in value.items() for new in changed(item)]
        return [*values, *({**value, key + EVIL + LINE: item} for key, item in value.items())]
    return [EVIL + LINE]


def test_strategy_files(tmp_path: Path) -> None:
    assert (
        run("optimal", "mastermind", "-D", "pegs=2", "-D", "colours=2", "-o", tmp_path / "s.json").exit_code
        == 0
    )
    document = json.loads((tmp_path / "s.json").read_text("utf-8"))
    variants = changed(document)
    assert len(variants) > 60
    for variant in variants:
        path = tmp_path / "evil.json"
        path.write_text(json.dumps(variant), "utf-8")
        result = run("verify", path)
        assert COMMANDS.isdisjoint(result.output)
        verified = [line for line in result.output.splitlines() if line.startswith("verified")]
        assert len(verified) == (result.exit_code == 0)


@pytest.mark.parametrize("mark", ["\u202e", "\u2066", "\x1b", "\x9b"])
@pytest.mark.parametrize("where", ["# {}", 'game "{}"', 'alphabet a = "{}", "b"'])
def test_game_files(mark: str, where: str, tmp_path: Path) -> None:
    path = tmp_path / "game.cb"
    path.write_text(f"\n{where.format(mark)}\nvariable x\nexperiment g() observe x\n", "utf-8")
    with pytest.raises(GameError, match=f"line 2 holds a control character .U.{ord(mark):04X}"):
        cobra.load(path)


def test_files_that_come_with_a_game() -> None:
    text = 'file list = "words.txt"\nsecret w in lines(list)\nexperiment g(v in lines(list)) observe w = v'
    with pytest.raises(LanguageError, match=r"words\.txt: line 2 holds a control character"):
        load_text(text, files={"words.txt": "one\ntwo\x1b[2J\n"})


def test_a_name_of_the_core_language_is_one_line() -> None:
    game = load_text(
        """VARIABLE 'x\nverified: y'
        EXPERIMENT 'e\nverified: f' 0 OUTCOME 'a\nb' "x\nverified: y" OUTCOME 'c' !"x\nverified: y"
        """
    )
    assert [type_.name for type_ in game.experiments] == ["e verified: f"]


def test_titles_of_checkpoints(tmp_path: Path) -> None:
    path = tmp_path / "population"
    arguments = ("evolve", "mastermind", "-D", "pegs=2", "-D", "colours=2", "--checkpoint", str(path))
    assert run(*arguments).exit_code == 0
    document = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**document, "game": "00", "title": "Evil" + EVIL + LINE}), "utf-8")
    result = run(*arguments)
    assert result.exit_code == 1
    assert COMMANDS.isdisjoint(result.output)
    assert "\nverified" not in result.output


def test_a_terminal_gets_styles_and_nothing_else() -> None:
    main, terminal = pty.openpty()
    code = f"from cobra.cli.shared import print_out; print_out('\\x1b[1mbold\\x1b[0m ' + {EVIL!r})"
    process = subprocess.Popen([sys.executable, "-c", code], env=environment(), stdout=terminal)
    process.wait(60)
    os.close(terminal)
    assert os.read(main, 4096).decode() == "\x1b[1mbold\x1b[0m �[2J�1m���\r\n"
    os.close(main)
