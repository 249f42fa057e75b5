from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from cobra.cli.main import cobra
from tests.cli.runner import run

MESSY = 'game  "x"\nsecret a:1..3  # three\n'
NEAT = 'game "x"\nsecret a : 1..3  # three\n'


def test_files_are_written_once_and_line_ends_stay(tmp_path: Path) -> None:
    one, other = tmp_path / "one.cb", tmp_path / "other.cb"
    one.write_bytes(MESSY.replace("\n", "\r\n").encode())
    other.write_text(NEAT, "utf-8")
    result = run("fmt", one, other)
    assert (result.exit_code, result.stdout) == (0, f"{one}: formatted\n")
    assert one.read_bytes() == NEAT.replace("\n", "\r\n").encode()
    assert other.read_text("utf-8") == NEAT
    written = one.stat().st_mtime_ns
    assert run("fmt", one, other).stdout == ""
    assert one.stat().st_mtime_ns == written


def test_check_and_diff_write_nothing(tmp_path: Path) -> None:
    one = tmp_path / "one.cb"
    one.write_text(MESSY, "utf-8")
    result = run("fmt", "--check", one)
    assert (result.exit_code, result.stdout) == (1, f"{one}: in another style\n")
    result = run("fmt", "--diff", one)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[3:] == [
        '-game  "x"',
        "-secret a:1..3  # three",
        '+game "x"',
        "+secret a : 1..3  # three",
    ]
    assert one.read_text("utf-8") == MESSY
    one.write_text(NEAT, "utf-8")
    result = run("fmt", "--check", "--diff", one)
    assert (result.exit_code, result.output) == (0, "")


def test_a_diff_has_the_lines_that_the_game_has_and_a_missing_last_end(tmp_path: Path) -> None:
    one = tmp_path / "one.cb"
    one.write_text(NEAT[:-1], "utf-8")
    result = run("fmt", "--diff", one)
    assert (result.exit_code, result.stdout.split("\n")[4:]) == (
        1,
        ["-secret a : 1..3  # three", "\\ No newline at end of file", "+secret a : 1..3  # three", ""],
    )
    one.write_text("# a\u2028b\nparam n = 3\f\n", "utf-8")
    result = run("fmt", "--diff", one)
    assert result.stdout.split("\n")[2:] == [
        *("@@ -1,2 +1,2 @@", " # a\u2028b", "-param n = 3\f", "+param n = 3", "")
    ]


def test_a_wrong_file_does_not_keep_the_others_from_being_formatted(tmp_path: Path) -> None:
    wrong, one = tmp_path / "wrong.cb", tmp_path / "one.cb"
    wrong.write_text("param n = = 3\n", "utf-8")
    one.write_text(MESSY, "utf-8")
    result = run("fmt", wrong, tmp_path / "none.cb", one)
    assert result.exit_code == 1
    assert f"{wrong}:1:11: error: " in result.stderr and "there is no such file" in result.stderr
    assert wrong.read_text("utf-8") == "param n = = 3\n"
    assert one.read_text("utf-8") == NEAT


def test_standard_input_goes_to_standard_output() -> None:
    result = CliRunner().invoke(cobra, ["fmt", "-"], input=MESSY)
    assert (result.exit_code, result.stdout) == (0, NEAT)
    assert CliRunner().invoke(cobra, ["fmt", "-"], input="").stdout == ""
    result = CliRunner().invoke(cobra, ["fmt", "--check", "-"], input=MESSY)
    assert (result.exit_code, result.stdout) == (1, "-: in another style\n")
    result = CliRunner().invoke(cobra, ["fmt", "--limit", "file-size=9", "-"], input=MESSY)
    assert (result.exit_code, result.stdout) == (1, "") and "--limit file-size=N" in result.stderr
    result = CliRunner().invoke(cobra, ["fmt", "-"], input=b"\xff\xff")
    assert (result.exit_code, result.stderr) == (1, "error: standard input: line 1 is not UTF-8 text\n")
