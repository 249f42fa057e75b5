from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given

from cobra.errors import GameError, LimitError
from cobra.language.expand import expand
from cobra.language.load import load, load_text
from cobra.limits import Limits
from cobra.model.answers import show_outcome
from cobra.model.game import Assignment, Game, true_propositions
from cobra.model.show import Notation
from tests import oracle
from tests.model.hand_games import bags, coins, core_bits, higher_lower, mastermind, sorting
from tests.random_cases import random_cases
from tests.random_games import games

SMALL = {
    "bags-of-gold": {"bags": "3", "capacity": "3"},
    "battleship": {"size": "3", "length": "2"},
    "black-pegs": {"pegs": "2", "colours": "3"},
    "bulls-and-cows": {"places": "2", "digits": "4"},
    "code-777": {"cards": "2", "values": "2"},
    "code-777-three": {"cards": "2", "values": "2"},
    "counterfeit-coin": {"coins": "5", "genuine": "1"},
    "counterfeit-coin-only": {"coins": "5"},
    "decimalisation": {"places": "2", "digits": "3"},
    "diagnosis": {},
    "group-testing": {"items": "5"},
    "higher-lower": {"n": "6"},
    "light-coins": {"coins": "5", "fakes": "2", "genuine": "1"},
    "mastermind": {"pegs": "2", "colours": "3"},
    "mastermind-colour": {"pegs": "2", "colours": "3"},
    "mastermind-position": {"pegs": "2", "colours": "3"},
    "odd-coins": {"coins": "4", "fakes": "1"},
    "permutation": {"n": "3"},
    "sorting": {"n": "3"},
}


def check_expansion(game: Game) -> None:
    """The expansion means the same in the same order, and expanding it again changes nothing."""
    text = expand(game)
    core = load_text(text)
    assert expand(core) == "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith("#")
    )
    check_same(game, core)


def check_same(game: Game, core: Game) -> None:
    """An expansion that was read means the same in the same order."""
    codes = {key(game, code, game.codes.propositions): code for code in oracle.codes(game)}
    core_codes = {key(core, code, game.codes.propositions): code for code in oracle.codes(core)}
    assert codes.keys() == core_codes.keys()
    experiments, core_experiments = oracle.experiments(game), oracle.experiments(core)
    assert len(experiments) == len(core_experiments)
    knows_finals = oracle.knows_finals(game)
    for experiment, twin in zip(experiments, core_experiments, strict=True):
        outcomes, twins = cells(game, experiment, codes), cells(core, twin, core_codes)
        assert list(outcomes.values()) == list(twins.values())
        for name, twin_name in zip(outcomes, twins, strict=True):
            assert twin_name == name or (game.ending == "hit" and twin_name == f"{name} (2)")
        if knows_finals and oracle.knows_finals(core):
            for name, code in codes.items():
                final = oracle.is_final(game, experiment, code)
                assert final == oracle.is_final(core, twin, core_codes[name])


def key(game: Game, code: Assignment, propositions: int) -> frozenset[int]:
    return frozenset(p for p in true_propositions(game.codes, code) if p < propositions)


def cells(
    game: Game, experiment: oracle.Experiment, codes: dict[frozenset[int], Assignment]
) -> dict[str, set[frozenset[int]]]:
    """Return the codes by the outcome's text, in the order of outcomes."""
    name_of = {code: name for name, code in codes.items()}
    answer = game.experiments[experiment[0]].answer
    parts = oracle.partition(game, experiment, list(codes.values()))
    return {show_outcome(answer, values): {name_of[code] for code in cell} for values, cell in parts.items()}


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(SMALL))
def test_expansions_of_the_library(name: str) -> None:
    check_expansion(load(name, SMALL[name]))


@pytest.mark.parametrize(
    "game", [mastermind(2, 2), coins(4), bags(2, 2), sorting(3), higher_lower(4), core_bits(2)]
)
def test_expansions_of_hand_made_games(game: Game) -> None:
    check_expansion(game)


def test_an_answer_that_is_final_after_some_experiments_only_gets_two_names() -> None:
    game = load_text(
        'alphabet sym = "a".."b"\nsecret code[1..2] : distinct sym\nexperiment ask(g[1..2] : sym)\n'
        "  observe code[1] = g[1]\n  final all(i in 1..2 : code[i] = g[i])"
    )
    check_expansion(game)
    names = [line.split('"')[1] for line in expand(game).splitlines() if line.startswith("OUTCOME")]
    assert names == ["no", "yes", "yes (2)"]


@pytest.mark.thorough
@random_cases(60)
@given(games(codes=16, experiments=24))
def test_expansions_of_random_games(game: Game) -> None:
    check_expansion(game)


def test_a_hit_game_and_its_expansion_are_played_alike() -> None:
    game = load("mastermind", SMALL["mastermind"])
    core = load_text(expand(game))
    for strategy in oracle.STRATEGIES:
        plan, twin = oracle.greedy(game, strategy), oracle.greedy(core, strategy)
        assert (plan.total, plan.distribution) == (twin.total, twin.distribution)


