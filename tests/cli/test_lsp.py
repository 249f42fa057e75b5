from __future__ import annotations

import sys

import pytest

from tests.cli.runner import run


@pytest.mark.thorough
def test_without_its_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cobra.editor.server", raising=False)
    monkeypatch.setitem(sys.modules, "pygls", None)
    result = run("lsp")
    assert result.exit_code == 1
    assert "needs pygls" in result.output and "pip install 'cobra-games[lsp]'" in result.output
