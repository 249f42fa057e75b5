"""A game in progress: what is known, what to do next and why, and whole games played.

What is left of a game after some experiments is a game; `position.py` holds it, listed, counted or sampled.
"""
