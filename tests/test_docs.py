"""Every example in the README and in docs/ runs and shows what the text says.

```console blocks hold commands after `$ ` and their output (`cobra` only; other commands are not run); a
block without output only has to succeed. ```python blocks are executed, ```cobra blocks are loaded as games.
"""

from __future__ import annotations

import dataclasses
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from _pytest.mark import ParameterSet
from click.testing import CliRunner, Result

import cobra
from cobra.breakers.ahead import MOST_BEAM, MOST_DEPTH
from cobra.cli.main import cobra as command
from cobra.limits import Limits
from cobra.options import FORMATS, MEMORY, SERVED_MEMORY, SERVED_SECONDS
from cobra.play import consequences
from cobra.play.split import exact_split
from cobra.strategy.write import file_names

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
OTHERS = [ROOT / name for name in ("SECURITY.md", "CHANGELOG.md")] + [
    ROOT / folder / "README.md" for folder in ("benchmarks", "cobra/games", "cobra/published", "editors")
]
"""Pages that hold no examples but links."""
ALWAYS_THE_SAME = ("evolve", "export", "simulate", "play")
"""Commands whose strategies are the same each time: all that they print is compared, but for times."""
FENCE = re.compile(r"^```(console|python|cobra)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[ParameterSet]:
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in FENCE.finditer(text):
            if match[1] == language:
                line = text.count("\n", 0, match.start()) + 2
                found.append(pytest.param(match[2], id=f"{page.relative_to(ROOT)}:{line}"))
    return found


def masked(text: str, *, searched: bool = True) -> list[str]:
    """Return the lines without alignment and what differs from run to run: times, sizes of memory, trees.

    There may be several optimal strategies: of what is `searched` only the average is kept.
    """
    text = re.sub(r"\d+(?:\.\d+)? (?:µs|ms|s)\b", "T", text)
    text = re.sub(r"\d+ (?:B|KiB|MiB|GiB)\b", "M", text)
    if not searched:
        return [" ".join(line.split()) for line in text.strip().splitlines()]
    text = re.sub(r"^optimal .* (\d+/\d+ = \S+) .*$", r"optimal \1", text, flags=re.MULTILINE)
    text = re.sub(r"(\d+\.\d+) +\(\d+\)( +(?:0|[+]\S+ %))$", r"\1\2", text, flags=re.MULTILINE)
    text = re.sub(r"^  (first|worst|lengths|nodes)  .*$", r"\1", text, flags=re.MULTILINE)
    return [" ".join(line.split()) for line in text.strip().splitlines()]


def run_cobra(arguments: list[str]) -> Result:
    """Run a command in this process and folder, as on a terminal of 80 columns without colours."""
    typed = None
    if "<" in arguments:  # what is typed is in a file
        typed = Path(arguments[-1]).read_text("utf-8")
        arguments = arguments[: arguments.index("<")]
    if arguments[0] in ("analyze", "compare") and "--time-limit" not in arguments:
        arguments = [*arguments, "--time-limit", "100s"]  # what a reader's machine does in ten seconds
    environment = {"NO_COLOR": "1", "COLUMNS": "80"}
    result = CliRunner().invoke(command, arguments, input=typed, env=environment, prog_name="cobra")
    assert "Traceback" not in result.output
    return result


@pytest.mark.thorough
@pytest.mark.parametrize("block", blocks("console"))
def test_console(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line `$ cat FILE` shows a file, which the later commands of the block find."""
    monkeypatch.chdir(tmp_path)
    # On a busy machine the last sentences would be shorter, and some codes drawn where all can be counted.
    monkeypatch.setattr(consequences, "_SECONDS", 600.0)
    monkeypatch.setattr(exact_split, "__defaults__", (600.0,))
    for typed in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, expected = typed.partition("\n")
        words = shlex.split(line)
        if words[0] == "cat":
            (tmp_path / words[1]).write_text(expected, "utf-8")
        elif words[0] == "cobra":
            result = run_cobra(words[1:])
            if expected.strip():
                searched = words[1] not in ALWAYS_THE_SAME
                assert masked(result.output, searched=searched) == masked(expected, searched=searched)
            else:
                assert result.exit_code == 0, result.output


def test_beginnings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that begins with a command shows the first lines that it prints in the checkout, up to an …."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(consequences, "_SECONDS", 600.0)
    shown = [
        block
        for page in PAGES
        for block in re.findall(
            r"^```text\n\$ cobra (.*?)^…$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
        )
    ]
    assert len(shown) == 1
    for block in shown:
        line, _, expected = block.partition("\n")
        lines = masked(run_cobra(shlex.split(line)).output)
        assert lines[: len(masked(expected))] == masked(expected)


@pytest.mark.thorough
@pytest.mark.parametrize("block", blocks("python"))
def test_python(block: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Comments that begin with `#>` are what the example prints."""
    monkeypatch.chdir(tmp_path)
    printed: list[str] = []
    exec(
        compile(block, "example", "exec"),
        {"__name__": "example", "print": lambda *a: printed.append(" ".join(map(str, a)))},
    )
    assert printed == re.findall(r"^#> (.*)$", block, re.MULTILINE)


@pytest.mark.parametrize("block", blocks("cobra"))
def test_game(block: str) -> None:
    assert cobra.load_text(block).name


def test_there_are_examples() -> None:
    counts = {language: len(blocks(language)) for language in ("console", "python", "cobra")}
    assert all(counts.values()), counts


def test_every_link_leads_somewhere() -> None:
    for page in [*PAGES, *OTHERS]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/README.md"])
def test_what_is_needed_to_build_it_is_told(page: str) -> None:
    python, rust = (
        tomllib.loads((ROOT / name).read_text("utf-8")) for name in ("pyproject.toml", "Cargo.toml")
    )
    oldest = python["project"]["requires-python"].removeprefix(">=")
    core = rust["workspace"]["package"]["rust-version"]
    assert f"Python {oldest} or newer, Rust {core} or newer and a C compiler" in (ROOT / page).read_text(
        "utf-8"
    )


def test_every_folder_is_told() -> None:
    """A folder that stands here by mistake, as one that a test has written, has no line in the README."""
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()}
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    rows = re.findall(r"^\| (`[^|]+`) \|", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`([^`]+)/`", row)}
    assert told == folders - ignored | {".ci"}


def headings(page: Path) -> set[str]:
    """Return the names by which links lead to the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"^#+ +(.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in found}


def test_every_link_to_a_heading_leads_there() -> None:
    links = [
        (page, target)
        for page in [*PAGES, *OTHERS]
        for target in re.findall(r"\]\(([^)\s:]*#[^)]+)\)", page.read_text("utf-8"))
    ]
    assert len(links) > 50
    lost = []
    for page, target in links:
        path, _, heading = target.partition("#")
        if heading not in headings((page.parent / path).resolve() if path else page):
            lost.append(f"{page.name}: {target}")
    assert lost == []


def test_every_format_of_an_export_is_told() -> None:
    page, options = [(ROOT / "docs" / name).read_text("utf-8") for name in ("export.md", "cli.md")]
    for name in FORMATS:
        row = re.search(rf"^\| `{name}` \| `\.", page, re.MULTILINE)
        assert row, f"docs/export.md has no row of {name} in its table of formats"
        listed = re.search(rf"^\| `--to FORMAT`, .*`{name}`", options, re.MULTILINE)
        assert listed, f"docs/cli.md does not say --to {name}"


