"""Verdicts and counter-examples of well-formedness, against the definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given

from cobra.budget import Deadline
from cobra.language.load import library, load, load_text
from cobra.model.answers import components_of
from cobra.model.evaluate import evaluate, evaluate_lin
from cobra.model.game import Cases, Experiment, Game, Outcomes, Space, true_propositions
from cobra.sat import scene
from cobra.sat.frame import Frame
from cobra.sat.solver import solver_names
from cobra.sat.wellformed import Proof, _Prover, prove_well_formed
from tests import oracle
from tests.memory.games import memory_texts
from tests.random_cases import random_cases
from tests.sat.random_games import games

CODE = "there is a code"
EXPERIMENT = "there is an experiment"
AUX = "helpers are determined by the rest of the secret"
STAYS = "the state stays within its values"
FOLLOWS = "the outcome decides what follows"
WEIGHT = "every weight is positive"
SOME = "every code has an outcome"
ONE = "no code has two outcomes"
DECIDED = "the outcome decides whether it is final"
ALONE = "a final outcome leaves one code"
DIFFERENT = "different outcomes look different"
HIT = "every code has an experiment that is final for it"


def holding(game: Game, number: int, assignment: tuple[int, ...], code: tuple[int, ...]) -> list[bool]:
    """Return which named outcomes hold, by definition."""
    type_ = game.experiments[number]
    (component,) = components_of(type_.answer)
    assert isinstance(component, Cases)
    variables = true_propositions(game.codes, code)
    return oracle.evaluate_all(
        game.dag, component.lits, variables, true_propositions(type_.space, assignment)
    )


def following(
    game: Game, experiments: Sequence[Experiment], codes: Sequence[tuple[int, ...]]
) -> dict[str, bool]:
    """Return what must be found of what follows from experiments of a type, in any state."""
    stays = decided = True
    for type_, assignment in experiments:
        of = game.experiments[type_]
        parameters = true_propositions(of.space, assignment)
        seen: dict[object, object] = {}
        for code in codes:
            secret = true_propositions(game.codes, code)
            held = [oracle.evaluate_all(game.dag, cases.lits, secret, parameters) for cases in of.after]
            price = 1 if of.price is None else evaluate_lin(game.dag, of.price.value, secret, parameters)
            lost = of.lost is not None and evaluate(game.dag, of.lost, secret, parameters)
            stays = stays and all(sum(values) == 1 for values in held)
            follows = held, price, lost
            answer = oracle.outcome(game, (type_, assignment), code)
            decided = decided and seen.setdefault(answer, follows) == follows
    return {STAYS: stays, FOLLOWS: decided}


def verdicts(game: Game) -> dict[tuple[str, str], bool]:
    """Return what `prove_well_formed` must find, by trying all experiments and codes."""
    codes = oracle.codes(game)
    expected = {("codes", CODE): bool(codes)}
    if not codes:
        return expected
    experiments = oracle.experiments(game)
    expected["experiments", EXPERIMENT] = bool(experiments)
    slots = game.codes.slots

    def shown(code: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(value for slot, value in zip(slots, code, strict=True) if not slot.aux)

    if any(slot.aux for slot in slots):
        expected["codes", AUX] = len({shown(code) for code in codes}) == len(codes)
    if game.weight is not None:
        expected["codes", WEIGHT] = all(oracle.weight_of(game, code) > 0 for code in codes)
    hit_codes = set()
    for number, type_ in enumerate(game.experiments):
        own = [experiment for experiment in experiments if experiment[0] == number]
        named = isinstance(type_.answer, Outcomes)
        if named:
            counts = {sum(holding(game, *experiment, code)) for experiment in own for code in codes}
            expected[type_.label, SOME] = 0 not in counts
            expected[type_.label, ONE] = not counts - {0, 1}
        sound = not named or (expected[type_.label, SOME] and expected[type_.label, ONE])
        if game.memory is not None and sound:
            expected |= {(type_.label, said): holds for said, holds in following(game, own, codes).items()}
        if game.ending != "hit":
            continue
        hit_codes |= {code for experiment in own for code in codes if oracle.is_final(game, experiment, code)}
        finals = named and any(outcome.final for outcome in type_.answer.outcomes)
        if not sound or (type_.final is None and not finals):
            continue
        decided = alone = True
        for experiment in own:
            for cell in oracle.partition(game, experiment, codes).values():
                final = [code for code in cell if oracle.is_final(game, experiment, code)]
                decided = decided and len(final) in (0, len(cell))
                alone = alone and not any(shown(a) != shown(b) for a, b in combinations(final, 2))
        expected[type_.label, DECIDED] = decided
        expected[type_.label, ALONE] = alone
    if game.ending == "hit":
        expected["codes", HIT] = len(hit_codes) == len(codes)
    return expected


def found(proofs: list[Proof]) -> dict[tuple[str, str], bool | None]:
    return {(proof.subject, proof.statement): proof.holds for proof in proofs}


def agreed(game: Game, proofs: list[Proof]) -> dict[tuple[str, str], bool | None]:
    """Return the verdicts, with those of what follows that need no proof, as it shows in the formulas."""
    shown = {(type_.label, said): True for type_ in game.experiments for said in (STAYS, FOLLOWS)}
    expected = verdicts(game)
    return {key: holds for key, holds in shown.items() if key in expected} | found(proofs)


@pytest.mark.thorough
@random_cases(100)
@given(games(sound=False))
def test_random_games(game: Game) -> None:
    proofs = prove_well_formed(game)
    assert found(proofs) == verdicts(game)
    assert all((proof.counterexample == "") == (proof.holds is True) for proof in proofs)


@pytest.mark.thorough
@random_cases(60)
@given(memory_texts())
def test_random_games_with_a_state(text: str) -> None:
    game = load_text(text)
    assert agreed(game, prove_well_formed(game)) == verdicts(game)


@pytest.mark.parametrize("solver", solver_names())
def test_every_solver_finds_the_same(solver: str) -> None:
    for name in ("mastermind", "counterfeit-coin"):
        assert all(proof.holds for proof in prove_well_formed(load(name), solver))
    game = load_text('variables a, b experiment g() outcome "x" : a outcome "y" : b')
    assert [proof.holds for proof in prove_well_formed(game, solver)] == [True, True, False, False]


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(set(library()) - {"black-box"}))
def test_library(name: str) -> None:
    proofs = prove_well_formed(load(name))
    assert [proof for proof in proofs if not proof.holds] == []


def test_black_box() -> None:
    proofs = prove_well_formed(load("black-box", {"size": "3", "atoms": "2"}))
    assert [proof for proof in proofs if not proof.holds] == []


FAULTS = [
    (
        "variable a constraint a & !a experiment g() observe a",
        CODE,
        "the constraints on the secret contradict each other",
    ),
    (
        "variable a experiment g(x : 1..3) where x > 5 observe a",
        EXPERIMENT,
        "no choice of parameters satisfies the conditions of any experiment",
    ),
    ('variable a experiment g() outcome "yes" : a', SOME, "g has no outcome for the code not a"),
    (
        'variable a experiment g() outcome "yes" : a outcome "no" : !a outcome "so" : a',
        ONE,
        'g has the outcomes "yes" and "so" for the code a',
    ),
    (
        "variable a experiment g() observe 1 final a experiment h() observe a final !a",
        DECIDED,
        "g is answered by 1 for the codes a and not a, final for the first only",
    ),
    (
        "variables x[1..2] constraint x[1] experiment g() observe x[1] final x[1]",
        ALONE,
        "g is answered by yes, which is final, for the codes x 1 2 and x 1",
    ),
    (
        "variable a experiment g() observe a final a",
        HIT,
        "no experiment is final for the code not a",
    ),
    (
        "secret s : 1..3 experiment g(x : 1..3) where x != 2 observe s = x final s = x",
        HIT,
        "no experiment is final for the code 2",
    ),
    (
        "variable a aux variable b experiment g() observe b",
        AUX,
        "the code a leaves b open",
    ),
    (
        "secret s : 1..3 state t = 0 in 0..1 state u[1..2] = 1 in 0..2 "
        "experiment g(x : 2..3) where t = 0 & u[1] < 2 observe s < x then u[1] = u[1] + u[2] + 1",
        STAYS,
        "3 (with t = 0, u[1] = 1, u[2] = 2) of the code 3 leaves u[1] no value",
    ),
    (
        "secret s : 1..3 experiment g(x : 2..3) observe s < x cost 1 + s % 2",
        FOLLOWS,
        "3 is answered by yes for the codes 1 and 2, but what it costs is not the same",
    ),
    (
        "secret s[1..2] : 1..2 experiment g() let n = count(i in 1..2 : s[i] = 1) observe n >= 1 cost n",
        FOLLOWS,
        "g is answered by yes for the codes 11 and 12, but what it costs is not the same",
    ),
    (
        "secret s : 1..2 state t = 1 in 1..2 experiment g() where t = 1 observe true cost s then t = 2",
        FOLLOWS,
        "g (with t = 1) is answered by yes for the codes 1 and 2, but what it costs is not the same",
    ),
    (
        "secret s : 1..2 state t = 1 in 1..2 experiment g() where t = 1 observe true cost t then t = s",
        FOLLOWS,
        "g (with t = 1) is answered by yes for the codes 1 and 2, but not the same follows",
    ),
]


@pytest.mark.parametrize(("text", "statement", "counterexample"), FAULTS)
def test_counterexamples(text: str, statement: str, counterexample: str) -> None:
    failures = [proof for proof in prove_well_formed(load_text(text)) if proof.holds is False]
    assert [(proof.statement, proof.counterexample) for proof in failures] == [(statement, counterexample)]


def test_what_follows_may_be_counted_as_the_answer_is() -> None:
    """Two codes with the same count agree in the count, whichever propositions are counted."""
    text = """
