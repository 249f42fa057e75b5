"""`cobra play`: a game at the terminal."""

from __future__ import annotations

import click

from cobra.breakers.named import STRATEGIES
from cobra.cli.options import PLAY_CODEBREAKER, PLAY_CODEMAKER, PLAY_SEED
from cobra.cli.shared import STRATEGIES_TITLE, at_work, epilog, game_argument, options
from cobra.options import CODEMAKERS


@click.command(epilog=epilog({"Codemakers, by what they answer:": CODEMAKERS, STRATEGIES_TITLE: STRATEGIES}))
@game_argument
@options(
    PLAY_CODEBREAKER,
    PLAY_CODEMAKER,
    "history",
    PLAY_SEED,
    "definitions",
    "limits",
    "threads",
    "memory",
    "time_limit",
)
def play(
    game: str,
    codebreaker: str | None,
    codemaker: str | None,
    history: tuple[str, ...],
    seed: int | None,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    threads: int,
    memory: int,
    time_limit: float | None,
) -> int:
    """Play GAME at the terminal.

    You ask and the computer answers, honestly or, with -o models or -o fixed, as an adversary that keeps no
    secret but never lies, unless the rules let it. With -e the computer asks, by a strategy or a strategy
    file, and you answer. With --history, or with interactive for both, you are helped in a game against
    somebody else: tell what was asked and answered. Answers may be written as people write them: 1B1W, 1,1,
    1 black 1 white, gyb.

    Type help in a game for its commands: hint (three doses), left, list, best, why, undo, edit, give up,
    quit. The end of the input and Ctrl-C end the game; the exit status is 0. --time-limit is for each answer
    of the computer.

    \b
    Examples:
      cobra play mastermind
      cobra play wordle -o models
      cobra play mastermind -e optimal
      cobra play bulls-and-cows --history 'guess=0123:1B1C'
    """
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.dialog import Players, converse
    from cobra.cli.show.advise import read_texts
    from cobra.limits import make_limits

    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet=False):
        loaded = cobra.load(game, dict(definitions), bounds)
        made = cobra.read_history(loaded, read_texts(history, bounds))
    players = Players(codebreaker, codemaker, seed, threads, memory, time_limit, bounds)
    return converse(loaded, players, made)
