"""The two languages and the language of scores: from a text to a `Game` or a `Score`, and back.

All mistakes of a game are found in one run. `parse.py` makes syntax trees by the grammars in
`cobra/grammar`, `elaborate.py` and `core.py` make games of them; reading a game runs nothing.
"""
