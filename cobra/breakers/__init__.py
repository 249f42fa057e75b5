"""Breakers: the rules that choose experiments, those of the field and a user's own."""
