"""What a user may write for a strategy, and what is said of what is none."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

import cobra
from cobra.breakers import find
from cobra.breakers.find import find_breaker, find_strategies, split_strategies
from cobra.breakers.named import NAMED
from cobra.errors import GameError


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("parts", ["parts"]),
        (" max-models , parts,", ["max-models", "parts"]),
        ("consistent(parts), min sum(n) then max parts", ["consistent(parts)", "min sum(n) then max parts"]),
        ("look-ahead(ent-models, beam=8),first", ["look-ahead(ent-models, beam=8)", "first"]),
        ("'a,b',parts", ["'a,b'", "parts"]),
        ("program:run -x 1,2", ["program:run -x 1,2"]),
        ("parts, program:run (1,2", ["parts", "program:run (1,2"]),
        ("my program:x,parts", ["my program:x", "parts"]),
        (",", []),
    ],
)
def test_lists_are_split_at_commas_outside_parentheses(text: str, parts: list[str]) -> None:
    assert split_strategies(text) == parts


def test_registered_scores_are_in_the_table_of_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scores.md").read_text("utf-8")
    scores = [named for named in NAMED.values() if named.score and not named.name.endswith("-nc")]
    assert scores
    assert [named.name for named in scores if f"| `{named.name}` | `{named.score}` |" not in page] == []


@pytest.mark.parametrize("text", ["consistent(parts", "parts)", "(()", '"parts', "a),(b"])
def test_lists_with_unequal_parentheses_are_refused(text: str) -> None:
    with pytest.raises(GameError, match=r"the parentheses do not match|a quote is not closed"):
        split_strategies(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("parts", "parts"),
        (" parts ", "parts"),
        ("consistent( parts )", "consistent(parts)"),
        ("consistent('parts')", "consistent(parts)"),
        ("consistent(min  sum(n^2))", "consistent(min sum(n^2))"),
        ("min   sum( n )", "min sum( n )"),
        ("min\nmax(n)", "min max(n)"),
        ("consistent (parts)", "consistent(parts)"),
        ("program: true  1", "program:true  1"),
    ],
)
def test_a_codebreaker_has_the_name_it_was_found_by(text: str, name: str) -> None:
    assert find_breaker(text).name == name
    assert find_breaker(name).name == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("part", "there is no strategy 'part'; did you mean 'parts'?"),
        ("zzz", "there is no strategy 'zzz'; `cobra strategies` lists them"),
        ("sum(n^2)", "a score begins with min or max, as in 'min sum(n^2)'"),
        ("max(n)", "a score begins with min or max, as in 'min sum(n^2)'"),
        ("zzz(1)", "there is no strategy 'zzz'; `cobra strategies` lists them"),
        ("optimal", "optimal compares no scores, it is found by a search"),
        ("parts(1)", "the strategy parts takes no arguments"),
        ("consistent", "the strategy consistent is written consistent(STRATEGY)"),
        ("consistent( )", "the strategy consistent is written consistent(STRATEGY)"),
        ("consistent(parts, 1)", "the strategy consistent is written consistent(STRATEGY)"),
        ("consistent(beam=1)", "the strategy consistent is written consistent(STRATEGY)"),
        ("consistent(part)", "there is no strategy 'part'; did you mean 'parts'?"),
        ("program:", "program: must be followed by a command line"),
        ("program: 'x", '" \'x" is not a command line: no closing quotation'),
        ("program:no-such-program-here", "there is no program 'no-such-program-here' that could be started"),
        (
            "mni sum(n)/2",
            "the score 'mni sum(n)/2' is wrong at character 1: a score begins with min or max;"
            " did you mean 'min'? (known: min max)",
        ),
        ("nowhere.py", "nowhere.py: cannot be read: No such file or directory"),
        ("nowhere.py:choose", "nowhere.py: cannot be read: No such file or directory"),
    ],
)
def test_what_is_no_strategy_is_explained(text: str, message: str) -> None:
    with pytest.raises(GameError) as error:
        find_breaker(text)
    assert str(error.value) == message


def test_strategies_are_found_each_once_and_optimal_is_not_played() -> None:
    found = find_strategies(["parts", "optimal", "consistent(parts)", "parts"])
    assert list(found) == ["parts", "optimal", "consistent(parts)"]
    assert found["optimal"] is None
    with pytest.raises(GameError, match="no strategy given; `cobra strategies` lists them"):
        find_strategies([])


def test_two_strategies_of_one_name_are_refused() -> None:
    def make(number: int) -> object:
        def choose(knowledge: cobra.Knowledge) -> str:
            return knowledge.codes[number]

        return choose

    with pytest.raises(GameError, match="two different strategies are called choose"):
        find_strategies([make(0), make(1)])  # type: ignore[list-item]


FILES = {
    "one.py": "def mine(knowledge):\n    return knowledge.codes[0]\n",
    "several.py": "def one(knowledge): ...\ndef two(knowledge): ...\n",
    "choose.py": "import json\ndef help_(a, b, c): ...\ndef choose(knowledge, history): ...\n",
    "none.py": "from json import loads\n_x = 1\n",
    "private.py": "def _mine(knowledge): ...\n",
    "wrong.py": "def choose():\n    return 1\n",
    "class.py": "class Mine:\n    def __init__(self, game): ...\n    def choose(self, knowledge): ...\n",
    "made.py": "class Mine:\n    def choose(self, knowledge): ...\n",
    "method.py": "class Mine:\n    def __init__(self, game): ...\n",
    "number.py": "mine = 3\n",
    "syntax.py": "def choose(knowledge:\n",
    "raises.py": "x = 1\ny = x / 0\n",
    "exits.py": "import sys\nprint('so')\nsys.exit(3)\n",
    "zero.py": "x = 1\0\n",
    "latin.py": "é = 1\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_bytes(text.encode("latin-1"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("text", ["one.py", "one.py:mine", "choose.py", "class.py", "private.py:_mine"])
def test_files(text: str) -> None:
    assert find_breaker(text).name == text


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("several.py", "several.py has several functions and classes; name one, as in several.py:one"),
        ("one.py:min", "one.py has no 'min'; did you mean 'mine'?"),
        ("none.py", "none.py has no function and no class that could be a strategy"),
        ("private.py", "private.py has no function and no class that could be a strategy"),
        ("wrong.py", "wrong.py is no strategy: it must take (knowledge) or (knowledge, history)"),
        ("made.py", "the class made.py is no strategy: it is made with one argument, the game"),
        ("method.py", "the class method.py is no strategy: it has no method choose"),
        ("number.py:mine", "number.py:mine is no strategy: a function or a class is wanted, not 3"),
        ("syntax.py", "syntax.py:1: '(' was never closed"),
        ("raises.py", "raises.py cannot be loaded at raises.py:2: ZeroDivisionError: division by zero"),
        ("exits.py", "exits.py cannot be loaded at exits.py:3: SystemExit: 3"),
    ],
)
def test_files_that_are_no_strategies(text: str, message: str) -> None:
    with pytest.raises(GameError) as error:
        find_breaker(text)
    assert str(error.value) == message


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("text", ["zero.py", "latin.py", ".", "x\0.py", "../" * 2000 + "x.py"])
def test_files_that_are_no_python(text: str) -> None:
    with pytest.raises(GameError):
        find_breaker(text)


def test_a_file_is_run_again_only_when_it_changes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "counts.py"
    file.write_text("print('run')\ndef choose(knowledge): ...\n")
    find_breaker("counts.py")
    find_breaker("counts.py:choose")
    assert capsys.readouterr() == ("", "run\n")
    file.write_text("print('again')\ndef choose(knowledge): ...\n")
    find_breaker("counts.py")
    assert capsys.readouterr() == ("", "again\n")


def _install(monkeypatch: pytest.MonkeyPatch, **points: str) -> None:
    entries = EntryPoints(EntryPoint(name, value, find.GROUP) for name, value in points.items())
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries.select(group=group))


def test_installed_strategies(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.syspath_prepend(folder)
    _install(monkeypatch, mine="one:mine", gone="nowhere_to:be", three="number:mine", parts="one:mine")
    assert find_breaker("mine").name == "mine"
    analysis = cobra.analyze(cobra.load("mastermind", {"pegs": 2, "colours": 2}), ["mine"])
    assert (analysis.rows[0].name, analysis.rows[0].total) == ("mine", 8)
    assert type(find_breaker("parts")).__name__ == "CoreBreaker"
    with pytest.raises(GameError, match="there is no strategy 'mime'; did you mean 'mine'"):
        find_breaker("mime")
    with pytest.raises(GameError, match="the strategy mine takes no arguments"):
        find_breaker("mine(1)")
    with pytest.raises(
        GameError, match=r"the strategy gone \(nowhere_to:be\) cannot be loaded: ModuleNotFoundError: No"
    ):
        find_breaker("gone")
    with pytest.raises(GameError, match="three is no strategy: a function or a class is wanted, not 3"):
        find_breaker("three")
