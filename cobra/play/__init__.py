"""A game in progress: what is known, what to do next, and games played."""
