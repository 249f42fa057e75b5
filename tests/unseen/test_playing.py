"""Games in progress with lies and moves: exact values, and what the commands print."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cobra
from cobra.breakers.core import CoreBreaker
from cobra.budget import current
from cobra.cli.main import cobra as command
from cobra.engine.made import Made
from cobra.engine.played import Played
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import LimitError, StoppedError
from cobra.language.load import load_text
from cobra.limits import Limits
from cobra.play.begin import position_after
from cobra.play.codebreakers import best_codebreaker, make_codebreaker
from cobra.play.codemakers import make_codemaker
from cobra.play.session import Session
from cobra.play.too_many_lies import TooManyLies
from tests.cli.runner import run, run_json
from tests.unseen.test_values import GAMES, game_of


def shown(*arguments: str | Path, lines: str = "") -> str:
    result = CliRunner().invoke(command, [str(one) for one in arguments], input=lines)
    assert result.exit_code == 0 and result.stderr == "", result.output
    return result.stdout


def test_advice_among_liars() -> None:
    """Pelc's six questions for eight numbers are five after the first, whatever is answered."""
    advice = cobra.advise(game_of("liar"), "1234 = yes", strategies=["max-models", "optimal"])
    assert (advice.codes, advice.told, advice.over, advice.probabilities) == (8, (4, 4), False, None)
    assert advice.listed == tuple("12345678")
    assert [(one.worst, one.total, one.proved) for one in advice.suggestions] == [
        (5, None, False),
        (5, None, True),
    ]
    split = advice.suggestions[1].split
    assert split is not None and {part.told for part in split.parts} == {(2, 4)}


def test_one_lie_was_told_and_no_other_may_be() -> None:
    """All numbers are possible with one lie: what is left is a search without lies, three questions."""
    advice = cobra.advise(game_of("liar"), "1234 = yes; 12 = no; 3 = no; 4 = no", strategies=["optimal"])
    assert (advice.codes, advice.told) == (8, (0, 8))
    assert [one.worst for one in advice.suggestions] == [3]


def test_what_would_need_more_lies() -> None:
    found = cobra.advise(game_of("liar"), "1 = yes; 2 = yes; 3 = yes; 4 = no").contradiction
    assert found is not None
    document = found.document()
    assert (document["clash"], document["allowed"], document["needed"]) == ([1, 2, 3], 1, 2)
    assert document["cases"] == [
        {"lies": [1, 2], "codes": 1, "code": "3"},
        {"lies": [1, 3], "codes": 1, "code": "2"},
        {"lies": [2, 3], "codes": 1, "code": "1"},
    ]
    assert [(one.experiment, one.text, one.codes) for one in found.repairs] == [
        (1, "no", 2),
        (2, "no", 2),
        (3, "no", 2),
    ]


def test_no_fewer_answers_clash() -> None:
    """Both halves, asked twice, leave nothing with one lie. One half and all that follows do, too."""
    game = load_text("secret x : 1..6 lies at most 1 experiment ask(s : set of 1..6) observe x in s")
    asked = "123 = yes; 123 = yes; 456 = yes; 456 = yes; "
    asked += "; ".join(f"{number} = no; {number} = no" for number in (1, 2, 3))
    found = cobra.advise(game, asked).contradiction
    assert isinstance(found, TooManyLies)
    assert (found.clash, found.smallest, found.needed) == ((1, 2, 3, 4), True, 2)


def test_a_final_outcome_is_no_lie() -> None:
    """Who was told that all pegs are right knows the code; what contradicts that cannot be a lie twice."""
    game = game_of("mastermind_lie", pegs=3, colours=4)
    won = cobra.advise(game, "012 = 3B0W")
    assert (won.codes, won.over, won.listed, won.told) == (1, True, ("012",), (1,))
    document = cobra.advise(game, "012 = 3B0W; 013 = 0B0W; 023 = 0B0W").contradiction
    assert document is not None and document.document()["needed"] == 2
    never = cobra.advise(game, "012 = 3B0W; 013 = 3B0W").contradiction
    assert never is not None and never.document()["needed"] is None


