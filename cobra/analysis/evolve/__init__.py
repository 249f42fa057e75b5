"""Breakers that evolve: populations of strategy trees, selected by the lengths of their plays."""
