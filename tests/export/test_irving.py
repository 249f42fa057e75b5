"""The notation of the Mastermind literature: exact texts, and the same tree read back."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import pytest

import cobra
from cobra.export.irving import _name
from cobra.export.place import Place
from cobra.export.played import PlayedStrategy
from tests.export.made import CORE, INSEPARABLE, NASTY, OVER, exported, mastermind
from tests.library import SEEN
from tests.strategy.made import SMALL, one_step


def test_mastermind_with_three_pegs_and_colours() -> None:
    assert exported(mastermind(3, 3), "irving") == (
        "27 (001: 0, 3 (120), 4 (122), 1; 2 (010), 4 (012), 6 (022); 6 (011: 0, 0, 0, 0; 1, 1, 2 (000); 1;\n"
        "    1); 1)\n"
    )


def test_subtrees_have_names() -> None:
    lines = exported(mastermind(4, 6), "irving", "max-models").splitlines()
    assert (
        lines[0] == "1296 (0011: 1, 16A, 96B, 256C, 256D; 0, 36E, 208F, 256G; 4 (0102*), 32H, 114I; 20J; 1)"
    )
    assert [line[:4] for line in lines if re.match("[A-Z]", line)] == [f"{c} = " for c in "ABCDEFGHIJ"]
    assert max(map(len, lines)) <= 100
    assert [_name(number) for number in (0, 25, 26, 51, 52, 701, 702)] == [
        *("A", "Z", "AA", "AZ", "BA", "ZZ", "AAA")
    ]


def test_outcomes_that_are_no_pairs_are_named() -> None:
    assert exported(cobra.load("counterfeit-coin", {"coins": 4}), "irving") == (
        "8 (1 | 2: [left heavier] 2 (1 | 3), [right heavier] 2 (1 | 3), "
        "[balance] 4 (1 | 3: [left heavier] 1,\n    [right heavier] 1, [balance] 2 (1 | 4)))\n"
    )
    assert exported(INSEPARABLE, "irving") == "6 (1: [high] 4 (2: [high] 2, [low] 2), [low] 2)\n"
    assert exported(OVER, "irving") == "1\n"


def test_words_that_mean_something() -> None:
    assert exported(NASTY, "irving", "first") == (
        '8 (<script>: [yes: (it) <is> \\n] 1, ["no; [not] & never"] 7 (a&b: [yes: (it) <is> \\n] 1,\n'
        '    ["no; [not] & never"] 6 (back\\slash: [yes: (it) <is> \\n] 1, ["no; [not] & never"] 5\n'
        '    ("\\"(x): 1*\\"": [yes: (it) <is> \\n] 1, ["no; [not] & never"] 4 (]]>: '
        "[yes: (it) <is> \\n] 1,\n"
        '    ["no; [not] & never"] 3 ("\\"ünï 🎲\\"": [yes: (it) <is> \\n] 1, ["no; [not] & never"] 2\n'
        '    ("\\"  two spaces\\"")))))))\n'
    )


def test_a_line_breaks_between_an_outcome_the_number_left_and_the_experiment() -> None:
    words = ", ".join(f'"the word that is number {number}"' for number in ("one", "twenty-two", "three"))
    text = f"""game "Long"
    alphabet word = {{{words}}}
    secret s : word
    experiment ask(g : word)
      outcome "yes, that is the word which I have been thinking of" : s = g
      outcome "no, I have been thinking of another one than that one" : !(s = g)
      final s = g"""
    assert exported(text, "irving", "first") == (
        '3 ("\\"the word that is number one\\"": [yes, that is the word which I have been thinking of] 1,\n'
        "    [no, I have been thinking of another one than that one] 2\n"
        '    ("\\"the word that is number twenty-two\\""))\n'
    )


@dataclass
class Read:
    """A state as it was read: the number of codes, and what is said of the experiment."""

    count: int
    name: str = ""
    experiment: str = ""
    star: bool = False
    cells: list[tuple[str, Read]] | None = field(default=None)


class Reader:
    """Reads the notation by the grammar of docs/export.md."""

    def __init__(self, text: str) -> None:
        first, *definitions = re.split(r"\n\n(?=[A-Z]+ = )", text.strip("\n"))
        self.text, self.place = re.sub(r"\n +", " ", first), 0
        self.root = self.state()
        assert self.place == len(self.text)
        self.named: dict[str, Read] = {}
        for definition in definitions:
            name, _, self.text = re.sub(r"\n +", " ", definition).partition(" = ")
            self.place = 0
            self.named[name] = Read(0)
            self.asked(self.named[name])

    def take(self, pattern: str) -> str:
        match = re.compile(pattern).match(self.text, self.place)
        assert match is not None, self.text[self.place : self.place + 60]
        self.place = match.end()
        return match[0]

    def sees(self, text: str) -> bool:
        return self.text.startswith(text, self.place)

    def state(self) -> Read:
        read = Read(int(self.take("[0-9]+")), self.take("[A-Z]*"))
        if self.sees(" ("):
            self.take(" ")
            self.asked(read)
        return read

    def word(self, plain: str) -> str:
        if self.sees('"'):
            return str(json.loads(self.take(r'"(?:[^"\\]|\\.)*"')))
        return self.take(plain)

    def asked(self, read: Read) -> None:
        self.take(r"\(")
        read.experiment = self.word(r"[^():*]+")
        read.star = self.take(r"\*?") == "*"
        if self.sees(":"):
            self.take(":")
            read.cells = []
            while not self.sees(")"):
                self.take("[,;]? ")
                outcome = ""
                if self.sees("["):
                    self.take(r"\[")
                    outcome = self.word(r"[^\[\]]+")
                    self.take(r"\] ")
                read.cells.append((outcome, self.state()))
        self.take(r"\)")


def check(made: PlayedStrategy, position: Place, read: Read, reader: Reader) -> None:
    """Check that what was read is true of a position and of all that follows."""
    assert read.count == position.count
    if read.name:
        read = reader.named[read.name]
    if not read.experiment:
        assert position.node < 0 or (position.count == 1 and made.hits(position.node))
        return
    assert read.experiment == made.experiment(position.node)
    branches = made.branches[position.node]
    if read.cells is None:
        assert all(after.count == 1 for _, after in branches)
        assert not read.star or not any(after.final for _, after in branches)
        return
    cells = [(outcome, cell) for outcome, cell in read.cells if cell.count]
    if cells[0][0]:
        assert [outcome for outcome, _ in cells] == [outcome for outcome, _ in branches]
    else:
        branches = sorted(branches, key=lambda branch: (branch[1].outcome[0], -int(branch[1].outcome[1])))
    for (_, after), (_, cell) in zip(branches, cells, strict=True):
        check(made, after, cell, reader)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("strategy", ["max-models", "first", "random", "min-fixed"])
@pytest.mark.parametrize("name", sorted(SMALL.keys() & SEEN))
def test_the_tree_is_read_back(name: str, strategy: str) -> None:
    made = one_step(cobra.load(name, SMALL[name]), strategy)
    reader = Reader("".join(cobra.export_lines(made, "irving")))
    played = PlayedStrategy(made)
    check(played, played.root, reader.root, reader)


@pytest.mark.thorough
def test_large_trees_are_read_back() -> None:
    for game in (mastermind(4, 6), cobra.load("wordle"), cobra.load(CORE / "mastermind-3-4.in")):
        made = one_step(game)
        reader = Reader("".join(cobra.export_lines(made, "irving")))
        played = PlayedStrategy(made)
        check(played, played.root, reader.root, reader)
