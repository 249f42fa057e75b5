"""A strategy as the walker takes it, which `page/tree.js` describes: one object for JSON."""

from __future__ import annotations

from typing import Any

from cobra.analysis.made_least import leaves_losing_out, made_least
from cobra.breakers.named import STRATEGIES
from cobra.export.drawn import drawn_data
from cobra.export.place import Place
from cobra.export.played import PlayedStrategy
from cobra.figures import decimal, exact
from cobra.model.game import Game, Unseen
from cobra.model.memory import paid_in
from cobra.model.unseen import only_telling
from cobra.strategy.strategy import Strategy


def walk_data(played: PlayedStrategy) -> dict[str, Any]:
    """Return what the walker needs to know of a strategy; the keys are explained in `page/tree.js`."""
    game = played.strategy.game
    unseen = game.unseen
    experiments: dict[str, int] = {}
    outcomes: dict[tuple[str, int], int] = {}
    tree: list[int] = []
    after_each: list[Place] = [played.root]
    confirms = played.root.length > 0
    for node in _preorder(played):
        branches = played.branches[node]
        tree += experiments.setdefault(played.experiment(node), len(experiments)), len(branches)
        for outcome, after in branches:
            tree.append(outcomes.setdefault((outcome, int(after.final)), len(outcomes)))
            tree.append(0 if after.node >= 0 else -after.count if after.lost else after.count)
            after_each.append(after)
            confirms |= not after.lost and after.node < 0 and after.length > played.positions[node].length + 1
    codes = played.order if unseen is None else range(len(played.codes))
    return {
        "title": [game.name, [[name, str(value)] for name, value in game.arguments]],
        "facts": _facts(played),
        "together": _together(game),
        "confirms": confirms,
        "experiments": list(experiments),
        "outcomes": list(outcomes),
        "codes": [played.codes[code] for code in codes],
        "ranks": list(codes),
        "goals": [played.goals[code] for code in codes] if game.goal else None,
        "weights": None if game.weight is None else [played.weights[code] for code in codes],
        "tree": tree,
        "unseen": None if unseen is None else _unseen(played, unseen, after_each),
        "drawing": drawn_data(played, experiments, outcomes),
    }


def _together(game: Game) -> str:
    """Return the text of the walk that says why a play can end with several codes."""
    if game.unseen is not None and game.unseen.moves:
        return "givenUp"
    return "togetherGoals" if game.goal else "togetherCodes"


def _unseen(played: PlayedStrategy, unseen: Unseen, places: list[Place]) -> dict[str, Any]:
    """Return what is believed at places, by lies told, and how likely a play comes there."""
    believed: list[list[list[int]]] = []
    for place in places:
        codes: list[list[int]] = [[] for _ in range(max(played.lies(place)) + 1)]
        for code, told in zip(played.order[place.start : place.stop], played.lies(place), strict=True):
            codes[told].append(code)
        believed.append(codes)
    chances = [float(place.chance) for place in places if place.chance is not None]
    return {"moves": bool(unseen.moves), "believed": believed, "chances": chances or None}


def _preorder(played: PlayedStrategy) -> list[int]:
    """Return the nodes, each before what follows it, and what follows it in the order of outcomes."""
    order: list[int] = []
    waiting = [played.root.node] if played.branches else []
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += [after.node for _, after in reversed(played.branches[node]) if after.node >= 0]
    return order


def _facts(played: PlayedStrategy) -> dict[str, Any]:
    """Return what is said of a strategy."""
    strategy, figures = played.strategy, played.figures
    by_chance = strategy.game.unseen is not None
    unit = paid_in(strategy.game)
    costs = figures.costs(unit)
    won = 1 - figures.chance_lost if figures.lost_weight else None
    intervals = ", ".join(
        interval.show(figures.weight, by_chance=by_chance, unit=unit) for interval in strategy.intervals
    )
    return {
        "strategy": strategy.name,
        "meant": "; ".join(_meant(strategy)),
        "worst": figures.worst,
        "average": decimal(figures.average),
        "exact": f"{figures.total}/{figures.weight}",
        "costs": None if costs is None else [exact(costs[0]), decimal(costs[1])],
        "unpaid": costs is not None and leaves_losing_out(strategy.game, strategy.objective),
        "longest": by_chance and played.root.chance is None,
        "codes": figures.codes,
        "experiments": figures.nodes,
        "lost": figures.lost if strategy.game.unseen is None else 0,
        "won": [float(won), str(won)] if won is not None else None,
        "proved": True if strategy.proved else intervals or None,
    }


def _meant(strategy: Strategy) -> list[str]:
    """Return what a strategy is to do, and under which conditions."""
    settings = strategy.settings
    said = [
        STRATEGIES.get(strategy.name, "")
        if strategy.objective is None
        else made_least(strategy.game, strategy.objective, lost=strategy.figures.lost > 0).partition(":")[0]
    ]
    if settings.consistent:
        said.append("only experiments that can still be final")
    if strategy.proved:
        said += only_telling(strategy.game)
    if settings.max_depth is not None:
        said.append(f"no play longer than {settings.max_depth}")
    if settings.within is not None:
        said.append(f"a play of more than {settings.within} experiments is lost")
    if settings.first is not None:
        said.append(f"beginning with {settings.first}")
    return [one for one in said if one]
