"""A fuzzer: random and mutated games through every part of cobra, and laws that must hold whatever they are.

`python -m tests.fuzz --help` runs it by hand. `sources/` makes the cases, each from a seed and its number
alone; `phases.py` says what is done with a case and `laws.py` what must hold; `child.py` runs cases in a
process that the supervisor (`supervise.py`) watches; `reduce.py` makes what was found small, `findings.py`
writes it to a file from which it can be replayed.
"""
