"""A strategy of your own as a program that reads questions and writes answers, each a line of JSON.

It may be in any language; this one asks the code in the middle of those left. cobra starts it and ends it:

    cobra analyze mastermind -s first -s 'program:python3 examples/own_program.py'
"""

from __future__ import annotations

import json
import sys


def main() -> None:
    """Answer one question after the other, until there are no more."""
    for line in sys.stdin:
        question = json.loads(line)
        if "cobra" in question:  # the hello
            answer = {"cobra": 1}
        else:
            codes = question["codes"]
            answer = {"experiment": codes[len(codes) // 2]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