def test_the_syntax_has_every_word_of_the_grammar() -> None:
    page, grammar = [
        (ROOT / name).read_text("utf-8") for name in ("docs/language.md", "cobra/grammar/cobra.lark")
    ]
    together = [line for line in grammar.splitlines() if re.match(r"(?:LIES_AT_MOST|ONE_OF)\.", line)]
    words = {
        *re.findall(r'"([a-z]{2,})"', grammar),
        *re.findall(r"\b(lies|at|most|one|of)\b", "".join(together)),
    }
    (syntax,) = re.findall(r"^## Syntax$.*?^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(together) == 2
    assert words - set(re.findall(r"[a-z]+", syntax)) == set()


def test_the_limits_and_their_defaults_are_all_told() -> None:
    told = re.findall(r"^\| `([a-z-]+)` \| ([0-9,]+) \|", (ROOT / "docs/language.md").read_text(), re.M)
    assert told == [(one.name.replace("_", "-"), f"{one.default:,}") for one in dataclasses.fields(Limits)]


def test_every_command_shown_can_be_read() -> None:
    context = click.Context(command)
    shown = [
        (page.name, line.split(" | ")[0].split(" > ")[0])
        for page in PAGES
        for line in re.findall(r"^    (?:\$ )?cobra (.*)$", page.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(shown) > 20
    for page, line in shown:
        name, *words = shlex.split(line, comments=True)
        one = command.get_command(context, name)
        assert one is not None, f"{page}: {line}"
        if isinstance(one, click.Group):
            one, words = one.commands[words[0]], words[1:]
        assert one.make_context(name, words).params, f"{page}: {line}"


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield all commands, those below another one by its name."""
    context = click.Context(command)
    for name in command.list_commands(context):
        one = command.get_command(context, name)
        assert one is not None
        for below in one.commands.values() if isinstance(one, click.Group) else [one]:
            yield name, below


def test_every_option_is_told_with_its_commands() -> None:
    """Of the rows that name a flag one at least names the command, or none, as all that have it are meant."""
    text = (ROOT / "docs/cli.md").read_text("utf-8")
    (table,) = re.findall(r"^## Options$(.*?)^Sizes are", text, re.MULTILINE | re.DOTALL)
    known = {name for name, _ in commands()}
    rows = []
    for line in re.findall(r"^\| (`-.*)$", table.replace("\\|", "/"), re.MULTILINE):
        flags, meaning, _ = line.split(" | ")
        named = [
            word for part in re.findall(r"\(([^()]*)\)", meaning) for word in re.findall(r"`(\w+)", part)
        ]
        rows.append((set(re.findall(r"`(-[a-zA-Z-]+)", flags)), set(named) & known))
    had: dict[str, set[str]] = {}
    assert len(known) > 20
    for name, one in commands():
        for option in one.params:
            if isinstance(option, click.Option) and option.name != "help":
                of_flag = [named for flags, named in rows if flags & set(option.opts)]
                assert any(not named or name in named for named in of_flag), f"{name} {option.opts}"
                for flag in option.opts:
                    had.setdefault(flag, set()).add(name)
    for flags, named in rows:
        assert named <= set[str]().union(*(had[flag] for flag in flags)), f"{flags} are none of {named}"


def test_the_names_of_strategy_files_are_told() -> None:
    text = (ROOT / "docs" / "strategy-files.md").read_text("utf-8")
    (file,) = file_names(["min sum(n^2)"]).values()
    assert f"`{file}` has `min sum(n^2)`" in text


def test_how_far_look_ahead_may_look_is_told() -> None:
    text = (ROOT / "docs" / "scores.md").read_text("utf-8")
    assert f"`depth` is at most {MOST_DEPTH}, `beam` at most {MOST_BEAM:,}." in text


def test_the_usual_limits_are_told() -> None:
    rows = (ROOT / "docs/cli.md").read_text("utf-8").splitlines()
    (time,) = (row for row in rows if row.startswith("| `--time-limit"))
    assert time.endswith(
        "| `10s` for `analyze` and `compare`, `5s` for `advise`, "
        f"`{SERVED_SECONDS / 60:g}m` for `serve`, else none |"
    )
    (memory,) = (row for row in rows if row.startswith("| `--memory"))
    assert memory.endswith(f"| `{MEMORY >> 30}G`; `{SERVED_MEMORY >> 30}G` for `serve` |")


@pytest.mark.parametrize(
    ("pages", "command_line"),
    [
        ("cli.md", "analyze priced-search -D n=3 -s parts --json"),
        ("cli.md", "optimal mastermind -D pegs=1 -D colours=2 --json"),
        ("cli.md", "check mastermind -D pegs=1 --json"),
        ("cli.md", "info mastermind -D pegs=1 --json"),
        ("play.md", "simulate zebra.cb --json -n 1 --trace"),
        ("optimal.md cli.md", "analyze mastermind -D pegs=1 -D colours=2 --first all --json"),
        ("cli.md", "games mastermind --json"),
        (
            "advise.md",
            "advise mastermind -D pegs=1 --history '0 = 0B0W' --explain --mine 2 --why 0 --review --json",
        ),
        (
            "advise.md explain.md",
            "advise liar --history '1234 yes' --explain --mine 1 --why 5 --review --json",
        ),
        (
            "advise.md explain.md",
            "advise egg-drop -D floors=6 --history '2 whole' --explain --mine 3 --review --json",
        ),
        ("cli.md", "info liar --json"),
        ("cli.md", "compare mastermind -D pegs=1 -D colours=2..3 --json"),
        ("cli.md", "static mastermind -D pegs=1 -D colours=2 --table --json"),
        ("cli.md", "static priced-search -D n=4 --json"),
        ("cli.md", "symmetry mastermind -D pegs=1 -D colours=2 --json"),
        ("cli.md", "strategies parts --json"),
        ("evolve.md cli.md", "evolve mastermind -D pegs=1 -D colours=2 --generations 1 --json"),
    ],
)
def test_the_names_in_json_are_told(pages: str, command_line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "examples")
    texts = [(ROOT / "docs" / name).read_text("utf-8") for name in pages.split()]
    assert names(json.loads(run_cobra(shlex.split(command_line)).stdout)) <= quoted(*texts)


@pytest.mark.parametrize(
    "game",
    [
        "mastermind -D pegs=2 -D colours=2",
        "egg-drop -D floors=3",
        "liar -D numbers=3",
        "unseen/diluted_test.cb -D people=2 --within 2",
    ],
)
def test_the_names_in_json_of_what_is_checked_are_told(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT / "examples")
    strategy, proof = str(tmp_path / "best.json"), str(tmp_path / "best.proof")
    run_cobra(["optimal", *game.split(), "-o", strategy, "--proof", proof])
    texts = [(ROOT / "docs" / name).read_text("utf-8") for name in ("cli.md", "strategy-files.md")]
    for files in ([strategy], [proof], [strategy, proof]):
        assert names(json.loads(run_cobra(["verify", *files, "--json"]).stdout)) <= quoted(*texts)


def quoted(*texts: str) -> set[str]:
    """Return the names that stand in quotes of one kind or the other."""
    return {name for text in texts for name in re.findall(r"[`\"]([a-z_]+)[`\"]", text)}


DATA = ("params", "distribution", "statistics", "split", "probabilities")


def names(value: object) -> set[str]:
    """Return the names in a document, but for those that are data, as parameters are."""
    if isinstance(value, list):
        return set[str]().union(*map(names, value))
    if not isinstance(value, dict):
        return set()
    inside = (one for name, one in value.items() if name not in DATA)
    return set(value).union(*map(names, inside))
