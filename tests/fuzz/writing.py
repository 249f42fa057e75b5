"""What an editor does with a text while a game is being written, and what must come out."""

from __future__ import annotations

from random import Random

import cobra
from cobra.editor.complete import complete
from cobra.editor.document import Document, start_of
from cobra.editor.hover import hover
from cobra.editor.rename import rename, replaced
from cobra.errors import GameError
from tests.fuzz.laws import LIMITS, demand, equal, within
from tests.language.test_formatting import parts, tree


def edit(text: str, random: Random) -> None:
    """Ask what editors ask about some places of any text; whatever it is, there are answers."""
    document = Document(text)
    for _ in range(3):
        line = random.randrange(len(document.lines)) + 1
        column = random.randrange(len(document.lines[line - 1]) + 1) + 1
        within(lambda line=line, column=column: complete(document, line, column))
        hover(document, line, column, {})
        name = document.name_at(line, column)
        definition = document.definition_of(name) if name is not None else None
        if definition is None:
            continue
        try:
            places = rename(document, *start_of(definition.name.span), "some_other_name")
        except GameError:  # there is a mistake, such as a name that is defined twice
            continue
        other = Document(replaced(document, places, "some_other_name"))
        demand(len(other.mistakes) == len(document.mistakes), "renaming makes no mistakes", text)


def style(text: str) -> None:
    """Format the text of a game; nothing is lost, and a second time nothing changes."""
    formatted = within(lambda: cobra.format_game(text, limits=LIMITS))
    equal("a formatted game means the same", tree(formatted), tree(text))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    equal("a formatted game has the same words and comments", parts(formatted), parts(text))
    equal("what is formatted stays as it is", cobra.format_game(formatted, limits=LIMITS), formatted)
