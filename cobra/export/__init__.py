"""Strategies as pictures, pages and files for other programs, and what notebooks show.

Each format is a module of its name with a function `lines`; all of them draw what the check of strategies
has played.
"""
