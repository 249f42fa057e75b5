"""Differential testing without end: random games of every kind, on which all that computes must agree.

`python -m tests.differential --hours 8` draws games one after the other and compares the definition
(`tests/oracle`), the core, decision diagrams and SAT on each; what differs is made small and written to a
file. docs/reliability.md says what is compared.
"""
