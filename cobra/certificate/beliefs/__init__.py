"""Certificates of games with lies or moves: their rules, and a check by definition."""