def test_the_fox_is_where_it_may_be_now() -> None:
    advice = cobra.advise(game_of("fox"), "2 = empty; 3 = empty", strategies=["optimal"])
    assert (advice.codes, advice.told, advice.listed) == (4, (), ("1", "3", "4", "5"))
    assert [(one.experiment, one.worst, one.proved) for one in advice.suggestions] == [("4", 4, True)]
    gone = cobra.advise(game_of("fox"), "; ".join(f"{hole} = empty" for hole in (2, 3, 4, 2, 3, 4)))
    assert (gone.codes, gone.suggestions) == (0, ())
    assert gone.contradiction is not None and gone.contradiction.clash == (4, 5, 6)


ILL = """game "Ill"
secret ill : 1..3
experiment name(g : 1..3)
  observe if ill = g then 0 else if ill < g then 1 else 2
  final ill = g
experiment test()
  observe if ill = 1 then "ill" else "well" with 9/10, "well" with 1/10
"""


def test_where_answers_are_drawn_nothing_is_said_of_lies(tmp_path: Path) -> None:
    file = tmp_path / "ill.cb"
    file.write_text(ILL)
    text = shown("play", file, "-o", "3", lines="test\nname 3\nquit\n")
    assert "over after 2 experiments: the code is 3\n" in text and "lie" not in text


def test_who_is_ill_is_excluded_by_what_is_not_drawn() -> None:
    """A test is drawn by chance. What is said of a name is true, and no lie whatever number of tests is."""
    game = cobra.load_text(ILL)
    history = "name 2 = 2; test = well"
    assert cobra.advise(game, history).listed == ("3",)
    found = cobra.excluded(game, history, "1")
    assert not found.possible and [one.number for one in found.against] == [1]
    assert found.sentences == (
        "1 is excluded: 1 answer would be a lie, and none may be.",
        "Answer 1: name 2 would have been 1, not 2.",
    )
    assert cobra.excluded(game, history, "3").possible


def test_what_a_code_would_need() -> None:
    game = game_of("liar")
    history = "1234 = yes; 1256 = no; 1357 = no"
    assert cobra.excluded(game, history, "4").sentences == ("4 is possible: it fits all 3 answers.",)
    assert cobra.excluded(game, history, "3").sentences == ("3 is possible if answer 3 was a lie.",)
    assert cobra.excluded(game, history, "5").sentences == (
        "5 is excluded: 3 answers would be lies, and at most 1 may be.",
        "Answer 1: 1234 would have been no, not yes.",
        "Answer 2: 1256 would have been yes, not no.",
        "Answer 3: 1357 would have been yes, not no.",
    )
    fox = cobra.excluded(game_of("fox"), "2 = empty; 3 = empty", "2")
    assert fox.sentences == ("2 cannot be the secret, whichever answers were lies.",)


def test_what_a_code_would_need_is_found_out_within_the_limits() -> None:
    game, history = game_of("liar"), "1234 = yes"
    with pytest.raises(LimitError, match="about 8 needed, the limit is 7"):
        cobra.excluded(game, history, "5", limits=Limits(codes=7))
    assert cobra.excluded(game, history, "5", limits=Limits(codes=8)).possible
    with pytest.raises(StoppedError, match="listing the codes"):
        cobra.excluded(game, history, "5", time_limit=0)


def test_simulated_games_are_no_longer_than_the_worst() -> None:
    for name, params in (
        ("liar", {}),
        ("liar_comparisons", {"numbers": 16}),
        ("liar_coins", {}),
        ("fox", {}),
    ):
        game = game_of(name, **params)
        worst = cobra.optimal(game).row.worst
        for maker in ("random", "models", "fixed"):
            found = cobra.simulate(game, "optimal", maker, trace=True)
            assert found.proved and 0 < found.worst <= worst and found.lost == 0
            assert not found.sampled


