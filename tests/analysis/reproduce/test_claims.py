"""The claims: every entry of `cobra/published/` is complete, and stands once."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import pytest

from cobra.analysis.reproduce.claims import (
    COMMON,
    CONDITIONS,
    FOLDER,
    GAMES,
    MEASURES,
    PLAYED,
    PLAYED_IF,
    SPEEDS,
    Claim,
    claims,
    sources,
    topics,
    variants,
)
from cobra.breakers.find import find_breaker
from cobra.errors import GameError
from cobra.language.load import library

CLAIMS = claims()


def name(claim: Claim) -> str:
    return f"{claim.game} {claim.params} {claim.what} {claim.entry['source']}"


@pytest.mark.parametrize("topic", topics())
def test_an_entry_is_complete(topic: str) -> None:
    """All entries of a topic in one test: to tell of each by itself takes longer than to look."""
    for claim in claims((topic,)):
        entry, texts = claim.entry, [claim.entry[key] for key in ("printed", "differs") if key in claim.entry]
        assert entry["source"] in sources(), name(claim)
        assert entry.get("speed", "slow") in SPEEDS, name(claim)
        assert all(isinstance(text, str) and text != "" for text in texts), name(claim)
        # a difference is told, and its numbers are there
        assert ("published" in entry) == ("differs" in entry), name(claim)
        assert claim.varied is None or list(map(type, claim.params.values())).count(list) == 1, name(claim)
        for values in (claim.expected, claim.published) if claim.varied else ():
            cases = len(claim.params[claim.varied])
            assert all(len(value) == cases for value in values.values()), name(claim)


@pytest.mark.parametrize("topic", topics())
def test_what_is_recomputed_is_something_cobra_can_measure(topic: str) -> None:
    for claim in claims((topic,)):
        if claim.unfinished is None:
            measurable(claim)


def measurable(claim: Claim) -> None:
    known = claim.game in library() or claim.game in variants() or (GAMES / claim.game).is_file()
    assert known, name(claim)
    if claim.what in MEASURES:
        measures, conditions = MEASURES[claim.what], CONDITIONS.get(claim.what, ())
    else:
        assert find_breaker(claim.what).name == claim.what, name(claim)
        measures, conditions = PLAYED, PLAYED_IF
        played = claim.expected.keys() >= {"total", "worst"} or claim.measures == ("mean",)
        assert played, name(claim)
    assert claim.entry.keys() <= {*COMMON, *measures, *conditions}, name(claim)
    assert claim.expected, name(claim)
    assert claim.entry.get("published", {}).keys() <= set(measures), name(claim)


def test_the_topics_have_all_claims() -> None:
    assert [claim for topic in topics() for claim in claims((topic,))] == CLAIMS


def test_nothing_is_said_twice() -> None:
    said = Counter((claim.question, claim.entry["source"], claim.entry.get("printed")) for claim in CLAIMS)
    assert [claim for claim, times in said.items() if times > 1] == []


def test_every_source_is_used_and_every_game_of_the_folder() -> None:
    assert {claim.entry["source"] for claim in CLAIMS} == sources().keys()
    games = {claim.game for claim in CLAIMS}
    assert {path.name for path in GAMES.glob("*.cb")} <= games
    assert variants().keys() <= games


def test_topics_are_the_files() -> None:
    files = {path.stem.replace("_", "-") for path in FOLDER.glob("*.toml")} - {"sources", "variants"}
    assert topics().keys() == files
    places = [
        tomllib.loads((FOLDER / f"{topic.replace('-', '_')}.toml").read_text("utf-8"))["place"]
        for topic in topics()
    ]
    assert places == list(range(1, len(files) + 1))


def test_a_series_has_a_case_for_each_value() -> None:
    entry: dict[str, Any] = {
        "params": {"pegs": 2, "colours": [3, 4]},
        "what": "optimum",
        "total": [21, 45],
        "worst": [3, 4],
        "source": "chen lin 2004",
    }
    cases = Claim("mastermind", "mastermind", entry).cases
    assert [(case["params"], case["total"], case["worst"]) for case in cases] == [
        ({"pegs": 2, "colours": 3}, 21, 3),
        ({"pegs": 2, "colours": 4}, 45, 4),
    ]


def test_claims_of_some_topics() -> None:
    assert {claim.topic for claim in claims(("words", "coins"))} == {"words", "coins"}
    with pytest.raises(GameError, match="there is no topic 'coin'; did you mean 'coins'"):
        claims(("coin",))
