"""Symmetries of a game: which symbols and slots are interchangeable, its coloured graph, and its group."""
