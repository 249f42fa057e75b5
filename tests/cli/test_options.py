from __future__ import annotations

import inspect
from math import inf

import pytest

import cobra
from cobra.cli import options, readers
from cobra.errors import GameError
from cobra.limits import limit_names
from cobra.options import EQUIVALENCES, SAT_SOLVERS
from cobra.sat.solver import solver_names
from tests.cli.runner import run


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("512", 512),
        ("1k", 1024),
        ("512M", 512 << 20),
        ("2G", 2 << 30),
        ("1.5GiB", 3 << 29),
        ("2 gb", 2 << 30),
        ("1T", 1 << 40),
    ],
)
def test_sizes(text: str, size: int) -> None:
    assert readers.read_size(text) == size


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("10", 10),
        ("10s", 10),
        ("2m", 120),
        ("1h", 3600),
        ("1.5m", 90),
        ("250ms", 0.25),
        ("1d", 86400),
        ("None", inf),
    ],
)
def test_durations(text: str, seconds: float) -> None:
    assert readers.read_duration(text) == seconds


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (readers.read_size, "2Q", "'2Q' is not a size; write it as 512M or 2G"),
        (readers.read_size, "0", "the size '0' is out of range"),
        (readers.read_size, "9999999999T", "the size '9999999999T' is out of range"),
        (readers.read_size, "-1", "'-1' is not a size; write it as 512M or 2G"),
        (readers.read_duration, "soon", "'soon' is not a duration; write it as 10s, 2m or 1h"),
        (readers.read_duration, "0s", "a time limit must be more than 0 seconds; without one: none"),
        (readers.read_duration, "1e9", "'1e9' is not a duration; write it as 10s, 2m or 1h"),
        (readers.read_count, "0", "'0' is less than 1"),
        (readers.read_count, "two", "'two' is not a whole number"),
        (readers.read_count, "-2", "'-2' is less than 1"),
        (readers.read_count, "-" + "2" * 5000, f"'-{'2' * 5000}' is less than 1"),
        (readers.read_count, "9" * 5000, f"'{'9' * 5000}' is more than 9,223,372,036,854,775,807"),
        (readers.read_seed, str(2**63), "'9223372036854775808' is more than 9,223,372,036,854,775,807"),
        (readers.read_definition, "pegs", "'pegs' is not of the form NAME=VALUE, such as pegs=5"),
        (readers.read_definition, "=5", "'=5' is not of the form NAME=VALUE, such as pegs=5"),
        (readers.read_values, "2..4", "'2..4' is not of the form NAME=VALUE, such as pegs=5"),
        (
            readers.read_values,
            "pegs=2..",
            "'pegs=2..': write a whole number, a range such as 2..4 or a list such as 2,4,6",
        ),
        (
            readers.read_values,
            "pegs=2,,4",
            "'pegs=2,,4': write a whole number, a range such as 2..4 or a list such as 2,4,6",
        ),
        (readers.read_values, "pegs=4..2", "'pegs=4..2': the range 4..2 is empty"),
        (readers.read_values, "n=1..10001", "'n=1..10001': the range 1..10001 has more than 10,000 values"),
        (
            readers.read_limit,
            "code=5",
            f"there is no limit 'code'; did you mean 'codes'? (known: {' '.join(limit_names())})",
        ),
        (
            readers.read_strategies,
            "max-model",
            "there is no strategy 'max-model'; did you mean 'max-models'?",
        ),
        (
            readers.read_equivalences,
            "symbols,partitions",
            "there is no equivalence 'partitions'; did you mean 'partition'? (known: "
            + " ".join(EQUIVALENCES)
            + ")",
        ),
        (
            readers.read_equivalences,
            " ",
            "no equivalence given (known: " + " ".join(EQUIVALENCES) + ")",
        ),
        (
            readers.read_equivalences,
            "symbols,none",
            "the equivalence none stands alone: it removes nothing",
        ),
        (
            readers.read_made,
            " =1B1W",
            "' =1B1W' is not of the form EXPERIMENT or EXPERIMENT=OUTCOME, such as 0011=1B1W",
        ),
        (readers.read_strategies, ",", "no strategy given; `cobra strategies` lists them"),
    ],
)
def test_what_cannot_be_read_is_explained(read: object, text: str, message: str) -> None:
    assert callable(read)
    with pytest.raises(GameError) as error:
        read(text)
    assert str(error.value) == message


def test_lists_and_definitions() -> None:
    assert readers.read_strategies("parts, max-models,parts") == ("parts", "max-models")
    assert readers.read_equivalences("symbols, partition,symbols") == ("symbols", "partition")
    assert readers.read_made(" 0011 = 1B1W ") == "0011 = 1B1W"
    assert readers.read_definition(" table = a=b.csv ") == ("table", "a=b.csv")
    assert readers.read_limit("codes=1_000_000") == ("codes", 1_000_000)
    assert readers.read_count(40 * "0" + "5") == 5
    assert readers.read_count("1,000") == 1000
    assert readers.read_seed("0") == 0


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("pegs=3", (3,)),
        ("pegs=2..4", (2, 3, 4)),
        ("pegs=2,4,6", (2, 4, 6)),
        ("pegs = 6, 2..4, 3", (6, 2, 3, 4)),
        ("pegs=-2..1", (-2, -1, 0, 1)),
        ("pegs=1..10000", tuple(range(1, 10_001))),
        ("pegs=many", ("many",)),
        ("pegs=a=b, c.csv", ("a=b, c.csv",)),
        ("pegs=../words.txt", ("../words.txt",)),
    ],
)
def test_values_of_a_grid(text: str, values: tuple[int | str, ...]) -> None:
    assert readers.read_values(text) == ("pegs", values)


def test_the_solvers_are_those_of_the_sat_part() -> None:
    assert sorted(SAT_SOLVERS) == sorted(solver_names())


@pytest.mark.parametrize(
    "function", [cobra.analyze, cobra.check, cobra.info, cobra.optimal, cobra.simulate, cobra.symmetry]
)
def test_python_functions_have_the_defaults_of_the_table(function: object) -> None:
    assert callable(function)
    for name, parameter in inspect.signature(function).parameters.items():
        if name in options.OPTIONS and name != "limits":
            assert parameter.default == options.OPTIONS[name].default, name


def test_compare_has_the_defaults_of_its_own_options() -> None:
    own = {option.name: option for option in (options.COMPARED, options.COMPARE_TIME_LIMIT)}
    for name, parameter in inspect.signature(cobra.compare).parameters.items():
        if name in options.OPTIONS and name not in ("limits", "definitions"):
            assert parameter.default == own.get(name, options.OPTIONS[name]).default, name


def test_of_two_values_the_last_one_counts() -> None:
    ended = run(
        "info", "mastermind", "-D", "pegs=2", "-D", "pegs=3", "--limit", "codes=2", "--limit", "codes=300"
    )
    assert ended.exit_code == 0 and ended.stdout.startswith("Mastermind  pegs=3  colours=6\n")


def test_two_lists_of_values_are_wrong_usage() -> None:
    ended = run("compare", "mastermind", "-D", "pegs=2", "-D", "pegs=3")
    message = "pegs is given twice; several values are written with commas, as in 2,3\n"
    assert ended.exit_code == 2 and ended.stderr.endswith(message)


def test_the_same_value_may_be_given_twice() -> None:
    assert run("expand", "counterfeit-coin", "-D", "coins=3", "-D", "coins=3").exit_code == 0
