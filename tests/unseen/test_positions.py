"""Games in progress with lies and moves: what is believed, against the definition, in random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cobra
from cobra.engine.made import Made
from cobra.errors import GameError, LimitError
from cobra.model.game import Game
from cobra.model.outcomes import weight_of
from cobra.play.begin import position_after
from cobra.play.believed_position import BelievedPosition
from cobra.play.doubted import doubted
from cobra.play.liars import Liar, LyingAdversary
from cobra.play.simulate import simulate
from cobra.play.too_many_lies import too_many_lies
from tests.oracle.unseen import Chances, Hidden, UnseenRules, answers_by_chance, least_mean, least_worst
from tests.random_cases import random_cases
from tests.unseen.test_chances import chance_games, drawn_games
from tests.unseen.test_noise import coin, noisy_games
from tests.unseen.test_random_games import LONGEST, unseen_games


def played(game: Game, random: Random, most: int) -> tuple[UnseenRules, Hidden, list[Made], bool]:
    """A play of experiments and answers drawn from those that may come, with what it leaves."""
    rules = UnseenRules(game)
    hidden, history, final = rules.start, [], False
    for _ in range(most):
        if rules.is_over(hidden, final):
            break
        number = random.randrange(len(rules.experiments))
        outcome, (hidden, final) = random.choice(sorted(rules.answered(number, hidden).items(), key=repr))
        history.append(Made(rules.experiments[number], outcome))
    return rules, hidden, history, final


def fewest(hidden: Hidden) -> dict[int, int]:
    """Of the hidden states of each code the one with the fewest lies."""
    return {code: min(told for one, told in hidden if one == code) for code, _ in hidden}


@pytest.mark.thorough
@given(st.one_of(noisy_games(), chance_games(), drawn_games()), st.integers(0, 1 << 30))
@random_cases(100)
def test_how_likely_codes_are_is_that_of_the_definition(game: Game, seed: int) -> None:
    rules, hidden, history, _ = played(game, Random(seed), 5)
    likely = likely_after(rules, history)
    assert set(likely) == hidden
    sums = {code: sum(part for (one, _), part in likely.items() if one == code) for code, _ in likely}
    position = position_after(game, history)
    assert isinstance(position, BelievedPosition) and position.chances is not None
    whole = sum(position.chances.values())
    assert {code: Fraction(part, whole) for code, part in position.chances.items()} == {
        code: part / sum(sums.values()) for code, part in sums.items()
    }
    found = cobra.advise(game, history, strategies=["parts"]).probabilities
    assert found is not None
    for code, part in position.chances.items():
        (symbol,) = rules.codes[code]
        assert found.of("x", str(symbol + 1)) == Fraction(part, whole)


def likely_after(rules: UnseenRules, history: list[Made]) -> Chances:
    """How likely hidden states are after some answers, by definition."""
    likely = {(code, 0): Fraction(weight_of(rules.game, one)) for code, one in enumerate(rules.codes)}
    for made in history:
        number = rules.experiments.index(made.experiment)
        likely, _ = answers_by_chance(rules, number, likely)[made.outcome]
    return likely


@pytest.mark.thorough
@given(noisy_games(), st.integers(0, 1 << 30), st.integers(0, 4))
@random_cases(60)
def test_the_least_mean_from_a_position_on_is_that_of_the_definition(
    game: Game, seed: int, most: int
) -> None:
    rules, hidden, history, final = played(game, Random(seed), most)
    position = position_after(game, history)
    if rules.is_over(hidden, final):
        return
    likely = likely_after(rules, history)
    try:
        expected = least_mean(game, likely)
    except LimitError:
        assume(False)
    assert position.objective == "average" and position.table is not None
    found = position.table.optimal("average", threads=1, memory=1 << 28, proved=True)
    assert found.proved and found.played.figures.average == expected
    if not history:
        assert least_mean(game) == expected
    worst = position.table.optimal("worst", threads=1, memory=1 << 28, proved=True)
    assert worst.played.figures.worst == least_worst(game, LONGEST, hidden)
    assert worst.played.figures.average >= expected


@pytest.mark.thorough
@given(
    noisy_games(), st.integers(0, 1 << 30), st.sampled_from(["optimal", "max-models", "ent-models", "first"])
)
@random_cases(60)
def test_values_of_a_position_and_of_its_answers_fit_together(game: Game, seed: int, strategy: str) -> None:
    """What is expected is one experiment and what is expected after each answer, by how likely it is."""
    rules, hidden, history, final = played(game, Random(seed), 3)
    if rules.is_over(hidden, final):
        return
    (advised,) = cobra.advise(game, history, strategies=[strategy]).suggestions
    likely = likely_after(rules, history)
    asked = position_after(game, history).notation.parse_experiment(advised.experiment)
    expected = Fraction(1)
    for outcome, (cell, ends) in answers_by_chance(rules, rules.experiments.index(asked), likely).items():
        share = sum(cell.values()) / sum(likely.values())
        if not rules.is_over(frozenset(cell), ends):
            (then,) = cobra.advise(game, [*history, Made(asked, outcome)], strategies=[strategy]).suggestions
            assert then.expected is not None
            expected += share * then.expected
    assert advised.expected == expected
    assert advised.best is None or advised.best == (strategy == "optimal")


@pytest.mark.thorough
@given(noisy_games(), st.integers(0, 1 << 30))
@random_cases(40)
def test_moves_are_judged_by_the_mean(game: Game, seed: int) -> None:
    """Each value is that of the definition, and what moves and answers are worth adds up to the play."""
    rules, _, history, _ = played(game, Random(seed), 4)
    found = cobra.review(game, history, reference="optimal")

    def value(place: int) -> Fraction:
        hidden = rules.start if place == 0 else frozenset(likely_after(rules, history[:place]))
        final = place > 0 and position_after(game, history[:place]).final
        return (
            Fraction(0)
            if rules.is_over(hidden, final)
            else least_mean(game, likely_after(rules, history[:place]))
        )

    try:
        values = [value(place) for place in range(len(history) + 1)]
    except LimitError:
        assume(False)
    for place, (move, made) in enumerate(zip(found.moves, history, strict=True)):
        judged = move.judgement
        assert judged is not None and judged.value == values[place]
        likely, mine = likely_after(rules, history[:place]), Fraction(1)
        for cell, ends in answers_by_chance(rules, rules.experiments.index(made.experiment), likely).values():
            if not rules.is_over(frozenset(cell), ends):
                mine += least_mean(game, cell) * sum(cell.values()) / sum(likely.values())
        assert judged.mine == mine and judged.luck == mine - 1 - values[place + 1]
    if history:
        assert found.expected == values[0] and found.rest == values[-1]
        assert len(history) + values[-1] == values[0] + found.loss - found.luck


def test_what_is_expected_of_a_coin() -> None:
    """After one look at a coin that is misread once in ten: a second that agrees, else a third."""
    game = coin(1, "1/10")
    advice = cobra.advise(game, "look = heads", strategies=["max-models", "optimal"])
    assert [one.expected for one in advice.suggestions] == [Fraction(119, 100)] * 2
    advice = cobra.advise(game, "look = heads; look = tails", strategies=["optimal"])
    assert [one.expected for one in advice.suggestions] == [Fraction(1)]
    liar = cobra.advise(cobra.load("liar"), "1234 = yes", strategies=["optimal"])
    assert [(one.expected, one.worst) for one in liar.suggestions] == [(None, 5)]


def test_chances_that_do_not_fit_a_belief_are_refused() -> None:
    position = position_after(coin(1, "1/10"), cobra.read_history(coin(1, "1/10"), "look = heads"))
    assert isinstance(position, BelievedPosition) and position.likely == {(0, 0): 9, (1, 1): 1}
    table = position.beliefs.table
    for likely in ({(0, 0): 9}, {(0, 0): 9, (1, 1): 0}, {(0, 1): 9, (1, 1): 1}):
        with pytest.raises(GameError, match="chances are of the hidden states of a belief"):
            table.believing(position.belief, likely).optimal("average", threads=1, memory=1 << 28)


@pytest.mark.thorough
@given(unseen_games(), st.integers(0, 1 << 30))
@random_cases(150)
def test_what_is_believed_is_that_of_the_definition(game: Game, seed: int) -> None:
    rules, hidden, history, final = played(game, Random(seed), 5)
    position = position_after(game, history)
    assert isinstance(position, BelievedPosition)
    assert dict(position.belief) == fewest(hidden)
    assert position.over == rules.is_over(hidden, final)
    advice = cobra.advise(game, history, strategies=["parts", "optimal"])
    told = list(fewest(hidden).values())
    assert advice.codes == len(advice.listed) == len(told)
    assert game.unseen is not None
    if game.unseen.lies:
        assert list(advice.told) == [told.count(lies) for lies in range(max(told) + 1)]
    assert advice.over == rules.is_over(hidden, final)
    experiment = rules.experiments[0]
    sizes = {outcome: len(fewest(cell)) for outcome, (cell, _) in rules.answered(0, hidden).items()}
    parts = position.splits([experiment])[0].parts
    assert {part.outcome: part.codes for part in parts} == sizes


@pytest.mark.thorough
@given(unseen_games(), st.integers(0, 1 << 30))
@random_cases(80)
def test_optimal_from_a_position_on_is_that_of_the_definition(game: Game, seed: int) -> None:
    rules, hidden, history, final = played(game, Random(seed), 3)
    position = position_after(game, history)
    if rules.is_over(hidden, final):
        return
    worst = least_worst(game, LONGEST, hidden)
    found = position.table.optimal("worst", threads=1, memory=1 << 28, proved=True)
    assert found.proved
    if worst is None:
        assert found.infeasible or found.played.figures.worst > LONGEST
    else:
        assert found.played.figures.worst == worst
    assert found.played.figures.codes in (0, position.codes)


def subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All sets of places."""
    return chain.from_iterable(combinations(places, size) for size in range(len(places) + 1))


