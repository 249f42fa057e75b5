"""All ways to compute something agree on some random games and on those kept; what differs is found."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from cobra.model.game import Game
from tests.differential import __main__ as command
from tests.differential import knowledge, sources, trial
from tests.differential.agree import agree
from tests.fuzz.case import Case
from tests.fuzz.findings import read
from tests.fuzz.sources import middle

KEPT = sorted((Path(__file__).parent / "kept").glob("*.json"))
"""Games on which something differed once."""
GAMES = 35


def compared(case: Case, folder: Path) -> list[str]:
    return trial.compare(case, folder, lambda name: None)


@pytest.mark.slow
def test_random_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few of every kind, always the same."""
    monkeypatch.setattr(sources, "TEXTS", 20)
    sources.block.cache_clear()
    counts: Counter[str] = Counter()
    for number in range(GAMES):
        counts.update(compared(sources.make(1, number), tmp_path))
    assert counts.keys() == trial.COMPARISONS.keys()
    assert counts["splits"] >= 10


@pytest.mark.slow
def test_games_of_hundreds_of_codes(tmp_path: Path) -> None:
    """Of those some, always the same."""
    counts: Counter[str] = Counter()
    for number in range(20):
        case = replace(middle.case(Random(number)), origin=sources.MIDDLE, number=number)
        counts.update(compared(case, tmp_path))
    assert counts.keys() == trial.MIDDLE.keys()
    assert counts["ways to search"] >= 10


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_differed_once(path: Path, tmp_path: Path) -> None:
    case, _ = read(path)
    name = json.loads(path.read_text("utf-8"))["phase"]
    assert name in compared(case, tmp_path)


def test_the_game_of_a_number_is_always_the_same() -> None:
    assert [sources.make(3, number) for number in (0, 7)] == [sources.make(3, number) for number in (0, 7)]
    assert sources.make(3, 1).text != sources.make(4, 1).text


GAME = "variable a\nvariable lone\nexperiment g()\n  observe a\nexperiment h() observe lone\n"


@pytest.mark.thorough
@pytest.mark.unix
def test_a_difference_is_found_reduced_and_replayed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = knowledge.counts

    def wrong(game: Game, random: Random, folder: Path) -> None:
        sound(game, random, folder)
        agree("codes without", "lone" in game.origin.text, False)

    monkeypatch.setitem(trial.KNOWLEDGE, "counts", wrong)
    assert command.run(iter([Case(GAME, seed=3, number=5)]), tmp_path) == 1
    (path,) = tmp_path.iterdir()
    case, _ = read(path)
    assert case.text == "variable lone\nexperiment h()observe lone"
    assert "FOUND 1 times: counts: Difference" in capsys.readouterr().out
    assert command.replay(path) == 1
    monkeypatch.setitem(trial.KNOWLEDGE, "counts", sound)
    assert command.replay(path) == 0
