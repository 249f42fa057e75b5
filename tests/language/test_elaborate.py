"""The meaning of each construct, against plain Python."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import cobra
from cobra.errors import LanguageError
from cobra.language import ast
from cobra.language.experiments import Experiments
from cobra.language.load import load, load_text
from cobra.language.problems import Unsettled
from cobra.language.values import Scope
from cobra.model.dag import TRUE
from cobra.model.game import Cases, Observed, Outcomes, Sum
from tests import oracle
from tests.language.meaning import answers, codes, experiments


def secret_values(secret: str, observed: str, definitions: dict[str, str] | None = None) -> list[Any]:
    """Return what `observe` shows of each code in a game without parameters of experiments."""
    game = load_text(f"{secret} experiment look() observe {observed}", definitions=definitions)
    return [answer[0] if len(answer) == 1 else answer for _, _, _, answer in answers(game)]


def open_values(parameters: str, observed: str, where: str = "", secret: str = "variable a") -> list[Any]:
    """Return what each experiment answers on the first code; the type must not have been split up."""
    game = load_text(f"{secret} experiment ask({parameters}) {where} observe {observed}")
    assert len(game.experiments) == 1
    assert len(game.experiments[0].space.slots) > 0
    first = oracle.codes(game)[0]
    found = [oracle.outcome(game, experiment, first) for experiment in oracle.experiments(game)]
    return [answer[0] if len(answer) == 1 else answer for answer in found]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a & b", lambda a, b: a and b),
        ("a | b", lambda a, b: a or b),
        ("!a", lambda a, b: not a),
        ("a -> b", lambda a, b: not a or b),
        ("a -> b -> a", lambda a, b: not a or (not b or a)),
        ("a <-> b", lambda a, b: a == b),
        ("a <-> b <-> a", lambda a, b: a == (b == a)),
        ("if a then b else !b", lambda a, b: b if a else not b),
        ("if a then 2 else if b then 3 else 5", lambda a, b: 2 if a else 3 if b else 5),
        ('if a then "x" else 7', lambda a, b: "x" if a else 7),
        ("true & a", lambda a, b: a),
        ("false", lambda a, b: False),
        ("all(a, b)", lambda a, b: a and b),
        ("any(a, b)", lambda a, b: a or b),
        ("none(a, b)", lambda a, b: not a and not b),
        ("exactly(1, a, b)", lambda a, b: a != b),
        ("atleast(1, a, b)", lambda a, b: a or b),
        ("atmost(1, a, b)", lambda a, b: not (a and b)),
        ("count(a, b, a)", lambda a, b: 2 * a + b),
        ("2 * count(a, b) - 3", lambda a, b: 2 * (a + b) - 3),
        ("-count(a, b)", lambda a, b: -(a + b)),
        ("abs(count(a, b) - 1)", lambda a, b: abs(a + b - 1)),
        ("count(a, b) * count(a, !b)", lambda a, b: (a + b) * (a + (not b))),
        ("(3 * count(a, b) - 1) / 2", lambda a, b: (3 * (a + b) - 1) // 2),
        ("(3 * count(a, b) - 1) % 2", lambda a, b: (3 * (a + b) - 1) % 2),
        ("(count(a, b) - 5) / 2", lambda a, b: (a + b - 5) // 2),
        ("(count(a, b) - 5) % 3", lambda a, b: (a + b - 5) % 3),
        ("min(count(a, b), 1)", lambda a, b: min(a + b, 1)),
        ("max(count(a, b), 1)", lambda a, b: max(a + b, 1)),
        ("min(if a then 4 else 1, if b then 3 else 2)", lambda a, b: min(4 if a else 1, 3 if b else 2)),
        ("max(if a then 4 else 1, if b then 3 else 2)", lambda a, b: max(4 if a else 1, 3 if b else 2)),
        ("sum(if a then 4 else 1, if b then 3 else 2)", lambda a, b: (4 if a else 1) + (3 if b else 2)),
        ("if a then count(a, b) else 7", lambda a, b: a + b if a else 7),
        ("(if a then 4 else 1) - (if b then 3 else 2)", lambda a, b: (4 if a else 1) - (3 if b else 2)),
        ("(if a then 4 else 1) * (if b then 3 else -2)", lambda a, b: (4 if a else 1) * (3 if b else -2)),
        ("count(a, b) = 1", lambda a, b: a + b == 1),
        ("count(a, b) != 1", lambda a, b: a + b != 1),
        ("count(a, b) in {0 2}", lambda a, b: a + b in (0, 2)),
        ("count(a, b) in {none 0 1}", lambda a, b: a + b < 2),
        ("count(a, b) in {0 1 none}", lambda a, b: a + b < 2),
        ("count(a, b) in union({one}, {1})", lambda a, b: a != b),
        ("count(a, b) in 1..0", lambda a, b: False),
        ("count(a, b) in 1..5", lambda a, b: a + b >= 1),
        ("1 <= count(a, b) < 2", lambda a, b: a + b == 1),
        ("count(a, b) > count(b, b)", lambda a, b: a + b > 2 * b),
        ("count(a, b) = count(b, b)", lambda a, b: a + b == 2 * b),
        ("(if a then 1 else 2) = count(a, b)", lambda a, b: (1 if a else 2) == a + b),
        ("(if a then 1 else 2) < count(a, b)", lambda a, b: (1 if a else 2) < a + b),
        ("count(a, b) >= (if a then 1 else 2)", lambda a, b: a + b >= (1 if a else 2)),
        ('(if a then "x" else 7) = 7', lambda a, b: not a),
        ('(if a then "x" else 7) = (if b then "x" else "y")', lambda a, b: a and b),
    ],
)
def test_expressions(expression: str, expected: Any) -> None:
    values = secret_values("variables a, b", expression)
    wanted = [expected(a, b) for a, b in product((True, False), repeat=2)]
    assert values == wanted
    assert [type(value) for value in values] == [type(value) for value in wanted]


def test_numbers_that_are_symbols() -> None:
    both = "secret x : 1..4 secret y : {0 2 5 -1}"
    pairs = list(product((1, 2, 3, 4), (0, 2, 5, -1)))
    cases: dict[str, Callable[[int, int], object]] = {
        "x < y": lambda x, y: x < y,
        "x <= y": lambda x, y: x <= y,
        "x > y": lambda x, y: x > y,
        "x >= y": lambda x, y: x >= y,
        "x = y": lambda x, y: x == y,
        "x != y": lambda x, y: x != y,
        "x + y": lambda x, y: x + y,
        "x * y": lambda x, y: x * y,
        "x - 2 * y + 1": lambda x, y: x - 2 * y + 1,
        "abs(y - x)": lambda x, y: abs(y - x),
        "y / 2": lambda x, y: y // 2,
        "y % 3": lambda x, y: y % 3,
        "abs(count(x = 2, y = 2) - x)": lambda x, y: abs((x == 2) + (y == 2) - x),
        "if x = 2 then count(x = 2, y = 2) else 5": lambda x, y: 1 + (y == 2) if x == 2 else 5,
        "if y = 2 then count(x = 2, y = 2) else count(x = 1) + 4": lambda x, y: (
            1 + (x == 2) if y == 2 else 4 + (x == 1)
        ),
        "2 * (if x < 3 then y else -x) + 1 > 3": lambda x, y: 2 * (y if x < 3 else -x) + 1 > 3,
    }
    for text, meant in cases.items():
        assert secret_values(both, text) == [meant(x, y) for x, y in pairs], text


def test_bounds_stay_tight() -> None:
    """Sums of many symbols are bags; their bounds are those of the symbols."""
    game = load_text(
        "secret x[1..3] : 1..20 experiment look(i : 3..60) "
        "observe sum(j in 1..3 : x[j]) = i, sum(j in 1..3 : x[j])"
    )
    answer = game.experiments[0].answer
    assert isinstance(answer, Observed)
    total = answer.components[1]
    assert isinstance(total, Sum)
    assert (total.value.low, total.value.high) == (3, 60)
    table = (
        "secret x[1..3] : 1..20 variables v[-15..99] experiment look() observe v[2 * x[1] + 3 * x[2] - x[3]]"
    )
    assert len(load_text(table).experiments) == 1
    with pytest.raises(LanguageError, match=r"the index 100 is outside -15\.\.99"):
        load_text(table.replace("x[3]]", "x[3] + 1]"))
    steps = (
        "variables a, v[1..5] experiment look() "
        "observe if a then count(i in 1..5 : v[i]) else 1 + count(v[1], v[2])"
    )
    answer = load_text(steps).experiments[0].answer
    assert isinstance(answer, Observed)
    chosen = answer.components[0]
    assert isinstance(chosen, Sum)
    assert (chosen.value.low, chosen.value.high) == (0, 5)


def test_comprehensions() -> None:
    cases = {
        "count(i in 1..3 : v[i])": sum,
        "count(i in 1..3, i != 2 : v[i])": lambda v: v[0] + v[2],
        "all(i in 1..3 : v[i])": all,
        "any(i in 1..3 : v[i])": any,
        "none(i in 1..3 : v[i])": lambda v: not any(v),
        "exactly(2, i in 1..3 : v[i])": lambda v: sum(v) == 2,
        "sum(i in 1..3 : if v[i] then i else 0)": lambda v: v[0] + 2 * v[1] + 3 * v[2],
        "max(i in 1..3 : if v[i] then i else 0)": lambda v: max(v[0], 2 * v[1], 3 * v[2]),
        "count(i in 1..3, j in 1..3, i < j : v[i] & v[j])": lambda v: sum(v) * (sum(v) - 1) // 2,
        "count(i in 1..3, j in i..3 : v[j])": lambda v: v[0] + 2 * v[1] + 3 * v[2],
        "count(i in 1..3, i in {1 3} : v[i])": lambda v: v[0] + v[2],
        "count(i in 1..0 : v[i])": lambda v: 0,
        "sum(i in 1..0 : i)": lambda v: 0,
        "all(i in 1..0 : v[i])": lambda v: True,
        "any(i in 1..0 : v[i])": lambda v: False,
    }
    for text, meant in cases.items():
        expected = [meant(v) for v in product((True, False), repeat=3)]
        assert secret_values("variables v[1..3]", text) == expected, text


def test_an_index_may_depend_on_the_secret() -> None:
    game = "secret x[1..3] : 1..3"
    expected = [x[x[0] - 1] for x in product((1, 2, 3), repeat=3)]
    assert secret_values(game, "x[x[1]]") == expected


def test_ground_conditions_shield_what_follows() -> None:
    assert open_values("x : 0..4", "x in 1..2 & v[x]", secret="variables v[1..2]") == [
        False, True, True, False, False,
    ]  # fmt: skip
    assert open_values("x : 0..3", "!(x in 1..2) | v[x]", secret="variables v[1..2]") == [True] * 4
    assert open_values("x : 0..3", "x in 1..2 -> v[x]", secret="variables v[1..2]") == [True] * 4
    assert open_values("x : 0..3", "if x = 0 then 9 else s[x]", secret="secret s[1..3] : 5..6") == [
        9,
        5,
        5,
        5,
    ]
    assert open_values("x : 0..3", "s[x]", "where x > 0", secret="secret s[1..3] : 5..6") == [5, 5, 5]
    assert open_values("x : 0..4", "if x > 0 then 12 / x else 0") == [0, 12, 6, 4, 3]
    shielded = "count(i in 1..3, x > 0 : v[x])"
    assert open_values("x : 0..2", shielded, secret="variables v[1..2]") == [0, 3, 3]


def test_what_correlates_parameters_is_elaborated_one_by_one() -> None:
    game = load_text("variables v[1..2] experiment ask(x : 1..2, y : 1..2) observe v[x * y / x] & v[3 - x]")
    assert [type_.label for type_ in game.experiments] == ["ask"]
    game = load_text("variables v[1..2] experiment ask(x : 1..2, y : 1..2) where x < y observe v[y - x]")
    assert [type_.label for type_ in game.experiments] == ["ask(1, 2)"]
    assert [answer for *_, answer in answers(game)] == [(True,), (True,), (False,), (False,)]
    text = (
        'variable a experiment ask(g[1..2] : 0..1, s : set(1) of 1..2) where g[1] < g[2] observe a as "{}" '
    )
    assert len(load_text(text).experiments) == 1


def test_labels_of_experiments_elaborated_one_by_one() -> None:
    text = """
        variables v[1..2]
        def walk(n) = if n = 0 then v[1] else walk(n - 1)
        experiment ask(g[1..2] : 0..1, s : set(1..2) of {1 2}, w : {red blue}) for k in 1..2
          where g[1] < g[2] & 2 in s & w = "red"
          observe walk(g[2])
    """
    labels = [type_.label for type_ in load_text(text).experiments]
    assert labels == [f"ask[{k}](01, {s}, red)" for k in (1, 2) for s in ("{2}", "{1 2}")]


def test_open_sets() -> None:
    subsets = [(), (1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)]
    assert open_values("s : set of 1..3", "len(s)") == [len(s) for s in subsets]
    assert open_values("s : set of 1..3", "2 in s") == [2 in s for s in subsets]
    assert open_values("s : set(1..3) of 1..3", "min(s)") == [min(s) for s in subsets[1:]]
    assert open_values("s : set(1..3) of 1..3", "max(s)") == [max(s) for s in subsets[1:]]
    assert open_values("s : set(2) of 1..3", "sum(i in s : i)") == [sum(s) for s in subsets if len(s) == 2]
    assert open_values("s : set(2) of 1..3", "len(s)") == [2, 2, 2]
    assert open_values("s : set of 1..3", "max(i in 0..3, i = 0 | i in s : i)") == [
        max((0, *s)) for s in subsets
    ]
    assert open_values("n : 0..3", "sum(i in 1..n : i)") == [0, 1, 3, 6]
    assert open_values("n : 0..3", "len(n..2)") == [3, 2, 1, 0]


@pytest.mark.parametrize("size", ["-1", "4", "2..1", "0..-1", "-3..-2", "4..5", "999999999*999999999"])
def test_sets_of_no_size_make_no_experiment(size: str) -> None:
    game = load_text(f"variable a experiment ask(s : set({size}) of 1..3) observe a")
    assert experiments(game) == []
    checked = cobra.check(game)
    assert [proof.subject for proof in checked.proofs if not proof.holds] == ["experiments"]
    assert cobra.info(game).experiments == 0


def test_disjoint_sets_in_order() -> None:
    text = (
        "variable a experiment ask(s : set(1..2) of 1..3, t : set(1) of 1..3) "
        "where disjoint(s, t) & min(t) < max(s) observe a"
    )
    found = [(p["s"], p["t"]) for _, p in experiments(load_text(text))]
    sets = [(1,), (2,), (3,), (1, 2), (1, 3), (2, 3)]
    assert found == [(s, t) for s in sets for t in sets[:3] if not set(s) & set(t) and min(t) < max(s)]


def test_where_compares_parameters() -> None:
    game = load_text(
        "variable a experiment ask(x : 1..3, y : {0 2 3}) where x <= y | x = 1 & y = 0 observe a"
    )
    found = [(p["x"], p["y"]) for _, p in experiments(game)]
    assert found == [(x, y) for x in (1, 2, 3) for y in (0, 2, 3) if x <= y or (x, y) == (1, 0)]
    for operator in ("<", "<=", ">", ">="):
        game = load_text(f"variable a experiment ask(x : 1..3, y : {{0 2 3}}) where x {operator} y observe a")
        found = [(p["x"], p["y"]) for _, p in experiments(game)]
        assert found == [(x, y) for x in (1, 2, 3) for y in (0, 2, 3) if eval(f"{x} {operator} {y}")]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "definitions"),
    [
        ("mastermind", {"pegs": "3", "colours": "2"}),
        ("bulls-and-cows", {"places": "2", "digits": "3"}),
        ("bags-of-gold", {"bags": "3", "capacity": "2"}),
        ("battleship", {"size": "3", "length": "2"}),
        ("code-777", {"cards": "2", "attributes": "2", "values": "2"}),
        ("counterfeit-coin", {"coins": "4"}),
        ("light-coins", {"coins": "4", "fakes": "2", "genuine": "1"}),
        ("decimalisation", {"places": "2", "digits": "3"}),
        ("diagnosis", {}),
        ("group-testing", {"items": "4"}),
        ("higher-lower", {"n": "5"}),
        ("mastermind-colour", {"pegs": "2", "colours": "3"}),
        ("mastermind-position", {"pegs": "2", "colours": "3"}),
        ("permutation", {"n": "3"}),
        ("sorting", {"n": "3"}),
    ],
)
def test_open_parameters_mean_the_same_as_experiments_one_by_one(
    name: str, definitions: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = load(name, definitions)
    clauses = Experiments._clauses

    def only_without_parameters(
        self: Experiments, experiment: ast.Experiment, scope: Scope, example: str = ""
    ) -> Any:
        if not example:
            raise Unsettled("test", "one by one", experiment.span)
        return clauses(self, experiment, scope, example)

    monkeypatch.setattr(Experiments, "_clauses", only_without_parameters)
    split = load(name, definitions)
    assert all(type_.space.slots == () for type_ in split.experiments)
    assert [answer for *_, answer in answers(split)] == [answer for *_, answer in answers(opened)]
    assert [oracle.is_final(split, e, c) for e in oracle.experiments(split) for c in oracle.codes(split)] == [
        oracle.is_final(opened, e, c) for e in oracle.experiments(opened) for c in oracle.codes(opened)
    ]


def test_definitions_may_call_later_ones_and_themselves() -> None:
    text = "def even(n) = n = 0 | odd(n - 1) def odd(n) = n > 0 & even(n - 1)"
    assert secret_values(f"{text} variable a", "even(10), odd(10), even(7)") == [(True, False, False)] * 2


@pytest.mark.thorough
def test_deep_recursion_is_not_python_recursion() -> None:
    text = "variables v[1..3] def walk(n) = if n = 0 then 0 else 1 + walk(n - 1)"
    assert secret_values(text, "walk(1500)") == [1500] * 8


def test_a_vector_may_be_an_argument() -> None:
    text = "variables v[1..3], w[1..3]"
    game = load_text(
        f"{text} experiment ask() let n(x) = count(i in 1..3 : x[i]) observe n(v) + 10 * n(w), len(v)"
    )
    for _, _, code, answer in answers(game):
        assert answer == (sum(code["v"].values()) + 10 * sum(code["w"].values()), 3)


def test_a_family_has_one_type_for_each_member() -> None:
    game = load_text(
        "variables v[1..4] experiment ask(s : set(m) of 1..4) for m in 1..3, k in {a b}, m != 2 observe v[m]"
    )
    assert [type_.label for type_ in game.experiments] == ["ask[1,a]", "ask[1,b]", "ask[3,a]", "ask[3,b]"]
    assert [type_.name for type_ in game.experiments] == ["ask"] * 4
    slot = game.experiments[2].space.slots[0]
    assert (slot.kind, slot.size_min, slot.size_max) == ("set", 3, 3)


def test_a_type_without_experiments_is_left_out() -> None:
    game = load_text("variable a experiment ask(s : set(m) of 1..2) for m in 1..3 observe a & 1 in s")
    assert [type_.label for type_ in game.experiments] == ["ask[1]", "ask[2]", "ask[3]"][:2]


def test_slots_of_unknowns() -> None:
    text = """
        game "Slots"
        param n = 2 in 1..5
        alphabet colour = {red "dark blue" 7}
        variables a, b[1..n, "x".."y"]
        aux secret c[1..2] : distinct colour
        constraint a & !b[1, "x"]
        weight 1 + count(a)
        goal a, c
        experiment look() observe b
    """
    game = load_text(text, definitions={"n": "1"})
    assert game.name == "Slots"
    assert game.arguments == (("n", 1),)
    assert [slot.name for slot in game.codes.slots] == ["a", "b[1,x]", "b[1,y]", "c[1]", "c[2]"]
    assert [slot.aux for slot in game.codes.slots] == [False, False, False, True, True]
    assert [slot.first for slot in game.codes.slots] == [0, 1, 2, 3, 6]
    assert game.codes.slots[3].symbols == ("red", "dark blue", 7)
    assert game.codes.distinct == ((3, 4),)
    assert len(game.codes.constraints) == 2
    assert len(game.goal) == 3
    assert game.weight is not None
    assert (game.weight.low, game.weight.high) == (1, 2)
    answer = game.experiments[0].answer
    assert isinstance(answer, Observed)
    assert answer.shape == ((0, 1),)


def test_words_from_a_file_give_length_and_letters(tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_text("cab\nabc\n\nbad\ncab\n", encoding="utf-8")
    game = load_text(
        'secret s in lines("w.txt") experiment look(i : 1..len(s)) observe s[i]', folder=tmp_path
    )
    assert ["".join(code["s"].values()) for code in codes(game)] == ["cab", "abc", "bad"]
    assert game.codes.slots[0].symbols == ("a", "b", "c", "d")
    assert [answer for *_, answer in answers(game)][:3] == [("c",), ("a",), ("b",)]


def test_numbers_in_lines(tmp_path: Path) -> None:
    (tmp_path / "w.txt").write_text("012\n0 1 10\n", encoding="utf-8")
    game = load_text(
        'secret s[1..3] : 0..10 in lines("w.txt") experiment look() observe s[3]', folder=tmp_path
    )
    assert [tuple(code["s"].values()) for code in codes(game)] == [(0, 1, 2), (0, 1, 10)]


def test_outcomes_that_are_final() -> None:
    text = """
        secret s : 1..3
        experiment guess(g : 1..3)
          outcome "yes" : s = g
          outcome "no"  : s != g
          final s = g
        experiment compare(g : 1..3)
          outcome "less" : s < g
          outcome "else" : s >= g
    """
    game = load_text(text)
    assert game.ending == "hit"
    flags = []
    for type_ in game.experiments:
        assert isinstance(type_.answer, Outcomes)
        flags.append([outcome.final for outcome in type_.answer.outcomes])
    assert flags == [[True, False], [False, False]]
    assert game.experiments[0].final is not None
    assert game.experiments[1].final is None


def test_without_final_a_game_is_to_identify() -> None:
    game = load_text('variable a experiment look() outcome "yes" : a outcome "no" : !a')
    assert game.ending == "identify"
    answer = game.experiments[0].answer
    assert isinstance(answer, Outcomes)
    assert [(outcome.name, outcome.final) for outcome in answer.outcomes] == [("yes", True), ("no", True)]


def test_a_formula_is_observed_as_no_and_yes() -> None:
    game = load_text("variable a experiment look() observe a, true")
    answer = game.experiments[0].answer
    assert isinstance(answer, Observed)
    first, second = answer.components
    assert first == Cases((False, True), (game.dag.variable(0) ^ 1, game.dag.variable(0)))
    assert second == Cases((False, True), (TRUE ^ 1, TRUE))
