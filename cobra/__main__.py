"""`python -m cobra` is the command `cobra`."""

from cobra.cli.main import run

run()
