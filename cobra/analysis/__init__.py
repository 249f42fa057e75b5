"""What there is to say of a game as a whole: sizes, proofs, strategies, optima, plans, comparisons.

A module for each function of `cobra` that a command calls, and what these need; what a command prints of
their results is made in `cobra/cli/show`.
"""
