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
    drawn = [_played(stage, game, found[game.name]) for game in games if found[game.name].play.drawn]
    optimal = []
    for game in games:
        picture = stage.drawing(f"optimal-{game.name}", found[game.name].picture, game.title, "gallery")
        note = found[game.name].tables[-1].parameters
        optimal.append(_card(picture, game.title, f"games/{game.name}.md", note))
    others = [
        _card(stage.picture(ROOT / "docs" / "pictures" / file, what, "gallery"), what, page)
        for file, what, page in _PICTURES
    ]
    parts = ["# Gallery"]
    parts += ["## What is asked, and what is answered", _cards(drawn)]
    parts += ["## Optimal strategies", _cards(optimal)]
    parts += ["## Pictures of other pages", _cards(others)]
    stage.write("gallery.md", "\n\n".join(parts) + "\n")


def _played(stage: Stage, game: LibraryGame, found: Measured) -> str:
    """Return a card with an experiment in the middle of a play, and the answer to it."""
    step = found.play.steps[(len(found.play.steps) - 1) // 2]
    pictures = [
        stage.drawing(f"gallery-{game.name}-{kind}", one.picture, one.text, "gallery")
        for kind, one in (("asked", step.experiment), ("answer", step.answer))
        if one.picture is not None
    ]
    return _card("".join(pictures), game.title, f"games/{game.name}.md", kind="card drawn")


def _card(picture: str, title: str, page: str, note: str = "", kind: str = "card") -> str:
    small = f"\n\n{note}" if note else ""
    return f":::{{container}} {kind}\n{picture}\n\n[{title}]({page}){small}\n:::"


def _cards(cards: Sequence[str]) -> str:
    return "\n\n".join(["::::{container} cards", *cards, "::::"])
