"""Advice where codes or experiments are too many: the same figures as by listing, and consistent guesses."""

from __future__ import annotations

from collections import Counter

import pytest

import cobra
from cobra.budget import Deadline
from cobra.cli.show.advise import advice_text
from cobra.errors import LimitError, StoppedError, TimeLimitError
from cobra.language.load import load_text
from cobra.model.game import Experiment
from cobra.model.show import Notation
from cobra.play import large, position
from cobra.play.advise import Advice
from cobra.play.parts import Split
from cobra.play.read import read_history
from cobra.play.sampled import Sample
from cobra.sat.counting import CodeCounter


def black_white(code: list[str], guess: list[str]) -> str:
    black = sum(a == b for a, b in zip(code, guess, strict=True))
    return f"{black}B{sum(min(code.count(c), guess.count(c)) for c in set(guess)) - black}W"


def consistent(guess: str, history: str) -> bool:
    """Return whether a guess, taken as the code, gives every answer of a history written with spaces."""
    made = [entry.split(" = ") for entry in history.split("; ")]
    return all(black_white(guess.split(), asked.split()) == answer for asked, answer in made)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no game be small enough to list its codes."""
    monkeypatch.setattr(position, "QUICKLY", 0)
    monkeypatch.setattr(position, "LISTED", 0)
    monkeypatch.setattr(position, "FEW", 0)


def test_an_experiment_that_was_compared_with_no_other_is_said_to_be(
    counted: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "_COMPARING", 0.0)
    advice = cobra.advise(cobra.load("mastermind"), "0011 1B1W", strategies=["parts"], time_limit=60.0)
    assert [one.compared for one in advice.suggestions] == [1]
    said = "too many experiments: none were compared, the first one found is taken\n"
    assert said in advice_text(advice)


def test_what_cannot_be_the_code_is_not_said_to_be(counted: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where codes are neither listed nor counted a solver finds what can still be final, else what tells."""
    game = load_text(
        "VARIABLES a, b\nEXPERIMENT 'ask' 0\n OUTCOME 'F' a\n OUTCOMEX 'N' !a\n"
        "EXPERIMENT 'other' 0\n OUTCOMEX 'Y' b\n OUTCOMEX 'Z' !b\n"
    )

    def count(counter: CodeCounter, deadline: Deadline) -> int:
        raise LimitError("memory", 2, 1, "counting the codes")

    monkeypatch.setattr(CodeCounter, "count", count)
    for history, suggested in (("", ("ask", True)), ("ask N", ("other", False))):
        (one,) = cobra.advise(game, history, strategies=["first"]).suggestions
        assert (one.experiment, one.can_be_code, one.split) == (*suggested, None)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "history"),
    [
        ("mastermind", "0011 = 1B1W"),
        ("bulls-and-cows", "0123 = 1B1C; 0456 = 0B2C"),
        ("counterfeit-coin", "1 2 | 3 4 = balance"),
        ("black-box", "shoot(1) = hit"),
        ("group-testing", "1 2 = yes"),
    ],
)
def test_counting_finds_what_listing_finds(name: str, history: str, request: pytest.FixtureRequest) -> None:
    game = cobra.load(name, {"size": 4, "atoms": 2} if name == "black-box" else {})
    strategies = ("exp-models", "parts", "first")
    listed = cobra.advise(game, history, strategies=strategies, most=None, time_limit=None)
    request.getfixturevalue("counted")
    found = cobra.advise(game, history, strategies=strategies, time_limit=None)
    assert found.position.table is None
    assert (found.codes, found.exact) == (listed.codes, True)
    assert found.probabilities == listed.probabilities
    assert set(found.listed) <= set(listed.listed)
    notation = Notation(game)
    for one in found.suggestions:
        assert one.split is not None
        assert not one.sampled
        experiment = notation.parse_experiment(one.experiment)
        table = listed.position.table
        assert table is not None
        core = table.read_experiment(one.experiment)
        values = table.compiled.decoders[experiment[0]].values
        numbers = Counter(values(number) for number in table.engine.partition(core, None))
        assert {part.outcome: part.codes for part in one.split.parts} == numbers
    assert [one.strategy for one in found.suggestions] == list(strategies)


