"""`cobra reproduce`: what it prints, keeps and exits with."""

from __future__ import annotations

import json
import shutil
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cobra.analysis.reproduce.claims import Claim, claims, sources, topics
from cobra.analysis.reproduce.recompute import Workplace
from cobra.analysis.reproduce.reproduce import reproduce
from cobra.analysis.reproduce.verdict import VERDICTS
from cobra.cli.show.reproduce import reproduction_warnings
from tests.cli.runner import OnTerminal, run, run_json

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results.json"
"""The results of a whole run."""


def test_a_table_for_each_game_then_reasons_then_a_summary(tmp_path: Path) -> None:
    """Of results that are kept: tests/analysis/reproduce/test_values.py computes every one of them."""
    shutil.copy(RESULTS, tmp_path / "found.json")
    result = run("reproduce", "static", "--threads", "1", "--results", tmp_path / "found.json")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Experiments fixed in advance"
    assert max(map(len, lines)) <= 100
    differing = ["4", "4", "static", "experiments", "3", "differs", "Klimoš", "2014"]
    assert differing in [line.split() for line in lines]
    assert "Where cobra differs" in lines
    assert "What is not recomputed" in lines
    assert lines[-1] == "  1 claim of more work: --all"


def test_the_loss_of_a_cluster_is_told() -> None:
    lost = replace(reproduce(["static"], recompute=False), stopped="cluster")
    assert reproduction_warnings(lost, "cobra reproduce static --results f.json") == [
        "stopped by the loss of the cluster: 13 claims not recomputed; "
        "go on with: cobra reproduce static --results f.json"
    ]


@pytest.mark.thorough
def test_json() -> None:
    document = run_json("reproduce", "symmetry", "--threads", "1")
    assert document["verdicts"] == {
        **dict.fromkeys(VERDICTS, 0),
        "agrees": len(document["claims"]) - 2,
        "differs": 2,
    }
    assert (document["left_out"], document["stopped"]) == (0, None)
    first = document["claims"][0]
    assert first.pop("seconds") >= 0
    assert first == {
        "topic": "symmetry",
        "game": "mastermind",
        "params": {"pegs": 4, "colours": 6},
        "what": "equivalence",
        "conditions": {},
        "measures": ["classes"],
        "published": {"classes": 5},
        "printed": "0000, 0001, 0011, 0012, 0123",
        "found": {"classes": 5},
        "verdict": "agrees",
        "why": None,
        "source": {
            "label": "Klimoš 2014",
            "text": sources()["klimos 2014"].text,
            "published": True,
        },
        "part": "quick",
    }


@pytest.mark.thorough
def test_markdown_has_everything_and_the_sources() -> None:
    result = run("reproduce", "symmetry", "--markdown", "--threads", "1")
    assert result.exit_code == 0
    text = result.stdout
    assert text.startswith("# Published numbers, recomputed\n")
    row = "equivalence, after 0123 0456 | classes 373 | differs: classes 363 | Francis 2010"
    assert f"| places=4 digits=10 | {row} |" in text
    assert "- Francis 2010: J. Francis" in text


def test_a_list_computes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workplace, "find", lambda *_: pytest.fail("computed"))
    document = run_json("reproduce", "--list", "--all")
    assert len(document["claims"]) == len(claims())
    assert {claim["topic"] for claim in document["claims"]} == topics().keys()


@pytest.mark.thorough
def test_something_unexpected_is_told_and_is_exit_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    find = Workplace.find

    def wrong(place: Workplace, claim: Claim) -> dict[str, Any]:
        found = find(place, claim)
        return {"classes": 6} if claim.question.endswith("colours=6 equivalence: classes") else found

    monkeypatch.setattr(Workplace, "find", wrong)
    result = run("reproduce", "symmetry", "--threads", "1")
    assert result.exit_code == 1
    assert "warning: unexpected: mastermind pegs=4 colours=6 equivalence; Klimoš 2014" in result.stderr
    assert "cobra: classes 6" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["reproduce", "coin"], 1, "there is no topic 'coin'; did you mean 'coins'?"),
        (["reproduce", "--quick", "--all"], 2, "--quick and --all exclude each other"),
        (["reproduce", "--json", "--markdown"], 2, "cannot both go to standard output"),
        (["reproduce", "words", "--results", "found.txt"], 1, "ending in .json"),
        (["reproduce", "words", "--results", "no/found.json"], 1, "there is no folder no"),
    ],
)
def test_mistakes(arguments: list[str], status: int, message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == status
    assert message in result.stderr
    assert result.stdout == ""


@pytest.mark.thorough
def test_a_stopped_run_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    result = run("reproduce", "words", "--time-limit", "1ms", "--results", path)
    assert result.exit_code == 3
    assert f"go on with: cobra reproduce words --results {path}" in result.stderr
    assert run("reproduce", "words", "--results", path).exit_code == 0


@pytest.mark.unix
@pytest.mark.thorough
def test_ctrl_c_leaves_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    process = OnTerminal("reproduce", "coins", "--results", path, "--threads", "1")
    process.wait_for("[1-9]/")  # so many claims are done
    process.process.send_signal(signal.SIGINT)
    status, out = process.finish()
    assert status == 3
    assert "not run" in out
    known = json.loads(path.read_text("utf-8"))["results"]
    assert 0 < len(known) < len(claims(("coins",)))


@pytest.mark.thorough
def test_the_page_of_results_is_what_the_command_prints() -> None:
    """docs/results.json holds the results of a whole run; nothing is computed here."""
    result = run("reproduce", "--all", "--list", "--results", RESULTS, "--markdown")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == (ROOT / "docs" / "results.md").read_text("utf-8"), (
        "to be made again: cobra reproduce --all --results docs/results.json --markdown docs/results.md"
    )
    known = json.loads(RESULTS.read_text("utf-8"))["results"]
    assert known.keys() >= {claim.question for claim in claims() if claim.unfinished is None}
