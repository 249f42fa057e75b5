"""How Sphinx builds the site; `build.py` puts its sources together and calls it."""

from __future__ import annotations

import sys
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, ClassVar

from pygments.token import Operator, String
from sphinx.application import Sphinx

import cobra
from cobra.engine.core import COBRA_VERSION

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "editors" / "pygments"))

from cobra_lexer import CobraLexer  # noqa: E402


class BothLexer(CobraLexer):
    """Games, and games in the core language, which stand in blocks of the same name."""

    tokens: ClassVar = {
        "root": [(r"'[^'\n]*'", String.Single), (r"\$", Operator), *CobraLexer.tokens["root"]]
    }


project = "cobra"
author = "The cobra maintainers"
version = release = COBRA_VERSION
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["files"]

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 6

smartquotes = False
"""Two hyphens are the beginning of an option."""
default_role = "code"
"""What stands in single backticks in docstrings is code."""
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_display_short_literal_types = True
maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "cobra"
html_static_path = ["look"]
html_css_files = ["site.css"]
html_extra_path = ["../_build/extra"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
pygments_style = "tango"
pygments_dark_style = "github-dark"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5c8f", "color-brand-content": "#1f5c8f"},
    "dark_css_variables": {"color-brand-primary": "#8fc1ee", "color-brand-content": "#8fc1ee"},
}

linkcheck_anchors = False
linkcheck_timeout = 20


def _hide_fields(
    app: Sphinx, what: str, name: str, found: Any, options: Any, signature: str, returned: str
) -> tuple[str, str] | None:
    """Leave out how results are made: nobody but cobra makes them, and their fields follow one by one."""
    if what == "class" and is_dataclass(found) and found is not cobra.Limits:
        return "", ""
    return None


def setup(app: Sphinx) -> None:
    """Add what colours games, and what leaves out what nobody needs."""
    app.add_lexer("cobra", BothLexer)
    app.connect("autodoc-process-signature", _hide_fields)
