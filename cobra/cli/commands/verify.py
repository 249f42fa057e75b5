"""`cobra verify`: does a strategy, or a plan, do what its file says, and does a certificate prove it best?"""

from __future__ import annotations

from codecs import BOM_UTF8
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cobra.cli.completion import GameName
from cobra.cli.shared import DONE, WRONG, at_work, options, print_out
from cobra.pipes import is_pipe, read_bytes

if TYPE_CHECKING:
    from cobra.budget import Progress
    from cobra.limits import Limits
    from cobra.model.game import Game


@click.command()
@click.argument("file", metavar="FILE", type=click.Path())
@click.argument("more", metavar="[CERTIFICATE] [GAME]", type=GameName(), nargs=-1)
@options("definitions", "limits", "memory", "time_limit", "json", "quiet")
def verify(
    file: str,
    more: tuple[str, ...],
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

    A certificate proves that no strategy costs less than so much: every step of the proof is checked by a
    program of its own, which shares nothing with the search. Together with a strategy that costs just that
    it proves the optimum.

    Exit status 1 when something is wrong; the message says where.

    \b
    Examples:
      cobra analyze mastermind -s max-models -o strategies
      cobra verify strategies/max-models.json
      cobra verify strategies/max-models.json mastermind -D colours=6
      cobra verify plan.json
      cobra verify best.json best.proof
      cobra verify best.proof mastermind
    """
    from cobra.budget import Deadline
    from cobra.limits import make_limits

    given = _sorted([file, *more])
    if definitions and given.game is None:
        raise click.UsageError("-D says which GAME is meant; a strategy has its parameters in its file")
    bounds = make_limits(dict(limits))
    with at_work(Deadline(time_limit, memory), quiet, "reading the strategy") as progress:
        correct, text = _check(given, dict(definitions), bounds, memory, time_limit, json, progress)
    print_out(text)
    return DONE if correct else WRONG


@dataclass(frozen=True)
class _Given:
    """What is to be checked, and the game it is about; at least one of the first two is there."""

    written: str | None
    certificate: str | None
    game: str | None


def _sorted(arguments: list[str]) -> _Given:
    """Tell certificates, other files and a game by what they are."""
    from cobra.certificate.file import is_certificate

    certificates = [name for name in arguments if name.endswith(".proof") or is_certificate(name)]
    others = [name for name in arguments if name not in certificates]
    first = bool(others) and (not certificates or is_pipe(Path(others[0])) or _is_document(others[0]))
    written = others.pop(0) if first else None
    twice = written is not None and bool(others) and _is_document(others[0])
    if len(others) > 1 or len(certificates) > 1 or twice:
        raise click.UsageError("one strategy, one certificate and one GAME can be given")
    return _Given(written, certificates[0] if certificates else None, others[0] if others else None)


def _is_document(name: str) -> bool:
    """Return whether a file holds a JSON object, as those of strategies do; no pipe, which is read once."""
    try:
        start = b"" if is_pipe(Path(name)) else read_bytes(Path(name), 64)
        return start.removeprefix(BOM_UTF8).lstrip().startswith(b"{")
    except (OSError, ValueError):
        return False


def _check(
    given: _Given,
    definitions: dict[str, str],
    limits: Limits,
    memory: int,
    time_limit: float | None,
    json: bool,
    progress: Progress | None,
) -> tuple[bool, str]:
    """Return whether all is right, and what to print."""
    import cobra
    from cobra.analysis.static.files import read_written
    from cobra.analysis.static.plan import Plan
    from cobra.cli.show.static import plan_verification_json, plan_verification_text
    from cobra.cli.show.verify import verification_json, verification_text
    from cobra.strategy.check.verify import difference

    game: Game | None = None if given.game is None else cobra.load(given.game, definitions, limits)
    written = None if given.written is None else read_written(given.written, limits)
    if written is not None and game is not None:
        other = difference(written.game, game)
        if other is not None:
            what = "plan" if isinstance(written, Plan) else "strategy"
            raise cobra.GameError(f"{given.written} is a {what} for another game than {given.game}: {other}")
    if isinstance(written, Plan):
        if given.certificate is not None:
            raise cobra.GameError("a certificate is about strategies, not about plans")
        plan = cobra.verify_plan(
            written, memory=memory, time_limit=time_limit, limits=limits, progress=progress
        )
        return plan.correct, plan_verification_json(plan) if json else plan_verification_text(plan)
    strategy = None
    if written is not None:
        strategy = cobra.verify(
            written, memory=memory, time_limit=time_limit, limits=limits, progress=progress
        )
    if given.certificate is None:
        assert strategy is not None
        return strategy.correct, verification_json(strategy) if json else verification_text(strategy)

    from cobra.certificate.read import best_by
    from cobra.cli.show.proof import both_json, both_text, certificate_object, certificate_text, is_proved
    from cobra.cli.show.text import dump

    about = game if written is None else written.game
    certificate = cobra.verify_certificate(
        cobra.read_certificate(given.certificate),
        about,
        memory=memory,
        time_limit=time_limit,
        limits=limits,
        progress=progress,
    )
    text, found = certificate_text(certificate, about), certificate_object(certificate)
    if strategy is None or written is None:
        return certificate.correct, dump({"certificate": found}) if json else text
    correct = strategy.correct and certificate.correct
    objectives = best_by(certificate, written) if correct else ()
    if json:
        text = both_json(strategy, found, objectives)
    else:
        text = both_text(strategy, certificate, text, objectives)
    return correct and is_proved(written, objectives), text
