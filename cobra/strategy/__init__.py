"""A strategy: a tree of experiments with its figures, as an object and as a file.

`check/` plays it by the meaning of the game and says whether it does what is said of it.
"""
