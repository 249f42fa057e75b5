"""The JSON of the commands: names, types and exact values."""

from __future__ import annotations

import json
from math import factorial
from typing import Any

import pytest

from tests.cli.runner import run, run_json

ROW = {
    "name": str,
    "first": str,
    "worst": int,
    "total": int,
    "weight": int,
    "codes": int,
    "settled": int,
    "average": float,
    "distribution": dict,
    "nodes": int,
    "seconds": float,
    "symmetry_seconds": float,
    "optimal": bool,
    "lower": type(None),
    "upper": type(None),
    "intervals": list,
    "stopped": type(None),
    "inseparable": type(None),
    "undecided": type(None),
    "all_ties": type(None),
    "repeats": type(None),
}

MASTERMIND = {
    (2, 3): {
        "max-models": ("00", 24, {"1": 1, "2": 2, "3": 5, "4": 1}),
        "exp-models": ("01", 21, {"1": 1, "2": 4, "3": 4}),
        "ent-models": ("01", 21, {"1": 1, "2": 4, "3": 4}),
        "parts": ("01", 21, {"1": 1, "2": 4, "3": 4}),
        "min-fixed": ("00", 25, {"1": 1, "2": 1, "3": 6, "4": 1}),
        "exp-fixed": ("01", 21, {"1": 1, "2": 4, "3": 4}),
        "first": ("00", 24, {"1": 1, "2": 2, "3": 5, "4": 1}),
        "optimal": ("01", 21, {"1": 1, "2": 4, "3": 4}),
    },
    (3, 3): {
        "max-models": ("001", 74, {"1": 1, "2": 7, "3": 17, "4": 2}),
        "exp-models": ("001", 73, {"1": 1, "2": 7, "3": 18, "4": 1}),
        "ent-models": ("001", 73, {"1": 1, "2": 7, "3": 18, "4": 1}),
        "parts": ("001", 73, {"1": 1, "2": 7, "3": 18, "4": 1}),
        "min-fixed": ("000", 90, {"1": 1, "2": 2, "3": 11, "4": 13}),
        "exp-fixed": ("001", 73, {"1": 1, "2": 7, "3": 18, "4": 1}),
        "first": ("000", 89, {"1": 1, "2": 3, "3": 12, "4": 9, "5": 2}),
        "optimal": ("001", 73, {"1": 1, "2": 7, "3": 18, "4": 1}),
    },
}
"""First experiment, total and distribution by the oracle, which shares nothing with the core."""


def mastermind(pegs: int, colours: int, *more: str) -> Any:
    return run_json("analyze", "mastermind", "-D", f"pegs={pegs}", "-D", f"colours={colours}", *more)


@pytest.mark.parametrize(("pegs", "colours"), MASTERMIND)
def test_analyze(pegs: int, colours: int) -> None:
    document = mastermind(pegs, colours)
    codes = colours**pegs
    game = document["game"]
    assert game["name"] == "Mastermind"
    assert game["file"] == "mastermind"
    assert game["params"] == {"pegs": pegs, "colours": colours}
    assert (game["codes"], game["experiments"], game["experiment_types"]) == (codes, codes, 1)
    assert game["variables"] == pegs * colours
    assert game["symmetry_order"] == factorial(pegs) * factorial(colours)
    assert game["backend"] == "table"
    assert game["fixed"] == {}
    assert len(game["first_shown"]) == game["first_experiments"]
    assert document["proof"]["well_formed"] is True
    assert document["stopped"] is None
    expected = MASTERMIND[pegs, colours]
    assert [row["name"] for row in document["strategies"]] == list(expected)
    for row in document["strategies"]:
        assert {name: type(value) for name, value in row.items()} == (
            ROW | {"lower": float, "upper": float} if row["name"] == "optimal" else ROW
        )
        if row["name"] == "optimal":  # there may be several
            assert row["total"] == expected["optimal"][1]
        else:
            assert (row["first"], row["total"], row["distribution"]) == expected[row["name"]]
        assert row["worst"] == max(map(int, row["distribution"]))
        assert row["codes"] == row["weight"] == row["settled"] == sum(row["distribution"].values()) == codes
        assert row["average"] == row["total"] / codes
        assert row["optimal"] is (row["total"] == expected["optimal"][1])
    assert document["objective"] == "average"
    best = document["strategies"][-1]
    assert best["lower"] == best["upper"] == best["average"]
    total = best["total"]
    assert best["intervals"] == [{"measure": "total", "lower": total, "upper": total}]


def test_the_first_experiments_are_those_that_no_symmetry_makes_alike() -> None:
    game = mastermind(3, 3, "-s", "parts")["game"]
    assert game["first_shown"] == ["000", "001", "012"]


