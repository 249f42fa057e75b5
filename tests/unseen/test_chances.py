"""Answers wrong by chance where plays are limited: any number of them may be, or the secret moves, too."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.errors import CobraError, GameError, LimitError
from cobra.language.load import load_text
from cobra.model.game import Game, Observed
from cobra.model.spaces import codes
from cobra.sat.wellformed import prove_well_formed
from cobra.strategy.check.verify import verify
from cobra.strategy.made import strategy_of
from cobra.strategy.strategy import Settings
from tests.memory.test_symmetry import no_graph
from tests.oracle.unseen import UnseenRules, most_won
from tests.random_cases import random_cases
from tests.unseen.test_noise import check_short_mean
from tests.unseen.test_random_games import MEMORY, ONE_STEP, table_of, unseen_texts, verified
from tests.unseen.test_values import game_of
from tests.unseen.texts import NOISE

NUMBER = """
secret x : 1..SIZE
noise 1/10
experiment guess(g : 1..SIZE)
  observe if x = g then "yes" else if x < g then "less" else "more"
  final x = g
"""


def number_of(size: int) -> Game:
    return load_text(NUMBER.replace("SIZE", str(size)))


@st.composite
def chance_games(draw: st.DrawFn, endless: bool | None = None) -> Game:
    """A well-formed game of up to five codes in which answers are wrong by chance, and the secret may move.

    `endless`: whether any number of answers may be wrong, None for either.
    """
    text = draw(unseen_texts())
    noise = draw(st.sampled_from(NOISE))
    if draw(st.booleans()) if endless is None else endless:
        lines = [line for line in text.splitlines() if "lies at most" not in line]
        text = "\n".join([*lines, f"noise {noise}", ""])
    else:
        assume("lies at most 0" not in text)
        text += f"noise {noise}\n"
    try:
        game = load_text(text)
    except CobraError:
        assume(False)
    assume(1 <= len(codes(game)) <= 5)
    assume(all(proof.holds for proof in prove_well_formed(game)))
    return game


@st.composite
def drawn_texts(draw: st.DrawFn) -> str:
    """A game of up to four codes in which the answers of some experiments are drawn by chance."""
    size = draw(st.integers(2, 4))
    lines = [f"secret x : 1..{size}"]
    lines += ["weight if x > 1 then 1 else 3"] * (draw(st.integers(0, 2)) == 0)
    lines += [f"noise {draw(st.sampled_from(['1/10', '2/3']))}"] * (draw(st.integers(0, 2)) == 0)
    lines += ["move x = one of x, x + 1"] * (draw(st.integers(0, 2)) == 0)
    formulas = draw(st.booleans())
    kinds = (
        ["x < g", "x = g", "x % 2 = g % 2", "true"]
        if formulas
        else ["x", "g", "x + g", "if x < g then 9 else 1"]
    )
    chances = draw(st.sampled_from([["9/10", "1/10"], ["0.5", "1/3", "1/6"], ["1"], ["1/4", "1/4", "1/2"]]))
    ways = [f"{draw(st.sampled_from(kinds))} with {chance}" for chance in chances]
    lines += [f"experiment a(g : 1..{size})", f"  observe {', '.join(ways)}"]
    lines += [f"experiment b(g : 1..{size})", "  observe if x = g then 0 else x % 2 + 1", "  final x = g"]
    return "\n".join(lines) + "\n"


@st.composite
def drawn_games(draw: st.DrawFn) -> Game:
    """A well-formed one."""
    game = load_text(draw(drawn_texts()))
    assume(all(proof.holds for proof in prove_well_formed(game)))
    return game


BY_CODE: dict[str, tuple[tuple[str, ...], Callable[[int, int], list[Fraction]]]] = {
    "halves": (("x/8", "1 - x/8"), lambda x, g: [Fraction(x, 8), 1 - Fraction(x, 8)]),
    "none of the last": (("(4 - x)/4", "x/4"), lambda x, g: [1 - Fraction(x, 4), Fraction(x, 4)]),
    "over": (("1/x", "(x - 1)/x"), lambda x, g: [Fraction(1, x), 1 - Fraction(1, x)]),
    "asked": (("g/(g + 1)", "1/(g + 1)"), lambda x, g: [Fraction(g, g + 1), Fraction(1, g + 1)]),
    "chosen": (
        ("(if x < g then 1/3 else 0.5)", "1/6", "(if x < g then 1/2 else 1/3)"),
        lambda x, g: [Fraction(1, 3 if x < g else 2), Fraction(1, 6), Fraction(1, 2 if x < g else 3)],
    ),
    "both": (
        ("x * g / 16", "(16 - x * g) / 32", "0.5 - x * g / 32"),
        lambda x, g: [Fraction(x * g, 16), *[Fraction(16 - x * g, 32)] * 2],
    ),
}
"""Chances that depend on the code or on the experiment, as they are written and as they are meant."""
OBSERVED: dict[str, Callable[[int, int], int]] = {
    "x": lambda x, g: x,
    "g": lambda x, g: g,
    "x + g": lambda x, g: x + g,
    "if x < g then 9 else 1": lambda x, g: 9 if x < g else 1,
}


@st.composite
def games_by_code(draw: st.DrawFn) -> Game:
    """One whose chances depend on the code or the experiment, and are what they are meant to be."""
    size = draw(st.integers(2, 4))
    chances, meant = BY_CODE[draw(st.sampled_from(list(BY_CODE)))]
    values = [draw(st.sampled_from(list(OBSERVED))) for _ in chances]
    ways = ", ".join(f"{value} with {chance}" for value, chance in zip(values, chances, strict=True))
    game = load_text(
        f"""
