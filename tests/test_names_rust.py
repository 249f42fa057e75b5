"""One word, one thing: a name of a type or a file of the core is met once, but for those that mean the same
wherever they are met.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parents[1] / "rust" / "cobra-core" / "src"
SHARED: Final = {
    "Branching": "a choice on a path of refinements",
    "Buffers": "what a computation writes to, to be used again",
    "Candidate": "an experiment that may be taken, with a bound",
    "Cell": "the codes with one outcome",
    "Memory": "what a computation writes to, to be used again",
    "Open": "a part of a tree that is still to be made",
    "Operand": "where an instruction reads",
    "Partition": "the cells of an experiment",
    "Scratch": "what one thread writes to, to be used again",
    "Search": "a search under way",
    "Task": "a part of the work on all codes",
    "View": "what a source of experiments keeps of a state",
    "mod": "a room or a folder in it",
    "residual": "what is left of an answer where something is known",
}


def _places() -> dict[str, set[str]]:
    """By name the files in which it is defined; what belongs to a trait is not, as it is named by that."""
    places = defaultdict(set)
    for file in SOURCES.rglob("*.rs"):
        name = str(file.relative_to(SOURCES))
        places[file.stem].add(name)
        if not file.stem.endswith("tests"):
            for found in re.finditer(
                r"^(?:pub(?:\(\w+\))? )?(?:struct|enum|trait|type) (\w+)", file.read_text("utf-8"), re.M
            ):
                places[found[1]].add(name)
    return places


def test_each_name_means_one_thing() -> None:
    several = {name: files for name, files in _places().items() if len(files) > 1}
    assert several.keys() == SHARED.keys(), {
        name: several.get(name) for name in several.keys() ^ SHARED.keys()
    }


def test_no_import_has_another_name() -> None:
    macros = {"isa.rs"}  # what a macro is given is `kernel` inside
    for file in SOURCES.rglob("*.rs"):
        imports = re.findall(r"^\s*(?:pub(?:\(\w+\))? )?use [^;]*;", file.read_text("utf-8"), re.M)
        assert file.name in macros or not any(re.search(r"\bas\b", text) for text in imports), file
