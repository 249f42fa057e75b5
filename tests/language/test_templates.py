"""Experiments written as the game says: shown so everywhere, read so, and never alike."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cobra
from cobra.errors import LanguageError
from cobra.language.load import load_text
from cobra.model.game import Experiment, Game
from cobra.model.looks import bare
from cobra.model.show import Notation
from tests import oracle

COINS = """
game "Coins"
secret odd : 1..6
variable heavy
experiment weigh(left : set(m) of 1..6, right : set(m) of 1..6) for m in 1..3 as "{} against {}"
  where disjoint(left, right) & min(left) < min(right)
  outcome "left heavier"  : odd in left & heavy  | odd in right & !heavy
  outcome "right heavier" : odd in left & !heavy | odd in right & heavy
  outcome "balance"       : !(odd in left | odd in right)
experiment ask(k : 1..6) as "is it {}?"
  observe k = odd
experiment look() as "look at them" observe heavy
"""


def listed(game: Game) -> list[Experiment]:
    return [
        (number, assignment)
        for number, type_ in enumerate(game.experiments)
        for assignment in oracle.assignments(game.dag, type_.space, of_experiments=True)
    ]


def test_experiments_are_shown_and_read_so() -> None:
    game = load_text(COINS)
    notation = Notation(game)
    texts = [notation.experiment(one) for one in listed(game)]
    assert texts[:2] + texts[-3:] == ["1 against 2", "1 against 3", "is it 5?", "is it 6?", "look at them"]
    assert [notation.parse_experiment(text) for text in texts] == listed(game)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("12 AGAINST 34", "12 against 34"),
        ("1 2against3 4", "12 against 34"),
        ("weigh 12 | 34", "12 against 34"),
        ("Is it  3 ?", "is it 3?"),
        ("ask 3", "is it 3?"),
        ("lookat them", "look at them"),
        ("look", "look at them"),
    ],
)
def test_they_are_typed_as_people_type(typed: str, meant: str) -> None:
    notation = Notation(load_text(COINS))
    assert notation.experiment(notation.parse_experiment(typed)) == meant


def test_advice_and_strategies_speak_so(tmp_path: Path) -> None:
    game = load_text(COINS)
    advice = cobra.advise(game, "34 against 12 = balance; is it 5? no", strategies=["parts"])
    assert advice.listed == ("odd 6, heavy", "odd 6, not heavy")
    (suggestion,) = advice.suggestions
    assert suggestion.experiment == "1 against 6"
    strategy = cobra.optimal(game).strategy
    assert strategy is not None
    cobra.write_strategy(strategy, tmp_path / "s.json")
    assert " against " in (tmp_path / "s.json").read_text(encoding="utf-8")
    assert cobra.verify(cobra.read_strategy(tmp_path / "s.json")).correct


def test_experiments_that_become_types_of_their_own() -> None:
    """Where an index is settled only by listing them, each is a type without parameters."""
    game = load_text(
        "variables v[1..3] experiment one(i : 1..2, j : 1..2) as \"{} then {}\" "
        "observe for k in i..j : v[k + 1]"
    )  # fmt: skip
    notation = Notation(game)
    assert [len(type_.space.slots) for type_ in game.experiments] == [0, 0, 0, 0]
    texts = [notation.experiment(one) for one in listed(game)]
    assert texts == ["1 then 1", "1 then 2", "2 then 1", "2 then 2"]
    assert [notation.parse_experiment(text) for text in texts] == listed(game)


def test_what_changes_in_a_play_is_no_parameter_of_a_template() -> None:
    game = load_text(
        'secret s : 1..3 state left = 1 in 0..1 experiment ask(k : 1..3) as "is it {}?" observe k = s '
        'experiment look() as "look" observe s = 1 then left = 0 limit 1 '
        "experiment count() observe s = 2"
    )
    notation = Notation(game)
    texts = ["is it 1?", "is it 3?", "look", "count"]
    assert [notation.experiment(notation.parse_experiment(text)) for text in texts] == texts
    strategy = cobra.optimal(game).strategy
    assert strategy is not None
    assert cobra.verify(strategy).correct


MISTAKES = [
    ('g(x : 1..3) as "look" observe a', "the text has 0 `{}`, but the experiment has 1 parameter"),
    ('g(x : 1..3, y : 1..3) as "{}{}{}" observe a', "the text has 3 `{}`, but"),
    ('g(x : 1..3, y : 1..3) as "{} {}" observe a', "where x ends cannot be seen; "),
    ('g(x : 1..13, y : 1..3) as "{}2{}" observe a', "where x ends cannot be seen; "),
    ('g(x : {A b}, y : 1..3) as "{} ab {}" observe a', "where x ends cannot be seen; "),
    ('g(x : 1..3) as "x = {}" observe a', "= has a meaning of its own where experiments are written"),
    ('g() as " " observe a', "the text is empty"),
    ('g() as "Look" observe a experiment h() as "l ook" observe a', "experiments of g and h could"),
    ('g(x : 1..3) as "no. {}" observe a experiment h() as "No. 2" observe a', "experiments of g and h could"),
    (
        'g(x : 1..3) as "{}" observe a experiment h(x : 3..4) as "{}" observe a',
        "experiments of g and h could",
    ),
    ('g(x : 1..3) as "h {}" observe a experiment h(x : 1..3) observe a', "experiments of g and h could"),
    (
        'g(x : 1..3) for k in 1..2 as "{}" observe k < x',
        "experiments of g[1] and g[2] could be written alike",
    ),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_what_could_not_be_told_apart_is_refused(text: str, message: str) -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(f"variable a experiment {text}")
    (diagnostic,) = caught.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.span is not None


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (
            'g(x : 1..3) for k in 1..2 as "is {}" observe k < x',
            "an `as` is that of a whole family: leave it out, or write an experiment for each member",
        ),
        (
            'g(x : 1..3) as "is {}" observe a experiment h(x : 1..3) as "is {}" observe a',
            "a word of its own tells them apart",
        ),
    ],
)
def test_what_tells_experiments_apart(text: str, hint: str) -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(f"variable a experiment {text}")
    assert [diagnostic.hint for diagnostic in caught.value.diagnostics] == [hint]


PARAMETERS = [
    "x{} : 1..12",
    "x{} : {{a b ab}}",
    "x{} : set of {{a b}}",
    "x{}[1..2] : {{a ab}}",
    'x{} : {{"a b" "|"}}',
]
WORDS = ["", "a", "-", "b -", " 1 ", "ab", "x y", ", "]


@pytest.mark.thorough
def test_whatever_is_accepted_can_be_told_apart() -> None:
    draw, accepted = random.Random(1), 0
    for _ in range(400):
        text = "variable v"
        for name in ("g", "h")[: draw.randint(1, 2)]:
            parameters = [draw.choice(PARAMETERS).format(i) for i in range(draw.randint(0, 2))]
            look = "{}".join(draw.choice(WORDS) for _ in range(len(parameters) + 1))
            written = f' as "{look}"' if draw.random() < 0.8 else ""
            text += f" experiment {name}({', '.join(parameters)}){written} observe v"
        try:
            game = load_text(text)
        except LanguageError as error:
            assert "symbols that look alike" not in {one.kind for one in error.diagnostics}
            continue
        accepted += 1
        notation = Notation(game)
        texts = [notation.experiment(one) for one in listed(game)]
        assert [notation.parse_experiment(one) for one in texts] == listed(game)
        if " as " in text:
            looks: dict[str, set[str]] = {"g": set(), "h": set()}
            for (number, _), shown in zip(listed(game), texts, strict=True):
                looks[game.experiments[number].name].add(bare(shown))
            assert not looks["g"] & looks["h"]
    assert accepted > 100
