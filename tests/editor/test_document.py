"""What is said of a text, held to the games of the library: what stands there must be known and fit there."""

from __future__ import annotations

from pathlib import Path

import pytest

from cobra.drawings.kinds import KINDS
from cobra.editor.complete import complete
from cobra.editor.document import Document, start_of
from cobra.editor.hover import hover, literal
from cobra.editor.places import from_units, to_units
from cobra.editor.rename import rename, replaced
from cobra.errors import GameError
from cobra.language.builtin import FUNCTIONS
from cobra.language.load import library
from cobra.language.tokens import END
from cobra.language.words import WORDS

TEXTS = {name: path.read_text("utf-8") for name, path in library().items()}
ROWS = """\
param n = 3 in 1..9
secret x[1..n] : 1..n
def twice(i) = 2 * i
experiment ask(i : 1..n)
  let same(j) = x[j] = i
  observe count(k in 1..n, k > 1 : same(k))
experiment tell(j : 1..n)
  observe x[j]
"""


@pytest.mark.parametrize("name", ["battleship-sunk", "hangman-lives", "wordle-hard", "fox"])
def test_what_stands_there_is_offered_and_every_name_is_defined(name: str) -> None:
    document = Document(TEXTS[name])
    braces = 0
    for number, token in enumerate(document.tokens):
        braces += (token.type == "LBRACE") - (token.type == "RBRACE")
        word = " ".join(token.split())
        line, column = start_of(token.span)
        at = document.name_at(line, column)
        drawn = number > 0 and document.tokens[number - 1].type == "DRAW"
        if token.type == "NAME" and not braces and not drawn and token not in FUNCTIONS:
            assert at is not None and document.definition_of(at) is not None, token
        if number % 5 or token.type in (END, "STRING", "INT") or braces:
            continue
        is_definition = at is not None and start_of(at.span) in document.definitions
        is_word = word in WORDS and word[0].isalpha()
        if is_word or (token.type == "NAME" and not is_definition):
            assert word in [one.text for one in complete(document, line, column)], token.span
            assert hover(document, line, column, {}) is not None


@pytest.mark.parametrize("name", ["mastermind", "hangman-lives"])
def test_renaming_there_and_back_is_the_same_text(name: str) -> None:
    document = Document(TEXTS[name])
    for definition in document.definitions.values():
        if definition.what == "experiment":
            continue
        line, column = start_of(definition.name.span)
        places = rename(document, line, column, "other_name")
        other = Document(replaced(document, places, "other_name"))
        assert other.text != document.text
        back = rename(other, line, column, definition.name.text)
        assert replaced(other, back, definition.name.text) == document.text


def test_scopes() -> None:
    document = Document(ROWS)
    places = {3: 20, 5: 24, 6: 11, 8: 11}
    offered = {
        row: {one.text for one in complete(document, row, at)} & set("nxijk") for row, at in places.items()
    }
    assert offered == {3: {*"nxi"}, 5: {*"nxij"}, 6: {*"nxi"}, 8: {*"nxj"}}
    inside = {one.text for one in complete(document, 6, ROWS.split("\n")[5].index("same") + 1)}
    assert {"k", "i", "same", "twice"} <= inside and "j" not in inside
    with pytest.raises(GameError, match="something else"):
        rename(document, 4, 16, "x")
    with pytest.raises(GameError, match="something else"):
        rename(document, 6, ROWS.split("\n")[5].index("k in") + 1, "i")
    # two experiments may use one name each for something of its own
    assert len(rename(document, 7, 17, "i")) == 2


@pytest.mark.parametrize(
    ("wrong", "places"),
    [
        ("abs(i in 1..2 : n + i)", 3),
        ("f(i in 1..n : n)", 4),
        ("count(n : n = 1)", 4),
        ("exactly(n, n : n)", 5),
    ],
)
def test_a_name_is_renamed_in_what_is_wrong_with_other_names_too(wrong: str, places: int) -> None:
    document = Document(f"param n = 2\nsecret s : 1..n\ndef f(x) = x\nweight {wrong}\n")
    assert len(document.names.problems) == 1
    found = rename(document, 1, 7, "other")
    assert len(found) == places
    assert replaced(document, found, "other").count("other") == places


