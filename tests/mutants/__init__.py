"""Mutants of cobra's own text in Rust: does it matter to some test whether each piece of it is right?"""
