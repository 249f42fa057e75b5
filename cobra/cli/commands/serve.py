"""`cobra serve`: everything in the browser, on this machine or by others in its network."""

from __future__ import annotations

import gc
import sys

import click

from cobra.cli.completion import GameName
from cobra.cli.options import SERVE_MEMORY, SERVE_TIME_LIMIT
from cobra.cli.shared import DONE, options, print_out
from cobra.errors import GameError


@click.command()
@click.argument("game", metavar="[GAME]", type=GameName(), required=False)
@options(
    "definitions",
    "limits",
    "host",
    "port",
    "no_browser",
    "threads",
    SERVE_MEMORY,
    SERVE_TIME_LIMIT,
)
def serve(
    game: str | None,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    host: str,
    port: int,
    no_browser: bool,
    threads: int,
    memory: int,
    time_limit: float | None,
) -> int:
    """Open a page to play GAME, get advice, and look at strategies.

    On the page you choose a game and its parameters, or write one; break a code, make one, or be helped in a
    game against somebody else; see what is left and how likely, how each experiment splits it, and which
    answer must be wrong when nothing fits; compare strategies, walk through one, and save it.

    The address is printed, and opened in a browser where there is a screen. It works on this machine only,
    and only with the token that is part of it; nothing is fetched from elsewhere. Ctrl-C ends it.

    With --host others in the same network can open it, too, if they have the address with its token: a phone
    scans the code that is printed. What is sent then is not encrypted, and everything takes this machine's
    time.

    \b
    Examples:
      cobra serve
      cobra serve mastermind -D pegs=5 -D colours=8
      cobra serve my_game.cb --port 8000 --no-browser
      cobra serve wordle --host 0.0.0.0
    """
    try:
        from cobra.web.serve import run_server
    except ImportError as error:
        raise GameError(
            f"the page needs {error.name}, which is not installed: pip install 'cobra-games[web]', "
            "or in a checkout pip install '.[web]'"
        ) from None
    from cobra.language.load import load
    from cobra.limits import make_limits
    from cobra.web.allowance import Allowance
    from cobra.web.games import said_of

    start = None
    if game is not None:
        start = said_of(game, dict(definitions), load(game, dict(definitions), make_limits(dict(limits))))
    elif definitions:
        raise click.UsageError("-D sets a parameter of a GAME, and none is given")
    allowance = Allowance(memory=memory, threads=threads, job_seconds=time_limit, limits=dict(limits))
    gc.enable()  # a server lives long
    try:
        run_server(start, port, allowance, host=host, ready=_announce, browser=not no_browser)
    except KeyboardInterrupt:  # how it is ended
        print_out("\nended")
    return DONE


def _announce(address: str, shared: bool) -> None:
    from cobra.web.address import qr_code

    print_out(address)
    if shared:
        if sys.stdout.isatty():
            print(qr_code(address))
        print_out("Whoever has this address can use it from the same network; it is not encrypted.")
    print_out("Ctrl-C ends it.")
