"""The tests that docs/reliability.md says hold its promises are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "reliability.md").read_text("utf-8")
PROMISES = re.split(r"\n(?=\d+\. )", PAGE.split("## What is promised", 1)[1].split("\n## ", 1)[0])[1:]
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


def test_each_promise_names_a_test() -> None:
    assert len(PROMISES) == 13
    assert all(re.search(r"`tests/[\w/]+\.py::test_\w+`", promise) for promise in PROMISES)


@pytest.mark.parametrize("file", sorted({file for file, _ in NAMED}))
def test_the_tests_that_are_named_are_there(file: str) -> None:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {name for other, name in NAMED if other == file} <= defined
