"""Tables in files: wide and long, of whole numbers, exact decimals and words."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

import cobra
from cobra.errors import GameError, LanguageError
from cobra.language.load import load_text
from cobra.language.tables import table_of
from cobra.model.game import Game
from tests import oracle
from tests.language.meaning import answers

PRICES = "what,price,half,odd\na,0.3,0.5,1\nb,0.70,1.5,0.5\nc,1,-2.25,none\n"
LONG = "code,experiment,answer\na,e,1\na,f,0.5\nb,f,2.0\nb,e,yes\n"


def asked(text: str, files: dict[str, str]) -> dict[tuple[str, ...], object]:
    """Return what is answered, by experiment, parameters and code."""
    game = load_text(text, files=files)
    return {(label, *given.values(), *code.values()): answer for label, given, code, answer in answers(game)}


def test_the_cells_of_a_column_are_of_one_kind() -> None:
    table = table_of(Path("t.csv"), PRICES)
    assert [table.cells["price"][row] for row in "abc"] == [Fraction(3, 10), Fraction(7, 10), Fraction(1)]
    assert [table.cells["half"][row] for row in "abc"] == [Fraction(1, 2), Fraction(3, 2), Fraction(-9, 4)]
    assert [table.cells["odd"][row] for row in "abc"] == ["1", "0.5", "none"]
    whole = table_of(Path("t.csv"), "a,b\nx,1\ny,-2\n")
    assert [(value, type(value)) for value in whole.cells["b"].values()] == [(1, int), (-2, int)]


@pytest.mark.parametrize("cell", [".5", "5.", "1e3", "1,5", "0.1234567891", "1.2.3", "٣.٥", "+1.0", "0.5 "])
def test_what_is_no_decimal_is_a_word_and_spaces_are_nothing(cell: str) -> None:
    table = table_of(Path("t.csv"), f'a,b\nx,"{cell}"\n')
    assert table.cells == {"b": {"x": Fraction(1, 2) if cell == "0.5 " else cell}}


def test_what_stands_on_several_lines_is_shown_and_typed_on_one() -> None:
    text = 'file t = "t.csv" secret s : rows(t) experiment ask(e : columns(t)) observe cell(t, s, e)'
    game = load_text(text, files={"t.csv": 'code,"a\n1",b\n"x\n2","no\nidea",1\ny,yes,1\n'})
    advice = cobra.advise(game, '"a 1" = no idea', strategies=["parts"])
    assert advice.listed == ('"x 2"',)


def test_the_long_form_is_the_wide_one() -> None:
    table = table_of(Path("t.csv"), LONG.upper().replace("YES", "yes"))
    assert (table.rows, table.columns) == (("A", "B"), ("E", "F"))
    wide = table_of(Path("t.csv"), "code,E,F\nA,1,0.5\nB,yes,2.0\n")
    assert table.cells == wide.cells


def test_random_tables_mean_the_same_in_both_forms() -> None:
    draw = random.Random(1)
    text = 'file t = "t.csv" secret s : rows(t) experiment ask(e : columns(t)) observe cell(t, s, e)'
    for _ in range(20):
        rows, columns = [f"r{i}" for i in range(draw.randint(1, 5))], ["x", "y", "z"]
        cells = {(r, c): draw.choice(["1", "2.0", "0.5", "no"]) for r in rows for c in columns}
        wide = "".join([f"{r},{','.join(cells[r, c] for c in columns)}\n" for r in rows])
        lines = [f"{r},{c},{cells[r, c]}\n" for c in columns for r in rows]
        found = [
            asked(text, {"t.csv": table})
            for table in ("n,x,y,z\n" + wide, "code,experiment,answer\n" + "".join(lines))
        ]
        assert found[0] == found[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LONG + "a,e,1\n", 'record 6 is another answer of the code "a" to "e"'),
        (LONG + "c,e,1\n", 'the code "c" has no answer to "f"'),
        (LONG + "c,,1\n", "record 6 names no experiment"),
        (LONG + ",e,1\n", "record 6 names no code"),
        (LONG + "c,e\n", "record 6 has 2 cells, the header has 3"),
        (
            "code,experiment,answer\n",
            "a table needs a header, at least two columns and at least one row below the header",
        ),
        (
            LONG.replace("answer", "mark"),
            'the row "a" is there twice; if each line is a code, an experiment and an answer, its header is '
            "code,experiment,answer",
        ),
    ],
)
def test_long_tables_that_are_wrong(text: str, message: str) -> None:
    with pytest.raises(GameError) as caught:
        table_of(Path("t.csv"), text)
    assert str(caught.value) == f"t.csv: {message}"


def test_decimals_in_cells_are_exact() -> None:
    text = 'secret s : rows("p.csv") weight cell("p.csv", s, "price") experiment g() observe s'
    game = load_text(text, files={"p.csv": PRICES})
    assert [oracle.weight_of(game, code) for code in oracle.codes(game)] == [3, 7, 10]


def test_decimals_are_observed() -> None:
    text = """
      secret s : rows("p.csv")
      experiment less(p : rows("p.csv")) observe cell("p.csv", s, "price") - cell("p.csv", p, "price")
      experiment third() observe cell("p.csv", s, "half") / 3
      experiment column(c : columns("p.csv")) observe cell("p.csv", s, c)
    """
    found = asked(text, {"p.csv": PRICES})
    assert [found["less", p, s] for p in "ab" for s in "abc"] == [
        ("0",), ("0.4",), ("0.7",), ("-0.4",), ("0",), ("0.3",),
    ]  # fmt: skip
    assert [found["third", s] for s in "abc"] == [("1/6",), ("0.5",), ("-0.75",)]
    columns = {key[-2:]: value for key, value in found.items() if "column" in key[0]}
    assert [columns[c, s] for c in ("price", "odd") for s in "abc"] == [
        ("0.3",), ("0.7",), (1,), (1,), ("0.5",), ("none",),
    ]  # fmt: skip


def prices() -> Game:
    text = 'secret s : rows("p.csv") experiment third() observe cell("p.csv", s, "half") / 3'
    return load_text(text, files={"p.csv": PRICES})


@pytest.mark.parametrize(("typed", "code"), [("-0.75", "c"), ("-.750", "c"), ("0,50", "b"), ("1/6", "a")])
def test_decimals_are_typed_as_people_write_them(typed: str, code: str) -> None:
    advice = cobra.advise(prices(), f"third = {typed}")
    assert advice.codes == 1
    assert advice.listed == (code,)


def test_the_check_and_the_core_language_know_decimals() -> None:
    assert cobra.check(prices()).well_formed
    assert 'OUTCOME "-0.75" "s=c"' in cobra.expand(prices())


def test_numbers_in_one_column_and_words_in_another() -> None:
    """`1` among words looks as the number 1, and is the same answer."""
    table = {("a", "x"): "1", ("b", "x"): "2", ("a", "y"): "1", ("b", "y"): "none"}
    game = cobra.from_table(["a", "b"], ["x", "y"], table)
    assert cobra.check(game).well_formed
    assert [row.average for row in cobra.analyze(game, ["parts"]).rows] == [1]


@pytest.mark.parametrize(
    ("expression", "hint"),
    [
        ('0.5 * cell("p.csv", s, "odd")', 'the cell in row c, column odd holds "none"'),
        ('abs(cell("p.csv", s, "half"))', 'the cell in row a, column half holds "0.5"'),
    ],
)
def test_the_cell_that_does_not_fit(expression: str, hint: str) -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(f'secret s : rows("p.csv") experiment g() observe {expression}', files={"p.csv": PRICES})
    assert [diagnostic.hint for diagnostic in caught.value.diagnostics] == [hint]
