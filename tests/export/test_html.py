"""The page of a strategy: what is in it is the strategy, and it can do nothing but show it."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given

import cobra
from cobra.export.html import PAGE, SCRIPTS, STYLES
from cobra.lengths import Figures
from cobra.model.answers import show_outcome
from cobra.model.game import Game
from cobra.model.show import Notation
from cobra.strategy.strategy import Strategy
from tests import oracle
from tests.export.made import NOISY, PAID_FOR
from tests.export.pages import Elements, data_of, hostile, page, plays
from tests.library import SEEN
from tests.random_cases import random_cases
from tests.random_games import games
from tests.strategy.made import SMALL, mastermind, one_step


def check_same(strategy: Strategy) -> None:
    """Compare the data in a page with plays by definition."""
    game = strategy.game
    notation = Notation(game)
    data = data_of(page(strategy))
    codes = oracle.codes(game)
    assert sorted(data["ranks"]) == list(range(len(codes)))
    found = plays(data)
    for rank, text, play in zip(data["ranks"], data["codes"], found, strict=True):
        code = codes[rank]
        assert text == notation.code(code)
        expected = []
        node, final = strategy.root, False
        while node >= 0:
            experiment = strategy.experiments[node]
            values = oracle.outcome(game, experiment, code)
            final = oracle.is_final(game, experiment, code)
            shown = show_outcome(game.experiments[experiment[0]].answer, values)
            expected.append((notation.experiment(experiment), shown))
            node = strategy.branches[node][values]
        assert [step[:2] for step in play] == expected
        assert [bool(step[2]) for step in play[-1:]] == ([final] if play else [])
    weights = [oracle.weight_of(game, codes[rank]) for rank in data["ranks"]]
    assert data["weights"] == (None if game.weight is None else weights)
    together = Counter(tuple(play) for play in found)
    lengths: Counter[int] = Counter()
    for play in found:
        known = together[tuple(play)] == 1 and [step[2] for step in play[-1:]] != [1]
        lengths[len(play) + (known and data["confirms"])] += 1
    assert lengths == strategy.figures.distribution


@pytest.mark.parametrize(
    "name", [*sorted(SMALL.keys() & SEEN), "diagnosis", "word-list", "permutation", "group-testing"]
)
def test_the_data_is_the_strategy(name: str) -> None:
    check_same(one_step(cobra.load(name, SMALL.get(name, {}))))


@pytest.mark.thorough
@random_cases(40)
@given(games())
def test_random_games(game: Game) -> None:
    check_same(one_step(game))


def test_what_is_said_of_an_optimal_strategy() -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    result = cobra.optimal(game, "worst-average", max_depth=5)
    assert result.strategy is not None
    data = data_of(page(result.strategy))
    assert data["title"] == ["Mastermind", [["pegs", "2"], ["colours", "3"]]]
    assert data["facts"] == {
        "strategy": "optimal",
        "meant": "the least worst case, and under it the least average; no play longer than 5",
        "worst": 3,
        "average": "2.3333",
        "exact": "21/9",
        "costs": None,
        "unpaid": False,
        "longest": False,
        "codes": 9,
        "experiments": len(result.strategy.experiments),
        "lost": 0,
        "won": None,
        "proved": True,
    }


@pytest.mark.parametrize(
    ("game", "objective", "meant", "costs", "lost"),
    [
        (
            cobra.load("priced-search"),
            "worst-average",
            "the least greatest cost of a play, and under it the least mean cost",
            ["41", "36.5333"],
            0,
        ),
        (
            cobra.load("test-sequencing"),
            "average-worst",
            "the least mean cost of a play, and under it the least greatest cost",
            ["11.5", "7.2188"],
            0,
        ),
        (
            cobra.load("hangman-lives", {"lives": 2}),
            "worst-average",
            "the fewest codes lost, then the least worst case, and under it the least average",
            None,
            37,
        ),
    ],
)
def test_what_is_said_where_plays_are_paid_for_or_lost(
    game: Game, objective: str, meant: str, costs: list[str] | None, lost: int
) -> None:
    strategy = cobra.optimal(game, objective).strategy
    assert strategy is not None
    facts = data_of(page(strategy))["facts"]
    assert tuple(facts[name] for name in ("meant", "costs", "lost")) == (meant, costs, lost)


def test_what_is_said_where_losing_is_paid_for_or_by_chance() -> None:
    least = cobra.optimal(cobra.load_text(PAID_FOR), "won").strategy
    assert least is not None
    facts = data_of(page(least))["facts"]
    assert [facts[name] for name in ("costs", "unpaid", "lost", "won")] == [["2", "1.8333"], True, 4, None]
    other = cobra.optimal(cobra.load_text(PAID_FOR), "average").strategy
    assert other is not None
    assert not data_of(page(other))["facts"]["unpaid"]
    noisy = cobra.optimal(cobra.load_text(NOISY), "won", within=3).strategy
    assert noisy is not None
    facts = data_of(page(noisy))["facts"]
    assert [facts[name] for name in ("costs", "unpaid", "lost", "won")] == [
        None,
        False,
        0,
        [0.729, "729/1000"],
    ]


def test_a_game_that_is_over_at_the_start() -> None:
    game = cobra.load_text('game "One" secret x : {a} experiment ask(y : {a}) observe x = y')
    strategy = Strategy(game, "first", [], [], Figures(0, 0, 1, 1, {0: 1}, 0))
    data = data_of(page(strategy))
    assert (data["tree"], data["codes"]) == ([], ["a"])


@pytest.mark.slow
def test_bulls_and_cows_is_small() -> None:
    text = page(one_step(cobra.load("bulls-and-cows")))
    assert len(text.encode()) < 250_000
    assert len(data_of(text)["codes"]) == 5040


def test_hostile_texts_stay_texts() -> None:
    strategy = hostile()
    text = page(strategy)
    check_same(strategy)
    elements = Elements(text)
    assert [name for name, _ in elements.found].count("script") == 3
    assert [name for name, _ in elements.found].count("img") == 0
    assert elements.one("title")[1] == "</title><script>boom()</script>, exp-models"


def test_the_page_can_ask_for_nothing() -> None:
    elements = Elements(page(mastermind()))
    policy, _ = elements.one("meta", **{"http-equiv": "Content-Security-Policy"})
    allowed = {}
    for directive in str(policy["content"]).split("; "):
        name, *sources = directive.split(" ")
        allowed[name] = sources
    (script,) = [
        text
        for (name, attributes), text in zip(elements.found, elements.texts, strict=True)
        if name == "script" and "type" not in attributes
    ]
    assert allowed == {
        "default-src": ["'none'"],
        "script-src": [hashed(script)],
        "style-src": [hashed(elements.one("style")[1])],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    named = {attribute for _, attributes in elements.found for attribute in attributes}
    assert not named & {"src", "href", "style", "srcset", "action", "onclick", "onload"}


def hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_sources_of_the_page_are_shipped() -> None:
    here = {file.name for file in (*SCRIPTS, *STYLES) if file.parent == PAGE}
    assert {file.name for file in PAGE.iterdir()} == {*here, "start.js", "walk.html"}
    for file in SCRIPTS:
        text = file.read_text("utf-8")
        assert "innerHTML" not in text
        assert "</" not in text


def test_one_strategy_is_one_text() -> None:
    assert page(mastermind()) == page(mastermind())