@pytest.mark.thorough
def test_a_liar_lies_once_in_four_answers_while_it_may() -> None:
    """Of eight answers two are lies on average when there may be five."""
    game = game_of("liar", numbers=3, lies=5)
    start = position_after(game)
    experiment = start.notation.parse_experiment("2")
    told = Counter()
    for seed in range(100):
        maker, position = make_codemaker(game, "2", seed=seed), start
        for _ in range(8):
            made = Made(experiment, maker.answer(position, experiment))
            told[made.outcome] += 1
            position = position.then(made)
    assert told.total() == 800 and 170 <= told[(False,)] <= 230
    with pytest.raises(cobra.GameError):
        make_codemaker(game, "7")


def test_a_session_tells_the_lies_when_it_is_over() -> None:
    game = game_of("liar")
    session = Session(game, codemaker=make_codemaker(game, "random", seed=4))
    breaker = make_codebreaker("optimal")
    while session.turn == "ask":
        session.ask(session.notation.experiment(breaker.choose(session.position) or (0, ())))
    code = session.secret()
    assert code is not None and len(session.history) <= 6
    lies = session.state()["lies"]
    wrong = [
        place
        for place, made in enumerate(session.history, 1)
        if (code in session.notation.experiment(made.experiment)) != made.outcome[0]
    ]
    assert lies == wrong
    session.undo()
    assert session.lies() == () and session.count().endswith("was") and sum(session.told()) > 1


def test_the_lies_are_those_of_the_code_that_is_told() -> None:
    """Of codes with as few lies the likeliest is told, and the lies are those that it would have told."""
    text = (
        "secret x : 1..3\nweight x\nlies at most 1\nnoise 1/(x + 1)\nexperiment a(g : 1..3) observe x = g\n"
    )
    game = load_text(text)
    session = Session(game, codemaker=make_codemaker(game, "models"))
    for experiment in "132":
        session.ask(experiment)
    assert {made.outcome for made in session.history} == {(False,)}
    assert (session.give_up(), session.lies()) == ("3", (2,))


def test_what_clashes_is_said_as_far_as_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """That no answer can be left out, and that no fewer clash, takes longer than to see that they do."""
    game = game_of("liar")
    session = Session(game, history=cobra.read_history(game, "4 = no; 1 = yes; 2 = yes; 3 = yes"))
    whole = session.clash()
    assert isinstance(whole, TooManyLies) and (whole.clash, whole.smallest) == ((2, 3, 4), True)
    stop_reason, asked = Run.stop_reason, 0

    def stopped(run: Run) -> str | None:
        nonlocal asked
        asked += 1
        return "time" if asked > 6 else stop_reason(run)

    monkeypatch.setattr(Run, "stop_reason", stopped)
    found = session.clash()
    assert isinstance(found, TooManyLies) and (found.clash, found.smallest) == ((2, 3, 4), False)
    assert (found.needed, found.repairs, found.complete) == (2, (), False)
    asked = 4
    again = session.clash()
    assert isinstance(again, TooManyLies) and (again.clash, again.smallest) == ((1, 2, 3, 4), False)


@pytest.mark.parametrize("history", ["011 3B0W; 022 3B0W", "011 2B1W"], ids=["final", "given by no code"])
def test_why_no_number_of_lies_is_enough(history: str) -> None:
    """One peg alone cannot be at a wrong place, so nobody answers so, not even by a lie."""
    small = ("-D", "pegs=3", "-D", "colours=3")
    assert (
        "However many answers were lies, no code is possible: a final outcome is never a lie, and a lie\n"
        "is an answer that some code gives.\n"
    ) in shown("advise", "mastermind-lie", *small, "--history", history)


