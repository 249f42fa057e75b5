"""A strategy as the walker takes it, which `page/tree.js` describes: one object for JSON."""

from __future__ import annotations

from typing import Any

from cobra.breakers.named import STRATEGIES
from cobra.export.played import PlayedStrategy
from cobra.figures import decimal
from cobra.options import SEARCHED
from cobra.strategy.strategy import Strategy


def walk_data(played: PlayedStrategy) -> dict[str, Any]:
    """Return what the walker needs to know of a strategy; the keys are explained in `page/tree.js`."""
    game = played.strategy.game
    experiments: dict[str, int] = {}
    outcomes: dict[tuple[str, int], int] = {}
    tree: list[int] = []
    confirms = played.root.length > 0
    for node in _preorder(played):
        branches = played.branches[node]
        tree += experiments.setdefault(played.experiment(node), len(experiments)), len(branches)
        for outcome, after in branches:
            tree.append(outcomes.setdefault((outcome, int(after.final)), len(outcomes)))
            tree.append(after.count if after.node < 0 else 0)
            confirms |= after.node < 0 and after.length > played.positions[node].length + 1
    return {
        "title": [game.name, [[name, str(value)] for name, value in game.arguments]],
        "facts": _facts(played),
        "together": "no experiment tells more of what is asked for"
        if game.goal
        else "no experiment tells these codes apart",
        "confirms": confirms,
        "experiments": list(experiments),
        "outcomes": list(outcomes),
        "codes": [played.codes[code] for code in played.order],
        "ranks": list(played.order),
        "goals": [played.goals[code] for code in played.order] if game.goal else None,
        "weights": None if game.weight is None else [played.weights[code] for code in played.order],
        "tree": tree,
    }


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
    facts = [
        ("strategy", strategy.name, "; ".join(_meant(strategy))),
        ("worst case", f"{figures.worst:,}", ""),
        ("average", decimal(figures.average), f"{figures.total}/{figures.weight}"),
        ("codes", f"{figures.codes:,}", ""),
        ("experiments", f"{figures.nodes:,}", "in the tree"),
    ]
    if strategy.proved:
        facts.append(("proved", "nobody can do better", ""))
    elif strategy.intervals:
        proved = ", ".join(interval.show(figures.weight) for interval in strategy.intervals)
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
