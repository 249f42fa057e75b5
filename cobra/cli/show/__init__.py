"""What the commands print: a module of the same name for each, and what they have in common."""
