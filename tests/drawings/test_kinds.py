"""Each kind of drawing: which games it fits, and the exact structure of small pictures."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

import cobra
from cobra.drawings.balance import tilt
from cobra.drawings.kinds import KINDS, sheet_of
from cobra.drawings.line import where
from cobra.drawings.svg import Picture, Pictures, svg
from cobra.errors import GameError, LanguageError
from cobra.language import ast
from cobra.language.formatting import format_game
from cobra.language.load import library, load_text
from cobra.language.parse import parse
from cobra.language.source import Source
from cobra.limits import Limits
from cobra.model import spaces
from cobra.model.game import Game
from cobra.model.outcomes import outcome
from cobra.model.show import symbol_text

ROW = "secret code[1..2] : {a b c}\nexperiment guess(g[1..2] : {a b c}) observe"
PEGS = f"draw pegs\n{ROW} count(i in 1..2 : code[i] = g[i])"
SMALL = {
    "bags-of-gold": {"bags": 4, "capacity": 3},
    "battleship-sunk": {"size": 3},
    "black-box": {"size": 3, "atoms": 1},
    "code-777": {"cards": 2},
    "counterfeit-coin": {"coins": 4},
    "mastermind-lie": {"pegs": 2},
    "quordle": {"boards": 1},
}
READ = {
    *("decimalisation", "egg-drop", "fox", "higher-lower", "liar", "liar-comparisons", "poisoned-wine"),
    *("priced-search", "sorting", "warmer-colder"),
}
"""Games whose codes are numbers, which are read."""
NAMESPACE = "{http://www.w3.org/2000/svg}"


def drawn(picture: str | None) -> list[tuple[str, ...]]:
    """Return the elements of a picture: name, class, where it is, and its text."""
    assert picture is not None
    root = ElementTree.fromstring(picture)
    found = []
    for element in list(root)[2:]:
        name, of = element.tag.removeprefix(NAMESPACE), element.attrib
        at = [of[one] for one in ("x", "y", "cx", "cy", "x1", "y1", "x2", "y2", "transform") if one in of]
        found.append((name, of["class"], " ".join(at), *([element.text] if element.text else [])))
    return found


def texts(picture: str | None) -> str:
    return " ".join(one[3] for one in drawn(picture) if len(one) > 3)


def test_pegs_and_key_pegs() -> None:
    game = load_text(PEGS)
    assert drawn(svg(game, experiment="ac")) == [
        ("rect", "d-peg d-hue-0", "2 2"),
        ("text", "d-in d-hue-0", "16 16", "a"),
        ("rect", "d-peg d-hue-2", "34 2"),
        ("text", "d-in d-hue-2", "48 16", "c"),
    ]
    holes = [("circle", "d-key d-none", "8 16"), ("circle", "d-key d-none", "24 16")]
    assert drawn(svg(game, experiment="ac", answer="0")) == holes
    assert drawn(svg(game, experiment="ac", answer="1")) == [*holes, ("circle", "d-key d-full", "8 16")]
    assert drawn(svg(game, code="cb")) == drawn(svg(game, experiment="cb"))


def test_two_numbers_are_black_pegs_from_the_left_and_white_ones_from_the_right() -> None:
    picture = svg(cobra.load("mastermind"), experiment="0012", answer="1B2W")
    assert [one[1:] for one in drawn(picture)[4:]] == [
        ("d-key d-full", "8 16"),
        ("d-key d-open", "56 16"),
        ("d-key d-open", "40 16"),
    ]


def test_colours_come_again_with_a_ring_and_names_of_colours_are_their_colours() -> None:
    game = cobra.load("mastermind", {"pegs": 1, "colours": 14})
    assert [one[1] for one in drawn(svg(game, experiment="12"))] == [
        "d-peg d-hue-0",
        "d-ring d-hue-0",
        "d-in d-hue-0",
    ]
    game = load_text(PEGS.replace("{a b c}", "{red tea}"))
    assert [one[1] for one in drawn(svg(game, experiment="red tea"))][::2] == [
        "d-peg d-word-red",
        "d-peg d-hue-1",
    ]


def test_tiles_are_marked_by_shapes() -> None:
    picture = svg(cobra.load("wordle"), experiment="crane", answer="GY---")
    assert drawn(picture)[:5] == [
        ("rect", "d-tile d-place", "2 2"),
        ("rect", "d-bar", "8 25"),
        ("text", "d-letter", "16 16", "c"),
        ("rect", "d-tile d-near", "34 2"),
        ("text", "d-letter", "48 16", "r"),
    ]
    corners = [one.get("rx") for one in ElementTree.fromstring(picture or "").iter(f"{NAMESPACE}rect")]
    assert corners == ["4", "1", "14", "4", "4", "4"]


def test_marks_without_letters_and_in_groups() -> None:
    assert texts(svg(cobra.load("hangman"), experiment="e", answer="____e")) == "e"
    picture = svg(cobra.load("mastermind-colour"), experiment="find 1", answer=".x..")
    assert [(one[1], one[2]) for one in drawn(picture)] == [
        ("d-tile d-done", "2 2"),
        ("d-tile", "34 2"),
        ("d-word", "48 16"),
        ("d-tile d-done", "66 2"),
        ("d-tile d-done", "98 2"),
    ]
    game = cobra.load("quordle", {"boards": 2})
    word = game.codes.slots
    guess = "".join(
        str(slot.symbols[row]) for slot, row in zip(word[:5], game.codes.tables[0].rows[0], strict=True)
    )
    places = [one[2] for one in drawn(svg(game, experiment=guess, answer="GGGGG -----")) if one[0] == "text"]
    assert places == [f"{x} 16" for x in (16, 48, 80, 112, 144, 188, 220, 252, 284, 316)]


def test_a_balance_tilts() -> None:
    game = cobra.load("counterfeit-coin", {"coins": 4})
    heights = {}
    for answer in ("left heavier", "balance", "right heavier"):
        picture = drawn(svg(game, experiment="1 | 2", answer=answer))
        pans = [int(re.findall(r"[0-9]+", one[2])[1]) for one in picture if one[1] == "d-pan"]
        coins = [one[2] for one in picture if one[1] == "d-coin"]
        heights[answer] = [*pans, *coins, texts(svg(game, experiment="1 | 2", answer=answer))]
    assert heights == {
        "left heavier": [42, 26, "18 30", "142 14", "1 2 >"],
        "balance": [34, 34, "18 22", "142 22", "1 2 ="],
        "right heavier": [26, 42, "18 14", "142 30", "1 2 <"],
    }
    assert [tilt(one) for one in ("left lighter", "RIGHT", "<", ">", "equal", "3")] == [1, 1, 1, -1, 0, None]


def test_codes_of_coins_say_which_and_how() -> None:
    game = cobra.load("counterfeit-coin", {"coins": 3})
    assert [one[1] for one in drawn(svg(game, code="odd 2, heavy"))] == ["d-coin d-odd", "d-in", "d-arrow"]
    heavy, light = (svg(game, code=f"odd 2, {kind}") or "" for kind in ("heavy", "not heavy"))
    assert "M-6 -5h12l-6 11z" in heavy and "M-6 5h12l-6 -11z" in light
    coins = drawn(svg(cobra.load("light-coins", {"coins": 3}), code="light 2"))
    assert [one[1] for one in coins if one[0] == "circle"] == ["d-coin", "d-coin d-odd", "d-coin"]


def test_a_grid_has_the_cell_and_what_was_found_there() -> None:
    game = cobra.load("battleship")
    for answer, found in (("hit", ("path", "d-cross")), ("miss", ("circle", "d-dot"))):
        chosen, mark = drawn(svg(game, experiment="2 | 3", answer=answer))[-2:]
        assert chosen == ("rect", "d-chosen", "53 35")
        assert mark[:2] == found
    sheet = sheet_of(game)
    assert sheet is not None and sheet.types[0][0] is not None
    assert sheet.types[0][0].targets[:6][-1] == (16, 34, 18, 18, 0, [1, 0])
    assert [one[1] for one in drawn(svg(game, code="row 2, column 1, down"))][-2:] == [
        "d-atom",
        "d-arrow d-light",
    ]


def test_a_ray_enters_and_leaves() -> None:
    game = cobra.load("black-box", {"size": 3, "atoms": 1})
    assert [one for one in drawn(svg(game, experiment="shoot(1)")) if one[1] == "d-entry"] == [
        ("circle", "d-entry", "29 10")
    ]
    picture = drawn(svg(game, experiment="shoot(2)", answer="8"))
    assert picture[-3:] == [
        ("line", "d-ray", "47 10 47 84"),
        ("circle", "d-exit", "47 84"),
        ("path", "d-arrow d-light", "translate(47 84)"),
    ]
    assert drawn(svg(game, experiment="shoot(2)", answer="hit"))[-2:] == [
        ("circle", "d-stop", "47 10"),
        ("text", "d-in d-light", "47 10", "H"),
    ]
    assert [one[2] for one in drawn(svg(game, code="atom 3,1")) if one[1] == "d-atom"] == ["47 11"]


def test_a_port_may_be_a_parameter() -> None:
    game = load_text("draw ports secret x : 1..8 experiment ray(p : 1..8) observe if x < p then x else 0")
    assert [one[2] for one in drawn(svg(game, experiment="4", answer="2")) if one[0] == "circle"] == [
        "66 47",
        "47 10",
    ]


def test_cards_and_what_they_leave_open() -> None:
    picture = svg(cobra.load("code-777"), experiment="1 0 | 2 1", answer="<=")
    assert [one for one in drawn(picture) if one[0] != "rect"] == [
        ("text", "d-in", "17 14", "1"),
        ("path", "d-line", "translate(17 34)"),
        ("text", "d-in", "79 14", "2"),
        ("text", "d-in d-hue-1", "79 34", "1"),
        ("text", "d-in", "48 24", "≤"),
    ]


def test_things_compared_stand_on_pans_and_their_order_is_read() -> None:
    game = cobra.load("sorting", {"n": 3})
    picture = drawn(svg(game, experiment="1 | 3", answer="<"))
    assert [one[1:] for one in picture if one[1] in ("d-coin", "d-in")] == [
        ("d-coin", "18 14"),
        ("d-in", "18 14", "1"),
        ("d-coin", "70 30"),
        ("d-in", "70 30", "3"),
        ("d-in", "44 22", "<"),
    ]
    assert svg(game, code="213") is None


def test_few_numbers_are_cells_of_a_line_and_many_a_scale() -> None:
    game = cobra.load("fox")
    *cells, chosen = drawn(svg(game, experiment="3"))
    assert [one[2:] for one in cells if one[0] == "text"] == [
        *(("11 11", "1"), ("29 11", "2"), ("47 11", "3"), ("65 11", "4"), ("83 11", "5"))
    ]
    assert chosen == ("rect", "d-chosen", "39 3")
    assert drawn(svg(game, experiment="3", answer="empty"))[-1] == ("path", "d-cross", "translate(47 25)")
    assert drawn(svg(game, experiment="3", answer="the fox"))[-1] == ("circle", "d-atom", "47 25")
    sheet = sheet_of(game)
    assert sheet is not None and sheet.types[0][0] is not None
    assert sheet.types[0][0].targets[2] == (38, 2, 18, 18, 0, [2])
    game = cobra.load("higher-lower")
    assert drawn(svg(game, experiment="50")) == [
        ("line", "d-line", "14 26 134 26"),
        ("line", "d-line", "14 22 14 30"),
        ("text", "d-soft", "14 39", "1"),
        ("line", "d-line", "134 22 134 30"),
        ("text", "d-soft", "134 39", "100"),
        ("text", "d-in", "73 8", "50"),
        ("path", "d-entry", "translate(73 0)"),
    ]


@pytest.mark.parametrize(
    ("name", "parameters", "experiment", "answer", "side"),
    [
        ("higher-lower", {}, "50", "lower", "73 26 14 26"),
        ("higher-lower", {}, "50", "higher", "73 26 134 26"),
        ("higher-lower", {"n": 4}, "2", "higher", "29 25 72 25"),
        ("egg-drop", {"floors": 4}, "2", "broken", "29 25 4 25"),
        ("liar-comparisons", {}, "33", "not less", "74 26 134 26"),
        ("priced-search", {}, "15", "there or right of it", "134 26 134 26"),
    ],
)
def test_the_side_of_the_secret_is_thick(
    name: str, parameters: dict[str, int], experiment: str, answer: str, side: str
) -> None:
    picture = svg(cobra.load(name, parameters), experiment=experiment, answer=answer)
    assert drawn(picture)[-1] == ("line", "d-side", side)


def test_answers_that_say_where_the_secret_is() -> None:
    answers = ("LOWER", "not less", "left of it", "whole", "correct", "empty", "warmer")
    found = ["left", "right", "left", "right", "here", "not here", None]
    assert [where(one) for one in answers] == found
    assert svg(cobra.load("warmer-colder"), experiment="7", answer="warmer") is None


def test_members_of_sets_are_filled_in_rows_of_eight() -> None:
    game = cobra.load("group-testing", {"items": 10, "defective": 1})
    picture = drawn(svg(game, experiment="2 9"))
    assert [one[2:] for one in picture if one[0] == "text"][7:] == [
        *(("182 14", "8"), ("14 38", "9"), ("38 38", "10"))
    ]
    assert picture[20:] == [("rect", "d-chosen", "27 3"), ("rect", "d-chosen", "3 27")]
    assert drawn(svg(game, code="bad 9"))[20:] == [
        ("rect", "d-sunk", "3 27"),
        ("text", "d-light", "14 38", "9"),
    ]
    two = cobra.load("poisoned-wine", {"bottles": 3, "together": 2})
    picture = drawn(svg(two, experiment="1, 2 3"))
    assert [one[2] for one in picture if one[1] == "d-chosen"] == ["3 3", "27 31", "51 31"]
    assert svg(game, experiment="2 9", answer="yes") is None and svg(two, code="3") is None


def test_numbers_stand_below_what_is_taken() -> None:
    game = cobra.load("bags-of-gold", {"bags": 3, "capacity": 3})
    assert drawn(svg(game, experiment="102"))[6:] == [
        ("text", "d-in", "14 37", "1"),
        ("text", "d-in", "62 37", "2"),
    ]


@pytest.mark.parametrize(
    ("kind", "message", "hint"),
    [
        ("pgs", "there is no kind of drawing called `pgs`", "did you mean `pegs`?"),
        (
            "zebra",
            "there is no kind of drawing called `zebra`",
            "the kinds are pegs, tiles, balance, grid, ports, cards, line, items",
        ),
        (
            "balance",
            "`draw balance` does not fit: no experiment has two sets, or two, of the same things",
            f"balance: {KINDS['balance'].about}",
        ),
        (
            "grid",
            f"`draw grid` does not fit: no experiment has {KINDS['grid'].needs}",
            f"grid: {KINDS['grid'].about}",
        ),
        (
            "ports",
            f"`draw ports` does not fit: no experiment has {KINDS['ports'].needs}",
            f"ports: {KINDS['ports'].about}",
        ),
        (
            "line",
            f"`draw line` does not fit: no experiment has {KINDS['line'].needs}",
            f"line: {KINDS['line'].about}",
        ),
        (
            "items",
            f"`draw items` does not fit: no experiment has {KINDS['items'].needs}",
            f"items: {KINDS['items'].about}",
        ),
    ],
)
def test_what_does_not_fit_is_said_where_it_stands(kind: str, message: str, hint: str) -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(f"draw {kind}\n{ROW} 1")
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.kind, diagnostic.message, diagnostic.hint) == ("drawing does not fit", message, hint)
    assert diagnostic.span is not None and (diagnostic.span.line, diagnostic.span.column) == (1, 6)


def test_an_unknown_kind_is_said_with_the_other_mistakes() -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(f"{ROW} codes\ndraw pgs")
    spans = [one.span for one in caught.value.diagnostics]
    assert [(span.line, span.column) for span in spans if span is not None] == [(2, 45), (3, 6)]
    assert [one.message for one in caught.value.diagnostics] == [
        "the name `codes` is not known here",
        "there is no kind of drawing called `pgs`",
    ]


def test_an_unknown_kind_is_said_with_mistakes_of_form() -> None:
    with pytest.raises(LanguageError) as caught:
        load_text(f"draw pgs\ndef f(x) = x +\n{ROW} = 1\ndraw zebra\ndraw pegs")
    assert [(one.span and one.span.line, one.message) for one in caught.value.diagnostics] == [
        (1, "there is no kind of drawing called `pgs`"),
        (2, "expected an expression after `+`"),
        (4, "expected an expression or `for`, found `=`"),
        (5, "there is no kind of drawing called `zebra`"),
    ]


def test_experiments_read_one_by_one_and_families_without_members_refuse_no_kind() -> None:
    game = "draw balance secret x : 1..3 experiment g(y : 1..3) observe if x = y then 1 else 0"
    with pytest.raises(LanguageError, match="does not fit"):
        load_text(game)
    assert load_text(f"{game} experiment h() observe x").draw == "balance"
    family = "experiment g(a : set(m) of 1..3, b : set(m) of 1..3) for m in 1..0 observe x in a"
    assert load_text(f"draw pegs secret x : 1..3 {family}").experiments == ()


def test_it_is_parsed_and_formatted() -> None:
    limits = Limits()
    tree = parse(Source(None, "game", f"  draw pegs#!\n{ROW} 1"), limits)
    assert isinstance(tree, ast.File)
    (statement,) = (one for one in tree.statements if isinstance(one, ast.Draw))
    assert (statement.kind.text, statement.span.column, statement.span.end_column) == ("pegs", 3, 12)
    assert format_game(f"  draw pegs#!\n{ROW} 1").startswith("draw pegs  #!\nsecret code")


def test_a_game_is_drawn_once() -> None:
    with pytest.raises(LanguageError, match="`draw` is there twice"):
        load_text(f"draw tiles\n{PEGS}")


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_it_changes_nothing_else(kind: str) -> None:
    names = (name for name, path in library().items() if f"\ndraw {kind}\n" in path.read_text("utf-8"))
    name = "higher-lower" if kind == "line" else next(names)  # others have a state or a secret that moves
    with_it = cobra.load(name, SMALL.get(name, {}))
    text = library()[name].read_text("utf-8").replace(f"draw {kind}\n", "")
    parameters = {key: str(value) for key, value in SMALL.get(name, {}).items()}
    without = load_text(text, str(with_it.file), parameters, folder=library()[name].parent)
    assert (with_it.draw, without.draw) == (kind, None)
    assert replace(with_it, dag=without.dag, origin=None) == replace(without, origin=None)
    assert cobra.expand(with_it) == cobra.expand(without)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(library()))
def test_a_drawing_fits_where_a_parameter_is_least(name: str) -> None:
    text = library()[name].read_text("utf-8")
    for parameter, least in re.findall(r"^param (\w+) *= *\d+ in (\d+)\.\.", text, re.MULTILINE):
        try:
            found = cobra.load(name, {parameter: least}).draw
        except LanguageError as error:  # other parameters do not fit it
            assert "draw" not in str(error)
        else:
            assert found == cobra.load(name).draw


def some(game: Game) -> list[Picture | None]:
    """Return some experiments of a game, and the answers of the first code to them."""
    pictures = Pictures(game)
    code = next(spaces.assignments(game.dag, game.codes))
    found = []
    for number, type_ in list(enumerate(game.experiments))[:3]:
        for assignment in islice(spaces.assignments(game.dag, type_.space, of_experiments=True), 2):
            experiment = number, assignment
            values = outcome(game, experiment, code)
            found += [pictures.experiment(experiment), pictures.answer(experiment, values)]
    return found


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name == "wordle-hard" else [])
        for name, path in library().items()
        if "\ndraw " in path.read_text("utf-8")
    ],
)
def test_games_of_the_library_are_drawn_and_small(name: str) -> None:
    game = cobra.load(name, SMALL.get(name, {}))
    sheet = sheet_of(game)
    assert sheet is not None and (sheet.code is None) == (name in READ)
    assert any(plan is not None for plan, _ in sheet.types)
    assert len(json.dumps(sheet.data())) < 40_000
    classes = set(
        re.findall(
            r"\.(d-[a-z0-9-]+)", (Path(cobra.__file__).parent / "drawings/drawing.css").read_text("utf-8")
        )
    )
    for glyph in sheet.glyphs:
        assert {word for shape in glyph for word in str(shape[1]).split()} <= classes | {"d-in"}
    for picture in some(game):
        if picture is not None:
            assert ElementTree.fromstring(picture.file()).tag == f"{NAMESPACE}svg"


@pytest.mark.thorough
def test_large_games_are_texts() -> None:
    for name, parameters in (
        ("counterfeit-coin", {"coins": 40}),
        ("battleship", {"size": 20}),
        ("mastermind", {"pegs": 12, "colours": 26}),
    ):
        sheet = sheet_of(cobra.load(name, parameters))
        assert sheet is not None
        assert len(json.dumps(sheet.data())) < 400_000
    game = load_text("draw tiles secret x : 1..5000 experiment g(y : 1..5000) observe x = y")
    assert svg(game, experiment="7") is None and svg(game, code="7") is None
    assert svg(load_text(PEGS.replace("draw pegs\n", "")), experiment="ab") is None


def test_texts_must_be_of_the_game() -> None:
    with pytest.raises(GameError):
        svg(load_text(PEGS), experiment="zz")


@pytest.mark.parametrize("kind", ["pegs", "tiles"])
@pytest.mark.parametrize("name", ["<script>", "</text>", "&lt;", "]]>", "x' onload='"])
def test_texts_of_a_game_stay_texts(kind: str, name: str) -> None:
    game = load_text(f'draw {kind} secret x : {{"{name}" b}} experiment g(y : {{"{name}" b}}) observe x = y')
    for picture in (svg(game, code=symbol_text(name)), svg(game, experiment=symbol_text(name))):
        assert picture is not None
        title, style, *shapes = ElementTree.fromstring(picture)
        assert (title.tag, style.tag) == (f"{NAMESPACE}title", f"{NAMESPACE}style")
        assert title.text is not None and name in title.text
        assert [one.text for one in shapes if one.tag == f"{NAMESPACE}text"] == [name]
        assert {one.tag for one in shapes} == {f"{NAMESPACE}rect", f"{NAMESPACE}text"}
