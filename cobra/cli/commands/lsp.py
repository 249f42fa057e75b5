"""`cobra lsp`: what editors ask about games that are being written."""

from __future__ import annotations

import gc
import sys

import click

from cobra.errors import GameError


@click.command()
def lsp() -> int:
    """Start the language server, which editors talk to.

    It speaks the Language Server Protocol on standard input and output: mistakes while one types, what a word
    or a name is, where it is defined and used, how a line can go on, renaming, formatting, and the sizes of
    the game. An editor starts it; docs/editors.md says how.
    """
    try:
        from cobra.editor.server import make_server
    except ImportError as error:
        raise GameError(
            f"the language server needs {error.name}, which is not here: pip install 'cobra-games[lsp]', "
            "or in a checkout pip install '.[lsp]'"
        ) from None
    if sys.stdin.isatty():
        print("waiting for an editor to speak; Ctrl-C ends it", file=sys.stderr)
    gc.enable()  # a server lives long
    server = make_server()
    server.start_io()
    return server.status