def test_coins_are_written_as_in_the_core_language() -> None:
    lines = expand(load("counterfeit-coin", {"coins": "4"})).splitlines()
    assert lines == [
        'VARIABLES "odd=1", "odd=2", "odd=3", "odd=4", heavy',
        'CONSTRAINT Exactly-1("odd=1", "odd=2", "odd=3", "odd=4")',
        "",
        'ALPHABET "1", "2", "3", "4"',
        'MAPPING "odd" "odd=1", "odd=2", "odd=3", "odd=4"',
        "",
        'EXPERIMENT "weigh[1]" 2',
        "PARAMS_DISTINCT 1, 2",
        "PARAMS_SORTED 1, 2",
        'OUTCOME "left heavier" !heavy & odd$2 | heavy & odd$1',
        'OUTCOME "right heavier" !heavy & odd$1 | heavy & odd$2',
        'OUTCOME "balance" !odd$1 & !odd$2',
        "",
        'EXPERIMENT "weigh[2]" 4',
        "PARAMS_DISTINCT 1, 2, 3, 4",
        "PARAMS_SORTED 1, 2",
        "PARAMS_SORTED 1, 3, 4",
        'OUTCOME "left heavier" !heavy & (odd$3 | odd$4) | (odd$1 | odd$2) & heavy',
        'OUTCOME "right heavier" !heavy & (odd$1 | odd$2) | (odd$3 | odd$4) & heavy',
        'OUTCOME "balance" !odd$1 & !odd$2 & !odd$3 & !odd$4',
    ]


@pytest.mark.thorough
def test_only_outcomes_that_occur_are_written() -> None:
    text = expand(load("mastermind"))
    assert text.count("\nOUTCOMEX ") == 13
    assert text.count("\nOUTCOME ") == 1


def test_listed_experiments_keep_their_names_and_order() -> None:
    game = load("word-list")
    core = load_text(expand(game))
    notation = Notation(game)
    assert [type_.name for type_ in core.experiments] == [
        notation.experiment(experiment) for experiment in oracle.experiments(game)
    ]


def test_what_the_core_language_lacks_is_said() -> None:
    text = expand(load("diagnosis"))
    assert text.startswith("# The core language knows no goal")
    assert "no weight" in text


def test_names_of_variables_are_quoted_when_needed() -> None:
    game = load_text(
        'VARIABLES x, "and", "a b", \'"\'\nEXPERIMENT "t" 0\nOUTCOME "y" x & "and"\nOUTCOME "n" !(x & "and")'
    )
    assert expand(game).splitlines()[0] == 'VARIABLES x, "and", "a b", \'"\''
    check_expansion(game)


@pytest.mark.parametrize(
    ("table", "text", "name"),
    [
        (
            'code,c\na,"it\'s ""a"""\n',
            'secret s : rows("t.csv") experiment ask() observe cell("t.csv", s, "c")',
            'it\'s "a"',
        ),
        (
            'code,c\n"r""1",1\nb,2\n',
            'secret s[{"it\'s"}] : rows("t.csv") experiment ask() observe s["it\'s"]',
            "s[it's]=r\"1",
        ),
    ],
)
def test_a_text_with_both_kinds_of_quotation_marks_is_refused(
    table: str, text: str, name: str, tmp_path: Path
) -> None:
    """The second is the name of a variable, made of an index and a symbol that have one kind each."""
    (tmp_path / "t.csv").write_text(table, encoding="utf-8")
    game = load_text(text, folder=tmp_path)
    message = "the core language has no text with both kinds of quotation marks, such as "
    with pytest.raises(GameError, match=f"^{re.escape(message + name)}$"):
        expand(game)


def test_a_line_end_in_a_text_is_a_space(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text('code,c\na,"two\nlines"\nb,one\n', encoding="utf-8")
    text = 'secret s : rows("t.csv") experiment ask() observe cell("t.csv", s, "c")'
    written = expand(load_text(text, folder=tmp_path))
    assert 'OUTCOME "two lines"' in written
    assert expand(load_text(written)) == written


def test_variables_called_true_and_false_are_told_from_the_constants() -> None:
    text = """
        VARIABLES true, false
        ALPHABET "a", "b"
        MAPPING "F" true, false
        MAPPING "G" false, false
        EXPERIMENT "t" 1
        OUTCOME "y" F$1 & G$1 | !F$1 & !G$1
        OUTCOME "n" !(F$1 & G$1 | !F$1 & !G$1)
    """
    check_expansion(load_text(text))
    game = load_text("variables true_, lone experiment ask(i : 1..2) observe if i = 1 then lone else true_")
    check_expansion(game)


def test_sizes_of_sets_without_an_experiment_are_left_out() -> None:
    game = load_text(
        "variable a experiment ask(left : set of 1..2, right : set(2) of 1..2) "
        "where disjoint(left, right) observe a"
    )
    assert [line for line in expand(game).splitlines() if "EXPERIMENT" in line] == ['EXPERIMENT "ask 0" 2']
    check_expansion(game)


def test_outcomes_that_are_never_given_can_be_read_back() -> None:
    core = load_text(expand(load_text('variable a experiment ask() outcome "yes" : a & !a')))
    assert [outcome.name for outcome in core.experiments[0].answer.outcomes] == ["yes"]


def test_formulas_that_explode_as_trees_are_refused_before_they_are_written() -> None:
    lines = ["variables x[1..40]", "experiment ask()", "let f1 = x[1] & x[2] | x[3] & !x[1]"]
    lines += [f"let f{i} = (f{i - 1} -> x[{i}]) <-> (f{i - 1} & x[{i - 1}])" for i in range(2, 40)]
    game = load_text("\n".join([*lines, "observe f39"]))
    with pytest.raises(LimitError, match="formula-nodes"):
        expand(game)


@pytest.mark.thorough
def test_the_limit_is_the_one_given() -> None:
    with pytest.raises(LimitError, match="formula-nodes"):
        expand(load("mastermind"), Limits(formula_nodes=1000))