@pytest.mark.usefixtures("counted")
def test_the_best_of_what_was_compared_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "_ASKED", 1_000)
    monkeypatch.setattr(large, "SAMPLE", 1_000)
    game = cobra.load("mastermind")
    advice = cobra.advise(game, "0011 = 1B1W", strategies=["parts"], time_limit=None)
    (one,) = advice.suggestions
    assert one.split is not None
    assert len(one.split.parts) == 14  # as many as the best of all experiments has
    assert one.can_be_code


EIGHT = "0 0 1 1 2 2 3 3 = 2B2W; 4 4 5 5 6 6 7 7 = 1B3W"
TWELVE = "0 0 0 1 1 1 2 2 2 3 3 3 = 2B2W; 4 4 4 5 5 5 6 6 6 7 7 7 = 2B2W; 0 4 8 8 8 9 9 9 10 10 11 11 = 2B3W"


@pytest.mark.slow
def test_mastermind_of_eight_pegs() -> None:
    advice = cobra.advise(cobra.load("mastermind", {"pegs": 8, "colours": 10}), EIGHT, time_limit=None)
    assert (advice.codes, advice.exact) == (250368, True)  # also by listing them
    assert advice.probabilities is not None
    assert not advice.probabilities.sampled
    assert all(sum(weights.values()) == 250368 for weights in advice.probabilities.weights.values())
    for one in advice.suggestions:
        assert one.split is not None
        assert one.split.codes == (400 if one.sampled else 250368)
        assert one.can_be_code is consistent(" ".join(one.experiment), EIGHT)
    assert all(consistent(" ".join(code), EIGHT) for code in advice.listed)


@pytest.mark.thorough
def test_with_few_codes_left_strategies_are_played_to_the_end() -> None:
    history = f"{EIGHT}; 0 2 4 3 5 5 6 1 = 2B3W; 0 4 6 1 2 5 3 8 = 1B3W; 0 0 4 6 7 8 1 2 = 1B2W"
    game = cobra.load("mastermind", {"pegs": 8, "colours": 10})
    left = position.Position(game, read_history(game, history))
    assert left.table is not None
    codes = left.list(10_000)
    assert left.codes == len(set(codes)) == 144  # also by going through all fillings
    assert codes == sorted(codes)
    assert all(consistent(" ".join(code), history) for code in codes)
    (one,) = large.Large(left, 0, 1).suggest(["parts"])
    assert one.split is not None
    assert one.split.codes == one.weight == left.codes
    assert one.compared is not None
    assert one.compared >= left.codes  # all codes left and some others
    assert one.expected is not None
    assert 1 < one.expected < 5


def check_guesses(advice: Advice, history: str) -> None:
    assert advice.suggestions
    for one in advice.suggestions:
        if one.can_be_code:
            assert consistent(one.experiment, history)
    assert any(one.can_be_code for one in advice.suggestions)


@pytest.mark.thorough
def test_mastermind_of_twelve_pegs_has_a_consistent_guess() -> None:
    game = cobra.load("mastermind", {"pegs": 12, "colours": 12})
    advice = cobra.advise(game, TWELVE, time_limit=None)
    assert (advice.codes, advice.exact) == (2764811004, True)
    assert advice.probabilities is not None
    assert advice.probabilities.sampled
    assert all(one.sampled for one in advice.suggestions)
    check_guesses(advice, TWELVE)


@pytest.mark.thorough
def test_without_memory_to_count_there_is_a_consistent_guess() -> None:
    game = cobra.load("mastermind", {"pegs": 12, "colours": 12})
    advice = cobra.advise(game, TWELVE, memory=1 << 20, time_limit=None)
    assert (advice.codes, advice.exact, advice.probabilities) == (100, False, None)
    assert [(one.strategy, one.split) for one in advice.suggestions] == [("first", None)]
    check_guesses(advice, TWELVE)


