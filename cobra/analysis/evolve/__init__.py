"""Strategies that evolve: populations of trees, selected by the lengths of their plays alone."""
