"""The two languages: from a text to a `Game`, with all its mistakes in one run, and back."""
