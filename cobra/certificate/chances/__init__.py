"""Certificates of games in which answers are wrong by chance: their rules, and a check by definition."""
