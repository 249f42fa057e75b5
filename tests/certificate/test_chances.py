"""Certificates of random games in which answers are wrong by chance: what is best has one, nothing better."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import cobra
from cobra.certificate.beliefs.make import UnprovableError
from cobra.certificate.chances.file import MAGIC
from cobra.certificate.chances.make import ChanceMaker
from cobra.certificate.chances.parts import ChanceFact, ChanceFront
from cobra.certificate.chances.rules import ChanceChecker
from cobra.certificate.chances.sizes import Cost
from cobra.certificate.chances.symmetry import Element, Symmetries
from cobra.certificate.chances.tables import ChanceTables
from cobra.certificate.chances.verify import ChancesVerification
from cobra.certificate.lines import packed_lines
from cobra.certificate.read import best_by
from cobra.cli.main import cobra as command
from cobra.errors import CertificateError, GameError, LimitError
from cobra.limits import Limits
from cobra.model.game import Game
from tests.oracle import chance_proofs as naive
from tests.oracle.unseen import least_mean, most_won
from tests.random_cases import random_cases
from tests.unseen.test_chances import chance_games, drawn_games, games_by_code

MEMORY = 1 << 28
MOST_FACTS = 60
COIN = """game "A coin in the dark"
secret side : {heads tails}
lies at most 1
noise 1/4
experiment look() observe side
"""
NUMBER = """game "Wrong way"
secret x : 1..6
noise 1/10
experiment guess(g : 1..6)
  observe if x = g then "yes" else if x < g then "less" else "more"
  final x = g
