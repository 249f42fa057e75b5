"""The records of docs/records.md are those that are published in `cobra/published`, and come out again."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from cobra.analysis.reproduce.claims import claims

DOCS = Path(__file__).parent.parent / "docs"
PAGE = runpy.run_path(str(DOCS / "records.py"))
ROWS = [(*match.groups(), match[0]) for match in PAGE["COMMAND"].finditer((DOCS / "records.md").read_text())]


def asked(command: str) -> tuple[str, dict[str, int]]:
    """Return the game and the parameters that a command names."""
    return command.split()[1], {name: int(value) for name, value in re.findall(r"-D (\w+)=(\d+)", command)}


def _key(game: str, parameters: dict[str, int]) -> str:
    return f"{game} {sorted(parameters.items())}"


def test_the_totals_are_those_that_are_reproduced() -> None:
    published: dict[str, int] = {}
    for claim in claims(()):
        entry = claim.entry
        if claim.what == "optimum" and entry["source"] == "cobra" and "total" in entry:
            totals = entry["total"] if isinstance(entry["total"], list) else [entry["total"]]
            for place, total in enumerate(totals):
                params = {
                    name: value[place] if isinstance(value, list) else value
                    for name, value in entry["params"].items()
                }
                published[_key(claim.game, params)] = total
    told = {}
    for _, command, row in ROWS:
        told[_key(*asked(command))] = int(row.split("|")[3].strip(" *").replace(",", ""))
    assert len(told) == 10
    assert told == {game: published[game] for game in told}


def test_lengths_and_averages_go_with_the_totals() -> None:
    for _, _, row in ROWS:
        total, average, worst, lengths = (row.split("|")[place].strip(" *") for place in (3, 4, 5, 7))
        numbers = {
            int(length): int(number)
            for length, number in (one.split(":") for one in lengths.replace(",", "").split())
        }
        assert sum(length * number for length, number in numbers.items()) == int(total.replace(",", ""))
        assert max(numbers) == int(worst)
        assert f"{int(total.replace(',', '')) / sum(numbers.values()):.4f}" == average


@pytest.mark.slow
@pytest.mark.parametrize(("name", "command", "row"), ROWS, ids=[name for name, _, _ in ROWS])
def test_a_record_comes_out_again(name: str, command: str, row: str) -> None:
    found = PAGE["row"](name, command, PAGE["search"](command))
    assert found.split("|")[:8] == row.split("|")[:8]
