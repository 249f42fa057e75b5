"""Pages made from the program: Python functions from their docstrings, commands with their options."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from textwrap import dedent
from typing import Final

import click
from as_markdown import escaped
from stage import Stage

from cobra.cli.main import cobra as program

FUNCTIONS: Final = {
    "Games": """
        load load_text from_table check Check info Info Bounds format_game expand Game Experiment Limits
    """,
    "Strategies": """
        analyze Analysis Row compare Comparison Compared simulate Simulation Play evolve Evolution
    """,
    "Optimal strategies": "optimal Result Interval openings Openings Opening",
    "Static strategies": """
        static_plan StaticResult Plan PlanCost write_plan read_plan verify_plan PlanVerification
    """,
    "A game that is going on": """
        advise Advice Suggestion explain Explanation excluded Excluded contradiction Contradiction
        review Review read_history Session
    """,
    "Strategies of your own": "Knowledge History",
    "Strategy files": """
        write_strategy read_strategy Strategy verify Verification export_strategy export_lines
    """,
    "Certificates": """
        read_certificate verify_certificate CertificateFile CertificateVerification
        SituationsFile SituationsVerification BeliefsFile BeliefsVerification
        ChancesFile ChancesVerification
    """,
    "Symmetry": "symmetry SymmetryReport Round",
    "Published numbers": "reproduce Reproduction",
    "Many machines": "Cluster",
    "What can go wrong": "CobraError GameError LanguageError LimitError StoppedError",
}
"""The names of `cobra`, by what they are for; the order of the page."""

_PYTHON: Final = """# Python functions

Everything that the commands do, from Python. All of it is in the package `cobra`; annotations and docstrings
are those of the program.

```python
import cobra

game = cobra.load("mastermind", {"pegs": 3, "colours": 4})
for row in cobra.analyze(game, ["max-models", "parts"]).rows:
    print(row.name, row.worst, row.average)
```
"""
_COMMANDS: Final = """# All commands and options

What `--help` says of every command. [The command line](cli.md) says which is for what, and how they go
together.
"""


def reference_pages(stage: Stage) -> None:
    """Write the pages."""
    parts = [_PYTHON]
    for heading, names in FUNCTIONS.items():
        parts += [f"## {heading}\n\n```{{eval-rst}}", *map(_directive, names.split()), "```\n"]
    stage.write("python.md", "\n".join(parts))
    stage.write(
        "commands.md",
        "\n".join([_COMMANDS, *_command(program, click.Context(program, info_name="cobra"), "#")]),
    )


def _directive(name: str) -> str:
    if name[0].islower():
        return f".. autofunction:: cobra.{name}\n"
    return f".. autoclass:: cobra.{name}\n   :members:\n"


def _command(command: click.Command, context: click.Context, mark: str) -> Iterator[str]:
    """Yield what the help of a command says, and of the commands below it."""
    yield f"{mark}# {context.command_path}\n"
    yield f"```text\n{command.get_usage(context).removeprefix('Usage: ')}\n```\n"
    yield from _paragraphs(command.help or "")
    for option in command.get_params(context):
        written, text = option.get_help_record(context) or ("", "")
        if text:
            yield f"`{written}`\n: {escaped(text)}\n"
    yield from _paragraphs(command.epilog or "")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _command(below, click.Context(below, info_name=name, parent=context), f"{mark}#")


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; those that click does not wrap are shown as they are."""
    for paragraph in cleandoc(text).split("\n\n"):
        if paragraph.startswith("\b\n"):
            yield f"```text\n{dedent(paragraph[2:])}\n```\n"
        elif paragraph:
            yield f"{escaped(' '.join(paragraph.split()))}\n"
