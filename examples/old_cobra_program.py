"""Runs an input file of the original COBRA, a Python program that writes a game, and prints the game.

    python examples/old_cobra_program.py coins.py > coins.cb
    cobra analyze coins.cb

Run only programs you trust. They were written for Python 2; most run in Python 3 as they are, others after a
small change by hand, such as `key in d` for `d.has_key(key)`.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

EXAMPLE = """
N = 4
coins = ["x%i" % i for i in range(N)]
VARIABLES(coins)
CONSTRAINT("Exactly-1(%s)" % ",".join(coins))
ALPHABET([str(i) for i in range(N)])
MAPPING("X", coins)
EXPERIMENT("weigh", 2)
PARAMS_DISTINCT(range(1, 3))
OUTCOME("left", "X$1")
OUTCOME("right", "X$2")
OUTCOME("balance", "!X$1 & !X$2", False)
"""


def listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))


def text_of(program: str) -> str:
    """Return the game that a program writes by calling the functions of the original."""
    lines: list[str] = []
    functions = {
        "VARIABLE": lambda name: lines.append(f"VARIABLES {name}"),
        "VARIABLES": lambda names: lines.append(f"VARIABLES {listed(names)}"),
        "CONSTRAINT": lambda formula: lines.append(f"CONSTRAINT {formula}"),
        "ALPHABET": lambda symbols: lines.append(f"ALPHABET {listed(map(repr, symbols))}"),
        "MAPPING": lambda name, variables: lines.append(f"MAPPING '{name}' {listed(variables)}"),
        "EXPERIMENT": lambda name, parameters: lines.append(f"EXPERIMENT '{name}' {parameters}"),
        "PARAMS_DISTINCT": lambda numbers: lines.append(f"  PARAMS_DISTINCT {listed(numbers)}"),
        "PARAMS_SORTED": lambda numbers: lines.append(f"  PARAMS_SORTED {listed(numbers)}"),
        "OUTCOME": lambda name, formula, final=True: lines.append(
            f"  {'OUTCOME' if final else 'OUTCOMEX'} '{name}' {formula}"
        ),
    }
    exec(program, functions)
    return "\n".join(lines)


if __name__ == "__main__":
    print(text_of(Path(sys.argv[1]).read_text(encoding="utf-8") if len(sys.argv) > 1 else EXAMPLE))