secret x : 1..{size}
experiment a(g : 1..{size}) observe {ways}
experiment b(g : 1..{size}) observe if x = g then 0 else x % 2 + 1 final x = g
"""
    )
    rules = UnseenRules(game)
    for (type_, (place,)), drawn in zip(rules.experiments, rules.drawn, strict=True):
        for (code,), said in zip(rules.codes, drawn, strict=True):
            expected: dict[tuple[int], Fraction] = {}
            for value, chance in zip(values, meant(code + 1, place + 1), strict=True):
                shown = OBSERVED[value](code + 1, place + 1)
                expected[(shown,)] = expected.get((shown,), Fraction(0)) + chance
            assert said == ({} if type_ else {value: chance for value, chance in expected.items() if chance})
    return game


@pytest.mark.thorough
@given(games_by_code(), st.integers(1, 3))
@random_cases(40)
def test_what_is_won_where_chances_depend_on_the_code(game: Game, within: int) -> None:
    assert all(proof.holds for proof in prove_well_formed(game))
    check_won(game, within)


@pytest.mark.thorough
@given(drawn_games(), st.integers(1, 3))
@random_cases(40)
def test_what_is_won_where_answers_are_drawn(game: Game, within: int) -> None:
    check_won(game, within)


@pytest.mark.thorough
@given(chance_games(), st.integers(1, 3))
@random_cases(60)
def test_what_is_won_is_that_of_the_definition(game: Game, within: int) -> None:
    check_won(game, within)


@pytest.mark.slow
@given(st.one_of(chance_games(), drawn_games(), games_by_code()), st.integers(1, 4))
@settings(max_examples=1500, deadline=None)
def test_many_games_that_are_won(game: Game, within: int) -> None:
    check_won(game, within)


def check_won(game: Game, within: int) -> None:
    """The optimum with and without symmetry, and the strategy that attains it."""
    try:
        lost, made = most_won(game, within)
    except LimitError:
        assume(False)
    table = table_of(game)
    result = table.optimal("won", within=within, threads=1, memory=MEMORY, proved=True)
    figures = result.played.figures
    assert result.proved and (figures.chance_lost, figures.average) == (lost, made)
    ends = [("lost", figures.lost_weight), ("total", figures.total)]
    assert result.intervals == [(measure, end, end) for measure, end in ends]
    strategy = strategy_of(table, result.played, "optimal", Settings(within=within), objective="won")
    assert verify(strategy).problems == ()
    with no_graph():
        again = table_of(game).optimal("won", within=within, threads=1, memory=MEMORY, proved=True)
    assert (again.played.figures.chance_lost, again.played.figures.average) == (lost, made)


@pytest.mark.thorough
@given(chance_games(endless=False), st.integers(1, 4))
@random_cases(40)
def test_the_least_mean_where_the_secret_may_move(game: Game, longest: int) -> None:
    check_short_mean(game, longest)


@pytest.mark.thorough
@given(chance_games(endless=False), st.sampled_from(ONE_STEP))
@random_cases(40)
def test_one_step_strategies_are_replayed(game: Game, strategy: str) -> None:
    table = table_of(game)
    result = table.greedy(
        strategy, ties="final,first", consistent=False, seed=0, equivalences=None, threads=1, memory=MEMORY
    )
    verified(table, result, strategy)


def test_a_coin_flip_that_may_be_wrong_any_number_of_times() -> None:
    """One of two sides is named at once, right or wrong; looks before it are true with 9/10 each."""
    game = load_text(
        """
