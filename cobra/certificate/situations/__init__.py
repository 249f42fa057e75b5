"""Certificates of games with a state, prices or lost plays: their rules, and a check by definition."""
