"""The command line: `commands/` reads options and calls one function each, `show/` makes what is printed."""
