"""Every wrong input has a message that says what is wrong and the exit status of docs/cli.md."""

from __future__ import annotations

from pathlib import Path

import pytest

import cobra.cluster.cluster as cluster
from cobra.cli.commands.games import games
from tests.cli.runner import run

MASTERMIND = Path(__file__).resolve().parents[2] / "cobra" / "games" / "mastermind.cb"

WRONG_GAMES = {
    "an empty file": (b"", "the file is empty"),
    "only a comment": (b"# nothing\n", "nothing"),
    "a binary file": (bytes(range(256)) * 4, "this is a binary file, not text"),
    "not UTF-8": (b'game "M\xe9"\nvariable a experiment g() observe a\n', "line 1 is not UTF-8 text"),
    "truncated": (MASTERMIND.read_bytes()[:-40], "error:"),
    "nothing secret": (b"experiment g() observe 1", "secret"),
    "no experiment": (b"variable a", "experiment"),
    "experiments that never are": (
        b"variable a experiment g(i : 1..3) where i > 5 observe a",
        "no choice of parameters satisfies the conditions of any experiment",
    ),
    "no code": (b"variable a constraint a & !a experiment g() observe a", "code"),
    "two outcomes": (
        b'variables a, b experiment g() outcome "a" : a outcome "b" : b outcome "no" : !a & !b',
        "no code has two outcomes",
    ),
    "no outcome": (b'variable a experiment g() outcome "yes" : a', "every code has an outcome"),
    "a code that nothing hits": (
        b"variable a experiment g() observe a final a",
        "every code has an experiment that is final for it",
    ),
    "deep nesting": (
        b"variable a constraint " + b"(" * 5000 + b"a" + b")" * 5000 + b" experiment g() observe a",
        "nest",
    ),
    "misspelt keyword": (b"variable a experment g() observe a", "experiment"),
}


@pytest.mark.parametrize("command", ["check", "analyze"])
@pytest.mark.parametrize("case", WRONG_GAMES)
def test_wrong_games(command: str, case: str, tmp_path: Path) -> None:
    content, message = WRONG_GAMES[case]
    path = tmp_path / "game.cb"
    path.write_bytes(content)
    result = run(command, path)
    assert result.exit_code == 1, result.output
    assert message in result.output
    assert "cobra itself" not in result.output


def test_a_mistake_names_file_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "game.cb"
    path.write_text("variable a\nexperiment look()\n  observe b\n", "utf-8")
    result = run("check", path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert f"{path}:3:11: error: " in result.stderr
    assert "\n  3 |   observe b\n    |           ^" in result.stderr


@pytest.mark.parametrize("name", ["batery.cb", "battery", "batery"])
def test_a_game_file_that_is_near_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "battery.cb").write_text("variable a experiment g() observe a")
    result = run("info", tmp_path / name)
    assert result.exit_code == 1
    assert result.stderr == (
        f"error: there is no game or file '{tmp_path / name}'; did you mean {tmp_path / 'battery.cb'}?\n"
    )