def test_where_the_secret_moves_it_is_not_known_which_answers_were_lies(tmp_path: Path) -> None:
    """It may have been 1 and stayed; or 3, which is not less than 2, and have moved to 1."""
    path = tmp_path / "moving.cb"
    path.write_text(
        """
game "Moving"
secret x : 1..3
lies at most 1
move x = one of x, x % 3 + 1
experiment a(g : 1..3)
  observe if x = g then "hit" else if x < g then "less" else "more"
  final x = g
"""
    )
    helped = shown("play", path, "--history", "2 = less; 1 = hit")
    assert "over after 2 experiments: the code is 1; it may be that no answer was a lie\n" in helped
    assert "the secret is 2; no answer was a lie\n" in shown("play", path, "-o", "2", lines="give up\n")


def test_an_answer_is_changed_where_none_fits() -> None:
    session = Session(
        game_of("liar"), history=cobra.read_history(game_of("liar"), "1 = yes; 2 = yes; 3 = yes")
    )
    assert session.turn == "clash"
    clash = session.clash()
    assert clash is not None and clash.wrong == (2, 3)
    session.edit(2, "no")
    assert session.turn == "ask" and session.told() == (0, 2)


@pytest.mark.thorough
def test_a_strategy_too_large_for_the_time_gives_its_first_experiment() -> None:
    position = position_after(game_of("mastermind_lie"))
    experiment = make_codebreaker("max-models", patience=0.5).choose(position)
    assert experiment is not None and position.notation.experiment(experiment) == "0011"
    small = position_after(game_of("fox"))
    best = best_codebreaker().choose(small)
    assert best is not None and small.notation.experiment(best) == "2"


def test_a_strategy_left_alone_in_a_long_step_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    play = CoreBreaker.play
    seconds: list[float] = []

    def left_at_first(breaker: CoreBreaker, table: CodeTable, *asked: Any) -> Played:
        seconds.append(current().remaining() or 0.0)
        if len(seconds) == 1:
            raise StoppedError("time", "max-models")
        return play(breaker, table, *asked)

    monkeypatch.setattr(CoreBreaker, "play", left_at_first)
    position = position_after(game_of("fox"))
    experiment = make_codebreaker("max-models", patience=10.0).choose(position)
    assert experiment is not None and position.notation.experiment(experiment) == "2"
    assert len(seconds) == 2 and seconds[0] <= 10 < seconds[1] <= 40


@pytest.mark.thorough
def test_means_at_the_beginning_and_later() -> None:
    """The exact means of a noisy test; both first answers leave as much, so one less after them."""
    game = game_of("noisy_test")
    start = cobra.advise(game, strategies=["max-models", "optimal"])
    means = [Fraction(127447, 30000), Fraction(127086, 30000)]
    assert [one.expected for one in start.suggestions] == means
    assert [one.proved for one in start.suggestions] == [False, True]
    later = cobra.advise(game, "123 = yes", strategies=["optimal"])
    assert [(one.expected, one.worst, one.proved) for one in later.suggestions] == [(means[1] - 1, 5, True)]
    played = cobra.simulate(game, "optimal", number=2000, seed=1)
    assert played.average is not None and played.margin is not None and played.worst <= 6
    assert abs(played.average - means[1]) < 2 * played.margin


def test_too_many_codes_are_refused() -> None:
    with pytest.raises(cobra.LimitError, match="raise it with --limit codes=N"):
        cobra.advise(game_of("mastermind_lie", pegs=8, colours=10))


