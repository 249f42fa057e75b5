"""The commands: a module for each, of the command's name, with its options, its help and its exit status."""
