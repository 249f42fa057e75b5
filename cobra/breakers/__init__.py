"""Breakers: the rules that name an experiment for the codes left, those of the field and a user's own.

A rule that is a score is a line in `named.py`; another one is a file here, whose class has the method
`play`, and a line in `named.py` and in `find.py`.
"""
