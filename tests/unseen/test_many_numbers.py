"""Numbers that are counted, not listed, because any set of them may be asked about."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache, partial
from itertools import product

import pytest

import cobra
from cobra.errors import CobraError, LanguageError, LimitError
from cobra.limits import Limits
from cobra.model.dag import Dag
from cobra.model.unseen import counted_numbers
from tests.cli.runner import run

FEW = Limits(values=4)
TEXT = "param n = 9 secret x : 1..n lies at most LIES experiment ask(s : set of 1..n) observe x in s"


@cache
def settles(left: tuple[int, ...], questions: int) -> bool:
    """Return whether so many questions are enough for numbers with so many lies left, trying all of them."""
    if sum(left) <= 1:
        return True
    return questions > 0 and any(
        all(settles(answered(left, truth), questions - 1) for truth in (asked, minus(left, asked)))
        for asked in product(*(range(count + 1) for count in left))
    )


def minus(left: tuple[int, ...], asked: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(all_ - some for all_, some in zip(left, asked, strict=True))


def answered(left: tuple[int, ...], true: tuple[int, ...]) -> tuple[int, ...]:
    lied = (*minus(left, true)[1:], 0)
    return tuple(some + other for some, other in zip(true, lied, strict=True))


@pytest.mark.parametrize(("lies", "numbers"), [(1, range(5, 11)), (2, range(5, 8)), (3, range(5, 6))])
def test_counting_is_as_good_as_trying_all_and_as_listing(lies: int, numbers: range) -> None:
    for number in numbers:
        text = TEXT.replace("LIES", str(lies))
        counted = cobra.load_text(text, definitions={"n": number}, limits=FEW)
        listed = cobra.load_text(text, definitions={"n": number})
        assert (counted_numbers(counted), counted_numbers(listed)) == (number, None)
        result, other = cobra.optimal(counted), cobra.optimal(listed)
        assert result.proved and result.undrawn and other.proved and not other.undrawn
        assert (result.row.worst, result.row.nodes) == (other.row.worst, other.row.nodes)
        start = (0,) * lies + (number,)
        assert settles(start, result.row.worst) and not settles(start, result.row.worst - 1)
        assert cobra.optimal(counted, max_depth=result.row.worst - 1).infeasible


@pytest.mark.parametrize(("numbers", "limits"), [(600, Limits()), (10**6, FEW)])
def test_more_lies_than_questions_that_are_counted(numbers: int, limits: Limits) -> None:
    """The ways to answer so many questions with so many lies are more than fit into a number of the core."""
    game = cobra.load_text(TEXT.replace("LIES", "100"), definitions={"n": numbers}, limits=limits)
    with pytest.raises(CobraError, match="the search is for at most 120 questions"):
        cobra.optimal(game)
    assert cobra.optimal(game, max_depth=100).infeasible


@pytest.mark.parametrize(
    ("numbers", "lies", "worst"),
    [(10**6, 1, 25), (10**6, 2, 29), (10**6, 3, 33), (2**20, 3, 33)],
)
def test_a_million_numbers(numbers: int, lies: int, worst: int) -> None:
    """Pelc (1987), Czyzowicz, Mundici and Pelc (1989), Negro and Sereno (1992)."""
    result = cobra.optimal(cobra.load("liar", {"numbers": numbers, "lies": lies}))
    assert (result.proved, result.row.worst, result.row.codes) == (True, worst, numbers)
    assert result.strategy is None and result.stopped is None and not result.row.infeasible


def test_sizes_follow_from_how_many_numbers_there_are() -> None:
    """They are those that a list of the codes gives."""
    for lies, number in ((1, 5), (1, 9), (1, 21), (2, 8), (3, 30)):
        text = TEXT.replace("LIES", str(lies))
        counted = cobra.info(cobra.load_text(text, definitions={"n": number}, limits=FEW))
        listed = cobra.info(cobra.load_text(text, definitions={"n": number}))
        assert (counted.backend, counted.memory, counted.stopped) == ("sat", None, None)
        assert replace(counted, game=listed.game, backend="table", memory=listed.memory) == listed


@pytest.mark.parametrize("number", [10**6, 10**7])
def test_sizes_of_many_numbers(number: int) -> None:
    known = cobra.info(cobra.load("liar", {"numbers": number}))
    assert (known.codes, known.variables, known.branching) == (number, number, 2)
    assert known.experiments == (2**number if number == 10**6 else None), "too many digits"
    assert known.symmetry_order is None
    assert (known.first_experiments, len(known.first_shown)) == (number + 1, 20)
    assert known.first_shown[:3] == ("{}", "1", "1 2")
    assert known.bounds is not None and known.bounds.worst == (number - 1).bit_length()


def test_the_command_tells_sizes() -> None:
    done = run("info", "liar", "-D", "numbers=20000")
    assert done.exit_code == 0
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "experiments ≈3.98·10^6020 1 type; 20,001 not equivalent at the start" in lines
    assert "symmetry ≈1.82·10^77337 ways found to carry the game to itself" in lines
    assert "worst at least 15 experiments, whatever the strategy" in lines
    written = run("info", "liar", "-D", "numbers=20000", "--json").stdout
    sizes = json.loads(written, parse_int=str)["game"]  # Python reads no number of more than 4,300 digits
    assert (sizes["codes"], sizes["first_experiments"], len(sizes["experiments"])) == ("20000", "20001", 6021)


def test_a_command_gives_it() -> None:
    done = run("optimal", "liar", "-D", "numbers=1000000", "-D", "lies=2")
    assert done.exit_code == 0
    assert "worst            29" in done.stdout and "proved: nobody can do better" in done.stdout
    checked = run("check", "liar", "-D", "numbers=1000000")
    assert checked.exit_code == 0 and "yes  by its form" in checked.stdout and "1,000,000" in checked.stdout


def test_what_needs_formulas_of_each_number_is_refused() -> None:
    game = cobra.load("liar", {"numbers": 10**6})
    for ask in (partial(cobra.info, backend="table"), cobra.analyze, cobra.advise, cobra.symmetry):
        with pytest.raises(LimitError, match="--limit values=N"):
            ask(game)
    with pytest.raises(LimitError, match="--limit values=N"):
        cobra.optimal(game, first="1..3")
    for part in vars(Dag()):  # whatever looks at the formulas, and at whichever part of them first
        with pytest.raises(LimitError, match="--limit values=N"):
            getattr(game.dag, part)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("set of 1..n", "set of 2..n"),
        ("set of 1..n", "set(2) of 1..n"),
        ("observe x in s", 'observe x in s as "{}!"'),
        ("observe x in s", "observe x in s final x in s"),
        ("observe x in s", "observe x in s, 1 in s"),
        ("lies at most", "noise 1/10 lies at most"),
        ("lies at most", "move x = one of x lies at most"),
        ("lies at most 1", ""),
        ("lies at most", "constraint x != 3 lies at most"),
    ],
)
def test_other_games_are_listed(old: str, new: str) -> None:
    text = TEXT.replace("LIES", "1").replace(old, new)
    with pytest.raises(LanguageError, match="--limit values=N"):
        cobra.load_text(text, limits=FEW)


def test_a_strategy_too_large_to_be_written_down() -> None:
    result = cobra.optimal(cobra.load("liar", {"numbers": 1000}), memory=1 << 22)
    assert (result.proved, result.undrawn, result.row.worst) == (True, True, 14)
    assert result.row.first == " ".join(map(str, range(1, 501))) and result.strategy is None


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("numbers", "lies", "worst", "seconds"),
    [(64, 1, 10, 10.0), pytest.param(1000, 2, 18, None, marks=pytest.mark.slow)],
)
def test_advice_where_sets_are_too_many_to_be_listed(
    numbers: int, lies: int, worst: int, seconds: float | None
) -> None:
    advice = cobra.advise(cobra.load("liar", {"numbers": numbers, "lies": lies}), time_limit=seconds)
    (suggestion,) = advice.suggestions
    assert (suggestion.strategy, suggestion.worst, suggestion.best) == ("optimal", worst, True)
    assert suggestion.experiment == " ".join(map(str, range(1, numbers // 2 + 1)))
