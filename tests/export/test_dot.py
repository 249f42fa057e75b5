"""The graph for Graphviz: its exact text, and the same tree read back."""

from __future__ import annotations

import re

import pytest

import cobra
from cobra.export.played import PlayedStrategy
from tests.export.made import INSEPARABLE, NASTY, OVER, exported, mastermind
from tests.strategy.made import SMALL, one_step

NODE = re.compile(r'  (\w+) \[label="((?:[^"\\]|\\.)*)"((?:, \w+=\w+)*)\];')
EDGE = re.compile(r'  (\w+) -> (\w+) \[label="((?:[^"\\]|\\.)*)"\];')


def label(text: str) -> str:
    """Return what Graphviz shows for a label."""
    shown = re.sub(r"\\(.)", lambda match: {"n": "\n"}.get(match[1], match[1]), text)
    return shown.replace("&amp;", "&")


def parsed(text: str) -> tuple[dict[str, tuple[str, str]], dict[str, list[tuple[str, str]]]]:
    """Return the nodes with labels and attributes, and the edges from each with their labels."""
    first, title, style, *lines, last = text.splitlines()
    assert (first, last) == ("digraph strategy {", "}")
    assert title.startswith('  label="')
    assert style.startswith("  node [shape=box")
    nodes: dict[str, tuple[str, str]] = {}
    edges: dict[str, list[tuple[str, str]]] = {}
    for line in lines:
        if node := NODE.fullmatch(line):
            nodes[node[1]] = label(node[2]), node[3]
        else:
            edge = EDGE.fullmatch(line)
            assert edge is not None, line
            edges.setdefault(edge[1], []).append((label(edge[3]), edge[2]))
    return nodes, edges


def check(text: str, made: PlayedStrategy) -> None:
    """Check that a graph is the tree of a strategy."""
    nodes, edges = parsed(text)
    for node, position in enumerate(made.positions):
        left = f"\n{position.count}" if position.count > 1 else ""
        frame = ", peripheries=2" if made.hits(node) else ""
        assert nodes.pop(f"n{node}") == (made.experiment(node) + left, frame)
        follow = edges.pop(f"n{node}", [])
        assert [outcome for outcome, _ in follow] == [outcome for outcome, _ in made.other(node)]
        for (_, name), (_, after) in zip(follow, made.other(node), strict=True):
            if after.node >= 0:
                assert name == f"n{after.node}"
            else:
                assert nodes.pop(name) == ("\n".join(made.left(after)), ", shape=plain")
    assert not nodes
    assert not edges


def test_the_exact_text() -> None:
    assert exported(mastermind(2, 2), "dot") == (
        "digraph strategy {\n"
        '  label="Mastermind pegs=2 colours=2, exp-models"; labelloc=t;\n'
        '  node [shape=box, style=rounded, fontname="sans-serif"]; edge [fontname="sans-serif"];\n'
        '  n0 [label="00\\n4", peripheries=2];\n'
        '  n0 -> n1 [label="0B0W"];\n'
        '  n0 -> n2 [label="1B0W"];\n'
        '  n1 [label="11", peripheries=2];\n'
        '  n2 [label="01\\n2", peripheries=2];\n'
        '  n2 -> n3 [label="0B2W"];\n'
        '  n3 [label="10", peripheries=2];\n'
        "}\n"
    )


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["bulls-and-cows", "counterfeit-coin", "wordle", "sorting"])
def test_the_tree_is_read_back(name: str) -> None:
    strategy = one_step(cobra.load(name, SMALL.get(name)))
    check("".join(cobra.export_lines(strategy, "dot")), PlayedStrategy(strategy))


def test_words_that_mean_something() -> None:
    text = exported(NASTY, "dot", "first")
    check(text, PlayedStrategy(one_step(cobra.language.load.load_text(NASTY), "first")))
    assert '  n1 [label="a&amp;b\\n7", peripheries=2];\n  n1 -> n2 [label="no; [not] &amp; never"];\n' in text
    assert '  n3 [label="\\"(x): 1*\\"\\n5", peripheries=2];\n' in text


def test_codes_that_are_left_together() -> None:
    nodes, _ = parsed(exported(INSEPARABLE, "dot"))
    assert nodes["n0_1"] == ("0\n1", ", shape=plain")
    many = 'game "Many"\nsecret s : 1..20\nexperiment ask(n : 1..1)\n  observe s > 10\n'
    nodes, edges = parsed(exported(many, "dot"))
    assert nodes["n0_1"] == ("11\n12\n13\n14\n15\n16\n… 4 more", ", shape=plain")
    assert [outcome for outcome, _ in edges["n0"]] == ["no", "yes"]
    nodes, edges = parsed(exported(OVER, "dot"))
    assert (nodes, edges) == ({"end": ("1", ", shape=plain")}, {})
