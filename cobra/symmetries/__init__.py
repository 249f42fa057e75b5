"""What a game does not tell apart, found in its formulas: what is interchangeable, and a coloured graph.

Nothing here asks the core; `cobra/engine/group.py` lets it find the automorphisms of the graph. The
folder is not called `symmetry`, which would hide the function `cobra.symmetry`.
"""
