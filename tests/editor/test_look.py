"""What is found out in a process of its own, asked here in this one."""

from __future__ import annotations

from cobra.editor.document import Document
from cobra.editor.look import Request, as_line, from_line, look
from cobra.editor.mistakes import mistakes_of

GAME = "secret x : 1..8\nvariables v[1..3]\nexperiment ask(g : 1..8)\n  observe x = g\n"


def test_sizes_values_and_the_proof() -> None:
    found = look(Request(GAME, None, False, 10.0))
    assert (found.codes, found.experiments, found.well_formed, found.mistakes) == (64, 8, None, ())
    assert found.values == {
        "x": "one of 8 values: 1, 2, 3, 4, 5, 6, 7, 8",
        "v": "3 places, each true or false",
    }
    assert look(Request(GAME, None, True, 10.0)).well_formed is True
    assert from_line(as_line(found)) == found


def test_what_is_wrong_is_said_of_what_it_is_wrong_with() -> None:
    found = look(Request(GAME + "  final x = 1\n", None, True, 10.0))
    assert found.well_formed is False and found.codes == 64
    assert set(found.about) == {"ask", "codes"} and len(found.about) == len(found.mistakes)
    found = look(Request(GAME + "constraint x > 8\n", None, False, 10.0))
    assert found.mistakes[0].message.startswith("the game has no code")
    found = look(Request(GAME + "constraint x[2] > 8\n", None, True, 10.0))
    assert [mistake.span and mistake.span.line for mistake in found.mistakes] == [5]
    assert from_line(as_line(found)) == found


def test_what_is_wrong_with_a_member_of_a_family_is_said_of_its_experiment() -> None:
    text = (
        "secret s : 1..4\nexperiment look()\n  observe s > 2\n"
        'experiment ask(x : 1..4) for m in {a b}\n  outcome "yes" : s = x\n'
    )
    found = look(Request(text, None, True, 10.0))
    assert found.about == ("ask", "ask")
    places = [mistake.span for mistake in mistakes_of(Document(text), found)]
    assert [(span.line, span.column, span.end_column) for span in places] == [(4, 12, 15)] * 2


def test_that_a_game_is_large_is_no_mistake() -> None:
    text = "secret x[1..40] : distinct 1..40\nexperiment ask(i : 1..40)\n  observe x[i]\n"
    found = look(Request(text, None, False, 2.0))
    assert found.mistakes == () and found.codes is None
    assert found.values["x"].startswith("40 places, each one of 40 values: 1, 2, 3")