def test_a_mistake_in_a_game_of_the_library_names_the_game_and_no_path() -> None:
    for name in ("bulls-and-cows", "bulls_and_cows"):
        result = run("info", name, "-D", "places=0")
        assert result.exit_code == 1
        assert result.stderr.startswith("bulls-and-cows:14:7: error: places = 0 is outside 1..10\n")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("analyze", "mastermnd"), "did you mean mastermind?"),
        (("analyze", "no/such/game.cb"), "there is no game or file 'no/such/game.cb'"),
        (("analyze", "."), "this is a folder"),
        (("games", "mastermnd"), "did you mean 'mastermind'?"),
        (("optimal", "egg-drop", "--within", "3"), "ask for it with --objective won"),
        (("optimal", "examples/unseen/diluted_test.cb"), "with --within K"),
        (("analyze", "mastermind", "-D", "peg=3"), "did you mean `pegs`?"),
        (("analyze", "mastermind", "-D", "pegs=0"), "pegs = 0 is outside 1..12"),
        (("analyze", "mastermind", "-D", "pegs=many"), "-D pegs=many: a whole number"),
        (("analyze", "wordle", "-D", "answers=no-such-file.txt"), "no-such-file.txt"),
        (
            ("analyze", "mastermind", "-D", "pegs=12", "-D", "colours=12"),
            "about 8,916,100,448,256 needed, the limit is 20,000,000; raise it with --limit codes=N",
        ),
        (
            ("info", "mastermind", "--backend", "table", "--limit", "codes=1000"),
            "raise it with --limit codes=N",
        ),
        (("analyze", "sorting", "--consistent"), "no outcome of this game is final"),
        (("analyze", "mastermind", "--memory", "1k"), "raise it with --memory SIZE"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert message in result.stderr
    assert "cobra itself" not in result.stderr


ILL_FORMED = """
alphabet d = 0..2
secret code[1..2] : d
experiment guess(g[1..2] : d)
  observe count(i in 1..2 : code[i] = g[i])
  final code[1] = g[1]
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "arguments",
    [
        "optimal mastermind -D pegs=2 --checkpoint new --beginning missing.json",
        "optimal mastermind -D pegs=2 --checkpoint new --cluster tcp://127.0.0.1:1",
        "optimal mastermind -D pegs=2 --cluster tcp://127.0.0.1:1 --trace new.json",
        "optimal no-game --cluster local:1 --trace new.json",
        "optimal game.cb --checkpoint new",
        "analyze game.cb -o new",
        "analyze game.cb -s optimal -o new --proof new.proof",
        "analyze mastermind --limit codes=3 -o new",
        "evolve game.cb --checkpoint new",
        "reproduce mastermind --results new.json --proofs new --cluster tcp://127.0.0.1:1",
    ],
)
def test_what_is_not_begun_leaves_nothing_behind(
    arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 0.3)
    monkeypatch.chdir(tmp_path)
    Path("game.cb").write_text(ILL_FORMED, "utf-8")
    result = run(*arguments.split())
    assert (result.exit_code, result.stdout) == (1, "")
    assert [path.name for path in tmp_path.iterdir()] == ["game.cb"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("analyse", "mastermind"), "No such command 'analyse'"),
        (("analyze",), "Missing argument 'GAME'"),
        (("analyze", "mastermind", "pegs=3"), "A parameter is set with -D, as in -D pegs=3\n"),
        (("analyze", "mastermind", "--tie", "first"), "'--tie'"),
        (("analyze", "mastermind", "--ties", "last"), "there is no rule for ties 'last'"),
        (("analyze", "mastermind", "-s", "max-model"), "did you mean 'max-models'?"),
        (("analyze", "mastermind", "-s", ""), "no strategy given"),
        (("analyze", "mastermind", "--threads", "0"), "'0' is less than 1"),
        (("analyze", "mastermind", "--memory", "lots"), "'lots' is not a size"),
        (("analyze", "mastermind", "--time-limit", "soon"), "'soon' is not a duration"),
        (("analyze", "mastermind", "--seed", "-1"), "'-1' is less than 0"),
        (("analyze", "mastermind", "-D", "pegs"), "'pegs' is not of the form NAME=VALUE"),
        (("analyze", "mastermind", "--limit", "code=9"), "did you mean 'codes'?"),
        (("info", "mastermind", "--backend", "bdd"), "there is no backend 'bdd'"),
        (("check", "mastermind", "--sat-solver", "kissat404"), "there is no SAT solver 'kissat404'"),
        (("analyze", "mastermind", "--equivalence", "graphs"), "did you mean 'graph'?"),
        (("games", "--source"), "--source needs the NAME of a game"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.startswith("Usage: cobra ")


def test_a_mistake_in_cobra_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr(games, "callback", broken)
    result = run("games")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: a mistake in cobra itself (RuntimeError: oh); please report it, "
        "with what COBRA_DEBUG=1 shows\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("analyze", "bulls-and-cows", "-s", "parts", "--memory", "66000"),
            "listing the codes: about 66,001 needed, the limit is 66,000",
        ),
        (
            ("evolve", "mastermind", "-D", "pegs=2", "--population", "100000000"),
            "making a table of all outcomes and a population: about ",
        ),
    ],
)
def test_what_does_not_fit_is_said_to_be_more_than_the_limit(
    arguments: tuple[str, ...], message: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: {message}")
