"""Exports where answers may be lies or the secret moves: what is believed at each place, in every format."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from hypothesis import given

import cobra
from cobra.errors import GameError, LimitError, StoppedError
from cobra.export.place import Place
from cobra.export.played import PlayedStrategy
from cobra.export.walk import walk_data
from cobra.model.game import Game
from cobra.strategy.strategy import Strategy
from tests.export.made import exported
from tests.export.test_dot import parsed
from tests.export.test_svg import picture, tips, words
from tests.library import UNSEEN
from tests.oracle.unseen import Chances, Hidden, UnseenRules, answers_by_chance
from tests.random_cases import random_cases
from tests.strategy.made import SMALL, one_step
from tests.unseen.test_noise import coin, noisy_games
from tests.unseen.test_random_games import unseen_games
from tests.unseen.test_values import game_of

GAMES = (*UNSEEN, "noisy_test")


def small(name: str) -> Strategy:
    game = game_of(name) if name == "noisy_test" else cobra.load(name, SMALL.get(name))
    return one_step(game)


def places(made: PlayedStrategy) -> Iterator[tuple[int, Place, Place]]:
    """Yield every place after the first, with the node and the place before."""
    for node, branches in enumerate(made.branches):
        for _, after in branches:
            yield node, made.positions[node], after


def check_beliefs(strategy: Strategy) -> None:
    """Compare what is left at each place with the definition."""
    made, rules = PlayedStrategy(strategy), UnseenRules(strategy.game)
    hidden: dict[tuple[int, int], Hidden] = {(made.root.start, made.root.stop): rules.start}
    for node, before, after in places(made):
        asked = rules.experiments.index(strategy.experiments[node])
        cells = rules.answered(asked, hidden[before.start, before.stop])
        assert len(cells) == len(made.branches[node])
        cell, final = cells[after.outcome]
        hidden[after.start, after.stop] = cell
        fewest = {code: min(told for one, told in cell if one == code) for code, _ in cell}
        assert list(made.order[after.start : after.stop]) == sorted(fewest)
        assert made.lies(after) == [fewest[code] for code in sorted(fewest)]
        assert (after.final, after.length) == (final, before.length + 1)


def check_chances(strategy: Strategy) -> None:
    """Compare how likely each place is with the definition, and the mean length with the figures."""
    made, rules = PlayedStrategy(strategy), UnseenRules(strategy.game)
    weight = sum(made.weights)
    start: Chances = {(code, 0): Fraction(part, weight) for code, part in enumerate(made.weights)}
    chances = {(made.root.start, made.root.stop): start}
    mean = Fraction(0)
    for node, before, after in places(made):
        asked = rules.experiments.index(strategy.experiments[node])
        cell = answers_by_chance(rules, asked, chances[before.start, before.stop])[after.outcome][0]
        chances[after.start, after.stop] = cell
        assert after.chance == sum(cell.values())
        mean += after.length * after.chance if after.node < 0 else 0
    assert mean == strategy.figures.average


@pytest.mark.parametrize("name", GAMES)
def test_what_is_believed_is_as_defined(name: str) -> None:
    check_beliefs(small(name))


@pytest.mark.thorough
@given(unseen_games())
@random_cases(60)
def test_random_games(game: Game) -> None:
    check_beliefs(one_step(game))


@given(noisy_games())
@random_cases(30)
def test_chances_of_random_games(game: Game) -> None:
    check_chances(one_step(game))


def test_chances_of_a_noisy_test() -> None:
    check_chances(small("noisy_test"))


def test_the_exact_json() -> None:
    tree = exported(coin(1, "1/10"), "json").partition(' "tree": ')[2]
    assert tree == (
        '{"left": 2, "codes": ["heads", "tails"], "lies": [0, 0], "chance": "1", "experiment": "look", '
        '"outcomes": {\n'
        '  "heads": {"left": 2, "codes": ["heads", "tails"], "lies": [0, 1], "chance": "1/2", '
        '"experiment": "look", "outcomes": {\n'
        '   "heads": {"left": 1, "codes": ["heads"], "lies": [0], "chance": "81/200", "length": 2},\n'
        '   "tails": {"left": 2, "codes": ["heads", "tails"], "lies": [1, 1], "chance": "19/200", '
        '"experiment": "look", "outcomes": {\n'
        '    "heads": {"left": 1, "codes": ["heads"], "lies": [1], "chance": "9/200", "length": 3},\n'
        '    "tails": {"left": 1, "codes": ["tails"], "lies": [1], "chance": "1/20", "length": 3}}}}},\n'
        '  "tails": {"left": 2, "codes": ["heads", "tails"], "lies": [1, 0], "chance": "1/2", '
        '"experiment": "look", "outcomes": {\n'
        '   "heads": {"left": 2, "codes": ["heads", "tails"], "lies": [1, 1], "chance": "19/200", '
        '"experiment": "look", "outcomes": {\n'
        '    "heads": {"left": 1, "codes": ["heads"], "lies": [1], "chance": "1/20", "length": 3},\n'
        '    "tails": {"left": 1, "codes": ["tails"], "lies": [1], "chance": "9/200", "length": 3}}},\n'
        '   "tails": {"left": 1, "codes": ["tails"], "lies": [0], "chance": "81/200", "length": 2}}}}}\n'
        "}\n"
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_json_is_read_back(name: str) -> None:
    strategy = small(name)
    made = PlayedStrategy(strategy)
    document = json.loads("".join(cobra.export_lines(strategy, "json")))
    assert strategy.game.unseen is not None

    def check(position: Place, item: dict[str, Any]) -> None:
        assert item["codes"] == made.left(position)
        assert item.get("lies", [0] * item["left"]) == made.lies(position)
        assert item.get("chance") == (None if position.chance is None else str(position.chance))
        outcomes = item.get("outcomes", {})
        after = made.branches[position.node] if position.node >= 0 else []
        assert list(outcomes) == [outcome for outcome, _ in after]
        for (_, place), part in zip(after, outcomes.values(), strict=True):
            check(place, part)

    check(made.root, document["tree"])


def test_the_table_of_the_fox() -> None:
    """Each line is a way that the fox may have gone; the first are those from hole 1."""
    lines = exported(cobra.load("fox", {"holes": 3}), "csv").splitlines()
    assert lines == [
        "code,length,at the end,experiment 1,outcome 1,experiment 2,outcome 2",
        "1,2,2,2,empty,2,the fox",
        "2,1,2,2,the fox,,",
        "3,2,2,2,empty,2,the fox",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_the_table_has_every_play(name: str) -> None:
    strategy = small(name)
    rows = list(csv.DictReader(StringIO("".join(cobra.export_lines(strategy, "csv")))))
    made, unseen = PlayedStrategy(strategy), strategy.game.unseen
    assert unseen is not None
    longest: dict[str, int] = {}
    mean = Fraction(0)
    for row in rows:
        place, length = made.root, int(row["length"])
        for step in range(1, length + 1):
            assert row[f"experiment {step}"] == made.experiment(place.node)
            place = dict(made.branches[place.node])[row[f"outcome {step}"]]
        assert (place.node, place.length) == (-1, length)
        end = row["at the end"].split("; ") if unseen.moves else [row["code"]]
        assert set(end) <= set(made.left(place))
        assert int(row.get("lies", 0)) >= made.lies(place)[made.left(place).index(end[0])]
        longest[row["code"]] = max(length, longest.get(row["code"], 0))
        mean += Fraction(row.get("chance", "0")) * length
    counts = {length: list(longest.values()).count(length) for length in sorted(set(longest.values()))}
    assert (list(longest), counts) == (made.codes, strategy.figures.distribution)
    if unseen.noise is not None:
        assert mean / len(made.codes) == strategy.figures.average
    # every leaf is the end of some play
    steps = [f"outcome {step}" for step in range(1, made.figures.worst + 1)]
    assert len({tuple(row[step] for step in steps) for row in rows}) == sum(
        after.node < 0 for _, _, after in places(made)
    )


def test_the_graph_says_how_many_are_left_by_lies() -> None:
    nodes, edges = parsed(exported(cobra.load("liar"), "dot"))
    assert nodes["n0"] == ("1234\n8", "")
    followers = dict(edges["n0"])
    assert {nodes[followers[answer]] for answer in ("no", "yes")} == {("1256\n4+4", "")}
    ends = {label for label, attributes in nodes.values() if attributes == ", shape=plain"}
    assert ends == {str(number) for number in range(1, 9)}


def test_pictures() -> None:
    tree = picture(exported(cobra.load("fox"), "svg"))
    assert tips(tree) == [f"{place}: {left} left" for place, left in zip("234234", "544221", strict=True)]
    coins = picture(exported(cobra.load("liar", {"numbers": 4}), "svg"))
    assert any("+" in word for word in words(coins) if word[0].isdigit())
    assert words(coins)[-1].startswith("By lies told: ")
    strategy = small("liar-comparisons")
    icicle = picture("".join(cobra.export_lines(strategy, "svg")))
    made = PlayedStrategy(strategy)
    ends = sum(after.count for _, _, after in places(made) if after.node < 0)
    heights = {float(rect.get("height", "0")) for rect in icicle.iter() if "c0" in rect.get("class", "")}
    assert heights == {min(3200.0, 16.0 * ends)}
    assert tips(icicle)[0] == f"{made.experiment(0)}: 16 left, at most {made.figures.worst} experiments"


@pytest.mark.parametrize("name", GAMES)
def test_the_data_of_the_page(name: str) -> None:
    strategy = small(name)
    made, data = PlayedStrategy(strategy), walk_data(PlayedStrategy(strategy))
    assert data["codes"] == made.codes and data["ranks"] == list(range(len(made.codes)))
    believed, chances = iter(data["unseen"]["believed"]), iter(data["unseen"]["chances"] or [])
    numbers = iter(data["tree"])

    def check(place: Place) -> None:
        codes = next(believed)
        told = {code: lies for lies, some in enumerate(codes) for code in some}
        assert [made.codes[code] for code in sorted(told)] == made.left(place)
        assert [told[code] for code in sorted(told)] == made.lies(place)
        assert tuple(map(len, codes)) == made.believed(place)
        if place.chance is not None:
            assert next(chances) == float(place.chance)

    def follow(place: Place) -> None:
        assert data["experiments"][next(numbers)] == made.experiment(place.node)
        ends = []
        for _ in range(next(numbers)):
            outcome = data["outcomes"][next(numbers)][0]
            after = dict(made.branches[place.node])[outcome]
            assert next(numbers) == (after.count if after.node < 0 else 0)
            check(after)
            ends.append(after)
        for after in ends:
            if after.node >= 0:
                follow(after)

    check(made.root)
    follow(made.root)
    assert (next(believed, None), next(chances, None), next(numbers, None)) == (None, None, None)


def test_what_is_given_up_has_several_codes() -> None:
    """Where a secret is that changes sides each time is not told by looking into the middle."""
    text = """game "Sides" secret x : 1..3
    move x = one of 4 - x
    experiment look(p : 2..2) observe x = p"""
    made = PlayedStrategy(one_step(cobra.load_text(text)))
    assert walk_data(made)["together"] == "givenUp"
    ends = [after for _, _, after in places(made) if after.node < 0]
    assert [made.left(end) for end in ends if end.count > 1] == [["1", "3"]]
    assert made.figures.lost == 2


def test_what_cannot_be_written() -> None:
    with pytest.raises(GameError, match="the notation `irving`, in which each code gives one answer"):
        exported(cobra.load("liar"), "irving")
    strategy = small("liar")
    with pytest.raises(StoppedError, match="stopped by the time limit while playing every code"):
        PlayedStrategy(strategy, time_limit=0.0)
    with pytest.raises(LimitError, match="keeping what is believed after every answer"):
        PlayedStrategy(small("liar-comparisons"), memory=8300)
