"""Mutants of the core's own text: does it matter to some test whether each piece of it is right?"""
