"""Arguments of public functions are what their annotations say, converted, or refused in a sentence."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cobra
from cobra.arguments import _TABLE, checked
from cobra.errors import CobraError, GameError
from cobra.play.codemakers import make_codemaker

api: Any = cobra
"""The same, for calls that the types forbid."""
SMALL = cobra.load("mastermind", {"pegs": 2, "colours": 2})
MADE = cobra.read_history(SMALL, "00 = 1B0W")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("results") / "c.proof"
    best, plan = cobra.optimal(SMALL, certificate=file), cobra.static_plan(SMALL)
    assert best.strategy is not None
    return {
        "result": best,
        "strategy": best.strategy,
        "plan": plan.plan,
        "certificate": cobra.read_certificate(file),
        "history": "00 = 1B0W",
        "code": "01",
        "to": "svg",
        "path": file.with_name("file.svg"),
    }


def test_values_of_numpy_become_plain_ones() -> None:
    @checked
    def given(
        seed: int = 0, consistent: bool = False, time_limit: float | None = None, path: str | Path = ""
    ) -> tuple[object, ...]:
        return seed, consistent, time_limit, path

    plain = given(np.int64(3), np.bool_(True), np.float32(2.5), path=Path("a"))
    assert plain == (3, True, 2.5, Path("a"))
    assert [type(value) for value in plain[:3]] == [int, bool, float]
    assert given(time_limit=Fraction(1, 2)) == (0, False, 0.5, "")
    assert given(time_limit=10**400)[2] == math.inf


@pytest.mark.thorough
def test_what_is_made_with_values_of_numpy_is_written_and_read(tmp_path: Path) -> None:
    one: Any = np.int64(1)
    yes: Any = np.bool_(True)
    cobra.analyze(SMALL, ["random"], seed=one, consistent=yes, output=tmp_path)
    assert cobra.read_strategy(tmp_path / "random.json").settings.seed == 1
    found = cobra.optimal(SMALL, "won", max_depth=4 * one, within=3 * one, consistent=yes).strategy
    assert found is not None
    cobra.write_strategy(found, tmp_path / "won.json")
    assert cobra.read_strategy(tmp_path / "won.json").settings.max_depth == 4
    assert cobra.simulate(SMALL, "random", seed=one, number=2 * one).games == 2
    assert cobra.static_plan(SMALL, seed=one).plan is not None


NUMBER = "{name} must be a whole number from {least} to 9,223,372,036,854,775,807"
SECONDS = "{name} must be a number of seconds, 0 or more"
FLAG = "{name} must be True or False"
TEXT = "{name} must be a text (a str)"
LIMITS = "limits must be a cobra.Limits, such as cobra.Limits(codes=1000)"


@pytest.mark.parametrize(
    ("function", "name", "wrongs", "message"),
    [
        (cobra.analyze, "seed", [True, np.bool_(True), None], NUMBER.format(name="seed", least=0)),
        (cobra.optimal, "max_depth", [True], NUMBER.format(name="max_depth", least=1)),
        (cobra.analyze, "memory", [None, -1], NUMBER.format(name="memory", least=0)),
        (cobra.Session, "memory", [None, -1, "2G"], NUMBER.format(name="memory", least=0)),
        (cobra.simulate, "number", [1.5, -1], NUMBER.format(name="number", least=0)),
        (cobra.evolve, "population", [1.5, 10**30, 0], NUMBER.format(name="population", least=1)),
        (cobra.evolve, "islands", [1.5], NUMBER.format(name="islands", least=1)),
        (cobra.evolve, "generations", ["3", -1], NUMBER.format(name="generations", least=0)),
        (cobra.evolve, "patience", [-1], NUMBER.format(name="patience", least=0)),
        (
            cobra.check,
            "time_limit",
            ["10s", math.nan, -1, True, [1], b"1"],
            SECONDS.format(name="time_limit"),
        ),
        (cobra.Session, "time_limit", ["10s"], SECONDS.format(name="time_limit")),
        (cobra.analyze, "consistent", [1, "no", None], FLAG.format(name="consistent")),
        (cobra.simulate, "trace", [1], FLAG.format(name="trace")),
        (cobra.analyze, "ties", [5, None], TEXT.format(name="ties")),
        (cobra.optimal, "objective", [5, b"worst"], TEXT.format(name="objective")),
        (cobra.optimal, "first", [5], TEXT.format(name="first")),
        (cobra.check, "sat_solver", [None], TEXT.format(name="sat_solver")),
        (cobra.info, "backend", [5], TEXT.format(name="backend")),
        (cobra.info, "limits", [{"codes": 5}, {}, 0, cobra.Limits], LIMITS),
        (cobra.expand, "limits", [5], LIMITS),
        (cobra.check, "progress", [5, ""], "progress must be a function"),
        (cobra.explain, "advice", [5], "advice must be what cobra.advise returns"),
        (cobra.analyze, "output", [5, b"a"], "output must be a path (a str or a pathlib.Path)"),
        (cobra.analyze, "equivalences", [5, [5]], "equivalences must be a list of texts (of str)"),
        (cobra.symmetry, "after", [[None]], "after must be a list of texts (of str)"),
        (
            cobra.optimal,
            "beginning",
            [5],
            "a strategy is needed here, not int: cobra.read_strategy reads one",
        ),
        (cobra.Session, "start", [5], "start must be a position, such as that of a cobra.Session"),
        (
            cobra.Session,
            "codemaker",
            [5],
            "a codemaker is needed here, not int: cobra.play.codemakers.make_codemaker makes one",
        ),
    ],
)
def test_arguments_that_cannot_be_are_refused(
    function: Callable[..., Any], name: str, wrongs: list[object], message: str
) -> None:
    for wrong in wrongs:
        with pytest.raises(GameError) as caught:
            function(SMALL, **{name: wrong})
        assert str(caught.value) == message


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: api.load(5), "name_or_path must be a path (a str or a pathlib.Path)"),
        (
            lambda: api.load("mastermind", [("pegs", 2)]),
            "definitions must be a dictionary, with texts (str) as keys",
        ),
        (lambda: api.load_text(5), "text must be a text (a str)"),
        (lambda: api.load_text(b"game"), "text must be a text (a str)"),
        (lambda: api.load_text("", name=5), "name must be a text (a str)"),
        (
            lambda: api.load_text("", files={"a.txt": b"a"}),
            "files must be a dictionary of the texts of files (str), by their names",
        ),
        (lambda: api.format_game(5), "text must be a text (a str)"),
        (lambda: api.read_plan(5), "path must be a path (a str or a pathlib.Path)"),
        (lambda: api.excluded(SMALL, "", 5), "code must be a text (a str)"),
        (
            lambda: api.compare("mastermind", sat_solver="minisat"),
            "there is no SAT solver 'minisat'; did you mean 'minisat22'? (known: ",
        ),
        (
            lambda: api.compare([5]),
            "games must be a game, its name or its file, or a list of these, not int",
        ),
        (
            lambda: api.compare("mastermind", definitions={"pegs": [1.5]}),
            "-D pegs: a value must be a whole number or a text",
        ),
        (
            lambda: api.compare("mastermind", definitions={"pegs": [2, 10**5000]}),
            "-D pegs: a whole number of at most nine digits or a text is needed",
        ),
        (
            lambda: api.load("mastermind", {"pegs": 10**5000}),
            "-D pegs: a whole number of at most nine digits or a text is needed",
        ),
        (lambda: api.Limits(codes=-1), NUMBER.format(name="the limit codes", least=1)),
        (lambda: api.Limits(codes="5"), NUMBER.format(name="the limit codes", least=1)),
        (lambda: api.analyze(SMALL, 5), "int is no strategy: "),
        (
            lambda: api.excluded(SMALL, [("00", "1B0W")], "00"),
            "a history is one text, such as '0011 = 1B1W; 0023 = 0B2W', or what cobra.read_history makes of ",
        ),
        (
            lambda: api.Session(SMALL, history="00 = 1B0W"),
            "history must be what cobra.read_history returns",
        ),
    ],
)
def test_calls_that_cannot_be_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(GameError) as caught:
        call()
    assert str(caught.value).startswith(message)


@pytest.mark.thorough
def test_things_of_another_kind_are_refused(results: dict[str, Any]) -> None:
    make: Any = make_codemaker
    functions: tuple[tuple[Callable[[Any], object], str, str], ...] = (
        (cobra.analyze, "game", "load"),
        (cobra.Session, "game", "load"),
        (cobra.expand, "game", "load"),
        (cobra.verify, "strategy", "read_strategy"),
        (lambda given: cobra.write_strategy(given, results["path"]), "strategy", "read_strategy"),
        (cobra.verify_plan, "plan", "read_plan"),
        (api.verify_certificate, "certificate", "read_certificate"),
    )
    for function, what, made_by in functions:
        with pytest.raises(GameError) as caught:
            function(None)
        assert str(caught.value) == f"a {what} is needed here, not None: cobra.{made_by} reads one"
    with pytest.raises(
        GameError, match=r"not its name or file: cobra.read_certificate\('c.proof'\) reads it"
    ):
        api.verify_certificate("c.proof")
    with pytest.raises(GameError, match=r"not its name or file: cobra.load\('mastermind'\) reads it"):
        make("mastermind", "random")
    with pytest.raises(GameError, match=r"name must be a text \(a str\)"):
        make(SMALL, 5)
    analysis: Any = cobra.analyze(SMALL, ["parts"])
    with pytest.raises(GameError, match="a strategy is needed here, not Analysis"):
        cobra.verify(analysis)


def test_calls_that_do_not_fit_are_python_s_errors() -> None:
    for call, message in (
        (lambda: api.analyze(), "analyze() missing 1 required positional argument: 'game'"),
        (
            lambda: api.analyze(SMALL, ["parts"], "average"),
            "analyze() takes from 1 to 2 positional arguments but 3 were given",
        ),
        (lambda: api.load("mastermind", size=3), "load() got an unexpected keyword argument 'size'"),
        (
            lambda: api.Session(SMALL).left(),
            "Session.left() missing 1 required positional argument: 'number'",
        ),
    ):
        with pytest.raises(TypeError) as caught:
            call()
        assert str(caught.value) == message


def test_a_single_text_is_one_name() -> None:
    for named in ({"equivalences": "history"}, {"after": "00 = 1B0W"}):
        listed = {name: [text] for name, text in named.items()}
        assert api.symmetry(SMALL, **named) == api.symmetry(SMALL, **listed)
    coins = cobra.reproduce("coins", recompute=False)
    assert coins == cobra.reproduce(["coins"], recompute=False)


def test_folders_are_texts_too(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("ab\nba\n", "utf-8")
    text = 'file words = "words.txt"\nsecret w in lines(words)\nexperiment ask()\n  observe w[1] = "a"\n'
    assert cobra.info(cobra.load_text(text, folder=str(tmp_path))).codes == 2


def test_a_session_takes_texts_and_places_that_are() -> None:
    session = cobra.Session(SMALL, history=MADE)
    codes = [session.left(0), session.left(1)]
    assert codes == [4, 2]
    assert (session.counted(), session.counted(0)) == ("2", "4")
    methods: list[Callable[[Any], object]] = [session.ask, session.add, session.why, session.why_not]
    for method in [*methods, session.is_answer, session.answer]:
        with pytest.raises(GameError, match=r"must be a text \(a str\)"):
            method(5)
    for place in (session.left, session.counted, session.standing):
        with pytest.raises(GameError, match="there is no experiment 99; 1 were made"):
            place(99)
        with pytest.raises(GameError, match="number must be a whole number from 0 to"):
            place(-2)
    with pytest.raises(GameError, match="most must be a whole number from 0 to"):
        session.position.list(-1)
    assert session.history == MADE


def test_probabilities_are_those_of_values_that_are() -> None:
    found = cobra.advise(SMALL, "00 = 2B0W").probabilities
    assert found is not None
    assert [found.of("code[1]", value) for value in "01"] == [1, 0]
    wrong: Any
    for slot, wrong, message in (
        ("code[1]", 0, "value must be a text (a str)"),
        ("code[1]", "7", "there is no value of code[1] '7' (known: 0 1)"),
        ("code[3]", "0", "there is no slot of the secret 'code[3]'"),
    ):
        with pytest.raises(GameError) as caught:
            found.of(slot, wrong)
        assert str(caught.value).startswith(message)


@pytest.mark.thorough
def test_a_strategy_that_was_found_is_simulated(results: dict[str, Any], tmp_path: Path) -> None:
    found = results["strategy"]
    for given in (found, [found]):
        for function in (cobra.analyze, lambda game, given: cobra.advise(game, strategies=given)):
            with pytest.raises(GameError, match=r"is played by cobra\.simulate; others take it by the path"):
                function(SMALL, given)
    cobra.write_strategy(found, tmp_path / "best.json")
    by_path = cobra.simulate(SMALL, tmp_path / "best.json")
    assert by_path.total == cobra.simulate(SMALL, found).total
    assert by_path == cobra.simulate(SMALL, str(tmp_path / "best.json"))
    with pytest.raises(GameError, match="there is no strategy 'xxx"):
        cobra.simulate(SMALL, 300 * "x")


def test_all_names_are_listed() -> None:
    assert set(cobra.__all__) <= set(dir(cobra))


ODD: list[Any] = [
    *(
        5,
        -1,
        True,
        1.5,
        math.nan,
        -math.inf,
        10**30,
        "10s",
        "\0",
        300 * "x",
        b"x",
        None,
        [1],
        [None],
        {"a": 1},
    ),
    *(object(), Fraction(1, 2), Path("w"), SMALL),
]
"""What is given for each argument in turn."""
LOOKED_AT = [
    name
    for name in cobra.__all__
    if inspect.isfunction(value := getattr(cobra, name)) and name not in ("reproduce", "evolve", "compare")
]


def _odd_calls(function: Callable[..., Any], known: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the arguments of calls each of which has one that is odd, of a kind that is looked at."""
    parameters = inspect.signature(function).parameters
    needed = {name: known[name] for name, one in parameters.items() if one.default is one.empty}
    for name, one in parameters.items():
        if str(one.annotation).removesuffix(" | None") in _TABLE:
            yield from ({**needed, name: odd} for odd in ODD)


@pytest.mark.thorough
@pytest.mark.parametrize("name", LOOKED_AT)
def test_odd_arguments_are_taken_or_refused_in_a_sentence(
    name: str, results: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    known = {
        **results,
        "game": SMALL,
        "name_or_path": "mastermind",
        "text": "00 = 1B0W" if name == "read_history" else 'game "x"',
        "codes": ["a", "b"],
        "experiments": ["e"],
        "answers": [[1], [2]],
    }
    function = getattr(cobra, name)
    refused = 0
    for call in _odd_calls(function, known):
        try:
            function(**call)
        except CobraError as error:
            assert str(error)
            refused += 1
    assert refused > len(ODD) / 2