@pytest.mark.thorough
def test_a_contradiction_in_a_large_game() -> None:
    game = cobra.load("mastermind", {"pegs": 12, "colours": 12})
    last = "0 0 0 0 0 0 0 0 0 0 0 0"
    advice = cobra.advise(game, f"{last} = 3,0; {last} = 4,0", time_limit=None)
    assert (advice.codes, advice.exact, advice.suggestions) == (0, True, ())


@pytest.mark.thorough
@pytest.mark.usefixtures("counted")
def test_the_same_seed_gives_the_same_advice() -> None:
    game = cobra.load("mastermind")
    first, second = (cobra.advise(game, "0011 1,1", seed=3, time_limit=None).suggestions for _ in range(2))
    assert first == second


@pytest.mark.thorough
def test_of_very_many_codes_those_experiments_are_compared_that_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = cobra.load("black-box", {"size": 5, "atoms": 3})
    whole = cobra.advise(game, strategies=("parts",), time_limit=None).suggestions[0].split
    assert whole is not None
    asked = 0

    def splits(left: position.Position, experiments: list[Experiment]) -> list[Split]:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise StoppedError("time", "splitting the codes")
        return known(left, experiments)

    known = large.splits
    monkeypatch.setattr(large, "splits", splits)
    left = position.Position(game)
    (one,) = large.Large(left, 0, 1).suggest(("parts",))
    assert (one.compared, one.sampled) == (2, False)
    assert one.split is not None
    assert one.split.codes == whole.codes == left.codes == 2300


@pytest.mark.thorough
@pytest.mark.usefixtures("counted")
def test_where_drawing_experiments_takes_too_long_those_of_codes_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_long(*_: object) -> list[Experiment]:
        raise TimeLimitError("drawing codes", 1.0)

    monkeypatch.setattr(large, "drawn_experiments", too_long)
    left = position.Position(cobra.load("mastermind"))
    (one,) = large.Large(left, 0, 1).suggest(("parts",))
    assert (left.codes, one.strategy, one.compared) == (1296, "parts", 59)  # one of 60 drawn is drawn twice


def test_where_nothing_can_be_asked_nothing_is_advised() -> None:
    text = "secret x[1..40] : 1..2 experiment g(y : 1..4) where 1 > 2 observe x[1]"
    found = cobra.advise(cobra.load_text(text), strategies=("parts", "first"))
    assert (found.codes, found.suggestions) == (2**40, ())


@pytest.mark.usefixtures("counted")
def test_codes_of_a_sample_count_by_their_weights() -> None:
    """One code is as likely as all others together and more: who goes by weight asks for it first."""
    game = load_text("""
secret code : 1..8
weight if code = 1 then 20 else 1
experiment equals(g : 1..8) as "is it {}"
  observe code = g
experiment most(g : 2..4) as "at most {}"
  observe code <= g
""")
    codes: list[tuple[int, ...]] = [(0,), (1,), (2,), (2,), (7,)]
    parts = Sample(game, codes).split((1, (1,))).parts
    assert [(part.outcome, part.codes, part.weight) for part in parts] == [((0,), 1, 1), ((1,), 4, 23)]
    assert Sample(cobra.load("higher-lower"), codes).split((0, (1,))).parts[0].weight is None
    advice = cobra.advise(game, strategies=["exp-models", "ent-models", "max-models"], time_limit=None)
    assert [one.experiment for one in advice.suggestions] == ["is it 1", "is it 1", "at most 4"]


@pytest.mark.parametrize("name", ["min sum(n*n)", "look-ahead(parts)", "optimal"])
def test_a_strategy_that_has_nothing_to_say_leaves_the_others_their_figures(name: str) -> None:
    game = load_text("""
secret code : 1..12
experiment guess(g[1..9] : 1..9)
  observe code < g[1] + g[2]
""")
    left = position.Position(game, ())
    (alone,) = large.Large(left, 0, 1).suggest(["parts"])
    assert alone.compared == 40 and alone.expected is not None
    assert list(large.Large(left, 0, 1).suggest([name, "parts"])) == [alone]
