"""Does a strategy do what is said of it? By the meaning of the game; nothing is shared with the engine."""
