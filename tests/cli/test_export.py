"""`cobra export`: what it writes where, and what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import cobra
from cobra.errors import GameError
from cobra.options import ENDINGS, FORMATS
from cobra.strategy.write import write_strategy
from tests.cli.runner import environment, run, start
from tests.export.made import NASTY, mastermind
from tests.strategy.made import one_step


@pytest.fixture(scope="module")
def strategy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("strategies") / "strategy.json"
    write_strategy(one_step(mastermind(2, 2)), path)
    return path


def exported(strategy: Path, to: str) -> str:
    return "".join(cobra.export_lines(cobra.read_strategy(strategy), to))


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_printed(strategy: Path, name: str) -> None:
    result = run("export", strategy, "--to", name)
    assert (result.exit_code, result.stdout, result.stderr) == (0, exported(strategy, name), "")
    assert run("export", strategy, "--to", name, "-o", "-").stdout == result.stdout


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("t.json", "json"),
        ("t.csv", "csv"),
        ("t.dot", "dot"),
        ("t.gv", "dot"),
        ("t.SVG", "svg"),
        ("t.html", "html"),
        ("t.txt", "irving"),
    ],
)
def test_the_ending_says_the_format(strategy: Path, tmp_path: Path, file: str, name: str) -> None:
    result = run("export", strategy, "-o", tmp_path / file)
    assert (result.exit_code, result.output) == (0, "")
    assert (tmp_path / file).read_bytes() == exported(strategy, name).encode("utf-8")
    assert [path.name for path in tmp_path.iterdir()] == [file]


def test_to_says_more_than_the_ending(strategy: Path, tmp_path: Path) -> None:
    assert run("export", strategy, "--to", "irving", "-o", tmp_path / "t.svg").exit_code == 0
    assert (tmp_path / "t.svg").read_text("utf-8") == "4 (00: 0, 0, 1; 2 (01); 1)\n"
    assert run("export", strategy, "--to", "csv", "-o", tmp_path / "plays").exit_code == 0
    assert (tmp_path / "plays").read_text("utf-8").startswith("code,length,")


def test_without_a_format(strategy: Path, tmp_path: Path) -> None:
    result = run("export", strategy)
    assert result.exit_code == 2
    assert "say what to write, with --to FORMAT or -o FILE" in result.stderr
    result = run("export", strategy, "-o", tmp_path / "t.pdf")
    assert result.exit_code == 1
    assert result.stderr == (
        f"error: {tmp_path / 't.pdf'}: no format has this ending, only "
        f"{', '.join(f'{ending} ({name})' for ending, name in ENDINGS.items())}; "
        f"or name one of {' '.join(FORMATS)}\n"
    )
    result = run("export", strategy, "--to", "sgv")
    assert result.exit_code == 2
    assert "there is no format 'sgv'; did you mean 'svg'?" in result.stderr
    with pytest.raises(GameError, match="there is no format 'xml'"):
        cobra.export_lines(cobra.read_strategy(strategy), "xml")


def test_what_cannot_be_written(strategy: Path, tmp_path: Path) -> None:
    before = strategy.read_bytes()
    result = run("export", strategy, "--to", "svg", "-o", strategy)
    assert (result.exit_code, result.stderr) == (
        1,
        f"error: -o would write over {strategy}, which is read as STRATEGY: name another file\n",
    )
    assert strategy.read_bytes() == before
    result = run("export", strategy, "-o", tmp_path / "none" / "t.svg")
    assert (result.exit_code, result.stderr) == (
        1,
        f"error: cannot write {tmp_path / 'none' / 't.svg'}: there is no folder {tmp_path / 'none'}\n",
    )
    (tmp_path / "t.svg").mkdir()
    assert "this is a folder" in run("export", strategy, "-o", tmp_path / "t.svg").stderr


def test_what_is_no_strategy(strategy: Path, tmp_path: Path) -> None:
    result = run("export", tmp_path / "none.json", "--to", "svg")
    assert (result.exit_code, result.stderr) == (
        1,
        f"error: {tmp_path / 'none.json'}: cannot be read: No such file or directory\n",
    )
    document = json.loads(strategy.read_text("utf-8"))
    document["tree"][1]["experiment"] = "10"
    (tmp_path / "wrong.json").write_text(json.dumps(document), "utf-8")
    result = run("export", tmp_path / "wrong.json", "--to", "svg")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith(
        "error: the strategy does not fit its game: node 1, 10 (after 00 → 0B0W): "
    )
    result = run("export", strategy, "--to", "svg", "--limit", "codes=3")
    assert result.exit_code == 1
    assert "raise it with --limit codes=N" in result.stderr


@pytest.mark.slow
def test_words_that_no_file_can_hold(tmp_path: Path) -> None:
    """Half a surrogate pair is no text; it can come with a strategy file all the same."""
    game = cobra.language.load.load_text(NASTY)
    write_strategy(one_step(game, "first"), tmp_path / "s.json")
    text = (tmp_path / "s.json").read_text("utf-8")
    (tmp_path / "s.json").write_text(text.replace("⚀", "\\ud800"), "utf-8")
    for name in FORMATS:
        assert run("export", tmp_path / "s.json", "--to", name, "-o", tmp_path / name).exit_code == 0
        (tmp_path / name).read_text("utf-8")
        with start("export", tmp_path / "s.json", "--to", name) as process:
            _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")


@pytest.mark.thorough
def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    write_strategy(one_step(mastermind(4, 6)), tmp_path / "s.json")  # far more than fits into a pipe
    command = [sys.executable, "-m", "cobra", "export", str(tmp_path / "s.json"), "--to", "json"]
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "{\n"
        process.stdout.close()
        assert (process.stderr.read(), process.wait(timeout=60)) == ("", 0)