secret c[1..3] : 1..3
experiment ask(g[1..3] : 1..3)
  let n = count(i in 1..3 : c[i] = g[i])
  observe n
  final n = 3
  cost 1 + n
"""
    proofs = prove_well_formed(load_text(text))
    assert [proof.holds for proof in proofs if proof.statement == FOLLOWS] == [True]


def test_sizes_of_a_family_matter() -> None:
    """What holds for one member of a family is not taken for granted for another."""
    text = """
    secret s : 1..4
    experiment ask(x : set(m) of 1..4) for m in 1..2
      outcome "in" : s in x
      outcome "out" : !(s in x) & count(i in 1..4 : i in x) < 2
    """
    proofs = [proof for proof in prove_well_formed(load_text(text)) if proof.statement == SOME]
    assert [(proof.subject, proof.holds) for proof in proofs] == [("ask[1]", True), ("ask[2]", False)]


def test_sizes_of_a_family_matter_where_two_experiments_are_compared() -> None:
    """That no set of one has two members rules out both outcomes that look alike, whatever the other is."""
    text = """
    secret s : 1..4
    experiment ask(x : set(m) of 1..4) for m in 1..2
      let two = count(i in 1..4 : i in x) = 2
      observe if two then (if 1 in x then "Yes" else "yes") else if s in x then "in" else "out"
    """
    proofs = [proof for proof in prove_well_formed(load_text(text)) if proof.statement == DIFFERENT]
    assert [(proof.subject, proof.holds) for proof in proofs] == [("ask[1]", True), ("ask[2]", False)]


ALIKE = """
secret x : 1..4
state k = 0 in 0..2
experiment a(s : set of 1..4)
  observe x in s
  {one}
