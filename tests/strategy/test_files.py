"""Strategy files: what is written is read again, and whatever is wrong with a file is named at its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import cobra
from cobra.budget import until
from cobra.errors import GameError, LimitError, TimeLimitError
from cobra.interval import Interval
from cobra.language.load import library
from cobra.limits import Limits
from cobra.model.game import Experiment, Game
from cobra.model.memory import in_state, start_of
from cobra.strategy.check.verify import difference
from cobra.strategy.read import read_strategy
from cobra.strategy.strategy import Strategy
from cobra.strategy.write import write_strategy
from tests.random_cases import random_cases
from tests.random_games import games
from tests.strategy.made import SMALL, mastermind, one_step

quick = random_cases(40)
TWO = mastermind(2, 2)


def again(strategy: Strategy, path: Path) -> Strategy:
    write_strategy(strategy, path)
    assert [file.name for file in path.parent.iterdir() if file.name.startswith(".")] == []
    return read_strategy(path)


def made_at_the_start(strategy: Strategy) -> list[Experiment]:
    """Return the experiments without the states in which they are made: these follow from the answers."""
    game = strategy.game
    return [in_state(game, experiment, start_of(game)) for experiment in strategy.experiments]


def check_same(one: Strategy, other: Strategy) -> None:
    assert difference(one.game, other.game) is None
    assert one.game.name == other.game.name
    assert one.game.arguments == other.game.arguments
    assert made_at_the_start(one) == made_at_the_start(other)
    assert list(one.branches) == list(other.branches)
    for part in ("name", "figures", "settings", "objective", "intervals", "proved"):
        assert getattr(one, part) == getattr(other, part)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", library())
def test_the_whole_library(name: str, tmp_path: Path) -> None:
    strategy = one_step(cobra.load(name, SMALL.get(name)))
    check_same(strategy, again(strategy, tmp_path / "s.json"))


@pytest.mark.thorough
@quick
@given(games())
def test_random_games(tmp_path_factory: pytest.TempPathFactory, game: Game) -> None:
    strategy = one_step(game)
    check_same(strategy, again(strategy, tmp_path_factory.mktemp("s") / "s.json"))


def test_everything_that_is_stated(tmp_path: Path) -> None:
    strategy = replace(
        mastermind(),
        name="optimal",
        settings=replace(mastermind().settings, ties=None, seed=None, max_depth=5, first="001"),
        objective="worst-average",
        intervals=(Interval("worst", 4, 4), Interval("total", 70, None)),
        proved=False,
    )
    check_same(strategy, again(strategy, tmp_path / "s.json"))


def test_the_schema(tmp_path: Path) -> None:
    strategy = mastermind(2, 2)
    write_strategy(strategy, tmp_path / "s.json")
    lines = (tmp_path / "s.json").read_text("utf-8").split("\n")
    document = json.loads("\n".join(lines))
    assert document["game"].pop("text") == strategy.game.origin.text  # type: ignore[union-attr]
    assert document == {
        "format": "cobra-strategy",
        "version": 1,
        "cobra": cobra._core.__version__,
        "game": {"name": "Mastermind", "params": {"pegs": 2, "colours": 2}, "files": {}},
        "strategy": "exp-models",
        "objective": None,
        "settings": {
            "ties": "final,first",
            "seed": 0,
            "consistent": False,
            "max_depth": None,
            "first": None,
        },
        "figures": {
            "worst": 3,
            "total": 8,
            "weight": 4,
            "codes": 4,
            "average": "2",
            "distribution": {"1": 1, "2": 2, "3": 1},
            "nodes": 4,
        },
        "intervals": [],
        "proved": False,
        "tree": [
            {"experiment": "00", "outcomes": {"0B0W": 1, "1B0W": 2, "2B0W": None}},
            {"experiment": "11", "outcomes": {"2B0W": None}},
            {"experiment": "01", "outcomes": {"0B2W": 3, "2B0W": None}},
            {"experiment": "10", "outcomes": {"2B0W": None}},
        ],
    }
    assert sum(line.startswith('  {"experiment"') for line in lines) == 4


def test_files_of_the_game_come_with_it(tmp_path: Path) -> None:
    (tmp_path / "faults.csv").write_text("fault,weight,lamp\nflat,3,off\nfuse,2,on\nnone,1,on\n")
    (tmp_path / "game.cb").write_text(
        'game "Faults" file table = "faults.csv" secret fault : rows(table)\n'
        'weight cell(table, fault, "weight")\n'
        'experiment look() observe cell(table, fault, "lamp")\n'
    )
    strategy = one_step(cobra.load(tmp_path / "game.cb"))
    write_strategy(strategy, tmp_path / "s.json")
    (tmp_path / "faults.csv").unlink()
    read = read_strategy(tmp_path / "s.json")
    check_same(strategy, read)
    assert (read.figures.total, read.figures.weight) == (6, 6)


def test_a_file_given_by_the_user_comes_with_the_game(tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_text("red\nrot\nbed\n")
    given = str(tmp_path / "w.txt")
    game = cobra.load("wordle", {"answers": given, "allowed": given})
    strategy = one_step(game)
    write_strategy(strategy, tmp_path / "s.json")
    (tmp_path / "w.txt").unlink()
    check_same(strategy, read_strategy(tmp_path / "s.json"))


def test_a_strategy_file_opens_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("red\n")
    document = written(tmp_path)
    document["game"]["text"] = 'file f = "secret.txt" secret s : lines(f) experiment e() observe 1'
    assert problem(tmp_path, document) == (5, "the game in this file is wrong:")


def written(folder: Path) -> dict[str, Any]:
    """Return the document of a small strategy."""
    write_strategy(mastermind(2, 2), folder / "s.json")
    document: dict[str, Any] = json.loads((folder / "s.json").read_text("utf-8"))
    return document


def problem(folder: Path, document: Any) -> tuple[int, str]:
    """Return line and message of what is wrong with a document, written with a line for each item."""
    text = json.dumps(document, ensure_ascii=False)
    for key in ('"version"', '"cobra"', '"game"', '"strategy"', '"objective"', '"settings"', '"figures"'):
        text = text.replace(f", {key}: ", f",\n{key}: ", 1)
    for key in ('"intervals"', '"proved"', '"tree"'):
        text = text.replace(f", {key}: ", f",\n{key}: ", 1)
    text = text.replace('{"experiment"', '\n{"experiment"')
    path = folder / "s.json"
    path.write_text(text.replace("{", "{\n", 1), "utf-8")
    with pytest.raises(GameError) as caught:
        read_strategy(path)
    first = str(caught.value).split("\n", 1)[0]
    match = re.fullmatch(rf"{re.escape(str(path))}:(\d+):(\d+): (.*)", first)
    assert match is not None, first
    return int(match[1]), match[3]


def node(number: int) -> Callable[[Any], Any]:
    return lambda document: document["tree"][number]


Change = Callable[[dict[str, Any]], object]
AFTER = " (after 00 → 0B0W)"
TREE: list[tuple[Change, int, str]] = [
    (lambda d: node(0)(d)["outcomes"].update({"0B0W": 4}), 0, "0B0W leads to node 4, but the last one is 3"),
    (
        lambda d: node(0)(d)["outcomes"].update({"0B0W": -1}),
        0,
        "0B0W leads to node -1, but nodes count from 0",
    ),
    (
        lambda d: node(0)(d)["outcomes"].update({"0B0W": 0}),
        0,
        "0B0W leads to node 0, but only nodes further down may follow",
    ),
    (
        lambda d: node(2)(d)["outcomes"].update({"0B2W": 1}),
        2,
        "0B2W leads to node 1, but only nodes further down may follow",
    ),
    (
        lambda d: node(0)(d)["outcomes"].update({"0B0W": 3}),
        1,
        "nothing leads to this node",
    ),
    (
        lambda d: node(1)(d)["outcomes"].update({"0B2W": 2}),
        1,
        "0B2W leads to node 2, to which node 0 leads already",
    ),
    (lambda d: node(0)(d)["outcomes"].update({"0B0W": None}), 1, "nothing leads to this node"),
    (
        lambda d: node(1)(d)["outcomes"].update({"2B0W": "2"}),
        1,
        "2B0W must lead to the number of a node, or to null",
    ),
    (
        lambda d: node(1)(d)["outcomes"].update({"2B0W": True}),
        1,
        "2B0W must lead to the number of a node, or to null",
    ),
    (lambda d: node(1)(d).update(outcomes={}), 1, "the outcomes must be an object with at least one member"),
    (lambda d: node(1)(d).update(outcomes=[1]), 1, "the outcomes must be an object with at least one member"),
    (lambda d: node(1)(d).update(experiment=11), 1, "the experiment must be a text"),
    (
        lambda d: node(1)(d).update(note=1),
        1,
        "an object with the keys 'experiment' and 'outcomes' was expected",
    ),
    (
        lambda d: node(1)(d).pop("outcomes"),
        1,
        "an object with the keys 'experiment' and 'outcomes' was expected",
    ),
    (
        lambda d: d["tree"].__setitem__(1, 7),
        1,
        "an object with the keys 'experiment' and 'outcomes' was expected",
    ),
]
"""A change, the node that is wrong then, and what is said of it."""
RESOLVED: list[tuple[Change, int, str]] = [
    (
        lambda d: node(1)(d).update(experiment="12"),
        1,
        f"1{AFTER}: '12' is not an experiment: 2 is none of the symbols of g[2]: 0 1",
    ),
    (
        lambda d: node(1)(d).update(experiment="1"),
        1,
        f"1{AFTER}: '1' is not an experiment: g has 2 symbols, not 1",
    ),
    (
        lambda d: node(1)(d).update(outcomes={"9B0W": None}),
        1,
        f"1{AFTER}: '9B0W' is no outcome of this experiment",
    ),
    (
        lambda d: node(3)(d).update(outcomes={"": None}),
        3,
        "3 (after 00 → 1B0W, 01 → 0B2W): '' is no outcome of this experiment",
    ),
]


@pytest.mark.parametrize(("change", "number", "message"), TREE)
def test_a_tree_that_is_none(tmp_path: Path, change: Change, number: int, message: str) -> None:
    document = written(tmp_path)
    change(document)
    line, text = problem(tmp_path, document)
    if isinstance(document["tree"][1], dict):
        assert line == 13 + number
    assert re.fullmatch(rf"node {number}( \(after .*\))?: {re.escape(message)}", text), text


@pytest.mark.parametrize(("change", "number", "message"), RESOLVED)
def test_a_tree_of_another_game(tmp_path: Path, change: Change, number: int, message: str) -> None:
    document = written(tmp_path)
    change(document)
    assert problem(tmp_path, document) == (13 + number, f"node {message}")


HEAD: list[tuple[Change, int, str]] = [
    (lambda d: d.update(format="chess"), 1, "this is no strategy file: its format is not 'cobra-strategy'"),
    (lambda d: d.pop("format"), 1, "this is no strategy file: its format is not 'cobra-strategy'"),
    (lambda d: d.update(version=2), 3, "version 2 cannot be read, only 1"),
    (lambda d: d.update(version=True), 3, "version True cannot be read, only 1"),
    (lambda d: d.update(provd=d.pop("proved")), 1, "the key 'proved' is missing"),
    (lambda d: d.update(extra=1), 16, "unknown key 'extra'"),
    (lambda d: d.update(strategy=None), 6, "strategy: a text was expected, not null"),
    (lambda d: d.update(objective="avarage"), 7, "there is no objective 'avarage'; did you mean 'average'?"),
    (lambda d: d.update(proved="yes"), 11, 'proved: true or false was expected, not "yes"'),
    (lambda d: d["settings"].pop("ties"), 8, "the key 'ties' is missing in settings"),
    (lambda d: d["settings"].update(tie=1), 8, "unknown key 'tie' in settings; did you mean 'ties'?"),
    (
        lambda d: d["settings"].update(seed=-1),
        8,
        "settings.seed: a whole number of at least 0 was expected, not -1",
    ),
    (lambda d: d["settings"].update(max_depth=2.5), 8, "2.5 is no whole number"),
    (
        lambda d: d["settings"].update(consistent=0),
        8,
        "settings.consistent: true or false was expected, not 0",
    ),
    (lambda d: d.update(settings=[]), 8, "settings: an object was expected, not []"),
    (lambda d: d["figures"].update(average="2.0"), 9, "figures.average: 2.0 is not total / weight, 2"),
    (lambda d: d["figures"].update(total=9), 9, "figures.average: 2 is not total / weight, 9/4"),
    (
        lambda d: d["figures"].update(worst=4),
        9,
        "figures.worst: 4 is not the greatest length of the distribution, 3",
    ),
    (lambda d: d["figures"].update(codes=5), 9, "figures.codes: 5 is not the sum of the distribution, 4"),
    (lambda d: d["figures"].update(nodes=5), 9, "figures.nodes: 5 is not the number of nodes of the tree, 4"),
    (lambda d: d["figures"].update(weight=0), 9, "figures: there is at least one code"),
    (
        lambda d: d["figures"]["distribution"].update({"03": 1}),
        9,
        "figures.distribution.03: a length was expected as the key",
    ),
    (
        lambda d: d["figures"]["distribution"].update({"3": 0}),
        9,
        "figures.distribution.3: a whole number of at least 1 was expected, not 0",
    ),
    (
        lambda d: d.update(intervals=[{"measure": "mean", "lower": 1, "upper": 2}]),
        10,
        "intervals[0].measure: there is no measure 'mean'",
    ),
    (
        lambda d: d.update(intervals=[{"measure": "total", "lower": None, "upper": 2}]),
        10,
        "intervals[0].lower: a whole number of at least 0 was expected, not null",
    ),
    (lambda d: d.update(intervals=[{"measure": "total"}]), 10, "the key 'lower' is missing in intervals[0]"),
    (lambda d: d.update(intervals={}), 10, "intervals: a list was expected, not {}"),
    (lambda d: d["game"]["params"].update(pegs=13), 5, "the game in this file is wrong:"),
    (lambda d: d["game"]["params"].update(holes=1), 5, "the game in this file is wrong:"),
    (
        lambda d: d["game"]["params"].update(pegs=None),
        5,
        "game.params.pegs: a whole number was expected, not null",
    ),
    (lambda d: d["game"].update(text="game"), 5, "the game in this file is wrong:"),
    (lambda d: d["game"].update(files={"a": 1}), 5, "game.files.a: a text was expected, not 1"),
    (lambda d: d["game"].update(files=None), 5, "game.files: an object was expected, not null"),
    (lambda d: d.update(tree={}), 12, "'[' was expected"),
    (lambda d: d.update(tree=[]), 9, "figures.nodes: 4 is not the number of nodes of the tree, 0"),
]
"""A change of a document, the line of the place, and what is said."""


@pytest.mark.parametrize(("change", "line", "message"), HEAD)
def test_what_stands_beside_the_tree(tmp_path: Path, change: Change, line: int, message: str) -> None:
    document = written(tmp_path)
    change(document)
    assert problem(tmp_path, document) == (line, message)


def test_a_game_is_no_strategy(tmp_path: Path) -> None:
    path = tmp_path / "mine.cb"
    path.write_text("secret x : 1..3", "utf-8")
    with pytest.raises(GameError) as caught:
        read_strategy(path)
    assert str(caught.value) == f"{path} is a game: `cobra optimal {path} -o FILE` writes a strategy for it"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "the file is empty"),
        (" \n", "2:1", "the file is empty"),
        ("[1]", "1:1", "'{' was expected"),
        ("{1: 2}", "1:2", "a key in quotes was expected"),
        ('{"format" 2}', "1:11", "':' was expected"),
        ('{"format": 2,}', "1:14", "this is not JSON: Expecting value"),
        ('{"format": 2 "a": 3}', "1:14", "',' or '}' was expected"),
        ('{"format":\n  nul}', "2:3", "this is not JSON: Expecting value"),
        ('{"format": NaN}', "1:12", "NaN is no whole number"),
        ('{"a": 1, "a": 2}', "1:10", "the key 'a' is there twice"),
        ('{"a": {"b": 1, "b": 2}}', "1:7", "the key 'b' is there twice"),
        ('{"a": 1} 2', "1:10", "the file goes on after its end"),
        ('{"a": ' + "[" * 100_000 + "]}", "1:7", "this is nested too deeply"),
        ('{"tree": [1', "1:12", "the file is cut off here"),
        ('{"tree": [', "1:11", "the file is cut off here"),
        ('{"a": "b', "1:9", "the file is cut off here"),
        ('{"tree": [-', "1:12", "the file is cut off here"),
        ('{"tree": [tru', "1:14", "the file is cut off here"),
        ('{"a": "\x01"}', "1:8", "this is not JSON: Invalid control character at"),
        ("{}", "1:1", "this is no strategy file: its format is not 'cobra-strategy'"),
    ],
)
def test_what_is_no_json(tmp_path: Path, text: str, place: str, message: str) -> None:
    path = tmp_path / "s.json"
    path.write_text(text, "utf-8")
    with pytest.raises(GameError) as caught:
        read_strategy(path)
    assert str(caught.value) == f"{path}:{place}: {message}"


def test_a_whole_number_of_too_many_digits(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text('{"a": ' + "1" * 5000 + "}")
    with pytest.raises(GameError, match=":1:7: "):
        read_strategy(tmp_path / "s.json")


def test_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(b'{\n "a": "\xff"}')
    with pytest.raises(GameError) as caught:
        read_strategy(path)
    assert str(caught.value) == f"{path}:2:8: this is not UTF-8 text"
    with pytest.raises(GameError, match="cannot be read: No such file"):
        read_strategy(tmp_path / "none.json")
    with pytest.raises(GameError, match="cannot be read: Is a directory"):
        read_strategy(tmp_path)


@pytest.mark.unix
def test_the_size_is_limited(tmp_path: Path) -> None:
    write_strategy(mastermind(2, 2), tmp_path / "s.json")
    size = (tmp_path / "s.json").stat().st_size
    assert read_strategy(tmp_path / "s.json", Limits(strategy_size=size)).figures.nodes == 4
    with pytest.raises(LimitError) as caught:
        read_strategy(tmp_path / "s.json", Limits(strategy_size=size - 1))
    assert (caught.value.name, caught.value.needed) == ("strategy-size", size)
    assert "raise it with --limit strategy-size=N" in str(caught.value)
    with pytest.raises(LimitError, match="strategy-size"):
        read_strategy("/dev/zero", Limits(strategy_size=1000))
    with pytest.raises(LimitError, match=r"text of the game: about .* --limit file-size=N"):
        read_strategy(tmp_path / "s.json", Limits(file_size=1000))


def test_the_budget_is_looked_at_before_nodes_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.json"
    write_strategy(TWO, path)
    with until(0), pytest.raises(TimeLimitError, match="while reading the strategy;"):
        read_strategy(path)
    looked_at: list[str] = []
    monkeypatch.setattr("cobra.strategy.nodes.poll", looked_at.append)
    nodes = len(read_strategy(path).experiments)
    assert looked_at == ["reading the strategy"] * 2 * nodes


def test_a_file_is_replaced_at_once_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    write_strategy(mastermind(2, 2), path)
    before = path.read_bytes()
    strategy = mastermind(2, 3)
    broken = replace(strategy, branches=[*strategy.branches[:-1], {(99, 99): object()}])  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        write_strategy(broken, path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["s.json"]
    with pytest.raises(GameError, match=r"cannot write .*none/s\.json: No such file"):
        write_strategy(strategy, tmp_path / "none" / "s.json")
    with pytest.raises(GameError, match="only a game that was read from a text"):
        write_strategy(replace(strategy, game=replace(strategy.game, origin=None)), path)


def test_keys_in_any_order_and_any_layout(tmp_path: Path) -> None:
    document = written(tmp_path)
    path = tmp_path / "other.json"
    path.write_text(json.dumps(document, indent=3, sort_keys=True))
    check_same(mastermind(2, 2), read_strategy(path))
    path.write_text(json.dumps(document, separators=(",", ":")))
    check_same(mastermind(2, 2), read_strategy(path))
