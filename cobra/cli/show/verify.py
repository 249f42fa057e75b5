"""What the check of a strategy found, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cobra.analysis.made_least import of_a_play
from cobra.cli.show.text import bold, dump, duration, pairs, plural, title
from cobra.figures import decimal, exact, percent
from cobra.model.memory import paid_in
from cobra.strategy.write import figures_object

if TYPE_CHECKING:
    from cobra.lengths import Figures
    from cobra.strategy.check.verify import Verification
    from cobra.strategy.strategy import Strategy


def verification_text(result: Verification, note: str | None = None) -> str:
    """Return the figures found and that all is true, or what is wrong.

    `note` says of the strategy what is known about better ones; None: what its file says.
    """
    strategy, figures = result.strategy, result.figures
    lines = [title(strategy.game)]
    if figures is None:
        lines.append(f"  strategy  {strategy.name}")
    else:
        head = [
            ("strategy", strategy.name, _claim(strategy) if note is None else note),
            ("codes", f"{figures.codes:,}", "every one played"),
            ("worst", str(figures.worst), ""),
            ("average", decimal(figures.average), f"{figures.total}/{figures.weight}"),
            *_won_and_paid(strategy, figures),
            ("nodes", f"{figures.nodes:,}", "experiments in the tree"),
            ("time", duration(result.seconds), ""),
        ]
        lines += pairs(head)
    if result.correct:
        return "\n".join([*lines, "", bold("verified: every play and every figure is as stated")])
    from cobra.strategy.check.problems import MOST_PROBLEMS  # loaded long before

    more = " or more" if len(result.problems) >= MOST_PROBLEMS else ""
    found = f"wrong: {plural(len(result.problems), 'mistake')}{more}"
    return "\n".join([*lines, "", bold(found), *(f"  {problem}" for problem in result.problems)])


def _won_and_paid(strategy: Strategy, figures: Figures) -> list[tuple[str, str, str]]:
    """Return what is said of codes lost and of prices, where there are any."""
    lines = []
    if figures.lost_weight:
        won = 1 - figures.chance_lost
        lines.append(("won", percent(won), f"of all plays = {won}"))
    elif figures.lost:
        lines.append(("won", f"{figures.codes - figures.lost:,}", f"of {figures.codes:,} codes"))
    costs = figures.costs(paid_in(strategy.game))
    if costs is not None:
        of = of_a_play(strategy.game, strategy.objective)
        lines += [("most cost", exact(costs[0]), of), ("mean cost", decimal(costs[1]), "")]
    return lines


def _claim(strategy: Strategy) -> str:
    if strategy.objective is None:
        return ""
    said = "said to be proved, which is not checked here" if strategy.proved else "not proved"
    return f"best by {strategy.objective}: {said}"


def verification_json(result: Verification) -> str:
    """Return the JSON document of `verify`."""
    return dump(verification_object(result))


def verification_object(result: Verification) -> dict[str, object]:
    """Return what the check of a strategy found as JSON."""
    strategy = result.strategy
    return {
        "game": {"name": strategy.game.name, "params": dict(strategy.game.arguments)},
        "strategy": strategy.name,
        "objective": strategy.objective,
        "correct": result.correct,
        "problems": list(result.problems),
        "figures": None if result.figures is None else figures_object(result.figures),
        "seconds": round(result.seconds, 6),
    }