experiment b(s : set of 1..4)
  observe x in s
  {other}
"""


@pytest.mark.parametrize(
    ("one", "other", "statement", "counterexample"),
    [
        (
            "then k = if x in s then 1 else 0",
            "then k = if x = 1 then 1 else 0",
            FOLLOWS,
            "b 1234 (with k = 0) is answered by yes for the codes 1 and 2, but not the same follows",
        ),
        (
            "cost if x in s then 1 else 2",
            "cost if x = 1 then 1 else 2",
            FOLLOWS,
            "b 1234 (with k = 0) is answered by yes for the codes 1 and 2, but what it costs is not the same",
        ),
        (
            "then k = min(k + 1, 2)",
            "then k = k + 1",
            STAYS,
            "b {} (with k = 2) of the code 4 leaves k no value",
        ),
    ],
)
def test_types_that_are_alike_but_for_what_follows(
    one: str, other: str, statement: str, counterexample: str
) -> None:
    """What is proved of one is not taken for granted of the other."""
    failures = [p for p in prove_well_formed(load_text(ALIKE.format(one=one, other=other))) if not p.holds]
    shown = [(proof.subject, proof.statement, proof.counterexample) for proof in failures]
    assert shown == [("b", statement, counterexample)]


def test_experiments_that_together_hit_every_code() -> None:
    """No experiment copies the code here: each hits the code behind its own."""
    text = """
    secret s : 0..49
    experiment ask(x : 0..49)
      observe if s = (x + 1) % 50 then 1 else 0
      final s = (x + 1) % 50
    """
    assert all(proof.holds for proof in prove_well_formed(load_text(text)))


def test_no_time() -> None:
    proofs = prove_well_formed(load("mastermind"), deadline=Deadline(0.0))
    assert [proof.holds for proof in proofs] == [None] * 5
    assert all("--time-limit" in proof.counterexample for proof in proofs)


def test_mastermind_of_twelve_pegs_and_colours() -> None:
    proofs = prove_well_formed(load("mastermind", {"pegs": "12", "colours": "12"}))
    assert [proof.statement for proof in proofs if proof.holds] == [CODE, EXPERIMENT, DECIDED, ALONE, HIT]


WORDS = """
file answers = "answers.txt"
file allowed = "allowed.txt"
secret w[1..2] in lines(answers)
experiment guess(g[1..2] : "a".."d" in lines(allowed))
  observe for i in 1..2 : w[i] = g[i]
  final all(i in 1..2 : w[i] = g[i])