def heard_only(rules: UnseenRules, history: Sequence[Made], heard: Sequence[int], lies: int) -> Hidden:
    """What is possible when only some of the answers were heard."""
    hidden = rules.start
    for place, made in enumerate(history):
        cells = rules.answered(rules.experiments.index(made.experiment), hidden, lies)
        if place in heard:
            hidden = cells.get(made.outcome, (frozenset(), False))[0]
        else:
            hidden = frozenset().union(*(cell for cell, _ in cells.values()))
    return hidden


@pytest.mark.thorough
@given(unseen_games(), st.integers(0, 1 << 30))
@random_cases(80)
def test_answers_that_need_more_lies(game: Game, seed: int) -> None:
    """The fewest lies are those with which the definition leaves something possible."""
    random, rules = Random(seed), UnseenRules(game)
    history = []
    for _ in range(5):
        number = random.randrange(len(rules.experiments))
        outcome = random.choice([answer[0] for answer in rules.answers[number]])
        history.append(Made(rules.experiments[number], outcome))
    possible = [rules.after(history, lies) for lies in range(6)]
    position = position_after(game, history)
    assert isinstance(position, BelievedPosition)
    assert game.unseen is not None
    assert dict(position.belief) == fewest(possible[game.unseen.lies])
    start = position_after(game)
    for code in range(len(rules.codes)):
        found = doubted(start, history, position.notation.code(rules.codes[code]))
        needed = next((n for n, hidden in enumerate(possible) if code in fewest(hidden)), None)
        assert (len(found.against) if found.reached else None) == needed
        assert found.possible == (code in position.belief)
    if position.codes:
        return
    lies = too_many_lies(position)
    assert lies.needed == next((n for n, hidden in enumerate(possible) if hidden), None)
    if lies.needed is not None:
        assert sum(case.codes for case in lies.cases) == len(fewest(possible[lies.needed]))
        assert all(len(case.lies) == lies.needed for case in lies.cases)
    sizes = {
        len(heard)
        for heard in subsets(range(len(history)))
        if not heard_only(rules, history, heard, game.unseen.lies)
    }
    assert lies.smallest and len(lies.clash) == min(sizes)
    assert not heard_only(rules, history, [place - 1 for place in lies.clash], game.unseen.lies)
    repairs = {}
    for place, made in enumerate(history):
        for outcome in {answer[0] for answer in rules.answers[rules.experiments.index(made.experiment)]}:
            other = [*history[:place], made._replace(outcome=outcome), *history[place + 1 :]]
            if hidden := rules.after(other, game.unseen.lies):
                repairs[place + 1, outcome] = len(fewest(hidden))
    assert lies.complete
    assert {(one.experiment, one.outcome): one.codes for one in lies.repairs} == repairs


