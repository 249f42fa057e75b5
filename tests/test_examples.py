"""The scripts in examples/ run as they are and print what they should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"

EXPECTED = {
    "advise": """\
after 1: 720 codes
after 2: 198 codes
after 3: 39 codes
code[1] is 7 with probability 3/13
code[2] is 1 with probability 23/39
code[3] is 3 with probability 8/39
code[4] is 3 with probability 4/13
parts: 106/39 experiments expected, at worst 3
optimal: 35/13 experiments expected, at worst 3
""",
    "ask_the_server": """\
45 codes are left: 0353 0355 0445 …
ask 5213: 14 answers are possible
or was answer 2 2B1W? Then 17 are left
or was answer 2 3B0W? Then 9 are left
""",
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
    "export_strategy": """\
120 left: ask 012, at worst 0B1C
36 left: ask 134, at worst 0B1C
11 left: ask 325, at worst 0B1C
2 left: ask 450, at worst 1B2C
1 left: ask 540, at worst 3B0C
120 plays, 436 experiments
""",
    "first_guesses": """\
0000: 5 parts, largest 625, expected size 512.0
0001: 11 parts, largest 317, expected size 235.9
0011: 13 parts, largest 256, expected size 204.5
0012: 14 parts, largest 276, expected size 185.3
0123: 14 parts, largest 312, expected size 188.2
""",
    "play_a_session": """\
15 of 64 codes are left
over 321 2
against 321: 3 guesses, codes left 15, 1, 1
against models: 4 guesses, codes left 15, 4, 1, 1
against fixed: 4 guesses, codes left 12, 4, 1, 1
""",
    "review_a_game": """\
The answers 3, 4 contradict each other.
2104 is excluded by answer 3: 2400 would have been 2B1W, not 3B0W.
1. 0011 = 0B2W: 1296 codes before, 96 after; best 0012, loss 0.059, luck +0.181
2. 0023 = 0B2W: 96 codes before, 33 after; best 1203, loss 0.156, luck -0.231
3. 2400 = 2B1W: 33 codes before, 4 after; best 1402, loss 0.303, luck +0.159
4. 2104 = 4B0W: 4 codes before, 1 after; best 2104, loss 0.000, luck +0.750
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
