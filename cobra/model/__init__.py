"""The formal game: spaces, formulas as a shared graph, answers, and how codes and experiments are written."""
