"""What is printed for people: tables, warnings, colour, and that none of it depends on threads."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from cobra.cli.progress import percent
from cobra.cli.show.text import dump, number, shorten
from tests.cli.runner import environment, run, run_json, start

SMALL = ("mastermind", "-D", "pegs=2", "-D", "colours=3")


def test_analyze_prints_a_table() -> None:
    lines = run("analyze", *SMALL, "-s", "max-models,parts").stdout.splitlines()
    assert lines[0] == "Mastermind  pegs=2  colours=3"
    assert "  codes                   9  6 variables" in lines
    assert "  average at least   2.3333  21/9" in lines
    header, first, second = lines[-3:]
    assert header.split() == ["strategy", "first", "worst", "average", "nodes", "time", "lengths"]
    assert first.startswith("max-models  00         4  24/9 = 2.6667      9  ")
    assert first.endswith("  1:1 2:2 3:5 4:1")
    assert second.startswith("parts       01         3  21/9 = 2.3333      9  ")
    assert second.endswith("  1:1 2:4 3:4")


def test_a_bar_that_is_still_there_is_not_at_its_end() -> None:
    assert [percent(done, 1000) for done in (0, 9, 10, 996, 1000, 1001)] == [0, 0, 1, 99, 99, 99]


def test_a_bound_that_says_nothing_is_not_shown(tmp_path: Path) -> None:
    game = tmp_path / "one.cb"
    game.write_text('variable x constraint x experiment ask() observe x as "{}"')
    shown = run("analyze", str(game), "-s", "first").stdout
    assert "at least" not in shown
    assert "0/1 = 0.0000" in shown


def test_vast_numbers() -> None:
    assert (number(None), number(1_234_567), number(10**30 - 1)) == ("?", "1,234,567", "≈1.00·10^30")
    assert number(2 * 10**5000) == "≈2.00·10^5000"
    assert len(dump({"order": 10**5000})) == 5001 + len('{\n  "order": \n}')


def test_long_experiments_are_shortened() -> None:
    assert shorten("1 2 3 4 5 6 | 7 8 9 10 11 12") == "1 2 3 4 5 6 | 7 8 9 10 11 12"
    assert shorten("1 2 3 4 5 6 7 8 | 9 10 11 12 13 14 15 16 20=balance") == "1..8 | 9..16 20=balance"
    assert shorten("take 3 5 7 9 11 13 15 17 19 21 23 25, 30 31 32") == (
        "take 3 5 7 9 11 13 15 17 19 21 23 25, 30..32"
    )


def test_rules_other_than_the_usual_are_named() -> None:
    text = run("analyze", *SMALL, "--ties", "first", "--consistent", "--equivalence", "symbols").stdout
    assert text.endswith("ties: first\nonly experiments that can still be final\nequivalence: symbols\n")


def test_expand_prints_a_game_of_the_core_language_with_the_same_analysis(tmp_path: Path) -> None:
    core = tmp_path / "core.cb"
    core.write_text(run("expand", *SMALL).stdout, "utf-8")
    assert core.read_text("utf-8").lstrip().startswith(("VARIABLE", "#"))
    expected = run_json("analyze", *SMALL, "-s", "parts")["strategies"][0]
    row = run_json("analyze", core, "-s", "parts")["strategies"][0]
    for name in ("worst", "total", "codes", "distribution"):
        assert row[name] == expected[name], name


def test_games_lists_describes_and_prints() -> None:
    listed = run("games").stdout.splitlines()
    assert listed[0].split() == ["game", "title", "parameters", "(-D)"]
    assert any(line.split() == ["mastermind", "Mastermind", "pegs=4", "colours=6"] for line in listed)
    described = run("games", "bulls_and_cows").stdout
    assert described.startswith("Bulls and Cows\n\n")
    assert "places=4        1..10       digits in the secret number" in described
    source = (Path(__file__).resolve().parents[2] / "games" / "mastermind.cb").read_text("utf-8")
    assert run("games", "mastermind", "--source").stdout == source


@pytest.mark.parametrize("strategy", ["max-models", "ent-models", "exp-fixed", "random"])
def test_threads_do_not_change_the_answer(strategy: str) -> None:
    rows = []
    for threads in ("1", "3"):
        row = run_json("analyze", "mastermind", "-D", "pegs=3", "-s", strategy, "--threads", threads)[
            "strategies"
        ][0]
        del row["seconds"], row["symmetry_seconds"]
        rows.append(row)
    assert rows[0] == rows[1]


@pytest.mark.thorough
def test_the_seed_decides_what_is_random() -> None:
    def total(seed: str) -> tuple[object, ...]:
        row = run_json("analyze", "mastermind", "-D", "pegs=3", "-s", "random", "--seed", seed)["strategies"][
            0
        ]
        return row["first"], row["total"], row["nodes"]

    assert total("1") == total("1")
    assert len({total(seed) for seed in "12345"}) > 1


def on_a_terminal(*arguments: str, **variables: str) -> str:
    """Run a command with a terminal as its standard output and return what it writes there."""
    import pty  # Windows has none

    main, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "cobra", *arguments],
        env=environment(TERM="xterm", **variables),
        stdout=terminal,
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(terminal)
        written = b""
        while True:
            try:
                part = os.read(main, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            written += part
        os.close(main)
        assert process.wait(60) == 0
    return written.decode()


@pytest.mark.unix
@pytest.mark.thorough
def test_colour_is_for_terminals_that_want_it() -> None:
    assert "\x1b[1m" in on_a_terminal("info", *SMALL)
    assert "\x1b" not in on_a_terminal("info", *SMALL, NO_COLOR="1")
    assert "\x1b" not in run("info", *SMALL).stdout


@pytest.mark.thorough
def test_a_reader_that_stops_reading_is_no_error() -> None:
    process = start("games", "mastermind", "--source")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 0
    process.stderr.close()


def test_a_terminal_without_unicode_is_served_all_the_same() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "cobra", "analyze", "--help"],
        env=environment(PYTHONIOENCODING="latin-1"),
        capture_output=True,
        timeout=60,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"(Klimo?)" in result.stdout


@pytest.mark.thorough
def test_closed_streams_are_no_error() -> None:
    command = f"{shlex.quote(sys.executable)} -m cobra games mastermind --source >&- 2>&-"
    assert subprocess.run(command, shell=True, env=environment(), timeout=60).returncode == 0


@pytest.mark.unix
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        ("play mastermind -o models", "1> "),
        ("simulate mastermind -e interactive -o models", "1> "),
        ("advise mastermind -s first", "  0B0W 625  1B0W 500  2B0W 150  3B0W 20  4B0W 1"),
        ("fmt -", ""),
    ],
)
def test_a_closed_standard_input_is_at_its_end(arguments: str, last: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m cobra {arguments} <&-"
    result = subprocess.run(
        command, shell=True, env=environment(), capture_output=True, text=True, timeout=60
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert (result.stdout.splitlines() or [""])[-1] == last


@pytest.mark.thorough
def test_inseparable_codes_are_a_warning_that_can_be_silenced() -> None:
    arguments = ("analyze", "black-box", "-D", "size=3", "-D", "atoms=3", "-s", "parts")
    loud, quiet = run(*arguments), run(*arguments, "--quiet")
    assert loud.exit_code == quiet.exit_code == 0
    assert loud.stderr.startswith("warning: no experiment tells atom ")
    assert quiet.stderr == ""


def test_the_text_of_a_game_in_json() -> None:
    document = run_json("games", "mastermind", "--source")
    assert document["source"] == run("games", "mastermind", "--source").stdout
    assert document["title"] == "Mastermind"
    assert "source" not in run_json("games", "mastermind")


@pytest.mark.thorough
def test_a_large_document_takes_little_more_memory_than_its_text() -> None:
    document = {"moves": [{"experiment": f"{i:06}", "left": i} for i in range(20_000)], "worst": 10**5000}
    tracemalloc.start()
    try:
        text = dump(document)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4 * len(text)  # 9 times, when all pieces are kept until they are joined
    assert text.startswith('{\n  "moves": [\n    {\n      "experiment": "000000",\n      "left": 0\n    },\n')
    assert text.endswith("0\n}")
    assert json.loads(text[: text.rindex(",")] + "}") == {"moves": document["moves"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("evolve", *SMALL, "--checkpoint", "x.json", "-o", "x.json"), "-o and --checkpoint would write"),
        (("optimal", *SMALL, "--checkpoint", "x.json", "-o", "x.json"), "-o and --checkpoint would write"),
        (("static", "x.json", "-o", "x.json"), "-o would write over x.json"),
        (("compare", *SMALL, "-D", "list=x.csv", "--csv", "x.csv"), "--csv would write over x.csv"),
        (("analyze", "x.proof", "--proof", "x.proof"), "--proof would write over x.proof"),
        (("symmetry", "x.svg", "--graph", "x.svg"), "--graph would write over x.svg"),
        (
            (
                "analyze",
                *SMALL,
                "--first",
                "all",
                "--cluster",
                "local",
                "--results",
                "x.json",
                "--trace",
                "x.json",
            ),
            "--results and --trace would write the same file",
        ),
        (
            ("reproduce", "--cluster", "local", "--results", "x.json", "--trace", "x.json"),
            "--results and --trace would write the same file",
        ),
    ],
)
def test_no_file_is_lost_as_another_is_written(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in arguments:
        if name.startswith("x."):
            Path(name).write_text("kept")
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {message}")
    assert all(path.read_text() == "kept" for path in tmp_path.iterdir())


def test_a_strategy_is_improved_where_it_is(tmp_path: Path) -> None:
    """What is written is no worse than what was begun with."""
    path = tmp_path / "x.json"
    assert run("optimal", *SMALL, "-o", path).exit_code == 0
    before = path.read_text()
    assert run("optimal", *SMALL, "--beginning", path, "-o", path).exit_code == 0
    assert path.read_text() == before
