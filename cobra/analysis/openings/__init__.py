"""What the best play costs after each first experiment of a game."""
