"""The tables of texts, as the tests read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import cobra

TEXTS: Final = Path(cobra.__file__).parent / "texts"
LANGUAGES: Final = sorted(file.stem for file in TEXTS.glob("*.json"))


def table(language: str) -> dict[str, Any]:
    """Return the table of a language."""
    found: dict[str, Any] = json.loads((TEXTS / f"{language}.json").read_text("utf-8"))
    return found


def texts(language: str) -> dict[str, str]:
    """Return all texts of a language by their keys."""
    found = table(language)
    return found["walk"] | found["page"]


def said(language: str) -> dict[str, str]:
    """Return the sentences of the server in a language by the English ones."""
    found: dict[str, str] = table(language).get("said", {})
    return found
