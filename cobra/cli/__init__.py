"""The command line: a module for each command, and those that make its text and its JSON."""
