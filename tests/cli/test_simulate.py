"""`cobra simulate` as text and as JSON."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

import cobra
from cobra.cli.show.simulate import simulation_json, simulation_text
from cobra.model.game import Experiment
from cobra.play.position import Position
from tests.cli.runner import run, run_json
from tests.play.test_session import HARD

simulate = importlib.import_module("cobra.play.simulate")  # not the function of that name

SMALL = ("mastermind", "-D", "pegs=2", "-D", "colours=3")


def test_every_code() -> None:
    assert run("simulate", *SMALL, "-e", "parts").stdout == (
        "Mastermind  pegs=2  colours=3\n"
        "  parts asks; every code is the secret once\n"
        "\n"
        "experiments  games  share   up to\n"
        "          1      1  11.1%   11.1%\n"
        "          2      4  44.4%   55.6%\n"
        "          3      4  44.4%  100.0%\n"
        "\n"
        "average 21/9 = 2.3333 (exact), worst 3\n"
    )


def test_drawn_secrets_say_so() -> None:
    text = run("simulate", *SMALL, "-n", "20", "--seed", "4").stdout
    assert "  max-models asks; 20 secrets drawn at random, seed 4\n" in text
    assert re.search(r"^average \d+/20 = \d\.\d+ ± 0\.\d{4} \(of these games\), worst \d$", text, re.M)
    assert text.endswith("\n±: 95 % confidence interval of the mean\n")
    assert text == run("simulate", *SMALL, "-n", "20", "--seed", "4").stdout


def test_a_traced_game() -> None:
    assert run("simulate", *SMALL, "-e", "parts", "-o", "12", "--trace").stdout == (
        "Mastermind  pegs=2  colours=3\n"
        "  parts asks; the secret is 12\n"
        "\n"
        "game 1: the secret is 12\n"
        "   1. 01 = 0B1W  2 left\n"
        "   2. 12 = 2B0W  1 left\n"
        "\n"
        "2 experiments\n"
    )


def test_json() -> None:
    document = run_json("simulate", *SMALL, "-e", "optimal", "-o", "models", "--trace")
    (play,) = document.pop("plays")
    assert document == {
        "game": {"name": "Mastermind", "params": {"pegs": 2, "colours": 3}},
        "codebreaker": "optimal",
        "codemaker": "models",
        "sampled": False,
        "seed": 0,
        "games": 1,
        "worst": play["length"],
        "total": play["length"],
        "weight": 1,
        "average": float(play["length"]),
        "margin": None,
        "distribution": {str(play["length"]): 1},
        "proved": True,
        "stopped": None,
    }
    assert play["length"] == len(play["history"]) <= 3
    assert play["history"][-1] == {"experiment": play["secret"], "outcome": "2B0W", "left": 1, "exact": True}


def test_weights_count_in_the_exact_average() -> None:
    document = run_json("simulate", "diagnosis")
    assert document["weight"] == 40
    assert document["games"] == sum(document["distribution"].values()) == 11
    lines = run("simulate", "diagnosis").stdout.splitlines()
    assert "average 122/40 = 3.0500 (exact, by weight), worst 4" in lines
    assert "(of these games)" in run("simulate", "diagnosis", "-n", "3").stdout


@pytest.mark.slow
def test_a_time_limit_leaves_a_true_part() -> None:
    result = run("simulate", *SMALL, "-e", "random", "-n", "1_000_000", "--time-limit", "3s")
    assert result.exit_code == 3
    assert "warning: stopped by the time limit after" in result.stderr
    assert "of 1,000,000 games" in result.stderr
    assert "(of these games)" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "problem"),
    [
        (("-e", "part"), 1, "did you mean 'parts'"),
        (("-e", "missing.json"), 1, "missing.json"),
        (("-o", "000"), 1, "a codemaker is random, models, fixed or a code"),
        (("-n", "0"), 2, "less than 1"),
        (("-e", "interactive", "--trace"), 2, "for games that you do not play yourself"),
        (("-D", "pegs=9", "-D", "colours=9", "-e", "optimal"), 1, "387,420,489 codes are too many to list"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], status: int, problem: str) -> None:
    result = run("simulate", *SMALL, *arguments)
    assert result.exit_code == status
    assert problem in result.stderr


def test_a_strategy_file(tmp_path: Path) -> None:
    assert run("analyze", *SMALL, "-s", "parts", "-o", tmp_path).exit_code == 0
    shown = run("simulate", *SMALL, "-e", tmp_path / "parts.json").stdout
    assert "average 21/9 = 2.3333 (exact), worst 3" in shown


class OneQuestion:
    """A codebreaker that asks once and then gives up."""

    name = "one"

    def choose(self, position: Position) -> Experiment | None:
        return None if position.history else position.notation.parse_experiment("1 | 4")


@pytest.mark.thorough
def test_codes_that_cannot_be_counted_are_at_least_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "make_codebreaker", lambda *given, **more: OneQuestion())
    secret = "945859595686969678797978899899"
    found = cobra.simulate(cobra.load_text(HARD), "first", secret, memory=1 << 20, trace=True)
    assert simulation_text(found).splitlines()[4] == "   1. 1 | 4 = no  ≥100 left"
    (play,) = json.loads(simulation_json(found))["plays"]
    assert play["history"] == [{"experiment": "1 | 4", "outcome": "no", "left": 100, "exact": False}]
