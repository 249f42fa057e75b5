"""The experiment that is demanded as the first: it need not be consistent where the others are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.certificate import Claim, Fact, write_certificate
from cobra.certificate.beliefs.parts import NEVER, BeliefFront
from cobra.certificate.beliefs.rules import BeliefChecker
from cobra.certificate.file import CertificateFile
from cobra.certificate.read import best_by
from cobra.certificate.text import certificate_lines
from cobra.errors import CertificateError, GameError
from cobra.interval import MEASURES, Interval
from tests.certificate.test_beliefs import tables_of
from tests.oracle import belief_proofs, chance_proofs, proofs, situation_proofs

TWO = """game "Guess or ask"
secret x : 1..6
experiment guess(g : 1..6)
  observe if x = g then "yes" else "no"
  final x = g
experiment ask(h : 2..6)
  observe if x < h then "less" else "not less"
"""
PRICED = TWO.replace("final x = g\n", "final x = g\n  cost 2\n")
STATE = """game "Guess or ask, three times"
secret x : 1..6
state asked = 0 in 0..3
experiment guess(g : 1..6)
  observe if x = g then "yes" else "no"
  final x = g
experiment ask(h : 2..6)
  where asked < 3
  observe if x < h then "less" else "not less"
  then asked = asked + 1
"""
LIE = TWO + "lies at most 1\n"
NOISE = LIE + "noise 1/4\n"
FOX = """game "Three holes"
secret x : 1..3
move x = one of (if x = 1 then 2 else x - 1), (if x = 3 then 2 else x + 1)
experiment look(place : 1..3)
  observe if x = place then "the fox" else "empty"
  final x = place
experiment ask(h : 2..4)
  observe if x < h then "less" else "not less"
"""

KNOWLEDGE = [
    ("average", {}, (18,)),
    ("worst", {}, (4,)),
    ("worst-average", {}, (4, 18)),
    ("average-worst", {}, (18, 4)),
    ("nodes", {}, (4, 7)),
]
CASES: list[tuple[str, str, dict[str, Any], tuple[int, ...], Callable[[str], None]]] = [
    *((TWO, objective, options, least, proofs.check_text) for objective, options, least in KNOWLEDGE),
    (TWO, "won", {"within": 3}, (2, 16), situation_proofs.check_text),
    (PRICED, "average", {}, (30,), situation_proofs.check_text),
    (PRICED, "worst", {}, (7,), situation_proofs.check_text),
    (STATE, "average", {}, (18,), situation_proofs.check_text),
    (LIE, "worst", {}, (7,), belief_proofs.check_text),
    (NOISE, "average", {}, (45,), chance_proofs.check_text),
    (NOISE, "won", {"within": 4}, (3, 39), chance_proofs.check_text),
]


@pytest.mark.parametrize(("text", "objective", "options", "least", "naively_checked"), CASES)
def test_it_may_be_one_that_cannot_be_final(
    text: str,
    objective: str,
    options: dict[str, Any],
    least: tuple[int, ...],
    naively_checked: Callable[[str], None],
    tmp_path: Path,
) -> None:
    """What is found is what it is said to be, and is proved to be the best; it can be begun with again."""
    game, path = cobra.load_text(text), tmp_path / "some.proof"
    asked: dict[str, Any] = {"first": "ask 4", "consistent": True, **options}
    found = cobra.optimal(game, objective, certificate=path, **asked)
    said = [(interval.measure, interval.lower, interval.upper) for interval in found.intervals]
    assert said == [(m, v, v) for m, v in zip(MEASURES[objective], least, strict=True)]
    assert found.strategy is not None and cobra.verify(found.strategy).problems == ()
    certificate = cobra.read_certificate(path)
    naively_checked("\n".join(lines_of(certificate)))
    verification = cobra.verify_certificate(certificate, game)
    assert verification.correct and objective in best_by(verification, found.strategy)
    if objective != "won" and game.unseen is None:
        again = cobra.optimal(game, objective, beginning=found.strategy, **asked)
        assert again.intervals == found.intervals


def lines_of(certificate: Any) -> list[str]:
    of_knowledge = isinstance(certificate, CertificateFile)
    return list(certificate_lines(certificate) if of_knowledge else certificate.lines())


def test_where_the_secret_moves(tmp_path: Path) -> None:
    """After "less" than 2 the fox is in the middle; else it may be anywhere, and is waited for there."""
    game, path = cobra.load_text(FOX), tmp_path / "some.proof"
    found = cobra.optimal(game, first="ask 2", consistent=True, certificate=path)
    assert found.row.worst == 3 and found.proved and not found.infeasible
    assert found.strategy is not None and cobra.verify(found.strategy).problems == ()
    certificate = cobra.read_certificate(path)
    belief_proofs.check_text("\n".join(lines_of(certificate)))
    verification = cobra.verify_certificate(certificate, game)
    assert best_by(verification, found.strategy) == ("worst",)


def test_no_certificate_says_that_nothing_begins_with_it(tmp_path: Path) -> None:
    game, path = cobra.load_text(TWO), tmp_path / "some.proof"
    cobra.optimal(game, first="ask 4", consistent=True, certificate=path)
    true = CertificateFile(path)
    (*facts, whole) = true.items()
    assert isinstance(whole, Fact)
    head = replace(true.front.head, claims=(Claim(None, None),))
    for lie in (replace(whole, value=None), replace(whole, value=None, entries=())):
        write_certificate(path, replace(true.front, head=head), [*facts, lie])
        forged = CertificateFile(path)
        problem = cobra.verify_certificate(forged, game).problem
        assert problem is not None and "experiment 8 is proved to cost 18 only" in problem
        with pytest.raises(proofs.Refused):
            proofs.check_text("\n".join(lines_of(forged)))


def test_nor_where_answers_may_be_lies() -> None:
    game = cobra.load_text(LIE)
    checker = BeliefChecker(tables_of(game), BeliefFront(game, True, "ask 4", NEVER), lambda: None)
    with pytest.raises(CertificateError, match="that it takes more experiments than anything"):
        checker.check([])
    with pytest.raises(belief_proofs.Refused):
        belief_proofs.check(game, [], float("inf"), consistent=True, first="ask 4")


ONE_GOAL = """game "One goal"
secret x : 1..4
goal 1
experiment ask(h : 2..4)
  observe if x < h then "less" else "not less"