secret x : 1..2
noise 1/10
experiment look() observe x
experiment name(g : 1..2) observe x = g final x = g
"""
    )
    one, two, three = (cobra.optimal(game, "won", within=k) for k in (1, 2, 3))
    assert 1 - one.row.figures.chance_lost == Fraction(1, 2)
    assert (two.row.figures.chance_lost, two.row.average) == (0, Fraction(3, 2))  # the other one is left
    assert three.row.figures == two.row.figures


def test_a_test_that_finds_nine_of_ten() -> None:
    """Who is ill is named after one test of one of two: it says so with 9/10, and of the other with 1/5."""
    game = load_text(
        """
secret ill : 1..2
experiment test(g : 1..2)
  observe ill = g with 7/10, true with 2/10, false with 1/10
experiment name(g : 1..2)
  observe if ill = g then "right" else "wrong"
  final ill = g
"""
    )
    advice = cobra.advise(game, "test 1 = yes", strategies=["max-models"])
    assert advice.probabilities is not None
    assert advice.probabilities.of("ill", "1") == Fraction(9, 11)
    result = cobra.optimal(game, within=2)  # naming twice finds everybody, and so little is gained by a test
    assert (result.row.figures.chance_lost, result.row.average) == (0, Fraction(3, 2))
    assert [cobra.simulate(game, "max-models", number=1, seed=seed).games for seed in range(3)] == [1] * 3


def test_a_test_that_sees_more_of_some_than_of_others() -> None:
    """The chance is x/4 for who is number x: after a yes number 2 is twice as likely as number 1."""
    game = load_text(
        """
secret x : 1..2
experiment look()
  observe true with x/4, false with 1 - x/4
experiment name(g : 1..2)
  observe x = g
  final x = g
"""
    )
    for answer, ones in (("yes", Fraction(1, 3)), ("no", Fraction(3, 5))):
        advice = cobra.advise(game, f"look = {answer}", strategies=["max-models"])
        assert advice.probabilities is not None
        assert advice.probabilities.of("x", "1") == ones


def test_a_rest_is_divided_exactly_too() -> None:
    """Behind `%`, which is of whole numbers, `/` rounds a chance no more than elsewhere."""
    look = "experiment look() observe true with x % 2 / 4, false with 1 - x % 2 / 4 "
    more = "experiment name(g : 1..4) observe x = g final x = g"
    answer = load_text(f"secret x : 1..4 {look}{more}").experiments[0].answer
    assert isinstance(answer, Observed)
    assert [way.chance for way in answer.ways] == [Fraction(1, 4), Fraction(3, 4)]


def test_a_chance_behind_a_condition_is_looked_at_only_where_it_holds() -> None:
    """For g = 1 nothing is looked at in `w[g - 1]`, as elsewhere in a game."""
    chance = "(if g > 1 then w[g - 1] / 4 else 1/2)"
    text = (
        f"secret w[1..2] : 1..3 experiment ask(g : 1..3) observe true with {chance}, false with 1 - {chance} "
        "experiment name(g[1..2] : 1..3) observe 1 final w = g"
    )
    game = load_text(text)
    assert all(proof.holds for proof in prove_well_formed(game) if proof.subject == "ask")
    answer = game.experiments[0].answer
    assert isinstance(answer, Observed)
    assert [way.chance for way in answer.ways] == [Fraction(1, 4)] * 4


def test_a_test_that_is_diluted() -> None:
    """One of six is looked for: it misses so often that two are tested first, not three."""
    result = cobra.optimal(game_of("diluted_test"), within=3)
    assert (result.row.first, result.row.figures.chance_lost) == ("test 12", Fraction(11, 30))
    assert result.row.average == Fraction(161, 60)


def test_noise_that_depends_on_the_code() -> None:
    """Answers about 1 are wrong one time in four, those about 2 every second time."""
    game = load_text(
        """
