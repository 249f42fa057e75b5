"""The programs that make the site lie beside its pages, in docs/site."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "docs" / "site"))
