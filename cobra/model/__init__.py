"""The formal game: spaces, formulas as a shared graph, answers; what they mean by definition, and as text.

`game.py` has the septuple of the theory and `dag.py` its formulas. `evaluate.py`, `spaces.py` and
`outcomes.py` say what a game means, slowly and plainly; the faster ways elsewhere must agree with them.
"""
