"""The page of a game of the library: its rules, sizes, strategies, what is known of it, and its file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from as_markdown import escaped, table
from example import Shown
from measured import SMALLER, Measured, Table
from stage import ROOT, Stage

from cobra.analysis.library import LibraryGame
from cobra.analysis.reproduce.claims import claims, variants
from cobra.analysis.reproduce.reproduce import Outcome
from cobra.analysis.reproduce.results import Results
from cobra.cli.show.reproduce import claims_markdown
from cobra.cli.show.sheets import Line, Sheet, sheet_markdown
from cobra.options import OPTIMAL

WALKS: Final = "walks"
"""The folder of the site with the strategies to be walked through."""


def game_page(stage: Stage, game: LibraryGame, found: Measured) -> None:
    """Write the page of a game and its picture; the strategy itself is in the folder `WALKS`."""
    rules, parameters, known = paragraphs(game)
    name = f"games/{game.name}"
    picture = stage.drawing(
        f"optimal-{game.name}", found.picture, f"An optimal strategy for {game.title}", name
    )
    parts = [
        f"# {escaped(game.title)}",
        *map(escaped, rules),
        *_play(stage, game, found),
        _begin(game),
        "## An optimal strategy",
        _optimum(game, found),
        f":::{{container}} picture\n{picture}\n:::",
        "## Strategies",
        *_tables(found),
        "## Sizes by default" if game.name in SMALLER else "## Sizes",
        *_sizes(found),
        *(["## Parameters", _parameters(game), *map(escaped, parameters)] if game.parameters else []),
        "## What is known",
        *map(escaped, known),
        *claims_markdown(outcomes(game.name)),
        "Every line is recomputed. [The page of all published numbers](../results.md) says what the words "
        "mean, who the sources are, and why cobra differs where it does.",
        "## The file",
        f"`cobra games {game.name} --source` prints it; a copy of it is a game of your own, see "
        "[how to write one](../tutorial.md).",
        f"```cobra\n{game.source.rstrip()}\n```",
    ]
    stage.write(f"{name}.md", "\n\n".join(parts) + "\n")


def paragraphs(game: LibraryGame) -> tuple[list[str], list[str], list[str]]:
    """Return what the comment of a game says: the rules, on the parameters, and what is known.

    The names of the parameters are left out, as are the indented lines of what is known, which are claims:
    the page has tables of both.
    """
    names = ", ".join(parameter.name for parameter in game.parameters)
    rules: list[str] = []
    parameters: list[str] = []
    known: list[str] = []
    for paragraph in game.comment.split("\n\n"):
        lines = paragraph.split("\n")
        if re.match("(Parameter|File)s?:", paragraph):
            text = re.sub(f"^[A-Za-z]+: {re.escape(names)}\\. ?", "", " ".join(lines))
            parameters += [text] if text else []
        elif lines[0].startswith("Known"):
            said = [line for line in lines[1:] if not line.startswith(" ")]
            known += [" ".join(said)] if said else []
        else:
            rules.append(" ".join(lines))
    return rules, parameters, known


def _play(stage: Stage, game: LibraryGame, found: Measured) -> Iterator[str]:
    """Yield a play: what was asked, what was answered, and the secret."""
    parameters = found.tables[-1].parameters

    def shown(name: str, one: Shown) -> str:
        text = escaped(one.text)
        if one.picture is None:
            return text
        return f"{stage.drawing(f'play-{game.name}-{name}', one.picture, '', f'games/{game.name}')} {text}"

    rows = [("", "asked", "answer", "codes left"), ("--:", ":--", ":--", "--:")]
    for number, one in enumerate(found.play.steps, 1):
        asked, answer = shown(f"{number}-asked", one.experiment), shown(f"{number}-answer", one.answer)
        rows.append((str(number), asked, answer, f"{one.left:,}"))
    rows.append(("", "the secret", shown("secret", found.play.secret), ""))
    yield f"A play{f' at {parameters}' if parameters else ''}:"
    yield "\n".join([":::{container} play", *(f"| {' | '.join(cells)} |" for cells in rows), ":::"])


def _begin(game: LibraryGame) -> str:
    """Return the commands that play and analyse the game."""
    return (
        f"```console\n$ cobra play {game.name}\n$ cobra analyze {game.name}\n```\n\n"
        "Or play it in the browser: `cobra serve`, see [the web page](../serve.md)."
    )


def _optimum(game: LibraryGame, found: Measured) -> str:
    last = found.tables[-1]
    at = f" at {last.parameters}: " if last.parameters else ": "
    small = " At the size by default the search takes too long." if game.name in SMALLER else ""
    others = [name for name in last.best if name != OPTIMAL]
    also = f" {_listed(others)} {'do' if len(others) > 1 else 'does'} as well." if others else ""
    return (
        f'<a class="walk" href="../{WALKS}/{game.name}.html">Walk through it</a>\n\n'
        f"Proved{at}{found.optimum}.{small}{also} [What *proved* means](../optimal.md#what-proved-means)"
    )


def _listed(names: Sequence[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _tables(found: Measured) -> Iterator[str]:
    for one in found.tables:
        yield sheet_markdown(_sheet(one))
    yield (
        "`total/codes = average`; under *lengths* `3:31` says that 31 codes take 3 experiments. "
        "[What the strategies do](../concepts.md#the-strategies)"
    )


def _sheet(one: Table) -> Sheet:
    rows: list[Line] = [((cells[0],), tuple(cells[1:])) for cells in one.rows]
    heading = f"At {one.parameters}" if one.parameters else "All strategies"
    best = f"proved: nobody can do better than {', '.join(one.best)}" if OPTIMAL in one.best else ""
    left = ("strategy", "first", "lengths")
    return Sheet(heading, ("strategy",), tuple(one.header[1:]), rows, [best] if best else [], left=left)


def _sizes(found: Measured) -> Iterator[str]:
    yield table(("", "", ""), found.sizes)
    if found.first:
        yield f"First experiments, one of each kind: {', '.join(f'`{text}`' for text in found.first)}"


def _parameters(game: LibraryGame) -> str:
    rows = [(f"`{one.name}`", one.default, one.range, one.help) for one in game.parameters]
    return table(("parameter", "by default", "range", "meaning"), rows)


@cache
def _results() -> Results:
    return Results(ROOT / "docs" / "results.json")


def outcomes(game: str) -> list[Outcome]:
    """Return what is claimed of a game and its variants, with what cobra found."""
    about = {name for name, variant in variants().items() if variant["game"] == game} | {game}
    return [Outcome(claim, _results().get(claim)) for claim in claims() if claim.game in about]
