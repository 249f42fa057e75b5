"""The pages that show all games of the library: a table, and a gallery of pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from measured import Measured
from stage import ROOT, Stage, toctree

from cobra.analysis.library import LibraryGame

_LIST: Final = "cobra/games/README.md"
_PICTURES: Final = (
    ("mastermind-grid.svg", "Two guesses that are equivalent", "symmetry.md"),
    ("weighings.svg", "First weighings of twelve coins, by class", "symmetry.md"),
    ("coin-graph.svg", "The graph of four coins", "symmetry.md"),
    ("strategies-mastermind.svg", "Mastermind by strategy", "strategies.md"),
    ("averages.svg", "Averages as games grow", "compare.md"),
    ("treasure.svg", "Three ways to begin a search, with what they cost at least", "proofs.md"),
    ("phases.svg", "What memory is worth", "phases.md"),
    ("evolved-fitness.svg", "Breakers that evolve", "evolve.md"),
)
"""Pictures of docs/ that the gallery shows, with what they are and where they belong."""


def games_page(stage: Stage, games: Sequence[LibraryGame]) -> None:
    """Write the table of games: that of the repository, with a link to the page of each."""
    text = stage.linked(_LIST, "games/index")
    text, count = re.subn(r"^\| `([a-z0-9-]+)` \|", r"| [`\1`](\1.md) |", text, flags=re.MULTILINE)
    if count != len(games):
        raise ValueError(f"{_LIST} lists {count} games of {len(games)}")
    names = [game.name for game in games]
    stage.write("games/index.md", f"{text}\n{toctree('Games', names)}")


def gallery_page(stage: Stage, games: Sequence[LibraryGame], found: Mapping[str, Measured]) -> None:
    """Write the gallery: the optimal strategy of each game, and pictures of the other pages."""
    parts = [
        "# Gallery",
        "An optimal strategy for each game of the library; it leads to the page of its game.",
    ]
    cards = []
    for game in games:
        picture = stage.drawing(f"optimal-{game.name}", found[game.name].picture, game.title, "gallery")
        cards.append(
            _card(picture, game.title, f"games/{game.name}.md", found[game.name].tables[-1].parameters)
        )
    parts += [_cards(cards), "## Pictures of other pages"]
    others = [
        _card(stage.picture(ROOT / "docs" / "pictures" / file, what, "gallery"), what, page, "")
        for file, what, page in _PICTURES
    ]
    stage.write("gallery.md", "\n\n".join([*parts, _cards(others)]) + "\n")


def _card(picture: str, title: str, page: str, note: str) -> str:
    small = f"\n\n{note}" if note else ""
    return f":::{{container}} card\n{picture}\n\n[{title}]({page}){small}\n:::"


def _cards(cards: Sequence[str]) -> str:
    return "\n\n".join(["::::{container} cards", *cards, "::::"])
