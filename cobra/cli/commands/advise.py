"""`cobra advise`: what happened so far, what is still possible, what to do next."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from cobra.breakers.named import STRATEGIES
from cobra.cli.options import ADVISE_TIME_LIMIT, ADVISED
from cobra.cli.shared import (
    DONE,
    STOPPED,
    STRATEGIES_TITLE,
    at_work,
    epilog,
    game_argument,
    options,
    print_out,
    warn,
)
from cobra.options import LISTED_CODES

if TYPE_CHECKING:
    from cobra.engine.made import Made
    from cobra.play.advise import Advice


@click.command(epilog=epilog({STRATEGIES_TITLE: STRATEGIES}))
@game_argument
@options(
    "history",
    ADVISED,
    "all",
    "explain",
    "mine",
    "why",
    "review",
    "seed",
    "definitions",
    "limits",
    "threads",
    "memory",
    ADVISE_TIME_LIMIT,
    "json",
    "quiet",
)
def advise(
    game: str,
    history: tuple[str, ...],
    strategies: tuple[str, ...] | None,
    all: bool,
    explain: bool,
    mine: str | None,
    why: str | None,
    review: bool,
    seed: int,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    threads: int,
    memory: int,
    time_limit: float | None,
    json: bool,
    quiet: bool,
) -> int:
    """Help in a game of GAME that is going on.

    From the experiments made so far, in any order, whoever chose them, and their answers: the number of codes
    left and a list of them, how likely each value of each unknown is, and what each strategy would do next,
    with the exact expected number of further experiments. An answer is written as the game prints it, or as
    people write it: 1B1W, 1,1, 1 black 1 white, gyb for tiles. Where the answers contradict each other: which
    of them do, and every change of one answer that repairs it. At a terminal, without --history, the game is
    typed in as it goes on.

    \b
    Examples:
      cobra advise mastermind --history '0011 = 1B1W; 0023 = 0,2'
      cobra advise wordle --history 'stone --y-g'
      cobra advise bulls-and-cows -D places=5 --history game.txt --all
      cobra advise mastermind --history '0011 = 1B1W' --mine 0023 --why 0123
      cobra advise mastermind --history '0011 0B2W; 1223 0B1W; 4140 0B2W' --review
      cobra advise mastermind -D pegs=8 -D colours=10 --history '00112233 2B2W' --json
    """
    import cobra
    from cobra.budget import Deadline
    from cobra.cli.show.advise import advice_json, advice_text, advice_warnings, read_texts
    from cobra.cli.show.explain import Explained, Questions
    from cobra.errors import REASONS, StoppedError, raise_it
    from cobra.limits import make_limits

    bounds = make_limits(dict(limits))
    whole_command = Deadline(time_limit, memory)
    with at_work(whole_command, quiet):
        loaded = cobra.load(game, dict(definitions), bounds)
    stopped = False
    asked = Questions(explain, mine, why, review)

    def answer(
        made: tuple[Made, ...],
        questions: Questions,
        deadline: Deadline | None = None,
        advice: Advice | None = None,
    ) -> Explained:
        with at_work(deadline or Deadline(time_limit, memory), quiet, "explaining") as progress:
            return questions.ask(
                loaded,
                made,
                threads=threads,
                memory=memory,
                time_limit=time_limit,
                limits=bounds,
                progress=progress,
                advice=advice,
            )

    def tell(made: str | tuple[Made, ...], whole: bool = False, deadline: Deadline | None = None) -> None:
        nonlocal stopped
        with at_work(
            deadline or Deadline(time_limit, memory), quiet, "looking at the codes left"
        ) as progress:
            result = cobra.advise(
                loaded,
                made,
                strategies=strategies,
                most=None if whole or all else LISTED_CODES,
                seed=seed,
                threads=threads,
                memory=memory,
                time_limit=time_limit,
                limits=bounds,
                progress=progress,
            )
        explained = Explained()
        late: list[StoppedError] = []
        for question in asked.possible(result).singly():
            try:
                explained = explained.also(answer(result.history, question, deadline, result))
            except StoppedError as stop:  # what there is to advise is worth as much without it
                late.append(stop)
        if json:
            print_out(advice_json(result, explained))
        else:
            print_out("\n".join([advice_text(result, whole or all), *explained.lines()]))
        for text in advice_warnings(result):
            warn(text, quiet)
        for why_not in late:
            warn(
                f"{'nothing' if explained == Explained() else 'not everything'} is explained: {why_not}",
                quiet,
            )
        reason = None if explained.review is None else explained.review.stopped
        if reason is not None:
            warn(f"stopped by {REASONS[reason]}: not all moves are judged{raise_it(reason)}", quiet)
        stopped = result.stopped is not None or bool(late) or reason is not None

    if history or json or not sys.stdin.isatty():
        tell(read_texts(history, bounds), deadline=whole_command)
        return STOPPED if stopped else DONE
    from cobra.cli.typed import converse

    converse(loaded, _line, tell, answer, print_out)
    return DONE


def _line() -> str | None:
    """Return a line typed at the prompt, None at the end of input."""
    with suppress(ImportError):
        import readline  # noqa: F401  lets `input` edit lines, where there is one
    try:
        return input("> ")
    except (EOFError, KeyboardInterrupt):
        print()
        return None
