"""A game in progress: the three roles, and any sequence of commands."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import cobra
from cobra.engine.made import Made
from cobra.engine.run import Run
from cobra.errors import CobraError, GameError
from cobra.language.load import load_text
from cobra.options import MEMORY
from cobra.play.begin import new_positions
from cobra.play.codebreakers import best_codebreaker, make_codebreaker, written_codebreaker
from cobra.play.codemakers import make_codemaker
from cobra.play.read import read_history
from cobra.play.session import Session
from tests.memory.test_comparisons import FINED

GAME = cobra.load("mastermind", {"pegs": 3, "colours": 3})
HARD = """
game "Hard"
alphabet s = 0..9
secret x[1..30] : s
constraint all(i in 1..30, j in 1..30, i < j & (i*j + i + j) % 7 < 2 : x[i] != x[j])
experiment g(a : 1..30, b : s)
  observe x[a] <= b
"""
"""Its codes are too many to list, and to count them takes too much memory."""
CODES = ["".join(code) for code in product("012", repeat=3)]


def answer(code: str, guess: str) -> str:
    black = sum(a == b for a, b in zip(code, guess, strict=True))
    return f"{black}B{sum(min(code.count(c), guess.count(c)) for c in set(guess)) - black}W"


def rows(session: Session) -> list[tuple[str, str, int]]:
    state = json.loads(json.dumps(session.state()))
    return [(row["experiment"], row["answer"], row["left"]) for row in state["history"]]


def test_names_are_no_players_and_texts_no_history() -> None:
    wrong: Any
    for wrong, message in (
        (
            {"codemaker": "random"},
            "a codemaker is needed here, not its name 'random': "
            "cobra.play.codemakers.make_codemaker makes one",
        ),
        (
            {"codebreaker": "parts"},
            "a codebreaker is needed here, not its name 'parts': "
            "cobra.play.codebreakers.make_codebreaker makes one",
        ),
        (
            {"history": ("012 0B3W",)},
            "history must be what cobra.read_history returns",
        ),
    ):
        with pytest.raises(GameError) as caught:
            Session(GAME, **wrong)
        assert str(caught.value) == message


def test_the_person_breaks() -> None:
    session = Session(GAME, codemaker=make_codemaker(GAME, "120"))
    assert (session.role, session.turn) == ("break", "ask")
    for guess in ("012", "112"):
        made = session.ask(guess)
        assert made is not None
    assert rows(session) == [("012", "0B3W", 2), ("112", "1B1W", 1)]
    assert session.secret() is None
    session.ask("120")
    assert session.turn == "over"
    assert session.secret() == "120"
    with pytest.raises(GameError, match="the game is over"):
        session.ask("120")


def test_the_person_makes() -> None:
    session = Session(GAME, codebreaker=make_codebreaker("parts"))
    assert session.role == "make"
    secret = "201"
    while session.turn != "over":
        asked = session.notation.experiment(session.propose())
        assert session.turn == "answer"
        assert session.state()["asked"] == asked
        session.answer(answer(secret, asked))
    (expected,) = cobra.simulate(GAME, "parts", secret, trace=True).plays
    assert session.history == expected.history
    assert session.secret() == secret


def test_the_person_is_helped() -> None:
    session = Session(GAME, history=read_history(GAME, "012 = 1,1"))
    left = [code for code in CODES if answer(code, "012") == "1B1W"]
    assert (session.role, session.turn, session.position.codes) == ("help", "ask", len(left))
    session.add("001 0 black 1 white")
    left = [code for code in left if answer(code, "001") == "0B1W"]
    assert session.position.list(99) == left
    assert session.ask("222") is None
    assert session.turn == "answer"
    session.answer("1b")
    assert session.position.list(99) == [code for code in left if answer(code, "222") == "1B0W"]


def test_undo_and_edit() -> None:
    session = Session(GAME, history=read_history(GAME, "012 1B1W; 002 0B1W"))
    before = rows(session)
    session.edit(1, "0,0")
    assert session.turn == "clash"
    with pytest.raises(GameError, match="no code fits"):
        session.hint()
    with pytest.raises(GameError, match="no code fits"):
        session.add("000 1B0W")
    session.edit(1, "1B1W")
    assert rows(session) == before
    assert session.undo() is not None
    assert rows(session) == before[:1]
    session.ask("111")
    assert session.undo() is None  # the question that waited
    assert session.turn == "ask"
    session.undo()
    with pytest.raises(GameError, match="nothing to take back"):
        session.undo()


def test_an_answer_taken_back_is_asked_for_again() -> None:
    session = Session(GAME, codebreaker=make_codebreaker("max-models"))
    first = session.propose()
    session.answer("0B2W")
    session.propose()
    session.undo()
    assert session.propose() == first
    session.answer("3,0")
    assert session.turn == "over"
    session.undo()
    assert session.turn == "answer"


def test_a_hint_says_one_code_and_one_answer() -> None:
    helped = Session(cobra.load("higher-lower", {"n": 3}))
    helped.add("1 = higher")
    assert [helped.hint().text for _ in range(2)][1] == (
        "the best experiment has 2 answers, leaves at most 1 code, and can be the code"
    )
    folding = Session(load_text(FINED))
    assert [folding.hint().text for _ in range(2)][1] == "the best fold has 1 answer, leaves at most 4 codes"


def test_hints_come_in_doses() -> None:
    session = Session(GAME, codemaker=make_codemaker(GAME, "120"), codebreaker=None)
    assert session.hint().text == "27 of 27 codes are left"
    nudge = session.hint()
    assert nudge.dose == 2
    assert "answers, leaves at most" in nudge.text
    best = session.hint()
    assert best.experiment == session.best()
    assert session.hint() == best
    session.ask("012")
    assert session.hint().text == "2 of 27 codes are left"


@pytest.mark.thorough
def test_the_best_is_optimal() -> None:
    session = Session(GAME, codemaker=make_codemaker(GAME, "120"))
    result = cobra.optimal(GAME)
    length = {1: 0}
    for code in CODES:
        session = Session(GAME, codemaker=make_codemaker(GAME, code))
        while session.turn != "over":
            session.ask(session.best())
        length[1] += len(session.history)
    assert length[1] == result.row.total
    assert best_codebreaker().name == "best"


def test_wrong_answers_name_the_right_ones() -> None:
    session = Session(GAME, codebreaker=make_codebreaker("parts"))
    session.propose()
    with pytest.raises(GameError) as caught:
        session.answer("nonsense")
    assert str(caught.value) == (
        "'nonsense' is no answer to 001; the answers are 0B0W, 0B1W, 0B2W, 1B0W, 1B1W, 1B2W, 2B0W, 3B0W"
    )
    assert session.turn == "answer"


@pytest.mark.parametrize(("codemaker_name", "fits"), [("models", True), ("120", True)])
def test_giving_up_reveals_the_secret(codemaker_name: str, fits: bool) -> None:
    session = Session(GAME, codemaker=make_codemaker(GAME, codemaker_name))
    session.ask("000")
    left = session.position.list(99)
    assert (session.give_up() in left) is fits
    assert session.turn == "over"
    with pytest.raises(GameError, match="the game is over"):
        session.undo()


def test_a_code_that_nobody_told_stays_unknown() -> None:
    session = Session(GAME, codebreaker=make_codebreaker("parts"))
    assert session.give_up() is None


def test_roles_exclude_each_other() -> None:
    maker, breaker = make_codemaker(GAME, "models"), make_codebreaker("parts")
    with pytest.raises(GameError, match="is simulated"):
        Session(GAME, codemaker=maker, codebreaker=breaker)
    with pytest.raises(GameError, match="answers of somebody else"):
        Session(GAME, codemaker=maker, history=read_history(GAME, "012 1B1W"))
    with pytest.raises(GameError, match="the computer's"):
        Session(GAME, codemaker=maker).edit(1, "0,0")


@pytest.mark.thorough
def test_codes_that_cannot_be_counted_are_at_least_so_many() -> None:
    session = Session(cobra.load_text(HARD), memory=1 << 20)
    assert session.count() == session.hint().text == "at least 100 codes are left"
    assert (session.counted(0), session.state()["left"], session.state()["exact"]) == (
        "at least 100",
        100,
        False,
    )
    session.add("1 | 4 = yes")
    (row,) = session.state()["history"]
    assert (row["left"], row["exact"]) == (100, False)


@pytest.mark.thorough
def test_one_code_that_need_not_be_the_only_one_is_not_known() -> None:
    session = Session(cobra.load_text(HARD), memory=1 << 20)
    session.position.codes = 1  # as where the time ends once one is found
    assert session.count() == "at least one code is left"
    session.hint()
    assert session.hint().text == "there are too many codes left to say how well an experiment splits them"
    session.give_up()
    assert session.secret() is None


def test_the_beginning_need_not_be_found_out_twice() -> None:
    positions = cache(new_positions(GAME, Run(), MEMORY, None))
    maker = make_codemaker(GAME, "random", seed=3, positions=positions)
    session = Session(GAME, codemaker=maker, start=positions(()))
    assert session.position is positions(())
    assert positions.cache_info().misses == 1
    assert session.ask("012") is not None


def test_the_best_experiment_is_not_what_a_strategy_asks() -> None:
    session = Session(GAME, codebreaker=make_codebreaker("first", threads=1))
    assert session.notation.experiment(session.propose()) == "000"
    best = session.best()
    assert best == Session(GAME).best() != "000"
    assert [session.hint() for _ in range(3)][-1].experiment == best
    assert session.asked == session.propose()
    assert session.notation.experiment(session.propose()) == "000"


def test_giving_up_can_be_taken_back_where_no_secret_was_told() -> None:
    session = Session(GAME, history=read_history(GAME, "012 1B1W"))
    session.give_up()
    assert session.undo() is None
    assert (session.turn, len(session.history)) == ("ask", 1)
    session.give_up()
    session.edit(1, "0B3W")
    assert (session.turn, session.position.list(9)) == ("ask", ["120", "201"])


@pytest.mark.thorough
def test_very_many_codes() -> None:
    game = cobra.load("mastermind", {"pegs": 8, "colours": 10})
    session = Session(game, codemaker=make_codemaker(game, "01234567"))
    assert [session.hint().dose for _ in range(2)] == [1, 2]
    session.ask(session.best())
    assert session.position.codes > 0
    assert session.why()


class AnyCommands(RuleBasedStateMachine):
    """Whatever is typed, a session answers or refuses, and what it shows is true."""

    @initialize(role=st.sampled_from(["random", "models", "fixed", "make", "help"]))
    def begin(self, role: str) -> None:
        maker = None if role in ("make", "help") else make_codemaker(GAME, role, seed=3)
        breaker = make_codebreaker("max-models", threads=1) if role == "make" else None
        self.session = Session(GAME, codemaker=maker, codebreaker=breaker)

    texts = st.one_of(
        st.sampled_from(["012", "000", "1 2 0", "012 1B1W", "221 = 0,2", "0B1W", "3,0", "1 1", "x", ""]),
        st.text(max_size=8),
    )

    def refused_or(self, change: object, *arguments: object) -> None:
        before = self.session.state()
        try:
            change(*arguments)  # type: ignore[operator]
        except CobraError as error:
            assert str(error)
            assert self.session.state() == before

    @rule(text=texts)
    def ask(self, text: str) -> None:
        self.refused_or(self.session.ask, text)

    @rule(text=texts)
    def tell(self, text: str) -> None:
        self.refused_or(self.session.answer, text)

    @rule(text=texts)
    def add(self, text: str) -> None:
        self.refused_or(self.session.add, text)

    @rule(number=st.integers(-1, 4), text=texts)
    def edit(self, number: int, text: str) -> None:
        self.refused_or(self.session.edit, number, text)

    @rule()
    def undo(self) -> None:
        self.refused_or(self.session.undo)

    @rule()
    def propose(self) -> None:
        self.refused_or(self.session.propose)

    @rule()
    def hint(self) -> None:
        self.refused_or(self.session.hint)
        self.refused_or(self.session.why)

    @rule()
    def give_up(self) -> None:
        self.refused_or(self.session.give_up)

    @invariant()
    def what_is_shown_is_true(self) -> None:
        session = self.session
        shown = rows(session)
        left = CODES
        for guess, said, count in shown:
            left = [code for code in left if answer(code, guess) == said]
            assert count == len(left)
        assert session.position.codes == len(left)
        if session.role == "break":
            assert left
        over = bool(left) and bool(shown) and shown[-1][1] == "3B0W"
        assert session.turn == (
            "over" if session.given_up or over else "clash" if not left
            else "ask" if session.asked is None else "answer"
        )  # fmt: skip


TestAnyCommands = pytest.mark.thorough(AnyCommands.TestCase)
TestAnyCommands.settings = settings(
    max_examples=40, stateful_step_count=15, deadline=None, phases=[Phase.generate]
)


class Player:
    """Somebody who plays, always in the same way."""

    name = "Ann"

    def __init__(self, says: Any) -> None:
        self.says = says

    def answer(self, position: object, experiment: object) -> Any:
        return self.says

    def reveal(self, position: object) -> str:
        return "00"

    def choose(self, position: object) -> Any:
        return self.says


def test_players_of_one_s_own_say_what_the_game_has() -> None:
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    for says in (None, 5, "1B0W", (9, 9), (1,), [1, 0]):
        session = Session(game, codemaker=Player(says))
        with pytest.raises(GameError) as error:
            session.ask("01")
        assert str(error.value) == f"the codemaker Ann gives no answer of the game to 01, but {says!r}"
        assert (session.turn, session.history) == ("ask", ())
    assert Session(game, codemaker=Player((1, 0))).ask("01") == Made((0, (0, 1)), (1, 0))
    for says in (5, "01", (0, (0, 9)), (4, (0, 1)), [0, [0, 1]]):
        session = Session(game, codebreaker=Player(says))
        with pytest.raises(GameError) as error:
            session.propose()
        assert str(error.value) == f"the codebreaker Ann names no experiment of the game: {says!r}"
        assert (session.turn, session.state()["asked"]) == ("ask", None)
    assert Session(game, codebreaker=Player((0, (0, 1)))).propose() == (0, (0, 1))
    nameless: Any = type("Nameless", (), {"answer": Player.answer})()
    with pytest.raises(GameError, match="a codemaker is needed here, not Nameless: "):
        Session(game, codemaker=nameless)


def test_who_asks_in_another_game_begins_anew(tmp_path: Path) -> None:
    """The tree that was walked is of the game before, whose experiments can be written in both."""
    games = [cobra.load(name, {"pegs": 2, "colours": 6}) for name in ("mastermind", "black-pegs")]
    breaker = make_codebreaker("max-models", threads=1)
    firsts = [
        session.notation.experiment(session.propose())
        for game in (*games, games[0])
        for session in [Session(game, codebreaker=breaker)]
    ]
    assert firsts == ["01", "00", "01"]
    file = tmp_path / "own.json"
    cobra.write_strategy(breaker.strategy(Session(games[0]).position), file)
    written = written_codebreaker(file, games[0])
    assert written.choose(Session(games[0]).position) == (0, (0, 1))
    with pytest.raises(GameError, match="is a strategy for another game: they differ in their"):
        written.choose(Session(games[1]).position)
