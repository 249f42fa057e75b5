"""A strategy as a directed graph in the language of Graphviz.

A box makes an experiment, with the number of codes that are left before it where there are several, by the
lies told where answers may be lies; its edges are the outcomes. What is left at the end of a play has no
frame. A final outcome that leaves the code asked for has no edge: the box has a double frame then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cobra.export.place import Place
from cobra.export.played import PlayedStrategy

_NAMED: Final = 6
"""So many of the codes that are left together are named."""


def lines(played: PlayedStrategy) -> Iterator[str]:
    """Yield the graph, one node and the edges from it after another."""
    yield "digraph strategy {\n"
    yield f"  label={_quoted([played.title])}; labelloc=t;\n"
    yield '  node [shape=box, style=rounded, fontname="sans-serif"]; edge [fontname="sans-serif"];\n'
    if played.root.node < 0:
        yield _end("end", played, played.root)
    for node, position in enumerate(played.positions):
        frame = ", peripheries=2" if played.hits(node) else ""
        left = [played.amount(position)] if position.count > 1 else []
        yield f"  n{node} [label={_quoted([played.experiment(node), *left])}{frame}];\n"
        for number, (outcome, after) in enumerate(played.other(node)):
            name = f"n{after.node}" if after.node >= 0 else f"n{node}_{number}"
            if after.node < 0:
                yield _end(name, played, after)
            yield f"  n{node} -> {name} [label={_quoted([outcome])}];\n"
    yield "}\n"


def _end(name: str, played: PlayedStrategy, position: Place) -> str:
    """Return what is left at the end of a play."""
    return f"  {name} [label={_quoted(played.end(position, _NAMED))}, shape=plain];\n"


def _quoted(texts: Sequence[str]) -> str:
    """Return lines of text as a label; Graphviz knows escapes and the entities of HTML in it."""
    escaped = (text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for text in texts)
    return '"' + "\\n".join(escaped) + '"'