def test_another_name_mends_a_name_defined_twice_and_makes_no_other() -> None:
    document = Document("param n = 2\nparam n = 3\nparam x = 4\nsecret s : 1..n\nweight k\n")
    (place,) = rename(document, 2, 7, "m")
    assert (place.line, place.column) == (2, 7)
    assert len(rename(document, 1, 7, "m")) == 2
    for name in ("x", "s", "k"):
        with pytest.raises(GameError, match="something else"):
            rename(document, 2, 7, name)


def test_nothing_is_renamed_behind_more_mistakes_than_are_looked_for() -> None:
    text = "param n = 2\n" + "".join(f"constraint u{i}\n" for i in range(50)) + "secret s : 1..n\n"
    with pytest.raises(GameError, match="mended first"):
        rename(Document(text), 1, 7, "k")
    assert len(rename(Document(text.replace("constraint u0\n", "")), 1, 7, "k")) == 2


def test_what_is_half_written() -> None:
    document = Document(ROWS.replace("same(k))", "same(k") + "  final all(m in 1..n : ")
    assert [mistake.kind for mistake in document.mistakes] == ["bracket not closed"] * 2
    assert {"x", "j", "m"} <= {one.text for one in complete(document, 9, 27)}
    assert document.definition_of(document.names.defined[0]) is not None
    with pytest.raises(GameError, match="mended first"):
        rename(document, 1, 7, "m")
    assert "game" in [one.text for one in complete(Document("gam"), 1, 4)]
    assert complete(Document("§ a"), 1, 4) == []
    assert [one.text for one in complete(Document("secret x : 1..3\nmove "), 2, 6)] == ["x"]
    assert [one.text for one in complete(Document("draw pe"), 1, 8)] == list(KINDS)
    said = hover(Document("draw pegs"), 1, 7, {})
    assert said is not None and said[0] == f"```cobra\ndraw pegs\n```\n\n{KINDS['pegs'].about}"


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("lies ¦", ["at most"]),
        ("secret x : 1..3\nlies  at m¦", ["most"]),
        ("secret x : 1..3\nmove x = one ¦", ["of"]),
        ("secret x : 1..3\nmove x = one\n¦", []),
        ("lies\nat ¦", []),
        ("variable lies constraint lies ¦", []),
    ],
)
def test_words_that_are_one_together_are_ended(text: str, rest: list[str]) -> None:
    lines = text.replace("¦", "").split("\n")
    found = complete(Document("\n".join(lines)), len(lines), len(lines[-1]) + 1)
    assert [one.text for one in found if one.text in ("at most", "most", "of")] == rest


def test_help_and_values_are_texts_and_no_markdown() -> None:
    document = Document('param n = 3 in 1..9 "1. *rows* of a_b & <b>"\nsecret s : {a_b_c "#"}')
    said = hover(document, 1, 7, {"n": "now 3"}, literal)
    assert said is not None
    assert said[0].endswith("parameter\n\nnow 3\n\n1\\. \\*rows\\* of a\\_b \\& \\<b\\>")
    plain = hover(document, 2, 8, {"s": "one of 2 values: a_b_c, #"})
    assert plain is not None and plain[0].endswith("secret\n\none of 2 values: a_b_c, #")
    assert [literal(text) for text in ("# x", "- x", "2) x", "  a [b]", "3 `x` \\")] == [
        "\\# x",
        "\\- x",
        "2\\) x",
        "a \\[b\\]",
        "3 \\`x\\` \\\\",
    ]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("param n = 3 in 1..¦9", set()),
        ("secret s : ¦1..3", set()),
        ("state k = ¦1 in 0..1", set()),
        ("alphabet c = {a b}\nsecret s : ¦c", {"c"}),
        ("experiment g(x : 1..3, y : ¦1..2)", set()),
        ("experiment g(x : 1..3) for m in ¦1..2 observe x", set()),
        ("experiment g(x : m) for m in 1..3 observe ¦x", {"x", "m"}),
        ("experiment g(x : 1..3) let f(y) = ¦f(y) observe x", {"x", "y"}),
        ("experiment g(x : 1..3) let f(y) = ¦", {"x", "y"}),
        ("experiment g(x : 1..3) let f = x observe ¦f", {"x", "f"}),
        ("experiment g(x : 1..3) observe sum(i in 1..¦i : i)", {"x"}),
        ("experiment g(x : 1..3) observe sum(i in 1..¦", {"x"}),
        ("experiment g(x : 1..3) observe sum(i in union({a, b}, ¦", {"x"}),
        ("experiment g(x : 1..3) observe sum(i in union({a, b}, {c}) : ¦", {"x", "i"}),
        ("experiment g(x : 1..3) observe sum(i in 1..3, j in ¦i..3 : i)", {"x", "i"}),
        ("experiment g(x : 1..3) observe for i in ¦1..3 : i", {"x"}),
        ("experiment g(x : 1..3) observe for i in 1..3 : ¦i", {"x", "i"}),
        ("experiment g(x : set(¦m) of 1..3) for m in 1..2, k in m..2 observe 1", {"m", "k"}),
        ("experiment g(x : set(m) of 1..3) for m in 1..2, k in ¦m..2 observe 1", {"m"}),
        ("experiment g(x : 1..3) observe x\nexperiment h(y : ¦", set()),
        ("experiment g(x : 1..3) observe x\nparam n = ¦", set()),
        ("def f(y) = y\ndef g(x) = if x = 0 then 0 else ¦", {"f", "g", "x"}),
        ("experiment g(x : 1..3) observe sum(i in 1..3 : i) + ¦", {"x"}),
        ("experiment g(x : 1..3) observe sum(i in 1..3 : max(j in 1..3 : j) + ¦", {"x", "i"}),
        ("experiment g(x : 1..3) observe sum(x in 1..3 & i in 1..3, ¦", {"x"}),
        ("experiment g(x : 1..3) observe for i in 1..3 : i, ¦", {"x"}),
        ("goal for i in 1..3, j in 1..i : if i = 1 then ¦", {"i", "j"}),
        ("state k = 1 in 0..1\nexperiment g() observe for i in 1..3 : 1 then k = ¦", {"k"}),
        (
            "state k = 1 in 0..1\nexperiment g() observe 1 then for i in 1..3 : k = if i = 1 then ¦",
            {"k", "i"},
        ),
    ],
)
def test_a_name_is_known_from_the_end_of_its_definition(text: str, known: set[str]) -> None:
    before, after = text.split("¦")
    lines = before.split("\n")
    found = complete(Document(before + after), len(lines), len(lines[-1]) + 1)
    assert {one.text for one in found if one.text not in WORDS} == known