def test_the_command_shows_lies() -> None:
    text = shown("advise", GAMES / "liar.cb", "--history", "1234 yes; 1256 no", "--why", "3", "--review")
    assert "if no answer was a lie, 2 codes\n  3  4\nif 1 answer was a lie, 4 codes\n  1  2  7  8\n" in text
    assert "no 2+2  yes 0+4" in text or "no 1+3  yes 1+3" in text
    assert "3 is possible: it fits all 2 answers." in text
    assert "Compared with optimal, 6 experiments were needed at worst.\n" in text
    clash = shown("advise", GAMES / "liar.cb", "--history", "1 yes; 2 yes; 3 yes")
    assert "No code gives the answers 1, 2 and 3 together with at most 1 lie" in clash
    assert (
        "Possible if 2 answers were lies:\nanswers  codes left then  such as\n1, 2                   1  3"
        in clash
    )
    data = run_json("advise", GAMES / "liar.cb", "--history", "1234 yes", "--json")
    assert data["told"] == [4, 4] and data["advice"][-1]["worst"] == 5


def test_the_dialogue_of_play() -> None:
    text = shown("play", GAMES / "liar.cb", "-o", "models", lines="1234\n1256\nleft\ngive up\n")
    assert "An adversary keeps all 8 codes open; 1 answer may be a lie." in text
    assert "6 of 8 codes are left: 2 if no answer was a lie, 4 if 1 was" in text
    assert "one code that fits all answers is 7; no answer was a lie" in text
    fox = shown("play", GAMES / "fox.cb", "-o", "models", lines="2\n3\n4\n2\n3\n4\n")
    assert "over after 6 experiments: the code is 4\n" in fox
    helped = shown("play", GAMES / "liar.cb", "-e", "optimal", lines="yes\n" * 3 + "review\n")
    assert "Think of one of 8 codes; 1 answer may be a lie; the computer asks." in helped


def test_a_game_without_an_end_is_given_up_and_that_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cobra.play.simulate.MOST_EXPERIMENTS", 20)
    monkeypatch.setattr("cobra.cli.show.simulate.MOST_EXPERIMENTS", 20)
    ring = tmp_path / "ring.cb"
    ring.write_text(
        'game "Ring"\nsecret x : 0..4\nnoise 1/4\nmove x = one of (x + 1) % 5, (x + 4) % 5\n'
        "experiment look(h : 0..4)\n  observe x = h\n  final x = h\n"
    )
    result = run("simulate", ring, "-e", "max-models", "-o", "models")
    assert result.stdout.endswith("20 experiments, given up\n")
    assert "an adversary need never let a game end; -o random draws what is wrong by chance" in result.stderr


@pytest.mark.parametrize(
    ("text", "within"),
    [
        ("secret x : 1..4 lies at most 1 noise 1/10 experiment test(s : set of 1..4) observe x in s", 3),
        ("secret x : 1..9 noise 1/10 experiment guess(g : 1..9) observe x = g, x < g final x = g", 3),
    ],
)
def test_who_plays_to_win_within_some_experiments_gives_up_then(
    tmp_path: Path, text: str, within: int
) -> None:
    """Neither after hundreds of experiments nor because it would go in circles."""
    game, file = tmp_path / "game.cb", tmp_path / "best.json"
    game.write_text(f'game "Soon"\n{text}\n')
    run("optimal", game, "--objective", "won", "--within", within, "-o", file)
    result = run("simulate", game, "-e", file, "-n", "40")
    assert "of 40 games given up" in result.stdout and "worst 3\n" in result.stdout
    assert result.stderr.split("warning: ")[1:] == [
        "given up where the strategy can win nothing any more in the experiments that it may make\n"
    ]


def test_simulate_shows_lies_and_who_gave_up() -> None:
    text = shown("simulate", GAMES / "liar.cb", "-n", "20", "--trace")
    assert "20 secrets drawn at random, seed 0" in text and "left  a lie\n" in text
    result = run("simulate", GAMES / "fox.cb", "-D", "holes=6", "-e", "parts", "-n", "20")
    assert "4 of 20 games given up" in result.stdout
    assert "given up where the strategy would go in circles; another one may find the secret" in result.stderr
    data = run_json("simulate", GAMES / "fox.cb", "-e", "optimal", "-o", "models", "--trace", "--json")
    assert (data["worst"], data["lost"], data["plays"][0]["lies"]) == (6, 0, [])
