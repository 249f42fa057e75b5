"""Strategies read from files; docs/strategy-files.md has the schema.

A file is never trusted: its size is limited, and whatever is wrong with it is a `GameError` that names the
place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from cobra.arguments import checked
from cobra.interval import MEASURES, Interval
from cobra.lengths import Figures
from cobra.limits import Limits
from cobra.nearest import did_you_mean
from cobra.strategy.document import Document, read_text
from cobra.strategy.nodes import NodeList
from cobra.strategy.scanner import Scanner
from cobra.strategy.strategy import Settings, Strategy
from cobra.strategy.write import FORMAT, VERSION

_KEYS: Final = (
    *("format", "version", "cobra", "game", "strategy", "objective"),
    *("settings", "figures", "intervals", "proved", "tree"),
)
_MEASURES: Final = ("total", "worst", "nodes", "lost")


@checked
def read_strategy(path: str | Path, limits: Limits | None = None) -> Strategy:
    """Return the strategy of a file.

    `GameError` with the place of a mistake; `LimitError` for a file of more bytes than the limit
    `strategy-size`, or a game that is too big. Only `verify` finds out whether what is said of the strategy
    is true.
    """
    limits = limits or Limits()
    return strategy_of_text(read_text(Path(path), limits), str(path), limits)


def strategy_of_text(text: str, name: str, limits: Limits) -> Strategy:
    """Return the strategy of a file whose text is given, called `name` in messages; see `read_strategy`."""
    scanner = Scanner(name, text)
    head, places, tree = _scan(scanner)
    reader = _Head(scanner, head, places)
    reader.check_format("strategy", FORMAT, VERSION, _KEYS)
    game = reader.game(limits)
    experiments, branches = tree.read(game)
    return Strategy(
        game=game,
        name=reader.text("strategy"),
        experiments=experiments,
        branches=branches,
        figures=reader.figures(len(experiments)),
        settings=reader.settings(),
        objective=reader.objective(),
        intervals=reader.intervals(),
        proved=reader.flag("proved"),
    )


def _scan(scanner: Scanner) -> tuple[dict[str, Any], dict[str, int], NodeList]:
    """Return the members of the document but the tree, the places of all, and the tree."""
    head: dict[str, Any] = {}
    places: dict[str, int] = {}
    tree = NodeList(scanner)
    for key, place in scanner.members():
        places[key] = place
        if key == "tree":
            tree.scan()
        else:
            head[key] = scanner.value()
    scanner.end()
    return head, places, tree


class _Head(Document):
    """What stands beside the tree."""

    def objective(self) -> str | None:
        """Return the objective."""
        objective = self.optional("objective", self.items["objective"])
        if objective is not None and objective not in MEASURES:
            raise self.wrong(
                "objective", f"there is no objective {objective!r}{did_you_mean(objective, MEASURES)}"
            )
        return objective

    def settings(self) -> Settings:
        """Return the settings."""
        keys = ("ties", "seed", "consistent", "max_depth", "first")
        of = self.members("settings", (*keys, "within") if "within" in self._item("settings") else keys)
        within = of.get("within")
        return Settings(
            ties=self.optional("settings.ties", of["ties"]),
            seed=None if of["seed"] is None else self.whole("settings.seed", of["seed"]),
            consistent=self.typed("settings.consistent", of["consistent"], bool, "true or false"),
            max_depth=None if of["max_depth"] is None else self.whole("settings.max_depth", of["max_depth"]),
            first=self.optional("settings.first", of["first"]),
            within=None if within is None else self.whole("settings.within", within),
        )

    def figures(self, nodes: int) -> Figures:
        """Return the figures, which must agree with each other and with the number of nodes."""
        names = ("worst", "total", "weight", "codes", "nodes")
        keys: tuple[str, ...] = (*names, "average", "distribution")
        more = ("lost", "price_total", "price_worst")
        stated_too = self._item("figures")
        if "lost" in stated_too:
            keys = (*keys, *more)
        if "lost_weight" in stated_too:
            keys = (*keys, "lost_weight")
        of = self.members("figures", keys)
        worst, total, weight, codes, stated = (self.whole(f"figures.{name}", of[name]) for name in names)
        distribution: dict[int, int] = {}
        for length, count in self.typed(
            "figures.distribution", of["distribution"], dict, "an object"
        ).items():
            path = f"figures.distribution.{length}"
            if not length.isascii() or not length.isdecimal() or str(int(length[:18])) != length:
                raise self.wrong("figures", f"{path}: a length was expected as the key")
            distribution[int(length)] = self.whole(path, count, 1)
        if weight < 1 or codes < 1:
            raise self.wrong("figures", "figures: there is at least one code")
        average = self.typed("figures.average", of["average"], str, "a text")
        lost = 0
        prices: list[int | None] = [None, None]
        if "lost" in of:
            lost = self.whole("figures.lost", of["lost"])
            prices = [None if of[k] is None else self.whole(f"figures.{k}", of[k]) for k in more[1:]]
        chances = self.whole("figures.lost_weight", of["lost_weight"]) if "lost_weight" in of else 0
        figures = Figures(
            *(worst, total, weight, codes, dict(sorted(distribution.items())), stated, lost),
            price_total=prices[0],
            price_worst=prices[1],
            lost_weight=chances,
        )
        for name, value, expected, why in (
            ("average", average, str(figures.average), "total / weight"),
            ("worst", worst, max(distribution, default=0), "the greatest length of the distribution"),
            ("codes", codes, sum(distribution.values()), "the sum of the distribution"),
            ("nodes", stated, nodes, "the number of nodes of the tree"),
        ):
            if value != expected:
                raise self.wrong("figures", f"figures.{name}: {value} is not {why}, {expected}")
        return figures

    def _item(self, key: str) -> dict[str, Any]:
        """Return an item that should be an object, nothing when it is none."""
        item = self.items[key]
        return item if isinstance(item, dict) else {}

    def intervals(self) -> tuple[Interval, ...]:
        """Return the intervals."""
        intervals = []
        for number, item in enumerate(self.typed("intervals", self.items["intervals"], list, "a list")):
            path = f"intervals[{number}]"
            self.typed(path, item, dict, "an object")
            self.check_keys(path, item, ("measure", "lower", "upper"))
            measure = self.typed(f"{path}.measure", item["measure"], str, "a text")
            if measure not in _MEASURES:
                raise self.wrong("intervals", f"{path}.measure: there is no measure {measure!r}")
            lower = self.whole(f"{path}.lower", item["lower"])
            upper = None if item["upper"] is None else self.whole(f"{path}.upper", item["upper"])
            intervals.append(Interval(measure, lower, upper))
        return tuple(intervals)