"""
SETS = """game "Sets"
secret x : 1..4
lies at most 1
noise 1/10
experiment ask(s : set of 1..4) observe x in s
"""
WEIGHTED = SETS + "weight x"


def tables_of(game: Game) -> ChanceTables:
    return ChanceTables(game, Limits(), MEMORY, lambda: None)


def made(tables: ChanceTables, claim: Cost, within: int | None) -> list[ChanceFact]:
    return ChanceMaker(tables, False, MEMORY, lambda: None).prove(claim, within, None)


def symmetries_of(tables: ChanceTables, random: Random) -> tuple[Element, ...]:
    """Return all symmetries of a tiny game, which the naive checker knows, too; sometimes none."""
    rules = naive.Naive(tables.game, False, ())
    everything = list(permutations(range(tables.number)))
    elements = tuple(filter(tables.symmetries.has, everything))
    assert elements == tuple(filter(rules.is_symmetry, everything))
    return elements if random.random() < 0.7 else ()


def is_believed(
    tables: ChanceTables,
    claim: Cost,
    within: int | None,
    facts: list[ChanceFact],
    elements: tuple[Element, ...] = (),
) -> bool:
    """Check a certificate, and demand that the naive checker thinks of it the same."""
    plain = [
        (
            fact.left,
            fact.cost,
            {
                (code, told): Fraction(weight)
                for weight, sets in fact.weighing
                for told, codes in enumerate(sets)
                for code in range(tables.number)
                if codes >> code & 1
            },
        )
        for fact in facts
    ]
    try:
        naive.check(tables.game, plain, claim, within=within, elements=elements)
        naively = True
    except naive.Refused:
        naively = False
    front = ChanceFront(tables.game, within, False, None, claim, elements)
    try:
        ChanceChecker(tables, front, lambda: None).check(facts)
        believed = True
    except CertificateError:
        believed = False
    assert believed == naively
    return believed


def judged(game: Game, cost: Cost, within: int | None, seed: int) -> None:
    """Demand a certificate of what is best, and none of anything better."""
    tables, random = tables_of(game), Random(seed)
    if not any(cost):
        return
    elements = symmetries_of(tables, random) if tables.number <= 4 else ()
    tables.use(elements)
    facts = made(tables, cost, within)
    assert is_believed(tables, cost, within, facts, elements)
    lost, experiments = cost
    assume(len(facts) <= MOST_FACTS)
    for better in (
        (lost, experiments + Fraction(1, 10**6)),
        (lost + Fraction(1, 10**6), Fraction(0)),
    ):
        with pytest.raises(UnprovableError):
            made(tables, better, within)
        for _ in range(5):  # none of the certificates made wrong proves more
            lies = [
                ChanceFact(fact.weighing, fact.left, _raised(fact.cost, random))
                for fact in facts
                if random.random() < 0.9
            ]
            assert not is_believed(tables, better, within, lies, elements)


def _raised(cost: Cost, random: Random) -> Cost:
    lost, experiments = cost
    return random.choice([cost, cost, (lost, experiments + 1), (lost + Fraction(1, 9), experiments)])


def judged_won(game: Game, within: int, seed: int) -> None:
    try:
        cost = most_won(game, within)
    except LimitError:
        assume(False)
    judged(game, cost, within, seed)


def judged_mean(game: Game, longest: int | None, seed: int) -> None:
    assert game.unseen is not None
    assume(not game.unseen.endless and (longest is not None or not game.unseen.moves))
    try:
        mean = least_mean(game, longest=longest)
    except LimitError:
        assume(False)
    if mean is None:  # every strategy loses something
        assert longest is not None
        facts = made(tables_of(game), (Fraction(0), Fraction(longest + 1)), longest)
        assert is_believed(tables_of(game), (Fraction(0), Fraction(longest + 1)), longest, facts)
    else:
        judged(game, (Fraction(0), mean), longest, seed)


ANY = st.one_of(chance_games(), drawn_games(), games_by_code())


@pytest.mark.thorough
@random_cases(30)
@given(ANY, st.integers(1, 3), st.integers(0, 9999))
def test_what_is_won_most_has_a_certificate_and_no_more(game: Game, within: int, seed: int) -> None:
    assume(tables_of(game).number <= 4)
    judged_won(game, within, seed)


@pytest.mark.thorough
@random_cases(15)
@given(chance_games(endless=False), st.one_of(st.none(), st.integers(1, 5)), st.integers(0, 9999))
def test_the_least_mean_has_a_certificate_and_no_less(game: Game, longest: int | None, seed: int) -> None:
    assume(tables_of(game).number <= 4)
    judged_mean(game, longest, seed)


@pytest.mark.slow
@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(ANY, st.integers(1, 4), st.integers(0, 9999))
def test_many_chances_have_certificates(game: Game, within: int, seed: int) -> None:
    judged_won(game, within, seed)


@pytest.mark.slow
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(chance_games(endless=False), st.one_of(st.none(), st.integers(1, 6)), st.integers(0, 9999))
def test_many_means_have_certificates(game: Game, longest: int | None, seed: int) -> None:
    judged_mean(game, longest, seed)


def proved(game: Game, path: Path, objective: str | None = None, **options: Any) -> tuple[str, int]:
    """Return the claim of the certificate of an optimum, that both checkers believe, and how many facts."""
    result = cobra.optimal(game, objective, certificate=path, **options)
    certificate = cobra.read_certificate(path)
    assert isinstance(certificate, cobra.ChancesFile)
    verification = cobra.verify_certificate(certificate, game)
    assert isinstance(verification, ChancesVerification) and verification.problem is None
    assert verification.counted is not None
    lost, experiments = certificate.front.claim
    if result.strategy is not None:
        assert best_by(verification, result.strategy) == (result.objective,)
        figures = result.strategy.figures
        assert (lost, experiments) == (figures.chance_lost, figures.average)
    naive.check_text("\n".join(certificate.lines()))
    return f"{lost} {experiments}", verification.counted.facts


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "objective", "options", "claim", "facts"),
    [
        (COIN, "average", {}, "0 39/16", 2),
        (COIN, "average", {"max_depth": 2}, "0 3", 2),
        (COIN, "won", {"within": 2}, "7/16 2", 2),
        (SETS, "average", {}, "0 1721/500", 10),
        (SETS, "average", {"first": "12"}, "0 1721/500", 5),
        (SETS, "average", {"first": "1"}, "0 145637/40000", 12),
        (WEIGHTED, "average", {}, "0 66029/20000", 95),
        (WEIGHTED, "average", {"first": "1"}, "0 1883/500", 35),
        (WEIGHTED, "average", {"first": "4"}, "0 66029/20000", 29),
        (NUMBER, "won", {"within": 2}, "8/15 11/6", 1),
        (NUMBER, "won", {"within": 3}, "17/150 71/30", 3),
        (NUMBER, "won", {"within": 3, "consistent": True}, "17/150 71/30", 3),
        (NUMBER, "won", {"within": 3, "first": "1"}, "11/30 5/2", 1),
        (NUMBER, "won", {"within": 4, "max_depth": 2}, "8/15 11/6", 1),
    ],
)
def test_known_games(
    text: str, objective: str, options: dict[str, Any], claim: str, facts: int, tmp_path: Path
) -> None:
    assert proved(cobra.load_text(text), tmp_path / "some.proof", objective, **options) == (claim, facts)


@pytest.mark.parametrize(
    ("text", "of_certificate", "of_strategy", "best"),
    [
        (COIN, {}, {"max_depth": 4}, ("average",)),
        (COIN, {"max_depth": 4}, {}, ()),
        (COIN, {"max_depth": 4}, {"max_depth": 3}, ("average",)),
        (COIN, {"max_depth": 3}, {"max_depth": 4}, ()),
        (COIN, {"objective": "won", "within": 3}, {"max_depth": 3}, ("average",)),
        (COIN, {"max_depth": 3}, {"objective": "won", "within": 3}, ("won",)),
        (COIN, {"objective": "won", "within": 3}, {"objective": "won", "within": 2}, ()),
        (SETS, {"first": "12"}, {"first": "12"}, ("average",)),
        (SETS, {"first": "12"}, {}, ()),
        (SETS, {}, {"first": "12"}, ("average",)),
        (SETS, {}, {"first": "1"}, ()),
    ],
)
def test_by_what_a_strategy_is_best(
    text: str,
    of_certificate: dict[str, Any],
    of_strategy: dict[str, Any],
    best: tuple[str, ...],
    tmp_path: Path,
) -> None:
    game = cobra.load_text(text)
    proved(game, tmp_path / "some.proof", **of_certificate)
    verification = cobra.verify_certificate(cobra.read_certificate(tmp_path / "some.proof"))
    assert isinstance(verification, ChancesVerification)
    strategy = cobra.optimal(game, **of_strategy).strategy
    assert strategy is not None and best_by(verification, strategy) == best


@pytest.mark.parametrize(
    ("name", "definitions", "objective", "options", "claim"),
    [
        ("noisy_test", {"parts": 4}, "average", {}, "0 1721/500"),
        ("noisy_test", {"parts": 4}, "won", {"within": 3}, "271/1000 3"),
        ("diluted_test", {"people": 4}, "won", {"within": 2}, "1/2 7/4"),
    ],
)
@pytest.mark.thorough
def test_the_examples(
    name: str,
    definitions: dict[str, int],
    objective: str,
    options: dict[str, Any],
    claim: str,
    tmp_path: Path,
) -> None:
    game = cobra.load(f"examples/unseen/{name}.cb", definitions)
    assert proved(game, tmp_path / "some.proof", objective, **options)[0] == claim


def test_codes_that_may_change_places() -> None:
    """Any two numbers of which any set may be asked; of guesses that are less or more none."""
    assert tables_of(cobra.load_text(SETS)).symmetries.classes == [0b1111]
    assert tables_of(cobra.load_text(COIN)).symmetries.classes == [0b11]
    assert tables_of(cobra.load_text(NUMBER)).symmetries.classes == []
    assert tables_of(cobra.load_text(SETS + "goal x % 2\n")).symmetries.classes == [0b101, 0b1010]


def test_symmetries_that_a_certificate_names() -> None:
    """Numbers the other way round: less is more. That one is no symmetry, and nine codes have too many."""
    tables = tables_of(cobra.load_text(NUMBER))
    back = (5, 4, 3, 2, 1, 0)
    assert tables.symmetries.has(back) and not tables.symmetries.has((1, 0, 2, 3, 4, 5))
    tables.use([back])
    assert tables.symmetries.normal(((2, (0b000011,)), (1, (0b100100,)))) == (
        (2, (0b110000,)),
        (1, (0b1001,)),
    )
    with pytest.raises(GameError, match="a permutation of the codes is no symmetry"):
        tables.use([(1, 0, 2, 3, 4, 5)])
    goals = [1 << code for code in range(9)]  # which have 362,880 permutations
    assert Symmetries([], goals, None, [], lambda: None).classes == [0x1FF]
    with pytest.raises(GameError, match="there are more than 29,127 symmetries"):
        Symmetries([], goals, None, [(1, 2, 3, 4, 5, 6, 7, 8, 0), (1, 0, *range(2, 9))], lambda: None)


def test_what_is_kept_is_counted() -> None:
    tables = tables_of(cobra.load_text(SETS))
    with pytest.raises(LimitError) as error:
        ChanceMaker(tables, False, 10_000, lambda: None).prove((Fraction(0), Fraction(1721, 500)), None, None)
    assert error.value.name == "memory"


FACT = "fact none 0 39/8 1=3+0"
START = "fact none 0 23/4 3=1+0 1=0+2"


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (
            [FACT],
            "fact 0, 2 codes (heads, tails) cost 39/8 experiments at least: the experiment look is known",
        ),
        (
            ["fact none 0 24/4 3=1+0 1=0+2"],
            "cost 6 experiments at least: the experiment look is known to cost no more than 23/4 experiments",
        ),
        (["element 0 0", FACT, START], "a permutation of the codes is no symmetry"),
        (["element 1", FACT, START], "a permutation of the codes is no symmetry"),
        (["element 1 0 2", FACT, START], "a permutation of the codes is no symmetry"),
        ([FACT, START, START], "fact 2: there is another one about this weighing"),
        ([FACT, "fact none 0 1 1=1+2"], "fact 1: it is not about a weighing of which a play goes on"),
        ([FACT, START, "fact none 0 1 1=4+0"], "fact 2: it is not about codes of the game"),
        (["fact none 3 0 1=3+0"], "to give up costs 2 lost and 0 experiments"),
        ([FACT, "fact none 0 39/8 2=3+0"], "have no common divisor"),
        ([FACT, "fact none 0 39/8 1=3+0 1=0+3"], "weights come in descending order"),
        ([FACT, "fact none 0 39/8 2=3+0 1=1+0"], "a code has two weights"),
        ([FACT, "fact none 0 39/8 1=3"], "a weight has 2 sets of codes, by the lies told"),
        ([FACT, "fact none 0 39/0 1=3+0"], "'39/0' is no fraction"),
        ([FACT, "fact none 0 -1 1=3+0"], "'-1' is no fraction"),
        ([FACT, "fact none 0 1 -1=3+0"], "'-1' is no weight"),
        ([FACT, "fact none 1 1=3+0"], "a fact was expected"),
        ([START], "the facts prove 1 experiment, less than is claimed"),
        ([], "the facts prove 1 experiment, less than is claimed"),
    ],
)
def test_what_proves_nothing(lines: list[str], problem: str, tmp_path: Path) -> None:
    path = tmp_path / "coin.proof"
    proved(cobra.load_text(COIN), path)
    certificate = cobra.read_certificate(path)
    assert isinstance(certificate, cobra.ChancesFile)
    before = list(certificate.lines())
    assert before[5:] == [FACT, START, "end"]
    path.write_bytes(b"".join(packed_lines(MAGIC, [*before[:5], *lines, "end"])))
    found = cobra.verify_certificate(cobra.read_certificate(path))
    assert found.problem is not None and problem in found.problem


def test_the_commands(tmp_path: Path) -> None:
    game, path, best = str(tmp_path / "coin.cb"), str(tmp_path / "coin.proof"), str(tmp_path / "coin.json")
    Path(game).write_text(COIN)
    run = CliRunner().invoke
    assert run(command, ["optimal", game, "--proof", path, "-o", best]).exit_code == 0
    found = run(command, ["verify", best, path])
    assert found.exit_code == 0 and "optimum proved" in found.output and "best by average" in found.output
    claim = "no strategy takes less than 39/16 experiments in the mean"
    assert f"proved: {claim}" in run(command, ["verify", path, game]).output
    assert f"claimed: {claim}" in run(command, ["proof", "stats", path]).output
    assert "claim 0 39/16" in run(command, ["proof", "show", path]).output
    other = Path(path).rename(tmp_path / "by another name")
    assert run(command, ["verify", best, str(other)]).exit_code == 0
    other.rename(path)
    document = json.loads(run(command, ["verify", path, "--json"]).output)["certificate"]
    assert document["claims"] == [{"max_depth": None, "lost": "0", "average": "39/16"}]
    assert (
        run(command, ["optimal", game, "--within", "2", "--objective", "won", "--proof", path]).exit_code == 0
    )
    assert (
        "proved: no strategy wins more than 9/16 of all plays within 2 experiments, and none that wins as"
        in (run(command, ["verify", path, game]).output)
    )
    found = run(command, ["verify", best, path])
    assert found.exit_code == 1 and "no optimum" in found.output
    assert (
        run(
            command, ["optimal", game, "--objective", "average", "--max-depth", "2", "--proof", path]
        ).exit_code
        == 0
    )
    assert "proved: no strategy does it within 2 experiments" in run(command, ["verify", path]).output
    Path(path).write_bytes(Path(path).read_bytes()[:-9])
    assert run(command, ["verify", path]).exit_code == 1
