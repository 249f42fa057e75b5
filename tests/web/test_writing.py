"""What the page is told of a game that is being written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cobra.web.allowance import MOST_GAME, Allowance
from cobra.web.forms import FormError
from cobra.web.operations import OPERATIONS
from cobra.web.work import Work

OWN = 'game "Lamps"\nsecret on[1..3] : {off up}\nexperiment ask(i : 1..3)\n  observe on[i]\n'
WORK = Work(Allowance(), lambda what, done, total: None)


def ask(name: str, **members: object) -> Any:
    (answer,) = OPERATIONS[name](WORK, json.dumps(members).encode())
    return json.loads(answer)


def test_mistakes_have_their_places_in_units_of_utf_16() -> None:
    assert ask("mistakes", text=OWN) == {"mistakes": [], "parameters": []}
    (one,) = ask("mistakes", text="# \U0001fa99\nsecret \U0001fa99 : {a\n")["mistakes"]
    assert (one["from"], one["to"], one["severity"]) == ([1, 12], [1, 13], "error")
    assert one["message"].startswith("this `{` is not closed")
    (one,) = ask("mistakes", text=f"{OWN}draw pgs\n")["mistakes"]
    assert (one["from"], one["to"]) == ([4, 5], [4, 8])
    assert one["message"] == "there is no kind of drawing called `pgs`\ndid you mean `pegs`?"


def test_a_game_is_looked_at_with_its_files_and_no_others() -> None:
    values = {"on": "3 places, each one of 2 values: off, up"}
    assert ask("look", text=OWN, files={}) == {
        "mistakes": [],
        "sizes": {"codes": 8, "experiments": 3},
        "values": values,
    }
    text = (
        'file words = "words.txt"\nsecret word in lines(words)\nexperiment ask(i : 1..5)\n  observe word[i]\n'
    )
    (missing,) = ask("look", text=text, files={"other.txt": "a"})["mistakes"]
    assert (missing["from"], "words.txt" in missing["message"]) == ([1, 15], True)
    (outside,) = ask("look", text=text.replace("words.txt", "/etc/hostname"), files={})["mistakes"]
    assert "/etc/hostname" in outside["message"]


def test_parameters_are_told_and_set() -> None:
    text = f'param n = 3 in 1..9 "lamps"\nparam low = -1\nparam half = n / 2\nfile f = "words.txt"\n{OWN}'
    text = text.replace("1..3", "1..n")
    told = ask("mistakes", text=text)["parameters"]
    assert [tuple(one.values()) for one in told] == [
        ("n", 3, 1, 9, "3", "lamps"),
        ("low", -1, None, None, "-1", ""),
        ("half", None, None, None, "n / 2", ""),
    ]
    assert [*told[0]] == ["name", "default", "low", "high", "written", "help"]
    assert ask("look", text=text, parameters={"n": 4})["sizes"] == {"codes": 16, "experiments": 4}
    (wrong,) = ask("look", text=text, parameters={"n": 10})["mistakes"]
    assert (wrong["from"], wrong["message"]) == ([0, 6], "n = 10 is outside 1..9")


def test_a_text_that_cannot_be_read_is_not_looked_at() -> None:
    found = ask("look", text="secret x : {\n", files={})
    assert (len(found["mistakes"]), found["sizes"], found["values"]) == (1, {}, {})


def test_completion_and_hover() -> None:
    text = OWN + "constr"
    (one,) = [
        one for one in ask("complete", text=text, line=4, unit=6)["proposals"] if one["text"] == "constraint"
    ]
    assert (one["kind"], one["detail"]) == ("statement", "constraint CONDITION")
    said = ask("hover", text=OWN, line=1, unit=8, values={"on": "three lamps"})["said"]
    assert said == {
        "text": "```cobra\nsecret on[1..3] : {off up}\n```\n\nsecret\n\nthree lamps",
        "from": [1, 7],
        "to": [1, 9],
    }
    assert ask("hover", text=OWN, line=1000, unit=1000)["said"] is None


@pytest.mark.parametrize("name", ["mistakes", "look", "complete", "hover"])
def test_what_is_too_large_or_of_the_wrong_form_is_refused(name: str) -> None:
    with pytest.raises(FormError, match="a game file may have 65,536 bytes"):
        ask(name, text="#" * (MOST_GAME + 1))
    with pytest.raises(FormError, match="text is missing"):
        ask(name)
    with pytest.raises(FormError, match="there is no folder"):
        ask(name, text=OWN, folder="/")


def test_places_outside_of_all_texts_are_refused() -> None:
    with pytest.raises(FormError, match="line must be from 0 to 65,536"):
        ask("hover", text=OWN, line=-1, unit=0)
    with pytest.raises(FormError, match="unit must be a whole number"):
        ask("complete", text=OWN, line=1, unit="1")


def test_a_game_is_proved_well_formed_with_its_sizes_or_not() -> None:
    found = ask("check", kind="check", game={"text": OWN, "files": {}})
    assert found["well_formed"] is True
    assert found["sizes"] == {
        "codes": 8,
        "experiments": 3,
        "first": 1,
        "branching": 2,
        "symmetry": "12",
        "worst": 3,
        "average": "3.0000",
        "stopped": None,
    }
    found = ask("check", kind="check", game={"text": OWN + '  final on[1] = "up"\n', "files": {}})
    assert (found["well_formed"], found["sizes"]) == (False, None)
    assert {one["subject"] for one in found["proofs"] if one["holds"] is False} == {"ask", "codes"}