@pytest.mark.thorough
@given(unseen_games(), st.integers(0, 1 << 30), st.sampled_from(["random", "models", "fixed", "code"]))
@random_cases(80)
def test_plays_are_plays_of_the_game_and_never_longer_than_the_worst(
    game: Game, seed: int, maker: str
) -> None:
    """Lies are no more than allowed, what is answered may be answered, and no play is too long."""
    rules, strategy = UnseenRules(game), "max-models"
    assert game.unseen is not None
    start = position_after(game)
    assert start.table is not None
    whole = start.table.greedy(
        strategy, ties="final,first", consistent=False, seed=0, equivalences=None, threads=1, memory=1 << 28
    )
    named = start.list(1)[0] if maker == "code" else maker
    found = simulate(game, strategy, named, number=4, trace=True, seed=seed)
    assert found.worst <= whole.figures.worst
    assert found.games == 4 and (found.lost == 0 or whole.figures.lost)
    for play in found.plays:
        hidden = rules.after(play.history, game.unseen.lies)
        assert hidden and len(play.lies) <= game.unseen.lies
        assert play.left[-1:] == ((len(fewest(hidden)),) if play.history else ())
        shown = {start.notation.code(rules.codes[code]): told for code, told in hidden}
        assert play.secret in shown
        if not game.unseen.moves:  # the lies are the answers that are not the truth
            code = next(n for n, one in enumerate(rules.codes) if start.notation.code(one) == play.secret)
            wrong = [
                place
                for place, made in enumerate(play.history)
                if rules.answers[rules.experiments.index(made.experiment)][code][0] != made.outcome
            ]
            assert list(play.lies) == wrong


