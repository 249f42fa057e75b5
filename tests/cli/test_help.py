from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest

from cobra.breakers.named import STRATEGIES
from cobra.cli.main import cobra as command
from cobra.cli.options import OPTIONS
from cobra.options import CODEMAKERS, EQUIVALENCES, FORMATS, OBJECTIVES, TIES
from tests.cli.runner import environment, run

COMMANDS = (
    "advise",
    "analyze",
    "check",
    "compare",
    "evolve",
    "expand",
    "export",
    "fmt",
    "games",
    "info",
    "lsp",
    "optimal",
    "play",
    "proof",
    "reproduce",
    "serve",
    "simulate",
    "static",
    "strategies",
    "symmetry",
    "verify",
)


def test_the_help_lists_every_command_with_a_sentence() -> None:
    text = run("--help").stdout
    listed = text[text.index("Commands:") :].splitlines()[1:]
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert all(line.rstrip().endswith(".") and len(line.split()) > 4 for line in listed)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    result = run(command, "-h")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: cobra {command} [OPTIONS]")


def examples() -> list[str]:
    """Return the examples at the end of the help of all commands, without what they are piped into."""
    texts = [run(command, "--help").stdout for command in COMMANDS]
    lines = [line for text in texts for line in re.findall(r"^ +cobra (\S.*)$", text, re.MULTILINE)]
    return [line.partition(" | ")[0] for line in lines]


EXAMPLES = examples()
_NEEDS_MORE = re.compile(
    r"\.(?:txt|cb|json|py|proof|ck)\b|--time-limit|--cluster|-n 20|^(?:compare|reproduce|serve)"
)
"""In examples that need a file, or take long."""


def test_there_are_examples_of_most_commands() -> None:
    without = {"check", "expand", "games", "info", "lsp", "symmetry"}
    assert {example.split()[0] for example in EXAMPLES} == set(COMMANDS) - without


@pytest.mark.parametrize("example", [example for example in EXAMPLES if "own.py" not in example])
def test_examples_can_be_read(example: str) -> None:
    context = click.Context(command)
    name, *words = shlex.split(example)
    found = command.get_command(context, name)
    assert found is not None
    if isinstance(found, click.Group):
        found, words = found.commands[words[0]], words[1:]
    assert found.make_context(name, words).params


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("example", [example for example in EXAMPLES if not _NEEDS_MORE.search(example)])
def test_examples_do_what_they_say(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some write files
    result = run(*shlex.split(example))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout


def test_every_option_of_the_table_is_an_option_of_a_command() -> None:
    text = "".join(run(command, "--help").stdout for command in COMMANDS)
    for option in OPTIONS.values():
        for flag in option.flags:
            assert flag in text
    for name in (*STRATEGIES, *CODEMAKERS, *OBJECTIVES, *TIES, *EQUIVALENCES, *FORMATS):
        assert f"    {name} " in text


def test_version() -> None:
    assert run("--version").stdout == f"cobra, version {version('cobra-games')}\n"


def test_without_a_command_the_help_is_shown() -> None:
    result = run()
    assert result.exit_code == 2
    assert "Usage: cobra [OPTIONS] COMMAND" in result.output


def test_the_help_imports_nothing_heavy() -> None:
    script = (
        "import os, sys; sys.argv[1:] = ['--help']; leave = os._exit\n"
        "os._exit = lambda status: (print(*sys.modules, flush=True), leave(status))\n"
        "from cobra.__main__ import run; run()"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], env=environment(), capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 0, result.stderr
    loaded = set(result.stdout.splitlines()[-1].split())
    assert "click" in loaded
    assert not loaded & {
        "lark",
        "pysat",
        "oxidd",
        "rich",
        "networkx",
        "numpy",
        "cobra._core",
        "cobra.model.game",
        "cobra.language.load",
    }


@pytest.mark.parametrize("name", ["analyze", "compare", "optimal"])
def test_the_objective_that_is_usual_is_told(name: str) -> None:
    told = " ".join(run(name, "--help").stdout.split())
    endless = "; won where any number of answers may be wrong" if name == "optimal" else ""
    usual = "[default: average; with lies or moves worst, unless there is noise and nothing moves"
    assert f"{usual}{endless}]." in told


def test_no_help_speaks_of_an_option_that_the_command_does_not_have() -> None:
    for name in COMMANDS:
        text = run(name, "--help").stdout
        options = text[text.index("Options:") :]
        there = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", options, re.MULTILINE))
        assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", options)) <= there, name


@pytest.mark.parametrize("name", ["analyze", "optimal"])
def test_what_is_trusted_is_told(name: str) -> None:
    told = " ".join(run(name, "--help").stdout.split())
    assert "go on from what it holds already, which is trusted." in told


def test_the_equivalences_that_are_usual_are_told() -> None:
    told = {name: " ".join(run(name, "--help").stdout.split()) for name in ("analyze", "symmetry")}
    assert "several are applied in turn [default: chosen automatically]." in told["analyze"]
    assert "[default: each but none by itself, as far as the round allows it" in told["symmetry"]
    shown = run("symmetry", "mastermind", "-D", "pegs=2").stdout
    rows = re.findall(r"^  ([a-z]+) +[0-9]+ +36 ", shown, re.MULTILINE)
    assert sorted(rows) == sorted(set(EQUIVALENCES) - {"none"})
