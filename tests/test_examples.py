"""The scripts in examples/ run as they are and print what they should."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import cobra

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
    "draw_pictures": """\
guess.svg: 3 pegs, 0 black key pegs
answer.svg: 0 pegs, 2 black key pegs
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
    "old_cobra_program": """\
VARIABLES x0, x1, x2, x3
CONSTRAINT Exactly-1(x0,x1,x2,x3)
ALPHABET '0', '1', '2', '3'
MAPPING 'X' x0, x1, x2, x3
EXPERIMENT 'weigh' 2
  PARAMS_DISTINCT 1, 2
  OUTCOME 'left' X$1
  OUTCOME 'right' X$2
  OUTCOMEX 'balance' !X$1 & !X$2
""",
    "prove_optimum": """\
average: nobody does it with less than 206
worst: nobody does it in at most 3 experiments
worst-average: nobody does it in at most 3 experiments
worst-average: nobody does it in at most 4 experiments with less than 206
average-worst: nobody does it with less than 206
average-worst: nobody does it in at most 3 experiments with less than 207
nodes: nobody does it in at most 3 experiments
nodes: nobody does it in at most 4 experiments with less than 64
egg-drop: proved by 110 facts
""",
    "evolve_a_breaker": """\
generation 0: 32896
generation 1: 29247
generation 2: 3273
generation 3: 977
generation 10: 917
generation 60: 906
max-models: 919
parts: 910
optimal: 905
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
    "every_opening": """\
heart: 528/200
roast: 531/200
trail: 533/200
stare: 534/200
train: 538/200
trade: 539/200
short: 539/200
alert: 540/200
least: 540/200
shore: 540/200
""",
    "human_memory": """\
576 codes are left
phases: 12 13 14 15, 11.24, at worst 19
phases(shortcut): 0 5 6 7, 10.24, at worst 18
phases(no-repeats): 0 5 6 7, 10.00, at worst 17
phases(arrange): 0 5 6 7, 7.53, at worst 12
phases(deduce): 0 5 6 7, 6.63, at worst 11
first: 1 4 6 12, 4.42, at worst 7
ent-models: 1 12 6 7, 4.09, at worst 5
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
    "static_plan": """\
24 codes, 3 weighings, at least 3
verified: True
coins on the balance: [8, 8, 8]
24 rows of answers, 24 with one code
""",
    "strategy_file": """\
verified: True
average 109/30 worst 5
ask 012 - answered 1B1C
ask 023 - answered 1B1C
ask 031 - answered 3B0C
over: True
""",
    "own_class": """\
Opening: first 0011, worst 6, average 5942/1296
ent-models: first 0123, worst 6, average 5722/1296
""",
    "own_function": """\
careful: first 0012, worst 6, average 5712/1296
consistent(parts): first 0012, worst 7, average 5701/1296
parts: first 0012, worst 6, average 5668/1296
""",
    "own_memory": """\
closer: first 14, worst 14, lost 0
max-models: first 50, worst 50, lost 0
optimal: first 14, worst 14, lost 0
""",
    "own_program": "",
    "own_score": """\
min max(n): first 0011, worst 5, average 5801/1296
min max(n) then max parts: first 0011, worst 5, average 5778/1296
min sum(n*log2(n)) - 2*hit: first 0123, worst 6, average 5719/1296
max parts then min sum(n^2): first 0012, worst 6, average 5679/1296
consistent(max parts then min sum(n^2)): first 0012, worst 6, average 5708/1296
min sum(n*log2(n)): first 8, costs at most 49, on average 496/15
max (total*log2(total) - sum(n*log2(n)))/cost: first 3, costs at most 59, on average 524/15
min sum(n*log2(n)) + total*cost/8: first 4, costs at most 62, on average 521/15
""",
    "own_game": """\
well-formed: True
6 codes, 20 experiments
max-models: first ask 123, worst 2, average 11/6
parts: first ask 123, worst 2, average 11/6
""",
}


@pytest.mark.thorough
def test_the_commands_take_the_examples_of_own_strategies() -> None:
    program = f"program:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'own_program.py'))}"
    strategies = [f"{EXAMPLES / 'own_function.py'}:careful", f"{EXAMPLES / 'own_class.py'}:Opening", program]
    rows = cobra.analyze(cobra.load("mastermind"), strategies).rows
    assert [(row.first, row.worst, row.total) for row in rows] == [
        ("0012", 6, 5712),
        ("0011", 6, 5942),
        ("3000", 7, 6365),
    ]


@pytest.mark.thorough
def test_the_package_of_the_examples_adds_a_name(tmp_path: Path) -> None:
    """Installed by hand: what `pip install` writes is the module and its entry points."""
    package = EXAMPLES / "own_package"
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    about = tmp_path / "cobra_careful-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in members.items())
        for group, members in project["entry-points"].items()
    )
    (about / "entry_points.txt").write_text(points)
    run = subprocess.run(
        [sys.executable, "-m", "cobra", "analyze", "mastermind", "-s", "careful-size", "--json"],
        env={**os.environ, "PYTHONPATH": f"{EXAMPLES.parent}:{tmp_path}:{package / 'src'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    (row,) = json.loads(run.stdout)["strategies"]
    assert (row["name"], row["total"], row["worst"]) == ("careful-size", 5698, 6)


def test_every_example_is_tested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(EXPECTED)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_example(name: str) -> None:
    run = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, EXPECTED[name], "")
