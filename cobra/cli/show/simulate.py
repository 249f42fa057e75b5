"""Simulated games as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cobra.amounts import amount
from cobra.cli.show.text import dump, plural, table, title
from cobra.engine.made import show_made_outcome
from cobra.errors import REASONS
from cobra.figures import decimal, exact
from cobra.model.show import Notation
from cobra.model.unseen import draws
from cobra.options import CODEMAKERS
from cobra.play.simulate import MOST_EXPERIMENTS, Play, Simulation
from cobra.play.standing import standing_document, standing_words

_ADVERSARIES: Final = ("models", "fixed")
"""The codemakers that have no secret."""


def simulation_text(simulation: Simulation) -> str:
    """Return the games, when they were asked for, and the table of their lengths."""
    lines = [title(simulation.game), f"  {_who(simulation)}"]
    notation = Notation(simulation.game)
    for number, play in enumerate(simulation.plays, start=1):
        lines += ["", *_play_lines(simulation, play, number, notation)]
    return "\n".join([*lines, "", *_figures(simulation)])


def simulation_warnings(simulation: Simulation) -> Iterator[str]:
    """Yield what the figures do not say themselves."""
    if simulation.stopped:
        yield (
            f"stopped by {REASONS[simulation.stopped]} after {simulation.games:,} of "
            f"{plural(simulation.wanted, 'game')}"
        )
    if simulation.lost and simulation.game.unseen is not None:
        yield _why_given_up(simulation)
    if simulation.proved is False:
        yield "the strategy is the best that was found, but not proved optimal; a longer --time-limit may do"


def _why_given_up(simulation: Simulation) -> str:
    """Return why games were given up, and what may help."""
    unseen = simulation.game.unseen
    assert unseen is not None
    if simulation.by_won:
        return "given up where the strategy can win nothing any more in the experiments that it may make"
    if not unseen.endless:
        return "given up where the strategy would go in circles; another one may find the secret"
    most = f"given up after {MOST_EXPERIMENTS:,} experiments: where any number of answers may be wrong"
    if simulation.codemaker in _ADVERSARIES:
        return f"{most} an adversary need never let a game end; -o random draws what is wrong by chance"
    return (
        f"{most} a game need not end; another strategy, or look-ahead(STRATEGY), may find the secret sooner"
    )


def simulation_json(simulation: Simulation) -> str:
    """Return the JSON document."""
    notation = Notation(simulation.game)
    average = simulation.average
    return dump(
        {
            "game": {"name": simulation.game.name, "params": dict(simulation.game.arguments)},
            "codebreaker": simulation.codebreaker,
            "codemaker": simulation.codemaker,
            "sampled": simulation.sampled,
            "seed": simulation.seed,
            "games": simulation.games,
            "worst": simulation.worst,
            "total": simulation.total,
            "weight": simulation.weight,
            "average": None if average is None else float(average),
            "margin": simulation.margin,
            **_memory_object(simulation),
            "distribution": {str(length): count for length, count in simulation.distribution.items()},
            "proved": simulation.proved,
            "stopped": simulation.stopped,
            "plays": [_play_object(simulation, play, notation) for play in simulation.plays],
        }
    )


def _memory_object(simulation: Simulation) -> dict[str, Any]:
    """Return what only games with a state, prices or lost plays have, or a strategy that gives up."""
    if simulation.game.unseen is not None:
        return {"lost": simulation.lost}
    if simulation.game.memory is None:
        return {"lost": simulation.lost} if simulation.by_won else {}
    costs = simulation.costs
    return {
        "lost": simulation.lost,
        "cost": None if costs is None else {"worst": str(costs[0]), "average": str(costs[1])},
    }


def _who(simulation: Simulation) -> str:
    asks, answers = simulation.codebreaker, simulation.codemaker
    if simulation.sampled:
        drawn = plural(simulation.wanted, "secret")
        return f"{asks} asks; {drawn} drawn at random, seed {simulation.seed}"
    if answers == "random" and simulation.game.unseen is not None:
        return f"{asks} asks; every code is the secret once, {_drawn(simulation)}"
    if answers == "random":
        return f"{asks} asks; every code is the secret once"
    if answers in CODEMAKERS:
        return f"{asks} asks; {answers} answers, an adversary without a secret"
    drawn = f", {_drawn(simulation)}" if simulation.game.unseen is not None else ""
    return f"{asks} asks; the secret is {answers}{drawn}"


def _drawn(simulation: Simulation) -> str:
    """Return what is drawn where something happens unseen."""
    unseen = simulation.game.unseen
    assert unseen is not None
    lies = ["lies"] * (unseen.lies > 0 or bool(unseen.noise)) + ["answers"] * draws(simulation.game)
    words = " and ".join([*lies, *["moves"] * bool(unseen.moves)])
    return f"{words} drawn at random, seed {simulation.seed}"


def _play_lines(simulation: Simulation, play: Play, number: int, notation: Notation) -> list[str]:
    adversary = simulation.codemaker in _ADVERSARIES
    remains = "one of those left is" if play.left[-1:] > (1,) else "left is"
    which = f"it was open until the end; {remains}" if adversary else "the secret is"
    lines = [f"game {number}: {which} {play.secret}"]
    shown = [(notation.experiment(m.experiment), show_made_outcome(simulation.game, m)) for m in play.history]
    widths = [max((len(pair[side]) for pair in shown), default=0) for side in (0, 1)]
    game = simulation.game
    for place, ((asked, answer), left) in enumerate(zip(shown, play.left, strict=True), start=1):
        standing = standing_words(game, play.standings[place - 1]) if play.standings else ""
        about = "≥" if place - 1 in play.at_least else ""
        line = (
            f"  {place:2}. {asked.ljust(widths[0])} = {answer.ljust(widths[1])}  {about}{amount(left)} left"
        )
        line += "  a lie" if place - 1 in play.lies else ""
        lines.append(f"{line}  ({standing})" if standing else line)
    if play.lost and game.unseen is not None:
        lines.append("  given up")
    elif play.lost:
        lines.append("  lost" if play.cost is None else f"  lost, at a cost of {exact(play.cost)}")
    if play.found:
        lines.append(f"  found out: {play.found}")
    if play.length > len(play.history):
        lines.append(f"  {play.length:2}. to confirm it")
    return lines


def _figures(simulation: Simulation) -> list[str]:
    games, costs = simulation.games, simulation.costs
    how = "lost" if simulation.game.unseen is None else "given up"
    if games == 1 and not simulation.sampled:
        paid = [] if costs is None else [f"cost {exact(costs[0])}"]
        return [", ".join([plural(simulation.worst, "experiment"), *paid, *[how] * simulation.lost])]
    rows, so_far = [], 0
    for length, count in simulation.distribution.items():
        so_far += count
        rows.append((str(length), f"{count:,}", f"{count / games:.1%}", f"{so_far / games:.1%}"))
    average = simulation.average
    shown = "" if average is None else f"{simulation.total}/{simulation.weight} = {decimal(average)}"
    of = "of these games" if simulation.sampled or simulation.game.unseen is not None else "exact"
    of += ", by weight" if simulation.weight != games else ""  # the table counts games
    margin = simulation.margin
    rules = [] if margin is None else ["±: 95 % confidence interval of the mean"]
    if simulation.lost:
        rules.insert(0, f"{simulation.lost:,} of {plural(games, 'game')} {how}")
    if costs is not None:
        rules.insert(0, f"cost {decimal(costs[1])} on average, {exact(costs[0])} at most")
    if margin is not None:
        shown += f" ± {margin:.4f}"
    return [
        *table(("experiments", "games", "share", "up to"), rows, right=range(4)),
        "",
        f"average {shown} ({of}), worst {simulation.worst}",
        *rules,
    ]


def _play_object(simulation: Simulation, play: Play, notation: Notation) -> dict[str, Any]:
    game = simulation.game
    return {
        "secret": play.secret,
        "length": play.length,
        "found": play.found or None,
        "history": [
            {
                "experiment": notation.experiment(made.experiment),
                "outcome": show_made_outcome(game, made),
                "left": left,
                "exact": place not in play.at_least,
                **(standing_document(game, play.standings[place]) if play.standings else {}),
            }
            for place, (made, left) in enumerate(zip(play.history, play.left, strict=True))
        ],
        **({"lost": play.lost} if game.memory is not None or simulation.by_won else {}),
        **({} if game.memory is None else {"cost": None if play.cost is None else str(play.cost)}),
        **({} if game.unseen is None else {"lost": play.lost, "lies": [one + 1 for one in play.lies]}),
    }
