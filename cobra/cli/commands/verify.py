"""`cobra verify`: does a strategy, or a plan, do what its file says?"""

from __future__ import annotations

import click

from cobra.cli.completion import GameName
from cobra.cli.shared import DONE, WRONG, at_work, options, print_out


@click.command()
@click.argument("strategy", metavar="STRATEGY", type=click.Path())
@click.argument("game", metavar="[GAME]", type=GameName(), required=False)
@options("definitions", "limits", "memory", "time_limit", "json", "quiet")
def verify(
    strategy: str,
    game: str | None,
    definitions: tuple[tuple[str, str], ...],
    limits: tuple[tuple[str, int], ...],
    memory: int,
    time_limit: float | None,
    json: bool,
    quiet: bool,
) -> int:
    """Check that the strategy in a file does what is said of it.

    Every code is played through its tree by the formulas of the game, without the engine that found it: every
    experiment must be one of the game, every outcome that can occur must be there and no other, and every
    play must end when the game is over, not before and not later. The figures are computed anew and compared
    with those stated, and with what is said to be proved. The game is in the file; with GAME it must be that
    game, with the parameters of -D.

    Of a plan of `cobra static` every code is asked all experiments: codes with the same answers must be codes
    that no experiment tells apart, or have the same goal.

    Exit status 1 when something is wrong; the message says where.

    \b
    Examples:
      cobra analyze mastermind -s max-models -o strategies
      cobra verify strategies/max-models.json
      cobra verify strategies/max-models.json mastermind -D colours=6
      cobra verify plan.json
    """
    import cobra
    from cobra.analysis.static.files import read_written
    from cobra.analysis.static.plan import Plan
    from cobra.analysis.static.verify import PlanVerification
    from cobra.budget import Deadline
    from cobra.cli.show.static import plan_verification_json, plan_verification_text
    from cobra.cli.show.verify import verification_json, verification_text
    from cobra.limits import make_limits
    from cobra.strategy.check.verify import difference

    if definitions and game is None:
        raise click.UsageError("-D says which GAME is meant; a strategy has its parameters in its file")
    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet, "reading the strategy") as progress:
        written = read_written(strategy, bounds)
        if game is not None:
            other = difference(written.game, cobra.load(game, dict(definitions), bounds))
            if other is not None:
                what = "plan" if isinstance(written, Plan) else "strategy"
                raise cobra.GameError(f"{strategy} is a {what} for another game than {game}: {other}")
        result = (
            cobra.verify_plan(written, memory=memory, time_limit=time_limit, limits=bounds, progress=progress)
            if isinstance(written, Plan)
            else cobra.verify(written, memory=memory, time_limit=time_limit, limits=bounds, progress=progress)
        )
    if isinstance(result, PlanVerification):
        print_out(plan_verification_json(result) if json else plan_verification_text(result))
    else:
        print_out(verification_json(result) if json else verification_text(result))
    return DONE if result.correct else WRONG