@pytest.mark.parametrize("chain", [["none"], ["symbols"], ["history", "partition"]])
def test_an_equivalence_changes_nothing_but_the_time(chain: list[str]) -> None:
    document = mastermind(3, 3, "--equivalence", ",".join(chain), "--threads", "1")
    assert document["equivalences"] == chain
    for row in document["strategies"]:
        assert (row["first"], row["total"], row["distribution"]) == MASTERMIND[3, 3][row["name"]]
        assert row["symmetry_seconds"] >= 0


@pytest.mark.parametrize(
    ("arguments", "branching", "bounds"),
    [
        (("mastermind",), 14, {"worst": 4, "average": 4986 / 1296, "total": 4986, "weight": 1296}),
        (
            ("counterfeit-coin", "-D", "coins=12"),
            3,
            {"worst": 3, "average": 71 / 24, "total": 71, "weight": 24},
        ),
        (("sorting", "-D", "n=5"), 2, {"worst": 7, "average": 832 / 120, "total": 832, "weight": 120}),
        (("diagnosis",), 3, {"worst": 2, "average": 73 / 40, "total": 73, "weight": 40}),
    ],
)
def test_info(arguments: tuple[str, ...], branching: int, bounds: dict[str, float]) -> None:
    document = run_json("info", *arguments)
    assert document["game"]["branching"] == branching
    assert document["bounds"] == bounds
    assert document["stopped"] is None


@pytest.mark.thorough
@pytest.mark.parametrize(
    "arguments",
    [
        ("mastermind", "-D", "pegs=3", "-D", "colours=4"),
        ("bulls-and-cows", "-D", "places=3", "-D", "digits=6"),
        ("counterfeit-coin", "-D", "coins=5", "-D", "genuine=1"),
        ("group-testing",),
        ("sorting", "-D", "n=4"),
        ("wordle",),
    ],
)
def test_both_backends_count_alike(arguments: tuple[str, ...]) -> None:
    table, sat = (run_json("info", *arguments, "--backend", backend)["game"] for backend in ("table", "sat"))
    for name in ("codes", "experiments", "experiment_types", "variables", "fixed", "symmetry_order"):
        assert table[name] == sat[name], name
    assert (table["backend"], sat["backend"]) == ("table", "sat")
    checks = [run_json("check", *arguments, "--backend", backend) for backend in ("table", "sat")]
    assert [check["game"]["codes"] for check in checks] == [table["codes"]] * 2


@pytest.mark.thorough
def test_a_game_too_large_to_list_is_counted_all_the_same() -> None:
    game = run_json("info", "mastermind", "-D", "pegs=12", "-D", "colours=12")["game"]
    assert (game["codes"], game["experiments"], game["backend"]) == (12**12, 12**12, "sat")


def test_check() -> None:
    document = run_json("check", "counterfeit-coin")
    assert document["game"]["codes"] == 24
    assert (document["well_formed"], document["problems"], document["stopped"]) == (True, [], None)
    assert document["solver"] == "cadical195"


def test_a_game_without_goal_weight_or_experiment_left_to_make(tmp_path: Any) -> None:
    (tmp_path / "one.cb").write_text("variable a constraint a experiment look() observe a", "utf-8")
    document = run_json("analyze", tmp_path / "one.cb", "-s", "parts")
    assert document["game"]["fixed"] == {"a": True}
    row = document["strategies"][0]
    assert (row["first"], row["worst"], row["total"], row["codes"], row["nodes"]) == (None, 0, 0, 1, 0)
    assert row["distribution"] == {"0": 1}
    assert row["average"] == 0.0


def test_the_library() -> None:
    listed = run_json("games")
    mastermind = next(game for game in listed if game["name"] == "mastermind")
    assert [(p["name"], p["default"]) for p in mastermind["params"]] == [("pegs", "4"), ("colours", "6")]
    assert run_json("games", "mastermind")["comment"].startswith("Mastermind (Mordecai Meirowitz, 1970).")


def test_json_goes_with_warnings_on_standard_error_only() -> None:
    result = run("analyze", "black-box", "-D", "size=3", "-D", "atoms=3", "-s", "parts", "--json")
    document = json.loads(result.stdout)
    assert result.exit_code == 0
    assert document["game"]["inseparable"] is not None
    assert result.stderr.startswith("warning: no experiment tells ")


@pytest.mark.parametrize(("within", "lost", "intervals"), [("1", 8, [8, 9]), ("3", 0, [0, 21])])
def test_how_many_are_lost_is_there_when_it_is_asked_for(
    within: str, lost: int, intervals: list[int]
) -> None:
    sizes = ("-D", "pegs=2", "-D", "colours=3")
    row = run_json("optimal", "mastermind", *sizes, "--objective", "won", "--within", within)
    assert (row["lost"], row["cost"], row["unit"]) == (lost, None, None)
    assert [(one["measure"], one["upper"]) for one in row["intervals"]] == [
        *zip(("lost", "total"), intervals, strict=True)
    ]
