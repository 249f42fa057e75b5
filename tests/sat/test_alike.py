"""Different outcomes look different: verdicts against trying all pairs of outcomes that occur."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made, show_made
from cobra.errors import GameError, LanguageError
from cobra.language.load import library, load, load_text
from cobra.model.answers import Answer, OutcomeValue, components_of, show_outcome, show_value
from cobra.model.game import Game, Outcomes
from cobra.model.looks import bare, fold, surely_different
from cobra.model.show import Notation
from cobra.play.read import read_answer, read_history
from cobra.sat.outcomes import outcomes_written
from cobra.sat.wellformed import prove_well_formed
from tests import oracle
from tests.random_cases import random_cases

STATEMENT = "different outcomes look different"


def alike(answer: Answer, one: OutcomeValue, other: OutcomeValue) -> bool:
    """Return whether two outcomes look alike, by definition."""
    if fold(show_outcome(answer, one)) == fold(show_outcome(answer, other)):
        return True
    if len(components_of(answer)) == 0:
        return False
    if isinstance(answer, Outcomes):
        return fold(str(one[0])).rstrip(" ") == fold(str(other[0])).rstrip(" ")
    return [bare(show_value(v)) for v in one] == [bare(show_value(v)) for v in other]


def occurring(game: Game, number: int) -> set[OutcomeValue]:
    codes = oracle.codes(game)
    return {
        oracle.outcome(game, experiment, code)
        for experiment in oracle.experiments(game)
        if experiment[0] == number
        for code in codes
    }


def verdicts(game: Game) -> dict[str, bool]:
    return {
        type_.label: not any(
            alike(type_.answer, one, other) for one, other in combinations(occurring(game, number), 2)
        )
        for number, type_ in enumerate(game.experiments)
    }


def proved(game: Game) -> dict[str, bool | None]:
    found = {p.subject: p.holds for p in prove_well_formed(game) if p.statement == STATEMENT}
    return {type_.label: found.get(type_.label, True) for type_ in game.experiments}


WORDS = ["a", "A", "ab", "b", "b a", "ba", " ba", "ba ", "1", "11", "", "é", "e\u0301", "-1"]
SETS = st.lists(st.sampled_from([*WORDS, 1, 11, 111, 0, -1]), min_size=1, max_size=4, unique=True)


@st.composite
def answers_side_by_side(draw: st.DrawFn) -> str:
    """A game whose answers are two or three values side by side, and not every combination of them occurs."""
    number = draw(st.integers(1, 3))
    lines = []
    values = []
    for i in range(number):
        width = draw(st.integers(1, 4))
        lines.append(f"secret s{i} : 1..{width}")
        if draw(st.integers(0, 2)) == 0:
            values.append(f"{draw(st.sampled_from([1, 5, 10]))} * s{i}")
            continue
        shown = draw(SETS)
        value = f'"{shown[0]}"' if isinstance(shown[0], str) else str(shown[0])
        for k, symbol in enumerate(shown[1:], 2):
            text = f'"{symbol}"' if isinstance(symbol, str) else f"({symbol})"
            value = f"(if s{i} = {k} then {text} else {value})"
        values.append(value)
    if number > 1 and draw(st.booleans()):
        lines.append(
            f"constraint s0 + s1 {draw(st.sampled_from(['=', '<', '>', '!=']))} {draw(st.integers(2, 5))}"
        )
    between = [draw(st.sampled_from(["", "", "", " ", "1", "a", "B "])) for _ in range(number + 1)]
    template = "{}".join(between)
    ask = draw(st.sampled_from(["", "x : 1..2"]))
    if ask:
        values[0] = f"(if x = 1 then {values[0]} else {values[0]})"
    lines.append(f'experiment g({ask}) observe {", ".join(values)} as "{template}"')
    return "\n".join(lines)


@pytest.mark.thorough
@random_cases(300)
@given(answers_side_by_side())
def test_values_side_by_side(text: str) -> None:
    game = load_text(text)
    if not oracle.codes(game):
        return
    assert proved(game) == verdicts(game)


@random_cases(100)
@given(st.lists(st.sampled_from(WORDS), min_size=2, max_size=4, unique=True), st.booleans())
def test_named_outcomes(names: list[str], last_occurs: bool) -> None:
    lines = [f"secret s : 1..{len(names) - (not last_occurs)}", "experiment g()"]
    lines += [f'  outcome "{name}" : s = {number}' for number, name in enumerate(names, 1)]
    game = load_text("\n".join(lines))
    assert proved(game) == verdicts(game)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", library())
def test_the_outcomes_of_the_library_need_no_proof(name: str) -> None:
    assert all(surely_different(type_.answer) for type_ in load(name).experiments)


@pytest.mark.parametrize(
    ("text", "counterexample"),
    [
        (
            'secret a : {1 11} secret b : {1 11} experiment g() observe a, b as "{}{}"',
            'g is answered by "111" (1, 11) for the code a 1, b 11, '
            'and also by "111" (11, 1) for the code a 11, b 1',
        ),
        (
            'secret a : 1..2 experiment g(x : 1..2) outcome "y" : a = x & x = 1 outcome "Y" : a = x & x = 2 '
            'outcome "n" : a != x',
            '1 is answered by "y" for the code 1, and 2 by "Y" for the code 2',
        ),
        (
            "VARIABLES a\nEXPERIMENT 'ask' 0\nOUTCOME 'y' a\nOUTCOME 'y ' !a",
            'ask is answered by "y" for the code a, and also by "y " for the code not a',
        ),
        (
            'variable a experiment g() observe if a then "ﬁt" else "fit"',
            'g is answered by "ﬁt" for the code a, and also by "fit" for the code not a',
        ),
        ('variable a experiment g() outcome "y" : a outcome "n" : !a outcome "N" : a & !a', ""),
        (
            "secret a : 1..11 secret b : 1..11 constraint a + b = 12 & a < b "
            'experiment g() observe a, b as "{}{}"',
            "",
        ),
    ],
)
def test_counterexamples(text: str, counterexample: str) -> None:
    found = [p.counterexample for p in prove_well_formed(load_text(text)) if p.statement == STATEMENT]
    assert found == [counterexample]


@pytest.mark.thorough
def test_what_is_too_much_to_compare_is_left_open() -> None:
    sums = [f"sum(i in 1..20 : if {x}[i] then 99999 * i + 7 else i)" for x in "xy"]
    text = f'variables x[1..20], y[1..20] experiment g() observe {", ".join(sums)} as "{{}}{{}}"'
    (proof,) = [p for p in prove_well_formed(load_text(text)) if p.statement == STATEMENT]
    assert (proof.holds, proof.counterexample) == (
        None,
        'numbers of many digits stand side by side; part them, as in "{} {}"',
    )


def test_analyze_refuses() -> None:
    game = load_text('secret a : {1 11} secret b : {1 11} experiment g() observe a, b as "{}{}"')
    with pytest.raises(GameError, match='is answered by "111"'):
        cobra.analyze(game, ["parts"])


SHORT = (
    'secret a : 1..11 secret b : 1..11 constraint a + b = 12 & a < b experiment g() observe a, b as "{}{}"'
)


BLANKS = """
VARIABLES a, b
EXPERIMENT 'ask' 0
OUTCOME '  ' a & b
OUTCOME ' !' a & !b
OUTCOME '! ' !a & b
OUTCOME '!!' !a & !b
"""


def test_names_with_blanks_at_different_places_are_told_apart() -> None:
    game = load_text(BLANKS)
    assert all(surely_different(type_.answer) for type_ in game.experiments)
    assert cobra.analyze(game, ["parts"]).rows[0].total == 4
    for name in ("  ", " !", "! ", "!!"):
        assert read_answer(game, (0, ()), name) == (name,)
        made = Made((0, ()), (name,))
        assert read_history(game, show_made(game, made)) == (made,)
    with pytest.raises(GameError, match="'!' is no outcome of this experiment"):
        read_answer(game, (0, ()), "!")


def test_an_answer_with_several_readings_is_the_one_that_occurs(tmp_path: Path) -> None:
    game = load_text(SHORT)
    assert read_answer(game, (0, ()), "111") == (1, 11)
    (made,) = read_history(game, "g = 111")
    assert made.outcome == (1, 11)
    strategy = cobra.optimal(game).strategy
    assert strategy is not None
    path = tmp_path / "strategy.json"
    cobra.write_strategy(strategy, path)
    assert cobra.verify(cobra.read_strategy(path)).correct


def test_an_answer_with_thousands_of_readings_is_the_one_that_occurs(tmp_path: Path) -> None:
    """Fourteen numbers, seven of them 1 and seven 11: 3,432 readings, of which one occurs."""
    numbers = [f"sum(1, 10 * count(x = {int(place < 7)}))" for place in range(14)]
    holes = "{}" * 14
    game = load_text(f'secret x : 0..1 experiment g() observe {", ".join(numbers)}, x as "{holes} {{}}"')
    assert all(proof.holds for proof in prove_well_formed(game))
    for x in (0, 1):
        text, values = f"{'1' * 21} {x}", tuple(11 if (place < 7) == x else 1 for place in range(14))
        assert read_answer(game, (0, ()), text) == (*values, x)
        assert read_answer(game, (0, ()), f"'{text}'") == (*values, x)
        assert read_history(game, f"g = {text}") == (Made((0, ()), (*values, x)),)
        assert list(outcomes_written(game, 0, text)) == [(*values, x)]
    assert list(outcomes_written(game, 0, "1" * 21)) == []
    strategy = cobra.optimal(game).strategy
    assert strategy is not None
    path = tmp_path / "strategy.json"
    cobra.write_strategy(strategy, path)
    assert cobra.verify(cobra.read_strategy(path)).correct


@random_cases(100)
@given(answers_side_by_side())
def test_outcomes_written_in_a_way_are_those_that_occur(text: str) -> None:
    game = load_text(text)
    answer, all_ = game.experiments[0].answer, occurring(game, 0)
    for shown in {show_outcome(answer, values) for values in all_}:
        expected = {values for values in all_ if show_outcome(answer, values) == shown}
        found = list(outcomes_written(game, 0, shown))
        assert set(found) == expected and len(found) == len(expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "VARIABLES a\nEXPERIMENT 'a' 0\nOUTCOME 'y' a\nOUTCOME 'y' !a",
            'there is already an outcome "y", in line 3',
        ),
        (
            "VARIABLES a\nEXPERIMENT 'e' 0\nOUTCOME 'y' a\nOUTCOME 'z' !a\n"
            "EXPERIMENT 'e' 0\nOUTCOME 'y' a\nOUTCOME 'z' !a",
            'there is already an experiment "e", in line 2',
        ),
        ('secret s : {1 "1"} experiment g() observe s', 'the symbols 1 and "1" look alike'),
        ('secret s[{1 "1"}] : {a b} experiment g() observe s[1]', 'the symbols 1 and "1" look alike'),
        ('variable a experiment g(x : set of {1 "1"}) observe a', 'the symbols 1 and "1" look alike'),
        ('variable a experiment g() for m in {1 "1"} observe a', "two experiments are called g[1]"),
        (
            'secret s : {"é" "e\u0301"} experiment g() observe s',
            "two symbols look alike: U+00E9 and U+0065 U+0301",
        ),
        ("VARIABLES a, b\nALPHABET 'x', 'x\u200b'", "two symbols look alike: U+0078 and U+0078 U+200B"),
    ],
)
def test_names_and_symbols_that_look_alike(text: str, message: str) -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(text)
    assert message in str(caught.value)


NAMES = [
    "VARIABLES 'a b', a, b, none\nEXPERIMENT 'a' 0\nOUTCOME 'y' a\nOUTCOME 'z' !a",
    "VARIABLES 'a b'\nEXPERIMENT 'a' 0\nOUTCOME 'y' 'a b'\nOUTCOME 'z' !'a b'",
    "VARIABLES a, b\nALPHABET 'b', 'c'\nMAPPING 'M' a, b\n"
    "EXPERIMENT 'a' 1\nOUTCOME 'y' M$1\nOUTCOME 'z' !M$1\nEXPERIMENT 'a b' 0\nOUTCOME 'y' a\nOUTCOME 'z' !a",
    'variables v[{"a,b" a}, {c "b,c"}] experiment g() observe v["a","c"]',
    'variables v[{"a b" a b}] experiment g() observe v["a"]',
    'secret s : {"a b" a b} experiment g(x : {"a b" a}, y : {a b}) observe s = x',
    'secret s[1..2] : {a b} experiment g(x : set(1..2) of {"a b" a b}) for m in {"a,b" a}, n in {c "b,c"} '
    "observe if s[1] in x then s[2] else m",
    'secret s : 1..2 experiment g(x : set(1..3) of {"a b" a b}) '
    "observe s + (if len(x) > 1 then 1 else 0) / len(x)",
]


@pytest.mark.parametrize("text", NAMES)
def test_codes_and_experiments_look_different(text: str) -> None:
    game = load_text(text)
    notation = Notation(game)
    codes, experiments = oracle.codes(game), oracle.experiments(game)
    written = [notation.code(code) for code in codes]
    asked = [notation.experiment(experiment) for experiment in experiments]
    assert [notation.parse_code(text) for text in written] == codes
    assert [notation.parse_experiment(text) for text in asked] == experiments
    assert len(set(written)) == len(codes) and len(set(asked)) == len(experiments)