"""
ALIKE = """game "Alike"
secret x : 1..2
experiment ask(h : 2..4)
  observe if x > h then "more" else "not more"
"""
ONE_CODE = ALIKE.replace("1..2", "1..1")
AT_ONCE = [
    *(ONE_GOAL + more for more in ("", "lies at most 1\n", "lies at most 1\nnoise 1/4\n", "  cost h\n")),
    ONE_GOAL + "move x = one of x, 5 - x\n",
    *(ALIKE + more for more in ("", "lies at most 1\n", "  cost h\n")),
    *(ONE_CODE + more for more in ("", "  cost h\n")),
]


@pytest.mark.parametrize("text", AT_ONCE)
def test_nothing_is_first_where_the_game_is_over_at_once(text: str) -> None:
    game = cobra.load_text(text)
    assert cobra.optimal(game).row.worst == 0
    message = "^the game is over before anything is asked, so nothing can be first$"
    with pytest.raises(GameError, match=message):
        cobra.optimal(game, first="3")


@pytest.mark.parametrize(
    ("more", "objective", "least"), [("  cost 2\n", "average", 20), ("lies at most 1\n", "worst", 6)]
)
def test_what_tells_nothing_may_be_first_where_something_else_tells(
    more: str, objective: str, least: int
) -> None:
    text = ALIKE.replace("1..2", "1..4").replace("2..4", "2..5") + more
    found = cobra.optimal(cobra.load_text(text), objective, first="5")
    assert [interval.upper for interval in found.intervals] == [least]
    assert found.strategy is not None and cobra.verify(found.strategy).problems == ()


def test_a_hit_may_be_first_where_it_is_all_that_is_left() -> None:
    game = cobra.load_text("secret x : 1..1 experiment ask(m : 1..4) observe x < m final x = m")
    assert cobra.optimal(game, first="1").row.worst == 1
    with pytest.raises(GameError, match="the first experiment has the same outcome for all codes"):
        cobra.optimal(game, first="2")


def test_a_final_outcome_of_all_codes_tells_nothing_where_a_known_code_is_confirmed() -> None:
    """There it ends no play, and what follows has all codes before it again."""
    game = cobra.load_text(
        """VARIABLES x, y
        EXPERIMENT 'one' 0 OUTCOMEX 'yes' x OUTCOME 'no' !(x)
        EXPERIMENT 'two' 0 OUTCOMEX 'yes' y OUTCOME 'no' !(y)
        EXPERIMENT 'none' 0 OUTCOMEX 'always' (x or !(x))"""
    )
    assert cobra.optimal(game, first="one").row.intervals == (Interval("total", 10, 10),)
    for consistent in (False, True):
        with pytest.raises(GameError, match="the first experiment has the same outcome for all codes"):
            cobra.optimal(game, first="none", consistent=consistent)


FINAL_ALWAYS = """VARIABLES a, b, c
CONSTRAINT Exactly-1(a, b, c)
ALPHABET "1", "2", "3"
MAPPING "F" a, b, c
EXPERIMENT "any" 0
  OUTCOME "some" a or b or c
  OUTCOME "none" !(a or b or c)
EXPERIMENT "ask" 1
  OUTCOMEX "yes" F$1
  OUTCOMEX "no" !F$1
"""


@pytest.mark.parametrize("max_depth", [None, 3, 4])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_tells_nothing_is_not_first_where_its_outcome_is_final(
    threads: int, max_depth: int | None
) -> None:
    """Such an outcome ends no play while several codes are left, so that it is idle as any other."""
    game = cobra.load_text(FINAL_ALWAYS)
    assert cobra.optimal(game, first="ask 1", max_depth=max_depth, threads=threads).row.worst == 3
    with pytest.raises(GameError, match="the first experiment has the same outcome for all codes"):
        cobra.optimal(game, first="any", max_depth=max_depth, threads=threads)


def test_a_longest_play_beyond_all_numbers_of_the_core(tmp_path: Path) -> None:
    path = tmp_path / "long.proof"
    result = cobra.optimal(cobra.load_text(TWO), max_depth=1 << 32, certificate=path)
    assert str(result.uncertified) == (
        "a certificate is about plays of at most 4,294,967,295 experiments, or of any length"
    )
