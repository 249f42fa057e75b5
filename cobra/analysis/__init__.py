"""What the commands answer about a game as a whole: sizes, proofs, strategies, optima, comparisons."""