@given(unseen_games(), st.integers(0, 1 << 30))
@random_cases(60)
def test_adversaries_answer_what_may_come(game: Game, seed: int) -> None:
    """What they answer leaves most, by their own counts, and a liar answers the same when asked again."""
    rules, hidden, history, final = played(game, Random(seed), 3)
    position = position_after(game, history)
    assert isinstance(position, BelievedPosition) and game.unseen is not None
    if rules.is_over(hidden, final):
        return
    lies = game.unseen.lies
    answered = rules.answered(0, hidden)
    models = LyingAdversary("models").answer(position, rules.experiments[0])
    open_states = {
        outcome: sum(1 if last else lies - told + 1 for told in fewest(cell).values())
        for outcome, (cell, last) in answered.items()
    }
    assert open_states[models] == max(open_states.values())
    assert LyingAdversary("fixed").answer(position, rules.experiments[0]) in answered
    start = position_after(game)
    assert isinstance(start, BelievedPosition)
    liar = Liar(start.beliefs, "x", rules.codes[0], seed)
    first = liar.answer(start, rules.experiments[0])
    assert first == liar.answer(start, rules.experiments[0]) and first in rules.answered(0, rules.start)


@pytest.mark.thorough
def test_a_knowing_table_is_another_one() -> None:
    """The table of a position knows what is believed; that of the start stays as it was."""
    game = cobra.load("liar")
    position = position_after(game, cobra.read_history(game, "1234 = yes"))
    assert isinstance(position, BelievedPosition) and position.table is not None
    assert position.table.belief == [0, 2, 4, 6, 9, 11, 13, 15]
    assert position.beliefs.table.belief is None


@pytest.mark.parametrize("noise", ["", "noise 1/10"])
def test_a_word_the_list_does_not_have_whose_answer_is_final_for_one_code_alone(noise: str) -> None:
    """Both codes answer `aa` by 1, and one of them would end the play by it: so none is left out."""
    text = f"""
file words = "words.txt"
secret w[1..2] : {{a b}} in lines(words)
lies at most 1
{noise}
experiment guess(g[1..2] : {{a b}} in lines(words))
  observe count(i in 1..2 : w[i] = g[i])
  final w[1] = g[1]
"""
    game = cobra.load_text(text, files={"words.txt": "ab\nba\n"})
    assert cobra.check(game).well_formed
    for history, codes, over in (("aa 1", 2, False), ("aa 1; ab 2", 1, True), ("ab 2", 1, True)):
        advice = cobra.advise(game, history, strategies=["first"])
        assert (advice.codes, advice.over) == (codes, over)