"""


@pytest.mark.parametrize(
    ("allowed", "counterexample"),
    [("ab\ncd\nca\n", ""), ("ab\nca\n", "no experiment is final for the code cd")],
)
def test_words_that_may_be_guessed(tmp_path: Path, allowed: str, counterexample: str) -> None:
    (tmp_path / "answers.txt").write_text("ab\ncd\n", encoding="utf-8")
    (tmp_path / "allowed.txt").write_text(allowed, encoding="utf-8")
    proofs = prove_well_formed(load_text(WORDS, folder=tmp_path))
    assert (proofs[-1].statement, proofs[-1].counterexample) == (HIT, counterexample)
    assert all(proof.holds for proof in proofs[:-1])


def test_what_answers_say_is_asked_before_what_the_secret_satisfies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A constraint may be arithmetic that takes a solver long; most statements need none."""
    game = load_text(
        """
        secret a[1..2] : 1..9
        constraint a[1] * a[2] = 12
        experiment guess(g[1..2] : 1..9)
          where g[1] * g[2] = 12
          observe for i in 1..2 : a[i] = g[i]
          final a[1] = g[1] & a[2] = g[2]
        """
    )
    asked: list[Space] = []
    prover = _Prover(game, "cadical195", Deadline())
    build = scene.constraint_clauses

    def noted(frame: Frame[int], space: Space) -> Iterator[list[int]]:
        asked.append(space)
        return build(frame, space)

    monkeypatch.setattr(scene, "constraint_clauses", noted)
    for search in (prover._final_undecided, prover._final_ambiguous):
        assert prover._in_scene(0, 2, search) is None
    assert asked == []
    assert prover._no_code() is None
    assert asked == [game.codes]


@pytest.mark.parametrize(
    ("when", "in_turn", "at_all"), [("s = 1", True, True), ("s = 2", False, True), ("g < 3", False, False)]
)
def test_codes_that_are_hit_in_some_states_only(when: str, in_turn: bool, at_all: bool) -> None:
    """Code 3 is hit in a state that is met, in one that is never met, in none."""
    game = load_text(
        f"""
        secret x : 1..3
        state s = 0 in 0..2
        experiment ask(g : 1..3)
          let hit = x = g & (g < 3 | {when})
          observe hit
          final hit
          then s = 1
        """
    )
    assert _Prover(game, solver_names()[0], Deadline())._hit_in_turn() is in_turn
    assert {proof.statement: proof.holds for proof in prove_well_formed(game)}[HIT] is at_all
