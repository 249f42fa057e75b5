"""Counts of any size are shown, and nothing is claimed that was only estimated."""

from __future__ import annotations

from pathlib import Path

import pytest

from cobra.amounts import amount
from cobra.errors import LimitError
from tests.cli.runner import run

GAME = "variables x[1..15000]\nexperiment g(i : 1..3) observe x[i]\n"
TWO = 'variable a\nexperiment g()\n  outcome "yes" : a\n  outcome "no" : a\n'


@pytest.fixture
def vast(tmp_path: Path) -> str:
    path = tmp_path / "vast.cb"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_amounts() -> None:
    assert amount(10**24 - 1) == "999,999,999,999,999,999,999,999"
    assert amount(10**24) == "≈1.00·10^24"
    assert amount(9_996 * 10**30) == "≈1.00·10^34"
    assert amount(2**15000) == "≈2.82·10^4515"


@pytest.mark.slow
def test_info_counts_more_codes_than_python_prints_digits(vast: str) -> None:
    shown = run("info", vast)
    assert shown.exit_code == 0
    assert "codes              ≈2.82·10^4515  counted without listing them; 15,000 variables" in shown.stdout
    exact = run("info", vast, "--json")
    assert exact.exit_code == 0
    assert '"codes": 28179608796313976374' in exact.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["analyze", "optimal", "static"])
def test_an_estimate_beyond_all_counting_is_only_said_to_be_more(command: str, vast: str) -> None:
    shown = run(command, vast)
    assert shown.exit_code == 1
    assert (
        "listing the codes: more than 1,000,000,000,000,000,000 needed, the limit is 20,000,000"
        in shown.stderr
    )


def test_a_limit_error_of_any_size() -> None:
    assert "more than 1,000,000,000,000,000,000 needed" in str(LimitError("codes", 2**15000, 7, "listing"))
    assert "about 999 needed, the limit is 7" in str(LimitError("codes", 999, 7, "listing"))


def test_info_on_a_code_with_two_outcomes(tmp_path: Path) -> None:
    path = tmp_path / "two.cb"
    path.write_text(TWO, encoding="utf-8")
    shown = run("info", str(path))
    assert shown.exit_code == 0
    assert "symmetry" in shown.stdout