secret x : 1..2
noise x/4
experiment look() observe x
experiment name(g : 1..2) observe x = g final x = g
"""
    )
    for answer, ones in (("1", Fraction(3, 5)), ("2", Fraction(1, 3))):
        advice = cobra.advise(game, f"look = {answer}", strategies=["max-models"])
        assert advice.probabilities is not None
        assert advice.probabilities.of("x", "1") == ones


def test_noise_that_is_no_chance_is_found_by_check() -> None:
    game = load_text("secret x : 1..4 noise x/4 experiment name(g : 1..4) observe x = g final x = g")
    (wrong,) = [proof for proof in prove_well_formed(game) if not proof.holds]
    assert (wrong.subject, wrong.statement) == ("codes", "the noise is a chance")
    assert wrong.counterexample == "the code 4: a chance is more than 0 and less than 1, not 1"
    with pytest.raises(GameError, match="the noise is a chance"):
        cobra.optimal(game, within=2)
    with pytest.raises(CobraError, match="noise"):
        cobra.advise(game, "1 = no", strategies=["max-models"])


def test_chances_that_are_not_always_1_together_are_found_by_check() -> None:
    game = load_text(
        "secret x : 1..3 experiment ask() observe x = 1 with x/3, true with 1/3 "
        "experiment name(g : 1..3) observe x = g final x = g"
    )
    (wrong,) = [proof for proof in prove_well_formed(game) if not proof.holds]
    assert (wrong.subject, wrong.statement) == ("ask", "the chances are 1 together")
    assert wrong.counterexample in (
        "ask of the code 1: the chances are 2/3 together, not 1",
        "ask of the code 3: the chances are 4/3 together, not 1",
    )
    with pytest.raises(GameError, match="the chances are"):
        cobra.optimal(game, within=2)
    with pytest.raises(CobraError, match="the chances are"):
        cobra.advise(game, strategies=["max-models"])


def test_conditions_make_chances_possible() -> None:
    """Of sizes up to 2 the chances are some; that no other is asked about has to be proved."""
    text = (
        "secret x : 1..3 experiment ask(g : 1..3, h : 1..3) where g + h = 3 "
        "observe x = g with g/3, true with h/3 experiment name(g : 1..3) observe x = g final x = g"
    )
    proofs = list(prove_well_formed(load_text(text)))
    assert all(proof.holds for proof in proofs)
    assert "the chances are 1 together" in [proof.statement for proof in proofs]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("x = g with 1/2", "the chances are 1/2 together, not 1"),
        ("x = g with 1/2, true", "each value has one"),
        ("x = g with 3/2, true with -1/2", "a chance is more than 0.*not -1/2"),
        ("x = g with 1/2, x with 1/2", "what may be observed is formulas, or none of it is"),
        ("x = g with x + 1, true with 1/2", "the chances are 5/2 together, not 1"),
        ("x = g with 1/(x - 1), true with 1/2", "a divisor must be positive"),
        ("x = g with x / 2 % 2, true with 1/2", "`%` is of whole numbers, not of decimals"),
        ("x = g with x/999999937, true with 1/999999929", "a common denominator of at most 1,000,000,000"),
        ('x = g with 1/2, true with 1/2 as "{} {}"', "one value is observed"),
        ("x = g with 1 final x = g", "ends no play, so there is no `final` beside it"),
    ],
)
def test_mistakes(said: str, sentence: str) -> None:
    more = "experiment name(g : 1..3) observe x = g final x = g"
    with pytest.raises(cobra.LanguageError, match=sentence):
        cobra.load_text(f"secret x : 1..3 experiment ask(g : 1..3) observe {said} {more}")


def test_more_guesses_win_more() -> None:
    game = number_of(6)
    won = [1 - cobra.optimal(game, within=k).row.figures.chance_lost for k in range(1, 5)]
    assert won[0] == Fraction(1, 6) and won == sorted(set(won)) and won[-1] < 1
    strategy = cobra.optimal(game, within=3).strategy
    assert strategy is not None and verify(strategy).correct


def test_what_needs_an_end_says_so() -> None:
    game = number_of(4)
    for refused in (
        lambda: cobra.analyze(game),
        lambda: cobra.review(game, "2 = less"),
        lambda: cobra.advise(game, "2 = less", strategies=["optimal"]),
    ):
        with pytest.raises(cobra.GameError, match="any number of answers may be wrong, as a play may take"):
            refused()
    for objective in ("average", "worst"):
        with pytest.raises(cobra.GameError, match="use the objective won within"):
            cobra.optimal(game, objective)
    with pytest.raises(cobra.GameError, match="say within how many experiments"):
        cobra.optimal(game)


def test_plays_go_on_until_the_number_is_found() -> None:
    game = number_of(5)
    advice = cobra.advise(game, "3 = less; 3 = less; 2 = more")
    assert advice.suggestions and all(one.worst is None for one in advice.suggestions)
    games = cobra.simulate(game, "max-models", number=20)
    assert games.games == 20 and games.lost == 0
    assert cobra.explain(game, "3 = less").best is not None