def test_in_braces_a_name_is_a_word() -> None:
    text = 'secret s : {1, count -2 "sum" min}\nexperiment g() observe count(s = 1), {min, '
    document = Document(text + "\n  final max(1, 2)")
    assert [hover(document, 1, text.index(word) + 1, {}) for word in ("count", "sum", "min")] == [None] * 3
    for line, word in ((2, "observe"), (2, "count"), (3, "final"), (3, "max")):
        said = hover(document, line, document.lines[line - 1].index(word) + 1, {})
        assert said is not None and said[0].startswith(f"```cobra\n{WORDS[word].usage}")


def test_where_a_heading_is_wrong_stands_no_name() -> None:
    document = Document(
        "secret s : 1..3\nexperiment g(x 1..3)\n  observe s = x\nexperiment h(x where x > 1 observe s"
    )
    assert [mistake.span and mistake.span.column for mistake in document.mistakes] == [16, 13]
    said = [hover(document, 2, 16, {}), hover(document, 4, 16, {})]
    assert said[0] is None and said[1] is not None and said[1][0].startswith("```cobra\nwhere CONDITION\n```")
    assert document.name_at(2, 16) is None


def test_a_control_character_is_a_mistake_where_it_is() -> None:
    text = "secret s : 1..3  # 🪙\r\nexperiment g(x : 1..3) # \u202e\n  observe x\x07 = s !\x07"
    assert [
        (one.span and (one.span.line, one.span.column, one.span.end_column), one.message)
        for one in Document(text).mistakes
    ] == [
        ((2, 26, 27), "this is a control character (U+202E), which no game may hold"),
        ((3, 12, 13), "the character U+0007 means nothing here"),
        ((3, 19, 20), "the character U+0007 means nothing here"),
    ]


def test_places_in_other_encodings() -> None:
    line = "a🪙é"
    for encoding, units in {"utf-8": [0, 1, 5, 7], "utf-16": [0, 1, 3, 4], "utf-32": [0, 1, 2, 3]}.items():
        assert [to_units(line, column, encoding) for column in (1, 2, 3, 4)] == units
        assert [from_units(line, unit, encoding) for unit in (*units, 99)] == [1, 2, 3, 4, 4]
    assert from_units(line, 2, "utf-16") == 2  # in the middle of a character


def test_a_path_is_no_part_of_what_is_said() -> None:
    document = Document("param n = = 2", Path("/somewhere/game.cb"))
    assert "somewhere" not in document.mistakes[0].message
