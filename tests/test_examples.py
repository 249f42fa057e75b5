"""The scripts in examples/ run as they are and print what they should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"

EXPECTED = {
    "best_first_guess": """\
000: average 511/125, worst 5
001: average 453/125, worst 5
012: average 451/125, worst 5
""",
    "compare_strategies": """\
2 pegs, 3 colours: exp-models 21/9, optimal 21/9, 0 more
2 pegs, 4 colours: max-models 45/16, optimal 45/16, 0 more
3 pegs, 3 colours: exp-models 73/27, optimal 73/27, 0 more
3 pegs, 4 colours: exp-models 208/64, optimal 206/64, 2 more
""",
    "equivalent_guesses": """\
17,280 symmetries
0000: one of 6, then 12 of 1,296 second guesses differ
0001: one of 120, then 53 of 1,296 second guesses differ
0011: one of 90, then 39 of 1,296 second guesses differ
0012: one of 720, then 130 of 1,296 second guesses differ
0123: one of 360, then 57 of 1,296 second guesses differ
""",
    "first_guesses": """\
0000: 5 parts, largest 625, expected size 512.0
0001: 11 parts, largest 317, expected size 235.9
0011: 13 parts, largest 256, expected size 204.5
0012: 14 parts, largest 276, expected size 185.3
0123: 14 parts, largest 312, expected size 188.2
""",
    "strategy_file": """\
verified: True
average 109/30 worst 5
ask 012 - answered 1B1C
ask 023 - answered 1B1C
ask 031 - answered 3B0C
over: True
""",
    "own_game": """\
well-formed: True
6 codes, 20 experiments
max-models: first ask 123, worst 2, average 11/6
parts: first ask 123, worst 2, average 11/6
""",
}


def test_every_example_is_tested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_example(name: str) -> None:
    run = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py")], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, EXPECTED[name], "")
