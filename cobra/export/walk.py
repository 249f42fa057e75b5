"""A strategy as the walker takes it, which `page/tree.js` describes: one object for JSON."""

from __future__ import annotations

from typing import Any

from cobra.breakers.named import STRATEGIES
from cobra.export.drawn import drawn_data
from cobra.export.place import Place
from cobra.export.played import PlayedStrategy
from cobra.figures import decimal
from cobra.model.game import Game, Unseen
from cobra.options import SEARCHED
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
            tree.append(after.count if after.node < 0 else 0)
            after_each.append(after)
            confirms |= after.node < 0 and after.length > played.positions[node].length + 1
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
    """Return why a play can end with several codes."""
    if game.unseen is not None and game.unseen.moves:
        return "given up: from here on the strategy would go in circles"
    what = "more of what is asked for" if game.goal else "these codes apart"
    return f"no experiment tells {what}"


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


def _facts(played: PlayedStrategy) -> list[tuple[str, str, str]]:
    """Return what is said of a strategy: name, value and remark."""
    strategy, figures = played.strategy, played.figures
    average = f"{figures.total}/{figures.weight}"
    if strategy.game.unseen is not None and played.root.chance is None:
        average += ", of the longest plays"
    facts = [
        ("strategy", strategy.name, "; ".join(_meant(strategy))),
        ("worst case", f"{figures.worst:,}", ""),
        ("average", decimal(figures.average), average),
        ("codes", f"{figures.codes:,}", ""),
        ("experiments", f"{figures.nodes:,}", "in the tree"),
    ]
    if strategy.proved:
        facts.append(("proved", "nobody can do better", ""))
    elif strategy.intervals:
        by_chance = strategy.game.unseen is not None
        shown = [one.show(figures.weight, by_chance=by_chance) for one in strategy.intervals]
        proved = ", ".join(shown)
        facts.append(("proved of the best", proved, ""))
    return facts


def _meant(strategy: Strategy) -> list[str]:
    """Return what a strategy is to do, and under which conditions."""
    settings = strategy.settings
    said = [STRATEGIES.get(strategy.name, "") if strategy.objective is None else SEARCHED[strategy.objective]]
    if settings.consistent:
        said.append("only experiments that can still be final")
    if settings.max_depth is not None:
        said.append(f"no play longer than {settings.max_depth}")
    if settings.first is not None:
        said.append(f"beginning with {settings.first}")
    return [one for one in said if one]
